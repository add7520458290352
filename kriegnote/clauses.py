"""Sentences of a dialogue, clause by clause: the longest stretch of words that the grammar reads.

What a clause means is the reader's affair.  A clause starts where the reader says and ends at a comma, a full stop or
another place where a sentence can break; words that mean nothing are skipped.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken

from kriegnote.grammar import grammar

SKIPPED: Final = frozenset({"QUOTE", "EMPHASIS", "FILLER"})
BREAKS: Final = frozenset(
    {"STOP", "COMMA", "SEMI", "COLON", "AND", "CONNECT", "LPAR", "RPAR", "BLANK_LINE", "NUMBER", "BRACES", "CAPTION",
     "OPEN_BRACE", "RESULT"}
)  # fmt: skip
MOVES: Final = frozenset({"MOVE", "SQUARE", "RAW"})
LONGEST: Final = 400
"""No clause has more words than this, so that reading stays linear."""


class Clause(NamedTuple):
    """A clause that was read: its kind, its tree, and the index of the token after it."""

    kind: str
    tree: Tree[Token]
    after: int


@cache
def _parser() -> Lark:
    return grammar("dialogue", lexer="basic")


def words(text: str) -> list[Token]:
    """The tokens of a text; every character but blanks is in one."""
    return list(_parser().lex(text))


def clause(tokens: list[Token], start: int, text: str) -> Clause | None:
    """The longest clause that starts at a token, None when none does."""
    parser = _parser().parse_interactive()
    fed: list[Token] = []
    best = after = 0
    first = None
    index = start
    limit = min(len(tokens), start + LONGEST)
    while True:
        before = index
        while index < limit and tokens[index].type in SKIPPED:
            index += 1
        token = tokens[index] if index < limit else None
        choices = parser.choices()
        whole = first == "NUMBER" or (fed and fed[-1].type == "BRACES")
        if fed and "$END" in choices and (whole or token is None or _breaks(tokens, index, text)):
            best, after = len(fed), before
        if token is None or token.type not in choices:
            break
        first = first or token.type
        try:
            parser.feed_token(token)
        except UnexpectedToken:
            break
        fed.append(token)
        index += 1
    if not best:
        return None
    return _read(fed[:best], after)


def _read(tokens: list[Token], after: int) -> Clause | None:
    parser = _parser().parse_interactive()
    try:
        for token in tokens:
            parser.feed_token(token)
        tree: Tree[Token] = parser.feed_eof(tokens[-1])
    except UnexpectedToken:
        return None
    kind = next((str(child.data) for child in reversed(tree.children) if isinstance(child, Tree)), str(tree.data))
    return None if kind == "prose" else Clause(kind, tree, after)


def _breaks(tokens: list[Token], index: int, text: str) -> bool:
    """Whether a sentence can break before this token: at its kind, or at a line that begins with a capital."""
    token = tokens[index]
    return token.type in BREAKS or (starts_line(tokens, index, text) and str(token)[:1].isupper())


def starts_line(tokens: list[Token], index: int, text: str) -> bool:
    """Whether a token is the first of its line, marks that mean nothing left out."""
    index -= 1
    while index >= 0 and tokens[index].type in ("EMPHASIS", "QUOTE"):
        index -= 1
    if index < 0:
        return True
    previous = tokens[index]
    if previous.type == "BLANK_LINE":
        return True
    assert previous.end_pos is not None and previous.start_pos is not None
    following = tokens[index + 1]
    assert following.start_pos is not None
    return "\n" in text[previous.end_pos : following.start_pos]
