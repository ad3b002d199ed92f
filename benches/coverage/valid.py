#!/usr/bin/env python3
"""Measures which share of generated texts a real program accepts: SQL by SQLite, Lua by luac and lua.

A fuzzer whose texts are refused at once never reaches the code behind the check. This script writes texts with
`grammarc fuzz`, gives them to the program, and prints the share that is accepted and the reasons for the others, the most
frequent first. The reasons say which part of the grammar to mend next.

    python3 benches/coverage/valid.py sql --grammarc target/debug/grammarc
    python3 benches/coverage/valid.py lua --size 200 --grammar grammars/lua/lua.bnf

SQL needs the library of SQLite (`libsqlite3`), Lua needs `luac5.4` and `lua5.4`.
"""

import argparse
import collections
import concurrent.futures
import ctypes
import ctypes.util
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import time

# A statement that still runs after so many instructions of SQLite's machine counts as running.
MAX_SQLITE_INSTRUCTIONS = 2_000_000
# Memory for one database in bytes: a generated `zeroblob(999999999)` must not fill the machine.
MAX_SQLITE_HEAP_BYTES = 1 << 28
# A chunk that still runs after so many instructions of Lua's machine counts as running.
MAX_LUA_INSTRUCTIONS = 1_000_000
# Address space of one run of Lua in KiB: a generated `("x"):rep(1e9)` must not fill the machine.
MAX_LUA_MEMORY_KIB = 1 << 20
# Seconds after which a run of Lua is ended, and counts as failed. One call of a pattern function can take that long.
MAX_LUA_SECONDS = 20

SQLITE_OK, SQLITE_INTERRUPT, SQLITE_ROW, SQLITE_DONE = 0, 9, 100, 101

# Runs the chunk on standard input with the functions that cannot leave the process.
LUA_RUNNER = """
local chunk, why = load(io.read('a'):gsub('^#[^\\r\\n]*', ''), '=text', 't', {
    math = math, string = string, table = table, utf8 = utf8, assert = assert, error = error, getmetatable = getmetatable,
    ipairs = ipairs, next = next, pairs = pairs, pcall = pcall, rawequal = rawequal, rawget = rawget, rawlen = rawlen,
    rawset = rawset, select = select, setmetatable = setmetatable, tonumber = tonumber, tostring = tostring, type = type,
    print = function() end,
})
if not chunk then error(why, 0) end
local stopped = {}
local run = coroutine.create(chunk)
debug.sethook(run, function() error(stopped, 0) end, '', %d)
local done, reason = coroutine.resume(run)
if not done and reason ~= stopped then io.stderr:write(tostring(reason)) os.exit(1) end
os.exit(0)
""" % MAX_LUA_INSTRUCTIONS


class Sqlite:
    """SQLite's C library. The `sqlite3` module of Python refuses statements whose parameters are not bound."""

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("sqlite3"))
        self.library.sqlite3_errmsg.restype = ctypes.c_char_p
        self.library.sqlite3_hard_heap_limit64(ctypes.c_int64(MAX_SQLITE_HEAP_BYTES))
        interrupt = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
        self.always = interrupt(lambda _: 1)

    def run(self, statements):
        """Runs statements in one new database. Returns the reason of each failure, or none for a success."""
        database = ctypes.c_void_p()
        self.library.sqlite3_open(b":memory:", ctypes.byref(database))
        reasons = [self.step(database, statement) for statement in statements]
        self.library.sqlite3_close_v2(database)
        return reasons

    def step(self, database, statement):
        prepared = ctypes.c_void_p()
        self.library.sqlite3_progress_handler(database, MAX_SQLITE_INSTRUCTIONS, self.always, None)
        status = self.library.sqlite3_prepare_v2(database, statement, len(statement), ctypes.byref(prepared), None)
        while prepared and status in (SQLITE_OK, SQLITE_ROW):
            status = self.library.sqlite3_step(prepared)
        reason = self.library.sqlite3_errmsg(database).decode("utf-8", "replace")
        self.library.sqlite3_finalize(prepared)
        return None if status in (SQLITE_OK, SQLITE_DONE, SQLITE_INTERRUPT) else reason


def statements(text):
    """Cuts a script after each `;` that ends a statement: not after one in a string, a comment or a trigger."""
    parts, start = [], 0
    for at in (found.end() for found in re.finditer(rb";", text)):
        part = text[start:at]
        if sqlite3.complete_statement(part.replace(b"\0", b" ").decode("utf-8", "replace")):
            parts.append(part)
            start = at
    parts.append(text[start:])
    return [part for part in parts if re.sub(rb"--[^\n]*|/\*.*?(\*/|$)|[;\s]", b"", part, flags=re.S)]


