#!/usr/bin/env python3
"""Turns the output of `tmux capture-pane -e -p` into an SVG picture of a terminal.

    tmux new-session -d -s view -x 80 -y 20 'grammarc reduce crash.rs -- ./test.sh'
    sleep 5; tmux capture-pane -e -p -t view | python3 docs/pictures/terminal.py > docs/pictures/reduce-view.svg
"""

import re
import sys
import unicodedata
from html import escape

WIDTH, HEIGHT, MARGIN = 8.4, 17, 12  # of a character and around the text, in pixels
FOREGROUND, BACKGROUND = "#d8dee6", "#171b21"
COLOURS = {31: "#f07178", 32: "#83cf97", 33: "#f0c674", 36: "#6fc3df", 91: "#f07178", 92: "#83cf97", 96: "#6fc3df"}


def style_after(style, codes):
    """Returns the attributes after an escape sequence, for example `{"fill": "#83cf97"}` after `32`."""
    style = dict(style)
    for code in (int(code or 0) for code in codes.split(";")):
        if code == 0:
            style = {}
        elif code == 1:
            style["font-weight"] = "bold"
        elif code == 2:
            style["opacity"] = "0.6"
        elif code == 39:
            style.pop("fill", None)
        elif code in COLOURS:
            style["fill"] = COLOURS[code]
    return style


def columns(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def main():
    lines = sys.stdin.read().rstrip("\n").split("\n")
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    width = 2 * MARGIN + WIDTH * max(max(columns(line) for line in plain), 60)
    height = 2 * MARGIN + HEIGHT * len(lines)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}">')
    print(f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>')
    print(f'<g font-family="ui-monospace,Menlo,Consolas,\'DejaVu Sans Mono\',monospace" font-size="14" fill="{FOREGROUND}" style="white-space:pre">')
    style = {}
    for row, line in enumerate(lines):
        column = 0
        for place, piece in enumerate(re.split(r"\x1b\[([0-9;]*)m", line)):
            if place % 2:
                style = style_after(style, piece)
            elif piece:
                words = piece.strip(" ")
                x = MARGIN + WIDTH * (column + columns(piece) - columns(piece.lstrip(" ")))
                y = MARGIN + HEIGHT * (row + 0.75)
                column += columns(piece)
                attributes = "".join(f' {name}="{value}"' for name, value in style.items())
                stretch = f'textLength="{WIDTH * columns(words):.1f}" lengthAdjust="spacingAndGlyphs"'
                if words:
                    print(f'<text x="{x:.1f}" y="{y:.1f}" {stretch}{attributes}>{escape(words)}</text>')
    print("</g>\n</svg>")


main()
