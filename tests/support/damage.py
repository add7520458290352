"""Pages that went wrong: clean records through a press and a scanner, each with its truth.

A record is written in a notation, the words of its plies are found in the text, and a kind of damage falls on some of
them: one of the game (``light``), three (``medium``) or eight (``heavy``); kinds that belong to a whole page (its men,
its LaTeX) fall on a share of the words.  The same seed makes the same page.
"""

from __future__ import annotations

import io
import random
import re
import string
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from kriegnote.model.events import Move
from kriegnote.model.record import Record
from kriegnote.notations.registry import notations
from kriegnote.operations.conversion import read_items
from kriegnote.text.writing import Style

STRENGTHS = {"light": (1, 0.05), "medium": (3, 0.25), "heavy": (8, 0.84)}
FIGURINES = "♔♕♖♗♘"
LOOKALIKES = {  # what a scanner makes of a sign; not the table that repair works with
    "1": "lI|", "3": "8", "5": "S", "6": "Gb", "8": "BS3", "0": "O", "a": "o", "b": "6h", "c": "eo", "d": "cl",
    "e": "c", "g": "9q", "h": "b", "f": "t", "2": "Z", "4": "A", "7": "T", "O": "0Q", "N": "H", "B": "8", "R": "K",
    "K": "X",
}  # fmt: skip
STRANGE = "♠&§¤@%"
ANY_SIGN = string.ascii_letters + string.digits + ".,;:!'*-~|/\\()[]"


class Page(NamedTuple):
    """A damaged text, the notation it is in (None: to be detected), and the moves that were played (UCI)."""

    text: str
    notation: str | None
    truth: tuple[str, ...]


class Word(NamedTuple):
    """A ply's word on the page: where it stands, and whether it is the first of its turn."""

    start: int
    end: int
    text: str
    white: bool


Damage = Callable[[str, list[Word], random.Random, int, float], str]


def words(text: str, notation: str) -> list[Word]:
    """The words of the plies of a clean text."""
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    found: list[Word] = []
    for item in read_items(io.BytesIO(text.encode()), notation):
        for event in item.record.events:
            if isinstance(event, Move) and event.text and event.line and event.column:
                start = starts[event.line - 1] + event.column - 1
                if text[start : start + len(event.text)] == event.text:
                    found.append(Word(start, start + len(event.text), event.text, event.side == "white"))
    return found


def _each(text: str, plies: list[Word], rng: random.Random, count: int, change: Callable[[Word], str | None]) -> str:
    """Changes so many words, those that can be changed so."""
    order = plies.copy()
    rng.shuffle(order)
    done: list[tuple[Word, str]] = []
    for word in order:
        if len(done) == count:
            break
        new = change(word)
        if new is not None and new != word.text:
            done.append((word, new))
    for word, new in sorted(done, key=lambda pair: -pair[0].start):
        text = text[: word.start] + new + text[word.end :]
    return text


