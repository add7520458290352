"""The announcement of one move of a problem, as White hears it."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from kriegnote.chess.position import square_name

End: TypeAlias = Literal["checkmate", "stalemate"]
Tries: TypeAlias = bool | int | tuple[int, ...] | None
"""Pawn tries as announced: None (nothing is announced), whether there are any, how many, or the sorted targets."""


class Heard(NamedTuple):
    """The announcement of one move; two are equal exactly if they sound the same.

    ``square``, ``captured``, ``by``: the square of a capture, what was captured, and what captured it (``pawn`` or
    ``piece``); None if not announced.
    ``check``: the directions; a single empty string if they are not announced; empty if there is no check.
    ``tries``: the pawn tries of the side to move next.
    ``end``: None if the game goes on.
    ``answer``: the answer to the “Any?” that the mover asked before the move; None if it was not asked or not heard.
    """

    square: int | None = None
    captured: str | None = None
    by: str | None = None
    en_passant: bool = False
    check: tuple[str, ...] = ()
    promotion: bool = False
    tries: Tries = None
    end: End | None = None
    answer: bool | None = None

    @property
    def silent(self) -> bool:
        """Whether no capture, check, promotion or end is announced; pawn tries may be."""
        return self.square is None and not self.check and not self.promotion and not self.end

    def words(self) -> str:
        """The announcement in English, in the umpire's order: ``capture of a pawn at d5, check (rank)``."""
        said = []
        if self.answer is not None:
            said.append(f"“Any?” {'yes' if self.answer else 'no'}")
        if self.square is not None:
            said.append(
                "capture"
                + (f" of a {self.captured}" if self.captured else "")
                + (" en passant" if self.en_passant else "")
                + f" at {square_name(self.square)}"
                + (f" by a {self.by}" if self.by else "")
            )
        if self.check:
            said.append(f"check ({', '.join(self.check)})" if all(self.check) else "check")
        if self.promotion:
            said.append("promotion")
        if self.end:
            said.append(self.end)
        if self.silent:
            said.append("silent")
        tries = tries_words(self.tries)
        return ", ".join([*said, tries] if tries else said)


def tries_words(tries: Tries) -> str:
    """Announced pawn tries in English; empty if nothing is announced."""
    if tries is None:
        return ""
    if isinstance(tries, tuple):
        return "pawn tries at " + ", ".join(map(square_name, tries)) if tries else "no pawn tries"
    if isinstance(tries, bool):
        return "pawn tries" if tries else "no pawn tries"
    return f"{tries} pawn {'try' if tries == 1 else 'tries'}"
