"""The questions that a player may ask the umpire before his move, and their answers."""

from __future__ import annotations

from typing import Any

import msgspec

from kriegnote.chess.position import LETTERS, square_of
from kriegnote.live.commands import Command
from kriegnote.live.state import LiveState, privately
from kriegnote.model.events import Answer, AnyEvent, Ask, Reveal, Side
from kriegnote.rules import announcements as announce
from kriegnote.rules.turn import objection


def ask(game: LiveState, side: Side, command: Command) -> list[AnyEvent]:
    """A question with its answer, or a message if it may not be asked now."""
    number = game.position.fullmove if side == game.side else game.number(side)
    question = Ask(side=side, turn=number, what=command.what or "any", squares=command.squares or None)
    forbidden = objection(question, game.turn, game.rules)
    if forbidden == "unknown":
        return privately(side, f"the rulebook {game.rules.id} has no such question: {question.what}")
    if question.what == "rebuffs" and side != game.side and game.rules.ask == "any-time":  # RAND 9
        return [question, Answer(side=side, turn=question.turn, count=game.refused())]
    if side != game.side:
        return privately(side, f"it is {game.side.capitalize()}'s turn")
    if forbidden == "late":
        return privately(side, "“Any?” must be asked before the first try of a turn")
    if forbidden == "squares":
        most = game.rules.game.squares_asked
        return privately(side, f"the rulebook {game.rules.id} lets a player ask about at most {most} squares in a turn")
    if question.what == "squares":
        return _squares(game, question)
    if question.what == "material":
        answer = announce.material(game.position)
        return [question, msgspec.structs.replace(answer, side=side, turn=question.turn)]
    if question.what == "rebuffs":
        return [question, Answer(side=side, turn=question.turn, count=game.rebuffs)]
    answer = Answer(side=side, turn=question.turn, any=bool(game.position.pawn_targets()))
    game.turn.ask(question)
    game.turn.answer(answer)
    game.askers.add(side)
    return [question, answer]


def _squares(game: LiveState, question: Ask) -> list[AnyEvent]:
    """The answer to what stands on some squares (Modern Kriegspiel, §8.7)."""
    position, names = game.position, question.squares or ()
    own = next((name for name in names if position.own() >> square_of(name) & 1), None)
    if own is not None and question.side is not None:
        return privately(question.side, f"one of your own men stands on {own}")
    game.turn.ask(question)
    kinds = {name: position.type_at(square_of(name)) for name in names}
    seen: Any = {name: LETTERS[kind] if kind else None for name, kind in kinds.items()}
    return [question, Reveal(side=question.side, turn=question.turn, seen=seen)]
