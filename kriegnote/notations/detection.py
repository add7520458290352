"""Which notation a text is in, by its first part: the patterns of the rows, then what a reader makes of it."""

from __future__ import annotations

import re
import warnings
from typing import Final, NamedTuple

from kriegnote.model.events import type_name
from kriegnote.notations.notation import Notation, PluginError
from kriegnote.notations.registry import notation, notations

_WORDS: Final = re.compile(
    r'(^\[(?:White|Black|Annotator|Site|Title) ").*(?="\]$)|(\{\[%kn )[^{}]*+\}|\{(?!\[%|\(K:|"|Game )[^{}]*+\}',
    re.MULTILINE,
)
"""What people wrote, which may look like any notation: the values of some tags, comments without a dialect."""


_JSON: Final = ("json", "kriegspiel")
"""Notations in JSON, whose text is looked at as it is."""


_PLAINEST: Final = ("pgn", "san", "tries")
"""Notations that a text may be in which has no mark of any: bare moves mean the same in all of them."""


_ESCAPES: Final = re.compile(r"\{@(?:umpire|white|black|public) |\\[{}\[\\]")
"""Marks in comments that PGN does not have (see :mod:`kriegnote.text.comments`)."""


class Detected(NamedTuple):
    """``id``: the notation a text is in, None when not sure; ``candidates``: what it could be, likeliest first."""

    id: str | None
    candidates: tuple[str, ...]


def detect(sample: str, filename: str | None = None) -> str | None:
    """The id of the notation a text is in, judged by its first part; None when unsure (see :func:`judge`)."""
    return judge(sample, filename).id


def judge(sample: str, filename: str | None = None) -> Detected:
    """Which notation a text is in, judged by its first part.

    A file name may say it (``game.dialogue.txt``); another ending decides between notations that fit about equally
    well, and where none is recognised.  Words alone prove nothing: the first game must have something in it that this
    notation tells.  What opens as a record of ours in JSON is one, however broken.
    """
    text = sample
    sample = _WORDS.sub(lambda found: found[1] or (found[2] and f"{found[2]}}}") or "{}", sample)
    scores: dict[str, float] = {}
    by_suffix = [
        row for row in notations().values() if filename is not None and filename.endswith(row.suffixes or "\0")
    ]
    named = next((name for name in notations() if filename is not None and filename.endswith(f".{name}.txt")), None)
    if named is not None:
        return Detected(named, (named,))
    for row in notations().values():
        score = 0.0
        for pattern, weight in row.recognise:
            found = re.findall(pattern, text if row.id in _JSON else sample, re.MULTILINE)
            score += weight * min(len(found), 4)
        if score > 0:
            scores[row.id] = score * 1.5 if row in by_suffix else score
    if "kriegspiel" in scores:
        return Detected("kriegspiel", ("kriegspiel",))
    if "json" in scores or (text.lstrip().startswith(("{", "[{")) and any(row.id == "json" for row in by_suffix)):
        return Detected("json", ("json",))
    ranked = sorted(scores, key=lambda name: -scores[name])
    near = tuple(name for name in ranked if scores[name] > 0.8 * scores[ranked[0]])
    if len(near) == 1 and _tells(notation(near[0]), text):
        if len(ranked) > 1 and not _fits(notation(near[0]), text):
            better = [name for name in ranked[1:] if _fits(notation(name), text)]
            return Detected(better[0], tuple(better)) if len(better) == 1 else Detected(near[0], near)
        return Detected(near[0], near)
    for row in by_suffix:
        if (not near or row.id in near) and _tells(row, text):
            return Detected(row.id, (row.id,))
    plainest = _PLAINEST[1:] if _ESCAPES.search(text) else _PLAINEST
    fitting = [name for name in near or plainest if _fits(notation(name), text)]
    if len(fitting) == 1 or (fitting and not near):
        return Detected(fitting[0], (fitting[0],))
    return Detected(None, near)


def _fits(row: Notation, text: str) -> bool:
    """Whether a notation reads the first game of a text with nothing left over and nothing to find fault with."""
    chunk = next((one for one in row.chunks(text.splitlines(keepends=True)) if one.text.strip()), None)
    if chunk is None:
        return False
    record, findings = row.read(chunk)
    moved = False
    for event in record.events:
        kind = type_name(event)
        moved = moved or kind == "move"
        if kind == "junk":
            return False
        if kind == "comment" and event.span is not None:
            start, end = (at - chunk.offset for at in event.span)
            if not any(sign in "{;" for sign in chunk.text[start:end]):
                return False  # prose
    return moved and not findings


def _tells(row: Notation, text: str) -> bool:
    """Whether the first game of a text, read in a notation, holds more than comments and what could not be read."""
    try:
        chunk = next((one for one in row.chunks(text.splitlines(keepends=True)) if one.text.strip()), None)
        if chunk is None:
            return False
        record = row.read(chunk).record
    except PluginError as error:
        warnings.warn(f"{error}; it was not considered here", RuntimeWarning, stacklevel=2)
        return False
    idle = ("comment", "junk", "nag")
    return bool(record.headers or record.result) or any(type_name(event) not in idle for event in record.events)


__all__ = ["Detected", "detect", "judge"]
