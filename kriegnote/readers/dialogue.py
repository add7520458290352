"""Reads a dialogue: the umpire's and the players' sentences between the moves, in Italian or English.

What is no part of the dialogue stays as comment.  ``docs/notations/dialogue.md`` says what is understood and how.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec
from lark import Token, Tree

from kriegnote.clauses import BREAKS, MOVES, SKIPPED, Clause, clause, starts_line, words
from kriegnote.comments import BRACES, unbrace
from kriegnote.events import (
    Answer,
    Ask,
    Capture,
    Check,
    Comment,
    End,
    Event,
    Move,
    Nag,
    PawnTries,
    Promotion,
    Result,
    Reveal,
    Side,
    Try,
    Verdict,
    other,
)
from kriegnote.headings import heading_end, is_heading, named_rules, read_heading
from kriegnote.moves import Parts, language, parse_move
from kriegnote.phrases import IMPLIED, implied_result, no_is_illegal, opening
from kriegnote.rules import RULES
from kriegnote.source import Builder, Chunk, Read, gather
from kriegnote.tags import LINE, Tags, read_tags

_ANYTHING: Final = re.compile(r".*", re.DOTALL)
_FIRST: Final = re.compile(r"[ \t]*(?:[-–•][ \t]+)?\**[ \t]*1[ \t]*\.(?![ \t]*(?:-|\.|\d))")
_RESULT_LINE: Final = re.compile(r"(?:^|[\s*])(?:1-0|0-1|1/2-1/2|½-½)[\s*.]*$|^\s*\*\s*$")
_NUMERALS: Final = {
    word: number
    for number, pair in enumerate(
        "due two,tre three,quattro four,cinque five,sei six,sette seven,otto eight,nove nine,dieci ten".split(","), 2
    )
    for word in pair.split()
}
_NAMES: Final = frozenset({"MOVE", "SQUARE", "PAWN", "PIECE", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING"})
_MEN: Final = {"PAWN": "P", "KNIGHT": "N", "BISHOP": "B", "ROOK": "R", "QUEEN": "Q", "KING": "K", "PIECE": "piece"}
_WAYS: Final = frozenset({"RANK", "FILE", "LONG", "SHORT", "DIAGONAL", "KNIGHT"})
_GLYPHS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_MANNERS: Final = ("ILLEGAL", "IMPOSSIBLE", "NONSENSE", "HELL_NO", "NO")


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: a heading, a tag block, a result before, or numbers that start again begin a new one."""
    return gather(lines, _Starts())


class _Starts:
    """Tells the lines that begin a game; a line within a comment never does."""

    def __init__(self) -> None:
        self.open = self.body = self.ended = self.numbered = False

    def __call__(self, line: str, held: list[str]) -> bool:
        self._see(held[-1], first=len(held) == 1)
        if self.open or not line.strip():
            return False
        tag = LINE.match(line) is not None
        return self.ended or (self.body and (tag or is_heading(line) or (self.numbered and bool(_FIRST.match(line)))))

    def _see(self, line: str, *, first: bool) -> None:
        if first:
            self.open = self.body = self.ended = self.numbered = False
        outside = self._outside(line)
        if not outside.strip():
            return
        if not LINE.match(line):
            self.body = True
            self.numbered = self.numbered or bool(_FIRST.match(outside))
            self.ended = not self.open and bool(_RESULT_LINE.search(outside.rstrip()))

    def _outside(self, line: str) -> str:
        """A line without what stands in braces."""
        if self.open:
            line = "{" + line
        line = BRACES.sub(" ", line)
        cut = line.find("{")
        self.open = cut >= 0
        return line[:cut] if cut >= 0 else line


def read(chunk: Chunk) -> Read:
    """One game; what no clause reads is a comment, with a finding where it names a square or a man."""
    text = chunk.text
    at = len(text) - len(text.lstrip())
    heading = None
    if (end := heading_end(text, at)) is not None:
        heading = read_heading(text[at:end])
        at = end
    tags = read_tags(text, chunk.line, at) if LINE.match(text, at := _blank(text, at)) else Tags((), {}, [], at)
    if heading is None and (end := heading_end(text, _blank(text, tags.end))) is not None:
        heading = read_heading(text[_blank(text, tags.end) : end])
        tags = tags._replace(end=end)
    reader = _Reader(chunk, tags, heading.rules if heading else None)
    reader.run()
    headers = (heading.headers if heading else ()) + tags.headers
    return reader.finish(headers)


