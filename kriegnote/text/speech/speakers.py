"""Identifies the speakers of a script: ``B: Cf3.``, ``MR. PRATT. — Any?``, ``<ref> no``, ``| White | Any? | No |``.

The labels are learned from the text: each stands several times before words. The words after a label show the speaker's
role: players move, ask and try, the umpire answers and announces. Which player has White follows from the umpire's
words ("White has moved"), from the labels themselves, from the text before the script, or from who speaks first.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from kriegnote.lexicon import meant
from kriegnote.model.events import Side
from kriegnote.parsing import Terminals
from kriegnote.text.respelling import Respelling, respelt
from kriegnote.text.speech.consoles import console
from kriegnote.text.speech.moves_in_words import letter_first
from kriegnote.text.speech.persons import actors, introduced, said_to_have, writer_of
from kriegnote.text.speech.speeches import moves_behind_talk, umpires_meaning, usual_words

_PREFIXES: Final = Terminals("line_prefixes")
_WORDS: Final = Terminals("speakers")
LEAST: Final = 2
"""The least number of speeches of each player."""

_SIDES: Final[tuple[Side, Side]] = ("white", "black")
_DEEDS: Final = ("acts", "answers", "announcements", "men", "ends")

Role = Literal["white", "black", "umpire"]
CALLED: Final[Mapping[Role, str]] = {"white": "White: ", "black": "Black: ", "umpire": "The umpire: "}
"""The text that replaces a label when the script is read."""


class SpeakerLine(NamedTuple):
    """One speech: its normalized label, the start and end of the label in the text, and the words after it."""

    label: str
    start: int
    end: int
    words: str


class Voice(NamedTuple):
    """How many of a speaker's speeches are a player's, how many the umpire's, and how many there are."""

    player: int
    umpire: int
    all: int


def script(text: str) -> list[Respelling]:
    """Respellings of the labels of a script by their roles, or of the names in a log; empty if the text is neither."""
    lines = list(_lines(text))
    roles = _roles(lines, text)
    if not roles:
        return console(text) or actors(text)
    turns = (Respelling(*one.span(), f"{one['number']}.") for one in _PREFIXES["TURN_ABOVE"].finditer(text))
    labelled = [one for one in lines if one.label in roles]
    labels = (Respelling(one.start, _said_from(text, one.end), CALLED[roles[one.label]]) for one in labelled)
    return [*labels, *turns, *_meant(labelled, roles)]


def _meant(lines: Sequence[SpeakerLine], roles: Mapping[str, Role]) -> Iterator[Respelling]:
    """Respellings within the speeches: of moves behind other words, of what the umpire takes back, of his own words."""
    usual = usual_words(one.words for one in lines if roles[one.label] == "umpire")
    for one in lines:
        role = roles[one.label]
        if role == "umpire":
            yield from umpires_meaning(one.words, one.end, usual)
        else:
            yield from letter_first(one.words, one.end)
            yield from moves_behind_talk(one.words, one.end, CALLED[role])


def _said_from(text: str, end: int) -> int:
    """The index at which the words after a label begin, without a word by which the speaker names himself."""
    found = _WORDS["OF_HIMSELF"].match(text, end)
    return found.end() if found is not None else end


@lru_cache(maxsize=8)  # the same text is asked for the marks of many notations
def as_script(text: str) -> str:
    """A script with labels replaced by roles and each speech on its own line, ``White: Nf3``; other text unchanged."""
    labels = script(text)
    apart = (one._replace(words=f"\n{one.words}") if ":" in one.words else one for one in labels)
    return respelt(text, apart).text if labels else text


def _lines(text: str) -> Iterator[SpeakerLine]:
    found = [*_PREFIXES["SPEECH_LABEL"].finditer(text)]
    often = Counter(plain_label(one[one.lastgroup or 0]) for one in found)
    labels = {name for name, times in often.items() if times >= LEAST and _is_name(name)}
    kept = [(one, start) for one in found if (start := _begins(one, labels)) is not None]
    ends = [*(start for _, start in kept), len(text)][1:]
    for (one, start), end in zip(kept, ends, strict=True):
        name = plain_label(text[start : one.end(one.lastgroup or 0)])
        apart = start == one.start(one.lastgroup or 0)
        timed = apart and any(map(str.isdigit, text[one.start() : start]))  # a time may stand before the label
        begin = one.start() if timed else start
        yield SpeakerLine(
            name, begin - (begin == start and one.lastgroup == "bracketed"), one.end(), text[one.end() : end]
        )


def _begins(found: re.Match[str], labels: set[str]) -> int | None:
    """The index at which a known label begins; None if there is none.

    The end of a sentence before the label is left out: “Played. Black. — e5”.
    """
    start, end = found.span(found.lastgroup or 0)
    while plain_label(found.string[start:end]) not in labels:
        start = found.string.find(". ", start, end) + 2
        if start == 1:
            return None
    return start


def _is_name(label: str) -> bool:
    """Whether no word of a label is a deed or saying of umpires and players; “White sees:” is not a label."""
    return not any(meant(word, group) for word in label.split() for group in _DEEDS)


