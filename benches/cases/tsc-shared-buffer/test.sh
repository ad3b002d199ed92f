#!/bin/sh
# Each error of the module is about a typed array, whose buffer may be shared, where one is wanted that is not. TSC can name the executable.
cp "$1" candidate.ts || exit 1
found=$(timeout 20 "${TSC:-tsc}" --ignoreConfig --noEmit --strict --target es2022 --lib es2022 --types '' --pretty false candidate.ts 2>&1) && exit 1
errors=$(printf '%s\n' "$found" | grep 'error TS')
printf '%s\n' "$errors" | grep -qv " is not assignable to .*'Uint8Array<ArrayBuffer>'\.$" && exit 1
case "$found" in *"Type 'SharedArrayBuffer' is not assignable to type 'ArrayBuffer'"*) exit 0 ;; esac
exit 1
