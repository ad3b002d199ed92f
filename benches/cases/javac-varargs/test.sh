#!/bin/sh
# javac finds no error, and a possible heap pollution by variable arguments of a type parameter. JAVAC_ARCHIVE can name an archive of javac's classes.
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cp "$1" "$folder/TypeUtils.java"
found=$(timeout 20 javac -J-XX:SharedArchiveFile="${JAVAC_ARCHIVE:-none}" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -proc:none \
    -XDrawDiagnostics -XDshould-stop.ifNoError=FLOW -Xlint:unchecked -cp /usr/share/java/commons-lang3.jar -d "$folder" \
    "$folder/TypeUtils.java" 2>&1) || exit 1
case "$found" in *"compiler.warn.unchecked.varargs.non.reifiable.type: "*) exit 0 ;; esac
exit 1
