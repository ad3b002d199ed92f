#!/usr/bin/env python3
"""Runs test case reducers on public inputs, and writes docs/comparison.md from what they reach. README.md describes it."""

import argparse
import datetime
import fcntl
import json
import os
import platform
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
# The fetching of sources and the running of programs are shared with the benchmark of coverage.
sys.path.append(str(HERE.parent / "coverage"))

import antlr
import inputs
import page
import reducers
import sources
import trial
from cases import CASES
from tools import Failed, Unavailable, run_to_end

RESULTS = HERE / "results.jsonl"
EXAMPLES = """
examples:
  benches/compare/run.py                                all runs that are missing, then the page
  benches/compare/run.py --only json,xml                cases whose names begin with json or xml
  benches/compare/run.py --tools grammarc --again       our runs again, with a new binary
  benches/compare/run.py --page                         only write the page and the plot
"""


def arguments():
    parser = argparse.ArgumentParser(description="Compare grammarc with other reducers on public inputs.", epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=names, metavar="CASES", help="cases whose names begin with one of these, separated by commas")
    parser.add_argument("--tools", type=names, metavar="TOOLS", help="tools whose names begin with one of these, separated by commas")
    parser.add_argument("--cap", type=seconds, metavar="S", default=30,
                        help="end a tool after so many CPU seconds of it and its tests together (default: 30)")
    parser.add_argument("--work", type=Path, metavar="DIR", default=REPOSITORY / "target" / "compare",
                        help="folder for the inputs, kept for later runs (default: target/compare)")
    parser.add_argument("--grammarc", type=Path, metavar="FILE", default=REPOSITORY / "target" / "release" / "grammarc",
                        help="the binary to measure (default: target/release/grammarc)")
    parser.add_argument("--antlr", type=Path, metavar="JAR", help="antlr-4.9.2-complete.jar for Picireny (default: Debian's ANTLR)")
    parser.add_argument("--again", action="store_true", help="measure again what the results have already")
    written = parser.add_mutually_exclusive_group()
    written.add_argument("--page", action="store_true", help="measure nothing, and write the page and the plot")
    written.add_argument("--no-page", action="store_true", help="measure, and write neither, for runs side by side")
    return parser.parse_args()


def seconds(text):
    if not 1 <= float(text) <= 86_400:
        raise argparse.ArgumentTypeError("must be from 1 to 86400")
    return float(text)


def names(text):
    return [name.strip().lower() for name in text.split(",") if name.strip()]


def chosen(items, wanted, what):
    """Returns the items whose names begin with one of the wanted words, or all. A word that fits no name is an error."""
    known = sorted({item.name for item in items})
    for word in wanted or ():
        if not any(name.lower().startswith(word) for name in known):
            raise Unavailable(f"the name of no {what} begins with `{word}`; there are {', '.join(known)}")
    return [item for item in items if not wanted or item.name.lower().startswith(tuple(wanted))]


def load():
    lines = RESULTS.read_text().splitlines() if RESULTS.exists() else []
    return {(line["case"], line["tool"]): line for line in map(json.loads, lines)}


def save(line):
    """Writes one line for each case and tool, sorted, so that a run changes only the lines that it measured.

    The file is read again first, so that two runs on different cases can go on side by side.
    """
    with open(RESULTS.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        results = {**load(), (line["case"], line["tool"]): line}
        unfinished = RESULTS.with_suffix(".unfinished")
        unfinished.write_text("".join(json.dumps(results[key]) + "\n" for key in sorted(results)))
        unfinished.rename(RESULTS)


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    return f"{model}, {os.cpu_count()} cores, {platform.freedesktop_os_release()['PRETTY_NAME']}"


def is_measured(line, args, sha256):
    return line is not None and not args.again and line["cap"] == args.cap and line["sha256"] == sha256


def run(args, results):
    """Measures what is missing. Returns the problems that kept cells empty."""
    problems, wanted = [], chosen(reducers.REDUCERS, args.tools, "tool")
    for case in chosen(CASES, args.only, "case"):
        try:
            inputs.check_programs(case)
            source = inputs.fetch(args.work.resolve(), case)
        except (Unavailable, Failed) as reason:
            problems.append(f"{case.name}: {reason}")
            continue
        sha256 = sources.sha256(source)
        for reducer in reducers.for_case(case):
            if reducer not in wanted or is_measured(results.get((case.name, reducer.name)), args, sha256):
                continue
            try:
                if reducer.name == reducers.GRAMMARC:
                    check_binary(args.grammarc)
                reducers.check(reducer)
                jar = (args.antlr or antlr.jar(args.work)) if "{antlr}" in reducer.command else None
                print(f"{case.name}: {reducer.name} …", file=sys.stderr, end=" ", flush=True)
                line = trial.measure(reducer, case, source, args.cap, jar)
            except (Unavailable, Failed) as reason:
                problems.append(f"{case.name}: {reducer.name}: {reason}")
                continue
            print(f"{line['bytes']} bytes, {line['tests']} tests, {line['seconds']} s", file=sys.stderr)
            results[case.name, reducer.name] = {
                "case": case.name, "tool": reducer.name, "version": reducers.version(reducer), "input": source.stat().st_size,
                "sha256": sha256, "cap": args.cap, "date": datetime.date.today().isoformat(), "machine": machine(), **line}
            save(results[case.name, reducer.name])
    return problems


def check_binary(path):
    """Raises `Unavailable` if the binary to measure does not exist, so that no other one on the path is measured instead."""
    if not path.is_file() or path.name != "grammarc":
        raise Unavailable(f"{path} is no file with the name `grammarc`; type: cargo build --release -p grammarc, or give one by --grammarc")


def main():
    args = arguments()
    if args.antlr:
        args.antlr = args.antlr.resolve()
    # The binary to measure comes before any that is installed.
    os.environ["PATH"] = f"{args.grammarc.resolve().parent}:{os.environ['PATH']}"
    if not args.page:
        args.work.mkdir(parents=True, exist_ok=True)
        for problem in dict.fromkeys(run(args, load())):
            print(f"not measured: {problem}", file=sys.stderr)
    if args.no_page:
        return
    results = load()
    if not results:
        raise Unavailable(f"{RESULTS} has no results yet, so there is no page to write; run without --page")
    for path in page.write(REPOSITORY / "docs", results):
        print(f"written: {path.relative_to(REPOSITORY)}")


if __name__ == "__main__":
    run_to_end(main)
