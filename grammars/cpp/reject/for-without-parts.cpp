void f() { for () {} }
