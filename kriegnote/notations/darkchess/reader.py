"""Reads the perception notation of Dark Chess: one player's moves, and what each move of either side showed him."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, cast

from kriegnote.diagnostics.findings import finding
from kriegnote.model.events import Capture, Check, Comment, End, Move, Nag, Piece, Result, Reveal, Side
from kriegnote.model.printed_moves import Language, language, parse_move, piece_of
from kriegnote.text import umpire_messages as messages
from kriegnote.text.comments import BRACES, heard_comment
from kriegnote.text.grammar import grammar
from kriegnote.text.source import Builder, Chunk, Read
from kriegnote.text.turns import Piece as Part
from kriegnote.text.turns import Turn, cut, pieces, read_head, reports, turns

_FILLER: Final = re.compile(r"(?:\s|\*\*|__|\d{1,4}[ \t]?\.+|[,.…()]|[-–—•](?=\s)|1-0|0-1|1/2-1/2|½-½|\*)*")
_HIS: Final = re.compile(r"\d{1,4}[ \t]?\.{1,3}[ \t]*(?:\.\.\.|…)?[ \t]*(?:[-–—(,]|\.\.|…)", re.MULTILINE)
_MINE: Final = re.compile(r"\d{1,4}[ \t]?\.[ \t]*(?:[♔-♟A-Za-h]|0-0|O-O)")


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game."""
    return cut(lines)


def read(chunk: Chunk) -> Read:
    """One player's record; whose, the View tag says, or who is the first to have moves printed."""
    return _Reader(chunk).read()


