SELECT 1 left;
