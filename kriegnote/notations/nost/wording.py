"""The messages of NOST's umpire beyond those of every umpire: that a player has moved, and how many tries he made.

``White has moved after 2 illegal tries`` · ``3 illegal tries`` · ``tries Nf3`` (a try with unknown verdict), ``refused
Nf3`` and ``lists Nf3`` (untested) for tries that no list can hold. In English and Italian; reader and writer share
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import msgspec
from lark import Token, Transformer

from kriegnote.caching_parser import parser_of
from kriegnote.errors import nearest
from kriegnote.lexicon import lexicon, printed, sentences
from kriegnote.model.events import Side, Try, Verdict
from kriegnote.model.printed_moves import FIGURINES, Lang, Language, Parts, parse_move
from kriegnote.printed_numbers import whole_number
from kriegnote.text import umpire_messages as messages
from kriegnote.text.writing import Times, often

SIGNATURE: Final = '[Notation "nost"]'
"""The first line of a score, which without lists could be in any notation."""

_FATE: Final[dict[str, Verdict | None]] = {"TRY": None, "IN_VAIN": "refused", "LISTS": "untested"}


class NostMessage(NamedTuple):
    """One of these messages: ``moved`` (with the tries before it), ``hidden`` tries, or a known ``try``."""

    kind: Literal["moved", "hidden", "try"]
    side: Side | None = None
    times: Times = 1
    verdict: Verdict | None = None
    text: str | None = None
    tried: bool = False


@lru_cache(maxsize=1024)
def read_message(text: str) -> NostMessage | None:
    """The message that a text is; None if it is none of these."""
    tree = parser_of("announcements", "nost").whole(text)
    return None if tree is None else _READER.transform(tree)


class _Reader(Transformer[Token, NostMessage]):
    """One method for each of NOST's rules in ``grammars/announcements.lark``."""

    def nost(self, found: list[Any]) -> NostMessage:
        return found[0]  # type: ignore[no-any-return]

    def side(self, found: list[Any]) -> Side:
        return found[0].type.lower()  # type: ignore[no-any-return]

    def moved(self, found: list[Any]) -> NostMessage:
        side, *tries = (one for one in found if not isinstance(one, Token))
        return NostMessage("moved", side, tries[0].times if tries else 1, "refused", tried=bool(tries))

    def hidden(self, found: list[Any]) -> NostMessage:
        numbers = [whole_number(one) for one in found if one.type == "INTEGER"]
        times: Times = (numbers[0], numbers[1]) if len(numbers) == 2 else numbers[0] if numbers else None
        return NostMessage(
            "hidden", None, times, "refused" if any(one.type.startswith("ILLEGAL") for one in found) else None
        )

    def tried(self, found: list[Any]) -> NostMessage:
        word, text = found
        times, star, move = text.rpartition("*")
        return NostMessage("try", None, read_times(times or None), _FATE[word.type], str(move if star else text))


_READER: Final = _Reader()


def nearly(text: str) -> bool:
    """Whether a message that was not understood contains one of the umpire's words, possibly misspelt."""
    known = [words for words in lexicon().of("announcements", "answers", "endings") if " " not in words]
    return any(nearest(word, known, 0.75) for word in text.lower().split()[:12] if 3 < len(word) < 16)


def read_times(text: str | None) -> Times:
    """The count before a list's entry: ``3``, ``16-17``, or ``n`` for any number (None); 1 if ``text`` is None."""
    if text is None:
        return 1
    low, _, high = text.rstrip("*").partition("-")
    if low == "n":
        return None
    return (whole_number(low), whole_number(high)) if high else whole_number(low)


def say_times(times: Times) -> str:
    """The count before an entry that was tried more than once: ``3*``."""
    return f"{said}*" if (said := often(times, "n")) else ""


def say_hidden(event: Try, lang: Lang) -> str:
    """The message of unknown tries: ``2 illegal tries``."""
    words, times = sentences("nost", lang), event.times
    if times == 1:
        return words("one_illegal_try" if event.verdict else "one_try")
    many = words("several") if times is None else str(times) if isinstance(times, int) else words("or", *times)
    return words("illegal_tries" if event.verdict else "tries", many)


