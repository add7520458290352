"""Reads PGN, with Kriegspiel in its comments (docs/notations/pgn.md)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Any, Final

import msgspec
from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import EVENT_TYPES, AnyEvent, Comment, End, Junk, Move, Nag, Result, Variation, View
from kriegnote.model.printed_moves import FIGURINES, NULL_MOVES, Language, language, parse_move
from kriegnote.model.record import Record
from kriegnote.notations.icc import wording as icclog
from kriegnote.notations.pgn import dialect as krieg_comments
from kriegnote.notations.pgn.cutting import RESULT_AT_END, Piece, blanked, cut, head
from kriegnote.notations.pgn.dialect import Item, Place, belongs_before
from kriegnote.notations.pgn.dialect_faults import Fault, faults, salvage
from kriegnote.notations.pgn.numbering import Line, first_place, follower
from kriegnote.parsing import grammar
from kriegnote.text.results import glued_result, read_result
from kriegnote.text.source import Chunk, Read
from kriegnote.text.tag_faults import straighten, tag_fault
from kriegnote.text.tags import read_tags

MOST_NESTED: Final = 100
MOST_RESUMED: Final = 3  # variations never closed behind which the line is looked for
_SUFFIX: Final = MappingProxyType({"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6})
_SIGNS: Final = MappingProxyType(
    {
        "□": 7, "=": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15, "±": 16, "+/-": 16,
        "∓": 17, "-/+": 17, "+-": 18, "-+": 19,
    }
)  # fmt: skip


# -- one game ----------------------------------------------------------------------------------------------------------


_PLY = re.compile(
    r"(?:(?P<number>\d{1,9})(?:(?P<dots>(?:\s*[.…])+)\s*|\s+|(?=[A-Za-z♔-♟?])))?"
    r"(?P<word>\?\?|[^\s!?]+(?:\s?e\.?\s?p\.?(?!\w))?)(?P<suffix>[!?]*)\s*"
)
"""One ply of the token PLIES: its figure and dots, the move's word, its suffix."""
_NUMBER = re.compile(r"(\d{1,9})((?:\s*[.…])*)")


_FOREIGN = re.compile(r"[DTAC][a-h1-8x×:]")
_NUMBERED = re.compile(r"(\d{1,9})((?:\s*[.…])+)\s*(?=\S)")
_LIKE_A_MOVE = re.compile(r"(?=\S{2,12}\Z)[A-Za-z♔-♟×:][^\s1-9]*[1-9]|[O0]-[O0]")
_COMMENTS_ALONE = re.compile(r"(?:\s++|\{[^}]*+\}|;[^\n]*+)*+\Z")
_LONE_MAN = frozenset("KQRBNDTACLSF♔♕♖♗♘♙♚♛♜♝♞♟")
_WHERE_TO = re.compile(r"[x×:]?[a-h][1-8]")
MOST_TWICE: Final = 4  # plies before a number that are looked at for one that is printed twice


_LANDMARK = re.compile(r"\{[^}]*\}?|;[^\n]*|([()])|(?<!\S)(\d{1,9})((?:\s*[.…])+)")


_TWO_PLIES = re.compile(r"[.…]\s*[A-Za-z0♔-♟][^\s.(){};]*\s+([A-Za-z0♔-♟][^\s.(){};]*)\s+\Z")
NEAR: Final = 40  # characters before a number in which its ply is looked for


def _order(place: Place) -> int:
    side, turn = place
    return 2 * (turn or 0) + (side == "black")


def _dots(marks: str | None) -> int:
    return sum(3 if mark == "…" else mark == "." for mark in marks or "")


def _shown(text: str) -> str:
    text = " ".join(text.split()) if len(text) < 1000 else text
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _number(found: re.Match[str]) -> tuple[int, int] | None:
    """The number that a ply is printed with."""
    return (int(found[1]), 1 if found[2] == "." else _dots(found[2])) if found[1] is not None else None


def _is(node: Token | Tree[Token], *types: str) -> bool:
    return isinstance(node, Token) and node.type in types


