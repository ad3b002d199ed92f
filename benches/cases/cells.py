"""Tables of results for a terminal: a row for each case and tool, and means over the cases that all tools have."""

import math

HEAD = ["case", "tool", "bytes", "tests", "to 50 %", "to 10 %", "to 1 %", "CPU s", ""]
BY_HAND = "by-hand"


def cells(cases, lines):
    """Returns a row for each result. The smallest one of a case is in bold; `by-hand.EXT` is a row without tests."""
    rows = []
    for case in cases:
        own = [line for line in lines if line["case"] == case.name]
        smallest = min((line["bytes"] for line in own), default=0)
        rows += [[case.name, line["tool"], bold(line["bytes"], smallest), f"{line['tests']:,}",
                  *(number(line[f"tests_to_{percent}_percent"]) for percent in (50, 10, 1)), f"{line['seconds']:.1f}", ending(line)]
                 for line in own]
        by_hand = case.folder / f"{BY_HAND}.{case.extension}"
        if by_hand.exists():
            rows.append([case.name, "by hand", bold(by_hand.stat().st_size, smallest), "", "", "", "", "", ""])
    return table(HEAD, rows)


def means(cases, lines):
    """Returns the geometric means of bytes and tests of each tool, over the cases that all tools have been run on."""
    tools = list(dict.fromkeys(line["tool"] for line in lines))
    found = {(line["case"], line["tool"]): line for line in lines}
    common = [case.name for case in cases if all((case.name, tool) in found for tool in tools)]
    if not common or len(cases) < 2:
        return ""
    rows = [[tool, *(f"{mean(found[name, tool][key] for name in common):.1f}" for key in ("bytes", "tests"))] for tool in tools]
    return table([f"mean of {len(common)} cases", "bytes", "tests"], rows)


def mean(values):
    """Returns the geometric mean. A result of no bytes counts as one byte."""
    logs = [math.log(max(value, 1)) for value in values]
    return math.exp(sum(logs) / len(logs))


def bold(size, smallest):
    return f"**{size:,}**" if size <= smallest else f"{size:,}"


def number(tests):
    return "never" if tests is None else f"{tests:,}"


def ending(line):
    """Returns how a tool ended, unless it ended by itself and well."""
    return "capped" if line["capped"] else f"exit status {line['exit']}" if line["exit"] else ""


def table(head, rows):
    """Returns a table in Markdown whose columns are aligned in a terminal, too."""
    widths = [max(map(len, column)) for column in zip(head, *rows)]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in [head, ["-" * width for width in widths], *rows]]
    return "".join(f"| {line} |\n" for line in lines)
