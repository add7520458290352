"""The clauses of a dialogue in which the umpire announces something.

These are pawn tries, captures, checks, promotions, ends of the game, offers and what a player is shown.
"""

from __future__ import annotations

from typing import Any, Final

from lark import Token, Tree

from kriegnote.model.endings import OF_LOSER, WINNER, fate, result_of_fate, won_by
from kriegnote.model.events import (
    Answer,
    Capture,
    Check,
    End,
    Event,
    Move,
    Offer,
    PawnTries,
    Promotion,
    Reply,
    Reveal,
    Side,
    other,
)
from kriegnote.notations.dialogue.game_state import GameState
from kriegnote.text.end_words import result_of
from kriegnote.text.speech.announced import (
    REASONS,
    capture_fields,
    directions,
    is_the_loser,
    mover_in,
    pawn_tries_fields,
    squares_in,
)
from kriegnote.text.speech.clauses import MEN, has, man_of, side_of, tokens_of
from kriegnote.text.speech.moves_in_words import capture_on

_NAMED: Final = frozenset("NBRQK")
"""The men that an umpire never names: a sentence in which one of them captures reports a move."""
_DIAGONALS: Final = frozenset({"long", "short"})


def _completes(last: Capture, fields: dict[str, Any]) -> bool:
    """Whether a capture with these fields is that of the last announcement, which named no square."""
    known = {name: getattr(last, name) for name in fields}
    return (
        last.square is None
        and fields["square"] is not None
        and all(fields[name] in (None, value) for name, value in known.items() if value is not None)
    )


