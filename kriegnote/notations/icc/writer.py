"""Writes one player's game as the log of the Internet Chess Club (§4.6; docs/notations/icc.md)."""

from __future__ import annotations

from collections.abc import Iterable

from kriegnote.lexicon import printed, sentences
from kriegnote.model.events import AnyEvent, Capture, Check, End, Move, PawnTries, Side, Try, other
from kriegnote.model.record import Record
from kriegnote.text import server_endings
from kriegnote.text.spelling import readable, spelled
from kriegnote.text.writing import PLAIN, Style


def write(record: Record, style: Style = PLAIN) -> str:
    """The log of a player's record: the server's announcements, his own moves, and ``?`` for those of the opponent."""
    plies = [one for one in record.events if isinstance(one, Move) or (isinstance(one, Try) and one.move is None)]
    style = style._replace(pieces=readable(plies, style.pieces))
    lines = _Lines(style, _begins(record))
    for index, event in enumerate(record.events):
        if isinstance(event, Move):
            lines.move(event, _capture_square(record.events[index + 1 : index + 30]))
        elif isinstance(event, PawnTries):
            lines.to_move(event)
        elif isinstance(event, Try):
            lines.refused(event)
        elif isinstance(event, Capture):
            lines.capture_line(event)
        elif isinstance(event, Check):
            lines.check(event)
    lines.flush()
    ends = [event for event in record.events if isinstance(event, End)]
    if last := _last_line(record, ends[-1] if ends else None):
        lines.out.append(last)
    return "".join(line + "\n" for line in lines.out)


def _begins(record: Record) -> tuple[Side, int]:
    """The turn at which a reader takes the log to begin if its first lines have no number."""
    stated = next((event.side for event in record.events if isinstance(event, PawnTries)), None)
    first = next((event for event in record.events if isinstance(event, Move)), None)
    if first is None or first.side is None or first.turn is None:
        return stated or "white", 1
    if stated in (None, first.side):
        return first.side, first.turn
    return other(first.side), first.turn - (first.side == "white")


class _Lines:
    """The lines so far, the phrases of the next line, and the turn that a reader would expect."""

    def __init__(self, style: Style, known: tuple[Side, int]) -> None:
        self.style, self.words = style, sentences("server", "en")
        self.known = known
        self.out: list[str] = []
        self.said: list[str] = []  # the phrases of the next line
        self.unnamed_try = False

    def say(self, words: str) -> None:
        self.said.append(words)

    def flush(self) -> None:
        if self.said:
            self.out.append(", ".join(self.said) + ".")
            self.said = []

    def move(self, event: Move, square: str | None) -> None:
        self.flush()
        self.unnamed_try = False
        text = spelled(event, self.style.pieces)
        if text is None:
            text = f"?x{square}" if square else "?"
        dots = " .." if event.side == "black" else ""
        turn = event.turn if event.turn is not None else 1
        self.out.append(f"{turn}.{dots} {text}")
        if event.side is not None:
            self.known = (other(event.side), turn + (event.side == "black"))

    def to_move(self, event: PawnTries) -> None:
        if event.count is None and event.squares is None:
            return
        count = event.count if event.count is not None else len(event.squares or ())
        side = event.side or "white"
        turn = event.turn if event.turn is not None else 1
        # The number is printed here if it does not follow from the moves.
        number = ""
        if self.known != (side, turn):
            self.flush()
            number = f"{turn}. "
        phrases = [number + self.words("to_move", printed(f"players.{side}", "en"))]
        if count:
            phrases.append(self.words("one_pawn_try" if count == 1 else "pawn_tries", count))
        self.say(", ".join(phrases))
        self.known = (side, turn)
        self.flush()

    def refused(self, event: Try) -> None:
        self.flush()
        text = event.move or spelled(event, self.style.pieces)
        inside = f" ({text})" if text else ""
        often = self._often(event.times)
        if not text and not often and self.unnamed_try:
            often = [self.words("once")]
        self.unnamed_try = not text
        self.out.append(", ".join([self.words("illegal") + inside, *often]) + ".")

    def _often(self, times: int | tuple[int, int] | None) -> list[str]:
        """The words for how often a try was made; none for once."""
        if times is None:
            return [self.words("again")]
        if isinstance(times, int):
            return [] if times == 1 else [self.words("times", times)]
        return [self.words("times_or", *times)]

    def capture_line(self, event: Capture) -> None:
        kind = {"pawn": "pawn", "P": "pawn", None: "man"}.get(event.captured, "piece")
        man = printed(f"men.{kind}", "en").capitalize()
        self.say(self.words("captured_at", man, event.square) if event.square else self.words("captured", man))

    def check(self, event: Check) -> None:
        self.say(", ".join(map(self.words, event.directions)) or self.words("check"))


def _capture_square(after: Iterable[AnyEvent]) -> str | None:
    """The square of a move's capture according to the announcements after it; None if none is announced."""
    for event in after:
        if isinstance(event, (Move, PawnTries)):
            return None
        if isinstance(event, Capture):
            return event.square
    return None


def _last_line(record: Record, end: End | None) -> str | None:
    """``{Game 193 (Enforcer vs. Paoloc) Enforcer checkmated} 0-1``; None if neither players nor an end are known."""
    white, black, number = (record.header(name) for name in ("White", "Black", "GameNumber"))
    if end is None and record.result is None and white is None and black is None and number is None:
        return None
    names = " vs. ".join("" if name is None else server_endings.escape(name) for name in (white, black))
    title = f"Game {number}" if number and number.isdigit() else "Game"
    said = f" {_ending(record, end)}" if end is not None else ""
    return f"{{{title} ({names}){said}}}{' ' + record.result if record.result else ''}"


def _ending(record: Record, end: End) -> str:
    called = server_endings.called(record.header("White"), record.header("Black"))
    moves = [event for event in record.events if isinstance(event, Move)]
    last = moves[-1] if moves else None
    loser = server_endings.loser(end.reason, end.side, end.result)
    named: Side | None = None
    if end.reason in server_endings.NAMED:
        named = loser or "white"
        said = f"{server_endings.escape(called[named])} {printed(f'server.{end.reason}', 'en')}"
    else:
        said = printed(f"server.{end.reason}", "en").capitalize()
    if server_endings.end_side(end.reason, named, last) != end.side:
        said += f"; side {end.side or 'none'}"
    if (last.turn if last else None) != end.turn:
        said += f"; turn {end.turn if end.turn is not None else 'none'}"
    if end.result != record.result:
        said += f"; result {end.result or 'none'}"
    return said
