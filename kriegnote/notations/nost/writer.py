"""Writes NOST's notation: the umpire's score with the players' lists, or his letters to one player.

In the score the umpire's words stand in brackets, in a letter they are sentences. A new letter begins before each move
of its reader, since the umpire writes to a player when he has to move.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from kriegnote.lexicon import printed, sentences
from kriegnote.model.events import (
    AnyEvent,
    Capture,
    Check,
    Comment,
    End,
    Move,
    Nag,
    PawnTries,
    Promotion,
    Side,
    Try,
    other,
)
from kriegnote.model.order import following
from kriegnote.model.printed_moves import Language
from kriegnote.model.record import Record
from kriegnote.notations.nost import wording
from kriegnote.text import umpire_messages as messages
from kriegnote.text.spelling import readable, spelled
from kriegnote.text.tags import write_tags
from kriegnote.text.writing import PLAIN, Style, note

WIDTH: Final = 110
_WRITTEN: Final = (PawnTries, Try, Move, Capture, Check, Promotion, End, Nag)

Key = tuple[Side, int]


def write(record: Record, style: Style = PLAIN) -> str:
    """An umpire's record as a score, a player's as the letters that he received."""
    writer = _Writer(record, style)
    named = "" if writer.letters else wording.SIGNATURE + "\n"
    return named + (write_tags(record) or ("\n" if named else "")) + writer.text()


@dataclass
class PlyEvents:
    """The events of one ply, in order; its key is its side and turn, None before the first ply."""

    key: Key | None
    events: list[AnyEvent] = field(default_factory=list)

    @property
    def moved(self) -> bool:
        """Whether a move was played."""
        return any(isinstance(event, Move) for event in self.events)


class _Writer:
    def __init__(self, record: Record, style: Style) -> None:
        self.record, self.style = record, style._replace(pieces=readable(record.events, style.pieces))
        self.letters = record.view in ("white", "black")

    def text(self) -> str:
        groups = self._groups()
        lines: list[str] = []
        started = False
        for number, group in enumerate(groups):
            if group.key is None:
                lines.append(" ".join(self._items(group)))
                continue
            if self.letters and (group.key[0] == self.record.view or not started):
                lines += ["", self._head(groups, number)] if lines else [self._head(groups, number)]
                started = True
            words = self._items(group)
            if self.letters:
                words = _punctuated(words)
            before = groups[number - 1] if number else None
            joins = (
                group.key[0] == "black" and before is not None and before.key == ("white", group.key[1])
                and len(before.events) == 1 and before.moved and not self.letters and lines
            )  # fmt: skip
            if joins:
                lines[-1] += ", " + " ".join(words)
            else:
                lines.append(f"{group.key[1]}. {'' if group.key[0] == 'white' else '-, '}" + " ".join(words))
        if self.record.result is not None:
            lines.append(self.record.result)
        return "".join(line + "\n" for line in lines)

    def _head(self, groups: list[PlyEvents], number: int) -> str:
        words, view = sentences("nost", self.style.lang), self.record.view
        rest = groups[number + 1 :]
        last = not any(group.key and group.key[0] == view for group in rest)
        side, turn = groups[number].key or ("white", 1)
        turn += side == view
        name = printed(f"players.{view}", self.style.lang)
        if last and self.record.result is not None:
            return words("last_letter", name)
        return words("letter", name, turn)

    # -- plies -----------------------------------------------------------------------------------------------------

    def _groups(self) -> list[PlyEvents]:
        groups = [PlyEvents(None)]
        for event in self.record.events:
            group = groups[-1]
            if isinstance(event, Comment):
                group.events.append(event)
                continue
            if not isinstance(event, _WRITTEN):
                continue
            key = self._key(event, group)
            ahead = isinstance(event, PawnTries) and group.key is not None and group.moved
            ahead = ahead and group.key is not None and key == following(group.key)
            if (key != group.key and not ahead) or (isinstance(event, Move) and group.moved):
                groups.append(PlyEvents(key))
            groups[-1].events.append(event)
        return groups if groups[0].events else groups[1:]

    @staticmethod
    def _key(event: AnyEvent, group: PlyEvents) -> Key:
        last = group.key or ("white", 1)
        side: Side | None = event.side  # type: ignore[union-attr]
        turn: int | None = event.turn  # type: ignore[union-attr]
        if side is None:
            side = other(last[0]) if isinstance(event, Move) and group.moved else last[0]
        if turn is None:
            turn = last[1] if side == last[0] or last[0] == "white" else last[1] + 1
        return side, turn

    def _items(self, group: PlyEvents) -> list[str]:
        """The words of one ply: what precedes the list, the move, the list, and what follows."""
        events = group.events
        move = next((i for i, event in enumerate(events) if isinstance(event, Move)), None)
        listed = [i for i, event in enumerate(events) if _listable(event, i, move)]
        if not listed or (move is not None and events[move].hidden):  # type: ignore[union-attr]
            return self._run(events, group)
        first, last = listed[0], listed[-1]
        if move is not None:
            first, last = min(first, move), max(last, move)
        words = self._run(events[:first], group)
        if move is not None:
            printed = events[move]
            assert isinstance(printed, Move)
            words.append(self._move(printed))
        words.append(self._list(events[first : last + 1], group, None if move is None else move - first))
        return words + self._run(events[last + 1 :], group)

    def _list(self, events: list[AnyEvent], group: PlyEvents, move: int | None) -> str:
        entries = [self._man(event) for i, event in enumerate(events) if i == move or _listable(event, i, move)]
        known = move is not None
        where = sum(1 for i, event in enumerate(events[:move]) if _listable(event, i, move)) if known else None
        lang: Language = "en" if self.style.pieces == "figurine" else self.style.pieces
        found = wording.played(entries, entries[where], lang) if where is not None else None
        words: list[str] = []
        separator = "," if group.key is None or group.key[0] == "white" else ";"
        number = -1
        for i, event in enumerate(events):
            if i == move or _listable(event, i, move):
                number += 1
                assert isinstance(event, (Try, Move))
                times = wording.say_times(event.times) if isinstance(event, Try) else ""
                mark = "!" if i == move and found != where else ""
                words.append(times + entries[number] + mark + (separator if number < len(entries) - 1 else ""))
            else:
                words += self._run([event], group, brackets=True)
        return "(" + " ".join(words) + ")"

    def _run(self, events: list[AnyEvent], group: PlyEvents, *, brackets: bool = False) -> list[str]:
        words: list[str] = []
        said: list[str] = []
        skip = False
        for i, event in enumerate(events):
            if skip:
                skip = False
                continue
            after = events[i + 1] if i + 1 < len(events) else None
            message = self._message(event, after, group)
            if message is not None:
                said.append(message)
                skip = isinstance(event, Try) and isinstance(after, Move) and event.hidden and after.hidden
                skip = skip and event.verdict is not None  # type: ignore[union-attr]
                continue
            words += self._announced(said, brackets)
            said = []
            if isinstance(event, Comment | Nag):
                words.append(note(event, self.record.view))
            elif isinstance(event, Move):
                words.append(self._move(event))
        return words + self._announced(said, brackets)

    def _announced(self, said: list[str], brackets: bool = False) -> list[str]:
        if not said:
            return []
        if self.letters and not brackets:
            return [message[0].upper() + message[1:] + "." for message in said]
        return ["[" + "; ".join(said) + "]"]

    def _message(self, event: AnyEvent, after: AnyEvent | None, group: PlyEvents) -> str | None:
        """The umpire's words for an event; None if it is not announced by him."""
        lang = self.style.lang
        side = group.key[0] if group.key else None
        if isinstance(event, (PawnTries, Capture, Check, Promotion, End)):
            named = isinstance(event, PawnTries) and self.letters
            turn = group.key[1] if group.key else None
            return messages.say(event, lang, side=None if named else side, turn=turn)
        if isinstance(event, Move) and event.hidden:
            return wording.say_moved(event.side or side or "white", lang)
        if isinstance(event, Try):
            if not event.hidden:
                return wording.say_odd(event.verdict, self._man(event), event.times, lang)
            if event.verdict is not None and isinstance(after, Move) and after.hidden:
                return wording.say_moved(after.side or side or "white", lang, event)
            return wording.say_hidden(event, lang)
        return None

    def _move(self, event: Move) -> str:
        if event.hidden:
            return wording.say_moved(event.side or "white", self.style.lang)
        return spelled(event, self.style.pieces) or ""

    def _man(self, event: AnyEvent) -> str:
        assert isinstance(event, (Try, Move))
        text = spelled(event, self.style.pieces) or ""
        return text.rstrip("+#") if isinstance(event, Move) else text


def _punctuated(words: list[str]) -> list[str]:
    """The words of a letter, with a full stop between a move or a list and the sentence after it."""
    return [
        word + "." if after.endswith(".") and word[-1] not in ".}" else word
        for word, after in zip(words, [*words[1:], ""], strict=True)
    ]


def _listable(event: AnyEvent, at: int, move: int | None) -> bool:
    """Whether a list can hold a try: refused ones before the move played, untested ones after it."""
    if not isinstance(event, Try) or event.hidden or event.verdict is None:
        return False
    return (event.verdict == "untested") == (move is not None and at > move)