class AnnouncementClauses(GameState):
    """One method for each rule of ``grammars/dialogue.lark`` that is an announcement."""

    def pawns(self, tree: Tree[Token]) -> None:
        side, turn = self._speaker(tree)
        said = pawn_tries_fields(tree, self.counted_from(side))
        if self.unanswered.awaited == "answer" and said["squares"] is None and (asked := self._asked()) is not None:
            count = said["count"]
            yes = said["any"] if count is None else count > 0
            self._add(Answer, side=asked.side, turn=asked.turn, any=yes, count=count)
            self.unanswered.answered()
            return
        self._add(PawnTries, side=side, turn=turn, **said)

    def capture(self, tree: Tree[Token]) -> bool | None:
        self._accept_on(mover_in(tree), next(iter(squares_in(tree, self.counted_from(self.side))), None))
        who = self._last_mover(
            Tree("capture", []) if is_the_loser(tree) else tree
        )  # the one who loses a man did not move
        counted_from = self.counted_from(who["side"])
        said = capture_fields(tree, counted_from, names_men=self.names_men)
        square = next(iter(squares_in(tree, counted_from)), None)
        if self._of_an_unread_move(square):
            return False
        by = next(tree.find_data("by"), None)
        capturer = man_of(by) if by is not None else None
        moved = square is not None and self._has_moved_to(square) and not self._is_to_move(tree)
        if capturer in _NAMED and square is not None and not moved:
            if not has(tree, "CAPTURE") or said["captured"] is not None:
                return False
            self._speaker(tree, moves=True)
            self._made_in_words(capture_on(square, capturer, self.lang))
            return None
        self._announced(Capture, who | said)
        return None

    def _announced(self, kind: type[Event], fields: dict[str, Any]) -> None:
        """Adds an announcement; one that repeats the last event in other words or completes it becomes part of it."""
        last = self._last_event()
        if isinstance(last, Capture) and kind is Capture and _completes(last, fields):
            self._change(-1, **{name: value for name, value in fields.items() if value is not None})
            return
        if type(last) is kind and last.span is not None and all(getattr(last, name) == fields[name] for name in fields):
            words = " ".join(self.build.chunk.text[self.at.own : self.at.stop].split())
            base = self.build.chunk.offset
            if words not in " ".join(self.build.chunk.text[last.span[0] - base : last.span[1] - base].split()):
                return
        self._add(kind, **fields)

    def _of_an_unread_move(self, square: str | None) -> bool:
        """Whether the announcement may belong to a move that was not understood.

        It may if prose directly before it names a move, and the last move that was read is not one to this square.
        """
        return self.unread_before() and bool(self.prose_moves) and not (square and self._has_moved_to(square))

    def _has_moved_to(self, square: str) -> bool:
        """Whether the last move that was read is one to this square."""
        last = self.build.events[self.moves.index] if self.moves.index is not None else None
        return isinstance(last, Move) and last.parts is not None and last.parts.to == square

    def _is_to_move(self, tree: Tree[Token]) -> bool:
        """Whether a clause names the player to move, and the other player made the last move."""
        return self.moves.last is not None and side_of(tree) == self.side != self.moves.last[0]

    def check(self, tree: Tree[Token]) -> bool | None:
        ways = directions(tree)
        if self._of_an_unread_move(None):
            return False
        # the clause names the side in check, which did not move
        who = self._last_mover(Tree("check", []) if has(tree, "IN_CHECK") else tree)
        self._announced(Check, who | {"directions": tuple(sorted(ways))})
        return None

    def _add_to_end(self, last: End, tree: Tree[Token], word: str) -> bool:
        """Adds what a clause says of the end just before it, “mate, White wins”; False if it is about another end."""
        side = side_of(tree)
        if word == "WINS" and side is not None:
            self._change(-1, side=other(side) if last.reason in OF_LOSER else side, result=won_by(side))
            return True
        return side is None and (word in ("WINS", "DRAW") or REASONS[word] == last.reason)

    def direction(self, tree: Tree[Token]) -> bool | None:
        """Adds to a check the direction that is named after it: “on a diagonal, the short one”."""
        last = self._last_event()
        if not isinstance(last, Check):
            return False
        ways = {*last.directions, *directions(tree)}
        self._change(-1, directions=tuple(sorted(ways - {"diagonal"} if ways & _DIAGONALS else ways)))
        return None

    def promotion(self, tree: Tree[Token]) -> None:
        self._add(Promotion, **self._last_mover(tree))

    def end(self, tree: Tree[Token]) -> bool | None:
        token = next(tree.find_data("reason")).children[0]
        assert isinstance(token, Token)
        reason = REASONS[token.type]
        who: dict[str, Any] = {"side": side_of(tree) or self.side, "turn": self.turn}
        if not self.numbered:
            who = self._last_mover(tree)
        if token.type == "MATED":
            who = self._last_mover(Tree("end", []))
        result = result_of_fate("wins" if token.type == "WINS" else fate(reason), who["side"])
        if has(tree, "NO_RESULT"):
            result = None
        elif (printed := next((one for one in tokens_of(tree) if one.type == "RESULT_SAID"), None)) is not None:
            result = result_of(printed)
            if reason == "king-captured" and side_of(tree) is None:  # both may have moved: the winner has captured it
                who["side"] = WINNER.get(str(result))
        last = self._last_event()
        if isinstance(last, End) and self._add_to_end(last, tree, token.type):
            return None
        if token.type == "WINS" and side_of(tree) is None:
            return False
        if ways := directions(tree):
            self._add(Check, **who, directions=tuple(sorted(ways)))
        self._add(End, **who, reason=reason, result=result)
        return None

    def offer(self, tree: Tree[Token]) -> None:
        """Adds an offer of a draw, which the other player may accept."""
        who = self._last_mover(tree)
        self.offered = who["side"]
        self._add(Offer, **who, what="draw")

    def offer_answered(self, tree: Tree[Token]) -> bool | None:
        """Adds the reply to an offer of a draw; one that is accepted ends the game."""
        if self.offered is None:
            return False
        accepts = has(tree, "YES")
        self._add(Reply, side=other(self.offered), turn=self.turn, what="draw", accepts=accepts)
        self.offered = None
        if accepts:
            self.final = "1/2-1/2"
        return None

    def reveal(self, tree: Tree[Token]) -> bool | None:
        seen: dict[str, str | None] = {}
        lines: list[tuple[str, str]] = []
        for token in tokens_of(tree):
            if token.type == "LONE_SQUARE":
                seen[str(token)] = None
            elif token.type == "MOVE_IN_SIGNS":
                parts = self._printed(token)[1]
                if parts is None or parts.to is None or parts.capture:
                    return False
                if parts.from_ is not None:
                    lines.append((parts.from_, parts.to))
                elif parts.piece is not None:
                    seen[parts.to] = parts.piece
        self._shown(side_of(tree) or self.at.hearer, seen, tuple(lines))
        return None

    def stands(self, tree: Tree[Token]) -> bool | None:
        """Adds the men that the umpire shows to the player informed: “that there is a pawn on f5, and Black that …”."""
        side = self.at.hearer
        if side is None and isinstance(self._last_event(), Reveal):
            side = side_of(tree)
        if side is None:
            return False
        seen: dict[str, str | None] = {}
        man: str | None = None
        for token in tokens_of(tree):
            if token.type in MEN:
                man = MEN[token.type]
            elif token.type == "MOVE_IN_SIGNS":
                parts = self._printed(token)[1]
                if parts is None or parts.to is None or parts.piece is None:
                    return False
                seen[parts.to] = parts.piece
            elif token.type == "LONE_SQUARE" and man is not None:
                seen[str(token)] = man
        if not seen:
            return False
        self._shown(side, seen, ())
        return None

    def _shown(self, side: Side | None, seen: dict[str, str | None], lines: tuple[tuple[str, str], ...]) -> None:
        turn = self.turn if self.numbered or self.moves.last is None else self.moves.last[1]
        self._add(Reveal, side=side, turn=turn, seen=seen, lines=lines)
