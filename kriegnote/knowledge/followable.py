"""Whether a record's positions can be followed; in some games they cannot."""

from __future__ import annotations

from typing import NamedTuple

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.record import Record
from kriegnote.rules.variants import game_of
from kriegnote.umpire.starting_position import first_position


class Obstacle(NamedTuple):
    """Why a record's positions cannot be followed, and what would help."""

    reason: str
    remedy: str

    def as_finding(self, consequence: str) -> Finding:
        """The finding: the reason and its consequence."""
        return finding("KN707", f"{self.reason}: {consequence}", note=self.remedy)


def obstacle(record: Record) -> Obstacle | None:
    """Why a record's positions cannot be followed ply by ply; None if they can."""
    game = game_of(record)
    if game is None:
        return Obstacle("the rules of this game are not known", "give a rulebook or a rulebook file with --rules")
    if game.turns != "one":
        return Obstacle("a side makes several moves in a row, or both move at once", "`kriegnote show` has the boards")
    if game.refused_try != "again" or game.take_back != "no":
        return Obstacle("a refused try can cost the turn, or a move be taken back", "`kriegnote show` has the boards")
    if game.invisible != "all":
        return Obstacle("both players see some of the men", "`kriegnote show` has the boards")
    if game.start_is_secret and (record.view != "umpire" or record.start is None):
        return Obstacle("the players set up their men in secret", "only the umpire’s record has the starting position")
    if first_position(record) is None:
        return Obstacle("the starting position is not known", "give it at the head of the record, as a FEN")
    if record.view != "umpire" and not game.start_is_public(record.start):
        return Obstacle("the record begins in the middle of the game", "only the umpire’s record has all the men")
    return None
