#!/usr/bin/env python3
"""Measure the bundled grammar `javascript`: the share of real files that parse whole, speed and memory, the share of generated
programs that V8 compiles, and both shares of test262.

  javascript.py real FOLDER... [--every N]      every N-th of the sorted list of *.js, *.mjs and *.cjs
  javascript.py generated [--count N]           programs of the fuzzer: as a script, below "use strict", and as a module
  javascript.py test262 REPOSITORY [--every N]  every N-th syntax test; those of proposals are left out

`--grammarc PROGRAM` and `--grammar FILE` say what is measured. A file that does not parse is printed with its first error.
"""
import argparse, collections, os, re, resource, subprocess, tempfile

PROPOSALS = {
    "decorators", "explicit-resource-management", "import-defer", "source-phase-imports", "source-phase-imports-module-source",
    "regexp-modifiers", "regexp-duplicate-named-groups", "import-text", "import-bytes", "json-modules", "import-attributes",
}
COMPILE = """
const vm = require('vm'), fs = require('fs'), folder = process.argv[1], counts = {}, errors = {};
const names = fs.readdirSync(folder);
for (const name of names) {
  const text = fs.readFileSync(folder + '/' + name, 'utf8');
  const ways = { script: () => new vm.Script(text), strict: () => new vm.Script('"use strict";' + text), module: () => new vm.SourceTextModule(text) };
  for (const way in ways) try { ways[way](); counts[way] = (counts[way] || 0) + 1; } catch (error) {
    const message = way + ': ' + error.message.replace(/'[^']*'/g, "'…'"); errors[message] = (errors[message] || 0) + 1;
  }
}
console.log(names.length, 'programs, compiled:', JSON.stringify(counts));
for (const [message, count] of Object.entries(errors).sort((a, b) => b[1] - a[1])) console.log(String(count).padStart(6), message);
"""

def files(folders, every):
    found = []
    for folder in folders:
        for root, _, names in os.walk(folder):
            found += [os.path.join(root, name) for name in names if name.endswith((".js", ".mjs", ".cjs"))]
    return sorted(found)[::every]

def parse(tool, path):
    """Returns whether the file parses, the seconds and kilobytes that it takes, and the first lines of the message."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(["/usr/bin/time", "-f", "%M", *tool, path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=300)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = done.stderr.decode(errors="replace").strip().split("\n")
    return done.returncode == 0, after.ru_utime - before.ru_utime, int(lines[-1]), lines[:5]

def real(tool, paths):
    whole, direct, size = 0, 0, 0
    for path in paths:
        good, seconds, kilobytes, message = parse(tool, path)
        whole, size = whole + good, size + os.path.getsize(path)
        direct += parse([*tool, "--engine", "generated"], path)[0]
        if not good:
            print(path, *message, sep="\n    ")
        elif os.path.getsize(path) > 200_000:
            print(f"{path}: {os.path.getsize(path)} bytes, {seconds:.2f} s, {kilobytes} kB")
    print(f"{whole} of {len(paths)} files parse whole, {direct} of them without a chart; {size} bytes")

def generated(fuzz, count):
    with tempfile.TemporaryDirectory() as folder:
        fuzz = [*fuzz, "--seed", "1", "-n", str(count), "--size", "50..800", "-o", folder]
        subprocess.run(fuzz, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["node", "--no-warnings", "--experimental-vm-modules", "-e", COMPILE, folder], check=True)

def test262(tool, repository, every):
    counts, wrong = collections.Counter(), []
    paths = [path for path in files([os.path.join(repository, "test", "language")], 1) if "_FIXTURE" not in path][::every]
    for path in paths:
        with open(path, "rb") as file:
            comment = re.search(rb"/\*---(.*?)---\*/", file.read(), re.S)
        about = comment.group(1).decode() if comment else ""
        if PROPOSALS & set(re.findall(r"[\w-]+", about.partition("features:")[2])):
            continue
        kind = "negative" if "negative:" in about and re.search(r"phase:\s*parse", about) else "positive"
        right = parse(tool, path)[0] == (kind == "positive")
        counts.update([kind, kind + " as it should be"] if right else [kind])
        wrong += [] if right else [f"{kind}: {path}"]
    print(*wrong, sep="\n")
    print(dict(counts))

def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("kind", choices=["real", "generated", "test262"])
    arguments.add_argument("folder", nargs="*")
    arguments.add_argument("--every", type=int, default=1)
    arguments.add_argument("--count", type=int, default=1000)
    arguments.add_argument("--grammarc", default="grammarc")
    arguments.add_argument("--grammar", default="javascript")
    given = arguments.parse_args()
    tool = [given.grammarc, "parse", "-g", given.grammar]
    if given.kind == "real":
        real(tool, files(given.folder, given.every))
    elif given.kind == "generated":
        generated([given.grammarc, "fuzz", "-g", given.grammar], given.count)
    else:
        test262(tool, given.folder[0], given.every)

if __name__ == "__main__":
    main()
