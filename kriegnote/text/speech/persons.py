"""Identifies the players in an account of a game: by name, as “I” in a letter, or as “my opponent”.

A player's colour follows from what is said about him, or from the numbers of the moves that he is said to make; the
other player is his opponent. Where neither helps, nobody is identified.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from kriegnote.lexicon import lexicon, plain
from kriegnote.model.events import Side, other
from kriegnote.parsing import Terminals
from kriegnote.text.headings import Players, players
from kriegnote.text.respelling import Respelling
from kriegnote.text.speech.addressee import addressed, addressee_of, tries_before, turns_of_messages

_WORDS: Final = Terminals("persons")
_LINES_BEFORE: Final = 8
"""The players of a game may be named in this many lines, counted from the start of the text before the game."""
_LEAST_LINES: Final = 2
"""The number of lines that must begin with a player's name."""
_LONGEST_LINE: Final = 200
"""The greatest length of such a line, in characters."""
_USUAL_LANGUAGES: Final = frozenset({"en", "it"})
"""Languages whose words are not taken for surnames, even if a game's headers have them.

König may be a surname, but King remains the man.
"""
_COLOURS: Final[Mapping[Side, str]] = {"white": "White", "black": "Black"}
# The names are known only when a text is read, so the patterns that search for them are compiled then.


def persons(text: str, headers: Mapping[str, str], writer: Side | None = None) -> list[Respelling]:
    """Respellings that replace the players, whether named or meant as writer and opponent, by their colours.

    :param headers: the game's headers, which may name its players.
    :param writer: who writes the text, if it is assumed; None: only the text may show it.
    """
    side = addressee_of(text, writer or writer_of(text))
    messages = [*addressed(text, side), *turns_of_messages(text), *tries_before(text)] if side is not None else []
    return [*_respelt(text, [_WORDS["BRACKETED_NAME"].pattern], ""), *_by_words(text, headers, writer), *messages]


def writer_of(text: str) -> Side | None:
    """The player who writes “I” in a text; None if it does not say which one he is."""
    for side in _COLOURS:
        colour = _WORDS[side.upper()].pattern
        if re.search(rf"(?i:{_WORDS['HAS_HIS_COLOUR'].pattern}{colour})(?!\w)", text):
            return side
    return _side_of(_WORDS["THE_WRITER"].pattern, text) or _side_of(_WORDS["HIS_VERB"].pattern, text)


def _by_words(text: str, headers: Mapping[str, str], writer: Side | None) -> list[Respelling]:
    """Respellings of players' names, and of the writer and his opponent."""
    called = _in_headers(headers)
    names = [] if called else [_called(name) for name in _acting(text)]
    writer = writer or writer_of(text)
    if writer is None:
        called = called or _by_colours(names, text) or _by_turn(names, text)
        return [one for side, patterns in called.items() for one in _respelt(text, patterns, _COLOURS[side])]
    rival = called.get(other(writer), names if len(names) == 1 else [])
    rival = [*rival, _WORDS["HIS_OPPONENT"].pattern, _WORDS["HE_IS"].pattern]
    himself = [*called.get(writer, []), _WORDS["THE_WRITER"].pattern, _WORDS["TO_THE_WRITER"].pattern]
    found = _respelt(text, himself, _COLOURS[writer])
    found += _respelt(text, rival, _COLOURS[other(writer)])
    found += (
        one._replace(words=f"{_COLOURS[writer]} {text[one.start : one.end]}")
        for one in _respelt(text, [_WORDS["HIS_VERB"].pattern], "")
    )
    quoted = [one.span() for one in _WORDS["QUOTED"].finditer(text)]  # “I” in a quotation is not the writer
    return [one for one in found if not any(start <= one.start < end for start, end in quoted)]


def _in_headers(headers: Mapping[str, str]) -> dict[Side, list[str]]:
    """The patterns for each player's names in the headers; empty if a name is missing or both surnames are equal."""
    last = {side: headers.get(colour, "").split()[-1:] for side, colour in _COLOURS.items()}
    if last["white"] == last["black"] or [] in last.values():
        return {}
    return {
        side: [_called(headers[_COLOURS[side]]), _called(*surname)] if _is_surname(*surname) else []
        for side, surname in last.items()
    }


def _acting(text: str) -> list[str]:
    """The names of those who ask, try or move in a text."""
    names = {found["name"].casefold(): found["name"] for found in _WORDS["ACTS"].finditer(text)}
    return [name for name in names.values() if is_name(name)]