def _blank(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


class _Reader:
    """One run over one game: clause after clause, with the turn as it stands."""

    def __init__(self, chunk: Chunk, tags: Tags, rules: str | None) -> None:
        self.text = chunk.text
        self.build = Builder(chunk, filler=_ANYTHING)
        self.build.findings.extend(tags.findings)
        self.fields: dict[str, Any] = dict(tags.fields)
        self.base, body = tags.end, self.text[tags.end :]
        self.body = body
        self.tokens = words(body)
        self.lang = language(BRACES.sub(" ", body))
        self.rules: str | None = self.fields.get("rules") or rules or self._named()
        self.fields["rules"] = self.rules
        book = RULES.get(self.rules or "")
        self.verdicts: dict[str, Verdict] = {
            "ILLEGAL": "illegal", "IMPOSSIBLE": "impossible", "NONSENSE": "impossible", "HELL_NO": "impossible",
            "NO": "illegal" if no_is_illegal(self.rules) else "refused",
        }  # fmt: skip
        if book is not None and book.refused_word == "impossible":  # the words change places (§4.5)
            self.verdicts |= {"ILLEGAL": "impossible", "IMPOSSIBLE": "illegal"}
        self.turn, self.side = opening(self.fields.get("start"))
        self.last: tuple[Side, int] | None = None  # who made the last move, and in which turn
        self.moved_at = -1  # the index of the last move
        self.since = -1  # the index of the first announcement since somebody was told to move
        self.pending = ""  # what an answer would answer: ask, try
        self.open: list[int] = []  # tries nobody has answered yet
        self.unnamed = -1  # refusals whose tries may still be listed
        self.fresh = False  # a number was printed just before
        self.accepted = False
        self.scoring = False
        self.ranks: dict[int, float] = {}
        self.printed: set[Side] = set()
        self.hidden: set[Side] = set()
        self.result: Result | None = None
        self.prose_at = -1
        self.marked: list[tuple[int, str | None]] = []  # comments in braces, and who wrote them

    def _named(self) -> str | None:
        """A rulebook named before the first move number."""
        for token in self.tokens:
            if token.type == "NUMBER":
                return None
            if token.type == "RULES_NAMED":
                return named_rules(str(token))
        return None

    # -- the run -----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        tokens, index, inside = self.tokens, 0, False
        while index < len(tokens):
            kind = tokens[index].type
            if kind in ("STOP", "BLANK_LINE"):
                inside = False
            if kind in SKIPPED and (self._only_skipped(index) or self._closes(index)):
                index += 1
                continue
            if kind in ("CAPTION", "OPEN_BRACE"):
                self._aside(tokens[index])
                index, inside = index + 1, False
                continue
            if kind in BREAKS and kind not in ("NUMBER", "BRACES", "RESULT"):
                index += 1
                continue
            found = clause(tokens, index, self.body)
            if found is not None and self._take(found, index):
                inside = found.kind not in ("score", "note", "result")
                self.scoring = found.kind == "score"
                index = found.after
                continue
            if self.scoring and (after := self._glued(index)) > index:
                self.build.junk(*self._range(index, after))
                index = after
                continue
            after = self._sentence(index, inside)
            self._prose(index, after)
            self.scoring = False
            index = after

    def _only_skipped(self, index: int) -> bool:
        """Whether nothing but marks follows, up to a blank line or the end."""
        following = next((token.type for token in self.tokens[index : index + 8] if token.type not in SKIPPED), "")
        return following in ("", "BLANK_LINE", "STOP", "CAPTION", "RPAR")

    def _closes(self, index: int) -> bool:
        """Whether a quotation mark or an emphasis closes what stands before it."""
        token = self.tokens[index]
        return index > 0 and token.type != "FILLER" and token.start_pos == self.tokens[index - 1].end_pos

    def _range(self, first: int, after: int) -> tuple[int, int]:
        start, end = self.tokens[first].start_pos, self.tokens[after - 1].end_pos
        assert start is not None and end is not None
        return start + self.base, end + self.base

    def _glued(self, index: int) -> int:
        """The index after a run of signs without blanks that is no word: unreadable text among the moves."""
        after = index + 1
        tokens = self.tokens
        while after < len(tokens) and tokens[after].start_pos == tokens[after - 1].end_pos:
            if tokens[after].type in BREAKS:
                break
            after += 1
        return after if any(token.type in ("OTHER", "INT") for token in tokens[index:after]) else index

    def _sentence(self, index: int, inside: bool) -> int:
        """The index after the sentence (or, within one that was understood in part, the clause) that starts here."""
        tokens, after = self.tokens, index + 1
        while after < len(tokens):
            token = tokens[after]
            kind = token.type
            if tokens[after - 1].type == "STOP" and kind not in ("QUOTE", "RPAR", "EMPHASIS"):
                break
            if kind in ("BLANK_LINE", "BRACES", "CAPTION", "OPEN_BRACE", "RESULT") or (
                inside and kind in ("COMMA", "SEMI")
            ):
                break
            if kind == "NUMBER" and self._is_due(after):
                break
            if (
                kind in ("WHITE", "BLACK", "UMPIRE")
                and str(token)[:1].isupper()
                and tokens[after - 1].type != "COMMA"
                and self._starts_line(after)
            ):
                break
            after += 1
        return after

    def _starts_line(self, index: int) -> bool:
        return starts_line(self.tokens, index, self.body)

    def _is_due(self, index: int) -> bool:
        """Whether a number among words begins a line, or is the one that is due with a move after it."""
        if self._starts_line(index):
            return True
        following = self.tokens[index + 1].type if index + 1 < len(self.tokens) else ""
        return following in MOVES and _number(self.tokens[index]) == (self.turn, self.side)

    # -- what is no dialogue -----------------------------------------------------------------------------------------

    def _aside(self, token: Token) -> None:
        assert token.start_pos is not None and token.end_pos is not None
        start, end = token.start_pos + self.base, token.end_pos + self.base
        if token.type == "OPEN_BRACE":
            self.build.add(Comment, start, end, text=unbrace(str(token)))
            self.build.note("KN102", "the comment is never closed", start, start + 1)
        else:
            self._comment(start, end)

    def _prose(self, first: int, after: int) -> None:
        while after > first + 1 and self.tokens[after - 1].type == "EMPHASIS":
            after -= 1
        tokens = self.tokens[first:after]
        start, end = self._range(first, after)
        if not any(token.type not in ("OTHER", "INT", *BREAKS, *SKIPPED) for token in tokens):
            self.build.junk(start, end)
            return
        kinds = {token.type for token in tokens}
        self._comment(start, end)
        if kinds & _NAMES and "REMARK" not in kinds:
            shown = " ".join(self.text[start:end].split())
            shown = shown if len(shown) <= 60 else shown[:59] + "…"
            self.build.note("KN109", f"not understood, kept as a comment: {shown!r}", start, end)

    def _comment(self, start: int, end: int) -> None:
        """Prose kept; what follows prose without anything between belongs to the same comment."""
        events = self.build.events
        if events and self.prose_at == len(events) - 1 and not self.text[self.build.end : start].strip():
            last = events[-1]
            assert isinstance(last, Comment) and last.line is not None and last.span is not None
            begin = self.build.end - len(last.text)
            base = self.build.chunk.offset
            events[-1] = msgspec.structs.replace(last, text=self.text[begin:end], span=(last.span[0], base + end))
            self.build.end = end
            return
        self.build.add(Comment, start, end, text=self.text[start:end])
        self.prose_at = len(events) - 1

    # -- clauses -----------------------------------------------------------------------------------------------------

    def _take(self, found: Clause, index: int) -> bool:
        """Makes events of a clause; False when it means nothing here."""
        if found.kind == "score" and not self._is_score(found, index):
            return False
        self.start, self.stop = self._range(index, found.after)
        before = len(self.build.events)
        handle: Callable[[Tree[Token]], bool | None] = getattr(self, "_" + _NAMED.get(found.kind, found.kind))
        if handle(_last_tree(found.tree)) is False:
            return False
        if found.kind != "score":
            self.fresh = False
        if self.stop > self.build.end and (len(self.build.events) > before or found.kind not in ("score",)):
            self._absorb(self.stop)
        return True

    def _is_score(self, found: Clause, index: int) -> bool:
        """Moves without a number are a score only at the start of a line or after other moves."""
        first = next(token.type for token in self.tokens[index:] if token.type not in SKIPPED)
        return first == "NUMBER" or self.scoring or self._starts_line(index)

    def _absorb(self, end: int) -> None:
        """Words that were understood and make no event of their own belong to the last one told."""
        if self.build.events and end > self.build.end:
            last = self.build.events[-1]
            assert last.span is not None
            span = (last.span[0], self.build.chunk.offset + end)
            self.build.events[-1] = msgspec.structs.replace(last, span=span)
            self.build.end = end
            self.prose_at = -1

    def _add(self, kind: type[Event], *at: Token, **fields: Any) -> int:
        """A new event, placed at the clause's first word or at these tokens; its index."""
        start, end = self.start, self.stop
        if at and at[0].start_pos is not None and at[-1].end_pos is not None:
            end = at[-1].end_pos + self.base
            start = max(self.start, at[0].start_pos + self.base) if self.build.end > self.start else self.start
        self.build.add(kind, start, end, **fields)
        self.accepted = False
        return len(self.build.events) - 1

    def _change(self, index: int, **fields: Any) -> None:
        self.build.events[index] = msgspec.structs.replace(self.build.events[index], **fields)

    def _speaker(self, tree: Tree[Token]) -> tuple[Side, int]:
        """Who tries, asks or is told, and in which turn; another than is due means that a ply was left out."""
        side = _side(tree)
        if side is not None and side != self.side:
            self._pass()
        return self.side, self.turn

    def _pass(self) -> None:
        name = self.side.capitalize()
        if self.last is not None or self.build.events:
            message = f"{name}'s move {self.turn} is not told"
            self.build.note("KN401", message, self.start, self.stop, severity="info")
        self._next()

    def _next(self) -> None:
        if self.side == "black":
            self.turn += 1
        self.side = other(self.side)
        self.open, self.pending, self.unnamed = [], "", -1

    def _teller(self, tree: Tree[Token]) -> dict[str, Any]:
        """Side and turn of what the umpire says of the last move (or of the end)."""
        side = _side(tree)
        if side is None:
            if self.last is None:
                return {"side": other(self.side), "turn": self.turn - (self.side == "white")}
            return {"side": self.last[0], "turn": self.last[1]}
        if self.last is not None and side == self.last[0] and side != self.side:
            return {"side": side, "turn": self.last[1]}
        return {"side": side, "turn": self.turn}

    # -- the score

    def _score(self, tree: Tree[Token]) -> None:
        for child in tree.children:
            if isinstance(child, Token):
                if child.type == "NUMBER":
                    turn, side = _number(child)
                    if (turn, side) != (self.turn, self.side):
                        self.open, self.pending, self.unnamed = [], "", -1
                    self.turn, self.side, self.fresh = turn, side, True
                continue
            token = next(one for one in child.children if isinstance(one, Token) and one.type in MOVES)
            self.fresh = False
            self._move(token, *_span_of(child))
            glyph = next((one for one in child.children if isinstance(one, Token) and one.type == "GLYPH"), None)
            if glyph is not None and self.last is not None:
                code = _GLYPHS.get(str(glyph)) or int(str(glyph)[1:])
                if code <= 255:
                    self._add(Nag, glyph, side=self.last[0], turn=self.last[1], code=code)

    def _move(self, token: Token, *at: Token) -> None:
        text, parts = self._printed(token)
        if self.open and self.open[-1] == len(self.build.events) - 1:
            tried = self.build.events[self.open[-1]]
            if isinstance(tried, Try) and tried.parts is not None and _same(tried.parts, parts):
                self._accept()
                return
        self._close(refused=True)
        self.moved_at = self._add(
            Move, *(at or (token,)), side=self.side, turn=self.turn, move=None, text=text, san=None, parts=parts
        )
        self.printed.add(self.side)
        self._moved_on()

    def _moved_on(self) -> None:
        self.last = (self.side, self.turn)
        self._next()

    def _printed(self, token: Token) -> tuple[str, Parts | None]:
        text = str(token).strip("`") if token.type == "RAW" else str(token)
        parts = parse_move(text, self.lang)
        if parts is not None and text[0] in "x×✕:":
            parts = msgspec.structs.replace(parts, piece=None)
        return text, parts

    def _close(self, *, refused: bool) -> None:
        """The player has moved something else: what he tried and nobody answered was refused."""
        for index in self.open if refused else ():
            self._change(index, verdict="refused")
        self.open, self.pending, self.unnamed = [], "", -1

    def _accept(self) -> None:
        """The last try was the move."""
        index = self.open.pop()
        tried = self.build.events[index]
        assert isinstance(tried, Try)
        self._close(refused=True)
        self.build.events[index] = Move(
            source=tried.source, line=tried.line, column=tried.column, span=tried.span, side=tried.side,
            turn=tried.turn, move=None, text=tried.text, san=None, parts=tried.parts,
        )  # fmt: skip
        if tried.text is not None:
            self.printed.add(self.side)
        self.moved_at = index
        self._moved_on()
        self.accepted = True

    # -- questions and answers

    def _ask(self, tree: Tree[Token]) -> None:
        side, turn = self._speaker(tree)
        what = "rebuffs" if _has(tree, "REBUFFS") else "material" if _has(tree, "MATERIAL") else "any"
        self._add(Ask, side=side, turn=turn, what=what)
        self.pending = "ask"

    def _answer(self, tree: Tree[Token]) -> bool | None:
        replied = next(tree.find_data("replied"), None)
        if replied is not None or (_has(tree, "QUESTION")):
            side, turn = self._speaker(tree)
            count = _count(replied) if replied is not None else None
            yes = True if _has(tree, "YES") else False if _has(tree, "NO") else None
            self._add(Answer, side=side, turn=turn, any=yes, count=count)
            self.pending = ""
            return None
        manner = next(str(token.type) for token in next(tree.find_data("verdict")).children if isinstance(token, Token))
        if manner == "NO" and self.pending == "ask":
            self._add(Answer, side=self.side, turn=self.turn, any=False)
            self.pending = ""
            return None
        if manner == "ACCEPT":
            if not self.open:
                return False
            self._accept()
            return None
        verdict = self.verdicts.get(manner)
        times = _times(tree)
        if not self.open:
            if verdict is None:
                return False
            self._refusals(verdict, 1 if times is _UNSAID else times)
            return None
        told = self.open if _has(tree, "EACH") else self.open[-1:]
        for index in told:
            self._change(index, verdict=verdict)
        if times is not _UNSAID:
            self._change(told[-1], times=times)
        self.unnamed = told[-1] if getattr(self.build.events[told[-1]], "text", None) is None else -1
        if self.open is not told:
            self._refuse(self.open[:-1])
        self.open, self.pending = [], ""
        return None

    def _refuse(self, indexes: list[int]) -> None:
        """Entries of a list before the one that was answered were refused too, no reason said."""
        for index in indexes:
            self._change(index, verdict="refused")

    def _refusals(self, verdict: Verdict, times: Any) -> None:
        self.unnamed = self._add(
            Try, side=self.side, turn=self.turn, move=None, text=None, verdict=verdict, times=times
        )
        self.pending = ""

    def _series(self, tree: Tree[Token]) -> None:
        """“No. No. … No.”, perhaps with how many there were."""
        said = _numbers(tree)
        nos = sum(token.type == "NO" for token in _tokens(tree))
        times: Any = said[0] if len(said) == 1 else (said[0], said[1]) if said else nos
        if not said and (_has(tree, "ELLIPSIS")):
            times = None
        self._refusals(self.verdicts["NO"], times)

    # -- tries

    def _tries(self, tree: Tree[Token]) -> None:
        past = _has(tree, "HAD_TRIED")
        tokens = [token for token in _tokens(tree) if token.type in MOVES]
        times = _times(tree)
        for token in tokens:
            text, parts = self._printed(token)
            self._try(tree, past, token, text=text, parts=parts, times=1 if times is _UNSAID else times)

    def _takes(self, tree: Tree[Token]) -> None:
        pawn = _has(tree, "PAWN") or _has(tree, "PAWNWISE")
        taking = _has(tree, "TAKE")
        for token in [token for token in _tokens(tree) if token.type == "SQUARE"]:
            parts = Parts(piece="P" if pawn else None, to=str(token), capture=True if taking else None)
            self._try(tree, _has(tree, "HAD_TRIED"), token, text=str(token), parts=parts, times=1)

    def _try(self, tree: Tree[Token], past: bool, token: Token, **fields: Any) -> None:
        verdict = "refused" if past or _has(tree, "VAIN") else None
        if past and self.last is not None:
            index = self._add(Try, token, side=self.last[0], turn=self.last[1], move=None, verdict=verdict, **fields)
            self.ranks[index] = self.ranks.get(self.moved_at, self.moved_at) - 0.5
            self.pending, self.open = "try", [index]
            return
        side, turn = self._speaker(tree)
        index = self._add(Try, token, side=side, turn=turn, move=None, verdict=verdict, **fields)
        self.pending = "try"
        if verdict is None:
            self.open.append(index)

    def _made(self, tree: Tree[Token]) -> None:
        side, turn = self._speaker(tree)
        said = _numbers(tree)
        times: Any = (said[0], said[1]) if len(said) == 2 else said[0] if said else 1
        if _has(tree, "MANY"):
            times = None
        verdict = "refused" if _has(tree, "VAIN") else None
        index = self._add(Try, side=side, turn=turn, move=None, text=None, verdict=verdict, times=times)
        self.pending, self.unnamed = "try", index
        if verdict is None:
            self.open.append(index)

    def _listed(self, tree: Tree[Token]) -> bool | None:
        """“The tries were …”: the moves of refusals heard just before."""
        index = self.unnamed
        heard = self.build.events[index] if index >= 0 else None
        if not isinstance(heard, Try) or index != len(self.build.events) - 1:
            return False
        tokens = [token for token in _tokens(tree) if token.type in MOVES]
        if isinstance(heard.times, int) and heard.times > len(tokens):
            self._change(index, times=heard.times - len(tokens))
        else:
            self._take_back()
        for token in tokens:
            text, parts = self._printed(token)
            self._add(
                Try, token, side=heard.side, turn=heard.turn, move=None, text=text, parts=parts, verdict=heard.verdict
            )
        self.unnamed = -1
        return None

    def _take_back(self) -> None:
        """Drops the last event; its text goes to the next."""
        last = self.build.events.pop()
        assert last.span is not None
        self.build.end = last.span[0] - self.build.chunk.offset
        self.start = self.build.end

    def _would(self, tree: Tree[Token]) -> None:
        who = self._teller(tree)
        times = _times(tree)
        said: dict[str, Any] = {"move": None, "verdict": "untested", "times": 1 if times is _UNSAID else times}
        if _has(tree, "A_MOVE"):
            self._add(Try, text=None, **who, **said)
        for token in [token for token in _tokens(tree) if token.type in MOVES]:
            text, parts = self._printed(token)
            self._add(Try, token, text=text, parts=parts, **who, **said)

    # -- moves in sentences

    def _played(self, tree: Tree[Token]) -> None:
        self._speaker(tree)
        token = next(token for token in _tokens(tree) if token.type in MOVES)
        self._move(token, token)

    def _moved(self, tree: Tree[Token]) -> None:
        token = next((token for token in _tokens(tree) if token.type in MOVES), None)
        side = _side(tree)
        if token is None and self.last is not None and side == self.last[0] and self._just_moved():
            return  # the umpire confirms a move that was told
        self._speaker(tree)
        if token is not None:
            self._move(token, token)
        else:
            self._hidden()

    def _just_moved(self) -> bool:
        last = self.build.events[-1] if self.build.events else None
        return self.accepted or (isinstance(last, Move) and last.text is not None)

    def _hidden(self) -> None:
        self._close(refused=True)
        self.hidden.add(self.side)
        self.moved_at = self._add(Move, side=self.side, turn=self.turn, move=None, text=None, san=None)
        self._moved_on()

    def _to_move(self, tree: Tree[Token]) -> None:
        """“Black's move”: where no move of White's is printed, White has moved, and what was announced is of that move."""
        side = _side(tree)
        if side == self.side or self.side in self.printed:
            self.since = len(self.build.events)
            return
        mover = {"side": self.side, "turn": self.turn}
        earlier = [
            index
            for index in range(max(self.since, 0), len(self.build.events))
            if isinstance(self.build.events[index], (Capture, Check, Promotion))
        ]
        self._hidden()
        if earlier and self.since >= 0:
            for index in earlier:
                self._change(index, **mover)
            self.ranks[self.moved_at] = earlier[0] - 0.5
        self.since = len(self.build.events)

    # -- announcements

    def _pawns(self, tree: Tree[Token]) -> None:
        side, turn = self._speaker(tree)
        squares: tuple[str, ...] | None = None
        if (places := next(tree.find_data("places"), None)) is not None:
            squares = tuple(sorted(str(token) for token in _tokens(places) if token.type == "SQUARE"))
        elif _has(tree, "NO_SQUARE"):
            squares = ()
        counted = next(tree.find_data("counted"), None)
        any_: bool | None = True if _has(tree, "SOME") else False if _has(tree, "NONE") else None
        count = _count(counted) if counted is not None else None
        if squares is None and count is None and any_ is None:
            any_ = True
        self._add(PawnTries, side=side, turn=turn, any=any_, count=count, squares=squares)

    def _capture(self, tree: Tree[Token]) -> None:
        square = next((str(token) for token in _tokens(tree) if token.type == "SQUARE"), None)
        category = next(tree.find_data("category"), None)
        man = next(tree.find_data("of"), None)
        captured = None
        if category is not None:
            captured = _man(category)
            captured = "pawn" if captured == "P" else captured
        elif man is not None:
            captured = _man(man)
            captured = "pawn" if captured == "P" and self.rules != "dark" else captured
        by = next(tree.find_data("by"), None)
        capturer = _man(by) if by is not None else None
        self._add(
            Capture,
            **self._teller(tree),
            square=square,
            captured=captured,
            by=None if capturer is None else "pawn" if capturer == "P" else "piece",
            en_passant=True if _has(tree, "EN_PASSANT") else False if _has(tree, "NOT_EN_PASSANT") else None,
        )

    def _check(self, tree: Tree[Token]) -> None:
        ways = {str(way.children[0].type).lower() for way in tree.find_data("way") if isinstance(way.children[0], Token)}
        self._add(Check, **self._teller(tree), directions=tuple(sorted(ways)))

    def _promotion(self, tree: Tree[Token]) -> None:
        self._add(Promotion, **self._teller(tree))

    def _end(self, tree: Tree[Token]) -> None:
        token = next(tree.find_data("reason")).children[0]
        assert isinstance(token, Token)
        reason = IMPLIED[token.type][0]
        who = self._teller(tree) if not self.fresh else {"side": _side(tree) or self.side, "turn": self.turn}
        result = implied_result(reason, who["side"])
        if _has(tree, "NO_RESULT"):
            result = None
        elif (printed := next((one for one in _tokens(tree) if one.type == "RESULT"), None)) is not None:
            result = _result(printed)
        self._add(End, **who, reason=reason, result=result)

    def _reveal(self, tree: Tree[Token]) -> bool | None:
        seen: dict[str, str | None] = {}
        lines: list[tuple[str, str]] = []
        for token in _tokens(tree):
            if token.type == "SQUARE":
                seen[str(token)] = None
            elif token.type == "MOVE":
                parts = self._printed(token)[1]
                if parts is None or parts.to is None or parts.capture:
                    return False
                if parts.from_ is not None:
                    lines.append((parts.from_, parts.to))
                elif parts.piece is not None:
                    seen[parts.to] = parts.piece
        turn = self.turn if self.fresh or self.last is None else self.last[1]
        self._add(Reveal, side=_side(tree), turn=turn, seen=seen, lines=tuple(lines))
        return None

    # -- the rest

    def _note(self, tree: Tree[Token]) -> None:
        token = next(token for token in _tokens(tree) if token.type == "BRACES")
        speaker = next((token.type.lower() for token in _tokens(tree) if token.type in _SPEAKERS), None)
        self._add(Comment, text=unbrace(str(token)), heard=speaker or "umpire")
        self.marked.append((len(self.build.events) - 1, speaker))

    def _result(self, tree: Tree[Token]) -> None:
        self.result = _result(next(_tokens(tree)))
        self._close(refused=False)

    def finish(self, headers: tuple[tuple[str, str], ...]) -> Read:
        view = self.fields.get("view") or self._view()
        self.fields["view"] = view
        read = self.build.finish(headers=headers, result=self.result, **self.fields)
        told = list(read.record.events)
        speakers = dict(self.marked)
        for index, event in enumerate(told):
            if isinstance(event, Comment):
                heard = speakers.get(index) or view
                told[index] = msgspec.structs.replace(event, heard=heard)
        order = sorted(range(len(told)), key=lambda index: self.ranks.get(index, index))
        return Read(read.record.replace(events=tuple(told[index] for index in order)), read.findings)

    def _view(self) -> str:
        """Public when no move is known, a player's when the moves of one side alone are; else the umpire's."""
        known, hidden = self.printed - self.hidden, self.hidden - self.printed
        if not self.printed and self.hidden:
            return "public"
        if len(known) == 1 and len(hidden) == 1:
            return next(iter(known))
        return "umpire"


_UNSAID: Final = object()
_SPEAKERS: Final = frozenset({"WHITE", "BLACK", "UMPIRE", "PUBLIC"})
_NAMED: Final = {"refusals": "series"}


def _last_tree(tree: Tree[Token]) -> Tree[Token]:
    """The tree of the clause itself, without what leads up to it."""
    return next((child for child in reversed(tree.children) if isinstance(child, Tree)), tree)


def _tokens(tree: Tree[Token]) -> Iterator[Token]:
    """All tokens of a clause, in order."""
    for child in tree.children:
        if isinstance(child, Token):
            yield child
        else:
            yield from _tokens(child)


def _span_of(tree: Tree[Token]) -> tuple[Token, Token]:
    tokens = [token for token in _tokens(tree) if token.type != "GLYPH"]
    return tokens[0], tokens[-1]


def _has(tree: Tree[Token], kind: str) -> bool:
    return any(token.type == kind for token in _tokens(tree))


def _side(tree: Tree[Token]) -> Side | None:
    who = next((child for child in tree.children if isinstance(child, Tree) and child.data == "who"), None)
    if who is None:
        return None
    token = who.children[0]
    assert isinstance(token, Token)
    return "white" if token.type == "WHITE" else "black"


def _number(token: Token) -> tuple[int, Side]:
    digits = re.match(r"\d+", str(token))
    assert digits is not None
    rest = str(token)[digits.end() :]
    return int(digits.group()), "black" if re.search(r"-|–|—|…|\.[ \t]*\.", rest) else "white"


def _value(token: Token) -> int | None:
    if token.type == "INT":
        return int(str(token)[:9])
    if token.type == "ONE":
        return 1
    return _NUMERALS.get(str(token).lower()) if token.type == "NUMERAL" else None


def _numbers(tree: Tree[Token]) -> list[int]:
    return [number for token in _tokens(tree) if (number := _value(token)) is not None]


def _count(tree: Tree[Token]) -> int | None:
    return next(iter(_numbers(tree)), None)


def _times(tree: Tree[Token]) -> Any:
    """How often, as Try.times says it; ``_UNSAID`` when nothing is said."""
    said = next(tree.find_data("times"), None)
    if said is None:
        return _UNSAID
    if _has(said, "MANY_TIMES"):
        return None
    if _has(said, "TWICE"):
        return 3 if "thrice" in str(next(_tokens(said))).lower() else 2
    numbers = _numbers(said)
    return (numbers[0], numbers[1]) if len(numbers) == 2 else numbers[0]


def _man(tree: Tree[Token]) -> str:
    return next(_MEN[token.type] for token in _tokens(tree) if token.type in _MEN)


def _same(tried: Parts, played: Parts | None) -> bool:
    if played is None:
        return False
    return (tried.piece, tried.to, tried.castle, tried.promotion) == (
        played.piece,
        played.to,
        played.castle,
        played.promotion,
    ) and (tried.from_ == played.from_ or tried.from_ is None)


def _result(token: Token) -> Result:
    text = re.sub(r"\s", "", str(token))
    return "1/2-1/2" if text[0] == "½" else text  # type: ignore[return-value]
