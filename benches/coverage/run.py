#!/usr/bin/env python3
"""Measures how many branches of real programs are covered by generated texts. README.md describes it."""

import argparse
import json
import platform
import sys
from pathlib import Path

import cell
import compare
import programs
import report
from afl import Afl
from generators import PACKAGES, REPOSITORY, Antlr, Fandango, FuzzingBook, Grammarinator, Inputs, Ours, Seeds
from nautilus import Nautilus
from tools import Failed, Unavailable, digest, llvm, output, run_to_end

# Our configurations: the name in the table, and options of `grammarc fuzz`. `{seeds}` is the folder of seeds. A
# configuration is left out, with a message, if the binary lacks one of its options.
OURS = (
    ("fuzz", ()),
    ("fuzz --cover 3", ("--cover", "3")),
    ("fuzz --like SEEDS", ("--like", "{seeds}")),
    ("fuzz --mutate SEEDS", ("--mutate", "{seeds}")),
    ("fuzz --mutate SEEDS --corrupt=50", ("--mutate", "{seeds}", "--corrupt=50")),
)
EXAMPLES = """
examples:
  benches/coverage/run.py                                  2,000 texts each, all programs
  benches/coverage/run.py --seconds 60                     equal time instead
  benches/coverage/run.py --programs SQLite,Lua --only fuzz,seeds
  benches/coverage/run.py --antlr sql=g4/sqlite:parse:spaces --only Grammarinator
  benches/coverage/run.py --programs SQLite --compare fuzz,seeds
"""


def arguments():
    parser = argparse.ArgumentParser(
        description="Measure how many branches of real programs are covered by the texts of grammarc and its peers.",
        epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, metavar="DIR", default=REPOSITORY / "target" / "coverage",
                        help="folder for sources, builds, peers and results, kept for later runs (default: target/coverage)")
    parser.add_argument("--grammarc", type=Path, metavar="FILE", default=REPOSITORY / "target" / "release" / "grammarc",
                        help="the binary to measure (default: target/release/grammarc)")
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("--texts", type=positive, metavar="N", default=2000, help="number of texts of each generator (default: 2000)")
    amount.add_argument("--seconds", type=positive, metavar="S", default=0,
                        help="CPU seconds of each generator, for generating and running together, instead of a number of texts")
    parser.add_argument("--programs", type=names, metavar="NAMES", help="measure only programs whose names begin with one of these, separated by commas")
    parser.add_argument("--only", type=names, metavar="NAMES",
                        help="measure only generators whose names begin with one of these, separated by commas")
    parser.add_argument("--antlr", type=antlr, action="append", default=[], metavar="GRAMMAR=FOLDER:RULE[:depth=N][:spaces]",
                        help="grammar for Grammarinator: its .g4 files, its start rule, the depth of its trees (default: 20), "
                        "and whether tokens need spaces between them")
    parser.add_argument("--grammar", type=place, action="append", default=[], metavar="GRAMMAR=FILE",
                        help="grammar file for grammarc, for a language without a bundled one, or instead of that")
    parser.add_argument("--seeds", type=place, action="append", default=[], metavar="GRAMMAR=DIR",
                        help="folder of seeds of a grammar (default: seeds/GRAMMAR beside this script, or grammars/GRAMMAR/accept)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of each generator (default: 1)")
    parser.add_argument("--cpu-limit", type=positive, default=300, metavar="S",
                        help="measure the texts that a generator has written after so many CPU seconds (default: 300)")
    parser.add_argument("--campaign-seconds", type=positive, default=60, metavar="S",
                        help="CPU seconds of AFL++ beside a number of texts (default: 60)")
    parser.add_argument("--again", action="store_true", help="measure again instead of reading results of an earlier run")
    parser.add_argument("--compare", type=names, metavar="LESS,MORE",
                        help="list the functions in which the second generator covers more branches than the first")
    return parser.parse_args()


def positive(text):
    if int(text) < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return int(text)


def names(text):
    return [name.strip() for name in text.split(",") if name.strip()]


def place(text):
    grammar, equals, path = text.partition("=")
    if not equals or not Path(path).exists():
        raise argparse.ArgumentTypeError("expected GRAMMAR=PATH, and the path must exist")
    return grammar, Path(path).resolve()


