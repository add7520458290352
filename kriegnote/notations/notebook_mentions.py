"""Judges which of the moves that one player's notebook mentions may be his moves and tries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lark import Token

from kriegnote.lexicon import meant
from kriegnote.model.events import Side
from kriegnote.model.printed_moves import Parts
from kriegnote.notations.refusal_marks import Marked, with_marked
from kriegnote.text.speech.mentions import Mention
from kriegnote.text.speech.said_of_moves import REFUSALS

_JOINS: Final = frozenset({"COMMA", "AND", "OPENING_BRACKET", "FILLER"})
"""Tokens that join a verb to the move before it."""
_NEAR: Final = 2  # the greatest distance, in tokens, between a move and the refusal that is surely its own


def by_turn(
    found: Sequence[Mention], turns: Sequence[range], tokens: Sequence[Token], side: Side
) -> list[list[Mention]]:
    """The mentions of each turn; in each but the last, one of them is the move."""
    *several, last = ([one for one in found if one.at in within] for within in turns)
    return [*(_with_a_move(each, tokens, side) for each in several), last]


def is_a_move(one: Mention) -> bool:
    """Whether a mention may be a move, not the square of an announcement or a place."""
    place = one.weak or one.announced or is_capture_in_words(one)
    return one.kind == "move" and bool(one.readings) and (one.printed or not place)


def is_capture_in_words(one: Mention) -> bool:
    """Whether a mention is a capture on a square in words, which somebody makes or announces."""
    return one.kind == "move" and one.square is not None and not one.called


def is_nowhere(parts: Parts) -> bool:
    """Whether a move is a capture of which no square is named: “I took back with the queen”."""
    return bool(parts.capture) and parts.to is None


def goes_on_taking(behind: Sequence[Token]) -> bool:
    """Whether a verb for taking continues the clause of the move before these tokens: “Bc4, taking on c4”."""
    verb = next((at for at, one in enumerate(behind) if one.type == "CAPTURE"), None)
    if verb is None or not all(one.type in _JOINS for one in behind[:verb]):
        return False
    return meant(str(behind[verb]), "details") == "taking"


def is_own(one: Mention, side: Side) -> bool:
    """Whether a mention may be a move or a try of the player's."""
    return one.side in (None, side) and is_a_move(one)


def is_sure(one: Mention) -> bool:
    """Whether nothing beside a move says that it was refused or not made."""
    return one.verdict is None and not (one.thought or one.denied)


def marked(found: Sequence[Mention], turns: Sequence[range], tokens: Sequence[Token], side: Side) -> Marked:
    """The mentions, those with a mark that only moves before the last of a turn have as refused tries."""
    own = [[one for one in found if one.at in within and is_own(one, side)] for within in turns]
    sure = [each for each in own if each and is_sure(each[-1])]
    played = {each[-1].at for each in sure}
    moves = [one._replace(square=None) if one.called else one for one in found]
    marked = with_marked(moves, tokens, played, {one.at for each in sure for one in each} - played)
    pairs = zip(found, marked.mentions, strict=True)
    return marked._replace(mentions=[two if two.verdict else one for one, two in pairs])


def _with_a_move(found: Sequence[Mention], tokens: Sequence[Token], side: Side) -> list[Mention]:
    """The mentions of a turn; if none is surely the move, it is the last one whose refusal does not stand beside it."""
    own = [one for one in found if is_own(one, side)]
    may_be = [one for one in own if not _is_surely_refused(one, tokens)]
    if any(map(is_sure, own)) or not may_be:
        return [*found]
    made = may_be[-1]
    return [one._replace(verdict=None, thought=False, denied=False) if one is made else one for one in found]


def _is_surely_refused(one: Mention, tokens: Sequence[Token]) -> bool:
    """Whether a move is called a try, or its refusal stands directly behind it."""
    behind = tokens[one.at + 1 : one.at + 1 + _NEAR]
    return one.verdict is not None and (one.tried or any(word.type in REFUSALS for word in behind))
