"""The command line: one module for each command, and what they share.  From outside: :func:`main`."""

from kriegnote.cli.program import main

__all__ = ["main"]
