int class = 3;
