"""Generators of texts: our own configurations, the seeds, and the peers."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from tools import Unavailable, Usage, digest, output, run

REPOSITORY = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PEERS = HERE / "peers"

# Pinned, so that two people measure the same peers. `None`: every dependency that pip finds; else these alone.
PACKAGES = {
    "grammarinator": ("grammarinator==26.1", None),
    "fandango": ("fandango-fuzzer==1.3.1", None),
    # All dependencies of the Fuzzing Book are 1 GB. Its grammar fuzzers need these two.
    "fuzzingbook": ("fuzzingbook==1.2.2", ("markdown==3.11.3", "graphviz==0.21")),
}


@dataclass(frozen=True)
class Order:
    """What a generator shall write: `count` texts of a grammar in a folder, in at most `cpu_limit` seconds."""

    grammar: str
    folder: Path
    count: int
    seed: int
    cpu_limit: float
    log: Path


class Inputs:
    """Our grammar files and the folders of seeds: those of the repository, or others that the user names by grammar."""

    def __init__(self, files, seeds):
        self.files, self.folders = files, seeds

    def file(self, grammar):
        """Returns our grammar file of a language."""
        file = self.files.get(grammar, REPOSITORY / "grammars" / grammar / f"{grammar}.bnf")
        if not file.exists():
            raise Unavailable(f"no grammar file of {grammar}; add --grammar {grammar}=FILE")
        return file

    def seeds(self, grammar):
        """Returns the folder of hand-picked texts of a language."""
        own = HERE / "seeds" / grammar
        return self.folders.get(grammar, own if own.exists() else REPOSITORY / "grammars" / grammar / "accept")


class Seeds:
    """The seeds alone: what `--mutate` and AFL++ begin with."""

    name = "seeds alone"
    is_endless = False

    def __init__(self, inputs):
        self.inputs = inputs

    def files(self, grammar):
        return [path for path in sorted(self.inputs.seeds(grammar).iterdir()) if path.is_file()]

    def identity(self, grammar):
        return digest(*self.files(grammar))

    def write(self, order):
        for path in self.files(order.grammar):
            shutil.copy(path, order.folder)
        return Usage(0.0, False)


class Ours:
    """`grammarc fuzz` with some options. In an option, `{seeds}` is the folder of seeds."""

    is_endless = True

    def __init__(self, binary, inputs, name, options):
        self.binary, self.inputs, self.name, self.options = binary, inputs, name, options

    def identity(self, grammar):
        # Options in `--help` are followed by a space; `--cover` must not be found in `--coverage`.
        known = set(re.findall(r"--[a-z-]+", output([self.binary, "fuzz", "--help"])))
        unknown = [option for option in self.options if option.startswith("--") and option.partition("=")[0] not in known]
        if unknown:
            raise Unavailable(f"this `{self.binary.name}` has no `fuzz {unknown[0]}`")
        return digest(self.options, self.binary, Seeds(self.inputs).identity(grammar), self.inputs.file(grammar))

    def write(self, order):
        options = [option.format(seeds=self.inputs.seeds(order.grammar)) for option in self.options]
        command = [self.binary, "fuzz", "-g", self.inputs.file(order.grammar), "-n", order.count, "--seed", order.seed,
                   "-o", order.folder, *options]
        return generate(command, order)


def generate(command, order):
    """Runs a generator up to its limit of time. A Python peer may iterate over sets: a fixed hash seed keeps their order."""
    return run(command, order.log, order.cpu_limit, env={"PYTHONHASHSEED": "0"}, is_cut_off_ok=True)


def python_with(work, peer):
    """Returns the Python of a virtual environment that has a peer's package, which is installed on first use."""
    package, dependencies = PACKAGES[peer]
    folder = work / "peers" / package
    if not (folder / "installed").exists():
        print(f"installing {package} …", flush=True)
        run(["python3", "-m", "venv", folder], work / "peers" / "log")
        alone = [] if dependencies is None else ["--no-deps"]
        run([folder / "bin" / "python", "-m", "pip", "install", *alone, package, *(dependencies or ())], work / "peers" / "log")
        (folder / "installed").touch()
    return folder / "bin" / "python"


