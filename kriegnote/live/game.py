"""The umpire of one game that is being played: he hears commands, and his record grows by what follows from them.

What he says of a move is what :mod:`kriegnote.umpire` says of a record's; here it is decided whether a try stands.
A word that he has for one player alone (“it is not your turn”) is a comment which that player heard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

import msgspec

from kriegnote.chess.position import LETTERS, PAWN, Position, square_name, square_of, uci
from kriegnote.chess.reasons import WORDS
from kriegnote.live.commands import Command
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Claim,
    Comment,
    End,
    Move,
    Offer,
    Reply,
    Result,
    Reveal,
    Side,
    TakenBack,
    Try,
    Word,
    other,
)
from kriegnote.model.printed_moves import Parts, parse_move
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet, draws, simultaneous
from kriegnote.rules import announcements as announce
from kriegnote.rules.boards import VariantPosition, position_of
from kriegnote.rules.permissions import may_ask_squares, may_partner_move, may_take_back
from kriegnote.rules.setup import setup_problem
from kriegnote.umpire.announcement_checks import dues
from kriegnote.umpire.starting_position import passed

_DRAWS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "fifty-move": "fifty moves without a capture or a pawn move",
        "repetition": "repetition",
        "insufficient": "insufficient material",
    }
)
_CLAIMED: Final = ("claimed", "fide", "limited")


class LiveError(ValueError):
    """A game cannot be played under these rules, or from this position."""


@dataclass(slots=True)
class _Turn:
    """What has happened since the turn began."""

    asked: bool = False
    yes: bool = False
    tried: bool = False
    pawn_capture_tried: bool = False
    squares: int = 0  # that were asked about
    refused: int = 0  # tries that the opponent's men forbade
    touched: list[int] = field(default_factory=list)  # the squares of the men that were tried and refused


class LiveGame:
    """A game under a rulebook; :meth:`open` begins it and :meth:`hear` goes on, each with the events that follow.

    :param start: the FEN of the first position; needed where the rulebook has none of its own.
    Where both players move at once (Zeitgeist) a move waits for the other's, and nobody hears of it before.

    :raises LiveError: the position cannot be a game's first.
    """

    def __init__(self, rules: RuleSet, *, start: str | None = None, headers: tuple[tuple[str, str], ...] = ()) -> None:
        self.rules = rules
        self.position = _first(rules, start)
        self.record = Record(headers=headers, rules=rules.id, start=start, silence=tuple(sorted(rules.silence)))
        self.events: list[AnyEvent] = []
        self.line = draws.Line(self.position)
        self.turn = _Turn()
        self.rebuffs = 0  # of the turn before
        self.offered: Side | None = None  # who offers a draw that can still be accepted
        self.held: int | None = None  # a legal move that the player may still take back
        self.together: dict[Side, int] = {}  # moves that wait for the other player's
        self.partners_moves: Counter[Side] = Counter()
        self.result: Result | None = None
        self.over = False

    @property
    def side(self) -> Side:
        """Whose turn it is; where both move at once, who has not moved yet."""
        if self.rules.game.turns == "simultaneous":
            return "black" if "white" in self.together else "white"
        return "white" if self.position.turn else "black"

    def written(self) -> Record:
        """The record so far; its result is ``*`` where the game was stopped."""
        return self.record.replace(events=tuple(self.events), result=self.result)

    def open(self) -> list[AnyEvent]:
        """What the umpire says before the first move."""
        return self._said(self._pawn_tries())

    def hear(self, command: Command) -> list[AnyEvent]:
        """What follows from a command: the events it adds to the record, none when it stops the game."""
        if self.over:
            return []
        return self._said(_ACTIONS[command.type](self, command.side or self.side, command))

    def misheard(self, why: str, side: Side | None = None) -> list[AnyEvent]:
        """A line was no command: a word to the player, the one to move when ``side`` is None."""
        return self._said(_to(side or self.side, why)) if not self.over else []

    def _said(self, events: list[AnyEvent]) -> list[AnyEvent]:
        said = [msgspec.structs.replace(event, source="recorded") for event in events]
        self.events += said
        return said

    # -- tries and moves -------------------------------------------------------------------------------------------

    def _try(self, side: Side, command: Command) -> list[AnyEvent]:
        text = command.move or ""
        if side in self.together:
            return _to(side, "your move is made; it waits for the other player's")
        if side != self.side and self.rules.game.turns != "simultaneous":
            return _to(side, f"it is {self.side.capitalize()}'s turn")
        parts = parse_move(text)
        if parts is None:
            return _to(side, f"this is no move: {text!r}; write it as Nf3, exd5, O-O or g1f3")
        if self.held is not None:
            return _to(side, "say keep or take back first")
        if self.rules.game.turns == "simultaneous":
            return self._at_once(side, text, parts)
        able = self.position.resolve_own(parts)
        if len(able) > 1:
            moves = ", ".join(sorted(uci(move) for move in able))
            return _to(side, f"{text} can be {moves}; write which")
        if not able:
            return self._impossible(side, text, parts)
        move = able[0]
        bound = self._bound(move)
        if bound is not None:
            return _to(side, bound)
        self.turn.tried = True
        slanted = self._takes_with_a_pawn(move)
        self.turn.pawn_capture_tried |= slanted
        if not self.position.is_legal(move):
            return self._refused(side, move, slanted)
        if may_take_back(self.position.play(move), move, self.rules.game):
            self.held = move
            words = f"{self.position.own_san(move)} leaves the man to be taken by a pawn: say keep or take back"
            return _to(side, words)
        return self._played(side, move)

    def _at_once(self, side: Side, text: str, parts: Parts) -> list[AnyEvent]:
        """A move of a turn in which both move; with the second both are made, or rejected (§8.6)."""
        able = simultaneous.candidates(self.position, side == "white", parts)
        if len(able) > 1:
            moves = ", ".join(sorted(uci(move) for move in able))
            return _to(side, f"{text} can be {moves}; write which")
        if not able:
            return _to(side, f"{text} is impossible among your own men")
        self.together[side] = able[0]
        if len(self.together) < 2:
            return []
        before, number = self.position, self.position.fullmove
        made, self.together = self.together, {}
        turn = simultaneous.play(before, made["white"], made["black"])
        self.position = turn.after
        said: list[AnyEvent] = []
        both: tuple[Side, Side] = ("white", "black")
        for who, rejected in zip(both, turn.rejected, strict=True):
            san = before.facing(who == "white").own_san(made[who])
            told: dict[str, Any] = {"side": who, "turn": number, "move": uci(made[who]), "text": None, "san": san}
            said.append(Try(**told, verdict="illegal") if rejected else Move(**told))
        result = simultaneous.winner(turn.after)
        if result is not None:
            said += self._end(End(side=None, turn=number, reason="king-captured", result=result))
        return said

    def _keep(self, side: Side, command: Command) -> list[AnyEvent]:
        if self.held is None or side != self.side:
            return _to(side, "there is no move to keep")
        move, self.held = self.held, None
        return self._played(side, move)

    def _take_back(self, side: Side, command: Command) -> list[AnyEvent]:
        """Take-Back Kriegspiel (§8.7): the move is taken back before anything was announced of it."""
        if self.held is None or side != self.side:
            return _to(side, "there is no move to take back")
        move, self.held = self.held, None
        number, san = self.position.fullmove, self.position.san(move)
        played = Move(side=side, turn=number, move=uci(move), text=None, san=san)
        return [TakenBack(side=side, turn=number, events=(played,), by="player")]

    def _partner(self, side: Side, command: Command) -> list[AnyEvent]:
        """A partner's word, or his move (§8.7)."""
        game = self.rules.game
        if game.partner != "words":
            return _to(side, f"under the rulebook {self.rules.id} nobody has a partner")
        if side != self.side:
            return _to(side, f"it is {self.side.capitalize()}'s turn")
        if command.move is None:
            return [self._partners(side, (command.text or "").capitalize())]
        if not may_partner_move(self.partners_moves[side], False, game):
            return _to(side, f"the partner may move {game.partner_moves} times in a game, and has")
        parts = parse_move(command.move)
        able = self.position.resolve_own(parts) if parts is not None else []
        if len(able) == 1 and self.position.is_legal(able[0]):
            after = self.position.play(able[0])
            mate = bool(after.checkers()) and not after.has_legal_move()
            if not may_partner_move(self.partners_moves[side], mate, game):
                return _to(side, "the partner may not give mate")
        told = self._try(side, command)
        if any(isinstance(event, Move) for event in told):
            self.partners_moves[side] += 1
            return [self._partners(side, "I move"), *told]
        return told

    def _partners(self, side: Side, text: str) -> AnyEvent:
        return Word(side=side, turn=self._number(side), speaker="partner", text=text)

    def _takes_with_a_pawn(self, move: int) -> bool:
        return self.position.type_at(move & 63) == PAWN and move & 7 != move >> 6 & 7

    def _bound(self, move: int) -> str | None:
        """What the player has to do before this move, as a sentence; None when he is free."""
        turn, world = self.turn, self.position
        if self.rules.must_try and turn.yes and not turn.pawn_capture_tried and not self._takes_with_a_pawn(move):
            return "the answer to “Any?” was yes: try a pawn capture first"
        if self.rules.touch == "piece":
            able = {each & 63 for each in world.legal_moves()}
            bound = next((square for square in turn.touched if square in able), None)
            if bound is not None and move & 63 != bound:
                return f"the {WORDS[LETTERS[world.type_at(bound)]]} on {square_name(bound)} was tried and has to move"
        return None

    def _impossible(self, side: Side, text: str, parts: Parts) -> list[AnyEvent]:
        """A try that the player's own men forbid; where a refused try costs the turn, it is only said to him."""
        if self.rules.game.refused_try == "passes":
            return _to(side, f"{text} is impossible among your own men")
        self.turn.tried = True
        return [
            Try(
                side=side,
                turn=self.position.fullmove,
                move=None,
                text=text,
                verdict="impossible",
                parts=parts,
            )
        ]

    def _refused(self, side: Side, move: int, slanted: bool) -> list[AnyEvent]:
        world, turn, rules = self.position, self.turn, self.rules
        nonsense = slanted and self._unannounced(move)
        san, number = world.own_san(move), world.fullmove
        if not nonsense and rules.tries_limit and turn.refused >= rules.tries_limit:
            words = f"{san} was refused, one try more than the {rules.tries_limit} that the rulebook allows in a turn"
            return [Comment(text=words), *self._end(End(side=side, turn=number, reason="forfeit", result=_loss(side)))]
        turn.refused += not nonsense
        if not slanted and not nonsense:
            turn.touched.append(move & 63)
        refused = Try(
            side=side,
            turn=number,
            move=uci(move),
            text=None,
            verdict="impossible" if nonsense else "illegal",
            san=san,
        )
        if rules.game.refused_try == "again":
            return [refused]
        self.position = world.betrayed(move) if isinstance(world, VariantPosition) else passed(world)
        self.line.lose()
        self._next_turn()
        return [refused, *self._pawn_tries()]

    def _unannounced(self, move: int) -> bool:
        """Whether the umpire's own word before the move has said that this pawn capture is none (RAND 7 and 10)."""
        if "unannounced-capture" not in self.rules.nonsense or self.rules.pawn_tries in ("on-request", "none"):
            return False
        targets = self.position.pawn_targets()
        return not targets or (self.rules.pawn_tries == "squares" and move >> 6 & 63 not in targets)

    def _played(self, side: Side, move: int) -> list[AnyEvent]:
        before, rules = self.position, self.rules
        after = before.play(move)
        number = before.fullmove
        played = Move(side=side, turn=number, move=uci(move), text=None, san=before.san(move))
        said = list(dues([before], [move], [after], rules, side, number, self.turn.asked).values())
        self.position = after
        self.line.add(move, after)
        if self.offered == other(side):
            self.offered = None  # a move declines
        ended = next((event for event in said if isinstance(event, End)), None)
        if ended is None and (reason := draws.declared(self.line, rules)) is not None:
            ended = announce.drawn(reason, played)
            said.append(ended)
        if ended is not None:
            self._end(ended)
            return [played, *said]
        self._next_turn()
        return [played, *said, *self._pawn_tries()]

    def _next_turn(self) -> None:
        self.rebuffs = self.turn.refused
        self.turn = _Turn()

    def _pawn_tries(self) -> list[AnyEvent]:
        told = announce.pawn_tries(self.position, self.rules, self.side, self.position.fullmove)
        return [told] if told is not None else []

    # -- questions and ends ----------------------------------------------------------------------------------------

    def _ask(self, side: Side, command: Command) -> list[AnyEvent]:
        what = command.what or "any"
        if side != self.side:
            return _to(side, f"it is {self.side.capitalize()}'s turn")
        if what not in self.rules.questions:
            return _to(side, f"the rulebook {self.rules.id} has no such question: {what}")
        if what == "any" and self.turn.tried and self.rules.ask == "before-first-try":
            return _to(side, "“Any?” is asked before the first try of a turn")
        number = self.position.fullmove
        if what == "squares":
            return self._ask_squares(side, command.squares)
        asked = Ask(side=side, turn=number, what=what)
        if what == "material":
            answer = announce.material(self.position)
            return [asked, msgspec.structs.replace(answer, side=side, turn=number)]
        if what == "rebuffs":
            return [asked, Answer(side=side, turn=number, count=self.rebuffs)]
        self.turn.asked = True
        self.turn.yes = bool(self.position.pawn_targets())
        return [asked, Answer(side=side, turn=number, any=self.turn.yes)]

    def _ask_squares(self, side: Side, names: tuple[str, ...]) -> list[AnyEvent]:
        """What stands on some squares (Modern Kriegspiel, §8.7)."""
        self.turn.squares += len(names)
        most, world = self.rules.game.squares_asked, self.position
        if not may_ask_squares(self.turn.squares, self.rules.game):
            self.turn.squares -= len(names)
            return _to(side, f"the rulebook {self.rules.id} lets a player ask about {most} squares in a turn")
        own = next((name for name in names if world.own() >> square_of(name) & 1), None)
        if own is not None:
            self.turn.squares -= len(names)
            return _to(side, f"a man of your own stands on {own}")
        kinds = {name: world.type_at(square_of(name)) for name in names}
        seen: Any = {name: LETTERS[kind] if kind else None for name, kind in kinds.items()}
        number = world.fullmove
        return [Ask(side=side, turn=number, what="squares", squares=names), Reveal(side=side, turn=number, seen=seen)]

    def _offer(self, side: Side, command: Command) -> list[AnyEvent]:
        if self.offered == side:
            return _to(side, "your offer stands until the opponent has moved")
        if self.offered is not None:
            return self._accept(side, command)
        self.offered = side
        return [Offer(side=side, turn=self._number(side), what="draw")]

    def _accept(self, side: Side, command: Command) -> list[AnyEvent]:
        if self.offered != other(side):
            return _to(side, "there is no offer to accept")
        number = self._number(side)
        ended = self._end(End(side=side, turn=number, reason="agreement", result="1/2-1/2"))
        return [Reply(side=side, turn=number, what="draw", accepts=True), *ended]

    def _decline(self, side: Side, command: Command) -> list[AnyEvent]:
        if self.offered != other(side):
            return _to(side, "there is no offer to decline")
        self.offered = None
        return [Reply(side=side, turn=self._number(side), what="draw", accepts=False)]

    def _claim(self, side: Side, command: Command) -> list[AnyEvent]:
        reason = command.reason or "repetition"
        if side != self.side:
            return _to(side, f"it is {self.side.capitalize()}'s turn")
        worth = self.rules.get(draws.FIELDS[reason])
        if worth not in _CLAIMED:
            return _to(side, f"the rulebook {self.rules.id} has no claim of a draw by {_DRAWS[reason]}")
        number = self._number(side)
        if not self.line.known or not draws.stands(reason, self.line, self.rules):
            return _to(side, f"the claim is wrong: this is no draw by {_DRAWS[reason]}")
        ended = self._end(End(side=side, turn=number, reason=reason, result="1/2-1/2"))
        return [Claim(side=side, turn=number, reason=reason, granted=True), *ended]

    def _resign(self, side: Side, command: Command) -> list[AnyEvent]:
        return self._end(End(side=side, turn=self._number(side), reason="resignation", result=_loss(side)))

    def _stop(self, side: Side, command: Command) -> list[AnyEvent]:
        self.result, self.over = "*", True
        return []

    def _number(self, side: Side) -> int:
        """The number of the turn in which a player speaks: his own, or that of his last move."""
        return max(1, self.position.fullmove - (side == "black" and self.position.turn))

    def _end(self, event: End) -> list[AnyEvent]:
        self.result, self.over = event.result, True
        return [event]


_ACTIONS: Final[Mapping[str, Callable[[LiveGame, Side, Command], list[AnyEvent]]]] = MappingProxyType(
    {
        "try": LiveGame._try,
        "ask": LiveGame._ask,
        "partner": LiveGame._partner,
        "keep": LiveGame._keep,
        "take-back": LiveGame._take_back,
        "offer": LiveGame._offer,
        "accept": LiveGame._accept,
        "decline": LiveGame._decline,
        "claim": LiveGame._claim,
        "resign": LiveGame._resign,
        "stop": LiveGame._stop,
    }
)


def _to(side: Side, words: str) -> list[AnyEvent]:
    """A word to one player alone."""
    return [Comment(text=words, heard=side)]


def _loss(side: Side) -> Result:
    return "0-1" if side == "white" else "1-0"


def _first(rules: RuleSet, start: str | None) -> Position:
    game = rules.game
    if start is None and game.setup != "given":
        raise LiveError(f"the rulebook {rules.id} has no first position of its own; give one as a FEN, or draw it")
    try:
        wrong = setup_problem(start, game) if start is not None else None
        if wrong is None:
            return position_of(game, start)
    except ValueError as error:
        wrong = str(error)
    raise LiveError(f"the first position cannot be set up: {wrong}")
