"""Replaces signs that a page explains in a legend by words that every reader understands.

    "vers." = tried, refused by the umpire; "F?" = the question         Schwarz vers. c7xd6, b7xc6; zieht Sg8-f6
    a stroke / behind a move = refused                                  3 | bxc3/ a4 | Nf6

Moves that a sign refuses are crossed out, within brackets queried; a question becomes *any?*, an answer *yes* or *no*.
A sign is replaced only where its meaning can stand: beside moves, or before an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kriegnote.documents.kept_columns import columns_kept
from kriegnote.documents.legend_announcements import announced
from kriegnote.documents.legend_counts import counted
from kriegnote.documents.legend_entries import LegendEntry
from kriegnote.documents.legend_meanings import meaning
from kriegnote.documents.legend_places import Edit, SignPlaces, SignUse
from kriegnote.documents.program_words import program_words
from kriegnote.lexicon import printed
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain

_LEGEND: Final = Terminals("legend")
_FAR: Final = 120
"""The greatest length of what is said of brackets before and behind their name, in characters."""
_LEAST_ANNOUNCED: Final = 2
"""The least number of times that all signs for announcements together stand in a text."""
_BRACES: Final = frozenset("{}")
_BESIDE_ANSWERS: Final = " \t\n:"


def without_page_signs(plain: Plain) -> Plain:
    """A text with the signs replaced that its legend explains, words of programs apart, and a map to the original."""
    edits = _found(plain.text).edits
    return plain.changed([*edits, *columns_kept(plain.text, edits)]) if edits else plain


def has_legend(text: str) -> bool:
    """Whether a text explains signs that it uses, or has words that a program joins."""
    return bool(_found(text).edits)


def explanations(text: str) -> tuple[tuple[int, int], ...]:
    """The ranges of a text that explain signs which it uses, in order."""
    return _found(text).said


class _Found(NamedTuple):
    """What is to be replaced for the signs that a text explains, and the ranges that explain these, in order."""

    edits: tuple[Edit, ...]
    said: tuple[tuple[int, int], ...]


@lru_cache(maxsize=4)  # a text is asked whether it has a legend before it is read
def _found(text: str) -> _Found:
    places = SignPlaces(text)
    uses = [*_uses(places)]
    edits = [edit for use in uses for edit in use.edits]
    said = tuple(sorted({use.said for use in uses}))
    lists = _lists_as_comments(places) if edits else ()
    return _Found(tuple(sorted([*edits, *lists, *program_words(text)])), said)


def _uses(places: SignPlaces) -> Iterator[SignUse]:
    """The places where a text uses the signs that it explains."""
    announcements = [*announced(places)]
    if len(announcements) < _LEAST_ANNOUNCED:
        announcements = []
    known = {one.before for one in places.signs if announcements and one.meaning.words()}
    counts = [*counted(places)]
    known |= {one.before for one in places.signs if counts and any(map(str.isdecimal, one.before))}
    others = (use for one in places.signs if one.before not in known for use in _uses_of(one, places))
    yield from places.without_remarks(
        [*announcements, *others, *counts, *_in_brackets(places), *_in_italics(places), *_in_spaced_type(places)]
    )


def _lists_as_comments(places: SignPlaces) -> Iterator[Edit]:
    """Puts the lists of signs in braces, unless they have some: they are no part of a game."""
    ranges = dict.fromkeys((one.start, one.end) for one in places.legend if one.listed)
    for start, end in (one for one in ranges if not _BRACES.intersection(places.text[slice(*one)])):
        yield from (Edit(start, start, "{"), Edit(end, end, "}"))


# -- where a sign stands ----------------------------------------------------------------------------------------------


def _uses_of(one: LegendEntry, places: SignPlaces) -> Iterator[SignUse]:
    """The places where a sign stands outside the legend, but those of announcements."""
    match one.meaning.kind:
        case "refused" if one.behind is None:
            several = _refused(one, places)
        case "refused":
            several = _in_room(one, places)
        case "made":
            several = ((Edit(*found.span(1), ""),) for _, found in places.behind_moves(one.before))
        case "question":
            several = _asked(one, places)
        case _:
            several = iter(())  # it is replaced behind its question
    return (SignUse(edits, one.said) for edits in several)


def _refused(one: LegendEntry, places: SignPlaces) -> Iterator[tuple[Edit, ...]]:
    """Crosses out the moves that a sign refuses, which stands before or behind them."""
    sign = one.before
    behind = [_crossed(places, *each) for each in places.behind_moves(sign)]
    before = [
        tuple(_crossed_behind(places, found))
        for found in re.finditer(_alone(sign) + r"[ \t:]{0,40}", places.text)
        if _LEGEND["A_MOVE"].match(places.text, found.end()) and places.may_stand(*found.span())
    ]
    more = len(behind) - len(before)
    follows = one.follows or more > 0 or (more == 0 and (not sign[-1:].isalpha() or _end_lines(places.text, before)))
    yield from behind if follows else before


def _end_lines(text: str, crossed: Iterable[Sequence[Edit]]) -> bool:
    """Whether some moves that may be crossed out are the last of their lines, so that no move would be made there."""
    return any(_LEGEND["LINE_ENDS"].match(text, edits[-1].end) is not None for edits in crossed)


def _in_room(one: LegendEntry, places: SignPlaces) -> Iterator[tuple[Edit, ...]]:
    """Queries the moves in the room of a sign that refuses them: “(Nf3) = tried, sent back”, “n( ) refused”."""
    text, before, behind = places.text, one.before, one.behind
    if not before or not behind:
        return
    for start, end in (move.span() for move in places.moves):
        first, last = start - len(before), end + len(behind)
        if text.endswith(before, 0, start) and text.startswith(behind, end) and places.may_stand(first, last):
            yield Edit(first, start, "("), Edit(end, last, "?)")


def _in_brackets(places: SignPlaces) -> Iterator[SignUse]:
    """Queries the moves within brackets of a sort if a text says that tries in vain stand in these.

    Braces are then not those of comments.
    """
    for sort in ("BRACES", "SQUARE_BRACKETS", "ROUND_BRACKETS"):
        said = _says_refused(places.text, f"SAYS_OF_{sort}")
        if said is None:
            continue
        for group in _LEGEND[f"MOVES_IN_{sort}"].finditer(places.text):
            start, end = group.span()
            if places.may_stand(start, end):
                moves = _LEGEND["A_MOVE"].finditer(places.text, start, end)
                queried = (Edit(move.end(), move.end(), "?") for move in moves)
                yield SignUse((Edit(start, start + 1, "("), *queried, Edit(end - 1, end, ")")), said)


def _says_refused(text: str, terminal: str) -> tuple[int, int] | None:
    """The range in which a text says that tries in vain stand in what a terminal names; None if it does not."""
    for one in _LEGEND[terminal].finditer(text):
        before = _LEGEND["SAID_BEFORE"].search(text, max(0, one.start() - _FAR), one.start())
        behind = _LEGEND["SAID_BEHIND"].match(text, one.end(), one.end() + _FAR)
        assert before is not None and behind is not None  # they may be empty
        said = meaning(text[before.start() : behind.end()])
        if said is not None and said.kind == "refused":
            return before.start(), behind.end()
    return None


def _in_italics(places: SignPlaces) -> Iterator[SignUse]:
    """Crosses out the moves in italics if a text says that these were tried in vain."""
    if (said := _says_refused(places.text, "SAYS_OF_ITALICS")) is not None:
        for one in _LEGEND["MOVE_IN_ITALICS"].finditer(places.text):
            if places.may_stand(*one.span()):
                yield SignUse((Edit(*one.span("opens"), "~~"), Edit(*one.span("closes"), "~~")), said)


def _in_spaced_type(places: SignPlaces) -> Iterator[SignUse]:
    """Crosses out the moves with blanks between their signs if a text says that these were tried in vain."""
    if (said := _says_refused(places.text, "SAYS_OF_SPACED_TYPE")) is not None:
        for one in _LEGEND["MOVE_IN_SPACED_TYPE"].finditer(places.text):
            start, end = one.span()
            word = "".join(one[0].split())
            if _LEGEND["A_MOVE"].fullmatch(word) and places.may_stand(start, end):
                blanks = (Edit(at, at + 1, "") for at in range(start, end) if places.text[at].isspace())
                yield SignUse((Edit(start, start, "~~"), *blanks, Edit(end, end, "~~")), said)


def _alone(sign: str) -> str:
    """A pattern for a sign that is no part of a word."""
    words = r"\s+".join(map(re.escape, sign.split()))
    return rf"(?<![\w♔-♟]){words}(?![^\W\d_])" if sign[-1:].isalpha() else rf"(?<!\w){words}"


def _crossed(places: SignPlaces, start: int, found: re.Match[str]) -> tuple[Edit, ...]:
    """The move before a sign, from its start, crossed out, or queried within brackets."""
    if places.is_in_brackets(found.start()):
        return (Edit(*found.span(), "?"),)
    return Edit(start, start, "~~"), Edit(*found.span(), "~~")


def _crossed_behind(places: SignPlaces, found: re.Match[str]) -> Iterator[Edit]:
    """The moves of the list that follows a sign, each crossed out, or queried within brackets."""
    text = places.text
    yield Edit(*found.span(), "")
    queried = places.is_in_brackets(found.start())
    at = found.end()
    while (move := _LEGEND["A_MOVE"].match(text, at)) is not None:
        if not queried:
            yield Edit(move.start(), move.start(), "~~")
        yield Edit(move.end(), move.end(), "?" if queried else "~~")
        joint = _LEGEND["JOINS_MOVES"].match(text, move.end())
        if joint is None:
            if (said := _LEGEND["REFUSAL_BESIDE"].match(text, move.end())) is not None:
                yield Edit(*said.span(), "")
            break
        at = joint.end()


def _asked(one: LegendEntry, places: SignPlaces) -> Iterator[tuple[Edit, ...]]:
    """Questions in words, each in brackets with its answer."""
    text, sign = places.text, one.before
    answered, answers = _own_answers(one, places)
    for found in re.finditer(_alone(sign), text):
        reply = answered.match(text, found.end()) if answered else None
        words = printed(f"answers.{answers[reply.group().strip(_BESIDE_ANSWERS)]}", "en") if reply else ""
        if reply is None:
            reply = _LEGEND["ANSWER_BEHIND"].match(text, found.end())
            if reply is not None and reply["negated"]:
                words = printed("answers.no", "en")  # the French word begins other sentences in Italian
        if places.is_longer(sign, found.start()):
            continue
        if reply is None and not sign.endswith("?") and not places.is_all_in_brackets(*found.span()):
            continue  # a letter or a word that may mean anything
        if not places.may_stand(found.start(), found.end() if reply is None else reply.end()):
            continue
        brackets = not places.is_in_brackets(found.start())
        question = Edit(*found.span(), "(any?"[not brackets :] + ")" * (brackets and reply is None))
        if reply is None:
            yield (question,)
        else:
            start = reply.start() if words else reply.end()
            yield question, Edit(start, reply.end(), f"{' ' * bool(words)}{words}{')' * brackets}")


def _own_answers(one: LegendEntry, places: SignPlaces) -> tuple[re.Pattern[str] | None, Mapping[str, str]]:
    """A pattern for the signs of answers that may stand behind a question, if there are any, and what they mean."""
    answers = {each.before: each.meaning.detail or "" for each in places.signs if each.meaning.kind == "answer"}
    behind = {found.group(1) for found in re.finditer(_alone(one.before) + r"\s?([+–−-])(?!\w)", places.text)}
    if "+" in behind and len(behind) > 1:
        answers |= {each: "yes" if each == "+" else "no" for each in behind}
    own = "|".join(map(re.escape, answers))
    return re.compile(rf"[ \t:]*(?:\n[ \t]*)?(?:{own})(?!\w)") if own else None, answers


__all__ = ["explanations", "has_legend", "without_page_signs"]
