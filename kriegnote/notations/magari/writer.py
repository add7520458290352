"""Writes Magari's shorthand (§4.5; docs/notations/magari.md): the umpire's score, or his letter to one player."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Final

from kriegnote.model.endings import OF_LOSER
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
)
from kriegnote.model.order import PlyPlace, following
from kriegnote.model.record import Record
from kriegnote.notations.magari.signs import CHECK_SIGNS, OWN_RULES, default_silence
from kriegnote.parsing import Terminals
from kriegnote.text import tags
from kriegnote.text.end_words import ending
from kriegnote.text.listener import player_addressed
from kriegnote.text.spelling import readable, spelled
from kriegnote.text.writing import PLAIN, Style, Times, layout, note, often

_TERMINALS: Final = Terminals("magari")
_WIDTH = 92
_WRITTEN = (PawnTries, Try, Move, Capture, Check, Promotion, Nag, End)


def write(record: Record, style: Style = PLAIN) -> str:
    """A score if the record is the umpire's, else the letter to the player whose record it is."""
    letter = record.view in ("white", "black")
    halves = list(_halves(record))
    head = _tags(record, letter)
    words = _Letter(record, style) if letter else _Score(record, style)
    return head + words.text(halves) or ("\n" if letter else "")


class _Half:
    """One side's half of a turn: the announcements before the move, the move, and the announcements after it."""

    def __init__(self, turn: int | None, side: Side | None) -> None:
        self.turn, self.side = turn, side
        self.events: list[AnyEvent] = []
        self.moved = False

    @property
    def place(self) -> PlyPlace:
        return self.side, self.turn


def _halves(record: Record) -> Iterator[_Half]:
    """The record's events by half turns; the first has no number if events stand before the first turn."""
    half = _Half(None, None)
    for event in record.events:
        if isinstance(event, _WRITTEN):
            place = (event.side, event.turn)
            same = place == half.place or isinstance(event, Nag)
            if isinstance(event, End):
                same = place != following(half.place) and half.turn is not None
            elif isinstance(event, (PawnTries, Try, Move)) and half.moved:
                same = False
            if not same:
                if half.events:
                    yield half
                half = _Half(event.turn, event.side)
            half.moved = half.moved or isinstance(event, Move)
        elif not isinstance(event, Comment):
            continue
        half.events.append(event)
    if half.events:
        yield half


def _tags(record: Record, letter: bool) -> str:
    """The tag block, without what the text itself shows (the recipient of a letter, Magari's rules and silence)."""
    default = default_silence(letter, record.events)
    silence = record.silence != default and not (letter and record.rules == OWN_RULES)
    own_rules = record.rules == OWN_RULES and not silence and tags.rules_of_headers(record.headers) is None
    known = any(isinstance(one, (Move, Try)) and (one.move or one.text) for one in record.events)
    hidden = any(isinstance(one, (Move, Try)) for one in record.events)
    view = not (letter and (known or hidden) and player_addressed(record.events) == record.view)
    bare = record.replace(rules=None if own_rules else record.rules, silence=())
    pairs = tags.tag_pairs(bare, view=view)
    if silence and not any(name == "Silence" for name, _ in pairs):
        pairs.append(("Silence", " ".join(record.silence)))
    return tags.tag_block(pairs)


class _Words(ABC):
    """What score and letter have in common."""

    def __init__(self, record: Record, style: Style) -> None:
        said = [one for one in record.events if isinstance(one, (Move, Try))]
        self.record, self.style = record, style._replace(pieces=readable(said, style.pieces))

    @abstractmethod
    def text(self, halves: list[_Half]) -> str:
        """All half turns and the result, with a final line break; empty if there are none."""

    def ply(self, event: Move | Try) -> str:
        """A move as it is spelled here, in quotation marks if no reader would recognise it."""
        text = spelled(event, self.style.pieces) or ""
        if _is_ply(text):
            return text
        line = text.replace("\n", " ")
        return f'"{tags.escape(line)}"'

    def tries(self, event: PawnTries) -> list[str]:
        said: list[str] = []
        if event.any is not None:
            said.append(":*" if event.any else ":-")
        if event.count is not None:
            said.append(f":={event.count}")
        if event.squares is not None:
            said += [f":{square}" for square in event.squares] or [":="]
        return said

    def unnamed_try(self, event: Try, again: bool) -> list[str]:
        """The signs of refusals whose tries are not known.

        :param again: whether other refusals stand directly before.
        """
        if isinstance(event.times, int) and 1 <= event.times <= 30 and not again:
            return ["?"] * event.times
        return ["?" + (_times(event.times) or "×1")]

    def said(self, event: AnyEvent) -> list[str]:
        """The signs of an announcement about a move."""
        if isinstance(event, Capture):
            return [f"x{event.square or ''}"]
        if isinstance(event, Check):
            return [f"+{CHECK_SIGNS[way]}" for way in event.directions] or ["+"]
        return ["prom."] if isinstance(event, Promotion) else []

    def end(self, event: End, half: _Half) -> str:
        """The end of the game: ``#``, ``abb.``, or a word, with side, turn and result where these are not implied."""
        extras: list[str] = []
        giving = event.reason in OF_LOSER
        if event.side != half.side or (giving and half.moved):
            extras.append(f"side {event.side or 'none'}")
        if event.turn != half.turn:
            extras.append(f"turn {event.turn if event.turn is not None else 'none'}")
        if event.result != self.record.result:
            extras.append(f"result {event.result or 'none'}")
        if event.reason == "checkmate" and not extras:
            return "#"
        word = "abb." if event.reason == "resignation" else ending(event.reason, self.style.lang)
        return word + (f"({', '.join(extras)})" if extras else "")


