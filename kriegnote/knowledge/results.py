"""What ``know``, ``complete`` and ``join`` give back."""

from __future__ import annotations

from typing import Literal

import msgspec

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import Side
from kriegnote.model.record import Record

Method = Literal["exact", "sampled", "bounds"]


class HiddenManSquares(msgspec.Struct, frozen=True):
    """One enemy man: his letter and square at the start, where he can stand now, whether he can have been captured."""

    man: str
    home: str
    squares: tuple[str, ...]
    captured: Literal["no", "perhaps", "certain"]


class MoveChance(msgspec.Struct, frozen=True):
    """One move that the player could try: the probability that it is legal, and legal with a capture, check or mate."""

    move: str
    san: str
    legal: float
    capture: float
    check: float
    mate: float


class Threats(msgspec.Struct, frozen=True):
    """What the opponent could do with his next move: the probability that he can take with a pawn at all, and that the
    next move takes on a square, gives check or mate, every legal move being as likely as any other."""

    pawn_capture: float
    captures: dict[str, float]
    check: float
    mate: float


class PlyKnowledge(msgspec.Struct, frozen=True, kw_only=True):
    """What a player could know when ``ply`` plies had been played, what was said before the next move included.

    ``method``: ``exact`` (every position that fits is counted), ``sampled`` (a sample of them, found by following legal
    games; ``squares`` then come from the bounds, which miss nothing, and the probabilities from the sample),
    ``bounds`` (no position was found in the work allowed: only the bounds are given).
    ``positions``: at least and at most so many; the same number twice when exact.
    ``squares``: for each kind of enemy man (a letter) every square on which one can stand.
    ``probability``: for each kind and square the probability that one stands there.
    ``moves``: the player's own moves when he is to move; ``threats``: the opponent's when he is.
    ``chances``: whether those come from all positions or a sample of them.
    ``certain``: what he could be sure of, in words; ``mates``: moves that were certain to mate.
    """

    ply: int
    turn: int
    to_move: Side
    method: Method
    positions: tuple[int, int]
    squares: dict[str, tuple[str, ...]]
    probability: dict[str, dict[str, float]]
    men: tuple[HiddenManSquares, ...]
    captured: int
    moves: tuple[MoveChance, ...] = ()
    threats: Threats | None = None
    chances: Literal["exact", "sampled", "none"] = "none"
    certain: tuple[str, ...] = ()
    mates: tuple[str, ...] = ()


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What one player could know, ply by ply.

    ``prior``: the opponent's habits that the probabilities assume.  ``mate``: the first ply at which a mate was certain
    and could be known, None when there was none.  ``work``: the number of moves looked at.
    """

    side: Side
    rules: str | None
    prior: str
    plies: tuple[PlyKnowledge, ...]
    mate: int | None
    work: int
    findings: tuple[Finding, ...] = ()


class Contradiction(msgspec.Struct, frozen=True):
    """An entry that is part of a contradiction: its number among the events, its words, and its place if it has one."""

    event: int
    words: str
    line: int | None = None
    column: int | None = None


class Completed(msgspec.Struct, frozen=True, kw_only=True):
    """Games that fit a record.

    ``records``: umpire's records, each verified by turning it into the record's view again.  ``games``: how many fit,
    exactly when ``exact``, else an estimate; None when it cannot be said.  ``error``: the estimate's standard error as
    a fraction of it.  ``contradiction``: entries of which no game fits them all, though one fits when any is left out.
    """

    records: tuple[Record, ...]
    games: int | float | None
    exact: bool
    error: float | None = None
    none_fits: bool = False
    contradiction: tuple[Contradiction, ...] = ()
    work: int = 0
    findings: tuple[Finding, ...] = ()


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """Two records of one game made one.

    ``record``: the umpire's record; a move that stays open has its ``options``.  ``witnesses``: for every event of the
    record the numbers (1 or 2) of the records that have it.  ``readings``: how many games fit both records equally
    well (counted up to a limit); 0 when no board followed them, and they were joined turn by turn, or not at all
    (:attr:`together`).  ``contradictions``: how many entries had to be set aside.
    """

    record: Record
    witnesses: tuple[tuple[int, ...], ...]
    readings: int
    contradictions: int
    findings: tuple[Finding, ...] = ()

    @property
    def together(self) -> bool:
        """Whether the second record could be joined to the first."""
        return any(2 in numbers for numbers in self.witnesses)
