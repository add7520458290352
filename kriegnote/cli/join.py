"""``kriegnote join``."""

from kriegnote.cli.knowledge import join_command as command

__all__ = ["command"]
