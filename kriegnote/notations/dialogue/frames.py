"""What the umpire says in a sentence whose words the grammar knows and whose order it does not.

“Tries on d5 and f5”, “a capture has been made at d5: a pawn”: the words alone leave one thing that can be meant.  A
sentence is one of the :data:`FRAMES` when each of its words belongs to that frame or holds a sentence together; a word
that reports a thought or says no, or one that is in no list (but two, where the umpire is named), and it is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from lark import Token, Tree

from kriegnote.model.events import Side
from kriegnote.notations.dialogue.moves_in_words import square_of

_SQUARES: Final = frozenset({"SQUARE", "NAMED_SQUARE", "DESCRIPTIVE"})
_NUMBERS: Final = frozenset({"INT", "ONE", "NUMERAL"})
_MEN: Final = frozenset({"PAWN", "PIECE", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING"})
_WAYS: Final = frozenset({"RANK", "FILE", "LONG", "SHORT", "DIAGONAL", "KNIGHT"})
_TO_MOVE: Final = frozenset({"PLAY", "MOVING", "MOVE_TO", "TURN"})
_GLUE: Final = frozenset(
    {"IN", "ON", "ALONG", "BY", "OF", "FROM", "TO", "FOR", "AND", "HAS", "COMMA", "COLON", "SEMI", "STOP", "ELLIPSIS",
     "LPAR", "RPAR", "SAID_BY", "UMPIRE", "SAY", "HEAR", "WHITE", "BLACK", "MAKE", "CONNECTIVE"}
)  # fmt: skip
"""What holds a sentence together, or says who speaks to whom."""


_STRANGE: Final = 2
"""So many words that are in no list a sentence may have that names the umpire."""


class Frame(NamedTuple):
    """One thing that can be announced, under the name of its rule in the grammar.

    ``heads``: one of these words is in the sentence; ``also``: what may be with it; ``placed``: it names a square.
    """

    rule: str
    heads: frozenset[str]
    also: frozenset[str]
    placed: bool = False


FRAMES: Final = (
    Frame(
        "pawns",
        frozenset({"TRY", "ATTEMPTS", "PAWN_TRY", "PAWN_CAPTURE", "NO_PAWN_CAPTURE", "MAY_TRY"}),
        _SQUARES | _NUMBERS | _TO_MOVE | {"NO", "MAY", "POSSIBLE", "PAWN", "CAPTURE", "WITH_A_PAWN"},
    ),
    Frame("capture", frozenset({"CAPTURE", "CAPTURED", "LOSES"}), _SQUARES | _MEN | {"ONE", "EN_PASSANT"}, placed=True),
    Frame("check", frozenset({"CHECK", "IN_CHECK"}), _WAYS | {"ONE", "DOUBLE"}),
    Frame("promotion", frozenset({"PROMOTION"}), frozenset({"PAWN", "ONE"})),
)


def framed(tokens: Sequence[Token], teller: Side) -> Tree[Token] | None:
    """The clause that the words of a sentence make, whatever their order; None when they make none, or not one alone.

    :param teller: the side from which squares are counted that are named with no side.
    """
    said = _without_possessives(tokens, teller)
    kinds = {token.type for token in said}
    strange = sum(token.type == "WORD" for token in said)
    known = kinds - {"WORD"}
    if strange > (_STRANGE if "UMPIRE" in kinds else 0) or len(known & {"WHITE", "BLACK"}) > 1 or _is_tried(said):
        return None
    fitting = [frame for frame in FRAMES if frame.heads & kinds and known <= frame.heads | frame.also | _GLUE]
    if len(fitting) != 1 or (fitting[0].placed and not kinds & _SQUARES):
        return None
    return Tree(fitting[0].rule, _parts(fitting[0].rule, said))


def _without_possessives(tokens: Sequence[Token], teller: Side) -> list[Token]:
    """The words with “Black’s Q4” as one square, d5, and without marks."""
    said: list[Token] = []
    for token in tokens:
        if token.type in ("QUOTE", "EMPHASIS", "FILLER"):
            continue
        if token.type == "NUMBER" and (digits := str(token).rstrip(" .")).isdecimal():  # “pawn tries: 3.”
            said.append(Token.new_borrow_pos("INT", digits, token))
            continue
        if token.type in ("NAMED_SQUARE", "DESCRIPTIVE") and said and said[-1].type in ("WHITE", "BLACK"):
            owner: Side = "white" if said[-1].type == "WHITE" else "black"
            if str(said[-1]).endswith("s") and (square := square_of(token, owner)) is not None:
                said[-1] = Token.new_borrow_pos("SQUARE", square, token)
                continue
        said.append(token)
    return said


def _is_tried(said: Sequence[Token]) -> bool:
    """Whether “try” says what a player does, not what he has."""
    return any(one.type in ("WHITE", "BLACK") and two.type == "TRY" for one, two in pairwise(said))


def _parts(rule: str, tokens: Sequence[Token]) -> list[Tree[Token] | Token]:
    """The words as the grammar's rule would have them."""
    parts: list[Tree[Token] | Token] = []
    places: list[Tree[Token] | Token] = []
    for token in tokens:
        kind = token.type
        if kind in ("WHITE", "BLACK"):
            parts.append(Tree("who", [token]))
        elif kind in _SQUARES:
            places.append(token)
        elif rule == "pawns" and kind in _NUMBERS and not _is_article(token, tokens):
            parts.append(Tree("counted", [token]))
        elif rule == "pawns" and kind == "NO":
            parts.append(Token.new_borrow_pos("NO_PAWN_CAPTURE", str(token), token))
        elif rule == "capture" and kind in _MEN:
            parts.append(Tree("category", [token]))
        elif rule == "check" and kind in _WAYS:
            parts.append(Tree("way", [token]))
        elif kind not in _GLUE:
            parts.append(token)
    if places:
        parts.append(Tree("places", places))
    return parts


def _is_article(token: Token, tokens: Sequence[Token]) -> bool:
    """Whether “one” counts nothing, since the squares are named (Italian *una*)."""
    return token.type == "ONE" and any(other.type in _SQUARES for other in tokens)
