"""Writes docs/comparison.md and docs/comparison.svg from the results."""

import math

import plot
import reducers
from cases import CASES

OUR = reducers.GRAMMARC
# The tools that read every format. Only they can be compared over all cases.
GENERAL = [reducer.name for reducer in reducers.REDUCERS if not reducer.extensions]
# Plotted curves end here, or where the last of the tools has ended.
MOST_TESTS = 100_000

INTRODUCTION = """# Comparison with other reducers

This page is written by `benches/compare/run.py`, so edit that and not this. {cases} inputs from public packages are reduced
by grammarc and by the reducers that install from a package registry. All have the same test and one job. They are
ended after {cap:g} CPU seconds of the tool and its tests together, or after ten times as long by the clock. The cases were
chosen before any tool had run on them.

![Share of the input that is left over the number of tests, with a curve for each tool](comparison.svg)

The plot has a curve for each tool that reads every format. At each number of tests it shows the share of the input that is
left: the geometric mean over {common}. Lower and further left is better. A tool that has ended, or was
ended, keeps its last size.
"""

# Below this number of cases the means say little, and the page says so.
FEWEST_CASES = 12
UNFINISHED = """**The measurement is not finished**: {common} of {all} cases have been run with all of these tools. So few cases say little about
others, and the order of the tools may change. The empty cells below are missing.
"""

READING = """## How to read the tables

- **Bytes** are those of the smallest interesting candidate that the tool tested. They are exact.
- **Tests** are runs of the test, counted by the test itself, so the runs at the start and at the end count too.
  They are exact for a tool that ended by itself.
- **Seconds** are CPU seconds of the tool and its tests. They are rough, because other programs ran on the machine.
- `*` marks a tool that was ended at the cap. With more time it may leave less.
- `–` is a case that the tool does not read. An empty cell has not been measured.
- **Bold** is the smallest result of a row.
"""

RUN = """## Run it

```sh
apt-get install antlr4 cvise creduce delta gcc jq lua5.4 lua-check libxml2-utils nodejs npm poppler-utils pyflakes3 sqlite3 tidy
pip install shrinkray==26.9.13.0 picire==21.8 picireny==21.8 lithium-reducer==4.0.0
npm install -g csslint@1.0.5
cargo build --release -p grammarc
benches/compare/run.py
```

A program that is missing costs its cases, a tool that is missing its column; both are reported with the command that
installs them. Inputs are fetched from the registries at fixed versions, and checked against their SHA-256. Results are
kept in `benches/compare/results.jsonl`, so a second run measures only the missing cells.
[Its README](../benches/compare/README.md) says more.
"""

NOT_MEASURED = """## Tools that are not here, or not in each row

- **halfempty** is in no package registry.
- **Perses and Vulcan** are published as jar files only, outside of the registries.
- **treereduce** has programs for C, JavaScript, Lua and Rust, so it has no curve in the plot.
- **Picireny** needs an ANTLR grammar, and brings none. It has ours for JSON, in `benches/compare/drivers`.
- **Shrink Ray** runs without its language model, whose library takes long to compile (`pip install --no-deps`, then its
  other dependencies), and without the tree-sitter grammars that it downloads.
"""


def write(folder, results):
    """Writes the page and its plot, and returns their paths."""
    page, picture = folder / "comparison.md", folder / "comparison.svg"
    cases = [case for case in CASES if any(case.name == name for name, _ in results)]
    tools = [name for name in dict.fromkeys(reducer.name for reducer in reducers.REDUCERS) if any(name == tool for _, tool in results)]
    general = [tool for tool in GENERAL if tool in tools]
    common = [case for case in cases if all((case.name, tool) in results for tool in general)]
    cap = max(line["cap"] for line in results.values())
    introduction = INTRODUCTION.format(cases=len(cases), cap=cap, common=meant(cases, common))
    unfinished = UNFINISHED.format(common=len(common), all=len(CASES)) if len(common) < FEWEST_CASES else ""
    parts = [introduction, unfinished, summary(results, common, general), READING,
             "## Bytes left\n", sizes(results, cases, tools), "## Tests, and CPU seconds\n", costs(results, cases, tools),
             "## Tests until 10 % and 1 % of the input are left\n", milestones(results, cases, tools),
             behind(results, cases, tools), "## Cases\n", descriptions(results, cases), endings(results), NOT_MEASURED + unmeasured(tools),
             versions(results, tools), RUN]
    page.write_text("\n".join(part.rstrip("\n") + "\n" for part in parts if part))
    picture.write_text(plot.curves([(tool, curve(results, common, tool)) for tool in general], f"tests, mean of {len(common)} cases"))
    return page, picture


def meant(cases, common):
    """Says which of the cases a mean is over: all of them, or all without those that some tool has not been run on."""
    missing = ", ".join(case.name for case in cases if case not in common)
    return f"the {len(common)} cases" + (f" that all of these tools have been run on (not {missing})" if missing else " below")


def curve(results, cases, tool):
    """Returns (tests, geometric mean of the share that is left in percent), at each test at which the mean falls."""
    lines = [results[case.name, tool] for case in cases]
    events = sorted((tests, index, size) for index, line in enumerate(lines) for tests, size, _ in line["history"])
    logs = [0.0] * len(lines)
    points = [(1, 100.0)]
    for tests, index, size in events:
        logs[index] = math.log(size / lines[index]["input"])
        points.append((min(max(tests, 1), MOST_TESTS), 100 * math.exp(sum(logs) / len(logs))))
    points.append((max(points[-1][0], min(MOST_TESTS, max((line["tests"] for line in lines), default=1))), points[-1][1]))
    return points


