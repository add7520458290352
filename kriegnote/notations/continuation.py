"""Reads the prose behind a score as the rest of the game: of what it mentions, the board decides what happened.

“4. Bc4. The queen then went to f7. ‘Capture on f7’, announced the umpire”: few squares that a text happens to name are
legal moves of the man named beside them, and fewer are followed by announcements that fit. So a move in words is taken
if the player to move can make it, or as a try if a refusal follows and the board agrees; captures, checks and mates
are taken if they are true of the last move. Words that are not understood do not matter. Where two ways to read the
text remain, it is read up to the place where they differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

import msgspec
from lark import Token

from kriegnote.chess.position import Position
from kriegnote.chess.squares import LETTERS, NAMES, target_of
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import not_understood, shortened
from kriegnote.model.endings import implied_result
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    End,
    Junk,
    Move,
    Offer,
    PawnTries,
    Side,
    Try,
)
from kriegnote.model.order import following
from kriegnote.model.printed_moves import Language, Parts, language, parse_move, spell
from kriegnote.model.record import Record
from kriegnote.rules import comparison
from kriegnote.rules.boards import plain
from kriegnote.rules.followed import followed_boards
from kriegnote.rules.playable import keeps, playable
from kriegnote.rules.variants import game_of
from kriegnote.text.comments import without_comments
from kriegnote.text.source import Chunk, Lines, Read
from kriegnote.text.speech.announced import pawn_tries_fields
from kriegnote.text.speech.clauses import BREAKS, PLAYERS, SKIPPED, body_of, clause, player, side_of
from kriegnote.text.speech.mentions import Mention, mentions
from kriegnote.text.speech.named_moves import QUESTIONS, REFUSALS

_MOST_WAYS: Final = 32  # the number of ways that are followed at once
_CLEAR_LEAD: Final = 0.7  # the least difference of cost between the best way and any way with another game
_MOST_WORDS: Final = 600  # the greatest number of tokens behind a score that are read
_LEAST_LINE: Final = 40  # the least length of a line of a paragraph, in characters, except the last
_SCORE: Final = frozenset(
    {"NUMBER_OF_TURN", "MOVE_IN_SIGNS", "LONE_SQUARE", "GLYPH_OR_NAG", "INT", "ELLIPSIS", "ORNAMENT", "EMPTY_LINE"}
)
"""Tokens of which a printed score consists."""
_ASKS: Final = QUESTIONS | {"PAWN_CAPTURE"}
_YES: Final = frozenset({"YES", "AFFIRM"})
_NO: Final = frozenset({"NO", "DENY"})
_STOPS: Final = frozenset({"FULL_STOP", "EMPTY_LINE"})
_STATED: Final = (Offer, End)
"""Events of the prose that do not depend on which moves it reports."""

# The costs of a mention that is not what its words say, or that means nothing.
_PRINTED_NAMED: Final = 2.5  # a printed move that was neither played nor tried
_WORDS_NAMED: Final = 1.7  # a move in words that was neither played nor tried
_PLACE_NAMED: Final = 0.2  # a square beside a preposition that is only a place
_PLACE_MOVED: Final = 1.2  # such a square is a pawn's move
_UNTRUE: Final = 0.7  # an announcement that is not true of the last move
_LIKELIER: Final = 0.8  # a move is read as an announcement, or the reverse, against the words
_REFUSED: Final = 2.0  # a legal move with a refusal behind it
_TRIED: Final = 0.6  # a legal move that is called a try
_UNSAID: Final = 4.0  # an illegal move without a refusal
_OTHER_PLAYER: Final = 2.0  # the other player is named
_REPEATED: Final = 1.0  # the move that was just made is made again by the other player
_NUMBERED_NAMED: Final = 6.0  # a printed move with its number that was neither played nor tried
_MOST_PER_MOVE: Final = 1.5  # the greatest mean cost of a move or try of the text, beside one that is lost
_OPEN: Final = 1.0  # several men can make it


class _Step(NamedTuple):
    """Something that happened: the index of the token that reports it, and the event without its place."""

    at: int
    event: AnyEvent
    board: Position  # after it


class _Way(NamedTuple):
    """One way to read the mentions so far.

    ``before``, ``move``: the board before the last move, and that move. ``announced``: the kinds already announced.
    """

    cost: float
    board: Position
    before: Position | None
    move: int | None
    steps: tuple[_Step, ...] = ()
    announced: frozenset[str] = frozenset()

    def game(self) -> list[tuple[str, str]]:
        """The moves and tries, independently of how the text names them."""
        return [_named(one.event) for one in self.steps if isinstance(one.event, (Move, Try))]


def _named(event: AnyEvent) -> tuple[str, str]:
    return type(event).__name__, getattr(event, "text", "") or ""


def with_continuation(read: Read, chunk: Chunk, words: Sequence[Token]) -> Read:
    """The record with the rest of the game that the prose behind its score reports; ``read`` itself if there is none.

    :param words: the tokens of the chunk's text.
    """
    record = read.record
    game = game_of(record)
    if game is None or not plain(game) or game.goal == "king":
        return read
    head = _head(record, chunk, words)
    if head is None or not any(isinstance(one, Comment) for one in record.events[head[0] :]):
        return read
    count, tail = head
    events = record.events[:count]
    layers = followed_boards(record.replace(events=events))
    moves = sum(isinstance(one, Move) for one in events)
    if len(layers) != moves + 1 or len(layers[-1]) != 1:
        return read
    lang = language(without_comments(chunk.text))
    last = layers[-1][0]
    tokens = words[tail:]
    found = mentions(tokens, lang)
    steps = _decided(found, _Way(0.0, last.board, last.before, last.move), lang)
    said = (*_questions(tokens, steps, last.board), *_pawn_tries(tokens, steps, last.board, chunk.text))
    steps = sorted([*steps, *said], key=lambda one: one.at)
    made = [one for one in steps if isinstance(one.event, (Move, Try))]
    played = sum(isinstance(one.event, Move) for one in made)
    tries = sum(isinstance(one.event, Try) for one in made)
    if not made or not _is_longer(record, moves + played, tries):
        return read
    joined = _joined(read, chunk, count, tokens, _with_statements(read, chunk, count, tokens, steps), found)
    return joined if keeps([_stated(record)], [joined.record]) else read


def _stated(record: Record) -> Record:
    """A record with only those statements of its prose that do not depend on which moves it reports."""
    return record.replace(events=tuple(one for one in record.events if isinstance(one, (*_STATED, PawnTries))))


def _is_longer(record: Record, plies: int, tries: int) -> bool:
    """Whether a reading with so many plies and tries has more of the game than a record, and all of its moves.

    A score with a word that stands for a move is left as it is: its moves are to be mended, not replaced.
    """
    moves = [one for one in record.events if isinstance(one, Move)]
    damaged = any(one.parts is None for one in moves) or any(isinstance(one, Junk) for one in record.events)
    tried = sum(isinstance(one, Try) for one in record.events)
    return not damaged and len(moves) <= plies and (plies, tries) > (playable(record), tried)


def _head(record: Record, chunk: Chunk, words: Sequence[Token]) -> tuple[int, int] | None:
    """The number of events of the printed score, and the index of the first token of the prose behind it.

    None if the text does not begin with a score, or if one paragraph of prose is not all that stands behind it.
    """
    first = next((at for at, word in enumerate(words) if word.type == "NUMBER_OF_TURN"), len(words))
    tail = next((at for at, word in enumerate(words) if at >= first and word.type not in _SCORE), len(words))
    moved = [at for at in range(first, tail) if words[at].type in ("MOVE_IN_SIGNS", "LONE_SQUARE")]
    if not moved or not 0 < len(words) - tail <= _MOST_WORDS:
        return None
    lines = chunk.text[words[tail].start_pos or 0 :].strip().splitlines()
    if not lines or min(map(len, lines[:-1]), default=_LEAST_LINE) < _LEAST_LINE:
        return None  # a script or a letter, which have readers of their own
    if len(moved) > 1 and "\n" in chunk.text[words[moved[-2]].end_pos or 0 : words[moved[-1]].start_pos]:
        before = words[moved[-1] - 1].type
        if before != "NUMBER_OF_TURN":  # “2. Nf3 / Bc4 was tried”
            tail = moved[-1]
            moved.pop()
    made = 0
    for count, event in enumerate(record.events, 1):
        made += isinstance(event, Move)
        if not isinstance(event, Move) and (made or not isinstance(event, Comment)):
            return None
        if made == len(moved):
            return count, tail
    return None


def _decided(found: Sequence[Mention], start: _Way, lang: Language) -> list[_Step]:
    """What happened according to the best way, up to where another way that is nearly as good differs."""
    ways = [start]
    for one in found:
        ways = sorted((step for way in ways for step in _steps(way, one, lang)), key=lambda way: way.cost)[:_MOST_WAYS]
    best = ways[0]
    game = best.game()
    waits = bool(game) and game[-1][0] == "Try"  # its player did not move after it
    if waits or best.cost > _MOST_PER_MOVE * (len(game) + 1):
        return []
    sure = len(game)
    for way in ways[1:]:
        other = way.game()
        if way.cost < best.cost + _CLEAR_LEAD and other != game:
            alike = next((at for at, pair in enumerate(zip(game, other, strict=False)) if pair[0] != pair[1]),
                         min(len(game), len(other)))  # fmt: skip
            sure = min(sure, alike)
    taken: list[_Step] = []
    for step in best.steps:
        made = isinstance(step.event, (Move, Try))
        if made and not sure:
            break
        sure -= made
        taken.append(step)
    return taken


def _steps(way: _Way, one: Mention, lang: Language) -> Iterator[_Way]:
    """The ways to continue a way with the next mention."""
    if one.readings:
        yield from _moved(way, one, lang)
    if one.kind != "move" or one.square is not None:
        event = _announced(way, one)
        against = _LIKELIER if one.kind == "move" and not one.announced else 0.0
        if event is not None:
            kind = type(event).__name__
            yield way._replace(cost=way.cost + against, steps=(*way.steps, _Step(one.at, event, way.board)),
                               announced=way.announced | {kind})  # fmt: skip
        elif _is_again(way, one):
            yield way._replace(cost=way.cost + against + 0.1)
    named = _PRINTED_NAMED if one.printed else _PLACE_NAMED if one.weak else _WORDS_NAMED
    again = _is_said_again(way, one)
    if one.kind != "move":
        named = _UNTRUE
    elif one.turn is not None:
        named = _NUMBERED_NAMED
    elif again:
        named = _PLACE_NAMED
    elif way.move is not None and any(parts.to == NAMES[target_of(way.move)] for parts in one.readings):
        named = min(named, _WORDS_NAMED - 1.0)  # the place of the last move, named again
    elif one.thought:
        named = min(named, 1.0)
    yield way._replace(cost=way.cost + named)


def _is_said_again(way: _Way, one: Mention) -> bool:
    """Whether a printed move is the one that was made or tried last."""
    last = next((step.event for step in reversed(way.steps) if isinstance(step.event, (Move, Try))), None)
    parts = last.parts if last is not None else None
    return one.printed and parts is not None and one.readings[0].unmarked() == parts.unmarked()


def _is_again(way: _Way, one: Mention) -> bool:
    """Whether a mention repeats what was already announced of the last move."""
    taken = way.before.captured_square(way.move) if way.before is not None and way.move is not None else -1
    return "Capture" in way.announced and taken >= 0 and one.square == NAMES[taken]


def _moved(way: _Way, one: Mention, lang: Language) -> Iterator[_Way]:
    board = way.board
    side: Side = board.side
    if (one.turn is not None and one.turn != (board.fullmove, side)) or (one.thought and one.verdict is None):
        return
    cost = way.cost + _OTHER_PLAYER * (one.side is not None and one.side != side)
    cost += _PLACE_MOVED * one.weak + _LIKELIER * bool(one.announced)
    for parts in one.readings:
        moves = [*_legal(way, parts)]
        for move in moves:
            price = (
                cost
                + _REPEATED * _is_said_again(way, one)
                + _OPEN * (len(moves) > 1)
                + _REFUSED * (one.verdict is not None)
                + _TRIED * one.tried
            )
            san = spell(board.san(move, suffix=False), lang)
            printed = parts if one.printed else parse_move(san, lang)
            made = Move(side=side, turn=board.fullmove, move=None, text=san, san=None, parts=printed)
            after = board.play(move)
            yield _Way(price, after, board, move, (*way.steps, _Step(one.at, made, after)))
        text = _spelled(parts, lang)
        if not moves and text is not None and board.resolve_own(parts):
            verdict = one.verdict or "refused"
            event = Try(side=side, turn=board.fullmove, move=None, text=text, verdict=verdict, parts=parts)
            step = _Step(one.at, event, board)
            yield way._replace(cost=cost + _UNSAID * (one.verdict is None and not one.tried), steps=(*way.steps, step))


def _legal(way: _Way, parts: Parts) -> Iterator[int]:
    """The legal moves that a move, perhaps in words, may be; without a square, a capture, first on the last square."""
    board = way.board
    if parts.to is not None or parts.castle is not None:
        moves = board.resolve(parts)
        yield from (one for one in moves if not parts.capture or parts.mark or board.captured_square(one) >= 0)
        return
    fitting = [
        one
        for one in board.legal_moves()
        if board.captured_square(one) >= 0
        and parts.piece in (None, LETTERS[board.type_at(one & 63)])
        and (parts.from_ is None or NAMES[one & 63].startswith(parts.from_))
    ]
    last = None if way.move is None else target_of(way.move)
    again = [one for one in fitting if target_of(one) == last]
    yield from again or (fitting if parts.piece is not None else ())


def _spelled(parts: Parts, lang: Language) -> str | None:
    """The printed form of a try; None if it leaves the move open."""
    if parts.castle is not None:
        return "O-O" if parts.castle == "short" else "O-O-O"
    if parts.to is None or parts.piece is None or (parts.piece == "P" and parts.capture and not parts.from_):
        return None
    takes = "x" * bool(parts.capture)
    man = "" if parts.piece == "P" else parts.piece
    origin = parts.from_ if man == "" and takes else ""
    return spell(f"{man}{origin or ''}{takes}{parts.to}", lang)


def _announced(way: _Way, one: Mention) -> AnyEvent | None:
    """The announcement of a mention, if it is true of the last move and not yet made."""
    if way.move is None or way.before is None:
        return None
    side, turn = way.before.side, way.before.fullmove
    if one.kind == "mate":
        over = way.board.checkers() and not way.board.has_legal_move() and "End" not in way.announced
        end = End(side=side, turn=turn, reason="checkmate", result=implied_result("checkmate", side))
        return end if over else None
    if one.kind == "check":
        true = frozenset(way.board.check_directions()) if way.board.checkers() else frozenset()
        if not true or "Check" in way.announced or not (one.ways <= true or (one.ways & true and "knight" in one.ways)):
            return None
        ways = one.ways & true
        return Check(side=side, turn=turn, directions=tuple(sorted(ways)))
    taken = way.before.captured_square(way.move)
    squares = (NAMES[target_of(way.move)], NAMES[taken])  # they differ only en passant
    if taken < 0 or "Capture" in way.announced or one.square not in (None, *squares):
        return None
    return Capture(side=side, turn=turn, square=one.square or squares[0])


def _questions(tokens: Sequence[Token], steps: Sequence[_Step], start: Position) -> Iterator[_Step]:
    """The usual question of the player to move between two moves, and its answer, if that is true."""
    made = [one for one in steps if isinstance(one.event, (Move, Try))]
    for index in range(len(made) + 1):
        board = made[index - 1].board if index else start
        first = made[index - 1].at + 1 if index else 0
        last = made[index].at if index < len(made) else len(tokens)
        if index and isinstance(made[index - 1].event, Try):
            first = next((at + 1 for at in range(first, last) if tokens[at].type in REFUSALS), first)
        found = _question(tokens, first, last, board)
        if found is None:
            continue
        asked, answered = found
        side, turn = board.side, board.fullmove
        yield _Step(min(asked, answered), Ask(side=side, turn=turn, what="any"), board)
        yes = tokens[answered].type not in _NO
        yield _Step(max(asked, answered), Answer(side=side, turn=turn, any=yes), board)


def _question(tokens: Sequence[Token], first: int, last: int, board: Position) -> tuple[int, int] | None:
    """The indices of a question and of an answer that is true on the board; the answer may stand before it."""
    for asked in (at for at in range(first, last) if tokens[at].type in _ASKS):
        lead = [*takewhile(lambda one: one.type not in BREAKS, reversed(tokens[first:asked]))]
        sentence = [*takewhile(lambda one: one.type not in _STOPS, reversed(tokens[first:asked]))]
        sides = [player(one) for one in reversed(sentence) if one.type in PLAYERS]
        beside = (*lead, *tokens[asked + 1 : asked + 2], *_sentence_of(tokens, asked))
        if any(one.type in ("NOT", "OFFER", "DRAW", "WOULD", "REMARK") for one in (*beside, *sentence)):
            return None  # nor what follows: “he did not ask; had he asked”
        if sides[:1] not in ([], [board.side]):
            continue
        places = (*range(asked + 1, last), *range(asked - 1, asked - 1 - len(sentence), -1))
        answered = next((at for at in places if _is_answer(tokens, at)), None)
        if answered is not None and (tokens[answered].type not in _NO) == bool(board.pawn_targets()):
            return asked, answered
    return None


def _pawn_tries(tokens: Sequence[Token], steps: Sequence[_Step], start: Position, text: str) -> Iterator[_Step]:
    """The pawn tries of the player to move that a clause announces, if they are true."""
    words = [*tokens]
    announced: set[int] = set()
    for at, word in enumerate(words):
        before = words[at - 1].type if at else "FULL_STOP"
        if before not in BREAKS | SKIPPED or word.type in BREAKS | SKIPPED:
            continue
        found = clause(words, at, text)
        if found is None or found.kind != "pawns":
            continue
        made = [one for one in steps if isinstance(one.event, Move) and one.at < at]
        board = made[-1].board if made else start
        tree = body_of(found.tree)
        event = PawnTries(side=board.side, turn=board.fullmove, **pawn_tries_fields(tree, board.side))
        named = side_of(tree) in (None, board.side)
        if named and len(made) not in announced and not comparison.pawn_tries_differences(event, board, None):
            announced.add(len(made))
            yield _Step(at, event, board)


def _sentence_of(tokens: Sequence[Token], at: int) -> Iterator[Token]:
    """The tokens of a sentence from an index on."""
    return takewhile(lambda one: one.type not in _STOPS, tokens[at:])


def _is_answer(tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at]
    reflexive = word.lower() == "si"  # “si rispose”, not “sì”
    alone = word.type in ("TRY", "HAD_TRIED") and (at == 0 or tokens[at - 1].type in ("QUOTES", *_STOPS))
    return (word.type in _YES | _NO and not reflexive) or alone


def _joined(
    read: Read, chunk: Chunk, count: int, tokens: Sequence[Token], steps: Sequence[_Step], found: Sequence[Mention]
) -> Read:
    """The record with these steps behind its first events, and the words between them as comments."""
    record = read.record
    head = record.events[:count]
    place = Lines(chunk.text, chunk.line).place
    base = chunk.offset
    end = (head[-1].span or (0, 0))[1] - base
    events: list[AnyEvent] = [*head]
    first = end
    left: list[Finding] = []

    def comment(last: int) -> None:
        nonlocal end
        text = chunk.text[end:last].strip()
        if text.strip(" .,;:()"):
            start = end + len(chunk.text[end:last]) - len(chunk.text[end:last].lstrip())
            line, column = place(start)
            events.append(Comment(line=line, column=column, span=(base + end, base + start + len(text)), text=text))
            end = start + len(text)

    for step in steps:
        token = tokens[step.at]
        start, after = token.start_pos or 0, token.end_pos or 0
        line, column = place(start)
        made = isinstance(step.event, (Move, Try))
        if made:
            comment(start)
            span = (base + end, base + after)
            end = after
        else:
            span = (base + end, base + end)
        text = str(token).strip("`") if made and token.type == "MOVE_IN_SIGNS" else None
        event = msgspec.structs.replace(step.event, line=line, column=column, span=span)
        events.append(event if text is None else msgspec.structs.replace(event, text=text))
    comment(len(chunk.text))
    begin = (events[-1].span or (0, 0))[0]
    events[-1] = msgspec.structs.replace(events[-1], span=(begin, base + len(chunk.text.rstrip())))
    said = ", ".join(shortened(str(tokens[one.at])) for one in steps)
    made_at = {one.at for one in steps}
    for one in found:
        if one.at not in made_at and one.kind == "move" and (one.printed or not one.weak):
            token = tokens[one.at]
            line, column = place(token.start_pos or 0)
            left.append(finding("KN109", not_understood(str(token)), line=line, column=column, length=len(token)))
    note = finding("KN110", f"read from the words behind the score, as the board bears it out: {said}", events[count])
    kept = [one for one in read.findings if (one.line or 0, one.column or 0) <= place(first)]
    return Read(record.replace(events=tuple(events)), [*kept, note, *left])


def _with_statements(read: Read, chunk: Chunk, count: int, tokens: Sequence[Token], steps: list[_Step]) -> list[_Step]:
    """The steps with the questions, answers, pawn tries, offers and ends that the words themselves stated.

    Each belongs to the player to move where it stands; an answer that is not true there is left out with its question.
    """
    found = [*steps]
    moves = [one for one in steps if isinstance(one.event, Move)]
    ended = any(isinstance(one.event, End) for one in steps)
    for event in read.record.events[count:]:
        if not isinstance(event, _STATED) or event.span is None or (ended and isinstance(event, End)):
            continue
        end = event.span[1] - chunk.offset
        at = max((index for index, word in enumerate(tokens) if (word.end_pos or 0) <= end), default=0)
        before = sum(one.at <= at for one in moves)
        last = read.record.events[count - 1] if not before else moves[before - 1].event
        assert isinstance(last, Move)
        side, turn = following((last.side or "white", last.turn or 1))
        ends = isinstance(event, End)
        found.append(_Step(at, event if ends else msgspec.structs.replace(event, side=side, turn=turn), steps[0].board))
    return sorted(found, key=lambda one: one.at)
