"""The clauses of a dialogue that report moves: the score, and moves in sentences."""

from __future__ import annotations

from bisect import bisect_right
from copy import copy

from lark import Token, Tree

from kriegnote.model.events import Capture, Check, Comment, Move, Nag, Promotion, Side, Try
from kriegnote.model.printed_moves import GLYPHS, Parts
from kriegnote.notations.dialogue.game_state import ClausePlace, GameState, StateBeforeMove, Unanswered
from kriegnote.text.described_moves import parse
from kriegnote.text.speech.announced import squares_in
from kriegnote.text.speech.clauses import MOVES, has, man_of, number_of, side_of, span_of, tokens_of
from kriegnote.text.speech.moves_in_words import move_in_words, promoted, promotion_on


class MoveClauses(GameState):
    """One method for each rule of ``grammars/dialogue.lark`` that reports moves."""

    def score(self, tree: Tree[Token]) -> None:
        for child in tree.children:
            if isinstance(child, Token):
                if child.type == "NUMBER_OF_TURN":
                    turn, side = self._numbered(child)
                    if (turn, side) != (self.turn, self.side):
                        self.unanswered = Unanswered()
                    self.turn, self.side, self.numbered = turn, side, True
                continue
            token = next(one for one in child.children if isinstance(one, Token) and one.type in MOVES)
            self.numbered = False
            self._move(token, *span_of(child))
            glyph = next((one for one in child.children if isinstance(one, Token) and one.type == "GLYPH_OR_NAG"), None)
            if glyph is not None and self.moves.last is not None:
                code = GLYPHS.get(str(glyph)) or int(str(glyph)[1:])
                if code <= 255:
                    self._add(Nag, glyph, side=self.moves.last[0], turn=self.moves.last[1], code=code)

    def _numbered(self, token: Token) -> tuple[int, Side]:
        """The turn and side that a move number stands for.

        If it does not continue the numbers before it, but the next number does, only this number is a slip.
        """
        turn, side = number_of(token)
        if (turn, side) == (self.turn, self.side) or self.moves.last is None or token.start_pos is None:
            return turn, side
        index = bisect_right(self.number_at, token.start_pos)
        if index >= len(self.numbers):
            return turn, side
        following = number_of(self.numbers[index])
        # a number can be printed again, before the tries and before the move
        here = {(turn, side), *_after(turn, side)}
        if side != self.side or following in here or following not in _after(self.turn, side):
            return turn, side
        start = token.start_pos + self.base
        digits = len(str(turn))
        message = f"expected move number {self.turn} for {side.capitalize()}, found {turn}"
        self.build.note("KN401", message, start, start + digits, fix=(str(turn), str(self.turn)))
        return self.turn, side

    def unread(self, start: int, end: int, side: Side | None = None) -> None:
        """Adds a word that stands for a move but cannot be read: the ply was played, but the move is not known."""
        self.at = ClausePlace(start, end, start)
        if side is not None and side != self.side:
            self._pass()
        self._close(refused=True)
        text = self.build.chunk.text[start:end]
        self.moves.index = self._add(Move, side=self.side, turn=self.turn, move=None, text=text, san=None)
        self.build.note("KN101", f"this is not a move: {text!r}", start, end)
        self.moves.printed.add(self.side)
        self.numbered = False
        self._moved_on()

    def move_at(self, start: int, end: int, text: str, parts: Parts) -> None:
        """Adds a move that the board has identified, at these offsets."""
        self.at = ClausePlace(start, end, start)
        self._made_move(text, parts)

    # -- moves in sentences

    def played(self, tree: Tree[Token]) -> None:
        token = next(token for token in tokens_of(tree) if token.type in MOVES)
        taken = token.type == "LONE_SQUARE" and has(tree, "CAPTURE")
        if taken:
            self._accept_on(side_of(tree), str(token))  # “White takes e5” may accept the try that awaits its answer
            if self._is_last_move(side_of(tree), str(token)):
                self._add(Capture, **self._last_mover(tree), square=str(token))
                return
        self._speaker(tree, moves=True)
        before = StateBeforeMove(self.turn, self.side, copy(self.moves), has(tree, "SAY"))
        if taken:
            self._made_move(f"x{token}", Parts(to=str(token), capture=True), token)
        else:
            self._move(token, token)
        if self.moves.index == len(self.build.events) - 1:
            self.before_move = before

    def _is_last_move(self, side: Side | None, square: str) -> bool:
        """Whether the last move was made to this square, and by this side if one is named."""
        last = self.build.events[self.moves.index] if self.moves.index is not None else None
        if not isinstance(last, Move) or last.parts is None or last.parts.to != square:
            return False
        return side in (None, last.side)

    def in_words(self, tree: Tree[Token]) -> None:
        """Adds “White plays knight takes f3”; a move that the words leave open was played, but is not known."""
        self._speaker(tree, moves=True)
        self._made_in_words(move_in_words(next(tree.find_data("described")), self.side, self.lang))

    def castles(self, tree: Tree[Token]) -> None:
        """Adds castling, to whichever side the board allows if none is named."""
        self._speaker(tree, moves=True)
        text, parts = move_in_words(tree, self.side, self.lang)
        self._made_in_words((text, parts or parse("castles", self.side)))

    def goes(self, tree: Tree[Token]) -> None:
        self._speaker(tree, moves=True)
        self._made_in_words(move_in_words(tree, self.side, self.lang))

    def promoted(self, tree: Tree[Token]) -> None:
        """Adds a printed pawn move with the promotion named after it."""
        self._speaker(tree, moves=True)
        text, parts = self._printed(next(token for token in tokens_of(tree) if token.type in MOVES))
        if parts is not None:
            text, parts = promoted(parts, next(tree.find_data("became")), self.lang)
        self._made_in_words((text, parts))

    def promotes(self, tree: Tree[Token]) -> bool | None:
        """Adds the move of “Black promotes to a queen on e1”."""
        if not squares_in(tree, side_of(tree) or self.side):
            return False  # its name is that of two squares
        self._speaker(tree, moves=True)
        square = squares_in(tree, self.side)[-1]
        self._made_in_words(promotion_on(square, man_of(next(tree.find_data("category"))), self.lang))
        return None

    def called(self, tree: Tree[Token]) -> None:
        """Handles “White”, by which the umpire says whose move was made (Gambit 6)."""
        self.moved(tree)

    def moved(self, tree: Tree[Token]) -> None:
        token = next((token for token in tokens_of(tree) if token.type in MOVES), None)
        side = side_of(tree)
        if token is None and self.moves.last is not None and side == self.moves.last[0] and self._just_moved():
            return  # the umpire confirms a move that was read before
        if token is None and self.moves.last is not None and side == self.moves.last[0] and self._is_said_again():
            return  # in another language: “Black has moved, il Nero ha mosso”
        if token is None and side in (None, self.side):
            self.unanswered.tries = self.unanswered.tries or self._unjudged()
            if len(self.unanswered.tries) == 1:
                self._accept()  # a try that is not refused is the move
                return
        self._speaker(tree, moves=True)
        if token is not None:
            self._move(token, token)
        else:
            self._hidden()

    def _unjudged(self) -> list[int]:
        """The index of the last try of the player to move, if its answer was not understood; else none."""
        events = self.build.events
        last = next((at for at in range(len(events) - 1, -1, -1) if not isinstance(events[at], Comment)), None)
        one = events[last] if last is not None else None
        unjudged = isinstance(one, Try) and one.verdict is None and one.text is not None and one.side == self.side
        return [last] if last is not None and unjudged else []

    def _is_said_again(self) -> bool:
        """Whether nothing but a comma stands between these words and those for the last move."""
        last = self._last_event()
        between = self.build.chunk.text[self.build.end : self.at.own]
        return isinstance(last, Move) and last.text is None and between.strip() in ("", ",")

    def _just_moved(self) -> bool:
        if self.moves.accepted:
            return True
        last = next((one for one in reversed(self.build.events) if not isinstance(one, Comment)), None)
        unread = isinstance(self._last_event(), Comment) and self.unread_before() and bool(self.prose_moves)
        return isinstance(last, Move) and last.text is not None and not unread

    def to_move(self, tree: Tree[Token]) -> None:
        """Handles “Black's move”.

        If no move of White's is printed, White has moved, and announcements since the last such words are about that
        move.
        """
        side = side_of(tree)
        if side == self.side or self.side in self.moves.printed:
            self.moves.turn_named_at = len(self.build.events)
            return
        mover = {"side": self.side, "turn": self.turn}
        earlier = [
            index
            for index in range(self.moves.turn_named_at or 0, len(self.build.events))
            if isinstance(self.build.events[index], (Capture, Check, Promotion))
        ]
        self._hidden()
        if earlier and self.moves.turn_named_at is not None and self.moves.index is not None:
            for index in earlier:
                self._change(index, **mover)
            self.ranks[self.moves.index] = earlier[0] - 0.5
        self.moves.turn_named_at = len(self.build.events)


def _after(turn: int, side: Side) -> tuple[tuple[int, Side], ...]:
    """The move numbers that may be printed next after a ply that has its own number."""
    if side == "white":
        return ((turn, "black"), (turn + 1, "white"))
    return ((turn + 1, "white"), (turn + 1, "black"))
