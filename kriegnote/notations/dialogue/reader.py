"""Reads a dialogue: the umpire's and the players' sentences between the moves, in Italian or English.

What is no part of the dialogue stays as comment.  ``docs/notations/dialogue.md`` says what is understood and how.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from lark import Token, Tree

from kriegnote.model.events import Comment, Side
from kriegnote.model.printed_moves import language
from kriegnote.notations.dialogue.clauses import (
    BREAKS,
    MOVES,
    SKIPPED,
    Clause,
    body_of,
    clause,
    number_of,
    starts_line,
    words,
)
from kriegnote.notations.dialogue.meaning import Spoken
from kriegnote.text.comments import BRACES, unbrace
from kriegnote.text.headings import heading_end, is_heading, named_rules, read_heading
from kriegnote.text.lexicon import near
from kriegnote.text.source import Builder, Chunk, Read, gather
from kriegnote.text.tags import Tags, read_tags, starts_tag

_ANYTHING: Final = re.compile(r".*", re.DOTALL)
_NUMBERED: Final = re.compile(r"[ \t]*(?:[-–•][ \t]+)?\**[ \t]*(?P<turn>\d{1,4})[ \t]*\.(?!\d)(?P<black>[ \t]*[-.–—])?")
_RESULT_LINE: Final = re.compile(r"(?:^|[\s*])(?:1-0|0-1|1/2-1/2|½-½)[\s*.]*$|^\s*\*\s*$")
_NAMES: Final = frozenset(
    {"MOVE", "SQUARE", "PAWN", "PIECE", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING", "ILLEGAL", "ILLEGALS",
     "IMPOSSIBLE", "NONSENSE", "HELL_NO", "ANY", "CHECK", "MATE", "MATED", "CAPTURE", "CAPTURED", "PAWN_CAPTURE",
     "PROMOTION", "PROMOTES_TO", "IN_CHECK", "NAMED_SQUARE", "CASTLE_SHORT", "CASTLE_LONG", "CASTLE", "RESIGN",
     "STALEMATE", "HAS_MOVED"}
)  # fmt: skip
"""What makes a sentence that was not understood worth a finding: a square, a man, an umpire's word."""


_REFUSALS: Final = frozenset({"NO", "ILLEGAL", "IMPOSSIBLE", "VAIN", "NONSENSE", "HELL_NO"})
SHORT: Final = 5
"""A sentence of so few words may be the umpire's though it names nobody."""

