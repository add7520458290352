"""Names of output files: those of the inputs, mirrored, or names made from a template for each game.

A template has fields in braces, as in ``{folder}/{white}-{black}-{number:03}``. Names are made safe for all file
systems; if two outputs would have the same name, the later one gets a number. The names of a run depend only on its
inputs, so that a resumed run uses the same ones.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping
from itertools import chain, count
from pathlib import PurePosixPath
from typing import Any, Final

from kriegnote.archive.inputs import Input
from kriegnote.errors import KriegnoteError, nearest

OF_FILES: Final[Mapping[str, str]] = {
    "path": "the name of the input without its ending, with its folders",
    "folder": "its folders alone",
    "stem": "its name alone, without ending",
    "notation": "the id of the notation that is written",
}
OF_GAMES: Final[Mapping[str, str]] = {
    "number": "the number of the game in its input, from 1",
    "line": "the line on which it begins, from 1",
    "white": "White's name",
    "black": "Black's name",
    "event": "the event",
    "site": "the place",
    "date": "the date",
    "round": "the round",
    "result": "the result",
    "rules": "the rulebook",
}
WHOLE: Final = "{path}"
SPLIT: Final = "{path}-{number:03}"
LONGEST: Final = 120  # the most bytes of each part of a path
_UNSAFE: Final = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)


class TemplateError(KriegnoteError):
    """Raised for a template with an unknown field, or one that cannot be filled in."""


class Template:
    """A template for names.

    :param split: whether there is a file for each game, so that fields of games may be used.
    :raises TemplateError: if it has an unknown field, or one of games although a file has many.
    """

    def __init__(self, text: str, *, split: bool) -> None:
        self.text = text
        known = {**OF_FILES, **OF_GAMES} if split else OF_FILES
        try:
            fields = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
        except ValueError as error:
            raise TemplateError(f"--name {text}: {error}") from None
        for name in fields:
            if name in OF_GAMES and not split:
                raise TemplateError(
                    f"--name {text}: {{{name}}} is of one game; use --split to write a file for each game"
                )
            if name not in known:
                near = nearest(name, known, 0.5)
                advice = f"did you mean {{{near}}}?" if near else f"expected one of {', '.join(known)}"
                raise TemplateError(f"--name {text}: unknown field {{{name}}}; {advice}")
        try:
            self.fill({name: 1 if name in ("number", "line") else "x" for name in known})
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise TemplateError(f"--name {text}: {error}") from None

    def fill(self, values: Mapping[str, Any]) -> str:
        """The name for these values: a relative path with slashes."""
        return _safe(string.Formatter().vformat(self.text, (), values))


def values_of(one: Input, notation: str) -> dict[str, Any]:
    """The template fields given by an input."""
    path = PurePosixPath(one.relative)
    folder = "" if str(path.parent) == "." else f"{path.parent}"
    stem = path.stem or "games"
    return {"path": f"{folder}/{stem}" if folder else stem, "folder": folder, "stem": stem, "notation": notation}


def values_of_game(number: int, line: int, headers: Iterable[tuple[str, str]], rules: str | None) -> dict[str, Any]:
    """The template fields given by a game; ``unknown`` where the record has no value."""
    said = {name.lower(): value for name, value in reversed(tuple(headers)) if value.strip("?.* ")}
    names = ("white", "black", "event", "site", "date", "round", "result")
    known = {name: _plain(said.get(name, "unknown")) for name in names}
    return {**known, "number": number, "line": line, "rules": rules or "unknown"}


def _plain(value: str) -> str:
    """A header's text as part of a name: without slashes and surrogates."""
    return value.replace("/", "-").encode("utf-8", "replace").decode()


def _safe(name: str) -> str:
    """A relative path that is valid on all file systems: without special characters, ``..`` or overlong parts.

    >>> _safe("a/../Carlo: “?”/x. "), _safe("/"), _safe("nul.pgn")
    ('a/Carlo_ “_”/x', 'games', 'nul_.pgn')
    """
    parts = []
    for part in name.split("/"):
        clean = _UNSAFE.sub("_", part).strip().rstrip(". ")
        if clean in ("", ".", ".."):
            continue
        stem, dot, ending = clean.partition(".")
        if stem.lower() in _RESERVED:
            clean = f"{stem}_{dot}{ending}"
        parts.append(_shortened(clean))
    return "/".join(parts) or "games"


def _shortened(part: str) -> str:
    data = part.encode("utf-8", "surrogateescape")
    return part if len(data) <= LONGEST else data[:LONGEST].decode("utf-8", "ignore").rstrip(". ")


class Names:
    """Gives each output a unique name."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def unique(self, name: str, suffix: str, other: str | None = None) -> str:
        """The name with its suffix or, if that is taken, ``other`` (the input's full name) or a numbered name with it.

        Names that differ only in case are considered equal, since they are on some file systems.
        """
        numbered = (f"{name}-{number}" for number in count(2))
        for candidate in chain(filter(None, (name, other)), numbered):
            if self.take(candidate + suffix):
                return candidate + suffix
        raise AssertionError("there is always another number")

    def take(self, name: str) -> bool:
        """Takes a name; returns whether it was free."""
        key = name.casefold()
        if key in self._given:
            return False
        self._given.add(key)
        return True
