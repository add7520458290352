"""What the words under a diagram say beside facts: the stipulation, the rulebook, who moves, a king that may stand
elsewhere."""

from __future__ import annotations

from typing import Final, NamedTuple

from lark import Token, Tree

from kriegnote.lexicon import read_number
from kriegnote.problems.policy import Hidden
from kriegnote.problems.stated import sentence_trees, words_of

_RULES: Final = {"WESTERN": "icc", "DUTCH": "dutch"}


class Caption(NamedTuple):
    """What stands under a diagram.

    ``moves``: in how many White is to mate; ``rules``: the rulebook that is named; ``king``: where Black's king may
    stand; ``promoted``: where a pawn has just become a man of unknown kind.  None or empty: it is not said.
    """

    moves: int | None
    rules: str | None
    black_moves: bool
    black_asks: bool
    king: tuple[str, ...]
    promoted: tuple[str, ...]


def read_caption(text: str) -> Caption:
    """What a caption says; what it does not understand it leaves out."""
    trees = list(sentence_trees(text))
    kinds = {word.type for tree in trees for word in words_of(tree)}
    return Caption(
        moves=next(filter(None, map(_moves, trees)), None),
        rules=next((name for kind, name in _RULES.items() if kind in kinds), None),
        black_moves=any(True for tree in trees for _ in tree.find_data("to_move")),
        black_asks=any(map(_black_asks, trees)),
        king=next(filter(None, map(_king, trees)), ()),
        promoted=tuple(_square(rule) for tree in trees for rule in tree.find_data("promoted")),
    )


def mate_in(text: str) -> int | None:
    """In how many moves White is to mate: ``#2``, or “Matto in due mosse”; None when it is not said."""
    return read_caption(text).moves


def hidden_men(caption: Caption, fen: str) -> tuple[Hidden, ...]:
    """The men that a caption tells of and its diagram does not show."""
    king = (Hidden(men="k", squares=caption.king),) if caption.king and lacks_king(fen) else ()
    return (*king, *(Hidden(men="qrbn", squares=(square,)) for square in caption.promoted[:1]))


def lacks_king(fen: str) -> bool:
    """Whether the king of the side that is not to move is missing."""
    return ("K" if " b " in fen else "k") not in fen.partition(" ")[0]


def _moves(sentence: Tree[Token]) -> int | None:
    """The number that stands behind “mate in”."""
    return next((read_number(str(rule.children[-1])) for rule in sentence.find_data("mate_in")), None)


def _black_asks(sentence: Tree[Token]) -> bool:
    """Whether it is Black who asks “any?” now."""
    kinds = [word.type for word in words_of(sentence)]
    return any(kinds[at : at + 3] == ["BLACK", "ASKS", "ANY"] for at in range(len(kinds)))


def _king(sentence: Tree[Token]) -> tuple[str, ...]:
    """Where a sentence says that Black's king may stand."""
    kinds = [word.type for word in words_of(sentence)]
    if "KING" not in kinds or "WHITE" in kinds[: kinds.index("KING") + 2]:
        return ()
    return next((tuple(map(str.lower, rule.children[1:])) for rule in sentence.find_data("stands")), ())  # type: ignore[arg-type]


def _square(promoted: Tree[Token]) -> str:
    return str(promoted.children[0])[-2:].lower()
