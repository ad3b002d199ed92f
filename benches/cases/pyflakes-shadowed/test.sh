#!/bin/sh
# pyflakes finds an import that a loop variable shadows, and no syntax error, which it would print on standard error.
errors=$(mktemp) || exit 2
trap 'rm -f "$errors"' EXIT
timeout 10 pyflakes3 "$1" 2> "$errors" | grep -q "import '.*' from line [0-9]* shadowed by loop variable" && test ! -s "$errors"
