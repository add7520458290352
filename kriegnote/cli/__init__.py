"""The command line: arguments, commands, what they print.  From outside: :func:`main`."""

from kriegnote.cli.commands import main

__all__ = ["main"]
