"""Tables with a game in each row: the heads of the columns are its headers, and one column has its moves.

    White;Black;Date;Moves                             Data,Bianco,Nero,Risultato,Mosse
    Rossi;Bianchi;1975;1. f3 e5 2. g4 Qh4# 0-1         1975-04-12,Rossi,Bianchi,1-0,"1. d3 b6 2. b3 Bb7"

Which column has the moves shows in what stands in it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from kriegnote.diagnostics.findings import IN_NO_GAME, finding
from kriegnote.documents.containers import held_texts
from kriegnote.documents.found import Document
from kriegnote.documents.whole import games_of
from kriegnote.lexicon import lexicon, meant
from kriegnote.model.printed_outcomes import read_result
from kriegnote.notations.notation import Notation
from kriegnote.parsing import Terminals
from kriegnote.text.heading_facts import date_in
from kriegnote.text.headings import players, rules_in_title
from kriegnote.text.plain import Plain, Taker, unmarked
from kriegnote.text.separated import SEPARATORS, rows
from kriegnote.text.source import Lines
from kriegnote.text.tags import can_name, escape

_FIELDS: Final = Terminals("fields")
_LAYOUT: Final = Terminals("layout")
_SAMPLE: Final = 20
"""Rows that show what a column has."""
_MOST: Final = 0.7
"""The share of a column's cells with moves that are scores, at least: a row may have no moves."""
_SCORE: Final = 6
"""Moves without numbers that make a score."""
_RULE: Final = frozenset("-=:+ ")
_TAGS: Final = {"event": "Event", "site": "Site", "date": "Date", "round": "Round", "umpired_by": "Umpire"}
_NAMED: Final = frozenset({"White", "Black", "Result", "Game", "Players", *_TAGS.values()})


class _Columns(NamedTuple):
    """What parts the cells of a table, the header that each column gives, and the index of the one with the moves."""

    separator: str
    tags: Sequence[str]
    moves: int


def is_sheet(sample: str) -> bool:
    """Whether a text, of which this is the beginning, is a table with a game in each row."""
    return _columns(sample) is not None


def read_sheet(source: str, row: Notation | None = None) -> Document:
    """The games of a table with a game in each row; never raises on bad text.

    :param row: the notation of all games; None: each is read in the one that fits it.
    """
    columns = _columns(source)
    assert columns is not None
    lines = Lines(source)
    texts, left = [], []
    for cells in islice(_rows(source, columns.separator), 1, None):
        moves = _moves(source, cells, columns)
        if moves is not None and (_moves_in(moves.text) or games_of(moves.text).games):
            texts.append(_as_a_game(source, cells, columns, moves))
        else:
            line, column = lines.place(cells[0].places[0])
            left.append(finding(IN_NO_GAME, "this row has no moves", line=line, column=column))
    return held_texts(source, texts, row, left=left)


# -- what the columns are for ------------------------------------------------------------------------------------------


def _columns(sample: str) -> _Columns | None:
    """The columns of a table with a game in each row; None for any other text."""
    for separator in SEPARATORS:
        first, *others = [*islice(_rows(sample, separator), _SAMPLE)] or [[]]
        heads = [cell.text for cell in first]
        tags = _tags(heads)
        others = [row for row in others if len(row) > 1]
        if not any(_tag(head, exactly=True) for head in heads) or any(_moves_in(cell.text) for cell in first):
            continue
        columns = [[row[at].text for row in others if at < len(row) and row[at].text] for at in range(len(tags))]
        scores = [sum(map(_is_score, cells)) for cells in columns]
        best = max(range(len(tags)), key=lambda at: scores[at])
        if scores[best] and scores[best] >= _MOST * sum(map(bool, map(_moves_in, columns[best]))):
            return _Columns(separator, tags, best)
    return None


def _rows(text: str, separator: str) -> Iterator[list[Plain]]:
    """The rows of a table, without those that rule it off."""
    return (row for row in rows(text, separator) if set("".join(cell.text for cell in row)) - _RULE)


def _is_score(cell: str) -> bool:
    moves = _moves_in(cell)
    return moves >= _SCORE or (moves > 0 and _FIELDS["BEGINS_A_SCORE"].match(cell) is not None)


