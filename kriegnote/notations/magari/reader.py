"""Reads Magari's shorthand for games by correspondence (§4.5; docs/notations/magari.md): score and letters.

``grammars/magari.lark`` defines the parts of a turn; :class:`_Game` has one method for each of its rules.
"""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec
from lark import Token, Tree

from kriegnote.caching_parser import parser_of
from kriegnote.model.endings import OF_LOSER
from kriegnote.model.events import (
    AnyEvent,
    Capture,
    Check,
    Comment,
    End,
    Move,
    PawnTries,
    Promotion,
    Result,
    Side,
    Try,
    Verdict,
)
from kriegnote.model.printed_moves import Language, language, parse_move
from kriegnote.notations.magari.signs import CHECKS, OWN_RULES, Half, default_silence, in_order
from kriegnote.parsing import Terminals
from kriegnote.text.end_words import misspelt, reason_of, result_of
from kriegnote.text.listener import player_addressed
from kriegnote.text.source import Builder, Chunk, E, Read, first_number
from kriegnote.text.tags import unescape
from kriegnote.text.tree_reader import Rule, TreeReader, span, words
from kriegnote.text.turns import cut, named_move, read_head, turn_texts

_TERMINALS: Final = Terminals("magari")
_MARKS: Final = frozenset({"BANG", "QMARK", "AGAIN"})
_BEFORE_THE_MOVE: Final = frozenset({"tries", "tried_first", "refused"})
_MOST_SQUARES: Final = 64


chunks: Final = cut


def read(chunk: Chunk) -> Read:
    """One game: the umpire's score, or his letter to one of the players."""
    return _Game(chunk).read()


