#!/bin/sh
# rustc compiles the crate without an error, and finds values that Rust 2024 drops in another order.
found=$(timeout 10 rustc --edition 2021 --crate-type lib --emit=metadata=- -W tail-expr-drop-order "$1" 2>&1 > /dev/null) || exit 1
case "$found" in *"relative drop order changing in Rust 2024"*) exit 0 ;; esac
exit 1
