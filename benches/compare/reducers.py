"""The reducers: how each is called with one job, for which cases, and how its version is found."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tools import Unavailable

DRIVERS = Path(__file__).resolve().parent / "drivers"
GRAMMARC = "grammarc"


@dataclass(frozen=True)
class Reducer:
    """`command` has `{input}` for the input's name and `{drivers}` for the folder of our drivers; `./interesting` is the test.

    `extensions` are the cases that the tool can read, or none for all. `version` is a command that prints the version, or the
    name of the tool's Python package. `install` is what to type if the tool is missing.
    """

    name: str
    program: str
    command: str
    version: str
    install: str
    extensions: tuple = ()


def treereduce(language, extension):
    program = f"treereduce-{language}"
    return Reducer("treereduce", program, f"{program} -j 1 -s {{input}} -o result -- ./interesting @@", f"{program} --version",
                   f"cargo install {program} --version 0.4.1 --locked", (extension,))


REDUCERS = (
    Reducer(GRAMMARC, GRAMMARC, "grammarc reduce -j 1 {input} -- ./interesting {{}}", "grammarc --version",
            "cargo build --release -p grammarc"),
    Reducer("C-Vise", "cvise", "cvise --n 1 interesting {input}", "cvise --version", "apt-get install cvise"),
    Reducer("C-Reduce", "creduce", "creduce --n 1 interesting {input}", "creduce --version", "apt-get install creduce"),
    Reducer("Shrink Ray", "shrinkray", "shrinkray --ui=basic --parallelism=1 --no-history ./interesting {input}", "shrinkray --version",
            "pip install shrinkray==26.9.13.0"),
    Reducer("Picire", "picire", "picire -j 1 --input={input} --test=./interesting --out=out", "picire --version",
            "pip install picire==21.8"),
    Reducer("Picireny", "picireny",
            "picireny -j 1 --input={input} --test=./interesting --out=out --grammar={drivers}/JSON.g4 --start=json "
            "--antlr={antlr} --hdd=hddr --phase=prune+hoist",
            "picireny --version", "pip install picireny==21.8", ("json",)),
    Reducer("lithium", "lithium", "lithium {drivers}/lithium_test.py ./interesting {input}", "lithium-reducer",
            "pip install lithium-reducer==4.0.0"),
    Reducer("delta", "singledelta", "singledelta -test=./interesting -in_place -suffix=.{extension} {input}", "singledelta -help",
            "apt-get install delta"),
    treereduce("c", "c"), treereduce("javascript", "js"), treereduce("lua", "lua"), treereduce("rust", "rs"),
)


def for_case(case):
    """Returns the reducers that can read a case."""
    return [reducer for reducer in REDUCERS if not reducer.extensions or case.extension in reducer.extensions]


def check(reducer):
    """Raises `Unavailable` if the reducer is not installed."""
    if shutil.which(reducer.program) is None:
        raise Unavailable(f"`{reducer.program}` is not installed; type: {reducer.install}")


def version(reducer):
    """Returns the number that the tool prints as its version, or that its Python package states."""
    command = reducer.version.split()
    if len(command) == 1:
        # lithium prints no version. Its first line names the Python that it is installed for.
        python = Path(shutil.which(reducer.program)).read_text().splitlines()[0].removeprefix("#!").split()
        command = [*python, "-c", f"import importlib.metadata as installed; print(installed.version({reducer.version!r}))"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
    found = re.search(r"\d+(\.\d+)+", done.stdout)
    return found.group(0) if found else "unknown"