@dataclass
class _Reader:
    chunk: Chunk
    result: Result | None = None
    moved: bool = False
    last: int | None = None
    me: Side = "black"
    tongue: Language = "en"
    builder: Builder = field(init=False)

    def read(self) -> Read:
        text = self.chunk.text
        head = read_head(self.chunk)
        self.builder = Builder(self.chunk, _FILLER, head=head.end)
        self.builder.findings += head.findings
        view = head.fields.get("view")
        self.me = view if view in ("white", "black") else _whose(text[head.end :])
        self.tongue = language(BRACES.sub(" ", text[head.end :]))
        for turn in turns(text, head.end):
            self._turn(turn)
        fields = {"rules": "dark"} | head.fields | {"view": self.me}
        return self.builder.finish(headers=head.headers, result=self.result, **fields)

    def _turn(self, turn: Turn) -> None:
        b = self.builder
        dots = self.chunk.text[turn.start : turn.body].count(".")
        if turn.number is not None:
            if self.last is not None and turn.number not in (self.last, self.last + 1):
                lost = f"move {self.last + 1} is missing" if turn.number == self.last + 2 else "moves are missing"
                if turn.number <= self.last:
                    lost = f"move {self.last + 1} is due"
                b.note("KN401", f"move {turn.number} follows move {self.last}: {lost}", turn.start, turn.body)
            elif turn.number == self.last and dots < 2 and self.moved and b.side in ("black", self.me):
                b.note("KN401", f"move {turn.number} is told twice", turn.start, turn.body)
            self.last = turn.number
        b.turn = turn.number if turn.number is not None else self.last or 1
        self._half("black" if dots > 1 else "white")
        for part in pieces(grammar("darkchess"), self.chunk.text, turn.body, turn.end):
            self._part(part)

    def _half(self, side: Side) -> None:
        self.builder.side = side
        self.moved = False

    def _part(self, part: Part) -> None:
        b, text = self.builder, self.chunk.text
        start, end = part.start, part.end
        mine = b.side == self.me
        match part.name:
            case "COMMA":
                if b.side == "white":
                    self._half("black")
            case "DOTS":
                if b.side == "white" and not self.moved:
                    self._half("black")
            case "DASH" | "HIDDEN":
                if mine and part.name == "DASH" and self.moved and b.side == "white":
                    self._half("black")  # the comma was left out
                    mine = False
                if mine and part.name == "DASH":
                    b.junk(start, end, "a dash stands for the opponent's move")
                elif not self.moved:
                    self._move(start, end)
            case "MOVE":
                if not mine and self.moved and b.side == "white":
                    self._half("black")  # the comma was left out
                    mine = True
                if not mine or self.moved:
                    b.junk(start, end, "a move of the opponent's, which this player cannot know")
                else:
                    self._move(start, end, text[start:end])
            case "UNREAD":
                self._unread(start, end)
            case "shown":
                if not mine and not self.moved:
                    self._move(start, start)
                self._shown(part)
            case "BRACES" | "UNCLOSED":
                if part.name == "UNCLOSED":
                    end = start + len(text[start:end].rstrip())
                    b.note("KN102", "this comment is never closed", start, start + 1)
                words, heard = heard_comment(text[start:end])
                b.add(Comment, start, end, text=words, **({"heard": heard} if heard else {}))
            case "NAG":
                b.add(Nag, start, end, code=min(255, int(text[start + 1 : end])))
            case "END":
                self._end(start, end)
            case "RESULT":
                printed = text[start:end].replace("½-½", "1/2-1/2")
                self.result = cast(Result, printed)
            case "PROSE":
                self._prose(start, end)
            case _:
                b.junk(start, start + len(text[start:end].rstrip()))

    def _move(self, start: int, end: int, printed: str | None = None) -> None:
        self.moved = True
        clean = re.sub(r"\s", "", printed) if printed else None
        parts = parse_move(clean, self.tongue) if clean else None
        self.builder.add(Move, start, end, move=None, text=clean, san=None, parts=parts)

    def _unread(self, start: int, end: int) -> None:
        """A word that looks like a move and is none: his move, where one is due, with nothing known of it."""
        b, text = self.builder, self.chunk.text[start:end]
        if self.moved and b.side == "white" and self.me == "black":
            self._half("black")  # the comma was left out
        if self.moved or b.side != self.me:
            b.junk(start, end, "this is no move")
            return
        self.moved = True
        b.add(Move, start, end, move=None, text=text, san=None, parts=None)
        b.note("KN101", f"this is no move: {text!r}", start, end)

    def _shown(self, part: Part) -> None:
        """``(xNe4, +, Pd4, e4 / c8-Pc3)``: what was taken, a check noted, what is seen."""
        b, text = self.builder, self.chunk.text
        seen: dict[str, Piece | None] = {}
        lines: list[tuple[str, str]] = []
        found: list[tuple[str, Part]] = [(piece.name, piece) for piece in part.inside]
        check: Part | None = None
        told = False
        for name, piece in found:
            words = [(one.name, text[one.start : one.end].strip()) for one in piece.inside]
            men = [piece_of(word.strip("\ufe0e "), self.tongue) for kind, word in words if kind == "MAN"]
            places = [word.lower() for kind, word in words if kind == "SQUARE"]
            if name == "taken":
                b.add(
                    Capture, piece.start, piece.end,
                    square=places[0] if places else None, captured=men[0] if men else None,
                )  # fmt: skip
                told = True
            elif name == "man":
                seen[places[0]] = men[0]
                check = piece if any(kind == "PLUS" for kind, _ in words) else check
            elif name == "empty":
                seen[places[0]] = None
            elif name == "line":
                lines.append((places[0], places[1]))
                if len(men) == 2 or (len(men) == 1 and words[0][0] != "MAN"):
                    seen[places[1]] = men[-1]
            elif name == "mark":
                check = piece
        if check is not None:
            b.add(Check, max(check.start, b.end), max(check.end, b.end), directions=())
            told = True
        if seen or lines or not told:
            seen = dict(sorted(seen.items()))
            b.add(Reveal, max(part.start, b.end), part.end, side=self.me, seen=seen, lines=tuple(lines))

    def _end(self, start: int, end: int) -> None:
        heard = messages.hear(self.chunk.text[start:end].strip("[]. \n"))
        if heard is None or any(one.kind is not End for one in heard):
            self._prose(start, end)
            return
        for one in heard:
            if one.side is not None and one.side != self.builder.side and self.moved:
                self._half("black")  # it is the other's turn, and he resigns
            fields = {"result": None} | ({"side": one.side} if one.side else {}) | one.fields
            self.builder.add(End, max(start, self.builder.end), end, **fields)

    def _prose(self, start: int, end: int) -> None:
        b = self.builder
        end = start + len(self.chunk.text[start:end].rstrip())
        prose = self.chunk.text[start:end]
        event = b.add(Comment, start, end, text=prose)
        if reports(prose):
            b.findings.append(finding("KN109", f"not understood, kept as a comment: {prose[:60]}", event))


def _whose(body: str) -> Side:
    """Who wrote this, when no tag says: in Black's record White's half of a turn has no moves."""
    return "white" if len(_MINE.findall(body)) > len(_HIS.findall(body)) else "black"
