"""The scanner finds the words that Lark's own lexer finds, trying only what can begin with the sign there."""

from __future__ import annotations

import random

import pytest
from lark import Lark

from kriegnote.caching_parser import parser_of
from kriegnote.lexicon import lexicon, ways
from kriegnote.parsing import grammar, open_grammar
from kriegnote.scanner import scanner_of
from tests.text.test_grammars import WORDS

MEANINGS = [said for meaning in lexicon().meanings.values() for form in meaning.all_forms() for said in ways(form)]


def lark_s(parser: Lark, text: str) -> list[tuple[str, str, int | None]]:
    return [(str(word.type), str(word), word.start_pos) for word in parser.lex(text)]


@pytest.mark.parametrize("name", ["dialogue", "san", "tries"])
def test_the_words_of_a_text_are_lark_s(name: str) -> None:
    rng = random.Random(name)
    for _ in range(200):
        parts = [
            rng.choice((rng.choice(WORDS), rng.choice(MEANINGS).capitalize(), rng.choice(MEANINGS))) for _ in range(6)
        ]
        text = rng.choice((" ", "", ", ", "\n")).join(parts)
        found = [(word.type, str(word), word.start_pos) for word in parser_of(name, lexer="basic").words(text)]
        assert found == lark_s(grammar(name, lexer="basic"), text), text


@pytest.mark.parametrize("name", ["diagram", "document", "last_words", "latex", "problem_move"])
def test_so_are_those_of_a_grammar_without_rules(name: str) -> None:
    lark = open_grammar(name, parser=None, lexer="basic", start=[])
    rng = random.Random(name)
    for _ in range(200):
        text = rng.choice((" ", "", ", ", "\n")).join(
            rng.choice((rng.choice(WORDS), rng.choice(MEANINGS))) for _ in range(6)
        )
        found = [(word.type, str(word), word.start_pos) for word in scanner_of(name).words(text)]
        assert found == lark_s(lark, text), text
