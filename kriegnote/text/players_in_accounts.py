"""The players whom sentences name: *our game (Marlow – Finch)*, *Celia (White) and the Colonel*, *gegen Frau Ebert*.

A heading gives the players and nothing else; an account speaks of them in passing, often of one of them only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from kriegnote.lexicon import lexicon, meant, plain
from kriegnote.model.events import Side, other
from kriegnote.parsing import Terminals
from kriegnote.text.headings import players
from kriegnote.text.speech.persons import said_to_have, writer_of

_HEADING: Final = Terminals("heading")
_SENTENCES: Final = Terminals("score_words")
_BESIDE: Final[Mapping[str, Side]] = {
    "BESIDE_WHITE": "white",
    "BESIDE_BLACK": "black",
    "BEFORE_WHITE": "white",
    "BEFORE_BLACK": "black",
    "HAD_WHITE": "white",
    "HAD_BLACK": "black",
}
_BY_A_VERB: Final = frozenset({"HAD_WHITE", "HAD_BLACK"})
_PRONOUNS: Final = frozenset({"both", "he", "me", "opponent", "writer", "you", "your_opponent"})
_SHORTENED: Final = 7  # the most characters of a title that is shortened, with its full stop
_NEAR: Final = 200  # the most characters before a bracket in which its sentence says that it speaks of a game

NamedPlayers = dict[Side, str]


def players_of_account(words: str) -> NamedPlayers:
    """The players whom an account before a game names, by their sides; what it does not say is missing."""
    return next((found for found in _ways(words) if found), {})


def _ways(words: str) -> Iterator[NamedPlayers]:
    yield _beside_a_colour(words)
    yield _in_brackets(words)
    yield _rival(words)


def _beside_a_colour(words: str) -> NamedPlayers:
    """Two players joined by a word, of whom one has his colour behind him, or of whom a verb says it."""
    for terminal, side in _BESIDE.items():
        for found in _HEADING[terminal].finditer(words):
            by_verb = terminal in _BY_A_VERB
            if all(_is_person(one) if by_verb else _is_name(one) for one in (found["name"], found["second"])):
                return {side: _bare(found["name"]), other(side): _bare(found["second"])}
    return {}


def _in_brackets(words: str) -> NamedPlayers:
    """Two names in brackets, in a sentence that speaks of a game."""
    for found in _HEADING["PAIR_IN_BRACKETS"].finditer(words):
        start = max((one.end() for one in _SENTENCES["SENTENCE_END"].finditer(words, 0, found.start())), default=0)
        before = words[max(start, found.start() - _NEAR) : found.start()]
        if _HEADING["OF_A_GAME"].search(before) and (pair := players(found["words"], "plain")) is not None:
            return {"white": pair.white, "black": pair.black}
    return {}


def _rival(words: str) -> NamedPlayers:
    """The player against whom the writer had a colour."""
    found = [one for one in _HEADING["RIVAL_NAMED"].finditer(words) if _is_name(one["name"])]
    names = {_bare(one["name"]) for one in found}
    if len(names) != 1:
        return {}
    name = names.pop()
    writer = writer_of(words)
    side = other(writer) if writer is not None else said_to_have(rf"{re.escape(name)},?", words)
    return {} if side is None else {side: name}


def _bare(name: str) -> str:
    """A name without what only begins as a name does: the next sentence, behind *the Colonel*."""
    words = name.split()
    stop = next((at for at, word in enumerate(words, 1) if word.endswith(".") and len(word) > _SHORTENED), len(words))
    return " ".join(words[:stop]).strip(" .")


def _is_name(words: str) -> bool:
    """Whether words are none of umpires and players: *Captures (White) and Checks*."""
    return plain(_bare(words)) not in lexicon().phrases


def _is_person(words: str) -> bool:
    """Whether words beside a verb are somebody's name: no pronoun, none of the words for players."""
    said = plain(_bare(words))
    return meant(said, "persons") not in _PRONOUNS and meant(said, "players") is None
