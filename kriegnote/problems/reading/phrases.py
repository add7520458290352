"""The phrases of a printed solution: text made plain, its words, and what the grammar makes of them.

Nothing here knows a position or a policy.  A :class:`Phrase` is a move, something that the umpire says, an answer, the
fate of a try, or a word that joins these; where it belongs :mod:`kriegnote.problems.reading.interpret` weighs.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal, cast

import msgspec
from lark import Transformer
from lark.lexer import Token as Word

from kriegnote.lexicon import mentions, read_number
from kriegnote.model.printed_moves import FIGURINES, Language, Parts
from kriegnote.parsing import Terminals
from kriegnote.problems.policy import Captures, Checks, Condition, NotSilent, PawnTries, Silent
from kriegnote.problems.reading.moves import Printed, man, printed
from kriegnote.problems.reading.telling_words import (
    SAYS_NOTHING,
    WITH_SQUARES,
    balanced,
    counting,
    is_number,
    is_unknown,
    set_apart,
    telling,
)
from kriegnote.shapes import Parser, parser_of
from kriegnote.text.latex import without_latex
from kriegnote.text.plain import Plain, unmarked
from kriegnote.text.source import Lines, whole_number

_BETWEEN: Final = 2  # so many words may stand between a capture and what is taken: “takes the advanced knight”

Kind = Literal[
    # moves
    "white_move", "bare_move", "any_of_man", "move_in_words", "black_number", "stray_number", "bracket",
    # what the umpire says and answers
    "heard", "spoken", "at_square", "excepted", "by", "direction", "man", "asked", "answer_yes", "answer_no", "yes",
    "no",
    # the fate of a try
    "refused", "accepted", "in_vain",
    # joints
    "sor", "or", "then", "and", "comma", "colon", "semicolon", "double_slash", "slash", "dash", "in_order", "order",
    "paired", "before", "any_order", "otherwise",
    # cues
    "if", "when", "unless", "threats", "cannot", "try", "play", "threat", "because", "black", "white", "key", "not",
    "mate", "second", "all_other", "any_reply", "black_moved", "moved", "gap",
    # parts and ends
    "twin", "rulebook", "supposed", "remark", "stop", "bullet", "blank_line", "newline",
    # what is none of these: a move that cannot be read, words that are not understood, a bracket's ends
    "other", "unknown", "opened", "closed",
]  # fmt: skip
"""What a phrase is: a rule of ``grammars/problem.lark``, or the word that a joint, a cue or an end is."""


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """What the grammar found: its kind, its place, and what it says.

    ``name`` is a move without its number; ``led_by`` the unknown words right before it; ``affirms``: whether a
    verb that stands for the clause before it says or denies it (“if he does”, “if he does not”); ``apart``: it
    is a capture or a square, and other words than those that link them stand between the two; ``start`` and
    ``end`` are offsets in the whole text, ``line`` and ``column`` count from 1.
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
    apart: bool = False


