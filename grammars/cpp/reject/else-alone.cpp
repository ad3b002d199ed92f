void f() { else return; }
