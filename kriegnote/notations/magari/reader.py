"""Reads Magari's shorthand for games by correspondence (§4.5; docs/notations/magari.md): score and letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, Final

import msgspec

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
from kriegnote.text.end_words import WORDS
from kriegnote.text.grammar import grammar
from kriegnote.text.listener import told_to
from kriegnote.text.source import Builder, Chunk, Read
from kriegnote.text.turns import Piece, cut, pieces, read_head, turns

_FILLER: Final = re.compile(r"(?:[\s,.;\[\]*_>…\ufeff-]|\d+)*")
_WAYS: Final[dict[str, Direction]] = {"L": "knight", "I": "file", "|": "file", "-": "rank", "/": "short", "//": "long"}
ENDINGS: Final[dict[Reason, tuple[str, str]]] = {**WORDS, "resignation": ("abb.", "abb.")}
"""How a game ended, in English and Italian; the same words as ``ENDING`` in the grammar."""

_REASONS: Final[dict[str, Reason]] = {word: reason for reason, words in ENDINGS.items() for word in words}
_RESULTS: Final[dict[str, Result]] = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*"}
_MOVES: Final = frozenset({"PLAYED_FIRST", "PLAYED_AFTER", "BARE", "HIDDEN", "BAD_FIRST", "BAD_AFTER"})
_TRIED: Final = frozenset({"TRY_FIRST", "TRY_AFTER", "REFUSED", "OFTEN", "BAD_TRY_FIRST", "BAD_TRY_AFTER"})
_BEFORE: Final = _MOVES | _TRIED | {"TRIES", "BAD_TRIES", "LEFT"}
_NAMED: Final = re.compile(r"[♔-♟]|\b[Aa]ny ?\?|(?<![A-Za-z0-9])[KQRBN]?x?[a-h][1-8](?![A-Za-z0-9])")
_LIKE_A_MOVE: Final = re.compile(
    r"[^\W\d_]{1,2}[^\w\s]?[^\W\d_]?\d{1,3}\W{0,4}|[♔-♟]\S{0,12}|[KQRBNDTACPZ][a-h]?[A-Z]|[KQRBN][a-h]{1,2}"
)
_MOST_SQUARES: Final = 64
_ENDED: Final = ("abb", "matto", *(word for word in _REASONS if " " not in word))
_RESULT: Final = r"(?:1[-–]0|0[-–]1|1/2-1/2|½-½)(?![\w-])"
_RESULT_AHEAD: Final = re.compile(r"\s{0,99}" + _RESULT)
_LONE_WORD: Final = re.compile(rf"(?P<word>[^\W\d_]{{2,20}})(?P<stop>\.?)[ \t]*(?P<result>{_RESULT})?\s*")
_RESIGNS: Final = re.compile(r"abb|resign", re.IGNORECASE)
LETTER_SILENCE: Final = ("capture", "check", "pawn_tries", "promotion")
SCORE_SILENCE: Final = ("pawn_tries",)


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


class _Game:
    """One run over one game's text."""

    def __init__(self, chunk: Chunk) -> None:
        self.text = chunk.text
        self.build = Builder(chunk, _FILLER)
        self.side: Side = "white"
        self.turn = 1
        self.moved = False
        self.passed = False
        self.inside = self.numbered = False
        self.bracket = 0
        self.first = self.after = self.bare = 0
        self.grouped: str | None = None
        self.last: Move | None = None
        self.result: Result | None = None
        self.open_ends: list[int] = []
        self.language: Language = "en"

    def read(self) -> Read:
        head = read_head(self.build.chunk)
        build = self.build
        build.findings += head.findings
        build.head = head.end
        parser = grammar("magari", lexer="basic")
        found = [(turn, list(pieces(parser, self.text, turn.body, turn.end))) for turn in turns(self.text, head.end)]
        printed = [self._ply(one) for _, words in found for one in words if "_" in one.name or one.name == "BARE"]
        self.language = language(" ".join(printed))
        for turn, words in found:
            if turn.number is not None:
                self._number(turn.number, self.text[turn.start : turn.body])
            for word in words:
                self._word(word)
        for index in self.open_ends:
            build.events[index] = msgspec.structs.replace(build.events[index], result=self.result)
        letter = self.after > 0 or (self.bare > 0 and not self.first)
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
        read = self.build.finish(headers=headers, result=self.result, **fields)
        return Read(read.record.replace(events=tuple(_in_order(read.record.events))), read.findings)

    # -- whose turn it is ----------------------------------------------------------------------------------------------

    def _number(self, number: int, printed: str) -> None:
        self.numbered = True
        repeated = number == self.turn and self.moved == (self.side == "white")
        self.turn = number
        black = printed.count(".") >= 2 or "…" in printed or (repeated and (self.moved or self.side == "black"))
        self._half("black" if black else "white")

    def _half(self, side: Side) -> None:
        self.side, self.moved, self.passed, self.inside = side, False, False, False

    def _next(self) -> None:
        """The other side's half of the turn, or the next turn."""
        if self.side == "white":
            self._half("black")
        else:
            self.turn += 1
            self._half("white")

    # -- the words -----------------------------------------------------------------------------------------------------

    def _word(self, word: Piece) -> None:
        if word.name == "HIDDEN" and word.start == self.build.end and self._second_mark(word):
            return
        if word.name in _BEFORE and self.moved:
            self._next()  # `3. !Nf3, !d5;`: a comma where a semicolon should be
        known = self.numbered or self.last is not None or word.name not in ("OTHER", "junk")
        self.build.side, self.build.turn = (self.side, self.turn) if known else (None, None)
        method = getattr(self, f"_{word.name.lower()}", None)
        if method is not None:
            method(word)
        elif not self._more_junk(word):
            self.build.junk(word.start, word.end)
        if word.name not in ("LEFT", "RIGHT"):
            self.grouped = word.name if word.name in ("TRIES", "REFUSED", "OTHER") else None

    def _second_mark(self, word: Piece) -> bool:
        """``!Nf3!`` and ``[?!]``: a mark behind a move or a try that has its own."""
        last = self.build.events[-1] if self.build.events else None
        marked = (self.moved and isinstance(last, Move) and last.text is not None) or (
            self.inside and isinstance(last, Try)
        )
        if marked:
            self._longer(word.end)
        return marked

    def _more_junk(self, word: Piece) -> bool:
        """Whether this goes on what could not be read just before it, in the same line."""
        last = self.build.events[-1] if self.build.events else None
        if not isinstance(last, Junk) or last.span is None or self.grouped != "OTHER" or len(last.text) > 200:
            return False
        first = last.span[1] - self.build.chunk.offset - len(last.text)
        text = self.text[first : word.end]
        if "\n" in text:
            return False
        self._longer(word.end, text=text)
        return True

    def _junk(self, word: Piece) -> None:
        text = self.text[word.start : word.end]
        start = word.start + len(text) - len(text.lstrip())
        end = word.start + len(text.rstrip())
        if end > start:
            self.build.junk(start, end)

    def _left(self, word: Piece) -> None:
        self.inside, self.bracket = True, word.start
        self.first += 1

    def _right(self, word: Piece) -> None:
        self.inside = False

    def _semicolon(self, word: Piece) -> None:
        if self.side == "white":
            self._half("black")
            self.passed = False
        elif self.moved or self.passed:
            self._next()
        else:
            self.passed = True
        self.grouped = None

    def _slip(self, word: Piece) -> None:
        self._semicolon(word)
        self.build.note("KN110", "“;;” before a square is read as “;:”, a pawn capture", word.start, word.end)

    def _dash(self, word: Piece) -> None:
        if not self.moved and self.side == "white":
            self._half("black")

    def _tries(self, word: Piece) -> None:
        said = re.sub(r"\s", "", self.text[word.start + 1 : word.end])
        self._pawn(word.start, word.end, said)

    def _pawn(self, start: int, end: int, said: str) -> None:
        events = self.build.events
        last = events[-1] if events and self.grouped == "TRIES" else None
        old = last if isinstance(last, PawnTries) and (last.side, last.turn) == (self.side, self.turn) else None
        fields: dict[str, Any] = {}
        if said in ("*", "-"):
            fields["any"] = said == "*"
        elif said.startswith("="):
            fields = {"count": int(said[1:])} if said[1:] else {"squares": ()}
        else:
            fields["squares"] = tuple(sorted([*((old and old.squares) or ()), said]))
        another = old is None or len(old.squares or ()) >= _MOST_SQUARES
        if another or any(getattr(old, name) is not None for name in fields.keys() - {"squares"}):
            if "squares" in fields and said[:1] != "=":
                fields["squares"] = (said,)
            self.build.add(PawnTries, start, end, **fields)
        else:
            self._longer(end, **fields)

    def _longer(self, end: int, **changes: Any) -> None:
        """The last event told takes in the text up to here, and what that says."""
        last = self.build.events[-1]
        assert last.span is not None
        span = (last.span[0], self.build.chunk.offset + end)
        self.build.events[-1] = msgspec.structs.replace(last, span=span, **changes)
        self.build.end = end

    def _ply(self, word: Piece) -> str:
        """A move's text without the marks that say whether it was accepted."""
        text = self.text[word.start : word.end].strip()
        if '"' in text:
            inner = text[text.index('"') + 1 : text.rindex('"')]
            return re.sub(r"\\(.)", r"\1", inner)
        return " ".join(text.strip("!?¡¿ \t").split())

    def _try(self, word: Piece, verdict: Verdict | None = "refused") -> None:
        text = self._ply(word)
        parts = parse_move(text, self.language)
        self._told(Try, word.start, word.end, text=text, verdict=verdict, parts=parts)

    def _try_first(self, word: Piece) -> None:
        self.first += 1
        self._try(word)

    def _try_after(self, word: Piece) -> None:
        self.after += not self.inside
        self._try(word)

    def _refused(self, word: Piece) -> None:
        self.bare += not self.inside
        times = self.text.count("?", word.start, word.end)
        events = self.build.events
        last = events[-1] if events and self.grouped == "REFUSED" else None
        if (
            isinstance(last, Try) and last.text is None and isinstance(last.times, int)
            and (last.side, last.turn) == (self.side, self.turn)
        ):  # fmt: skip
            self._longer(word.end, times=last.times + times)
        else:
            self.build.add(Try, word.start, word.end, move=None, text=None, verdict="refused", times=times)

    def _often(self, word: Piece) -> None:
        self.bare += not self.inside
        times = _how_often(self.text[word.start : word.end])
        self.build.add(Try, word.start, word.end, move=None, text=None, verdict="refused", times=times)

    def _times(self, word: Piece) -> None:
        events = self.build.events
        last = events[-1] if events else None
        if not isinstance(last, Try):
            self.build.junk(word.start, word.end)
            return
        self._longer(word.end, times=_how_often(self.text[word.start : word.end]))

    def _verdict(self, word: Piece) -> None:
        events = self.build.events
        last = events[-1] if events else None
        if not isinstance(last, Try):
            self._prose(word)
            return
        said: Verdict = "illegal" if self.text[word.start : word.end].lower().startswith("imp") else "impossible"
        self._longer(word.end, verdict=said)

    def _played_first(self, word: Piece) -> None:
        self.first += 1
        if self.inside:
            self.build.note("KN110", "this bracket is never closed; the move ends it", self.bracket, self.bracket + 1)
            self.inside = False
        self._move(word)

    def _played_after(self, word: Piece) -> None:
        self.after += 1
        self._move(word)

    def _bare(self, word: Piece) -> None:
        if self._slipped(word):
            return
        if self.inside:
            self._try(word, None)
            return
        if self._misspelt(word.start, word.end + 1):
            return
        self.build.note("KN110", f"{self._ply(word)} has no mark; read as a move played", word.start, word.end)
        self._move(word)

    def _slipped(self, word: Piece) -> bool:
        """Whether this square follows ``;;``, and so is a pawn capture's."""
        before = self.text[max(0, word.start - 20) : word.start].rstrip()
        text = self._ply(word)
        if before.endswith(";;") and re.fullmatch(r"[a-h][1-8]", text):
            self._pawn(word.start, word.end, text)
            return True
        return False

    def _move(self, word: Piece) -> None:
        text = self._ply(word)
        parts = parse_move(text, self.language)
        self.last = self._told(Move, word.start, word.end, text=text, san=None, parts=parts)
        self.moved = True

    def _hidden(self, word: Piece) -> None:
        self.bare += 1
        self.last = self.build.add(Move, word.start, word.end, move=None, text=None, san=None)
        self.moved = True

    # -- words that stand for a move and are none ----------------------------------------------------------------------

    def _unread(self, start: int, end: int, kind: str, **fields: Any) -> Any:
        """A move or a try that is told and cannot be read: it keeps its place and its printed word."""
        first, last = _bare_word(self.text, start, end)
        text = self.text[first:last]
        event = self._told(Try if kind == "try" else Move, start, end, text=text, parts=None, **fields)
        self.build.note("KN101", f"this is no {kind}: {text!r}", first, last)
        return event

    def _told(self, kind: Any, start: int, end: int, **fields: Any) -> Any:
        """A move or a try; its place is that of its own word, behind the mark."""
        self.build.add(kind, start, end, move=None, **fields)
        line, column = self.build.place(_bare_word(self.text, start, end)[0])
        events = self.build.events
        events[-1] = msgspec.structs.replace(events[-1], line=line, column=column)
        return events[-1]

    def _bad_first(self, word: Piece) -> None:
        self.first += 1
        self._bad_move(word.start, word.end)

    def _bad_after(self, word: Piece) -> None:
        self.after += 1
        self._bad_move(word.start, word.end)

    def _bad_move(self, start: int, end: int) -> None:
        self.last = self._unread(start, end, "move", san=None)
        self.moved = True

    def _bad_try_first(self, word: Piece) -> None:
        self.first += 1
        self._bad_try(word)

    def _bad_try_after(self, word: Piece) -> None:
        self.after += not self.inside
        self._bad_try(word)

    def _bad_try(self, word: Piece) -> None:
        self._unread(word.start, word.end, "try", verdict="refused")

    def _bad_check(self, word: Piece) -> None:
        """A check from no direction there is: a check all the same."""
        self.build.junk(word.start, word.end, "no direction of a check")
        self.build.add(Check, word.end, word.end, directions=(), **self._mover())

    def _bad_tries(self, word: Piece) -> None:
        """Pawn captures on what is no square: there are some, and nothing says where."""
        last = self.build.events[-1] if self.build.events else None
        told = isinstance(last, PawnTries) and (last.side, last.turn) == (self.side, self.turn)
        self.build.junk(word.start, word.end, "no square of a pawn capture")
        if not told:
            self.build.add(PawnTries, word.end, word.end, any=True)

    def _like_a_move(self, word: Piece) -> bool:
        """A word without a mark that looks like a move and is none: the move, where one is due, else junk."""
        start, end = _bare_word(self.text, word.start, word.end)
        if not _LIKE_A_MOVE.fullmatch(self.text, start, end):
            return False
        if self.inside or self.moved:
            self.build.junk(word.start, word.end)
        elif (parts := parse_move(text := self.text[start:end], self.language)) and (
            parts.castle or parts.piece == "P" or len(parts.to or "") == 2
        ):
            self.build.note("KN110", f"{text} has no mark; read as a move played", start, end)
            self._move(word)
        else:
            self._bad_move(word.start, word.end)
        return True

    def _other(self, word: Piece) -> None:
        if (self.moved or self.inside or not self._like_a_move(word)) and not self._more_junk(word):
            self.build.junk(word.start, word.end)

    def _misspelt(self, start: int, end: int) -> bool:
        """A word by itself, with a full stop or before a result, that is nearly one of the endings."""
        found = _LONE_WORD.fullmatch(self.text, start, end)
        if found is None or not (found["stop"] or found["result"] or _RESULT_AHEAD.match(self.text, end)):
            return False
        near = get_close_matches(found["word"].lower(), _ENDED, 1, 0.75)
        if not near:
            return False
        self.build.junk(
            start, found.end("word"), f"no ending of a game (did you mean {'abb.' if near[0] == 'abb' else near[0]}?)"
        )
        if found["result"]:
            self._result(Piece("RESULT", *found.span("result")))
        return True

    # -- what is said of a move: the last one, even where the other side's half has begun ------------------------------

    def _mover(self) -> dict[str, Any]:
        """Whose move an announcement speaks of, when it stands where no move has been told yet."""
        last = self.last
        return {} if self.moved or last is None else {"side": last.side, "turn": last.turn}

    def _check(self, word: Piece) -> None:
        sign = re.sub(r"\s", "", self.text[word.start + 1 : word.end])
        sign = re.sub("[–—−]", "-", sign)
        ways: tuple[Direction, ...] = ()
        if sign == "l":
            message = "+l may be L (knight) or I (file); read as a check from an unsaid direction"
            self.build.note("KN109", message, word.start, word.end)
        elif sign == "D":
            ways = ("diagonal",)
        elif sign:
            ways = (_WAYS[sign.upper()],)
        events = self.build.events
        last = events[-1] if events else None
        mover = tuple(self._mover().values()) or (self.side, self.turn)
        if isinstance(last, Check) and (last.side, last.turn) == mover and ways:
            self._longer(word.end, directions=tuple(sorted({*last.directions, *ways})))
        else:
            self.build.add(Check, word.start, word.end, directions=ways, **self._mover())

    _plus = _check

    def _capture(self, word: Piece) -> None:
        square = self.text[word.start + 1 : word.end].strip() or None
        self.build.add(Capture, word.start, word.end, square=square, **self._mover())

    def _promotion(self, word: Piece) -> None:
        self.build.add(Promotion, word.start, word.end, **self._mover())

    def _mate(self, word: Piece) -> None:
        self._ended(word.start, word.end, "checkmate", {})

    def _ending(self, word: Piece) -> None:
        said = " ".join(self.text[word.start : word.end].lower().replace("’", "'").split())
        name, _, more = said.partition("(")
        name = name.strip()
        reason: Reason = "resignation"
        if not _RESIGNS.match(name):
            reason = "agreement" if name == "patta" else _REASONS[name]
        extras = dict(re.findall(r"([a-z]+) ([\w/*-]+)", more))
        if self.moved and reason in ("resignation", "time", "forfeit") and "side" not in extras:
            self._next()  # he whose turn it is gives up
        self._ended(word.start, word.end, reason, extras)

    def _ended(self, start: int, end: int, reason: Reason, extras: dict[str, str]) -> None:
        fields: dict[str, Any] = {"side": self.side, "turn": self.turn}
        if "side" in extras:
            fields["side"] = extras["side"] if extras["side"] in ("white", "black") else None
        if "turn" in extras:
            fields["turn"] = int(extras["turn"]) if re.fullmatch("[0-9]{1,9}", extras["turn"]) else None
        if "result" in extras:
            fields["result"] = _RESULTS.get(extras["result"])
        else:
            self.open_ends.append(len(self.build.events))
        self.build.add(End, start, end, reason=reason, **fields)

    def _nag(self, word: Piece) -> None:
        code = int(self.text[word.start + 1 : word.end])
        if code > 255:
            self.build.junk(word.start, word.end, "annotation glyphs end at $255")
        else:
            self.build.add(Nag, word.start, word.end, code=code)

    def _braces(self, word: Piece) -> None:
        text, heard = heard_comment(self.text[word.start : word.end])
        self.build.add(Comment, word.start, word.end, text=text, **({"heard": heard} if heard else {}))

    def _open(self, word: Piece) -> None:
        self._braces(word)
        self.build.note("KN102", "this comment is never closed", word.start, word.start + 1)

    def _prose(self, word: Piece) -> None:
        text = self.text[word.start : word.end].rstrip()
        if self._misspelt(word.start, word.start + len(text)) or self._like_a_move(word):
            return
        self.build.add(Comment, word.start, word.start + len(text), text=text)
        if _NAMED.search(text):
            message = "a sentence names a square, a man or a question and was not understood; kept as a comment"
            self.build.note("KN109", message, word.start, word.start + len(text))

    _title = _prose

    def _result(self, word: Piece) -> None:
        told = _RESULTS[self.text[word.start : word.end].replace("–", "-")]
        if self.result is not None and told != self.result:
            self.build.findings.append(finding("KN403", f"the text ends with {self.result} and with {told}"))
        self.result = self.result or told
        if self.build.events:
            self._longer(word.end)
        else:
            self.build.head = max(self.build.head, word.end)  # taken in by the first event


def _bare_word(text: str, start: int, end: int) -> tuple[int, int]:
    """A printed word without the marks and blanks around it."""
    printed = text[start:end]
    first = len(printed) - len(printed.lstrip("!?¡¿ \t"))
    last = len(printed.rstrip("!?¡¿ \t.:"))
    return (start + first, start + last) if first < last else (start, end)


def _how_often(text: str) -> int | tuple[int, int] | None:
    """``×3``, ``×16-17``, ``×…``."""
    numbers = [int(digits) for digits in re.findall(r"\d+", text)]
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    return numbers[0] if numbers else None


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
