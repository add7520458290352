"""Sentences of umpires and players, each with its meaning: understood or named as not understood, nothing invented.

The list ``unseen`` was written beside the other one and not looked at while the reader was built.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    End,
    Move,
    Offer,
    PawnTries,
    Promotion,
    Reply,
    Try,
)
from kriegnote.model.printed_moves import Parts
from kriegnote.notations.dialogue import reader as dialogue
from kriegnote.text.source import Chunk
from kriegnote.umpire.adjudication import adjudicate

DATA = Path(__file__).parent.parent / "data/sentences"


def sentences(name: str) -> list[tuple[str, str]]:
    return [(text, means) for text, means in tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))["sentences"]]


def move_words(parts: Parts | None) -> str:
    if parts is None or (parts.to is None and parts.piece == "K" and parts.targets):
        return "?"
    if parts.castle:
        return "O-O" if parts.castle == "short" else "O-O-O"
    man = {"P": "", None: ""}.get(parts.piece, parts.piece)
    promotion = f"={parts.promotion}" if parts.promotion else ""
    return f"{man}{parts.from_ or ''}{'x' if parts.capture else ''}{parts.to}{promotion}"


def event_words(event: AnyEvent) -> str | None:
    """An event in the words of the lists; None for one that says nothing of the game."""
    side = (getattr(event, "side", None) or "-")[0]
    match event:
        case Ask(what=what):
            return f"{side} ask {what}"
        case Answer(any=said, count=count):
            words = [] if said is None else ["yes" if said else "no"]
            return " ".join([side, "answer", *words, *([] if count is None else [str(count)])])
        case Move(text=None):
            return f"{side} hidden"
        case Move(parts=parts):
            return f"{side} move {move_words(parts)}"
        case Try(parts=parts, verdict=verdict, times=times):
            return (
                f"{side} try {move_words(parts)}{f' {verdict}' if verdict else ''}{f' x{times}' if times != 1 else ''}"
            )
        case PawnTries(any=said, count=count, squares=squares):
            if squares is not None:
                return f"{side} pawns {','.join(squares) or 'nowhere'}"
            return f"{side} pawns {count if count is not None else 'yes' if said else 'no'}"
        case Capture(square=square, captured=captured):
            return " ".join([side, "capture", square or "?", *(["of", captured] if captured else [])])
        case Check(directions=ways):
            return " ".join([side, "check", *([",".join(ways)] if ways else [])])
        case Promotion():
            return f"{side} promotion"
        case Offer(what=what):
            return f"{side} offer {what}"
        case Reply(what=what, accepts=accepts):
            return f"{side} {'accepts' if accepts else 'declines'} {what}"
        case End(reason=reason):
            return f"{side} end {reason}"
    return None


class Judged(NamedTuple):
    outcome: str  # understood, named, silent or wrong
    told: str


def told_in(text: str) -> list[str]:
    events = dialogue.read(Chunk(text)).record.events
    return [words for event in events if (words := event_words(event)) is not None]


def judge(text: str, means: str) -> Judged:
    read = dialogue.read(Chunk(text))
    told = told_in(text)
    wanted = [one for one in means.split("; ") if one not in ("", "unread")]
    shown = "; ".join(told)
    if told == wanted and "unread" not in means:
        return Judged("understood", shown)
    left = list(wanted)
    for one in told:
        fits = next((entry for entry in left if entry == one or entry.startswith(f"{one} ")), None)
        if fits is None:
            return Judged("wrong", shown)
        left.remove(fits)
    named = any(one.code == "KN109" for one in read.findings)
    return Judged("understood" if named and not left and "unread" in means else "named" if named else "silent", shown)


def score(name: str) -> tuple[dict[str, int], list[str]]:
    counts: dict[str, int] = {"understood": 0, "named": 0, "silent": 0, "wrong": 0}
    misses = []
    for text, means in sentences(name):
        judged = judge(text, means)
        counts[judged.outcome] += 1
        if judged.outcome != "understood":
            misses.append(f"{judged.outcome:8}{text}  | {judged.told or '-'} | {means}")
    return counts, misses


@pytest.mark.parametrize(("text", "means"), [*sentences("known"), *sentences("tongues")])
def test_a_sentence_is_understood(text: str, means: str) -> None:
    assert judge(text, means).outcome == "understood", judge(text, means).told


def test_sentences_that_nobody_had_seen_are_understood_or_named_and_nothing_is_invented() -> None:
    counts, misses = score("unseen")
    assert counts["wrong"] == counts["silent"] == 0, misses
    assert counts["understood"] >= 64, misses


def test_sentences_of_another_writer() -> None:
    counts, misses = score("reporters")
    assert counts["wrong"] == counts["silent"] == 0, misses
    assert counts["understood"] >= 77, misses


@pytest.mark.parametrize(("name", "least"), [("strangers", 76), ("hands", 29), ("later", 49)])
def test_sentences_of_strangers_between_printed_moves(name: str, least: int) -> None:
    counts: dict[str, int] = {"understood": 0, "named": 0, "silent": 0, "wrong": 0}
    misses = []
    for before, sentence, behind, means in tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))["sentences"]:
        first = told_in(before)
        last = told_in(f"{before}\n{behind}")[len(first) :]
        judged = judge(f"{before}\n{sentence}\n{behind}\n", "; ".join([*first, *([means] if means else []), *last]))
        counts[judged.outcome] += 1
        if judged.outcome != "understood":
            misses.append(f"{judged.outcome:8}{sentence}  | {judged.told}")
    assert counts["wrong"] == counts["silent"] == 0, misses
    assert counts["understood"] >= least, misses


@pytest.mark.parametrize(("text", "means"), [row for row in sentences("known") if row[1] and "unread" not in row[1]])
def test_a_word_in_no_list_is_named_wherever_it_stands_in_a_sentence(text: str, means: str) -> None:
    words = text.split(" ")
    for gap in range(text[0].isdigit(), len(words) + 1):  # what stands above the first move is a heading
        strange = " ".join([*words[:gap], "blorgnix", *words[gap:]])
        at = strange.index("blorgnix") + 1
        findings = dialogue.read(Chunk(strange)).findings
        assert any(
            one.code in ("KN101", "KN109", "KN110")
            and one.column is not None
            and one.column <= at < one.column + (one.length or 1)
            for one in findings
        ), strange


def test_a_slip_is_named_with_the_word_it_was_read_as() -> None:
    found = dialogue.read(Chunk("1. e4 The umpire anounces check on the file.")).findings
    assert [(one.code, one.message, one.column) for one in found] == [
        ("KN110", "'anounces' is read as 'announces'", 18)
    ]


def test_what_is_not_understood_asks_what_was_meant() -> None:
    found = dialogue.read(Chunk("1. e4 The umpire anounces a bishop of mine.")).findings
    assert [(one.code, one.note) for one in found] == [("KN109", "did you mean 'announces'?")]


@pytest.mark.parametrize(
    ("words", "side", "square"),
    [("QB5", "white", "c5"), ("QB5", "black", "c4"), ("king's-bishop eight", "white", "f8"), ("K4", "black", "e5"),
     ("queen's knight 3", "black", "b6"), ("QKt3", "white", "b3"), ("queen four", "white", "d4")],
)  # fmt: skip
def test_squares_are_named_from_either_side(words: str, side: str, square: str) -> None:
    opening = "1. e4" if side == "white" else "1. e4, e5"
    read = dialogue.read(Chunk(f"{opening} {side.capitalize()} captures on {words}."))
    assert [one.square for one in read.record.events if isinstance(one, Capture)] == [square]


APPENDICES = tomllib.loads((DATA / "appendices.toml").read_text("utf-8"))["sentences"]


@pytest.mark.parametrize(("text", "means"), [(text, means) for _, text, means in APPENDICES])
def test_the_words_of_the_appendices_are_understood(text: str, means: str) -> None:
    assert judge(text, means).outcome == "understood", judge(text, means).told


def test_numbers_of_lines_may_have_a_bracket_behind_them() -> None:
    record = dialogue.read(Chunk("1) White plays e4.\n1) Black plays Nf6.\n2) White plays d4.\n")).record
    assert [(event_words(one), one.turn) for one in record.events if isinstance(one, Move)] == [
        ("w move e4", 1), ("b move Nf6", 1), ("w move d4", 2)
    ]  # fmt: skip


@pytest.mark.parametrize("stop", [".", ",", ";"])
def test_who_said_it_may_stand_before_any_stop(stop: str) -> None:
    read = dialogue.read(Chunk(f"1. e4 d5\n2. exd5\nCapture on d5, said the umpire{stop} White tried no more.\n"))
    assert [one.message for one in read.findings] == ["not understood, kept as a comment: 'White tried no more.'"]


SPEAKERS = [("White", "Black", "x"), ("Bianco", "Nero", "prende in")]


@pytest.mark.parametrize(("white", "black", "takes"), SPEAKERS)
def test_a_mans_letter_may_stand_apart_from_his_square(white: str, black: str, takes: str) -> None:
    script = (
        f"{white}: P e4\n{black}: P d5\n{white}: P {takes} d5\n{black}: D {takes} d5\n{white}: K e2\n{black}: D e4\n"
    )
    record = adjudicate(dialogue.read(Chunk(script)).record).record
    moves = [one.san for one in record.events if isinstance(one, Move)]
    assert moves == ["e4", "d5", "exd5", "Qxd5", "Ke2", "Qe4#"]
