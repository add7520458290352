"""Tries and moves: whether a try is allowed, what a refusal costs, and what the umpire announces after a move."""

from __future__ import annotations

from typing import Any, Literal

from kriegnote.chess.matching import PROMOTION, UNNAMED
from kriegnote.chess.position import uci
from kriegnote.chess.reasons import man
from kriegnote.chess.squares import TYPE_OF, origin_of, promotion_of
from kriegnote.live.commands import Command
from kriegnote.live.state import LiveState, privately
from kriegnote.model.endings import lost_by
from kriegnote.model.events import AnyEvent, Comment, End, Move, Side, TakenBack, Try, Verdict, View, Word, other
from kriegnote.model.printed_moves import Parts, parse_move, parse_pawn_takes
from kriegnote.rules import announcements as announce
from kriegnote.rules import draws, simultaneous
from kriegnote.rules.boards import VariantPosition
from kriegnote.rules.permissions import may_partner_move, may_take_back
from kriegnote.rules.turn import exceeds_limit, is_called_impossible, must_move, must_try_pawn_capture
from kriegnote.umpire.announcement_checks import expected_after


def attempt(game: LiveState, side: Side, command: Command) -> list[AnyEvent]:
    """A try, resolved on the player's own board; if it is legal, it becomes the move."""
    text = command.move or ""
    if side in game.waiting:
        return privately(side, "your move is in; waiting for the other player's")
    if side != game.side and game.rules.game.turns != "simultaneous":
        return privately(side, f"it is {game.side.capitalize()}'s turn")
    takes = parse_pawn_takes(text)
    parts = takes or parse_move(text)
    if parts is None:
        return privately(side, f"this is not a move: {text!r}; write it as Nf3, exd5, O-O or g1f3")
    if game.revocable is not None:
        return privately(side, "say keep or take back first")
    if takes is not None:
        return _any_pawn_takes(game, side, text, takes)
    if game.rules.game.turns == "simultaneous":
        return _at_once(game, side, text, parts)
    able = game.position.resolve_own(parts)
    if len(able) > 1:
        return _ambiguous(side, text, able)
    if not able:
        return _impossible(game, side, text, parts)
    return _tried(game, side, able[0])


def _tried(game: LiveState, side: Side, move: int) -> list[AnyEvent]:
    """A try that the player's own men allow."""
    bound = _bound(game, move)
    if bound is not None:
        return privately(side, bound)
    game.turn.attempt(pawn_capture=game.position.is_pawn_capture(move))
    if not game.position.is_legal(move):
        return _refused(game, side, move)
    if may_take_back(game.position.play(move), move, game.rules.game):
        game.revocable = move
        san = game.position.own_san(move)
        return privately(side, f"{san} lets a pawn take the man: say keep or take back")
    return _played(game, side, move)


def _any_pawn_takes(game: LiveState, side: Side, text: str, parts: Parts) -> list[AnyEvent]:
    """``px``: the only legal pawn capture (appendix D); if no promotion is named, it is the usual one.

    It is allowed only under rulebooks that announce the number of pawn captures; otherwise, its answer would reveal
    more than the umpire announces.
    """
    rules, position = game.rules, game.position
    if rules.pawn_tries != "count" or rules.game.refused_try != "again":
        return privately(side, f"under the rulebook {rules.id} say which pawn captures, and where: exd5")
    becomes = TYPE_OF[parts.promotion] if parts.promotion else position.usual_promotion()
    able = position.resolve_own(parts, PROMOTION | UNNAMED)
    legal = [move for move in able if position.is_legal(move) and promotion_of(move) in (0, becomes)]
    if len(legal) > 1:
        return privately(side, f"there are {len(legal)} pawn captures; say which one, as in exd5")
    if legal:
        return _tried(game, side, legal[0])
    if not able:
        return _impossible(game, side, text, parts)
    game.turn.attempt(pawn_capture=True)
    return _refused_without_move(game, side, text, parts, "unannounced-capture")


def keep(game: LiveState, side: Side, command: Command) -> list[AnyEvent]:
    """Plays a move that could have been taken back."""
    if game.revocable is None or side != game.side:
        return privately(side, "there is no move to keep")
    move, game.revocable = game.revocable, None
    return _played(game, side, move)


def take_back(game: LiveState, side: Side, command: Command) -> list[AnyEvent]:
    """Takes back a move (Take-Back Kriegspiel, §8.7), before anything about it was announced."""
    if game.revocable is None or side != game.side:
        return privately(side, "there is no move to take back")
    move, game.revocable = game.revocable, None
    number, san = game.position.fullmove, game.position.san(move)
    played = Move(side=side, turn=number, move=uci(move), text=None, san=san)
    return [TakenBack(side=side, turn=number, events=(played,), by="player")]


def partner(game: LiveState, side: Side, command: Command) -> list[AnyEvent]:
    """A partner's word, or his move (§8.7)."""
    book = game.rules.game
    if book.partner != "words":
        return privately(side, f"under the rulebook {game.rules.id} there are no partners")
    if side != game.side:
        return privately(side, f"it is {game.side.capitalize()}'s turn")
    if command.move is None:
        return [_word(game, side, (command.text or "").capitalize())]
    if not may_partner_move(game.partners_moves[side], False, book):
        return privately(side, f"the partner may move {book.partner_moves} times in a game, and has")
    parts = parse_move(command.move)
    able = game.position.resolve_own(parts) if parts is not None else []
    if len(able) == 1 and game.position.is_legal(able[0]):
        after = game.position.play(able[0])
        mate = bool(after.checkers()) and not after.has_legal_move()
        if not may_partner_move(game.partners_moves[side], mate, book):
            return privately(side, "the partner may not give mate")
    said = attempt(game, side, command)
    if not any(isinstance(event, Move) for event in said):
        return said
    game.partners_moves[side] += 1
    return [_word(game, side, "I move"), *said]


