"""Fetches the sources of the measured programs: from Debian by `apt-get source`, from crates.io by `cargo vendor`.

Nothing is changed outside the work folder: `apt-get` gets lists and a cache of its own there.
"""

import hashlib
import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from tools import Unavailable, output, require, run

APT_FOLDER = Path("/etc/apt")


@dataclass(frozen=True)
class Source:
    """The unpacked sources of a package. `checksums` are the SHA-256 of the files that were fetched."""

    folder: str
    version: str
    checksums: dict


def debian(work, package):
    """Fetches and unpacks a Debian source package, in the version of the installed release without later updates."""
    return cached(work / "sources" / package, lambda folder: fetch_debian(work, package, folder))


def debian_binary(work, package, version):
    """Fetches and unpacks a Debian binary package, for a library that the sources of another version do not fit. Returns its folder."""
    folder = work / "binaries" / f"{package}-{version}"
    if not (folder / "root").exists():
        folder.mkdir(parents=True, exist_ok=True)
        # The machine's own lists: the private ones have sources only.
        run([require("apt-get", "apt"), "download", f"{package}={version}"], folder / "log", cwd=folder)
        run([require("dpkg-deb", "dpkg"), "-x", next(folder.glob("*.deb")), "unfinished"], folder / "log", cwd=folder)
        (folder / "unfinished").rename(folder / "root")
    return folder / "root"


def crate(work, name, version):
    """Fetches a crate that bundles C sources, in exactly this version."""
    return cached(work / "sources" / f"{name}-{version}", lambda folder: fetch_crate(name, version, folder))


def cached(folder, fetch):
    """Returns the source that an earlier run left in a folder, or fetches it."""
    record = folder / "source.json"
    if not record.exists():
        folder.mkdir(parents=True, exist_ok=True)
        record.write_text(json.dumps(asdict(fetch(folder)), indent=1))
    return Source(**json.loads(record.read_text()))


def fetch_debian(work, package, folder):
    apt_get = [require("apt-get", "apt"), *private_apt(work / "apt")]
    require("dpkg-source", "dpkg-dev")
    if not (work / "apt" / "updated").exists():
        run([*apt_get, "update"], work / "apt" / "log")
        (work / "apt" / "updated").touch()
    run([*apt_get, "source", package], folder / "log", cwd=folder)
    fetched = sorted(path for path in folder.iterdir() if path.is_file() and path.name != "log")
    description = next(path for path in fetched if path.suffix == ".dsc")
    version = re.search(r"^Version: (.+)$", description.read_text(), re.MULTILINE).group(1)
    unpacked = next(path for path in folder.iterdir() if path.is_dir())
    return Source(str(unpacked), version, {path.name: sha256(path) for path in fetched})


def private_apt(folder):
    """Makes an `apt-get` configuration that reads the machine's repositories as source repositories.

    Security and update suites are left out: their packages are replaced from time to time, so figures would not be
    comparable.
    """
    for part in ("lists/partial", "cache/archives/partial", "parts"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    stanzas = [text for path in sorted(APT_FOLDER.glob("sources.list.d/*.sources")) for text in path.read_text().split("\n\n")]
    stanzas = [source_stanza(text) for text in stanzas if "Types:" in text]
    (folder / "parts" / "all.sources").write_text("\n\n".join(filter(None, stanzas)) + "\n")
    lines = [line for path in [APT_FOLDER / "sources.list", *sorted(APT_FOLDER.glob("sources.list.d/*.list"))]
             if path.exists() for line in path.read_text().splitlines()]
    (folder / "parts" / "all.list").write_text("".join(source_line(line) for line in lines))
    if not any(path.read_text().strip() for path in (folder / "parts").iterdir()):
        raise Unavailable(f"no package repository is configured in {APT_FOLDER}: the sources come from Debian")
    options = {"Dir::Etc::SourceList": "/dev/null", "Dir::Etc::SourceParts": folder / "parts",
               "Dir::State::Lists": folder / "lists", "Dir::Cache": folder / "cache", "APT::Sandbox::User": "root"}
    return [word for key, value in options.items() for word in ("-o", f"{key}={value}")]


def source_stanza(text):
    """Turns a stanza of a `.sources` file into one for sources, or nothing if it only has updates."""
    suites = re.search(r"^Suites:(.+)$", text, re.MULTILINE)
    kept = [suite for suite in suites.group(1).split() if is_release(suite)] if suites else []
    if not kept or re.search(r"^Enabled: *no", text, re.MULTILINE):
        return None
    text = re.sub(r"^Types:.*$", "Types: deb-src", text, flags=re.MULTILINE)
    return re.sub(r"^Suites:.*$", "Suites: " + " ".join(kept), text, flags=re.MULTILINE).strip()


def source_line(line):
    """Does the same for a line of a `.list` file: `deb URI SUITE COMPONENTS`."""
    match = re.match(r"deb(-src)?(\s+\[.*?\])?\s+(\S+)\s+(\S+)(.*)$", line.strip())
    if not match or not is_release(match.group(4)):
        return ""
    return f"deb-src{match.group(2) or ''} {match.group(3)} {match.group(4)}{match.group(5)}\n"


def is_release(suite):
    return not re.search(r"-(security|updates|backports)", suite)


def fetch_crate(name, version, folder):
    cargo = require("cargo", "cargo")
    (folder / "src").mkdir(exist_ok=True)
    (folder / "src" / "lib.rs").touch()
    (folder / "Cargo.toml").write_text(
        f'[package]\nname = "sources"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\n{name} = "={version}"\n\n[workspace]\n')
    run([cargo, "vendor", "--versioned-dirs", "vendor"], folder / "log", cwd=folder, env={"CARGO_NET_OFFLINE": "false"})
    # Cargo has checked the crate against this checksum.
    lock = (folder / "Cargo.lock").read_text()
    entry = next(text for text in lock.split("[[package]]") if f'name = "{name}"' in text)
    checksum = re.search(r'checksum = "(\w+)"', entry).group(1)
    return Source(str(folder / "vendor" / f"{name}-{version}"), version, {f"{name}-{version}.crate": checksum})


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()
