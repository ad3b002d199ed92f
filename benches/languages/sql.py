#!/usr/bin/env python3
"""Measures how well the bundled grammar `sql` agrees with SQLite about what SQL is. `docs/language-sql.md` has the figures.

    apt-get source sqlite3        # or any other copy of SQLite's repository
    benches/languages/sql.py statements sqlite3-3.40.1/test --grammarc target/release/grammarc
    benches/languages/sql.py files FOLDER…
    benches/languages/sql.py speed dump.sql

`statements` takes the SQL out of SQLite's test scripts, which are in Tcl, and asks the library of SQLite (`libsqlite3`) about each
statement. `files` tells which `.sql` files parse whole, and whether SQLite finds a syntax error in the others.
"""

import argparse
import concurrent.futures
import ctypes
import ctypes.util
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
# A statement that still runs after so many instructions of SQLite's machine is ended.
MAX_SQLITE_INSTRUCTIONS = 100_000
# Memory for one database in bytes, so that a test of limits cannot fill the machine.
MAX_SQLITE_HEAP_BYTES = 1 << 28
# Statements that are parsed at once. Only a group that is rejected is cut, so that most statements need no process of their own.
GROUP_STATEMENTS = 64
# Seconds after which a run of grammarc counts as a rejection.
MAX_SECONDS = 120
# Messages of SQLite's tokenizer and parser. All other messages are about names, numbers of columns and the like.
SYNTAX_ERROR = re.compile(rb'near ".*": syntax error|unrecognized token: .*|incomplete input', re.S)
# Commands of the test scripts that take SQL, up to the brace before it.
TCL_COMMAND = re.compile(
    r"(?:\b(?:execsql|execsql2|catchsql|explain|db\d? +(?:eval|one|exists|onecolumn))"
    r"|\bdo_(?:execsql|catchsql|eqp|select|timed_execsql|rowset|scanstatus)\w*_test\s+\S+)\s+\{")
# A statement that changes the schema is carried out, because an unknown table can hide a syntax error behind it.
SCHEMA = re.compile(rb"\s*(create|alter|drop|attach)\b", re.I)


class Sqlite:
    """One database in memory. Only statements about the schema run, so that the later ones find their tables."""

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("sqlite3"))
        self.library.sqlite3_errmsg.restype = ctypes.c_char_p
        self.library.sqlite3_hard_heap_limit64(ctypes.c_int64(MAX_SQLITE_HEAP_BYTES))
        interrupt = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
        self.always = interrupt(lambda _: 1)
        self.database = ctypes.c_void_p()
        self.library.sqlite3_open(b":memory:", ctypes.byref(self.database))

    def complete(self, text):
        return self.library.sqlite3_complete(text) == 1

    def problem(self, statement):
        """Returns the message of a syntax error, or none."""
        prepared = ctypes.c_void_p()
        status = self.library.sqlite3_prepare_v2(self.database, statement, len(statement), ctypes.byref(prepared), None)
        message = self.library.sqlite3_errmsg(self.database) if status else b""
        if prepared and SCHEMA.match(statement):
            self.library.sqlite3_progress_handler(self.database, MAX_SQLITE_INSTRUCTIONS, self.always, None)
            while self.library.sqlite3_step(prepared) == 100:
                pass
        self.library.sqlite3_finalize(prepared)
        return message if SYNTAX_ERROR.fullmatch(message) else None

    def statements(self, text):
        """Cuts a script after each `;` that ends a statement: not after one in a string, a comment or a trigger."""
        parts, start = [], 0
        for found in re.finditer(rb";", text):
            part = text[start:found.end()]
            if self.complete(part):
                parts.append(part)
                start = found.end()
        parts.append(text[start:])
        return [part for part in parts if re.sub(rb"--[^\n]*|/\*.*?(\*/|$)|[;\s]", b"", part, flags=re.S)]


def blocks(script):
    """Yields the SQL in the braces behind the commands of a test script. Tcl replaces nothing in braces but broken lines."""
    for found in TCL_COMMAND.finditer(script):
        depth, at = 1, found.end()
        while depth and at < len(script):
            depth += {"{": 1, "}": -1}.get(script[at], 0)
            at += 2 if script[at] == "\\" else 1
        if not depth:
            yield re.sub(r"\\\n[ \t]*", " ", script[found.end():at - 1])


def judge_script(path):
    """Prints the statements of a test script with SQLite's message, as JSON: in a process of its own, because tests corrupt databases."""
    sqlite = Sqlite()
    found = []
    for block in blocks(pathlib.Path(path).read_bytes().decode("utf-8", "surrogateescape")):
        try:
            text = block.encode("utf-8")
        except UnicodeEncodeError:
            continue
        if b"\0" in text:
            continue
        for statement in sqlite.statements(text):
            message = sqlite.problem(statement)
            found.append((statement.decode(), message.decode("utf-8", "replace") if message is not None else None))
    print(json.dumps(found))


