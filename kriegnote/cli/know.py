"""``kriegnote know``."""

from kriegnote.cli.knowledge import know_command as command

__all__ = ["command"]