def is_square(word: Phrase) -> bool:
    """Whether a phrase is a square alone, with ``x`` before it or not: ``h3``, ``xh3``."""
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

    :param base: added to every offset; :param lines: those of the whole text; :param signs: letters are a scanner's.
    """
    maker = _Phrases(_plain(text), base, lines or Lines(text), language, signs=signs)
    words = counting(_parser().words(maker.plain.text))
    maker.apart = set(set_apart(words))
    tree = _parser().tree(balanced(telling(words, maker.led_by)))
    assert tree is not None  # any words are phrases
    found: list[Phrase] = maker.transform(tree)
    return found


def unknown(text: str, base: int = 0, lines: Lines | None = None) -> list[Phrase]:
    """The stretches of words that are not understood; the parameters of :func:`phrases`."""
    maker = _Phrases(_plain(text), base, lines or Lines(text), "en")
    words = counting(_parser().words(maker.plain.text))
    runs = (list(run) for silent, run in groupby(words, lambda word: word.type in SAYS_NOTHING) if silent)
    return [maker.words_alone(run) for run in runs if any(map(is_unknown, run))]


def _plain(text: str) -> Plain:
    """A text as it is printed, without the mark-up of formulas."""
    return without_latex(unmarked(text), alone=True)


def _parser() -> Parser:
    return parser_of("problem", lexer="basic")


class _Phrases(Transformer[Word, Any]):
    """A phrase for each rule of the grammar."""

    def __init__(self, plain: Plain, base: int, lines: Lines, language: Language, *, signs: bool = False) -> None:
        super().__init__()
        self.plain, self.base, self.lines, self.language, self.signs = plain, base, lines, language, signs
        self.led_by: dict[int, list[Word]] = {}
        self.apart: set[int] = set()

    def start(self, found: list[Any]) -> list[Phrase]:
        return [each for each in found if isinstance(each, Phrase)]

    def _made(self, kind: Kind, words: list[Any], **said: Any) -> Phrase:
        low, high = words[0].start_pos, words[-1].end_pos
        places = self.plain.places
        start, end = places[low] + self.base, places[high - 1] + 1 + self.base
        if unknown := self.led_by.get(low):
            said["led_by"] = self._made("unknown", unknown)
        if any(word.start_pos in self.apart for word in words if isinstance(word, Word)):
            said["apart"] = True
        return Phrase(kind, self.plain.text[low:high], start, end, *self.lines.place(start), **said)

    def words_alone(self, words: list[Word]) -> Phrase:
        """Words that were not understood."""
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
        number, move = words
        read = self._printed(move)
        if read is None:
            return self._made("other", words)
        return self._made("white_move", words, number=_number(number), move=read, name=_name(move))

    def bare_move(self, words: list[Word]) -> Phrase:
        read = self._printed(words[0])
        return self._made("bare_move" if read else "other", words, move=read, name=_name(words[0]))

    def _printed(self, move: Word) -> Printed | None:
        """A printed move; its man's letter is a sign as a figurine is where letters are a scanner's."""
        read = printed(str(move), self.language)
        if not self.signs or read is None or read.parts.piece in (None, "P") or read.parts.castle is not None:
            return read
        return read._replace(figurine=True)

    def any_of_man(self, words: list[Word]) -> Phrase:
        sign = next(str(word) for word in words if word.type in ("SIGN", "MAN"))
        parts = Parts(piece=man(sign))
        drawn = Printed(
            parts, sign[0] in FIGURINES or (self.signs and len(sign) == 1), mates=False, checks=False, doubted=False
        )
        return self._made("any_of_man", words, move=drawn)

    def move_in_words(self, words: list[Word]) -> Phrase:
        piece = next((piece for name in _WORD["WORD_OR_SIGN"].findall(words[0]) if (piece := man(name))), None)
        printed = Printed(
            Parts(piece=piece, to=_squares(words[-1])[0]), figurine=False, mates=False, checks=False, doubted=False
        )
        return self._made("move_in_words", words, move=printed)

    def black_number(self, words: list[Word]) -> Phrase:
        return self._made("black_number", words, number=_number(words[0]))

    def stray_number(self, words: list[Word]) -> Phrase:
        return self._made("stray_number", words, number=_number(words[0]))

    def bracket(self, found: list[Any]) -> Phrase:
        inside = tuple(each for each in found if isinstance(each, Phrase))
        apart = any(each.apart for each in inside)
        return self._made("bracket", [found[0], found[-1]], inside=inside, apart=apart)

    # -- what the umpire says --------------------------------------------------------------------------------------

    def silent(self, words: list[Word]) -> Phrase:
        return self._made("heard", words, says=(Silent(),))

    def not_silent(self, words: list[Word]) -> Phrase:
        return self._made("heard", words, says=(NotSilent(),))

    def spoken(self, words: list[Word]) -> Phrase:
        said = PawnTries(any=True) if words[0].type == "PAWN_TRY" else NotSilent()
        return self._made("spoken", words, says=(said,))

    def capture(self, words: list[Word]) -> Phrase:
        return self._made("heard", words, says=self._captures(words, happened=True))

    def no_capture(self, words: list[Word]) -> Phrase:
        return self._made("heard", words, says=self._captures(words, happened=False))

    def one_capture(self, words: list[Word]) -> Phrase:
        """“one capture”, “two captures”: what may be announced, or the number of those that White's pawns can make."""
        said = _tries(words[0])
        return self._made("heard", words, says=said if words[0][0].isdecimal() else (Captures(), *said))

    def some_capture(self, words: list[Word]) -> Phrase:
        """“captures possible”: White's pawns can make one."""
        return self._made("heard", words, says=(PawnTries(any=True),))

    def _captures(self, words: list[Word], *, happened: bool) -> tuple[Condition, ...]:
        """What a phrase says of a capture: where, of which man, by what."""
        squares = tuple(square for word in words if word.type in WITH_SQUARES for square in _squares(word))
        named = [w for n, w in enumerate(words) if w.type in ("MAN", "MAN_AT", "CHECK_MAN") and self._adjoins(words, n)]
        men = [w.split()[0 if w.type == "MAN_AT" else -1] for w in named]
        by = next((_BY[word.type] for word in words if word.type in _BY), None)
        taken = next((each for each in map(man, men) if each != "K"), None)  # a king is never taken
        return (
            Captures(square=squares[0] if squares else None, also=squares[1:], man=taken, by=by, happened=happened),
        )

    def _adjoins(self, words: list[Word], n: int) -> bool:
        """Whether a word stands with the one before it: not so “a capture means that the bishop …”."""
        return not n or len(self.plain.text[words[n - 1].end_pos : words[n].start_pos].split()) <= _BETWEEN

    def at_square(self, words: list[Word]) -> Phrase:
        return self._made("at_square", words, says=self._captures(words, happened=True))

    def excepted(self, words: list[Word]) -> Phrase:
        return self._made("excepted", words, says=self._captures(words, happened=True))

    def man(self, words: list[Word]) -> Phrase:
        return self._made("man", words, says=(Captures(man=man(str(words[0]).split()[-1])),))

    def by(self, words: list[Word]) -> Phrase:
        return self._made("by", words, says=(Captures(by=_BY[words[0].type]),))

    def check(self, words: list[Word]) -> Phrase:
        return self._made("heard", words, says=(Checks(_directions(words)),))

    def direction(self, words: list[Word]) -> Phrase:
        return self._made("direction", words, says=(Checks(_directions(words)),))

    def no_check(self, words: list[Word]) -> Phrase:
        return self._made("heard", words, says=(Checks(_directions(words), happened=False),))

    def count(self, words: list[Word]) -> Phrase:
        counted = next((word for word in words if word.type in ("NUMERAL", "NONE_OR")), None)
        squares = tuple(sorted(square for word in words if word.type == "AT_SQUARE" for square in _squares(word)))
        (said,) = (PawnTries(count=0),) if counted is None else _tries(counted)
        return self._made("heard", words, says=(msgspec.structs.replace(said, squares=squares or None),))


