"""The JSON Schemas as they are published."""

from __future__ import annotations

from importlib.resources import files


def published(name: str) -> str:
    """A schema as the package carries it."""
    return files("kriegnote").joinpath(name).read_text("utf-8")