def antlr(text):
    grammar, equals, rest = text.partition("=")
    if not equals or ":" not in rest:
        raise argparse.ArgumentTypeError("expected GRAMMAR=FOLDER:RULE")
    return grammar, Antlr.parse(rest)


def generators(args, work):
    """Returns all generators, in the order of the table."""
    inputs = Inputs(dict(args.grammar), dict(args.seeds))
    ours = [Ours(args.grammarc.resolve(), inputs, name, options) for name, options in OURS]
    books = [FuzzingBook(work, name) for name in ("GrammarFuzzer", "GrammarCoverageFuzzer")]
    return [Seeds(inputs), *ours, Grammarinator(work, dict(args.antlr)), Fandango(work), *books, Afl(work, inputs), Nautilus(work, inputs)]


def chosen(items, wanted, what):
    """Returns the items whose names begin with one of the wanted words, or all. A word that fits no name is an error."""
    for word in wanted or ():
        if not any(begins(item, word) for item in items):
            raise Unavailable(f"the name of no {what} begins with `{word}`; there are {', '.join(item.name for item in items)}")
    return [item for item in items if not wanted or any(begins(item, word) for word in wanted)]


def begins(item, word):
    return item.name.lower().startswith(word.lower())


def one(items, name):
    """Returns the item with this name, or the first whose name begins so."""
    return next((item for item in items if item.name == name), None) or chosen(items, [name], "generator")[0]


def environment(args, work, tools, measured):
    """Returns versions and checksums of all that a figure depends on."""
    sources = {program.package: programs.fetch(work, program) for program in measured}
    return {
        "grammarc": {"version": output([args.grammarc, "--version"]).strip(), "sha256": digest(args.grammarc)},
        "clang": tools.version,
        "system": platform.platform(),
        "python": platform.python_version(),
        "peers": {name: package for name, (package, _) in PACKAGES.items()},
        "sources": {name: {"version": source.version, "sha256": source.checksums} for name, source in sources.items()},
    }


def measure(args, work, tools, generator, program, budget):
    """Returns a cell, from the cache if it was measured with the same inputs before."""
    label = {"generator": generator.name, "program": program.name}
    try:
        build = programs.coverage(work, program, tools)
        key = digest(label, generator.identity(program.grammar), build.driver.parent.name, budget)
        cached = work / "results" / f"{key}.json"
        if args.again or not cached.exists():
            print(f"{program.name}: {generator.name} …", file=sys.stderr, flush=True)
            cached.parent.mkdir(exist_ok=True)
            cached.write_text(json.dumps({**label, **cell.result(work, tools, generator, program, budget)}))
        return json.loads(cached.read_text())
    except (Unavailable, Failed) as reason:
        return {**label, "reason": str(reason)}


def main():
    args = arguments()
    work = args.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    if not args.grammarc.exists():
        raise Unavailable(f"there is no {args.grammarc}; type: cargo build --release -p grammarc")
    tools = llvm()
    measured = chosen(programs.PROGRAMS, args.programs, "program")
    everyone = generators(args, work)
    texts = 0 if args.seconds else args.texts
    budget = cell.Budget(texts, args.seconds, args.cpu_limit, args.campaign_seconds, args.seed)
    if args.compare:
        if len(args.compare) != 2:
            raise Unavailable("--compare takes two generators, such as fuzz,seeds")
        less, more = (one(everyone, name) for name in args.compare)
        for program in measured:
            print(compare.compare(work, tools, less, more, program, budget))
        return
    about = environment(args, work, tools, measured)
    print(json.dumps(about, indent=1))
    results = [measure(args, work, tools, generator, program, budget)
               for program in measured for generator in chosen(everyone, args.only, "generator")]
    mode = f"{texts:,} texts" if texts else f"{args.seconds} CPU seconds"
    table = report.markdown(results, measured, mode)
    name = f"texts-{texts}" if texts else f"seconds-{args.seconds}"
    (work / f"{name}.md").write_text(table)
    report.write_json(work / f"{name}.json", about, results)
    print(f"\n{table}\nwritten: {work / name}.md, {work / name}.json")


if __name__ == "__main__":
    run_to_end(main)
