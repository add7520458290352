"""The command line: one module for each command, and those that they share. The entry point is :func:`main`."""

from kriegnote.cli.program import main

__all__ = ["main"]
