"""Which notation a text is in, by its first part: the patterns of the rows, then what a reader makes of it."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from kriegnote.model.events import Comment, Move, type_name
from kriegnote.model.record import Record
from kriegnote.notations.notation import Notation, PluginError
from kriegnote.notations.registry import notation, notations
from kriegnote.rules.playable import playable
from kriegnote.text.source import Chunk, Read
from kriegnote.text.tags import read_tags, starts_tag

_WORDS: Final = re.compile(
    r'(?P<player>^\[(?:White|Black) ").*(?="\]$)|(?P<tag>^\[(?:Annotator|Site|Title) ").*(?="\]$)'
    r'|(?P<dialect>\{\[%kn )[^{}]*+\}|\{(?!\[%|\(K:|"|Game )[^{}]*+\}',
    re.MULTILINE,
)
"""What people wrote, which may look like any notation: the values of some tags, comments without a dialect."""


SAMPLE: Final = 1 << 16
"""Characters of a text by which its notation is judged."""


def _without_words(found: re.Match[str]) -> str:
    """What is left of it: no players either, who are what dialogues are looked for by."""
    if found["player"]:
        return '[Player "'
    return found["tag"] or ("{[%kn }" if found["dialect"] else "{}")


_PLAINEST: Final = ("pgn", "san", "tries", "descriptive")
"""Notations that a text may be in which has no mark of any, the likeliest first: bare moves mean the same in all."""


_ESCAPES: Final = re.compile(r"\{@(?:umpire|white|black|public) |\\[{}\[\\]")
"""Marks in comments that PGN does not have (see :mod:`kriegnote.text.comments`)."""


class Detected(NamedTuple):
    """``id``: the notation a text is in, None when not sure; ``candidates``: what it could be, likeliest first;
    ``doubtful``: its first game, read so, has something left over, or cannot be played; ``first``: that game, as the
    notations read it that were asked."""

    id: str | None
    candidates: tuple[str, ...]
    doubtful: bool = False
    first: Mapping[str, tuple[Chunk, Read]] = {}


def detect(sample: str, filename: str | None = None) -> str | None:
    """The id of the notation a text is in, judged by its first part; None when unsure (see :func:`judge`)."""
    return judge(sample, filename).id


def judge(sample: str, filename: str | None = None) -> Detected:
    """Which notation a text is in, judged by its first part.

    A file name may say it (``game.dialogue.txt``); another ending decides between notations that fit about equally
    well, and where none is recognised.  Words alone prove nothing: the first game must have something in it that this
    notation tells.  What opens as a record of ours in JSON is one, however broken.
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


def _scores(text: str) -> dict[str, float]:
    """How much the marks of each notation weigh in a text, of those that weigh anything."""
    plain = _WORDS.sub(_without_words, text)
    scores = {row.id: row.marks(text if row.data else plain) for row in notations().values()}
    return {name: score for name, score in scores.items() if score > 0}


def _in_json(text: str, scores: Mapping[str, float], by_suffix: Sequence[str]) -> str | None:
    """The notation in JSON that a text is in."""
    if "kriegspiel" in scores:
        return "kriegspiel"
    opens = "json" in by_suffix and text.lstrip().startswith(("{", "[{"))
    return "json" if opens or "json" in scores else None


def _by_reading(read: _FirstGame, scores: Mapping[str, float], by_suffix: Sequence[str]) -> Detected:
    """Which of the notations that seem likely reads the first game, the likeliest first."""
    ranked = sorted(scores, key=lambda name: -scores[name])
    near = tuple(name for name in ranked if scores[name] > 0.8 * scores[ranked[0]])
    plainest = _PLAINEST[1:] if _ESCAPES.search(read.text) else _PLAINEST
    if len(near) == 1 and read.by(near[0]).tells:
        others = dict.fromkeys((*ranked[1:], *(plainest if near[0] in _PLAINEST else ())))
        better = read.better(near[0], tuple(others))
        if len(better) == 1 or (better and set(better) <= set(_PLAINEST)):
            return Detected(better[0], better, not read.by(better[0]).fits)
        return Detected(near[0], near, not read.by(near[0]).fits)
    for name in by_suffix:
        if (not near or name in near) and read.by(name).tells:
            return Detected(name, (name,), not read.by(name).fits)
    fitting = [name for name in near or plainest if read.by(name).whole]
    if len(fitting) == 1 or (fitting and not near):
        return Detected(fitting[0], (fitting[0],))
    return Detected(None, near)


