"""Adds what prose between the moves reports about the game, if the board confirms it.

A reader keeps a sentence that it does not understand as a comment. Such comments are searched once more for what their
words report (:mod:`kriegnote.text.speech.reported`). A report counts if the board confirms it: the capture is on the
square of the last move's capture, the check has that direction, the try is possible on the player's own board and not
legal, the answer is true. The comment is kept; what was taken from it becomes an event after it, with a finding.

What is said to have happened in a certain turn (:mod:`kriegnote.text.speech.places`) belongs to that turn or nowhere.
Behind a game that is over, what is said of no turn belongs to the only one that it fits, if there is one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

import msgspec
from lark import Token

from kriegnote.confirmation.contradictions import try_contradicts
from kriegnote.confirmation.followed import Followed, followed_boards
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import shortened
from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, Check, Comment, End, Move, Side, Try, other
from kriegnote.model.order import ply_number
from kriegnote.model.printed_moves import Language, Parts, language, printed_form
from kriegnote.model.record import Record
from kriegnote.notations.continuation import with_continuation
from kriegnote.notations.continued_announcements import end_of_prose
from kriegnote.notations.continued_questions import answer_in, usual_question
from kriegnote.notations.continued_record import follows
from kriegnote.notations.one_player import as_one_players
from kriegnote.notations.struck_out import with_corrections
from kriegnote.parsing import Terminals
from kriegnote.text.comments import without_comments
from kriegnote.text.source import Chunk, Read
from kriegnote.text.speech.clauses import respelt_words
from kriegnote.text.speech.moves_in_words import squares_in_words
from kriegnote.text.speech.persons import persons
from kriegnote.text.speech.places import PlaceSaid, by_place, places_in
from kriegnote.text.speech.reported import Prose, ProseAnnouncement, in_a_list
from kriegnote.text.speech.speakers import script
from kriegnote.text.speech.telegrams import telegram

_WORDS: Final = Terminals("speakers")
_SIDES: Final[tuple[Side, Side]] = ("white", "black")
_UNFIT: Final = "this fits no move of those that are meant, or more than one"


class _Said(NamedTuple):
    """Something that a comment reports: the index of its first word, the event, and the ply that it belongs to."""

    at: int
    event: AnyEvent
    ply: _Ply


class _Ply(NamedTuple):
    """A move of the record.

    ``boards``: the possible boards after it. ``last``: the index of the last event before the next move. ``announced``:
    the events from this move to the next, including those added from prose.
    """

    side: Side
    turn: int
    boards: list[Followed]
    last: int
    announced: list[AnyEvent]


class _Turn(NamedTuple):
    """The state of the game at a comment, or at a place that it names.

    ``plies``: the moves since the previous comment (at least the last move), the last one first. ``side``, ``turn``:
    the player to move. ``goes_on``: whether the next move of the record is the expected one. ``over``: whether no move
    follows, and the record does not say how the game ended. ``decided``: whether the game is over, so that what is told
    may have happened at any time before.
    """

    plies: list[_Ply]
    side: Side
    turn: int
    goes_on: bool
    over: bool
    decided: bool = False

    @property
    def boards(self) -> list[Followed]:
        return self.plies[0].boards

    @property
    def since(self) -> list[AnyEvent]:
        return self.plies[0].announced


def with_facts_of_prose(read: Read, chunk: Chunk, remarks: Collection[int] = ()) -> Read:
    """The record with the reports of its prose that the board confirms; ``read`` itself if there are none.

    :param remarks: offsets in the chunk's text of words in braces that are prose nevertheless; any other comment in
        braces is left as it is.
    """
    read = with_corrections(read, chunk)
    if read.record.view == "umpire":
        read = _of_both_players(read, chunk, remarks)
    names = dict(read.record.headers)
    return as_one_players(read, chunk, lambda writer: _words(chunk.text, names, writer))


def _of_both_players(read: Read, chunk: Chunk, remarks: Collection[int]) -> Read:
    """The record with the reports of its prose that the board of both players' men confirms."""
    names = dict(read.record.headers)
    read = with_continuation(read, chunk, _words(chunk.text, names, whole=True))
    record = read.record
    comments = {index for index, event in enumerate(record.events) if _is_prose(event, chunk, remarks)}
    if not comments:
        return read
    reader = _CommentReader(record, chunk, names)
    reached = since = 0  # the number of plies up to this event, and up to the previous comment
    for index, event in enumerate(record.events):
        reached += isinstance(event, Move)
        if isinstance(event, Comment):
            if index in comments:
                reader.read(index, event, reader.plies[min(since, reached - 1) : reached] if reached else [])
            since = reached
    if not reader.findings:
        return read
    events = (one for index, event in enumerate(record.events) for one in (event, *reader.added.get(index, ())))
    return Read(record.replace(events=tuple(events)), [*read.findings, *reader.findings])


