"""Finds where in a game prose says that something happened, and which of its words belong to which place.

“At move 5 Black asked”, “au 12e coup”, “(jugada 6)”, “all'undicesima”, “before 16. Rb1”: a place is a number of a turn,
perhaps with the player whose move is meant. What a sentence tells before and behind a place happened there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from lark import Token

from kriegnote.lexicon import meant, read_number
from kriegnote.model.events import Side
from kriegnote.parsing import Terminals
from kriegnote.text.speech.clauses import SKIPPED
from kriegnote.text.speech.reported import Prose

_PLACES: Final = Terminals("places")
_FAR: Final = 40
"""The greatest length of what may stand before a number and belong to it, in characters."""
_REPORTS: Final = frozenset(
    {"CAPTURE", "CAPTURED", "LOSES", "CHECK", "IN_CHECK", "ASK", "ANY", "WHETHER_ANY", "TRY", "HAD_TRIED",
     "AFTER_TRYING", "ATTEMPTS",
     "REFUSE", "ILLEGAL", "ILLEGALS", "IMPOSSIBLE", "IN_VAIN", "MOVE_IN_SIGNS", "DESCRIPTIVE", "LONE_SQUARE", "CASTLE",
     "PAWN_TRY", "PAWN_CAPTURE", "NO_PAWN_CAPTURE"}
)  # fmt: skip
"""Words of what happened."""
_ANSWERS: Final = frozenset({"YES", "NO", "AFFIRM", "DENY"})
_JOINTS: Final = SKIPPED | {"COMMA", "AND", "OR", "IN", "ON", "TO", "CONNECTIVE", "OPENING_BRACKET", "CLOSING_BRACKET"}
_CUTS: Final = (frozenset({"SEMI", "COLON"}), frozenset({"COMMA", "AND", "CONNECTIVE"}))
"""Where the words for one place end and those for the next begin, the likeliest first."""


class PlaceSaid(NamedTuple):
    """A place that a text names.

    ``start``, ``end``: the range of its words; ``turn``: the number of the turn, 0 if that is not known; ``side``: the
    player whose move it is, if that is said; ``relation``: whether something happened then, before or after that.
    """

    start: int
    end: int
    turn: int
    side: Side | None = None
    relation: Literal["at", "before", "after"] = "at"
    printed: bool = False
    """Whether it is the number before a printed move."""


class PlacedWords(NamedTuple):
    """Words of prose, and the places that they are about; none if these words name none."""

    tokens: list[Token]
    places: tuple[PlaceSaid, ...] = ()


def places_in(text: str) -> list[PlaceSaid]:
    """The places that a text names, in order."""
    found: dict[int, PlaceSaid] = {}
    for kind in ("RANKED", "COUNTED", "ALONE", "PRINTED"):
        for match in _PLACES[kind].finditer(text):
            if not any(one.start < match.end() and match.start() < one.end for one in found.values()):
                found |= {one.start: one for one in _named(kind, text, match.start(), match.end())}
    return [*_corrected(text, [found[at] for at in sorted(found)])]


def _corrected(text: str, found: Sequence[PlaceSaid]) -> Iterator[PlaceSaid]:
    """The places, those that a note corrects as it says: “… at move 7.[1]”, “[1] Recte: at move 9”."""
    wrong: dict[tuple[int, int], PlaceSaid] = {}  # the sentences to which such notes refer
    notes: list[tuple[int, int]] = []
    for note in _PLACES["CORRECTION"].finditer(text):
        right = next((one for one in found if note.start() <= one.start < note.end()), None)
        mark = text.rfind(note["mark"], 0, note.start("mark"))
        if right is not None and mark >= 0:
            notes.append(note.span())
            wrong[max(text.rfind(sign, 0, mark) for sign in ("\n", ". ")) + 1, mark] = right
    for one in found:
        right = next((right for (start, end), right in wrong.items() if start <= one.start < end), None)
        if right is not None:
            yield one._replace(turn=right.turn, side=right.side or one.side, relation=right.relation)
        elif not any(start <= one.start < end for start, end in notes):
            yield one


def _named(kind: str, text: str, start: int, end: int) -> Iterator[PlaceSaid]:
    """The places in a range that a terminal has found; several if it counts several turns."""
    if kind == "PRINTED":
        printed = _PLACES[kind].match(text, start)
        assert printed is not None
        relation = _relation(text, start)[0]
        yield PlaceSaid(
            start, end, int(printed["number"]), "black" if printed["black"] else "white", relation, printed=True
        )
        return
    items = [*_PLACES["ITEM_OF_PLACES"].finditer(text, start, end)]
    read = [(one, _number(kind, one["digits"] or one.group())) for one in items]
    first = next((one.start() for one, number in read if number is not None), None)
    if first is None:
        return
    relation, whose, first = _relation(text, first if kind == "RANKED" else start)
    if (owner := _PLACES["OWNER"].match(text, end)) is not None:
        whose, end = "white" if owner["white"] else "black", owner.end()
    named = [number for _, number in read if number is not None]
    for at, number in enumerate(named):  # all have the range of the whole but the first, which stands for it
        yield PlaceSaid(first + at, end, number, whose, relation)


def _number(kind: str, word: str) -> int | None:
    """The number that a word states, 0 for one that is not known; None if it states none."""
    if word.isdecimal():
        return int(word)
    ranked = meant(word, "ordinals")
    if ranked is not None:
        return int(ranked)
    if kind == "COUNTED":
        return read_number(word) or None
    return 0 if _PLACES["UNCOUNTED"].match(word.lower()) else None


def _relation(text: str, at: int) -> tuple[Literal["at", "before", "after"], Side | None, int]:
    """What stands before a number: whether something was before or after it, the player, and where these begin."""
    lead = _PLACES["LEAD"].search(text, max(0, at - _FAR), at)
    if lead is None:
        return "at", None, at
    side: Side | None = "white" if lead["white"] else "black" if lead["black"] else None
    begin = lead.end() - len(lead.group().lstrip())
    return "before" if lead["before"] else "after" if lead["after"] else "at", side, begin


# -- which words belong to a place -------------------------------------------------------------------------------------


def by_place(tokens: Sequence[Token], places: Sequence[PlaceSaid]) -> list[PlacedWords]:
    """The words of a text by the places that they are about; the words for a place are left out themselves.

    Words of sentences that name no place come last, together.
    """
    if not places:
        return [PlacedWords([*tokens])]
    kept = [*_without(tokens, places)]
    found: list[PlacedWords] = []
    unplaced: list[Token] = []
    for sentence in _sentences(kept):
        here = _places_of(sentence, places)
        if here:
            found += _sentence_by_place(sentence, here)
        elif found and not unplaced and _answers(sentence):
            found[-1].tokens.extend(sentence)
        else:
            unplaced += sentence
    return [*found, PlacedWords(unplaced)] if unplaced else found


def looking_back(tokens: Sequence[Token], text: str, made: Sequence[tuple[int, int]]) -> list[Token]:
    """The tokens; those of sentences that name an earlier turn than that of the moves before them as unknown words.

    :param made: the offsets of the moves of a game, in order, with their turns.
    """
    places = [one for one in places_in(text) if not one.printed]
    found = [*tokens]
    if not places or not made:
        return found
    for begin, end in dict.fromkeys(Prose(tokens).bounds):
        start, stop = tokens[begin].start_pos or 0, tokens[max(begin, end - 1)].end_pos or 0
        last = max((turn for at, turn in made if at < start), default=0)
        if any(start <= one.start < stop and 0 < one.turn < last for one in places):
            found[begin:end] = (Token.new_borrow_pos("UNKNOWN_WORD", str(one), one) for one in tokens[begin:end])
    return found


def _without(tokens: Iterable[Token], places: Sequence[PlaceSaid]) -> Iterator[Token]:
    """The tokens without those of places, in whose stead a mark stands; a stop that was read with a number is kept."""
    inside = False
    for one in tokens:
        start, end = one.start_pos or 0, one.end_pos or 0
        place = next((each for each in places if start < each.end and each.start < end), None)
        if place is None:
            inside = False
            yield one
            continue
        if not inside:
            yield Token("ORNAMENT", "", start_pos=place.start, end_pos=place.start)
        inside = True
        if end > place.end and str(one).rstrip().endswith("."):
            yield Token("FULL_STOP", ".", start_pos=place.end, end_pos=end)


def _sentences(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The sentences, each with the token that ends it."""
    bounds = [*dict.fromkeys(Prose(tokens).bounds)]
    for (begin, _), (following, _) in pairwise([*bounds, (len(tokens), 0)]):
        yield [*tokens[begin:following]]


