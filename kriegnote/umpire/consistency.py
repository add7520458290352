"""Which rulebooks a record is consistent with: what it says, held against what a rulebook's umpire says."""

from __future__ import annotations

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import Answer, Ask, Capture, Check, PawnTries, Promotion, Try
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet
from kriegnote.umpire.adjudication import adjudicate

_UMPIRE = frozenset({"KN303", "KN314", "KN321", "KN322", "KN334", "KN343", "KN352"})


def contradictions(record: Record, book: RuleSet) -> int:
    """How many events of a record its umpire could not have uttered under a rulebook, or left unsaid.

    Only what the record tells counts: a kind it has no event of is unsaid, not missing.
    """
    kinds = {type(event) for event in record.events}
    silent = {
        name for name, kind in (("capture", Capture), ("check", Check), ("pawn_tries", PawnTries)) if kind in kinds
    }
    if Promotion in kinds:
        silent.add("promotion")
    judged = adjudicate(record.replace(rules=book.id, silence=tuple(sorted(silent))), book, announce=False)
    return sum(_utterance(event, book) for event in record.events) + sum(_counts(one) for one in judged.findings)


def _counts(found: Finding) -> bool:
    return found.code in _UMPIRE


def _utterance(event: object, book: RuleSet) -> bool:
    """Whether an umpire under this rulebook would not speak so."""
    if isinstance(event, PawnTries):
        said = "squares" if event.squares is not None else "count" if event.count is not None else "any"
        return book.pawn_tries != said
    if isinstance(event, Ask):
        return event.what not in book.questions
    if isinstance(event, Answer):
        return not book.questions or (event.any is not None and "any" not in book.questions)
    if isinstance(event, Capture):
        if event.captured is not None and book.captured == "no":
            return True
        if event.captured is None and book.captured != "no":
            return True
        return (event.by is not None and book.capturer == "no") or (
            event.en_passant is not None and not book.en_passant
        )
    if isinstance(event, Check):
        return bool(event.directions) and ("diagonal" in event.directions) == book.long_short
    if isinstance(event, Promotion):
        return not book.promotion
    if isinstance(event, Try):
        return event.verdict == "impossible" and not book.nonsense
    return False
