"""Runs texts through a program and counts the branches that they cover."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from tools import output, run


@dataclass(frozen=True)
class Run:
    """One run of a driver over a folder. `slow` texts exceeded the driver's limit of CPU time."""

    texts: int
    bytes: int
    crashed: int
    slow: int
    cpu_seconds: float


@dataclass(frozen=True)
class Branches:
    """Branches of a library: each outcome of each condition is one."""

    covered: int
    total: int

    @property
    def percent(self):
        return 100 * self.covered / self.total


def run_folder(build, texts, profile, cpu_limit):
    """Runs the texts of a folder, and leaves their counters in the file `profile`.

    No more texts are run after `cpu_limit` seconds, if it is not None.
    """
    scratch = profile.with_suffix(".scratch")
    scratch.mkdir(parents=True, exist_ok=True)
    log = profile.with_suffix(".log")
    log.unlink(missing_ok=True)
    # %c maps the counters to the file, so that a child that crashes loses none.
    limit = [] if cpu_limit is None else [cpu_limit]
    usage = run([build.driver, texts, scratch, *limit], log, env={"LLVM_PROFILE_FILE": f"{profile}%c", "TMPDIR": str(scratch)})
    shutil.rmtree(scratch)
    words = log.read_text().splitlines()[-1].split()
    counts = dict(zip(words[::2], map(int, words[1::2])))
    return Run(counts["texts"], counts["bytes"], counts["crashed"], counts["slow"], usage.cpu_seconds)


def merge(llvm, profiles, merged):
    """Adds up the counters of several runs."""
    run([llvm.profdata, "merge", "-o", merged, *profiles], merged.with_suffix(".log"))


def branches(llvm, build, merged):
    """Counts the branches of the library's own files, without the driver."""
    totals = exported(llvm, build, merged, "-summary-only")["files"]
    inside = [file["summary"]["branches"] for file in totals if is_library(build, file["filename"])]
    return Branches(sum(file["covered"] for file in inside), sum(file["count"] for file in inside))


def functions(llvm, build, merged):
    """Returns for each function of the library the branches covered and all branches."""
    found = {}
    for function in exported(llvm, build, merged)["functions"]:
        if is_library(build, function["filenames"][0]):
            # A branch is [line, column, end line, end column, times true, times false, …].
            sides = [count > 0 for branch in function["branches"] for count in branch[4:6]]
            found[function["name"].rpartition(":")[2]] = Branches(sum(sides), len(sides))
    return found


def exported(llvm, build, merged, *options):
    text = output([llvm.cov, "export", *options, "-instr-profile", merged, build.driver])
    return json.loads(text)["data"][0]


def is_library(build, file):
    return Path(file).is_relative_to(build.source.folder)