class _Score(_Words):
    """The umpire's score, ``4. [:d5] !exd5; [:d5] !exd5;``, as atoms to be laid out in lines."""

    def __init__(self, record: Record, style: Style) -> None:
        super().__init__(record, style)
        self.atoms: list[str] = []

    def text(self, halves: list[_Half]) -> str:
        last: _Half | None = None
        for number, half in enumerate(halves):
            if half.turn is not None:
                self._number(half, last)
            self._half(half)
            if half.turn is not None:
                last = half
                if number < len(halves) - 1:
                    self._close()
        if self.record.view == "umpire" and not any("!" in atom[1:2] or "[" in atom[:1] for atom in self.atoms):
            hidden = any(isinstance(one, Move) and spelled(one) is None for one in self.record.events)
            if hidden:
                self.atoms.append("[]")
        if self.record.result:
            self.atoms.append(self.record.result)
        return layout(_numbered(self.atoms), _WIDTH)

    def _number(self, half: _Half, last: _Half | None) -> None:
        if half.side == "black" and last is not None and last.place == ("white", half.turn):
            return
        self.atoms.append(f"{half.turn}.")
        if half.side == "black":
            self.atoms.append(";")

    def _close(self) -> None:
        self.atoms[-1] += ";"

    def _half(self, half: _Half) -> None:
        group: list[str] = []
        after_a_try = joined = False
        for index, event in enumerate(half.events):
            if isinstance(event, PawnTries):
                group += self.tries(event)
            elif isinstance(event, Try):
                if spelled(event) is not None:
                    group.append(f"?!{self.ply(event)}{_times(event.times)}")
                    after_a_try = False
                    continue
                group += self.unnamed_try(event, after_a_try)
            else:
                self._group(group)
                joined = self._after(event, index, half, joined)
            after_a_try = isinstance(event, Try)
        self._group(group)

    def _group(self, group: list[str]) -> None:
        if group:
            self.atoms.append(f"[{','.join(group)}]")
            group.clear()

    def _after(self, event: AnyEvent, index: int, half: _Half, joined: bool) -> bool:
        """Writes an event that stands outside brackets; returns whether the next may be joined to it by a comma."""
        if isinstance(event, Move):
            known = spelled(event)
            self.atoms.append(f"!{self.ply(event)}" if known else "!")
            if known and event.move and any(isinstance(one, (Check, End)) for one in half.events):
                self.atoms[-1] = self.atoms[-1].rstrip("+#")  # the check or end is written by itself
            return True
        if isinstance(event, Comment | Nag):
            self.atoms.append(note(event, self.record.view))
        elif isinstance(event, End):
            self.atoms.append(self.end(event, half))
        elif words := self.said(event):
            if isinstance(event, Capture) and _before_check(half, index):
                return joined
            if isinstance(event, Check) and (taken := _after_capture(half, index)):
                words += self.said(taken)
            if joined:
                self.atoms[-1] += "," + ",".join(words)
            else:
                self.atoms.append(",".join(words))
            return True
        return False


class _Letter(_Words):
    """A letter, ``40.:a6,:d4,?,?,?!,+L,xg6;:g6``: one line per turn."""

    def text(self, halves: list[_Half]) -> str:
        lines: list[str] = []
        last: _Half | None = None
        for half in halves:
            said = ",".join(self._items(half))
            if half.turn is None:
                lines.append(said)
            elif half.side == "black" and last is not None and last.place == ("white", half.turn):
                lines[-1] += f";{said}"
            elif half.side == "black":
                lines.append(f"{half.turn}.;{said}")
            else:
                lines.append(f"{half.turn}.{said}")
            last = half
        text = " ".join(filter(None, ("\n".join(lines), self.record.result)))
        return text and text + "\n"

    def _items(self, half: _Half) -> list[str]:
        items: list[str] = []
        after_a_try = False
        for index, event in enumerate(half.events):
            silent = isinstance(event, (Try, Move)) and not (event.san or event.text or event.move)
            if isinstance(event, PawnTries):
                items += self.tries(event)
            elif isinstance(event, Try):
                items += (
                    self.unnamed_try(event, after_a_try) if silent else [f"{self.ply(event)}?{_times(event.times)}"]
                )
            elif isinstance(event, Move):
                if silent and items and items[-1] == "?":
                    items[-1] = "?!"
                else:
                    items.append("!" if silent else f"{self.ply(event)}!")
            elif isinstance(event, Comment | Nag):
                items.append(note(event, self.record.view))
            elif isinstance(event, End):
                items.append(self.end(event, half))
            elif not (isinstance(event, Capture) and _before_check(half, index)):
                items += self.said(event)
                if isinstance(event, Check) and (taken := _after_capture(half, index)):
                    items += self.said(taken)
            after_a_try = isinstance(event, Try) and silent
        return items


def _before_check(half: _Half, index: int) -> bool:
    """Whether a check follows directly: letters print the capture after it."""
    return index + 1 < len(half.events) and isinstance(half.events[index + 1], Check)


def _after_capture(half: _Half, index: int) -> Capture | None:
    before = half.events[index - 1] if index else None
    return before if isinstance(before, Capture) else None


def _times(times: Times) -> str:
    return f"×{said}" if (said := often(times, "…")) else ""


def _is_ply(text: str) -> bool:
    return not text.startswith('"') and _TERMINALS["PLY_OR_QUOTED"].fullmatch(text) is not None


def _numbered(atoms: list[str]) -> Iterator[str]:
    """The atoms, with each number joined to the atom after it."""
    number = ""
    for atom in atoms:
        if atom[:1].isdigit() and atom.endswith("."):
            number = f"{atom} "
        else:
            yield number + atom
            number = ""
    if number:
        yield number
