int return = 1;
