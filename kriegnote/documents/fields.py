"""Turns records with fields (player, question, tries, move, announcement) into scores.

    Move 3   White   asked: no   tried: exd5, exf5   played: Bc4        3 W any? n. exd5 n. Bc4

The columns of a table, the labels of a form and the lines of a notebook are such fields. They become the turns of one
score, with questions and tries in parentheses before each move and announcements in brackets after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from kriegnote.documents.field_names import FieldName, Role, label, side_named
from kriegnote.documents.field_words import Written, bare, ends_with_a_move, is_refused, listed, parted
from kriegnote.documents.umpires_remarks import UmpiresRemark, initials_in, remarks
from kriegnote.lexicon import meant, printed
from kriegnote.model.events import End, Side, other
from kriegnote.parsing import Terminals
from kriegnote.text.end_words import end_of_game
from kriegnote.text.plain import Taker
from kriegnote.text.source import first_number
from kriegnote.text.umpire_messages import read_announcements

_FIELDS: Final = Terminals("fields")
_LEAST: Final = 4
"""The least number of plies of a record."""
_BRACKETS: Final = "()[]{}~/\n"
_PUNCTUATION: Final = " ,;:.–—-"

_WITH_A_MOVE: Final = ("made", "words")


class NamedField(NamedTuple):
    """A field in ``[start, end)`` of a text, without surrounding blanks.

    :param words: its text, which may be that of another field, such as a turn's number.
    :param entry: the number of its row, line or stanza; fields with the same number belong together.
    :param says: the announcement that the field's name makes.
    """

    role: Role
    start: int
    end: int
    words: str
    entry: int
    side: Side | None = None
    says: str = ""


@dataclass
class _Ply:
    """One side's turn; ``before`` and ``behind``: what precedes and follows the move, with enclosing signs."""

    side: Side
    number: int | None
    start: int
    before: list[Written] = field(default_factory=list)
    made: tuple[int, int] | None = None
    behind: list[Written] = field(default_factory=list)


