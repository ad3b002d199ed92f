"""Finds the programs that the benchmark needs, and runs them with a limit of CPU time."""

import hashlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

# A command that waits instead of computing is ended after so many times its CPU limit.
WALL_FACTOR = 10
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


class Unavailable(Exception):
    """A tool, an option or an input is missing. The message says which, and how to get it."""


class Failed(Exception):
    """A command ended with an error. The message names its log."""


def run_to_end(main):
    """Runs the main function of a script, and ends with a message if it fails or is interrupted."""
    # SIGTERM ends a run as Ctrl-C does, so that the children are ended too. A shell's `&` lets SIGINT be ignored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        main()
    except (Unavailable, Failed) as problem:
        sys.exit(f"error: {problem}")
    except KeyboardInterrupt:
        sys.exit("interrupted; the results so far are kept, and the next run goes on from there")


@dataclass(frozen=True)
class Usage:
    """The cost of one command."""

    cpu_seconds: float
    is_cut_off: bool


@dataclass(frozen=True)
class Llvm:
    """Clang and the two tools that read its profiles. All three must have the same version."""

    clang: str
    profdata: str
    cov: str
    version: str


def require(name, package):
    """Returns the path of a program, or says which Debian package has it."""
    path = shutil.which(name)
    if path is None:
        raise Unavailable(f"`{name}` is not installed; type: apt-get install {package}")
    return path


def llvm():
    """Returns the newest Clang whose profile tools are installed too."""
    for suffix in [f"-{n}" for n in range(30, 12, -1)] + [""]:
        found = [shutil.which(name + suffix) for name in ("clang", "llvm-profdata", "llvm-cov")]
        if all(found) and has_runtime(found[0]):
            version = output([found[0], "--version"]).splitlines()[0]
            return Llvm(*found, version)
    raise Unavailable(
        "Clang with its coverage tools and runtime is not installed; type: apt-get install clang-14 llvm-14 libclang-rt-14-dev "
        "(or the same packages of another version)")


def has_runtime(clang):
    """Tells whether Clang can link programs that count: the library for it is a package of its own."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "empty.c")
        source.write_text("int main(void) { return 0; }")
        command = [clang, "-fprofile-instr-generate", source, "-o", Path(folder, "empty")]
        return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


def output(command, **options):
    """Returns what a command prints on standard output; its errors go to ours."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def run(command, log, cpu_limit=None, cwd=None, env=None, is_cut_off_ok=False):
    """Runs a command, with all of its output in the file `log`, and returns its cost.

    `cpu_limit` is in seconds, for each process of the command. A command that reaches it is killed with its children: an
    error, unless `is_cut_off_ok`.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [str(part) for part in command]

    def limit():
        if cpu_limit:
            resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_limit) + 1, int(cpu_limit) + 5))

    with open(log, "ab") as out:
        out.write(f"$ {' '.join(command)}\n".encode())
        out.flush()
        child = subprocess.Popen(
            command,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=limit,
        )
        status, usage, is_late = wait(child, cpu_limit)
    is_cut_off = is_late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL))
    if status != 0 and not (is_cut_off and is_cut_off_ok):
        reason = f"ran longer than {cpu_limit} s" if is_cut_off else "failed"
        raise Failed(f"`{Path(command[0]).name}` {reason}; its output is in {log}")
    return Usage(usage.ru_utime + usage.ru_stime, is_cut_off)


def wait(child, cpu_limit):
    """Waits for a child. Returns its status, its resource usage, and whether it was killed for taking too long."""
    end = time.monotonic() + WALL_FACTOR * cpu_limit if cpu_limit else None
    try:
        while end and time.monotonic() < end:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                child.returncode = os.waitstatus_to_exitcode(status)
                return status, usage, False
            time.sleep(0.01)
        if end:
            os.killpg(child.pid, signal.SIGKILL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        return status, usage, end is not None
    except BaseException:
        if child.returncode is None:
            os.killpg(child.pid, signal.SIGKILL)
        raise


def tree_ticks(root):
    """Returns the CPU time of a process and of all below it, with that of children that have ended, in ticks by process.

    Programs such as AFL++ start others in a session of their own, so the parents are followed.
    """
    children, ticks = {}, {}
    # `glob` of the whole path would fail for a process that ends while it looks.
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # The name of a process, in parentheses, may have spaces, and be cut off inside a character.
            fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            continue
        pid = int(folder.name)
        children.setdefault(int(fields[1]), []).append(pid)
        ticks[pid] = sum(map(int, fields[11:15]))
    below, found = [root], {}
    while below:
        pid = below.pop()
        if pid in ticks:
            found[pid] = ticks[pid]
        below += children.get(pid, [])
    return found


def digest(*parts):
    """Returns a short SHA-256 of texts, bytes and the contents of paths: the name of a cache entry."""
    sha = hashlib.sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else part if isinstance(part, bytes) else str(part).encode()
        sha.update(len(data).to_bytes(8, "little") + data)
    return sha.hexdigest()[:16]