def kind(reason):
    """Leaves names and numbers out of a message, so that equal reasons are counted together."""
    reason = reason.split("\n")[0]
    reason = re.sub(r'"[^"]*"|\'[^\']*\'', "…", reason)
    reason = re.sub(r"^(near|unrecognized token:) .*?(: syntax error)?$", r"\1 …\2", reason)
    reason = re.sub(r"(no such \w+( \w+)*|ambiguous column name|\w+ failed|already exists): .*", r"\1", reason)
    reason = re.sub(r"(table|view|index|trigger) \S+ (already exists|has|may not|is not)", r"\1 … \2", reason)
    return re.sub(r"\d+", "N", reason)[:70]


def judge_sql(texts):
    """Prints the share of statements that run, and of texts all of whose statements run."""
    sqlite, reasons, ran, whole = Sqlite(), collections.Counter(), 0, 0
    shapes, failed = collections.Counter(), collections.Counter()
    examples = {}
    for name, text in texts:
        parts = statements(text)
        found = sqlite.run(parts)
        ran += found.count(None)
        whole += not any(found)
        for part, reason in zip(parts, found):
            shape = re.sub(rb"--[^\n]*\n|/\*.*?\*/", b" ", part, flags=re.S).split()[:1]
            shape = (shape or [b"?"])[0].upper().decode("utf-8", "replace")[:10]
            shapes[shape] += 1
            if reason is not None:
                failed[shape] += 1
                reasons[kind(reason)] += 1
                examples.setdefault(kind(reason), []).append((name, part, reason))
    total = ran + sum(reasons.values())
    print(f"statements {total}, run {ran} ({100 * ran / total:.1f} %); texts that run whole {100 * whole / len(texts):.1f} %")
    table(reasons, total)
    for shape, count in shapes.most_common(20):
        print(f"  {shape:10} {count:6}, run {100 - 100 * failed[shape] / count:.0f} %")
    return examples


def lua(arguments, text):
    """Runs a program on a text. Returns the reason of its failure, or none."""
    limited = ["sh", "-c", f'ulimit -v {MAX_LUA_MEMORY_KIB}; exec "$@"', "lua", *arguments]
    try:
        done = subprocess.run(limited, input=text, capture_output=True, timeout=MAX_LUA_SECONDS)
    except subprocess.TimeoutExpired:
        return "timeout"
    return None if done.returncode == 0 else done.stderr.decode("utf-8", "replace") or "no message"


def judge_lua(texts):
    """Prints the share of texts that load, and of those that run to their end."""
    examples = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        loaded = list(pool.map(lambda pair: lua(["luac5.4", "-p", "-"], pair[1]), texts))
        ran = list(pool.map(lambda pair: lua(["lua5.4", "-e", LUA_RUNNER], pair[1]), texts))
    for title, reasons in (("load", loaded), ("run to the end", ran)):
        wrong = collections.Counter()
        for (name, text), reason in zip(texts, reasons):
            if reason is not None:
                shown = kind(re.sub(r"^(luac5.4: )?[^:\n]*:\d+: ", "", reason))
                wrong[re.sub(r" near .*| at line N| \(.*\)", "", shown)] += 1
                examples.setdefault(shown, []).append((name, text, reason))
        print(f"texts {len(texts)}, {title} {len(texts) - sum(wrong.values())} ({100 - 100 * sum(wrong.values()) / len(texts):.1f} %)")
        table(wrong, len(texts))
    return examples


def table(reasons, total):
    for reason, count in reasons.most_common(25):
        print(f"  {100 * count / total:5.1f} %  {count:5}  {reason}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("language", choices=["sql", "lua"])
    parser.add_argument("--grammarc", default="target/debug/grammarc", help="the program (default: %(default)s)")
    parser.add_argument("--grammar", help="grammar file (default: the bundled grammar)")
    parser.add_argument("--count", default="2000", help="number of texts (default: %(default)s)")
    parser.add_argument("--seed", default="1", help="seed of the first text (default: %(default)s)")
    parser.add_argument("--size", help="as for `fuzz` (default: that of `fuzz`)")
    parser.add_argument("--examples", metavar="REASON", help="print the texts whose reason contains this")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [given.grammarc, "fuzz", "-g", given.grammar or given.language, "-n", given.count, "--seed", given.seed]
        begin = time.monotonic()
        subprocess.run([*command, *(["--size", given.size] if given.size else []), "-o", f"{folder}/texts"], check=True)
        seconds = time.monotonic() - begin
        texts = [(path.name, path.read_bytes()) for path in sorted(pathlib.Path(folder, "texts").iterdir())]
        size = sum(len(text) for _, text in texts)
        print(f"{len(texts)} texts, {size} bytes, {size / len(texts):.0f} each, written in {seconds:.1f} s")
        # Generated statements such as ATTACH write files.
        os.chdir(folder)
        examples = {"sql": judge_sql, "lua": judge_lua}[given.language](texts)
        os.chdir("/")
    if given.examples:
        for reason, found in examples.items():
            if given.examples in reason:
                for name, text, message in found[:8]:
                    print(f"--- {name}: {message}\n{text.decode('utf-8', 'replace')[:1500]}")


if __name__ == "__main__":
    main()
