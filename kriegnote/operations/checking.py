"""The verb ``check``: what reader and umpire find in a record, and which rulebooks it is consistent with."""

from __future__ import annotations

import io
from dataclasses import dataclass

import msgspec

from kriegnote.diagnostics.codes import explanation
from kriegnote.diagnostics.finding_set import FindingSet
from kriegnote.diagnostics.findings import Finding, Fix
from kriegnote.operations.conversion import Item, check_record, empty, read_items
from kriegnote.rules import RULES, RuleSet
from kriegnote.text.source import Chunk


def check_item(item: Item, rules: RuleSet | None = None) -> list[Finding]:
    """Everything found in one record as read."""
    nothing = empty(item)
    if nothing is not None:
        return [nothing]
    heard = FindingSet(check_record(item.record, rules)).at_headers(item.chunk.text, item.chunk.line)
    found = FindingSet(item.findings).judged(heard).listed()
    if all(one.severity == "info" for one in found):
        return found
    from kriegnote.restoration.advice import advised

    again = advised(item.record, found, lambda record: check_record(record, rules))
    return [_in_its_list(one, item.chunk) if item.notation.id == "nost" else one for one in again]


def _in_its_list(found: Finding, chunk: Chunk) -> Finding:
    """A finding whose fix mends a move in the list of its turn's tries, too, where the list ends with it."""
    if found.fix is None or found.line is None or found.column is None:
        return found
    rows, at = chunk.text.split("\n"), found.line - chunk.line
    row = rows[at] if 0 <= at < len(rows) else ""
    old, new = found.fix.old, found.fix.new
    rest = row[found.column - 1 + len(old) :]
    listed = rest.partition(")")[0]
    if not rest.lstrip().startswith("(") or not listed.endswith((f" {old}", f"({old}")):
        return found
    fix = Fix(old + listed, new + listed.removesuffix(old) + new)
    return msgspec.structs.replace(found, fix=fix)


@dataclass(frozen=True)
class Consistency:
    """How a record fares under each rulebook: the number of its announcements, questions and tries that do not fit.

    ``others``: the findings that no rulebook explains.
    """

    name: str
    line: int
    books: dict[str, int]
    others: int = 0

    def text(self) -> str:
        """One line: the rulebooks it is consistent with, then the nearest others."""
        but = f" ({self.others} other finding{'s' * (self.others > 1)})" if self.others else ""
        good = [book for book, misses in self.books.items() if not misses]
        if good:
            return f"{self.name}: the record of line {self.line} is consistent with {', '.join(good)}{but}"
        least = min(self.books.values())
        near = [f"{book} ({misses})" for book, misses in self.books.items() if misses == least]
        return f"{self.name}: the record of line {self.line} is consistent with no rulebook; nearest: {', '.join(near)}"


def consistency_with(item: Item, name: str, others: int = 0) -> Consistency:
    """Tries every rulebook of Kriegspiel, and the record's own, on a record's announcements.

    A miss is an announcement, question or verdict that the rulebook would not have, or one it would have had where
    the record is not silent about its kind.
    """
    known = [book for book in RULES.values() if book.moves != "dark"]
    own = RULES[item.record.rules] if item.record.rules else None
    books = {book.id: misses(item, book) for book in (known if own is None or own in known else [own, *known])}
    return Consistency(name, item.chunk.line, books, others)


def misses(item: Item, book: RuleSet) -> int:
    """How many of a record's events contradict a rulebook (see :func:`consistency_with`)."""
    from kriegnote.umpire.consistency import contradictions

    return contradictions(item.record, book)


def demonstrated(code: str) -> str:
    """What ``check`` (or ``prove``) says of the example of a code, and of that code alone: findings as text.

    :raises KeyError: there is no such code.
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
