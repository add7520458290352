"""Reads the log of one player's game on the Internet Chess Club (§4.6, appendix D; docs/notations/icc.md).

The log is a dialogue of lines, so it is read line by line with ``grammars/icc.lark``, and one bad line hides no other.
What the lines say of whose turn it is settles side and number of everything between two moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import chain
from typing import Any, Final

import msgspec

from kriegnote.events import (
    AnyEvent,
    Capture,
    Check,
    Comment,
    Direction,
    End,
    Junk,
    Move,
    PawnTries,
    Reason,
    Result,
    Side,
    Try,
    other,
)
from kriegnote.findings import Finding, finding
from kriegnote.headings import heading_end, read_heading
from kriegnote.moves import Language, Parts, language, parse_move
from kriegnote.source import Builder, Chunk, Read, whole_number
from kriegnote.tags import LINE, read_tags
from kriegnote.words import icclog
from kriegnote.words.icclines import CHAT, Line, Rest, cut, log_lines
from kriegnote.words.listener import told_to

_ANY: Final = re.compile(r"(?s:.*)")
_MENTION: Final = re.compile(
    r"(?<![A-Za-z0-9])[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](?![A-Za-z0-9])|[♔-♟]|\b(?:pawn|knight|bishop|rook|queen|king)s?\b"
)
_NAME: Final = r"(?:\\.|(?! vs\. )[^(){}\\]|\([^(){}\\]*\))*"
_INNER: Final = re.compile(
    rf"\{{\s*Game(?:\s+(?P<number>\d+))?\s*\((?P<white>{_NAME}) vs\. (?P<black>(?:\\.|[^(){{}}\\]|\([^(){{}}\\]*\))*)\)"
    r"\s*(?P<said>(?:\\.|[^{}\\])*)\}",
    re.IGNORECASE,
)
_REFUSED: Final = re.compile(
    r"illegal[ \t]+move(?:[ \t]*\((?P<in>(?:[^()]|\([^()]*\))*)\)"
    r"|(?:[ \t]*:[ \t]*|[ \t]+(?=[^\s.,()]{0,4}\d))(?P<bare>[^\s.,]+))?",
    re.IGNORECASE,
)
_NO_LINE: Final = "not a line of an ICC log"
_ASIDE: Final = ("noise", "junk", "question")
_NUMERALS: Final = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_PAWN_TAKES: Final = Parts(piece="P", capture=True)


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: see :func:`kriegnote.words.icclines.cut`."""
    return cut(lines)


# -- one game ----------------------------------------------------------------------------------------------------------


def read(chunk: Chunk) -> Read:
    """One player's record; the other's moves are hidden, and what was not said was not so (silence)."""
    return _Log(chunk).read()


