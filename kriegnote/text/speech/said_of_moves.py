"""Judges by the words beside a move in prose whether it was refused, allowed, denied or only thought of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from lark import Token

from kriegnote.model.events import Side, Verdict
from kriegnote.text.speech.clauses import BREAKS, MEN, PLAYERS, SKIPPED, TRIES, VERDICTS, player

REFUSALS: Final = frozenset(
    {"NO", "ILLEGAL", "ILLEGALS", "IMPOSSIBLE", "IN_VAIN", "NONSENSE", "HELL_NO", "REFUSE", "DENY", "NOT"}
)
"""Words that, after a move, may say that it was refused."""
VERBS_OF_TRIES: Final = TRIES | {"WOULD_TRY"}
PLAYS: Final = frozenset({"PLAY", "MOVED", "GOES", "PROMOTES_TO"})
QUESTIONS: Final = frozenset({"ASK", "ANY", "WHETHER_ANY", "QUESTION"})
STOPS: Final = frozenset({"FULL_STOP", "EMPTY_LINE"})
HYPOTHESES: Final = frozenset({"WOULD", "WOULD_TRY", "MAY", "ELSEWHERE"})
THOUGHTS: Final = frozenset({"WHETHER", "REMARK", *HYPOTHESES})
ALLOWS: Final = frozenset({"ALLOW", "ACCEPTED", "POSSIBLE"})
"""Words that, after a move, say that it was allowed."""
_TURNS_TO: Final = frozenset({*ALLOWS, "NUMBER_OF_TURN", *QUESTIONS, *VERBS_OF_TRIES, *PLAYS}) - {"WAS_TRIED"}
"""Words after which a refusal is no longer that of the move before them."""
_HEARERS: Final = frozenset({"TO", "FOR", "SAY", "INFORM", "HEAR"})
"""Words before a player who is only told something."""
_MAY_BE_SIGNS: Final = frozenset({"FILLER", "TO", "BY", "IN", "AND", "OR"})
"""Words without a meaning of their own, which single letters may be."""
_WITH_A_DENIAL: Final = frozenset({"HE", "FILLER", "MAY", "HAS", "POSSIBLE", "UMPIRE", "COLON", *PLAYERS})
"""Words of which a clause that denies something consists besides."""
_JOIN_TO_A_REFUSAL: Final = frozenset({"QUOTES", "TO", "FOR"})
_BEFORE_THE_REFUSED: Final = _JOIN_TO_A_REFUSAL | SKIPPED | frozenset(MEN) | {"IN", "ON"}
"""Words between a refusal and the move that it refuses."""
_SPOKEN: Final = frozenset({"QUOTES", "UMPIRE", "SAY", "HEAR", "COLON", *REFUSALS}) - {"NO"}
"""Words that show that a no is the umpire's, or that something else was refused before."""
_NEAR: Final = 4
"""The greatest distance, in tokens, between a denial and what it denies."""


def outside_brackets(words: Sequence[Token]) -> list[Token]:
    """The tokens without what stands in brackets; behind a bracket that is not closed, what it contains."""
    kept: list[Token] = []
    opened: list[int] = []  # for each open bracket, how many tokens were kept before it
    for word in words:
        if word.type == "OPENING_BRACKET":
            opened.append(len(kept))
        elif word.type == "CLOSING_BRACKET" and opened:
            del kept[opened.pop() :]
            continue
        kept.append(word)
    return kept[opened[-1] + 1 :] if opened else kept


def holds_a_sign(words: Sequence[Token]) -> bool:
    """Whether a bracket among these words holds a letter that may be a sign: “(A!)”."""
    opened = next((at for at, one in enumerate(words) if one.type == "OPENING_BRACKET"), len(words))
    return any(one.type in _MAY_BE_SIGNS and len(one) == 1 for one in words[opened:])


def without_asides(lead: Sequence[Token]) -> Iterator[Token]:
    """The tokens without what stands between commas behind a player: “Black, who could not know it, advanced”."""
    commas = [at for at, word in enumerate(lead) if word.type == "COMMA"]
    aside = next((pair for pair in pairwise(commas) if pair[0] and lead[pair[0] - 1].type in {"HE", *PLAYERS}), None)
    return (word for at, word in enumerate(lead) if aside is None or not aside[0] < at < aside[1])


