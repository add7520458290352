"""Reads the log of one player's game on the Internet Chess Club (§4.6, appendix D; docs/notations/icc.md).

Each line is parsed by itself with ``grammars/icc.lark``, so an unreadable line does not affect others. The side and
turn of everything between two moves follow from the lines that say whose move it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from kriegnote.chess.squares import taken_en_passant
from kriegnote.diagnostics.findings import finding
from kriegnote.model.events import AnyEvent, Capture, Comment, Junk, Move, Result, Side, Try, View, other
from kriegnote.model.printed_moves import language, parse_move
from kriegnote.notations.icc import statements
from kriegnote.notations.icc.announcement_reader import NO_LINE
from kriegnote.notations.icc.cutting import cut
from kriegnote.notations.icc.ending_reader import EndingReader
from kriegnote.notations.icc.lines import ASIDE, LinePart, LinesAhead, LogLine, log_lines
from kriegnote.notations.icc.named_games import NamedGame, named_game
from kriegnote.notations.icc.repeated_lines import repeated
from kriegnote.notations.icc.runs import tangled
from kriegnote.parsing import Terminals
from kriegnote.text import server_endings
from kriegnote.text.headings import heading_end, is_heading, read_heading
from kriegnote.text.listener import player_addressed
from kriegnote.text.source import Chunk, Read, skip_blanks
from kriegnote.text.tags import pair_at, read_tags

_TERMINALS: Final = Terminals("icc_lines")
_ANOTHERS: Final = "this line is about another game than the log's; kept as a comment"
_BEGINNINGS: Final = frozenset({"creating", "continuing", "starting"})


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk per game; see :func:`kriegnote.notations.icc.cutting.cut`."""
    return cut(lines)


# -- one game ----------------------------------------------------------------------------------------------------------


def read(chunk: Chunk) -> Read:
    """One player's record. The opponent's moves are hidden; captures and checks not announced did not occur."""
    return _Log(chunk).read()