class _CommentReader:
    """Reads the comments of a record with the moves of both players, one after the other.

    ``added``: the events that they report, by the index of the event after which they belong.
    """

    def __init__(self, record: Record, chunk: Chunk, names: Mapping[str, str]) -> None:
        self.record, self.chunk, self.names = record, chunk, names
        self.lang = language(without_comments(chunk.text))
        self.plies = _plies(record)
        self.added: dict[int, list[AnyEvent]] = {}
        self.findings: list[Finding] = []

    def read(self, index: int, comment: Comment, behind: Sequence[_Ply]) -> None:
        """Adds what a comment reports and the board confirms, with a finding on it, and one on what it contradicts.

        :param index: that of the comment in the record's events.
        :param behind: the moves since the previous comment, or the last one.
        """
        taken: list[Token] = []
        unfit: list[Token] = []
        for part in by_place(_words(comment.text, self.names), places_in(comment.text)):
            prose = Prose(part.tokens)
            for one in self._reports(prose, part.places, self._state(index, comment, behind), unfit):
                place = index if not part.places and one.ply is behind[-1] else one.ply.last
                word = prose.tokens[one.at]
                self.added.setdefault(place, []).append(_placed(one.event, self.record.events[place], comment, word))
                taken.append(word)
        if taken:
            words = ", ".join(shortened(str(one)) for one in taken)
            message = f"read from this remark, where the board confirms it: {words}"
            self.findings.append(finding("KN110", message, comment))
        if unfit:
            words = ", ".join(shortened(str(one)) for one in unfit)
            self.findings.append(finding("KN109", f"{words}: {_UNFIT}", comment, note="kept as a comment"))

    def _reports(
        self, prose: Prose, places: Sequence[PlaceSaid], state: _Turn | None, unfit: list[Token]
    ) -> list[_Said]:
        """What words report: at the places that their sentence names, or at the comment if the board is known there."""
        if places:
            return [one for place in places for one in _at_a_place(prose, place, self.plies, self.lang, unfit)]
        return [] if state is None else list(_confirmed(prose, state, self.lang, unfit))

    def _state(self, index: int, comment: Comment, behind: Sequence[_Ply]) -> _Turn | None:
        """The state of the game at a comment; None if the board is not known there."""
        if not behind or not behind[-1].boards:
            return None
        state = _turn(self.record, index, behind)
        return state if _begins_a_paragraph(comment, self.chunk) else state._replace(decided=False)


def _plies(record: Record) -> list[_Ply]:
    """The moves of a record, with the possible boards as far as they can be followed."""
    layers = followed_boards(record)
    moves = [(index, event) for index, event in enumerate(record.events) if isinstance(event, Move)]
    ends = [index for index, _ in moves[1:]] + [len(record.events)]
    boards = [*layers[1:], *([] for _ in moves)]
    return [
        _Ply(event.side or "white", event.turn or 1, after, end - 1, [*record.events[index:end]])
        for (index, event), end, after in zip(moves, ends, boards, strict=False)
    ]


def _turn(record: Record, index: int, behind: Sequence[_Ply]) -> _Turn:
    """The state of the game at a comment after these plies."""
    last = behind[-1]
    side: Side = other(last.side)
    turn = last.turn + (side == "white")
    following = next((one for one in record.events[index:] if isinstance(one, Move)), None)
    goes_on = following is None or (following.side, following.turn) == (side, turn)
    ended = any(isinstance(one, End) for one in record.events)
    finished = ended or record.result not in (None, "*") or not any(one.board.legal_moves() for one in last.boards)
    return _Turn(
        [*reversed(behind)], side, turn, goes_on, following is None and not ended, following is None and finished
    )


