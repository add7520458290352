"""Reads the messages of a chat that a program saved as JSON as the lines of that chat.

    {"user": "anna", "text": "e4"}, {"user": "umpire", "text": ":x: no"}            <anna> e4
                                                                                    <umpire> no

A message is an object with words and with who wrote them, whatever the program calls these; a name may be that of an
object within it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kriegnote.documents.containers import held_texts
from kriegnote.documents.found import Document
from kriegnote.notations.notation import Notation
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Taker, unmarked

_CHAT: Final = Terminals("chat")
_LEAST: Final = 4
"""The least number of messages."""
_MOST_DEPTH: Final = 100
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


@dataclass
class _Object:
    """An object of the JSON that is open: the name under which it stands, and what it has of a message."""

    name: str
    words: tuple[int, int] | None = None
    writer: tuple[int, int] | None = None
    key: str = ""


def is_chat_export(sample: str) -> bool:
    """Whether a text, of which this is the beginning, has the messages of a chat as JSON."""
    return sample.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") and sum(1 for _ in _messages(sample)) >= _LEAST


def read_chat_export(source: str, row: Notation | None = None) -> Document:
    """The games of a chat that was saved as JSON; never raises on bad text.

    :param row: the notation of all games; None: each is read in the one that fits it.
    """
    taker = Taker(unmarked(source))
    for (first, last), (start, end) in _messages(source):
        writer = "".join(sign for _, sign in _signs(source, first, last)).strip()
        for line in _lines(source, start, end):
            taker.put(f"<{writer}> ", line[0][0])
            for at, sign in line:
                taker.put(sign, at)
            taker.put("\n", end)
    return held_texts(source, [taker.done()], row)


def _messages(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The ranges of the writer and of the words of each message, without their quotation marks."""
    opened: list[_Object] = []
    for token in _CHAT["JSON_TOKEN"].finditer(source):
        if token["opens"]:
            above = opened[-1].key if opened else ""
            opened.append(_Object(above if token["opens"] == "{" else ""))
            if len(opened) > _MOST_DEPTH:
                return
        elif token["closes"] and opened:
            done = opened.pop()
            if done.words is not None and done.writer is not None and done.name == "":
                yield done.writer, done.words
            elif done.writer is not None and opened and _CHAT["WRITER_KEY"].fullmatch(done.name):
                opened[-1].writer = done.writer
        elif token["key"] is not None and opened:
            opened[-1].key = token["key"]
        elif token["value"] is not None and opened:
            one = opened[-1]
            if _CHAT["WORDS_KEY"].fullmatch(one.key) and one.words is None:
                one.words = token.span("value")
            elif _CHAT["WRITER_KEY"].fullmatch(one.key) or (one.name and _CHAT["NAME_KEY"].fullmatch(one.key)):
                one.writer = one.writer or token.span("value")


def _signs(source: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The characters of a JSON string, each with its offset."""
    for found in _CHAT["JSON_SIGN"].finditer(source, start, end):
        escaped = found["escaped"]
        if found["code"] is not None:
            yield found.start(), chr(int(found["code"], 16))
        elif escaped is not None:
            yield found.start(), _ESCAPES.get(escaped, escaped)
        else:
            yield found.start(), found[0]


def _lines(source: str, start: int, end: int) -> Iterator[list[tuple[int, str]]]:
    """The lines of a message that have words, without the names of pictures beside these, and with stops for bars."""
    signs = [*_signs(source, start, end)]
    words = "".join(sign for _, sign in signs)
    at = 0
    for line in words.split("\n"):
        held = signs[at : at + len(line)]
        at += len(line) + 1
        made = [*_without_pictures(line, held)]
        if "".join(sign for _, sign in made).strip():
            yield made


def _without_pictures(line: str, held: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """A line without the names of pictures, unless it has nothing else: then they are words; and without @."""
    others = _CHAT["PICTURE"].sub("", line).strip()
    at = 0
    for found in _CHAT["OF_CHAT"].finditer(line):
        yield from held[at : found.start()]
        at = found.end()
        yield from ((held[found.start()][0], sign) for sign in _meant(found, alone=not others))
    yield from held[at:]


def _meant(found: re.Match[str], *, alone: bool) -> str:
    if found["bar"] is not None:
        return "; "
    if not alone or found["picture"] is None:
        return ""
    return "no" if _CHAT["REFUSING_PICTURE"].fullmatch(found["picture"]) else "ok" if found["picture"] else ""


__all__ = ["is_chat_export", "read_chat_export"]
