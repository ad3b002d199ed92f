#!/bin/sh
# clang finds no error, and a comparison that the limits of `unsigned long` decide.
found=$(timeout 10 clang-14 -x c -std=c17 -fsyntax-only -Werror=implicit-int -Werror=int-conversion -Wtautological-type-limit-compare "$1" 2>&1) || exit 1
case "$found" in *"result of comparison 'unsigned long' > 18446744073709551615 is always false"*) exit 0 ;; esac
exit 1
