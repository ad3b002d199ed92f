#!/bin/sh
# The Go compiler accepts the package, and its pass `prove` finds a comparison of integers that is always false.
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
found=$(timeout 20 go tool compile -p dnsmessage -complete -d=ssa/prove/debug=1 -o "$folder/o" "$1" 2>&1) || exit 1
case "$found" in *"Disproved Less64"*) exit 0 ;; esac
exit 1
