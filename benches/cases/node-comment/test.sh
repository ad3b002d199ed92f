#!/bin/sh
# The parser reads a sum, and calls an option that is no function when it comes to the end of a comment.
timeout 10 node -e '
const { parse } = require(require("path").resolve(process.argv[1]));
const options = { ecmaVersion: 2020, onComment: 1 };
const { expression } = parse("a + 1", options).body[0];
if (expression.type !== "BinaryExpression" || expression.right.value !== 1) process.exit(1);
let message;
try { parse("a /* b */", options); } catch (error) { message = error instanceof TypeError && error.message; }
process.exit(message === "this.options.onComment is not a function" ? 0 : 1);
' "$1"
