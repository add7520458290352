"""Random Kriegspiel games: legal moves, and the tries, questions and comments of a dialogue."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec

from kriegnote.chess.position import PAWN, Position, move_of, uci
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Belief,
    Capture,
    Check,
    Claim,
    Clock,
    Comment,
    Correction,
    End,
    Move,
    Nag,
    Offer,
    PawnTries,
    Plan,
    Reply,
    Side,
    Step,
    TakenBack,
    Try,
    Word,
    other,
)
from kriegnote.model.record import Record
from kriegnote.rules import RULES
from kriegnote.rules import announcements as announce
from kriegnote.umpire.adjudication import adjudicate

HOSTILE = [
    "plain words",
    "(a? N)",
    "Il Nero chiede “any?”. L'arbitro risponde “No”.",
    "}",
    "{",
    "\\}",
    "ends with \\",
    "[%kn try Ba6?]",
    "(K:d4,dd3:Td3)",
    "1. e4 e5 1-0",
    "Pawn at d5 captured",
    "two\nlines",
    "two}\nlines",
    "of the\nThird game\nof the match",
    "see\nFragment 3\n  [%kn try Ba6?]",
    'and\n[Event "Another"]\n\n1. e4',
    "  blanks around  ",
    ";",
    "% odd",
    "40.:a6,:d4,?,!,+L;",
    '[White "Nobody"]',
    "$5 ! ? !?",
    "(e4?;e5)",
    "♖×e5+ Carlos “quoted” é ß 日本",
    "",
]
HEADERS = [
    ("Event", "A game"),
    ("White", 'Ann "the umpire" O\'Neil'),
    ("Black", "back\\slash]"),
    ("Annotator", "1. e4 {x} (a? N)"),
    ("Odd_tag", ""),
    ("Date", "1971.??.??"),
]


@cache
def random_record(
    seed: int,
    *,
    rules: str | None = "english",
    plies: int = 40,
    tries: bool = True,
    comments: bool = True,
    remarks: bool = False,
    headers: bool = True,
    hostile: bool = True,
    start: str | None = None,
    finished: bool = True,
) -> Record:
    """An umpire's record, completed under its rulebook, the same for the same arguments."""
    rng = random.Random(seed)
    beside = random.Random(f"beside {seed}")
    book = RULES[rules] if rules else None
    position = Position.from_fen(start, dark=rules == "dark") if start else Position.from_fen(dark=rules == "dark")
    events: list[AnyEvent] = []
    for _ in range(rng.randint(max(1, plies // 2), plies)):
        legal = sorted(position.legal_moves())
        if not legal or not position.kings & position.own():
            break
        side: Side = "white" if position.turn else "black"
        turn = position.fullmove
        if comments and rng.random() < 0.12:
            events.append(_comment(rng, hostile))
        if book is not None and "any" in book.questions and rng.random() < 0.6:
            events.append(Ask(side=side, turn=turn, what="any"))
            truth = bool(position.pawn_targets())
            events.append(Answer(side=side, turn=turn, any=truth))
            if truth and book.must_try:
                duty = _duty(rng, position, side, turn, legal)
                if isinstance(duty, int):
                    legal = [duty]
                else:
                    events.append(duty)
        if remarks and beside.random() < 0.1:
            events.append(Ask(side=side, turn=turn, what="squares", squares=("a1", "e4")))
        if remarks and beside.random() < 0.1:
            events.append(Ask(side=side, turn=turn, what="material"))
            events.append(msgspec.structs.replace(announce.material(position), side=side, turn=turn, source="recorded"))
        if remarks and beside.random() < 0.1:
            events.append(_taken_back(beside, position, side, turn))
        if tries and rules != "dark":
            events += _tries(rng, position, side, turn, sorted(position.legal_moves()))
        move = _choose(rng, position, legal)
        events.append(Move(side=side, turn=turn, move=uci(move), text=position.san(move), san=position.san(move)))
        if comments and rng.random() < 0.08:
            events.append(Nag(side=side, turn=turn, code=rng.choice([1, 2, 3, 4, 5, 6, 10, 146])))
        if comments and rng.random() < 0.12:
            events.append(_comment(rng, hostile))
        taken = announce.capture(position, move, book, side, turn) if book is not None else None
        if remarks and taken is not None and rules != "icc" and beside.random() < 0.2:  # forgotten, and given at once
            now = msgspec.structs.replace(taken, source="recorded")
            events.append(Correction(side=side, turn=turn, now=(now,)))
        if remarks and beside.random() < 0.25:
            events.append(_remark(beside, side, turn))
        position = position.play(move)
    over = not position.has_legal_move()
    result = None
    if over:
        loser_white = position.turn
        mate = bool(position.checkers()) or rules == "dark"
        result = ("0-1" if loser_white else "1-0") if mate else "1/2-1/2"
    elif finished:
        result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    tags = tuple(pair for pair in HEADERS if rng.random() < 0.5) if headers else ()
    record = Record(headers=tags, rules=rules, start=start, events=tuple(events), result=result)  # type: ignore[arg-type]
    return adjudicate(record).record


def _taken_back(rng: random.Random, position: Position, side: Side, turn: int) -> TakenBack:
    """A move that was taken back, and a refused try before it."""
    move = rng.choice(sorted(position.legal_moves()))
    played = Move(side=side, turn=turn, move=uci(move), text=None, san=position.san(move))
    refused = Try(side=side, turn=turn, move=None, text=None, verdict="illegal")
    return TakenBack(
        side=side,
        turn=turn,
        events=(refused, played) if rng.random() < 0.3 else (played,),
        by=rng.choice([None, "player", "umpire", "agreement"]),
    )


def _remark(rng: random.Random, side: Side, turn: int) -> AnyEvent:
    """One of what happens beside the moves."""
    where: dict[str, Any] = {"side": side, "turn": turn}
    words = rng.choice(HOSTILE)
    check = Check(**where, directions=("file",))
    return rng.choice(
        [
            Correction(**where, was=(check,)),
            Correction(**where, was=(check,), now=(Check(**where, directions=()),)),
            Offer(**where, what=rng.choice(["draw", "take-back"])),
            Reply(**where, what="draw", accepts=rng.random() < 0.5),
            Claim(**where, reason="repetition", granted=rng.choice([None, False])),
            Word(**where, speaker="partner", text=words, heard=rng.choice([None, "public", "umpire", "black"])),
            Clock(**where, left=rng.choice([None, 600.0, 12.5]), spent=rng.choice([None, 3.0]), date=None),
            Clock(**where, date="1971-05-03T20:15:00"),
            Belief(**where, certain=("Ke8",), supposed=("Pe5", "-e4")),
            Plan(**where, ask=True, steps=(Step(moves=("Nf3", "Be2"), when="no"), Step(moves=("exd5",), square="d5"))),
        ]
    )


def _comment(rng: random.Random, hostile: bool) -> Comment:
    heard = rng.choice(["umpire", "umpire", "white", "black", "public"])
    return Comment(text=rng.choice(HOSTILE) if hostile else "a word", heard=heard)  # type: ignore[arg-type]


def _tries(rng: random.Random, position: Position, side: Side, turn: int, legal: list[int]) -> list[AnyEvent]:
    """Refused tries: possible on the mover's own board and not legal; now and then twice."""
    able = sorted(set(position.own_moves()) - set(legal))
    if not able or rng.random() < 0.5:
        return []
    chosen = rng.sample(able, min(len(able), rng.randint(1, 3)))
    return [
        Try(
            side=side,
            turn=turn,
            move=uci(move),
            text=position.own_san(move),
            verdict="illegal",
            san=position.own_san(move),
            times=1,
        )
        for move in chosen
    ]


def _duty(rng: random.Random, position: Position, side: Side, turn: int, legal: list[int]) -> Try | int:
    """After a yes: a pawn capture that is refused, or else one that is played."""

    def slanted(move: int) -> bool:
        return position.type_at(move & 63) == PAWN and (move & 7) != (move >> 6 & 7)

    refused = [move for move in sorted(position.own_moves()) if slanted(move) and not position.is_legal(move)]
    if refused and rng.random() < 0.5:
        san = position.own_san(move := rng.choice(refused))
        return Try(side=side, turn=turn, move=uci(move), text=san, verdict="illegal", san=san)
    return rng.choice([move for move in legal if slanted(move)])


def _choose(rng: random.Random, position: Position, legal: list[int]) -> int:
    """A move, with a liking for captures, castling, en passant and promotions, so that they are met often."""
    special = [
        move
        for move in legal
        if position.captured_square(move) >= 0
        or move >> 12
        or (position.type_at(move & 63) == PAWN and move >> 6 & 63 == position.ep)
        or (position.type_at(move & 63) == 6 and abs((move & 63) - (move >> 6 & 63)) == 2)
    ]
    return rng.choice(special) if special and rng.random() < 0.35 else rng.choice(legal)


def odd_records(seed: int, rules: str | None) -> list[tuple[str, Record]]:
    """Shapes that no clean game has, each with a name: what damaged, partial or careless records look like."""
    rng = random.Random(seed)
    record = random_record(seed, rules=rules, plies=16, hostile=False, comments=False)
    recorded = tuple(event for event in record.events if event.source == "recorded")
    bare = tuple(msgspec.structs.replace(e, text=None, san=None) if isinstance(e, Move) else e for e in recorded)
    moves = [at for at, event in enumerate(bare) if isinstance(event, Move)]
    middle = moves[len(moves) // 2]
    hidden = msgspec.structs.replace(bare[middle], move=None)
    unread = msgspec.structs.replace(recorded[middle], move=None, san=None, text="Kf9", parts=None)
    plain = Record(rules=record.rules, events=bare, result=record.result)
    moved = bare[middle]
    assert isinstance(moved, Move)
    words: list[AnyEvent] = [
        rng.choice(
            [
                PawnTries(side=other(moved.side or "white"), turn=(moved.turn or 1) + (moved.side == "black"), count=1),
                Capture(side=moved.side, turn=moved.turn, square="d4", captured="N", by="pawn"),
                Check(side=moved.side, turn=moved.turn, directions=("long",)),
            ]
        )
    ]
    end = End(side=rng.choice([None, "white", "black"]), turn=rng.choice([None, moved.turn]), reason="agreement")
    acted = [event for event in bare if isinstance(event, (Move, Try))]
    later = tuple(msgspec.structs.replace(event, turn=(event.turn or 0) + 11) for event in acted)
    return [
        ("a fragment in UCI", plain.replace(events=later)),
        ("a hidden move", plain.replace(events=(*bare[:middle], hidden, *bare[middle + 1 :]))),
        ("an unreadable move", plain.replace(events=(*recorded[:middle], unread, *recorded[middle + 1 :]))),
        ("cut in a turn", plain.replace(events=bare[: rng.randrange(1, len(bare))], result=None)),
        ("a strange announcement", plain.replace(events=(*bare[: middle + 1], *words, *bare[middle + 1 :]))),
        ("an end without a place", plain.replace(events=(*bare[: middle + 1], end))),
    ]  # fmt: skip


__all__ = ["HEADERS", "HOSTILE", "move_of", "odd_records", "random_record"]
