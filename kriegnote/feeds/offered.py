"""The methods of :class:`~kriegnote.model.record.Record` that :mod:`kriegnote.model.conveniences` declares."""

from __future__ import annotations

from kriegnote.feeds.chess_games import from_chess, to_chess
from kriegnote.feeds.notebook import html, svg
from kriegnote.feeds.plies import Ply
from kriegnote.feeds.plies import plies as plies_of
from kriegnote.model.record import Record
from kriegnote.operations.conversion import rulebook
from kriegnote.rules import RuleSet


def plies(record: Record, rules: RuleSet | str | None = None, *, chances: bool = False) -> list[Ply]:
    """The plies of a record, under a rulebook or the rulebook with a name."""
    return plies_of(record, rulebook(rules), chances=chances)


__all__ = ["from_chess", "html", "plies", "svg", "to_chess"]
