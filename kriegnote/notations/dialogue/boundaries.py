"""Finds the boundaries in a dialogue: of sentences, runs of signs, and words that stand for a move."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Set
from itertools import pairwise, takewhile
from typing import Any, Final

from lark import Token

from kriegnote.lexicon import meant, near
from kriegnote.model.printed_moves import language
from kriegnote.notations.dialogue.meaning import ClauseInterpreter
from kriegnote.parsing import Terminals
from kriegnote.text.comments import without_comments
from kriegnote.text.dashed_numbers import DASHES, is_habit
from kriegnote.text.headings import rules_in_title
from kriegnote.text.respelling import Respelling, broken_words
from kriegnote.text.source import Builder, Chunk
from kriegnote.text.speech.clauses import (
    BREAKS,
    MOVES,
    PLAYERS,
    SKIPPED,
    SQUARES,
    Clause,
    clause,
    has,
    number_of,
    numbered,
    respelt_words,
    side_of,
    starts_line,
    tokens_of,
    with_checks,
    words,
)
from kriegnote.text.speech.item_numbers import without_item_numbers
from kriegnote.text.speech.moves_in_words import squares_in_words
from kriegnote.text.speech.persons import persons
from kriegnote.text.speech.speakers import script
from kriegnote.text.speech.telegrams import telegram
from kriegnote.text.tags import Tags

_REFUSALS: Final = frozenset({"NO", "ILLEGAL", "IMPOSSIBLE", "IN_VAIN", "NONSENSE", "HELL_NO", "REFUSE", "DENY"})
_ANSWERS: Final = _REFUSALS | PLAYERS | {"YES", "AFFIRM", "NOT", "SOME", "INT", "HE", "UMPIRE"}
_NOT_OF_A_TRY: Final = MOVES | {
    "CHECK", "CAPTURE", "CAPTURED", "PAWN_CAPTURE", "PAWN_TRY", "HAS", "ASK", "ANY", "WHETHER_ANY",
}  # fmt: skip
"""Subjects of a sentence after a move that have nothing to do with its refusal."""
_UNKNOWN: Final = frozenset({"UNKNOWN_WORD", "MIXED", "FULL_STOP"})
SHORT: Final = 5
"""A sentence of at most this many words may be the umpire's even if it names nobody."""
RAW: Final = frozenset({"UNKNOWN_WORD", "MIXED", "OTHER_SIGN", "INT", "GLYPH_OR_NAG", "COLON", *MOVES})
_AFTER_A_MOVE: Final = frozenset(
    {"COMMA", "NUMBER_OF_TURN", "EMPTY_LINE", "BRACES", "UNCLOSED", "RESULT_SAID", "GLYPH_OR_NAG"}
)
_STOPS: Final = frozenset({"FULL_STOP", "SEMI", "EMPTY_LINE"})
_NEAR: Final = 8  # the number of tokens of a clause in which “takes there” is looked for
_TERMINALS: Final = Terminals("score_words")
_SIGNS: Final = Terminals("common")
LONGEST_MOVE: Final = 10
"""The greatest length, in characters, of an unknown word that is taken for a move where one is expected."""


def is_like_a_move(word: str) -> bool:
    """Whether a word that stands where a move is expected resembles one."""
    return _TERMINALS["MEANT_FOR_A_MOVE"].search(word) is not None


