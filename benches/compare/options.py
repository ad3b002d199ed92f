"""Values of options: lists of names, numbers of seconds, and the items that begin with a name."""

import argparse

from tools import Unavailable


def seconds(text):
    if not 1 <= float(text) <= 86_400:
        raise argparse.ArgumentTypeError("must be from 1 to 86400")
    return float(text)


def names(text):
    return [name.strip().lower() for name in text.split(",") if name.strip()]


def chosen(items, wanted, what):
    """Returns the items whose names begin with one of the wanted words, or all. A word that fits no name is an error."""
    known = sorted({item.name for item in items})
    for word in wanted or ():
        if not any(name.lower().startswith(word) for name in known):
            raise Unavailable(f"the name of no {what} begins with `{word}`; there are {', '.join(known)}")
    return [item for item in items if not wanted or item.name.lower().startswith(tuple(wanted))]