_RAW: Final = frozenset({"WORD", "MIXED", "OTHER", "INT", "GLYPH", "COLON", *MOVES})
_AFTER_A_MOVE: Final = frozenset({"COMMA", "NUMBER", "BLANK_LINE", "BRACES", "OPEN_BRACE", "RESULT", "GLYPH"})
_LIKE_A_MOVE: Final = re.compile(
    r"[♔-♟×]|\d.*[^\W\d_]|[^\W\d_].*\d|\A(?:[KQRBNDTACLSF][a-hx:]*[A-Z]|[KQRBNDTACLSF]?[a-h]?x[a-h].?)\Z", re.DOTALL
)
LONGEST_MOVE: Final = 10
"""A word by itself where a move is due is meant for one, if it is no longer than this."""


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: a heading, a tag block, a result before, or numbers that start again begin a new one."""
    return gather(lines, _Starts())


class _Starts:
    """Tells the lines that begin a game; a line within a comment never does."""

    def __init__(self) -> None:
        self.open = self.body = self.ended = False
        self.number = 0  # the last move number at the start of a line

    def __call__(self, line: str, held: list[str]) -> bool:
        self._see(held[-1], first=len(held) == 1)
        if self.open or not line.strip():
            return False
        tag = starts_tag(line)
        return self.ended or (self.body and (tag or is_heading(line) or self._again(line)))

    def _again(self, line: str) -> bool:
        """Whether the numbers start again at 1."""
        found = _NUMBERED.match(line)
        return found is not None and int(found["turn"]) == 1 and self.number > (1 if found["black"] else 0)

    def _see(self, line: str, *, first: bool) -> None:
        if first:
            self.open = self.body = self.ended = False
            self.number = 0
        outside = self._outside(line)
        if not outside.strip():
            return
        if not starts_tag(line):
            if found := _NUMBERED.match(outside):
                self.number = int(found["turn"])
            self.ended = self.body and not self.open and bool(_RESULT_LINE.search(outside.rstrip()))
            self.body = self.body or not (_RESULT_LINE.fullmatch(outside.strip()) or is_heading(line))

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
    tags = read_tags(text, chunk.line, at) if starts_tag(text, at := _blank(text, at)) else Tags((), {}, [], at)
    if heading is None and (end := heading_end(text, _blank(text, tags.end))) is not None:
        heading = read_heading(text[_blank(text, tags.end) : end])
        tags = tags._replace(end=end)
    reader = _Reader(chunk, tags, heading.rules if heading else None)
    reader.run()
    headers = (heading.headers if heading else ()) + tags.headers
    return reader.finish(headers)


def _is_of_the_game(kinds: set[str]) -> bool:
    """Whether a sentence that was not understood may report something of the game: by the kinds of its words."""
    if kinds >= {"UMPIRE", "SAY"} and kinds & _NAMES:
        return True
    spoken = "UMPIRE" in kinds and kinds & {"NO", "YES", "SAY"}
    return "REMARK" not in kinds and bool(kinds & _NAMES or spoken)


def _respelt(text: str, tokens: list[Token], slips: list[tuple[int, int, str]]) -> list[Token]:
    """The tokens of a stretch of a text with other words in places, each with its place in the text as it stands."""
    start, end = tokens[0].start_pos or 0, tokens[-1].end_pos or 0
    pieces: list[str] = []
    places: list[int] = []  # of each letter of the new text in the old one
    at = start
    for first, last, word in [*slips, (end, end, "")]:
        pieces += [text[at:first], word]
        places += [*range(at, first), *(min(first + index, last - 1) for index in range(len(word)))]
        at = last
    places.append(end)
    respelt = []
    for token in words("".join(pieces)):
        assert token.start_pos is not None and token.end_pos is not None
        stop = places[token.end_pos]
        if token.end_pos < len(places) - 1 and (slip := next((one for one in slips if one[0] < stop < one[1]), None)):
            stop = slip[1]
        respelt.append(Token(token.type, str(token), start_pos=places[token.start_pos], end_pos=stop))
    return respelt


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
        self.base, self.body = tags.end, chunk.text[tags.end :]
        self.tokens = words(self.body)
        rules = self.fields["rules"] = self.fields.get("rules") or rules or self._named()
        lang = language(BRACES.sub(" ", self.body))
        self.spoken = Spoken(self.build, self.base, lang, rules, self.fields.get("start"), self._numbers())
        self.scoring = False  # what was read last are moves
        self.quoting = False  # within the umpire's words, between quotation marks
        self.listing = False  # within a list of tries
        self.answering = False  # what was read last is a try or the answer to one

    def _numbers(self) -> list[Token]:
        """The move numbers: those that begin a line or have a move after them."""
        tokens = self.tokens
        return [
            token
            for index, token in enumerate(tokens)
            if token.type == "NUMBER"
            and ((index + 1 < len(tokens) and tokens[index + 1].type in MOVES) or starts_line(tokens, index, self.body))
        ]

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
                inside = self.quoting = self.listing = self.answering = False
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
            found = clause(tokens, index, self.body) if self._may_start(index) else None
            if found is not None and self._take(found, index):
                inside = found.kind not in ("score", "note", "result")
                self.scoring = found.kind == "score"
                self.listing = found.kind == "tries"
                self.answering = found.kind in ("tries", "answer")
                self._quote(found.tree, index, found.after)
                index = found.after
                continue
            if self.scoring and (after := self._unread(index)) > index:
                self.spoken.unread(*self._range(index, after))
                index = after
                continue
            if self.scoring and (after := self._glued(index)) > index:
                self.build.junk(*self._range(index, after))
                index = after
                continue
            if (after := self._tried(index)) > index:
                index, inside = after, True
                continue
            after = self._sentence(index, inside)
            if (meant := self._meant(index, after)) > index:
                index, inside, self.scoring = meant, True, False
                continue
            self._prose(index, after)
            self.scoring = False
            index = after

    def _meant(self, index: int, after: int) -> int:
        """The index after a clause that reads once its misspelt words are put right; the same index when none does."""
        tokens, slips = self.tokens, self._slips(index, after)
        if not slips or any(token.type == "REMARK" for token in tokens[index:after]):
            return index
        said = tokens[index:after]
        respelt = _respelt(self.body, said, slips)
        found = clause(respelt, 0, self.body)
        if found is None:
            return index
        last = respelt[found.after - 1].end_pos or 0
        read = [slip for slip in slips if slip[0] < last]
        tokens[index:after] = respelt
        if not read or not self._take(found._replace(after=index + found.after), index):
            tokens[index : index + len(respelt)] = said
            return index
        for start, end, word in read:
            slip = self.body[start:end]
            message = f"{slip!r} is read as {word!r}"
            self.build.note("KN110", message, start + self.base, end + self.base, fix=(slip, word))
        self.listing = found.kind == "tries"
        return index + found.after

    def _slips(self, index: int, after: int) -> list[tuple[int, int, str]]:
        """Words of a sentence that are in no list and near one that is: where they stand, and the word."""
        tokens = self.tokens[index:after]
        words = [token for token in tokens if token.type not in (*BREAKS, *SKIPPED)]
        if len(words) > SHORT and not any(token.type in ("WHITE", "BLACK", "UMPIRE") for token in words):
            return []
        return [
            (token.start_pos or 0, token.end_pos or 0, word)
            for token in words
            if token.type == "WORD" and (word := near(str(token))) is not None
        ]

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
        tokens, after = self.tokens, self._run(index)
        return after if any(token.type in ("OTHER", "INT", "MIXED") for token in tokens[index:after]) else index

    def _run(self, index: int) -> int:
        """The index after the signs that stand together without a blank or a mark between them."""
        after, tokens = index + 1, self.tokens
        while after < len(tokens) and tokens[after].start_pos == tokens[after - 1].end_pos:
            if tokens[after].type in BREAKS:
                break
            after += 1
        return after

    def _unread(self, index: int) -> int:
        """The index after a word that stands where a move is due and reads as none; the same index when none does."""
        tokens = self.tokens
        start = tokens[index].start_pos or 0
        before = tokens[index - 1] if index else None
        if before is None or before.end_pos is None:
            return index
        if not self.spoken.fresh and (
            self.spoken.side == "white"
            or (before.end_pos == start and before.type != "COMMA")
            or "\n" in self.body[before.end_pos : start]
        ):
            return index
        after = self._run(index)
        if not all(token.type in _RAW for token in tokens[index:after]):
            return index
        word = self.body[start : tokens[after - 1].end_pos]
        if _LIKE_A_MOVE.search(word):
            return after
        alone = after == len(tokens) or tokens[after].type in _AFTER_A_MOVE or self._starts_line(after)
        return after if alone and len(word) <= LONGEST_MOVE else index

    def _tried(self, index: int) -> int:
        """The index after “White tries” (or “plays”) and a word that reads as no move, or after the next such try."""
        tokens, at = self.tokens, index
        kinds = [token.type for token in tokens[index : index + 3]]
        side: Side | None = None
        if self.listing and index and tokens[index - 1].type in ("COMMA", "AND", "OR", "LPAR"):
            verb = "TRY"
        elif self.answering and tokens[index].type in MOVES and self._answered(index):
            verb = "TRY"  # "tries Bb5, no; Bc4, no"
        elif kinds[0] in ("WHITE", "BLACK") and len(kinds) == 3 and kinds[1] in ("TRY", "PLAY", "MOVED"):
            side, verb, at = "white" if kinds[0] == "WHITE" else "black", kinds[1], index + 2
        else:
            return index
        after = self._run(at)
        if not all(token.type in _RAW for token in tokens[at:after]):
            return index
        start, end = self._range(at, after)
        read = after == at + 1 and tokens[at].type in MOVES
        if not read and (end - start > LONGEST_MOVE or not _LIKE_A_MOVE.search(self.text[start:end])):
            return index
        self.listing = self.answering = verb == "TRY"
        if verb == "TRY":
            self.spoken.tried(side, start, end, tokens[at] if read else None)
        else:
            self.spoken.unread(start, end, side)
        return after

    def _answered(self, index: int) -> bool:
        """Whether the umpire's answer to a try stands right behind a move."""
        kinds = [token.type for token in self.tokens[index + 1 : index + 8] if token.type not in SKIPPED]
        return kinds[:1] in (["COMMA"], ["COLON"]) and kinds[1:2] != [] and kinds[1] in _REFUSALS

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
        return following in MOVES and number_of(self.tokens[index]) == (self.spoken.turn, self.spoken.side)

    def _quote(self, tree: Tree[Token], index: int, after: int) -> None:
        """Follows the quotation marks of what the umpire says."""
        umpire = any(isinstance(child, Token) and child.type in ("UMPIRE", "SAY") for child in tree.children)
        for token in self.tokens[index:after]:
            if token.type == "QUOTE" and (umpire or self.quoting):
                self.quoting = not self.quoting

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
        if not self.spoken.why and (said := self._quoted(first, after)):
            self.spoken.unanswered(*said)
        why, self.spoken.why = self.spoken.why, ""
        self._comment(start, end)
        meant = ", ".join(f"{word!r}" for *_, word in self._slips(first, after))
        hint = f"did you mean {meant}?" if meant else None
        if why:
            self.build.note("KN109", why, *self.spoken.why_at, note=hint)
        elif _is_of_the_game(kinds):
            shown = " ".join(self.text[start:end].split())
            shown = shown if len(shown) <= 60 else shown[:59] + "…"
            self.build.note("KN109", f"not understood, kept as a comment: {shown!r}", start, end, note=hint)

    def _quoted(self, first: int, after: int) -> tuple[int, int] | None:
        """Where the umpire's own words stand in a sentence that was not understood: between quotation marks."""
        tokens = self.tokens
        marks = [index for index in range(first, after) if tokens[index].type == "QUOTE"]
        if any(token.type == "UMPIRE" for token in tokens[first:after]):
            at = next((index for index in range(first, after) if tokens[index].type == "SAY"), None)
            opened = next((index for index in marks if at is not None and index > at), None)
            if at is None or opened is None or any(token.type not in ("SAY", "COLON") for token in tokens[at:opened]):
                return None
            closed = next((index for index in marks if index > opened), after)
            return self._range(opened + 1, closed) if closed > opened + 1 else None
        if self.quoting and (not marks or marks[0] > first):
            closed = marks[0] if marks else after
            return self._range(first, closed)
        return None

    def _comment(self, start: int, end: int) -> None:
        """Prose kept; what follows prose without anything between belongs to the same comment."""
        events = self.build.events
        if events and self.spoken.prose_at == len(events) - 1 and not self.text[self.build.end : start].strip():
            last = events[-1]
            assert isinstance(last, Comment) and last.line is not None and last.span is not None
            begin = self.build.end - len(last.text)
            base = self.build.chunk.offset
            events[-1] = msgspec.structs.replace(last, text=self.text[begin:end], span=(last.span[0], base + end))
            self.build.end = end
            return
        self.build.add(Comment, start, end, text=self.text[start:end])
        self.spoken.prose_at = len(events) - 1

    # -- clauses -----------------------------------------------------------------------------------------------------

    def _take(self, found: Clause, index: int) -> bool:
        """Hands a clause over; False when it means nothing here."""
        if found.kind == "called" and not any(
            isinstance(child, Token) and child.type == "UMPIRE" for child in found.tree.children
        ):
            return False
        heard = any(isinstance(child, Token) and child.type == "HEAR" for child in found.tree.children)
        return self.spoken.hear(found.kind, body_of(found.tree), *self._range(index, found.after), heard=heard)

    def _may_start(self, index: int) -> bool:
        """Moves without a number are a score only at the start of a line or after other moves."""
        first = next((token.type for token in self.tokens[index : index + 8] if token.type not in SKIPPED), "")
        return first not in MOVES or self.scoring or self._starts_line(index)

    def finish(self, headers: tuple[tuple[str, str], ...]) -> Read:
        """The record, its events in the order in which they happened."""
        view = self.fields.get("view") or self.spoken.view()
        self.fields["view"] = view
        read = self.build.finish(headers=headers, result=self.spoken.result, **self.fields)
        told = list(read.record.events)
        speakers = dict(self.spoken.marked)
        for index, event in enumerate(told):
            if isinstance(event, Comment):
                heard = speakers.get(index) or view
                told[index] = msgspec.structs.replace(event, heard=heard)
        order = sorted(range(len(told)), key=lambda index: self.spoken.ranks.get(index, index))
        return Read(read.record.replace(events=tuple(told[index] for index in order)), read.findings)
