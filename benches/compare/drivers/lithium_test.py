"""Interestingness test for lithium, which imports a module: runs the command that follows it on the command line."""

import subprocess


def interesting(args, _prefix):
    return subprocess.call(args) == 0
