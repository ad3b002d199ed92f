#!/usr/bin/env python3
"""Measure the bundled grammar `c`: the share of real files that parse whole, speed and memory, and the share of generated programs
that gcc accepts.

  c.py written FOLDER... [--every N]        files as written (*.c, *.h), every N-th of the sorted list
  c.py preprocessed FOLDER... [--every N]   the same list (*.c), through `gcc -E -P`; files that gcc cannot preprocess are left out
  c.py generated [--count N]                programs of the fuzzer, through `gcc -fsyntax-only -w -x c`

`--grammarc PROGRAM` and `--grammar FILE` say what is measured. A file that does not parse is printed with its first error.
"""
import argparse, collections, os, re, resource, subprocess, sys, tempfile, time

NAME_ERRORS = re.compile(r"undeclared|not defined|unknown type name|redefinition|redeclar|conflicting types|has no member named|"
                         r"duplicate (member|label|case)|defined as wrong kind|previous(ly)? (definition|declar)|unknown field name")

def files(folders, every, extensions):
    found = []
    for folder in folders:
        for root, _, names in os.walk(folder):
            found += [os.path.join(root, name) for name in names if name.endswith(extensions)]
    return sorted(found)[::every]

def preprocess(path, folder):
    """Returns the preprocessed file, or nothing if gcc refuses it. Its own folder and those around it are searched for headers."""
    around, here = [], os.path.dirname(path)
    for _ in range(4):
        around += ["-I", here, "-I", os.path.join(here, "include")]
        here = os.path.dirname(here)
    out = os.path.join(folder, re.sub(r"\W+", "-", path)[-80:] + ".c")
    done = subprocess.run(["gcc", "-E", "-P", *around, path, "-o", out], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return out if done.returncode == 0 else None

def parse(tool, path):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    done = subprocess.run(["/usr/bin/time", "-f", "%M", *tool, path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=300)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = done.stderr.decode(errors="replace").strip().split("\n")
    return done.returncode == 0, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, int(lines[-1]), lines[:-1]

def real(tool, paths):
    empty = tempfile.NamedTemporaryFile(suffix=".c")
    base = min(parse(tool, empty.name)[1] for _ in range(5))
    good, total, seconds = 0, 0, 0.0
    for path in paths:
        whole, used, kilobytes, message = parse(tool, path)
        size = os.path.getsize(path)
        good, total, seconds = good + whole, total + size, seconds + max(used - base, 0)
        slow = used - base > 1
        if not whole or slow:
            print(f"{'slow' if whole else 'no'}: {path} ({size} bytes, {used - base:.3f} s, {kilobytes} kB)", *message[:5], sep="\n    ")
    print(f"{good} of {len(paths)} files parse whole ({100 * good / len(paths):.1f} %); {total} bytes, {total / seconds / 1e6:.2f} MB/s")

def generated(tool, fuzz, count):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*fuzz, "--seed", "1", "-n", str(count), "-o", folder], check=True, stdout=subprocess.DEVNULL)
        kinds, messages, size = collections.Counter(), collections.Counter(), 0
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            size += os.path.getsize(path)
            done = subprocess.run(["gcc", "-fsyntax-only", "-w", "-x", "c", path], capture_output=True, env={**os.environ, "LC_ALL": "C"})
            errors = re.findall(r"error: (.*)", done.stderr.decode(errors="replace"))
            named = [error for error in errors if NAME_ERRORS.search(error)]
            kinds["accepted" if not errors else "name error" if named else "other error"] += 1
            messages.update({re.sub(r"‘[^’]*’|'[^']*'", "'…'", error) for error in errors})
        print(f"{count} programs, {size / count:.0f} bytes on average:", ", ".join(f"{kind} {n}" for kind, n in kinds.most_common()))
        for message, n in messages.most_common(40):
            print(f"{n:6} {'(name) ' if NAME_ERRORS.search(message) else ''}{message}")

def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("kind", choices=["written", "preprocessed", "generated"])
    arguments.add_argument("folder", nargs="*")
    arguments.add_argument("--every", type=int, default=1)
    arguments.add_argument("--count", type=int, default=1000)
    arguments.add_argument("--grammarc", default="grammarc")
    arguments.add_argument("--grammar", default="c")
    given = arguments.parse_args()
    tool = [given.grammarc, "parse", "-g", given.grammar]
    if given.kind == "generated":
        return generated(tool, [given.grammarc, "fuzz", "-g", given.grammar], given.count)
    paths = files(given.folder, given.every, (".c", ".h") if given.kind == "written" else ".c")
    with tempfile.TemporaryDirectory() as folder:
        if given.kind == "preprocessed":
            paths = [out for out in (preprocess(path, folder) for path in paths) if out]
        real(tool, paths)

main()
