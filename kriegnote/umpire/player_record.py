"""Follows a player's record on his own board: his own men, without the opponent's, which he never sees."""

from __future__ import annotations

import msgspec

from kriegnote.chess.position import LETTERS, Position, origin_of, square_name, target_of, uci
from kriegnote.chess.reasons import WORDS, why_impossible
from kriegnote.chess.squares import squares
from kriegnote.diagnostics.findings import Finding, Severity, finding
from kriegnote.model.events import AnyEvent, Capture, Correction, Move, PawnTries, Reveal, Try, other
from kriegnote.model.printed_moves import with_marks
from kriegnote.model.record import Record
from kriegnote.rules import RULES, RuleSet, comparison
from kriegnote.rules.assumed import assumed
from kriegnote.rules.comparison import is_man
from kriegnote.umpire.corrections import Corrections
from kriegnote.umpire.own_board import FollowedBoard, Lost, OwnBoard
from kriegnote.umpire.printed_traits import is_figurine
from kriegnote.umpire.resolution import unseen
from kriegnote.umpire.starting_position import first_position

_NO_FURTHER = "the rest of the record is not checked"


def adjudicate_player(record: Record, rules: RuleSet | None) -> tuple[Record, list[Finding]]:
    """The record with the player's own moves and tries resolved on his own board, and the findings; nothing is derived.

    A capture announced for the opponent removes the player's man; it is taken as en passant if the named square holds
    none. From where the player's own men are no longer known, nothing more is resolved or checked.
    """
    unknown: list[Finding] = []
    start = first_position(record, unknown)
    if start is None:
        return record.replace(events=tuple(map(_unseen, record.events))), unknown
    strange = _other_player(record)
    if strange is not None:
        return record, [strange]
    player = _Player(record, rules or assumed(player=True), start)
    return record.replace(events=tuple(map(player.follow, record.events))), player.found


def own_boards(record: Record) -> list[Position | None]:
    """The player's own board after each move of his record, including the opponent's; None where it is not known."""
    start = first_position(record)
    if start is None:
        return []
    player = _Player(record, RULES[record.rules] if record.rules else assumed(player=True), start)
    boards: list[Position | None] = []
    for event in record.events:
        player.follow(event)
        if isinstance(event, Move):
            boards.append(None)
        boards[-1:] = [player.own.board and player.own.board.position] if boards else []
    return boards


def _unseen(event: AnyEvent) -> AnyEvent:
    return unseen(event) if isinstance(event, (Move, Try)) else event


