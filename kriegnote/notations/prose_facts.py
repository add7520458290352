"""What running prose between the moves reports of the game, held against the board.

A reader keeps a sentence that it does not understand as a comment.  Here such comments are searched once more, whatever
else their sentences say: for questions and their answers, refused tries, captures and checks.  A word of these kinds
counts where the board bears it out (the capture is on the square where the last move took, the check comes from that
direction, the try could be made on the player's own board and is not legal, the answer is true) and the words beside it
do not speak of a thought, a possibility or a denial.  The comment stays as it is; what was taken from it is an event
behind it, with a finding that says so.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple, get_args

import msgspec
from lark import Token

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import shortened
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    Direction,
    Event,
    Move,
    Side,
    Try,
    Verdict,
    other,
)
from kriegnote.model.printed_moves import LETTERS, Language, Parts, language
from kriegnote.parsing import Terminals
from kriegnote.rules import comparison
from kriegnote.rules.contradictions import answer_contradicts, try_contradicts
from kriegnote.rules.followed import Followed, followed_boards
from kriegnote.text.comments import without_comments
from kriegnote.text.source import Chunk, Read
from kriegnote.text.speech.clauses import BREAKS, MEN, PLAYERS, SKIPPED, VERDICTS, player, respelt_words
from kriegnote.text.speech.named_moves import PLAYS, QUESTIONS, REFUSALS, VERBS_OF_TRIES, Named, named_moves
from kriegnote.text.speech.persons import persons

_WORDS: Final = Terminals("speakers")
_YES: Final = frozenset({"YES", "AFFIRM"})
_NO: Final = frozenset({"NO", "DENY"})
_QUESTIONS: Final = frozenset({"ANY", "WHETHER_ANY"})
_PAWN_CAPTURES: Final = frozenset({"PAWN_CAPTURE", "PAWN_TRY"})
_PUT: Final = frozenset({"ASK", "QUESTION", "SAY"})
"""Words with one of which a sentence says that a question is put."""
_SPOKEN: Final = frozenset({"UMPIRE", "SAY", "HEAR", "SAID_BY", "INFORM"})
"""Words that show that the umpire speaks."""
_NOT_SO: Final = frozenset({"NOT", "MAY", "POSSIBLE", "WOULD", "WHETHER", "REMARK", "WOULD_TRY"})
"""Words that make of an announcement a thought, a possibility or its contrary."""
_ACTORS: Final = frozenset({"HE", *PLAYERS, *MEN})
"""Who takes or checks in a sentence that tells a move."""
_NOT_PUT: Final = frozenset({"NOT", "WOULD", "REMARK"})
_DIRECTIONS: Final[dict[str, Direction]] = {way.upper(): way for way in get_args(Direction)}
_JOINTS: Final = frozenset({"COMMA", "AND", "OR", "CONNECTIVE", "ELLIPSIS", "IN", "ON", "TO", "FOR", *SKIPPED})
"""What stands between the moves of a list."""
_ALLOWS: Final = frozenset({"ALLOW", "ACCEPTED", "POSSIBLE"})
_BEFORE_A_VERB: Final = frozenset({"HE", "COMMA", "AND", "CONNECTIVE", "SEMI", "COLON", "LPAR", *PLAYERS, *MEN})
"""What stands before a verb whose subject is a player; an unknown word may say the contrary."""
_QUOTE_ENDS: Final = frozenset({"QUOTE", "STOP", "BLANK_LINE"})
_NEAR: Final = 6
"""Words between a capture and its square."""


class _Said(NamedTuple):
    """A thing that words of a comment say: where (an offset in the comment), and the event that it would be."""

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
    prose = {index for index, event in enumerate(record.events) if _is_prose(event, chunk, remarks)}
    if not prose or record.view != "umpire":
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
        if index not in prose or not 0 < plies < len(layers):
            continue
        assert isinstance(event, Comment)
        side: Side = other(last[0])
        turn = last[1] + (side == "white")
        following = next((one for one in record.events[index:] if isinstance(one, Move)), None)
        goes_on = following is None or (following.side, following.turn) == (side, turn)
        state = _Turn(layers[plies], side, turn, last, since, goes_on)
        tokens = respelt_words(event.text, persons(event.text, names), 0, len(event.text))
        said = list(_borne_out(tokens, state, lang))
        events += (_placed(one, event) for one in said)
        since += (one.event for one in said)
        if said:
            taken = ", ".join(shortened(_words(event.text, one, tokens)) for one in said)
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


def _placed(said: _Said, comment: Comment) -> AnyEvent:
    """An event behind the comment that reports it, with the place of its words."""
    lead = comment.text[: said.at]
    line = (comment.line or 1) + lead.count("\n")
    column = said.at - lead.rfind("\n") if "\n" in lead else (comment.column or 1) + said.at
    assert comment.span is not None
    end = comment.span[1]
    return msgspec.structs.replace(said.event, line=line, column=column, span=(end, end))


def _words(text: str, said: _Said, tokens: Sequence[Token]) -> str:
    """The words by which a thing is said."""
    return next(str(one) for one in tokens if one.start_pos == said.at)


def _borne_out(tokens: list[Token], state: _Turn, lang: Language) -> Iterator[_Said]:
    """What the words of a comment say that the board bears out: of the last move first, then of the next player."""
    yield from _announcements(tokens, state)
    if state.goes_on:
        yield from _question(tokens, state)
        yield from _tries(tokens, state, lang)


# -- what is announced of the last move --------------------------------------------------------------------------------


def _announcements(tokens: Sequence[Token], state: _Turn) -> Iterator[_Said]:
    side, turn = state.last
    for at, word in enumerate(tokens):
        if word.type not in ("CAPTURE", "CAPTURED", "CHECK", "IN_CHECK") or not _is_spoken(tokens, at):
            continue
        begin, end = _sentence(tokens, at)
        quoted = _opened(tokens, begin, at) is not None
        event: Event
        if word.type in ("CHECK", "IN_CHECK"):
            near = [*_up_to(tokens[at + 1 : end], _QUOTE_ENDS)]
            event = Check(side=side, turn=turn, directions=_ways(near))
            whole = bool(event.directions) or not near  # else words that follow may say the direction otherwise
            true = whole and not _is_half_read(near) and any(_is_check(event, one) for one in state.boards)
        else:
            near = [*_up_to(tokens[at + 1 : at + 1 + _NEAR], _QUOTE_ENDS if quoted else BREAKS - {"LPAR"})]
            square = next((str(one) for one in near if one.type == "SQUARE"), None)
            event = Capture(side=side, turn=turn, square=square)
            true = square is not None and any(_is_capture(event, one) for one in state.boards)
        if true and not any(type(one) is type(event) for one in state.since):
            state.since.append(event)
            yield _Said(word.start_pos or 0, event)


def _ways(words: Iterable[Token]) -> tuple[Direction, ...]:
    """The directions of a check; “the long diagonal” is one."""
    ways = {_DIRECTIONS[one.type] for one in words if one.type in _DIRECTIONS}
    return tuple(sorted(ways - {"diagonal"} if ways & {"long", "short"} else ways))


def _is_half_read(words: Sequence[Token]) -> bool:
    """Whether a word that is in no list may say which diagonal is meant."""
    kinds = {one.type for one in words}
    return kinds >= {"DIAGONAL", "WORD"} and kinds.isdisjoint(("LONG", "SHORT"))


def _is_check(said: Check, followed: Followed) -> bool:
    true = followed.board.check_directions() if followed.board.checkers() else ()
    return not comparison.check(said, true)


def _is_capture(said: Capture, followed: Followed) -> bool:
    if followed.move is None or followed.before is None:
        return False
    return not comparison.capture(said, followed.before, followed.move) & ~comparison.EN_PASSANT


def _up_to(words: Iterable[Token], ends: Container[str]) -> Iterator[Token]:
    return takewhile(lambda one: one.type not in ends, words)


def _is_spoken(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word announces something: in the umpire's own words, or in words that name no player before it."""
    begin, end = _sentence(tokens, at)
    if _might_be(tokens[begin:end]):
        return False
    opened = _opened(tokens, begin, at)
    if opened is not None:
        return _NOT_SO.isdisjoint(one.type for one in tokens[opened:at])
    clause = {one.type for one in _clause(tokens, begin, at)}
    before = {one.type for one in tokens[begin:at]}
    speaks = not _SPOKEN.isdisjoint(one.type for one in tokens[begin:end])
    return (speaks and _NOT_SO.isdisjoint(before)) or (_NOT_SO | _ACTORS).isdisjoint(clause)


