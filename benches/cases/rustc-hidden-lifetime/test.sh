#!/bin/sh
# rustc compiles the crate, and warns of a function whose result hides a lifetime that a reference has elsewhere.
found=$(timeout 20 rustc --edition 2021 --crate-type lib --emit=metadata=- "$1" 2>&1 > /dev/null) || exit 1
case "$found" in *"hiding a lifetime that's elided elsewhere is confusing"*) exit 0 ;; esac
exit 1
