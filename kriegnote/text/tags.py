"""Tag pairs as in PGN: headers, and the record's own fields among them.

The record's own fields (starting position, rulebook, view and silence) are written at the *end* of the tag block in a
fixed order, and removed from the headers again only if they stand there exactly so. A FEN tag elsewhere remains a
header and still counts, so that headers are restored completely and in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from kriegnote.chess.fen import men_of
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import nearest
from kriegnote.model.record import Record
from kriegnote.parsing import Terminals
from kriegnote.rules import RULES, all_names
from kriegnote.rules.variants import variant_named
from kriegnote.text.source import skip_blanks
from kriegnote.text.tag_faults import straighten, tag_fault

_TERMINALS: Final = Terminals("tags")
_ROSTER: Final = {name.lower(): name for name in ("Event", "Site", "Date", "Round", "White", "Black", "Result")}
"""The tags of every game, by their names in small letters, in which typists do not always write them."""
_SILENT: Final = ("capture", "check", "end", "pawn_tries", "promotion", "reveal")
_VIEWS: Final = ("white", "black", "public", "umpire")


class Tags(NamedTuple):
    """A tag block: headers, the record's fields (keyword arguments of Record), findings, and the offset of its end."""

    headers: tuple[tuple[str, str], ...]
    fields: dict[str, Any]
    findings: list[Finding]
    end: int


def unescape(value: str) -> str:
    r"""A tag's value without its escapes (``\"`` and ``\\``)."""
    if "\\" not in value:
        return value
    return "\\".join(part.replace('\\"', '"') for part in value.split("\\\\"))


def escape(value: str) -> str:
    """A header's value as it is written between a tag's quotation marks."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


def can_name(name: str) -> bool:
    """Whether a tag can have this name."""
    return _TERMINALS["TAG_NAME"].fullmatch(name) is not None


def is_pair(text: str) -> bool:
    """Whether a text is exactly one tag pair."""
    return _TERMINALS["PAIR"].fullmatch(text) is not None


def pair_at(text: str, at: int = 0) -> re.Match[str] | None:
    """The match of the tag pair at an offset, with its ``name`` and its printed ``value``; None if there is none."""
    return _TERMINALS["PAIR"].match(text, at) or _TERMINALS["LOOSE_PAIR"].match(text, at)


def broken_at(text: str, at: int = 0) -> re.Match[str] | None:
    """The match of a broken tag at an offset, up to the end of its line; None if there is none."""
    return _TERMINALS["BROKEN_PAIR"].match(text, at)


def starts_tag(text: str, at: int = 0) -> bool:
    """Whether a tag, possibly a broken one, stands at this offset."""
    return pair_at(text, at) is not None or broken_at(text, at) is not None


def is_problem(lines: Iterable[str]) -> bool:
    """Whether one of a text's lines is the tag that only problems have."""
    tags = (pair_at(line) for line in lines if line.startswith("["))
    return any(tag is not None and tag["name"] == "Stipulation" for tag in tags)


def read_tags(text: str, line: int = 1, at: int = 0) -> Tags:
    """The tag block at the start of a text (or at an offset), including blank lines between tags.

    A broken tag is read as it was meant if that is clear.

    :param line: the number of the text's first line, for findings.
    """
    pairs: list[tuple[str, str]] = []
    places: list[_Place] = []
    findings: list[Finding] = []
    end = at
    position = skip_blanks(text, at)
    row, seen = line, 0
    while True:
        row, seen = row + text.count("\n", seen, position), position
        shift = position - text.rfind("\n", 0, position) - 1  # the number of characters before it in its line
        found = pair_at(text, position)
        if found is not None:
            end = found.end()
            shift -= position
        elif broken := broken_at(text, position):
            end = broken.end()
            findings.append(_broken(broken.group(), row, shift + 1))
            mended = findings[-1].fix
            found = pair_at(mended.new) if mended is not None else None
        else:
            return _lift(pairs, places, findings, end)
        if found is not None:
            pairs.append((_ROSTER.get(found["name"].lower(), found["name"]), unescape(found["value"])))
            places.append(_Place(row, shift + found.start("name"), shift + found.start("value") + 1))
        position = skip_blanks(text, end)


