"""The clauses of a dialogue that are questions, answers and tries."""

from __future__ import annotations

from typing import Any, Final

from lark import Token, Tree

from kriegnote.errors import shortened
from kriegnote.model.events import Answer, Ask, Move, Side, Try, Verdict
from kriegnote.model.printed_moves import Parts
from kriegnote.notations.dialogue.game_state import ClausePlace, GameState, Objection, Unanswered
from kriegnote.text.speech.clauses import (
    MOVES,
    UNSAID,
    VERDICTS,
    asked_in,
    count_of,
    has,
    kind_of,
    numbers_of,
    side_of,
    span_of,
    times_of,
    tokens_of,
)
from kriegnote.text.speech.moves_in_words import move_in_words

_ANSWERS: Final = frozenset({"judged", "answered", "reply", "number", "refusals", "note"})
"""Clauses that leave it open whether a proposed move is played: they are about it."""

_MAY_ANSWER: Final = MOVES | {
    *VERDICTS, "YES", "AFFIRM", "DENY", "REFUSE", "ALLOW", "ACCEPTED", "ASK", "ANY", "WHETHER_ANY",
}  # fmt: skip
"""Words that may answer an earlier try, or be a try or question that is answered next."""


class TryClauses(GameState):
    """One method for each rule of ``grammars/dialogue.lark`` that is a question, an answer or a try."""

    def ask(self, tree: Tree[Token]) -> None:
        side, turn = self._speaker(tree)
        self._add(Ask, side=side, turn=turn, what=asked_in(tree))
        self.unanswered.asked()

    def question(self, tree: Tree[Token]) -> None:
        """Adds a question that is only said to have been asked: the usual one; nothing if one was just asked."""
        last = self._last_event()
        if not isinstance(last, Ask) or side_of(tree) not in (None, last.side):
            self.ask(tree)

    def reply(self, tree: Tree[Token]) -> bool | None:
        """Handles “yes”, perhaps with a number, as the answer to what was asked or tried last, and “the same”."""
        if has(tree, "SAME"):
            return self._as_the_last_time(tree)
        if self.unanswered.awaited == "refusal" and self.unanswered.tries and has(tree, "YES"):
            self._accept()
            return None
        self.unanswered.umpire_spoke()
        if self.unanswered.awaited == "verdict" and self.unanswered.tries:
            return self._accepted() if has(tree, "YES") and not numbers_of(tree) else self._no_answer(tree)
        return self.answered(tree)

    def _as_the_last_time(self, tree: Tree[Token]) -> bool | None:
        """Repeats the last answer to a question, or the last refusal of a try."""
        self.unanswered.umpire_spoke()
        if self.unanswered.tries:
            refused = [one.verdict for one in self.build.events if isinstance(one, Try) and one.verdict is not None]
            if self.unanswered.awaited != "verdict" or not refused:
                return self._no_answer(tree)
            self._judge(self.unanswered.tries, refused[-1], UNSAID)
            return None
        asked = self._asked()
        last = next((one for one in reversed(self.build.events) if isinstance(one, Answer)), None)
        if asked is None or asked.what != "any" or last is None or self.unanswered.awaited != "answer":
            return self._no_answer(tree)
        self._add(Answer, side=asked.side, turn=asked.turn, any=last.any, count=last.count)
        self.unanswered.answered()
        return None

    def answered(self, tree: Tree[Token]) -> bool | None:
        """Adds the answer to a question, which the clause may name."""
        yes = True if has(tree, "YES") else False if has(tree, "NO") else None
        last = self._last_event()
        if isinstance(last, Answer) and last.any is yes and self.unanswered.awaited == "nothing":
            return None  # in another language: “Yes, sì”
        side, turn = self._speaker(tree)
        self._add(Answer, side=side, turn=turn, any=yes, count=count_of(tree))
        self.unanswered.answered()
        return None

    def judged(self, tree: Tree[Token]) -> bool | None:
        """Handles “no”, “legal”, “illegal”: a verdict on tries, perhaps with how often."""
        manner = kind_of(next(tree.find_data("verdict")))
        times = times_of(tree)
        waiting = self.unanswered
        waiting.umpire_spoke()
        if manner == "NO" and waiting.awaited == "answer":
            asked = self._asked()
            side, turn = (asked.side, asked.turn) if asked is not None else (self.side, self.turn)
            self._add(Answer, side=side, turn=turn, any=False)
            waiting.answered()
            return None
        if manner in ("ACCEPTED", "MOVED"):
            return self._accepted()
        if waiting.awaited == "answer" and not waiting.tries and times is UNSAID and not self.at.heard:
            return self._no_answer(tree)
        verdict = self.verdicts.get(manner)
        if verdict is not None and self.before_move is not None:
            self._retract()
            waiting = self.unanswered
        if waiting.tries:
            self._judge(
                waiting.tries if manner == "ILLEGALS" or has(tree, "EACH_TIME") else waiting.tries[-1:], verdict, times
            )
        elif verdict is None or self.prose_at == len(self.build.events) - 1:
            return False  # it is not known what is judged
        else:
            self._refusals(verdict, 1 if times is UNSAID else times)
        return None

    def _judge(self, judged: list[int], verdict: Verdict | None, times: Any) -> None:
        """Sets the verdict of these tries; earlier ones of their list were refused without a reason."""
        for index in judged:
            self._change(index, verdict=verdict)
        if times is not UNSAID:
            self._change(judged[-1], times=times)
        self._refuse([index for index in self.unanswered.tries if index not in judged])
        last = self.build.events[judged[-1]]
        self.unanswered = Unanswered(unnamed=judged[-1] if isinstance(last, Try) and last.text is None else None)

    def doubted(self, kinds: set[str]) -> None:
        """Handles words of these kinds that were not understood and may answer the last try or move."""
        if self.before_move is not None and not kinds.isdisjoint(VERDICTS):
            self._retract()
        self.before_move = None
        self.unanswered.umpire_spoke()
        if not kinds.isdisjoint(_MAY_ANSWER):
            self.unanswered = Unanswered()

    def _accepted(self) -> bool | None:
        """Accepts the last try as the move.

        If the move number of the same turn follows, the try is left as it is, and the umpire compares it with the move.
        """
        waiting = self.unanswered
        if not waiting.tries:
            return None if isinstance(self._last_event(), Move) else False
        if self._following() == (self.turn, self.side):
            self._refuse(waiting.tries[:-1])
            self.unanswered = Unanswered(tries=waiting.tries[-1:])
        else:
            self._accept()
        return None

    def _no_answer(self, tree: Tree[Token]) -> bool:
        """Objects to words that answer neither a question nor a try, whose answer is then not known."""
        words = [token for token in tokens_of(tree) if token.type not in ("UMPIRE", "SAY", "COLON")]
        first, last = words[0].start_pos, words[-1].end_pos
        if first is not None and last is not None:
            self.object(first + self.base, last + self.base)
        return False

    def object(self, start: int, end: int) -> None:
        """Objects to words that do not answer the last question or try."""
        said = " ".join(self.build.chunk.text[start:end].split())
        shown = shortened(said)
        if self.unanswered.awaited in ("verdict", "refusal") and self.unanswered.tries:
            why = f"{shown!r} does not answer a try; expected legal, illegal, impossible or no"
        elif self.unanswered.awaited == "answer":
            why = f"{shown!r} is not an answer; expected yes, no or try"
        else:
            why = f"{shown!r} is not a known announcement"
        self.objection, self.unanswered = Objection(why, start, end), Unanswered()

    def number(self, tree: Tree[Token]) -> bool | None:
        """Adds a bare number as the answer to a question about rebuffs or material."""
        asked = self._asked()
        if self.unanswered.awaited != "answer" or asked is None or asked.what == "any":
            return self._no_answer(tree)
        self._add(Answer, side=asked.side, turn=asked.turn, count=count_of(tree))
        self.unanswered.answered()
        return None

    def _refuse(self, indexes: list[int]) -> None:
        """Marks these tries as refused without a reason: they precede the one that was answered."""
        for index in indexes:
            self._change(index, verdict="refused")

    def _refusals(self, verdict: Verdict, times: Any) -> None:
        self.unanswered.unnamed = self._add(
            Try, side=self.side, turn=self.turn, move=None, text=None, verdict=verdict, times=times
        )
        self.unanswered.answered()

    def refusals(self, tree: Tree[Token]) -> None:
        """Handles “No. No. … No.”, perhaps with how many there were."""
        said = numbers_of(tree)
        nos = sum(token.type == "NO" for token in tokens_of(tree))
        in_one_breath = nos == 2 and not has(tree, "FULL_STOP")
        if in_one_breath and self.unanswered.awaited == "answer" and not self.unanswered.tries:
            self._add(Answer, side=self.side, turn=self.turn, any=False)
            self.unanswered.answered()
            return
        times: Any = said[0] if len(said) == 1 else (said[0], said[1]) if said else nos
        if not said and (has(tree, "ELLIPSIS")):
            times = None
        if (open_tries := self.unanswered.tries) and times == sum(self._times(index) for index in open_tries):
            self._judge(open_tries, self.verdicts["NO"], UNSAID)  # one “no” for each time that something was tried
        else:
            self._refusals(self.verdicts["NO"], times)

    def _times(self, index: int) -> int:
        """How often a try was made; 0 if that is not known exactly."""
        event = self.build.events[index]
        return event.times if isinstance(event, Try) and isinstance(event.times, int) else 0

    # -- tries

    def tries(self, tree: Tree[Token]) -> bool | None:
        past = self._preceded(tree)
        times = times_of(tree)
        entries = [child for child in tree.children if isinstance(child, Tree) and child.data == "tried"]
        for entry in entries:
            token, text, parts = self._named_move(entry, side_of(tree) or self.side)
            self._try(tree, past, token, text=text, parts=parts, times=1 if times is UNSAID else times)
        if any(next(entry.find_data("verdict"), None) is not None for entry in entries):
            self._judge_each(tree, len(entries))
        return None

    def _named_move(self, tree: Tree[Token], side: Side) -> tuple[Token, str, Parts | None]:
        """The move that a clause names, printed or in words: its token, text and parts."""
        described = next(tree.find_data("described"), None)
        if described is None:
            token = next((token for token in tokens_of(tree) if token.type in MOVES), next(tokens_of(tree)))
            return token, *self._printed(token, side)
        text, parts = move_in_words(described, side, self.lang)
        first, last = span_of(described)
        return Token("MOVE_IN_SIGNS", text, start_pos=first.start_pos, end_pos=last.end_pos), text, parts

    def one_more_try(self, side: Side | None, start: int, end: int, token: Token | None) -> None:
        """Adds one more try of a list; without a token, a try whose text cannot be read as a move."""
        self.at = ClausePlace(start, end, start)
        side, turn = self._expected(side)
        text, parts = self._printed(token, side) if token is not None else (self.build.chunk.text[start:end], None)
        index = self._add(Try, side=side, turn=turn, move=None, text=text, parts=parts, verdict=None)
        if token is None:
            self.build.note("KN101", f"this is not a move: {text!r}", start, end)
        self.unanswered.tried()
        self.unanswered.tries.append(index)

    def proposed(self, tree: Tree[Token]) -> None:
        """Handles “White: Nxd5.”: a try that is played unless what follows refuses it."""
        self._speaker(tree, moves=True)
        token, text, parts = self._named_move(tree, self.side)
        self._try(tree, False, token, text=text, parts=parts, times=1)
        self.unanswered.named()

    def refused(self, tree: Tree[Token]) -> bool | None:
        """Handles a named move together with its answer."""
        self.proposed(tree)
        last = self._last_event()
        if isinstance(last, Try) and last.verdict is not None:
            return None  # the answer was part of the try
        return self.judged(tree)

    def decided(self, kind: str | None, side: Side | None) -> None:
        """Accepts a proposed move, unless the next clause answers it or is its player's next attempt.

        :param kind: the kind of the next clause, None at the end; ``side``: the player whom it names.
        """
        if self.unanswered.awaited != "refusal" or kind in _ANSWERS:
            return
        self.unanswered.umpire_spoke()
        again = kind in ("ask", "tries", "proposed") and side == self.side
        if self.unanswered.tries and not again:
            self._accept()

    def _judge_each(self, tree: Tree[Token], count: int) -> None:
        """Sets verdicts that stand in parentheses, each for the try before it."""
        first = len(self.build.events) - count
        entries = [child for child in tree.children if isinstance(child, Tree) and child.data == "tried"]
        for index, entry in enumerate(entries, first):
            said = next(entry.find_data("verdict"), None)
            if said is not None:
                self._change(index, verdict=self.verdicts.get(kind_of(said)))
                self.unanswered.tries = [one for one in self.unanswered.tries if one != index]

    def takes(self, tree: Tree[Token]) -> None:
        pawn = has(tree, "PAWN") or has(tree, "WITH_A_PAWN")
        taking = has(tree, "TAKE")
        for token in [token for token in tokens_of(tree) if token.type == "LONE_SQUARE"]:
            parts = Parts(piece="P" if pawn else None, to=str(token), capture=True if taking else None)
            self._try(tree, self._preceded(tree), token, text=str(token), parts=parts, times=1)

    def _try(self, tree: Tree[Token], past: bool, token: Token, **fields: Any) -> None:
        earlier = has(tree, "HAD_TRIED") or has(tree, "AFTER_TRYING")  # another move was played after them
        verdict = "refused" if earlier or has(tree, "IN_VAIN") else None
        if past and self.moves.last is not None and self.moves.index is not None:
            index = self._add(
                Try, token, side=self.moves.last[0], turn=self.moves.last[1], move=None, verdict=verdict, **fields
            )
            self.ranks[index] = self.ranks.get(self.moves.index, self.moves.index) - 0.5
            self.unanswered.tried()
            self.unanswered.tries = [index]
            return
        side, turn = self._speaker(tree)
        index = self._add(Try, token, side=side, turn=turn, move=None, verdict=verdict, **fields)
        self.unanswered.tried()
        if earlier or verdict is None:
            self.unanswered.tries.append(index)

    def _preceded(self, tree: Tree[Token]) -> bool:
        """Whether a clause reports tries that preceded the last move."""
        if self.moves.last is None or self.moves.index is None or side_of(tree) == self.side:
            return False
        return has(tree, "HAD_TRIED") or (has(tree, "AFTER_TRYING") and self.sentence_moved and self.subject is None)

    def made(self, tree: Tree[Token]) -> None:
        side, turn = self._speaker(tree)
        said = numbers_of(tree)
        times: Any = (said[0], said[1]) if len(said) == 2 else said[0] if said else 1
        if has(tree, "MANY"):
            times = None
        answer = next(tree.find_data("verdict"), None)
        wrong = has(tree, "ILLEGALS") or has(tree, "ILLEGAL")
        manner = kind_of(answer) if answer is not None else "ILLEGALS" if wrong else ""
        verdict = self.verdicts.get(manner)
        index = self._add(Try, side=side, turn=turn, move=None, text=None, verdict=verdict, times=times)
        self.unanswered.tried()
        self.unanswered.unnamed = index
        if verdict is None:
            self.unanswered.tries.append(index)

    def listed(self, tree: Tree[Token]) -> bool | None:
        """Handles “The tries were …”: the moves of the refusals just before."""
        index, heard = self.unanswered.unnamed, self._last_event()
        if index is None or not isinstance(heard, Try) or index != len(self.build.events) - 1:
            return False
        tokens = [token for token in tokens_of(tree) if token.type in MOVES]
        if isinstance(heard.times, int) and heard.times > len(tokens):
            self._change(index, times=heard.times - len(tokens))
        else:
            self._take_back()
        for token in tokens:
            text, parts = self._printed(token, heard.side)
            self._add(
                Try, token, side=heard.side, turn=heard.turn, move=None, text=text, parts=parts, verdict=heard.verdict
            )
        self.unanswered.unnamed = None
        return None

    def would(self, tree: Tree[Token]) -> None:
        who = self._last_mover(tree)
        times = times_of(tree)
        said: dict[str, Any] = {"move": None, "verdict": "untested", "times": 1 if times is UNSAID else times}
        if has(tree, "ANOTHER_MOVE"):
            self._add(Try, text=None, **who, **said)
        for token in [token for token in tokens_of(tree) if token.type in MOVES]:
            text, parts = self._printed(token, who["side"])
            self._add(Try, token, text=text, parts=parts, **who, **said)
