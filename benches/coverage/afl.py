"""AFL++ as a peer: its havoc stage, begun with our seeds, for a time instead of a number of texts."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import programs
from generators import Seeds, seeds_of
from tools import Failed, Usage, digest, require

# AFL++ refuses to begin with larger files.
SEED_BYTES = 1 << 20
QUIET = {"AFL_NO_UI": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_NO_AFFINITY": "1",
         "AFL_NO_STARTUP_CALIBRATION": "1"}
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


class Afl:
    """One AFL++ campaign for a program. Its texts are those that it kept because they reached a new edge."""

    name = "AFL++ havoc from seeds"
    is_campaign = True

    def __init__(self, work):
        self.work = work

    def identity(self, grammar):
        self.tools = [require(name, "afl++") for name in ("afl-clang-fast", "afl-fuzz")]
        return digest(Seeds().identity(grammar), Path(os.path.realpath(self.tools[1])))

    def campaign(self, program, folder, cpu_seconds, seed):
        """Runs AFL++ for so much CPU time, of AFL++ and the program together, and copies what it kept to `folder`."""
        build = programs.afl(self.work, program, self.tools[0])
        state = folder.with_suffix(".afl")
        shutil.rmtree(state, ignore_errors=True)
        inputs = state / "seeds"
        inputs.mkdir(parents=True)
        for path in seeds_of(program.grammar).iterdir():
            if path.is_file() and 0 < path.stat().st_size < SEED_BYTES:
                shutil.copy(path, inputs)
        command = [self.tools[1], "-i", inputs, "-o", state / "out", "-s", str(seed), "-t", "1000+", "-m", "none", "--", build.driver]
        with open(state / "log", "wb") as log:
            child = subprocess.Popen(command, cwd=state, env={**os.environ, **QUIET}, stdin=subprocess.DEVNULL, stdout=log,
                                     stderr=log, start_new_session=True)
            used = wait_for(child, cpu_seconds)
        kept = [path for part in ("queue", "crashes", "hangs") for path in sorted((state / "out" / "default" / part).glob("id*"))]
        if not kept:
            raise Failed(f"afl-fuzz found nothing; its output is in {state / 'log'}")
        for number, path in enumerate(kept):
            shutil.copy(path, folder / str(number))
        return Usage(used, False)


def wait_for(child, cpu_seconds):
    """Ends a campaign when its processes have used so much CPU time together; returns the time used."""
    used = 0.0
    try:
        while child.poll() is None and used < cpu_seconds:
            time.sleep(0.2)
            used = max(used, tree_cpu_seconds(child.pid))
    finally:
        if child.poll() is None:
            child.send_signal(signal.SIGINT)
            try:
                child.wait(timeout=60)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
    return used


def tree_cpu_seconds(root):
    """Adds up the CPU time of a process and all below it, with that of children that have ended.

    AFL++ starts the program in a session of its own, so the parents are followed.
    """
    children, ticks = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name of a process, in parentheses, may have spaces.
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(stat.parent.name)
        children.setdefault(int(fields[1]), []).append(pid)
        ticks[pid] = sum(map(int, fields[11:15]))
    below, total = [root], 0
    while below:
        pid = below.pop()
        total += ticks.get(pid, 0)
        below += children.get(pid, [])
    return total / TICKS_PER_SECOND
