"""What nobody sees of a text is put in order where it is opened, and every place stays."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from kriegnote.operations.checking import check_item
from kriegnote.operations.conversion import read_items
from kriegnote.text.source import open_text
from kriegnote.text.unprinted import printed

LOG = (Path(__file__).parent.parent.parent / "examples" / "icc" / "game-8.log").read_text("utf-8")


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("\x1b[1m2. Nf3\x1b[0m\n", "    2. Nf3    \n"),
        ("\x07White's move.\n", " White's move.\n"),
        ("e\x004 e5\n", "e4  e5\n"),
        ("1.\u00a0e4\u202fe5\n", "1. e4 e5\n"),
        ("a\tb\fc", "a\tb\fc"),
        ("║ 1 ┃ e4 │ e5 ╎\n", "| 1 | e4 | e5 |\n"),
        ("╔═══╦━━━┳──┐\n", "+---+---+--+\n"),
        ("♘f3 — café\n", "♘f3 — café\n"),
    ],
)
def test_a_line_is_as_long_as_it_was(line: str, seen: str) -> None:
    assert printed(line) == seen
    assert len(seen) == len(line)


@pytest.mark.parametrize("around", [("\x1b[1;32m", "\x1b[0m"), ("\x07", ""), ("\x00", "\x00"), ("\u00a0", "\u200b")])
def test_a_log_is_read_without_them(around: tuple[str, str]) -> None:
    before, after = around
    text = "".join(f"{before}{line.rstrip()}{after}\n" for line in LOG.splitlines())
    [plain], [item] = (list(read_items(io.BytesIO(one.encode()))) for one in (LOG, text))
    assert item.notation.id == "icc"
    assert [event.text for event in item.record.events if hasattr(event, "text")] == [
        event.text for event in plain.record.events if hasattr(event, "text")
    ]
    assert [one.code for one in check_item(item)] == [one.code for one in check_item(plain)]


@pytest.mark.parametrize(
    "text",
    [
        '{"schema":"kriegnote/1","headers":[["White","A\u00a0B"]],"events":[]}\n',
        '[Event "A\u00a0B"]\n\n1. e4 {so\x07 \\} \u00a0 it\n\u00a0goes on} e5 ; and\u00a0on\n',
    ],
)
def test_what_stands_in_json_tags_and_comments_is_left_alone(text: str) -> None:
    assert "".join(open_text(io.BytesIO(text.encode())).lines) == text


def test_what_stands_between_comments_is_not() -> None:
    lines = open_text(io.BytesIO("1.\u00a0e4 {a\u00a0b\nc\u00a0d}\u00a0e5\u00a0{e} 2.\u00a0d4\n".encode())).lines
    assert "".join(lines) == "1. e4 {a\u00a0b\nc\u00a0d} e5 {e} 2. d4\n"
