"""Reads prose as one player's notebook, who writes what he did and heard: “12. c4 (no) Nxf7 – he takes on f7”.

The other player's moves are hidden. So only the writer's own men can show which of the moves mentioned he made or
tried, and the numbers of the turns say the rest: in each he made one move, and his refused tries stand before it. A
capture is his if it is on the square of his last move; it is the other player's if a man of the writer's stands there.
Without numbers a text has to say which colour its writer has; then each of his moves ends a turn, and a move to which
the text gives a later number is the first that is not read. A capture on a square that somebody makes is his own if he
is named, or nobody, and his men can make it: “I took with the queen on f7”.
A text is a notebook if hardly any move in it is left over, and if more of it is read than by the board of both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from lark import Token

from kriegnote.chess.position import Position, distinct
from kriegnote.chess.squares import NAMES, SQUARE, target_of
from kriegnote.confirmation.confirmed import confirmed
from kriegnote.confirmation.followed import start_of
from kriegnote.confirmation.playable import LEAST
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    Junk,
    Move,
    PawnTries,
    Side,
    Try,
    other,
)
from kriegnote.model.printed_moves import Language, Parts, language, parse_move, spell
from kriegnote.notations.continuation import MOST_WORDS
from kriegnote.notations.continued_announcements import end_of_prose
from kriegnote.notations.continued_questions import usual_question
from kriegnote.notations.continued_record import PlacedEvent, printed, with_items
from kriegnote.notations.notebook_boards import possible_moves
from kriegnote.notations.notebook_mentions import (
    by_turn,
    goes_on_taking,
    is_a_move,
    is_capture_in_words,
    is_own,
    is_sure,
    marked,
)
from kriegnote.notations.notebook_turns import (
    begin_clauses,
    has_dialogue,
    is_of_one_side,
    number_named,
    signs_of_moves,
    tokens_from,
    turns_of,
)
from kriegnote.notations.refusal_marks import Marked
from kriegnote.rules.boards import plain
from kriegnote.rules.variants import game_of
from kriegnote.text.comments import without_comments
from kriegnote.text.source import Chunk, Read
from kriegnote.text.speech.announced import pawn_tries_fields
from kriegnote.text.speech.clauses import BREAKS, PLAYERS, SKIPPED, body_of, clause, player, side_of, starts_line
from kriegnote.text.speech.context import as_type, in_short_lines
from kriegnote.text.speech.mentions import Mention, mentions
from kriegnote.text.speech.persons import writer_of
from kriegnote.text.speech.reported import Prose
from kriegnote.text.speech.said_of_moves import STOPS, since

_MOST: Final = 32  # the greatest number of boards of the writer's men that are followed
_LEFT_OVER: Final = 0.1  # the greatest number of moves that mean nothing, for each move that was made
_SIDES: Final[tuple[Side, ...]] = ("white", "black")
_SENTENCES: Final = STOPS | {"SEMI", "NUMBER_OF_TURN"}
"""Tokens that end what is said of a player."""
_SAID: Final = frozenset({"SAY", "HEAR", "INFORM", "UMPIRE"})
_SUFFERS: Final = frozenset({"LOSES", "IN_CHECK"})
"""Words for what happens to a player, whose opponent does it."""


def as_one_players(read: Read, chunk: Chunk, said: Callable[[Side], Sequence[Token]]) -> Read:
    """The record of the player who alone writes down his moves, if that is more of the text; else ``read`` itself.

    If both players may have written it, neither did.

    :param said: the tokens of the chunk's text if this player writes it, with both players as their colours.
    """
    record = read.record
    game, start = game_of(record), start_of(record)
    if game is None or not plain(game) or game.goal == "king" or record.start is not None or start is None:
        return read
    if not any(isinstance(one, (Comment, Junk)) for one in record.events):
        return read  # nothing is left to be read
    stated = writer_of(chunk.text)
    sides = [side for side in _SIDES if record.view in ("umpire", side) and stated in (None, side)]
    ways = [_read(read, chunk, said(side), side, start, stated=stated is not None) for side in sides]
    found = [(confirmed(way.record).explained, way) for way in ways if way is not None]
    most = max((explained for explained, _ in found), default=0)
    best = [way for explained, way in found if explained == most]
    enough = confirmed(record).explained + (not is_of_one_side(record))
    return best[0] if len(best) == 1 and most >= enough else read


def _read(
    read: Read, chunk: Chunk, tokens: Sequence[Token], side: Side, start: Position, *, stated: bool
) -> Read | None:
    """The record of a player's notebook; None if the text is none of his.

    :param stated: whether the text says who writes it; only then its turns need no numbers.
    """
    tokens = tokens_from(tokens, (read.record.events[0].span or (chunk.offset, 0))[0] - chunk.offset)
    turns = [*turns_of(tokens)]
    numbered = len(turns) >= LEAST
    if not 0 < len(tokens) <= MOST_WORDS or not (numbered or stated):
        return None
    turns = turns if numbered else [range(len(tokens))]
    lang = language(without_comments(chunk.text))
    found = [one.of(side) for one in mentions(tokens, lang, begin_clauses(tokens, chunk.text))]
    known = marked(found, turns, tokens, side) if numbered else Marked(found)
    tokens = [as_type("ORNAMENT", one) if at in known.marks else one for at, one in enumerate(tokens)]
    of_turns = by_turn(known.mentions, turns, tokens, side)
    mentioned = [one for each in of_turns for one in each]
    notebook = _Notebook(tokens, side, start, chunk.text, lang, turns[0].start)
    notebook.stated = stated
    notebook.read_turns(turns, of_turns, numbered=numbered)
    if not notebook.explains(mentioned):
        return None
    notebook.end()
    return _heard(with_items(read, chunk, 0, tokens, notebook.items, notebook.read_from, mentioned), side)


def _heard(made: Read, side: Side) -> Read:
    """A reading as the record of the player who wrote it."""
    events = (
        msgspec.structs.replace(one, heard=side) if isinstance(one, Comment) else one for one in made.record.events
    )
    found_game = [one for one in made.findings if one.code != "KN106"]
    return made._replace(record=made.record.replace(view=side, events=tuple(events)), findings=found_game)


class _Notebook:
    """What a player did and heard so far.

    ``items``: the events. ``read_from``: the indices of the tokens from which they were read. ``turn``: that of the
    player's last move. ``boards``: his men, as they may stand. ``last``: who made the last ply.
    ``announced_kinds``: those already announced of it. ``target``: the square of his last move. ``takes``: it is a
    capture by the words for it. ``lost``: where he lost a man since.
    ``behind_move``, ``said``: the indices of the tokens behind his last move or try, and behind the last event.
    """

    def __init__(
        self, tokens: Sequence[Token], side: Side, start: Position, text: str, lang: Language, first: int
    ) -> None:
        self.tokens, self.side, self.text, self.lang = [*tokens], side, text, lang
        self.short, self.numbered, self.stated = in_short_lines(text), False, False
        self.signs = signs_of_moves(tokens)
        self.items: list[PlacedEvent] = []
        self.read_from: list[int] = []
        self.turn = 0
        self.boards = [start.alone(side == "white")]
        self.last: Side = "black"
        self.announced_kinds: set[type[AnyEvent]] = set()
        self.target: str | None = None
        self.lost: str | None = None
        self.takes = False
        self.behind_move = self.said = first

    def read_turns(self, turns: Sequence[range], of_turns: Sequence[Sequence[Mention]], *, numbered: bool) -> None:
        """Reads the turns with what they mention, up to the first numbered one in which he makes no move."""
        self.numbered = numbered
        for turn, (within, found) in enumerate(zip(turns, of_turns, strict=True), 1):
            self._read(within, found, until=turn if self.numbered else None)
            if self.turn < turn:
                break

    def explains(self, found: Sequence[Mention]) -> bool:
        """Whether hardly any sure move among these mentions is left over, and what was read is a dialogue."""
        moves = {one.at for one in found if is_a_move(one) and is_sure(one)}
        left_over = len(moves.difference(self.read_from))
        plies = sum(isinstance(one.event, Move) for one in self.items)
        enough = (self.turn if self.numbered else plies) >= LEAST
        dialogue = has_dialogue([one.event for one in self.items], self.side, numbered=self.numbered)
        return enough and dialogue and left_over <= _LEFT_OVER * self.turn

    def _read(self, within: range, found: Sequence[Mention], *, until: int | None) -> None:
        """Reads some tokens and what they mention; ``until``: the turn of the last move among them, if it is known."""
        at_token = {one.at: one for one in found}
        at = within.start
        while at < within.stop:
            one, after = at_token.get(at), at + 1
            if one is None:
                after = self._pawn_tries(at, within.stop)
            elif not self.numbered and number_named(self.tokens[self.behind_move : at]) > self.turn + 1:
                return  # the text leaves out moves
            elif self._may_be_made(one) and (until is None or self.turn < until):
                self._moved(one)
            elif not (one.thought or one.denied):
                self._announced(one)
            at = after

    def end(self) -> None:
        """Reads the last question that was heard, and how the game ended."""
        self._others_question(len(self.tokens))
        if not self.numbered and self.last != self.side:
            self._asked(len(self.tokens))
        mates = (at for at in range(self.behind_move, len(self.tokens)) if self.tokens[at].type == "MATED")
        mated = next((at for at in mates if self._named(at) == self.side), None)
        if mated is not None:
            self._hidden(mated)
        turn = max(self.turn + (self.last == "white" and self.side == "black"), 1)
        found = end_of_prose(Prose(self.tokens), None, self.last, turn, first=self.behind_move)
        if found is not None:
            self._add(found.at, found.event)

    # -- moves and tries -----------------------------------------------------------------------------------------------

    def _moved(self, one: Mention) -> None:
        """Adds a move or a refused try; a capture that the player did not make, or that is only said, is announced."""
        sure = is_sure(one)
        made = (sure or one.verdict is not None) and not self._is_only_said(one) and self._add_move(one)
        if not made and sure and is_capture_in_words(one):
            self._announced(one)

    def _may_be_made(self, one: Mention) -> bool:
        """Whether a mention may be a move or a try of the player's; without numbers, a capture that is told, too."""
        in_words = not self.numbered and is_capture_in_words(one) and one.side in (None, self.side)
        return is_own(one, self.side) or (in_words and not one.announced and bool(one.readings))

    def _is_only_said(self, one: Mention) -> bool:
        """Whether a capture in words is what somebody says in its clause: “he said, the knight takes on c6”."""
        in_words = is_capture_in_words(one) and one.side is None
        return in_words and any(word.type in _SAID for word in since(self._lead(one.at), BREAKS | {"AND"}))

    def _add_move(self, one: Mention) -> bool:
        """Adds a move or a refused try, with the question before it, if the player's men can make it."""
        found = possible_moves(one, self.boards, self.lost, unheard=self._may_have_lost(one))
        if found is None:
            return False
        parts: Parts | None = found[0]
        moves = found[1]
        takes = bool(found[0].capture)
        self._others_question(one.at)
        self._asked(one.at)
        self._hidden(one.at)
        board, move = moves[0]
        san = board.own_san(move)
        text = spell(f"{san[:-2]}x{san[-2:]}" if takes and "x" not in san and "=" not in san else san, self.lang)
        parts = parts if one.printed else parse_move(text, self.lang)
        made: Move | Try
        if one.verdict is not None:
            made = Try(side=self.side, turn=self.turn + 1, move=None, text=text, parts=parts, verdict=one.verdict)
        else:
            self.turn += 1
            made = Move(side=self.side, turn=self.turn, move=None, text=text, san=None, parts=parts)
            self.boards = distinct([each.play(way).alone(self.side == "white") for each, way in moves])[:_MOST]
            self.last, self.announced_kinds, self.lost = self.side, set(), None
            self.target, self.takes = NAMES[target_of(move)], takes
        token = self.tokens[one.at]
        self._add(one.at, printed(made, token), until=token.end_pos)
        self.behind_move = self.said
        return True

    def _may_have_lost(self, one: Mention) -> bool:
        """Whether a printed move may have been made where a man of the player's stood: he notes no losses at all."""
        heard = (isinstance(each.event, Capture) and each.event.side != self.side for each in self.items)
        return self.stated and self.numbered and one.printed and not any(heard)

    def _hidden(self, at: int) -> None:
        """Adds the other player's move, with his question, if it is due before what a token says."""
        self._others_question(at)
        if self.last == self.side:
            self.last, self.announced_kinds = other(self.side), set()
            turn = self.turn + (self.last == "white")
            self._add(at, Move(side=self.last, turn=turn, move=None, text=None, san=None))

    def _others_question(self, at: int) -> None:
        """Adds the other player's question between the player's move and a token, with its answer.

        Either he is named, or it stands before the number with which White begins the next turn.
        """
        by = other(self.side)
        numbers = (here for here in range(self.said, at) if self.tokens[here].type == "NUMBER_OF_TURN")
        end = next(numbers, at) if by == "black" else at
        found = usual_question(self.tokens, self.said, end, by, {True, False}) if self.last == self.side else None
        if found is not None and (self._is_his_turn(found.answered) or self._names_other(found.asked)):
            first, last = sorted(found[:2])
            turn = self.turn + (by == "white")
            self._add(first, Ask(side=by, turn=turn, what="any"))
            self._add(last, Answer(side=by, turn=turn, any=found.yes))

    def _is_his_turn(self, at: int) -> bool:
        """Whether a token stands behind White's move and before the number of his next turn, and Black is the other."""
        numbers = (one.type == "NUMBER_OF_TURN" for one in self.tokens[self.behind_move : at])
        return self.numbered and self.side == "white" and not any(numbers)

    def _names_other(self, at: int) -> bool:
        """Whether the words before a question name the other player, or call him “he”."""
        who = next((one for one in reversed(self._lead(at)) if one.type in PLAYERS | {"HE"}), None)
        return who is not None and (who.type == "HE" or player(who) != self.side)

    def _asked(self, at: int) -> None:
        """Adds the usual question before a move or try, with its answer."""
        found = usual_question(self.tokens, self.said, at, self.side, {True, False})
        if found is not None:
            first, last = sorted(found[:2])
            self._hidden(first)
            self._add(first, Ask(side=self.side, turn=self.turn + 1, what="any"))
            self._add(last, Answer(side=self.side, turn=self.turn + 1, any=found.yes))

    def _pawn_tries(self, at: int, end: int) -> int:
        """Adds the pawn tries that are announced from a token on; returns the index behind what was read."""
        if self.tokens[at].type in BREAKS | SKIPPED:
            return at + 1
        found = clause(self.tokens[:end], at, self.text)
        if found is None or found.kind != "pawns":
            return at + 1
        tree = body_of(found.tree)
        asked = found.after < end and str(self.tokens[found.after])[-1:] == "?"
        if asked or other(self.side) in (side_of(tree), self._named(at)):
            return at + 1
        self._hidden(at)
        self._add(at, PawnTries(side=self.side, turn=self.turn + 1, **pawn_tries_fields(tree, self.side)))
        return found.after

    # -- announcements -------------------------------------------------------------------------------------------------

    def _announced(self, one: Mention) -> None:
        """Adds a capture or a check that fits the player's men."""
        mover = self._mover(one)
        if one.kind == "check":
            by = mover or (other(self.side) if self._is_reply(one.at) else self.last)
            self._add_announcement(one.at, Check, by, directions=tuple(sorted(one.ways)))
        elif one.kind == "capture" and mover in (None, self.side) and self.takes and self.target is not None:
            self._captured(one.at, self.target, self.side)
        elif one.kind == "capture" and mover is not None:
            self._add_announcement(one.at, Capture, mover, square=None)
        elif one.kind == "move" and one.square is not None:
            self._captured(one.at, one.square.lower(), mover)

    def _captured(self, at: int, square: str, mover: Side | None) -> None:
        """Adds a capture on a square, where the player moved to or has lost a man."""
        man = 1 << SQUARE[square]
        losing = [board for board in self.boards if man & (board.white | board.black)]
        his = self.last == self.side and Capture not in self.announced_kinds and square == self.target
        likely = (
            his
            and not self._is_reply(at)
            and (self.takes or not losing or goes_on_taking(self.tokens[self.behind_move : at]))
        )
        by = mover or (self.side if likely or not losing else other(self.side))
        fits = his if by == self.side else bool(losing)
        if fits and self._add_announcement(at, Capture, by, square=square) and by != self.side:
            self.boards = [board.without(man) for board in losing]
            self.lost = square

    def _add_announcement(self, at: int, kind: type[Capture | Check], by: Side, **fields: object) -> bool:
        """Adds what is announced of a player's last ply, if it can be and is not yet; returns whether it was added."""
        if by != self.side:
            self._hidden(at)
        turn = self.turn + (by == "white" and self.side == "black")
        if self.last != by or kind in self.announced_kinds or turn == 0:
            return False
        self._add(at, kind(side=by, turn=turn, **fields))  # type: ignore[arg-type]
        self.announced_kinds.add(kind)
        return True

    def _mover(self, one: Mention) -> Side | None:
        """The player who takes or gives check, as far as the words say."""
        named = self._named(one.at)
        suffers = any(word.type in _SUFFERS for word in self._lead(one.at + 1))
        return other(named or self.side) if suffers else named

    def _named(self, at: int) -> Side | None:
        """The player who is named last in a sentence before a token."""
        return next((player(word) for word in reversed(self._lead(at)) if word.type in PLAYERS), None)

    def _lead(self, at: int) -> Sequence[Token]:
        """The tokens of a sentence before one of them, since the last event."""
        return since(self.tokens[self.said : at], _SENTENCES)

    def _is_reply(self, at: int) -> bool:
        """Whether the other player's move stands between the player's and a token: as a sign, or the end of a line."""
        between = range(self.behind_move, at)
        line = self.short and any(starts_line(self.tokens, each, self.text) for each in (*between, at))
        return line or any(str(self.tokens[each]) in self.signs for each in between)

    def _add(self, at: int, event: AnyEvent, until: int | None = None) -> None:
        """Adds an event; ``until``: the offset at which its words end, if they stand for it alone."""
        start = max(self.tokens[at].start_pos or 0, self.items[-1].end if self.items else 0)
        self.items.append(PlacedEvent(start, until or start, event))
        self.read_from.append(at)
        self.said = at + 1
