#!/bin/sh
# As C++ the program has one kind of error: a `void *` that becomes a pointer to a typedef of `unsigned long` without a cast.
found=$(LC_ALL=C timeout 10 g++ -x c++ -std=c++17 -fsyntax-only "$1" 2>&1) && exit 1
errors=$(printf '%s\n' "$found" | grep 'error: ')
printf '%s\n' "$errors" | grep -qv "error: invalid conversion from 'void\*' to " && exit 1
printf '%s\n' "$errors" | grep -q "'[a-z_]*\*' {aka 'long unsigned int\*'}"
