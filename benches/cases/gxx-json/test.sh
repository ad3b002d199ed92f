#!/bin/sh
# The program has one error: no function fits a call, because a condition in `std::enable_if` is false.
found=$(LC_ALL=C timeout 30 g++ -std=c++17 -w -fsyntax-only -fmax-errors=9 -x c++ "$1" 2>&1) && exit 1
# g++ counts the reasons as errors, too. If it stopped at the limit, there may be other errors.
[ "$(printf '%s\n' "$found" | grep -c 'error: ')" -lt 9 ] || exit 1
reasons="error: no type named 'type' in 'struct std::enable_if<false[,>]"
printf '%s\n' "$found" | grep -q "$reasons" || exit 1
errors=$(printf '%s\n' "$found" | grep 'error: ' | grep -v "$reasons")
[ "$(printf '%s\n' "$errors" | wc -l)" = 1 ] || exit 1
case "$errors" in *"error: no matching function for call to '"*) exit 0 ;; esac
exit 1
