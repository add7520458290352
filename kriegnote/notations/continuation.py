"""Reads prose as a game, or as the rest of one behind a score: the board decides what of it happened.

“4. Bc4. The queen then went to f7. ‘Capture on f7’, announced the umpire”: few squares that a text happens to name are
legal moves of the man named beside them, and fewer are followed by announcements that fit. So a move in words is taken
if the player to move can make it, or as a try if a refusal follows and the board agrees; captures, checks and mates
are taken if they are true of the last move. Words that are not understood do not matter. Where two ways to read the
text remain, it is read up to the place where they differ.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec
from lark import Token

from kriegnote.confirmation.confirmed import confirmed
from kriegnote.confirmation.followed import followed_boards
from kriegnote.confirmation.playable import LEAST, is_a_game, keeps, playable
from kriegnote.model.events import AnyEvent, Comment, DialogueEvent, End, Junk, Move, Offer, PawnTries, Try
from kriegnote.model.printed_moves import Language, language
from kriegnote.model.record import Record
from kriegnote.notations.continued_announcements import announcements, end_of_prose
from kriegnote.notations.continued_attempts import attempts
from kriegnote.notations.continued_moves import ContinuedGame, ReportedStep, decided, followed
from kriegnote.notations.continued_questions import questions
from kriegnote.notations.continued_record import contradicted, joined, offset
from kriegnote.notations.counted_turns import with_counted_turns
from kriegnote.notations.refusal_marks import Marked, with_refusals
from kriegnote.rules.boards import plain
from kriegnote.rules.variants import game_of
from kriegnote.text.comments import without_comments
from kriegnote.text.heads import fen_in_prose
from kriegnote.text.source import Chunk, Lines, Read, first_number
from kriegnote.text.speech.clauses import MOVES, PLAYERS, number_of, player, starts_line
from kriegnote.text.speech.context import LEAST_LINE, as_type, in_context, in_short_lines
from kriegnote.text.speech.mentions import mentions
from kriegnote.text.speech.places import looking_back
from kriegnote.text.speech.reported import Prose

MOST_WORDS: Final = 6000  # the greatest number of tokens of prose that are read
_SCORE: Final = frozenset(
    {"NUMBER_OF_TURN", "MOVE_IN_SIGNS", "LONE_SQUARE", "GLYPH_OR_NAG", "INT", "ELLIPSIS", "ORNAMENT", "EMPTY_LINE"}
)
"""Tokens of which a printed score consists."""
_LEAST_DENIED: Final = 2  # the least number of moves behind which a word denies them
_BEGIN_A_LINE: Final = MOVES | PLAYERS | {"HE"}
"""Tokens with which a short line says something new."""
_TO_MOVE: Final = frozenset({"PLAY", "MOVE_TO", "TURN"})
"""Words before the player to move."""
_LANGUAGES: Final[tuple[Language, ...]] = ("en", "it")  # of the letters of men, if no score shows it
_NUMBERS: Final = frozenset({"NUMBER_OF_TURN", "INT"})
_STATED: Final = (Offer, End)
"""Events of the prose that do not depend on which moves it reports."""


def with_continuation(read: Read, chunk: Chunk, words: Sequence[Token]) -> Read:
    """The record with the game, or the rest of it, that its prose reports; ``read`` itself if that is no more.

    :param words: the tokens of the chunk's text.
    """
    lines = Lines(chunk.text, chunk.line)
    moves = [(offset(one, chunk, lines), one.turn or 0) for one in read.record.events if isinstance(one, Move)]
    words = looking_back(in_context(with_counted_turns(words)), chunk.text, moves)
    whole, read = read, _from_the_printed_position(read, chunk, words)
    record = read.record
    game = game_of(record)
    if game is None or not plain(game) or game.goal == "king":
        return whole
    for part in _parts(record, chunk, words):
        if any(isinstance(one, (Comment, Junk)) for one in record.events[part.events :]) or contradicted(record):
            continued = _continued(read, chunk, words[part.first :], part)
            if continued is not None:
                return continued
    return read if 0 < sum(isinstance(one, Move) for one in record.events) == playable(record) else whole


def _from_the_printed_position(read: Read, chunk: Chunk, words: Sequence[Token]) -> Read:
    """The record with the position that its prose prints before the first move, if it has none."""
    record = read.record
    found = fen_in_prose(chunk.text) if record.start is None else None
    first = next((offset(one, chunk) for one in record.events if isinstance(one, Move)), len(chunk.text))
    if found is None or first < found.end:
        return read
    events = record.events
    fen = found.fen if " " in found.fen else f"{found.fen} {_to_move(words, found.end)} - - 0 1"
    _, side, *_, number = fen.split()
    if side == "w" and not any(one.type == "NUMBER_OF_TURN" and (one.start_pos or 0) >= found.end for one in words):
        events = tuple(_later(one, int(number) - 1) for one in events)
    return Read(record.replace(start=fen, events=events), read.findings)


def _to_move(words: Sequence[Token], at: int) -> str:
    """Who is to move, ``w`` or ``b``, in a position that is printed up to an offset: by words or the first number."""
    for one, two in pairwise(words):
        if (one.type in PLAYERS and two.type == "MOVING") or (one.type in _TO_MOVE and two.type in PLAYERS):
            return player(one if one.type in PLAYERS else two)[0]
    first = next((one for one in words if one.type == "NUMBER_OF_TURN" and (one.start_pos or 0) >= at), None)
    return number_of(first)[1][0] if first is not None else "w"


def _later(event: AnyEvent, turns: int) -> AnyEvent:
    """An event so many turns later."""
    if not isinstance(event, DialogueEvent) or event.turn is None:
        return event
    return msgspec.structs.replace(event, turn=event.turn + turns)


def _continued(read: Read, chunk: Chunk, tokens: Sequence[Token], part: _Part) -> Read | None:
    """The record with the game that a part of its text reports; None if that is not more than was read."""
    record = read.record
    events = record.events[: part.events]
    layers = followed_boards(record.replace(events=events))
    moves = sum(isinstance(one, Move) for one in events)
    if len(layers) != moves + 1 or len(layers[-1]) != 1:
        return None
    lang = language(without_comments(chunk.text))
    last = layers[-1][0]
    start = ContinuedGame(0.0, last.board, last.before, last.move)
    ends = _end_of_game(tokens)
    languages = (lang,) if moves else dict.fromkeys((lang, *_LANGUAGES))
    lines = _lines(tokens, chunk.text)
    ways = [
        (_decided(words[:ends], start, each, lines, refused=part.complete), words)
        for words in _by_habit_of_denial(tokens)
        for each in languages
    ]
    (marked, steps), tokens = max(ways, key=lambda way: len(way[0][1]))
    tokens = [as_type("ORNAMENT", one) if at in marked.marks else one for at, one in enumerate(tokens)]
    made = [one for one in steps if isinstance(one.event, (Move, Try))]
    played = sum(isinstance(one.event, Move) for one in made)
    least = LEAST if part.events == 0 and record.start is None else 1
    longer = _is_longer(record, moves + played, len(made) - played)
    if moves + played < least or not made or not longer or (part.complete and playable(record) < moves + played):
        return None
    asked = questions(tokens, steps, last.board)
    said = (*asked, *announcements(tokens, steps, last.board, chunk.text), *attempts(tokens, steps, last.board))
    steps = sorted([*steps, *said, *_end(tokens, steps)], key=lambda one: one.at)
    continued = joined(read, chunk, part.events, tokens, steps, last.board, marked.mentions)
    known = _followed(record) if least > 1 else 0
    kept = (*_settled(record.events[:known]), *_stated(record.events[known:]))
    if _tries(continued.record) > _tries(record):
        kept = tuple(_named(kept))  # a refusal alone is that of a try that is named now
    better = keeps([record.replace(events=kept)], [continued.record])
    return continued if better and confirmed(continued.record).events > confirmed(record).events else None


def _decided(
    tokens: Sequence[Token], start: ContinuedGame, lang: Language, lines: Collection[int], *, refused: bool
) -> tuple[Marked, list[ReportedStep]]:
    """What a text mentions in a language, and what of it happened; the text's own marks of refusals are learnt.

    :param lines: the tokens that begin a line with a clause of its own.
    :param refused: only what is refused was tried.
    """
    found = mentions(tokens, lang, lines)
    marked = with_refusals(found, tokens, followed(found, start, lang)[0], start)
    if refused:
        surely = [one._replace(tried=one.verdict is not None) for one in marked.mentions]
        marked = marked._replace(mentions=surely)
    return marked, decided(marked.mentions, start, lang)


def _by_habit_of_denial(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The tokens; and, if words deny what they stand behind (“Bc1 not; Nf3”), these as signs without a meaning."""
    yield tokens
    behind = {at for at, (one, two) in enumerate(pairwise(tokens), 1) if one.type in MOVES and two.type == "NOT"}
    if len(behind) >= _LEAST_DENIED:
        yield [as_type("ORNAMENT", one) if at in behind else one for at, one in enumerate(tokens)]