class _Log:
    """One run over the lines of one game."""

    def __init__(self, chunk: Chunk) -> None:
        self.text = chunk.text
        self.build = Builder(chunk, filler=_ANY)
        self.headers: list[tuple[str, str]] = []
        self.fields: dict[str, Any] = {}
        self.result: Result | None = None
        self.keys: dict[int, tuple[int, int]] = {}
        self.ply = 0
        self.due: tuple[Side, int] = ("white", 1)
        self.said: tuple[Side, int, int] | None = None
        self.last: Move | None = None
        self.typed: str | None = None
        self.asked: AnyEvent | None = None
        self.asked_at = 0
        self.ended = False
        self.taken: tuple[Side, int, str | None] | None = None
        self.language: Language = "en"

    def read(self) -> Read:
        start = self._front()
        lines = log_lines(self.text, start)
        plies = [token[1] for line in lines for token in line.tokens if token[0] == "PLY"]
        self.language = language(" ".join(plies))
        self.due = _first(lines)
        for index, line in enumerate(lines):
            self._line(line, Rest(lines, index + 1))
        build = self.build
        listener = told_to(build.events) or self._mixed()
        fields = {"rules": "icc", "silence": ("capture", "check")} | self.fields
        order = sorted(range(len(build.events)), key=lambda i: (*self.keys.get(i, (0, 0)), i))
        read = build.finish(headers=tuple(self.headers), view=listener, result=self.result, **fields)
        events = read.record.events
        if len(order) == len(events):
            events = tuple(events[i] for i in order)
        return Read(read.record.replace(events=events), read.findings + list(_unheard(events)))

    def _front(self) -> int:
        """A book's heading and a tag block, if somebody put them before the log."""
        at = 0
        while True:
            at = re.compile(r"\s*").match(self.text, at).end()  # type: ignore[union-attr]
            end = heading_end(self.text, at)
            heading = read_heading(self.text[at:end]) if end is not None else None
            if heading is not None and end is not None:
                self.headers += heading.headers
                at = end
            elif LINE.match(self.text, at):
                tags = read_tags(self.text, self.build.chunk.line, at)
                self.headers += tags.headers
                self.fields |= {name: value for name, value in tags.fields.items() if name == "start"}
                self.build.findings += tags.findings
                at = tags.end
            else:
                return at

    def _mixed(self) -> Side:
        """Whose log it is, when it shows moves of both: his who has more of them to show and fewer hidden."""
        shown: dict[Side | None, int] = {"white": 0, "black": 0, None: 0}
        moves = [event for event in self.build.events if isinstance(event, (Move, Try))]
        for event in moves:
            hidden = isinstance(event, Move) and event.text is None
            shown[event.side] += -1 if hidden else event.text is not None
        side: Side = "black" if shown["black"] > shown["white"] else "white"
        if any(event.text is None for event in moves):
            for event in moves:
                if event.side != side and event.text is not None:
                    message = f"a move of the opponent's, which this player cannot know: {event.text!r}"
                    self.build.findings.append(finding("KN101", message, event))
        return side

    # -- events --------------------------------------------------------------------------------------------------------

    def _add(self, kind: Any, start: int, end: int, rank: int, **fields: Any) -> Any:
        """An event told here that happened at this rank of its ply: before the move 0, the move 1, after it 2."""
        ply = self.ply + 1 if rank == 0 else self.ply
        self.keys[len(self.build.events)] = (ply, rank)
        return self.build.add(kind, start, end, **fields)

    def _longer(self, end: int, **changes: Any) -> None:
        """The last event told takes in the text up to here, and what that says."""
        last = self.build.events[-1]
        first = last.span[0] if last.span else self.build.chunk.offset
        span = (first, self.build.chunk.offset + end)
        self.build.events[-1] = msgspec.structs.replace(last, span=span, **changes)
        self.build.end = end

    def _aside(self, line: Line) -> None:
        """A line that is no part of the log: kept where it stands."""
        before = self.keys.get(len(self.build.events) - 1, (0, 0))
        self.keys[len(self.build.events)] = before
        text = self.text[line.start : line.end]
        if line.kind == "junk":
            self.build.side, self.build.turn = self.due
            self.build.junk(line.start, line.end, _NO_LINE)
            return
        if line.kind == "question":
            self._question(line)
            return
        comment = self.build.add(Comment, line.start, line.end, text=text)
        if not CHAT.match(text) and _MENTION.search(text):
            message = "the line speaks of a square or a man, but is no line of the log; kept as a comment"
            self.build.note("KN109", message, line.start, line.start + len(comment.text))

    def _question(self, line: Line) -> None:
        """“Any?”, and what is answered: the club's umpire says by himself how many pawn tries there are."""
        events = self.build.events
        text = self.text[line.start : line.end]
        if self.asked is not None and events and events[-1] is self.asked:
            self._longer(line.end, text=self.text[self.asked_at : line.end])
        else:
            self.asked_at = line.start
            self.build.side, self.build.turn = self.due
            self.build.junk(line.start, line.end, "nobody asks in an ICC log")
        self.asked = events[-1] if text.rstrip().endswith("?") else None

    def _unread(self, text: str, at: int) -> None:
        """A part of a line that cannot be read; it may have been any announcement."""
        self.keys[len(self.build.events)] = self.keys.get(len(self.build.events) - 1, (0, 0))
        self.build.side, self.build.turn = self.due
        self.build.junk(at, at + len(text), _NO_LINE)

    def _line(self, line: Line, rest: Rest) -> None:
        if line.kind in _ASIDE:
            self._aside(line)
        elif line.kind == "typed":
            self._typed(line, rest)
        elif line.kind == "ended":
            self._ended(line)
        else:
            self._tokens(line, rest)

    def _tokens(self, line: Line, rest: Rest) -> None:
        if number := line.get("NUMBER"):
            self._numbered(line, number)
        for place, (kind, text, at) in enumerate(line.tokens):
            end = at + len(text)
            if kind in ("HIDDEN", "PLY", "BAD_PLY"):
                self._move(kind, text, at, line, rest)
            elif kind == "TO_MOVE":
                after = line.tokens[place + 1 :]
                tries = after[0] if after and after[0][0] == "TRIES" else None
                self._to_move(text, at, tries, line, rest)
            elif kind == "TRIES" and (place == 0 or line.tokens[place - 1][0] != "TO_MOVE"):
                self._tries(text, at)
            elif kind == "CAPTURED":
                self._captured(text, at)
            elif kind == "CHECK":
                self._check(text, at)
            elif kind == "ILLEGAL":
                self._illegal(text, at)
            elif kind == "BAD_SAID":
                self._unread(text, at)
            elif kind == "CLOCK":
                self.keys[len(self.build.events)] = self.keys.get(len(self.build.events) - 1, (0, 0))
                self.build.add(Comment, at, end, text=text.strip())

    def _numbered(self, line: Line, number: tuple[str, str, int]) -> None:
        """The turn that a printed number names; a number out of step is a finding."""
        turn = int(number[1].strip(" \t."))
        side: Side = "black" if line.has("DOTS") else "white"
        if line.kind == "told":
            to_move = line.get("TO_MOVE")
            side = _side(to_move[1]) if to_move else self.due[0]
        if (side, turn) != self.due:
            due_side, due = self.due
            if side == due_side and turn != due:
                message = f"move number {turn} stands where {due} is due"
            else:
                message = f"{due_side.capitalize()}'s move {due} is due, and {side.capitalize()}'s {turn} stands here"
            self.build.note("KN401", message, number[2], number[2] + len(number[1]))
            self.said = None
        self.due = (side, turn)

    def _move(self, kind: str, text: str, at: int, line: Line, rest: Rest) -> None:
        side, turn = self.due
        end = at + len(text)
        landing = text[-2:] if kind == "HIDDEN" and len(text) > 1 else None
        announced = _announced(line, rest)
        self.ply += 1
        parts = _typed_parts(text, self.language) if kind == "PLY" else None
        if kind == "BAD_PLY":
            self.build.note("KN101", f"this is no move: {text!r}", at, end)
        self.last = self._add(
            Move, at, at + 1 if landing and announced is None else end, 1, side=side, turn=turn, move=None,
            text=None if kind == "HIDDEN" else text, san=None, parts=parts,
        )  # fmt: skip
        self.due = (other(side), turn + (side == "black"))
        self.said = None
        if landing and announced is None:
            self._add(Capture, at + 1, end, 2, side=side, turn=turn, square=landing)
        elif landing and announced not in (landing, "", _behind(landing)):
            message = f"the log shows {text} and announces a capture on {announced}"
            self.build.note("KN332", message, at, end)

    def _to_move(
        self, text: str, at: int, tries: tuple[str, str, int] | None, line: Line, rest: Rest
    ) -> None:  # fmt: skip
        side = _side(text)
        end = tries[2] + len(tries[1]) if tries else at + len(text)
        if side != self.due[0]:
            missing, turn = self.due
            if _next_ply(rest) == self.due:
                message = f"the log says {text}, and {missing.capitalize()}'s move {turn} follows"
                side = missing
            else:
                message = f"it is {side.capitalize()}'s move, but {missing.capitalize()}'s move {turn} is missing"
                self.due = (side, turn + (missing == "black"))
            self.build.note("KN401", message, at, at + len(text))
            self.said = None
        if tries is None and line.has("BAD_SAID"):
            return  # that may have told how many
        count = _number(tries[1]) if tries else 0
        turn = self.due[1]
        if self.said is not None and self.said[:2] == (side, turn):
            if not tries or self.said[2] == count:
                if self.build.events and isinstance(self.build.events[-1], PawnTries):
                    self.build.note("KN406", f"{text} is said twice", at, end)
                return  # said again, as the server does after a refusal: taken in by the next event
            message = f"the log says {count} pawn tries, and before that {self.said[2]}"
            self.build.note("KN321", message, at, end)
        self.said = (side, turn, count)
        self._add(PawnTries, at, end, 0, side=side, turn=turn, count=count)

    def _tries(self, text: str, at: int) -> None:
        """“2 pawn tries” without whose move it is: of the player to move."""
        side, turn = self.due
        count, end = _number(text), at + len(text)
        events = self.build.events
        last = events[-1] if events else None
        if isinstance(last, PawnTries) and last.span and self.said == (side, turn, 0):
            self._longer(end, count=count)
        else:
            self._add(PawnTries, at, end, 0, side=side, turn=turn, count=count)
        self.said = (side, turn, count)

    def _mover(self) -> tuple[Side, int]:
        """Who made the move that an announcement speaks of."""
        if self.last is not None and self.last.side is not None and self.last.turn is not None:
            return self.last.side, self.last.turn
        side, turn = self.due
        return other(side), turn - (side == "white")

    def _captured(self, text: str, at: int) -> None:
        side, turn = self._mover()
        words = text.lower().split()
        man = words[0] if words[0] != "man" else None
        square = words[2] if len(words) > 3 else None
        told = (side, turn, square)
        if told == self.taken:
            self.build.note("KN406", "this capture is announced twice", at, at + len(text))
        self.taken = told
        self._add(Capture, at, at + len(text), 2, side=side, turn=turn, square=square, captured=man)
        printed = self.last.parts if self.last and self.last.text else None
        target = printed.to if printed and len(printed.to or "") == 2 else None
        if square and printed and target not in (None, square):
            if printed.piece in ("P", None) and square == _behind(target or ""):
                return
            message = f"{self.last and self.last.text} is played and a capture on {square} announced"
            self.build.note("KN332", message, at, at + len(text))
        elif square and printed and printed.piece is not None and not printed.capture and target == square:
            message = f"{self.last and self.last.text} is not marked as a capture, and one on {square} is announced"
            self.build.findings.append(finding("KN205", message, self.last))

    def _check(self, text: str, at: int) -> None:
        side, turn = self._mover()
        word = re.sub(r"[- \t]?diagonal", "", text.lower()) if not text.lower().startswith("diag") else "diagonal"
        way = word.split()[0]
        ways: tuple[Direction, ...] = () if way == "check" else (way,)  # type: ignore[assignment]
        end = at + len(text)
        events = self.build.events
        last = events[-1] if events else None
        if isinstance(last, Check) and last.span and (last.side, last.turn) == (side, turn):
            if set(ways) <= set(last.directions):
                self.build.note("KN406", f"{text.lower()} is announced twice", at, end)
            both = tuple(sorted({*last.directions, *ways}))
            self._longer(end, directions=both)
            return
        self._add(Check, at, end, 2, side=side, turn=turn, directions=ways)

    def _illegal(self, text: str, at: int) -> None:
        side, turn = self.due
        found = _REFUSED.match(text)
        assert found is not None
        printed = (found["in"] or found["bare"] or "").strip() or self.typed
        self.typed = None
        times, explicit = _times(text[found.end() :])
        end = at + len(text)
        events = self.build.events
        last = events[-1] if events else None
        if (
            not explicit and printed is None and isinstance(last, Try) and last.text is None and last.span
            and (last.side, last.turn) == (side, turn) and isinstance(last.times, int)
        ):  # fmt: skip
            self._longer(end, times=last.times + 1)
            return
        parts = _typed_parts(printed, self.language) if printed else None
        self._add(
            Try, at, end, 0, side=side, turn=turn, move=_castled(printed), text=printed, verdict="illegal",
            times=times, parts=parts,
        )  # fmt: skip
        name = "in" if found["in"] else "bare"
        if printed and found[name]:
            self._placed(at + found.start(name) + len(found[name]) - len(found[name].lstrip()))
        if printed and parts is None:
            event = self.build.events[-1]
            self.build.findings.append(finding("KN101", f"this is no move: {printed!r}", event))

    def _placed(self, at: int) -> None:
        """The last event's own words begin here, behind what says what they are."""
        line, column = self.build.place(at)
        self.build.events[-1] = msgspec.structs.replace(self.build.events[-1], line=line, column=column)

    def _typed(self, line: Line, rest: Rest) -> None:
        """What the player typed: an echo of the line that answers it, or, where none does, the move itself."""
        _, text, at = line.tokens[0]
        end = at + len(text)
        parts = _typed_parts(text, self.language)
        side, turn = self.due
        for line_after in rest:
            if line_after.kind in _ASIDE:
                continue
            if line_after.kind == "typed":
                break
            refused, played = line_after.get("ILLEGAL"), line_after.get("PLY")
            if refused is not None:
                if _same_input(text, refused[1]):
                    return
                if not re.search("[(:]", refused[1]):
                    self.typed = text
                    return
                break
            to_move = line_after.get("TO_MOVE")
            if line_after.kind == "told" and to_move and _side(to_move[1]) == side:
                continue
            if played is not None and line_after.has("DOTS") == (side == "black"):
                if _same_move(parts, parse_move(played[1], self.language)):
                    return
                self._aside(line._replace(kind="noise"))
                return
            break
        after = next((one for one in rest if one.kind not in _ASIDE), None)
        if after is not None and after.kind == "typed":
            move = _castled(text)
            self._add(Try, at, end, 0, side=side, turn=turn, move=move, text=text, verdict=None, parts=parts)
            return
        self.ply += 1
        move = _castled(text)
        self.last = self._add(Move, at, end, 1, side=side, turn=turn, move=move, text=text, san=None, parts=parts)
        self.due = (other(side), turn + (side == "black"))
        self.said = None

    # -- the end -------------------------------------------------------------------------------------------------------

    def _ended(self, line: Line) -> None:
        _, text, at = line.tokens[0]
        token = line.get("RESULT")
        result: Result | None = {"½-½": "1/2-1/2"}.get(token[1], token[1]) if token else None  # type: ignore[assignment]
        found = _INNER.fullmatch(text)
        if found is None:
            self._aside(line._replace(kind="junk"))
            return
        if line.has("UNCLOSED"):
            self.build.note("KN110", "the braces around the end of the game are not closed", line.start, line.end)
        names: dict[Side, str | None] = {}
        sides: tuple[Side, Side] = ("white", "black")
        for side in sides:
            printed = found[side]
            names[side] = icclog.unescape(printed) if printed else None
            self._header(side.capitalize(), names[side])
        self._header("GameNumber", found["number"])
        said, *extras = re.split(r"(?<!\\);\s*", found["said"].rstrip())
        said = said.rstrip(" .!")
        if re.match(r"(?:Creating|Continuing|Starting)\b", said, re.I):
            self.build.add(Comment, at, line.end, text=said)
            return
        if result is not None and self.result not in (None, result):
            self.build.note("KN403", f"the log ends with {self.result} and with {result}", line.start, line.end)
        elif said and self.ended:
            self.build.note("KN403", "the end of the game is told twice", line.start, line.end)
        self.ended = self.ended or bool(said)
        self.result = result if result is not None else self.result
        if not said:
            self._close(line)
            return
        self._end(line, found, said, extras, result, names)

    def _close(self, line: Line) -> None:
        """A last line without an ending: it belongs to the last event."""
        if self.build.events:
            self._longer(line.end)
        else:
            self.build.head = line.end  # taken in by the first event

    def _end(
        self, line: Line, found: re.Match[str], said: str, extras: list[str], result: Result | None,
        names: dict[Side, str | None],
    ) -> None:  # fmt: skip
        called = icclog.called(names["white"], names["black"])
        who: Side | None = None
        for side, name in sorted(called.items(), key=lambda pair: -len(pair[1])):
            for form in (icclog.escape(name), name, side):
                if who is None and said.lower().startswith(form.lower() + " "):
                    who, said = side, said[len(form) + 1 :]
        reason: Reason = "unknown"
        for pattern, meaning in icclog.SPOKEN:
            if pattern.match(said):
                reason = meaning
                break
        else:
            at = line.tokens[0][2]
            self.keys[len(self.build.events)] = (self.ply, 3)
            self.build.add(Comment, at, at + found.end("said"), text=found["said"])
            first = at + max(found["said"].rfind(said), 0) + found.start("said")
            near = get_close_matches(said.lower(), icclog.WORDS, 1, 0.75)
            hint = f" (did you mean {near[0]}?)" if near else ""
            self.build.note("KN109", f"an ending this reader does not know: {said}{hint}", first, first + len(said))
        fields: dict[str, Any] = {
            "side": icclog.end_side(reason, who, self.last),
            "turn": self.last.turn if self.last else None,
            "result": result,
        }
        for extra in extras:
            name, _, value = extra.partition(" ")
            if name == "side":
                fields["side"] = value if value in ("white", "black") else None
            elif name == "turn":
                fields["turn"] = whole_number(value) if value.isdecimal() else None
            elif name == "result":
                fields["result"] = value if value in ("1-0", "0-1", "1/2-1/2", "*") else None
        self._add(End, max(line.start, self.build.end), line.end, 3, reason=reason, **fields)
        mates = self.last is not None and re.search("[#‡]", self.last.text or "") and self.last.side
        if who is not None and reason == "checkmate" and mates == who:
            message = f"{called[who]} is said to be checkmated, and {self.last and self.last.text} is his own move"
            self.build.note("KN402", message, line.start, line.end)
        elif who is not None and reason in icclog.NAMED and result in ("1-0", "0-1"):
            won: Side = "white" if result == "1-0" else "black"
            if won == who:
                message = f"{called[who]} is said to have lost, and the result is {result}"
                self.build.note("KN402", message, line.start, line.end)

    def _header(self, name: str, value: str | None) -> None:
        if value is None:
            return
        for index, (key, _) in enumerate(self.headers):
            if key == name:
                self.headers[index] = (name, value)
                return
        self.headers.append((name, value))


