SELECT left('abc', 1);
