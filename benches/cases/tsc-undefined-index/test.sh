#!/bin/sh
# The module has no error, unless elements may be undefined: then one of them is used as an index. TSC can name the executable.
cp "$1" candidate.ts || exit 1
echo 'declare function btoa(s: string): string; declare class TextEncoder { encode(s: string): Uint8Array; }' > globals.d.ts
check() {
    timeout 20 "${TSC:-tsc}" --ignoreConfig --noEmit --strict --target es2022 --lib es2022 --types '' --pretty false "$@" candidate.ts globals.d.ts 2>&1
}
found=$(check --noUncheckedIndexedAccess) && exit 1
case "$found" in *"error TS2538: Type 'undefined' cannot be used as an index type."*) ;; *) exit 1 ;; esac
check
