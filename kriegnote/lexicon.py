"""The words of umpires and players by what they mean: ``grammars/lexicon.toml``, in which the forms are explained.

Grammars import the meanings as terminals, writers print the first form of a language, slips are words near one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from graphlib import TopologicalSorter
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from typing import Final, NamedTuple

from kriegnote.errors import nearest
from kriegnote.kept import kept, kept_toml

_BRACKETS: Final = re.compile(r"[()\[\]|]|[^()\[\]|]+")
_BETWEEN: Final = re.compile(r"\W")
_OPTION: Final = re.compile(r"\[[^\[\]]*\]")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_STEM: Final = re.compile(r"([^\W\d_]+)([*…]?)")
_NEVER: Final = "(?!)"  # a pattern that fits nowhere
_NAMES: Final = re.compile(r"\{([a-z]+\.[a-z_.|]+)\}")
_FIRST_WORD: Final = re.compile(r"\w+(?![\w*…])")
_SIGNS: Final = str.maketrans(
    {"(": "(?:", ")": ")", "[": "(?:", "]": ")?", "*": r"\w*", " ": r"[\s-]+", "'": r"\s?['’‘´`]\s?", "…": ".*",
     ".": r"\.", ",": r"\s?,", "?": "[“”\"»’']?" r"\s*\?(?!\?)", "!": r"\s*!"}
)  # fmt: skip
"""What the signs of a form are in a pattern."""
_APART: Final = frozenset(
    (
        "colloquial",
        "damaged",
        "described",
        "details",
        "documents",
        "fields",
        "last_words",
        "months",
        "prose",
        "rulebooks",
        "solutions",
        "stated",
    )
) | {"verdicts"}
"""Groups whose words stand in a grammar without other words, or in none."""
_SPEECH: Final = _APART | {"joints", "numerals", "ordinals", "persons", "remarks", "speech"}
"""Groups of words that any sentence has: nothing is taken for a slip of them."""
_FIRST: Final = 10
"""The least priority of a word as a terminal: above what a grammar says without any."""
_SHORTEST: Final = 4
"""A shorter word is near too many others."""
_NEAR: Final = 0.8
"""How alike two words are of which one is taken for the other: twice the letters in common over all letters."""


class Meaning(NamedTuple):
    """What is meant, under its name: the group it stands in, and the forms that say it in each language."""

    group: str
    forms: Mapping[str, tuple[str, ...]]

    def all_forms(self) -> Iterator[str]:
        """The forms of all languages."""
        return chain.from_iterable(self.forms.values())

    def pattern(self, forms: Iterable[str] | None = None) -> str:
        """These forms, or all, as one regular expression, whatever the case, the longest first."""
        opened = _longest_first(forms or self.all_forms())
        begins = _begins({words[0] for words in chain.from_iterable(opened.values())})
        return rf"{begins}(?:{'|'.join(form.translate(_SIGNS) for form in opened)})(?!\w)"

    def beginnings(self) -> dict[str, frozenset[str]] | None:
        """The pattern of each form, in the order in which they are tried, with what a text with it begins with: a word
        as ``str.casefold`` leaves it or, where that is no whole word, a sign and ``*``; None: anything."""
        found = {self.pattern([form]): _beginnings(said) for form, said in _longest_first(self.all_forms()).items()}
        return None if any(one & {"**", "…*"} for one in found.values()) else found

    def needed(self) -> dict[str, frozenset[frozenset[str]]]:
        """What stands in the :func:`_words_of` any text with a form: all of one of these sets."""
        return {
            form: frozenset(
                frozenset(f"{found[1]} " if not found[2] else found[1] for found in _STEM.finditer(words.lower()))
                for words in ways(_without_options(form))
            )
            for form in self.all_forms()
        }


class Lexicon:
    """All meanings by their names (the group's before a stop: ``announcements.rank``), and the sentences of writers.

    :param text: a file as ``grammars/lexicon.toml`` explains it.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        groups = kept_toml("lexicon", text)
        self.written: dict[str, dict[str, dict[str, str]]] = groups.pop("written", {})
        self.groups: dict[str, tuple[str, ...]] = {
            group: tuple(f"{group}.{name}" for name in meanings) for group, meanings in groups.items()
        }
        self.meanings: dict[str, Meaning] = {
            f"{group}.{name}": Meaning(group, {language: tuple(forms) for language, forms in said.items()})
            for group, meanings in groups.items()
            for name, said in meanings.items()
        }
        self._mentions: dict[str, re.Pattern[str]] = {}
        self.pattern = cache(lambda name: self.meanings[name].pattern())
        self._pattern_of = lru_cache(1024)(lambda name, forms: self.meanings[name].pattern(forms))
        self._needed = cache(lambda name: self.meanings[name].needed())

    @cached_property
    def said(self) -> dict[str, list[str]]:
        """All that can be said, plain, with the names of what it means."""
        found: dict[str, list[str]] = kept("lexicon.said", sha256(self._text.encode()).hexdigest(), self._said)
        return found

    def _said(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, meaning in self.meanings.items():
            for words in map(plain, chain.from_iterable(map(ways, meaning.all_forms()))):
                if name not in (names := found.setdefault(words, [])):
                    names.append(name)
        return found

    @cached_property
    def priorities(self) -> dict[str, int]:
        """Of each meaning as a terminal: of two forms of which one begins the other the longer is to be read, and a
        word before one that begins with any letters.

        :raises graphlib.CycleError: two meanings each have a form that begins one of the other's.
        """
        longer: dict[str, set[str]] = {}
        for words, names in self.said.items():
            for found in _BETWEEN.finditer(words):
                for short in self.said.get(words[: found.start()], ()):
                    if short not in names:
                        longer.setdefault(short, set()).update(name for name in names if _together(name, short))
        for words, names in self.said.items():
            if words.startswith("*"):
                fits = re.compile(words.translate(_SIGNS)).fullmatch
                for word, meant in self.said.items():
                    if not word.startswith("*") and fits(word):
                        longer.setdefault(names[0], set()).update(name for name in meant if _together(name, names[0]))
        depths: dict[str, int] = {}
        for name in TopologicalSorter({name: longer.get(name, ()) for name in self.meanings}).static_order():
            depths[name] = 1 + max((depths[one] for one in longer.get(name, ())), default=-1)
        return {name: _FIRST + max(depths.values()) - depth for name, depth in depths.items()}

    def grammar(self, group: str) -> str:
        """A group's meanings as terminals of a Lark grammar: ``fifty-move`` is ``FIFTY_MOVE``."""
        lines = []
        for name in self.groups.get(group, ()):
            terminal = name.partition(".")[2].upper().replace("-", "_")
            lines.append(f"{terminal}.{self.priorities[name]}: /{self.pattern(name)}/i\n")
        return "".join(lines)

    @cached_property
    def beginnings(self) -> dict[str, dict[str, frozenset[str]] | None]:
        """What texts with each meaning begin with (:meth:`Meaning.beginnings`), by its pattern as a terminal."""
        return {f"(?i:{self.pattern(name)})": meaning.beginnings() for name, meaning in self.meanings.items()}

    def mentioned(self, text: str, group: str) -> Iterator[str]:
        """The names (without the group's) of what a text speaks of, of a group, in the order of the file."""
        return (name.partition(".")[2] for name in self.groups[group] if self.mentions(text, name))

    def mentions(self, text: str, name: str) -> bool:
        """Whether a text speaks of what has this name: ``details.moved``."""
        if name not in self._mentions:
            self._mentions[name] = re.compile(rf"(?<!\w){self.pattern(name)}", re.IGNORECASE)
        return self._mentions[name].search(text) is not None

    def filled(self, pattern: str, text: str) -> str:
        """A regular expression with the words of meanings in the place of their names: ``{acts.ask|acts.try}``.

        :param text: what will be searched with it: only forms that it may have are put in, since to make a pattern of
            all takes longer than to search with it.
        """
        words = _words_of(text)

        def likely(found: re.Match[str]) -> str:
            said = ((name, self._likely(name, words)) for name in found[1].split("|"))
            patterns = [self._pattern_of(name, forms) for name, forms in said if forms]
            return f"(?i:{'|'.join(patterns)})" if patterns else _NEVER

        return _NAMES.sub(likely, pattern)

    def _likely(self, name: str, words: str) -> tuple[str, ...]:
        """The forms of what has this name that may stand in a text of these words (:func:`_words_of`)."""
        needed = self._needed(name).items()
        return tuple(form for form, sets in needed if any(all(word in words for word in one) for one in sets))

    def printed(self, name: str, language: str) -> str:
        """What a writer prints for a meaning: its first form, the first of alternatives, nothing that can be left out.

        :raises KeyError: there is no such meaning, or no word for it in this language.
        """
        return ways(self.meanings[name].forms[language][0])[0]

    def meant(self, words: str, group: str) -> str | None:
        """The name (without its group) of what these words mean in a group, None when they mean nothing there."""
        names = self.said.get(plain(words), ())
        return next((name.partition(".")[2] for name in names if name.startswith(f"{group}.")), None)

    def languages(self, words: str) -> frozenset[str]:
        """In which languages these words, and no others, say something."""
        wanted = plain(words)
        return frozenset(
            language
            for name in self.said.get(wanted, ())
            for language, forms in self.meanings[name].forms.items()
            if any(plain(way) == wanted for form in forms for way in ways(form))
        )

    def of(self, *groups: str) -> tuple[str, ...]:
        """All that can be said in these groups, forms of several words too."""
        names = {name for group in groups for name in self.groups[group]}
        return tuple(words for words, meant in self.said.items() if not names.isdisjoint(meant))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The single words that a slip can stand for."""
        known = (words.split() for words, names in self.said.items() if self.meanings[names[0]].group not in _SPEECH)
        return tuple(dict.fromkeys(word for words in known for word in words if word.replace("'", "").isalpha()))


@lru_cache(maxsize=4)  # the same text is asked for many patterns
def _words_of(text: str) -> str:
    """The words of a text in lower case, each once, with a blank behind each."""
    return "".join(f"{word} " for word in {*_LETTERS.findall(text.lower())})


def _together(name: str, other: str) -> bool:
    """Whether a grammar may have both meanings."""
    groups = {name.partition(".")[0], other.partition(".")[0]}
    return groups.isdisjoint(_APART) or len(groups) == 1


def _longest_first(forms: Iterable[str]) -> dict[str, list[str]]:
    """All that each form stands for, in the order in which forms are tried."""
    opened = {form: ways(form) for form in forms}
    return dict(sorted(opened.items(), key=lambda one: -max(map(len, one[1]))))


def _beginnings(said: Iterable[str]) -> frozenset[str]:
    """What these words begin with (:meth:`Meaning.beginnings`)."""
    first = ((words, _FIRST_WORD.match(words)) for words in said)
    found = ({word[0].casefold()} if word else {f"{sign}*" for sign in _first_signs(words[0])} for words, word in first)
    return frozenset(chain.from_iterable(found))


def _begins(first: set[str]) -> str:
    """The pattern of what forms can begin with, by their first signs."""
    if first & set("*…"):
        return ""
    letters = "".join(sorted({case for sign in first for case in _first_signs(sign)}))
    return f"(?=(?-i:[{letters}]))"


def _first_signs(sign: str) -> set[str]:
    """What a text can begin with where a form begins with this sign; a blank may stand before a comma."""
    return {r"\s", ","} if sign == "," else {sign.lower(), sign.upper()}


def ways(form: str) -> list[str]:
    """All that a form stands for, the printed one first."""
    outer: list[tuple[list[str], list[str]]] = []  # of each open bracket: what stands before it, its choices so far
    said = [""]
    for sign in _BRACKETS.findall(form):
        if sign in "([":
            outer.append((said, [""] if sign == "[" else []))
            said = [""]
        elif sign == "|":
            outer[-1][1].extend(said)
            said = [""]
        elif sign in ")]":
            before, choices = outer.pop()
            said = [one + choice for one in before for choice in (*choices, *said)]
        else:
            said = [one + sign for one in said]
    return said


def _without_options(form: str) -> str:
    """A form with any letters (``*``) in the place of what can be left out."""
    while "[" in form:
        form = _OPTION.sub("*", form)
    return form


def plain(words: str) -> str:
    """Words in the one spelling in which they are compared."""
    return " ".join(words.lower().replace("’", "'").replace("-", " ").split())


@cache
def lexicon() -> Lexicon:
    """The words of ``grammars/lexicon.toml``."""
    return Lexicon(text())


def text() -> str:
    """The file itself."""
    return files("kriegnote.grammars").joinpath("lexicon.toml").read_text("utf-8")


def printed(name: str, language: str) -> str:
    """What a writer prints for a meaning (``announcements.rank``) in a language; see :meth:`Lexicon.printed`."""
    return lexicon().printed(name, language)


def meant(words: str, group: str) -> str | None:
    """The name of what words mean in a group; see :meth:`Lexicon.meant`."""
    return lexicon().meant(words, group)


def read_number(words: str) -> int | None:
    """The number that digits print (nine of them at most) or a word is, from 0 to ten; None when it is none."""
    if words.isdecimal():
        return int(words[:9])
    name = meant(words, "numerals")
    return None if name is None else lexicon().groups["numerals"].index(f"numerals.{name}")


def mentions(text: str, name: str) -> bool:
    """Whether a text speaks of something; see :meth:`Lexicon.mentions`."""
    return lexicon().mentions(text, name)


def mentioned(text: str, group: str) -> Iterator[str]:
    """What a text speaks of, of a group; see :meth:`Lexicon.mentioned`."""
    return lexicon().mentioned(text, group)


def filled(pattern: str, text: str) -> str:
    """A regular expression with words of the lexicon in it; see :meth:`Lexicon.filled`."""
    return lexicon().filled(pattern, text) if _NAMES.search(pattern) else pattern


class Sentences:
    """What is written in a language: ``Sentences("short", "it")("place", "d4")`` is ``in d4``."""

    def __init__(self, group: str, language: str) -> None:
        self.sentences = {name: said[language] for name, said in lexicon().written[group].items()}
        self.language = language

    def __call__(self, name: str, *named: object) -> str:
        """A sentence with what is named in it."""
        return self.sentences[name].format(*named)

    def __contains__(self, name: object) -> bool:
        return name in self.sentences

    def listed(self, items: Sequence[str]) -> str:
        """``a, b and c``."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {printed('joints.and', self.language)} {items[-1]}"


@cache
def sentences(group: str, language: str) -> Sentences:
    """The sentences of a group in a language.

    :raises KeyError: one of them is not said in this language.
    """
    return Sentences(group, language)


@lru_cache(maxsize=4096)
def near(word: str) -> str | None:
    """The umpire's word that another one probably stands for (``ilegal``: ``illegal``), None when it is near none."""
    low = word.lower()
    if said := meant(low, "colloquial"):
        return said
    if len(low) < _SHORTEST:
        return None
    likely = [words for words in lexicon().words if abs(len(words) - len(low)) <= 1]
    found = nearest(low, likely, _NEAR)
    return found if found != low else None