def _might_be(sentence: Iterable[Token]) -> bool:
    """Whether a sentence says what would be, not what is."""
    return any(one.type in ("WOULD", "WOULD_TRY") for one in sentence)


def _opened(tokens: Sequence[Token], begin: int, at: int) -> int | None:
    """The index of the quotation mark before a word that stands within quotation marks; None where it does not."""
    marks = [index for index in range(begin, at) if tokens[index].type == "QUOTE"]
    return marks[-1] if len(marks) % 2 else None


def _clause(tokens: Sequence[Token], begin: int, at: int) -> Iterator[Token]:
    """The words before a word, back to where its clause begins."""
    return takewhile(lambda one: one.type not in BREAKS, reversed(tokens[begin:at]))


def _sentence(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """The first index of the sentence in which a word stands, and the index after its last."""
    begin = next((index + 1 for index in range(at - 1, -1, -1) if _ends_a_sentence(tokens, index)), 0)
    end = next((index for index in range(at, len(tokens)) if _ends_a_sentence(tokens, index)), len(tokens))
    return begin, end


def _ends_a_sentence(tokens: Sequence[Token], index: int) -> bool:
    """Whether a sentence ends with this sign: not where its quotation goes on, “Check.” says the umpire."""
    if tokens[index].type == "BLANK_LINE":
        return True
    return tokens[index].type == "STOP" and tokens[index + 1 : index + 2] != [] and tokens[index + 1].type != "QUOTE"


# -- what the next player asks and tries -------------------------------------------------------------------------------


def _question(tokens: Sequence[Token], state: _Turn) -> Iterator[_Said]:
    """The usual question of the player to move, and its answer."""
    asked = any(isinstance(one, Ask) for one in state.since)
    if any(isinstance(one, Answer) for one in state.since):
        return
    places = [] if asked else [at for at in range(len(tokens)) if _is_put(tokens, at, state.side)]
    put = next(iter(sorted(places, key=lambda at: tokens[at].type not in _QUESTIONS)), None)
    answer = _answer(tokens, 0 if put is None else put + 1, state) if asked or put is not None else None
    if put is not None and (answer is not None or tokens[put].type in _QUESTIONS):
        yield _Said(tokens[put].start_pos or 0, Ask(side=state.side, turn=state.turn, what="any"))
    if answer is not None and (put is not None or _is_spoken(tokens, answer)):
        event = Answer(side=state.side, turn=state.turn, any=tokens[answer].type not in _NO)
        yield _Said(tokens[answer].start_pos or 0, event)


def _answer(tokens: Sequence[Token], first: int, state: _Turn) -> int | None:
    """The index of the first word that may be an answer, before any move is named, where it is true; else None."""
    for at in range(first, len(tokens)):
        if tokens[at].type in ("MOVE", "NUMBER", "REMARK"):
            return None
        if tokens[at].type in _YES | _NO or (tokens[at].type == "TRY" and tokens[at - 1].type == "QUOTE"):
            event = Answer(side=state.side, turn=state.turn, any=tokens[at].type not in _NO)
            denied = at > 0 and tokens[at - 1].type == "NOT"
            true = any(not answer_contradicts(one.board, event) for one in state.boards)
            return at if true and not denied else None
    return None


def _is_put(tokens: Sequence[Token], at: int, side: Side) -> bool:
    """Whether the usual question is put by this word, by this player or by nobody who is named.

    Of a word that says only that something is asked the answer has to show that it was this.
    """
    begin, end = _sentence(tokens, at)
    kind = tokens[at].type
    if kind in _PAWN_CAPTURES:
        if [str(one) for one in tokens[at + 1 : at + 2]] != ["?"]:
            return False
    elif kind in _QUESTIONS:
        words = tokens[begin:end]
        if _PUT.isdisjoint(one.type for one in words) and not any(one.type == "QUOTE" for one in words):
            return False
    elif kind not in ("ASK", "QUESTION"):
        return False
    if _might_be(tokens[begin:end]):
        return False
    named = [player(one) for one in tokens[begin:at] if one.type in PLAYERS]
    clause = {one.type for one in _clause(tokens, begin, at)}
    return _NOT_PUT.isdisjoint(clause) and named[-1:] in ([], [side])


def _tries(tokens: Sequence[Token], state: _Turn, lang: Language) -> Iterator[_Said]:
    """The refused tries of the player to move."""
    known = {one.text for one in state.since if isinstance(one, Try)}
    before: Parts | None = None  # the try before, where a list goes on
    moves = named_moves(tokens, lang)
    verdicts = _verdicts(moves, tokens)
    for named, verdict in zip(moves, verdicts, strict=True):
        listed = before if named.at and tokens[named.at - 1].type in _JOINTS else None
        before = None
        if named.side not in (None, state.side) or (verdict is None and not _is_tried(tokens, named)):
            continue
        for parts in _readings(named, listed):
            text = str(tokens[named.at]) if parts == named.readings[0] else _spelled(parts, lang)
            event = Try(
                side=state.side, turn=state.turn, move=None, text=text, parts=parts, verdict=verdict or "refused"
            )
            if any(not try_contradicts(one.board, event) for one in state.boards):
                before = parts
                if text not in known:
                    yield _Said(tokens[named.at].start_pos or 0, event)
                known.add(text)
                break


def _is_tried(tokens: Sequence[Token], named: Named) -> bool:
    """Whether a move is said to be tried, with nothing beside that may deny it."""
    begin, end = _sentence(tokens, named.at)
    if not named.tried or named.thought or _might_be(tokens[begin:end]):
        return False
    at = max(index for index in range(begin, named.at) if tokens[index].type in VERBS_OF_TRIES)
    lead = [one.type for one in tokens[begin:at] if one.type not in SKIPPED]
    denied = any(one.type == "NOT" for one in tokens[begin:end])
    return not denied and (not lead or lead[-1] in _BEFORE_A_VERB)


def _verdicts(moves: Sequence[Named], tokens: Sequence[Token]) -> list[Verdict | None]:
    """What the words behind each move, or behind the list in which it stands, say of it."""
    found: list[Verdict | None] = []
    behind: int | None = None  # the index of the move behind
    for named in reversed(moves):
        said = _verdict(tokens, named, behind)
        gap = tokens[named.at + 1 : behind] if behind is not None else ()
        listed = bool(gap) and all(one.type in _JOINTS for one in gap)
        found.append(found[-1] if listed and said is None else said)
        behind = named.at
    return found[::-1]


def _verdict(tokens: Sequence[Token], named: Named, behind: int | None) -> Verdict | None:
    """What the words between a move and the next say of it; None where they refuse nothing."""
    begin, end = _sentence(tokens, named.at)
    stop = next((at for at in range(end, len(tokens)) if tokens[at].type == "STOP"), end)
    if str(tokens[end : end + 1][0] if end < len(tokens) else "") == "?":  # “exd5? No.”
        end = stop if stop > end else len(tokens)
    words = tokens[named.at + 1 : min(end, behind or len(tokens))]
    if _might_be(tokens[begin : named.at]) or _might_be(words):
        return None
    denied = False
    for one in words:
        if one.type == "NOT":
            denied = True
        elif one.type in VERDICTS or one.type in REFUSALS:
            return None if denied else VERDICTS.get(one.type, "refused")
        elif one.type in _ALLOWS:
            return "refused" if denied else None
        elif one.type in QUESTIONS | VERBS_OF_TRIES | PLAYS | {"NUMBER", "REMARK"}:
            return None
    return None


def _readings(named: Named, before: Parts | None) -> Iterator[Parts]:
    """What a try may be: the man that is named to its square first, or the one that a list goes on with."""
    printed = named.readings[0]
    if before is not None and before.sign is None and before.piece != "P" and printed.piece == "P":
        yield Parts(piece=before.piece, to=printed.to)
    else:
        yield from reversed(named.readings[named.place :])  # a square alone is where something happens


def _spelled(parts: Parts, lang: Language) -> str:
    """A move in words, as it would be printed."""
    man = "" if parts.piece in (None, "P") else LETTERS[lang]["KQRBN".index(str(parts.piece))]
    return f"{man}{'x' * bool(parts.capture)}{parts.to}"
