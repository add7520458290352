"""A cache of results that are slow to compute and equal in every run: files in a folder, if one is configured."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

FOLDER: Final = "KRIEGNOTE_CACHE"
"""The environment variable that names the folder; if it is not set, nothing is cached."""

INSTALLED: Final = Path(__file__).parent / "tables"
"""The folder of those results that are installed with the program; it need not be there."""


class _Cached(NamedTuple):
    """A cached value, and the key of what it was computed from."""

    key: str
    value: Any


def folder() -> Path | None:
    """The cache folder, which is created if necessary; None if there is none."""
    named = os.environ.get(FOLDER)
    if not named:
        return None
    try:
        path = Path(named).expanduser()
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # not writable, or no home directory
        return None
    return path


def cached(name: str, key: str, compute: Callable[[], Any]) -> Any:
    """A value from its file, installed or cached; if both are missing or out of date, it is computed and cached.

    :param name: the name of the file.
    :param key: a text that changes whenever the value must be computed anew.
    :param compute: computes the value, which JSON must be able to represent.
    """
    place = folder()
    for kept in filter(None, (INSTALLED, place)):
        with suppress(OSError, msgspec.DecodeError):
            found = msgspec.json.decode((kept / name).read_bytes(), type=_Cached)
            if found.key == key:
                return found.value
    value = compute()
    if place is not None:
        with suppress(OSError):
            new = place / f"{name}.{os.getpid()}"
            new.write_bytes(msgspec.json.encode(_Cached(key, value)))
            new.replace(place / name)
    return value


def cached_toml(name: str, text: str) -> dict[str, Any]:
    """The table of a TOML text, from the cache.

    :raises tomllib.TOMLDecodeError: if the text is not TOML.
    """

    def table() -> dict[str, Any]:
        import tomllib  # importing it takes longer than reading the cache

        return tomllib.loads(text)

    found: dict[str, Any] = cached(name, sha256(text.encode()).hexdigest(), table)
    return found
