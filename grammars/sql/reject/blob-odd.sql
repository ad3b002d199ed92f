SELECT x'abc';
