"""Finds the solution on a page: where it begins, which phrases are prose, and where the key is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import Final

from kriegnote.lexicon import mentions
from kriegnote.model.printed_moves import Parts
from kriegnote.problems.policy import PawnTries
from kriegnote.problems.reading.moves import Printed
from kriegnote.problems.reading.phrases import Phrase, is_square

BREAKS: Final = {"stop", "bullet", "blank_line", "newline"}
"""Kinds of phrases that end a sentence or a line."""
JOINING: Final = {"then", "or", "and"}
"""Kinds of phrases that join a try to the one before it."""
HEADS: Final = {
    "black_number", "announced", "answer_yes", "answer_no", "twin", "yes", "no", "if", "when", "rulebook", "remark",
    "key", "otherwise", "all_other", "white_move", "accepted", "refused",
}  # fmt: skip
"""Kinds of phrases with which a new sentence may begin on a new line."""
_GOES_ON: Final = ("colon", "comma")
"""Kinds of phrases after which a sentence continues on the next line."""
_BEHIND_COUNT: Final = frozenset(
    {"colon", "dash", "comma", "white_move", "bare_move", "newline", "bracket", "or", "and"}
)
"""Kinds of phrases behind the number of pawn tries that heads a case."""
_AHEAD: Final = 12  # most phrases from the word *key* to the move


class SolutionPage:
    """The phrases of a text (``words``), the key first, with what a reader must know of them.

    ``prose``: the offsets of the phrases that have no effect.  ``begin``: the index at which the solution starts.
    ``counted``: the text mentions numbers of pawn tries greater than one.  ``keyless``: the key has no number.
    ``unnumbered``: no move behind the key has a number.  ``spoken``: no try is printed as a move, but for the key.
    ``shift``: by how much the printed numbers exceed the turns, which count from 1.
    """

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self.words = _key_first(_key_outside(_key_in_words(_key_once(phrases))))
        self.prose = self._prose()
        self.begin = self._beginning()
        counts = [each for n, w in enumerate(self.words) if self._counts(n) for each in w.says]
        tries = [each for each in counts if isinstance(each, PawnTries)]
        self.counted = any(n > 1 for each in tries for n in (each.count or 0, *each.also))
        self.keyless = self._is_keyless()
        self.spoken = not self._prints_tries()
        self.unnumbered = not any((each.number or 0) > 1 for word in self.words for each in (word, *word.inside))
        numbers = [w.number or 1 for w in self.words[self.begin :] if w.kind == "white_move" and not self.is_prose(w)]
        self.shift = 0 if self.keyless else min(numbers, default=1) - 1

    def _counts(self, n: int) -> bool:
        """Whether a phrase may count pawn tries: “two captures” does not if a verb follows (“two captures fail”)."""
        says = self.words[n].says
        behind = self.words[n + 1].kind if n + 1 < len(self.words) else "stop"
        return len(says) < 2 or isinstance(says[0], PawnTries) or behind in _BEHIND_COUNT

    def is_prose(self, word: Phrase) -> bool:
        """Whether a phrase has no effect."""
        return word.start in self.prose

    def _prose(self) -> set[int]:
        """The offsets of remarks (to the end of their paragraph) and of clauses that only suppose something.

        Empty if no try would be left.
        """
        prose = self._footnotes()
        for run in _runs(self.words, {"blank_line"}):
            for n, word in enumerate(run):
                starts = all(w.kind in BREAKS | {"other"} for w in run[max(n - 1, 0) : n])
                titled = n + 1 < len(run) and run[n + 1].kind == "colon"
                if word.kind == "remark" and (starts or titled):
                    prose |= {w.start for w in run[n:]}
        clauses = _runs(self.words, {"stop", "blank_line", "semicolon", "bullet", "then", "twin"}, heads=True)
        for run, after in zip(clauses, [*clauses[1:], []], strict=True):
            kinds = {w.kind for w in run}
            if _is_condition(run, after):
                continue  # “White may be in check: in that case 2.A”
            ordered = kinds & {"in_order", "order", "any_order"}  # “three mates, to be tried in this order: …”
            if "supposed" in kinds and not ordered:
                prose |= {w.start for w in _supposed(run)}
        tried = [w for w in self.words if w.kind == "white_move" and w.number != 1]
        if all(w.start in prose for w in tried or self.words if w.kind == "white_move"):
            return set()  # the whole text is written like a remark
        return prose

    def _footnotes(self) -> set[int]:
        """The offsets of the notes at the end that a number in brackets (“in vain (2)”) refers to."""
        marks = {word.text for word in self.words if word.kind == "bracket" and word.text[1:-1].isdecimal()}
        notes = (n for n, word in enumerate(self.words) if word.kind == "bullet" and word.text.strip() in marks)
        return {word.start for word in self.words[next(notes, len(self.words)) :]}

    def _beginning(self) -> int:
        """The index at which the solution starts: the word *key* if the key follows, else a move or question."""
        named = next((i for i, word in enumerate(self.words) if word.kind == "key" and self._names_key(i)), None)
        if named is not None:
            return named
        first = next((word.number for word in self.words if word.kind == "white_move"), None)
        clause = 0
        for i, word in enumerate(self.words):
            titled = i > 0 and self.words[i - 1].kind == "twin"  # “Position b). 1.Qe4” begins with its head
            if word.kind in ("stop", "blank_line", "bullet", "semicolon") and not titled:
                clause = i + 1
            if self.is_prose(word):
                continue
            if word.kind == "white_move" and word.move and not word.move.doubted:
                return clause if (said := self._refused_before(i)) is None else said
            if word.kind == "bare_move" and (first is None or (first == 2 and self._stands_as_key(i))):
                return i
            if word.kind in ("asked", "answer_yes") and not any(w.kind == "black" for w in self.words[clause:i]):
                return clause
        return len(self.words)

    def _refused_before(self, end: int) -> int | None:
        """The index of a try in words that is refused before an index, so that the solution starts with it.

        An example is “The queen is offered on e6; if she is refused, she takes the pawn (1.Qxa5)”.
        """
        kinds = [word.kind for word in self.words[:end]]
        refused = next((n for n in range(len(kinds) - 1, -1, -1) if kinds[n] == "refused"), 0)
        named = next((n for n in range(refused) if kinds[n] == "move_in_words"), None)
        tried = named is not None and not {"try", "play"}.isdisjoint(kinds[:named])
        return next((n for n in range(len(kinds)) if kinds[n] in ("try", "play")), None) if tried else None

    def _stands_as_key(self, i: int) -> bool:
        """Whether a move without a number is the key, as in “Rh7! and now” or “White plays Rh7”."""
        first = all(each.kind in BREAKS | {"colon", "white"} for each in self.words[:i])
        named = not is_square(self.words[i]) or "!" in self.words[i].text
        return (first and named) or self.words[i - 1].kind in ("play", "try")

    def _names_key(self, i: int) -> bool:
        """Whether the word *key* at an index is followed by the key itself."""
        if self.is_prose(self.words[i]):
            return False
        ahead = takewhile(lambda each: each.kind not in BREAKS | {"if", "when"}, self.words[i : i + _AHEAD])
        return any(each.kind == "bare_move" or (each.kind == "white_move" and each.number == 1) for each in ahead)

    def _prints_tries(self) -> bool:
        """Whether a move without a number that is more than a square, or one of White's behind the key, is printed."""
        inner = [each for word in self.words for each in (word, *word.inside)]
        threats = {after.start for each, after in pairwise(inner) if each.kind == "threat"}
        moves = [w for w in inner if w.move and w.kind in ("white_move", "bare_move") and w.start not in threats]
        return any(each.number != 1 and not is_square(each) for each in moves[1:])

    def _is_keyless(self) -> bool:
        """Whether the key has no number: a move comes before the first number, question and announcement.

        An example is “White plays Rh7 and waits. 2.Rh1# if …”.
        """
        kinds = {
            "white_move",
            "bare_move",
            "announced",
            "asked",
            "answer_yes",
            "answer_no",
            "yes",
            "no",
            "black_number",
        }
        moves = (word for word in self.words[self.begin :] if word.kind in kinds and not self.is_prose(word))
        first = next(moves, None)
        return first is not None and first.kind == "bare_move" and not (first.move and first.move.mates)


