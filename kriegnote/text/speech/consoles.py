"""Reads what a player typed to a program, and what the program wrote below it.

krieg 3> exd5
  nope
krieg 3> Nf3
  ok
** opponent moved, took on d4

A prompt is what stands before several commands, apart from its digits. It may name a colour; otherwise one player types
to it, who is the program’s “you” and whose opponent’s moves it announces. His colour is what the text says, or follows
from who acts first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from kriegnote.model.events import Side, other
from kriegnote.parsing import Terminals
from kriegnote.text.line_prefixes import known_end, shape_of
from kriegnote.text.respelling import Respelling
from kriegnote.text.speech.persons import is_name, said_to_have

_WORDS: Final = Terminals("consoles")
LEAST: Final = 3
"""The least number of commands behind one prompt, and of answers to them."""
_SIDES: Final[tuple[Side, Side]] = ("white", "black")
_RIVAL_ACTS: Final = ("RIVAL_MOVES", "RIVAL_TAKES", "RIVAL_TRIES")
_COLOURS: Final = {"white": "White", "black": "Black"}


def console(text: str) -> list[Respelling]:
    """Respellings of a program's log as a dialogue: prompts as players, “you” and “opponent” as colours, full stops.

    It is empty if the text is no such log, or if nothing says which player types.
    """
    typed = _typed(text)
    rival = _rivals_name(text) if typed else None
    lines = [*_lines(text, typed[0].start(), rival)] if typed else []
    commands = {one.start(): one for one in typed}
    if sum(_is_answered(text, lines, at, commands) for at in range(len(lines))) < max(LEAST, len(typed) / 2):
        return []
    sides = _players(text, typed, rival)
    alone = next(iter(sides.values())) if len(set(sides.values())) == 1 else None
    labels = _labels(text, lines)
    found: list[Respelling] = []
    for start, end in lines if sides else []:
        command = commands.get(start)
        if command is not None:
            found.append(Respelling(start, command.start("command"), f"{_COLOURS[sides[_shape(command)]]}: "))
        else:
            found += _told(text, _without_signs(text, start, end, labels), end, alone, rival)
            found.append(Respelling(start, _without_signs(text, start, end, labels), ""))
        if text[start:end].strip() and _WORDS["ENDS_A_LINE"].search(text[start:end].rstrip()) is None:
            found.append(Respelling(end, min(end + 1, len(text)), ".\n"))
    said = _WORDS["HIS_COLOUR_SAID"].search(text, 0, lines[0][0]) if found else None
    return [*([Respelling(*said.span(), "")] if said is not None and alone is not None else []), *found]


def _typed(text: str) -> list[re.Match[str]]:
    """The lines with a command behind one of the text's prompts."""
    found = [*_WORDS["TYPED_LINE"].finditer(text)]
    often = Counter(map(_shape, found))
    return [one for one in found if often[_shape(one)] >= LEAST]


def _shape(typed: re.Match[str]) -> str:
    """What is the same in a prompt from line to line."""
    return shape_of(typed["prompt"])


def _lines(text: str, first: int, rival: str | None) -> Iterator[tuple[int, int]]:
    """The ranges of the lines of a log, from what the program announces before the first command on."""
    acts = _rivals_act(text, rival)
    begin = text.rfind("\n", 0, min(first, acts)) + 1
    while begin < len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        yield begin, end
        begin = end + 1


def _rivals_act(text: str, rival: str | None) -> int:
    """The offset at which the program first tells what the other player did; the end of the text if it does not."""
    found = [one for name in _RIVAL_ACTS if (one := _WORDS[name].search(text)) is not None]
    found += (one for one in _WORDS["MOVES_BY_NAME"].finditer(text) if one["name"] == rival)
    return min((one.start() for one in found), default=len(text))


def _rivals_name(text: str) -> str | None:
    """The name by which a program calls the other player; None unless it tells of one name alone that he has moved."""
    often = Counter(one["name"] for one in _WORDS["MOVES_BY_NAME"].finditer(text) if is_name(one["name"]))
    name, times = next(iter(often.items()), ("", 0))
    return name if len(often) == 1 and times >= LEAST else None