_WORD: Final = Terminals("common")
_BY: Final[dict[str, Literal["pawn", "piece"]]] = {"BY_PAWN": "pawn", "BY_PIECE": "piece"}
_DIRECTIONS: Final = {
    "knight": "men.knight", "rank": "announcements.rank", "file": "announcements.file", "long": "announcements.long",
    "short": "announcements.short", "diagonal": "announcements.diagonal",
}  # fmt: skip
"""The ways of a check, and the meanings that name them."""


def _number(word: Word) -> int | None:
    digits = "".join(sign for sign in word if sign.isdecimal())
    return whole_number(digits) if digits else None


def _tries(word: Word) -> tuple[PawnTries]:
    """The numbers, each of one digit or a word, that a word lists: “1 o 2”, “due”, “none or one”, “one or more”."""
    if mentions(word, "details.or_more"):
        return (PawnTries(any=True),)
    said = _WORD["WORD_OR_SIGN"].findall(word.lower())
    first, *also = (read_number(one) or 0 for one in said if is_number(one))
    return (PawnTries(count=first, also=tuple(also)),)


def _squares(word: Word) -> tuple[str, ...]:
    """The squares that a word names."""
    return tuple(each for each in _WORD["WORD_OR_SIGN"].findall(word.lower()) if _WORD["SQUARE"].fullmatch(each))


def _name(word: Word) -> str:
    """A move as printed, without the word *mate*."""
    move, _, last = word.strip().rpartition(" ")
    return move.rstrip() if mentions(last, "solutions.mate") else word.strip()


def _directions(words: list[Word]) -> tuple[str, ...]:
    said = " ".join(word for word in words if word.type in ("DIRECTION", "CHECK_MAN", "BY_MAN"))
    found = tuple(way for way, name in _DIRECTIONS.items() if mentions(said, name))
    return tuple(name for name in found if name != "diagonal") if len(found) > 1 else found
