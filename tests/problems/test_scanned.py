"""Solutions as narrow columns and scanners print them: divided words, lines that run on, strokes for the digit 1."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from kriegnote.problems.prove import prove
from kriegnote.problems.reading.reader import read_problems
from kriegnote.problems.reading.scanned import mended
from kriegnote.text.plain import unmarked
from tests.problems.test_problems_wordings import OTHERWISE, tags_of
from tests.support.sample import part

WIDTH = 46
"""The width of a narrow column, in characters."""
WORD = re.compile(r"([^\W\d_]{3,})([^\W\d_]{3,}\W*)")


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("Si-\nlence: 2.Qd4 mate.", "Silence: 2.Qd4 mate."),
        ("The rook has gone\nto e6.", "The rook has gone to e6."),
        ("Silence: 2.Qd4\nCapture on c3: 2.Rc3", "Silence: 2.Qd4\nCapture on c3: 2.Rc3"),
        ("l.Dcl", "1.Dc1"),
        ("l...Axd6", "1...Axd6"),
        ("2.Rxdl, 2.K-cl", "2.Rxd1, 2.K-c1"),
        ("2.Nlg3, 2.Rlxe5", "2.N1g3, 2.R1xe5"),
        ("a capture on dl", "a capture on d1"),
        ("No / Dal / Ce7", "No / Da1 / Ce7"),
        ("Dal canto suo il Nero tace.", "Dal canto suo il Nero tace."),
        ("II. Capture on c3", "II. Capture on c3"),
    ],
)
def test_what_the_page_has_spoilt_is_read_as_it_was_meant(printed: str, read: str) -> None:
    found = mended(unmarked(printed))
    assert found.text == read
    assert len(found.places) == len(read) + 1
    assert all(printed[at] in (sign, "l", "\n") for at, sign in zip(found.places, read, strict=False))


def in_a_column(body: str, rng: random.Random) -> str:
    """A text with its lines broken at :data:`WIDTH`, and some words divided there."""
    lines = []
    for paragraph in body.rstrip().split("\n"):
        line = ""
        for word in re.split(r"( )", paragraph):
            divided = WORD.fullmatch(word)
            if len(line) + len(word) <= WIDTH or not word.strip():
                line += word
            elif divided and len(word) > 6:
                at = rng.randint(2, len(word.rstrip(".,;:!?")) - 2)
                lines.append(f"{line}{word[:at]}-")
                line = word[at:]
            else:
                lines.append(line.rstrip())
                line = word
        lines.append(line)
    return "\n".join(lines)


def with_strokes(body: str, _rng: random.Random) -> str:
    """A text with a stroke for the digit 1 in the numbers of moves and in the moves of men."""
    body = re.sub(r"(?<![\w.])1(?=\s?\.\s?[KQRBNDTAC♔-♟a-h.])", "l", body)
    return re.sub(r"(?<!\w)([KQRBNDTAC♔-♟]x?[a-h])1(?!\w)", r"\1l", body)


@pytest.mark.parametrize("change", [in_a_column, with_strokes])
def test_a_solution_in_a_narrow_column_or_from_a_scanner_has_the_same_verdict(change: object) -> None:
    rng, found = random.Random(7), Counter[tuple[str, str]]()
    for head, body in part(OTHERWISE[::8], 3):
        name, rules, *_ = head.split()
        before, after = (
            prove(read_problems(f"{tags_of(name)}\nSolution: {text}")[0][0], rules, search=False).verdict
            for text in (body, change(body, rng))  # type: ignore[operator]
        )
        found[before, after] += 1
    assert not [pair for pair in found if pair[0] != pair[1] and pair[1] != "incomplete"]
    assert sum(count for (one, two), count in found.items() if one == two) >= found.total() * 96 // 100
