"""What running prose between the moves reports of the game, held against the board.

A reader keeps a sentence that it does not understand as a comment.  Here such comments are searched once more for what
their words report (:mod:`kriegnote.text.speech.reported`).  It counts where the board bears it out: the capture is on
the square where the last move took, the check comes from that direction, the try could be made on the player's own
board and is not legal, the answer is true.  The comment stays as it is; what was taken from it is an event behind it,
with a finding that says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice, takewhile
from typing import Final, NamedTuple

import msgspec

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import shortened
from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, Check, Comment, Event, Move, Side, Try, other
from kriegnote.model.printed_moves import Language, Parts, language
from kriegnote.parsing import Terminals
from kriegnote.rules import comparison
from kriegnote.rules.contradictions import answer_contradicts, try_contradicts
from kriegnote.rules.followed import Followed, followed_boards
from kriegnote.text.comments import without_comments
from kriegnote.text.source import Chunk, Read
from kriegnote.text.speech.clauses import respelt_words
from kriegnote.text.speech.persons import persons
from kriegnote.text.speech.reported import USUAL_QUESTION, Prose, in_a_list, spelled

_WORDS: Final = Terminals("speakers")


class _Said(NamedTuple):
    """A thing that words of a comment say: the index of its first word, and the event that it would be."""

    at: int
    event: AnyEvent


class _Turn(NamedTuple):
    """The state of the game where a comment stands.

    ``boards``: what may stand there, with the last move; ``side``, ``turn``: who is to move; ``last``: who moved last
    and when; ``since``: the events between the last move and the next; ``goes_on``: the next move is the one expected.
    """

    boards: list[Followed]
    side: Side
    turn: int
    last: tuple[Side, int]
    since: list[AnyEvent]
    goes_on: bool


def with_facts_of_prose(read: Read, chunk: Chunk, remarks: Collection[int] = ()) -> Read:
    """A record with what its prose reports besides; the same where it reports nothing that the board bears out.

    :param remarks: where in the chunk's text words stand in braces that are prose all the same: a comment that somebody
        has set apart is taken as it is.
    """
    record = read.record
    comments = {index for index, event in enumerate(record.events) if _is_prose(event, chunk, remarks)}
    if not comments or record.view != "umpire":
        return read
    layers = followed_boards(record)
    lang = language(without_comments(chunk.text))
    names = dict(record.headers)
    events: list[AnyEvent] = []
    findings: list[Finding] = list(read.findings)
    last: tuple[Side, int] = ("black", 0)
    plies = 0
    since = [*_up_to_the_next_move(record.events, 0)]
    for index, event in enumerate(record.events):
        events.append(event)
        if isinstance(event, Move):
            plies, since = plies + 1, [*_up_to_the_next_move(record.events, index + 1)]
            last = (event.side or "white", event.turn or 1)
            continue
        if index not in comments or not 0 < plies < len(layers):
            continue
        assert isinstance(event, Comment)
        side: Side = other(last[0])
        turn = last[1] + (side == "white")
        following = next((one for one in record.events[index:] if isinstance(one, Move)), None)
        goes_on = following is None or (following.side, following.turn) == (side, turn)
        state = _Turn(layers[plies], side, turn, last, since, goes_on)
        prose = Prose(respelt_words(event.text, persons(event.text, names), 0, len(event.text)))
        said = list(_borne_out(prose, state, lang))
        events += (_placed(one.event, event, prose.tokens[one.at].start_pos or 0) for one in said)
        since += (one.event for one in said)
        if said:
            taken = ", ".join(shortened(str(prose.tokens[one.at])) for one in said)
            findings.append(finding("KN110", f"read from this remark, as the board bears it out: {taken}", event))
    return Read(record.replace(events=tuple(events)), findings) if len(events) > len(record.events) else read


def _up_to_the_next_move(events: Sequence[AnyEvent], first: int) -> Iterator[AnyEvent]:
    return takewhile(lambda one: not isinstance(one, Move), events[first:])


def _is_prose(event: AnyEvent, chunk: Chunk, remarks: Collection[int]) -> bool:
    """Whether an event is a comment that stands in the text as a sentence."""
    if not isinstance(event, Comment) or event.span is None or event.line is None:
        return False
    start, end = (at - chunk.offset for at in event.span)
    at = chunk.text.find(event.text, start, end)
    set_apart = "{" in chunk.text[start:at] and at not in remarks
    return at >= 0 and not set_apart and _WORDS["OF_THE_DIALOGUE"].search(event.text) is not None


def _placed(said: AnyEvent, comment: Comment, at: int) -> AnyEvent:
    """An event behind the comment that reports it, with the place of its words, which stand at an offset there."""
    lead = comment.text[:at]
    line = (comment.line or 1) + lead.count("\n")
    column = at - lead.rfind("\n") if "\n" in lead else (comment.column or 1) + at
    assert comment.span is not None
    end = comment.span[1]
    return msgspec.structs.replace(said, line=line, column=column, span=(end, end))


def _borne_out(prose: Prose, state: _Turn, lang: Language) -> Iterator[_Said]:
    """What the words of a comment say that the board bears out: of the last move first, then of the next player."""
    yield from _announced(prose, state)
    if state.goes_on:
        yield from _asked(prose, state)
        yield from _tried(prose, state, lang)


def _announced(prose: Prose, state: _Turn) -> Iterator[_Said]:
    """The first capture and the first check that the last move made, unless the record has them."""
    side, turn = state.last
    if not any(isinstance(one, Capture) for one in state.since):
        captures = (_Said(one.at, Capture(side=side, turn=turn, square=one.square)) for one in prose.captures())
        yield from _first(captures, state)
    if not any(isinstance(one, Check) for one in state.since):
        checks = (_Said(one.at, Check(side=side, turn=turn, directions=one.directions)) for one in prose.checks())
        yield from _first(checks, state)


def _first(announced: Iterator[_Said], state: _Turn) -> Iterator[_Said]:
    return islice((one for one in announced if any(_is_true(one.event, after) for after in state.boards)), 1)


def _is_true(said: Event, followed: Followed) -> bool:
    """Whether an announcement is true of the move that led to a board."""
    if isinstance(said, Check):
        return not comparison.check(said, followed.board.check_directions() if followed.board.checkers() else ())
    if not isinstance(said, Capture) or followed.move is None or followed.before is None:
        return False
    return not comparison.capture(said, followed.before, followed.move) & ~comparison.EN_PASSANT


def _asked(prose: Prose, state: _Turn) -> Iterator[_Said]:
    """The usual question of the player to move, and its answer."""
    if any(isinstance(one, Answer) for one in state.since):
        return
    asked = any(isinstance(one, Ask) for one in state.since)
    put = None if asked else prose.question(state.side)
    answer: _Said | None = None
    if asked or put is not None:
        answer = _answered(prose, state, 0 if put is None else put + 1)
    if put is not None and (answer is not None or prose.tokens[put].type in USUAL_QUESTION):
        yield _Said(put, Ask(side=state.side, turn=state.turn, what="any"))
    if answer is not None and (put is not None or prose.is_announced(answer.at)):
        yield answer


def _answered(prose: Prose, state: _Turn, first: int) -> _Said | None:
    """The first word from an index on that may be the answer, if it is true."""
    for at, yes in prose.answers(first):
        event = Answer(side=state.side, turn=state.turn, any=yes)
        return _Said(at, event) if any(not answer_contradicts(one.board, event) for one in state.boards) else None
    return None


def _tried(prose: Prose, state: _Turn, lang: Language) -> Iterator[_Said]:
    """The refused tries of the player to move."""
    known = {one.text for one in state.since if isinstance(one, Try)}
    before: Parts | None = None  # the try before
    for tried in prose.tries(state.side, lang):
        listed, before = before if tried.listed else None, None
        for parts in tried.readings:
            read = in_a_list(parts, listed) if listed is not None else parts
            text = str(prose.tokens[tried.at]) if read is tried.readings[-1] else spelled(read, lang)
            event = Try(side=state.side, turn=state.turn, move=None, text=text, parts=read, verdict=tried.verdict)
            if all(try_contradicts(one.board, event) for one in state.boards):
                continue
            before = read
            if text not in known:
                known.add(text)
                yield _Said(tried.at, event)
            break