def _lines(tokens: Sequence[Token], text: str) -> set[int]:
    """The indices of the tokens that begin a clause because a line does: those of players and moves in short lines."""
    if not in_short_lines(text):
        return set()
    return {at for at, one in enumerate(tokens) if one.type in _BEGIN_A_LINE and starts_line(tokens, at, text)}


def _end_of_game(tokens: Sequence[Token]) -> int:
    """The index of the first result that is printed behind a move, unless the numbers of the turns go on behind it.

    Without one it is the number of tokens. “a4 nulla”: the word may mean something else, too.
    """
    moves = (at for at, word in enumerate(tokens) if word.type in MOVES)
    ends = [at for at in range(next(moves, len(tokens)), len(tokens)) if tokens[at].type == "RESULT_SAID"]
    return next((at for at in ends if not _goes_on(tokens, at)), len(tokens))


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    """Whether the number behind a token is that of the turn before it, or of the next."""
    before = next((one for one in reversed(tokens[:at]) if one.type in _NUMBERS), None)
    behind = next((one for one in tokens[at:] if one.type in _NUMBERS), None)
    if before is None or behind is None:
        return False
    return (first_number(behind) or 0) - (first_number(before) or 0) in (0, 1)


def _end(tokens: Sequence[Token], steps: Sequence[ReportedStep]) -> Iterator[ReportedStep]:
    """The end of the game that the words behind the last move state."""
    made = [one for one in steps if isinstance(one.event, (Move, Try))]
    if not made or any(isinstance(one.event, End) for one in steps):
        return
    board, last = made[-1].board, made[-1].event
    assert isinstance(last, (Move, Try)) and last.side is not None and last.turn is not None
    found = end_of_prose(Prose(tokens), [board], last.side, last.turn, first=made[-1].at + 1)
    if found is not None:
        yield ReportedStep(found.at, found.event, board)


