"""The caching parser makes of any text what Lark's own makes, words that do not fit included."""

from __future__ import annotations

import random

import pytest
from lark import Token, Tree, UnexpectedInput

from kriegnote.caching_parser import parser_of
from kriegnote.parsing import grammar
from tests.text.test_grammars import WORDS


def lark_s(name: str, words: list[Token]) -> Tree[Token] | None:
    """What Lark makes of words that all fit."""
    running = grammar(name, lexer="basic").parse_interactive("")
    try:
        for word in words:
            running.feed_token(word)
        return running.feed_eof()  # type: ignore[no-untyped-call, no-any-return]
    except UnexpectedInput:
        return None


@pytest.mark.parametrize("name", ["magari", "nost", "darkchess", "progressive"])
def test_a_text_that_fits_has_lark_s_tree(name: str) -> None:
    rng = random.Random(name)
    whole = 0
    for _ in range(600):
        text = "".join(rng.choice(WORDS) + rng.choice(("", " ")) for _ in range(rng.randint(1, 6)))
        tree, unread = parser_of(name, keep_all_tokens=True).parse(text, 0, len(text))
        try:
            expected = grammar(name, keep_all_tokens=True).parse(text)
        except UnexpectedInput:
            assert unread, text
            continue
        whole += 1
        assert (tree, unread) == (expected, []), text
    assert whole > 50


def test_what_does_not_fit_is_left_out_and_what_follows_is_read() -> None:
    parser = parser_of("magari", keep_all_tokens=True)
    text = "!e4 ] ; !e5"
    tree, unread = parser.parse("x" + text, 1, 1 + len(text))
    moves = [str(word) for word in tree.scan_values(lambda one: isinstance(one, Token) and one.type == "PLY_OR_QUOTED")]
    assert moves == ["e4", "e5"]
    assert all(text[start - 1 : end - 1].strip() for start, end in unread)


@pytest.mark.parametrize("name", ["san", "tries", "dialogue", "problem", "facts"])
def test_words_that_were_cut_first_have_lark_s_tree(name: str) -> None:
    rng = random.Random(name)
    parser = parser_of(name, lexer="basic")
    for _ in range(300):
        text = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 4)))
        words = parser.words(text)
        assert parser.tree(words) == lark_s(name, words), text


def test_a_place_is_asked_what_may_come_next() -> None:
    parser = parser_of("result", lexer="basic")
    assert parser.begun.takes("ANY_RESULT") and not parser.begun.takes("$END")
    here, fits, _ = parser.begun.after("ANY_RESULT")
    assert fits and here.takes("$END") and not here.takes("ANY_RESULT")
    assert not here.after("ANY_RESULT").fits
    assert parser.begun.after("ANY_RESULT").place is here
