"""The starting position of a record."""

from __future__ import annotations

from kriegnote.chess.position import Position
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.record import Record
from kriegnote.rules import RULES
from kriegnote.rules.assumed import assumed
from kriegnote.rules.boards import position_of
from kriegnote.rules.variants import game_of


def first_position(record: Record, findings: list[Finding] | None = None) -> Position | None:
    """The starting position of a record; None if it is not known.

    It is not known in a fragment without a diagram, after a secret set-up, and if the FEN cannot be set up, which is
    reported in ``findings``.
    """
    game = game_of(record)
    if game is None:
        return None
    if record.start is not None:
        from kriegnote.rules.setup import setup_problem

        try:
            wrong = setup_problem(record.start, game) if findings is not None and record.view == "umpire" else None
            rules = RULES[record.rules] if record.rules else assumed()
            if wrong is not None and findings is not None and rules.game == game:
                at = next((event for event in record.events if event.line is not None), None)
                findings.append(finding("KN408", f"the starting position is not allowed in this game: {wrong}", at))
            return position_of(game, record.start, whole=record.view == "umpire" or game.start_is_public(record.start))
        except ValueError as error:
            if findings is not None:
                message, note = f"the starting position cannot be set up: {error}", "the moves are not checked"
                findings.append(finding("KN404", message, note=note))
            return None
    if game.setup != "given":
        return None  # each player chooses his own, and the record does not give it
    for event in record.events:
        turn = getattr(event, "turn", None)
        if turn is not None:
            return position_of(game) if turn <= 1 else None
    return position_of(game)
