"""Reads the perception notation of Dark Chess: one player's moves, and what each move of either side showed him."""

from __future__ import annotations

from typing import Final

from lark import Token

from kriegnote.model.events import Capture, Check, Move, Reveal, Side
from kriegnote.model.printed_moves import Piece, parse_move, piece_of
from kriegnote.parsing import Terminals
from kriegnote.text.source import Builder, Chunk, Read
from kriegnote.text.tree_reader import Rule, span
from kriegnote.text.turn_reader import TurnReader
from kriegnote.text.turns import TurnText, cut

_TERMINALS: Final = Terminals("darkchess")


chunks: Final = cut


def read(chunk: Chunk) -> Read:
    """One player's record; without a View tag, the half of the turns that has moves shows whose it is."""
    return _Game(chunk).read()


class _Game(TurnReader):
    """One pass over one player's record: one method for each rule of ``grammars/darkchess.lark``."""

    grammar = "darkchess"

    def __init__(self, chunk: Chunk) -> None:
        super().__init__(Builder(chunk, _TERMINALS["BETWEEN"]))
        self.moved = False
        self.last_number: int | None = None
        self.me: Side = "black"

    def read(self) -> Read:
        head = self.read_front()
        view = head.fields.get("view")
        self.me = view if view in ("white", "black") else _whose(self.text[head.end :])
        self.read_turns(head.end)
        fields = {"rules": "dark"} | head.fields | {"view": self.me}
        return self.build.finish(headers=head.headers, result=self.final, **fields)

    def begin_turn(self, turn: TurnText) -> None:
        b = self.build
        dots = self.text[turn.start : turn.body].count(".")
        last = self.last_number
        if turn.number is not None:
            if last is not None and turn.number not in (last, last + 1):
                lost = f"move {last + 1} is missing" if turn.number == last + 2 else "moves are missing"
                if turn.number <= last:
                    lost = f"move {last + 1} is expected"
                b.note("KN401", f"move {turn.number} follows move {last}: {lost}", turn.start, turn.body)
            elif turn.number == self.last_number and dots < 2 and self.moved and b.side in ("black", self.me):
                b.note("KN401", f"move {turn.number} is printed twice", turn.start, turn.body)
            self.last_number = turn.number
        b.turn = turn.number if turn.number is not None else self.last_number or 1
        self._half("black" if dots > 1 else "white")

    def _half(self, side: Side) -> None:
        self.build.side = side
        self.moved = False

    @property
    def mine(self) -> bool:
        """Whether this half of the turn is the player's own."""
        return self.build.side == self.me

    def _without_comma(self) -> None:
        """Starts Black's half if White has moved: the comma between them was left out."""
        if self.moved and self.build.side == "white":
            self._half("black")

    # -- moves ---------------------------------------------------------------------------------------------------------

    def comma(self, rule: Rule) -> None:
        if self.build.side == "white":
            self._half("black")

    def dots(self, rule: Rule) -> None:
        if self.build.side == "white" and not self.moved:
            self._half("black")

    def dash(self, rule: Rule) -> None:
        if self.mine:
            self._without_comma()
        if self.mine:
            self._lose(rule, "a dash is only for a move of the opponent's")
        elif not self.moved:
            self._move(*span(rule))

    def hidden(self, rule: Rule) -> None:
        if not self.moved:
            self._move(*span(rule))

    def move(self, rule: Rule) -> None:
        if not self.mine:
            self._without_comma()
        if not self.mine or self.moved:
            self._lose(rule, "a move of the opponent's, which this player cannot know")
        else:
            self._move(*span(rule), str(rule.children[0]))

    def _move(self, start: int, end: int, printed: str | None = None) -> None:
        self.moved = True
        clean = "".join(printed.split()) if printed else None
        parts = parse_move(clean, self.language) if clean else None
        self.add(Move, start, end, move=None, text=clean, san=None, parts=parts)

    def unread(self, rule: Rule) -> None:
        """Handles a word that only resembles a move: the player's unknown move, if it is expected; else junk."""
        if self.me == "black":
            self._without_comma()
        if self.moved or not self.mine:
            self._lose(rule, "this is not a move")
            return
        self.moved = True
        word = str(rule.children[0])
        self.add(Move, *span(rule), move=None, text=word, san=None, parts=None)
        self.build.note("KN101", f"this is not a move: {word!r}", *span(rule))

    def _lose(self, rule: Rule, why: str) -> None:
        self.keep(*span(rule), why)

    # -- what a move showed --------------------------------------------------------------------------------------------

    def shown(self, rule: Rule) -> None:
        """Handles ``(xNe4, +, Pd4, e4 / c8-Pc3)``: a capture, a check, and what is seen."""
        start, end = span(rule)
        if not self.mine and not self.moved:
            self._move(start, start)
        self.seen: dict[str, Piece | None] = {}
        self.lines: list[tuple[str, str]] = []
        self.checked: Rule | None = None
        events = len(self.build.events)
        self.visit_children(rule)
        if self.checked is not None:
            place = span(self.checked)
            self.add(Check, max(place[0], self.build.end), max(place[1], self.build.end), directions=())
        self.leave_out(end)
        if self.seen or self.lines or len(self.build.events) == events:
            seen = dict(sorted(self.seen.items()))
            start = max(start, self.build.end)
            self.add(Reveal, start, end, side=self.me, seen=seen, lines=tuple(self.lines))

    def taken(self, rule: Rule) -> None:
        _, *said = rule.children
        square = str(said[-1]).lower() if said else None
        man = self._man(said[0]) if len(said) > 1 else None
        self.add(Capture, *span(rule), square=square, captured=man)

    def check(self, rule: Rule) -> None:
        self.checked = rule

    def man(self, rule: Rule) -> None:
        man, square, *check = rule.children
        self.seen[str(square).lower()] = self._man(man)
        self.checked = rule if check else self.checked

    def empty(self, rule: Rule) -> None:
        self.seen[str(rule.children[0]).lower()] = None

    def line(self, rule: Rule) -> None:
        words = [one for one in rule.children if isinstance(one, Token)]
        first, last = (str(one).lower() for one in words if one.type == "PRINTED_SQUARE")
        self.lines.append((first, last))
        if words[-2].type == "SEEN_MAN":
            self.seen[last] = self._man(words[-2])

    def _man(self, word: object) -> Piece:
        return piece_of(str(word)[0], self.language)

    def ends(self, side: Side | None) -> None:
        if side is not None and side != self.build.side:
            self._without_comma()  # the other player resigns in his turn
            if self.moved:
                self._half("black")


def _whose(body: str) -> Side:
    """The author of a record without a View tag: in Black's record, White's half of a turn has no moves."""
    return "white" if len(_TERMINALS["MINE"].findall(body)) > len(_TERMINALS["HIS"].findall(body)) else "black"
