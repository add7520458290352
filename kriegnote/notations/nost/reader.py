"""Reads NOST's correspondence notation: the score with each player's list of tries, and the umpire's letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Final, cast

import msgspec

from kriegnote.diagnostics.findings import finding
from kriegnote.model.events import AnyEvent, Comment, End, Event, Junk, Move, Nag, PawnTries, Result, Side, Try
from kriegnote.model.printed_moves import Language, language, parse_move
from kriegnote.notations.nost import wording as nostwords
from kriegnote.text import umpire_messages as messages
from kriegnote.text.comments import BRACES, heard_comment
from kriegnote.text.grammar import grammar
from kriegnote.text.source import Builder, Chunk, Read
from kriegnote.text.turns import Piece, Turn, cut, pieces, read_head, reports, turns

_LETTER: Final = r"(?:To|Al) (?:White|Black|Bianco|Nero)(?:,[^:\n]*)?:"
_FILLER: Final = re.compile(
    rf"(?:\s|\*\*|__|\d{{1,4}}[ \t]?(?:\.[ \t]?)*|[,;.…()]|[-–—•](?=\s|,)|1-0|0-1|1/2-1/2|½-½|\*|{_LETTER})*"
)
_UMPIRE: Final = re.compile(
    r"""(?:L['’]arbitro\s+(?:annuncia|dice)(?:\s+erroneamente)?|The\s+umpire\s+(?:wrongly\s+)?(?:announces|says))
        \s*:?\s*["“«]?(?:un[oa]?\s|an?\s)?""",
    re.VERBOSE | re.IGNORECASE,
)
_BLACK_ALONE: Final = re.compile(r"\s*(?:[-–—](?!\w)|\.\.|…)")
_BRACKETS: Final = re.compile(r"\{(?:\\.|[^{}\\])*\}|\[[^\[\]{}]*\]|[()]", re.DOTALL)
_ALONE: Final = re.compile(r"[^\s,;.(){}\[\]]{1,10}(?=\s*(?:,|\Z))")
_LIKE_A_MOVE: Final = re.compile(
    r"(?=\S{2,10}\Z)(?:[^\W\d_]\S*\d\S*|[♔-♟]\S*|[KQRBNDTAC][a-hx:]*[A-Z]|[KQRBNDTAC]?[a-h]?x[a-hA-Z]\S?)"
)
_NAGS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game."""
    return cut(lines)


def read(chunk: Chunk) -> Read:
    """One game: an umpire's score, or the letters to one player."""
    return _Reader(chunk).read()


@dataclass
class _Reader:
    chunk: Chunk
    result: Result | None = None
    addressed: str | None = None
    tongue: Language = "en"
    order: list[AnyEvent] = field(default_factory=list)  # as it happened; the builder's events are as told
    key: tuple[int, Side] | None = None
    move_at: int | None = None  # where the open ply's move stands in order
    had_list: bool = False
    in_list: bool = False
    slot: bool = False  # a number or a comma was told last: a move is due
    waiting: dict[Side, list[list[AnyEvent]]] = field(default_factory=lambda: {"white": [], "black": []})
    builder: Builder = field(init=False)

    def read(self) -> Read:
        text = self.chunk.text
        head = read_head(self.chunk, nostwords.SIGNATURE)
        self.builder = Builder(self.chunk, _FILLER, head=head.end)
        self.builder.findings += head.findings
        self.tongue = language(BRACES.sub(" ", text[head.end :]))
        told_turns = list(turns(text, head.end))
        for turn, following in zip_longest(told_turns, told_turns[1:]):
            self._turn(turn, following.number if following else None)
        for side in self.waiting:
            for entries in self.waiting[side]:
                self.order += entries
        fields: dict[str, Any] = dict(head.fields)
        if self.addressed:
            fields.setdefault("view", self.addressed)
        told = {event.span for event in self.order}
        lost = (event for event in self.builder.events if isinstance(event, Junk) and event.span not in told)
        self.builder.events = [*self.order, *lost]
        return self.builder.finish(headers=head.headers, result=self.result, **fields)

    def _turn(self, turn: Turn, following: int | None) -> None:
        text = self.chunk.text
        if turn.number is not None:
            number = self._number(turn, turn.number, following)
            self._ply(number, "black" if text[turn.start : turn.body].count(".") > 1 else "white")
        body = turn.body
        if (closed := self._closes_nothing(turn)) is not None:
            body = closed
        self._pieces(body, turn.end)

    def _pieces(self, start: int, end: int) -> None:
        for piece in pieces(grammar("nost"), self.chunk.text, start, end):
            self._piece(piece)

    def _number(self, turn: Turn, number: int, following: int | None) -> int:
        """The number a turn has: where its own does not fit what came before while what follows does, the one due."""
        if self.key is None or following is None:
            return number
        last, side = self.key
        due = last if side == "white" and _BLACK_ALONE.match(self.chunk.text, turn.body) else last + 1
        slip = following in (due, due + 1) and following not in (number, number + 1)
        if number == due or (number == last and side == "white") or not slip:
            return number
        digits = re.compile(r"\d+").search(self.chunk.text, turn.start, turn.body)
        assert digits is not None
        message = f"the move is numbered {number} where {due} is due"
        self.builder.note("KN401", message, *digits.span(), fix=(digits.group(), str(due)))
        return due

    def _closes_nothing(self, turn: Turn) -> int | None:
        """Reads up to a bracket that closes a list whose opening one was left out; the offset after it, or None."""
        depth = 0
        for found in _BRACKETS.finditer(self.chunk.text, turn.body, turn.end):
            if found.group() == "(":
                depth += 1
            elif found.group() == ")":
                depth -= 1
            if depth < 0:
                break
        else:
            return None
        at = found.start()
        told = list(pieces(grammar("nost"), self.chunk.text, turn.body, at))
        first = next((i for i in range(len(told) - 1, 0, -1) if told[i].name == told[i - 1].name == "MOVE"), len(told))
        for piece in told[:first]:
            self._piece(piece)
        if first == len(told):
            self._junk(at, at + 1, "this bracket closes a list that was never opened")
        else:
            self.builder.note("KN101", "this bracket closes a list that was never opened", at, at + 1)
            entries = (
                Piece("entry", one.start, one.end, (one,)) if one.name == "MOVE" else one
                for one in told[first:]
                if one.name not in ("COMMA", "STRAY")
            )
            self._list(Piece("list", told[first].start, at + 1, tuple(entries)))
        return at + 1

    def _ply(self, turn: int, side: Side) -> None:
        self.key, self.move_at, self.had_list, self.slot = (turn, side), None, False, True
        self.builder.turn, self.builder.side = turn, side

    def _open(self) -> tuple[int, Side]:
        if self.key is None:
            self._ply(1, "white")
        assert self.key is not None
        return self.key

    def _add(self, kind: type[Event], start: int, end: int, place: int | None = None, **fields: Any) -> Any:
        """A new event; ``place``: where its own words begin, when others lead up to them."""
        self.slot = False
        event = self.builder.add(kind, start, max(end, self.builder.end), **fields)
        if place is not None and place != start:
            line, column = self.builder.place(place)
            self.builder.events[-1] = event = msgspec.structs.replace(event, line=line, column=column)  # type: ignore[call-overload]
        self.order.append(event)  # type: ignore[arg-type]
        return event

    def _junk(self, start: int, end: int, why: str = "no part of the notation reads this") -> None:
        end = start + len(self.chunk.text[start:end].rstrip())
        if end <= start:
            return
        self._open()
        count = len(self.builder.events)
        self.builder.junk(max(start, self.builder.end), end, why)
        self.order += self.builder.events[count:]

    # -- the pieces ------------------------------------------------------------------------------------------------

    def _piece(self, piece: Piece) -> None:
        start, end = piece.start, piece.end
        printed = self.chunk.text[start:end]
        match piece.name:
            case "COMMA":
                if self.key is not None and self.key[1] == "white":
                    self._ply(self.key[0], "black")
            case "SEP" | "STOP":
                pass
            case "DASH" | "DOTS":
                if self.key is not None and self.key[1] == "white" and self.move_at is None:
                    self._ply(self.key[0], "black")
            case "MOVE":
                self._move(start, end, printed)
            case "BAD":
                self._bad(start, end, printed)
            case "list":
                self._list(piece)
            case "SAID":
                self._said(start, end, printed[1:-1], printed)
            case "PROSE":
                self._prose(start, end)
            case "BRACES":
                self._comment(start, end, printed)
            case "UNCLOSED":
                self._comment(start, start + len(printed.rstrip()), printed.rstrip())
                self.builder.note("KN102", "this comment is never closed", start, start + 1)
            case "NAG" | "GLYPH":
                self._open()
                code = int(printed[1:]) if printed[0] == "$" else _NAGS[printed]
                self._add(Nag, start, end, code=min(255, code))
            case "TO":
                self.addressed = "white" if re.search("White|Bianco", printed) else "black"
            case "RESULT":
                self.result = cast(Result, printed.replace("½-½", "1/2-1/2"))
            case _:
                self._junk(start, end)

    def _comment(self, start: int, end: int, printed: str) -> None:
        words, heard = heard_comment(printed)
        fields: dict[str, Any] = {"heard": heard} if heard else {}
        self._add(Comment, start, end, text=words, **fields)

    def _move(self, start: int, end: int, printed: str) -> None:
        turn, side = self._open()
        if self.move_at is not None:  # a comma or a number was left out
            self._ply(turn if side == "white" else turn + 1, "black" if side == "white" else "white")
        clean = re.sub(r"\s", "", printed)
        self._played(start, end, text=clean, parts=parse_move(clean, self.tongue))

    def _bad(self, start: int, end: int, printed: str) -> None:
        """A word where a move is due that reads as none: the ply was made, but nobody can say what it was."""
        if parse_move(printed, self.tongue) is not None:
            self._move(start, end, printed)
            return
        if self.key is None or (self.move_at is not None and not self._parted(start)):
            self._junk(start, end)
            return
        self._move(start, end, printed)
        self.builder.note("KN101", f"this is no move: {printed!r}", start, end)

    def _parted(self, start: int) -> bool:
        """Whether only blanks stand between the last event and this word: Black's move without its comma."""
        return self.key is not None and self.key[1] == "white" and not self.chunk.text[self.builder.end : start].strip()

    def _played(self, start: int, end: int, place: int | None = None, **fields: Any) -> None:
        _, side = self._open()
        self.move_at = len(self.order)
        self._add(Move, start, end, place, move=None, san=None, **({"text": None} | fields))
        if self.waiting[side]:
            entries = self.waiting[side].pop(0)
            self._place(list(entries), [""] * len(entries))

    # -- lists -----------------------------------------------------------------------------------------------------

    def _list(self, piece: Piece) -> None:
        """The entries of a list, each in its place about the move played."""
        inside = [one for one in piece.inside if one.name not in ("LPAR", "RPAR", "SEP")]
        entries = [one for one in inside if one.name == "entry"]
        if not entries:
            text = self.chunk.text[piece.start : piece.end]
            self._add(Comment, piece.start, piece.end, text=text)
            if reports(text):
                self._misheard(self.order[-1])
            return
        turn, side = self._open()
        if self.had_list:  # for the turns to come
            ahead = turn + 1 + len(self.waiting[side])
            self.waiting[side].append([self._entry(one, turn=ahead) for one in entries])
            return
        self.had_list = self.move_at is not None
        order, self.order, self.in_list = self.order, [], True
        marks: list[str] = []
        for one in inside:
            if one.name == "entry":
                self.order.append(self._entry(one))
                mark = next((kid for kid in one.inside if kid.name == "MARK"), None)
                marks.append(self.chunk.text[mark.start : mark.end] if mark else "")
            elif one.name == "DOTS":
                self._add(Comment, one.start, one.end, text=self.chunk.text[one.start : one.end])
            elif one.name == "WORD" and _LIKE_A_MOVE.fullmatch(self.chunk.text, one.start, one.end):
                printed = self.chunk.text[one.start : one.end]
                word = printed.removesuffix("!")
                self._add(Try, one.start, one.end, move=None, text=word, verdict="refused")
                played = self.move_at is not None and cast(Move, order[self.move_at]).text == word
                if not played:
                    self.builder.note("KN101", f"this is no move: {printed!r}", one.start, one.end)
                marks.append("!" if word != printed else "")
            else:
                self._piece(one if one.name != "WORD" else one._replace(name="junk"))
        told, self.order, self.in_list = self.order, order, False
        self._place(told, marks)

    def _entry(self, piece: Piece, turn: int | None = None) -> Try:
        text = self.chunk.text
        move = next(one for one in piece.inside if one.name == "MOVE")
        times = next((text[one.start : one.end] for one in piece.inside if one.name == "TIMES"), None)
        clean = re.sub(r"\s", "", text[move.start : move.end])
        fields: dict[str, Any] = {"turn": turn} if turn is not None else {}
        event = self.builder.add(
            Try, piece.start, piece.end, move=None, text=clean, verdict="refused",
            times=nostwords.read_times(times), parts=parse_move(clean, self.tongue), **fields,
        )  # fmt: skip
        if times is None:
            return event
        line, column = self.builder.place(move.start)  # the move's own word, behind how often it was tried
        self.builder.events[-1] = event = msgspec.structs.replace(event, line=line, column=column)
        return event

    def _place(self, told: list[AnyEvent], marks: list[str]) -> None:
        """Puts a list's entries before and after the move played; the entry that is it says nothing more."""
        if self.move_at is None:
            self.order += told
            return
        move = cast(Move, self.order[self.move_at])
        tries = [event for event in told if isinstance(event, Try) and event.text is not None]
        texts = [event.text or "" for event in tries]
        where = marks.index("!") if "!" in marks else nostwords.played(texts, move.text or "", self.tongue)
        if where is None:
            self.builder.findings.append(
                finding("KN315", f"{move.text or 'the move played'} is not in its own list", move)
            )
            self.order[self.move_at : self.move_at] = told
            self.move_at += len(told)
            return
        split = next(i for i, event in enumerate(told) if event is tries[where])
        self._absorb(tries[where], told)
        before = told[:split]
        after = [_untested(event) for event in told[split + 1 :]]
        tail = self.order[self.move_at + 1 :]
        self.order[self.move_at :] = [*before, self.order[self.move_at], *after, *tail]
        self.move_at += len(before)

    def _absorb(self, entry: Try, told: list[AnyEvent]) -> None:
        """The entry that is the move played says nothing more: its words go to the event told before it."""
        events = self.builder.events
        index = next(i for i, event in enumerate(events) if event is entry)
        if index == 0:
            return  # nothing was told before it: it stays an entry of its own
        near = events[index - 1]
        assert near.span is not None and entry.span is not None
        wider = msgspec.structs.replace(near, span=(near.span[0], entry.span[1]))
        events[index - 1 : index + 1] = [wider]
        for place in (told, self.order, *self.waiting["white"], *self.waiting["black"]):
            for number, event in enumerate(place):
                if event is near:
                    place[number] = wider

    # -- the umpire's words ----------------------------------------------------------------------------------------

    def _said(self, start: int, end: int, words: str, printed: str) -> None:
        if self._hear(start, end, words, start + 1):
            return
        self._add(Comment, start, end, text=printed)
        self._unheard(words, start + 1, sure=reports(printed))

    def _unheard(self, words: str, at: int, *, sure: bool) -> None:
        """Tells which of the umpire's messages was not understood, if they have his words, or nearly."""
        for part in words.split(";"):
            plain = " ".join(part.split())
            if plain and nostwords.hear(plain) is None and messages.hear(plain) is None:
                if sure or nostwords.nearly(plain):
                    first = at + len(part) - len(part.lstrip())
                    shown = plain if len(plain) <= 60 else plain[:59] + "…"
                    message = f"not understood, kept as a comment: {shown!r}"
                    self.builder.note("KN109", message, first, first + len(part.strip()))
                return
            at += len(part) + 1

    def _prose(self, start: int, end: int) -> None:
        text = self.chunk.text[start:end].rstrip()
        end = start + len(text)
        words, at = text.rstrip('.”"» '), start
        if announced := _UMPIRE.match(words):
            words, at = words[announced.end() :], start + announced.end()
        low = words[:1].lower() + words[1:]
        if self._hear(start, end, words, at) or self._hear(start, end, low, at):
            return
        if self.slot and (found := _ALONE.match(text)):
            self._move(start, start + found.end(), found.group())
            self.builder.note("KN101", f"this is no move: {found.group()!r}", start, start + found.end())
            self._pieces(start + found.end(), end)
            return
        event = self._add(Comment, start, end, text=text)
        if announced:
            self._unheard(words, at, sure=True)
        elif reports(text):
            self._misheard(event)

    def _misheard(self, event: AnyEvent) -> None:
        shown = getattr(event, "text", "")[:60]
        self.builder.findings.append(finding("KN109", f"not understood, kept as a comment: {shown}", event))

    def _hear(self, start: int, end: int, words: str, at: int) -> bool:
        """The umpire's messages, divided by semicolons; False when one of them is not understood.

        :param at: where the words begin in the text; each message is placed at its own.
        """
        said: list[tuple[int, nostwords.Said | messages.Heard]] = []
        common: list[tuple[int, str]] = []
        for printed in [*words.split(";"), None]:
            part = " ".join(printed.split()) if printed is not None else None
            own = nostwords.hear(part) if part is not None else None
            if own is None and part is not None and printed is not None:
                common.append((at + len(printed) - len(printed.lstrip()), part))
            elif common:
                heard = messages.hear("; ".join(words for _, words in common))
                if heard is None:
                    return False
                said += zip(_places(common, heard), heard, strict=True)
                common = []
            if own is not None and printed is not None:
                said.append((at + len(printed) - len(printed.lstrip()), own))
            at += len(printed or "") + 1
        self._open()
        for place, one in said:
            if isinstance(one, nostwords.Said):
                self._own_word(start, end, place, one)
            else:
                self._word(start, end, place, one)
        return True

    def _own_word(self, start: int, end: int, place: int, said: nostwords.Said) -> None:
        turn, side = self._open()
        if said.kind == "moved" and not self.in_list:
            if said.side is not None and (said.side != side or self.move_at is not None):
                self._ply(turn + (side == "black" or said.side == side), said.side)
            if said.tried:
                self._add(Try, start, end, place, move=None, text=None, verdict="refused", times=said.times)
            self._played(start, end, place)
        elif said.kind == "hidden":
            self._add(Try, start, end, place, move=None, text=None, verdict=said.verdict, times=said.times)
        else:
            parts = parse_move(said.text or "", self.tongue)
            fields = {"verdict": said.verdict, "times": said.times, "parts": parts}
            self._add(Try, start, end, place, move=None, text=said.text, **fields)

    def _word(self, start: int, end: int, place: int, heard: messages.Heard) -> None:
        turn, side = self._open()
        fields: dict[str, Any] = dict(heard.fields)
        if heard.side is not None and heard.side != side:
            fields["side"] = heard.side
            if heard.kind is PawnTries and side == "black":
                fields["turn"] = turn + 1
        if heard.kind is End:
            fields.setdefault("result", None)
        self._add(heard.kind, start, end, place, **fields)


def _places(parts: list[tuple[int, str]], heard: list[messages.Heard]) -> list[int]:
    """Where each of the things heard begins: several parts may make one."""
    places: list[int] = []
    for place, words in parts:
        due = heard[len(places)] if len(places) < len(heard) else None
        for one in messages.hear(words) or ():
            if due and (one.kind, one.side) == (due.kind, due.side) and one.fields.items() <= due.fields.items():
                places.append(place)
    return places + [parts[-1][0]] * (len(heard) - len(places))


def _untested(event: AnyEvent) -> AnyEvent:
    if not isinstance(event, Try) or event.text is None:
        return event
    return msgspec.structs.replace(event, verdict="untested")