def _is_condition(run: Sequence[Phrase], after: Sequence[Phrase]) -> bool:
    """Whether a clause says that something may be announced, and the next words say what White does then."""
    said = any(each.kind == "announced" for each in run)
    refers = any(each.kind == "then" and mentions(each.text, "details.in_that_case") for each in run[-1:])
    return said and (refers or any(each.affirms for each in after[:1]))


def _supposed(run: Sequence[Phrase]) -> Sequence[Phrase]:
    """The phrases of a sentence that only supposes something: a clause on Black's moves that is put in, or all of it.

    An example of the former is “beware of 2.Bf7, which 1...Qe5 would meet, and try 2.Qa8”.
    """
    (said, *more) = [n for n, each in enumerate(run) if each.kind == "supposed"]
    commas = [n for n, each in enumerate(run) if each.kind == "comma"]
    begin = max((n for n in commas if n < said), default=None)
    end = min((n for n in commas if n > said), default=None)
    if more or begin is None or end is None:
        return run
    clause = run[begin + 1 : end]
    kinds = {each.kind for each in clause}
    return clause if "black_number" in kinds and "white_move" not in kinds else run


def _key_in_words(words: Sequence[Phrase]) -> Sequence[Phrase]:
    """The phrases, with the first move in words as a move if it is the key (“Knight to a3 first”)."""
    first = next(
        (n for n, word in enumerate(words) if word.move is not None and not _is_of_black(words, n)), len(words)
    )
    men = (n for n, word in enumerate(words[:first]) if word.kind == "man" and word.says)
    man = next((n for n in men if not mentions(words[n].text, "solutions.black")), first)
    numbered = any(each.number == 1 for word in words for each in (word, *word.inside) if each.kind == "white_move")
    if numbered:
        return words
    to = man + 1 + any(each.kind == "try" for each in words[man + 1 : man + 2])  # “The rook is offered on c1”
    if [each.kind for each in (*words[man : man + 1], *words[to : to + 1])] == ["man", "at_square"]:
        who, where = (getattr(words[n].says[0], name) for n, name in ((man, "man"), (to, "square")))
        move = Printed(Parts(piece=who, to=where), figurine=False, mates=False, checks=False, doubted=False)
        return [*words[:man], replace(words[to], kind="bare_move", says=(), move=move), *words[to + 1 :]]
    if first == len(words) or words[first].kind != "move_in_words":
        return words
    return [*words[:first], replace(words[first], kind="white_move", number=1), *words[first + 1 :]]


