"""Detects which notation a text is in: by the patterns of the rows, then by how the first game can be read."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from kriegnote.confirmation.playable import is_a_game, playable
from kriegnote.model.events import Comment, Move, type_name
from kriegnote.model.record import Record
from kriegnote.notations.notation import Notation, PluginError
from kriegnote.notations.registry import notation, notations
from kriegnote.parsing import Terminals
from kriegnote.text.source import Chunk, Read
from kriegnote.text.tags import read_tags, starts_tag

_WORDS: Final = re.compile(
    r'(?P<player>^\[(?:White|Black) ").*(?="\]$)|(?P<tag>^\[(?:Annotator|Site|Title) ").*(?="\]$)'
    r'|(?P<dialect>\{\[%kn (?:@[wb-])?)[^{}]*+\}|\{(?!\[%|\(K:|"|Game )[^{}]*+\}',
    re.MULTILINE,
)
"""Text by people, which may resemble any notation: values of some tags, and comments without a dialect's content."""


SAMPLE: Final = 1 << 16
"""The number of characters of a text by which its notation is detected."""


def _without_words(found: re.Match[str]) -> str:
    """The replacement of such text.

    The tags White and Black lose their names, too, since these words are marks of dialogues.
    """
    if found["player"]:
        return '[Player "'
    return found["tag"] or (found["dialect"] or "{") + "}"


_MOVES: Final = Terminals("move")
PLAINEST: Final = ("pgn", "san", "tries", "descriptive")
"""Notations without necessary marks, the likeliest first: bare moves mean the same in all of them."""


PROSE: Final = "dialogue"
"""The notation in which prose without marks of its own is read."""


_ESCAPES: Final = re.compile(r"\{@(?:umpire|white|black|public) |\\[{}\[\\]")
"""Escapes in comments that PGN does not have (see :mod:`kriegnote.text.comments`)."""


_BY_PEOPLE: Final = re.compile(r"\{(?!\[%kn )")
"""The beginning of a comment that is no dialect's."""


class Detected(NamedTuple):
    """The result of detection.

    ``id``: the notation, None if not certain. ``candidates``: the possible notations, the likeliest first.
    ``doubtful``: the first game, read in this notation, leaves something over or cannot be played. ``first``: that game
    as read by each notation that was tried.
    """

    id: str | None
    candidates: tuple[str, ...]
    doubtful: bool = False
    first: Mapping[str, tuple[Chunk, Read]] = {}


def detect(sample: str, filename: str | None = None) -> str | None:
    """The id of the notation that a text is in, judged by its start; None if uncertain (see :func:`judge`)."""
    return judge(sample, filename).id


def judge(sample: str, filename: str | None = None) -> Detected:
    """Which notation a text is in, judged by its start.

    A file name (``game.dialogue.txt``) or the tag ``Notation`` decides; other extensions decide only between notations
    that fit about equally well, or if none is recognised. Patterns alone prove nothing: the first game must contain
    something that this notation records. A text that starts like a kriegnote record in JSON is one, however broken.

    :param filename: the name of the text's file, if it has one.
    """
    name = filename or ""
    if (named := next((one for one in notations() if name.endswith(f".{one}.txt")), None)) is not None:
        return Detected(named, (named,))
    tagged = dict(read_tags(sample).headers).get("Notation")
    if tagged is not None and tagged in notations():
        return Detected(tagged, (tagged,))
    by_suffix = [row.id for row in notations().values() if name.endswith(row.suffixes or "\0")]
    scores = {one: score * 1.5 if one in by_suffix else score for one, score in _scores(sample).items()}
    if (json := _in_json(sample, scores, by_suffix)) is not None:
        return Detected(json, (json,))
    game = _FirstGame(sample)
    return _by_reading(game, scores, by_suffix)._replace(first=game.read)


def tells_a_game(text: str) -> bool:
    """Whether a text without marks of any notation reports, as prose, a game that the board confirms."""
    game = _FirstGame(text)
    game.by(PROSE)
    found = game.read.get(PROSE)
    return found is not None and is_a_game(found[1].record)


def is_whole(text: str, row: Notation) -> bool:
    """Whether a notation's reader understands all that a text says, and the first moves of each game can be played.

    :param text: the start of a text; if it is as long as a sample, its last game may be cut off.
    """
    chunks = [chunk for chunk in row.chunks(text.splitlines(keepends=True)) if chunk.text.strip()]
    games = chunks[:-1] if len(text) >= SAMPLE else chunks
    return bool(games) and all(_evidence(row, chunk).fits for chunk in games)


def _scores(text: str) -> dict[str, float]:
    """The weight of the marks of each notation in a text, if it is above 0."""
    plain = _WORDS.sub(_without_words, text)
    scores = {row.id: row.marks(text if row.data else plain) for row in notations().values()}
    return {name: score for name, score in scores.items() if score > 0}


def _in_json(text: str, scores: Mapping[str, float], by_suffix: Sequence[str]) -> str | None:
    """The JSON notation that a text is in; None if it is none."""
    if "kriegspiel" in scores:
        return "kriegspiel"
    opens = "json" in by_suffix and text.lstrip().startswith(("{", "[{"))
    return "json" if opens or "json" in scores else None


