"""``python -m kriegnote`` is the command line."""

from kriegnote.cli.commands import main

main(prog_name="kriegnote")
