"""What the umpire reports and how he continues when a printed move does not fit the board.

:mod:`kriegnote.umpire.misread` makes the guesses; here they become findings. One slip is one finding: its consequences
    are not reported again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from kriegnote.chess.matching import CAPTURE, unlike
from kriegnote.chess.position import Position
from kriegnote.chess.reasons import mover, why_illegal
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import AnyEvent, DialogueEvent, Move
from kriegnote.umpire import misread as guess
from kriegnote.umpire.printed_traits import Traits, is_figurine
from kriegnote.umpire.resolution import Resolved, blank
from kriegnote.umpire.resolution_findings import not_legal

_NEAR_EVENTS: Final = 120  # events in which the next plies are searched for
_FEW_GUESSES: Final = 4  # a finding names the guesses only if there are fewer than this
NO_FURTHER: Final = (
    "the moves that follow fit no position close to this one, so they are not checked; "
    "`kriegnote repair` looks for the game"
)


def upcoming(events: Sequence[AnyEvent], at: int, most: int = guess.AHEAD) -> list[Move]:
    """The next plies of a record after the event at index ``at``, ``most`` at most."""
    ahead: list[Move] = []
    for place in range(at + 1, min(at + 1 + _NEAR_EVENTS, len(events))):
        event = events[place]
        if type(event) is Move:
            ahead.append(event)
            if len(ahead) == most:
                break
    return ahead


def recovered(
    boards: Sequence[Position], event: Move, resolved: Resolved, ahead: Sequence[Move], traits: Traits, number: int
) -> Resolved:
    """The resolution of a move that does not fit (or not as printed), as far as the next plies confirm a guess.

    :param number: the number of the move, as the record counts.
    """
    settled = guess.settle(guess.guesses(boards, event.parts), ahead, traits)
    if not settled.after and len(ahead) >= guess.ENOUGH:
        behind = guess.settle(guess.behind_lost_ply(boards, event, traits), ahead, traits)
        if behind.after:
            return _lost_before(boards[0], event, behind, traits, number)
    guesses = [one for one in settled.guesses if one.move is not None]
    if settled.sure and resolved.certain and resolved.move == guesses[0].move and guesses[0].kind in ("man", "origin"):
        return resolved
    why = resolved.findings[0].note
    if resolved.doubt != "all":
        why = why_illegal(boards[0], event.parts) if event.parts is not None else None
    texts = _texts(guesses, traits)
    notes = [why] if why else []
    if settled.sure:
        notes.append(f"{texts[0]} is legal, and the moves after it fit")
    elif 0 < len(texts) < _FEW_GUESSES:
        notes.append(f"{' or '.join(texts)} would be legal")
    message = not_legal(event, boards[0].turn)
    found = [finding("KN201", message, event, note="; ".join(notes) or None)]
    if not settled.after:
        found.append(finding("KN210", NO_FURTHER, event))
    return Resolved.left_open(blank(event), settled.after, found)


def _lost_before(board: Position, event: Move, behind: guess.Settled, traits: Traits, number: int) -> Resolved:
    texts = _texts(behind.guesses, traits)
    note = f"{' or '.join(texts)} would fit" if len(texts) < _FEW_GUESSES else None
    side = mover(board)
    other = "Black" if side == "White" else "White"
    message = f"{side}’s move {number} is missing before this: {event.text} can only be {other}’s"
    found = finding("KN401", message, event, note=note)
    return Resolved.left_open(blank(event), behind.after, [found])


def _texts(guesses: Sequence[guess.Guess], traits: Traits) -> list[str]:
    return sorted({traits.say(one.before.san(one.move, suffix=False)) for one in guesses if one.move is not None})


def fixed_if_certain(
    found: Finding, resolved: Resolved, board: Position, ahead: Sequence[Move], traits: Traits, sure: bool
) -> Finding:
    """The finding, without its fix unless that is certain.

    It is not certain if the board is in doubt, if the next plies do not fit the move as it was read, or if they also
    fit another move that differs from the printed one in one sign. If they fit only such moves, the note names them.
    """
    if found.fix is None or found.code == "KN207" or is_figurine(resolved.event):
        return found
    unfixed = msgspec.structs.replace(found, fix=None)
    if not sure or not resolved.certain:
        return unfixed
    made = guess.Guess(resolved.move, "made", board, resolved.after[0])
    settled = guess.settle([made, *_rivals(board, resolved)], ahead, traits)
    if made not in settled.guesses:
        rivals = _texts(settled.guesses, traits)
        note = (
            f"{' or '.join(rivals)} would fit the moves that follow" if 0 < len(rivals) < _FEW_GUESSES else found.note
        )
        return msgspec.structs.replace(unfixed, note=note)
    return found if len(settled.guesses) == 1 else unfixed


def _rivals(board: Position, resolved: Resolved) -> list[guess.Guess]:
    """Moves other than the one made that differ from the printed one in one sign and agree with its capture mark."""
    parts = resolved.event.parts
    if parts is None:
        return []
    return [
        one
        for one in guess.guesses([board], parts)
        if one.move not in (None, resolved.move) and not unlike(board, one.move, parts) & CAPTURE
    ]


def number_alone(event: DialogueEvent, expected: int, position: Position, ahead: Sequence[Move]) -> bool:
    """Whether only the number of this event is wrong: the next moves are numbered as if it were ``expected``."""
    turn, number = position.turn, expected
    counts = type(event) is Move
    for move in ahead:
        if counts:
            number, turn = (number, False) if turn else (number + 1, True)
        counts = True
        if move.turn is not None and number != expected:
            return move.turn == number
    return False


def over(board: Position, last: Move | None) -> str:
    """The message for a move after the end of the game."""
    loser = mover(board)
    how = "mated" if board.checkers() or board.dark else "stalemated"
    by = f" by {last.text}" if last is not None and last.text else ""
    return f"the game was over before this move: {loser} was {how}{by}"
