"""The file of results: one line of JSON for each case and tool, sorted."""

import fcntl
import json


def load(path):
    """Returns the lines by case and tool."""
    lines = path.read_text().splitlines() if path.exists() else []
    return {(line["case"], line["tool"]): line for line in map(json.loads, lines)}


def save(path, line):
    """Writes one line for each case and tool, sorted, so that a run changes only the lines that it measured.

    The file is read again first, so that two runs on different cases can go on side by side.
    """
    with open(path.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        results = {**load(path), (line["case"], line["tool"]): line}
        unfinished = path.with_suffix(".unfinished")
        unfinished.write_text("".join(json.dumps(results[key]) + "\n" for key in sorted(results)))
        unfinished.rename(path)
