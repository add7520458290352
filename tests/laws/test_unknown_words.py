"""Texts with one word that nobody knows: nothing is told that did not happen, and what is lost has a finding.

``KRIEGNOTE_UNKNOWN=12 pytest tests/laws/test_unknown_words.py -s`` tries as many
words of each text.
"""

from __future__ import annotations

import os
import random
import re
import tomllib
from pathlib import Path

import kriegnote
from kriegnote.operations.conversion import InputError
from tests.notations.test_dialogue_sentences import event_words
from tests.support.sample import part

WORDS = int(os.environ.get("KRIEGNOTE_UNKNOWN", "1"))
TEXTS = tomllib.loads((Path(__file__).parent.parent / "data/texts.toml").read_text("utf-8"))["texts"]
_WORD = re.compile(r"(?<![\w@])[^\W\d_]{2,}(?![\w@])")
_MOST = 0.02

Told = list[tuple[str, int]]


def told(text: str) -> Told:
    events = (event for game in kriegnote.read(text) for event in game.record.events)
    return [(words, event.line or 0) for event in events if (words := event_words(event)) is not None]


def with_an_unknown_word(text: str, seed: str) -> list[str]:
    found = list(_WORD.finditer(text))
    chosen = random.Random(seed).sample(found, min(WORDS, len(found)))
    return [text[: one.start()] + ("Blorp" if one[0][0].isupper() else "blorp") + text[one.end() :] for one in chosen]


def less(one: str, other: str) -> bool:
    """Whether an event tells no more than another does: without its answer, its square, its side, as a mere try."""
    said, known = one.split(), other.split()
    if said[:1] == ["-"]:
        known[0] = "-"
    hidden = said[1:] == ["hidden"] or (said[1] == "try" and said[2:] == known[2:3])
    return (said[0] == known[0] and hidden and known[1] == "move") or (said[:2] == known[:2] and {*said} <= {*known})


def kept(known: Told, again: Told) -> tuple[Told, Told]:
    """What is told now that was not, and what was told and is not; each in order."""
    best = [[0] * (len(again) + 1) for _ in range(len(known) + 1)]
    for at in reversed(range(len(known))):
        for by in reversed(range(len(again))):
            same = less(again[by][0], known[at][0])
            best[at][by] = max(best[at + 1][by], best[at][by + 1], (best[at + 1][by + 1] + 1) * same)
    at = by = 0
    false, lost = [], []
    while at < len(known) and by < len(again):
        if less(again[by][0], known[at][0]) and best[at][by] == best[at + 1][by + 1] + 1:
            at, by = at + 1, by + 1
        elif best[at][by] == best[at + 1][by]:
            lost.append(known[at])
            at += 1
        else:
            false.append(again[by])
            by += 1
    return [*false, *again[by:]], [*lost, *known[at:]]


def named(text: str) -> set[int]:
    """The lines that findings are on, or name."""
    found: set[int] = set()
    starts = [0, *(one.end() for one in re.finditer("\n", text))]
    for one in kriegnote.check(text):
        if one.line is not None:
            at = starts[one.line - 1] + (one.column or 1) - 1
            found.update(range(one.line, one.line + 1 + text.count("\n", at, at + one.length - 1)))
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", one.message.partition(", in line")[2]):
            found.update(range(int(first), int(last or first) + 1))
    return found


def test_a_word_that_nobody_knows_makes_nothing_false_and_loses_nothing_silently() -> None:
    tried, false, silent = 0, [], []
    for one in part(TEXTS, 3):
        known = told(one["text"])
        for text in with_an_unknown_word(one["text"], one["name"]):
            tried += 1
            try:
                more, lost = kept(known, told(text))
            except InputError:
                continue  # it is said that the text is not read
            places = named(text) if lost else set()
            at = text.lower().index("blorp")
            false += [(one["name"], text[max(0, at - 40) : at + 40], more)] * bool(more)
            left = [words for words, line in lost if line not in places]
            silent += [(one["name"], text[max(0, at - 40) : at + 40], left)] * bool(left)
    print(f"{tried} texts, {len(false)} with something false, {len(silent)} with something lost silently")
    assert len(false) <= _MOST * tried, false
    assert len(silent) <= _MOST * tried, silent
