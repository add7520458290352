"""What stands where on a page of problems, and what captions and tags say."""

from __future__ import annotations

from itertools import product

import pytest
from lark import Token

from kriegnote.parsing import open_grammar
from kriegnote.problems.reading.caption import read_caption
from kriegnote.problems.reading.parts import parts
from kriegnote.problems.reading.tag_values import edited

PAGE = """# 7 Problems

## 7.1 A problem

*Mate in two.*

Solution: 1.Ra1

## Notes

Nothing of a solution.

[Id "b"]
[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]

1.Rb1
"""


def test_where_a_problem_stands() -> None:
    first, second = parts(PAGE)
    assert (first.value("id"), second.value("id")) == ("7.1", "b")
    assert first.caption.strip() == "*Mate in two.*"
    assert PAGE[first.solution : first.end].strip() == "1.Ra1"
    assert PAGE[second.solution : second.end].strip() == "1.Rb1"


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("Matto in tre mosse", "moves", 3),
        ("White mates in 4.", "moves", 4),
        ("#2", "moves", 2),
        ("Black mates in 2.", "moves", 2),
        ("What is the best move?", "moves", None),
        ("Si risolve solo con Western rules.", "rules", "icc"),
        ("Matto in due con le regole olandesi.", "rules", "dutch"),
        ("Black to move", "black_moves", True),
        ("White to move, black waits", "black_moves", False),
        ("Il Nero chiede “Are there any?”", "black_asks", True),
        ("Black moves, then White asks any?", "black_asks", False),
        ("Il Re nero può essere in a8, a6, c8.", "king", ("a8", "a6", "c8")),
        ("The white king is on h1.", "king", ()),
        ("Il Pe1 è appena stato promosso.", "promoted", ("e1",)),
    ],
)
def test_what_a_caption_says(text: str, field: str, value: object) -> None:
    assert getattr(read_caption(text), field) == value


def test_the_grammar_of_captions_takes_any_words_in_any_order() -> None:
    """So no text stops it."""
    lark = open_grammar("facts", parser="lalr", lexer="basic")
    words = {each.name for rule in lark.rules for each in rule.expansion if each.is_term}
    for kinds in product(sorted(words), repeat=3):
        parser = lark.parse_interactive("")
        for kind in kinds:
            parser.feed_token(Token(kind, "1"))
        parser.feed_eof()


@pytest.mark.parametrize(
    ("edits", "rows"),
    [
        ("+na5", "4k3/8/8/n7/1p6/8/8/4K3"),
        ("-b4", "4k3/8/8/8/8/8/8/4K3"),
        ("b4d4, Ke1-e2", "4k3/8/8/8/3p4/8/4K3/8"),
        ("b4", None),
        ("-c4", None),
        ("c4d4", None),
    ],
)
def test_a_twin_is_the_diagram_changed(edits: str, rows: str | None) -> None:
    fen = edited("4k3/8/8/8/1p6/8/8/4K3 w - - 0 1", edits)
    assert fen == (rows and f"{rows} w - - 0 1")
