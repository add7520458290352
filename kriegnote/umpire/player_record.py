"""A player's record, followed on his own board: his men alone, the opponent's heard but never seen."""

from __future__ import annotations

import msgspec

from kriegnote.chess.position import LETTERS, PAWN, Position, square_of, uci
from kriegnote.chess.reasons import WORDS, why_impossible
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import AnyEvent, Capture, Move, PawnTries, Reveal, Side, Try, other
from kriegnote.model.record import Record
from kriegnote.rules import RULES, RuleSet
from kriegnote.umpire.printed_traits import Traits, is_figurine, traits_of
from kriegnote.umpire.resolution import by_squares, unseen
from kriegnote.umpire.starting_position import alone, first_position, remove

_NO_FURTHER = "the record is followed no further"


def adjudicate_player(record: Record, rules: RuleSet | None) -> tuple[Record, list[Finding]]:
    """Resolves a player's own moves and tries among his own men; nothing is announced or derived.

    A capture announced for the opponent takes the player's man off; en passant is understood when the square
    named holds none.  Where his own men are no longer known, the record is followed no further.
    """
    start = first_position(record)
    if start is None:
        return record.replace(events=tuple(map(_unseen, record.events))), []
    strange = _other_player(record)
    if strange is not None:
        return record, [strange]
    return _Player(record, rules or RULES["icc"], start).run()


def _unseen(event: AnyEvent) -> AnyEvent:
    if isinstance(event, Move):
        return unseen(event)
    return unseen(event) if isinstance(event, Try) else event


class _Player:
    """One run over one player's record."""

    def __init__(self, record: Record, rules: RuleSet, start: Position) -> None:
        assert record.view in ("white", "black")
        self.record = record
        self.rules = rules
        self.side: Side = "white" if record.view == "white" else "black"
        self.white = record.view == "white"
        self.traits = traits_of(record.events)
        self.board = alone(start, self.white)
        self.board.turn = self.white
        self.before = self.board  # before his last move: where the later entries of a list belong
        self.found: list[Finding] = []
        self.lost = False
        self.moved = 0 if record.start is None else None  # the turn of his last move
        self.refused: set[str] = set()  # the tries of the turn
        self.announced: PawnTries | None = None  # the pawn tries of the turn

    def run(self) -> tuple[Record, list[Finding]]:
        out: list[AnyEvent] = []
        for event in self.record.events:
            if not self.lost and isinstance(event, (Move, Capture)):
                self._in_step(event)
            out.append(_unseen(event) if self.lost else self._followed(event))
        return self.record.replace(events=tuple(out)), self.found

    def _lose(self, found: Finding) -> None:
        self.lost = True
        self.found.append(found)

    def _in_step(self, event: Move | Capture) -> None:
        """Whether a move of the player's own is missing before this: then his men are not known."""
        if event.turn is None or self.rules.game.turns != "one":
            return
        own = event.side == self.side
        due = event.turn - 1 if own or not self.white else event.turn
        if isinstance(event, Capture) and own:
            due = event.turn
        if self.moved is not None and due > self.moved:
            gap = "a move of the player's own is missing before this: his board is followed no further"
            self._lose(finding("KN210", gap, event))
        elif own and isinstance(event, Move):
            self.moved = event.turn

    def _followed(self, event: AnyEvent) -> AnyEvent:
        mine = getattr(event, "side", None) == self.side
        if isinstance(event, Move) and mine:
            return self._move(event)
        if isinstance(event, Try) and mine and (event.text or event.move):
            return self._try(event)
        if isinstance(event, Capture) and event.side == other(self.side):
            self.found += taken(self.board, event, self.rules)
        elif isinstance(event, PawnTries) and mine:
            self.announced = event
            self.found += _too_many(self.board, event)
        elif isinstance(event, Reveal) and mine:
            _seen(self.board, event)
        return event

    def _move(self, event: Move) -> Move:
        if event.text is None and event.move is None:
            self._lose(finding("KN210", f"a move of the player's own is hidden; {_NO_FURTHER}", event))
            return unseen(event)
        if event.parts is None and event.move is None:
            self._lose(finding("KN101", f"this is no move: {event.text!r}", event))
            return unseen(event)
        able = _own(self.board, event, self.traits)
        printed = event.text or event.move
        if len(able) > 1:
            texts = " or ".join(sorted(self.board.own_san(move) for move in able))
            self._lose(finding("KN203", f"{printed} could be {texts}", event, note=_NO_FURTHER))
            return unseen(event)
        if not able:
            message = f"{printed} is impossible among {self.side.capitalize()}’s own men"
            self._lose(finding("KN201", message, event, note=_why(self.board, event)))
            return unseen(event)
        move = able[0]
        self.found += [*_doubted(self.board, move, event), *self._unannounced(move, event)]
        if uci(move) in self.refused:
            message = f"{printed} was refused, and was then played"
            self.found.append(finding("KN311", message, event, note="strike the try, or mend the move"))
        san = event.san or own_words(self.board, move, event)
        self.before, self.board = self.board, self.board.play(move)
        self.board.turn, self.board.ep, self.board._safety = self.white, -1, None
        self.refused, self.announced = set(), None
        return msgspec.structs.replace(event, move=uci(move), san=san)

    def _unannounced(self, move: int, event: Move) -> list[Finding]:
        """A capture with a pawn, though the umpire's word was that there is none."""
        if self.board.type_at(move & 63) != PAWN or move & 7 == move >> 6 & 7:
            return []
        told = self.announced
        if told is None:
            if "pawn_tries" not in self.record.silence or self.rules.pawn_tries in ("on-request", "none"):
                return []
            return [
                finding("KN322", f"{event.text or uci(move)} takes with a pawn, and no pawn try was announced", event)
            ]
        if told.any is False or told.count == 0 or told.squares == ():
            message = f"no pawn try was announced, but {event.text or uci(move)} takes with a pawn"
            return [finding("KN321", message, told)]
        return []

    def _try(self, event: Try) -> Try:
        if event.parts is None and event.move is None:
            return event
        board = self.before if event.verdict == "untested" else self.board
        able = _own(board, event, self.traits)
        if len(able) == 1:
            if event.verdict not in (None, "untested"):
                self.refused.add(uci(able[0]))
            return msgspec.structs.replace(event, move=uci(able[0]), san=board.own_san(able[0]))
        if not able and event.verdict not in ("impossible", "untested"):
            message = f"{event.text or event.move} is impossible among {self.side.capitalize()}’s own men"
            note = why_impossible(self.board, event.parts) if event.parts is not None else None
            self.found.append(finding("KN313", message, event, note=note))
        return event if able else unseen(event)


