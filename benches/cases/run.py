#!/usr/bin/env python3
"""Reduces the cases of this folder with binaries and options side by side, and with other reducers. README.md describes it."""

import argparse
import datetime
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
# Inputs that `make-input` writes, a folder a case.
MADE = REPOSITORY / "target" / "cases"
# One run of a tool, the other reducers and the file of results are those of the comparison.
sys.path += [str(HERE.parent / "compare"), str(HERE.parent / "coverage")]

import cells
import reducers
import results
import trial
from options import chosen, names, seconds
from tools import Failed, Unavailable, digest, run_to_end

EXAMPLES = """
examples:
  benches/cases/run.py                                            the binary in target/release
  benches/cases/run.py --grammarc old=/tmp/old/grammarc --grammarc new=target/release/grammarc
  benches/cases/run.py --with '' --with '--without definitions'   two sets of options side by side
  benches/cases/run.py --peers c-vise,shrink --cap 300 --json peers.jsonl --texts left
  benches/cases/run.py --tool mine='./mine ./interesting {input}' --only node
"""


@dataclass(frozen=True)
class Case:
    """A folder with `input.EXT` and `test.sh`, whose exit status is 0 for an interesting candidate `$1`.

    If an input must not be kept, such as one with the headers of a compiler, the folder has `make-input` and `user.EXT` instead.
    """

    name: str
    folder: Path
    source: Path
    script: Path

    @property
    def extension(self):
        return self.source.suffix[1:]

    @property
    def test(self):
        """Returns the body of the shell script that `trial` runs. The first line of our script chooses its interpreter."""
        return f'exec {shlex.quote(str(self.script))} "$1"'


def arguments():
    parser = argparse.ArgumentParser(description="Reduce real test cases, and print what is left and what it cost.", epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=Path, metavar="DIR", default=HERE,
                        help="folder of cases (default: this one); a test may also be called oracle.sh")
    parser.add_argument("--only", type=names, metavar="CASES", help="cases whose names begin with one of these, separated by commas")
    parser.add_argument("--grammarc", action="append", metavar="[NAME=]FILE", help="a binary to measure; can be given several times")
    parser.add_argument("--with", action="append", dest="options", metavar="OPTIONS",
                        help="options of grammarc; each binary is measured with each of them")
    parser.add_argument("--peers", type=names, metavar="TOOLS", help="other reducers whose names begin with one of these")
    parser.add_argument("--tool", action="append", default=[], metavar="NAME=COMMAND",
                        help="another command: {input} is the input's name, and ./interesting the test")
    parser.add_argument("--cap", type=seconds, metavar="S", default=300,
                        help="end a tool after so many CPU seconds of it and its tests together (default: 300)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the results there, and measure only what is missing in it")
    parser.add_argument("--texts", type=Path, metavar="DIR", help="write there the smallest interesting candidate of each run")
    return parser.parse_args()


def load_cases(folder):
    found = []
    for script in sorted([*folder.resolve().glob("*/test.sh"), *folder.resolve().glob("*/oracle.sh")]):
        inputs = list(script.parent.glob("input.*")) or made_inputs(script.parent)
        if len(inputs) != 1:
            raise Unavailable(f"{script.parent} has {len(inputs)} files with names like input.c; a case has one")
        found.append(Case(script.parent.name, script.parent, inputs[0], script))
    if not found:
        raise Unavailable(f"{folder} has no cases; a case is a folder with input.EXT and test.sh")
    return found


def made_inputs(folder):
    """Returns the paths of the input that `make-input` of a case writes. They do not exist before `make`."""
    users = list(folder.glob("user.*")) if (folder / "make-input").exists() else []
    return [MADE / folder.name / f"input{user.suffix}" for user in users]


