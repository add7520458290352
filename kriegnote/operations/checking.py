"""The command ``check``: the findings on a record, and the rulebooks that it is consistent with."""

from __future__ import annotations

import io
from dataclasses import dataclass

from kriegnote.diagnostics.codes import explanation
from kriegnote.diagnostics.finding_set import FindingSet
from kriegnote.diagnostics.findings import Finding
from kriegnote.operations.conversion import Item, check_record, empty, read_items
from kriegnote.rules import RULES, RuleSet
from kriegnote.text.source import Chunk


def check_item(item: Item, rules: RuleSet | None = None) -> list[Finding]:
    """All findings on one record as read."""
    nothing = empty(item)
    if nothing is not None:
        return [nothing]
    checked = FindingSet(check_record(item.record, rules)).at_headers(item.chunk.text, item.chunk.line)
    found = FindingSet(item.findings).judged(checked).listed()
    if all(one.severity == "info" for one in found):
        return found
    from kriegnote.restoration.advice import advised

    again = advised(item.record, found, lambda record: check_record(record, rules))
    complete = item.notation.complete_fix
    return again if complete is None else [complete(one, item.chunk) for one in again]


@dataclass(frozen=True)
class Consistency:
    """How well a record fits each rulebook: the number of its announcements, questions and tries that do not fit.

    ``others``: the number of other findings, which no rulebook explains.
    """

    name: str
    line: int
    books: dict[str, int]
    others: int = 0

    def text(self) -> str:
        """One line: the rulebooks with which the record is consistent or, failing that, those that fit best."""
        but = f" ({self.others} other finding{'s' * (self.others > 1)})" if self.others else ""
        good = [book for book, misses in self.books.items() if not misses]
        if good:
            return f"{self.name}: the record of line {self.line} is consistent with {', '.join(good)}{but}"
        least = min(self.books.values())
        near = ", ".join(book for book, misses in self.books.items() if misses == least)
        why = f"{least} announcements, questions or tries do" if least > 1 else "one announcement, question or try does"
        return (
            f"{self.name}: the record of line {self.line} is consistent with no rulebook; nearest: {near}, "
            f"under which {why} not fit"
        )


def consistency_with(item: Item, name: str, others: int = 0) -> Consistency:
    """Compares a record with every Kriegspiel rulebook, and with its own.

    A miss is an announcement, question or verdict that the rulebook does not have, or one that it requires but that the
    record lacks although it has others of the same kind.
    """
    known = [book for book in RULES.values() if book.moves != "dark"]
    own = RULES[item.record.rules] if item.record.rules else None
    books = {book.id: misses(item, book) for book in (known if own is None or own in known else [own, *known])}
    return Consistency(name, item.chunk.line, books, others)


def misses(item: Item, book: RuleSet) -> int:
    """The number of a record's events that contradict a rulebook, present or missing (see :func:`consistency_with`)."""
    from kriegnote.umpire.consistency import contradictions

    return contradictions(item.record, book)


def demonstrated(code: str) -> str:
    """The output of ``check`` (or ``prove``) for the example of a code, limited to findings with that code.

    :raises KeyError: if there is no such code.
    """
    from kriegnote.reporting.rendering import as_text

    row = explanation(code)
    found: list[Finding] = []
    if row.notation == "problem":
        from kriegnote.problems.prove import prove
        from kriegnote.problems.reading.reader import read_problems

        problems, found = read_problems(row.example)
        for problem in problems:
            found += prove(problem, search=False).findings
    elif row.notation:
        for item in read_items(io.BytesIO(row.example.encode()), None if row.notation == "document" else row.notation):
            found += check_item(item)
    return "".join(as_text(one, Chunk(row.example)) for one in found if one.code == code)
