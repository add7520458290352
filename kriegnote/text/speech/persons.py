"""Who is meant in an account of a game: the players by their names, “I” in a letter, “my opponent”.

A player is White or Black by what is said of him, or by the numbers of the moves that he is said to make; the other is
his opponent.  Where nothing tells, nobody is taken for either.
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

_WORDS: Final = Terminals("persons")
_MOST: Final = 8
"""Lines before a game in which its players may be named."""
_LEAST: Final = 2
"""Lines that begin with a player's name."""
_LONGEST: Final = 200
"""Signs of such a line."""
_SPOKEN: Final = frozenset({"en", "it"})
"""Languages of which a word is no surname where a game's headers have it: König may be one, and King stays the man."""
_COLOURS: Final[Mapping[Side, str]] = {"white": "White", "black": "Black"}
# Names are known when a text is read, and no sooner: the patterns that look for them are made then.


def persons(text: str, headers: Mapping[str, str]) -> list[Respelling]:
    """Where players stand in a text by their names or as its writer and his opponent, each to be read as his colour.

    :param headers: the game's, which may name its players.
    """
    return [*_respelt(text, [_WORDS["BRACKETED_NAME"].pattern], ""), *_by_words(text, headers)]


def _by_words(text: str, headers: Mapping[str, str]) -> list[Respelling]:
    """Players by their names, and the writer and his opponent."""
    called = _in_headers(headers)
    names = [] if called else [_called(name) for name in _acting(text)]
    writer = _side_of(_WORDS["THE_WRITER"].pattern, text) or _side_of(_WORDS["HIS_VERB"].pattern, text)
    if writer is None:
        called = called or _by_colours(names, text)
        return [one for side, patterns in called.items() for one in _respelt(text, patterns, _COLOURS[side])]
    rival = called.get(other(writer), names if len(names) == 1 else [])
    rival = [*rival, _WORDS["HIS_OPPONENT"].pattern, _WORDS["HE_IS"].pattern]
    found = _respelt(text, [*called.get(writer, []), _WORDS["THE_WRITER"].pattern], _COLOURS[writer])
    found += _respelt(text, rival, _COLOURS[other(writer)])
    found += (
        one._replace(words=f"{_COLOURS[writer]} {text[one.start : one.end]}")
        for one in _respelt(text, [_WORDS["HIS_VERB"].pattern], "")
    )
    quoted = [one.span() for one in _WORDS["QUOTED"].finditer(text)]  # who speaks there says “I” of himself
    return [one for one in found if not any(start <= one.start < end for start, end in quoted)]


def _in_headers(headers: Mapping[str, str]) -> dict[Side, list[str]]:
    """How the players are called that a game's headers name: none where they have one name, or one of them has none."""
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
    return [name for name in names.values() if _is_name(name)]


def _is_name(word: str) -> bool:
    """Whether a word is no move, and none that umpires and players say."""
    if _WORDS["MOVE_BARELY"].fullmatch(word) is not None:
        return False
    return word[:1].isalpha() and plain(word) not in lexicon().said


def _is_surname(word: str) -> bool:
    """Whether a word by which headers call a player is none of the umpire's and the players' in the usual languages."""
    return word[:1].isalpha() and _SPOKEN.isdisjoint(lexicon().languages(word))


def _called(name: str) -> str:
    """The pattern of a name as it may stand in a text: in capitals, too, and with a title before it."""
    spellings = dict.fromkeys((name, name.upper(), name.title()))
    return rf"{_WORDS['CALLED'].pattern}(?<!\w)(?:{'|'.join(re.escape(one) for one in spellings)})(?!\w)"


def _respelt(text: str, patterns: Sequence[str], words: str) -> list[Respelling]:
    return [Respelling(*one.span(), words) for one in re.finditer("|".join(patterns), text)] if patterns else []


def actors(text: str) -> list[Respelling]:
    """Two players by the names with which the lines of a program's log begin, where nobody is called White or Black.

    Who has White is said, or he moves first.
    """
    words = (line.lstrip(" \t>*•-").split(None, 1) for line in text.splitlines())
    begun = Counter(first[0] for first in words if len(first) > 1 and first[0][0].isalpha() | (first[0][0] == "_"))
    if sum(count >= _LEAST for count in begun.values()) < len(_COLOURS):
        return []  # as nearly always: the pattern of what players do takes long to make
    found = Counter(one["name"] for one in _WORDS["ACTS_IN_A_LINE"].finditer(text) if _is_name(one["name"]))
    if len(found) != len(_COLOURS) or min(found.values()) < _LEAST:
        return []
    names = [_called(name) for name in found]
    sides = _by_colours(names, text) or dict(zip(_COLOURS, ([name] for name in names), strict=True))
    return [one for side, patterns in sides.items() for one in _respelt(text, patterns, _COLOURS[side])]


# -- who has White -----------------------------------------------------------------------------------------------------


def _by_colours(names: Sequence[str], text: str) -> dict[Side, list[str]]:
    """Two players by their colours, where one of them is said to have one and nothing speaks against it."""
    if len(names) != len(_COLOURS):
        return {}
    first, second = (_side_of(name, text) for name in names)
    if first is None and second is not None:
        first = other(second)
    if first is None or second == first:
        return {}
    return {first: [names[0]], other(first): [names[1]]}


def _side_of(person: str, text: str) -> Side | None:
    """The colour of a player, by a pattern of how he is called: as it is said, or as the moves show that he makes."""
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
    """The colour that a text says a player has: “White: Mr. Pratt”, “Pratt (White)”, “Pratt is White”.

    :param name: a pattern of how he is called.
    """
    for side in _COLOURS:
        colour = _WORDS[side.upper()].pattern
        joint = _WORDS["WITH_COLOUR"].pattern
        said = rf"(?:{colour}\s*{joint}\s*(?:{name})|(?:{name})\s*{joint}\s*{colour})"
        if re.search(rf"(?i)(?<!\w){said}(?!\w|\s*[:=])", text):
            return side
    return None


def introduced(before: str) -> Players | None:
    """The players that one of the lines before a game names, White first."""
    lines = [line.strip(" \t#*_=") for line in before.splitlines()[:_MOST]]
    return next((pair for line in lines if len(line) <= _LONGEST and (pair := players(line, "plain"))), None)
