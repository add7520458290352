"""Settings from ``kriegnote.toml``, or from ``[tool.kriegnote]`` in ``pyproject.toml``: defaults of options.

The file is searched for in the current folder and its parents. A key is an option's long name without the dashes; at
the top level it applies to every command with that option, in a table with a command's name to that command only::

    rules = "icc"
    ignore = ["KN401"]

    [convert]
    to = "pgn"
    on-loss = "ignore"
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from kriegnote.errors import KriegnoteError, nearest

NAMES: Final = ("kriegnote.toml", "pyproject.toml")


class ConfigurationError(KriegnoteError):
    """Raised for a settings file that cannot be read, or has a key or value that no option has."""


def find(start: Path) -> Path | None:
    """The nearest settings file, from a folder upwards; None if there is none."""
    for folder in (start, *start.parents):
        for name in NAMES:
            path = folder / name
            if path.is_file() and (name == "kriegnote.toml" or b"[tool.kriegnote" in path.read_bytes()):
                return path
    return None


def load(path: Path) -> dict[str, Any]:
    """The settings in a file.

    :raises ConfigurationError: if it is not TOML.
    :raises OSError: if it cannot be read.
    """
    import tomllib

    try:
        with path.open("rb") as file:
            settings = tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: {error}") from None
    if path.name == "pyproject.toml":
        settings = settings.get("tool", {}).get("kriegnote", {})
    return settings


def defaults(settings: Mapping[str, Any], options: Mapping[str, Mapping[str, str]], path: Path) -> dict[str, Any]:
    """The settings as defaults of each command's parameters.

    :param options: for each command, its options' long names (without dashes) and the parameters that they set.
    :raises ConfigurationError: if a key is neither an option nor a command; the message suggests a similar one.
    """
    common = {key: value for key, value in settings.items() if key not in options}
    known = {name for names in options.values() for name in names}
    for key in common:
        if key not in known:
            raise ConfigurationError(_unknown(path, key, [*known, *options], "option or command"))
    found: dict[str, Any] = {}
    for command, names in options.items():
        own = settings.get(command, {})
        if not isinstance(own, Mapping):
            raise ConfigurationError(f"{path}: {command} is a command; put its options in a table [{command}]")
        for key in own:
            if key not in names:
                raise ConfigurationError(
                    _unknown(path, f"{command}.{key}", [f"{command}.{one}" for one in names], "option")
                )
        values = {**{key: value for key, value in common.items() if key in names}, **own}
        found[command] = {names[key]: value for key, value in values.items()}
    return found


def _unknown(path: Path, key: str, known: list[str], what: str) -> str:
    near = nearest(key, known)
    return f"{path}: unknown {what} {key!r}" + (f"; did you mean {near!r}?" if near else "")
