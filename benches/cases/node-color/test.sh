#!/bin/sh
# The module turns two names of colours into hexadecimal numbers, as node says.
timeout 10 node -e '
const { color } = require(require("path").resolve(process.argv[1]));
process.exit(color("steelblue").formatHex() === "#4682b4" && color("tomato").formatHex() === "#ff6347" ? 0 : 1);
' "$1"
