"""What the clauses of a dialogue mean: the events they make, with the turn, the question and the tries still open.

The reader finds the clauses (:mod:`kriegnote.notations.dialogue.clauses`) and hands them over one by one; a
clause whose words mean nothing where it stands is handed back.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from lark import Token, Tree

from kriegnote.model.events import (
    Answer,
    Ask,
    Capture,
    Check,
    Comment,
    End,
    Event,
    Move,
    Nag,
    PawnTries,
    Promotion,
    Result,
    Reveal,
    Side,
    Try,
    Verdict,
    other,
)
from kriegnote.model.printed_moves import Language, Parts, parse_move
from kriegnote.notations.dialogue.clauses import (
    MOVES,
    UNSAID,
    count_of,
    has,
    kind_of,
    man_of,
    number_of,
    numbers_of,
    result_of,
    same_move,
    side_of,
    span_of,
    times_of,
    tokens_of,
)
from kriegnote.notations.dialogue.phrases import IMPLIED, implied_result, no_is_illegal, opening
from kriegnote.notations.dialogue.told_moves import promoted, promotion_on, square_of, told_move
from kriegnote.rules import RULES
from kriegnote.text.comments import unbrace
from kriegnote.text.source import Builder

_GLYPHS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_IN_WORDS: Final = frozenset({"told", "castling"})
_SPEAKERS: Final = frozenset({"WHITE", "BLACK", "UMPIRE", "PUBLIC"})


class Spoken:
    """The events of one game as its sentences tell them.

    :param base: where the text that the tokens count from starts in the chunk.
    :param lang: the language of the piece letters; :param rules: the rulebook, whose words the umpire speaks.
    :param start: the FEN of the first position, when the text says it.
    :param numbers: the move numbers of the text, in order: what is printed later tells a slip from a gap.
    """

    def __init__(
        self,
        build: Builder,
        base: int,
        lang: Language,
        rules: str | None,
        start: str | None,
        numbers: Sequence[Token] = (),
    ) -> None:
        self.build, self.base, self.lang, self.rules = build, base, lang, rules
        self.numbers = numbers
        self.number_at = [token.start_pos or 0 for token in numbers]
        self.start = self.stop = 0  # where the clause at hand stands
        self.heard = False  # it begins with who hears it
        self.own = 0  # where its own words begin, what leads up to them left out
        self.why = ""  # why a clause that was handed back means nothing here
        self.why_at = (0, 0)  # the words that say so
        self.granted: tuple[int, int] | None = None  # where a try was accepted whose move is printed next
        book = RULES.get(rules or "")
        self.names_men = book is not None and book.captured == "man"
        self.verdicts: dict[str, Verdict] = {
            "ILLEGAL": "illegal", "IMPOSSIBLE": "impossible", "NONSENSE": "impossible", "HELL_NO": "impossible",
            "VAIN": "refused", "ILLEGALS": "illegal", "NO": "illegal" if no_is_illegal(rules) else "refused",
        }  # fmt: skip
        if book is not None and book.refused_word == "impossible":  # the words change places (§4.5)
            self.verdicts |= {"ILLEGAL": "impossible", "ILLEGALS": "impossible", "IMPOSSIBLE": "illegal"}
        self.turn, self.side = opening(start)
        self.last: tuple[Side, int] | None = None  # who made the last move, and in which turn
        self.moved_at = -1  # the index of the last move
        self.since = -1  # the index of the first announcement since somebody was told to move
        self.pending = ""  # what an answer would answer: ask, try
        self.open: list[int] = []  # tries nobody has answered yet
        self.unnamed = -1  # refusals whose tries may still be listed
        self.fresh = False  # a number was printed just before
        self.accepted = False
        self.ranks: dict[int, float] = {}  # where events told late happened
        self.printed: set[Side] = set()
        self.hidden: set[Side] = set()
        self.result: Result | None = None
        self.prose_at = -1  # the index of the last comment that was prose
        self.marked: list[tuple[int, str | None]] = []  # comments in braces, and who wrote them

    def hear(self, kind: str, tree: Tree[Token], start: int, stop: int, *, heard: bool = False) -> bool:
        """Makes events of a clause that stands at ``[start, stop)``; False when it means nothing here."""
        self.start, self.stop, self.why, self.heard = start, stop, "", heard
        first = next(tokens_of(tree), None)
        self.own = start if first is None or first.start_pos is None else max(start, first.start_pos + self.base)
        if getattr(self, "_" + _NAMED.get(kind, kind))(tree) is False:
            return False
        if kind != "score":
            self.fresh = False
        if not self.fresh:  # a number alone belongs to what follows
            self._absorb(stop)
        return True

    def _absorb(self, end: int) -> None:
        """Words that were understood and make no event of their own belong to the last one told."""
        if self.build.events and end > self.build.end:
            last = self.build.events[-1]
            assert last.span is not None
            span = (last.span[0], self.build.chunk.offset + end)
            self.build.events[-1] = msgspec.structs.replace(last, span=span)
            self.build.end = end
            self.prose_at = -1

    def _add(self, kind: type[Event], *at: Token, **fields: Any) -> int:
        """A new event, placed at the clause's own first word or at these tokens; its index."""
        start, end = self.own, self.stop
        if at and at[0].start_pos is not None and at[-1].end_pos is not None:
            start, end = at[0].start_pos + self.base, max(at[-1].end_pos + self.base, self.build.end)
        self.build.add(kind, start, end, **fields)
        self.accepted = False
        return len(self.build.events) - 1

    def _change(self, index: int, **fields: Any) -> None:
        self.build.events[index] = msgspec.structs.replace(self.build.events[index], **fields)

    def _speaker(self, tree: Tree[Token], *, moves: bool = False) -> tuple[Side, int]:
        """Who tries, asks or is told, and in which turn.

        Another than is due means that a ply was left out, if the next move number says so too, or he moves;
        else the name alone is wrong, and the turn stays whose it is.
        """
        return self._due(side_of(tree), moves=moves)

    def _due(self, side: Side | None, *, moves: bool = False) -> tuple[Side, int]:
        if side is None or side == self.side:
            return self.side, self.turn
        following = self._following()
        if moves or (following is not None and following != (self.turn, self.side)):
            self._pass()
        return side, self.turn

    def _following(self) -> tuple[int, Side] | None:
        """The move number printed next after the clause at hand."""
        index = bisect_left(self.number_at, self.stop - self.base)
        return number_of(self.numbers[index]) if index < len(self.numbers) else None

    def _pass(self) -> None:
        name = self.side.capitalize()
        if self.last is not None or self.build.events:
            message = f"{name}'s move {self.turn} is not told"
            self.build.note("KN401", message, self.start, self.stop, severity="info")
        self._next()

    def _next(self) -> None:
        if self.side == "black":
            self.turn += 1
        self.side = other(self.side)
        self.open, self.pending, self.unnamed = [], "", -1

    def _teller(self, tree: Tree[Token]) -> dict[str, Any]:
        """Side and turn of what the umpire says of the last move (or of the end)."""
        side = side_of(tree)
        if side is None:
            if self.last is None:
                return {"side": other(self.side), "turn": self.turn - (self.side == "white")}
            return {"side": self.last[0], "turn": self.last[1]}
        if self.last is not None and side == self.last[0] and side != self.side:
            return {"side": side, "turn": self.last[1]}
        return {"side": side, "turn": self.turn}

    # -- the score

    def _score(self, tree: Tree[Token]) -> None:
        for child in tree.children:
            if isinstance(child, Token):
                if child.type == "NUMBER":
                    turn, side = self._numbered(child)
                    if (turn, side) != (self.turn, self.side):
                        self.open, self.pending, self.unnamed = [], "", -1
                    self.turn, self.side, self.fresh = turn, side, True
                continue
            token = next(one for one in child.children if isinstance(one, Token) and one.type in MOVES)
            self.fresh = False
            self._move(token, *span_of(child))
            glyph = next((one for one in child.children if isinstance(one, Token) and one.type == "GLYPH"), None)
            if glyph is not None and self.last is not None:
                code = _GLYPHS.get(str(glyph)) or int(str(glyph)[1:])
                if code <= 255:
                    self._add(Nag, glyph, side=self.last[0], turn=self.last[1], code=code)

    def _numbered(self, token: Token) -> tuple[int, Side]:
        """The turn and side that a number stands for.

        A number that does not fit what came before, while what follows does, is a slip of that number alone.
        """
        turn, side = number_of(token)
        if (turn, side) == (self.turn, self.side) or self.last is None or token.start_pos is None:
            return turn, side
        index = bisect_right(self.number_at, token.start_pos)
        if index >= len(self.numbers):
            return turn, side
        following = number_of(self.numbers[index])
        # a number can be printed again, before the tries and before the move
        here = {(turn, side), *_after(turn, side)}
        if side != self.side or following in here or following not in _after(self.turn, side):
            return turn, side
        start = token.start_pos + self.base
        digits = len(str(turn))
        message = f"{side.capitalize()}'s move is numbered {turn} where {self.turn} is due"
        self.build.note("KN401", message, start, start + digits, fix=(str(turn), str(self.turn)))
        return self.turn, side

    def unread(self, start: int, end: int, side: Side | None = None) -> None:
        """A word where a move is due that reads as none: the ply was made, but nobody can say what it was."""
        self.start = self.own = start
        self.stop = end
        if side is not None and side != self.side:
            self._pass()
        self._close(refused=True)
        text = self.build.chunk.text[start:end]
        self.moved_at = self._add(Move, side=self.side, turn=self.turn, move=None, text=text, san=None)
        self.build.note("KN101", f"this is no move: {text!r}", start, end)
        self.printed.add(self.side)
        self.fresh = False
        self._moved_on()

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

    def _move(self, token: Token, *at: Token) -> None:
        self._made_move(*self._printed(token), token, *at[-1:])

    def _made_move(self, text: str, parts: Parts | None, *at: Token) -> None:
        if self.open and self.open[-1] == len(self.build.events) - 1:
            tried = self.build.events[self.open[-1]]
            if isinstance(tried, Try) and tried.parts is not None and same_move(tried.parts, parts):
                self._accept()
                return
        self._close(refused=True)
        self.moved_at = self._add(
            Move, *at, side=self.side, turn=self.turn, move=None, text=text, san=None, parts=parts
        )
        self.printed.add(self.side)
        self._moved_on()

    def _moved_on(self) -> None:
        self.last = (self.side, self.turn)
        self._next()

    def _printed(self, token: Token) -> tuple[str, Parts | None]:
        text = str(token).strip("`") if token.type == "RAW" else str(token)
        parts = parse_move(text, self.lang)
        if parts is not None and text[0] in "x×✕:":
            parts = msgspec.structs.replace(parts, piece=None)
        return text, parts

    def _close(self, *, refused: bool) -> None:
        """The player has moved something else: a list nobody answered was refused, of one try nothing is known."""
        for index in self.open if refused and len(self.open) > 1 else ():
            self._change(index, verdict="refused")
        if self.granted is not None and self.open and refused:
            tried = self.build.events[self.open[-1]]
            printed = getattr(tried, "text", None) or "the try"
            message = f"{printed} is accepted, yet another move of {self.side.capitalize()}'s is printed"
            self.build.note("KN312", message, *self.granted)
            self._change(self.open[-1], verdict="refused")
        self.granted = None
        self.open, self.pending, self.unnamed = [], "", -1

    def _accept(self) -> None:
        """The last try was the move."""
        index = self.open.pop()
        tried = self.build.events[index]
        assert isinstance(tried, Try)
        self.granted = None
        self._close(refused=True)
        self.build.events[index] = Move(
            source=tried.source, line=tried.line, column=tried.column, span=tried.span, side=tried.side,
            turn=tried.turn, move=None, text=tried.text, san=None, parts=tried.parts,
        )  # fmt: skip
        if tried.text is not None:
            self.printed.add(self.side)
        self.moved_at = index
        self._moved_on()
        self.accepted = True

    # -- questions and answers

    def _ask(self, tree: Tree[Token]) -> None:
        side, turn = self._speaker(tree)
        what = "rebuffs" if has(tree, "REBUFFS") else "material" if has(tree, "MATERIAL") else "any"
        self._add(Ask, side=side, turn=turn, what=what)
        self.pending = "ask"

    def _answer(self, tree: Tree[Token]) -> bool | None:
        replied = next(tree.find_data("replied"), None)
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
        if manner == "ACCEPT":
            if not self.open:
                return False
            if self._following() == (self.turn, self.side):
                self.granted, self.pending = (self.own, self.stop), ""
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
        told = self.open if manner == "ILLEGALS" or has(tree, "EACH") else self.open[-1:]
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
        pawn = has(tree, "PAWN") or has(tree, "PAWNWISE")
        taking = has(tree, "TAKE")
        for token in [token for token in tokens_of(tree) if token.type == "SQUARE"]:
            parts = Parts(piece="P" if pawn else None, to=str(token), capture=True if taking else None)
            self._try(tree, has(tree, "HAD_TRIED"), token, text=str(token), parts=parts, times=1)

    def _try(self, tree: Tree[Token], past: bool, token: Token, **fields: Any) -> None:
        verdict = "refused" if past or has(tree, "VAIN") else None
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

    def _take_back(self) -> None:
        """Drops the last event; its text goes to the next."""
        last = self.build.events.pop()
        assert last.span is not None
        self.build.end = last.span[0] - self.build.chunk.offset
        self.start = self.build.end

    def _would(self, tree: Tree[Token]) -> None:
        who = self._teller(tree)
        times = times_of(tree)
        said: dict[str, Any] = {"move": None, "verdict": "untested", "times": 1 if times is UNSAID else times}
        if has(tree, "A_MOVE"):
            self._add(Try, text=None, **who, **said)
        for token in [token for token in tokens_of(tree) if token.type in MOVES]:
            text, parts = self._printed(token)
            self._add(Try, token, text=text, parts=parts, **who, **said)

    # -- moves in sentences

    def _played(self, tree: Tree[Token]) -> None:
        self._speaker(tree, moves=True)
        token = next(token for token in tokens_of(tree) if token.type in MOVES)
        self._move(token, token)

    def _told_move(self, tree: Tree[Token]) -> bool | None:
        """A move in words; one that the words leave open was made, but nobody can say which it was."""
        self._speaker(tree, moves=True)
        became = next((one for one in tree.children if isinstance(one, Tree) and one.data == "became"), None)
        if (
            told := next((one for one in tree.children if isinstance(one, Tree) and one.data in _IN_WORDS), None)
        ) is not None:
            text, parts = told_move(Tree("told", [told]) if told.data == "castling" else told, self.side, self.lang)
        elif became is not None:
            token = next(token for token in tokens_of(tree) if token.type in MOVES)
            text, parts = self._printed(token)
            if parts is not None:
                text, parts = promoted(parts, became, self.lang)
        elif has(tree, "GOES"):
            text, parts = told_move(tree, self.side, self.lang)
        else:
            square = self._squares(tree, self.side)[-1]
            man = next(tree.find_data("category"))
            text, parts = promotion_on(square, man_of(man), self.lang)
        if parts is None:
            self.build.note("KN101", f"{text!r} does not say which move", self.own, self.stop)
        self._made_move(text, parts)
        return None

    def _squares(self, tree: Tree[Token], side: Side) -> list[str]:
        """The squares named in a clause, as this side counts them; one that could be two is left out."""
        named = [square_of(token, side) for token in tokens_of(tree) if token.type in ("SQUARE", "NAMED_SQUARE")]
        return [square for square in named if square is not None]

    def _called(self, tree: Tree[Token]) -> None:
        """“White”: the umpire says whose move was made (Gambit 6)."""
        self._moved(tree)

    def _moved(self, tree: Tree[Token]) -> None:
        token = next((token for token in tokens_of(tree) if token.type in MOVES), None)
        side = side_of(tree)
        if token is None and self.last is not None and side == self.last[0] and self._just_moved():
            return  # the umpire confirms a move that was told
        self._speaker(tree, moves=True)
        if token is not None:
            self._move(token, token)
        else:
            self._hidden()

    def _just_moved(self) -> bool:
        last = self.build.events[-1] if self.build.events else None
        return self.accepted or (isinstance(last, Move) and last.text is not None)

    def _hidden(self) -> None:
        self._close(refused=True)
        self.hidden.add(self.side)
        self.moved_at = self._add(Move, side=self.side, turn=self.turn, move=None, text=None, san=None)
        self._moved_on()

    def _to_move(self, tree: Tree[Token]) -> None:
        """“Black's move”: where no move of White's is printed, White has moved; what was announced is of that move."""
        side = side_of(tree)
        if side == self.side or self.side in self.printed:
            self.since = len(self.build.events)
            return
        mover = {"side": self.side, "turn": self.turn}
        earlier = [
            index
            for index in range(max(self.since, 0), len(self.build.events))
            if isinstance(self.build.events[index], (Capture, Check, Promotion))
        ]
        self._hidden()
        if earlier and self.since >= 0:
            for index in earlier:
                self._change(index, **mover)
            self.ranks[self.moved_at] = earlier[0] - 0.5
        self.since = len(self.build.events)

    # -- announcements

    def _pawns(self, tree: Tree[Token]) -> None:
        side, turn = self._speaker(tree)
        squares: tuple[str, ...] | None = None
        if (places := next(tree.find_data("places"), None)) is not None:
            squares = tuple(sorted(self._squares(places, side)))
        elif has(tree, "NO_SQUARE"):
            squares = ()
        counted = next(tree.find_data("counted"), None)
        any_: bool | None = True if has(tree, "SOME") else False if has(tree, "NONE") else None
        count = count_of(counted) if counted is not None else None
        if squares is None and count is None and any_ is None:
            any_ = True
        self._add(PawnTries, side=side, turn=turn, any=any_, count=count, squares=squares)

    def _capture(self, tree: Tree[Token]) -> None:
        who = self._teller(tree)
        square = next(iter(self._squares(tree, who["side"])), None)
        category = next(tree.find_data("category"), None)
        man = next(tree.find_data("of"), None)
        captured = None
        if category is not None:
            captured = man_of(category)
            captured = "pawn" if captured == "P" else captured
        elif man is not None:
            captured = man_of(man)
            captured = "pawn" if captured == "P" and not self.names_men else captured
        by = next(tree.find_data("by"), None)
        capturer = man_of(by) if by is not None else None
        self._add(
            Capture,
            **who,
            square=square,
            captured=captured,
            by=None if capturer is None else "pawn" if capturer == "P" else "piece",
            en_passant=True if has(tree, "EN_PASSANT") else False if has(tree, "NOT_EN_PASSANT") else None,
        )

    def _check(self, tree: Tree[Token]) -> None:
        ways = {kind_of(way).lower() for way in tree.find_data("way")}
        # a side that is in check is the other one's
        who = self._teller(Tree("check", []) if has(tree, "IN_CHECK") else tree)
        self._add(Check, **who, directions=tuple(sorted(ways)))

    def _promotion(self, tree: Tree[Token]) -> None:
        self._add(Promotion, **self._teller(tree))

    def _end(self, tree: Tree[Token]) -> None:
        token = next(tree.find_data("reason")).children[0]
        assert isinstance(token, Token)
        reason = IMPLIED[token.type][0]
        who: dict[str, Any] = {"side": side_of(tree) or self.side, "turn": self.turn}
        if not self.fresh:
            who = self._teller(tree)
        if token.type == "MATED":
            who = self._teller(Tree("end", []))
        result = implied_result(reason, who["side"])
        if has(tree, "NO_RESULT"):
            result = None
        elif (printed := next((one for one in tokens_of(tree) if one.type == "RESULT"), None)) is not None:
            result = result_of(printed)
        self._add(End, **who, reason=reason, result=result)

    def _reveal(self, tree: Tree[Token]) -> bool | None:
        seen: dict[str, str | None] = {}
        lines: list[tuple[str, str]] = []
        for token in tokens_of(tree):
            if token.type == "SQUARE":
                seen[str(token)] = None
            elif token.type == "MOVE":
                parts = self._printed(token)[1]
                if parts is None or parts.to is None or parts.capture:
                    return False
                if parts.from_ is not None:
                    lines.append((parts.from_, parts.to))
                elif parts.piece is not None:
                    seen[parts.to] = parts.piece
        turn = self.turn if self.fresh or self.last is None else self.last[1]
        self._add(Reveal, side=side_of(tree), turn=turn, seen=seen, lines=tuple(lines))
        return None

    # -- the rest

    def _note(self, tree: Tree[Token]) -> None:
        token = next(token for token in tokens_of(tree) if token.type == "BRACES")
        speaker = next((token.type.lower() for token in tokens_of(tree) if token.type in _SPEAKERS), None)
        self._add(Comment, text=unbrace(str(token)), heard=speaker or "umpire")
        self.marked.append((len(self.build.events) - 1, speaker))

    def _result(self, tree: Tree[Token]) -> None:
        self.result = result_of(next(tokens_of(tree)))
        self._close(refused=False)

    def view(self) -> str:
        """Public when no move is known, a player's when the moves of one side alone are; else the umpire's."""
        known, hidden = self.printed - self.hidden, self.hidden - self.printed
        if not self.printed and self.hidden:
            return "public"
        if len(known) == 1 and len(hidden) == 1:
            return next(iter(known))
        return "umpire"


def _after(turn: int, side: Side) -> tuple[tuple[int, Side], ...]:
    """The numbers that can be printed next after a ply with its own number."""
    if side == "white":
        return ((turn, "black"), (turn + 1, "white"))
    return ((turn + 1, "white"), (turn + 1, "black"))


_NAMED: Final = {"refusals": "series"}