def make(case):
    """Runs `make-input` unless its result is newer than what it is made of."""
    sources = [case.folder / "make-input", *case.folder.glob("user.*")]
    if case.source.parent == case.folder or (
            case.source.exists() and case.source.stat().st_mtime > max(source.stat().st_mtime for source in sources)):
        return
    case.source.parent.mkdir(parents=True, exist_ok=True)
    made = case.source.with_name(f"new{case.source.suffix}")
    if subprocess.run([case.folder / "make-input", made]).returncode:
        raise Unavailable(f"{case.folder}/make-input failed; README.md has the packages that it needs")
    made.replace(case.source)


def tools(args):
    """Returns what is to be measured, as reducers of the comparison: our binaries first, then commands, then peers."""
    found = []
    if args.grammarc or not (args.peers or args.tool):
        for given in args.grammarc or [str(REPOSITORY / "target" / "release" / "grammarc")]:
            name, _, path = given.rpartition("=")
            found += [ours(name, Path(path).resolve(), options) for options in args.options or [""]]
    for given in args.tool:
        name, equals, command = given.partition("=")
        if not equals or not command.strip():
            raise Unavailable(f"`--tool {given}` has no command; write --tool NAME=COMMAND")
        found.append(reducers.Reducer(name, command.split()[0], command, "", "the command of --tool"))
    if args.peers:
        found += chosen([reducer for reducer in reducers.REDUCERS if reducer.name != reducers.GRAMMARC], args.peers, "tool")
    twice = {tool.name for tool in found if [other.name for other in found].count(tool.name) > 1}
    if twice:
        raise Unavailable(f"two columns have the name {', '.join(sorted(twice))}; name binaries: --grammarc NAME=FILE")
    return found


def ours(name, binary, options):
    """Returns a column for a binary with options, named after both."""
    if not os.access(binary, os.X_OK):
        raise Unavailable(f"{binary} is no program; type: cargo build --release -p grammarc, or give one by --grammarc")
    usual = next(reducer for reducer in reducers.REDUCERS if reducer.name == reducers.GRAMMARC)
    # The command is a format string, so braces of the options are doubled.
    start = f"{binary} reduce {options}".replace("{", "{{").replace("}", "}}")
    command = usual.command.replace("grammarc reduce", start, 1)
    return reducers.Reducer(f"{name or 'grammarc'} {options}".strip(), str(binary), command, usual.version, usual.install)


def measure(args, case, tool, kept):
    """Returns the figures of one cell, from the file of results unless the case, the command or the program has changed."""
    reducers.check(tool)
    make(case)
    state = digest(case.source, case.script, tool.command, Path(shutil.which(tool.program)))
    known = kept.get((case.name, tool.name))
    if known and (known["cap"], known["state"]) == (args.cap, state):
        return known
    print(f"{case.name}: {tool.name} …", file=sys.stderr, end=" ", flush=True)
    text = args.texts and args.texts / f"{case.name}.{tool.name.replace(' ', '_').replace('/', '_')}.{case.extension}"
    figures = trial.measure(tool, case, case.source, args.cap, smallest=text)
    print(f"{figures['bytes']} bytes, {figures['tests']} tests, {figures['seconds']} s", file=sys.stderr)
    line = {"case": case.name, "tool": tool.name, "input": case.source.stat().st_size, "cap": args.cap, "state": state,
            "date": datetime.date.today().isoformat(), **figures}
    if args.json:
        results.save(args.json, line)
    return line


def main():
    args = arguments()
    cases, columns = chosen(load_cases(args.cases), args.only, "case"), tools(args)
    for path in (args.texts, args.json and args.json.resolve().parent):
        if path:
            path.mkdir(parents=True, exist_ok=True)
    kept, lines, problems = results.load(args.json) if args.json else {}, [], []
    for case in cases:
        for tool in columns:
            if tool.extensions and case.extension not in tool.extensions:
                continue
            try:
                lines.append(measure(args, case, tool, kept))
            except (Unavailable, Failed) as reason:
                problems.append(f"{case.name}: {tool.name}: {reason}")
    print(cells.cells(cases, lines))
    print(cells.means(cases, lines))
    for problem in dict.fromkeys(problems):
        print(f"not measured: {problem}", file=sys.stderr)


if __name__ == "__main__":
    run_to_end(main)