def has_own_tags(text: str) -> bool:
    """Whether a text begins with tags, the last of which are a record's view and silence, as only they are written."""
    return not {"view", "silence"}.isdisjoint(read_tags(text).fields)


class _Place(NamedTuple):
    """The place of a tag: its line, and the columns of its bracket and of its value."""

    row: int
    column: int
    value: int


def _broken(printed: str, row: int, column: int) -> Finding:
    """The finding on a broken tag; its fix is the tag that was meant."""
    bare = printed.strip()
    straight = straighten(bare)
    place: Any = {"line": row, "column": column + len(printed) - len(printed.lstrip()), "length": len(bare)}
    if straight.curly and is_pair(straight.text):
        message = "a tag’s quotation marks must be straight, not typographic"
        return finding("KN108", message, fix=(bare, straight.text), severity="warning", **place)
    fault = tag_fault(bare, 'a tag must have the form [Name "value"]')
    fix = (bare, fault.tag) if fault.tag and is_pair(fault.tag) else None
    return finding("KN108", f"{fault.message}: {bare!r}", fix=fix, **place)


def _lift(pairs: list[tuple[str, str]], places: list[_Place], findings: list[Finding], end: int) -> Tags:
    headers = list(pairs)
    fields: dict[str, Any] = {}
    findings += _doubted(pairs, places)
    named = dict(reversed(pairs))
    fen = named.get("FEN")
    good_fen = fen is not None and (problem := fen_problem(fen)) is None
    if good_fen:
        fields["start"] = fen
    elif fen is not None:
        row, column, _ = places[next(at for at, (name, _) in enumerate(pairs) if name == "FEN")]
        findings.append(
            finding(
                "KN404",
                f"the FEN tag is not a position: {problem}",
                line=row,
                column=column,
                length=len(fen) + 6,
                note="the usual starting position is assumed",
            )
        )
    rules = _as_named(named["Rules"]) if "Rules" in named else None
    if rules is not None and rules in RULES:
        fields["rules"] = RULES[rules].id
    elif guess := rules_of_headers(tuple(pairs)):
        fields["rules"] = guess
    elif "Variant" in named and (variant := variant_named(named["Variant"])) is not None:
        fields["rules"] = variant
    if named.get("View") in _VIEWS:
        fields["view"] = named["View"]
    if "Silence" in named:
        fields["silence"] = tuple(sorted(named["Silence"].split()))
    own = {
        "Silence": "silence" in fields and " ".join(fields["silence"]) == named["Silence"],
        "View": named.get("View") in _VIEWS[:3],
        "Rules": named.get("Rules") is not None and named["Rules"] == fields.get("rules"),
    }
    for name in ("Silence", "View", "Rules"):
        if own[name] and headers and headers[-1][0] == name and _once(name, pairs):
            headers.pop()
    if good_fen and headers[-2:] == [("SetUp", "1"), ("FEN", fen)] and _once("FEN", pairs) and _once("SetUp", pairs):
        del headers[-2:]
    return Tags(tuple(headers), fields, findings, end)


def _doubted(pairs: list[tuple[str, str]], places: list[_Place]) -> list[Finding]:
    """Findings on unknown values of Rules, View and Silence, and on contradictory duplicate tags."""
    findings: list[Finding] = []
    first: dict[str, str] = {}
    for (name, value), place in zip(pairs, places, strict=True):
        at: Any = {"line": place.row, "column": place.value, "length": len(value)}
        if first.setdefault(name, value) != value:
            message = f"duplicate header {name}: {first[name]!r} and {value!r}"
            findings.append(finding("KN405", message, note="keep the one that is right", **at))
        elif name == "Rules" and _as_named(value) not in RULES:
            findings.append(_unknown_rules(value, at))
        elif name == "View" and value not in _VIEWS:
            findings.append(_unknown("view", value, _VIEWS, at))
        elif name == "Silence":
            wrong = next((word for word in value.split() if word not in _SILENT), None)
            if wrong is not None:
                at = {**at, "column": place.value + value.index(wrong), "length": len(wrong)}
                findings.append(_unknown("announcement", wrong, _SILENT, at))
    return findings


