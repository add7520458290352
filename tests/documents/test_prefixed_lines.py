"""Logs as terminals, chats and mail programs keep them: a prefix before every line."""

from __future__ import annotations

from pathlib import Path

import pytest

from kriegnote.documents.games import read_document
from kriegnote.documents.prefixed_lines import without_prefixes
from kriegnote.model.events import Move, type_name
from kriegnote.model.record import Record
from kriegnote.text.plain import unmarked
from tests.support.sample import part

LOG = (Path(__file__).parent.parent.parent / "examples" / "icc" / "game-8.log").read_text("utf-8")
PREFIXES = [
    "> ",
    ">> ",
    "aics% ",
    "[12:03:11] ",
    "(12:03) ",
    "2002-08-13 12:03:11 ",
    "<9:03 pm> ",
    "> [12:03:11] fics% ",
]


def _words(record: Record) -> list[tuple[str, str | None]]:
    return [(type_name(event), getattr(event, "text", None)) for event in record.events]


@pytest.mark.parametrize("prefix", part(PREFIXES, 4))
def test_a_log_is_found_behind_them(prefix: str) -> None:
    source = "".join(f"{prefix}{line}" if line.strip() else line for line in LOG.splitlines(keepends=True))
    [plain], [found] = read_document(LOG).games, read_document(source).games
    assert found.notation.id == "icc"
    assert _words(found.record) == _words(plain.record)
    for event in found.record.events:
        text = getattr(event, "text", None)
        if event.span is not None and text is not None:
            assert text in source[slice(*event.span)]


@pytest.mark.parametrize(
    "text", ["1. e4 e5\n2. Nf3 12:03\n", "> one\n> two\nthree\n", "12:03:11\n", "50% of them\n" * 2, ""]
)
def test_what_does_not_stand_before_every_line_stays(text: str) -> None:
    assert without_prefixes(unmarked(text)).text == text


def test_a_table_without_dots_is_a_score() -> None:
    [game] = read_document("| # | White | Black |\n|---|---|---|\n| 1 | e4 | e5 |\n| 2 | Nf3 | Nc6 |\n").games
    assert [event.text for event in game.record.events if isinstance(event, Move)] == ["e4", "e5", "Nf3", "Nc6"]
