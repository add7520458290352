"""Markup taken off, and every character's place in the original."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kriegnote.documents.games import read_document
from kriegnote.documents.markup import plain_text
from kriegnote.model.events import Move, Try


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("**Partita 9** *Rossi-Verdi*", "Partita 9 Rossi-Verdi"),
        ("## A heading\n\n1. e4 e5", "A heading\n\n1. e4 e5"),
        ("16. e5, d$\\times$e5 17. $\\text{♖}\\times h3$", "16. e5, d×e5 17. ♖×h3"),
        ("1. $h4, d5$ 2. $\\mathbf{g4}$ \\ldots", "1. h4, d5 2. g4 ..."),
        ("1. e4 $1 e5 $2", "1. e4 $1 e5 $2"),
        ("Rossi &amp; Verdi, caf&#233;", "Rossi & Verdi, café"),
        ("see [the site](http://www.example.org/a_b).", "see the site."),
        ("![](page_3.jpeg)\n\n1. e4", "\n\n1. e4"),
        ("1. e4 {a \\} brace} e5", "1. e4 {a \\} brace} e5"),
        ("```\n1. e4 *\n```", "1. e4 *\n"),
        ("> 1. e4 e5\n> 2. d4", "1. e4 e5\n2. d4"),
        ("the post-\nmortem of a nomi-\nnale game", "the postmortem of a nominale game"),
        ("4. O-\nO-O d5", "4. O-O-O d5"),
        ("2. Nf3[a] Nc6[b] 3. [i]Bb5[/i]", "2. Nf3[a] Nc6[b] 3. Bb5"),
        ("[code]1. e4\ne5[/code]\n\nmore", "1. e4\ne5\n\n\nmore"),
        ("1. ! e4 *\n\n2. * e5", "1. ! e4 *\n\n2. * e5"),
        ("<p>5.g4</p>\n<p>one pawn try 6.h4</p>", "5.g4\n\none pawn try 6.h4"),
        ("<!DOCTYPE html><html><h3>A &amp; B</h3><p>1. e4<br>\n1... e5</p></html>", "A & B\n\n1. e4\n1... e5"),
        (
            "<html><ol start='3'><li>e4 <b>e5</b></li><li><s>exd5</s> d4</li></ol><ol><li>1. c4</li></ol></html>",
            "3. e4 e5\n4. ~~exd5~~ d4\n\n1. c4",
        ),
        (
            "<html><p>2. d4 Nc6<sup>exf4; a: N</sup> 3. c4<sup>2</sup> the 4<sup>th</sup></p></html>",
            "2. d4 Nc6(exf4; a: N) 3. c4 the 4th",
        ),
        ("2. d4 Nc6<sup>exf4; a: N</sup> 3. c4", "2. d4 Nc6(exf4; a: N) 3. c4"),
        ("<html><style>p {}</style><pre>1. ?\n1. .. d5</pre></html>", "1. ?\n1. .. d5"),
    ],
)
def test_the_text_that_a_reader_sees(source: str, plain: str) -> None:
    assert plain_text(source).text.strip("\n") == plain.strip("\n")


@settings(max_examples=60, deadline=None)
@example("\\ ")
@example("\\unicode{xd800} e4 \\unicode{x00}")
@given(st.text(alphabet="ab1.♘e4*_#$\\{}<>/p&;[]() \n-\f`|~^", max_size=80))
def test_places_never_decrease_and_lie_in_the_original(source: str) -> None:
    plain = plain_text(source)
    places = list(plain.places)
    assert len(places) == len(plain.text) + 1
    assert places == sorted(places)
    assert all(0 <= place <= len(source) for place in places)


def test_a_character_that_was_kept_is_the_one_at_its_place() -> None:
    source = "# Kapitel\n\n**1.** ♘f3 $\\text{♖}\\times h3$ &amp; *d5*\n"
    plain = plain_text(source)
    kept = [(sign, source[place]) for sign, place in zip(plain.text, plain.places, strict=False) if sign in "♘♖fh3d5"]
    assert kept and all(sign == original for sign, original in kept)


def test_a_type_that_marks_tries_says_so() -> None:
    text = "1. e4 e5 2. Bc4 Nc6 3. *exd5* *exf5* Qh5 *exd4* Nf6 4. **Qxf7#**\n"
    (game,) = read_document(text).games
    tried = [one.text for one in game.record.events if isinstance(one, Try)]
    moves = [one.text for one in game.record.events if isinstance(one, Move)]
    assert (tried, moves) == (["exd5", "exf5", "exd4"], ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"])


@pytest.mark.parametrize(
    ("tries", "move"),
    [
        ("<i>{}</i><br>", "<b>{}</b>"),
        ("<em>{}</em> ", "{}"),
        ("{} ", "<strong>{}</strong>"),
        ("<small>{}</small> ", "{}"),
    ],
)
def test_tries_that_only_their_type_shows_stand_in_brackets(tries: str, move: str) -> None:
    turns = [("exd5, exf5", "e4", "", "d6"), ("", "d4", "cxd4", "N&times;f6"), ("dxe5; Kd2", "Nf3", "", "Be7")]

    def cell(tried: str, made: str) -> str:
        return f"<td>{tries.format(tried) if tried else ''}{move.format(made)}</td>"

    rows = [
        f"<tr><td>{number}</td>{cell(*turn[:2])}{cell(*turn[2:])}</tr>" for number, turn in enumerate(turns, start=1)
    ]
    text = plain_text(f"<html><body><table>{''.join(rows)}</table></body></html>").text
    assert [" ".join(row.split()) for row in text.strip().splitlines()] == [
        "1 (exd5, exf5: no) e4 d6",
        "2 d4 (cxd4: no) N×f6",
        "3 (dxe5; Kd2: no) Nf3 Be7",
    ]


@pytest.mark.parametrize(
    "cell", ["<i>see</i> <b>e4</b>", "<b>e4</b> <i>exd5</i> <i>good</i>", "<i>e4</i>", "<b>1.</b> e4 e5"]
)
def test_other_cells_have_no_tries(cell: str) -> None:
    text = plain_text(f"<html><body><table>{f'<tr><td>1</td><td>{cell}</td></tr>' * 3}</table></body></html>").text
    assert "(" not in text


def test_a_table_that_begins_with_tries_is_a_game() -> None:
    rows = ["exd5|e4|e5", "|Nf3|Nc6", "Nxe5|Bb5|a6"]
    cells = (row.split("|") for row in rows)
    body = "".join(
        f"<tr><td>{at}</td><td>{f'<i>{tried}</i> ' * bool(tried)}<b>{white}</b></td><td><b>{black}</b></td></tr>"
        for at, (tried, white, black) in enumerate(cells, start=1)
    )
    (game,) = read_document(f"<html><body><p>A game</p><table>{body}</table></body></html>").games
    assert [type(one).__name__ for one in game.record.events] == ["Try", *["Move"] * 4, "Try", *["Move"] * 2]


@pytest.mark.parametrize("sign", ["Nxe5", "pawn tries: d4", "pawn gone from b5", "capture on f7"])
def test_words_in_angle_brackets_are_markup_only_if_they_are_an_element(sign: str) -> None:
    text = f"*Game 3*, Kemp and Lowe\n\n1. e4 e5\n2. <{sign}> Nf3 Nc6\n3. Bc4 <b>Bc5</b>\n"
    assert f"<{sign}> Nf3" in plain_text(text).text
    assert "Bc5" in plain_text(text).text and "<b>" not in plain_text(text).text
    assert "move" not in plain_text("# A\n\nIt is <move>1. e4</move> said\n").text  # the text closes it


def test_a_line_in_angle_brackets_keeps_the_lines_behind_it() -> None:
    text = "1. e4 e5\n2. Nf3 Nc6\n\n<pawn tries: b5>\n3. Bb5 a6\n4. Ba4 Nf6\n"
    assert "<pawn tries: b5>\n3. Bb5 a6\n4. Ba4" in plain_text(text).text
