int f() { switch (1) { case : ; } }
