#!/bin/sh
# gcc compiles the program without an error, and vectorizes a loop.
found=$(LC_ALL=C timeout 10 gcc -x c -std=c17 -O2 -Werror=implicit -Werror=int-conversion -fopt-info-vec -S -o out.s "$1" 2>&1) || exit 1
case "$found" in *"optimized: loop vectorized using 16 byte vectors"*) exit 0 ;; esac
exit 1
