"""Adjudication: resolves the moves of a record, checks its announcements and derives those that are missing.

:func:`adjudicate` never sees text, only what a reader parsed. It chooses who follows the record: an umpire's record is
    replayed by :mod:`~kriegnote.umpire.replay`, a player's on his own board by :mod:`~kriegnote.umpire.player_record`,
    and a record in which both players move at once by :mod:`~kriegnote.umpire.both_at_once`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import AnyEvent
from kriegnote.model.record import Record
from kriegnote.rules import RULES, RuleSet
from kriegnote.rules.variants import game_of
from kriegnote.umpire import record_checks
from kriegnote.umpire.both_at_once import adjudicate_both
from kriegnote.umpire.outcome import concluded, open_again
from kriegnote.umpire.own_contradictions import contradictions
from kriegnote.umpire.player_record import adjudicate_player
from kriegnote.umpire.replay import replay


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """An adjudicated record and its findings; it unpacks into these two: ``record, findings = adjudicate(…)``.

    ``added``: the indices of the events that the umpire derived and that were not in the original record;
    ``withdrawn``: the events that had been derived under another rulebook and were removed.
    """

    record: Record
    findings: list[Finding]
    added: frozenset[int] = frozenset()
    withdrawn: tuple[AnyEvent, ...] = ()

    def __iter__(self) -> Iterator[Any]:
        yield self.record
        yield self.findings


def adjudicate(record: Record, rules: RuleSet | None = None, *, announce: bool = True) -> Adjudicated:
    """The record with its moves resolved and, under a rulebook, its missing announcements added; and the findings.

    If the record has an end but no result, the result that follows from it is added and marked as derived.

    :param rules: the rulebook; None means the one that the record names. With neither, no announcement is derived.
    :param announce: False derives nothing, but still resolves moves and checks what was recorded.

    A player's record is followed on his own board; a public record is returned unchanged.
    """
    rules = rules or (RULES[record.rules] if record.rules else None)
    withdrawn: tuple[AnyEvent, ...] = ()
    if rules is not None and rules.id != record.rules:
        withdrawn = tuple(event for event in record.events if event.source == "derived")
        record = _under(record, rules, withdrawn)
    judged = _judged(record, rules, announce)
    return replace(judged, record=concluded(judged.record, judged.findings), withdrawn=withdrawn)


def _judged(record: Record, rules: RuleSet | None, announce: bool) -> Adjudicated:
    """The record adjudicated by the module that its view and its game require."""
    if record.view == "public":
        return Adjudicated(record, [])
    game = game_of(record)
    if game is None:
        return Adjudicated(record, [record_checks.unknown_variant(record)])
    if record.start is None and game.start_is_secret:
        return Adjudicated(record, record_checks.no_setup(record, game))
    if rules is not None and rules.game.turns == "simultaneous":
        judged, findings = adjudicate_both(record)
        return Adjudicated(judged, findings, frozenset(range(len(record.events), len(judged.events))))
    if record.view == "umpire":
        return Adjudicated(*replay(record, rules, announce=announce))
    if rules is not None and rules.game.sees_all in ("both", record.view):
        return Adjudicated(*replay(record, rules, announce=False))
    followed, found = adjudicate_player(record, rules)
    return Adjudicated(followed, contradictions(record) + found)


def _under(record: Record, rules: RuleSet, withdrawn: Collection[AnyEvent]) -> Record:
    """The record under another rulebook, without the events and the result that were derived under the old one."""
    kept = tuple(event for event in record.events if event.source != "derived") if withdrawn else record.events
    silence = record.silence if record.rules is None else ()
    headers = tuple((name, rules.id if name == "Rules" else value) for name, value in record.headers)
    changed = record.replace(headers=headers, events=kept, silence=silence).under(rules.id).sourced(None, "silence")
    return open_again(changed)