def _is_prose(event: AnyEvent, chunk: Chunk, remarks: Collection[int]) -> bool:
    """Whether an event is a comment that stands in the text as a sentence."""
    if not isinstance(event, Comment) or _WORDS["OF_THE_DIALOGUE"].search(event.text) is None:
        return False
    return _is_apart(event, chunk, remarks)


def _is_apart(event: Comment, chunk: Chunk, remarks: Collection[int]) -> bool:
    """Whether a comment stands in the text, and not in braces of its own."""
    if event.span is None or event.line is None:
        return False
    start, end = (at - chunk.offset for at in event.span)
    at = chunk.text.find(event.text, start, end)
    return at >= 0 and ("{" not in chunk.text[start:at] or at in remarks)


def _begins_a_paragraph(event: Comment, chunk: Chunk) -> bool:
    """Whether an empty line stands before a comment."""
    assert event.span is not None  # as of all prose
    start = event.span[0] - chunk.offset
    return "\n\n" in chunk.text[start : chunk.text.find(event.text, start)].replace(" ", "")


def _words(text: str, names: Mapping[str, str], writer: Side | None = None, *, whole: bool = False) -> list[Token]:
    """The tokens of prose, with the players' names and “he” as their colours, and squares in words as squares.

    :param whole: whether it is all of a text, which may be a script.
    """
    read = [*persons(text, names, writer), *squares_in_words(text), *telegram(text)]
    return respelt_words(text, sorted({*read, *(script(text) if whole else ())}), 0, len(text))


def _placed(said: AnyEvent, before: AnyEvent, comment: Comment, word: Token) -> AnyEvent:
    """An event to be inserted after ``before``, with the place of the word of the comment that reports it."""
    at = word.start_pos or 0
    lead = comment.text[:at]
    line = (comment.line or 1) + lead.count("\n")
    column = at - lead.rfind("\n") if "\n" in lead else (comment.column or 1) + at
    end = before.span[1] if before.span is not None else None
    return msgspec.structs.replace(said, line=line, column=column, span=None if end is None else (end, end))


def _confirmed(prose: Prose, state: _Turn, lang: Language, unfit: list[Token]) -> Iterator[_Said]:
    """The reports of a comment that the board confirms: about the moves first, then about the player to move.

    Each event is added to those announced of its ply.

    :param unfit: receives the words for what fits at several places, of which none is named.
    """
    yield from _announced(prose, prose.captures(), Capture, state.plies, unfit, alone=state.decided)
    yield from _announced(prose, prose.checks(), Check, state.plies, unfit, alone=state.decided)
    of_the_player = chain(_asked(prose, state), _tried(prose, state, lang)) if state.goes_on else ()
    of_the_end = _ended(prose, state) if state.over else ()
    for one in chain(() if state.decided else of_the_player, of_the_end):
        one.ply.announced.append(one.event)
        yield one


def _announced(
    prose: Prose, announcements: Iterable[ProseAnnouncement], kind: type[Capture | Check], plies: Iterable[_Ply],
    unfit: list[Token], *, alone: bool,
) -> Iterator[_Said]:  # fmt: skip
    """Captures or checks, each for the last moves of which they are true and to which the record announces none.

    :param alone: only where they are true of no other move.
    """
    for one in announcements:
        said = (_Said(one.at, _event(one, kind, ply), ply) for ply in plies)
        true = [each for each in said if any(follows(each.event, on) for on in each.ply.boards)]
        fits = [each for each in true if not any(isinstance(event, kind) for event in each.ply.announced)]
        if alone and (len(true) > one.times or not true):
            unfit.append(prose.tokens[one.at])
            continue
        for each in fits[: one.times]:
            each.ply.announced.append(each.event)
            yield each