def _is_of_black(words: Sequence[Phrase], n: int) -> bool:
    """Whether words before a man on a square say that he is Black's: “Black's king stands on f6, the queen on b7”."""
    if words[n].kind != "move_in_words":
        return False
    behind = takewhile(lambda each: each.kind not in BREAKS, (words[m] for m in range(n - 1, -1, -1)))
    return next((each.kind for each in behind if each.kind in ("black", "white")), "white") == "black"


def _key_once(words: Sequence[Phrase]) -> Sequence[Phrase]:
    """The phrases, without the square of the key if that is printed behind it (“The knight to c5 (1 Nc5)”)."""
    return [
        word
        for n, word in enumerate(words)
        if not (is_square(word) and any(_is_key_at(each, word) for each in words[n + 1 : n + 2]))
    ]


def _is_key_at(bracket: Phrase, square: Phrase) -> bool:
    """Whether a bracket holds the first move, and that goes to a square."""
    moves = [each.move.parts.to for each in bracket.inside if each.number == 1 and each.move is not None]
    return square.move is not None and moves == [square.move.parts.to]


def _key_outside(words: Sequence[Phrase]) -> Sequence[Phrase]:
    """The phrases, without brackets around the key if it is printed only in brackets.

    An example is “(1 Kc1) 1...Rxd6 2 Bxf5 mate”.
    """
    if any(word.number == 1 for word in words if word.kind == "white_move"):
        return words
    for n, word in enumerate(words):
        if any(inner.kind == "white_move" and inner.number == 1 for inner in word.inside):
            end = replace(word, kind="stop", text=".", inside=())
            return [*words[:n], *word.inside, end, *words[n + 1 :]]
    return words


def _key_first(words: Sequence[Phrase]) -> list[Phrase]:
    """The phrases, with the key moved to the beginning, as in “2.Qg5# sor 2.Qd2# after the key 1.Na3!”."""
    moves = [n for n, word in enumerate(words) if word.move is not None and not word.move.doubted]
    key = next((n for n in moves if words[n].kind == "white_move" and words[n].number == 1), None)
    if key is None or key == moves[0] or (words[moves[0]].number != 2 and key != moves[-1]):
        return list(words)
    if words[moves[0]].number is None and any(each.kind == "refused" for each in words[moves[0] : key]):
        return list(words)  # “the queen tries e6; refused, 1.Qxa5”
    before = key
    while before and words[before - 1].kind in ("key", "when", "if", "colon", "play"):
        before -= 1
    end = replace(words[key], kind="stop", text=".", move=None)
    return [words[key], end, *words[:before], *words[key + 1 :]]


def _runs(words: Sequence[Phrase], ends: set[str], *, heads: bool = False) -> list[list[Phrase]]:
    """The phrases, divided after each phrase of certain kinds.

    :param heads: divide also before a line that begins a branch, before remarks, and after emphasised moves.
    """
    found: list[list[Phrase]] = [[]]
    for n, word in enumerate(words):
        found[-1].append(word)
        after = words[n + 1].kind if n + 1 < len(words) else ""
        if heads and word.kind in ("newline", "blank_line") and words[n - 1 : n] and words[n - 1].kind in _GOES_ON:
            continue
        head = after == "remark" or (word.kind == "newline" and after in HEADS)
        instead = word.kind == "colon" and after in ("try", "play", "white")
        emphatic = word.move is not None and "!" in word.text
        if word.kind in ends or (heads and (head or emphatic or instead)):
            found.append([])
    return found
