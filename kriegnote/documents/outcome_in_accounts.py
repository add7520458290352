"""The result of a game that an account tells behind its last ply, of players whom only the account names.

A score's own reader knows the players of its tags, and *White* and *Black*. *Da gab ich auf* and *so Celia won* need
the words before the game, which say who had which colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from kriegnote.model.endings import LOSER, OF_LOSER
from kriegnote.model.events import End, Result
from kriegnote.model.record import Record
from kriegnote.text.end_words import end_of_game
from kriegnote.text.respelling import respelt
from kriegnote.text.speech.persons import persons, writer_of

_LONGEST: Final = 600  # the most characters of a paragraph behind a game in which its end is looked for


def with_outcome(record: Record, before: str, behind: Iterable[str]) -> Record:
    """The record with the result, or the loser at its end, that paragraphs behind it tell, if it does not have them.

    :param before: the words before it, which say who had which colour.
    """
    ends = [event for event in record.events if isinstance(event, End)]
    if record.result not in (None, "*") or any(end.result is not None or end.reason not in OF_LOSER for end in ends):
        return record
    result = next(_results(record, before, behind), None)
    if result is None or not ends:
        return record if result is None else record.replace(result=result)
    loser = LOSER.get(result, ends[-1].side)
    events = (msgspec.structs.replace(one, side=loser) if one is ends[-1] else one for one in record.events)
    return record.replace(events=tuple(events))


def _results(record: Record, before: str, behind: Iterable[str]) -> Iterator[Result]:
    """The results that paragraphs tell, of the players whom the record or the words before it name."""
    names = dict(record.headers)
    for paragraph in behind:
        words = paragraph.strip()[:_LONGEST]
        if not words:
            continue
        plain = respelt(words, persons(words, names, writer_of(f"{before}\n{words}"))).text
        found = end_of_game(plain, (names.get("White"), names.get("Black")))
        if found is not None and found.said.result is not None:
            yield found.said.result
