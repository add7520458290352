"""A player's record, followed on his own board: his men alone, the opponent's heard but never seen."""

from __future__ import annotations

import msgspec

from kriegnote.board import LETTERS, PAWN, Position, square_of, uci
from kriegnote.events import AnyEvent, Capture, Move, Reveal, Try, other
from kriegnote.findings import Finding, finding
from kriegnote.positions import alone, first_position, remove
from kriegnote.reasons import WORDS, why_impossible
from kriegnote.record import Record
from kriegnote.resolve import Traits, is_figurine, traits_of
from kriegnote.rules import RULES, RuleSet

_NO_FURTHER = "the record is followed no further"


def adjudicate_player(record: Record, rules: RuleSet | None) -> tuple[Record, list[Finding]]:
    """Resolves a player's own moves and tries among his own men; nothing is announced or derived.

    A capture announced for the opponent takes the player's man off; en passant is understood when the square
    named holds none.
    """
    start = first_position(record)
    if start is None:
        return record, []
    white = record.view == "white"
    side = record.view
    traits = traits_of(record.events)
    board = alone(start, white)
    board.turn = white
    found: list[Finding] = []
    out: list[AnyEvent] = []
    lost, strange = False, _other_player(record)
    if strange is not None:
        return record, [strange]
    last: int | None = None
    refused: set[str] = set()  # the tries of the turn
    for event in record.events:
        if isinstance(event, Move) and event.side == side and event.turn is not None:
            if not lost and last is not None and event.turn > last + 1:
                gap = "a move of the player's own is missing before this one: his board is followed no further"
                found.append(finding("KN210", gap, event))
                lost = True
            last = event.turn
        if lost:
            out.append(event)
        elif isinstance(event, Move) and event.side == side and event.text is None and event.move is None:
            found.append(finding("KN210", f"a move of the player's own is hidden; {_NO_FURTHER}", event))
            lost = True
            out.append(event)
        elif isinstance(event, Move) and event.side == side:
            able = _own(board, event, traits)
            if len(able) != 1:
                printed = event.text or event.move
                texts = " or ".join(sorted(board.own_san(move) for move in able))
                found.append(
                    finding("KN203", f"{printed} could be {texts}", event, note=_NO_FURTHER)
                    if able
                    else finding(
                        "KN201", f"{printed} is impossible among {side}’s own men", event, note=_why(board, event)
                    )
                )
                lost = True
                out.append(event)
                continue
            move = able[0]
            found += _doubted(board, move, event)
            if uci(move) in refused:
                message = f"{event.text or uci(move)} was refused, and was then played"
                found.append(finding("KN311", message, event, note="strike the try, or mend the move"))
            refused = set()
            san = event.san or own_words(board, move, event)
            out.append(msgspec.structs.replace(event, move=uci(move), san=san))
            board = board.play(move)
            board.turn, board.ep, board._safety = white, -1, None
        elif isinstance(event, Try) and event.side == side and (event.text or event.move):
            able = _own(board, event, traits)
            if len(able) != 1:
                if not able and event.verdict not in ("impossible", "untested"):
                    printed = event.text or event.move
                    note = why_impossible(board, event.parts) if event.parts is not None else None
                    found.append(finding("KN313", f"{printed} is impossible among {side}’s own men", event, note=note))
                out.append(event)
            else:
                out.append(msgspec.structs.replace(event, move=uci(able[0]), san=board.own_san(able[0])))
                if event.verdict not in (None, "untested"):
                    refused.add(uci(able[0]))
        elif isinstance(event, Capture) and event.side == other(side):  # type: ignore[arg-type]
            found.extend(taken(board, event, rules or RULES["icc"]))
            out.append(event)
        else:
            if isinstance(event, Reveal) and event.side == side:
                _seen(board, event)
            out.append(event)
    return record.replace(events=tuple(out)), found


def _other_player(record: Record) -> Finding | None:
    """A record that is said to be one player's, and has the other's moves and none of his."""
    moves = [event for event in record.events if isinstance(event, Move) and (event.text or event.move)]
    if not moves or any(event.side == record.view or event.side is None for event in moves):
        return None
    told, true = str(record.view).capitalize(), str(moves[0].side).capitalize()
    message = f"the record is said to be {told}’s, but the moves written are {true}’s"
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


def own_words(board: Position, move: int, event: Move) -> str:
    """SAN for the player's eyes, with the marks that the record prints (they were heard)."""
    text = board.own_san(move)
    printed = event.text or ""
    if any(mark in printed for mark in "x×:") and "x" not in text and text[0] in "NBRQK":
        text = text[:-2] + "x" + text[-2:]
    return text + ("#" if "#" in printed else "+" if "+" in printed else "")


def _doubted(board: Position, move: int, event: Move) -> list[Finding]:
    """A printed figurine that is not the man that moved."""
    man = LETTERS[board.type_at(move & 63)]
    if not is_figurine(event.text) or event.parts is None or event.parts.piece in (None, man):
        return []
    text = event.text or ""
    fixed = board.own_san(move)
    message = f"{text}: {text[0]} cannot be the man that moved; only {fixed} is possible"
    return [finding("KN202", message, event, fix=(text, fixed))]


def _own(board: Position, event: Move | Try, traits: Traits) -> list[int]:
    if event.move is not None:
        return [move for move in board.own_moves() if uci(move) == event.move]
    if event.parts is None:
        return []
    parts = event.parts
    if parts.capture and parts.piece != "P":
        parts = msgspec.structs.replace(parts, capture=None)
    found = board.resolve_own(parts)
    if not found and is_figurine(event.text):
        loose = board.resolve_own(msgspec.structs.replace(parts, piece=None))
        found = [move for move in loose if board.type_at(move & 63) != PAWN]
    if len(found) > 1:
        straight = [move for move in found if board.is_legal(move)]
        found = straight if len(straight) == 1 else found
    return found


def _seen(board: Position, event: Reveal) -> None:
    """Takes off what must have been taken: where the player sees an enemy man, none of his own stands any more."""
    gone = sum(1 << square_of(name) for name, man in event.seen.items() if man is not None)
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