class FuzzingBook:
    """A fuzzer of the Fuzzing Book by its class name, on its own kind of grammar (JSON only)."""

    is_endless = True

    def __init__(self, work, fuzzer):
        self.work, self.fuzzer = work, fuzzer
        self.name = f"{fuzzer} (Fuzzing Book)"

    def identity(self, grammar):
        script = PEERS / "fuzzingbook_json.py"
        if grammar != "json":
            raise Unavailable(f"no {grammar} grammar for the Fuzzing Book")
        return digest(PACKAGES["fuzzingbook"], script, self.fuzzer)

    def write(self, order):
        command = [python_with(self.work, "fuzzingbook"), PEERS / "fuzzingbook_json.py", self.fuzzer, order.folder, order.count,
                   order.seed]
        return generate(command, order)


class Fandango:
    """Fandango on its own kind of grammar (JSON only)."""

    name = "Fandango"
    is_endless = True

    def __init__(self, work):
        self.work = work

    def identity(self, grammar):
        if grammar != "json":
            raise Unavailable(f"no {grammar} grammar for Fandango")
        return digest(PACKAGES["fandango"], PEERS / "json.fan")

    def write(self, order):
        command = [python_with(self.work, "fandango").parent / "fandango", "fuzz", "-f", PEERS / "json.fan", "-n", order.count,
                   "-d", order.folder, "--random-seed", order.seed, "--progress-bar", "off"]
        return generate(command, order)


@dataclass(frozen=True)
class Antlr:
    """A grammar of ANTLR 4: a folder of `.g4` files and its start rule.

    `is_spaced` puts a space between tokens, for grammars that skip white space.
    """

    folder: Path
    rule: str
    depth: int
    is_spaced: bool

    @staticmethod
    def parse(text):
        """Reads `FOLDER:RULE[:depth=N][:spaces]`."""
        folder, rule, *options = text.split(":")
        depth = next((int(option[6:]) for option in options if option.startswith("depth=")), 20)
        return Antlr(Path(folder).resolve(), rule, depth, "spaces" in options)

    def files(self):
        return sorted(self.folder.glob("*.g4"))


class Grammarinator:
    """Grammarinator on ANTLR grammars that the user has."""

    name = "Grammarinator"
    is_endless = True

    def __init__(self, work, grammars):
        self.work, self.grammars = work, grammars

    def identity(self, grammar):
        antlr = self.grammars.get(grammar)
        if antlr is None:
            raise Unavailable(f"no ANTLR grammar was given; add --antlr {grammar}=FOLDER:RULE")
        if not antlr.files():
            raise Unavailable(f"no .g4 file in {antlr.folder}")
        return digest(PACKAGES["grammarinator"], antlr, *antlr.files())

    def write(self, order):
        antlr = self.grammars[order.grammar]
        tools = python_with(self.work, "grammarinator").parent
        code = self.work / "peers" / f"grammarinator-{order.grammar}-{self.identity(order.grammar)}"
        if not list(code.glob("*Generator.py")):
            code.mkdir(exist_ok=True)
            run([tools / "grammarinator-process", *antlr.files(), "-o", code, "--no-actions"], order.log)
        name = next(code.glob("*Generator.py")).stem
        spaces = ["-s", "grammarinator.runtime.simple_space_serializer"] if antlr.is_spaced else []
        command = [tools / "grammarinator-generate", f"{name}.{name}", "-r", antlr.rule, "-d", antlr.depth, *spaces, "-n",
                   order.count, "-o", order.folder / "%d", "--sys-path", code, "--random-seed", order.seed, "-j", 1,
                   "--encoding-errors", "ignore"]
        return generate(command, order)