def _unheard(events: tuple[AnyEvent, ...]) -> Iterator[Finding]:
    """The player's moves that are printed as captures or checks, which the server then did not announce."""
    for index, event in enumerate(events):
        if not isinstance(event, Move) or not event.text:
            continue
        heard: set[type] = set()
        for after in events[index + 1 : index + 40]:
            heard.add(type(after))
            if isinstance(after, (PawnTries, Move, End)):
                break
        if not heard & {PawnTries, Move, End}:
            return  # the log breaks off here
        if Junk in heard:
            continue  # which may have announced it
        if re.search("[xX×:]", event.text) and Capture not in heard:
            yield finding("KN334", f"{event.text} is a capture, and none is announced", event)
        if re.search("[+#†‡]", event.text) and Check not in heard:
            yield finding("KN343", f"{event.text} is a check, and none is announced", event)


# -- small things ------------------------------------------------------------------------------------------------------


def _first(lines: list[Line]) -> tuple[Side, int]:
    """Whose turn it is when the log begins, and its number."""
    told: Side | None = None
    for line in lines:
        number, to_move = line.get("NUMBER"), line.get("TO_MOVE")
        if number is not None:
            turn = int(number[1].strip(" \t."))
            side: Side = "black" if line.has("DOTS") else "white"
            if line.kind == "told" and to_move:
                side = _side(to_move[1])
            if told is None or told == side:
                return side, turn
            return told, turn - (told == "black")
        if to_move is not None and told is None:
            told = _side(to_move[1])
    return told or "white", 1


