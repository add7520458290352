"""Reads refused tries in PGN that only the board tells from annotations: ``{-cxd4}``, ``{nicht: c4}``, ``(3. cxb3)``.

Comments that print moves, and variations of one player's moves alone, report what the umpire refused if none of these
moves was possible where they stand, although the player's own men could have made it. A single misprint is no proof:
the same words and signs must stand beside several such moves, and beside no others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final, Literal, NamedTuple

import msgspec

from kriegnote.chess.position import Position
from kriegnote.confirmation.contradictions import try_contradicts
from kriegnote.confirmation.followed import Followed, followed_boards
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import shortened
from kriegnote.lexicon import meant
from kriegnote.model.events import AnyEvent, Comment, Move, Nag, Side, Try, Variation, Verdict, other
from kriegnote.model.printed_moves import Parts, language, parse_move
from kriegnote.model.record import Record
from kriegnote.parsing import Terminals
from kriegnote.text.source import Read
from kriegnote.text.speech.facts import is_supposed

_WORDS: Final = Terminals("score_words")
_LONGEST: Final = 200  # the greatest length of a comment that prints tries, in characters
_MOST_WORDS: Final = 5  # the greatest number of other words in it
_MOST_SLIPS: Final = 10  # how many tries there are for one that is not as the others, at least
_LEAST: Final = 2  # the least number of tries with the same words if these speak of tries, or are signs alone
_LEAST_BARE: Final = 3  # the same without any sign or word
_LEAST_UNKNOWN: Final = 4  # the same if nobody knows the words
_VERDICTS: Final[Mapping[str, Verdict]] = {
    "refused": "refused", "in_vain": "refused", "no": "refused", "illegal": "illegal", "impossible": "impossible",
    "attempted": "refused",
}  # fmt: skip
_TRIED: Final = frozenset({"tried", "tries", "had_tried", "after_trying", "try"})
_SIDES: Final[Mapping[str, Side]] = {"white": "white", "black": "black"}
_LONGEST_JOINT: Final = 3  # the greatest length of a word that joins two moves: “und”
_AROUND: Final = "()[],;.:"

_Whose = Literal["last", "next"]


class _Words(NamedTuple):
    """A comment that prints moves.

    ``frame``: its other words and its sign. ``moves``: the moves as printed, with a sign ``x`` at their heads in
    ``whole``. ``side``: the player who is named.
    """

    frame: str
    moves: tuple[str, ...]
    whole: tuple[str, ...]
    side: Side | None
    known: bool
    bare: bool
    verdict: Verdict


class _Place(NamedTuple):
    """A place where tries may stand: the index of its event, the number of moves before it, the words there."""

    event: int
    made: int
    words: _Words


def with_tries_by_the_board(read: Read) -> Read:
    """The record with the refused tries that its comments and variations are; ``read`` itself if there are none."""
    if read.record.view != "umpire":
        return read
    variations = list(_variations(read.record))
    places = list(_places(read.record))
    if not (variations or places):
        return read
    game = _Game(read.record)
    game.read_variations(variations)
    game.read_comments(places)
    return game.result(read)


class _Game:
    """The boards of a record, and the tries found."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.tongue = language(" ".join(one.text or "" for one in record.events if type(one) is Move))
        self.layers: list[list[Followed]] = followed_boards(record)
        self.known = {(one.side, one.turn, one.text) for one in record.events if type(one) is Try}
        self.moves = [index for index, one in enumerate(record.events) if type(one) is Move]
        self.before: dict[int, list[Try]] = defaultdict(list)  # the tries by the index of the event after which they go
        self.gone: dict[int, tuple[AnyEvent, ...]] = {}  # what stays of the events that are these tries
        self.findings: list[Finding] = []

    def result(self, read: Read) -> Read:
        if not self.before:
            return read
        gone = {(read.record.events[index].line, read.record.events[index].column) for index in self.gone}
        events: list[AnyEvent] = []
        for index, event in enumerate(read.record.events):
            events += self.before[index]
            events += self.gone.get(index, (event,))
        kept = [one for one in read.findings if one.code != "KN109" or (one.line, one.column) not in gone]
        return Read(read.record.replace(events=tuple(events)), [*kept, *self.findings])

    # -- variations -----------------------------------------------------------------------------------------------

    def read_variations(self, found: Sequence[tuple[int, int, Variation]]) -> None:
        """Reads the variations that consist of refused tries alone."""
        refused: list[tuple[int, int, list[Try], Variation]] = []
        for index, made, one in found:
            tries = self._tried_in(one)
            side = tries[0].side
            at = made - 1 if made and side == self._side(made - 1) else made
            if tries and side and self._all_refused(at, tries):
                refused.append((index, at, tries, one))
        several = len(refused) >= _LEAST and 3 * len(refused) >= 2 * len(found)
        for index, at, tries, one in refused:
            if several or _is_refused(one):
                left = tuple(each for each in one.events if type(each) is Comment and not _refuses(each))
                self._add(index, at, tries, left)

    @staticmethod
    def _tried_in(one: Variation) -> list[Try]:
        """The moves of a variation as tries of the player who makes the first of them."""
        said = next((found for each in one.events if type(each) is Comment and (found := _verdict(each.text))), None)
        first = next(each for each in one.events if type(each) is Move)
        verdict = said or "refused"
        return [
            Try(side=first.side, turn=first.turn, move=None, text=each.text, verdict=verdict, parts=each.parts)
            for each in one.events
            if type(each) is Move
        ]

    # -- comments -------------------------------------------------------------------------------------------------

    def read_comments(self, places: Sequence[_Place]) -> None:
        """Reads the comments whose words stand beside refused tries alone."""
        by_frame: dict[str, list[_Place]] = defaultdict(list)
        for one in places:
            by_frame[one.words.frame].append(one)
        for same in by_frame.values():
            found = next((each for each in self._readings(same) if self._is_sign(same, each)), None)
            if found is None:
                continue
            count = 0
            for one, (at, tries) in zip(same, found, strict=True):
                comment = self.record.events[one.event]
                self._add(one.event, at, tries, () if one.words.known else (comment,))
                count += len(tries)
            first = self.record.events[same[0].event]
            assert isinstance(first, Comment)
            why = f"'{shortened(first.text.strip())}' and its like are read as refused tries: {count} in all"
            self.findings.append(finding("KN110", f"{why}, none of which was possible", first))

    def _readings(self, same: Sequence[_Place]) -> Iterator[list[tuple[int, list[Try]]]]:
        """The tries of these comments, with the numbers of moves before them, for each way to read them."""
        wholes = (False, True) if any(one.words.whole != one.words.moves for one in same) else (False,)
        for whole in wholes:
            for whose in ("last", "next"):
                yield [self._tries(one, whose, whole) for one in same]

    def _tries(self, one: _Place, whose: _Whose, whole: bool) -> tuple[int, list[Try]]:
        """The tries of a comment, of the player who moved last or moves next, and the number of moves before them."""
        at = one.made - 1 if whose == "last" and one.made else one.made
        side = self._side(at)
        if one.words.side is not None and side != one.words.side:
            at = one.made if at < one.made else max(one.made - 1, 0)
            side = self._side(at)
        turn = self._turn(at)
        tries = []
        for text in one.words.whole if whole else one.words.moves:
            parts: Parts | None = parse_move(text, self.tongue)
            verdict = one.words.verdict
            tries.append(Try(side=side, turn=turn, move=None, text=text, verdict=verdict, parts=parts))
        return at, tries

    def _is_sign(self, same: Sequence[_Place], read: Sequence[tuple[int, list[Try]]]) -> bool:
        """Whether so many of the tries may have been refused that the words of the comments say so."""
        words = same[0].words
        fits = sum(self._refused(at, one) for at, tries in read for one in tries)
        count = sum(len(tries) for _, tries in read)
        least = (_LEAST_BARE if words.bare else _LEAST) if words.known else _LEAST_UNKNOWN
        enough = fits >= least and (words.known or len(same) >= _LEAST_BARE)
        return enough and (count - fits) * _MOST_SLIPS <= count

    # -- the board ------------------------------------------------------------------------------------------------

    def _refused(self, at: int, tried: Try) -> bool:
        """Whether a try may have been refused on the board after this number of moves."""
        boards: Iterable[Position] = (one.board for one in self.layers[at]) if at < len(self.layers) else ()
        return tried.parts is not None and any(not try_contradicts(one, tried) for one in boards)

    def _all_refused(self, at: int, tries: Sequence[Try]) -> bool:
        return all(self._refused(at, one) for one in tries)

    def _side(self, made: int) -> Side | None:
        """The player who moves after this number of moves."""
        if made < len(self.moves):
            move = self.record.events[self.moves[made]]
            return move.side if isinstance(move, Move) else None
        last = self._side(len(self.moves) - 1) if self.moves else None
        return other(last) if last is not None else None

    def _turn(self, made: int) -> int | None:
        if made < len(self.moves):
            move = self.record.events[self.moves[made]]
            return move.turn if isinstance(move, Move) else None
        last = self._turn(len(self.moves) - 1) if self.moves else None
        return last + (self._side(made) == "white") if last is not None else None

    def _add(self, index: int, at: int, tries: Sequence[Try], left: tuple[AnyEvent, ...]) -> None:
        """Adds tries in place of an event, in front of the move that follows them."""
        event = self.record.events[index]
        target = self.moves[at] if at < len(self.moves) and self.moves[at] < index else index
        span = event.span
        for one in tries:
            if left and (one.side, one.turn, one.text) in self.known:
                continue
            self.before[target].append(msgspec.structs.replace(one, line=event.line, column=event.column, span=span))
            span = (span[1], span[1]) if span is not None else None
        self.gone[index] = left


