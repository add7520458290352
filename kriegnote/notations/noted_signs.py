"""Learns from the board what the words and signs mean that a text puts beside its moves: “Schläge? nein”, “hay peón”.

Readers keep words that they do not understand as comments. If the same words stand in several of them, and something is
so on the board wherever they stand and hardly anywhere else, then that is what they say: the player to move can take
with a pawn; the last move took, or gave check. Words with an answer behind them, or two signs that tell the answers
apart, are the usual question; a place where the answer is false is an umpire's slip. If all answers are the same, all
have to be true, and stand before the tries of some turns. A square by itself is that of a capture. What stands in
braces, or is meant for one player, is a remark, whatever it says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.squares import NAMES
from kriegnote.confirmation.followed import followed_boards
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import shortened
from kriegnote.lexicon import meant
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    DialogueEvent,
    Direction,
    Move,
    PawnTries,
    Side,
    Try,
)
from kriegnote.model.record import Record
from kriegnote.notations.signs_of_comments import Sign, place_of, signs_of_comments
from kriegnote.notations.tries_by_the_board import with_tries_by_the_board
from kriegnote.text.source import Chunk, Read
from kriegnote.text.speech.announced import DIRECTIONS

_LEAST: Final = 3  # the least number of plies at which a sign stands
_SHARE: Final = 0.9  # the least share of the places with an answer or a square where what it says is so
_BY_CHANCE: Final = 0.01  # the greatest probability that it is so as often by chance
_ASKED_BY_CHANCE: Final = 0.05  # the same for signs of which one says yes and another no
_MOST_ASKED: Final = 0.6  # the greatest share of the plies at which a question has always the same answer
_USUALLY: Final = 0.8  # the least share of the plies where something is so at which a sign says so
_ANSWERS: Final = frozenset({"affirmative", "negative"})  # the meanings of their initials
_BEHIND: Final = (Answer, Try, Move)  # what follows a question, or the announcement that a pawn can take


class _State(NamedTuple):
    """What is so before a ply: whose turn it is, and whose the last one was; what that move took and how it checks."""

    side: Side
    turn: int
    last_side: Side
    last_turn: int
    takes: bool
    captured: str | None
    checks: tuple[str, ...]


class _Meaning(NamedTuple):
    """What signs say: in words, whether it is so at a place, and the events that say so."""

    words: str
    is_so: Callable[[_State, Sign], bool]
    events: Callable[[_State, Sign], Sequence[Ask | Answer | PawnTries | Capture | Check]]


def with_noted_signs(read: Read, chunk: Chunk) -> Read:
    """The record with what its comments' signs say according to the board; ``read`` itself if that is nothing.

    The comments are kept; a finding names each sign and its meaning.

    :param chunk: the text that was read, which shows what stands in braces.
    """
    read = with_tries_by_the_board(read)
    record = read.record
    at_move = [at for at, one in enumerate(record.events) if isinstance(one, Move)]
    moves = [place_of(record.events[at]) for at in at_move]
    if record.view != "umpire" or moves != sorted(moves):
        return read
    signs = signs_of_comments(record, chunk, moves)
    if all(len({one.ply for one in places}) < _LEAST - 1 for places in signs.values()):
        return read
    states = _states(record)
    known = {(type(one), one.side, one.turn) for one in record.events if isinstance(one, DialogueEvent)}
    added: dict[int, list[AnyEvent]] = defaultdict(list)
    findings = [*read.findings]
    for places, meaning in _learnt(signs, states):
        explained: set[tuple[int, int, int]] = set()
        said = [(sign, event) for sign in places for event in meaning.events(states[sign.ply], sign)]
        for sign, event in said:
            kind = type(event), event.side, event.turn
            if kind in known:
                continue
            known.add(kind)
            explained.add((*sign.place, len(sign.text)))
            last = at_move[sign.ply - 1] if sign.ply else -1
            placed = msgspec.structs.replace(event, line=sign.place[0], column=sign.place[1])
            added[_index(record.events, last, sign, event)].append(placed)
        if explained:
            findings = [one for one in findings if not (one.code == "KN109" and _extent(one) in explained)]
            findings.append(_finding(record, places, meaning, states))
    if not added:
        return read
    events = (one for at in range(len(record.events) + 1) for one in (*added[at], *record.events[at : at + 1]))
    return Read(record.replace(events=tuple(events)), findings)


def _extent(one: Finding) -> tuple[int | None, int | None, int | None]:
    return one.line, one.column, one.length


def _finding(record: Record, places: Sequence[Sign], meaning: _Meaning, states: Sequence[_State]) -> Finding:
    names = ", ".join(dict.fromkeys(f"'{shortened(sign.text)}'" for sign in places))
    true = sum(meaning.is_so(states[sign.ply], sign) for sign in places)
    message = f"{names}: read as {meaning.words}, which the board confirms {true} times of {len(places)}"
    return finding("KN110", message, record.events[places[0].event])


# -- meanings ---------------------------------------------------------------------------------------------------------


def _learnt(signs: Mapping[str, list[Sign]], states: Sequence[_State]) -> Iterator[tuple[Sequence[Sign], _Meaning]]:
    """The signs whose meaning the board tells, where they stand."""
    known = {text: kept for text, found in signs.items() if (kept := [one for one in found if one.ply < len(states)])}
    by_stem: dict[str, list[str]] = defaultdict(list)
    for text in known:
        stem = text[:-1].rstrip()
        diagram = text[-1:].isdigit() and stem[-1:].isalpha()  # “diagram 1”
        if (stem and not diagram) or meant(text, "initials") is not None:
            by_stem[stem].append(text)
    for stem, pair in by_stem.items():
        places = [one for text in pair for one in known[text]]
        answers = len(pair) == 2 and (stem or {meant(text, "initials") for text in pair} == _ANSWERS)
        if answers and (meaning := _two_answers(places, states)) is not None:
            yield places, meaning
            for text in pair:
                del known[text]
    for text, found in known.items():
        if meant(text, "joints") == "filler":
            continue  # “Il”, before a move in words
        places = [one for one in found if one.ply or one.answer is not None]
        if len({one.ply for one in places}) >= _LEAST and (meaning := _meaning(places, states)) is not None:
            yield places, meaning


def _meaning(places: Sequence[Sign], states: Sequence[_State]) -> _Meaning | None:
    """What the board tells of a sign."""
    if all(one.answer is not None for one in places):
        asked = _question(lambda sign: sign.answer is True)
        if len({one.answer for one in places}) == 2:
            return asked if _chance(places, asked, states) <= _ASKED_BY_CHANCE else None
        some = len({one.ply for one in places}) <= _MOST_ASKED * len(states)
        true = some and all(one.may_ask for one in places) and _share(places, asked, states) == 1.0
        return asked if true else None
    if all(one.square is not None for one in places):
        return _CAPTURE_ON if _share(places, _CAPTURE_ON, states) >= _SHARE else None
    fitting = [one for one in _ALONE if _share(places, one, states) == 1.0 and _is_usual(places, one, states)]
    known = ((_chance(places, one, states), one) for one in fitting)
    chance, best = min(known, key=lambda one: one[0], default=(1.0, None))
    return best if chance <= _BY_CHANCE else None


def _two_answers(places: Sequence[Sign], states: Sequence[_State]) -> _Meaning | None:
    """The usual question, if of two signs one stands where the answer is yes, the other where it is no."""
    true: dict[str, list[bool]] = defaultdict(list)
    for one in places:
        true[one.text].append(states[one.ply].takes)
    if len(true) != 2 or any(len(said) < _LEAST - 1 for said in true.values()):
        return None
    yes = max(true, key=lambda text: sum(true[text]) / len(true[text]))
    asked = _question(lambda sign: sign.text == yes)
    return asked if _chance(places, asked, states) <= _ASKED_BY_CHANCE else None


def _share(places: Sequence[Sign], meaning: _Meaning, states: Sequence[_State]) -> float:
    return sum(meaning.is_so(states[one.ply], one) for one in places) / len(places)


def _chance(places: Sequence[Sign], meaning: _Meaning, states: Sequence[_State]) -> float:
    """The probability that what a sign says is so by chance at as many plies; 1 if it is too often not so.

    By chance what it says at one of them is so as often as in the whole game.
    """
    if _share(places, meaning, states) < _SHARE:
        return 1.0
    at_ply = {one.ply: one for one in places}
    by_count = [1.0]  # by how many plies at which it is so
    for one in at_ply.values():
        usual = sum(meaning.is_so(state, one) for state in states) / len(states)
        pairs = zip([*by_count, 0.0], [0.0, *by_count], strict=True)
        by_count = [not_so * (1 - usual) + so * usual for not_so, so in pairs]
    return sum(by_count[sum(meaning.is_so(states[ply], one) for ply, one in at_ply.items()) :])


def _is_usual(places: Sequence[Sign], meaning: _Meaning, states: Sequence[_State]) -> bool:
    """Whether the sign stands at most plies where something is so."""
    so = sum(meaning.is_so(state, places[0]) for state in states)
    return len({one.ply for one in places}) >= _USUALLY * so


def _question(yes: Callable[[Sign], bool]) -> _Meaning:
    """The usual question, with the answer yes at some signs."""
    return _Meaning(
        "the usual question with its answer",
        lambda state, sign: state.takes == yes(sign),
        lambda state, sign: (
            Ask(side=state.side, turn=state.turn, what="any"),
            Answer(side=state.side, turn=state.turn, any=yes(sign)),
        ),
    )


def _check(way: Direction | None) -> _Meaning:
    """A check, in one direction."""
    return _Meaning(
        "a check" if way is None else f"a check ({way})",
        lambda state, _: way in state.checks if way is not None else bool(state.checks),
        lambda state, _: (Check(side=state.last_side, turn=state.last_turn, directions=() if way is None else (way,)),),
    )


_CAPTURE_ON: Final = _Meaning(
    "a capture on the square beside it",
    lambda state, sign: state.captured == sign.square,
    lambda state, sign: (Capture(side=state.last_side, turn=state.last_turn, square=sign.square),),
)
_ALONE: Final = (
    _Meaning(
        "the announcement that a pawn can take",
        lambda state, _: state.takes,
        lambda state, _: (PawnTries(side=state.side, turn=state.turn, any=True),),
    ),
    _Meaning(
        "a capture",
        lambda state, _: state.captured is not None,
        lambda state, _: (Capture(side=state.last_side, turn=state.last_turn, square=None),),
    ),
    _check(None),
    *map(_check, DIRECTIONS.values()),
)
"""What a sign by itself may say."""


# -- places -----------------------------------------------------------------------------------------------------------


def _states(record: Record) -> list[_State]:
    """What is so before each ply, as long as there is one board."""
    states: list[_State] = []
    for layer in followed_boards(record):
        if len(layer) != 1:
            break
        board, move, before = layer[0]
        taken = before.captured_square(move) if before is not None and move is not None else -1
        last = before if before is not None else board
        states.append(
            _State(
                board.side, board.fullmove, last.side, last.fullmove, bool(board.pawn_targets()),
                NAMES[taken] if taken >= 0 else None, board.check_directions(),
            )
        )  # fmt: skip
    return states


def _index(events: Sequence[AnyEvent], last: int, sign: Sign, event: DialogueEvent) -> int:
    """The index in a record's events before which the event of a sign belongs.

    What is said of the next move stands before what is printed behind it, of the last one behind that.

    :param last: the index of the last move printed before the sign, -1 if there is none.
    """
    if isinstance(event, (Capture, Check)):
        return max(sign.event, last) + 1
    further = range(last + 1, len(events))
    behind = (at for at in further if isinstance(events[at], _BEHIND) and place_of(events[at]) > sign.place)
    return next(behind, sign.event + 1)
