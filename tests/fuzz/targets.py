"""What is done with an input: read, checked and converted, repaired, or proven.  An exception is a crash."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from unittest.mock import patch

from kriegnote.model.record import Record
from kriegnote.notations.accounting import account
from kriegnote.notations.registry import Notation, notations
from kriegnote.operations.checking import check_item
from kriegnote.operations.conversion import Item, convert_record
from kriegnote.problems.prove import prove
from kriegnote.problems.reading.reader import read_problems
from kriegnote.restoration.restorer import repair
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import ViewError
from tests.support.chapter_7 import TEXT as CHAPTER

MOST = 3  # records of one input
BUDGET = 150_000  # see kriegnote.restoration.restorer.BUDGET
EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ROWS = list(notations().values())


def items(row: Notation, text: str) -> list[Item]:
    chunks = list(row.chunks(iter(text.splitlines(keepends=True))))
    assert row.data or _stands("".join(chunk.text for chunk in chunks), text), (
        f"{row.id}: the chunks do not make the text"
    )
    return [Item(*row.read(chunk), chunk, row) for chunk in chunks[:MOST]]


def _stands(read: str, text: str) -> bool:
    """Whether what is read is the text, but for blanks where a mail or a server put something before its lines."""
    return len(read) == len(text) and all(one in (other, " ") for one, other in zip(read, text, strict=True))


def tiled(item: Item) -> None:
    """The spans of a record's events make its text, gap and overlap apart none; JSON's have none."""
    spans = sorted(event.span for event in item.record.events if event.span)
    at = spans[0][0] if spans else 0
    for start, end in spans:
        assert start == at, f"{item.notation.id}: the spans do not tile at {at}"
        at = end


def readers(data: bytes) -> None:
    text = decoded(data[2:])
    number = data[0] % (len(ROWS) + 1)
    if number == len(ROWS):
        read_problems(text)
        return
    target = ROWS[data[1] % len(ROWS)]
    for item in items(ROWS[number], text):
        tiled(item)
        check_item(item)
        listener = ("umpire", "white", "black", "public")[data[1] // len(ROWS) % 4]
        try:
            convert_record(item.record, target, listener=listener)  # type: ignore[arg-type]
        except ViewError:
            continue


def mend(data: bytes) -> None:
    """Repair with little room, so that many inputs have their turn; its answer must stay when repaired again."""
    row, records = records_of(data)
    with patch("kriegnote.restoration.restorer.BUDGET", BUDGET), patch("kriegnote.restoration.search.LEAST", BUDGET):
        mended = [repair([record])[0].record for record in records]
        again = [repair([record])[0].record for record in mended]
    for before, after in zip(mended, again, strict=True):
        assert before.events == after.events, f"{row.id}: repair changes what it mended"
        told: Record = adjudicate(after, announce=False).record
        account(told, ROWS[data[1] % len(ROWS)].carries)
        row.write(told)


def mend_fully(data: bytes) -> None:
    """Repair as users have it."""
    repair(records_of(data)[1])


def records_of(data: bytes) -> tuple[Notation, list[Record]]:
    row = ROWS[data[0] % len(ROWS)]
    return row, [item.record for item in items(row, decoded(data[2:]))]


def solutions(data: bytes) -> None:
    """A solution read and proven: the first byte picks the problem of chapter 7 whose tags it gets, or none."""
    heads = [text.partition("\n\n")[0] for text in chapter()]
    head = [*heads, ""][data[0] % (len(heads) + 1)]
    for problem in read_problems(f"{head}\n\n{decoded(data[2:])}")[0][:MOST]:
        prove(problem, search=False)


@cache
def chapter() -> list[str]:
    """The texts of its problems, tags and all."""
    return re.split(r"\n\n(?=\[Id )", CHAPTER.read_text(encoding="utf-8"))


def decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


TARGETS = {"readers": readers, "repair": mend, "repair-fully": mend_fully, "problems": solutions}


def seed(corpus: Path) -> None:
    corpus.mkdir(parents=True, exist_ok=True)
    for number, row in enumerate(ROWS):
        for file in sorted((EXAMPLES / row.id).glob("*")):
            if file.is_file() and file.suffix != ".md":
                for size in (200, 600, 1400):
                    target = (number * 7 + size) % 256
                    (corpus / f"{file.name}-{size}").write_bytes(bytes([number, target]) + file.read_bytes()[:size])
    scan = (EXAMPLES / "scan" / "game-15.txt").read_bytes()
    (corpus / "scan").write_bytes(bytes([ROWS.index(notations()["san"]), 0]) + scan[:700])
    for file in sorted((EXAMPLES / "problems").glob("*")):
        if file.is_file():
            (corpus / file.name).write_bytes(bytes([len(ROWS), 0]) + file.read_bytes()[:1400])


def seed_problems(corpus: Path) -> None:
    corpus.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(chapter()):
        (corpus / f"solution-{number}").write_bytes(bytes([number, 0]) + text.partition("\n\n")[2].encode())
