"""AFL++ as a peer: its havoc stage, begun with our seeds, for a time instead of a number of texts."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import programs
from generators import Seeds
from tools import TICKS_PER_SECOND, Failed, Usage, digest, require, tree_ticks

# AFL++ refuses to begin with larger files.
SEED_BYTES = 1 << 20
QUIET = {"AFL_NO_UI": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_NO_AFFINITY": "1",
         "AFL_NO_STARTUP_CALIBRATION": "1"}


class Afl:
    """One AFL++ campaign for a program. Its texts are those that it kept because they reached a new edge."""

    name = "AFL++ havoc from seeds"
    is_campaign = True

    def __init__(self, work, inputs):
        self.work, self.seeds = work, Seeds(inputs)

    def identity(self, grammar):
        return digest(self.seeds.identity(grammar), Path(os.path.realpath(require("afl-fuzz", "afl++"))))

    def campaign(self, program, folder, cpu_seconds, seed):
        """Runs AFL++ for so much CPU time, of AFL++ and the program together, and copies what it kept to `folder`."""
        build = programs.afl(self.work, program, require("afl-clang-fast", "afl++"))
        state = folder.with_suffix(".afl")
        shutil.rmtree(state, ignore_errors=True)
        inputs = state / "seeds"
        inputs.mkdir(parents=True)
        for path in self.seeds.files(program.grammar):
            if 0 < path.stat().st_size < SEED_BYTES:
                shutil.copy(path, inputs)
        command = [require("afl-fuzz", "afl++"), "-i", inputs, "-o", state / "out", "-s", str(seed), "-t", "1000+", "-m", "none", "--", build.driver]
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
    used, below = 0.0, {}
    try:
        while child.poll() is None and used < cpu_seconds:
            time.sleep(0.2)
            below = tree_ticks(child.pid)
            used = max(used, sum(below.values()) / TICKS_PER_SECOND)
    finally:
        if child.poll() is None:
            child.send_signal(signal.SIGINT)
            try:
                child.wait(timeout=60)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        for pid in below:
            end_if_driver(pid)
    return used


def end_if_driver(pid):
    """Ends a program that a fuzzer has left behind, stopped between two texts."""
    try:
        if os.path.realpath(f"/proc/{pid}/exe").endswith("/driver"):
            os.kill(pid, signal.SIGKILL)
    except OSError:
        pass