def is_name(word: str) -> bool:
    """Whether a word is neither a move, a square in capitals, nor a word of umpires and players."""
    if any(_WORDS["MOVE_BARELY"].fullmatch(one) is not None for one in (word, word.casefold())):
        return False
    return word[:1].isalpha() and plain(word) not in lexicon().phrases


def _is_surname(word: str) -> bool:
    """Whether a surname in the headers is not also a word of umpires and players in a usual language."""
    return word[:1].isalpha() and _USUAL_LANGUAGES.isdisjoint(lexicon().languages(word))


def _called(name: str) -> str:
    """The pattern that finds a name in a text, also in capitals and with a title before it."""
    spellings = dict.fromkeys((name, name.upper(), name.title()))
    return rf"{_WORDS['CALLED'].pattern}(?<!\w)(?:{'|'.join(re.escape(one) for one in spellings)})(?!\w)"


def _respelt(text: str, patterns: Sequence[str], words: str) -> list[Respelling]:
    return [Respelling(*one.span(), words) for one in re.finditer("|".join(patterns), text)] if patterns else []


def actors(text: str) -> list[Respelling]:
    """Respellings of two players' names that begin the lines of a program's log, if nobody is called White or Black.

    The colours are those that the text states; otherwise the player who acts first has White.
    """
    words = (line.lstrip(" \t>*•-").split(None, 1) for line in text.splitlines())
    begun = Counter(first[0] for first in words if len(first) > 1 and first[0][0].isalpha() | (first[0][0] == "_"))
    if sum(count >= _LEAST_LINES for count in begun.values()) < len(_COLOURS):
        return []  # the usual case, tested first because the pattern ACTS_IN_A_LINE is slow to compile
    found = Counter(one["name"] for one in _WORDS["ACTS_IN_A_LINE"].finditer(text) if is_name(one["name"]))
    if len(found) != len(_COLOURS) or min(found.values()) < _LEAST_LINES:
        return []
    names = [_called(name) for name in found]
    sides = _by_colours(names, text) or dict(zip(_COLOURS, ([name] for name in names), strict=True))
    return [one for side, patterns in sides.items() for one in _respelt(text, patterns, _COLOURS[side])]


# -- who has White -----------------------------------------------------------------------------------------------------


def _by_colours(names: Sequence[str], text: str) -> dict[Side, list[str]]:
    """The patterns of two players by colour, if the text gives one of them a colour and nothing contradicts it."""
    if len(names) != len(_COLOURS):
        return {}
    first, second = (_side_of(name, text) for name in names)
    if first is None and second is not None:
        first = other(second)
    if first is None or second == first:
        return {}
    return {first: [names[0]], other(first): [names[1]]}


def _by_turn(names: Sequence[str], text: str) -> dict[Side, list[str]]:
    """The patterns of two players by colour, if the text names no colour and begins with a move: that is White's."""
    if len(names) != len(_COLOURS) or any(_WORDS[side.upper()].search(text) for side in _COLOURS):
        return {}
    first = next(_WORDS["ACTS"].finditer(text))[0]
    if re.search(rf"(?:{_WORDS['PLAY'].pattern}|{_WORDS['MOVED'].pattern})$", first, re.IGNORECASE) is None:
        return {}
    return dict(zip(_COLOURS, ([name] for name in names), strict=True))


def _side_of(person: str, text: str) -> Side | None:
    """The colour of a player: as the text states it, or as the numbers of his moves show; None if neither does.

    :param person: a pattern that finds the player.
    """
    if re.search(person, text) is None:
        return None
    said = said_to_have(person, text)
    if said is not None:
        return said
    sides = {
        found["black"] is not None for found in re.finditer(f"(?:{person})(?:{_WORDS['HIS_NUMBER'].pattern})", text)
    }
    return None if len(sides) != 1 else "black" if sides.pop() else "white"


def said_to_have(name: str, text: str) -> Side | None:
    """The colour that a text gives to a player: “White: Mr. Pratt”, “Pratt (White)”, “Pratt is White”.

    :param name: a pattern that finds the player.
    """
    for side in _COLOURS:
        colour = _WORDS[side.upper()].pattern
        joint = _WORDS["WITH_COLOUR"].pattern
        said = rf"(?:{colour}\s*{joint}\s*(?:{name})|(?:{name})\s*{joint}\s*{colour})"
        if re.search(rf"(?i)(?<!\w){said}(?!\w|\s*[:=])", text):
            return side
    return None


def introduced(before: str) -> Players | None:
    """The players that one of the lines before a game names, White first; None if no line does."""
    lines = [line.strip(" \t#*_=") for line in before.splitlines()[:_LINES_BEFORE]]
    return next((pair for line in lines if len(line) <= _LONGEST_LINE and (pair := players(line, "plain"))), None)
