#!/bin/sh
# rustc compiles the crate, and has three kinds of warnings: a lifetime used once, a trivial cast, an unneeded qualification.
found=$(timeout 20 rustc --edition 2018 --crate-type lib --emit=metadata=- -W trivial-casts -W single-use-lifetimes -W unused-qualifications "$1" 2>&1 > /dev/null) || exit 1
case "$found" in *"only used once"*) ;; *) exit 1 ;; esac
case "$found" in *"trivial cast: "*) ;; *) exit 1 ;; esac
case "$found" in *"unnecessary qualification"*) exit 0 ;; esac
exit 1
