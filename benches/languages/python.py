#!/usr/bin/env python3
"""Measures the bundled grammar `python` by real files and by Python itself, for `docs/language-python.md`.

    python3 benches/languages/python.py files --grammarc target/release/grammarc
    python3 benches/languages/python.py speed --grammarc target/release/grammarc
    python3.13 benches/languages/python.py generated --grammarc target/release/grammarc --size 300

`files` parses each eighth file of the standard library, and lists those that do not parse. `speed` parses large files of it. `generated`
compiles programs of `grammarc fuzz`, and looks for undefined names with pyflakes. It needs Python 3.13, whose grammar this is, and
`pip install pyflakes`.
"""

import argparse
import ast
import collections
import concurrent.futures
import os
import pathlib
import re
import resource
import subprocess
import sys
import sysconfig
import tempfile
import time
import warnings

GRAMMAR = pathlib.Path(__file__).parents[2] / "grammars/python/python.bnf"
# One file of so many is parsed.
STRIDE = 8
# How often each large file is parsed; the fastest run counts.
RUNS = 3
# How many large files are parsed for the speed.
LARGE_FILES = 8


def parse_command(arguments, path):
    return [arguments.grammarc, "parse", "-g", arguments.grammar, "--max-nodes", "1", str(path)]


def library():
    """Returns the files of the standard library, without the packages that are installed beside it."""
    paths = pathlib.Path(sysconfig.get_paths()["stdlib"]).rglob("*.py")
    return sorted(path for path in paths if "site-packages" not in path.parts)


def parse(arguments, path):
    """Returns the path and why it does not parse, or an empty text."""
    command = parse_command(arguments, path)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, errors="replace", check=False)
    return path, done.stderr.strip().split("\n\n")[0] if done.returncode else ""


def files(arguments):
    """Prints the share of real files that parse whole and obey the hooks, and what is wrong with the others."""
    paths = library()[::STRIDE]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: parse(arguments, path), paths))
    wrong = [(path, why) for path, why in results if why]
    for path, why in wrong:
        print(f"{path}\n{why}\n")
    print(f"{len(paths) - len(wrong)} of {len(paths)} files parse ({1 - len(wrong) / len(paths):.1%})")


def seconds(arguments, path):
    """Returns the least processor time of a run in seconds."""

    def run():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(parse_command(arguments, path), stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(run() for _ in range(RUNS))


def speed(arguments):
    """Prints the speed on large files in processor time. That of a run without a text, in which the grammar is loaded, is taken off."""
    with tempfile.TemporaryDirectory() as folder:
        empty = pathlib.Path(folder) / "empty.py"
        empty.touch()
        start = seconds(arguments, empty)
        paths = sorted(library(), key=lambda path: path.stat().st_size, reverse=True)
        measured = 0
        total = [0, 0.0]
        for path in paths:
            if measured == LARGE_FILES:
                break
            if parse(arguments, path)[1]:
                continue
            size, time_taken = path.stat().st_size, seconds(arguments, path) - start
            total = [total[0] + size, total[1] + time_taken]
            measured += 1
            print(f"{size:>9,} bytes {time_taken:6.3f} s {size / time_taken / 1e6:6.2f} MB/s  {path.name}")
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        print(f"all: {total[0] / total[1] / 1e6:.2f} MB/s; {start:.3f} s to start; peak {peak / 1024:.0f} MiB")


def judge(text):
    """Returns why Python refuses a program or finds no name in it; an empty text if all is well."""
    from pyflakes import checker, messages

    try:
        compile(text, "text", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError) as error:
        return f"{type(error).__name__}: " + re.sub(r"'[^']*'|\(.*\)", "…", getattr(error, "msg", str(error)))
    wrong = (messages.UndefinedName, messages.UndefinedLocal)
    found = [message for message in checker.Checker(ast.parse(text), "text").messages if isinstance(message, wrong)]
    return found[0].message.replace("%r", "…").replace("%s", "…") if found else ""


def generated(arguments):
    """Prints the share of generated programs that Python takes, and why it does not take the others."""
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        texts = pathlib.Path(folder) / "texts"
        command = [arguments.grammarc, "fuzz", "-g", arguments.grammar, "--seed", str(arguments.seed)]
        command += ["-n", str(arguments.count), "--size", str(arguments.size), "-o", str(texts)]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        reasons = collections.Counter(judge(path.read_bytes()) for path in sorted(texts.iterdir()))
    total = sum(reasons.values())
    compiled = sum(count for why, count in reasons.items() if "Error" not in why)
    print(f"{total} programs: {compiled / total:.1%} compile, {reasons[''] / total:.1%} have no undefined name either")
    for why, count in reasons.most_common():
        if why:
            print(f"{count:>6}  {why}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["files", "speed", "generated"])
    parser.add_argument("--grammarc", default="grammarc", help="program to measure (default: grammarc)")
    parser.add_argument("--grammar", default=str(GRAMMAR), help="grammar file (default: the bundled one)")
    parser.add_argument("--count", type=int, default=1000, help="programs to generate (default: 1000)")
    parser.add_argument("--size", type=int, default=300, help="bytes of a generated program, roughly (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the fuzzer (default: 1)")
    arguments = parser.parse_args()
    started = time.monotonic()
    {"files": files, "speed": speed, "generated": generated}[arguments.what](arguments)
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
