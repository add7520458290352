"""The command line: a module a command, and what they share.  From outside: :func:`main`."""

from kriegnote.cli.program import main

__all__ = ["main"]