class _Player:
    """One pass over a player's record."""

    def __init__(self, record: Record, rules: RuleSet, start: Position) -> None:
        assert record.view in ("white", "black")
        self.record = record
        self.rules = rules
        self.own = FollowedBoard(start, record.view == "white", rules, 0 if record.start is None else None)
        self.side = self.own.side
        self.found: list[Finding] = []
        self.corrections = Corrections(record.events)
        self.refused: set[str] = set()  # the refused tries of this turn, in UCI
        self.answered = False  # whether the opponent has moved
        self.announced: PawnTries | None = None  # the pawn tries announced in this turn

    def follow(self, event: AnyEvent) -> AnyEvent:
        """The next event of the record, resolved on the player's own board."""
        board = self.own.board
        if board is None:
            return _unseen(event)
        if isinstance(event, (Move, Capture)) and self.own.lacks_move_before(event):
            gap = f"one of the player's own moves is missing before this; {_NO_FURTHER}"
            return self._lost_at(event, finding("KN210", gap, event))
        return self._followed(event, board)

    def _lost_at(self, event: AnyEvent, found: Finding) -> AnyEvent:
        """The event from which the player's men are no longer known, with the finding that says why."""
        self.own.board = None
        self.found.append(found)
        return _unseen(event)

    def _followed(self, event: AnyEvent, board: OwnBoard) -> AnyEvent:
        mine = getattr(event, "side", None) == self.side
        if isinstance(event, Move) and mine:
            return self._move(event, board)
        if isinstance(event, Move):
            self.answered = True
            for late in self.corrections.given_later(event):
                self._taken(late)
        if isinstance(event, Try) and mine and not event.hidden:
            return self._try(event)
        if isinstance(event, Capture) and event.side == other(self.side):
            self._taken(event)
        elif isinstance(event, Correction):
            for one in event.now:
                if isinstance(one, Capture) and one.side == other(self.side) and not self.corrections.forgotten(one):
                    self._taken(one)
        elif isinstance(event, PawnTries) and mine:
            self.announced = event
            self.found += _too_many(board.position, event, self.rules if self.record.rules else None)
        elif isinstance(event, Reveal) and mine:
            self.own.shown(event)
        return event

    def _taken(self, event: Capture) -> None:
        lost = self.own.taken(event)
        self.found += _loss(event, lost) if lost is not None else []

    def _move(self, event: Move, men: OwnBoard) -> AnyEvent:
        if event.hidden:
            return self._lost_at(
                event, finding("KN210", f"one of the player's own moves is hidden; {_NO_FURTHER}", event)
            )
        if event.parts is None and event.move is None:
            return self._lost_at(event, finding("KN101", f"this is not a move: {event.text!r}", event))
        able, board = men.moves(event), men.position
        printed = event.printed
        if not able and self._loses_unheard and (fewer := men.after_unheard_loss(event)) is not None:
            self.found.append(self._unheard_loss(event, men, fewer))
            self.own.board = fewer
            able, board = fewer.moves(event), fewer.position
        if len(able) > 1:
            texts = " or ".join(sorted(board.own_san(move) for move in able))
            return self._lost_at(event, finding("KN203", f"{printed} could be {texts}", event, note=_NO_FURTHER))
        if not able:
            return self._lost_at(event, self._impossible(event, board))
        move = able[0]
        self.found += [*_doubted(board, move, event), *self._unannounced(board, move, event)]
        if uci(move) in self.refused:  # other refusals he cannot judge
            message = f"{printed} was refused, but then played"
            self.found.append(finding("KN311", message, event, note="delete the try, or correct the move"))
        san = event.san or with_marks(board.own_san(move), event.parts)  # he heard what it marks
        self.own.played(uci(move))
        self.refused, self.announced = set(), None
        return msgspec.structs.replace(event, move=uci(move), san=san)

    @property
    def _loses_unheard(self) -> bool:
        """Whether the record announces no captures at all, so that men may be taken without a word of it."""
        record = self.record
        told = "capture" in record.silence or any(type(one) is Capture for one in record.events)
        return self.answered and record.rules is None and not told

    def _unheard_loss(self, event: Move, men: OwnBoard, fewer: OwnBoard) -> Finding:
        """The finding on a move that is possible only if one of the player's men was taken before."""
        (gone,) = squares(men.men & ~fewer.men)
        man = WORDS[LETTERS[men.position.type_at(gone)]]
        note = "the record announces no captures, so one of his men may have been taken"
        message = f"{event.printed} is possible only if the {man} on {square_name(gone)} was taken before"
        return finding("KN201", message, event, note=note, severity="info")

    def _impossible(self, event: Move, board: Position) -> Finding:
        """The finding on a move that his men cannot make; a note if the record announces no captures at all."""
        message = f"{event.printed} is impossible for {self.side.capitalize()}, wherever the opponent’s men stand"
        if not self._loses_unheard:
            return finding("KN201", message, event, note=_why(board, event))
        note = f"the record announces no captures, so one of his men may have been taken; {_NO_FURTHER}"
        return finding("KN201", message, event, note=note, severity="info")

    def _unannounced(self, board: Position, move: int, event: Move) -> list[Finding]:
        """Findings on a pawn capture that the umpire's announcements (or the record's silence) deny."""
        if not board.is_pawn_capture(move):
            return []
        announced = self.announced
        if announced is None:
            if "pawn_tries" not in self.record.silence or not self.rules.announces_tries:
                return []
            return [
                finding("KN322", f"{event.text or uci(move)} is a pawn capture, but no pawn try was announced", event)
            ]
        if announced.exist is False:
            message = f"the umpire said that there was no pawn try, but {event.text or uci(move)} is a pawn capture"
            return [finding("KN321", message, announced)]
        return []

    def _try(self, event: Try) -> Try:
        if event.parts is None and event.move is None:
            return event
        board = self.own.board_of(event)
        assert board is not None
        able = board.moves(event)
        if len(able) == 1:
            if event.verdict not in (None, "untested"):
                self.refused.add(uci(able[0]))
            return msgspec.structs.replace(event, move=uci(able[0]), san=board.position.own_san(able[0]))
        fewer = board.after_unheard_loss(event) if not able and self._loses_unheard else None
        if fewer is not None:  # it is open whether he lost that man, but not which man he meant
            move = fewer.moves(event)[0]
            return msgspec.structs.replace(event, move=uci(move), san=fewer.position.own_san(move))
        if not able and event.verdict not in ("impossible", "untested"):
            message = f"{event.printed} is impossible for {self.side.capitalize()}, wherever the opponent’s men stand"
            note = why_impossible(board.position, event.parts) if event.parts is not None else None
            severity: Severity | None = None if self.rules.says_impossible else "info"  # he heard nothing else
            self.found.append(finding("KN313", message, event, note=note, severity=severity))
        return event if able else unseen(event)