def say_moved(side: Side, lang: Lang, tries: Try | None = None) -> str:
    """The message of an unknown move: ``Black has moved after 2 illegal tries``."""
    words, name = sentences("nost", lang), printed(f"players.{side}", lang)
    return words("moved_after", name, say_hidden(tries, lang)) if tries else words("moved", name)


def say_odd(verdict: Verdict | None, text: str, times: Times, lang: Lang) -> str:
    """The message of a try that no list can hold: ``tries Nf3``."""
    fate = "tried" if verdict is None else "untested" if verdict == "untested" else "refused"
    return sentences("nost", lang)(fate, f"{say_times(times)}{text}")


def played(entries: Sequence[str], move: str, lang: Language) -> int | None:
    """The index of a list's entry that is the move played; None if there is none.

    It is the first entry with the same man and squares, else with the same man and target, else, since a scanner may
    have changed figurines, with the same target. Marks (×, +) do not count. A word that is no move is the entry that is
    printed like it but for one sign, if there is exactly one.
    """
    wanted = _bare(move, lang)
    if wanted is None:
        near = [number for number, entry in enumerate(entries) if _differ_in_one_sign(entry, move)]
        return entries.index(move) if move in entries else near[0] if len(near) == 1 else None
    ranks: list[tuple[int, int]] = []
    for number, entry in enumerate(entries):
        part = _bare(entry, lang)
        rank = _unlikeness(part, wanted, (entry[:1] in FIGURINES) + (move[:1] in FIGURINES)) if part else None
        if rank is not None:
            ranks.append((rank, number))
    return min(ranks)[1] if ranks else None


def _differ_in_one_sign(one: str, other: str) -> bool:
    return len(one) == len(other) and sum(map(str.__ne__, one, other)) == 1


def _unlikeness(entry: Parts, move: Parts, figurines: int) -> int | None:
    """How far an entry is from the move played: 0 if they are equal; None if it is another move.

    :param figurines: how many of the two are printed with a figurine.
    """
    if entry == move:
        return 0
    unsaid = {"from_": None} if entry.from_ is None or move.from_ is None else {}
    if msgspec.structs.replace(entry, **unsaid) == msgspec.structs.replace(move, **unsaid):
        return 1
    if figurines and (entry.to, entry.castle) == (move.to, move.castle) and "P" not in (entry.piece, move.piece):
        return 2
    return 3 if figurines == 2 and entry.to == move.to else None


def _bare(text: str, lang: Language) -> Parts | None:
    parts = parse_move(text, lang)
    return msgspec.structs.replace(parts.unmarked(), capture=None) if parts else None


def announced_in(words: str, at: int) -> list[tuple[int, NostMessage | messages.Announced]] | None:
    """The umpire's messages, which semicolons separate, each with its offset; None if any is not understood.

    :param at: the offset of the words in the text.
    """
    said: list[tuple[int, NostMessage | messages.Announced]] = []
    common: list[tuple[int, str]] = []
    for message in [*words.split(";"), None]:
        part = " ".join(message.split()) if message is not None else None
        own = read_message(part) if part is not None else None
        if own is None and part is not None and message is not None:
            common.append((at + len(message) - len(message.lstrip()), part))
        elif common:
            announcements = messages.read_announcements("; ".join(words for _, words in common))
            if announcements is None:
                return None
            said += zip(_places(common, announcements), announcements, strict=True)
            common = []
        if own is not None and message is not None:
            said.append((at + len(message) - len(message.lstrip()), own))
        at += len(message or "") + 1
    return said


def _places(parts: list[tuple[int, str]], announcements: list[messages.Announced]) -> list[int]:
    """The offset of each announcement; several messages may form one."""
    places: list[int] = []
    for place, words in parts:
        expected = announcements[len(places)] if len(places) < len(announcements) else None
        for one in messages.read_announcements(words) or ():
            if (
                expected
                and (one.kind, one.side) == (expected.kind, expected.side)
                and one.fields.items() <= expected.fields.items()
            ):
                places.append(place)
    return places + [parts[-1][0]] * (len(announcements) - len(places))
