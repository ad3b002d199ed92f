#!/bin/sh
# A template that names an unknown variable can be made, and calling it throws that the variable is not defined; `map` works.
timeout 10 node -e '
const _ = require(require("path").resolve(process.argv[1]));
const template = _.template("<%= a %>");
if (_.map([1, 2], (x) => x + 1).join() !== "2,3") process.exit(1);
let message;
try { template({}); } catch (error) { message = String(error); }
process.exit(message === "ReferenceError: a is not defined" ? 0 : 1);
' "$1"