def lookalikes(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """A sign that a scanner takes for another."""

    def change(word: Word) -> str | None:
        at = [place for place, sign in enumerate(word.text) if sign in LOOKALIKES]
        if not at:
            return None
        place = rng.choice(at)
        sign = word.text[place]
        new = LOOKALIKES[sign] if sign == "d" else rng.choice(LOOKALIKES[sign])
        return word.text[:place] + new + word.text[place + 1 :]

    return _each(text, plies, rng, count, change)


def typing(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """The key beside the right one: a file or a rank that is next to it."""

    def change(word: Word) -> str | None:
        at = [place for place, sign in enumerate(word.text) if sign in "bcdefg234567"]
        if not at:
            return None
        place = rng.choice(at)
        return word.text[:place] + chr(ord(word.text[place]) + rng.choice((-1, 1))) + word.text[place + 1 :]

    return _each(text, plies, rng, count, change)


def letters(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """The letter of another man."""

    def change(word: Word) -> str | None:
        if word.text[0] not in "KQRBN":
            return None
        return rng.choice([man for man in "KQRBN" if man != word.text[0]]) + word.text[1:]

    return _each(text, plies, rng, count, change)


def figurines(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """Figurines, this share of them those of other men, as one scanner confuses them."""
    habit = dict(zip(FIGURINES, rng.sample(FIGURINES, len(FIGURINES)), strict=True))

    def change(word: Word) -> str | None:
        if word.text[0] not in "KQRBN":
            return None
        right = FIGURINES["KQRBN".index(word.text[0])]
        wrong = habit[right] if rng.random() < 0.7 else rng.choice(FIGURINES)
        return (wrong if rng.random() < share else right) + word.text[1:]

    return _each(text, plies, rng, len(plies), change)


def strange_signs(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """Men that are any sign at all."""
    sign = rng.choice(STRANGE)

    def change(word: Word) -> str | None:
        if word.text[0] not in "KQRBN" or rng.random() > 2 * share:
            return None
        return sign + word.text[1:]

    return _each(text, plies, rng, len(plies), change)


def lost_men(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """A man's sign that is not printed."""

    def change(word: Word) -> str | None:
        return word.text[1:] if word.text[0] in "KQRBN" else None

    return _each(text, plies, rng, count, change)


def broken_words(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """A blank in a word."""

    def change(word: Word) -> str | None:
        if len(word.text) < 3:
            return None
        place = rng.randrange(1, len(word.text))
        return word.text[:place] + " " + word.text[place:]

    return _each(text, plies, rng, count, change)


def joined_words(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """Two plies of a turn run together."""
    pairs = [
        (one, other) for one, other in pairwise(plies) if one.white and not other.white and other.start - one.end <= 2
    ]
    for one, other in sorted(rng.sample(pairs, min(count, len(pairs))), reverse=True):
        text = text[: one.end] + text[other.start :]
    return text


def lost_plies(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """A ply that is not printed."""
    return _each(text, plies[:-1], rng, min(count, 4), lambda word: "-" if word.white else "")


def doubled_plies(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """A ply printed twice."""
    return _each(text, plies, rng, count, lambda word: f"{word.text} {word.text}")


def numbers(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """A move number misprinted."""
    found = list(re.finditer(r"(?<!\S)(\d{1,3})(?=\.)", text))[1:]
    for one in sorted(rng.sample(found, min(count, len(found))), key=lambda one: -one.start()):
        wrong = str(int(one[1]) + rng.choice((-1, 1, 10))) if rng.random() < 0.6 else one[1][::-1]
        text = text[: one.start()] + wrong + text[one.end() :]
    return text


def marks(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """× and + lost or added."""

    def change(word: Word) -> str | None:
        if "x" in word.text and rng.random() < 0.6:
            return word.text.replace("x", "")
        if word.text[-1] in "+#":
            return word.text[:-1]
        if word.text[0] in "KQRBN" and rng.random() < 0.3:
            return word.text[0] + "x" + word.text[1:]
        return word.text + "+" if rng.random() < 0.3 else None

    return _each(text, plies, rng, count, change)


def castlings(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """Castling in other forms."""
    short = ("0-0", "00", "OO", "o-o", "O—O", "Q-O", "castles short", "arrocca corto")
    long = ("0-0-0", "000", "OOO", "o-o-o", "O—O—O", "castles long", "arrocca lungo")

    def change(word: Word) -> str | None:
        if word.text[0] != "O":
            return None
        return rng.choice(long if word.text.startswith("O-O-O") else short)

    return _each(text, plies, rng, len(plies), change)


def latex(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """LaTeX around the moves."""

    def change(word: Word) -> str:
        inner = word.text.replace("x", r"\times ").replace("#", r"\#")
        return f"${inner}$" if rng.random() < 0.5 else rf"$\text{{{word.text}}}$"

    return _each(text, plies, rng, max(1, int(share * len(plies))), change)


def swapped_columns(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """The two plies of a turn in each other's place."""
    pairs = [(a, b) for a, b in pairwise(plies) if a.white and not b.white]
    for one, other in sorted(rng.sample(pairs, min(count, len(pairs))), reverse=True):
        text = text[: one.start] + other.text + text[one.end : other.start] + one.text + text[other.end :]
    return text


def pawns_with_men(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """A man printed before a pawn's move."""

    def change(word: Word) -> str | None:
        return rng.choice("KQRBN") + word.text if word.text[0] in "abcdefgh" else None

    return _each(text, plies, rng, count, change)


def signs_exchanged(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """Two signs side by side in each other's place."""

    def change(word: Word) -> str:
        at = rng.randrange(len(word.text) - 1)
        return word.text[:at] + word.text[at + 1] + word.text[at] + word.text[at + 2 :]

    return _each(text, plies, rng, count, change)


def signs_added(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """A sign too many, any one."""

    def change(word: Word) -> str:
        at = rng.randrange(len(word.text) + 1)
        return word.text[:at] + rng.choice(ANY_SIGN) + word.text[at:]

    return _each(text, plies, rng, count, change)


def signs_changed(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """Any sign for another."""

    def change(word: Word) -> str:
        at = rng.randrange(len(word.text))
        return word.text[:at] + rng.choice(ANY_SIGN) + word.text[at + 1 :]

    return _each(text, plies, rng, count, change)


def signs_lost(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """A sign that is not printed."""

    def change(word: Word) -> str | None:
        at = rng.randrange(len(word.text))
        return word.text[:at] + word.text[at + 1 :] if len(word.text) > 2 else None

    return _each(text, plies, rng, count, change)


def words_at_line_ends(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """A word that goes on in the next line, behind a hyphen."""

    def change(word: Word) -> str | None:
        at = rng.randrange(1, len(word.text))
        return f"{word.text[:at]}-\n{word.text[at:]}" if len(word.text) > 2 else None

    return _each(text, plies, rng, count, change)


def spaced_letters(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """Letters set apart."""
    return _each(text, plies, rng, max(1, int(share * len(plies))), lambda word: " ".join(word.text))


def specks(text: str, plies: list[Word], rng: random.Random, count: int, share: float) -> str:
    """Specks between the signs, behind the head."""
    head = plies[0].start
    for _ in range(count):
        at = rng.randrange(head, len(text))
        text = text[:at] + rng.choice("|.,'`~^_*") + text[at:]
    return text


KINDS: dict[str, Damage] = {
    kind.__name__: kind
    for kind in (
        lookalikes, typing, letters, figurines, strange_signs, lost_men, broken_words, joined_words, lost_plies,
        doubled_plies, numbers, marks, castlings, latex, swapped_columns, pawns_with_men, signs_exchanged, signs_added,
        signs_changed, signs_lost, words_at_line_ends, spaced_letters, specks,
    )
}  # fmt: skip


def page(record: Record, notation: str, kind: str, strength: str, seed: int) -> Page:
    """A damaged page of a clean record."""
    text = notations()[notation].write(record, Style())
    count, share = STRENGTHS[strength]
    truth = tuple(event.move for event in record.events if isinstance(event, Move) and event.move)
    return Page(KINDS[kind](text, words(text, notation), random.Random(seed), count, share), notation, truth)


def pages(records: list[Record], notation: str, kind: str, strength: str) -> Iterator[Page]:
    """The damaged pages of several records."""
    for seed, record in enumerate(records):
        yield page(record, notation, kind, strength, seed)