def _next_ply(rest: Rest) -> tuple[Side, int] | None:
    """Whose move is printed next, and its number."""
    for line in rest:
        if line.kind == "moved" and (number := line.get("NUMBER")):
            return ("black" if line.has("DOTS") else "white"), int(number[1].strip(" \t."))
        if line.kind == "ended":
            return None
    return None


def _side(text: str) -> Side:
    return "white" if text[0] in "Ww" else "black"


def _number(text: str) -> int:
    word = text.split()[0].lower()
    return int(word) if word.isdigit() else _NUMERALS[word]


def _behind(square: str) -> str:
    """The square of the pawn that is taken en passant by a move to this one, or ``-``."""
    return {"6": square[0] + "5", "3": square[0] + "4"}.get(square[1:], "-")


def _announced(line: Line, rest: Rest) -> str | None:
    """The square of the capture announced for the move of this line; "" when it is said without one."""
    for one in chain((line,), rest):
        if one is not line and (one.kind not in ("told", *_ASIDE) or one.has("ILLEGAL")):
            return None
        if token := one.get("CAPTURED"):
            words = token[1].split()
            return words[2].lower() if len(words) > 3 else ""
        if one is not line and one.has("TO_MOVE"):
            return None
    return None


def _times(text: str) -> tuple[int | tuple[int, int] | None, bool]:
    words = text.strip(" \t,").lower().split()
    if not words:
        return 1, False
    numbers = [int(word) for word in words if word.isdigit()]
    if len(numbers) == 2:
        return (numbers[0], numbers[1]), True
    if numbers:
        return numbers[0], True
    return (1 if words == ["once"] else None), True