class DialogueTokens:
    """The tokens of one game, and what has been read of it so far."""

    def __init__(self, chunk: Chunk, tags: Tags, rules: str | None, headers: Mapping[str, str]) -> None:
        self.text = chunk.text
        self.build = Builder(chunk, filler=None)
        self.build.findings.extend(tags.findings)
        self.fields: dict[str, Any] = dict(tags.fields)
        self.base, self.body = tags.end, chunk.text[tags.end :]
        self.respellings = self._understood(headers)
        said = self._respelt([], 0, len(self.body)) if self.respellings else words(self.body)
        self.tokens = without_item_numbers(numbered([*with_checks(said)], self.body))
        self._number_players()
        self._without_dashes()
        rules = self.fields["rules"] = self.fields.get("rules") or rules or self._named()
        lang = language(without_comments(self.body))
        self.interpreter = ClauseInterpreter(
            self.build, self.base, lang, rules, self.fields.get("start"), self._numbers()
        )
        self.named = [(one.start_pos or 0, one.type) for one in self.tokens if one.type in ("WHITE", "BLACK")]
        self.last = ""  # the kind of the last clause read in this sentence; "score" is kept beyond the sentence
        self.outside = ""  # the kind of the clause before the bracket that was opened last
        self.before = ""  # the kind of the last clause read in the sentence before
        self.quoting = False  # within the umpire's words, between quotation marks
        self.inside = False  # whether a clause of this sentence was read
        self.passed_over = False  # whether prose that names moves was not understood

    def _call_by_colour(self, index: int) -> None:
        """Replaces “he” at the start of a clause by the player's colour, if that is certain.

        He is the player named last, if it is his turn, or if he moved last and “had tried”.
        """
        tokens, at = self.tokens, index
        while at < len(tokens) and tokens[at].type in SKIPPED:
            at += 1
        if at == len(tokens) or tokens[at].type != "HE" or self.interpreter.lost:
            return
        he = tokens[at]
        before = bisect_left(self.named, (he.start_pos or 0, ""))
        if not before or "\n\n" in self.body[self.named[before - 1][0] : he.start_pos]:
            return
        past = at + 1 < len(tokens) and tokens[at + 1].type == "HAD_TRIED"
        turn = self.interpreter.moves.last[0] if past and self.interpreter.moves.last else self.interpreter.side
        if self.named[before - 1][1] == turn.upper():
            tokens[at] = Token.new_borrow_pos(turn.upper(), str(he), he)

    def _name_the_square(self, index: int) -> None:
        """Replaces “there” after “takes”, a few words ahead in the sentence, by the square of the last capture."""
        tokens = self.tokens
        for at in range(index + 1, min(index + _NEAR, len(tokens))):
            if tokens[at].type in _STOPS:
                break
            takes = tokens[at - 1].type == "CAPTURE" and tokens[at].type == "UNKNOWN_WORD"
            if (
                takes
                and meant(tokens[at], "joints") == "there"
                and (square := self.interpreter.captured_on()) is not None
            ):
                tokens[at] = Token.new_borrow_pos("LONE_SQUARE", square, tokens[at])

    def _understood(self, headers: Mapping[str, str]) -> list[Respelling]:
        """Respellings of speakers' labels, players' names, broken words and spoken squares, except in comments."""
        found = [
            *script(self.body),
            *broken_words(self.body),
            *persons(self.body, headers),
            *squares_in_words(self.body),
            *telegram(self.body),
        ]
        aside = [one.span() for one in _SIGNS["BRACES"].finditer(self.body)] if found else []
        return sorted(one for one in {*found} if not any(start < one.start < end for start, end in aside))

    def _respelt(self, slips: Iterable[Respelling], start: int, end: int) -> list[Token]:
        """The tokens of a stretch after the known respellings and these corrections of slips."""
        known = self.respellings[bisect_left(self.respellings, (start,)) : bisect_left(self.respellings, (end,))]
        return respelt_words(self.body, [*slips, *known], start, end)

    def _number_players(self) -> None:
        """Turns the number before Black's name into Black's: “1. Black: e5”."""
        for at, (number, who) in enumerate(pairwise(self.tokens)):
            if number.type == "NUMBER_OF_TURN" and who.type == "BLACK":
                self.tokens[at] = Token.new_borrow_pos("NUMBER_OF_TURN", f"{number_of(number)[0]}...", number)

    def _without_dashes(self) -> None:
        """Leaves out the dashes behind move numbers that mean nothing: “1.- e4 e5”."""
        numbers = [(at, one) for at, one in enumerate(self.tokens) if one.type == "NUMBER_OF_TURN"]
        dashed = [(at, one) for at, one in numbers if one.rstrip()[-1] in DASHES]
        if is_habit(self.tokens, [at for at, _ in dashed], frozenset({"NUMBER_OF_TURN"}), MOVES):
            for at, one in dashed:
                self.tokens[at] = Token.new_borrow_pos("NUMBER_OF_TURN", f"{number_of(one)[0]}.", one)

    def _numbers(self) -> list[Token]:
        """The move numbers: those that begin a line or stand before a move."""
        tokens = self.tokens
        return [
            token
            for index, token in enumerate(tokens)
            if token.type == "NUMBER_OF_TURN"
            and ((index + 1 < len(tokens) and tokens[index + 1].type in MOVES) or starts_line(tokens, index, self.body))
        ]

    def _named(self) -> str | None:
        """The rulebook that is named before the first move number; None if there is none."""
        for token in self.tokens:
            if token.type == "NUMBER_OF_TURN":
                return None
            if token.type == "RULES_NAMED":
                return rules_in_title(str(token))
        return None

    def _slips(self, index: int, after: int) -> list[Respelling]:
        """Corrections of unknown words of a sentence that are close to a word of the lexicon."""
        tokens = self.tokens[index:after]
        words = [token for token in tokens if token.type not in (*BREAKS, *SKIPPED)]
        if len(words) > SHORT and not any(token.type in ("WHITE", "BLACK", "UMPIRE") for token in words):
            return []
        return [
            Respelling(token.start_pos or 0, token.end_pos or 0, word)
            for token in words
            if token.type == "UNKNOWN_WORD" and not self._is_name(token) and (word := near(str(token))) is not None
        ]

    def _is_name(self, word: Token) -> bool:
        """Whether a capitalized word follows another word or a title: “Mr. Gates”."""
        if not str(word)[:1].isupper():
            return False
        before = self.body[: word.start_pos].rstrip()
        title = before[:-1].rpartition(" ")[2]
        titled = before[-1:] == "." and title.isalpha() and title.istitle() and len(title) < SHORT
        return titled or before[-1:].isalpha()

    def _only_skipped(self, index: int) -> bool:
        """Whether nothing but marks follows, up to the end of the clause, a blank line or the end of the text."""
        following = next((token.type for token in self.tokens[index : index + 8] if token.type not in SKIPPED), "")
        return following in ("", "EMPTY_LINE", "FULL_STOP", "COMMA", "SEMI", "CAPTION", "CLOSING_BRACKET")

    def _closes(self, index: int) -> bool:
        """Whether a quotation mark or emphasis closes what stands directly before it."""
        token = self.tokens[index]
        return index > 0 and token.type != "FILLER" and token.start_pos == self.tokens[index - 1].end_pos

    def _range(self, first: int, after: int) -> tuple[int, int]:
        start, end = self.tokens[first].start_pos, self.tokens[after - 1].end_pos
        assert start is not None and end is not None
        return start + self.base, end + self.base

    def _place(self, word: Token) -> tuple[int, int]:
        """The offsets of a token in the text."""
        assert word.start_pos is not None and word.end_pos is not None
        return word.start_pos + self.base, word.end_pos + self.base

    def _after(self, word: Token, index: int) -> int:
        """The index after a token that stands at ``index`` or later."""
        return next(at for at in range(index, len(self.tokens)) if self.tokens[at].end_pos == word.end_pos) + 1

    def _glued(self, index: int) -> int:
        """The index after a run of signs without blanks that cannot be read among the moves; else ``index``."""
        tokens, after = self.tokens, self._run(index)
        return after if any(token.type in ("OTHER_SIGN", "INT", "MIXED") for token in tokens[index:after]) else index

    def _run(self, index: int) -> int:
        """The index after the tokens that follow each other without a blank or a break."""
        after, tokens = index + 1, self.tokens
        while after < len(tokens) and tokens[after].start_pos == tokens[after - 1].end_pos:
            if tokens[after].type in BREAKS:
                break
            after += 1
        return after

    def _unread(self, index: int) -> int:
        """The index after an unreadable word where a move is expected; ``index`` if there is none."""
        tokens = self.tokens
        start = tokens[index].start_pos or 0
        before = tokens[index - 1] if index else None
        if before is None or before.end_pos is None:
            return index
        if not self.interpreter.numbered and (
            self.interpreter.side == "white"
            or (before.end_pos == start and before.type != "COMMA")
            or "\n" in self.body[before.end_pos : start]
        ):
            return index
        after = self._run(index)
        if not all(token.type in RAW for token in tokens[index:after]):
            return index
        word = self.body[start : tokens[after - 1].end_pos]
        if is_like_a_move(word):
            return after
        alone = after == len(tokens) or tokens[after].type in _AFTER_A_MOVE or self._starts_line(after)
        return after if alone and len(word) <= LONGEST_MOVE else index

    def _goes_on(self, found: Clause) -> bool:
        """Whether the sentence continues with words that are not a clause.

        Examples are “Pat et mat sont deux choses”, and a capture whose square is still to come, “Captured: one man,
        d5”.
        """
        tokens, index = self.tokens, found.after
        if index + 1 >= len(tokens):
            return False
        joints = {"AND", "OR"} if found.kind == "end" else {"COLON"}
        if tokens[index].type not in joints or any(one.type in SQUARES for one in tokens_of(found.tree)):
            return False
        return clause(tokens, index + 1, self.body) is None

    def _is_spoken_of(self, found: Clause) -> bool:
        """Whether a quoted question is only spoken of, not asked: “The question »Any?« is written A.”"""
        tokens, after = self.tokens, found.after
        of_nobody = found.kind == "ask" and has(found.tree, "ASK") and side_of(found.tree) is None
        if not of_nobody or after >= len(tokens) or tokens[after].type != "QUOTES":
            return False
        said = takewhile(lambda one: one.type not in BREAKS, tokens[after + 1 :])
        behind = {one.type for one in said} - SKIPPED
        return bool(behind) and behind.isdisjoint(_ANSWERS)

    def _is_asked(self, index: int) -> bool:
        """Whether a question mark follows directly at this index."""
        behind = next((token for token in self.tokens[index : index + 3] if token.type not in SKIPPED), None)
        return behind is not None and behind.type == "FULL_STOP" and str(behind) == "?"

    def _is_tried(self, index: int) -> bool:
        """Whether the sentence of a printed move says that it was tried or refused: “exd5 is refused”.

        So do unknown words that a mark joins to the move: “exd5 – no go”. A capitalized word begins another sentence,
        unless the move is a question, “exd5? No.”, or a mark joins the two: “exd5 – No.”
        """
        tokens = self.tokens
        after, stop = index + 1, self._sentence(index, False, _NOT_OF_A_TRY)
        asked = after < stop and str(tokens[after]) == "?"
        joined = after < stop and tokens[after].type in ("COLON", "SEMI")
        behind = [
            token
            for token in tokens[after + asked : stop]
            if token.type not in (*SKIPPED, "COMMA", "COLON", "SEMI", "GLYPH_OR_NAG")
        ]
        kinds = {token.type for token in behind}
        first = after + asked
        refused = first < stop and tokens[first].type in _REFUSALS and str(tokens[first])[0].islower()
        if refused and (first + 1 == stop or tokens[first + 1].type in BREAKS):
            return True  # “exd5 no; Bb4”
        if joined and kinds and kinds <= _UNKNOWN:
            return True
        if not kinds & (_REFUSALS | {"TRY", "HAD_TRIED", "WAS_TRIED"}) or kinds & _NOT_OF_A_TRY:
            return False
        return asked or joined or str(behind[0])[0].islower()

    def _answered(self, index: int) -> bool:
        """Whether the umpire's answer to a try stands directly after a move."""
        kinds = [token.type for token in self.tokens[index + 1 : index + 8] if token.type not in SKIPPED]
        return kinds[:1] in (["COMMA"], ["COLON"]) and kinds[1:2] != [] and kinds[1] in _REFUSALS

    def _sentence(self, index: int, inside: bool, enough: Set[str] = frozenset()) -> int:
        """The index after the sentence that starts here, or, ``inside`` a partly understood one, after the clause.

        :param enough: the types of tokens behind which nothing of the sentence matters.
        """
        tokens, after = self.tokens, index + 1
        opened = int(tokens[index].type == "OPENING_BRACKET")
        while after < len(tokens):
            token = tokens[after]
            kind = token.type
            if tokens[after - 1].type == "FULL_STOP" and kind not in ("QUOTES", "CLOSING_BRACKET", "ORNAMENT"):
                break
            opened += (kind == "OPENING_BRACKET") - (kind == "CLOSING_BRACKET")
            if opened < 0 and self.outside == "score":
                break
            if kind in ("EMPTY_LINE", "BRACES", "CAPTION", "UNCLOSED", "RESULT_SAID") or (
                inside and kind in ("COMMA", "SEMI")
            ):
                break
            if kind == "NUMBER_OF_TURN" and self._is_next_number(after):
                break
            if (
                kind in ("WHITE", "BLACK", "UMPIRE")
                and str(token)[:1].isupper()
                and tokens[after - 1].type != "COMMA"
                and self._starts_line(after)
                and any(one.type not in SKIPPED for one in tokens[index:after])
            ):
                break
            after += 1
            if kind in enough:
                break
        return after

    def _stands_alone(self, index: int) -> bool:
        """Whether a token is a sentence by itself that does not begin a line."""
        tokens, after = self.tokens, index + 1
        ends = after == len(tokens) or tokens[after].type in _STOPS | {"OPENING_BRACKET"} or self._starts_line(after)
        begins = index > 0 and tokens[index - 1].type in ("QUOTES", *_STOPS)
        return ends and begins and not self._starts_line(index)

    def _starts_line(self, index: int) -> bool:
        return starts_line(self.tokens, index, self.body)

    def _is_next_number(self, index: int) -> bool:
        """Whether a number among words begins a line, or is the expected one before a move."""
        if self._starts_line(index):
            return True
        following = self.tokens[index + 1].type if index + 1 < len(self.tokens) else ""
        return following in MOVES and number_of(self.tokens[index]) == (self.interpreter.turn, self.interpreter.side)

    def _may_start(self, index: int) -> bool:
        """Whether a clause may start here: unnumbered moves are a score only at a line's start or after a score."""
        first = next((token.type for token in self.tokens[index : index + 8] if token.type not in SKIPPED), "")
        return first not in MOVES or self.last == "score" or self._starts_line(index)

    def _quoted(self, first: int, after: int) -> tuple[int, int] | None:
        """The range of the umpire's quoted words, if all unknown words of the sentence are among them; else None."""
        said = self._between_marks(first, after)
        strange = [token for token in self.tokens[first:after] if token.type in ("UNKNOWN_WORD", "MIXED", "OTHER_SIGN")]
        outside = [token for token in strange if said and not said[0] <= self._place(token)[0] < said[1]]
        return None if outside else said

    def _between_marks(self, first: int, after: int) -> tuple[int, int] | None:
        """The range of the umpire's words between quotation marks in a sentence; None if there are none."""
        tokens = self.tokens
        marks = [index for index in range(first, after) if tokens[index].type == "QUOTES"]
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
