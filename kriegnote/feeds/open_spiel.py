"""Writes and reads action histories of OpenSpiel's games ``kriegspiel`` and ``dark_chess``, as its serialized states.

The text is in the format of ``pyspiel.deserialize_game_and_state``: the game with its parameters, then one action per
line. An action is ``73 * square + way``, seen from the mover's side of the board (a1 is 0, a2 is 1, b1 is 8; ranks are
mirrored for Black); the 73 ways are nine underpromotions, straight and diagonal lines, and knight's moves. Two more
actions castle (OpenSpiel 2.0, ``chess.cc``). The differences of its umpire are described in docs/feeds.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from kriegnote.chess.position import (
    KING,
    PAWN,
    QUEEN,
    START_FEN,
    TYPE_OF,
    Position,
    move_of,
    origin_of,
    promotion_of,
    target_of,
    uci,
)
from kriegnote.model.events import AnyEvent, Move, Try
from kriegnote.model.record import Record
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.starting_position import first_position

_LINES: Final = (
    *((0, step) for step in range(-7, 8) if step),
    *((step, 0) for step in range(-7, 8) if step),
    *((step, step) for step in range(-7, 8) if step),
    *((step, -step) for step in range(-7, 8) if step),
)
_JUMPS: Final = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2))
_UNDER: Final = tuple((across, 1, TYPE_OF[letter]) for letter in "RBN" for across in (0, 1, -1))
_WAYS: Final = (*_UNDER, *((across, up, 0) for across, up in (*_LINES, *_JUMPS)))
_NUMBER: Final = {way: number for number, way in enumerate(_WAYS)}
_LONG, _SHORT = 64 * len(_WAYS), 64 * len(_WAYS) + 1
_PLAYED_ON: Final = {"kriegspiel": "50_move_rule=False,threefold_repetition=False", "dark_chess": ""}
"""Parameters under which the game continues as long as the record does: draws depend on the record's own rulebook."""
# the head of a serialized state is "[Game]", a line with the game's name and parameters, "[State]": fixed by OpenSpiel
_HEAD = re.compile(
    r"\[Game\]\s*\n(kriegspiel|dark_chess)\(([^\n]*)\)\s*\n\[State\][^\S\n]*\n((?:[^\S\n]*\d*[^\S\n]*\n?)*)"
)


class ActionHistory(NamedTuple):
    """An action history: the game with its parameters, the actions, and the number of tries that it cannot represent.

    OpenSpiel accepts no try that the player's own men rule out, none twice in a turn, and none without its move.
    """

    game: str
    actions: tuple[int, ...]
    omitted: int

    def text(self) -> str:
        """The history in OpenSpiel's serialized format."""
        lines = "".join(f"{action}\n" for action in self.actions)
        return f"# Written by kriegnote\n[Meta]\nVersion: 1\n\n[Game]\n{self.game}\n[State]\n{lines}\n"


def action_of(position: Position, move: int) -> int:
    """The action for a move or try of the side to move."""
    origin, target, promotion = origin_of(move), target_of(move), promotion_of(move)
    if position.type_at(origin) == KING and abs(origin - target) == 2 and origin >> 3 == target >> 3:
        return _SHORT if target > origin else _LONG
    seen = 0 if position.turn else 56
    across, up = (target & 7) - (origin & 7), ((target ^ seen) >> 3) - ((origin ^ seen) >> 3)
    way = _NUMBER[across, up, 0 if promotion == QUEEN else promotion]
    return ((origin & 7) * 8 + ((origin ^ seen) >> 3)) * len(_WAYS) + way


def move_of_action(position: Position, action: int) -> int:
    """The move or try for an action of the side to move.

    :raises ValueError: if it is no action, or leads off the board.
    """
    if not 0 <= action <= _SHORT:
        raise ValueError(f"{action} is not an action; actions go from 0 to {_SHORT}")
    seen = 0 if position.turn else 56
    if action >= _LONG:
        king = 4 if position.turn else 60
        return king | (king + (2 if action == _SHORT else -2)) << 6
    square, number = divmod(action, len(_WAYS))
    across, up, promotion = _WAYS[number]
    file, rank = square // 8, square % 8
    origin = (file + 8 * rank) ^ seen
    if not (0 <= file + across < 8 and 0 <= rank + up < 8):
        raise ValueError(f"the action {action} leads off the board")
    target = (file + across + 8 * (rank + up)) ^ seen
    if not promotion and position.type_at(origin) == PAWN and rank + up == 7:
        promotion = QUEEN
    return origin | target << 6 | promotion << 12