class _Evidence(NamedTuple):
    """What a notation makes of the first game of a text.

    ``tells``: it holds more than comments and what could not be read.  ``whole``: it has moves, nothing is left over,
    and there is nothing to find fault with.  ``framed``: so it is but for prose before its first and behind its last
    move.  ``junk``: how many stretches could not be read.  ``fits``: it is whole, and its first moves can be played.
    """

    tells: bool
    whole: bool
    framed: bool
    junk: int
    fits: bool = False


_NOTHING: Final = _Evidence(False, False, False, 1 << 30)
"""No record at all."""

_FIRST: Final = 12  # plies that must fit one another


class _FirstGame:
    """The first game of a text, as each notation reads it; read once by each that is asked."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.read: dict[str, tuple[Chunk, Read]] = {}
        self._evidence: dict[str, _Evidence] = {}

    def by(self, name: str) -> _Evidence:
        """What the notation of this name makes of it."""
        if name not in self._evidence:
            self._evidence[name] = self._reading(notation(name))
        return self._evidence[name]

    def better(self, likeliest: str, others: tuple[str, ...]) -> tuple[str, ...]:
        """Those of other notations that explain the game, where the likeliest does not; none where it does.

        Prose around the moves speaks against none of the plain notations, where none explains it; where all leave
        something over, and no tags speak for PGN, the one that leaves least.
        """
        first, others = self.by(likeliest), tuple(name for name in others if name != likeliest)
        if first.whole:
            return ()
        whole = tuple(name for name in others if self.by(name).whole)
        if whole or first.framed or likeliest not in _PLAINEST:
            return whole
        plain = tuple(name for name in others if name in _PLAINEST)
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
            record, findings = read = row.read(chunk)
        except PluginError as error:
            warnings.warn(f"{error}; it is ignored here", RuntimeWarning, stacklevel=2)
            return _NOTHING
        self.read[row.id] = (chunk, read)
        kinds = Counter(map(type_name, record.events))
        several = any(one.code == "KN113" for one in findings)  # games, though which line is whose is not sure
        informative = bool(several or record.headers or record.result or kinds.keys() - {"comment", "junk", "nag"})
        asides = {
            (one.line, one.column)
            for one in record.events
            if isinstance(one, Comment) and one.span is not None and "{" in _words(chunk, *one.span)
        }  # what their words leave unsaid says nothing of the notation
        findings = [one for one in findings if one.code != "KN109" or (one.line, one.column) not in asides]
        if findings or "move" not in kinds or "junk" in kinds:
            return _Evidence(informative, False, False, kinds["junk"])
        moves = [index for index, one in enumerate(record.events) if type_name(one) == "move"]
        prose = [
            index
            for index, one in enumerate(record.events)
            if type_name(one) == "comment" and one.span is not None and _is_bare(chunk, *one.span)
        ]
        fits = not prose and _sensible(record)
        return _Evidence(informative, not prose, not any(moves[0] < index < moves[-1] for index in prose), 0, fits)


def _sensible(record: Record) -> bool:
    """Whether the first moves of a record can be played; those of one player alone say nothing of that."""
    if record.view != "umpire":
        return True
    first = [event for event in record.events if isinstance(event, Move)][:_FIRST]
    return (first[0].turn or 1) > 1 or playable(record, _FIRST) == len(first)


def _is_bare(chunk: Chunk, start: int, end: int) -> bool:
    """Whether the words of a comment stand without the signs of one."""
    words = _words(chunk, start, end)
    return not ("{" in words or ";" in words)


def _words(chunk: Chunk, start: int, end: int) -> str:
    return chunk.text[start - chunk.offset : end - chunk.offset]