class _Log(EndingReader):
    """The reader of one game's log."""

    def __init__(self, chunk: Chunk) -> None:
        super().__init__(chunk)
        self.fields: dict[str, Any] = {}
        self.asked: AnyEvent | None = None
        self.asked_at = 0
        self.own: NamedGame | None = None  # the name of the log's own game

    def read(self) -> Read:
        start = self._front()
        lines = log_lines(self.text, start)
        if found := tangled([statements.ply(line) for line in lines]):
            return self._several(lines[found[0][0]])
        lines = self._once(lines)
        plies = [word.text for line in lines for word in line.tokens if word.kind == "PLY"]
        self.language = language(" ".join(plies))
        self.expected = statements.first_turn(lines)
        for index, line in enumerate(lines):
            self._line(line, LinesAhead(lines, index + 1))
        build = self.build
        listener = player_addressed(build.events) or self._mixed()
        fields = {"rules": "icc", "silence": ("capture", "check")} | self.fields
        order = sorted(range(len(build.events)), key=lambda i: (*self.keys.get(i, (0, 0)), i))
        read = build.finish(headers=tuple(self.headers), view=listener, result=self.result, **fields)
        events = read.record.events
        if len(order) == len(events):
            events = tuple(events[i] for i in order)
        return Read(read.record.replace(events=events), read.findings)

    def _several(self, first: LogLine) -> Read:
        """The record of a log in which several games are mixed: junk, as no line certainly belongs to one of them."""
        self.build.add(Junk, 0, len(self.text), text=self.text, side=None, turn=None)
        message = "from here on several games are mixed, and nothing shows which line belongs to which"
        self.build.note("KN113", message, first.start, first.end, note="put the log of each game in its own file")
        return self.build.finish(view="white", rules="icc", silence=("capture", "check"))

    def _once(self, lines: list[LogLine]) -> list[LogLine]:
        """The lines without those that repeat the ones before them, with a finding for each such passage."""
        again = repeated(lines, self.text)
        for passage in again:
            start, end = lines[passage.start].start, lines[passage[-1]].end
            message = f"these {len(passage)} lines repeat those before them, and are read once"
            self.build.note("KN406", message, start, end)
        left_out = {at for passage in again for at in passage}
        return [line for at, line in enumerate(lines) if at not in left_out]

    def _front(self) -> int:
        """Reads a book's heading and tags before the log; returns the offset at which the log begins."""
        at = 0
        while True:
            at = skip_blanks(self.text, at)
            end = heading_end(self.text, at)
            heading = read_heading(self.text[at:end]) if end is not None else None
            if heading is not None and end is not None:
                self.headers += heading.headers
                at = end
            elif pair_at(self.text, at):
                tags = read_tags(self.text, self.build.chunk.line, at)
                self.headers += tags.headers
                self.fields |= {name: value for name, value in tags.fields.items() if name == "start"}
                self.build.findings += tags.findings
                at = tags.end
            else:
                return at

    def _mixed(self) -> View:
        """The listener of a log that shows moves of both players.

        It is the one with more known and fewer hidden moves; the umpire if none is hidden and both have several.
        """
        shown: dict[Side | None, int] = {"white": 0, "black": 0, None: 0}
        moves = [event for event in self.build.events if isinstance(event, (Move, Try))]
        for event in moves:
            hidden = isinstance(event, Move) and event.text is None
            shown[event.side] += -1 if hidden else event.text is not None
        side: Side = "black" if shown["black"] > shown["white"] else "white"
        if all(event.text is not None for event in moves):
            return "umpire" if min(shown["white"], shown["black"]) > 1 else side
        for event in moves:
            if event.side != side and event.text is not None:
                message = f"a move of the opponent's, which this player cannot know: {event.text!r}"
                self.build.findings.append(finding("KN101", message, event))
        return side

    # -- events --------------------------------------------------------------------------------------------------------

    def _aside(self, line: LogLine, ahead: LinesAhead) -> None:
        """Adds a line that is no part of the log as a comment or junk."""
        self._order_behind_the_last()
        text = self.text[line.start : line.end]
        if is_heading(text) and self._goes_on(ahead):
            self._anothers(line)
            return
        if line.kind == "junk":
            self.build.side, self.build.turn = self.expected
            self.build.junk(line.start, line.end, NO_LINE)
            return
        if line.kind == "question":
            self._question(line)
            return
        last = self.last is not None and not self.ended and not any(one.kind in ("moved", "ended") for one in ahead)
        if last and self._last_words(line, text):
            return
        comment = self.build.add(Comment, line.start, line.end, text=text)
        self._takeback(text, ahead)
        if statements.may_report(text, last=last):
            message = "this line mentions a square, a man or an end, but is not a line of an ICC log; kept as a comment"
            self.build.note("KN109", message, line.start, line.start + len(comment.text))

    def _comment(self, start: int, end: int, text: str) -> None:
        """Adds a comment where it stands."""
        self._order_behind_the_last()
        self.build.add(Comment, start, end, text=text)

    def _order_behind_the_last(self) -> None:
        """Orders the next event behind the last one."""
        self.keys[len(self.build.events)] = self.keys.get(len(self.build.events) - 1, (0, 0))

    def _question(self, line: LogLine) -> None:
        """Adds a question such as “Any?” and its answer as junk, since the server announces pawn tries unasked."""
        events = self.build.events
        text = self.text[line.start : line.end]
        if self.asked is not None and events and events[-1] is self.asked:
            self._longer(line.end, text=self.text[self.asked_at : line.end])
        else:
            self.asked_at = line.start
            self.build.side, self.build.turn = self.expected
            self.build.junk(line.start, line.end, "an ICC log has no questions")
        self.asked = events[-1] if text.rstrip().endswith("?") else None

    def _line(self, line: LogLine, ahead: LinesAhead) -> None:
        if line.kind in ASIDE:
            self._aside(line, ahead)
        elif line.kind == "typed":
            self._typed(line, ahead)
        elif line.kind == "ended":
            self._ended(line, ahead)
        else:
            self._tokens(line, ahead)

    def _tokens(self, line: LogLine, ahead: LinesAhead) -> None:
        if number := line.get("NUMBER"):
            self._numbered(line, number)
        unread = line.has("BAD_SAID")
        for place, word in enumerate(line.tokens):
            kind = word.kind
            if kind in ("HIDDEN", "PLY", "BAD_PLY"):
                self._move(word, line, ahead)
            elif kind == "TO_MOVE":
                after = line.tokens[place + 1 : place + 2]
                tries = after[0] if after and after[0].kind == "TRIES" else None
                self._to_move(word, tries, unread, ahead)
            elif kind == "TRIES" and (place == 0 or line.tokens[place - 1].kind != "TO_MOVE"):
                self._tries(word)
            elif kind == "CAPTURED":
                self._captured(word)
            elif kind == "CHECK":
                self._check(word)
            elif kind == "ILLEGAL":
                self._illegal(word)
            elif kind == "BAD_SAID":
                self._unread(word.text, word.at)
            elif kind == "CLOCK":
                self._comment(word.at, word.end, word.text)

    def _numbered(self, line: LogLine, number: LinePart) -> None:
        """Sets the turn from a printed number, with a finding if another was expected."""
        turn: int = number.value
        side: Side = "black" if line.has("DOTS") else "white"
        if line.kind == "announced":
            to_move = line.get("TO_MOVE")
            side = to_move.value if to_move else self.expected[0]
        if (side, turn) != self.expected:
            expected_side, expected = self.expected
            if side == expected_side and turn != expected:
                message = f"expected move number {expected}, found {turn}"
            else:
                message = f"expected {expected_side.capitalize()}'s move {expected}"
                message += f", found {side.capitalize()}'s {turn}"
            self.build.note("KN401", message, number.at, number.end)
            self.said = None
        self.expected = (side, turn)

    def _move(self, word: LinePart, line: LogLine, ahead: LinesAhead) -> None:
        side, turn = self.expected
        kind, text, at, landing = word
        end = word.end
        announced = statements.announced(line, ahead)
        self.ply += 1
        parts = statements.typed_parts(text, self.language) if kind == "PLY" else None
        if kind == "BAD_PLY":
            self.build.note("KN101", f"this is not a move: {text!r}", at, end)
        shown = landing and (announced is None or announced not in (landing, "", taken_en_passant(landing)))
        self.last = self._add(
            Move, at, at + 1 if shown else end, 1, side=side, turn=turn, move=None,
            text=None if kind == "HIDDEN" else text, san=None, parts=parts,
        )  # fmt: skip
        self.expected = (other(side), turn + (side == "black"))
        self.said = None
        if shown:
            self._add(Capture, at + 1, end, 2, side=side, turn=turn, square=landing)

    def _typed(self, line: LogLine, ahead: LinesAhead) -> None:
        """Reads what the player typed: nothing if the log repeats it, a try if he then typed another, else a move.

        If the log shows another move of his, it becomes a comment.
        """
        _, text, at, _ = line.tokens[0]
        end = at + len(text)
        parts = statements.typed_parts(text, self.language)
        side, turn = self.expected
        for line_after in ahead:
            if line_after.kind in ASIDE:
                continue
            if line_after.kind == "typed":
                break
            refused, played = line_after.get("ILLEGAL"), line_after.get("PLY")
            if refused is not None:
                if statements.same_input(text, refused.value):
                    return
                if not refused.value.marked:
                    self.typed = text
                    return
                break
            to_move = line_after.get("TO_MOVE")
            if line_after.kind == "announced" and to_move and to_move.value == side:
                continue
            if played is not None and line_after.has("DOTS") == (side == "black"):
                if statements.same_move(parts, parse_move(played.text, self.language)):
                    return
                self._aside(line._replace(kind="noise"), ahead)
                return
            break
        after = next((one for one in ahead if one.kind not in ASIDE), None)
        if after is not None and after.kind == "typed":
            move = statements.castled(text)
            self._add(Try, at, end, 0, side=side, turn=turn, move=move, text=text, verdict=None, parts=parts)
            return
        self.ply += 1
        move = statements.castled(text)
        self.last = self._add(Move, at, end, 1, side=side, turn=turn, move=move, text=text, san=None, parts=parts)
        self.expected = (other(side), turn + (side == "black"))
        self.said = None

    # -- the end -------------------------------------------------------------------------------------------------------

    def _goes_on(self, ahead: LinesAhead) -> bool:
        """Whether moves precede a line, and the next move after it has the number that follows theirs."""
        behind = next((line for line in ahead if line.kind == "moved"), None)
        number = behind.get("NUMBER") if behind is not None else None
        if self.last is None or behind is None or number is None:
            return False
        return self.expected == ("black" if behind.has("DOTS") else "white", number.value)

    def _anothers(self, line: LogLine) -> None:
        """Adds a line about another game than the log's own as a comment."""
        self._comment(line.start, line.end, self.text[line.start : line.end])
        self.build.note("KN109", _ANOTHERS, line.start, line.end)

    def _ended(self, line: LogLine, ahead: LinesAhead) -> None:
        _, text, at, _ = line.tokens[0]
        word = line.get("RESULT")
        result: Result | None = word.value if word else None
        found = _TERMINALS["ENDED_GAME"].fullmatch(text)
        if found is None:
            self._aside(line._replace(kind="junk"), ahead)
            return
        game = named_game(text)
        resumed = game is not None and game != self.own and game.resumes(self.own, text)
        others = game is not None and (game.is_other_than(self.own) or (self.own is None and self._goes_on(ahead)))
        if others and not resumed:
            self._anothers(line)
            return
        self.own = game if resumed else self.own or game
        if line.has("UNCLOSED"):
            self.build.note("KN110", "the braces around the end of the game are not closed", line.start, line.end)
        names: dict[Side, str | None] = {}
        sides: tuple[Side, Side] = ("white", "black")
        for side in sides:
            printed = found[side]
            names[side] = server_endings.unescape(printed) if printed else None
            self._header(side.capitalize(), names[side])
        if "GameNumber" not in dict(self.headers):
            self._header("GameNumber", found["number"])
        said, *extras = _TERMINALS["DIVIDER"].split(found["said"].rstrip())
        said = said.rstrip(" .!")
        # a game that goes on was adjourned
        if said and (said.split(" ")[0].lower() in _BEGINNINGS or self._goes_on(ahead)):
            self._comment(at, line.end, text if resumed else said)
            return
        self._over(line, result, ended=bool(said))
        if not said:
            self._close(line)
            return
        self._end(line, found, said, extras, result, names)
