"""The results of ``know``, ``complete`` and ``join``."""

from __future__ import annotations

from typing import Literal

import msgspec

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import Side
from kriegnote.model.record import Record

Method = Literal["exact", "sampled", "bounds"]


class HiddenManSquares(msgspec.Struct, frozen=True):
    """An enemy man: his letter and starting square, where he can stand now, and whether he may have been captured."""

    man: str
    home: str
    squares: tuple[str, ...]
    captured: Literal["no", "perhaps", "certain"]


class MoveChance(msgspec.Struct, frozen=True):
    """A move that the player could try: the probability that it is legal, and that it also captures, checks, mates."""

    move: str
    san: str
    legal: float
    capture: float
    check: float
    mate: float


class Threats(msgspec.Struct, frozen=True):
    """The probabilities of what the opponent could do next, if each of his legal moves is equally likely.

    ``pawn_capture``: that he has a pawn capture; ``captures``: that his next move captures, by square; ``check``,
    ``mate``: that it gives check or mate.
    """

    pawn_capture: float
    captures: dict[str, float]
    check: float
    mate: float


class PlyKnowledge(msgspec.Struct, frozen=True, kw_only=True):
    """What a player could know after ``ply`` plies, given also what was said before the next move.

    ``method``: ``exact`` (every position that fits was counted), ``sampled`` (a sample was found by following legal
    games; then ``squares`` come from the bounds, which miss no possibility, and the probabilities from the sample), or
    ``bounds`` (no position was found within the allowed work: only the bounds are given). ``positions``: the least and
    the greatest number possible; equal if exact. ``squares``: for each kind of enemy man (a letter), every square on
    which one can stand. ``probability``: for each kind and square, the probability that such a man stands there.
    ``moves``: the player's own moves if he is to move; ``threats``: the opponent's if he is. ``chances``: whether these
    come from all positions or from a sample. ``certain``: what the player could be certain of, in words; ``mates``:
    moves that certainly mate.
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

    ``prior``: the assumption about the opponent's moves on which the probabilities rest. ``mate``: the first ply at
    which the player could know of a certain mate, None if there was none. ``work``: the number of moves examined.
    """

    side: Side
    rules: str | None
    prior: str
    plies: tuple[PlyKnowledge, ...]
    mate: int | None
    work: int
    findings: tuple[Finding, ...] = ()


class Contradiction(msgspec.Struct, frozen=True):
    """An entry that is part of a contradiction: its index among the events, its words, and its place if it has one."""

    event: int
    words: str
    line: int | None = None
    column: int | None = None


class Completed(msgspec.Struct, frozen=True, kw_only=True):
    """Games that fit a record.

    ``records``: umpire's records; each was compared with the record by deriving its view (a finding reports a
    difference). ``games``: the number of games that fit, exact if ``exact``, otherwise an estimate; None if not known.
    ``error``: the standard error of the estimate as a fraction of it. ``contradiction``: entries that no game fits
    together, although one fits if any of them is left out.
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
    """Two records of one game, joined.

    ``record``: the umpire's record; a move that stays open has its ``options``. ``witnesses``: for every event, the
    numbers (1 or 2) of the records that contain it. ``readings``: the number of games that fit both records equally
    well (counted up to a limit); 0 if no board was followed, and they were joined turn by turn or not at all
    (:attr:`together`). ``contradictions``: the number of entries that were set aside.
    """

    record: Record
    witnesses: tuple[tuple[int, ...], ...]
    readings: int
    contradictions: int
    findings: tuple[Finding, ...] = ()

    @property
    def together(self) -> bool:
        """Whether the second record was joined to the first."""
        return any(2 in numbers for numbers in self.witnesses)
