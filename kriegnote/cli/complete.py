"""``kriegnote complete``."""

from kriegnote.cli.knowledge import complete_command as command

__all__ = ["command"]