def _following(nodes: list[Token | Tree[Token]]) -> list[Token | None]:
    """For every token of a line the next one behind it that is a run of plies or a number."""
    found: list[Token | None] = []
    after: Token | None = None
    for node in reversed(nodes):
        found.append(after)
        if isinstance(node, Token) and node.type in ("PLIES", "NUMBER"):
            after = node
    return found[::-1]


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: see :func:`kriegnote.notations.pgn.cutting.cut`."""
    return cut(lines)


def read(chunk: Chunk) -> Read:
    """One game: its tags, its moves with all that stands between them, its result."""
    return _Game(chunk).read()


class _Played(Line):
    """A line of play with its events; ``move_at`` is the index of the last move among them."""

    __slots__ = ("events", "move_at", "named")

    def __init__(self, due: Place, last: Place | None = None) -> None:
        super().__init__(due, last)
        self.events: list[AnyEvent] = []
        self.move_at = -1
        self.named: Place | None = None


class _Game:
    """One run over the tokens of one game."""

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.findings: list[Finding] = []
        self.view: View = "umpire"
        self.result: Result | None = None
        self.tongue: Language = "en"
        self.moves_at = 0  # where the movetext begins
        self.told = 0  # how far the spans of the events reach
        self.depth = 0
        self.resumed = 0
        self.masked = 0  # moves printed as ??
        self.darkboard = False  # comments of Darkboard's were read
        self.stopped = False  # a move was printed with a comma or a stop behind it
        self.prose: tuple[_Played, int, int] | None = None  # words that are no moves, not yet told
        self._rows: list[int] = []

    # -- places --------------------------------------------------------------------------------------------------------

    def place(self, at: int) -> tuple[int, int]:
        """(line, column) in the file of an offset in the chunk."""
        if not self._rows:
            self._rows = [0, *(found.end() for found in re.finditer("\n", self.chunk.text))]
        row = bisect_right(self._rows, at) - 1
        return row + self.chunk.line, at - self._rows[row] + 1

    def where(self, start: int, end: int) -> dict[str, Any]:
        """The place of an event whose words stand at [start, end); its span begins where the one before ends."""
        line, column = self.place(start)
        base = self.chunk.offset
        span = (base + self.told, base + end)
        self.told = end
        return {"line": line, "column": column, "span": span}

    def note(self, code: str, message: str, start: int, end: int, **more: Any) -> None:
        line, column = self.place(start)
        self.findings.append(finding(code, message, line=line, column=column, length=end - start, **more))

    def junk(self, line: _Played, start: int, end: int, code: str, why: str, **more: Any) -> None:
        """Keeps what cannot be read, with a finding."""
        text = self.chunk.text[start:end]
        side, turn = line.due
        line.events.append(Junk(side=side, turn=turn, text=text, **self.where(start, end)))
        self.note(code, f"{why}: {_shown(text)}", start, min(end, start + 40), **more)

    # -- the run -------------------------------------------------------------------------------------------------------

    def read(self) -> Read:
        text, curly = straighten(self.chunk.text) if "[" in self.chunk.text else (self.chunk.text, [])
        end, pieces = head(text)
        for first, last in curly:
            if last <= end:
                old = self.chunk.text[first:last]
                message = "the quotation marks of a tag are plain, not typographic"
                self.note("KN108", message, first, last, fix=(old, f'"{old[1:-1]}"'), severity="warning")
        tags = read_tags(blanked(text[:end], pieces), self.chunk.line)
        self.findings += tags.findings
        self.view = tags.fields.get("view", "umpire")
        line = _Played(first_place(tags.fields.get("start")))
        for piece in pieces:
            self.before_tags(line, piece)
        self.moves_at = end
        moves = text[end:]
        if _FOREIGN.search(moves):
            self.tongue = language(re.sub(r"\{[^}]*+\}?|;[^\n]*", " ", moves))
        self.walk(line, self.parse(moves).children)
        fields = tags.fields | {"view": self.listener(line)}
        if self.darkboard and not fields.get("silence"):
            fields["silence"] = ("capture", "check", "pawn_tries")  # Darkboard's comments say so where there is one
        if self.result is None:
            self.result = read_result(dict(tags.headers).get("Result", ""))
        self.ended(line, tags.headers)
        self.reach_the_end(line.events)
        record = Record(headers=tags.headers, events=tuple(line.events), result=self.result, **fields)
        return Read(record, self.findings)

    def ended(self, line: _Played, headers: tuple[tuple[str, str], ...]) -> None:
        """How the game ended, where only the header says so in which ICC saves it (``ICCResult "Black resigns"``)."""
        named = dict(headers)
        if "ICCResult" not in named or any(type(event) is End for event in line.events):
            return
        told = icclog.ended_by(named["ICCResult"], named.get("White"), named.get("Black"))
        if told is None:
            return
        last = next((event for event in reversed(line.events) if type(event) is Move), None)
        side = icclog.end_side(told[0], told[1], last)
        at = len(self.chunk.text.rstrip())
        turn = last.turn if last is not None else None
        line.events.append(End(side=side, turn=turn, reason=told[0], result=None, **self.where(at, at)))

    def before_tags(self, line: _Played, piece: Piece) -> None:
        text = self.chunk.text[piece.start : piece.end]
        if piece.kind == "comment":
            self.comment(line, text, piece.start)
        elif piece.kind == "remark":
            self.remark(line, text, piece.start)
        elif piece.kind == "escape":
            self.escape(piece.start, piece.end)
        else:
            self.bad_tag(line, piece.start, piece.end, 'a tag pair is [Name "value"]')

    def bad_tag(self, line: _Played, start: int, end: int, otherwise: str) -> None:
        text = self.chunk.text[start:end]
        message, tag = tag_fault(text.rstrip(), otherwise)
        self.junk(line, start, end, "KN108", message, fix=(text.rstrip(), tag) if tag else None)

    @staticmethod
    def parse(moves: str) -> Tree[Token]:
        """The tree of the movetext; a variation that is never closed ends with it."""
        try:
            return grammar("pgn").parse(moves)
        except UnexpectedInput as error:
            running: Any = error.interactive_parser
            stack = running.parser_state.value_stack
            for _ in range(sum(isinstance(value, Token) and value.type == "LPAR" for value in stack)):
                running.feed_token(Token("RPAR", "", len(moves), 0, 0, 0, 0, len(moves)))
            tree: Tree[Token] = running.feed_eof()
            return tree

    def walk(self, line: _Played, nodes: list[Token | Tree[Token]]) -> None:
        """Turns the tokens of a line of play into events."""
        text = self.chunk.text
        printed: tuple[int, int] | None = None  # a number and its dots that stand before a comment
        last_plies = next((at for at in reversed(range(len(nodes))) if _is(nodes[at], "PLIES")), -1)
        following: list[Token | None] | None = None  # the next plies or number behind each token, once it is asked for
        for index, node in enumerate(nodes):
            if self.prose is not None and not _is(node, "PLIES", "JUNK"):
                self.close_prose()
            if isinstance(node, Tree):
                self.variation(line, node)
                continue
            kind = node.type
            start, end = (node.start_pos or 0) + self.moves_at, (node.end_pos or 0) + self.moves_at
            if kind == "PLIES":
                self.plies(line, start, end, printed)
                printed = None
            elif kind == "COMMENT":
                self.comment(line, text[start : text.rindex("}", start, end) + 1], start)
            elif kind == "NUMBER":
                found = _NUMBER.match(text, start)
                assert found is not None
                printed = int(found[1]), _dots(found[2])
            elif kind == "NAG":
                if node == "??" and following is None:
                    following = _following(nodes)
                if node == "??" and following is not None and self.masks(line, following[index]):
                    self.mask(line, start, end, printed)
                    printed = None
                else:
                    self.suffix(line, str(node), start, end)
            elif kind == "REMARK":
                self.remark(line, str(node), start)
            elif kind == "RESULT":
                self.conclude(line, index < last_plies, start, end)
            elif kind == "UNCLOSED":
                self.note("KN102", "the comment is never closed", start, start + 1)
                line.events.append(Comment(text=node[1:], heard=self.view, **self.where(start, end)))
            elif kind == "ESCAPE":
                self.escape(start, end)
            elif kind == "BAD_TAG":
                self.bad_tag(line, start, end, 'among the moves, and not [Name "value"]')
            elif kind == "JUNK":
                self.unread(line, start, end, printed)
                printed = None
            else:
                self.junk(line, start, end, "KN101", "closes no variation")
        self.close_prose()

    def plies(self, line: _Played, start: int, end: int, printed: tuple[int, int] | None) -> None:
        """The moves of a run of plies; ``printed`` is a number that stood before it."""
        text, tongue, events = self.chunk.text, self.tongue, line.events
        shown = self.view == "umpire"
        base, told = self.chunk.offset, self.told
        row, column = self.place(start)
        row_start = start - column + 1
        row_end = text.find("\n", start, end)
        lone: re.Match[str] | None = None  # a man's letter, which the next word may go with
        for found in _PLY.finditer(text, start, end):
            figure, marks, word, suffix = found.groups()
            at, stop = found.span(3)
            if lone is not None:
                if figure is None and _WHERE_TO.match(word):
                    at, word = lone.start(3), lone[3] + word
                    figure, marks = lone[1], lone[2]
                else:
                    self.told = told
                    self.unread(line, lone.start(3), lone.end(3), _number(lone) or printed)
                    told, printed = self.told, None
                lone = None
            elif word in _LONE_MAN and not suffix:
                lone = found
                continue
            if figure is not None:
                printed = int(figure), 1 if marks == "." else _dots(marks)
            parts = parse_move(word, tongue)
            if parts is None and word not in NULL_MOVES and word != "??":
                self.told = told
                self.unread(line, at, stop, printed)
                told, printed = self.told, None
                if suffix and self.prose is not None:
                    self.prose = (line, self.prose[1], stop + len(suffix))
                elif suffix:
                    self.suffix(line, suffix, stop, stop + len(suffix))
                    told = self.told
                continue
            if self.prose is not None:
                self.close_prose()
                told = self.told
            while 0 <= row_end < at:
                row, row_start = row + 1, row_end + 1
                row_end = text.find("\n", row_start, end)
            if stop - at > len(word) and word[0] not in FIGURINES:
                self.note("KN110", f"read as {word}: {text[at:stop]!r}", at, stop, fix=(text[at:stop], word))
            place = line.due if printed is None else self.numbered(line, printed)
            line.moved(place, printed is not None)
            printed = None
            line.move_at = len(events)
            if word == "??":
                self.masked += 1
            events.append(
                Move(
                    side=place[0],
                    turn=place[1],
                    move=None,
                    text=word if parts is not None or (shown and word != "??") else None,
                    san=None,
                    parts=parts,
                    line=row,
                    column=at - row_start + 1,
                    span=(base + told, base + stop),
                )
            )
            told = stop
            if suffix:
                self.told = told
                self.suffix(line, suffix, stop, stop + len(suffix))
                told = self.told
        self.told = told
        if lone is not None:
            self.unread(line, lone.start(3), lone.end(3), _number(lone) or printed)

    def numbered(self, line: _Played, printed: tuple[int, int]) -> Place:
        """The place of a ply that is printed with a number.  Where a ply is wanting or too many before it, a word that
        is no move or one that is printed twice accounts for it."""
        place = line.place(*printed)
        if place != line.due and not line.numbered and place == line.last:
            self.twice(line)
        elif place != line.due and place == follower(line.due, line.due) and line.move_at + 1 == len(line.events) - 1:
            word = line.events[-1]
            if type(word) is Junk and len(word.text.split(None, 1)) == 1 and word.text.isalnum():
                side, turn = line.due
                same: dict[str, Any] = {"line": word.line, "column": word.column, "span": word.span}
                line.events[-1] = Move(side=side, turn=turn, move=None, text=word.text, san=None, **same)
                line.moved(line.due, False)
        return place

    def twice(self, line: _Played) -> None:
        """One ply too many stands before a number: when one is printed twice there, the second is left out."""
        events = line.events
        first = len(events)
        while first > 0 and len(events) - first < MOST_TWICE and type(events[first - 1]) is Move:
            first -= 1
        run: list[Any] = events[first:]
        for index in range(len(run) - 1, 0, -1):
            word = run[index].text
            if word is None or word != run[index - 1].text or not _WHERE_TO.match(word[-2:]) or "x" in word:
                continue
            place = (run[index].side, run[index].turn)
            double = run[index]
            fields = {name: getattr(double, name) for name in ("side", "turn", "line", "column", "span")}
            events[first + index] = Junk(text=word, **fields)
            self.findings.append(finding("KN101", f"{word} is printed twice", events[first + index]))
            for later in range(index + 1, len(run)):
                events[first + later] = msgspec.structs.replace(run[later], side=place[0], turn=place[1])
                place = follower(place, place)
            return

    def mask(self, line: _Played, start: int, end: int, printed: tuple[int, int] | None) -> None:
        """A move that is printed as ``??`` by itself."""
        place = self.numbered(line, printed) if printed else line.due
        line.moved(place, printed is not None)
        line.move_at = len(line.events)
        self.masked += 1
        where = self.where(start, end)
        line.events.append(Move(side=place[0], turn=place[1], move=None, text=None, san=None, **where))

    def unread(self, line: _Played, start: int, end: int, printed: tuple[int, int] | None) -> None:
        """A word that is no move.  When it stands for one (it has a rank in it, or a number before it) it is kept as a
        ply that nobody can read; else it is prose."""
        text = self.chunk.text
        if found := _NUMBERED.match(text, start, end):
            printed, start = (int(found[1]), _dots(found[2])), found.end()
        word = text[start:end]
        if printed is None and not _LIKE_A_MOVE.match(word):
            told = self.prose
            self.prose = (line, told[1] if told is not None else start, end)
            return
        self.close_prose()
        cut = glued_result(word)
        result = start + cut if cut > 0 and parse_move(word[:cut], self.tongue) and self.is_last(end) else None
        if result is not None:
            word, end = word[:cut], result
            self.note("KN110", "a blank is missing before the result", result, result + 1)
        place = self.numbered(line, printed) if printed else line.due
        bare = word.rstrip(",;:.")
        parts = parse_move(bare, self.tongue)
        if result is not None:
            bare = word
        elif parts is None:
            bare = word
            self.note("KN101", f"this is no move: {_shown(word)}", start, min(end, start + 40))
        elif not self.stopped:
            self.stopped = True
            self.note("KN110", f"{word[-1]!r} behind a move is passed over, here and further on", start, end)
        line.moved(place, printed is not None)
        line.move_at = len(line.events)
        where = self.where(start, end)
        line.events.append(Move(side=place[0], turn=place[1], move=None, text=bare, san=None, parts=parts, **where))
        if result is not None:
            self.conclude(line, False, result, result + len(text[result:].split(None, 1)[0].rstrip("{(;)")))

    def is_last(self, end: int) -> bool:
        """Whether no more than comments follow in the text."""
        return _COMMENTS_ALONE.match(self.chunk.text, end) is not None

    def close_prose(self) -> None:
        """Keeps the words that are no moves, one finding for all of them."""
        if self.prose is None:
            return
        line, start, end = self.prose
        self.prose = None
        if len(self.chunk.text[start:end].split(None, 1)) > 1:
            note = "words among the moves stand in braces: { }"
            self.junk(line, start, end, "KN101", "these words are no moves", note=note)
        else:
            self.junk(line, start, end, "KN101", "this is no move")

    def suffix(self, line: _Played, text: str, start: int, end: int) -> None:
        """``!?``, ``$5``, ``±``."""
        side, turn = line.last or line.due
        if text[0] in "$\\":
            code = int(text.lstrip("\\$")[:9])
            if text[0] == "\\":
                self.note("KN110", f"{text} is read as ${code}", start, end, fix=(text, f"${code}"))
        elif text in _SIGNS:
            code = _SIGNS[text]
        else:
            code = _SUFFIX[text[:2]]
            if len(text) > 2:
                self.note("KN110", f"{text} is read as {text[:2]}", start, end)
        line.events.append(Nag(side=side, turn=turn, code=code, **self.where(start, end)))

    def conclude(self, line: _Played, amidst: bool, start: int, end: int) -> None:
        """The result; in a variation it is an end of that line, before further moves it is out of place."""
        token = read_result(self.chunk.text[start:end])
        if self.depth:
            where = self.where(start, end)
            line.events.append(End(side=None, turn=None, reason="unknown", result=token, **where))
        elif amidst:
            self.junk(line, start, end, "KN101", "a result among the moves")
        else:
            self.result = token

    def variation(self, line: _Played, node: Tree[Token]) -> None:
        opening, closing = node.children[0], node.children[-1]
        assert isinstance(opening, Token) and isinstance(closing, Token)
        assert opening.start_pos is not None and closing.end_pos is not None
        start, end = opening.start_pos + self.moves_at, closing.end_pos + self.moves_at
        if self.depth >= MOST_NESTED:
            self.junk(line, start, end, "KN103", f"variations nest more than {MOST_NESTED} deep")
            return
        nodes, stop, moves_at = node.children[1:-1], end, self.moves_at
        if not closing:
            self.note("KN101", "the variation is never closed", start, start + 1)
            stop = self.resumption(line, start, end)
            if stop < end:
                self.moves_at = start + 1
                nodes = self.parse(self.chunk.text[start + 1 : stop]).children
        inner = _Played(*line.before)
        told, self.told = self.told, start + 1
        self.depth += 1
        self.walk(inner, nodes)
        self.depth -= 1
        self.told = told
        side, turn = inner.named or (line.before[0] if line.last else line.due)
        where = self.where(start, stop)
        line.events.append(Variation(side=side, turn=turn, events=tuple(inner.events), **where))
        if stop < end:
            self.moves_at = stop
            self.walk(line, self.parse(self.chunk.text[stop:end]).children)
        self.moves_at = moves_at

    def resumption(self, line: _Played, start: int, end: int) -> int:
        """Where the line goes on behind a variation that is never closed: at the number that is due in it, once the
        variation has come so far itself; else at the result."""
        text = self.chunk.text
        self.resumed += 1
        if self.resumed > MOST_RESUMED:
            return end
        due = _order(line.due)
        reached, depth = due - 1, 0
        for found in _LANDMARK.finditer(text, start + 1, end):
            if found[1]:
                depth = max(0, depth + (1 if found[1] == "(" else -1))
            elif found[2] and depth == 0:
                here = _order(("black" if _dots(found[3]) > 1 else "white", int(found[2])))
                if here == due <= reached:
                    return found.start()
                if here == due + 1 <= reached and (word := self.bare_ply(start + 1, found.start())) >= 0:
                    return word
                reached = max(reached, here)
        closing = RESULT_AT_END.search(text, start, end)
        return closing.start() if closing and not self.depth else end

    def bare_ply(self, start: int, end: int) -> int:
        """Where the last move before an offset stands, when it is the second behind its number; else -1."""
        first = max(start, end - NEAR)
        found = _TWO_PLIES.search(self.chunk.text, first, end)
        return found.start(1) if found else -1

    # -- comments ------------------------------------------------------------------------------------------------------

    def escape(self, start: int, end: int) -> None:
        self.note("KN110", "a line that begins with % is for other programs, and left out", start, end)

    def remark(self, line: _Played, text: str, start: int) -> None:
        """``; to the end of the line``: no dialect is looked for."""
        words = re.sub(r"\n[ \t]*;", "\n", text[1:])
        line.events.append(Comment(text=words, heard=self.view, **self.where(start, start + len(text))))

    def comment(self, line: _Played, text: str, start: int) -> None:
        """A comment in braces: words, dialects of Kriegspiel, or both."""
        if "[%kn" not in text and "(K:" not in text and text[:2] != "{(":
            where = self.where(start, start + len(text))
            line.events.append(Comment(text=text[1:-1], heard=self.view, **where))
            return
        at = 1
        for found in krieg_comments.stretches(text):
            items = krieg_comments.read(found.group())
            told = salvage(found.group()) if items is None and found["own"] else []
            if any(isinstance(one, Item) for one in told):
                self.words(line, text, at, found.start(), start)
                self.salvaged(line, told, start + found.start())
                at = found.end()
                continue
            if items is None or (found["own"] is None and line.move_at < 0):
                continue
            self.darkboard = self.darkboard or found["darkboard"] is not None
            self.words(line, text, at, found.start(), start)
            if found["own"]:
                self.items(line, items, start + found.start())
            else:
                self.behind_move(line, items, start + found.start())
            at = found.end()
        self.words(line, text, at, len(text) - 1, start)

    def words(self, line: _Played, text: str, at: int, end: int, start: int) -> None:
        """What stands around a dialect, blanks alone aside."""
        words = text[at:end]
        if not words.strip():
            return
        if krieg_comments.LOOKS_LIKE.search(words):
            for fault in faults(words):
                self.note("KN109", fault.message, start + at + fault.start, start + at + fault.end, note=fault.note)
        line.events.append(Comment(text=words, heard=self.view, **self.where(start + at, start + end)))

    def salvaged(self, line: _Played, told: list[Item | Fault], base: int) -> None:
        """The items of a dialect that can be read; the others are kept as junk."""
        for one in told:
            if isinstance(one, Item):
                self.items(line, (one,), base)
                continue
            self.note("KN109", one.message, base + one.start, base + one.end, note=one.note)
            if one.left is not None:
                start, end = base + one.left[0], base + one.left[1]
                side, turn = line.last or line.due
                text = self.chunk.text[start:end]
                line.events.append(Junk(side=side, turn=turn, text=text, **self.where(start, end)))

    def items(self, line: _Played, items: tuple[Item, ...], base: int) -> None:
        for item in items:
            start, end = base + item.start, base + item.end
            if item.kind == "amend":
                self.amend(line, item)
            elif item.kind == "variation":
                line.named = item.place
            elif item.kind == "comment":
                line.events.append(Comment(**item.fields, **self.where(start, end)))
            else:
                before = belongs_before(item.kind, item.fields.get("verdict"))
                place = item.place or (line.due if before else line.last or line.due)
                self.told_of(line, len(line.events), item, place, start, end)
                if item.kind == "junk":
                    self.note("KN101", f"kept from an earlier reading: {item.fields['text'][:40]!r}", start, end)

    def behind_move(self, line: _Played, items: tuple[Item, ...], base: int) -> None:
        """Tries and announcements of the move just made: the tries go before it, pawn tries are the opponent's."""
        assert line.last is not None
        for item in items:
            at = len(line.events)
            if item.kind == "try":
                at = line.move_at
                line.move_at += 1
            place = line.due if item.kind == "pawn_tries" else line.last
            self.told_of(line, at, item, place, base + item.start, base + item.end)

    def told_of(self, line: _Played, at: int, item: Item, place: Place, start: int, end: int) -> None:
        kind: Any = EVENT_TYPES[item.kind]
        side, turn = place
        event: AnyEvent = kind(side=side, turn=turn, **item.fields, **self.where(start, end))
        line.events.insert(at, event)

    @staticmethod
    def amend(line: _Played, item: Item) -> None:
        """What the dialect says of the move just made: its place, its text, that it is hidden, what is open."""
        if line.move_at < 0:
            return
        fields = dict(item.fields)
        if item.place is not None:
            fields |= {"side": item.place[0], "turn": item.place[1]}
            line.amended(item.place)
        line.events[line.move_at] = msgspec.structs.replace(line.events[line.move_at], **fields)

    # -- hidden moves --------------------------------------------------------------------------------------------------

    def masks(self, line: _Played, following: Token | None) -> bool:
        """Whether a ``??`` that stands alone hides a move, rather than blaming the one before.

        It does when the next number tells that a ply of Black's is missing here, or at the end of a filtered record.
        """
        if self.view in ("white", "black"):
            return line.due[0] != self.view
        if following is not None:
            found = _NUMBER.match(following)
            if found is None or line.due[0] != "black" or line.due[1] is None:
                return False
            return int(found[1]) == line.due[1] + 1 and _dots(found[2]) < 2
        return self.masked > 0 and line.due[0] == "black"

    def listener(self, line: _Played) -> View:
        """The record's view: the tag's, or that of the one side whose moves are shown while all others are ``??``."""
        if self.view != "umpire" or not self.masked:
            return self.view
        shown = {event.side for event in line.events if type(event) is Move and event.text is not None}
        masked = {event.side for event in line.events if type(event) is Move and event.text is None}
        if len(shown) != 1 or len(masked) != 1 or shown == masked:
            return "umpire"
        view = shown.pop()
        assert view is not None
        line.events[:] = [
            msgspec.structs.replace(event, heard=view) if type(event) is Comment and event.heard == "umpire" else event
            for event in line.events
        ]
        return view

    def reach_the_end(self, events: list[AnyEvent]) -> None:
        """Gives what is left of the text to the event that was told last."""
        base, end = self.chunk.offset, len(self.chunk.text)
        if not events or self.told >= end:
            return
        index = max(range(len(events)), key=lambda i: events[i].span or (0, 0))
        span = events[index].span
        assert span is not None
        events[index] = msgspec.structs.replace(events[index], span=(span[0], base + end))
