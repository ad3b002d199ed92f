#!/bin/sh
# The parser accepts a text, and a rewind beyond its end reads a property of `undefined` instead of being refused.
timeout 10 node -e '
const { Parser } = require(require("path").resolve(process.argv[1]));
const rules = [{ name: "s", symbols: [{ literal: "a" }] }, { name: "s", symbols: ["s", { literal: "b" }] }];
const parser = new Parser(rules, "s", { keepHistory: true });
parser.feed("ab");
let message;
try { parser.rewind(5); } catch (error) { message = error instanceof TypeError && error.message; }
process.exit(message === "Cannot read properties of undefined (reading '\''index'\'')" ? 0 : 1);
' "$1"