def _followed(record: Record) -> int:
    """The number of events up to the first move that cannot be made; of what is behind it nobody knows the board."""
    moves = [index for index, one in enumerate(record.events) if isinstance(one, Move)]
    made = max(len(followed_boards(record)) - 1, 0)
    return moves[made] if made < len(moves) else len(record.events)


def _settled(events: Sequence[AnyEvent]) -> Iterator[AnyEvent]:
    """The events without tries of which nobody says what became of them: they may be moves."""
    return (one for one in events if not isinstance(one, Try) or one.verdict)


def _named(events: Sequence[AnyEvent]) -> Iterator[AnyEvent]:
    """The events without tries of which only the refusal is known."""
    return (one for one in events if not isinstance(one, Try) or one.text)


def _tries(record: Record) -> int:
    return sum(isinstance(one, Try) for one in record.events)


def _stated(events: Sequence[AnyEvent]) -> Iterator[AnyEvent]:
    """Those statements of prose that do not depend on which moves it reports."""
    return (one for one in events if isinstance(one, (*_STATED, PawnTries)))


def _is_longer(record: Record, plies: int, tries: int) -> bool:
    """Whether a reading with so many plies and tries has more of the game than a record.

    What a record has behind the first ply that cannot be played may be moves or tries; words that are printed like
    moves are to be mended, not left out.
    """
    moves = [one for one in record.events if isinstance(one, Move)]
    tried = _tries(record)
    damaged = any(one.parts is None and one.text is not None for one in moves)
    named = playable(record) - _hidden(record)
    return len(moves) + tried * damaged <= plies + tries and (plies, tries) > (named, tried)


class _Part(NamedTuple):
    """A part of a text that may report a game in words.

    ``events``: the number of the record's events before it. ``first``: the index of its first token. ``complete``: the
    record has all the moves, and only tries may be missing.
    """

    events: int
    first: int
    complete: bool = False


