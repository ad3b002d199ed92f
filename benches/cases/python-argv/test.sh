#!/bin/sh
# The module can be executed, and fails on an argument that is a number, for the reason given.
PATH=/usr/bin:$PATH timeout 10 python3 -I -c '
import sys
module = {"__name__": "docopt"}
exec(compile(open(sys.argv[1], "rb").read(), "docopt.py", "exec"), module)
docopt = module["docopt"]
try:
    docopt("Usage: prog <n>", [1])
except AttributeError as error:
    sys.exit(0 if str(error) == "'\''int'\'' object has no attribute '\''startswith'\''" else 1)
sys.exit(1)
' "$1"
