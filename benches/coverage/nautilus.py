"""Nautilus as a peer, in its version of LibAFL: mutations of trees, guided by the edges that the program takes."""

import os
import shutil
import subprocess

import programs
from afl import wait_for
from generators import PEERS, Seeds
from tools import Failed, Unavailable, Usage, digest, require, run

CRATE = PEERS / "nautilus"


class Nautilus:
    """One campaign for a program. Its texts are those that it kept because they reached a new edge."""

    name = "Nautilus (LibAFL)"
    is_campaign = True

    def __init__(self, work, inputs):
        self.work, self.inputs, self.seeds = work, inputs, Seeds(inputs)

    def identity(self, grammar):
        if not grammar_of(grammar).exists():
            raise Unavailable(f"no {grammar} grammar for Nautilus")
        require("afl-clang-fast", "afl++")
        return digest(self.seeds.identity(grammar), grammar_of(grammar), CRATE / "Cargo.toml", CRATE / "src" / "main.rs")

    def campaign(self, program, folder, cpu_seconds, seed):
        """Runs Nautilus for so much CPU time, of it and the program together. It writes the texts that it keeps to `folder`."""
        fuzzer = self.built()
        build = programs.afl(self.work, program, require("afl-clang-fast", "afl++"))
        state = folder.with_suffix(".nautilus")
        shutil.rmtree(state, ignore_errors=True)
        state.mkdir(parents=True)
        command = [fuzzer, grammar_of(program.grammar), self.inputs.seeds(program.grammar), folder, str(seed), build.driver]
        with open(state / "log", "wb") as log:
            child = subprocess.Popen(command, cwd=state, env={**os.environ, "TMPDIR": str(state)}, stdin=subprocess.DEVNULL, stdout=log,
                                     stderr=log, start_new_session=True)
            used = wait_for(child, cpu_seconds)
        if not any(folder.iterdir()):
            raise Failed(f"Nautilus found nothing; its output is in {state / 'log'}")
        return Usage(used, False)

    def built(self):
        """Returns the fuzzer, which is built on first use: it takes some minutes."""
        target = self.work / "peers" / "nautilus"
        program = target / "release" / "nautilus"
        command = [require("cargo", "cargo"), "build", "--release", "--manifest-path", CRATE / "Cargo.toml", "--target-dir", target]
        run(command, self.work / "peers" / "log", env={"CARGO_NET_OFFLINE": "false"})
        return program


def grammar_of(grammar):
    return CRATE / f"{grammar}.json"
