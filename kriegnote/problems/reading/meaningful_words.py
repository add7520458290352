"""Selects the words of a solution that have a meaning; drops all other words and brackets without a counterpart."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby, takewhile
from typing import Final

from lark.lexer import Token as Word

from kriegnote.lexicon import meant, mentions, read_number
from kriegnote.parsing import Terminals
from kriegnote.problems.reading.moves import man

_WAITING: Final = frozenset(
    (
        "WHITE_NUMBER", "BLACK_NUMBER", "SOR", "OR", "AND", "COMMA", "IF", "WHEN", "THEN", "TRY", "PLAY", "OPEN",
        "SPEAK", "NOT", "BLACK", "UNLESS", "BECAUSE",
    )
)  # fmt: skip
"""Terminals after which a sentence goes on in the next line."""
SAYS_NOTHING: Final = (
    "WORD", "WHATEVER", "CONCEDED", "OFFERED", "WONDERS", "FROM_SQUARE", "ENUMERATOR", "PROBLEM_NUMBER", "TASK",
)  # fmt: skip
CLAUSE_ENDS: Final = frozenset((
    "STOP", "COMMA", "MOVE", "WHITE_NUMBER", "BLACK_NUMBER", "COLON", "SEMICOLON", "DASH", "BLANK_LINE", "BULLET",
    "OPEN", "CLOSE",
))  # fmt: skip
_LINKS: Final = frozenset((
    "MAN", "MAN_AT", "CHECK_MAN", "BY_MAN", "BY_PAWN", "BY_PIECE", "BLACK", "WHITE", "SPEAK", "POSSIBLE", "STANDING",
    "MOVED", "AND", "OR", "SLASH", "QUOTE", "NEWLINE", "IF", "WHEN", "PAIRED", "OTHER", "PLAY",
    "TRY", "VAIN", "CHECK", "WITHOUT",
))  # fmt: skip
"""Terminals that may stand between a capture and its square, in addition to linking words."""
_SETS_OFF: Final = ("COLON", "DASH", "WHITE_NUMBER", "MOVE", "LEADERS", "MET_BY")
_LEADS_ON: Final = (*_SETS_OFF, "COMMA", "PLAY", "TRY", "WHITE", "POSSIBLE")
"""Terminals that may stand between a number that heads a branch and the try."""
_SILENT_WORDS: Final = 4  # with more words without a meaning, what is before and after them is not connected
_WORD: Final = Terminals("common")
WITH_SQUARES: Final = ("AT_SQUARE", "EXCEPT_AT", "OF_SQUARE", "MAN_AT", "TAKEN_AT")
_HEADS: Final = frozenset((
    "AT_SQUARE", "OF_SQUARE", "MAN_AT", "TAKEN_AT", "SILENT", "SAYS_NOTHING", "CAPTURE", "CAPTURED", "CHECK",
    "DIRECTION", "CHECK_MAN", "BY_MAN", "BY_PAWN", "BY_PIECE", "YES", "NO", "POSSIBLE", "PAWN_TRY",
))  # fmt: skip
"""Terminals at the end of a head, after which a dash leads to what White does."""
_BEFORE_HEADS: Final = ("STOP", "SEMICOLON", "COMMA", "NEWLINE", "BLANK_LINE", "BULLET", "OPEN", "DASH", "MOVE", "NOT")
"""Terminals directly before the head of a move."""
_BEHIND_HEADS: Final = (["COLON"], ["DASH"], ["LEADERS"], ["MET_BY"])
"""Terminals between the head of a move and the move."""
_HEADED_TRIES: Final = (("TRY", "COLON"), ("TRY", "DASH"))
_SENTENCE_ENDS: Final = ("STOP", "SEMICOLON", "BLANK_LINE", "BULLET")
_ACTS: Final = ("MAN", "MAN_AT", "MAN_FROM_TO", "TRY", "PLAY", "WHITE")
"""Terminals behind an arrow with which a sentence on what White does begins."""
_FAR: Final = 100  # words of a sentence that are looked at
_WAYS: Final = ("DIRECTION", "CHECK_MAN")
_HYPHENS: Final = ("-", "–", "x", "×")
_LISTS: Final = ("OR", "COMMA", "SLASH", "AND")
PLACES: Final = (*WITH_SQUARES, "MAN", "BY_MAN", "BY_PAWN", "BY_PIECE")
_NAMES_SQUARES: Final = frozenset((*WITH_SQUARES, "FROM_SQUARE")) - {"EXCEPT_AT"}


def counting(words: Sequence[Word]) -> list[Word]:
    """The words of a text, with numbers of pawn tries (``NUMERAL``) distinguished from other numbers."""
    speaks = any(word.type in ("PAWN_TRY", "POSSIBLE") for word in words)
    edge = [Word("STOP", "")]
    words = [*_heads_for_tries(words)]
    around = zip([*edge, *words], words, [*words[1:], *edge], [*words[2:], *edge, *edge], strict=False)
    return [_counted(word, before, after, behind, speaks=speaks) for before, word, after, behind in around]


def _heads_for_tries(words: Sequence[Word]) -> Iterator[Word]:
    """The words; where *no tries* heads a case, *tries* at the head of another one are pawn tries.

    An example is “quiet, no tries – 2.A; quiet, tries – 2.B”.
    """
    pairs = [
        (one.type, other.type, behind.type) for one, other, behind in zip(words, words[1:], words[2:], strict=False)
    ]
    denied = any(each[0] in ("NO", "NOT") and each[1:] in _HEADED_TRIES for each in pairs)
    before = "STOP"
    for word, behind in zip(words, [*words[1:], Word("STOP", "")], strict=False):
        heads = denied and (word.type, behind.type) in _HEADED_TRIES and before in _BEFORE_HEADS
        yield retyped(word, "PAWN_TRY") if heads and before not in ("MOVE", "NOT") else word
        before = word.type


def _counted(word: Word, before: Word, after: Word, behind: Word, *, speaks: bool) -> Word:
    """A word, with its terminal corrected if it is a number or a word for *none*.

    It becomes a ``NUMERAL`` if it counts pawn tries; any other number becomes a word without a meaning.

    :param speaks: the text mentions pawn tries.
    """
    if word.type == "YES" and after.type == "PAWN_TRY" and is_number(word.split()[-1]):  # “there is one pawn try”
        return retyped(word, "NUMERAL")
    if word.type == "NUMERAL" and word[0].isdecimal() and before.type == "TRY":
        return retyped(word, "OTHER")  # “try 1: …”
    none = word.type in ("NOT", "NO", "SAYS_NOTHING") and mentions(word, "details.nobody")
    if word.type != "NUMERAL" and not none:
        return word
    if mentions(after, "details.alone"):
        after, behind = behind, Word("STOP", "")
    head = speaks and before.type in ("IF", "WHEN") and after.type in (*_LEADS_ON, "WORD")
    head = head and (not none or (meant(word, "details") == "none" and after.type != "PLAY"))
    known = mentions(before, "details.the") or (after.type == "TRY" and mentions(before, "details.has"))
    apart = not known and behind.type not in ("WORD", *WITH_SQUARES)
    tries = after.type == "TRY" and behind.type in (("COLON", "DASH", "COMMA", "AND") if none else _SETS_OFF)
    number = after.type in ("PAWN_TRY", *_SETS_OFF) or (after.type in ("POSSIBLE", "CAPTURE") and apart)
    begins = speaks and before.type in ("COLON", "SEMICOLON")  # “pawn tries: one, and 2.A is played; two, …”
    listed = after.type == "COMMA" and behind.type in (*_SETS_OFF, *(("AND", "TRY", "PLAY") if begins else ()))
    if head or (tries and apart) or (not (none or known) and (number or listed)):
        return retyped(word, "NUMERAL")
    return word if none else retyped(word, "OTHER" if word[0].isdecimal() else "WORD")


def retyped(word: Word, kind: str) -> Word:
    """A word as another terminal."""
    return Word(kind, str(word), start_pos=word.start_pos, end_pos=word.end_pos)


def with_places(words: Sequence[Word]) -> Iterator[Word]:
    """The words, with squares behind a capture without a preposition (“takes d6”), or in brackets, as its place."""
    n, before, named, event = 0, "", "", ""
    while n < len(words):
        word, end = words[n], n + 1
        if word.type == "THAT_SQUARE" and named:
            word = Word("AT_SQUARE", named, start_pos=word.start_pos, end_pos=word.end_pos)
        named = next(iter(_WORD["SQUARE"].findall(word.lower())[::-1]), named) if _names_square(word) else named
        if before:
            while _is_square(words, n) and _is_square(words, end + 1) and words[end].type in _LISTS:
                end += 2
            if _is_square(words, n):
                text = " ".join(words[n:end])
                word = Word("OF_SQUARE", text, start_pos=word.start_pos, end_pos=words[end - 1].end_pos)
            elif [each.type for each in words[n : n + 3 : 2]] == ["OPEN", "CLOSE"] and words[n + 1].type in PLACES:
                word, end = words[n + 1], n + 3
        if event and (behind := _excepted_place(words, n, event)) > n:
            place, kind = words[n + (word.type == "COMMA") : behind], "EXCEPT_WAY" if event == "CHECK" else "EXCEPT_AT"
            word = Word(kind, " ".join(place), start_pos=place[0].start_pos, end_pos=place[-1].end_pos)
            end = behind
        if before == "CAPTURE" and word.type == "NOT" and following(words, n) == "CHECK":
            word = retyped(word, "WITHOUT")  # “captures that do not give check”
        kinds = [each.type for each in words[n : n + 3]]
        if not before and kinds[:2] in (["MAN", "OF_SQUARE"], ["MAN", "FROM_SQUARE"]) and kinds[2:] == ["AT_SQUARE"]:
            word, end = _from_to(words[n : n + 3]), n + 3  # “the knight from e3 to g2”
        elif not before and (mates := _mates_at(words, n)):
            text, end = " ".join(mates), n + len(mates)
            word = Word("MAN_AT", text, start_pos=word.start_pos, end_pos=words[end - 1].end_pos)
        elif not before and (route := _route(words, n)):
            word, end = _from_to(route), n + len(route)
        if before or kinds[:2] != ["OF_SQUARE", "GOES"]:  # “the knight of e3 goes to g2”
            yield word
        before = before if word.type in SAYS_NOTHING or (before and word.type in PLACES) else word.type
        before = before if before in ("CAPTURE", "CAPTURED", "SPEAK") and not _is_verb_denied(words, n) else ""
        event = before if before != "SPEAK" else ""
        event = "CHECK" if word.type == "CHECK" else event
        n = end


def _excepted_place(words: Sequence[Word], n: int, event: str) -> int:
    """The index behind words from ``n`` on that except squares from a capture before them, or a direction from a check.

    Examples are “(a capture), but not on d6” and “(if the check) is not on the file”.  It is ``n`` if none do.
    """
    denied = _past_links(words, n + (words[n].type == "COMMA"))
    kind = words[denied].type if denied < len(words) else ""
    except_, places = ("EXCEPT_WAY", _WAYS) if event == "CHECK" else ("EXCEPT_AT", ("AT_SQUARE",))
    if kind == except_ and denied > n and not _heads_case(words, denied + 1):
        return denied + 1
    place = _past_links(words, denied + 1)
    excepted = kind in ("NOT", "NO") and place < len(words) and words[place].type in places
    return place + 1 if excepted and not _heads_case(words, place + 1) else n


def _past_links(words: Sequence[Word], n: int) -> int:
    """The index behind words from ``n`` on that only link a capture to its square."""
    while n < len(words) and words[n].type in ("WORD", "STANDING") and _links(words[n]):
        n += 1
    return n


def _links(word: Word) -> bool:
    return mentions(word, "details.linking") or mentions(word, "details.but")


def _heads_case(words: Sequence[Word], n: int) -> bool:
    """Whether a colon at an index ends the head of a case behind a try of the same sentence.

    In “2.A after a capture, but not on d6: 2.B” the exception is a case of its own.
    """
    if [each.type for each in words[n : n + 1]] != ["COLON"]:
        return False
    before = (words[k] for k in range(n - 1, max(n - _FAR, 0) - 1, -1))
    return any(each.type == "MOVE" for each in takewhile(lambda each: each.type not in _SENTENCE_ENDS, before))


def _is_verb_denied(words: Sequence[Word], n: int) -> bool:
    """Whether a verb is denied by the next word (“schlägt er nicht auf d6”), so that its square is not excepted."""
    half = n > 0 and mentions(words[n - 1], "details.half_denies")
    return half or (mentions(words[n], "details.takes") and following(words, n) == "NOT")


def _names_square(word: Word) -> bool:
    """Whether a word names a square: a move, or a place."""
    return word.type in ("MOVE", *_NAMES_SQUARES)


def _mates_at(words: Sequence[Word], n: int) -> Sequence[Word]:
    """The words from an index on that say where a man mates (“the bishop gives mate on c2”); none if they do not."""
    if words[n].type != "MAN":
        return ()
    end = n + 1
    while end < len(words) and words[end].type in SAYS_NOTHING:
        end += 1
    return words[n : end + 2] if [word.type for word in words[end : end + 2]] == ["MATE", "AT_SQUARE"] else ()


def _route(words: Sequence[Word], n: int) -> Sequence[Word]:
    """The words from an index on that say from where to where a man goes; none if they do not.

    Examples are “the knight on e3 goes to g2” and “queen c5-e7”.
    """
    if words[n].type != "MAN_AT":
        return ()
    end = n + 1
    while end < len(words) and words[end].type in (*SAYS_NOTHING, "GOES"):
        end += 1
    goes = any(word.type == "GOES" for word in words[n + 1 : end])
    goes = goes or (end > n + 1 and not mentions(words[n], "details.at"))  # “the knight e3 leaps to g2”
    goes = goes or (end == n + 1 and words[end : end + 1] != [] and words[end].lower().startswith(("to ", "in ")))
    if goes and end < len(words) and words[end].type == "AT_SQUARE":
        return words[n : end + 1]
    joined = [word.type for word in words[n + 1 : n + 3]] == ["OTHER", "MOVE"] and words[n + 1] in _HYPHENS
    return words[n : n + 3] if joined and _is_square(words, n + 2) else ()


def _from_to(words: Sequence[Word]) -> Word:
    """The words for a man and the two squares of his move as one word."""
    return Word("MAN_FROM_TO", " ".join(words), start_pos=words[0].start_pos, end_pos=words[-1].end_pos)


def following(words: Sequence[Word], n: int) -> str:
    """The terminal of the next word after an index that has a meaning; empty if there is none."""
    return next((each.type for each in words[n + 1 :] if each.type not in SAYS_NOTHING), "")


def _is_square(words: Sequence[Word], n: int) -> bool:
    return n < len(words) and words[n].type == "MOVE" and bool(_WORD["SQUARE"].fullmatch(words[n].strip()))


def is_number(text: str) -> bool:
    """Whether a word is a number, or means *none*."""
    return read_number(text) is not None or mentions(text, "details.nobody")


def is_unknown(word: Word) -> bool:
    """Whether a word is not understood: it has no meaning in the grammar, and is not in ``plain_words.toml``."""
    if word.type != "WORD" or len(word) == 1:
        return False
    words, stems = plain_words()
    said, elided = word.lower().rstrip("'’"), word[-1] in "'’"
    whole = [said, *(f"{said}{vowel}" for vowel in "aeio")] if elided else [said]  # “tutt'e due”
    return words.isdisjoint(whole) and not said.startswith(stems)


def not_understood(words: Sequence[Word]) -> Iterator[list[Word]]:
    """The stretches of words that are not understood, in the order of the text.

    One of their words is not known; or they are the whole head of a move and do not say that one follows (“Sound: 2.A”,
    but not “Answer: 2.A”), so that they are the condition of it.
    """
    before, end = "STOP", 0
    said = [word for word in words if word.type != "QUOTE"]
    for silent, group in groupby(said, lambda word: word.type in SAYS_NOTHING):
        run = list(group)
        end += len(run)
        behind = [word.type for word in said[end : end + 2]]
        if silent and (any(map(is_unknown, run)) or _is_idle_head(run, before, behind)):
            yield run
        before = run[-1].type


def _is_idle_head(run: Sequence[Word], before: str, behind: Sequence[str]) -> bool:
    """Whether words are the whole head of a move, and do not say that one follows.

    :param before: the terminal before them.
    :param behind: the two terminals behind them.
    """
    heads = before in _BEFORE_HEADS and behind[:1] in _BEHIND_HEADS and behind[1:] in (["MOVE"], ["WHITE_NUMBER"])
    words = heads and all(word.type == "WORD" for word in run) and any(len(word) > 1 for word in run)
    return words and not mentions(" ".join(run), "details.introducing")


@cache
def plain_words() -> tuple[frozenset[str], tuple[str, ...]]:
    """The words of ``grammars/plain_words.toml``, and the stems of those that may have any ending."""
    languages = tomllib.loads(files("kriegnote.grammars").joinpath("plain_words.toml").read_text("utf-8"))
    words = " ".join(languages.values()).split()
    return frozenset(words), tuple(word[:-1] for word in words if word.endswith("*"))


def meaningful(words: Sequence[Word], led_by: dict[int, list[Word]]) -> Iterator[Word]:
    """The words with a meaning, with a ``GAP`` where many others are omitted.

    Line breaks where a sentence cannot end, and dashes that separate nothing, are omitted, too.

    :param led_by: filled with the omitted words before a word, by its offset, if they are not all known.
    """
    silent: list[Word] = []
    last = ""
    for n, word in enumerate(words):
        if word.type in SAYS_NOTHING:
            silent.append(word)
        elif word.type == "DASH" and last not in ("MOVE", "BLACK_NUMBER", "CLOSE") and not silent:
            leads = ">" in word or last in _HEADS
            acts = ("MOVE", *_ACTS) if any(sign in word for sign in ">→⇒➔") else ("MOVE",)
            if leads and following(words, n) in acts:  # “capture on c3 -> Rxc3”, “-> the rook takes c3”
                yield retyped(word, "LEADERS")
                last = "LEADERS"
        elif word.type != "QUOTE" and not (word.type in ("NEWLINE", "BLANK_LINE") and last in _WAITING and not silent):
            last = last if word.type in SAYS_NOTHING else word.type
            if len(silent) > _SILENT_WORDS:
                yield Word("GAP", "", start_pos=word.start_pos, end_pos=word.start_pos)
            if word.start_pos is not None and any(map(is_unknown, silent)):
                led_by[word.start_pos] = silent
            silent = []
            yield word


def set_apart(words: Sequence[Word]) -> Iterator[int]:
    """The offsets of captures and squares that are separated by other than linking words (“a capture far from d6”)."""
    taken: int | None = None  # the last capture of the clause
    linked, last, before, person = True, "", Word("STOP", ""), False
    for word in words:
        person = word.type not in CLAUSE_ENDS and (person or mentions(word, "details.he"))
        if word.type in ("CAPTURE", "CAPTURED"):
            taken, linked = word.start_pos, True
        elif word.type == "SUBJECT" or (word.type == "MAN_AT" and man(word.split()[0]) == "K"):
            taken = None  # a king is never captured
        elif word.type in _NAMES_SQUARES or word.type in CLAUSE_ENDS:
            square = word.type in _NAMES_SQUARES or (
                word.type == "MOVE" and _WORD["SQUARE"].fullmatch(word.split()[-1].rstrip("?!"))
            )
            piece = word.type == "MOVE" and not square and before.type == "WORD" and mentions(before, "details.linking")
            piece = piece and not any(sign in word for sign in "x×")  # “captures by dxc4”
            if taken is not None and word.start_pos is not None and (piece or (square and not linked)):
                yield from (taken, word.start_pos)  # “a capture far from d6”, “a capture on Qd6”
            taken = None
        elif word.type == "EXCEPT_AT" and taken is not None and word.start_pos is not None:
            yield from () if linked else (taken, word.start_pos)  # “a capture far from all but d6”
        elif word.type in ("GOES", "MOVED") and (last in ("MAN", "BLACK", "SIGN", "OR") or person):
            taken = None  # “the king has fled to b3”, “or withdraws the knight to c3”, “no capture: he went to f8”
        else:
            linked = linked and (word.type in _LINKS or mentions(word, "details.linking"))
        last = last if word.type in SAYS_NOTHING else word.type
        before = word


def balanced(words: Iterator[Word]) -> list[Word]:
    """The words without unpaired brackets, and without brackets nested more than four deep."""
    found: list[Word] = []
    open_: list[int] = []
    lone: set[int] = set()
    for word in words:
        if word.type == "CLOSE":
            if not open_:
                continue
            open_.pop()
        if word.type == "OPEN":
            if len(open_) > 3:  # deeper nesting is a misprint
                continue
            open_.append(len(found))
        found.append(word)
    lone.update(open_)
    return [word for n, word in enumerate(found) if n not in lone]
