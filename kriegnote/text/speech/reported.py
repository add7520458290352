"""Finds what running prose reports about a game, even in sentences that are otherwise not understood.

Each announcement, question, answer and try is found by its own words and a few beside it. Unknown words around them do
not matter; a thought, a possibility or a denial does. Whether a report can be true is decided on the board
(:mod:`kriegnote.notations.prose_facts`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from lark import Token

from kriegnote.lexicon import mentions as mentions_word
from kriegnote.model.events import Direction, Side, Verdict
from kriegnote.model.printed_moves import Language, Parts
from kriegnote.text.speech.announced import DIRECTIONS
from kriegnote.text.speech.clauses import BREAKS, MEN, PLAYERS, SKIPPED, number_of, numeral, player
from kriegnote.text.speech.mentions import Mention, mentions
from kriegnote.text.speech.said_of_moves import VERBS_OF_TRIES

_USUAL: Final = frozenset({"ANY", "WHETHER_ANY"})
"""Words that are by themselves the question for pawn captures."""
_PUT: Final = frozenset({"ASK", "QUESTION", "SAY"})
"""Words that say that a question is asked."""
_SPEAKING: Final = frozenset({"UMPIRE", "SAY", "HEAR", "SAID_BY", "INFORM"})
"""Words that say that the umpire speaks."""
_NOT_SO: Final = frozenset({"NOT", "MAY", "POSSIBLE", "WOULD", "WHETHER", "REMARK", "ELSEWHERE", "WOULD_TRY"})
"""Words that turn an announcement into a thought, a possibility or a denial."""
_NOT_PUT: Final = frozenset({"NOT", "WOULD", "REMARK"})
_ACTORS: Final = frozenset({"HE", *PLAYERS, *MEN})
"""Words for the one who takes or gives check in a sentence that reports a move, not an announcement."""
_JOINTS: Final = frozenset({"COMMA", "AND", "OR", "CONNECTIVE", "ELLIPSIS", "IN", "ON", "TO", "FOR", *SKIPPED})
"""Tokens that may stand between the moves of a list."""
_BEFORE_A_VERB: Final = frozenset(
    {"HE", "COMMA", "AND", "CONNECTIVE", "SEMI", "COLON", "OPENING_BRACKET", *PLAYERS, *MEN}
)
"""Tokens before a verb whose subject is a player; an unknown word in this place may deny it (“nearly tries”)."""
_ENDS_A_QUOTATION: Final = frozenset({"QUOTES", "FULL_STOP", "EMPTY_LINE"})
_SQUARES_OF_A_LIST: Final = frozenset({"LONE_SQUARE", "ONE", *_JOINTS})
_NUMBERS: Final = frozenset({"INT", "NUMBER_OF_TURN"})
_ENDS: Final = frozenset(
    {"MATE", "MATED", "STALEMATE", "RESIGNS", "AGREED", "LOSES_ON_TIME", "LOSES_BY_FORFEIT", "ADJUDICATED", "DEAD_DRAW",
     "FIFTY_MOVE_DRAW", "REPETITION_DRAW", "BROKEN_OFF", "ANNULLED"}
)  # fmt: skip
"""Words that say by themselves how a game ended."""
_NO_END: Final = _NOT_SO | {"TO", "OFFER", "REFUSE"}
"""Words before that of an end that make it a wish, an offer or a denial."""
_BEHIND_A_RESIGNATION: Final = SKIPPED | PLAYERS | {"IN", "ON", "INT", "BY", "SAY"}
"""Words that may follow in the clause of a resignation; any other may be what is given up instead (“a pawn”)."""
_OF_A_DRAW: Final = SKIPPED | {"UMPIRE", "SAY"}
"""Words that may stand in the clause of a draw that is declared."""
_BEHIND_AN_END: Final = BREAKS | {"FOR"}
_TIMES: Final = {"TWICE": 2, "THRICE": 3}
_NEAR: Final = 6
"""The greatest number of tokens between a capture and its square."""


class ProseAnnouncement(NamedTuple):
    """A capture (with its square) or a check (with its directions) that prose announces.

    ``at``: the index of the announcing token; ``times``: how often, according to the prose, it was announced, 1 or
    more.
    """

    at: int
    square: str | None = None
    directions: tuple[Direction, ...] = ()
    times: int = 1


class ProseTry(NamedTuple):
    """A move that prose calls a refused try.

    ``at``: the index of its token; ``readings``: what it may be, the likeliest first; ``listed``: it continues a list,
    and the try before it may name its man; ``printed``: it is printed as a move, not given in words.
    """

    at: int
    readings: tuple[Parts, ...]
    verdict: Verdict
    listed: bool
    printed: bool


class ProseEnd(NamedTuple):
    """The end of the game as prose states it.

    ``at``: the index of its token; ``side``: the player named before it, if any; ``number``: the greatest number of
    its sentence, 0 if there is none: “draw agreed on move 41”.
    """

    at: int
    side: Side | None
    number: int


class Prose:
    """The tokens of one comment."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens

    # -- sentences -----------------------------------------------------------------------------------------------------

    @cached_property
    def bounds(self) -> list[tuple[int, int]]:
        """For each token, the first index of its sentence and the index after the last."""
        bounds: list[tuple[int, int]] = []
        begin = 0
        for at in range(len(self.tokens)):
            if self._ends_a_sentence(at) or at == len(self.tokens) - 1:
                end = at if self._ends_a_sentence(at) else at + 1
                bounds += [(begin, end)] * (at + 1 - begin)
                begin = at + 1
        return bounds

    def _ends_a_sentence(self, at: int) -> bool:
        """Whether a sentence ends with this token; before a quotation mark it does not: “Check.” says the umpire."""
        following = self.tokens[at + 1 : at + 2]
        if self.tokens[at].type == "EMPTY_LINE":
            return True
        return self.tokens[at].type == "FULL_STOP" and following != [] and following[0].type != "QUOTES"

    def _sentence(self, at: int) -> Sequence[Token]:
        return self.tokens[slice(*self.bounds[at])]

    def _lead(self, at: int) -> Sequence[Token]:
        """The tokens of the sentence before this one."""
        return self.tokens[self.bounds[at][0] : at]

    def _clause(self, at: int) -> set[str]:
        """The kinds of the tokens before this one, back to the start of its clause."""
        return {one.type for one in takewhile(lambda one: one.type not in BREAKS, reversed(self._lead(at)))}

    def _quoted(self, at: int) -> Sequence[Token] | None:
        """The tokens before this one in its quotation; None if it is not in one."""
        lead = self._lead(at)
        marks = [index for index, one in enumerate(lead) if one.type == "QUOTES"]
        return lead[marks[-1] :] if len(marks) % 2 else None

    # -- announcements -------------------------------------------------------------------------------------------------

    def captures(self) -> Iterator[ProseAnnouncement]:
        """The captures that are announced with a square; a list of squares yields one capture for each."""
        for at in self._announcing("CAPTURE", "CAPTURED"):
            ends = BREAKS - {"OPENING_BRACKET"} if self._quoted(at) is None else _ENDS_A_QUOTATION
            near = [*_up_to(self.tokens[at + 1 : at + 1 + _NEAR], ends)]
            first = next((index for index, one in enumerate(near, at + 1) if one.type == "LONE_SQUARE"), None)
            if first is not None:
                listed = takewhile(lambda one: one.type in _SQUARES_OF_A_LIST, self.tokens[first : self.bounds[at][1]])
                squares = [str(one) for one in listed if one.type == "LONE_SQUARE"]
                yield from (ProseAnnouncement(at, one, times=self._times(at)) for one in squares)

    def checks(self) -> Iterator[ProseAnnouncement]:
        """The checks that are announced, except those whose direction may be in words that are not understood."""
        for at in self._announcing("CHECK", "IN_CHECK"):
            near = [*_up_to(self.tokens[at + 1 : self.bounds[at][1]], _ENDS_A_QUOTATION)]
            ways = {DIRECTIONS[one.type] for one in near if one.type in DIRECTIONS}
            if ways & {"long", "short"}:
                ways -= {"diagonal"}
            elif (near and not ways) or ("diagonal" in ways and any(one.type == "UNKNOWN_WORD" for one in near)):
                continue
            yield ProseAnnouncement(at, directions=tuple(sorted(ways)), times=self._times(at))

    def _times(self, at: int) -> int:
        """How often the sentence of a token says that something happened: “twice”, “tre volte”; 1 if unsaid."""
        for one, following in pairwise([*self._sentence(at), self.tokens[at]]):
            if one.type in _TIMES or following.type == "TIMES":
                return _TIMES.get(one.type) or numeral(one) or 1
        return 1

    def _announcing(self, *kinds: str) -> Iterator[int]:
        """The indices of the tokens of these kinds that announce something; see :meth:`is_announced`."""
        for at, word in enumerate(self.tokens):
            if word.type in kinds and self.is_announced(at):
                yield at

    def is_announced(self, at: int) -> bool:
        """Whether a token is part of an announcement that the text reports as a fact.

        It is if it is quoted, if its sentence says that the umpire speaks, or if no player or man stands before it in
        its clause; a thought, a possibility or a denial excludes it.
        """
        if self.is_denied(at):
            return False
        quoted = self._quoted(at)
        if quoted is not None:
            return _NOT_SO.isdisjoint(one.type for one in quoted)
        speaks = not _SPEAKING.isdisjoint(one.type for one in self._sentence(at))
        if speaks and _NOT_SO.isdisjoint(one.type for one in self._lead(at)):
            return True
        return (_NOT_SO | _ACTORS).isdisjoint(self._clause(at))

    def is_denied(self, at: int) -> bool:
        """Whether what a token announces did not happen, or only might: “no capture on d5”, “omits the capture …”."""
        behind = {one.type for one in takewhile(lambda one: one.type not in BREAKS, self.tokens[at + 1 :])}
        around = (self._clause(at) & {"NOT", "REFUSE"}) | (behind & {"NOT"})
        none = at > 0 and self.tokens[at - 1].type == "NO"
        return bool(around) or none or _might_be(self._sentence(at))

    def is_asked(self, at: int) -> bool:
        """Whether a token is part of what somebody asks: “whether any pawn of his can make a capture”."""
        return not self._clause(at).isdisjoint(("ASK", "WHETHER", "WHETHER_ANY"))

    def ends(self) -> Iterator[ProseEnd]:
        """The words that state as a fact how the game ended."""
        for at, word in enumerate(self.tokens):
            if self._states_an_end(at, word.type):
                named = [player(one) for one in self._lead(at) if one.type in PLAYERS]
                if not named and any(
                    one.type == "HE" or mentions_word(one, "persons.he") for one in self._sentence(at)
                ):
                    named = [player(one) for one in self.tokens[:at] if one.type in PLAYERS]
                numbers = [numeral(one) or number_of(one)[0] for one in self._sentence(at) if one.type in _NUMBERS]
                yield ProseEnd(at, named[-1] if named else None, max(numbers, default=0))

    def _states_an_end(self, at: int, kind: str) -> bool:
        """Whether a token of this kind states an end."""
        behind = {
            one.type
            for one in takewhile(lambda one: one.type not in _BEHIND_AN_END, self.tokens[at + 1 : self.bounds[at][1]])
        }
        if kind not in _ENDS and not (kind == "DRAW" and self._is_drawn(at, behind)):
            return False
        if kind == "RESIGNS" and not behind <= _BEHIND_A_RESIGNATION:
            return False
        return not self.is_denied(at) and _NO_END.isdisjoint(self._clause(at))

    def _is_drawn(self, at: int, behind: set[str]) -> bool:
        """Whether a draw is agreed on or declared: “they agreed a draw”, “Drawn.”, “he called it a draw”."""
        if any(one.type == "AGREE" for one in self._sentence(at)):
            return True
        asked = any(one == "?" for one in self.tokens[at + 1 : self.bounds[at][1] + 1])
        return not asked and self._clause(at) | behind <= _OF_A_DRAW | {"FULL_STOP"}

    # -- the question for pawn captures --------------------------------------------------------------------------------

    def question(self, side: Side) -> int | None:
        """The index of the token by which this player, or nobody in particular, asks the usual question; else None."""
        return next((at for at, one in enumerate(self.tokens) if one.type in _USUAL and self._is_put(at, side)), None)

    def _is_put(self, at: int, side: Side) -> bool:
        sentence = self._sentence(at)
        if not any(one.type in _PUT or one.type == "QUOTES" for one in sentence):
            return False
        named = [player(one) for one in self._lead(at) if one.type in PLAYERS]
        return not _might_be(sentence) and _NOT_PUT.isdisjoint(self._clause(at)) and named[-1:] in ([], [side])

    # -- tries ---------------------------------------------------------------------------------------------------------

    def tries(self, side: Side, lang: Language) -> Iterator[ProseTry]:
        """The moves that prose calls refused tries of this player, or of nobody in particular."""
        found = (one.of(side) for one in mentions(self.tokens, lang))
        moves = [one for one in found if one.kind == "move" and one.readings]
        for named, said in zip(moves, self._verdicts(moves), strict=True):
            only_thought = named.thought and not named.tried  # “if I took on e6 … no, too early”
            refused = said is not None and not only_thought
            if named.side in (None, side) and not named.weak and (refused or self._is_tried(named)):
                listed = named.at > 0 and self.tokens[named.at - 1].type in _JOINTS
                readings = sorted(named.readings, key=lambda parts: parts.piece in (None, "P"))  # a named man's first
                yield ProseTry(named.at, tuple(readings), said or "refused", listed, named.printed)

    def _is_tried(self, named: Mention) -> bool:
        """Whether a move is said to be tried, and no word near it may deny that."""
        if not named.tried or named.thought or _might_be(self._sentence(named.at)):
            return False
        lead = [one.type for one in self._lead(named.at) if one.type not in SKIPPED]
        verbs = [index for index, kind in enumerate(lead) if kind in VERBS_OF_TRIES]
        denied = any(one.type == "NOT" for one in self._sentence(named.at))
        return bool(verbs) and not denied and (verbs[-1] == 0 or lead[verbs[-1] - 1] in _BEFORE_A_VERB)

    def _verdicts(self, moves: Sequence[Mention]) -> list[Verdict | None]:
        """The verdict on each move in the words after it, or after its list; None where there is none."""
        found: list[Verdict | None] = []
        behind: int | None = None  # the index of the move behind
        for named in reversed(moves):
            said = None if _might_be(self._lead(named.at)) else named.verdict
            gap = self.tokens[named.at + 1 : behind] if behind is not None else ()
            listed = bool(gap) and all(one.type in _JOINTS for one in gap)
            found.append(found[-1] if listed and said is None else said)
            behind = named.at
        return found[::-1]


def in_a_list(parts: Parts, before: Parts) -> Parts:
    """A bare square as a try of the man that the try before it in the list names: “the king tries f7 and e6”."""
    goes_on = before.sign is None and before.piece != "P" and parts.piece == "P"
    return Parts(piece=before.piece, to=parts.to) if goes_on else parts


def _might_be(words: Iterable[Token]) -> bool:
    """Whether words are hypothetical, or tell of another game."""
    return any(one.type in ("WOULD", "WOULD_TRY", "ELSEWHERE") for one in words)


def _up_to(words: Iterable[Token], ends: Container[str]) -> Iterator[Token]:
    return takewhile(lambda one: one.type not in ends, words)
