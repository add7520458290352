"""Coverage-guided fuzzing of every reader, of the umpire behind it, of the writers and of repair.

    pip install atheris
    python tests/fuzz/fuzz_readers.py -max_total_time=3600 -max_len=4096 -timeout=60 CORPUS

CORPUS is a folder (made when missing, seeded from examples/).  The first byte of an input picks the notation.  A crash
is an exception from a reader, from the umpire or from a writer; spans that do not tile the text; or too long a time.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["kriegnote"]):
    from kriegnote.notations import notations
    from kriegnote.problems import prove as problems
    from kriegnote.repair import repair
    from kriegnote.umpire import adjudicate

ROWS = [row for row in notations().values() if row.id != "json"]
LIMIT = 5000


def one_input(data: bytes) -> None:
    if len(data) < 2:
        return
    number, text = data[0], data[1 : 1 + LIMIT].decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    if number % (len(ROWS) + 1) == len(ROWS):
        problems.read_problems(text)
        return
    row = ROWS[number % (len(ROWS) + 1)]
    chunks = list(row.chunks(iter(text.splitlines(keepends=True))))
    assert "".join(chunk.text for chunk in chunks) == text, "chunks do not make the text"
    for chunk in chunks[:4]:
        record = row.read(chunk).record
        spans = sorted(event.span for event in record.events if event.span)
        if record.events:
            whole = "".join(text[start:end] for start, end in spans)
            assert whole == chunk.text, f"{row.id}: spans do not tile"
        told = adjudicate(record).record
        if told.view in row.views:
            row.write(told)
        if number >= 240 and record.view == "umpire" and len(chunk.text) < 400:
            repair([record])


def seed(corpus: Path) -> None:
    corpus.mkdir(parents=True, exist_ok=True)
    root = Path(__file__).parent.parent.parent / "examples"
    for number, row in enumerate(ROWS):
        for file in sorted((root / row.id).glob("*")):
            if file.is_file() and file.suffix != ".md":
                for lead in (number, 240 + (number - 240) % (len(ROWS) + 1)):
                    (corpus / f"{row.id}-{file.name}-{lead}").write_bytes(bytes([lead]) + file.read_bytes()[:LIMIT])


if __name__ == "__main__":
    folders = [Path(word) for word in sys.argv[1:] if not word.startswith("-")]
    if folders:
        seed(folders[0])
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
