"""The measured programs, and how they are built."""

import re
from dataclasses import dataclass
from pathlib import Path

import sources
from tools import digest, output, run

DRIVERS = Path(__file__).resolve().parent / "drivers"

# -O1 keeps the builds short. Branches are counted in the source, so the level does not change the counts.
COVERAGE_FLAGS = ["-O1", "-fprofile-instr-generate", "-fcoverage-mapping", "-mllvm", "-runtime-counter-relocation"]
AFL_FLAGS = ["-O2", "-fsanitize=fuzzer"]


@dataclass(frozen=True)
class Program:
    """A program to measure.

    `package` is a Debian source package, or a crate as `name@version`. `files` are the compiled files in it, as globs: the
    branches of these files are 100 %. `driver` is a file of `drivers/`, without its ending. `configure` has the options of
    the package's own configure script, if it is needed for generated headers; `headers` are generated headers to replace. `libraries` are linked, and their branches do not
    count; `binary` is the Debian package with them, in the version of the sources, and `{binary}` its folder.
    """

    name: str
    grammar: str
    package: str
    files: tuple
    flags: tuple
    driver: str
    configure: tuple = ()
    excluded: tuple = ()
    headers: tuple = ()
    binary: str = ""
    libraries: tuple = ()


LIBXML2_FILES = tuple(
    f"{name}.c" for name in (
        "SAX2 SAX buf chvalid dict encoding entities error globals hash HTMLparser HTMLtree list parser parserInternals "
        "threads tree uri valid xlink xmlIO xmlmemory xmlregexp xmlsave xmlstring xmlunicode").split())
LIBXML2_OPTIONS = ("--with-minimum", "--without-zlib", "--without-lzma", "--with-tree", "--with-output", "--with-push",
                   "--with-regexps", "--with-sax1", "--with-valid", "--with-html")

PROGRAMS = (
    Program("cJSON", "json", "cjson", ("cJSON.c",), ("-I.",), "cjson"),
    Program(
        "jv (jq)", "json", "jq", ("src/jv*.c",), ("-Isrc", "-D_GNU_SOURCE", "-DHAVE_MEMMEM", "-DIEEE_8087", "-DUSE_DECNUM=0"),
        "jv", excluded=("jv_file.c",)),
    Program(
        "expat", "xml", "expat", ("expat/lib/xmlparse.c", "expat/lib/xmlrole.c", "expat/lib/xmltok.c"),
        ("-Iexpat/lib", "-I{headers}", "-DXML_NS=1", "-DXML_DTD=1", "-DXML_GE=1", "-DXML_CONTEXT_BYTES=1024", "-DBYTEORDER=1234",
         "-DXML_DEV_URANDOM"),
        "expat", headers=(("expat_config.h", ""),)),
    Program("libxml2", "xml", "libxml2", LIBXML2_FILES, ("-I.", "-Iinclude"), "libxml2", LIBXML2_OPTIONS),
    Program("libxml2 HTML", "html", "libxml2", LIBXML2_FILES, ("-I.", "-Iinclude"), "libxml2_html", LIBXML2_OPTIONS),
    Program(
        "Lua", "lua", "lua5.4", ("src/*.c",), ("-Isrc", "-I{headers}"), "lua",
        excluded=("lua.c", "luac.c", "linit.c", "liolib.c", "loslib.c", "loadlib.c"),
        headers=(("lua5.4-deb-multiarch.h", '#define DEB_HOST_MULTIARCH ""\n'),)),
    # The driver includes `jsrun.c`.
    Program("MuJS", "javascript", "mujs", ("js*.c", "regexp.c", "utf.c"), ("-I.",), "mujs", excluded=("jsrun.c",)),
    # The rest of Python is that of Debian's static library, of which the members with the same functions are not linked.
    Program(
        "CPython", "python", "python3.11", ("Parser/*.c", "Python/ast*.c"),
        ("-DPy_BUILD_CORE", "-DNDEBUG", "-IInclude", "-IInclude/internal", "-I{binary}/usr/include/python3.11", "-I{binary}/usr/include"),
        "python", excluded=("myreadline.c",), binary="libpython3.11-dev",
        libraries=("{binary}/usr/lib/python3.11/config-3.11-x86_64-linux-gnu/libpython3.11-pic.a", "-lexpat", "-lz")),
    Program(
        "SQLite", "sql", "libsqlite3-sys@0.40.0", ("sqlite3/sqlite3.c",),
        ("-Isqlite3", "-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION"), "sqlite"),
)


@dataclass(frozen=True)
class Build:
    """A program that was built: its driver takes a folder of texts."""

    program: Program
    driver: Path
    source: sources.Source


def fetch(work, program):
    """Returns the sources of a program."""
    name, _, version = program.package.partition("@")
    return sources.crate(work, name, version) if version else sources.debian(work, name)


def build(work, program, compiler, version, flags, extra_files):
    """Builds a program once for each set of sources, flags and compiler."""
    source = fetch(work, program)
    own_files = [DRIVERS / f"{program.driver}.c", *extra_files]
    key = digest(program, source.checksums, version, flags, DRIVERS / "text.h", *own_files)
    folder = work / "builds" / f"{re.sub(r'[^a-z0-9]+', '-', program.name.lower())}-{key}"
    driver = folder / "driver"
    if not driver.exists():
        print(f"building {program.name} {source.version} …", flush=True)
        headers = folder / "headers"
        headers.mkdir(parents=True, exist_ok=True)
        for name, text in program.headers:
            (headers / name).write_text(text)
        configure(source, program, folder)
        binary = sources.debian_binary(work, program.binary, source.version) if program.binary else None
        own = [flag.format(headers=headers, binary=binary) for flag in program.flags]
        libraries = [library.format(binary=binary) for library in (*program.libraries, "-lm")]
        run([compiler, *flags, "-w", *own, *library_files(source, program), *own_files, *libraries,
             "-o", folder / "unfinished"], folder / "log", cwd=source.folder)
        (folder / "unfinished").rename(driver)
    return Build(program, driver, source)


def coverage(work, program, llvm):
    """Builds a program so that its branches are counted."""
    return build(work, program, llvm.clang, llvm.version, COVERAGE_FLAGS, [DRIVERS / "folder.c"])


def afl(work, program, compiler):
    """Builds a program for AFL++, which calls the driver's function in a loop."""
    version = output(["dpkg-query", "-W", "-f", "${Version}", "afl++"])
    return build(work, program, compiler, version, AFL_FLAGS, [])


def library_files(source, program):
    """Returns the library's own files, in a fixed order."""
    folder = Path(source.folder)
    found = sorted({path for pattern in program.files for path in folder.glob(pattern)})
    return [path for path in found if path.name not in program.excluded]


def configure(source, program, folder):
    """Runs the package's configure script in its source folder, once."""
    done = Path(source.folder) / ".configured"
    options = " ".join(program.configure)
    if options and (not done.exists() or done.read_text() != options):
        run(["./configure", *program.configure], folder / "log", cwd=source.folder)
        done.write_text(options)
