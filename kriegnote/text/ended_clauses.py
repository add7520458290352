"""Who did what ends a game, in a sentence that says other things, too: *and Black resigned on seeing the board*.

Three things make such a sentence: who acts, a verb that ends a game, and that nothing denies it. What else is said of
it, when, where or why, may be any words, unless they are what a player gave up, lost or won: *White lost a pawn*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, get_args

from lark import Token

from kriegnote.model.endings import lost_by
from kriegnote.model.events import Reason, Result, Side, other
from kriegnote.parsing import Terminals
from kriegnote.scanner import scanner_of

_TERMINALS: Final = Terminals("result")
SIDES: Final[Mapping[str, Side]] = {"WHITES": "white", "BLACKS": "black"}
REASONS: Final[Mapping[str, Reason]] = {name.upper(): name for name in get_args(Reason)}
_SOON: Final = 5  # the number of words behind a verb among which one may say when
_OTHER_DRAWS: Final = ("REPETITION", "ADJUDICATION")
_PARTS: Final = frozenset(",;:()[]–—")
_SET_OFF: Final = frozenset({"PUNCTUATION", "BESIDE", "OBLIQUE", "SETTLES", "DETERMINER", "WHOLE"})

Players = tuple[str | None, str | None]


class LastWords(NamedTuple):
    """What a remark says about the end; None for what it does not say.

    ``side``: the side of the end: the loser, or, for a mate, the winner; None if the remark does not show it.
    """

    reason: Reason | None
    result: Result | None
    side: Side | None = None


class SaidWord(NamedTuple):
    """A word and its terminal; that of a player who is named is the one of his side."""

    kind: str
    word: Token


def said_words(remark: str, players: Players = (None, None)) -> list[SaidWord]:
    """The words of a remark on the end.

    :param players: the names of White and Black, None if unknown.
    """
    spaced = remark.replace("_", " ")  # as programs write: BLACK_WINS
    words = [word for word in scanner_of("last_words").words(spaced) if word.type != "BLANKS"]
    return [SaidWord(_named(word, players) or word.type, word) for word in words]


def _named(word: Token, players: Players) -> str | None:
    """The terminal for a player who is named, also by his title alone: *the Colonel*; None for any other words."""
    by_title = word.type == "POLITE" and any(name and _words(name.split()[-1]) == _words(word) for name in players)
    return _player(word, players) if word.type == "WORD_BESIDE" or by_title else None


def _player(words: str, players: Players) -> str | None:
    """The terminal for a player who is named, as for White or Black; None for any other words."""
    said = _words(words)
    named = [side for side, name in zip(SIDES, players, strict=True) if name and said and said <= _words(name)]
    return named[0] if len(named) == 1 else None


def _words(text: str) -> set[str]:
    return set(_TERMINALS["NAMING"].findall(text.casefold().replace("_", " ")))


def ended(sentence: str, players: Players = (None, None), spoken_of: Side | None = None) -> LastWords | None:
    """What one sentence says about the end of the game, whatever else it says; None if nothing certain.

    :param spoken_of: the only player whom the sentences before it name: whom *he* means.
    """
    clause = _Clause(said_words(sentence, players), spoken_of)
    if "ELSEWHERE" in clause.kinds or "?" in sentence:
        return None
    return clause.lost() or clause.drawn()


def named_in(sentence: str, players: Players) -> frozenset[Side]:
    """The players whom a sentence names."""
    return frozenset(SIDES[one.kind] for one in said_words(sentence, players) if one.kind in SIDES)


class _Clause:
    """A sentence as the kinds of its words."""

    def __init__(self, said: Sequence[SaidWord], spoken_of: Side | None) -> None:
        self.said = said
        self.kinds = [one.kind for one in said]
        for at in [at for at, kind in enumerate(self.kinds) if kind == "YIELDS"]:
            end = self._part(at)[1]
            if self.kinds[at:end][-1] == "UP" or self.kinds[at:end][-2:] == ["UP", "PUNCTUATION"]:
                self.kinds[at] = "RESIGNATION"
        self.spoken_of = spoken_of

    def lost(self) -> LastWords | None:
        """Who lost, and why, if its verbs agree."""
        losers: set[Side] = set()
        reasons: list[Reason] = []
        for at, kind in enumerate(self.kinds):
            found = self._loser(at, kind)
            if found is None:
                continue
            losers.add(found)
            if kind in ("RESIGNATION", "OVERSTEPS", "FORFEIT"):
                reasons.append("time" if kind == "OVERSTEPS" else REASONS[kind])
            elif more := {"TIME", "FORFEIT", "ADJUDICATION"}.intersection(self.kinds):
                reasons.append(REASONS[min(more)])
        if len(losers) != 1:
            return None
        loser = losers.pop()
        return LastWords(reasons[0] if reasons else None, lost_by(loser), loser)

    def _loser(self, at: int, kind: str) -> Side | None:
        """The loser by the verb at an index; None if it is none, or does not say who."""
        if kind not in ("RESIGNATION", "OVERSTEPS", "FORFEIT", "LOSES", "WINS", "AWARDED", "ADJUDICATION"):
            return None
        if self._unsaid(at) or not self._of_the_whole(at, kind):
            return None
        if kind in ("AWARDED", "ADJUDICATION"):
            sides = {SIDES[one] for one in self.kinds[slice(*self._part(at))] if one in SIDES}
            verbs = {"WINS", "LOSES", "AGREEMENT"}.isdisjoint(self.kinds)
            return other(sides.pop()) if len(sides) == 1 and verbs else None
        if kind == "FORFEIT" and not {"WINS", "LOSES"}.isdisjoint(self.kinds):
            return None
        who = self._who(at, kind)
        return None if who is None else other(who) if kind == "WINS" else who

    def _part(self, at: int) -> tuple[int, int]:
        """The words around an index that no comma, colon, dash or bracket parts from it."""
        first = next((one + 1 for one in reversed(range(at)) if self._parts(one)), 0)
        return first, next((one for one in range(at, len(self.said)) if self._parts(one)), len(self.said))

    def _parts(self, at: int) -> bool:
        return self.kinds[at] == "PUNCTUATION" and not _PARTS.isdisjoint(self.said[at].word)

    def _unsaid(self, at: int) -> bool:
        """Whether what stands at an index is denied, or only offered, expected or possible."""
        first, end = self._part(at)
        unreal = self.kinds[: end if self.kinds[at] == "AGREEMENT" else at]
        return "DENIED" in self.kinds[first:end] or "UNREAL" in unreal

    def _of_the_whole(self, at: int, kind: str) -> bool:
        """Whether nothing less than the game is what a verb speaks of."""
        first, end = self._part(at)
        behind = [one for one in self.kinds[at + 1 : end] if one != "PUNCTUATION"]
        if kind in ("OVERSTEPS", "AWARDED", "ADJUDICATION"):
            return True
        if kind == "RESIGNATION" and "LATER" in behind[:_SOON]:
            return True
        if behind[:1] == ["DETERMINER"]:
            struggle = kind == "RESIGNATION" and behind[1:3] == ["WORD_BESIDE", "WHOLE"]
            return struggle or (len(behind) > 1 and behind[1] in ("WHOLE", "DETERMINER", *SIDES))  # a la mañana
        if behind[:1] in (["WORD_BESIDE"], ["MOVES_MADE"]) or behind[:2] == ["BESIDE", "MOVES_MADE"]:
            return kind == "RESIGNATION"  # wins in five moves
        before = self.kinds[first:at]
        less = "DETERMINER" in before and before[-1] == "WORD_BESIDE" and kind in ("WINS", "LOSES")
        return behind[:1] != ["AGREEMENT"] and not less

    def _who(self, at: int, kind: str) -> Side | None:
        """Who acts: who is named before a verb beside it, else at the head of the sentence, else behind the verb."""
        first, end = self._part(at)
        acting = [one for one in range(at) if self._acts(one, owner=kind == "OVERSTEPS")]
        beside = [one for one in acting if one >= first]
        if acting:
            return self._side(beside[-1] if beside else acting[0])
        for one in range(at + 1, end):
            if self.kinds[one] in SIDES:
                oblique = "OBLIQUE" in self.kinds[max(one - 2, at) : one]
                return None if oblique and kind == "LOSES" else SIDES[self.kinds[one]]
        return None

    def _acts(self, at: int, *, owner: bool) -> bool:
        """Whether a player is named at an index who may be the one that acts: *White*, but not *White's* move.

        :param owner: *White's*, too, as of a flag.
        """
        if self.kinds[at] not in (*SIDES, "HE"):
            return False
        before = [one for one in self.kinds[max(at - 3, 0) : at] if one not in ("POLITE", "DETERMINER")]
        owns = at + 2 < len(self.said) and self.said[at + 1].word in ("'", "’") and self.said[at + 2].word == "s"
        return (owner or not owns) and before[-1:] != ["OBLIQUE"]

    def _side(self, at: int) -> Side | None:
        if self.kinds[at] in SIDES:
            return SIDES[self.kinds[at]]
        named = {SIDES[one] for one in self.kinds[:at] if one in SIDES}
        return self.spoken_of if not named else named.pop() if len(named) == 1 else None

    def drawn(self) -> LastWords | None:
        """A draw, if the sentence begins with it or says that it was settled."""
        at = next((at for at, kind in enumerate(self.kinds) if kind == "AGREEMENT"), None)
        accepted = at is not None and "ACCEPTED" in self.kinds[at:] and "DENIED" not in self.kinds
        if at is None or (self._unsaid(at) and not accepted):
            return None
        begins = _SET_OFF.issuperset(self.kinds[:at]) and (*self.kinds, "PUNCTUATION")[at + 1] in _SET_OFF
        if not (begins or accepted or not {"SETTLES", "ADJUDICATION"}.isdisjoint(self.kinds)):
            return None
        reason: Reason = next((REASONS[one] for one in _OTHER_DRAWS if one in self.kinds), "agreement")
        return LastWords(reason, "1/2-1/2")