def _moves_in(cell: str) -> int:
    return sum(1 for _ in _FIELDS["A_MOVE"].finditer(cell))


def _tags(heads: Sequence[str]) -> list[str]:
    """The headers that columns give by their heads: each once, first those whose heads say nothing else."""
    tags = [_tag(head, exactly=True) for head in heads]
    taken = {*tags, *(("White", "Black") if "Players" in tags else ())}
    for at, head in enumerate(heads):
        other = _tag(head, exactly=False)
        tags[at] = tags[at] or ("" if other in taken else other) or _own_tag(head) or f"Column{at + 1}"
    return [tag if tag not in tags[:at] else f"{tag}{at + 1}" for at, tag in enumerate(tags)]


def _tag(head: str, *, exactly: bool) -> str:
    """The header that the head of a column names; empty for one that PGN does not have."""
    words = head.strip(" .:").replace("_", " ")
    if exactly:
        side = meant(words, "players")
        if side in ("white", "black", "umpire"):
            return side.capitalize()
        if meant(words, "fields") == "ended":
            return "Result"
        if meant(words, "fields") == "turn" or words == "#":
            return "Game"
        named = meant(words, "documents") or ""
        return "Players" if named == "players" else _TAGS.get(named, "")
    sides = [side for side in ("white", "black") if lexicon().mentions(words, f"players.{side}")]
    found = [_TAGS[name] for name in lexicon().mentioned(words, "documents") if name in _TAGS]
    return sides[0].capitalize() if len(sides) == 1 else found[0] if len(found) == 1 and not sides else ""


def _own_tag(head: str) -> str:
    """A header of the table's own: *White Elo*, *città di nascita*; empty where no tag can have such a name."""
    plain = unicodedata.normalize("NFKD", head)
    words = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in plain if sign.isprintable())
    name = "".join(word[0].upper() + word[1:] for word in words.replace("_", " ").split())
    return name if can_name(name) and name not in _NAMED else ""


# -- a row as a game ---------------------------------------------------------------------------------------------------


def _moves(source: str, cells: Sequence[Plain], columns: _Columns) -> Plain | None:
    """What stands in the column of the moves; in the last one, with all that stands behind it: moves may be parted by
    the same sign as cells."""
    if columns.moves >= len(cells):
        return None
    moves = cells[columns.moves]
    if columns.moves == len(columns.tags) - 1 and len(cells) > len(columns.tags):
        whole = unmarked(source).part(moves.places[0], cells[-1].places[-1])
        moves = whole if columns.separator != "|" else moves
    return moves if moves.text else None


def _as_a_game(source: str, cells: Sequence[Plain], columns: _Columns, moves: Plain) -> Plain:
    """A row as a game with tags."""
    taker = Taker(unmarked(source))
    tags = [
        (*header, cell.places[0])
        for at, (tag, cell) in enumerate(zip(columns.tags, cells, strict=False))
        if at != columns.moves and cell.text
        for header in _headers(tag, " ".join(cell.text.split()))
    ]
    for name, value, at in sorted(tags, key=lambda tag: tag[0] == "Rules"):  # which is a field where it is the last
        taker.put(f'[{name} "{escape(value)}"]\n', at)
    taker.put("\n", moves.places[0])
    taker.add(moves)
    taker.put("\n", moves.places[-1])
    return taker.done()


def _headers(tag: str, words: str) -> list[tuple[str, str]]:
    """The headers that a cell gives."""
    if tag == "Players" and (pair := players(words)) is not None:
        return [("White", pair.white), ("Black", pair.black)]
    if tag == "Result":
        return [(tag, read_result(words) or words)]
    if tag == "Date":
        return [(tag, _date(words))]
    rules = rules_in_title(words) if tag not in _NAMED else None
    return [("Rules", rules)] if rules is not None else [(tag, words)]


def _date(words: str) -> str:
    """A date as PGN writes it, where nothing is lost by that."""
    dates = (_LAYOUT[name].fullmatch(words) for name in ("NUMERIC_DATE", "ISO_DATE", "WRITTEN_DATE", "YEARS"))
    return (date_in(words) if any(dates) else None) or words


__all__ = ["is_sheet", "read_sheet"]
