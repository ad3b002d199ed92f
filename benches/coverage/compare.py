"""Lists the functions of a program in which one generator covers more branches than another."""

import cell
import measure

MOST_FUNCTIONS = 60


def compare(work, llvm, less, more, program, budget):
    """Returns a Markdown table of functions, by the branches that `more` covers beyond what `less` covers."""
    found = []
    for generator in (less, more):
        build, merged, _ = cell.profile(work, llvm, generator, program, budget)
        found.append(measure.functions(llvm, build, merged))
        merged.unlink()
    rows = [(found[1][name].covered - found[0][name].covered, name) for name in found[1] if name in found[0]]
    rows = sorted((row for row in rows if row[0] > 0), key=lambda row: (-row[0], row[1]))
    lines = [f"### {program.name}: branches that {more.name} covers more than {less.name}, by function", "",
             f"| function | branches | {less.name} | {more.name} |", "|---|---|---|---|"]
    for _, name in rows[:MOST_FUNCTIONS]:
        lines.append(f"| `{name}` | {found[1][name].total} | {found[0][name].covered} | {found[1][name].covered} |")
    return "\n".join(lines) + "\n"
