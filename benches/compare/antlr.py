"""Makes a jar that starts Debian's ANTLR, because Picireny calls `java -jar` and Debian's jar does not name the jars it needs."""

import zipfile
from pathlib import Path

from tools import Unavailable

FOLDER = Path("/usr/share/java")
# ANTLR 4.7 and the libraries that it is built on.
JARS = ("antlr4", "antlr4-runtime", "antlr3-runtime", "stringtemplate4", "treelayout", "icu4j", "javax.json")
# A line of a manifest has at most 72 bytes; the next one continues it after a space.
LINE_BYTES = 70


def jar(work):
    """Returns the path of the jar, which has only a manifest."""
    for name in JARS:
        if not (FOLDER / f"{name}.jar").exists():
            raise Unavailable("ANTLR is not installed; type: apt-get install antlr4, or give antlr-4.9.2-complete.jar by --antlr")
    line = "Class-Path: " + " ".join(f"file:{FOLDER}/{name}.jar" for name in JARS)
    folded = "\r\n ".join(line[at:at + LINE_BYTES] for at in range(0, len(line), LINE_BYTES))
    path = work / "antlr.jar"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("META-INF/MANIFEST.MF", f"Manifest-Version: 1.0\r\nMain-Class: org.antlr.v4.Tool\r\n{folded}\r\n\r\n")
    return path.resolve()
