"""What the clauses of a dialogue mean: the events they make, with the turn, the question and the tries still open.

The reader finds the clauses (:mod:`kriegnote.text.speech.clauses`) and hands them over one by one; a
clause whose words mean nothing where it stands is handed back.
"""

from __future__ import annotations

from typing import Final

from lark import Token, Tree

from kriegnote.model.events import Comment
from kriegnote.notations.dialogue.announcements import AnnouncementClauses
from kriegnote.notations.dialogue.game_state import ClausePlace
from kriegnote.notations.dialogue.moves import MoveClauses
from kriegnote.notations.dialogue.tries import TryClauses
from kriegnote.text.comments import unbrace
from kriegnote.text.end_words import result_of
from kriegnote.text.speech.clauses import side_of, tokens_of

_SPEAKERS: Final = frozenset({"WHITE", "BLACK", "UMPIRE", "PUBLIC"})


class Spoken(TryClauses, MoveClauses, AnnouncementClauses):
    """The events of one game as its sentences tell them: one method for each rule of ``grammars/dialogue.lark``."""

    def read(self, tree: Tree[Token], start: int, stop: int, *, heard: bool = False) -> bool:
        """Makes events of a clause that stands at ``[start, stop)``; False when it means nothing here."""
        first = next(tokens_of(tree), None)
        own = start if first is None or first.start_pos is None else max(start, first.start_pos + self.base)
        self.at, self.objection = ClausePlace(start, stop, own, heard), None
        self.decided(tree.data, side_of(tree))
        if self.visit(tree) is False:
            return False
        if tree.data != "score":
            self.numbered = False
        if not self.numbered:  # a number alone belongs to what follows
            self._absorb(stop)
        return True

    def note(self, tree: Tree[Token]) -> None:
        token = next(token for token in tokens_of(tree) if token.type == "BRACES")
        speaker = next((token.type.lower() for token in tokens_of(tree) if token.type in _SPEAKERS), None)
        self._add(Comment, text=unbrace(str(token)), heard=speaker or "umpire")
        self.marked.append((len(self.build.events) - 1, speaker))

    def result(self, tree: Tree[Token]) -> None:
        self.final = result_of(next(tokens_of(tree)))
        self._close(refused=False)
