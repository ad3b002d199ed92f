#!/bin/sh
# The Go compiler accepts the package, and its escape analysis leaks a parameter's content and a parameter to a result.
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
found=$(timeout 20 go tool compile -p constant -complete -m -o "$folder/o" "$1" 2>&1) || exit 1
case "$found" in *"leaking param content: "*) ;; *) exit 1 ;; esac
case "$found" in *"leaking param: "*" to result "*) exit 0 ;; esac
exit 1