def to_open_spiel(record: Record) -> ActionHistory:
    """An umpire's record as an action history.

    :raises ValueError: if the record is not the umpire's, its starting position is not known, or one of its moves is
        hidden or illegal.
    """
    resolved = adjudicate(record, announce=False).record
    position = first_position(resolved)
    if resolved.view != "umpire" or position is None:
        raise ValueError("an action history needs the umpire's record of a game from a known position")
    actions: list[int] = []
    omitted = 0
    tried: set[int] = set()
    for event in resolved.events:
        if isinstance(event, Move):
            move = move_of(event.move) if event.move is not None else None
            if move is None or not position.is_legal(move):
                raise ValueError(f"the move {event.text or 'that is hidden'} (turn {event.turn}) cannot be replayed")
            actions.append(action_of(position, move))
            position, tried = position.play(move), set()
        elif isinstance(event, Try):
            move = _try(position, event)
            if move is None or move in tried:
                omitted += 1
                continue
            tried.add(move)
            actions.append(action_of(position, move))
            omitted += _times(event) - 1
    name = "dark_chess" if position.dark else "kriegspiel"
    start = f"fen={resolved.start}" if resolved.start else ""
    fields = [one for one in (_PLAYED_ON[name], start) if one]
    return ActionHistory(f"{name}({','.join(fields)})", tuple(actions), omitted)


def _times(event: Try) -> int:
    return event.times if isinstance(event.times, int) else 1


def _try(position: Position, event: Try) -> int | None:
    """The move of a refused try that OpenSpiel accepts: possible on the player's board, illegal, not in Dark Chess."""
    if event.move is None or event.verdict == "untested" or position.dark:
        return None
    move = move_of(event.move)
    if position.is_legal(move) or not position.could_try(move):
        return None
    return move


def from_open_spiel(text: str) -> Record:
    """The record of an action history in OpenSpiel's serialized format; illegal actions become refused tries.

    Kriegspiel is assumed to be under the rulebook ``icc``, which OpenSpiel follows. Announcements are not included:
    :func:`kriegnote.resolve` completes the record.

    :raises ValueError: if the text is no such history, or an action is invalid.
    """
    found = _HEAD.search(text)
    if found is None:
        raise ValueError("this is no serialized state of OpenSpiel's kriegspiel or dark_chess")
    name, parameters, actions = found.groups()
    values = dict(parameter.partition("=")[::2] for parameter in parameters.split(","))
    start = values.get("fen", "").strip() or None
    return record_of(map(int, actions.split()), start=None if start == START_FEN else start, dark=name == "dark_chess")


def record_of(actions: Iterable[int], *, start: str | None = None, dark: bool = False) -> Record:
    """The record of some actions.

    :param start: the FEN of the starting position; None: the usual one.
    :param dark: whether the game is Dark Chess.
    :raises ValueError: if an action is invalid, or the FEN is no position.
    """
    position = Position.from_fen(start, dark=dark) if start else Position.from_fen(dark=dark)
    return Record(rules="dark" if dark else "icc", start=start, events=tuple(_events(position, actions)))


def _events(position: Position, actions: Iterable[int]) -> Iterator[AnyEvent]:
    for action in actions:
        move = move_of_action(position, action)
        side = position.side
        turn = position.fullmove
        if position.is_legal(move):
            yield Move(side=side, turn=turn, move=uci(move), text=None, san=position.san(move))
            position = position.play(move)
        elif position.could_try(move):
            yield Try(side=side, turn=turn, move=uci(move), text=None, san=position.own_san(move), verdict="illegal")
        else:
            raise ValueError(f"the action {action} ({uci(move)}) is impossible here")
