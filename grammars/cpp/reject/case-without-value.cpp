void f() { switch (1) { case : ; } }
