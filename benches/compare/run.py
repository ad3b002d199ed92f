#!/usr/bin/env python3
"""Runs test case reducers on public inputs, and writes docs/comparison.md from what they reach. README.md describes it."""

import argparse
import datetime
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
import results
import sources
import trial
from cases import CASES
from options import chosen, names, seconds
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


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    return f"{model}, {os.cpu_count()} cores, {platform.freedesktop_os_release()['PRETTY_NAME']}"


def is_measured(line, args, sha256):
    return line is not None and not args.again and line["cap"] == args.cap and line["sha256"] == sha256


def run(args, measured):
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
            if reducer not in wanted or is_measured(measured.get((case.name, reducer.name)), args, sha256):
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
            measured[case.name, reducer.name] = {
                "case": case.name, "tool": reducer.name, "version": reducers.version(reducer), "input": source.stat().st_size,
                "sha256": sha256, "cap": args.cap, "date": datetime.date.today().isoformat(), "machine": machine(), **line}
            results.save(RESULTS, measured[case.name, reducer.name])
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
        for problem in dict.fromkeys(run(args, results.load(RESULTS))):
            print(f"not measured: {problem}", file=sys.stderr)
    if args.no_page:
        return
    measured = results.load(RESULTS)
    if not measured:
        raise Unavailable(f"{RESULTS} has no results yet, so there is no page to write; run without --page")
    for path in page.write(REPOSITORY / "docs", measured):
        print(f"written: {path.relative_to(REPOSITORY)}")


if __name__ == "__main__":
    run_to_end(main)