# -- words ------------------------------------------------------------------------------------------------------------


def _variations(record: Record) -> Iterator[tuple[int, int, Variation]]:
    """The variations, with their indices and the numbers of moves before them."""
    made = 0
    for index, one in enumerate(record.events):
        made += type(one) is Move
        kinds = {*map(type, one.events)} if type(one) is Variation else set()
        if Move in kinds and kinds <= {Move, Comment, Nag}:
            assert isinstance(one, Variation)
            yield index, made, one


def _is_refused(one: Variation) -> bool:
    return any(type(each) is Comment and _refuses(each) for each in one.events)


def _refuses(comment: Comment) -> bool:
    """Whether a comment says that a move was refused, and nothing else."""
    said = [word for word in (each.strip(_AROUND + "!?").casefold() for each in comment.text.split()) if word]
    return bool(said) and all(_meaning(word) is not None for word in said)


def _verdict(text: str) -> Verdict | None:
    said = (_meaning(word.strip(_AROUND + "!?").casefold()) for word in text.split())
    return next((one for one in said if one is not None), None)


def _meaning(word: str) -> Verdict | None:
    """The verdict that a word gives; None if it gives none."""
    name = meant(word, "verdicts") or meant(word, "answers")
    if name is None and meant(word, "acts") in _TRIED:
        return "refused"
    return _VERDICTS.get(name) if name is not None else None


