"""What a dialogue says of questions, answers and tries."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from kriegnote.model.events import Answer, Ask, Comment, Side, Try, Verdict
from kriegnote.model.printed_moves import Parts
from kriegnote.notations.dialogue.clauses import (
    MOVES,
    UNSAID,
    count_of,
    has,
    kind_of,
    numbers_of,
    side_of,
    span_of,
    times_of,
    tokens_of,
)
from kriegnote.notations.dialogue.game_state import GameState
from kriegnote.notations.dialogue.told_moves import told_move


class TryClauses(GameState):
    """Questions, answers and tries."""

    def _ask(self, tree: Tree[Token]) -> None:
        side, turn = self._speaker(tree)
        what = "rebuffs" if has(tree, "REBUFFS") else "material" if has(tree, "MATERIAL") else "any"
        self._add(Ask, side=side, turn=turn, what=what)
        self.pending = "ask"

    def _answer(self, tree: Tree[Token]) -> bool | None:
        replied = next(tree.find_data("replied"), None)
        if self.proposed:
            self.proposed = False
            if replied is not None and has(replied, "YES") and self.open:
                self._accept()
                return None
        if replied is not None and self.open and self.pending == "try" and not has(tree, "QUESTION"):
            return self._no_answer(tree)
        if replied is not None or (has(tree, "QUESTION")):
            side, turn = self._speaker(tree)
            count = count_of(replied) if replied is not None else None
            yes = True if has(tree, "YES") else False if has(tree, "NO") else None
            self._add(Answer, side=side, turn=turn, any=yes, count=count)
            self.pending = ""
            return None
        said = next(tree.find_data("verdict"), None)
        if said is None:
            return self._counted(tree)
        manner = kind_of(said)
        if manner == "NO" and self.pending == "ask":
            self._add(Answer, side=self.side, turn=self.turn, any=False)
            self.pending = ""
            return None
        if manner == "ACCEPTED":
            if not self.open:
                return False
            if self._following() == (self.turn, self.side):  # the move is printed next; the umpire compares them
                self._refuse(self.open[:-1])
                self.open, self.pending = self.open[-1:], ""
            else:
                self._accept()
            return None
        verdict = self.verdicts.get(manner)
        times = times_of(tree)
        if self.pending == "ask" and not self.open and times is UNSAID and not self.heard:
            return self._no_answer(tree)
        if not self.open:
            if verdict is None:
                return False
            self._refusals(verdict, 1 if times is UNSAID else times)
            return None
        told = self.open if manner == "ILLEGALS" or has(tree, "EACH_TIME") else self.open[-1:]
        for index in told:
            self._change(index, verdict=verdict)
        if times is not UNSAID:
            self._change(told[-1], times=times)
        self.unnamed = told[-1] if getattr(self.build.events[told[-1]], "text", None) is None else -1
        if self.open is not told:
            self._refuse(self.open[:-1])
        self.open, self.pending = [], ""
        return None

    def _no_answer(self, tree: Tree[Token]) -> bool:
        """Words that answer neither a question nor a try: nothing is known of the answer then."""
        words = [token for token in tokens_of(tree) if token.type not in ("UMPIRE", "SAY", "COLON")]
        first, last = words[0].start_pos, words[-1].end_pos
        if first is not None and last is not None:
            self.unanswered(first + self.base, last + self.base)
        return False

    def unanswered(self, start: int, end: int) -> None:
        """What was said in answer to the last question or try is no answer to it."""
        self.why_at = start, end
        said = " ".join(self.build.chunk.text[start:end].split())
        shown = said if len(said) <= 40 else said[:39] + "…"
        if self.pending == "try" and self.open:
            self.why = f"{shown!r} is no answer to a try: legal, illegal, impossible, no"
        elif self.pending == "ask":
            self.why = f"{shown!r} is no answer: yes, no, try"
        else:
            self.why = f"{shown!r} is nothing that an umpire says"
        self.open, self.pending, self.unnamed = [], "", -1

    def _counted(self, tree: Tree[Token]) -> bool | None:
        """A bare number answers a question about rebuffs or material."""
        asked = next((one for one in reversed(self.build.events) if not isinstance(one, Comment)), None)
        if self.pending != "ask" or not isinstance(asked, Ask) or asked.what == "any":
            return self._no_answer(tree)
        self._add(Answer, side=asked.side, turn=asked.turn, count=count_of(tree))
        self.pending = ""
        return None

    def _refuse(self, indexes: list[int]) -> None:
        """Entries of a list before the one that was answered were refused too, no reason said."""
        for index in indexes:
            self._change(index, verdict="refused")

    def _refusals(self, verdict: Verdict, times: Any) -> None:
        self.unnamed = self._add(
            Try, side=self.side, turn=self.turn, move=None, text=None, verdict=verdict, times=times
        )
        self.pending = ""

    def _series(self, tree: Tree[Token]) -> None:
        """“No. No. … No.”, perhaps with how many there were."""
        said = numbers_of(tree)
        nos = sum(token.type == "NO" for token in tokens_of(tree))
        times: Any = said[0] if len(said) == 1 else (said[0], said[1]) if said else nos
        if not said and (has(tree, "ELLIPSIS")):
            times = None
        self._refusals(self.verdicts["NO"], times)

    # -- tries

    def _tries(self, tree: Tree[Token]) -> None:
        past = has(tree, "HAD_TRIED")
        times = times_of(tree)
        entries = [child for child in tree.children if isinstance(child, Tree) and child.data == "tried"]
        for entry in entries:
            token = next((token for token in tokens_of(entry) if token.type in MOVES), next(tokens_of(entry)))
            told = next(entry.find_data("told"), None)
            if told is not None:
                text, parts = told_move(told, side_of(tree) or self.side, self.lang)
                first, last = span_of(told)
                token = Token("MOVE", text, start_pos=first.start_pos, end_pos=last.end_pos)
            else:
                text, parts = self._printed(token)
            self._try(tree, past, token, text=text, parts=parts, times=1 if times is UNSAID else times)
        if any(next(entry.find_data("verdict"), None) is not None for entry in entries):
            self._told_apart(tree, len(entries))

    def tried(self, side: Side | None, start: int, end: int, token: Token | None) -> None:
        """One more try of a list, or one whose word reads as no move (no token)."""
        self.start = self.own = start
        self.stop = end
        side, turn = self._due(side)
        text, parts = self._printed(token) if token is not None else (self.build.chunk.text[start:end], None)
        index = self._add(Try, side=side, turn=turn, move=None, text=text, parts=parts, verdict=None)
        if token is None:
            self.build.note("KN101", f"this is no move: {text!r}", start, end)
        self.pending = "try"
        self.open.append(index)

    def _proposed(self, tree: Tree[Token]) -> None:
        """“White: Nxd5.”: a try that counts as made as soon as what follows does not refuse it."""
        self._speaker(tree, moves=True)
        told = next(tree.find_data("told"), None)
        if told is None:
            token = next(token for token in tokens_of(tree) if token.type in MOVES)
            text, parts = self._printed(token)
        else:
            text, parts = told_move(told, self.side, self.lang)
            first, last = span_of(told)
            token = Token("MOVE", text, start_pos=first.start_pos, end_pos=last.end_pos)
        self._try(tree, False, token, text=text, parts=parts, times=1)
        self.proposed = True

    def decided(self, kind: str | None, side: Side | None) -> None:
        """Counts a proposed move as made, unless what comes next answers it or is its player's next attempt.

        :param kind: the kind of the clause that comes next, None at the end; :param side: who speaks in it.
        """
        if not self.proposed or kind in ("answer", "refusals", "note"):
            return
        self.proposed = False
        again = kind in ("ask", "tries", "proposed") and side == self.side
        if self.open and not again:
            self._accept()

    def _told_apart(self, tree: Tree[Token], count: int) -> None:
        """Verdicts in parentheses, each for the try before it."""
        first = len(self.build.events) - count
        entries = [child for child in tree.children if isinstance(child, Tree) and child.data == "tried"]
        for index, entry in enumerate(entries, first):
            said = next(entry.find_data("verdict"), None)
            if said is not None:
                self._change(index, verdict=self.verdicts.get(kind_of(said)))
                self.open = [one for one in self.open if one != index]

    def _takes(self, tree: Tree[Token]) -> None:
        pawn = has(tree, "PAWN") or has(tree, "WITH_A_PAWN")
        taking = has(tree, "TAKE")
        for token in [token for token in tokens_of(tree) if token.type == "SQUARE"]:
            parts = Parts(piece="P" if pawn else None, to=str(token), capture=True if taking else None)
            self._try(tree, has(tree, "HAD_TRIED"), token, text=str(token), parts=parts, times=1)

    def _try(self, tree: Tree[Token], past: bool, token: Token, **fields: Any) -> None:
        verdict = "refused" if past or has(tree, "IN_VAIN") else None
        if past and self.last is not None:
            index = self._add(Try, token, side=self.last[0], turn=self.last[1], move=None, verdict=verdict, **fields)
            self.ranks[index] = self.ranks.get(self.moved_at, self.moved_at) - 0.5
            self.pending, self.open = "try", [index]
            return
        side, turn = self._speaker(tree)
        index = self._add(Try, token, side=side, turn=turn, move=None, verdict=verdict, **fields)
        self.pending = "try"
        if verdict is None:
            self.open.append(index)

    def _made(self, tree: Tree[Token]) -> None:
        side, turn = self._speaker(tree)
        said = numbers_of(tree)
        times: Any = (said[0], said[1]) if len(said) == 2 else said[0] if said else 1
        if has(tree, "MANY"):
            times = None
        answer = next(tree.find_data("verdict"), None)
        manner = kind_of(answer) if answer is not None else "ILLEGALS" if has(tree, "ILLEGALS") else ""
        verdict = self.verdicts.get(manner)
        index = self._add(Try, side=side, turn=turn, move=None, text=None, verdict=verdict, times=times)
        self.pending, self.unnamed = "try", index
        if verdict is None:
            self.open.append(index)

    def _listed(self, tree: Tree[Token]) -> bool | None:
        """“The tries were …”: the moves of refusals heard just before."""
        index = self.unnamed
        heard = self.build.events[index] if index >= 0 else None
        if not isinstance(heard, Try) or index != len(self.build.events) - 1:
            return False
        tokens = [token for token in tokens_of(tree) if token.type in MOVES]
        if isinstance(heard.times, int) and heard.times > len(tokens):
            self._change(index, times=heard.times - len(tokens))
        else:
            self._take_back()
        for token in tokens:
            text, parts = self._printed(token)
            self._add(
                Try, token, side=heard.side, turn=heard.turn, move=None, text=text, parts=parts, verdict=heard.verdict
            )
        self.unnamed = -1
        return None

    def _would(self, tree: Tree[Token]) -> None:
        who = self._teller(tree)
        times = times_of(tree)
        said: dict[str, Any] = {"move": None, "verdict": "untested", "times": 1 if times is UNSAID else times}
        if has(tree, "ANOTHER_MOVE"):
            self._add(Try, text=None, **who, **said)
        for token in [token for token in tokens_of(tree) if token.type in MOVES]:
            text, parts = self._printed(token)
            self._add(Try, token, text=text, parts=parts, **who, **said)
