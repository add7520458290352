"""What takes long to make and is the same in the next run: kept in a folder of files, when there is one."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

FOLDER: Final = "KRIEGNOTE_CACHE"
"""The environment variable that names the folder; without it nothing is kept."""


class _Kept(NamedTuple):
    """A thing, and what it was made of."""

    made_of: str
    thing: Any


def folder() -> Path | None:
    """The folder in which things are kept; None: there is none."""
    named = os.environ.get(FOLDER)
    if not named:
        return None
    try:
        path = Path(named).expanduser()
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # nothing can be written there, or nobody is at home
        return None
    return path


def kept(name: str, made_of: str, make: Callable[[], Any]) -> Any:
    """A thing that JSON can hold, from its file; made, and put there, where it was made of something else.

    :param name: of its file.
    :param made_of: what tells whether the file is still right.
    """
    place = folder()
    if place is None:
        return make()
    try:
        found = msgspec.json.decode((place / name).read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError):
        found = None
    if found is None or found.made_of != made_of:
        found = _Kept(made_of, make())
        with suppress(OSError):
            new = place / f"{name}.{os.getpid()}"
            new.write_bytes(msgspec.json.encode(found))
            new.replace(place / name)
    return found.thing


def kept_toml(name: str, text: str) -> dict[str, Any]:
    """The table of a TOML text, from its file.

    :raises tomllib.TOMLDecodeError: it is none.
    """

    def table() -> dict[str, Any]:
        import tomllib  # to import it takes longer than to read what is kept

        return tomllib.loads(text)

    found: dict[str, Any] = kept(name, sha256(text.encode()).hexdigest(), table)
    return found
