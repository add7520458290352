"""Loads rulebooks from TOML files, from names, and from names with changed fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from kriegnote.cache import cached_toml
from kriegnote.errors import KriegnoteError, nearest, shortened
from kriegnote.printed_numbers import whole_number
from kriegnote.rules.ruleset import Field, OpenChoice, RuleSet, all_fields, game_fields, rule_fields, word

NAMES: Final = (
    "english", "rand", "cincinnati", "icc", "dutch", "nost", "magari", "berkeley", "berkeley-any", "dark",
)  # fmt: skip
"""The rulebooks of Kriegspiel and Dark Chess, in the order of the documentation."""
VARIANTS: Final = (
    "english-diagonal", "english-announced", "open-captures", "fog-of-war", "shadow", "invisible", "semi", "one-eye",
    "pickle-pot", "welbeck", "assassin", "mafeking", "stealth", "zeitgeist", "partnership", "modern", "nommenspiel",
    "quantum", "scottish", "take-back", "chess960", "progressive",
)  # fmt: skip
"""The other rulebooks: each a variation of one of the former, or a different game."""
MOST_EXTENDED: Final = 10
"""The most files that may extend one another."""
MOST_LETTERS: Final = 2000
"""The greatest length, in characters, of a name with its changed fields."""
_TABLES: Final = ("id", "names", "title", "source", "extends", "fields", "game", "sources", "disputed")


class RulebookError(KriegnoteError, KeyError):
    """Raised if there is no such rulebook or its file cannot be used; the message says what to write instead.

    It is also a ``KeyError``: whoever looks up in :data:`RULES` the rulebook that a record names need not translate it.
    """

    __str__ = KriegnoteError.__str__


def all_names() -> tuple[str, ...]:
    """The names of all built-in rulebooks."""
    return NAMES + VARIANTS


class _Rulebooks(Mapping[str, RuleSet]):
    """The rulebooks by name; a name with changed fields (``rand; doubles=no``) can be looked up, but is not listed."""

    def __getitem__(self, name: str) -> RuleSet:
        return _named(name)

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


RULES: Final[Mapping[str, RuleSet]] = _Rulebooks()


def rulebook(text: str) -> RuleSet:
    """The rulebook with a name, of a TOML file, or of either with changed fields: ``club.toml; doubles=no``.

    :raises RulebookError: if there is none, a field or its value is unknown, or the file cannot be read.
    """
    name, _, changes = text.partition(";")
    if name.strip().endswith(".toml"):
        return _changed(from_file(Path(name.strip())), changes, text)
    try:
        return _named(text)
    except RulebookError as error:
        file = next((file for file in Path().glob("*.toml") if file.stem == name.strip()), None)
        if file is None:
            raise
        raise RulebookError(f"{error}; did you mean the file {file}?") from None


def from_file(path: Path) -> RuleSet:
    """The rulebook of a TOML file.

    Its ``id`` is the built-in rulebook on which it is based, with the fields that differ, so that a record that names
    it can be read without the file.

    :raises RulebookError: if the file cannot be read or is no rulebook.
    """
    return _with_full_id(_from_file(path, 0))


def _from_file(path: Path, depth: int) -> RuleSet:
    if depth > MOST_EXTENDED:
        raise RulebookError(f"{path}: more than {MOST_EXTENDED} rulebooks extend one another; shorten the chain")
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise RulebookError(f"{path}: not UTF-8 ({error.reason}); save the file as UTF-8") from None
    except OSError as error:
        raise RulebookError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # a null character
        raise RulebookError(f"{str(path)!r} cannot be the name of a file: {error}") from None
    import tomllib

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f'{path} is not TOML: {error}; write strings in quotation marks, field = "text"') from None
    return _rulebook_of(table, str(path), path.parent, depth)


@lru_cache(maxsize=256)
def _named(text: str) -> RuleSet:
    if len(text) > MOST_LETTERS:
        raise RulebookError(f"the rulebook's name has {len(text)} characters; write it as a file")
    name, _, changes = text.partition(";")
    return _changed(_built_in(name.strip()), changes, text)


@cache
def _built_in(name: str) -> RuleSet:
    if name not in NAMES + VARIANTS:
        known = ", ".join(NAMES)
        message = (
            f"unknown rulebook {name[:40]!r}; expected one of {known}, or a variant (`kriegnote rules` lists them)"
        )
        raise RulebookError(message)
    text = (files("kriegnote.rules") / "books" / f"{name}.toml").read_text("utf-8")
    return replace(_rulebook_of(cached_toml(f"{name}.rules", text), f"{name}.toml", None, 0), id=name, base=name)


# -- a rulebook's text ---------------------------------------------------------------------------------------------


def _rulebook_of(table: dict[str, Any], where: str, folder: Path | None, depth: int) -> RuleSet:
    """The rulebook of a TOML table.

    :param where: its file, for messages.
    :param folder: the folder of the files that it may extend; None: it may extend built-in rulebooks only.
    """
    for name in table:
        if name in all_fields():
            raise RulebookError(f"{where}: {_belongs(name)}")
        if name not in _TABLES:
            raise RulebookError(f"{where}: unknown entry {name!r}; expected one of {', '.join(_TABLES)}")
    for name in ("id", "title", "source", "extends"):
        if not isinstance(table.get(name, ""), str):
            raise RulebookError(f"{where}: {name} must be a string in quotation marks")
    names = table.get("names", [])
    if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
        raise RulebookError(f'{where}: names must be a list of strings, ["…", "…"]')
    below = _extended(table["extends"], where, folder, depth) if "extends" in table else RuleSet(id="")
    values = {
        name: _value(_field_named(name, where, known), raw, where)
        for group, known in (("fields", rule_fields()), ("game", game_fields()))
        for name, raw in _table(table, group, where).items()
    }
    sources = _table(table, "sources", where)
    for name, citation in sources.items():
        if name not in all_fields() or not isinstance(citation, str):
            raise RulebookError(f"{where}: in [sources] each entry must be a field and a string; {name!r} is not")
    doubts = {name: _doubt(name, raw, where) for name, raw in _table(table, "disputed", where).items()}
    inherited = {name: one for name, one in below.sources.items() if name not in values}
    doubtful = {name: one for name, one in below.doubts.items() if name not in values}
    return replace(
        below.changed(values),
        id=table.get("id", below.id),
        names=tuple(names),
        title=table.get("title", below.title),
        source=table.get("source", below.source),
        extends=table.get("extends", ""),
        sources=MappingProxyType({**inherited, **sources}),
        doubts=MappingProxyType({**doubtful, **doubts}),
    )


def _extended(name: str, where: str, folder: Path | None, depth: int) -> RuleSet:
    try:
        if folder is not None and name.endswith(".toml"):
            return _from_file(folder / name, depth + 1)
        return _named(name)
    except RulebookError as error:
        raise RulebookError(f"{where}: extends: {error}") from None


def _table(table: dict[str, Any], name: str, where: str) -> dict[str, Any]:
    found = table.get(name, {})
    if not isinstance(found, dict):
        raise RulebookError(f"{where}: {name} must be a table: write [{name}] on a line of its own")
    return found


def _field_named(name: str, where: str, known: Mapping[str, Field] | None = None) -> Field:
    known = all_fields() if known is None else known
    found = known.get(name)
    if found is None and name in all_fields():
        raise RulebookError(f"{where}: {_belongs(name)}")
    if found is None:
        near = nearest(name[:40], known)
        perhaps = f"; did you mean {near}?" if near else ""
        raise RulebookError(
            f"{where}: unknown field {name[:40]!r}{perhaps} (`kriegnote rules english` lists the fields)"
        )
    return found


def _belongs(name: str) -> str:
    """The message that names the table of the file in which a field belongs."""
    return f"{name} belongs in the table [{'game' if name in game_fields() else 'fields'}]"


def _doubt(name: str, raw: Any, where: str) -> OpenChoice:
    field = _field_named(name, where)
    if isinstance(raw, str):
        return OpenChoice(raw)
    if not isinstance(raw, dict) or not isinstance(raw.get("note"), str) or not raw.keys() <= {"note", "values"}:
        raise RulebookError(f'{where}: disputed.{name} must be a string, or {{ note = "…", values = […] }}')
    values = raw.get("values", [])
    if not isinstance(values, list):
        raise RulebookError(f"{where}: disputed.{name}.values must be a list")
    return OpenChoice(raw["note"], tuple(_value(field, each, where) for each in values))


def _value(field: Field, raw: Any, where: str) -> Any:
    """A field's value, read from TOML or from text.

    :raises RulebookError: if the field cannot have this value.
    """
    read, wanted = _KINDS.get(field.kind, (_word, "one of {}"))
    value = read(field, raw.strip() if isinstance(raw, str) else raw)
    if value is None:
        raise RulebookError(f"{where}: {field.name} is {_short(raw)}; expected {wanted.format(', '.join(field.words))}")
    return value


def _flag(_: Field, raw: Any) -> bool | None:
    value = {"yes": True, "no": False}.get(raw) if isinstance(raw, str) else raw
    return value if isinstance(value, bool) else None


def _number(_: Field, raw: Any) -> int | None:
    value = whole_number(raw) if isinstance(raw, str) and raw.isascii() and raw.isdigit() else raw
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _text(_: Field, raw: Any) -> str | None:
    return raw if isinstance(raw, str) and raw and not set(raw) & set(';="\n') else None


def _set(field: Field, raw: Any) -> frozenset[str] | None:
    if isinstance(raw, str):
        raw = [] if raw in ("none", "") else [part.strip() for part in raw.split(",")]
    return frozenset(raw) if isinstance(raw, list) and all(part in field.words for part in raw) else None


def _word(field: Field, raw: Any) -> str | None:
    value = {True: "yes", False: "no"}[raw] if isinstance(raw, bool) else raw
    return value if value in field.words else None


_KINDS: Final[Mapping[str, tuple[Callable[[Field, Any], Any], str]]] = {
    "flag": (_flag, "one of {}"),
    "number": (_number, "a number from 0"),
    "text": (_text, "a string without ; = and quotation marks"),
    "set": (_set, "some of {}, or none"),
}
"""By kind of field: how its value is read (None: invalid), and a description of the valid values."""


def _short(raw: Any) -> str:
    return shortened(repr(raw))


# -- fields changed in a line of text --------------------------------------------------------------------------------


def _changed(rules: RuleSet, changes: str, text: str) -> RuleSet:
    """The rulebook with the changes ``field=value; field=value`` applied."""
    where = f"the rulebook {text.strip()[:60]!r}"
    values: dict[str, Any] = {}
    for part in changes.split(";"):
        if not part.strip():
            continue
        name, given, value = part.partition("=")
        if not given:
            raise RulebookError(f"{where}: {part.strip()[:40]!r} has no value; write field=value")
        field = _field_named(name.strip(), where)
        values[field.name] = _value(field, value, where)
    if all(rules.get(name) == value for name, value in values.items()):
        return rules
    doubts = {name: doubt for name, doubt in rules.doubts.items() if name not in values}
    sources = {name: source for name, source in rules.sources.items() if name not in values}
    doubtful, cited = MappingProxyType(doubts), MappingProxyType(sources)
    return _with_full_id(replace(rules.changed(values), doubts=doubtful, sources=cited))


def _with_full_id(rules: RuleSet) -> RuleSet:
    """The rulebook with an ``id`` that describes it in full: a built-in name and the fields that differ from it."""
    base = rules.base or min(NAMES, key=lambda name: len(differences(_built_in(name), rules)))
    changed = "".join(f"; {name}={word(new)}" for name, _, new in differences(_built_in(base), rules))
    return replace(rules, id=base + changed, base=base)


def differences(one: RuleSet, other: RuleSet) -> list[tuple[str, Any, Any]]:
    """The fields in which two rulebooks differ: (field, its value in ``one``, its value in ``other``)."""
    return [(name, one.get(name), other.get(name)) for name in all_fields() if one.get(name) != other.get(name)]