def _at_a_place(
    prose: Prose, place: PlaceSaid, plies: Sequence[_Ply], lang: Language, unfit: list[Token]
) -> Iterator[_Said]:
    """The reports that the board confirms at a place that their sentence names; see :func:`_confirmed`."""
    moves = [ply for ply in plies if _is_of(ply, place)]
    yield from _announced(prose, prose.captures(), Capture, moves, unfit, alone=True)
    yield from _announced(prose, prose.checks(), Check, moves, unfit, alone=True)
    states = {state.side: state for state in _states(place, plies)}
    questions = {side: [*_asked(prose, state)] for side, state in states.items()}
    tries = {side: [*_tried(prose, state, lang)] for side, state in states.items()}
    put = [at for side in states if (at := prose.question(side)) is not None]
    known = any(isinstance(one, Ask) for state in states.values() for one in state.since)
    tried = {one.at for side in _SIDES for one in prose.tries(side, lang)}
    for found, left in ((questions, () if known else put[:1]), (tries, tried)):
        sides = [side for side, said in found.items() if said]
        sides = [side for side in sides if side == place.side] or sides
        if len(sides) == 1:
            for one in found[sides[0]]:
                one.ply.announced.append(one.event)
                yield one
        else:
            unfit += (prose.tokens[at] for at in sorted(left))


def _is_of(ply: _Ply, place: PlaceSaid) -> bool:
    """Whether what is announced at a place may be about this move."""
    if place.relation != "before":
        return ply.turn == place.turn and place.side in (None, ply.side)
    if place.side is not None:
        return ply_number(ply.side, ply.turn) == ply_number(place.side, place.turn) - 1
    return ply.turn == place.turn - 1 or (ply.side, ply.turn) == ("white", place.turn)


def _states(place: PlaceSaid, plies: Sequence[_Ply]) -> Iterator[_Turn]:
    """The state of the game, at a place, before each move that a player may have made there."""
    at = {ply_number(ply.side, ply.turn): ply for ply in plies}
    later = place.relation == "after"
    for side in _SIDES if not (later and place.side) else (other(place.side),):
        turn = place.turn + (later and side == "white")
        before = at.get(ply_number(side, turn) - 1)
        if before is not None and before.boards:
            yield _Turn([before], side, turn, goes_on=True, over=False)


def _event(one: ProseAnnouncement, kind: type[Capture | Check], ply: _Ply) -> Capture | Check:
    if kind is Check:
        return Check(side=ply.side, turn=ply.turn, directions=one.directions)
    return Capture(side=ply.side, turn=ply.turn, square=one.square)


def _ended(prose: Prose, state: _Turn) -> Iterator[_Said]:
    """The end of the game, if the last move is followed by one."""
    last = state.plies[0]
    boards = [one.board for one in state.boards]
    found = end_of_prose(prose, boards, last.side, last.turn, most=state.turn)
    if found is not None:
        yield _Said(found.at, found.event, last)


def _asked(prose: Prose, state: _Turn) -> Iterator[_Said]:
    """The usual question of the player to move, and its answer."""
    if any(isinstance(one, Answer) for one in state.since):
        return
    true = {bool(one.board.pawn_targets()) for one in state.boards}
    last = state.plies[0]
    asked = Ask(side=state.side, turn=state.turn, what="any")
    if any(isinstance(one, Ask) for one in state.since):
        answered = answer_in(prose.tokens, 0, len(prose.tokens), true)
        if answered is not None and prose.is_announced(answered[0]):
            yield _Said(answered[0], Answer(side=state.side, turn=state.turn, any=answered[1]), last)
    elif (found := usual_question(prose.tokens, 0, len(prose.tokens), state.side, true)) is not None:
        yield _Said(found.asked, asked, last)
        yield _Said(found.answered, Answer(side=state.side, turn=state.turn, any=found.yes), last)
    elif (put := prose.question(state.side)) is not None:
        yield _Said(put, asked, last)


def _tried(prose: Prose, state: _Turn, lang: Language) -> Iterator[_Said]:
    """The refused tries of the player to move."""
    known = {one.text for one in state.since if isinstance(one, Try)}
    before: Parts | None = None  # the try before
    for tried in prose.tries(state.side, lang):
        listed, before = before if tried.listed else None, None
        for parts in tried.readings:
            read = in_a_list(parts, listed) if listed is not None else parts
            text = str(prose.tokens[tried.at]) if tried.printed and read is parts else printed_form(read, lang)
            event = Try(side=state.side, turn=state.turn, move=None, text=text, parts=read, verdict=tried.verdict)
            if all(try_contradicts(one.board, event) for one in state.boards):
                continue
            before = read
            if text not in known:
                known.add(text)
                yield _Said(tried.at, event, state.plies[0])
            break
