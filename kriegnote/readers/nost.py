"""Reads NOST's correspondence notation: the score with each player's list of tries, and the umpire's letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

import msgspec

from kriegnote.comments import BRACES, heard_comment
from kriegnote.events import AnyEvent, Comment, End, Event, Junk, Move, Nag, PawnTries, Result, Side, Try
from kriegnote.findings import finding
from kriegnote.grammar import grammar
from kriegnote.moves import Language, language, parse_move
from kriegnote.source import Builder, Chunk, Read
from kriegnote.words import messages, nostwords
from kriegnote.words.turns import Piece, Turn, cut, pieces, read_head, reports, turns

_LETTER: Final = r"(?:To|Al) (?:White|Black|Bianco|Nero)(?:,[^:\n]*)?:"
_FILLER: Final = re.compile(
    rf"(?:\s|\*\*|__|\d{{1,4}}[ \t]?(?:\.[ \t]?)*|[,;.…()]|[-–—•](?=\s|,)|1-0|0-1|1/2-1/2|½-½|\*|{_LETTER})*"
)
_UMPIRE: Final = re.compile(
    r"""(?:L['’]arbitro\s+(?:annuncia|dice)(?:\s+erroneamente)?|The\s+umpire\s+(?:wrongly\s+)?(?:announces|says))
        \s*:?\s*["“«]?(?:un[oa]?\s|an?\s)?""",
    re.VERBOSE | re.IGNORECASE,
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
    waiting: dict[Side, list[list[AnyEvent]]] = field(default_factory=lambda: {"white": [], "black": []})
    builder: Builder = field(init=False)

    def read(self) -> Read:
        text = self.chunk.text
        head = read_head(self.chunk, nostwords.SIGNATURE)
        self.builder = Builder(self.chunk, _FILLER, head=head.end)
        self.builder.findings += head.findings
        self.tongue = language(BRACES.sub(" ", text[head.end :]))
        for turn in turns(text, head.end):
            self._turn(turn)
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

    def _turn(self, turn: Turn) -> None:
        text = self.chunk.text
        if turn.number is not None:
            self._ply(turn.number, "black" if text[turn.start : turn.body].count(".") > 1 else "white")
        for piece in pieces(grammar("nost"), text, turn.body, turn.end):
            self._piece(piece)

    def _ply(self, turn: int, side: Side) -> None:
        self.key, self.move_at, self.had_list = (turn, side), None, False
        self.builder.turn, self.builder.side = turn, side

    def _open(self) -> tuple[int, Side]:
        if self.key is None:
            self._ply(1, "white")
        assert self.key is not None
        return self.key

    def _add(self, kind: type[Event], start: int, end: int, **fields: Any) -> Any:
        event = self.builder.add(kind, max(start, self.builder.end), max(end, self.builder.end), **fields)
        self.order.append(event)  # type: ignore[arg-type]
        return event

    def _junk(self, start: int, end: int) -> None:
        end = start + len(self.chunk.text[start:end].rstrip())
        if end <= start:
            return
        self._open()
        count = len(self.builder.events)
        self.builder.junk(max(start, self.builder.end), end)
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
        self._add(Comment, start, end, text=words, **({"heard": heard} if heard else {}))

    def _move(self, start: int, end: int, printed: str) -> None:
        turn, side = self._open()
        if self.move_at is not None:  # a comma or a number was left out
            self._ply(turn if side == "white" else turn + 1, "black" if side == "white" else "white")
        clean = re.sub(r"\s", "", printed)
        self._played(start, end, text=clean, parts=parse_move(clean, self.tongue))

    def _played(self, start: int, end: int, **fields: Any) -> None:
        _, side = self._open()
        self.move_at = len(self.order)
        self._add(Move, start, end, move=None, san=None, **({"text": None} | fields))
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
        return self.builder.add(
            Try, piece.start, piece.end, move=None, text=clean, verdict="refused",
            times=nostwords.read_times(times), parts=parse_move(clean, self.tongue), **fields,
        )  # fmt: skip

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
        if not self._hear(start, end, words):
            self._add(Comment, start, end, text=printed)
            if reports(printed):
                self._misheard(self.order[-1])

    def _prose(self, start: int, end: int) -> None:
        text = self.chunk.text[start:end].rstrip()
        end = start + len(text)
        words = text.rstrip('.”"» ')
        if announced := _UMPIRE.match(words):
            words = words[announced.end() :]
        low = words[:1].lower() + words[1:]
        if self._hear(start, end, words) or self._hear(start, end, low):
            return
        event = self._add(Comment, start, end, text=text)
        if reports(text):
            self._misheard(event)

    def _misheard(self, event: AnyEvent) -> None:
        shown = getattr(event, "text", "")[:60]
        self.builder.findings.append(finding("KN109", f"not understood, kept as a comment: {shown}", event))

    def _hear(self, start: int, end: int, words: str) -> bool:
        """The umpire's messages, divided by semicolons; False when one of them is not understood."""
        said: list[nostwords.Said | messages.Heard] = []
        common: list[str] = []
        for part in [*(" ".join(part.split()) for part in words.split(";")), None]:
            own = nostwords.hear(part) if part is not None else None
            if own is None and part is not None:
                common.append(part)
                continue
            if common:
                heard = messages.hear("; ".join(common))
                if heard is None:
                    return False
                said += heard
                common = []
            if own is not None:
                said.append(own)
        self._open()
        for one in said:
            if isinstance(one, nostwords.Said):
                self._own_word(start, end, one)
            else:
                self._word(start, end, one)
        return True

    def _own_word(self, start: int, end: int, said: nostwords.Said) -> None:
        turn, side = self._open()
        if said.kind == "moved" and not self.in_list:
            if said.side is not None and (said.side != side or self.move_at is not None):
                self._ply(turn + (side == "black" or said.side == side), said.side)
            if said.tried:
                self._add(Try, start, end, move=None, text=None, verdict="refused", times=said.times)
            self._played(start, end)
        elif said.kind == "hidden":
            self._add(Try, start, end, move=None, text=None, verdict=said.verdict, times=said.times)
        else:
            parts = parse_move(said.text or "", self.tongue)
            fields = {"verdict": said.verdict, "times": said.times, "parts": parts}
            self._add(Try, start, end, move=None, text=said.text, **fields)

    def _word(self, start: int, end: int, heard: messages.Heard) -> None:
        turn, side = self._open()
        fields: dict[str, Any] = dict(heard.fields)
        if heard.side is not None and heard.side != side:
            fields["side"] = heard.side
            if heard.kind is PawnTries and side == "black":
                fields["turn"] = turn + 1
        if heard.kind is End:
            fields.setdefault("result", None)
        self._add(heard.kind, start, end, **fields)


def _untested(event: AnyEvent) -> AnyEvent:
    if not isinstance(event, Try) or event.text is None:
        return event
    return msgspec.structs.replace(event, verdict="untested")
