"""Turns the clauses of a dialogue into events, given the turn, the question and the tries that await an answer.

The reader finds the clauses (:mod:`kriegnote.text.speech.clauses`) and passes them on one by one; a clause without a
meaning in its place is rejected.
"""

from __future__ import annotations

from typing import Final

from lark import Token, Tree

from kriegnote.model.events import Capture, Check, Comment, Promotion, Side
from kriegnote.notations.dialogue.announcements import AnnouncementClauses
from kriegnote.notations.dialogue.game_state import ClausePlace
from kriegnote.notations.dialogue.moves import MoveClauses
from kriegnote.notations.dialogue.tries import TryClauses
from kriegnote.text.comments import unbrace
from kriegnote.text.end_words import result_of
from kriegnote.text.speech.clauses import moves_in, side_of, tokens_of

_SPEAKERS: Final = frozenset({"WHITE", "BLACK", "UMPIRE", "PUBLIC"})
_OF_A_PLAYER: Final = frozenset(
    {"ask", "question", "tries", "takes", "made", "proposed", "refused", "played", "in_words", "castles", "goes",
     "promoted", "promotes", "moved", "called", "to_move"}
)  # fmt: skip
"""Clauses that determine whose turn it is if they name a player."""
_ANSWERS: Final = frozenset({"answered", "reply", "number", "judged", "refusals"})
_ANNOUNCED: Final = frozenset({"capture", "check", "promotion"})
_OF_A_TURN: Final = _OF_A_PLAYER | _ANSWERS | _ANNOUNCED | {"pawns", "score"}
"""Clauses that belong to one player's turn, whether they name him or not."""
_ABOUT_A_MOVE: Final = (Capture, Check, Promotion)


class ClauseInterpreter(TryClauses, MoveClauses, AnnouncementClauses):
    """The events of one game as its sentences report them: one method for each rule of ``grammars/dialogue.lark``."""

    def read(
        self, tree: Tree[Token], start: int, stop: int, *, heard: bool = False, hearer: Side | None = None
    ) -> bool:
        """Adds the events of a clause; returns False if it has no meaning in this place.

        :param start: the offset of the clause in the chunk; ``stop``: the offset of its end.
        :param heard: whether the clause says who hears it; ``hearer``: the player whom the umpire informs.
        """
        first = next(tokens_of(tree), None)
        own = start if first is None or first.start_pos is None else max(start, first.start_pos + self.base)
        self.at = ClausePlace(start, stop, own, heard, hearer, side_of(tree) is not None)
        self.objection = None
        if self.lost and not self._find_turn(tree):
            return False
        self.decided(tree.data, side_of(tree))
        if self.visit(tree) is False:
            return False
        if tree.data != "score":
            self.numbered = False
        if not self.numbered:  # a number alone belongs to what follows
            self._absorb(stop)
        return True

    def _find_turn(self, tree: Tree[Token]) -> bool:
        """Determines the turn of a clause after words that may report a move; returns whether it is known.

        It is if the clause has a number, names the player, answers what was asked since, or continues an announcement.
        """
        kind = str(tree.data)
        again = self.unread_before() and moves_in(tokens_of(tree)) & self.prose_moves
        if again or (kind == "score" and isinstance(tree.children[0], Token)):
            self.lost = False
            return True
        if (side := side_of(tree)) is not None:
            if kind in _OF_A_PLAYER:
                self.lost = False
                if kind not in ("moved", "called"):  # these may be about the move before
                    self._expected(side, moves=True)
            return True
        if kind in _ANSWERS:
            return self.waits()
        if kind in _ANNOUNCED:
            return isinstance(self._last_event(), _ABOUT_A_MOVE)
        return kind not in _OF_A_TURN

    def note(self, tree: Tree[Token]) -> None:
        token = next(token for token in tokens_of(tree) if token.type == "BRACES")
        speaker = next((token.type.lower() for token in tokens_of(tree) if token.type in _SPEAKERS), None)
        self._add(Comment, text=unbrace(str(token)), heard=speaker or "umpire")
        self.marked.append((len(self.build.events) - 1, speaker))

    def result(self, tree: Tree[Token]) -> None:
        self.final = result_of(next(tokens_of(tree)))
        self._close(refused=False)