def _parts(record: Record, chunk: Chunk, words: Sequence[Token]) -> Iterator[_Part]:
    """The paragraph of prose behind the score of a text; then all of it, if it is not yet read as a game."""
    number = next((at for at, word in enumerate(words) if word.type == "NUMBER_OF_TURN"), len(words))
    behind = _behind_a_score(record, chunk, words, number) if number < len(words) else None
    if behind is not None:
        yield behind
    from_a_position = number == len(words) and record.start is not None
    if not record.events:
        return
    complete = not (from_a_position or not is_a_game(record) or _lacks_plies(record, words) or _hidden(record))
    if not complete or _leaves_moves(record, chunk, words):
        begin = offset(record.events[0], chunk)
        first = next((at for at, word in enumerate(words) if (word.start_pos or 0) >= begin), len(words))
        if len(words) - first <= MOST_WORDS:
            yield _Part(0, first, complete)


def _hidden(record: Record) -> int:
    """The number of moves of which only is known that they were made, with words before them that may name them."""
    return sum(
        isinstance(one, Comment) and isinstance(two, Move) and two.text is None for one, two in pairwise(record.events)
    )


def _lacks_plies(record: Record, words: Sequence[Token]) -> bool:
    """Whether plies were not read: the numbers of the moves show it, or the last comment begins with a printed move.

    A few numbers of later turns may be those of a threat.

    :param words: the tokens of the record's text.
    """
    moves = [(one.turn or 0, one.side) for one in record.events if isinstance(one, Move)]
    printed = {first_number(one) or 0 for one in words if one.type == "NUMBER_OF_TURN"}
    last_turn = max((turn for turn, _ in moves), default=0)
    if sum(number > last_turn for number in printed) >= LEAST:
        return True
    last = record.events[-1]
    ended = any(isinstance(one, End) for one in record.events)
    behind = last.text if isinstance(last, Comment) and not ended else ""
    return any(word.type == "MOVE_IN_SIGNS" and behind.startswith(str(word)) for word in words) or any(
        after != (turn + (side == "black"), "white" if side == "black" else "black")
        for (turn, side), after in pairwise(moves)
    )


def _leaves_moves(record: Record, chunk: Chunk, words: Sequence[Token]) -> bool:
    """Whether printed moves stand among words from which no reader took anything."""
    idle = [one.span for one in record.events if isinstance(one, Comment | Junk) and one.span is not None]
    printed = [chunk.offset + (word.start_pos or 0) for word in words if word.type == "MOVE_IN_SIGNS"]
    return any(bisect_left(printed, start) < bisect_left(printed, end) for start, end in idle)


def _behind_a_score(record: Record, chunk: Chunk, words: Sequence[Token], number: int) -> _Part | None:
    """The prose behind the score that begins with a move number; None if it is not one paragraph up to the end."""
    first = next((at for at, word in enumerate(words) if at >= number and word.type not in _SCORE), len(words))
    moved = [at for at in range(number, first) if words[at].type in ("MOVE_IN_SIGNS", "LONE_SQUARE")]
    if not moved or not 0 < len(words) - first <= MOST_WORDS:
        return None
    if words[first - 1].type in _NUMBERS and any(word.type == "NUMBER_OF_TURN" for word in words[first:]):
        return None  # words in place of a printed move, and the score goes on
    lines = chunk.text[words[first].start_pos or 0 :].strip().splitlines()
    script = not lines or min(map(len, lines[:-1]), default=LEAST_LINE) < LEAST_LINE
    if len(moved) > 1 and "\n" in chunk.text[words[moved[-2]].end_pos or 0 : words[moved[-1]].start_pos]:
        before = words[moved[-1] - 1].type
        if before != "NUMBER_OF_TURN":  # “2. Nf3 / Bc4 was tried”
            first = moved[-1]
            moved.pop()
    made = 0
    for count, event in enumerate(record.events, 1):
        made += isinstance(event, Move)
        if not isinstance(event, Move) and (made or not isinstance(event, Comment)):
            return None
        if made == len(moved):
            read_on = any(isinstance(one, Move) for one in record.events[count:])
            return None if script and read_on else _Part(count, first)  # scripts and letters have readers of their own
    return None
