"""What the umpire says of one move of a problem, as White hears it."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from kriegnote.chess.position import square_name

End: TypeAlias = Literal["checkmate", "stalemate"]
Tries: TypeAlias = bool | int | tuple[int, ...] | None
"""Pawn tries as announced: None (nothing is said), whether any, how many, or the target squares (sorted)."""


class Heard(NamedTuple):
    """All that the umpire says of one move; hashable, and equal exactly when it sounds the same.

    ``square``: of a capture; ``captured`` and ``by`` (``pawn`` or ``piece``): all None when not said;
    ``check`` has the directions, one empty word where they are not said, nothing where there is no check;
    ``tries`` are those of the side that moves next; ``answer`` is the one to that side's “Any?” (None: not asked);
    ``end``: None where the game goes on.
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
        """No capture, no check, no promotion, no end (pawn tries may have been announced)."""
        return self.square is None and not self.check and not self.promotion and not self.end

    def words(self) -> str:
        """In English, in the order in which the umpire speaks: ``capture of a pawn at d5, check (rank)``."""
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
    """Announced pawn tries in English; empty when nothing is said."""
    if tries is None:
        return ""
    if isinstance(tries, tuple):
        return "pawn tries at " + ", ".join(map(square_name, tries)) if tries else "no pawn tries"
    if isinstance(tries, bool):
        return "pawn tries" if tries else "no pawn tries"
    return f"{tries} pawn {'try' if tries == 1 else 'tries'}"