def _typed_parts(text: str, tongue: Language) -> Parts | None:
    """A player's input as the server takes it, or a move as printed."""
    if text.lower().startswith("px"):
        promoted = text[2:].lstrip("=").upper()
        return Parts(piece="P", capture=True, promotion=promoted) if promoted else _PAWN_TAKES  # type: ignore[arg-type]
    parts = parse_move(text, tongue)
    if parts is not None and parts.piece is None and parts.capture:
        return msgspec.structs.replace(parts, capture=None)
    return parts


def _castled(text: str | None) -> str | None:
    """The king's squares when he castles (or another man goes there), which say the whole move; else None."""
    found = re.fullmatch(r"e([18])-?([gc])\1", text or "")
    return f"e{found[1]}{found[2]}{found[1]}" if found else None


def _same_input(one: str, refused: str) -> bool:
    inside = re.search(r"[(:]\s*([^()]*?)\s*(?:\)|$)", refused)
    plain = re.compile(r"[-=\s]")
    return inside is not None and plain.sub("", inside[1]).lower() == plain.sub("", one).lower()


def _same_move(typed: Parts | None, played: Parts | None) -> bool:
    """Whether a typed move can be the one that the log then shows."""
    if typed is None or played is None:
        return False
    if played.castle is not None:
        return typed.castle == played.castle or (typed.from_ or "")[:1] == "e"
    if typed.to is None:
        return played.piece == "P" and bool(played.capture)
    if typed.to != played.to or typed.castle is not None:
        return False
    hint, origin = played.from_ or "", typed.from_ or ""
    return not hint or not origin or hint in origin
