"""Comments and variations of PGN that are refused tries, as only the board tells."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from kriegnote.model.events import Comment, Try, Variation
from kriegnote.model.record import Record
from kriegnote.operations.conversion import read_items

HEAD = '[Event "?"]\n[Site "?"]\n[Date "1988.??.??"]\n[Round "?"]\n[White "a"]\n[Black "b"]\n[Result "*"]\n\n'
BEHIND = "1. e4 d5 2. Bb5+ {A} c6 3. Nf3 {B} e5 4. O-O {C} Nf6 {D} *\n"
AHEAD = "1. e4 d5 2. {A} Bb5+ c6 3. {B} Nf3 e5 4. {C} O-O 4... {D} Nf6 *\n"
ASIDE = "1. e4 d5 2. Bb5+ c6 (2... exd4) 3. Nf3 (3. exf5) (3. gxh3) e5 4. O-O Nf6 *\n"
TRIES = {"A": ("exf5",), "B": ("gxh3", "dxc3"), "C": ("exf5",), "D": ("dxc4", "exf4")}


def record(text: str, path: Path | None = None) -> Record:
    if path is not None:
        path.write_text(HEAD + text)
        return next(iter(read_items(path))).record
    return next(iter(read_items(io.BytesIO((HEAD + text).encode())))).record


def tries(found: Record) -> list[str]:
    return [f"{one.turn}{(one.side or '-')[0]} {one.text}" for one in found.events if isinstance(one, Try)]


WANTED = ["2w exf5", "3w gxh3", "3w dxc3", "4w exf5", "4b dxc4", "4b exf4"]


@pytest.mark.parametrize("page", [BEHIND, AHEAD])
@pytest.mark.parametrize(
    ("before", "between", "behind"),
    [
        ("-", " -", ""), ("*", " *", ""), ("~", ", ~", ""), ("x", " x", ""), ("X ", ", ", ""), ("", "- ", "-"),
        ("no: ", ", ", ""), ("niet ", " en ", ""), ("rifiuto: ", ", ", ""), ("", " ou ", " : pas"), ("", ", ", ""),
        ("(", ", ", ")"), ("", " (ill.) ", " (ill.)"), ("zurückgewiesen: ", ", ", ""), ("", ", ", " -> njet"),
    ],
)  # fmt: skip
def test_what_stands_beside_impossible_moves_alone_refuses_them(
    page: str, before: str, between: str, behind: str
) -> None:
    for sign, moves in TRIES.items():
        page = page.replace("{" + sign + "}", "{" + before + between.join(moves) + behind + "}")
    assert tries(record(page)) == WANTED


@pytest.mark.parametrize(
    "words", ["; White tried {}: no", "; Les Blancs ont essayé {} : refusé", "; {} illegal", "; {}"]
)
def test_a_comment_may_end_with_its_line(words: str, tmp_path: Path) -> None:
    plies = ["1. e4 d5", "2. Bb5+", "2... c6", "3. Nf3", "3... e5", "4. O-O", "4... Nf6 *"]
    said = dict(zip((1, 3, 5), list(TRIES.values())[:3], strict=True))
    lines = (ply + (" " + words.format(", ".join(said[at])) if at in said else "") for at, ply in enumerate(plies))
    assert tries(record("\n".join(lines) + "\n", tmp_path / "a.pgn")) == WANTED[:4]


def test_variations_of_one_player_that_cannot_be_played_are_tries() -> None:
    found = record(ASIDE)
    assert tries(found) == ["3w exf5", "3w gxh3"]
    assert [one for one in found.events if isinstance(one, Variation)]  # exd4 could be nobody's try


@pytest.mark.parametrize("place", ["(3. exf5 {no}) Nf3", "(3. exf5 {illegal}) 3. Nf3"])
def test_a_variation_may_stand_before_its_move(place: str) -> None:
    assert tries(record(f"1. e4 d5 2. Bb5+ c6 {place} e5 4. O-O Nf6 *\n")) == ["3w exf5"]


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 d5 2. Bb5+ {better Nc3} c6 3. Nf3 {better Be2} e5 4. O-O {Bxc6+} Nf6 {Nd7, Bd6} *\n",
        "1. e4 d5 (1... e5 2. Nf3) 2. Bb5+ (2. exd5) c6 3. Nf3 (3. Be2) e5 4. O-O (4. Nxe5) Nf6 *\n",
        "1. e4 d5 2. Bb5+ {stops exf5} c6 3. Nf3 {stops gxh3} e5 4. O-O Nf6 *\n",
        "1. e4 d5 2. Bb5+ {exf5} c6 3. Nf3 e5 4. O-O Nf6 (4... dxc4) *\n",
    ],
)
def test_the_moves_of_annotators_are_no_tries(text: str) -> None:
    found = record(text)
    assert tries(found) == []
    assert any(isinstance(one, Comment | Variation) for one in found.events)