def plain_label(label: str) -> str:
    """A label in the normalized spelling in which labels are compared."""
    return " ".join(label.casefold().replace(".", " ").split())


def _roles(lines: Sequence[SpeakerLine], text: str) -> dict[str, Role]:
    """The role of each label; empty if they are not those of two players and, perhaps, an umpire."""
    voices = _voices(lines)
    speak = [label for label, one in voices.items() if one.player >= LEAST and one.player > one.umpire]
    answer = [label for label, one in voices.items() if one.umpire >= LEAST and one.umpire > 2 * one.player]
    if len(speak) == len(answer) == 1:
        side = _side_alone(speak[0], answer[0], lines, text)
        return {} if side is None else {speak[0]: side, answer[0]: "umpire"}
    if len(speak) != 2 or len(answer) > 1 or sum(one.player + one.umpire for one in voices.values()) < len(lines) / 2:
        return {}
    if not answer and any(_colour(label) is None for label in speak):
        return {}  # a score with the players' names before their moves
    first = _white(speak, lines, text)
    if first is None:
        return {}
    second = next(one for one in speak if one != first)
    return {first: "white", second: "black", **dict.fromkeys(answer, "umpire")}


def _side_alone(label: str, umpire: str, lines: Sequence[SpeakerLine], text: str) -> Side | None:
    """The colour of the only player who speaks, to whom an umpire answers: as the text says, or the umpire's words.

    The umpire says of the other one that he has moved.
    """
    side = writer_of(text) or _introduced([label], text[: lines[0].start]).get(label) or _colour(label)
    if side is not None:
        return side
    said = "\n".join(one.words for one in lines if one.label == umpire)
    moved = [each for each in _SIDES if _WORDS[f"{each.upper()}_MOVED_HERE"].search(said) is not None]
    return _other(moved[0]) if len(moved) == 1 else None


def _voices(lines: Sequence[SpeakerLine]) -> dict[str, Voice]:
    heard: defaultdict[str, list[str]] = defaultdict(list)
    for one in lines:
        heard[one.label].append(one.words)
    return {label: _voice(words) for label, words in heard.items()}


def _voice(said: Sequence[str]) -> Voice:
    player = sum(_WORDS["PLAYERS_WORDS"].match(words) is not None for words in said)
    return Voice(player, sum(_WORDS["UMPIRES_WORDS"].match(words) is not None for words in said), len(said))


# -- which of two players has White ------------------------------------------------------------------------------------


def _white(labels: Sequence[str], lines: Sequence[SpeakerLine], text: str) -> str | None:
    """The label of the player with the white men; None if the evidence gives both players the same colour.

    The umpire's words about moves decide, else the labels themselves, else the text before the script, else who speaks
    first.
    """
    before = text[: lines[0].start]
    for judged in (_announced(labels, lines), _coloured(labels), _introduced(labels, before)):
        if judged:
            first, second = (judged.get(one) for one in labels)
            if first == second:
                return None
            return labels[0] if "white" in (first, _other(second)) else labels[1]
    return next((one.label for one in lines if one.label in labels), None)


def _other(side: Side | None) -> Side | None:
    return None if side is None else "black" if side == "white" else "white"


def _announced(labels: Sequence[str], lines: Sequence[SpeakerLine]) -> dict[str, Side]:
    """The colour that the umpire most often names directly after each player's words."""
    heard: dict[str, Counter[Side]] = {label: Counter() for label in labels}
    for one, two in pairwise(lines):
        if one.label in heard:
            heard[one.label]["white"] += _WORDS["WHITE_MOVED"].match(two.words) is not None
            heard[one.label]["black"] += _WORDS["BLACK_MOVED"].match(two.words) is not None
    return {label: found.most_common(1)[0][0] for label, found in heard.items() if found.total()}


def _colour(label: str) -> Side | None:
    """The colour that a label names by itself."""
    named = meant(label, "players")
    return "white" if named == "white" else "black" if named == "black" else None


def _coloured(labels: Sequence[str]) -> dict[str, Side]:
    """The colours that two labels name, or of which they are the initials: W and B, B and N."""
    named: dict[str, Side] = {label: side for label in labels if (side := _colour(label)) is not None}
    if named:
        return named
    initials = {frozenset("wb"): "w", frozenset("bn"): "b"}.get(frozenset(labels))
    return {one: "white" if one == initials else "black" for one in labels} if initials else {}


def _introduced(labels: Sequence[str], before: str) -> dict[str, Side]:
    """The colours that the text before the script gives to the players, in a heading or in words."""
    found: dict[str, Side] = {}
    pair = introduced(before)
    for label in labels:
        said = said_to_have(re.escape(label).replace(r"\ ", r"\.?\s+"), before)
        if said is None and pair is not None:
            named = [plain_label(name).split()[-1] == label.split()[-1] for name in (pair.white, pair.black)]
            said = "white" if named == [True, False] else "black" if named == [False, True] else None
        if said is not None:
            found[label] = said
    return found