def _by_reading(read: _FirstGame, scores: Mapping[str, float], by_suffix: Sequence[str]) -> Detected:
    """Which of the likely notations reads the first game best."""
    ranked = sorted(scores, key=lambda name: -scores[name])
    near = tuple(name for name in ranked if scores[name] > 0.8 * scores[ranked[0]])
    own = next((name for name in by_suffix if name in scores and read.by(name).fits), None)
    if own is not None:
        return Detected(own, (own,))
    plainest = PLAINEST[1:] if _ESCAPES.search(read.text) else PLAINEST
    if len(near) == 1 and read.by(near[0]).has_content:
        others = dict.fromkeys((*ranked[1:], *(plainest if near[0] in PLAINEST else ())))
        better = read.better(near[0], tuple(others))
        if len(better) == 1 or (better and set(better) <= set(PLAINEST)):
            return Detected(better[0], better, not read.by(better[0]).fits)
        return Detected(near[0], near, not read.by(near[0]).fits)
    for name in by_suffix:
        if (not near or name in near) and read.by(name).has_content:
            return Detected(name, (name,), not read.by(name).fits)
    fitting = [name for name in near or plainest if read.by(name).whole]
    if len(fitting) == 1 or (fitting and not near):
        return Detected(fitting[0], (fitting[0],))
    return Detected(None, near)


class _Evidence(NamedTuple):
    """How well a notation reads the first game of a text.

    ``has_content``: it has more than comments and junk. ``whole``: it has moves, nothing is left over, and there are no
    findings. ``framed``: the same, apart from prose before the first and after the last move. ``junk``: the number of
    stretches that could not be read. ``fits``: it is whole, and its first moves can be played;
    or it has no moves yet, and all that it has was understood.
    """

    has_content: bool
    whole: bool
    framed: bool
    junk: int
    fits: bool = False


_NOTHING: Final = _Evidence(False, False, False, 1 << 30)
"""The evidence if there is no record at all."""

_PLIES_TO_PLAY: Final = 12  # the number of plies that must be playable


class _FirstGame:
    """The first game of a text as each notation reads it; the results are cached."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.read: dict[str, tuple[Chunk, Read]] = {}
        self._evidence: dict[str, _Evidence] = {}

    def by(self, name: str) -> _Evidence:
        """The evidence for the notation with this id."""
        if name not in self._evidence:
            self._evidence[name] = self._reading(notation(name))
        return self._evidence[name]

    def better(self, likeliest: str, others: tuple[str, ...]) -> tuple[str, ...]:
        """The other notations that read the game better than ``likeliest``; empty if it reads the game whole.

        Prose around the moves is no evidence against any plain notation. If every notation leaves something over, and
        there are no tags that indicate PGN, the plain ones that leave less are returned, the least first.
        """
        first, others = self.by(likeliest), tuple(name for name in others if name != likeliest)
        if first.whole:
            return ()
        whole = tuple(name for name in others if self.by(name).whole)
        if whole or first.framed or likeliest not in PLAINEST:
            return whole
        plain = tuple(name for name in others if name in PLAINEST)
        framed = tuple(name for name in plain if self.by(name).framed)
        if framed or starts_tag(self.text):
            return framed
        return tuple(
            sorted((name for name in plain if self.by(name).junk < first.junk), key=lambda name: self.by(name).junk)
        )

    def _reading(self, row: Notation) -> _Evidence:
        try:
            chunk = next((one for one in row.chunks(self.text.splitlines(keepends=True)) if one.text.strip()), None)
            if chunk is None:
                return _NOTHING
            self.read[row.id] = (chunk, row.read(chunk))
            return _evidence(row, chunk)
        except PluginError as error:
            warnings.warn(f"{error}; it is ignored here", RuntimeWarning, stacklevel=2)
            return _NOTHING


def _evidence(row: Notation, chunk: Chunk) -> _Evidence:
    """How well a notation reads a game."""
    record, findings = row.read(chunk)
    kinds = Counter(map(type_name, record.events))
    several = any(one.code == "KN113" for one in findings)  # several games, although not every line is assigned
    informative = bool(several or record.headers or record.result or kinds.keys() - {"comment", "junk", "nag"})
    asides = {
        (one.line, one.column)
        for one in record.events
        if isinstance(one, Comment) and one.span is not None and _BY_PEOPLE.search(_words(chunk, *one.span))
    }  # a comment by people that is not understood is no evidence about the notation
    findings = [
        one for one in findings if one.code != "KN406" and (one.code != "KN109" or (one.line, one.column) not in asides)
    ]  # what stands there twice was understood
    if findings or "move" not in kinds or "junk" in kinds:
        begun = not findings and kinds.keys().isdisjoint(("move", "comment", "junk")) and bool(kinds or record.rules)
        return _Evidence(informative, False, False, kinds["junk"], fits=begun)
    moves = [index for index, one in enumerate(record.events) if type_name(one) == "move"]
    prose = [
        index
        for index, one in enumerate(record.events)
        if type_name(one) == "comment" and one.span is not None and _is_bare(chunk, *one.span)
    ]
    fits = not prose and _sensible(record)
    return _Evidence(informative, not prose, not any(moves[0] < index < moves[-1] for index in prose), 0, fits)


def _sensible(record: Record) -> bool:
    """Whether the first moves of a record can be played; a record of one player's moves always passes."""
    if record.view != "umpire":
        return True
    first = [event for event in record.events if isinstance(event, Move)][:_PLIES_TO_PLAY]
    return (first[0].turn or 1) > 1 or playable(record, _PLIES_TO_PLAY) == len(first)


def _is_bare(chunk: Chunk, start: int, end: int) -> bool:
    """Whether a comment has no signs of its own; without tags, moves behind a semicolon may be the game's."""
    words = _words(chunk, start, end)
    goes_on = words.lstrip().startswith(";") and not starts_tag(chunk.text)
    signed = "{" in words or ";" in words
    return not signed or (goes_on and _MOVES["MOVE_BARELY"].search(words) is not None)


def _words(chunk: Chunk, start: int, end: int) -> str:
    return chunk.text[start - chunk.offset : end - chunk.offset]
