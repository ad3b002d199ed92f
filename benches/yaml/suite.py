#!/usr/bin/env python3
"""Compare the grammar of YAML with the cases of the yaml-test-suite: which valid inputs parse, and which invalid ones do not.

Usage: suite.py [--list] [SUITE]

SUITE is a clone of https://github.com/yaml/yaml-test-suite (its folder `src`), or the variable YAML_TEST_SUITE. Without it the
script says so and ends. The binary is `target/debug/grammarc`, or the variable GRAMMARC. With the Python package `yaml` its
verdicts are counted, too. `--list` prints the names of the cases that differ.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def decoded(text):
    """Returns the input of a case, whose invisible characters are written as visible ones."""
    text = text.removesuffix("∎\n") if text.endswith("∎\n") else text
    text = re.sub("—*»", "\t", text)
    pairs = {"␣": " ", "←": "\r", "↵": "", "⇔": "\ufeff"}
    for shown, meant in pairs.items():
        text = text.replace(shown, meant)
    return text


def cases(folder, yaml):
    """Yields name, input and whether it is invalid."""
    for path in sorted(folder.glob("*.yaml")):
        for number, case in enumerate(yaml.safe_load(path.read_text())):
            if "skip" not in case and "yaml" in case:
                yield f"{path.stem}/{number:02}", decoded(case["yaml"]), bool(case.get("fail"))


def accepts(grammarc, path):
    command = [grammarc, "parse", "-g", str(ROOT / "grammars/yaml/yaml.bnf"), "--max-nodes", "1", str(path)]
    run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)
    return run.returncode == 0


def library_accepts(yaml, text):
    try:
        list(yaml.parse(text))
        return True
    except (yaml.YAMLError, ValueError):
        return False


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--list"]
    suite = Path(arguments[0] if arguments else os.environ.get("YAML_TEST_SUITE", "yaml-test-suite"))
    if not (suite / "src").is_dir():
        print(f"skipped: {suite}/src is missing; clone https://github.com/yaml/yaml-test-suite and name its folder")
        return
    try:
        import yaml
    except ImportError:
        print("skipped: the Python package `yaml`, which reads the suite, is missing")
        return
    grammarc = os.environ.get("GRAMMARC", str(ROOT / "target/debug/grammarc"))
    totals = {False: 0, True: 0}
    right = {("ours", False): 0, ("ours", True): 0, ("library", False): 0, ("library", True): 0}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case.yaml"
        for name, text, is_invalid in cases(suite / "src", yaml):
            path.write_bytes(text.encode())
            totals[is_invalid] += 1
            verdicts = {"ours": accepts(grammarc, path), "library": library_accepts(yaml, text)}
            for who, is_accepted in verdicts.items():
                right[who, is_invalid] += is_accepted != is_invalid
            if "--list" in sys.argv and verdicts["ours"] == is_invalid:
                print(f"{name}: {'accepted' if is_invalid else 'rejected'}")
    for who in ["ours", "library"]:
        print(f"{who}: {right[who, False]} of {totals[False]} valid inputs parse, "
              f"{right[who, True]} of {totals[True]} invalid ones do not")


if __name__ == "__main__":
    main()
