"""``python -m kriegnote`` is the command line."""

from kriegnote.cli import main

main(prog_name="kriegnote")
