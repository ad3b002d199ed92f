"""Runs one reducer on one case: counts its tests from outside, and ends it at the cap."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from tools import TICKS_PER_SECOND, Failed, tree_ticks

# A tool that waits instead of computing, or whose machine is busy, is ended after so many times the cap by the clock.
WALL_FACTOR = 10
# Time between the request to stop and the kill.
GRACE_SECONDS = 3
# Limits of one test: a candidate can make a program loop.
TEST_SECONDS = 20
# A later improvement is recorded if it is this much smaller than the last one that is, so that the results stay short.
STEP = 0.97

# `calls` grows by a byte a test, so its size is the number of tests. A tool may run the test in any folder, with a path,
# or without an argument where the candidate has the input's own name.
INTERESTING = """#!/bin/bash
candidate=$(realpath -- "${{1:-{name}}}") || exit 1
printf . >> {box}/calls
cd {scratch} || exit 1
if timeout {limit} bash {box}/test "$candidate" > /dev/null 2>&1 < /dev/null; then
    size=$(stat -c %s "$candidate")
    echo "$(stat -c %s {box}/calls) $size $EPOCHREALTIME" >> {box}/history
    [ "$size" -lt "$(stat -c %s {box}/smallest)" ] && cp -- "$candidate" {box}/smallest
    exit 0
fi
exit 1
"""


def measure(reducer, case, source, cap, jar=None, smallest=None):
    """Returns the figures of one run: bytes, tests, CPU seconds, how it ended, and the history of improvements.

    `jar` is ANTLR, for a tool that needs it. `smallest` is the path for a copy of the smallest interesting candidate.
    `bytes` is the size of the smallest interesting candidate that the tool tested, also for a tool that was ended.
    """
    box = Path(tempfile.mkdtemp(prefix="compare-"))
    try:
        work = prepare(box, case, source)
        start = time.time()
        command = reducer.command.format(input=source.name, drivers=Path(__file__).resolve().parent / "drivers",
                                         extension=case.extension, antlr=jar)
        with open(box / "log", "wb") as log:
            child = subprocess.Popen(command.split(), cwd=work, env=environment(box), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                     start_new_session=True)
            try:
                seconds, is_capped = wait(child, cap)
            finally:
                if child.poll() is None:
                    end(child, tree_ticks(child.pid))
        total = (box / "calls").stat().st_size
        steps = improvements(box / "history", start, source.stat().st_size)
        result = {"bytes": min([size for _, size, _ in steps], default=source.stat().st_size), "tests": total,
                  "seconds": round(seconds, 1), "capped": is_capped, "exit": child.returncode}
        if smallest:
            shutil.copyfile(box / "smallest", smallest)
        for percent in (50, 10, 1):
            limit = source.stat().st_size * percent / 100
            result[f"tests_to_{percent}_percent"] = next((tests for tests, size, _ in steps if size <= limit), None)
        if not is_capped and child.returncode != 0:
            result["message"] = tail(box / "log")
        result["history"] = thinned(steps)
        return result
    finally:
        shutil.rmtree(box, ignore_errors=True)


def prepare(box, case, source):
    """Makes the folder in which a tool runs, and checks that the input is interesting and an empty file is not."""
    work, scratch = box / "work", box / "scratch"
    work.mkdir()
    scratch.mkdir()
    shutil.copyfile(source, work / source.name)
    (box / "test").write_text(case.test)
    test = work / "interesting"
    test.write_text(INTERESTING.format(name=source.name, box=box, scratch=scratch, limit=TEST_SECONDS))
    test.chmod(0o755)
    (box / "empty").touch()
    shutil.copyfile(source, box / "smallest")
    if subprocess.run([test, source.name], cwd=work).returncode:
        raise Failed(f"{case.name}: the input does not have the failure here; run `bash -c '{case.test}' sh {source}` to see why")
    if not subprocess.run([test, box / "empty"], cwd=work).returncode:
        raise Failed(f"{case.name}: the empty file passes the test, so the test is wrong")
    (box / "calls").write_text("")
    (box / "history").write_text("")
    return work


def environment(box):
    """Returns the variables of a tool. A cache of its own keeps it from going on with an earlier run."""
    cache = str(box / "cache")
    return {**os.environ, "NO_COLOR": "1", "TERM": "dumb", "XDG_CACHE_HOME": cache, "GRAMMARC_CACHE_DIR": cache}


def wait(child, cap):
    """Waits for a tool, and ends it at `cap` CPU seconds. Returns the CPU seconds, and whether it was ended."""
    start, used, below = time.monotonic(), 0.0, {}
    while child.poll() is None:
        time.sleep(0.05 if used < 1 else 0.25)
        below = tree_ticks(child.pid)
        used = max(used, sum(below.values()) / TICKS_PER_SECOND)
        if used >= cap or time.monotonic() - start >= WALL_FACTOR * cap:
            end(child, below)
            return used, True
    return used, False


def end(child, below):
    """Asks a tool to stop, and kills it and the processes below it that are left."""
    child.send_signal(signal.SIGINT)
    try:
        child.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        below = {**below, **tree_ticks(child.pid)}
    for pid in below:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    child.wait()


def improvements(path, start, input_bytes):
    """Returns (tests, bytes, seconds since the start) of each candidate that was smaller than all before it."""
    steps, smallest = [], input_bytes
    for line in path.read_text().splitlines():
        tests, size, moment = line.split()
        if int(size) < smallest:
            smallest = int(size)
            steps.append((int(tests), smallest, round(float(moment) - start, 2)))
    return steps


def thinned(steps):
    kept = []
    for step in steps:
        if not kept or step[1] <= STEP * kept[-1][1] or step is steps[-1]:
            kept.append(step)
    return kept


def tail(log):
    """Returns the last lines that a tool printed."""
    return " ".join(log.read_bytes()[-600:].decode("utf-8", "replace").split())[-300:]
