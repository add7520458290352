"""Finds out what surrounds the games of a text: sections, titles, prose, columns, games in other notations."""

from __future__ import annotations

from typing import Final

from kriegnote.documents.columns import in_reading_order
from kriegnote.documents.games_in_rows import in_sentences
from kriegnote.documents.letters import in_order_of_writing
from kriegnote.documents.men_lists import given_positions
from kriegnote.documents.notes import notes_in_place
from kriegnote.documents.ordered_lists import with_outcomes
from kriegnote.documents.outline import headings
from kriegnote.documents.readings import likeliest, notations_marked
from kriegnote.documents.remarks import is_remark
from kriegnote.documents.turns import turn_runs
from kriegnote.notations.notation import Notation
from kriegnote.parsing import Terminals
from kriegnote.text.headings import label_at, players
from kriegnote.text.plain import paragraphs, unmarked
from kriegnote.text.tags import starts_tag

_LAYOUT: Final = Terminals("layout")
_LONG: Final = 20  # the least number of long words in a paragraph of prose
_PARAGRAPHS: Final = 2  # the least number of such paragraphs in a document


def is_surrounded(text: str, row: Notation) -> bool:
    """Whether a text has more than games, or its games are in columns.

    :param row: the notation of the whole text.
    """
    is_score = row.prose == "comment"
    return (
        _has_sections(text)
        or _LAYOUT["PICTURE_OR_NOTE"].search(text) is not None
        or in_reading_order(text).text != text
        or in_order_of_writing(unmarked(text)).text != text
        or with_outcomes(unmarked(text)).text != text
        or notes_in_place(in_sentences(unmarked(text))).text != text
        or (_has_a_title(text) if is_score else _has_a_numbered_title(text))
        or _has_prose(text, amid_turns=is_score)
        or is_mixed(text)
        or next(given_positions(text), None) is not None
    )


def is_mixed(text: str) -> bool:
    """Whether the games of a text are in several notations, judged by their marks."""
    if len(_LAYOUT["FIRST_TURN"].findall(text)) <= 1 or len(notations_marked(text)) <= 1:
        return False
    breaks = [head.start for head in headings(unmarked(text)) if head.kind == "game"]
    found = {name for run in turn_runs(text, breaks) if (name := likeliest(text[run.start : run.end]))}
    return len(found) > 1


def _has_sections(text: str) -> bool:
    """Whether there are headings in markup other than those of games."""
    return any(label_at(text, found.end()) is None for found in _LAYOUT["MARKED_HEADING"].finditer(text))


def _has_a_title(text: str) -> bool:
    """Whether a heading names two players, or continues on another line, in a text that does not begin with tags."""
    first = next(iter(paragraphs(text)), None)
    if first is None or starts_tag(text[first[0] :].lstrip()):
        return False
    return any(
        players(one.text) is not None
        if one.kind == "title"
        else one.kind == "game" and "\n" in text[one.start : one.end]
        for one in headings(unmarked(text))
    )


def _has_a_numbered_title(text: str) -> bool:
    """Whether a line with a number names two players; in dialogues other numbered lines are turns."""
    return any(one.kind == "title" and one.number for one in headings(unmarked(text)))


def _has_prose(text: str, *, amid_turns: bool) -> bool:
    """Whether there are paragraphs of words around the games of a text.

    :param amid_turns: whether those between the turns of a game count, too.
    """
    long = [span for span in paragraphs(text) if len(_LAYOUT["LONG_WORD"].findall(text, *span)) >= _LONG]
    if len(long) < _PARAGRAPHS:
        return False
    found = list(turn_runs(text, []))
    outside = [
        (start, end)
        for start, end in long
        if all(end <= run.start or start >= run.end for run in found) or (amid_turns and is_remark(text[start:end]))
    ]
    return len(outside) >= _PARAGRAPHS and bool(found)
