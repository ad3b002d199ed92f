#!/bin/sh
# gcc compiles the program without an error, and finds a variable that some paths leave uninitialized.
found=$(LC_ALL=C timeout 10 gcc -x c -std=c17 -O1 -Werror=implicit -Werror=int-conversion -Wmaybe-uninitialized -S -o out.s "$1" 2>&1) || exit 1
case "$found" in *"' may be used uninitialized [-Wmaybe-uninitialized]"*) exit 0 ;; esac
exit 1