def _places_of(sentence: Sequence[Token], places: Sequence[PlaceSaid]) -> list[tuple[int, tuple[PlaceSaid, ...]]]:
    """The places that a sentence names, each group of them with the index of its mark."""
    marks = [at for at, one in enumerate(sentence) if one.type == "ORNAMENT" and not str(one)]
    groups: list[tuple[int, tuple[PlaceSaid, ...]]] = []
    for at in marks:
        start = sentence[at].start_pos or 0
        first = next(one for one in places if one.start == start)
        here = tuple(one for one in places if first.start <= one.start < first.end)
        if groups and all(one.type in _JOINTS for one in sentence[groups[-1][0] : at]):
            groups[-1] = groups[-1][0], (*groups[-1][1], *here)
        else:
            groups.append((at, here))
    return groups


def _sentence_by_place(
    sentence: list[Token], groups: Sequence[tuple[int, tuple[PlaceSaid, ...]]]
) -> Iterator[PlacedWords]:
    """The words of a sentence by its places."""
    leads = not _reports(sentence[: groups[0][0]])
    begin = 0
    for (at, places), (following, _) in pairwise([*groups, (len(sentence), ())]):
        end = following if following == len(sentence) else _cut(sentence, at, following, leads=leads)
        yield PlacedWords(sentence[begin:end], places)
        begin = end


def _cut(sentence: Sequence[Token], at: int, following: int, *, leads: bool) -> int:
    """Where, between the marks of two places, the words for the second begin."""
    for kinds in _CUTS[: 1 if leads else 2]:
        cuts = [one for one in range(at + 1, following) if sentence[one].type in kinds]
        cuts = [one for one in cuts if leads or _reports(sentence[one:following])]
        if cuts:
            return cuts[-1]
    return following if leads else at + 1


def _reports(tokens: Iterable[Token]) -> bool:
    return any(one.type in _REPORTS for one in tokens)


def _answers(sentence: Sequence[Token]) -> bool:
    """Whether a sentence is nothing but an answer to what was said before."""
    return any(one.type in _ANSWERS for one in sentence) and not _reports(sentence)


__all__ = ["PlaceSaid", "PlacedWords", "by_place", "looking_back", "places_in"]
