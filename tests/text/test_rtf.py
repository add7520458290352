"""Rich Text Format as a word processor displays it; struck words are refused tries."""

from __future__ import annotations

import pytest

from kriegnote.documents.games import read_document
from kriegnote.model.events import Move, Try
from kriegnote.text.plain import unmarked
from kriegnote.text.rtf import is_rtf, without_rtf

HEAD = "{\\rtf1\\ansi\\ansicpg1250{\\fonttbl{\\f0\\fswiss Arial;}}{\\*\\generator Writer;}{\\info{\\author A. N.}}\n"


def shown(text: str) -> str:
    return without_rtf(unmarked(HEAD + text + "}")).text.strip("\n")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\\pard\\b Hart\\b0  \\endash  Quist\\par\n1.\\tab e4 e5", "Hart – Quist\n1.\te4 e5"),
        ("{\\strike exd5} {\\strike exf5 }d3", "~~exd5~~ ~~exf5~~ d3"),
        ("\\strike exd5, exf5\\strike0  d3\\par {\\striked1 c5} c6", "~~exd5, exf5~~ d3\n~~c5~~ c6"),
        ("a6{\\super 1} b5\\super 12\\nosupersub .", "a6¹ b5¹²."),
        ("{\\i \\'8aach} \\u268\\'c8n \\u8212?x \\{a\\}\\~b", "Šach Čn —x {a} b"),
        ("\\trowd\\intbl 1.\\cell e4\\par {\\strike d5}\\cell e5\\cell\\row\\pard after", "1.\te4 ~~d5~~\te5\t\nafter"),
        ("e4{\\footnote {\\super 1} Or d4.} e5", "e4 {¹ Or d4.} e5"),
        ("{\\header\\par p. 3}{\\v hidden}e4", "e4"),
    ],
)
def test_what_is_displayed(text: str, seen: str) -> None:
    assert " ".join(shown(text).split(" ")) == seen


def test_other_texts_are_left_as_they_are() -> None:
    text = "{a comment} \\par 1. e4"
    assert not is_rtf(text)
    assert without_rtf(unmarked(text)).text == text


@pytest.mark.parametrize("sign", ["\\strike ", "\\striked1 ", "\\plain\\deleted "])
def test_struck_moves_are_refused(sign: str) -> None:
    rows = ["1.\\tab e4\\tab d5", "2.\\tab {S exf5} {S exc5} exd5\\tab c6", "3.\\tab a3\\tab {S bxc6}{ }cxd5"]
    text = HEAD + "".join(f"\\pard {row}\\par\n".replace("S ", sign) for row in rows) + "}"
    (game,) = read_document(text).games
    events = game.record.events
    assert [one.text for one in events if isinstance(one, Move)] == ["e4", "d5", "exd5", "c6", "a3", "cxd5"]
    tried = [(one.turn, one.text, one.verdict) for one in events if isinstance(one, Try)]
    assert tried == [(2, "exf5", "refused"), (2, "exc5", "refused"), (3, "bxc6", "refused")]
    for one in events:  # each stands where the file has it
        if isinstance(one, Move | Try) and one.line and one.text:
            assert one.text in text.splitlines()[one.line - 1]


@pytest.mark.parametrize("stroke", ["\u0335", "\u0336", "\u0337", "\u0338"])
@pytest.mark.parametrize(
    "score", ["1. e4 d5 2. - exd5 c6 3. a3 - cxd5 4. Nc3", "1. e4 | d5\n2. - exd5 | c6\n3. a3 | - cxd5\n4. Nc3"]
)
def test_letters_with_strokes_are_struck(stroke: str, score: str) -> None:
    first, second = ("".join(sign + stroke for sign in move) for move in ("exf5", "Qxd5+"))
    text = score.replace("-", first, 1).replace("-", f"{first}, {second}", 1) + "\n"
    (game,) = read_document(text).games
    events = game.record.events
    assert [one.text for one in events if isinstance(one, Move)] == ["e4", "d5", "exd5", "c6", "a3", "cxd5", "Nc3"]
    assert [(one.turn, one.text) for one in events if isinstance(one, Try)] == [(2, "exf5"), (3, "exf5"), (3, "Qxd5+")]
