"""Reads a dialogue: the sentences of umpire and players between the moves, in the languages of the lexicon.

What is not part of the dialogue is kept as comments. ``docs/notations/dialogue.md`` describes what is understood.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from lark import Token, Tree

from kriegnote.diagnostics.findings import Severity
from kriegnote.errors import not_understood
from kriegnote.model.events import Comment, Side
from kriegnote.notations.dialogue.boundaries import LONGEST_MOVE, RAW, DialogueTokens, is_like_a_move
from kriegnote.notations.dialogue.cutting import chunks
from kriegnote.notations.dialogue.doubted import without_doubted
from kriegnote.notations.prose_facts import with_facts_of_prose
from kriegnote.text.comments import unbrace
from kriegnote.text.headings import GameHeading, heading_end, players, read_heading, rules_in_title, title_headers
from kriegnote.text.heads import fen_line
from kriegnote.text.source import Chunk, Read, skip_blanks
from kriegnote.text.speech.clauses import BEGINNINGS, BREAKS, MOVES, SKIPPED, Clause, body_of, clause, moves_in, player
from kriegnote.text.speech.sentences import GLUE, sentence
from kriegnote.text.tags import Tags, read_tags, starts_tag

REMARKS: Final = frozenset({"REMARK", "WOULD", "WHETHER"})
"""Words that mark a sentence as a thought or a possibility."""
_OF_ANY_SENTENCE: Final = (
    (GLUE - {"WHITE", "BLACK", "UMPIRE"}) | BREAKS | SKIPPED | REMARKS
    | {"UNKNOWN_WORD", "MIXED", "DOTTED_NUMBERS", "OTHER_SIGN", "INT", "ONE", "MORE_THAN_ONE", "OR", "NOT", "SOME"}
    | {"RULES_NAMED"}
)  # fmt: skip
"""Kinds of words that a sentence without any report of the game may have."""


_OF_TRIES: Final = frozenset({"tries", "judged", "refused", "answered", "reply", "number"})
"""Clauses after which a bare move may be one more try: tries and their answers."""


_BEFORE_A_MOVE: Final = frozenset({"to_move", "judged", "refused", "answered", "reply", "pawns"})
"""Clauses after which a sentence that is a single move names what is played next, unless it is refused: “No. e5.”"""


_FACTS: Final = frozenset(
    {"pawns", "capture", "check", "promotion", "end", "moved", "to_move", "castles", "in_words", "goes"}
)
"""Clauses that become questions if a question mark follows."""


_REPORTS_A_MOVE: Final = MOVES | {
    "PLAY", "MOVED", "HAS_MOVED", "GOES", "CASTLE", "CAPTURE", "CAPTURED", "TAKE", "PROMOTES_TO",
}  # fmt: skip
"""Words of which every sentence that reports a move has at least one."""


def read(chunk: Chunk) -> Read:
    """One game; what no clause understands becomes a comment, with a finding unless it is a mere heading."""
    text = chunk.text
    at = len(text) - len(text.lstrip())
    heading = None
    if (end := heading_end(text, at)) is not None:
        heading = read_heading(text[at:end])
        at = end
    tags = read_tags(text, chunk.line, at) if starts_tag(text, at := skip_blanks(text, at)) else Tags((), {}, [], at)
    if heading is None and (end := heading_end(text, skip_blanks(text, tags.end))) is not None:
        heading = read_heading(text[skip_blanks(text, tags.end) : end])
        tags = tags._replace(end=end)
    if heading is None and not any(name == "White" for name, _ in tags.headers):
        heading, end = _title(text, skip_blanks(text, tags.end))
        tags = tags._replace(end=end if heading else tags.end)
    if (line := fen_line(text, skip_blanks(text, tags.end))) is not None:
        tags = tags._replace(fields={"start": line.fen, **tags.fields}, end=line.end)
    headers = (heading.headers if heading else ()) + tags.headers
    rules = heading.rules if heading else None
    reader = DialogueReader(chunk, tags, rules, dict(headers))
    reader.run()
    read = reader.finish(headers)
    return with_facts_of_prose(without_doubted(read, chunk, reader.spans_of_named()), chunk)


def _title(text: str, at: int) -> tuple[GameHeading | None, int]:
    """The heading in a line that only names the players, and the offset after it; (None, ``at``) if it is none."""
    end = text.find("\n", at)
    line = text[at:end].strip(" \t#*_=")
    if end < 0 or players(line, "plain") is None:
        return None, at
    return GameHeading(tuple(title_headers(line)), rules_in_title(line)), end


def _is_of_the_game(kinds: set[str]) -> bool:
    """Whether a sentence that was not understood may report part of the game, judged by the kinds of its words."""
    return not kinds <= _OF_ANY_SENTENCE and (not kinds & REMARKS or kinds >= {"UMPIRE", "SAY"})


class DialogueReader(DialogueTokens):
    """One pass over one game, clause by clause."""

    def run(self) -> None:
        index = 0
        while index < len(self.tokens):
            index = self._passed_over(index) or self._read(index) or self._sentence_read(index)

    def _passed_over(self, index: int) -> int:
        """The index after a token with which no clause begins; 0 if one may begin here."""
        token = self.tokens[index]
        kind = token.type
        if kind in ("FULL_STOP", "EMPTY_LINE") or str(token) == ";":
            self.inside = self.quoting = False
            self.interpreter.subject = self.interpreter.subject if str(token) == ";" else None
            self.interpreter.end_sentence()
            self.before = self.last or self.before
            self.last = "score" if self.last == "score" else ""
        if kind == "OPENING_BRACKET":
            self.outside = self.last
        elif kind == "CLOSING_BRACKET" and self.outside == "score":  # a bracket within a score: the score continues
            self.last, self.outside = self.outside, ""
        if kind in SKIPPED and (self._only_skipped(index) or self._closes(index)):
            return index + 1
        if kind in ("CAPTION", "UNCLOSED"):
            self._aside(token)
            self.inside = False
            return index + 1
        return index + 1 if kind in BREAKS - BEGINNINGS else 0

    def _read(self, index: int) -> int:
        """The index after the clause, moves of a score or try that begins here; 0 if there is none."""
        self._call_by_colour(index)
        self._name_the_square(index)
        if self.tokens[index].type in MOVES and self._is_tried(index):
            return 0  # the sentence as a whole says what became of it
        if after := self._clause(index):
            return after
        if self.last == "score" and (after := self._unread(index)) > index:
            self.interpreter.unread(*self._range(index, after))
            return after
        if self.last == "score" and (after := self._glued(index)) > index:
            self.build.junk(*self._range(index, after))
            return after
        after = self._tried(index)
        self.inside = self.inside or after > index
        return after if after > index else 0

    def _clause(self, index: int) -> int:
        """The index after the clause, or the proposed move, that begins here; 0 if there is none."""
        tokens = self.tokens
        before = self.last if index and tokens[index - 1].type == "FULL_STOP" and self.last else self.before
        if tokens[index].type in MOVES and before in _BEFORE_A_MOVE and self._stands_alone(index):
            self.interpreter.read(Tree("proposed", [tokens[index]]), *self._range(index, index + 1))
            self.last = "proposed"
            return index + 1
        found = clause(tokens, index, self.body) if self._may_start(index) else None
        if found is not None and found.kind == "score":
            found = self._without_try(found, index)
        if found is None or (found.kind in _FACTS and self._is_asked(found.after)) or self._is_spoken_of(found):
            return 0
        if found.kind in ("end", "capture") and self._goes_on(found):
            return 0
        if self._is_verdict_of_nothing(found) and (meant := self._said(index, self._sentence(index, False))) > index:
            self.inside = True
            return meant
        if not self._take(found, index):
            return 0
        self.inside = found.kind not in ("score", "note", "result")
        self.last = found.kind
        self._quote(found.tree.children, index, found.after)
        return found.after

    def _sentence_read(self, index: int) -> int:
        """The index after a sentence that is read with its spelling corrected, by its words alone, or else as prose."""
        after = self._sentence(index, self.inside)
        whole = self._sentence(index, False) if self.inside else after
        semi = next((at for at in range(index, whole) if str(self.tokens[at]) == ";"), index)
        if (
            (meant := self._meant(index, after)) > index
            or (meant := self._said(index, whole)) > index
            or (meant := self._said(index, semi)) > index
        ):
            self.inside = True
            return meant
        self._prose(index, after)
        self.last = self.before = ""
        return after

    def _said(self, index: int, after: int) -> int:
        """The index after a sentence that is understood by its words alone; ``index`` if it is not."""
        ahead = after < len(self.tokens) and self.tokens[after].type == "NUMBER_OF_TURN"
        said = sentence(self.tokens[index:after], self.interpreter.open(), ahead=ahead) or []
        for one in said:
            last = self._after(one.words[-1], index) if one is not said[-1] else after
            for tree in one.clauses:
                if not self.interpreter.read(tree, *self._range(index, last)):
                    return index
            self._quote(one.words, index, last)
            self.last = one.clauses[-1].data
            index = last
        return index

    def _is_verdict_of_nothing(self, found: Clause) -> bool:
        """Whether a verdict has no try before it, which may be named after it: “Refused: Bb5”."""
        return found.kind == "judged" and not self.interpreter.waits() and self.interpreter.before_move is None

    def _without_try(self, score: Clause, index: int) -> Clause | None:
        """A score without its last move, if the sentence goes on to say that this was only tried."""
        last = max(at for at in range(index, score.after) if self.tokens[at].type not in ("GLYPH_OR_NAG", *SKIPPED))
        if last == index or self.tokens[last].type not in MOVES or not self._is_tried(last):
            return score
        return clause(self.tokens[:last], index, self.body)

    def _meant(self, index: int, after: int) -> int:
        """The index after a clause that is read once misspelt words are corrected; ``index`` if there is none."""
        tokens, slips = self.tokens, self._slips(index, after)
        if not slips or any(token.type in REMARKS for token in tokens[index:after]):
            return index
        said = tokens[index:after]
        respelt = self._respelt(slips, said[0].start_pos or 0, said[-1].end_pos or 0)
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
        self.last = found.kind
        return index + found.after

    def _tried(self, index: int) -> int:
        """The index after a try that no clause reads; ``index`` if there is none.

        It is “White tries” (or “plays”) with a word that cannot be read as a move, or the next try of a list.
        """
        tokens, at = self.tokens, index
        kinds = [token.type for token in tokens[index : index + 3]]
        side: Side | None = None
        if self.last == "tries" and index and tokens[index - 1].type in ("COMMA", "AND", "OR", "OPENING_BRACKET"):
            verb = "TRY"
        elif self.last in _OF_TRIES and tokens[index].type in MOVES and self._answered(index):
            verb = "TRY"  # "tries Bb5, no; Bc4, no"
        elif kinds[0] in ("WHITE", "BLACK") and len(kinds) == 3 and kinds[1] in ("TRY", "PLAY", "MOVED"):
            side, verb, at = "white" if kinds[0] == "WHITE" else "black", kinds[1], index + 2
        else:
            return index
        after = self._run(at)
        denied = after < len(tokens) and tokens[after].type == "NOT"  # “Weiß versucht exd5 nicht”
        if denied or not all(token.type in RAW for token in tokens[at:after]):
            return index
        start, end = self._range(at, after)
        read = after == at + 1 and tokens[at].type in MOVES
        if not read and (end - start > LONGEST_MOVE or not is_like_a_move(self.text[start:end])):
            return index
        self.last = "tries" if verb == "TRY" else "played"
        if verb == "TRY":
            self.interpreter.one_more_try(side, start, end, tokens[at] if read else None)
        else:
            self.interpreter.unread(start, end, side)
        return after

    def _quote(self, said: Iterable[object], index: int, after: int) -> None:
        """Tracks the quotation marks around the umpire's words."""
        umpire = any(isinstance(word, Token) and word.type in ("UMPIRE", "SAY") for word in said)
        for token in self.tokens[index:after]:
            if token.type == "QUOTES" and (umpire or self.quoting):
                self.quoting = not self.quoting

    # -- what is not dialogue -----------------------------------------------------------------------------------------

    def _aside(self, token: Token) -> None:
        assert token.start_pos is not None and token.end_pos is not None
        start, end = token.start_pos + self.base, token.end_pos + self.base
        if token.type == "UNCLOSED":
            self.build.add(Comment, start, end, text=unbrace(str(token)))
            self.build.note("KN102", "this comment is never closed", start, start + 1)
        else:
            self._comment(start, end)

    def _prose(self, first: int, after: int) -> None:
        while after > first + 1 and self.tokens[after - 1].type == "ORNAMENT":
            after -= 1
        tokens = self.tokens[first:after]
        start, end = self._range(first, after)
        if not any(token.type not in ("OTHER_SIGN", "INT", *BREAKS, *SKIPPED) for token in tokens):
            if any(token.type == "FILLER" for token in tokens):
                self._comment(start, end)
            else:
                self.build.junk(start, end)
            return
        kinds = {token.type for token in tokens}
        if self.interpreter.objection is None and (said := self._quoted(first, after)):
            self.interpreter.object(*said)
        objection, self.interpreter.objection = self.interpreter.objection, None
        begun = any(not isinstance(event, Comment) for event in self.build.events)
        beside = "\n" not in self.text[self.build.end : start]
        self._comment(start, end)
        self.interpreter.prose_unread = objection is not None or _is_of_the_game(kinds)
        self.interpreter.prose_moves = moves_in(tokens)
        if self.interpreter.prose_unread or (beside and not kinds & REMARKS):
            self.interpreter.doubted(kinds)
        self.interpreter.lost = self.interpreter.lost or (
            self.interpreter.prose_unread and not kinds.isdisjoint(_REPORTS_A_MOVE)
        )
        self.passed_over = self.passed_over or bool(self.interpreter.prose_moves)
        meant = dict.fromkeys(repr(word) for *_, word in self._slips(first, after))
        hint = f"did you mean {', '.join(meant)}?" if meant and self.interpreter.prose_unread else None
        if objection is not None:
            self.build.note("KN109", *objection, note=hint)
        elif self.interpreter.prose_unread or begun or not kinds <= _OF_ANY_SENTENCE:  # otherwise it is a heading
            message = not_understood(self.text[start:end])
            severity: Severity = "warning" if self.interpreter.prose_unread else "info"
            self.build.note("KN109", message, start, end, note=hint, severity=severity)

    def _comment(self, start: int, end: int) -> None:
        """Keeps prose as a comment; prose that directly follows prose extends the same comment."""
        events = self.build.events
        if events and self.interpreter.prose_at == len(events) - 1 and not self.text[self.build.end : start].strip():
            last = events[-1]
            assert isinstance(last, Comment) and last.line is not None and last.span is not None
            begin = self.build.end - len(last.text)
            base = self.build.chunk.offset
            events[-1] = msgspec.structs.replace(last, text=self.text[begin:end], span=(last.span[0], base + end))
            self.build.end = end
            return
        self.build.add(Comment, start, end, text=self.text[start:end])
        self.interpreter.prose_at = len(events) - 1

    # -- clauses -----------------------------------------------------------------------------------------------------

    def _take(self, found: Clause, index: int) -> bool:
        """Passes a clause on; returns False if it has no meaning in this place."""
        if found.kind == "called":
            by_umpire = any(isinstance(child, Token) and child.type == "UMPIRE" for child in found.tree.children)
            following = self.tokens[found.after].type if found.after < len(self.tokens) else ""
            if not by_umpire or following == "COLON":  # “the umpire says to White: no”
                return False
        informed = next(found.tree.find_data("hearer"), None)
        hearer = player(informed.children[0]) if informed is not None else None  # type: ignore[arg-type]
        heard = hearer is not None or any(
            isinstance(child, Token) and child.type == "HEAR" for child in found.tree.children
        )
        return self.interpreter.read(body_of(found.tree), *self._range(index, found.after), heard=heard, hearer=hearer)

    def spans_of_named(self) -> set[tuple[int, int] | None]:
        """The spans of the events whose player is named in their own clause."""
        return {self.build.events[index].span for index in self.interpreter.of_named}

    def finish(self, headers: tuple[tuple[str, str], ...]) -> Read:
        """The record, with its events in the order in which they happened."""
        self.interpreter.decided(None, None)
        view = self.fields.get("view") or self.interpreter.moves.view()
        self.fields["view"] = view
        read = self.build.finish(headers=headers, result=self.interpreter.final, **self.fields)
        events = list(read.record.events)
        speakers = dict(self.interpreter.marked)
        for index, event in enumerate(events):
            if isinstance(event, Comment):
                heard = speakers.get(index) or view
                events[index] = msgspec.structs.replace(event, heard=heard)
        order = sorted(range(len(events)), key=lambda index: self.interpreter.ranks.get(index, index))
        return Read(read.record.replace(events=tuple(events[index] for index in order)), read.findings)


__all__ = ["chunks", "read"]
