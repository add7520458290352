"""Which rulebooks a record is consistent with: its announcements compared with what each rulebook prescribes."""

from __future__ import annotations

from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, Check, PawnTries, Promotion, Try
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet
from kriegnote.umpire.adjudication import adjudicate

_ABOUT_THE_UMPIRE = frozenset({"KN303", "KN314", "KN321", "KN322", "KN334", "KN343", "KN352"})


def contradictions(record: Record, book: RuleSet) -> int:
    """The number of announcements in a record, or missing from it, that contradict a rulebook.

    A kind of event of which the record has no example counts as unsaid, not as missing.
    """
    kinds = {type(event) for event in record.events}
    silent = {
        name for name, kind in (("capture", Capture), ("check", Check), ("pawn_tries", PawnTries)) if kind in kinds
    }
    if Promotion in kinds:
        silent.add("promotion")
    judged = adjudicate(record.replace(rules=book.id, silence=tuple(sorted(silent))), book, announce=False)
    unsaid = sum(one.code in _ABOUT_THE_UMPIRE for one in judged.findings)
    return unsaid + sum(not _could_be_said(event, book) for event in record.events)


def _could_be_said(event: AnyEvent, book: RuleSet) -> bool:
    """Whether an umpire under this rulebook can say this, in this form."""
    match event:
        case PawnTries():
            said = "squares" if event.squares is not None else "count" if event.count is not None else "any"
            return book.pawn_tries == said
        case Ask():
            return event.what in book.questions
        case Answer():
            return bool(book.questions) and (event.any is None or "any" in book.questions)
        case Capture():
            return (
                (event.captured is None) == (book.captured == "no")
                and (event.by is None or book.capturer != "no")
                and (event.en_passant is None or book.en_passant)
            )
        case Check():
            named = {"long", "short"} & {*event.directions}  # “diagonal” leaves out which, as some notations must
            return not event.directions or (book.check_directions and (book.long_short or not named))
        case Promotion():
            return book.promotion
        case Try():
            return event.verdict != "impossible" or bool(book.nonsense)
        case _:
            return True
