"""Reads facts about hidden men from the sentences in which a problem states them.

>>> facts("White has made 14 captures. His king cannot move.", "8/8/8/8/8/5K2/8/6Q1 w - - 0 1")
[CapturesMade(number=14, kinds='PNBRQ'), Immobile(square='f3')]
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token, Tree

from kriegnote.caching_parser import parser_of
from kriegnote.chess.fen import cells
from kriegnote.knowledge.facts import CapturesMade, Companions, DiagramFact, Immobile, LastTurn, Refused
from kriegnote.lexicon import read_number


def _tree(text: str) -> Tree[Token]:
    """The sentences of a text as the grammar ``facts.lark`` reads them."""
    parser = parser_of("facts", lexer="basic")
    tree = parser.tree(parser.words(text))
    assert tree is not None  # any words are sentences
    return tree


def facts(text: str, fen: str) -> list[DiagramFact]:
    """The facts that a text states about the men that the side to move does not see.

    :param fen: the diagram; the hidden king may be missing.
    """
    return [fact for _, found in sentences(text, fen) for fact in found]


def sentences(text: str, fen: str) -> Iterator[tuple[str, list[DiagramFact]]]:
    """The sentences that state facts, each with its facts."""
    start = 0
    for tree in _tree(text).children:
        if isinstance(tree, Tree) and (found := list(_facts(tree, fen))):
            end = max(word.end_pos or 0 for word in words_of(tree))
            yield " ".join(text[start:end].split()), found
        if isinstance(tree, Token):
            start = tree.end_pos or start


def sentence_trees(text: str) -> Iterator[Tree[Token]]:
    """The tree of each sentence of a text, by the grammar ``facts.lark``."""
    return (tree for tree in _tree(text).children if isinstance(tree, Tree))


def words_of(tree: Tree[Token]) -> list[Token]:
    """The words of a sentence that have a meaning in the grammar, in order."""
    return list(tree.scan_values(lambda each: isinstance(each, Token)))


def _facts(sentence: Tree[Token], fen: str) -> Iterator[DiagramFact]:
    """The facts of a sentence; the colour that it names first is that of the side whose tries and captures they are."""
    kinds = [word.type for word in words_of(sentence)]
    counted = (list(words_of(rule)) for rule in sentence.find_data("count"))
    counts = {word.type: read_number(count) or 0 for count, word in counted}
    hidden = "BLACK" if " b " not in fen else "WHITE"
    colour = next((kind for kind in kinds if kind in ("WHITE", "BLACK")), None)
    if "CAPTURES" in counts and colour != hidden and not {"TRIED", "POSSIBLE"} & {*kinds}:
        yield CapturesMade(counts["CAPTURES"])
    if "TRIES" in counts and "REFUSED" in kinds:
        yield Refused(counts["TRIES"], last=colour == hidden)
    if "COMPANIONS" in counts:
        yield Companions(counts["COMPANIONS"])
    elif "ALONE" in kinds and "KING" in kinds and not counts:
        yield Companions(0)
    if "CANNOT_MOVE" in kinds and "KING" in kinds and colour != hidden and (king := _king(fen)):
        yield Immobile(king)
    yes = not {"YES", "YES_IN_QUOTES"}.isdisjoint(kinds)
    if colour == hidden and any(sentence.find_data("asked")) and (yes or "NO" in kinds):
        yield LastTurn(any=yes)
    if colour == hidden and "TRIED" in kinds and "CAPTURES" in kinds and {"REFUSED", "NO"} & {*kinds}:
        yield LastTurn(refused_capture=True)


def _king(fen: str) -> str | None:
    """The square of the king of the side to move; None if the diagram lacks it."""
    rows, _, rest = fen.partition(" ")
    for rank, row in enumerate(rows.split("/")):
        file = cells(row).find("k" if rest.startswith("b") else "K")
        if file >= 0:
            return f"{'abcdefgh'[file]}{8 - rank}"
    return None