def known_statements(folder):
    """Returns each statement of the scripts once, with SQLite's message."""
    scripts = sorted(pathlib.Path(folder).rglob("*.test"))
    print(f"{len(scripts)} test scripts")
    judged = {}
    with tempfile.TemporaryDirectory() as empty:
        def judge(script):
            command = [sys.executable, __file__, "script", str(script.resolve())]
            return subprocess.run(command, capture_output=True, cwd=empty)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for script, done in zip(scripts, pool.map(judge, scripts)):
                if done.returncode:
                    print(f"left out: {script.name}: status {done.returncode}: {done.stderr.decode()[-200:]}")
                    continue
                for statement, message in json.loads(done.stdout):
                    judged.setdefault(statement.strip(), message)
    return judged


class Grammarc:
    def __init__(self, program, grammar):
        self.program, self.grammar = program, grammar

    def run(self, text, *more):
        """Returns whether a text parses, and the message if it does not."""
        with tempfile.NamedTemporaryFile(suffix=".sql") as file:
            file.write(text)
            file.flush()
            command = [self.program, "parse", "-g", self.grammar, *more, file.name]
            try:
                done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=MAX_SECONDS)
            except subprocess.TimeoutExpired:
                return False, "timeout"
        return done.returncode == 0, done.stderr.decode("utf-8", "replace")

    def rejected(self, statements):
        """Returns those of some statements that do not parse."""
        whole = b"\n;\n".join(statement.encode() for statement in statements)
        if not statements or self.run(whole)[0]:
            return []
        if len(statements) == 1:
            return statements
        middle = len(statements) // 2
        return self.rejected(statements[:middle]) + self.rejected(statements[middle:])


def share(part, whole):
    return f"{part} of {whole} ({100 * part / max(whole, 1):.2f} %)"


def measure_statements(given):
    judged = known_statements(given.folder[0])
    grammarc = Grammarc(given.grammarc, given.grammar)
    right = [statement for statement, message in judged.items() if message is None]
    wrong = [statement for statement, message in judged.items() if message is not None]
    groups = [right[at:at + GROUP_STATEMENTS] for at in range(0, len(right), GROUP_STATEMENTS)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        missed = [statement for part in pool.map(grammarc.rejected, groups) for statement in part]
        said = list(pool.map(lambda statement: grammarc.run(statement.encode()), missed))
        taken = [statement for statement, (parses, _) in
                 zip(wrong, pool.map(lambda statement: grammarc.run(statement.encode()), wrong)) if parses]
    print(f"SQLite accepts, and we parse: {share(len(right) - len(missed), len(right))}")
    print(f"SQLite finds a syntax error, and we reject: {share(len(wrong) - len(taken), len(wrong))}")
    for title, pairs in [("missed", [(s, m) for s, (_, m) in zip(missed, said)]), ("taken", [(s, judged[s]) for s in taken])]:
        if given.out:
            pathlib.Path(given.out, f"{title}.json").write_text(json.dumps(pairs, indent=1, ensure_ascii=False))


def measure_files(given):
    grammarc = Grammarc(given.grammarc, given.grammar)
    paths = sorted(path for folder in given.folder for path in
                   ([pathlib.Path(folder)] if os.path.isfile(folder) else pathlib.Path(folder).rglob("*.sql")))
    whole, right, both = 0, 0, 0
    for path in paths:
        text = path.read_bytes()
        parses, message = grammarc.run(text)
        sqlite = Sqlite()
        problems = [problem for problem in map(sqlite.problem, sqlite.statements(text)) if problem is not None]
        whole += parses
        right += not problems
        both += parses and not problems
        if parses == bool(problems):
            print(f"{path}: " + (f"SQLite: {problems[0].decode()}" if parses else message.strip()))
        elif problems:
            print(f"{path}: no SQLite: {problems[0].decode()}")
    print(f"files {len(paths)}; SQLite finds no syntax error in {right}; of these parse whole {share(both, right)}; all that parse: {whole}")


def measure_speed(given):
    text = pathlib.Path(given.folder[0]).read_bytes()
    grammarc = Grammarc(given.grammarc, given.grammar)
    times = []
    for size in (b"", text):
        best = 1e9
        for _ in range(given.runs):
            start = resource.getrusage(resource.RUSAGE_CHILDREN)
            parses, message = grammarc.run(size, "--path", "0")
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            best = min(best, end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime)
        times.append(best)
    print(f"{len(text)} bytes, {times[1] - times[0]:.3f} s of the processor without start and grammar ({times[0]:.3f} s): "
          f"{len(text) / 1e6 / (times[1] - times[0]):.2f} MB/s {message}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["statements", "files", "speed", "script"])
    parser.add_argument("folder", nargs="+")
    parser.add_argument("--grammarc", default="grammarc", help="the program (default: on the PATH)")
    parser.add_argument("--grammar", default=str(REPOSITORY / "grammars/sql/sql.bnf"))
    parser.add_argument("--runs", type=int, default=9, help="runs of which `speed` takes the fastest")
    parser.add_argument("--out", help="folder for the statements on which the two differ, as JSON")
    given = parser.parse_args()
    if given.what == "script":
        judge_script(given.folder[0])
    else:
        {"statements": measure_statements, "files": measure_files, "speed": measure_speed}[given.what](given)


if __name__ == "__main__":
    main()
