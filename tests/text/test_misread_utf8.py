"""UTF-8 that was mistaken for another encoding and encoded again."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest

from kriegnote.diagnostics.findings import finding
from kriegnote.operations.conversion import read_items
from kriegnote.operations.fixing import fix_files
from kriegnote.text.misread_utf8 import CODE_PAGES, as_meant, as_misread, first_misread
from kriegnote.text.source import open_text

SCORE = "Génova – “prova”\n1. e4 ♞c6 2. ♘f3 ♝×c3† 3. O–O ♛d4‡\n"


@pytest.mark.parametrize("page", CODE_PAGES)
def test_a_misread_text_is_read_as_it_was_meant(page: str) -> None:
    misread = as_misread(SCORE, page)
    assert first_misread(misread) == (page, 1, as_misread("é", page), "é")
    assert as_meant(misread, page) == SCORE
    opened = open_text(io.BytesIO(misread.encode()))
    assert "".join(opened.lines) == SCORE
    assert [(one.code, one.line, one.column) for one in opened.findings] == [("KN104", 1, 2)]


@pytest.mark.parametrize(
    "text",
    [
        SCORE,
        "Er sah, »daß« Weiß »so« zog.",
        "Le château à côté, «voilà»…",
        "вії, віє „Ві“",
        "Σκάκι ‘Γ’",
        "1. Ã— e4 è é à",
    ],
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert first_misread(text) is None
    assert "".join(open_text(io.BytesIO(text.encode())).lines) == text


def test_letters_are_misread_beside_a_longer_sign() -> None:
    assert "".join(open_text(io.BytesIO("MÃ¼ller â€” PÃ©rez".encode())).lines) == "Müller — Pérez"
    assert "".join(open_text(io.BytesIO("MÃ¼ller, PÃ©rez".encode())).lines) == "MÃ¼ller, PÃ©rez"


def test_json_that_quotes_a_misread_text_is_unchanged() -> None:
    text = '{"text": "â™˜f3"}\n'
    assert "".join(open_text(io.BytesIO(text.encode())).lines) == text


def test_a_fix_leaves_the_other_bytes_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "score.txt"
    path.write_bytes(as_misread("1. ♘f3 ♞c6 2. Nc4\n", "cp1252").encode())
    (item,) = read_items(path, "san")
    assert [event.column for event in item.record.events][:2] == [4, 8]
    found = finding("KN202", "", line=1, column=8, fix=("♞c6", "♞f6"))
    (fixed,) = fix_files([msgspec.structs.replace(found, file=str(path))])
    assert not fixed.refused
    assert path.read_bytes() == as_misread("1. ♘f3 ♞f6 2. Nc4\n", "cp1252").encode()
