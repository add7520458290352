"""Reads Magari's shorthand for games by correspondence (§4.5; docs/notations/magari.md): score and letters.

``grammars/magari.lark`` says what a turn is made of; :class:`_Game` has one method for each of its rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import copy
from difflib import get_close_matches
from typing import Any, Final

import msgspec
from lark import Token, Tree
from lark.visitors import Interpreter

from kriegnote.diagnostics.findings import finding
from kriegnote.model.events import (
    AnyEvent,
    Capture,
    Check,
    Comment,
    Direction,
    End,
    Junk,
    Move,
    Nag,
    PawnTries,
    Promotion,
    Reason,
    Result,
    Side,
    Try,
    Verdict,
)
from kriegnote.model.printed_moves import Language, language, parse_move
from kriegnote.text.comments import heard_comment
from kriegnote.text.end_words import WORDS, reason_of
from kriegnote.text.grammar import grammar, parse_part
from kriegnote.text.listener import told_to
from kriegnote.text.source import Builder, Chunk, Read
from kriegnote.text.turns import cut, read_head, turns

_FILLER: Final = re.compile(r"(?:[\s,.;\[\]*_>…\ufeff-]|\d+)*")
_WAYS: Final[dict[str, tuple[Direction, ...]]] = {
    "KNIGHT": ("knight",),
    "ON_FILE": ("file",),
    "ON_RANK": ("rank",),
    "SHORT": ("short",),
    "LONG": ("long",),
    "DIAGONAL": ("diagonal",),
    "SOME_CHECK": (),
}
ENDINGS: Final[dict[Reason, tuple[str, str]]] = {**WORDS, "resignation": ("abb.", "abb.")}
"""How a game ended, in English and Italian; words that ``ENDED`` in ``grammars/common.lark`` reads."""

_GIVING_UP: Final = ("resignation", "time", "forfeit")
_RESULTS: Final[dict[str, Result]] = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*"}
_NAMED: Final = re.compile(r"[♔-♟]|\b[Aa]ny ?\?|(?<![A-Za-z0-9])[KQRBN]?x?[a-h][1-8](?![A-Za-z0-9])")
_MOST_SQUARES: Final = 64
_ENDED: Final = ("abb", "matto", *(word for words in ENDINGS.values() for word in words if " " not in word))
_RESULT: Final = r"(?:1[-–]0|0[-–]1|1/2-1/2|½-½)(?![\w-])"
_RESULT_AHEAD: Final = re.compile(r"\s{0,99}" + _RESULT)
_LONE_WORD: Final = re.compile(rf"(?P<word>[^\W\d_]{{2,20}})(?P<stop>\.?)[ \t]*(?P<result>{_RESULT})?\s*")
LETTER_SILENCE: Final = ("capture", "check", "pawn_tries", "promotion")
SCORE_SILENCE: Final = ("pawn_tries",)

Rule = Tree[Token]


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: see :func:`kriegnote.text.turns.cut`."""
    return cut(lines)


def read(chunk: Chunk) -> Read:
    """One game: the umpire's score, or what he wrote to one of the players."""
    return _Game(chunk).read()


def default_silence(letter: bool, events: Iterable[AnyEvent]) -> tuple[str, ...]:
    """What not being told means no: in a letter everything; in a score pawn captures, and the rest if any of it is."""
    if letter or any(isinstance(event, (Capture, Check)) for event in events):
        return LETTER_SILENCE
    return SCORE_SILENCE


class _Half:
    """Whose half of which turn is read, and whether its move has been told."""

    def __init__(self) -> None:
        self.side: Side = "white"
        self.turn = 1
        self.moved = self.passed = self.numbered = False

    def number(self, number: int, printed: str) -> None:
        """A move number with its dots: ``4.``, ``4...`` or the same number again for Black."""
        repeated = number == self.turn and self.numbered and self.moved == (self.side == "white")
        black = printed.count(".") >= 2 or "…" in printed or (repeated and (self.moved or self.side == "black"))
        self.turn, self.numbered = number, True
        self.start("black" if black else "white")

    def start(self, side: Side) -> None:
        self.side, self.moved, self.passed = side, False, False

    def next(self) -> None:
        """The other side's half of the turn, or the next turn."""
        if self.side == "black":
            self.turn += 1
        self.start("black" if self.side == "white" else "white")

    def semicolon(self) -> None:
        if self.side == "white" or self.moved or self.passed:
            self.next()
        else:
            self.passed = True


