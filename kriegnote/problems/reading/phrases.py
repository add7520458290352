"""Divides a printed solution into phrases, by the grammar ``problem.lark``.

A :class:`Phrase` is a move, an announcement, an answer, the fate of a try, or a word that joins these.  Its place in
the policy is decided by :mod:`kriegnote.problems.reading.interpret`; nothing here knows a position or a policy.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal, cast

import msgspec
from lark import Transformer
from lark.lexer import Token as Word

from kriegnote.caching_parser import Parser, parser_of
from kriegnote.lexicon import mentions, read_number
from kriegnote.model.printed_moves import FIGURINES, Language, Parts, Piece
from kriegnote.parsing import Terminals
from kriegnote.problems.policy import AllOf, Captures, Checks, Condition, NotSilent, PawnTries, Silent
from kriegnote.problems.reading.abbreviations import written_out
from kriegnote.problems.reading.meaningful_words import (
    WITH_SQUARES,
    balanced,
    counting,
    is_unknown,
    meaningful,
    not_understood,
    set_apart,
    with_places,
)
from kriegnote.problems.reading.moves import Printed, man, printed
from kriegnote.problems.reading.named import directions, name_of, number, pawn_tries, squares_in
from kriegnote.problems.reading.negations import with_events, with_places_again, with_scopes, without_idle_negations
from kriegnote.problems.reading.scanned import mended
from kriegnote.problems.reading.subjects import with_subjects
from kriegnote.text.latex import without_latex
from kriegnote.text.plain import Plain, unmarked
from kriegnote.text.source import Lines

_BETWEEN: Final = 2  # most words between a capture and the captured man: “takes the advanced knight”

Kind = Literal[
    # moves
    "white_move", "bare_move", "any_of_man", "move_in_words", "black_number", "stray_number", "bracket",
    # announcements and answers
    "announced", "umpire_speaks", "at_square", "excepted", "by", "direction", "man", "asked", "answer_yes", "answer_no",
    "yes", "no",
    # the fate of a try
    "refused", "accepted", "in_vain",
    # joints
    "sor", "or", "then", "and", "comma", "colon", "semicolon", "double_slash", "slash", "dash", "in_order", "order",
    "reversed", "paired", "before", "amended", "same_move", "same_case", "any_order", "otherwise",
    # cues
    "if", "when", "unless", "threats", "cannot", "try", "play", "threat", "because", "black", "white", "key", "not",
    "mate", "second", "all_other", "any_reply", "black_moved", "moved", "gap",
    # parts and ends
    "twin", "rulebook", "supposed", "remark", "stop", "bullet", "blank_line", "newline",
    # anything else: a move that cannot be read, words that are not understood, the ends of brackets
    "other", "unknown", "opened", "closed",
]  # fmt: skip
"""The kind of a phrase: a rule of ``grammars/problem.lark``, or the terminal of a joint, a cue or an end."""


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """A phrase that the grammar found.

    ``start``, ``end``: offsets in the whole text.  ``line``, ``column``: from 1.
    ``number``: the number of a move as printed.
    ``move``, ``name``: the move, and its text without the number.
    ``says``: the conditions that it may express.
    ``inside``: the phrases in a bracket.
    ``led_by``: the unknown words directly before it.
    ``affirms``: whether a verb that stands for the clause before it affirms or denies it (“if he does”, “if he does
    not”); None for other phrases.
    ``by``: the man that captures, if it is named (of a capture of Black's White does not hear it).
    ``apart``: it is a capture or a square, and words that do not link the two stand between them.
    """

    kind: Kind
    text: str
    start: int
    end: int
    line: int
    column: int
    number: int | None = None
    move: Printed | None = None
    name: str = ""
    says: tuple[Condition, ...] = ()
    inside: tuple[Phrase, ...] = ()
    led_by: Phrase | None = None
    affirms: bool | None = None
    by: Piece | None = None
    apart: bool = False


def is_square(word: Phrase) -> bool:
    """Whether a phrase is a square alone (``h3``), or a capture on one (``xh3``)."""
    if word.kind != "bare_move" or word.move is None or any(sign in word.text for sign in "+#?†‡"):
        return False
    parts = word.move.parts
    return (
        parts == Parts(piece=parts.piece, to=parts.to, capture=parts.capture)
        and parts.piece in (None, "P")
        and (not word.move.figurine and len(parts.to or "") == 2)
    )


def phrases(
    text: str, base: int = 0, lines: Lines | None = None, language: Language = "en", *, signs: bool = False
) -> list[Phrase]:
    """The phrases of a solution.

    :param base: the offset of the solution in the whole text, which is added to every offset.
    :param lines: the lines of the whole text; by default, those of the solution.
    :param language: that of the letters for men.
    :param signs: the letters of men may be misread by a scanner, like figurines.
    """
    maker = _Phrases(_plain(text), base, lines or Lines(text), language, signs=signs)
    counted = without_idle_negations(counting(_parser().words(maker.plain.text)))
    words = list(with_places([*with_places_again([*counted])]))
    words = list(with_subjects([*with_scopes([*with_events(words)])]))
    maker.apart = set(set_apart(words))
    tree = _parser().tree(balanced(meaningful(words, maker.led_by)))
    assert tree is not None  # any words are phrases
    found: list[Phrase] = maker.transform(tree)
    return found


def unknown(text: str, base: int = 0, lines: Lines | None = None) -> list[Phrase]:
    """The stretches of words that are not understood; parameters as in :func:`phrases`."""
    maker = _Phrases(_plain(text), base, lines or Lines(text), "en")
    words = counting(_parser().words(maker.plain.text))
    return [maker.words_alone(run) for run in not_understood(words)]


def without_meaning(text: str, base: int = 0, lines: Lines | None = None) -> list[Phrase]:
    """The stretches of words without a meaning, known or not; parameters as in :func:`phrases`."""
    maker = _Phrases(_plain(text), base, lines or Lines(text), "en")
    words = counting(_parser().words(maker.plain.text))
    silent = groupby(words, lambda word: word.type == "WORD" or (word.type == "OTHER" and word.isalnum()))
    return [maker.words_alone(list(run)) for plain, run in silent if plain]


def _plain(text: str) -> Plain:
    """A text without markup and without the markup of formulas, with divided words joined."""
    return written_out(mended(without_latex(unmarked(text), alone=True)))


def _parser() -> Parser:
    return parser_of("problem", lexer="basic")


class _Phrases(Transformer[Word, Any]):
    """Makes a phrase of each rule of the grammar.

    ``led_by``: the unknown words before a word, by its offset.  ``apart``: the offsets of captures and squares that are
    separated by other words.
    """

    def __init__(self, plain: Plain, base: int, lines: Lines, language: Language, *, signs: bool = False) -> None:
        super().__init__()
        self.plain, self.base, self.lines, self.language, self.signs = plain, base, lines, language, signs
        self.led_by: dict[int, list[Word]] = {}
        self.apart: set[int] = set()

    def start(self, found: list[Any]) -> list[Phrase]:
        return [each for each in found if isinstance(each, Phrase)]

    def _made(self, kind: Kind, words: list[Any], **said: Any) -> Phrase:
        """A phrase of some words, with its place in the whole text."""
        low, high = words[0].start_pos, words[-1].end_pos
        places = self.plain.places
        start, end = places[low] + self.base, places[high - 1] + 1 + self.base
        if unknown := self.led_by.get(low):
            said["led_by"] = self._made("unknown", unknown)
        tells = any(isinstance(each, (Captures, Checks)) for each in said.get("says", ()))
        tokens = [word for word in words if isinstance(word, Word)]
        if any(word.start_pos in self.apart for word in tokens) or (tells and any(map(self._is_led, tokens[1:]))):
            said["apart"] = True
        return Phrase(kind, self.plain.text[low:high], start, end, *self.lines.place(start), **said)

    def _is_led(self, word: Word) -> bool:
        """Whether words are directly before a word that are not understood, and do not link a capture to its square."""
        words = [each for each in self.led_by.get(word.start_pos or -1, ()) if is_unknown(each)]
        return not all(mentions(each, "details.linking") for each in words)

    def words_alone(self, words: list[Word]) -> Phrase:
        """The phrase of words that were not understood."""
        return self._made("unknown", words)

    def __default__(self, data: Any, children: list[Any], _meta: Any) -> Phrase:
        return self._made(cast("Kind", str(data)), children)

    def joint(self, words: list[Word]) -> Phrase:
        return self._made(cast("Kind", words[0].type.lower()), words)

    cue = end = joint

    def otherwise(self, words: list[Word]) -> Phrase:
        affirms = {"HEAD_AFFIRMED": True, "HEAD_DENIED": False}.get(words[0].type)
        return self._made("otherwise", words, affirms=affirms)

    def leaders(self, words: list[Word]) -> Phrase:
        return self._made("colon", words)

    # -- moves ---------------------------------------------------------------------------------------------------------

    def white_move(self, words: list[Word]) -> Phrase:
        printed_number, move = words
        read = self._printed(move)
        if read is None:
            return self._made("other", words)
        return self._made("white_move", words, number=number(printed_number), move=read, name=name_of(move))

    def bare_move(self, words: list[Word]) -> Phrase:
        read = self._printed(words[0])
        return self._made("bare_move" if read else "other", words, move=read, name=name_of(words[0]))

    def _printed(self, move: Word) -> Printed | None:
        """A printed move; if letters may be misread (``signs``), its letter counts as a figurine."""
        read = printed(str(move), self.language)
        around = (
            self.plain.text[max(move.start_pos or 1, 1) - 1] + self.plain.text[move.end_pos : (move.end_pos or 0) + 1]
        )
        if read is not None and len(around) == 2 and not set(around) - _QUOTES:
            read = read._replace(doubted=False)  # “Qd5?” is said to the umpire
        if not self.signs or read is None or read.parts.piece in (None, "P") or read.parts.castle is not None:
            return read
        return read._replace(figurine=True)

    def any_of_man(self, words: list[Word]) -> Phrase:
        sign = next(str(word) for word in words if word.type in ("SIGN", "MAN"))
        parts = Parts(piece=man(sign, self.language))
        drawn = Printed(
            parts, sign[0] in FIGURINES or (self.signs and len(sign) == 1), mates=False, checks=False, doubted=False
        )
        return self._made("any_of_man", words, move=drawn)

    def move_in_words(self, words: list[Word]) -> Phrase:
        first = next(word for word in words if word.type != "STANDING")
        piece = next(
            (piece for name in _WORD["WORD_OR_SIGN"].findall(first) if (piece := man(name, self.language))), None
        )
        squares = squares_in(words[-1])
        start, to = (squares[0], squares[-1]) if first.type == "MAN_FROM_TO" else (None, squares[0])
        printed = Printed(
            Parts(piece=piece, from_=start, to=to), figurine=False, mates=False, checks=False, doubted=False
        )
        return self._made("move_in_words", words, move=printed)

    def black_number(self, words: list[Word]) -> Phrase:
        return self._made("black_number", words, number=number(words[0]))

    def stray_number(self, words: list[Word]) -> Phrase:
        return self._made("stray_number", words, number=number(words[0]))

    def bracket(self, found: list[Any]) -> Phrase:
        inside = tuple(each for each in found if isinstance(each, Phrase))
        apart = any(each.apart for each in inside)
        return self._made("bracket", [found[0], found[-1]], inside=inside, apart=apart)

    # -- announcements ---------------------------------------------------------------------------------------------

    def silent(self, words: list[Word]) -> Phrase:
        return self._made("announced", words, says=(Silent(),))

    def not_silent(self, words: list[Word]) -> Phrase:
        return self._made("announced", words, says=(NotSilent(),))

    def umpire_speaks(self, words: list[Word]) -> Phrase:
        said: dict[str, tuple[Condition, ...]] = {
            "PAWN_TRY": (PawnTries(any=True),),
            "A_PAWN_TRY": (PawnTries(any=True), PawnTries(count=1)),
        }
        return self._made("umpire_speaks", words, says=said.get(words[0].type, (NotSilent(),)))

    def capture(self, words: list[Word]) -> Phrase:
        named = [each.split()[-1] for each in words if each.type in ("BY_MAN", "BY_PAWN")]
        by = next(filter(None, map(man, named)), None)
        (said,) = self._captures(words, happened=True)
        says: tuple[Condition, ...] = (said,)
        if said == Captures(man="P"):
            says = (said, *self._pawn_tries(words))
        if left := [word for word in words if word.type == "EXCEPT_AT"]:
            says = (AllOf(conditions=(said, *self._captures(left, happened=False))),)
        return self._made("announced", words, says=says, by=by)

    def _pawn_tries(self, words: list[Word]) -> tuple[PawnTries, ...]:
        """What “cattura di pedone” may mean, too: that a pawn can take, and with “una” that there is one such try."""
        low, high = words[0].start_pos or 0, words[-1].end_pos
        if not mentions(self.plain.text[low:high], "details.pawn_capture"):
            return ()
        before = (self.plain.text[:low].split() or [""])[-1]
        counted = read_number(before.strip("".join(_QUOTES)).lower()) == 1
        return (PawnTries(count=1),) if counted else (PawnTries(any=True),)

    def no_capture(self, words: list[Word]) -> Phrase:
        return self._made("announced", words, says=self._captures(words, happened=False))

    def one_capture(self, words: list[Word]) -> Phrase:
        """“one capture”, “two captures”: a capture that is announced, or the number of White's pawn tries."""
        said = pawn_tries(words[0])
        return self._made("announced", words, says=said if words[0][0].isdecimal() else (Captures(), *said))

    def some_capture(self, words: list[Word]) -> Phrase:
        """“captures possible”: there are pawn tries."""
        return self._made("announced", words, says=(PawnTries(any=True),))

    def _captures(self, words: list[Word], *, happened: bool) -> tuple[Captures]:
        """The capture that a phrase describes: its squares, the captured man, and what captured it."""
        words = [word for word in words if word.type != "EXCEPT_AT"] or words
        squares = tuple(square for word in words if word.type in WITH_SQUARES for square in squares_in(word))
        named = [w for n, w in enumerate(words) if w.type in ("MAN", "MAN_AT", "CHECK_MAN") and self._adjoins(words, n)]
        men = [w.split()[0 if w.type == "MAN_AT" else -1] for w in named]
        by = next((_BY[word.type] for word in words if word.type in _BY), None)
        taken = next((each for each in map(man, men) if each != "K"), None)  # a king is never captured
        passing = any(word.type == "EN_PASSANT" for word in words)
        return (
            Captures(
                square=squares[0] if squares else None, also=squares[1:], man=taken, by=by, happened=happened,
                en_passant=passing,
            ),
        )  # fmt: skip

    def _adjoins(self, words: list[Word], n: int) -> bool:
        """Whether a word is close to the one before it; in “a capture means that the bishop …” *bishop* is not."""
        return not n or len(self.plain.text[words[n - 1].end_pos : words[n].start_pos].split()) <= _BETWEEN

    def at_square(self, words: list[Word]) -> Phrase:
        return self._made("at_square", words, says=self._captures(words, happened=True))

    def excepted(self, words: list[Word]) -> Phrase:
        return self._made("excepted", words, says=self._captures(words, happened=True))

    def man(self, words: list[Word]) -> Phrase:
        return self._made("man", words, says=(Captures(man=man(str(words[0]).split()[-1], self.language)),))

    def by(self, words: list[Word]) -> Phrase:
        return self._made("by", words, says=(Captures(by=_BY[words[0].type]),))

    def check(self, words: list[Word]) -> Phrase:
        left = [word for word in words if word.type == "EXCEPT_WAY"]
        given = Checks(directions([word for word in words if word not in left]))
        ways = Checks(directions(left), happened=False)
        return self._made("announced", words, says=(AllOf(conditions=(given, ways)) if left else given,))

    def direction(self, words: list[Word]) -> Phrase:
        return self._made("direction", words, says=(Checks(directions(words)),))

    def no_check(self, words: list[Word]) -> Phrase:
        return self._made("announced", words, says=(Checks(directions(words), happened=False),))

    def count(self, words: list[Word]) -> Phrase:
        counted = next((word for word in words if word.type in ("NUMERAL", "NONE_OR", "LIMITED")), None)
        squares = tuple(sorted(square for word in words if word.type == "AT_SQUARE" for square in squares_in(word)))
        (said,) = (PawnTries(count=0),) if counted is None else pawn_tries(counted)
        limited = counted is not None and counted.type == "LIMITED"
        made = any(word.type == "CAPTURE" for word in words) and said.count != 0 and not limited
        happened = (Captures(square=squares[0] if squares else None, also=squares[1:]),) if made else ()
        return self._made("announced", words, says=(msgspec.structs.replace(said, squares=squares or None), *happened))


_WORD: Final = Terminals("common")
_QUOTES: Final = frozenset("“”\"«»‘’'`")
_BY: Final[dict[str, Literal["pawn", "piece"]]] = {"BY_PAWN": "pawn", "BY_PIECE": "piece"}
