#!/bin/sh
# gcc finds no error in the program, and a jump that skips the initialization of a variable.
found=$(LC_ALL=C timeout 10 gcc -x c -std=c11 -Werror=implicit -Werror=int-conversion -Wjump-misses-init -fsyntax-only "$1" 2>&1) || exit 1
case "$found" in *"jump skips variable initialization"*) exit 0 ;; esac
exit 1