class _Game(Interpreter[Token, None]):
    """One run over one game's text: one method for each rule of the grammar, called in the order of the text."""

    def __init__(self, chunk: Chunk) -> None:
        super().__init__()
        self.text = chunk.text
        self.build = Builder(chunk, _FILLER)
        self.now = _Half()
        self.inside = False  # a bracket
        self.first = self.behind = self.bare = 0  # marks before and behind moves, and marks alone: `!e4`, `e4!`, `!`
        self.run: str | None = None  # what the next words of the same kind are joined to
        self.last: Move | None = None
        self.final: Result | None = None
        self.open_ends: list[int] = []
        self.left_over: list[tuple[int, int]] = []  # words of this turn that stand where nothing reads them
        self.language: Language = "en"

    def read(self) -> Read:
        head = read_head(self.build.chunk)
        build = self.build
        build.findings += head.findings
        build.head = head.end
        parser = grammar("magari", propagate_positions=True, maybe_placeholders=False)
        found = [(turn, parse_part(parser, self.text, turn.body, turn.end)) for turn in turns(self.text, head.end)]
        words = (word for _, (tree, _) in found for word in tree.scan_values(lambda one: one.type == "PLY"))
        self.language = language(" ".join(words))
        for turn, (tree, unread) in found:
            if turn.number is not None:
                self.now.number(turn.number, self.text[turn.start : turn.body])
            self.left_over = unread
            self.visit(tree)
            self._leave_out(turn.end)
        for index in self.open_ends:
            build.events[index] = msgspec.structs.replace(build.events[index], result=self.final)
        letter = self.behind > 0 or (self.bare > 0 and not self.first)
        return self._finish(head.headers, dict(head.fields), letter)

    def _finish(self, headers: tuple[tuple[str, str], ...], fields: dict[str, Any], letter: bool) -> Read:
        events = self.build.events
        if self.text.strip() and not headers and all(type(event) is Comment for event in events):
            self.build.note("KN106", "no moves of this notation in the text", 0, 1)
        if letter and "view" not in fields and (listener := told_to(events)):
            fields["view"] = listener
        letter = fields.get("view", "umpire") != "umpire"
        if "rules" not in fields and "silence" not in fields:
            fields["rules"] = "magari"
        printed = (event for event in events if event.span and event.span[0] < event.span[1])
        fields.setdefault("silence", default_silence(letter, printed))
        read = self.build.finish(headers=headers, result=self.final, **fields)
        return Read(read.record.replace(events=tuple(_in_order(read.record.events))), read.findings)

    # -- events --------------------------------------------------------------------------------------------------------

    def _place(self, start: int, known: bool = True) -> None:
        """Makes ready for an event at this offset: words before it that were left out, and whose event it is."""
        self._leave_out(start)
        known = known or self.now.numbered or self.last is not None
        self.build.side, self.build.turn = (self.now.side, self.now.turn) if known else (None, None)

    def _leave_out(self, before: int) -> None:
        """Keeps as junk the words before this offset that fit nowhere."""
        while self.left_over and self.left_over[0][0] < before:
            start, end = self.left_over.pop(0)
            self._junk(start, end)

    def _add(self, kind: Any, start: int, end: int, run: str | None = None, **fields: Any) -> Any:
        self._place(start)
        self.run = run
        return self.build.add(kind, start, end, **fields)

    def _longer(self, end: int, **changes: Any) -> None:
        """The last event takes in the text up to here, and what that says."""
        last = self.build.events[-1]
        assert last.span is not None
        span = (last.span[0], self.build.chunk.offset + max(end, self.build.end))
        self.build.events[-1] = msgspec.structs.replace(last, span=span, **changes)
        self.build.end = max(end, self.build.end)

    def _last(self, kind: type[AnyEvent], mover: tuple[Side | None, int | None] | None = None) -> Any:
        """The event just told, when it is of this kind and of this half."""
        last = self.build.events[-1] if self.build.events else None
        place = mover or (self.now.side, self.now.turn)
        return last if isinstance(last, kind) and (last.side, last.turn) == place else None  # type: ignore[union-attr]

    def _junk(self, start: int, end: int, why: str | None = None) -> None:
        """Keeps what cannot be read, joined to what could not be read just before it in the same line."""
        last = self.build.events[-1] if self.build.events else None
        if why is None and self.run == "junk" and isinstance(last, Junk) and last.span and len(last.text) <= 200:
            text = self.text[last.span[1] - self.build.chunk.offset - len(last.text) : end]
            if "\n" not in text:
                self._longer(end, text=text)
                return
        known = why is not None or self.now.numbered or self.last is not None
        self.build.side, self.build.turn = (self.now.side, self.now.turn) if known else (None, None)
        self.build.junk(start, end, *([why] if why else []))
        self.run = None if why else "junk"

    # -- whose turn it is ----------------------------------------------------------------------------------------------

    def semicolon(self, rule: Rule) -> None:
        self.now.semicolon()
        self.run = None

    def misprint(self, rule: Rule) -> None:
        self.now.semicolon()
        start, end = _span(rule)
        self.build.note("KN110", "“;;” before a square is read as “;:”, a pawn capture", start, start + 2)
        self._tries(start + 1, end, squares=(str(rule.children[0]),))

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
        if any(isinstance(one, Tree) for one in rule.children):
            start = _span(rule)[0]
            self.build.note("KN110", "this bracket is never closed; the move ends it", start, start + 1)
        self.bracket(rule)

    def tries(self, rule: Rule) -> None:
        (word,) = rule.children
        assert isinstance(word, Token)
        start, end = _span(rule)
        match word.type:
            case "ON_SQUARE":
                self._tries(start, end, squares=(word[-2:],))
            case "HOW_MANY":
                self._tries(start, end, count=int(word[2:]))
            case "EMPTY":
                self._tries(start, end, squares=())
            case kind:
                self._tries(start, end, any=kind == "SOMEWHERE")

    def _tries(self, start: int, end: int, **fields: Any) -> None:
        """Pawn captures; what is said of them in one breath is one event."""
        self._leave_out(start)
        old = self._last(PawnTries) if self.run == "tries" else None
        (name,) = fields
        squares = (getattr(old, "squares", None) or ()) + fields["squares"] if fields.get("squares") else None
        if old is None or len(old.squares or ()) >= _MOST_SQUARES or (not squares and getattr(old, name) is not None):
            self._add(PawnTries, start, end, "tries", **fields)
        else:
            self._longer(end, **({"squares": tuple(sorted(squares))} if squares else fields))

    def no_tries(self, rule: Rule) -> None:
        """Pawn captures on what is no square: there are some, and nothing says where."""
        start, end = _span(rule)
        self._leave_out(start)
        known = self._last(PawnTries) is not None
        self._junk(start, end, "no square of a pawn capture")
        if not known:
            self._add(PawnTries, end, end, any=True)

    def tried_first(self, rule: Rule) -> None:
        self.first += 1
        self._try(rule)

    def tried_after(self, rule: Rule) -> None:
        self.behind += not self.inside
        self._try(rule)

    def untested(self, rule: Rule) -> None:
        self._try(rule, None)

    def _try(self, rule: Rule, verdict: Verdict | None = "refused") -> None:
        text = _move_text(rule)
        self._moved(Try, rule, text=text, verdict=verdict, parts=parse_move(text, self.language))
        self.visit_children(rule)

    def refused(self, rule: Rule) -> None:
        self.bare += not self.inside
        start, end = _span(rule)
        again = any(isinstance(one, Tree) for one in rule.children)
        self._leave_out(start)
        last = self._last(Try) if self.run == "refused" and not again else None
        if last is not None and isinstance(last.times, int):
            self._longer(end, times=last.times + 1)
        else:
            self._add(Try, start, end, "refused", move=None, text=None, verdict="refused")
            self.visit_children(rule)

    def times(self, rule: Rule) -> None:
        numbers = [int(digits) for digits in re.findall(r"\d+", str(rule.children[0]))]
        times = (numbers[0], numbers[1]) if len(numbers) == 2 else numbers[0] if numbers else None
        self._longer(_span(rule)[1], times=times)
        self.run = None

    def verdict(self, rule: Rule) -> None:
        (word,) = rule.children
        assert isinstance(word, Token)
        self._longer(_span(rule)[1], verdict="illegal" if word.type == "IMPOSSIBLE" else "impossible")

    # -- the move ------------------------------------------------------------------------------------------------------

    def played_first(self, rule: Rule) -> None:
        self.first += 1
        self._move(rule)

    def played_after(self, rule: Rule) -> None:
        self.behind += 1
        self._move(rule)

    def unmarked(self, rule: Rule) -> None:
        start, end = _span(rule)
        if self._misspelt(start, end + 1):
            return
        self._leave_out(start)
        self.build.note("KN110", f"{_move_text(rule)} has no mark; read as a move played", start, end)
        self._move(rule)

    def hidden(self, rule: Rule) -> None:
        self.bare += 1
        start, end = _span(rule)
        self.last = self._add(Move, start, end, move=None, text=None, san=None)
        self.now.moved = True

    def refused_then_hidden(self, rule: Rule) -> None:
        start, end = _span(rule)
        self.refused(Tree("refused", [], _meta(rule, start, start + 1)))
        self.hidden(Tree("hidden", [], _meta(rule, end - 1, end)))

    def _move(self, rule: Rule) -> None:
        text = _move_text(rule)
        self.last = self._moved(Move, rule, text=text, san=None, parts=parse_move(text, self.language))
        self.now.moved = True

    def _moved(self, kind: Any, rule: Rule, **fields: Any) -> Any:
        """A move or a try; its place is that of its own word, behind the mark."""
        start, end = _span(rule)
        word = next(one for one in rule.children if isinstance(one, Token))
        self._add(kind, start, end, move=None, **fields)
        line, column = self.build.place(word.start_pos or 0)
        events = self.build.events
        events[-1] = msgspec.structs.replace(events[-1], line=line, column=column)
        return events[-1]

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
        """A word without a mark that looks like a move and is none: the move, where one is due."""
        if self.inside or self.now.moved:
            self._junk(*_span(rule))
        else:
            self._unread_move(rule)

    def _unread_move(self, rule: Rule) -> None:
        self.last = self._unread(rule, Move, "move", san=None)
        self.now.moved = True

    def _unread(self, rule: Rule, kind: Any, name: str, **fields: Any) -> Any:
        """A move or a try that cannot be read: it keeps its place and its printed word."""
        word = str(rule.children[0])
        event = self._moved(kind, rule, text=word, parts=None, **fields)
        start = rule.children[0].start_pos  # type: ignore[union-attr]
        self.build.note("KN101", f"this is no {name}: {word!r}", start or 0, (start or 0) + len(word))
        return event

    # -- what is said of a move: the last one, even where the other side's half has begun ------------------------------

    def _mover(self) -> dict[str, Any]:
        """Whose move an announcement speaks of, when it stands where no move has been told yet."""
        last = self.last
        return {} if self.now.moved or last is None else {"side": last.side, "turn": last.turn}

    def check(self, rule: Rule) -> None:
        start, end = _span(rule)
        ways = _WAYS[rule.children[0].type]  # type: ignore[union-attr]
        self._leave_out(start)
        mover = self._mover()
        last = self._last(Check, tuple(mover.values()) or None)  # type: ignore[arg-type]
        if last is not None and ways:
            self._longer(end, directions=tuple(sorted({*last.directions, *ways})))
        else:
            self._add(Check, start, end, directions=ways, **mover)

    def doubtful_check(self, rule: Rule) -> None:
        start, end = _span(rule)
        message = "+l may be L (knight) or I (file); read as a check from an unsaid direction"
        self._add(Check, start, end, directions=(), **self._mover())
        self.build.note("KN109", message, start, end)

    def no_check(self, rule: Rule) -> None:
        """A check from no direction there is: a check all the same."""
        start, end = _span(rule)
        self._leave_out(start)
        self._junk(start, end, "no direction of a check")
        self._add(Check, end, end, directions=(), **self._mover())

    def capture(self, rule: Rule) -> None:
        square = str(rule.children[0])[1:].strip() or None
        self._add(Capture, *_span(rule), square=square, **self._mover())

    def promotion(self, rule: Rule) -> None:
        self._add(Promotion, *_span(rule), **self._mover())

    def ending(self, rule: Rule) -> None:
        word, *details = rule.children
        reason: Reason = "checkmate" if word.type == "MATE" else reason_of(str(word))  # type: ignore[union-attr]
        extras = dict(re.findall(r"([a-z]+) ([\w/-]+)", str(details[0]))) if details else {}
        if self.now.moved and reason in _GIVING_UP and "side" not in extras:
            self.now.next()  # he whose turn it is gives up
        fields: dict[str, Any] = {"side": self.now.side, "turn": self.now.turn}
        if "side" in extras:
            fields["side"] = extras["side"] if extras["side"] in ("white", "black") else None
        if "turn" in extras:
            fields["turn"] = int(extras["turn"]) if re.fullmatch("[0-9]{1,9}", extras["turn"]) else None
        if "result" in extras:
            fields["result"] = _RESULTS.get(extras["result"])
        start, end = _span(rule)
        self._leave_out(start)
        if "result" not in extras:
            self.open_ends.append(len(self.build.events))
        self._add(End, start, end, reason=reason, **fields)

    def result(self, rule: Rule) -> None:
        start, end = _span(rule)
        self._leave_out(start)
        self._take_result(self.text[start:end], end)

    def _take_result(self, printed: str, end: int) -> None:
        told = _RESULTS[printed.replace("–", "-")]
        if self.final is not None and told != self.final:
            self.build.findings.append(finding("KN403", f"the text ends with {self.final} and with {told}"))
        self.final = self.final or told
        if self.build.events:
            self._longer(end)
        else:
            self.build.head = max(self.build.head, end)  # taken in by the first event

    # -- what may stand anywhere ---------------------------------------------------------------------------------------

    def nag(self, rule: Rule) -> None:
        start, end = _span(rule)
        code = int(self.text[start + 1 : end])
        if code > 255:
            self._junk(start, end, "annotation glyphs end at $255")
        else:
            self._add(Nag, start, end, code=code)

    def comment(self, rule: Rule) -> None:
        start, end = _span(rule)
        text, heard = heard_comment(self.text[start:end])
        self._add(Comment, start, end, text=text, **({"heard": heard} if heard else {}))

    def unclosed_comment(self, rule: Rule) -> None:
        self.comment(rule)
        start, _ = _span(rule)
        self.build.note("KN102", "this comment is never closed", start, start + 1)

    def prose(self, rule: Rule) -> None:
        start, end = _span(rule)
        text = self.text[start:end].rstrip()
        end = start + len(text)
        if self._misspelt(start, end):
            return
        self._add(Comment, start, end, text=text)
        if _NAMED.search(text):
            message = "a sentence names a square, a man or a question and was not understood; kept as a comment"
            self.build.note("KN109", message, start, end)

    def _misspelt(self, start: int, end: int) -> bool:
        """A word by itself, with a full stop or before a result, that is nearly one of the endings."""
        found = _LONE_WORD.fullmatch(self.text, start, end)
        if found is None or not (found["stop"] or found["result"] or _RESULT_AHEAD.match(self.text, end)):
            return False
        near = get_close_matches(found["word"].lower(), _ENDED, 1, 0.75)
        if not near:
            return False
        meant = "abb." if near[0] == "abb" else near[0]
        self._leave_out(start)
        self._junk(start, found.end("word"), f"no ending of a game (did you mean {meant}?)")
        if found["result"]:
            self._take_result(found["result"], found.end("result"))
        return True

    def junk(self, rule: Rule) -> None:
        start, end = _span(rule)
        self._leave_out(start)
        self._junk(start, end)


def _span(rule: Rule) -> tuple[int, int]:
    """Where a rule's words start and end in the text."""
    return rule.meta.start_pos, rule.meta.end_pos


def _meta(rule: Rule, start: int, end: int) -> Any:
    meta = copy(rule.meta)
    meta.start_pos, meta.end_pos = start, end
    return meta


def _move_text(rule: Rule) -> str:
    """A move as it is printed, without quotes."""
    text = str(rule.children[0])
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else " ".join(text.split())


def _in_order(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    """Captures before checks, as they are heard; the letters tell the check first."""
    ordered: list[AnyEvent] = []
    for event in events:
        last = ordered[-1] if ordered else None
        late = isinstance(event, Capture) and isinstance(last, Check)
        if late and (last.side, last.turn) == (event.side, event.turn):  # type: ignore[union-attr]
            ordered.insert(-1, event)
        else:
            ordered.append(event)
    return ordered
