"""Offers, claims and resignations: how a game ends other than on the board."""

from __future__ import annotations

from typing import Final

from kriegnote.live.commands import Command
from kriegnote.live.state import LiveState, privately
from kriegnote.model.endings import lost_by
from kriegnote.model.events import AnyEvent, Claim, End, Offer, Reply, Side, other
from kriegnote.rules import draws

_CLAIMED: Final = ("claimed", "fide", "limited")


def offer(game: LiveState, side: Side, command: Command) -> list[AnyEvent]:
    """Offers a draw; if the opponent has offered one, accepts it."""
    if game.offered == side:
        return privately(side, "your offer stands until the opponent has moved")
    if game.offered is not None:
        return accept(game, side, command)
    game.offered = side
    return [Offer(side=side, turn=game.number(side), what="draw")]


def accept(game: LiveState, side: Side, command: Command) -> list[AnyEvent]:
    """Accepts an offer: the game is drawn by agreement."""
    if game.offered != other(side):
        return privately(side, "there is no offer to accept")
    number = game.number(side)
    ended = game.end(End(side=side, turn=number, reason="agreement", result="1/2-1/2"))
    return [Reply(side=side, turn=number, what="draw", accepts=True), *ended]


def decline(game: LiveState, side: Side, command: Command) -> list[AnyEvent]:
    """Declines an offer."""
    if game.offered != other(side):
        return privately(side, "there is no offer to decline")
    game.offered = None
    return [Reply(side=side, turn=game.number(side), what="draw", accepts=False)]


def claim(game: LiveState, side: Side, command: Command) -> list[AnyEvent]:
    """Claims a draw that the rulebook lets a player claim; granted if the board and its history justify it."""
    reason = command.reason or "repetition"
    if side != game.side:
        return privately(side, f"it is {game.side.capitalize()}'s turn")
    if game.rules.get(draws.FIELDS[reason]) not in _CLAIMED:
        what = draws.name(reason, game.rules)
        return privately(side, f"under the rulebook {game.rules.id} a draw by {what} cannot be claimed")
    number = game.number(side)
    if not game.history.known or not draws.stands(reason, game.history, game.rules):
        return privately(side, f"the claim fails: this is not a draw by {draws.name(reason, game.rules)}")
    ended = game.end(End(side=side, turn=number, reason=reason, result="1/2-1/2"))
    return [Claim(side=side, turn=number, reason=reason, granted=True), *ended]


def resign(game: LiveState, side: Side, command: Command) -> list[AnyEvent]:
    """Resigns: the opponent wins. A player may also resign when it is not his turn."""
    return game.end(End(side=side, turn=game.number(side), reason="resignation", result=lost_by(side)))


def stop(game: LiveState, side: Side, command: Command) -> list[AnyEvent]:
    """Ends the game without a result and without an event."""
    game.result, game.over = "*", True
    return []
