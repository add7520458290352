"""What a player may ask the umpire before his move, and the answers."""

from __future__ import annotations

from typing import Any

import msgspec

from kriegnote.chess.position import LETTERS, square_of
from kriegnote.live.commands import Command
from kriegnote.live.state import GameState, privately
from kriegnote.model.events import Answer, AnyEvent, Ask, Reveal, Side
from kriegnote.rules import announcements as announce
from kriegnote.rules.permissions import may_ask_squares


def ask(game: GameState, side: Side, command: Command) -> list[AnyEvent]:
    """A question that the rulebook knows, with its answer."""
    what = command.what or "any"
    if what not in game.rules.questions:
        return privately(side, f"the rulebook {game.rules.id} has no such question: {what}")
    if what == "rebuffs" and side != game.side and game.rules.ask == "any-time":  # RAND 9: while the other is trying
        number = game.number(side)
        return [Ask(side=side, turn=number, what=what), Answer(side=side, turn=number, count=game.turn.refused)]
    if side != game.side:
        return privately(side, f"it is {game.side.capitalize()}'s turn")
    if what == "any" and game.turn.tried and game.rules.ask == "before-first-try":
        return privately(side, "“Any?” is asked before the first try of a turn")
    number = game.position.fullmove
    if what == "squares":
        return _squares(game, side, command.squares)
    asked = Ask(side=side, turn=number, what=what)
    if what == "material":
        answer = announce.material(game.position)
        return [asked, msgspec.structs.replace(answer, side=side, turn=number)]
    if what == "rebuffs":
        return [asked, Answer(side=side, turn=number, count=game.rebuffs)]
    game.turn.asked = True
    game.askers.add(side)
    game.turn.yes = bool(game.position.pawn_targets())
    return [asked, Answer(side=side, turn=number, any=game.turn.yes)]


def _squares(game: GameState, side: Side, names: tuple[str, ...]) -> list[AnyEvent]:
    """What stands on some squares (Modern Kriegspiel, §8.7)."""
    most, position = game.rules.game.squares_asked, game.position
    if not may_ask_squares(game.turn.squares + len(names), game.rules.game):
        return privately(side, f"the rulebook {game.rules.id} lets a player ask about {most} squares in a turn")
    own = next((name for name in names if position.own() >> square_of(name) & 1), None)
    if own is not None:
        return privately(side, f"a man of your own stands on {own}")
    game.turn.squares += len(names)
    kinds = {name: position.type_at(square_of(name)) for name in names}
    seen: Any = {name: LETTERS[kind] if kind else None for name, kind in kinds.items()}
    number = position.fullmove
    return [Ask(side=side, turn=number, what="squares", squares=names), Reveal(side=side, turn=number, seen=seen)]