def is_denied(behind: Sequence[Token]) -> bool:
    """Whether the words behind a move, in its sentence, deny what is said of it, or may: “nearly refused”."""
    words = [word.type for word in takewhile(lambda one: one.type not in STOPS | {"SEMI", "COLON"}, behind)]
    clause = len([*takewhile(lambda kind: kind not in BREAKS, words)])
    for at, word in enumerate(words):
        if word == "NOT" and words[at + 1 : at + 2] and words[at + 1] in QUESTIONS:
            continue  # “without asking”
        if word in QUESTIONS | VERBS_OF_TRIES | PLAYS or (
            word == "WOULD" and words[at + 1 : at + 3] == ["NOT", "ALLOW"]
        ):
            return False
        if word == "NOT" and at < min(_NEAR, clause) and not ALLOWS.intersection(words[at + 1 : at + _NEAR]):
            return True
        aside = word == "REMARK" and at >= clause and words[at - 1] not in {"HE", *PLAYERS}  # “to c3, hoping to …”
        if (word in THOUGHTS and not aside) or (word in REFUSALS - {"NOT"} and at and words[at - 1] == "UNKNOWN_WORD"):
            return True
        if word in REFUSALS - {"NOT"}:
            return "WOULD" in words
    return False


def is_withdrawn(behind: Sequence[Token]) -> bool:
    """Whether the words behind a move, in its sentence, say that the player took it back before it was answered."""
    return any(word.type == "WITHDRAW" for word in takewhile(lambda word: word.type not in STOPS | {"SEMI"}, behind))


def is_no_longer_thought_of(behind: Sequence[Token]) -> bool:
    """Whether a thought ends with a no of the player's own: “I might take on g4 … no, let us wait”."""
    words = [*takewhile(lambda word: word.type not in STOPS, behind)]
    at = next((at for at, word in enumerate(words) if word.type == "NO"), None)
    return at is not None and _SPOKEN.isdisjoint(word.type for word in words[:at])


def is_allowed(behind: Sequence[Token]) -> bool:
    """Whether the words behind a move, before they refuse anything, say that it was allowed."""
    for word in behind:
        if word.type in REFUSALS | VERBS_OF_TRIES:
            return False
        if word.type in ALLOWS:
            return True
    return False


def refusal(behind: Sequence[Token]) -> Verdict | None:
    """The refusal in the words behind a move, before they turn to anything else; None if there is none."""
    stopped = False
    for at, word in enumerate(behind):
        if not at and word.type in PLAYS:
            continue  # “wollte ich cxd4 spielen”
        if at and str(word) == "?":
            return None  # what follows answers a question about something else
        stopped = stopped or word.type in STOPS
        if word.type == "NO" and at + 1 < len(behind) and behind[at + 1].type == "UNKNOWN_WORD":
            continue  # “no further business”
        if word.type == "NOT":
            if _denies_alone(behind, at) or any(one.type in ALLOWS for one in behind[at + 1 : at + _NEAR]):
                return "refused"
        elif word.type in _TURNS_TO or (stopped and word.type in PLAYERS and behind[at - 1].type not in _HEARERS):
            return None
        elif word.type in REFUSALS:
            return VERDICTS.get(word.type, "refused")
    return None


def _denies_alone(words: Sequence[Token], at: int) -> bool:
    """Whether a denial is with its verb all that a clause says: “He does not.”, “Non può.”"""
    before = [*takewhile(lambda one: one.type not in BREAKS | {"QUOTES"}, reversed(words[:at]))]
    after = [*takewhile(lambda one: one.type not in BREAKS | {"QUOTES"}, words[at + 1 :])]
    end = at + 1 + len(after)
    stops = end < len(words) and words[end].type in STOPS | {"SEMI", "QUOTES"}
    kinds = {one.type for one in (*before, *after)}
    return stops and bool(kinds - {"FILLER"}) and kinds <= _WITH_A_DENIAL  # not “and not too soon”


def answers_ahead(words: Sequence[Token]) -> int:
    """The index of a refusal that names behind it what it refuses: “gets ‘no’ to f takes e6”; else how many there are.

    :param words: those before a move, up to it.
    """
    at = len(words)
    joined = False
    while at > 0 and words[at - 1].type in _BEFORE_THE_REFUSED:
        joined = joined or words[at - 1].type in _JOIN_TO_A_REFUSAL
        at -= 1
    return at - 1 if joined and at > 0 and words[at - 1].type in REFUSALS - {"NOT"} else len(words)


def players_acting(words: Sequence[Token]) -> list[Side]:
    """The players whom words name, in order, without one who suffers what is done: “Black is checkmated by …”."""
    suffer = ("MATED", "IN_CHECK")
    return [
        player(one) for at, one in enumerate(words)
        if one.type in PLAYERS and not any(two.type in suffer for two in words[at + 1 : at + 2])
    ]  # fmt: skip


def since(lead: Sequence[Token], ends: frozenset[str]) -> Sequence[Token]:
    """The tokens after the last one of these types."""
    return lead[max((at for at, word in enumerate(lead) if word.type in ends), default=-1) + 1 :]
