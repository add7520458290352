"""What the parts of an ICC log's lines say together: numbers, sides, squares, typed moves."""

from __future__ import annotations

from itertools import chain
from typing import Final

import msgspec

from kriegnote.lexicon import mentioned
from kriegnote.model.events import Side
from kriegnote.model.printed_moves import Language, Parts, parse_move, parse_pawn_takes
from kriegnote.notations.icc.lines import ASIDE, LinesAhead, LogLine, Refusal, is_chat
from kriegnote.parsing import Terminals
from kriegnote.text.end_words import speaks_of_an_end
from kriegnote.text.turns import named_move

_TERMINALS: Final = Terminals("icc_lines")
_MEN: Final = frozenset({"pawn", "knight", "bishop", "rook", "queen", "king"})


def may_report(text: str, *, last: bool) -> bool:
    """Whether a line that is none of the server's, and no message, mentions a move, a square or a man.

    :param last: it stands behind the last move of a game without an end, and may also mention that.
    """
    if is_chat(text):
        return False
    of_men = not _MEN.isdisjoint(mentioned(text, "men"))
    return of_men or named_move(text) is not None or (last and speaks_of_an_end(text))


# -- the turn ----------------------------------------------------------------------------------------------------------


def first_turn(lines: list[LogLine]) -> tuple[Side, int]:
    """The side and number of the first turn of a log."""
    stated: Side | None = None
    for line in lines:
        number, to_move = line.get("NUMBER"), line.get("TO_MOVE")
        if number is not None:
            turn: int = number.value
            side: Side = "black" if line.has("DOTS") else "white"
            if line.kind == "announced" and to_move:
                side = to_move.value
            if stated is None or stated == side:
                return side, turn
            return stated, turn - (stated == "black")
        if to_move is not None and stated is None:
            stated = to_move.value
    return stated or "white", 1


def ply(line: LogLine) -> int | None:
    """Twice the number of a line's move, plus 1 for Black's; None if the line has no move."""
    number = line.get("NUMBER") if line.kind == "moved" else None
    return None if number is None else 2 * int(number.value) + line.has("DOTS")


def next_ply(ahead: LinesAhead) -> tuple[Side, int] | None:
    """The side and number of the next printed move; None if the game ends before it or none is near."""
    for line in ahead:
        if line.kind == "moved" and (number := line.get("NUMBER")):
            return ("black" if line.has("DOTS") else "white"), number.value
        if line.kind == "ended":
            return None
    return None


def announced(line: LogLine, ahead: LinesAhead) -> str | None:
    """The square of the capture that is announced for the move of this line.

    It is empty if a capture is announced without its square, None if none is announced.
    """
    for one in chain((line,), ahead):
        if one is not line and (one.kind not in ("announced", *ASIDE) or one.has("ILLEGAL")):
            return None
        if word := one.get("CAPTURED"):
            return word.value[1] or ""
        if one is not line and one.has("TO_MOVE"):
            return None
    return None


def typed_parts(text: str, tongue: Language) -> Parts | None:
    """The parts of a move as the server accepts it or as it is printed."""
    if (takes := parse_pawn_takes(text)) is not None:
        return takes
    parts = parse_move(text, tongue)
    if parts is not None and parts.piece is None and parts.capture:
        return msgspec.structs.replace(parts, capture=None)
    return parts


def castled(text: str | None) -> str | None:
    """The king's move in UCI for typed castling (``e1g1``, perhaps of another man); None for other moves."""
    found = _TERMINALS["TYPED_CASTLING"].fullmatch(text or "")
    return f"e{found['rank']}{found['file']}{found['rank']}" if found else None


def same_input(one: str, refused: Refusal) -> bool:
    """Whether a typed try is the one that is then refused, whatever its capitals, hyphens and blanks."""
    signs = str.maketrans("", "", "-= \t")
    return refused.printed is not None and refused.printed.translate(signs).lower() == one.translate(signs).lower()


def same_move(typed: Parts | None, played: Parts | None) -> bool:
    """Whether a typed move may be the one that the log then shows."""
    if typed is None or played is None:
        return False
    if played.castle is not None:
        return typed.castle == played.castle or (typed.from_ or "")[:1] == "e"
    if typed.to is None:
        return played.piece == "P" and bool(played.capture)
    if typed.to != played.to or typed.castle is not None:
        return False
    hint, origin = played.from_ or "", typed.from_ or ""
    return not hint or not origin or hint in origin
