"""Black's moves: what he may have done, why a try was refused, against what a move is meant."""

from __future__ import annotations

from typing import Final

import msgspec

from kriegnote.lexicon import mentions
from kriegnote.problems.answers import Answers
from kriegnote.problems.builder import place
from kriegnote.problems.context import MOVES, reply_move
from kriegnote.problems.phrases import Phrase
from kriegnote.problems.policy import Captures, Otherwise, ReplyMove

_SEPARATORS: Final = {"or", "comma", "slash", "and", "newline", "blank_line", "black_number", "other"}

_OF_MEN: Final = {"man", "any_of_man", "move_in_words"}
_ABOUT_MEN: Final = {"black", "at_square", "moved", "goes", "comma", "direction", "newline", "and"}
"""What a condition on men that White does not see may hold beside their names."""


class Replies(Answers):
    """The part of a reader that understands what Black does."""

    def _black(self, i: int) -> int:
        """``1...`` and moves of Black's: what he may have done, or why a try was refused."""
        word, now = self.words[i], self.now
        turn = max(word.number + 1 - self.shift, 1) if word.number else self._turn_ahead(word)
        if now.cue in ("because", "not", "against"):
            moves, j = self._moves(i + 1)
            if now.cue == "because":
                (now.tries[-1].defences if now.tries and not self._try_ahead(i) else now.defended).extend(moves)
            now.cue = ""
            return max(j, i + 1)
        if (
            now.tries
            and now.tries[-1].turn == turn
            and now.part != "head"
            and self.choices.pick(word.start, "reason", 0, 2)
        ):
            moves, j = self._moves(i + 1)  # “2.Qg5#, which only 1...Nf6 prevents; then 2.Qd2#”
            now.tries[-1].defences.extend(moves)
            return max(j, i + 1)
        now.threats = "" if now.threats == "next" else now.threats
        after = self.words[i + 1] if i + 1 < len(self.words) else None
        if after is not None and after.kind in ("dash", "colon") and not word.number:
            self._add(Otherwise(), word)  # “x c4 → 2.Bf3; ... → 2.Qh8”
            return i + 1
        if after is not None and after.kind in ("all_other", "otherwise"):
            self._note(word)
            self.used.add(after.start)
            now.replies, now.reply_turn = [ReplyMove(**place(after))], turn
            return i + 2
        return self._replies(i + 1, turn, own=False)

    def _replies(self, i: int, turn: int, *, own: bool) -> int:
        moves, j = self._moves(i)
        if not moves:
            return i
        now = self.now
        if own or (now.tries and now.tries[-1].turn == turn - 1):
            self.only = self.only or self.last
            self.build.go(turn, only=self.only)
            now.tries = []
        self._note(self.words[i])
        now.replies.extend(moves)
        now.reply_turn = turn
        now.cue, now.unclear = "", None
        return j

    def _moves(self, i: int) -> tuple[list[ReplyMove], int]:
        """Moves of Black's from ``i`` on, with commas, slashes and *or* between them; and where they end."""
        found: list[ReplyMove] = []
        j = i
        while j < len(self.words) and self.words[j].kind in MOVES:
            if found and (move := self.words[j].move) is not None and move.mates:
                break  # “dxc4 Bf3#”: Black does not mate
            made = reply_move(self.words[j])
            if made is not None:
                found.append(made)
            self.used.add(self.words[j].start)
            i = j = j + 1
            while j < len(self.words) and self.words[j].kind in _SEPARATORS:
                j += 1
        return found, i

    def _captured(self, i: int) -> bool:
        """“the capture of the ♖c1”: the man that was taken, and where."""
        word, now = self.words[i], self.now
        assert word.move is not None
        last = now.conditions[-1] if now.conditions else None
        if not isinstance(last, Captures) or last.square or last.man or self.words[i - 1].kind != "heard":
            return False
        if word.move.mates:
            return False
        if word.move.parts.capture or word.move.parts.piece == "P" or now.cue == "white":
            return False
        now.conditions[-1] = msgspec.structs.replace(last, square=word.move.parts.to)
        self.used.add(word.start)
        return True

    def _in_words(self, i: int) -> None:
        """“if the king is on b3”: Black's move, or only where a man stands."""
        word, now = self.words[i], self.now
        supposed = now.cue == "if" and (now.black or has_moved(word)) and now.part != "reason" and not now.tries
        if self.choices.pick(word.start, "in words", *((0, 2) if supposed else (2, 0))) == 0:
            self._note(word)
            made = reply_move(word)
            assert made is not None
            now.replies.append(made)
            now.reply_turn = self._turn_ahead(word)
            now.unclear = None
            self.used.add(word.start)

    def _is_hidden(self, condition: Phrase, word: Phrase) -> bool:
        """“2.A or, if a rook has interposed, 2.B”: whether a condition is about men that White does not see.

        All that he can do about it is what he does when the try before is refused.
        """
        among = [each for each in self.words if condition.start < each.start <= word.start]
        kinds = {each.kind for each in among[:-1]}
        about_men = bool(kinds & _OF_MEN) or {"black", "at_square"} <= kinds
        return about_men and kinds <= _OF_MEN | _ABOUT_MEN and not any(each.led_by for each in among)


def has_moved(word: Phrase) -> bool:
    """Whether a man is told to have moved, not said to move anywhere."""
    return mentions(word.text, "details.moved")