def _too_many(board: Position, event: PawnTries) -> list[Finding]:
    """More pawn captures announced than the player's own pawns could make whatever stands before them."""
    pairs = [m for m in board.own_moves() if board.type_at(m & 63) == PAWN and m & 7 != m >> 6 & 7]
    if event.count is None or event.count <= len(pairs):
        return []
    message = f"pawn captures announced: {event.count}; the player's pawns could make {len(pairs)} at the most"
    return [finding("KN321", message, event)]


def _other_player(record: Record) -> Finding | None:
    """A record that is said to be one player's, and has the other's moves and none of his."""
    moves = [event for event in record.events if isinstance(event, Move) and (event.text or event.move)]
    if not moves or any(event.side == record.view or event.side is None for event in moves):
        return None
    told, true = str(record.view).capitalize(), str(moves[0].side).capitalize()
    message = f"the View of the record is {told}’s, but the moves written are {true}’s"
    return finding("KN405", message, moves[0], note=f"its View should be {true.lower()}")


def _why(board: Position, event: Move) -> str:
    why = why_impossible(board, event.parts) if event.parts is not None else None
    return f"{why}; {_NO_FURTHER}" if why else _NO_FURTHER


def own_boards(record: Record) -> list[Position | None]:
    """A player's own board after every move of his record, the opponent's too; None where it is not known."""
    boards: list[Position | None] = []
    start = first_position(record)
    if start is None:
        return boards
    white = record.view == "white"
    board: Position | None = alone(start, white)
    rules = RULES[record.rules or "icc"]
    for event in adjudicate_player(record, rules)[0].events:
        if isinstance(event, Move):
            if event.side == record.view and board is not None:
                board.turn, board._safety = white, None
                move = next((move for move in board.own_moves() if uci(move) == event.move), None)
                board = alone(board.play(move), None) if move is not None else None
            boards.append(alone(board, None) if board is not None else None)
        elif isinstance(event, Capture) and event.side != record.view and board is not None:
            taken(board, event, rules)
            if boards:
                boards[-1] = alone(board, None)
    return boards


