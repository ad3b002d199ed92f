"""Prints results as Markdown tables, and writes them as JSON."""

import json


def markdown(results, programs, mode):
    """Returns tables with a row for each generator and a column for each program."""
    names = [program.name for program in programs]
    rows = list(dict.fromkeys(result["generator"] for result in results))
    cells = {(result["generator"], result["program"]): result for result in results}
    parts = [f"### Branches covered, in percent, {mode}", table(names, rows, cells, percent)]
    parts += [f"### Texts, bytes, and CPU seconds for generating + running, {mode}", table(names, rows, cells, effort)]
    missing = {}
    for result in results:
        if "reason" in result:
            missing.setdefault((result["generator"], result["reason"]), []).append(result["program"])
    if missing:
        lines = [f"- {generator} on {', '.join(on)}: {reason}" for (generator, reason), on in missing.items()]
        parts += ["Not measured:", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def table(names, rows, cells, text):
    lines = ["| | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for row in rows:
        if any("percent" in cells.get((row, name), {}) for name in names):
            lines.append(f"| {row} | " + " | ".join(text(cells.get((row, name), {})) for name in names) + " |")
    return "\n".join(lines)


def percent(cell):
    return f"{cell['percent']:.1f}" if "percent" in cell else "–"


def effort(cell):
    if "percent" not in cell:
        return "–"
    text = f"{cell['texts']:,}, {size(cell['bytes'])}, {cell['generate_seconds']:.1f} + {cell['run_seconds']:.1f}"
    losses = [f"{cell[what]} {what}" for what in ("crashed", "slow") if cell[what]]
    losses += ["cut off"] if cell["is_cut_off"] else []
    return text + "".join(f", {loss}" for loss in losses)


def size(count):
    for unit, factor in (("MB", 1e6), ("KB", 1e3)):
        if count >= factor:
            return f"{count / factor:.1f} {unit}"
    return f"{count} B"


def write_json(path, environment, results):
    path.write_text(json.dumps({"environment": environment, "results": results}, indent=1) + "\n")
