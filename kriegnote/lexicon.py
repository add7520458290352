"""The words of umpires and players by meaning: ``grammars/lexicon.toml``, which explains the syntax of forms.

Grammars import meanings as terminals, writers print the first form of a language, and misspelt words are corrected to
similar ones.
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

from kriegnote.cache import cached, cached_toml
from kriegnote.errors import nearest
from kriegnote.printed_numbers import whole_number

_BRACKETS: Final = re.compile(r"[()\[\]|]|[^()\[\]|]+")
_BETWEEN: Final = re.compile(r"\W")
_OPTION: Final = re.compile(r"\[[^\[\]]*\]")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_STEM: Final = re.compile(r"([^\W\d_]+)([*…]?)")
_NEVER: Final = "(?!)"  # a pattern that never matches
_NAMES: Final = re.compile(r"\{([a-z]+\.[a-z_.|]+)\}")
_FIRST_WORD: Final = re.compile(r"\w+(?![\w*…])")
_SIGNS: Final = str.maketrans(
    {"(": "(?:", ")": ")", "[": "(?:", "]": ")?", "*": r"\w*", " ": r"[\s-]+", "'": r"\s?['’‘´`]\s?", "…": ".*",
     ".": r"\.", ",": r"\s?,", "?": "[“”\"»’']?" r"\s*\?(?!\?)", "!": r"\s*!"}
)  # fmt: skip
"""The regular expressions for the special characters of a form."""
_FIRST: Final = 10
"""The lowest priority of a word as a terminal, above that of terminals to which a grammar gives none."""
_SHORTEST: Final = 4
"""The length of the shortest word that is corrected; shorter ones are similar to too many others."""
_NEAR: Final = 0.8
"""The least similarity of a misspelling to its correction: twice the common letters over all letters."""


class Meaning(NamedTuple):
    """A meaning: its group, and the forms that express it in each language."""

    group: str
    forms: Mapping[str, tuple[str, ...]]

    def all_forms(self) -> Iterator[str]:
        """The forms in all languages."""
        return chain.from_iterable(self.forms.values())

    def pattern(self, forms: Iterable[str] | None = None) -> str:
        """A regular expression for these forms, or all, the longest first; it needs ``re.IGNORECASE``."""
        opened = _longest_first(forms or self.all_forms())
        begins = _begins({words[0] for words in chain.from_iterable(opened.values())})
        return rf"{begins}(?:{'|'.join(form.translate(_SIGNS) for form in opened)})(?!\w)"

    def beginnings(self) -> dict[str, frozenset[str]] | None:
        """The pattern of each form, in the order in which they are tried, with the possible beginnings of its texts.

        A beginning is a word in ``str.casefold`` or, if that is not a whole word, a character followed by ``*``. None:
        a text may begin with anything.
        """
        found = {self.pattern([form]): _beginnings(said) for form, said in _longest_first(self.all_forms()).items()}
        return None if any(one & {"**", "…*"} for one in found.values()) else found

    def needed(self) -> dict[str, frozenset[frozenset[str]]]:
        """For each form, sets of words: :func:`_words_of` a text with the form contains all words of one of them."""
        return {
            form: frozenset(
                frozenset(f"{found[1]} " if not found[2] else found[1] for found in _STEM.finditer(words.lower()))
                for words in ways(_without_options(form))
            )
            for form in self.all_forms()
        }


class Lexicon:
    """All meanings by name (with the group before a full stop: ``announcements.rank``), and the sentences of writers.

    :param text: the contents of a file in the format of ``grammars/lexicon.toml``.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        groups = cached_toml("lexicon", text)
        self.written: dict[str, dict[str, dict[str, str]]] = groups.pop("written", {})
        properties = groups.pop("groups", {})
        self._apart = frozenset(properties.get("apart", ()))
        self._uncorrected = self._apart.union(properties.get("common", ()))
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
        self._of = cache(self._in_groups)

    @cached_property
    def phrases(self) -> dict[str, list[str]]:
        """All words that forms stand for, normalized by :func:`plain`, with the names of their meanings; cached."""
        found: dict[str, list[str]] = cached("lexicon.phrases", sha256(self._text.encode()).hexdigest(), self._phrases)
        return found

    def _phrases(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, meaning in self.meanings.items():
            for words in map(plain, chain.from_iterable(map(ways, meaning.all_forms()))):
                if name not in (names := found.setdefault(words, [])):
                    names.append(name)
        return found

    @cached_property
    def priorities(self) -> dict[str, int]:
        """The priority of each meaning as a terminal.

        If one form is the beginning of another, the longer one takes precedence; so does a word over a form that begins
        with any letters.

        :raises graphlib.CycleError: if each of two meanings has a form that is the beginning of one of the other's.
        """
        longer: dict[str, set[str]] = {}
        for words, names in self.phrases.items():
            for found in _BETWEEN.finditer(words):
                for short in self.phrases.get(words[: found.start()], ()):
                    if short not in names:
                        longer.setdefault(short, set()).update(name for name in names if self._together(name, short))
        for words, names in self.phrases.items():
            if words.startswith("*"):
                fits = re.compile(words.translate(_SIGNS)).fullmatch
                for word, meant in self.phrases.items():
                    if not word.startswith("*") and fits(word):
                        beside = (name for name in meant if self._together(name, names[0]))
                        longer.setdefault(names[0], set()).update(beside)
        depths: dict[str, int] = {}
        for name in TopologicalSorter({name: longer.get(name, ()) for name in self.meanings}).static_order():
            depths[name] = 1 + max((depths[one] for one in longer.get(name, ())), default=-1)
        return {name: _FIRST + max(depths.values()) - depth for name, depth in depths.items()}

    def _together(self, name: str, other: str) -> bool:
        """Whether a grammar may contain both meanings."""
        groups = {name.partition(".")[0], other.partition(".")[0]}
        return groups.isdisjoint(self._apart) or len(groups) == 1

    def grammar(self, group: str) -> str:
        """The meanings of a group as terminals of a Lark grammar: ``fifty-move`` becomes ``FIFTY_MOVE``."""
        lines = []
        for name in self.groups.get(group, ()):
            terminal = name.partition(".")[2].upper().replace("-", "_")
            lines.append(f"{terminal}.{self.priorities[name]}: /{self.pattern(name)}/i\n")
        return "".join(lines)

    @cached_property
    def beginnings(self) -> dict[str, dict[str, frozenset[str]] | None]:
        """The beginnings of each meaning (:meth:`Meaning.beginnings`), by its pattern as a terminal."""
        return {f"(?i:{self.pattern(name)})": meaning.beginnings() for name, meaning in self.meanings.items()}

    def mentioned(self, text: str, group: str) -> Iterator[str]:
        """The meanings of a group that a text mentions, by name without the group, in the order of the file."""
        return (name.partition(".")[2] for name in self.groups[group] if self.mentions(text, name))

    def mentions(self, text: str, name: str) -> bool:
        """Whether a text mentions the meaning with this name: ``details.moved``."""
        if name not in self._mentions:
            self._mentions[name] = re.compile(rf"(?<!\w){self.pattern(name)}", re.IGNORECASE)
        return self._mentions[name].search(text) is not None

    def filled(self, pattern: str, text: str) -> str:
        """A regular expression in which names of meanings, as in ``{acts.ask|acts.try}``, are replaced by their forms.

        :param text: the text that will be searched: only forms that it may contain are inserted, since compiling a
            pattern with all forms takes longer than searching with it.
        """
        words = _words_of(text)

        def likely(found: re.Match[str]) -> str:
            said = ((name, self._likely(name, words)) for name in found[1].split("|"))
            patterns = [self._pattern_of(name, forms) for name, forms in said if forms]
            return f"(?i:{'|'.join(patterns)})" if patterns else _NEVER

        return _NAMES.sub(likely, pattern)

    def _likely(self, name: str, words: str) -> tuple[str, ...]:
        """The forms of a meaning that a text with these words (:func:`_words_of`) may contain."""
        needed = self._needed(name).items()
        return tuple(form for form, sets in needed if any(all(word in words for word in one) for one in sets))

    def printed(self, name: str, language: str) -> str:
        """The words that a writer prints for a meaning: its first form, with first alternatives and without options.

        :raises KeyError: if there is no such meaning, or no form in this language.
        """
        return ways(self.meanings[name].forms[language][0])[0]

    def meant(self, words: str, group: str) -> str | None:
        """The meaning of these words within a group, by name without the group; None if they have none there."""
        names = self.phrases.get(plain(words), ())
        return next((name.partition(".")[2] for name in names if name.startswith(f"{group}.")), None)

    def languages(self, words: str) -> frozenset[str]:
        """The languages in which exactly these words are a form of some meaning."""
        wanted = plain(words)
        return frozenset(
            language
            for name in self.phrases.get(wanted, ())
            for language, forms in self.meanings[name].forms.items()
            if any(plain(way) == wanted for form in forms for way in ways(form))
        )

    def of(self, *groups: str) -> tuple[str, ...]:
        """All words and phrases of these groups."""
        return self._of(groups)

    def _in_groups(self, groups: tuple[str, ...]) -> tuple[str, ...]:
        names = {name for group in groups for name in self.groups[group]}
        return tuple(words for words, meant in self.phrases.items() if not names.isdisjoint(meant))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The single words to which misspellings are corrected."""
        first = ((words, self.meanings[names[0]].group) for words, names in self.phrases.items())
        known = (words.split() for words, group in first if group not in self._uncorrected)
        return tuple(dict.fromkeys(word for words in known for word in words if word.replace("'", "").isalpha()))


@lru_cache(maxsize=4)  # the same text is searched with many patterns
def _words_of(text: str) -> str:
    """The words of a text in lower case, each once and followed by a blank."""
    return "".join(f"{word} " for word in {*_LETTERS.findall(text.lower())})


def _longest_first(forms: Iterable[str]) -> dict[str, list[str]]:
    """The words that each form stands for, by form, in the order in which forms are tried."""
    opened = {form: ways(form) for form in forms}
    return dict(sorted(opened.items(), key=lambda one: -max(map(len, one[1]))))


def _beginnings(said: Iterable[str]) -> frozenset[str]:
    """The possible beginnings of these words (:meth:`Meaning.beginnings`)."""
    first = ((words, _FIRST_WORD.match(words)) for words in said)
    found = ({word[0].casefold()} if word else {f"{sign}*" for sign in _first_signs(words[0])} for words, word in first)
    return frozenset(chain.from_iterable(found))


def _begins(first: set[str]) -> str:
    """A lookahead pattern for the first characters of forms; empty if any character is possible."""
    if first & set("*…"):
        return ""
    letters = "".join(sorted({case for sign in first for case in _first_signs(sign)}))
    return f"(?=(?-i:[{letters}]))"


def _first_signs(sign: str) -> set[str]:
    """The possible first characters of a text if a form begins with this one; a blank may precede a comma."""
    return {r"\s", ","} if sign == "," else {sign.lower(), sign.upper()}


def ways(form: str) -> list[str]:
    """All words that a form stands for, the printed ones first."""
    outer: list[tuple[list[str], list[str]]] = []  # for each open bracket: what precedes it, its choices so far
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
    """A form in which optional parts are replaced by any letters (``*``)."""
    while "[" in form:
        form = _OPTION.sub("*", form)
    return form


def plain(words: str) -> str:
    """Words in a normalized spelling, in which they are compared."""
    return " ".join(words.lower().replace("’", "'").replace("-", " ").split())


@cache
def lexicon() -> Lexicon:
    """The lexicon of ``grammars/lexicon.toml``."""
    return Lexicon(text())


def text() -> str:
    """The contents of ``grammars/lexicon.toml``."""
    return files("kriegnote.grammars").joinpath("lexicon.toml").read_text("utf-8")


def printed(name: str, language: str) -> str:
    """The words that a writer prints for a meaning in a language; see :meth:`Lexicon.printed`."""
    return lexicon().printed(name, language)


def meant(words: str, group: str) -> str | None:
    """The meaning of words within a group; see :meth:`Lexicon.meant`."""
    return lexicon().meant(words, group)


def read_number(words: str) -> int | None:
    """The number that digits (the first nine) or a word from zero to twenty stand for; None if it is no number."""
    if words.isdecimal():
        return whole_number(words)
    name = meant(words, "numerals")
    return None if name is None else lexicon().groups["numerals"].index(f"numerals.{name}")


def mentions(text: str, name: str) -> bool:
    """Whether a text mentions a meaning; see :meth:`Lexicon.mentions`."""
    return lexicon().mentions(text, name)


def mentioned(text: str, group: str) -> Iterator[str]:
    """The meanings of a group that a text mentions; see :meth:`Lexicon.mentioned`."""
    return lexicon().mentioned(text, group)


def filled(pattern: str, text: str) -> str:
    """A regular expression with the words of meanings inserted; see :meth:`Lexicon.filled`."""
    return lexicon().filled(pattern, text) if _NAMES.search(pattern) else pattern


class Sentences:
    """The sentences that writers print in a language: ``Sentences("short", "it")("place", "d4")`` is ``in d4``."""

    def __init__(self, group: str, language: str) -> None:
        self.sentences = {name: said[language] for name, said in lexicon().written[group].items()}
        self.language = language

    def __call__(self, name: str, *named: object) -> str:
        """A sentence with the given values inserted."""
        return self.sentences[name].format(*named)

    def __contains__(self, name: object) -> bool:
        return name in self.sentences

    def listed(self, items: Sequence[str]) -> str:
        """Items as a list in words: ``a, b and c``."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {printed('joints.and', self.language)} {items[-1]}"


@cache
def sentences(group: str, language: str) -> Sentences:
    """The sentences of a group in a language.

    :raises KeyError: if one of them does not exist in this language.
    """
    return Sentences(group, language)


@lru_cache(maxsize=4096)
def near(word: str) -> str | None:
    """The umpire's word for a colloquial or misspelt one (``ilegal``: ``illegal``); None if there is none."""
    low = word.lower()
    if said := meant(low, "colloquial"):
        return said
    if len(low) < _SHORTEST or meant(low, "documents") == "illegible":
        return None
    # what begins otherwise is rather another word than a misspelt one
    likely = [words for words in lexicon().words if abs(len(words) - len(low)) <= 1 and words[0] == low[0]]
    found = nearest(low, likely, _NEAR)
    return found if found != low else None