def _word(game: LiveState, side: Side, text: str) -> AnyEvent:
    heard: View | None = "public" if game.rules.game.partner_heard == "both" else None
    return Word(side=side, turn=game.number(side), speaker="partner", text=text, heard=heard)


def _ambiguous(side: Side, text: str, able: list[int]) -> list[AnyEvent]:
    moves = ", ".join(sorted(uci(move) for move in able))
    return privately(side, f"{text} could be {moves}; say which")


def _at_once(game: LiveState, side: Side, text: str, parts: Parts) -> list[AnyEvent]:
    """A move in a turn in which both players move; with the second one, both are made or rejected (§8.6)."""
    able = simultaneous.candidates(game.position, side == "white", parts)
    if len(able) > 1:
        return _ambiguous(side, text, able)
    if not able:
        return privately(side, f"{text} is impossible, wherever the opponent’s men stand")
    game.waiting[side] = able[0]
    if len(game.waiting) < 2:
        return []
    before, number = game.position, game.position.fullmove
    made, game.waiting = game.waiting, {}
    turn = simultaneous.play(before, made["white"], made["black"])
    game.position = turn.after
    said: list[AnyEvent] = []
    both: tuple[Side, Side] = ("white", "black")
    for who, rejected in zip(both, turn.rejected, strict=True):
        san = before.facing(who == "white").own_san(made[who])
        fields: dict[str, Any] = {"side": who, "turn": number, "move": uci(made[who]), "text": None, "san": san}
        said.append(Try(**fields, verdict="illegal") if rejected else Move(**fields))
    end = simultaneous.end(turn.after, number)
    return said + (game.end(end) if end is not None else [])


def _bound(game: LiveState, move: int) -> str | None:
    """What the player must do before this move, as a sentence; None if he is free."""
    turn, position = game.turn, game.position
    duty = must_try_pawn_capture(game.rules, turn.pawn_capture_answer, tried=turn.pawn_capture_tried)
    if duty and not position.is_pawn_capture(move):
        return "the answer to “Any?” was yes: try a pawn capture first"
    bound = must_move(position, turn, game.rules)
    if bound is not None and origin_of(move) != bound:
        return f"{man(position, bound)} was tried and must move"
    return None


def _impossible(game: LiveState, side: Side, text: str, parts: Parts) -> list[AnyEvent]:
    """A try that the player's own men rule out; if a refused try costs the turn, he is only told so."""
    if game.rules.game.refused_try == "passes":
        return privately(side, f"{text} is impossible, wherever the opponent’s men stand")
    game.turn.attempt(pawn_capture=False)
    return _refused_without_move(game, side, text, parts, "own-men")


def _refused_without_move(
    game: LiveState, side: Side, text: str, parts: Parts, why: Literal["own-men", "unannounced-capture"]
) -> list[AnyEvent]:
    """A refused try that does not stand for a single move, with the rulebook's verdict for the reason."""
    verdict: Verdict = "impossible" if why in game.rules.nonsense else "illegal"
    refused = Try(side=side, turn=game.position.fullmove, move=None, text=text, verdict=verdict, parts=parts)
    game.turn.refuse(refused, None)
    return _one_too_many(game, side, text) or [refused]


def _one_too_many(game: LiveState, side: Side, tried: str) -> list[AnyEvent]:
    """The end of the game if more tries were refused in a turn than the rulebook allows; otherwise empty."""
    if not exceeds_limit(game.turn.rebuffs, game.rules):
        return []
    limit = game.rules.tries_limit
    words = f"{tried} was refused: too many tries in one turn (the rulebook allows {limit})"
    ended = End(side=side, turn=game.position.fullmove, reason="forfeit", result=lost_by(side))
    return [Comment(text=words), *game.end(ended)]


def _refused(game: LiveState, side: Side, move: int) -> list[AnyEvent]:
    position, turn, rules = game.position, game.turn, game.rules
    san, number = position.own_san(move), position.fullmove
    impossible = is_called_impossible(position, move, rules, asked=turn.asked)
    tried: dict[str, Any] = {"side": side, "turn": number, "move": uci(move), "text": None, "san": san}
    refused = Try(**tried, verdict="impossible" if impossible else "illegal")
    turn.refuse(refused, None if position.is_pawn_capture(move) else origin_of(move))
    if forfeit := _one_too_many(game, side, san):
        return forfeit
    if rules.game.refused_try == "again":
        return [refused]
    game.position = position.after_refused_try(move) if isinstance(position, VariantPosition) else position.passed()
    game.history.lose()
    game.next_turn()
    return [refused, *game.pawn_tries()]


def _played(game: LiveState, side: Side, move: int) -> list[AnyEvent]:
    before, rules = game.position, game.rules
    after = before.play(move)
    number = before.fullmove
    played = Move(side=side, turn=number, move=uci(move), text=None, san=before.san(move))
    asked = announce.asked_in_time(rules, game.turn.asked, side in game.askers)
    said = list(expected_after([before], move, [after], rules, side, number, asked).values())
    game.position = after
    game.history.add(move, after)
    if game.offered == other(side):
        game.offered = None  # moving declines the offer
    ended = next((event for event in said if isinstance(event, End)), None)
    if ended is None and (reason := draws.declared(game.history, rules)) is not None:
        ended = announce.drawn(reason, played)
        said.append(ended)
    if ended is not None:
        game.end(ended)
        return [played, *said]
    game.next_turn()
    return [played, *said, *game.pawn_tries()]