def _unknown(what: str, value: str, names: tuple[str, ...], at: dict[str, Any]) -> Finding:
    near = nearest(value[:40].lower(), names)
    message = f"unknown {what} {value!r}; expected one of {', '.join(names)}"
    return finding("KN405", message, fix=(value, near) if near else None, **at)


def _as_named(said: str) -> str:
    """The name of a rulebook in a tag, in lower case unless it is known as it stands."""
    return said if said in RULES else said.lower()


def _unknown_rules(value: str, at: dict[str, Any]) -> Finding:
    near = nearest(value[:40].lower(), all_names()) if ";" not in value else None
    try:
        message = RULES[value].id
    except KeyError as error:
        message = str(error.args[0])
    note = (
        None
        if near
        else "for a rulebook of your own, give its file with --rules; `kriegnote rules FILE` prints the tag for it"
    )
    return finding("KN405", message, fix=(value, near) if near else None, note=note, **at)


def _once(name: str, pairs: list[tuple[str, str]]) -> bool:
    return sum(key == name for key, _ in pairs) == 1


def rules_of_headers(headers: tuple[tuple[str, str], ...]) -> str | None:
    """The rulebook that a PGN's own headers imply: ICC writes ``w16`` into Event; None if there is none."""
    for name, value in headers:
        if name == "Event" and _TERMINALS["WILD_16"].search(value):
            return "icc"
    return None


def fen_problem(fen: str) -> str | None:
    """The error in the form of a FEN; None if there is none."""
    parts = fen.split()
    try:
        men_of(parts[0] if parts else "")
    except ValueError as error:
        return str(error)
    if len(parts) > 1 and parts[1] not in ("w", "b"):
        return f"the side to move is {parts[1]!r}"
    return None


def contradictions(record: Record) -> list[tuple[str, str]]:
    """The headers with the name of a field of the record that would be read as another value of it."""
    wrong: list[tuple[str, str]] = []
    for name, value in record.headers:
        if (
            (name == "Rules" and (book := RULES.get(_as_named(value))) is not None and book.id != record.rules)
            or (name == "View" and value in _VIEWS and value != record.view)
            or (name == "Silence" and tuple(sorted(value.split())) != record.silence)
            or (name == "FEN" and fen_problem(value) is None and value != record.start)
        ):
            wrong.append((name, value))
    return wrong


def tag_pairs(record: Record, *, view: bool = True) -> list[tuple[str, str]]:
    """The tags to write: the headers whose names a tag can have, then the fields that these do not state.

    :param view: whether the view is written.
    """
    own = [(name, value) for name, value in record.headers if can_name(name)]
    names = {name for name, _ in own}
    said = record.rules is None or record.rules == (
        rules_of_headers(tuple(own)) or variant_named(dict(reversed(own)).get("Variant", ""))
    )
    pairs = [(name, _as_it_is(name, value, record)) for name, value in own]
    if record.start is not None and "FEN" not in names:
        pairs += [("SetUp", "1")] if "SetUp" not in names else []
        pairs.append(("FEN", record.start))
    if record.rules is not None and not said and "Rules" not in names:
        pairs.append(("Rules", record.rules))
    if view and record.view != "umpire" and "View" not in names:
        pairs.append(("View", record.view))
    if record.silence and "Silence" not in names:
        pairs.append(("Silence", " ".join(record.silence)))
    return pairs


def _as_it_is(name: str, value: str, record: Record) -> str:
    """A header's value; for FEN and Rules the record's current value, not that of its source."""
    if name == "FEN" and record.start is not None and fen_problem(value) is None:
        return record.start
    if name == "Rules" and record.rules is not None and _as_named(value) in RULES:
        return record.rules
    return value


def write_tags(record: Record) -> str:
    """The tag block of a record with a blank line after it; empty if there are no tags."""
    return tag_block(tag_pairs(record))


def tag_block(pairs: Iterable[tuple[str, str]]) -> str:
    """Tags as text, with a blank line after them; empty if there are none."""
    lines = [f'[{name} "{escape(value)}"]\n' for name, value in pairs]
    return "".join(lines) + ("\n" if lines else "")
