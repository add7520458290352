"""Reads the caption under a diagram: the stipulation, the rulebook, the side to move, and where hidden men may stand.

Facts about hidden men are read by :mod:`kriegnote.problems.stated`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from lark import Token, Tree

from kriegnote.lexicon import mentions, read_number
from kriegnote.parsing import Terminals
from kriegnote.problems.policy import Hidden
from kriegnote.problems.stated import sentence_trees, words_of

_PAGE: Final = Terminals("problem_page")
_RULES: Final = {"WESTERN": "icc", "DUTCH": "dutch"}


class Caption(NamedTuple):
    """What a caption says; a field is None, empty or False if the caption does not say it.

    ``moves``: the number of moves in which White is to mate.  ``rules``: the rulebook that is named.
    ``black_moves``: Black is to move.  ``black_asks``: Black asks “Any?”.  ``king``: the squares on which Black's king
    may stand.  ``promoted``: the squares on which a pawn has just promoted to an unknown man.
    """

    moves: int | None
    rules: str | None
    black_moves: bool
    black_asks: bool
    king: tuple[str, ...]
    promoted: tuple[str, ...]


def read_caption(text: str) -> Caption:
    """The caption in a text; words that are not understood are ignored."""
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
    """The number of moves of a stipulation (``#2``, “Matto in due mosse”); None if there is none."""
    return read_caption(text).moves


def direct_mate(text: str) -> int | None:
    """The number of moves of a stipulation that asks for a direct mate in whole moves; None for any other.

    Others are ``h#2``, ``s#3``, ``ser-#4``, ``#2½``, ``#-2``, ``#0``, ``=2``, “helpmate in two”.
    """
    moves = mate_in(text)
    signs = [*_PAGE["MATE_SIGN"].finditer(text)]
    direct = all(_PAGE["DIRECT"].fullmatch(found.group()) for found in signs)
    return moves if moves and direct and not mentions(text, "details.no_direct_mate") else None


def hidden_men(caption: Caption, fen: str) -> tuple[Hidden, ...]:
    """The hidden men that a caption mentions: a king that the diagram lacks, and one promoted man."""
    king = (Hidden(men="k", squares=caption.king),) if caption.king and lacks_king(fen) else ()
    return (*king, *(Hidden(men="qrbn", squares=(square,)) for square in caption.promoted[:1]))


def lacks_king(fen: str) -> bool:
    """Whether a diagram lacks the king of the side that is not to move."""
    return ("K" if " b " in fen else "k") not in fen.partition(" ")[0]


def _moves(sentence: Tree[Token]) -> int | None:
    """The number after “mate in” in a sentence; None if there is none."""
    return next((read_number(str(rule.children[-1])) for rule in sentence.find_data("mate_in")), None)


def _black_asks(sentence: Tree[Token]) -> bool:
    """Whether a sentence says that Black asks “Any?”."""
    kinds = [word.type for word in words_of(sentence)]
    return any(kinds[at : at + 3] == ["BLACK", "ASKS", "ANY"] for at in range(len(kinds)))


def _king(sentence: Tree[Token]) -> tuple[str, ...]:
    """The squares on which Black's king may stand according to a sentence."""
    kinds = [word.type for word in words_of(sentence)]
    if "KING" not in kinds or "WHITE" in kinds[: kinds.index("KING") + 2]:
        return ()
    return next((tuple(map(str.lower, rule.children[1:])) for rule in sentence.find_data("stands")), ())  # type: ignore[arg-type]


def _square(promoted: Tree[Token]) -> str:
    return str(promoted.children[0])[-2:].lower()
