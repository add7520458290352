"""Reads PGN, with Kriegspiel in its comments (docs/notations/pgn.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from kriegnote.model.events import AnyEvent, Comment, End, Move, Side, Variation, View
from kriegnote.model.order import ordinal
from kriegnote.model.printed_moves import NULL_MOVES, language
from kriegnote.model.printed_outcomes import read_result
from kriegnote.model.record import Record
from kriegnote.notations.pgn import broken_plies
from kriegnote.notations.pgn.comment_reader import CommentReader
from kriegnote.notations.pgn.cutting import Piece, blanked, cut, head
from kriegnote.notations.pgn.game_text import PlayedLine, dots, number_at, quoted
from kriegnote.notations.pgn.numbering import first_place
from kriegnote.notations.pgn.ply_reader import PlyReader
from kriegnote.notations.unnamed_tries import read_by_the_board
from kriegnote.parsing import Terminals, grammar
from kriegnote.text import server_endings
from kriegnote.text.listener import shown_alone
from kriegnote.text.results import result_at_end
from kriegnote.text.source import Chunk, Read
from kriegnote.text.speech.facts import Unnamed
from kriegnote.text.tag_faults import straighten, tag_fault
from kriegnote.text.tags import read_tags

MOST_NESTED: Final = 100
MOST_RESUMED: Final = 3  # the number of unclosed variations after which the main line is searched for
_TERMINALS: Final = Terminals("pgn")
NEAR: Final = 40  # the number of characters before a number that are searched for its ply


def _is(node: Token | Tree[Token], *types: str) -> bool:
    return isinstance(node, Token) and node.type in types


def _following(nodes: list[Token | Tree[Token]]) -> list[Token | None]:
    """For every token of a line, the next run of plies or number after it; None if there is none."""
    found: list[Token | None] = []
    after: Token | None = None
    for node in reversed(nodes):
        found.append(after)
        if _is(node, "PLIES", "LONE_NUMBER"):
            after = node  # type: ignore[assignment]
    return found[::-1]


def _of_player(view: Side, event: AnyEvent) -> AnyEvent:
    """An event of a record that turns out to be this player's: his comments, and the moves that are hidden from him."""
    if type(event) is Comment and event.heard == "umpire":
        return msgspec.structs.replace(event, heard=view)
    if type(event) is Move and event.text in NULL_MOVES:
        return msgspec.structs.replace(event, text=None)
    return event


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk per game; see :func:`kriegnote.notations.pgn.cutting.cut`."""
    return cut(lines)


def read(chunk: Chunk) -> Read:
    """One game: its tags, its moves with everything between them, its result."""
    found = read_by_the_board(lambda unnamed: _Game(chunk, unnamed))
    if not _no_moves(found):
        return found
    whole = broken_plies.mended(chunk)
    again = read_by_the_board(lambda unnamed: _Game(chunk, unnamed, whole)) if whole is not None else found
    return again if _no_moves(again) < _no_moves(found) else found


def _no_moves(found: Read) -> int:
    """The number of words among the moves that are not moves."""
    return sum(each.code == "KN101" for each in found.findings)


class _Game(PlyReader, CommentReader):
    """The reader of one game.

    :param whole: the game with its broken plies joined.
    """

    def __init__(self, chunk: Chunk, unnamed: Unnamed | None = None, whole: broken_plies.Mended | None = None) -> None:
        super().__init__(chunk, unnamed)
        if whole is not None:
            self.chunk = chunk._replace(text=whole.text)  # places are those of the original text
            for start, end, word in whole.places:
                old = chunk.text[start:end]
                fix = (old, word) if "\n" not in old else None  # a fix cannot have several lines
                self.note("KN110", f"read as {word}: {quoted(old)}", start, end, fix=fix)

    def read(self) -> Read:
        text, curly = straighten(self.chunk.text) if "[" in self.chunk.text else (self.chunk.text, [])
        end, pieces = head(text)
        for first, last in curly:
            if last <= end:
                old = self.chunk.text[first:last]
                message = "a tag’s quotation marks must be straight, not typographic"
                self.note("KN108", message, first, last, fix=(old, f'"{old[1:-1]}"'), severity="warning")
        tags = read_tags(blanked(text[:end], pieces), self.chunk.line)
        self.findings += tags.findings
        self.view = tags.fields.get("view", "umpire")
        named = dict(tags.headers)
        self.players = named.get("White"), named.get("Black")
        line = PlayedLine(first_place(tags.fields.get("start")))
        for piece in pieces:
            self.before_tags(line, piece)
        self.moves_at = end
        moves = text[end:]
        self.tongue = language(_TERMINALS["ASIDE"].sub(" ", moves))
        self.walk(line, self.parse(moves).children)
        for unread in self.comments.unread(self.players):
            self.not_understood(*unread)
        fields = tags.fields | {"view": self.listener(line, tags.headers)}
        if self.darkboard and "silence" not in fields:
            fields["silence"] = ("capture", "check", "pawn_tries")  # Darkboard's comments report all of these
        if self.result is None:
            self.result = read_result(dict(tags.headers).get("Result", ""))
        self.ended(line, tags.headers)
        self.reach_the_end(line.events)
        record = Record(headers=tags.headers, events=tuple(line.events), result=self.result, **fields)
        return Read(record, self.findings)

    def ended(self, line: PlayedLine, headers: tuple[tuple[str, str], ...]) -> None:
        """Adds the end of the game if only the header of ICC reports it (``ICCResult "Black resigns"``)."""
        named = dict(headers)
        if "ICCResult" not in named or any(type(event) is End for event in line.events):
            return
        ended = server_endings.ended_by(named["ICCResult"], named.get("White"), named.get("Black"))
        if ended is None:
            return
        last = next((event for event in reversed(line.events) if type(event) is Move), None)
        side = server_endings.end_side(ended[0], ended[1], last)
        at = len(self.chunk.text.rstrip())
        turn = last.turn if last is not None else None
        line.events.append(End(side=side, turn=turn, reason=ended[0], result=None, **self.where(at, at)))

    def before_tags(self, line: PlayedLine, piece: Piece) -> None:
        text = self.chunk.text[piece.start : piece.end]
        if piece.kind == "COMMENT":
            self.comment(line, text, piece.start)
        elif piece.kind == "REMARK":
            self.remark(line, text, piece.start)
        elif piece.kind == "ESCAPE":
            self.escape(piece.start, piece.end)
        else:
            self.bad_tag(line, piece.start, piece.end, 'a tag must have the form [Name "value"]')

    def bad_tag(self, line: PlayedLine, start: int, end: int, otherwise: str) -> None:
        text = self.chunk.text[start:end]
        message, tag = tag_fault(text.rstrip(), otherwise)
        self.junk(line, start, end, "KN108", message, fix=(text.rstrip(), tag) if tag else None)

    @staticmethod
    def parse(moves: str) -> Tree[Token]:
        """The tree of the movetext; variations that are not closed end at the end of the text."""
        try:
            return grammar("pgn").parse(moves)
        except UnexpectedInput as error:
            running: Any = error.interactive_parser
            stack = running.parser_state.value_stack
            for _ in range(sum(isinstance(value, Token) and value.type == "LPAR" for value in stack)):
                running.feed_token(Token("RPAR", "", len(moves), 0, 0, 0, 0, len(moves)))
            tree: Tree[Token] = running.feed_eof()
            return tree

    def walk(self, line: PlayedLine, nodes: list[Token | Tree[Token]]) -> None:
        """Turns the tokens of a line of play into events."""
        text = self.chunk.text
        printed: tuple[int, int] | None = None  # a number and its dots before a comment
        last_plies = next((at for at in reversed(range(len(nodes))) if _is(nodes[at], "PLIES")), -1)
        following = _following(nodes) if any(node == "??" for node in nodes) else []
        for index, node in enumerate(nodes):
            if self.prose is not None and not _is(node, "PLIES", "JUNK", "LONE_NUMBER"):
                self.close_prose()
            if isinstance(node, Tree):
                self.variation(line, node)
                continue
            start, end = (node.start_pos or 0) + self.moves_at, (node.end_pos or 0) + self.moves_at
            match node.type:
                case "PLIES":
                    self.plies(line, start, end, printed)
                    printed = None
                case "LONE_NUMBER" if self.is_loose(node, nodes[index + 1 :]):
                    self.unread(line, start, end, None)
                case "LONE_NUMBER":
                    printed = number_at(text, start)
                case "PGN_NAG" if node == "??" and self.masks(line, following[index]):
                    self.mask(line, start, end, printed)
                    printed = None
                case "PGN_NAG":
                    self.suffix(line, str(node), start, end)
                case "JUNK" if index < last_plies and self.read_misprinted_number(line, start, end):
                    printed = line.expected[1] or 1, 1
                case "JUNK":
                    self.unread(line, start, end, printed)
                    printed = None
                case "COMMENT":
                    self.comment(line, text[start : text.rindex("}", start, end) + 1], start)
                case "REMARK":
                    self.remark(line, str(node), start)
                case "RESULT_APART":
                    self.conclude(line, index < last_plies, start, end)
                case "UNCLOSED_COMMENT":
                    self.note("KN102", "this comment is never closed", start, start + 1)
                    line.events.append(Comment(text=node[1:], heard=self.view, **self.where(start, end)))
                case "ESCAPE":
                    self.escape(start, end)
                case "BAD_TAG":
                    self.bad_tag(line, start, end, 'this is among the moves and not of the form [Name "value"]')
                case _:
                    self.junk(line, start, end, "KN101", "this closes no variation")
        self.close_prose()

    def variation(self, line: PlayedLine, node: Tree[Token]) -> None:
        opening, closing = node.children[0], node.children[-1]
        assert isinstance(opening, Token) and isinstance(closing, Token)
        assert opening.start_pos is not None and closing.end_pos is not None
        start, end = opening.start_pos + self.moves_at, closing.end_pos + self.moves_at
        if self.depth >= MOST_NESTED:
            self.junk(line, start, end, "KN103", f"variations nest more than {MOST_NESTED} deep")
            return
        nodes, stop, moves_at = node.children[1:-1], end, self.moves_at
        if not closing:
            self.note("KN101", "this variation is never closed", start, start + 1)
            stop = self.resumption(line, start, end)
            if stop < end:
                self.moves_at = start + 1
                nodes = self.parse(self.chunk.text[start + 1 : stop]).children
        inner = PlayedLine(*line.before)
        outer, self.span_end = self.span_end, start + 1
        self.depth += 1
        self.walk(inner, nodes)
        self.depth -= 1
        self.span_end = outer
        side, turn = inner.named or (line.before[0] if line.last else line.expected)
        where = self.where(start, stop)
        line.events.append(Variation(side=side, turn=turn, events=tuple(inner.events), **where))
        if stop < end:
            self.moves_at = stop
            self.walk(line, self.parse(self.chunk.text[stop:end]).children)
        self.moves_at = moves_at

    def resumption(self, line: PlayedLine, start: int, end: int) -> int:
        """The offset at which the line continues after a variation that is not closed.

        It is the number expected in the line, once the variation has passed it; else the result.
        """
        text = self.chunk.text
        self.resumed += 1
        if self.resumed > MOST_RESUMED:
            return end
        expected = ordinal(*line.expected) or 0
        reached, depth = expected - 1, 0
        for found in _TERMINALS["LANDMARK"].finditer(text, start + 1, end):
            if found["bracket"]:
                depth = max(0, depth + (1 if found["bracket"] == "(" else -1))
            elif found["number"] and depth == 0:
                here = ordinal("black" if dots(found["dots"]) > 1 else "white", int(found["number"])) or 0
                if here == expected <= reached:
                    return found.start()
                if here == expected + 1 <= reached and (word := self.bare_ply(start + 1, found.start())) >= 0:
                    return word
                reached = max(reached, here)
        closing = result_at_end(text, start, end)
        return closing if closing >= 0 and not self.depth else end

    def bare_ply(self, start: int, end: int) -> int:
        """The offset of the last move before ``end`` if it is the second after its number; else -1."""
        first = max(start, end - NEAR)
        found = _TERMINALS["SECOND_PLY"].search(self.chunk.text, first, end)
        return found.start("ply") if found else -1

    @staticmethod
    def is_loose(number: Token, behind: list[Token | Tree[Token]]) -> bool:
        """Whether a number is no move number: it has no dot, and no unnumbered move or comment follows (``- 9 -``)."""
        following = next((one for one in behind[:1] if _is(one, "PLIES", "COMMENT", "REMARK", "PGN_NAG")), None)
        return number.strip().isdecimal() and (following is None or str(following)[0].isdecimal())

    # -- hidden moves --------------------------------------------------------------------------------------------------

    def masks(self, line: PlayedLine, following: Token | None) -> bool:
        """Whether a ``??`` that stands alone hides a move, and is not an annotation of the last one.

        It does if the next number shows that a ply of Black's is missing here, or at the end of a filtered record.
        """
        if self.view in ("white", "black"):
            return line.expected[0] != self.view
        if following is not None:
            number = number_at(following)
            if number is None or line.expected[0] != "black" or line.expected[1] is None:
                return False
            return number[0] == line.expected[1] + 1 and number[1] < 2
        return self.masked > 0 and line.expected[0] == "black"

    def listener(self, line: PlayedLine, headers: tuple[tuple[str, str], ...]) -> View:
        """The view of the tag, or of the side whose moves are shown while all others are ``??``.

        In a record with a tag ``Filtered``, such as Darkboard's, ``--`` hides a move, too.
        """
        filtered = dict(headers).get("Filtered", "no").lower() != "no"
        if self.view != "umpire" or not (self.masked or filtered):
            return self.view
        moves = [event for event in line.events if type(event) is Move]
        hidden = (None, *NULL_MOVES) if filtered else (None,)
        shown = {event.side for event in moves if event.side and event.text not in hidden}
        view = shown_alone(shown, {event.side for event in moves if event.side and event.text in hidden})
        if view is None:
            return "umpire"
        line.events[:] = [_of_player(view, event) for event in line.events]
        return view

    def reach_the_end(self, events: list[AnyEvent]) -> None:
        """Extends the span of the last event to the end of the text."""
        base, end = self.chunk.offset, len(self.chunk.text)
        if not events or self.span_end >= end:
            return
        index, span = len(events) - 1, events[-1].span
        if span is None or span[1] != base + self.span_end:  # the last event in the text was inserted before others
            index = max(range(len(events)), key=lambda i: events[i].span or (0, 0))
            span = events[index].span
        assert span is not None
        events[index] = msgspec.structs.replace(events[index], span=(span[0], base + end))