def _is_answered(text: str, lines: Sequence[tuple[int, int]], at: int, commands: Collection[int]) -> bool:
    """Whether a line has a command and the next one the program's answer to it."""
    if lines[at][0] not in commands or at + 1 == len(lines) or lines[at + 1][0] in commands:
        return False
    return any(_WORDS[name].search(text, *lines[at + 1]) is not None for name in ("PROGRAM_DENIES", "PROGRAM_ALLOWS"))


def _labels(text: str, lines: Sequence[tuple[int, int]]) -> set[str]:
    """The words by which the program calls its lines."""
    found = (_WORDS["LABEL_OF_A_LINE"].match(text, *line) for line in lines)
    often = Counter(one["label"] for one in found if one is not None)
    return {label for label, times in often.items() if times >= LEAST and not _WORDS["OF_THE_RIVAL"].fullmatch(label)}


def _players(text: str, typed: Sequence[re.Match[str]], rival: str | None) -> dict[str, Side]:
    """Who types behind the prompt of each shape; empty if that is not known."""
    prompts = {_shape(one): one["prompt"] for one in typed}
    named = {shape: side for shape, prompt in prompts.items() if (side := _named(prompt)) is not None}
    if len(named) == len(prompts):
        return named
    acts, first = _rivals_act(text, rival), typed[0].start()
    if len(prompts) > 1 or acts == len(text):
        return {}
    said = said_to_have(_WORDS["CALLED_BY_IT"].pattern, text[:first])
    return dict.fromkeys(prompts, said or ("black" if acts < first else "white"))


def _named(prompt: str) -> Side | None:
    """The colour that a prompt names; None if it names none, or both."""
    named = [side for side in _SIDES if _WORDS[f"PROMPT_OF_{side.upper()}"].search(prompt) is not None]
    return named[0] if len(named) == 1 else None


def _without_signs(text: str, start: int, end: int, labels: Collection[str]) -> int:
    """The offset of the program's words in one of its lines, behind their time, signs before them and their label."""
    begin = start + known_end(text[start:end])
    signs = _WORDS["SIGNS_BEFORE"].match(text, begin, end)
    begin = signs.end() if signs is not None else begin
    label = _WORDS["LABEL_OF_A_LINE"].match(text, begin, end)
    return label.end() if label is not None and label["label"] in labels else begin


def _told(text: str, start: int, end: int, side: Side | None, rival: str | None) -> Iterator[Respelling]:
    """Respellings of the program's words.

    :param side: the player to whom they are written; None if both read them.
    :param rival: the name by which they call the other one.
    """
    if side is not None:
        his = _COLOURS[other(side)]
        says = {"RIVAL_MOVES": f"{his} has moved", "RIVAL_TAKES": f"{his} has moved, ", "OF_THE_RIVAL": his,
                "OF_HIS_TURN": f"{_COLOURS[side]} to move"}  # fmt: skip
        if rival is not None:  # a name is known only now, so that no grammar has it
            named = re.finditer(rf"(?<![\w'’]){re.escape(rival)}(?!\w)", text[start:end])
            yield from (Respelling(start + one.start(), start + one.end(), his) for one in named)
        found = [(one, words) for name, words in says.items() for one in _WORDS[name].finditer(text, start, end)]
        longest = {one.start(): Respelling(*one.span(), words) for one, words in reversed(found)}
        yield from longest.values()
        yield from (
            Respelling(*one.span(), _COLOURS[side]) for one in _WORDS["OF_THE_PLAYER"].finditer(text, start, end)
        )
    for name, words in (("MOVED_TAKING", ", "), ("TAKING_AT", " on ")):
        yield from (Respelling(*one.span("gap"), words) for one in _WORDS[name].finditer(text, start, end))
    yield from (Respelling(*one.span(), "illegal") for one in _WORDS["PROGRAM_REFUSES"].finditer(text, start, end))
    if _WORDS["PROGRAM_DENIES"].search(text, start, end) is not None:
        yield from (Respelling(*one.span(), " ") for one in _WORDS["ADDED_TO_IT"].finditer(text, start, end))
