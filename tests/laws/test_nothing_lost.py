"""Nothing of a text is passed over in silence, and every command finds the same games in it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from kriegnote.model.events import Move
from kriegnote.notations.registry import notation
from kriegnote.operations.conversion import InputError, Item, read_items
from kriegnote.operations.extraction import extract
from kriegnote.text.source import Chunk
from tests.support.chapter import LAYOUTS, chapter
from tests.support.sample import part
from tests.support.strangers import HALF_TOLD, MOVES, TOLD

PLY = re.compile(
    r"\b\d{1,3}[.,)]{0,3}\s?[KQRBN]?[a-h]?x?[a-h][1-8]\b|(?<![\w/])[KQRBN][a-h]?[1-8]?x?[a-h][1-8]\b|[♔-♟][a-h][1-8]"
)
EXAMPLES = Path(__file__).parents[2] / "examples"
LINES = re.compile(r"in lines? ([\d, -]+)")


def named(message: str) -> Iterator[int]:
    """The lines that a finding names in its words."""
    found = LINES.search(message)
    for lines in found[1].split(",") if found else ():
        first, _, last = lines.strip().partition("-")
        yield from range(int(first), int(last or first) + 1)


def accounted_for(text: str, items: list[Item]) -> set[int]:
    """The lines of a text that are in a record, or named by a finding."""
    lines: set[int] = set()
    for item in items:
        for found in item.findings:
            lines.update([found.line or 0, *named(found.message)])
        for event in item.record.events:
            if event.span is not None:
                start, end = event.span
                lines.update(range(text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 2))
    return lines


@cache
def text_of(name: str) -> str:
    """A text by its name: one that was told, or a chapter, made when it is first asked for."""
    if name in TOLD or name in HALF_TOLD:
        return {**TOLD, **HALF_TOLD}[name]
    layout, seed = name.rsplit(" ", 1)
    return chapter(int(seed), layout, count=2).text


NAMES = [*TOLD, *HALF_TOLD, *(f"{layout} {seed}" for layout in LAYOUTS for seed in part((4, 5), 2))]


@pytest.mark.parametrize("name", part(NAMES, 2))
def test_each_line_with_a_move_is_in_a_record_or_named_by_a_finding(name: str) -> None:
    text = text_of(name)
    try:
        items = list(read_items(io.BytesIO(text.encode())))
    except InputError:
        return  # that it cannot be read is said
    held = accounted_for(text, items)
    headers = set(chain.from_iterable(value.split() for item in items for _, value in item.record.headers))
    for number, line in enumerate(text.split("\n"), 1):
        assert number in held or not PLY.search(line) or headers.issuperset(line.split()), line


def said_by(text: str, name: str | None = None) -> list[str]:
    """What a text says, without the places: events, headers, results, and the codes of findings.

    :param name: its notation; None: the one that is detected.
    """
    return [
        str(one)
        for item in read_items(io.BytesIO(text.encode()), name)
        for one in (
            *(msgspec.structs.replace(event, span=None, line=None, column=None) for event in item.record.events),
            *item.record.headers,
            item.record.result,
            *(found.code for found in item.findings),
        )
    ]


PRINTED = {
    "san": "1. e4 e5\n2. Qh5 Nc6\n3. Bc4 Nf6\n4. Qxf7# 1-0\n",
    "tries": "1.e4 e5\n2.Qh5 (exd4?) Nc6\n3.(a? N) Bc4 Nf6\n4.Qxf7# 1-0\n",
}


@pytest.mark.parametrize("sign", ["|", "||", "/", "§", "`", "IIII"])
@pytest.mark.parametrize("name", PRINTED)
def test_a_sign_among_the_moves_is_said_or_named(name: str, sign: str) -> None:
    text = PRINTED[name]
    said = said_by(text)
    for at, blank in enumerate(text):
        if blank == " ":
            assert said_by(f"{text[:at]} {sign}{text[at:]}") != said, at


PAGES = [
    *("darkchess/game-37.txt", "descriptive/hayes-juhasz.txt", "dialogue/game-4.txt", "icc/game-8.log"),
    *("magari/game-6.txt", "nost/game-5.txt", "pgn/game8-tries.pgn", "progressive/game-43.txt", "san/scanned.txt"),
    *("tries/captions.txt", "tries/malcolm-harris.txt"),
]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_may_begin_with_any_line(page: str) -> None:
    name, text = page.split("/")[0], (EXAMPLES / page).read_text("utf-8")
    if name not in ("icc", "pgn"):
        text += f"\n\nGame 4. Carlo Rossi - Luca Bianchi\n\n{text}"
    torn = "".join("\f" + line if line.strip() else line for line in text.splitlines(keepends=True))
    assert said_by(torn, name) == said_by(text, name)


@pytest.mark.parametrize(
    ("name", "text"), [("nost", "1. e4, ** e5"), ("magari", "1.e4!; ** e5!"), ("darkchess", "1. e4 ** 2. Nf3")]
)
def test_bold_type_that_is_never_closed_is_named(name: str, text: str) -> None:
    found = [notation(name).read(Chunk(one)).findings for one in (text, text.replace("** ", ""))]
    assert [one.code for one in found[0]] == ["KN101", *(one.code for one in found[1])]


@pytest.mark.parametrize("text", TOLD.values(), ids=TOLD)
def test_the_game_is_read_whole(text: str) -> None:
    (item,) = read_items(io.BytesIO(text.encode()))
    assert [event.text for event in item.record.events if isinstance(event, Move)] == list(MOVES)


@pytest.mark.parametrize("name", part(NAMES[1:], 2))
def test_every_command_finds_the_same_games(name: str) -> None:
    text = text_of(name)

    def game(item: Item) -> tuple[str, list[str | None]]:
        return item.notation.id, [event.text for event in item.record.events if isinstance(event, Move)]

    extracted = [game(item) for item in extract(io.BytesIO(text.encode()), "text").items]
    try:
        read = [game(item) for item in read_items(io.BytesIO(text.encode()))]
    except InputError:
        read = []
    assert [one for one in read if one[1]] == extracted


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("moves in prose", "moves or announcements outside any game, in lines 3, 7"),
        ("a game that breaks off", "this game starts at turn 9, and the game before it stops at turn 4"),
        ("a diary", "moves or announcements outside any game, in lines 1, 3, 7"),
    ],
)
def test_what_is_in_no_game_is_said(name: str, said: str) -> None:
    items = list(read_items(io.BytesIO(HALF_TOLD[name].encode())))
    assert said in [found.message for item in items for found in item.findings]