class OwnBoard:
    """A player's men as he knows them himself: moved by his own moves, taken off by the captures that he hears.

    :param start: the position the game starts from; only the player's men are kept.
    :param rules: whose announcements he hears; None where the rulebook is unknown.
    """

    def __init__(self, start: Position, white: bool, rules: RuleSet | None) -> None:
        self.white = white
        self.rules = rules or RULES["berkeley"]
        self.board: Position | None = alone(start, white)
        self.before: Position | None = self.board  # before his last move: where the later entries of a list belong
        self.turn: int | None = None  # of his last move

    def named(self, event: Move | Try, traits: Traits) -> tuple[str | None, str | None]:
        """An own move or try in UCI and SAN: as recorded where this board knows no better, without SAN then."""
        if isinstance(event, Move) and event.turn is not None:
            if self.turn is not None and event.turn > self.turn + 1 and self.rules.game.turns == "one":
                self.board = None  # a move of his own is missing before this
            self.turn = event.turn
        board = self.before if isinstance(event, Try) and event.verdict == "untested" else self.board
        if board is None:
            return event.move, None
        board.turn, board.ep, board._safety = self.white, -1, None
        able = _own(board, event, traits)
        return (uci(able[0]), board.own_san(able[0])) if len(able) == 1 else (event.move, None)

    def played(self, move: str | None) -> None:
        """The player has made a move; one that his men cannot make, or that nobody knows, ends his knowledge."""
        self.before, board = self.board, self.board
        if board is None:
            return
        board.turn, board.ep, board._safety = self.white, -1, None
        made = next((one for one in board.own_moves() if uci(one) == move), None)
        self.board = None if made is None else alone(board.play(made), None)

    def taken(self, event: Capture) -> None:
        """The opponent is heard to capture."""
        if self.board is not None:
            self.board = alone(self.board, None)
            taken(self.board, event, self.rules)

    def shown(self, event: Reveal) -> None:
        """The player is shown something: where an enemy man stands, none of his own does."""
        if self.board is not None:
            self.board = alone(self.board, None)
            _seen(self.board, event)


def own_words(board: Position, move: int, event: Move) -> str:
    """SAN for the player's eyes, with the marks that the record prints (they were heard)."""
    text = board.own_san(move)
    if event.parts is None:
        return text
    if event.parts.mark is not None and "x" not in text and text[0] in "NBRQK":
        text = text[:-2] + "x" + text[-2:]
    return text + ("#" if event.parts.mate else "+" if event.parts.check else "")


def _doubted(board: Position, move: int, event: Move) -> list[Finding]:
    """A printed figurine that is not the man that moved."""
    man = LETTERS[board.type_at(move & 63)]
    if not is_figurine(event) or event.parts is None or event.parts.piece in (None, man):
        return []
    text = event.text or ""
    fixed = board.own_san(move)
    message = f"{text}: {text[0]} cannot be the man that moved; only {fixed} is possible"
    return [finding("KN202", message, event, fix=(text, fixed))]


def _own(board: Position, event: Move | Try, traits: Traits) -> list[int]:
    if (squares := event.move or by_squares(event)) is not None:
        return [move for move in board.own_moves() if uci(move) == squares]
    if event.parts is None:
        return []
    found = board.resolve_own(event.parts)
    if not found and is_figurine(event):
        found = board.resolve_own(msgspec.structs.replace(event.parts, piece=None))
    if len(found) > 1:
        straight = [move for move in found if board.is_legal(move)]
        found = straight if len(straight) == 1 else found
    return found


def _seen(board: Position, event: Reveal) -> None:
    """Takes off what must have been taken: where an enemy man is seen, or nothing, none of his own stands any more."""
    gone = sum(1 << square_of(name) for name in {*event.seen, *(event.moved or ())[-1:]})
    if gone & (board.white | board.black):
        remove(board, gone)
        board._safety = None


def taken(board: Position, event: Capture, rules: RuleSet) -> list[Finding]:
    """Removes the player's man that the opponent took; a square without one is an en passant or a slip."""
    if event.square is None:
        return []
    square = square_of(event.square)
    own = board.white | board.black
    if not own >> square & 1 or (event.en_passant and rules.en_passant_square == "landing"):
        behind = {2: square + 8, 5: square - 8}.get(square >> 3, -1)
        if behind >= 0 and board.pawns & own & 1 << behind:
            square = behind
        elif not own >> square & 1:
            return [finding("KN332", f"a capture is announced on {event.square}, where the player has no man", event)]
    man = board.type_at(square)
    remove(board, 1 << square)
    board._safety = None
    said = event.captured
    if said is not None and (said != LETTERS[man] if len(said) == 1 else (said == "pawn") != (man == PAWN)):
        return [
            finding(
                "KN333",
                f"a {WORDS.get(event.captured or '', event.captured)} is announced as taken on {event.square}; "
                f"the player's man there was a {WORDS[LETTERS[man]]}",
                event,
            )
        ]
    return []