class FieldedGame:
    """The plies that fields describe."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.plies: list[_Ply] = []
        self.failed = False  # some field has unexpected contents
        self.nobodys = False  # an announcement does not say who made the move
        self.counted = False  # the turns are counted, whatever numbers are printed
        self.numbers: set[int] = set()  # those of the entries
        self.initials: frozenset[str] = frozenset()  # of the players, in announcements

    def read(self, fields: Sequence[NamedField]) -> None:
        """Adds fields in order, until some cannot be those of a game.

        Successive entries of a side belong to one ply until it moves.
        """
        self.failed = sum(one.role in _WITH_A_MOVE for one in fields) < _LEAST
        said = frozenset[str]().union(*(initials_in(one.words) for one in fields if one.role == "said"))
        self.initials = said if said <= {"W", "B"} or said <= {"B", "N"} else frozenset()
        for entry in map(_with_its_outcome, _entries(_with_questions(fields))):
            if self.failed:
                return
            number = next((first_number(one.words) for one in entry if one.role == "number"), None)
            self.numbers.update([] if number is None else [number])
            before = len(self.plies)
            for side, several in _of_sides(entry):
                if side is None and len(self.plies) > before:
                    several = [one for one in several if not self._take_remarks(self.plies[before:], one)]
                self._entry(side, number, several)

    def _take_remarks(self, plies: Sequence[_Ply], one: NamedField) -> bool:
        """Adds the announcements of a field to the plies of its entry; returns whether the field has any."""
        if one.role != "said" or _is_empty(one):
            return False
        for remark in remarks(self.text, one.start, one.end, self.initials):
            ply = self._meant(plies, remark)
            if ply is None or not remark.understood:
                plies[-1].behind += (each._replace(opens="{", closes="}") for each in remark.written)
            else:
                (ply.before if remark.before else ply.behind).extend(remark.written)
        return True

    def _meant(self, plies: Sequence[_Ply], remark: UmpiresRemark) -> _Ply | None:
        """The ply that a remark is about: that of the side it names, or the one whose move goes to its square."""
        if remark.side is not None or remark.before:
            return next((ply for ply in plies if ply.side == remark.side), None)
        said = "".join(self.text[one.start : one.end] for one in remark.written)
        places = {at["square"] for at in _FIELDS["ON_A_SQUARE"].finditer(said)}
        fits = [ply for ply in plies if ply.made and any(one in self.text[slice(*ply.made)] for one in places)]
        return fits[0] if len(fits) == 1 else plies[0] if len(plies) == 1 else None

    def _entry(self, side: Side | None, number: int | None, fields: Sequence[NamedField]) -> None:
        filled = [one for one in fields if one.role not in ("number", "side") and not _is_empty(one)]
        if not filled:
            return
        last = self.plies[-1] if self.plies else None
        if all(one.role in ("said", "result", "other") or _ends(one) for one in filled):
            if last is not None:
                self._said_alone(last, side, filled)
            return
        if last is None or last.made is not None or (side is not None and side != last.side):
            to_move = other(last.side) if last is not None else "white"
            last = _Ply(side or to_move, number, filled[0].start)
            self.plies.append(last)
        for one in filled:
            self._take(last, one)

    def _take(self, ply: _Ply, one: NamedField) -> None:
        start, end = one.start, one.end
        if one.role == "asks":
            ply.before.append(Written("(a?", start, start, ")"))
        elif one.role == "asked":
            answers = _FIELDS["ANSWERED"].fullmatch(one.words) is not None
            ply.before.append(Written("(a? " if answers else "(", start, end, ")"))
        elif one.role == "answer":
            opens, first, last, closes = ply.before.pop() if ply.before else Written("", start, start, "")
            if closes not in (")", ""):
                self.failed = True
            ply.before += [Written(opens.replace("No: ", ""), first, last, ""), Written("", start, end, ")")]
        elif one.role == "tried" and one.words.isdecimal() and not _FIELDS["A_MOVE"].fullmatch(one.words):
            ply.before += [Written("(", start, end, " refused tries)")] if int(one.words) else []
        elif one.role in ("tried", "made") and _FIELDS["DITTO"].fullmatch(one.words):
            ply.before.append(Written("{", start, end, "}"))  # of what, is not known
        elif one.role == "tried":
            ply.before += listed(self.text, start, end)
        elif one.role == "said":
            ply.behind.append(Written(_opens(one), start, end, "]"))
        elif one.role == "other" and _FIELDS["A_MOVE"].search(one.words) is None:
            ply.behind.append(Written("{", start, end, "}"))
        elif one.role in ("made", "words"):
            self._made(ply, one)
        else:
            self.failed = True

    def _made(self, ply: _Ply, one: NamedField) -> None:
        if ply.made is None and not ends_with_a_move(one.words) and _FIELDS["BEFORE_A_MOVE"].fullmatch(one.words):
            ply.before += listed(self.text, one.start, one.end)  # his move follows on another line
            return
        found = parted(self.text, one.start, one.end)
        if found is None or ply.made is not None:
            self.failed = True
            return
        ply.made = found.made
        asked = _FIELDS["A_QUESTION"].search(self.text, *found.behind) is not None  # questions usually precede the move
        asked = asked and _FIELDS["BEFORE_A_MOVE"].fullmatch(self.text, *found.behind) is not None
        tried = (found.behind, found.before) if asked else (found.before,)
        ply.before += (one for place in tried for one in listed(self.text, *place))
        opened = [at for at in range(*found.behind) if self.text[at] == "["]
        said = [] if asked else pairwise(sorted({*found.behind, *opened}))
        ply.behind += (Written("[", *place, "]") for place in said if bare(self.text, *place))

    def _said_alone(self, ply: _Ply, side: Side | None, fields: Sequence[NamedField]) -> None:
        """Adds what follows the last move: how the game ended, and who resigned."""
        for one in fields:
            self.nobodys = self.nobodys or any(said.side is None for said in read_announcements(one.words) or ())
            opens, closes = {"result": ("", ""), "other": ("{", "}")}.get(one.role, (_opens(one), "]"))
            if side is not None and _ends(one):
                opens, closes = f"{printed(f'players.{side}', 'en')} ", ""
            ply.behind.append(Written(opens, one.start, one.end, closes))

    @property
    def holds(self) -> bool:
        """Whether the fields are a game's: each ply has its move, and the sides alternate."""
        sides = all(one.side != two.side for one, two in pairwise(self.plies)) or self.one_sided
        return not self.failed and len(self.plies) >= _LEAST and sides and all(one.made for one in self.plies)

    @property
    def one_sided(self) -> bool:
        """Whether they are successive turns of one player, whose announcements say who moved."""
        first = self.plies[0].number if self.plies else None
        numbers = [one.number for one in self.plies]
        rises = first is not None and numbers == [*range(first, first + len(numbers))] == sorted(self.numbers)
        return rises and len({one.side for one in self.plies}) == 1 and not self.nobodys

    @property
    def more_than_moves(self) -> bool:
        """Whether there are questions, tries or announcements."""
        return any(one.before or any(opens != "{" for opens, *_ in one.behind) for one in self.plies)

    # -- the score -----------------------------------------------------------------------------------------------------

    def write(self, taker: Taker) -> None:
        """Writes the turns, each on a line of its own, with their places."""
        turns = list(self._turns())
        for before, (ply, turn) in zip([None, *turns], turns, strict=False):
            follows = before is not None and before[1] == turn and ply.side == "black"
            number = f"{turn}. " if ply.side == "white" else f"{turn}... "
            taker.put(" " if follows else ("\n" if before else "") + number, ply.start)
            assert ply.made is not None
            for opens, start, end, closes in ply.before:
                _keep(taker, opens, start, end, closes + " ")
            taker.keep(*ply.made)
            for opens, start, end, closes in _in_one_bracket(ply.behind):
                _keep(taker, opens, start, end, closes)
        taker.put("\n", self.plies[-1].start)

    def _turns(self) -> Iterator[tuple[_Ply, int]]:
        """Each ply with its turn; the plies are counted if most numbers do not fit."""
        counted = self.one_sided or (not self.counted and 2 * sum(self._steps()) >= len(self.plies) - 1)
        first = 0 if counted or not self.counted else ((self.plies[0].number or 1) - 1) * 2
        first += self.counted and self.plies[0].side == "black"
        for at, ply in enumerate(self.plies, first):
            yield ply, (ply.number if counted and ply.number is not None else at // 2 + 1)

    def _steps(self) -> list[bool]:
        """For each ply but the first whether its number follows that of the ply before; empty if one has none."""
        sides = [(ply.number, ply.side == "white") for ply in self.plies]
        if any(number is None for number, _ in sides):
            return []
        return [two == (one if white else (one or 0) + 1) for (one, white), (two, _) in pairwise(sides)]

    @property
    def misnumbered(self) -> bool:
        """Whether the printed numbers do not rise one by one, and yet are those of the turns."""
        steps = self._steps()
        return not (self.one_sided or all(steps)) and 2 * sum(steps) >= len(steps)


def _entries(fields: Iterable[NamedField]) -> Iterator[list[NamedField]]:
    entry: list[NamedField] = []
    for one in fields:
        if entry and one.entry != entry[-1].entry:
            yield entry
            entry = []
        entry.append(one)
    if entry:
        yield entry


def _with_questions(fields: Sequence[NamedField]) -> Iterator[NamedField]:
    """The fields, with ``asks`` as the role of questions that have no words of their own.

    These are *asked* alone, questions that another field answers, and fields that say whether the player of a ply
    asked: one for every ply, or for those for which other fields have the answers.
    """
    asked = [one for one in fields if one.role == "asked"]
    said = {one.entry for one in asked if not _is_empty(one)}
    answers = {one.entry for one in fields if one.role == "answer" and not _is_empty(one)}
    plies = sum(one.role == "made" and not _is_empty(one) for one in fields)
    whether = (bool(answers) and answers <= said) or len(asked) == len(said) == plies
    whether = whether and all(_is_empty(one) or _FIELDS["ANSWERED"].fullmatch(one.words) for one in asked)
    for one in fields:
        if one.role == "question":
            yield one._replace(role="asks" if one.entry in answers and not _is_empty(one) else "asked")
        elif one.role == "asked" and label(one.words) == FieldName("asked"):
            yield one._replace(role="asks")
        elif one.role != "asked" or not whether:
            yield one
        elif not (_is_no(one.words) or _is_empty(one)):
            yield one._replace(role="asks")


def _with_its_outcome(entry: list[NamedField]) -> list[NamedField]:
    """The fields of a row; an outcome that is not the game's result becomes the umpire's answer, perhaps a refusal."""
    found = next((one for one in entry if one.role in ("result", "answer") and not _is_empty(one)), None)
    if found is None or (found.role == "result" and (_FIELDS["A_RESULT"].fullmatch(found.words) or _ends(found))):
        return entry
    if found.role == "answer" and any(one.role in ("asked", "asks", "tried") and not _is_empty(one) for one in entry):
        return entry  # it is the answer to these
    moved = any(one.role == "made" and not _is_empty(one) for one in entry)
    refused = moved and is_refused(found.words, 0, len(found.words))
    role: Role = "said" if moved and not refused else "answer"
    outcome = _announced(found) if role == "said" else found
    at = entry.index(found)
    before, behind = (
        [one._replace(role="tried") if refused and one.role == "made" else one for one in part]
        for part in (entry[:at], entry[at + 1 :])
    )
    return [*before, *([outcome._replace(role=role)] if outcome.words else []), *behind]


def _announced(one: NamedField) -> NamedField:
    """What an umpire's words announce besides that the move is made: *ok; capture d4*."""
    made = _FIELDS["MADE"].match(one.words)
    accepted = made is not None and meant(made.group().strip(_PUNCTUATION), "answers") == "accepted"
    words = one.words[made.end() :].lstrip(_PUNCTUATION) if made is not None and accepted else one.words
    return one._replace(start=one.end - len(words), words=words)


def _of_sides(entry: Sequence[NamedField]) -> Iterator[tuple[Side | None, list[NamedField]]]:
    """The fields of an entry by side: White's first if their names say so."""
    named = next((one.side or side_named(one.words) for one in entry if one.role == "side"), None)
    sides = [one.side or named for one in entry]
    order = [*dict.fromkeys(side for one, side in zip(entry, sides, strict=True) if one.role != "number")]
    if {"white", "black"} <= {*order} and order.index("black") < order.index("white"):
        order.remove("white")
        order.insert(order.index("black"), "white")
    for side in order:
        yield side, [one for one, of in zip(entry, sides, strict=True) if of == side or one.role == "number"]


def _is_empty(one: NamedField) -> bool:
    return _FIELDS["NO_VALUE"].fullmatch(one.words) is not None


def _is_no(words: str) -> bool:
    """Whether words are nothing but *no*."""
    return meant(words.strip(" ."), "answers") == "no" or words.strip().lower() == "n"


def _ends(one: NamedField) -> bool:
    return ends_the_game(one.words)


def ends_the_game(words: str) -> bool:
    """Whether words say that the game ended, and contain no move."""
    if _FIELDS["A_MOVE"].search(words):
        return False
    parts = [words, *words.split(", ")]
    announced = any(said.kind is End for part in parts for said in read_announcements(part.strip(" .!")) or ())
    return announced or end_of_game(words) is not None


def _opens(one: NamedField) -> str:
    """The sign before an announcement: a bracket, with the name of its field if its words are not complete."""
    return f"[{one.says} " if one.says and read_announcements(one.words) is None else "["


def _in_one_bracket(said: Sequence[Written]) -> Iterator[Written]:
    """Successive announcements, joined in one bracket by semicolons."""
    for at, one in enumerate(said):
        before, behind = said[at - 1].closes if at else "", said[at + 1].opens if at + 1 < len(said) else ""
        goes_on = one.opens[:1] == "[" and before == "]"
        more = one.closes == "]" and behind[:1] == "["
        yield one._replace(opens=f" {one.opens[goes_on:]}", closes=";" if more else one.closes)


def _keep(taker: Taker, opens: str, start: int, end: int, closes: str) -> None:
    """Takes over a range between signs, without its own brackets and the punctuation at its ends."""
    words = taker.plain.text[start:end]
    shown = bare(words, 0, len(words))
    first = start + words.index(shown)
    taker.put(opens, first)
    at = first
    for crossed in list(_FIELDS["CROSSED_OUT"].finditer(taker.plain.text, start, end))[1::2]:  # the closing signs
        taker.keep_all_but(at, crossed.start(), _BRACKETS)
        taker.put(" no ", crossed.start())
        at = crossed.end()
    parted = [*_FIELDS["BETWEEN_ANNOUNCEMENTS"].finditer(words)] if opens.endswith("[") else []
    for sign in (start + found.start() for found in parted):
        taker.keep_all_but(at, max(at, sign), _BRACKETS)
        taker.put(";", sign)
        at = max(at, sign + 1)
    taker.keep_all_but(at, max(at, first + len(shown)), _BRACKETS)
    taker.put(closes, first)