def _places(record: Record) -> Iterator[_Place]:
    """The comments that print moves and little else."""
    made = 0
    for index, one in enumerate(record.events):
        made += type(one) is Move
        if type(one) is Comment and one.heard == "umpire" and 0 < len(one.text) <= _LONGEST:
            words = _words(one.text)
            if words is not None:
                yield _Place(index, made, words)


def _words(text: str) -> _Words | None:
    """The moves and other words of a comment; None if it prints no move, too many words, or what might have been."""
    moves: list[str] = []
    whole: list[str] = []
    others: list[str] = []
    sign, side = "", None
    verdict: Verdict | None = None
    known = True
    said = text.replace(",", " ").split()
    for word, following in zip_longest(said, said[1:], fillvalue=""):
        bare = word.strip(_AROUND)
        found = _marked_move(bare)
        if found is not None:
            before, move, behind = found
            sign = sign if moves else before + " " + behind
            moves.append(move)
            whole.append(bare.strip("-–?!*") if before == "x" else move)
        elif bare and not bare.isdecimal():  # how many there are, or the turn
            name = bare.casefold()
            named = meant(name, "persons")
            if named is not None and named in _SIDES:
                side = _SIDES[named]
            elif not (moves and len(name) <= _LONGEST_JOINT and _marked_move(following.strip(_AROUND))):
                others.append(name)
                meaning = _meaning(name)
                verdict = verdict or meaning
                known = known and (meaning is not None or not any(map(str.isalpha, name)) or len(name) == 1)
        if len(others) > _MOST_WORDS:
            return None
    if not moves or (others and is_supposed(text)):
        return None
    frame = " ".join((*dict.fromkeys(others), sign)).strip()
    known = known or verdict is not None
    return _Words(frame, tuple(moves), tuple(whole), side, known, not frame, verdict or "refused")


def _marked_move(word: str) -> tuple[str, str, str] | None:
    """A move with the signs before and behind it, or with an ``x`` before it; None if a word is none."""
    before = _WORDS["PAGE_SIGN"].match(word)
    sign = before.group() if before else ""
    rest = word[len(sign) :]
    taken = ("x",) if not sign and rest[:1] in ("x", "X") else ()
    for mark in (*taken, sign):
        move = rest[1:] if taken and mark else rest
        ply = _WORDS["ANY_PLY"].match(move)
        behind = move[ply.end() :] if ply is not None else move
        if ply is not None and not any(map(str.isalnum, behind)) and len(behind) <= 2:
            return mark, ply.group(), behind
    return None
