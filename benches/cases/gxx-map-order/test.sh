#!/bin/sh
# The program has one error: two values that have no `operator<` are compared.
found=$(LC_ALL=C timeout 30 g++ -std=c++17 -w -fsyntax-only -fmax-errors=3 -x c++ "$1" 2>&1) && exit 1
[ "$(printf '%s\n' "$found" | grep -c 'error: ')" = 1 ] || exit 1
case "$found" in *"no match for 'operator<'"*) exit 0 ;; esac
exit 1