def _too_many(board: Position, event: PawnTries, rules: RuleSet | None) -> list[Finding]:
    """Findings if other pawn captures are announced than the player's pawns could make against any enemy men."""
    captures = {(origin_of(move), target_of(move)) for move in board.own_moves() if board.is_pawn_capture(move)}
    targets = sorted(target for _, target in captures)
    wrong = comparison.impossible_pawn_tries(event, targets, rules)
    if not wrong:
        return []
    said, able = "some", f"could capture only on {', '.join(map(square_name, targets))}"
    if wrong & comparison.SQUARES:
        said = ", ".join(event.squares or ())
    elif wrong & comparison.COUNT:
        said, able = str(event.count), f"could make at most {comparison.most_pawn_tries(targets, rules)}"
    message = f"pawn captures announced: {said}; the player's pawns {able if targets else 'could make none'}"
    return [finding("KN321", message, event)]


def _other_player(record: Record) -> Finding | None:
    """The finding on a record of one player that has only the other's moves; None if there is none."""
    moves = [event for event in record.events if isinstance(event, Move) and not event.hidden]
    if not moves or any(event.side == record.view or event.side is None for event in moves):
        return None
    viewer, true = str(record.view).capitalize(), str(moves[0].side).capitalize()
    message = f"the record's View is {viewer}’s, but its moves are {true}’s"
    return finding("KN405", message, moves[0], note=f"change its View to {true.lower()}")


def _why(board: Position, event: Move) -> str:
    why = why_impossible(board, event.parts) if event.parts is not None else None
    return f"{why}; {_NO_FURTHER}" if why else _NO_FURTHER


def _doubted(board: Position, move: int, event: Move) -> list[Finding]:
    """Findings on a printed figurine that is not the man that moved."""
    man = LETTERS[board.type_at(origin_of(move))]
    if not is_figurine(event) or event.parts is None or event.parts.piece in (None, man):
        return []
    text = event.text or ""
    fixed = board.own_san(move)
    message = f"{text}: {text[0]} cannot go there; only {fixed} is possible"
    return [finding("KN202", message, event, fix=(text, fixed))]


def _loss(event: Capture, lost: Lost) -> list[Finding]:
    """Findings if an announced capture by the opponent contradicts the player's own men."""
    if lost.missing:
        return [finding("KN332", f"a capture is announced on {event.square}, where the player has no man", event)]
    if lost.man is None or event.captured is None or is_man(event.captured, lost.man):
        return []
    said = WORDS.get(event.captured, event.captured)
    was = WORDS[LETTERS[lost.man]]
    message = f"the man captured on {event.square} is announced as a {said}, but it was the player's {was}"
    return [finding("KN333", message, event)]
