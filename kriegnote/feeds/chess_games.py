"""Converts records to games of python-chess and back.

The dialogue is written in the comments of the nodes, in the dialect ``[%kn …]`` of kriegnote's PGN
(docs/notations/pgn.md), so that a game also survives ``str(game)`` and ``chess.pgn.read_game``. A move that
python-chess cannot play (illegal, unresolved, hidden, or specific to Dark Chess) becomes the null move ``--``, with a
comment that describes it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

import chess
import msgspec

from kriegnote.model.events import AnyEvent, Clock, Comment, Junk, Move, Nag, Variation, unplaced
from kriegnote.model.order import PlyPlace, is_before_move
from kriegnote.model.record import Record
from kriegnote.notations.pgn.dialect import passages
from kriegnote.notations.pgn.dialect_writer import write_amendment, write_item
from kriegnote.notations.pgn.numbering import NumberedLine
from kriegnote.notations.registry import notation
from kriegnote.operations.conversion import InputError
from kriegnote.text.clocks import written_clock
from kriegnote.text.remarks import place as place_word
from kriegnote.text.speech.facts import read_as_dialogue
from kriegnote.text.spelling import spelled
from kriegnote.text.tags import can_name, escape, tag_pairs
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.starting_position import first_position

if TYPE_CHECKING:
    import chess.pgn
    from chess.pgn import Game, GameNode


def to_chess(record: Record) -> Game:
    """The record as a ``chess.pgn.Game``: tags, moves, glyphs, variations, comments, and the dialogue in comments.

    :raises InputError: if the starting position is not known or malformed, or the record is in public view.
    """
    import chess.pgn

    resolved = adjudicate(record, announce=False).record
    if resolved.view == "public" or first_position(resolved) is None:
        raise InputError("python-chess needs every move of the game, from a known position")
    game = chess.pgn.Game(headers={})
    for name, value in tag_pairs(resolved):
        if name not in game.headers:
            game.headers[name] = " ".join(value.splitlines())
    game.headers["Result"] = resolved.result or "*"
    if "Variant" in game.headers and not _is_chess(game.headers):
        game.headers[_VARIANT] = game.headers.pop("Variant")
    try:
        board = chess.Board(resolved.start or chess.STARTING_FEN)
    except ValueError as error:
        raise InputError(f"python-chess cannot set this game up: {error}") from None
    _Builder(resolved, game, board).line(resolved.events)
    return game


_VARIANT = "VariantName"
"""The tag for a ``Variant`` whose name would make python-chess set up another board, or none."""


def _is_chess(headers: chess.pgn.Headers) -> bool:
    try:
        return headers.variant() is chess.Board
    except ValueError:
        return False


class _Builder:
    """Builds one line of play: the last node, its board, and the facts that are still to be written."""

    def __init__(self, record: Record, node: GameNode, board: chess.Board, line: NumberedLine | None = None) -> None:
        self.record = record
        self.players = record.header("White"), record.header("Black")
        self.node = node
        self.board = board
        self.places = line or NumberedLine(_place(board))
        self.facts: list[str] = []
        self.opening = ""  # the comment before the next move, after a variation
        self.at_node = line is None  # whether comments go to the node or before the first move of a variation

    def line(self, events: Iterable[AnyEvent]) -> None:
        for event in events:
            if isinstance(event, Move):
                self.move(event)
            elif isinstance(event, Comment):
                self.comment(event)
            elif isinstance(event, Variation):
                self.variation(event)
            elif isinstance(event, Nag) and self.fits(event):
                self.node.nags.add(event.code)
            else:
                self.fact(event)
        self.write()
        if self.opening:  # no move follows, so it goes to the end of the line
            self.node.comment = _joined(self.node.comment, self.opening)
            self.opening = ""

    def move(self, event: Move) -> None:
        self.write()
        move = self.playable(event)
        self.node = child = self.node.add_variation(move)
        child.starting_comment, self.opening, self.at_node = self.opening, "", True
        taken, place = _place(self.board), (event.side, event.turn)
        printed = self.printed(event, move)
        self.board.push(move)
        self.places.moved(taken, True)
        hidden = event.hidden and not event.options and self.record.view == "umpire"
        if printed is not None or hidden or event.options:
            text = None if printed is None else spelled(msgspec.structs.replace(event, text=printed)) or ""
            extra = write_amendment(event, hidden=hidden and not printed, text=text)
        else:
            extra = ""
        if taken != place:
            self.facts.append(f"{place_word(place)} {extra or 'move'}")
            self.places.amended(place)
        elif extra:
            self.facts.append(extra)

    def printed(self, event: Move, move: chess.Move) -> str | None:
        """The move as recorded, if it differs from python-chess's SAN: a player's own board has fewer men."""
        if not move:
            return event.text or event.san or event.move
        if self.record.view == "umpire" or event.san is None or event.san == self.board.san(move):
            return None
        return event.san

    def playable(self, event: Move) -> chess.Move:
        """The move for python-chess; the null move if it cannot be played."""
        if event.move is not None and not event.options and event.side == _place(self.board)[0]:
            try:
                move = chess.Move.from_uci(event.move)
            except ValueError:
                return chess.Move.null()
            if self.board.is_legal(move):
                return move
        return chess.Move.null()

    def fits(self, event: Nag) -> bool:
        """Whether a glyph can be one of the node's, which are unordered and precede its comments."""
        usual = (event.side, event.turn) == (self.places.last or self.places.expected)
        empty = self.at_node and self.node.parent is not None and not (self.node.comment or self.facts or self.opening)
        return usual and empty and not self.node.variations and event.code > max(self.node.nags, default=-1)

    def fact(self, event: AnyEvent) -> None:
        before = isinstance(event, Junk) or is_before_move(event)
        usual = self.places.expected if before else self.places.last or self.places.expected
        place: PlyPlace = (getattr(event, "side", None), getattr(event, "turn", None))
        bare = place == self.places.last and not self.facts and not self.comments()
        if isinstance(event, Clock) and bare and (clock := written_clock(event)):
            self.add(clock)
            return
        text = write_item(event)
        self.facts.append(text if place == usual else f"{place_word(place)} {text}")

    def comment(self, event: Comment) -> None:
        text = event.text
        plain = text and text == " ".join(text.split()) and "{" not in text and "}" not in text
        taken = passages(text) or read_as_dialogue(text, self.players)
        if event.heard != self.record.view or not plain or taken or self.worded():
            self.facts.append(write_item(event))
            return
        self.write()
        self.add(text)

    def worded(self) -> bool:
        """Whether the current comment ends with words, to which further words would be joined."""
        here = self.comments()
        return bool(here) and not self.facts and not here.endswith("]")

    def comments(self) -> str:
        return (self.node.comment if not self.opening else self.opening) if self.at_node else self.opening

    def write(self) -> None:
        if self.facts:
            self.add("[%kn " + "; ".join(self.facts) + "]")
            self.facts = []

    def add(self, text: str) -> None:
        if self.at_node and not self.branched():
            self.node.comment = _joined(self.node.comment, text)
        else:
            self.opening = _joined(self.opening, text)

    def branched(self) -> bool:
        """Whether a variation follows the last move, so that comments go before the next move."""
        parent = self.node.parent
        return parent is not None and len(parent.variations) > 1 and parent.variations[0] is self.node

    def variation(self, event: Variation) -> None:
        self.write()
        parent = self.node.parent
        if parent is None or not any(isinstance(one, Move) for one in event.events):
            self.aside(event)
            return
        before = self.board.copy(stack=1)
        before.pop()
        if (event.side, event.turn) != (self.places.before[0] if self.places.last else self.places.expected):
            self.facts.append(f"{place_word((event.side, event.turn))} variation")
        inner = _Builder(self.record, parent, before, self.places.variation())
        inner.facts, self.facts = self.facts, []
        inner.line(event.events)

    def aside(self, event: Variation) -> None:
        """Writes the words of a variation that has no moves, or precedes them, for which python-chess has no place."""
        for one in event.events:
            if isinstance(one, Variation):
                self.aside(one)
            elif isinstance(one, Comment):
                self.comment(one)
            else:
                self.fact(one)


