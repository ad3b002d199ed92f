#!/bin/sh
# javac finds no error, and the raw use of a generic class with two type parameters. JAVAC_ARCHIVE can name an archive of javac's classes.
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cp "$1" "$folder/TreeBidiMap.java"
found=$(timeout 20 javac -J-XX:SharedArchiveFile="${JAVAC_ARCHIVE:-none}" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -proc:none \
    -XDrawDiagnostics -XDshould-stop.ifNoError=FLOW -Xlint:rawtypes -cp /usr/share/java/commons-collections4.jar -d "$folder" \
    "$folder/TreeBidiMap.java" 2>&1) || exit 1
printf '%s\n' "$found" | grep -q 'compiler\.warn\.raw\.class\.use: [A-Za-z0-9_.]*, [A-Za-z0-9_.]*<[^,>]*,[^,>]*>$'