class _Game(TreeReader):
    """One pass over one game's text: one method for each rule of the grammar, called in the order of the text."""

    def __init__(self, chunk: Chunk) -> None:
        super().__init__(Builder(chunk, _TERMINALS["BETWEEN_SIGNS"]))
        self.now = Half()
        self.inside = False  # whether the reader is within a bracket
        self.first = self.behind = self.bare = 0  # marks before and after moves, and marks alone: `!e4`, `e4!`, `!`
        self.last_move: Move | None = None
        self.open_ends: list[int] = []
        self.language: Language = "en"

    def read(self) -> Read:
        head = read_head(self.build.chunk)
        build = self.build
        build.findings += head.findings
        build.head = head.end
        parser = parser_of("magari", keep_all_tokens=True)
        found = [(turn, parser.parse(self.text, turn.body, turn.end)) for turn in turn_texts(self.text, head.end)]
        self.language = language(" ".join(word for _, (tree, _) in found for word in words(tree, "PLY_OR_QUOTED")))
        for turn, (tree, unread) in found:
            if turn.number is not None:
                self.now.number(turn.number, self.text[turn.start : turn.body])
            self.read_turn(tree, unread, turn.end)
        for index in self.open_ends:
            build.events[index] = msgspec.structs.replace(build.events[index], result=self.final)
        letter = self.behind > 0 or (self.bare > 0 and not self.first)
        return self._finish(head.headers, dict(head.fields), letter)

    def _finish(self, headers: tuple[tuple[str, str], ...], fields: dict[str, Any], letter: bool) -> Read:
        events = self.build.events
        if self.text.strip() and not headers and all(type(event) is Comment for event in events):
            self.build.note("KN106", "no moves in this notation found", 0, 1)
        if letter and "view" not in fields and (listener := player_addressed(events)):
            fields["view"] = listener
        letter = fields.get("view", "umpire") != "umpire"
        if "rules" not in fields and "silence" not in fields:
            fields["rules"] = OWN_RULES
        printed = (event for event in events if event.span and event.span[0] < event.span[1])
        fields.setdefault("silence", default_silence(letter, printed))
        read = self.build.finish(headers=headers, result=self.final, **fields)
        return Read(read.record.replace(events=tuple(in_order(read.record.events))), read.findings)

    def whose(self, known: bool) -> tuple[Side | None, int | None]:
        known = known or self.now.numbered or self.last_move is not None
        return (self.now.side, self.now.turn) if known else (None, None)

    # -- events --------------------------------------------------------------------------------------------------------

    def _last(self, kind: type[AnyEvent], mover: tuple[Side | None, int | None] | None = None) -> Any:
        """The last event, if it is of this kind and of this half of the turn; else None."""
        last = self.build.events[-1] if self.build.events else None
        place = mover or (self.now.side, self.now.turn)
        return last if isinstance(last, kind) and (last.side, last.turn) == place else None  # type: ignore[union-attr]

    # -- whose turn it is ----------------------------------------------------------------------------------------------

    def semicolon(self, rule: Rule) -> None:
        self.now.semicolon()
        self.run = None

    def misprint(self, rule: Rule) -> None:
        self.now.semicolon()
        start, end = span(rule)
        self.build.note("KN110", "“;;” before a square is read as “;:”, a pawn capture", start, start + 2)
        self._pawn_tries_on(self.text[end - 2 : end], start + 1, end)

    def half(self, rule: Rule) -> None:
        if self.now.moved:
            self.now.next()  # `3. !Nf3, !d5;`: a comma where a semicolon should be
        self.visit_children(rule)

    waiting = half

    def dash(self, rule: Rule) -> None:
        if not self.now.moved and self.now.side == "white":
            self.now.start("black")

    # -- before the move -----------------------------------------------------------------------------------------------

    def bracket(self, rule: Rule) -> None:
        self.first += 1
        self.inside = True
        self.visit_children(rule)
        self.inside = False

    def unclosed(self, rule: Rule) -> None:
        if any(isinstance(one, Tree) and one.data in _BEFORE_THE_MOVE for one in rule.children):
            start = span(rule)[0]
            self.build.note("KN110", "this bracket is never closed; read as closed by the move", start, start + 1)
        self.bracket(rule)

    def tries(self, rule: Rule) -> None:
        word = _word(rule)
        start, end = span(rule)
        match word.type:
            case "ON_SQUARE":
                self._pawn_tries_on(word[-2:], start, end)
            case "TRIES_COUNT":
                self._pawn_tries(start, end, count=int(word[2:]))
            case "NO_NUMBER":
                self._pawn_tries(start, end, squares=())
            case kind:
                self._pawn_tries(start, end, any=kind == "SOMEWHERE")

    def _pawn_tries_on(self, square: str, start: int, end: int) -> None:
        """Adds a pawn try on a square; consecutive ones are one event."""
        old = self._last(PawnTries) if self.run == "tries" else None
        if old is None or len(old.squares or ()) >= _MOST_SQUARES:
            self.add(PawnTries, start, end, "tries", squares=(square,))
        else:
            self.longer(end, squares=tuple(sorted((*(old.squares or ()), square))))

    def _pawn_tries(self, start: int, end: int, **stated: Any) -> None:
        """Adds what is stated of the pawn tries in all, to the event before it if that does not state it yet."""
        old = self._last(PawnTries) if self.run == "tries" else None
        if old is None or any(getattr(old, name) is not None for name in stated):
            self.add(PawnTries, start, end, "tries", **stated)
        else:
            self.longer(end, **stated)

    def tries_on_unreadable_square(self, rule: Rule) -> None:
        """Adds a pawn capture whose square cannot be read: that there is one is kept, the square is reported."""
        start, end = span(rule)
        known = self._last(PawnTries) is not None
        self.keep(start, end, "this is not the square of a pawn capture")
        if not known:
            self.add(PawnTries, end, end, any=True)

    def tried_first(self, rule: Rule) -> None:
        self.first += 1
        self._try(rule)

    def tried_after(self, rule: Rule) -> None:
        self.behind += not self.inside
        self._try(rule)

    def untested(self, rule: Rule) -> None:
        self._try(rule, None)

    def _try(self, rule: Rule, verdict: Verdict | None = "refused") -> None:
        word = _word(rule)
        text = _move_text(word)
        self._moved(Try, rule, word, text=text, verdict=verdict, parts=parse_move(text, self.language))
        self.visit_children(rule)

    def refused(self, rule: Rule) -> None:
        self.bare += not self.inside
        start, end = span(rule)
        again = any(isinstance(one, Tree) for one in rule.children)
        last = self._last(Try) if self.run == "refused" and not again else None
        if last is not None and isinstance(last.times, int):
            self.longer(end, times=last.times + 1)
        else:
            self.add(Try, start, end, "refused", move=None, text=None, verdict="refused")
            self.visit_children(rule)

    def times(self, rule: Rule) -> None:
        low, _, high = str(rule.children[0]).lstrip("x× \t").partition("-")
        times = (int(low), int(high)) if high else first_number(low)
        self.longer(span(rule)[1], times=times)
        self.run = None

    def verdict(self, rule: Rule) -> None:
        word = _word(rule)
        self.longer(span(rule)[1], verdict="illegal" if word.type == "IMP" else "impossible")

    # -- the move ------------------------------------------------------------------------------------------------------

    def played_first(self, rule: Rule) -> None:
        self.first += 1
        self._move(rule)

    def played_after(self, rule: Rule) -> None:
        self.behind += 1
        self._move(rule)

    def unmarked(self, rule: Rule) -> None:
        start, end = span(rule)
        if self._keep_misspelt_ending(start, end + 1):
            return
        self.build.note("KN110", f"{_move_text(_word(rule))} has no mark; read as the move played", start, end)
        self._move(rule)

    def hidden(self, rule: Rule) -> None:
        self.bare += 1
        start, end = span(rule)
        self.last_move = self.add(Move, start, end, move=None, text=None, san=None)
        self.now.moved = True

    def refused_then_hidden(self, rule: Rule) -> None:
        self.refused(Tree("refused", rule.children[:1]))
        self.hidden(Tree("hidden", rule.children[1:]))

    def _move(self, rule: Rule) -> None:
        word = _word(rule)
        text = _move_text(word)
        self.last_move = self._moved(Move, rule, word, text=text, san=None, parts=parse_move(text, self.language))
        self.now.moved = True

    def _moved(self, kind: type[E], rule: Rule, word: Token, **fields: Any) -> E:
        """Adds a move or a try; its place is that of its own word, without the mark."""
        return self.add(kind, *span(rule), word=word.start_pos, move=None, **fields)

    # -- words that stand for a move and are none ----------------------------------------------------------------------

    def unread_first(self, rule: Rule) -> None:
        self.first += 1
        self._unread_move(rule)

    def unread_after(self, rule: Rule) -> None:
        self.behind += 1
        self._unread_move(rule)

    def unread_try_first(self, rule: Rule) -> None:
        self.first += 1
        self._unread(rule, Try, "try", verdict="refused")

    def unread_try_after(self, rule: Rule) -> None:
        self.behind += not self.inside
        self._unread(rule, Try, "try", verdict="refused")

    def unread(self, rule: Rule) -> None:
        """Handles a word without a mark that only resembles a move: the move, if one is expected; else junk."""
        if self.inside or self.now.moved:
            self.keep(*span(rule))
        else:
            self._unread_move(rule)

    def _unread_move(self, rule: Rule) -> None:
        self.last_move = self._unread(rule, Move, "move", san=None)
        self.now.moved = True

    def _unread(self, rule: Rule, kind: type[E], name: str, **fields: Any) -> E:
        """Adds a move or a try that cannot be read, with its printed word."""
        word = _word(rule)
        event = self._moved(kind, rule, word, text=str(word), parts=None, **fields)
        self.build.note("KN101", f"this is not a {name}: {str(word)!r}", word.start_pos or 0, word.end_pos or 0)
        return event

    # -- what is said of a move: the last one, even where the other side's half has begun ------------------------------

    def _mover(self) -> dict[str, Any]:
        """Side and turn of the move that an announcement is about, if none was read yet in this half."""
        last = self.last_move
        return {} if self.now.moved or last is None else {"side": last.side, "turn": last.turn}

    def check(self, rule: Rule) -> None:
        start, end = span(rule)
        ways = CHECKS[_word(rule).type]
        mover = self._mover()
        last = self._last(Check, tuple(mover.values()) or None)
        if last is not None and ways:
            self.longer(end, directions=tuple(sorted({*last.directions, *ways})))
        else:
            self.add(Check, start, end, directions=ways, **mover)

    def doubtful_check(self, rule: Rule) -> None:
        start, end = span(rule)
        message = "+l may be L (knight) or I (file); read as a check without a direction"
        self.add(Check, start, end, directions=(), **self._mover())
        self.build.note("KN109", message, start, end)

    def check_from_unreadable_direction(self, rule: Rule) -> None:
        """Adds a check whose direction cannot be read: the check is kept, the direction is reported."""
        start, end = span(rule)
        self.keep(start, end, "this is not a direction of check")
        self.add(Check, end, end, directions=(), **self._mover())

    def capture(self, rule: Rule) -> None:
        square = str(rule.children[0])[1:].strip() or None
        self.add(Capture, *span(rule), square=square, **self._mover())

    def promotion(self, rule: Rule) -> None:
        self.add(Promotion, *span(rule), **self._mover())

    def ending(self, rule: Rule) -> None:
        word, *details = (_word(rule), *rule.children[1:])
        reason = "checkmate" if word.type == "MATED" else reason_of(word)
        said = str(details[0])[1:-1].replace(",", " ").split() if details else []
        extras = dict(zip(said[::2], said[1::2], strict=True))
        if self.now.moved and reason in OF_LOSER and "side" not in extras:
            self.now.next()  # the player whose turn it is now loses
        fields: dict[str, Any] = {"side": self.now.side, "turn": self.now.turn}
        if "side" in extras:
            fields["side"] = extras["side"] if extras["side"] in ("white", "black") else None
        if "turn" in extras:
            fields["turn"] = first_number(extras["turn"])
        if "result" in extras:
            fields["result"] = extras["result"] if extras["result"] in get_args(Result) else None
        start, end = span(rule)
        if "result" not in extras:
            self.open_ends.append(len(self.build.events))
        self.add(End, start, end, reason=reason, **fields)

    def result(self, rule: Rule) -> None:
        start, end = span(rule)
        self._take_result(self.text[start:end], end)

    def _take_result(self, printed: str, end: int) -> None:
        self.end_with(result_of(printed))
        if self.build.events:
            self.longer(end)
        else:
            self.build.head = max(self.build.head, end)  # the first event will include it

    # -- what may stand anywhere ---------------------------------------------------------------------------------------

    def prose(self, rule: Rule) -> None:
        start, end = span(rule)
        text = self.text[start:end].rstrip()
        end = start + len(text)
        if self._keep_misspelt_ending(start, end):
            return
        self.add(Comment, start, end, text=text)
        if named_move(text):
            message = "this sentence mentions a square, a man or a question, but was not understood; kept as a comment"
            self.build.note("KN109", message, start, end)

    def _keep_misspelt_ending(self, start: int, end: int) -> bool:
        """Keeps a misspelt ending, a single word with a full stop or before a result, as junk; False if it is none."""
        found = misspelt(self.text, start, end)
        if found is None:
            return False
        word, meant, result = found
        self.keep(start, word, f"unknown ending (did you mean {meant}?)")
        if result:
            self._take_result(self.text[slice(*result)], result[1])
        return True


def _word(rule: Rule) -> Token:
    """The word of a move or a try, without its marks."""
    return next(one for one in rule.children if isinstance(one, Token) and one.type not in _MARKS)


def _move_text(word: Token) -> str:
    """A move as it is printed, without quotation marks."""
    text = word.lstrip("¡")
    return unescape(text[1:-1]) if text.startswith('"') else " ".join(text.split())