def summary(results, cases, tools):
    """Returns a table over the cases that all of the tools have."""
    if not cases:
        return ""
    head = ["tool", "left (geometric mean)", "smallest of the row", "tests (median)", "ended by itself"]
    rows = []
    for tool in tools:
        lines = [results[case.name, tool] for case in cases]
        best = sum(line["bytes"] == min(results[case.name, other]["bytes"] for other in tools) for case, line in zip(cases, lines))
        rows.append([tool, f"{curve(results, cases, tool)[-1][1]:.2g} %", f"{best} of {len(cases)}",
                     f"{sorted(line['tests'] for line in lines)[len(lines) // 2]:,}", f"{sum(not line['capped'] for line in lines)} of {len(cases)}"])
    return table(head, rows)


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|---" * len(head) + "|"] + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def grid(results, cases, tools, text):
    """Returns a table with a row for each case and a column for each tool."""
    rows = [[f"{case.name} ({size(results, case):,})"] + [cell(results, case, tool, text) for tool in tools] for case in cases]
    return table(["case (bytes)", *tools], rows)


def size(results, case):
    return next(line["input"] for (name, _), line in results.items() if name == case.name)


def cell(results, case, tool, text):
    if (case.name, tool) in results:
        return text(results[case.name, tool])
    return " " if any(reducer.name == tool for reducer in reducers.for_case(case)) else "–"


def star(line):
    return "\\*" if line["capped"] else ""


def sizes(results, cases, tools):
    def text(line):
        best = min(other["bytes"] for (name, _), other in results.items() if name == line["case"])
        number = f"{line['bytes']:,}"
        return (f"**{number}**" if line["bytes"] == best else number) + star(line)
    return grid(results, cases, tools, text)


def costs(results, cases, tools):
    return grid(results, cases, tools, lambda line: f"{line['tests']:,}{star(line)}, {line['seconds']:.0f} s")


def milestones(results, cases, tools):
    def text(line):
        return " / ".join("never" if line[key] is None else f"{line[key]:,}" for key in ("tests_to_10_percent", "tests_to_1_percent"))
    return grid(results, cases, tools, text)


def behind(results, cases, tools):
    """Lists the cases in which another tool has a smaller result than ours, or ended by itself with as small a one in fewer tests."""
    items = []
    for case in cases:
        ours = results.get((case.name, OUR))
        others = [results[case.name, tool] for tool in tools if tool != OUR and (case.name, tool) in results]
        if ours is None or not others:
            continue
        best = min(others, key=lambda line: (line["bytes"], line["tests"]))
        if best["bytes"] < ours["bytes"]:
            items.append(f"- **{case.name}**: {best['tool']} leaves {best['bytes']:,} bytes after {best['tests']:,} tests{ended(best)}, "
                         f"grammarc {ours['bytes']:,} after {ours['tests']:,}{ended(ours)}.{why(case)}")
        elif best["bytes"] == ours["bytes"] and best["tests"] < ours["tests"]:
            items.append(f"- **{case.name}**: {best['tool']} needs {best['tests']:,} tests{ended(best)} for the same {best['bytes']:,} bytes, "
                         f"grammarc {ours['tests']:,}{ended(ours)}.{why(case)}")
    return "## Where grammarc is behind\n\n" + ("\n".join(items) or "In no case measured so far.") + "\n"


def why(case):
    return f" {case.behind}" if case.behind else ""


def ended(line):
    return " (ended at the cap)" if line["capped"] else ""


def descriptions(results, cases):
    rows = [[case.name, case.kind, f"{size(results, case):,}", f"`{case.path}` of {case.package.name} {case.package.version} ({case.package.registry})",
             case.failure] for case in cases]
    return table(["case", "kind", "bytes", "source", "interesting if"], rows) + (
        "\nThe tests themselves are in `benches/compare/cases.py`. The C files are preprocessed, and the airports are a dump of "
        "sqlite3.\n`html-expat` was in the repository before, with another test, so grammarc has been developed with that input.\n"
        "It is also the page in the picture of the [README](../README.md), but there a program panics, for which 21 bytes are enough. Here\n"
        "the result has to be HTML without a warning, with a `code` in a `dd`, which takes more.\n")


def endings(results):
    """Lists the tools that ended with an error."""
    items = [f"- {tool} on {case}: exit status {line['exit']}; the last it printed: `{line['message']}`"
             for (case, tool), line in sorted(results.items()) if line.get("message")]
    return "## Runs that ended with an error\n\n" + "\n".join(items) + "\n" if items else ""


def unmeasured(tools):
    missing = [name for name in dict.fromkeys(reducer.name for reducer in reducers.REDUCERS) if name not in tools]
    return f"- Not measured yet: {', '.join(missing)}.\n" if missing else ""


def versions(results, tools):
    lines = results.values()
    found = [f"{tool} {', '.join(sorted({line['version'] for line in lines if line['tool'] == tool}))}" for tool in tools]
    dates, machines = sorted({line["date"] for line in lines}), sorted({line["machine"] for line in lines})
    return f"## Versions\n\n{'; '.join(found)}. Measured on {', '.join(dates)}; {'; '.join(machines)}.\n"