def _place(board: chess.Board) -> PlyPlace:
    return ("white" if board.turn else "black", board.fullmove_number)


def _joined(one: str, two: str) -> str:
    return f"{one} {two}" if one else two


def from_chess(game: Game) -> Record:
    """The record of a ``chess.pgn.Game``, with its moves resolved, whether or not it comes from :func:`to_chess`.

    A ``Result`` tag becomes the record's result. The events have no places, even if the game was read from a file.

    :raises InputError: if this is no ``chess.pgn.Game``, or a game of a variant that python-chess does not support.
    """
    import chess.pgn

    if not isinstance(game, chess.pgn.Game):
        raise InputError(f"expected a chess.pgn.Game, not {type(game).__name__}; Game.from_board takes a board")
    lines = [
        f'[{"Variant" if name == _VARIANT else name} "{escape(value)}"]\n'
        for name, value in game.headers.items()
        if can_name(name) and name != "Result"
    ]
    try:
        text = "".join(lines) + "\n" + game.accept(_exporter()) + "\n"
    except ValueError as error:
        raise InputError(f"python-chess cannot set this game up: {error}") from None
    row = notation("pgn")
    chunk = next(iter(row.chunks(io.StringIO(text))))
    record = row.read(chunk).record
    return adjudicate(record.replace(events=tuple(map(_unplaced, record.events))), announce=False).record


def _exporter() -> chess.pgn.StringExporter:
    import chess.pgn

    class Exporter(chess.pgn.StringExporter):
        """Exports the movetext of a game, with a number before every move and unchanged words in comments."""

        def visit_comment(self, comment: str) -> None:
            at = 0
            for found in passages(comment):
                if found.kind != "BEGUN":
                    self.words(comment[at : found.start].strip())
                    self.write_token("{" + found.text + "} ")
                    at = found.end
            self.words(comment[at:].strip() if at else comment)

        def words(self, text: str) -> None:
            if "}" in text or "{" in text:
                self.write_token("{[%kn " + write_item(Comment(text=text)) + "]} ")
            elif text:
                self.write_token("{" + text + "} ")

        def visit_move(self, board: chess.Board, move: chess.Move) -> None:
            self.force_movenumber = True
            if not move or board.is_legal(move):
                super().visit_move(board, move)
            else:
                dots = "." if board.turn else "..."
                self.write_token(f"{board.fullmove_number}{dots} {move.uci()} ")

    return Exporter(columns=None, headers=False)


def _unplaced(event: AnyEvent) -> AnyEvent:
    if isinstance(event, Variation):
        return unplaced(event, events=tuple(map(_unplaced, event.events)))
    return unplaced(event)
