"""Lark grammars, built on first use, and their terminals as separate patterns."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from lark import Lark
from lark.common import LexerConf
from lark.lexer import BasicLexer, TerminalDef
from lark.load_grammar import FromPackageLoader, load_grammar

from kriegnote import lexicon
from kriegnote.cache import cached, folder


def grammar(name: str, start: str = "start", **options: Any) -> Lark:
    """The LALR parser of ``grammars/<name>.lark``."""
    return _grammar(name, start, **options)


@cache  # one entry whether start is given or defaulted
def _grammar(name: str, start: str, **options: Any) -> Lark:
    return open_grammar(name, parser="lalr", start=start, cache=_parser_file(f"{name}-{start}"), **options)


def open_grammar(name: str, **options: Any) -> Lark:
    """A new parser or lexer of ``grammars/<name>.lark``, with the words of ``grammars/lexicon.toml``."""
    return Lark.open_from_package(
        "kriegnote.grammars", f"{name}.lark", search_paths=[""], import_paths=[_Words()], **options
    )


class Terminal(NamedTuple):
    """The pattern of a terminal and, for a meaning of the lexicon, the patterns and possible beginnings of its forms.

    See :meth:`kriegnote.lexicon.Meaning.beginnings`; None: it is no meaning of the lexicon, or a text may begin with
    anything.
    """

    pattern: str
    forms: Mapping[str, Collection[str]] | None


class Terminals(dict[str, re.Pattern[str]]):
    """The terminals of ``grammars/<name>.lark`` as compiled patterns, for code that examines single lines or words.

    The grammar is loaded when the first terminal is used; no parser is built.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, word: str) -> re.Pattern[str]:
        self[word] = re.compile(patterns(self.name)[word])
        return self[word]


@cache
def patterns(name: str) -> dict[str, str]:
    """The :func:`terminals` of a grammar as regular expressions, by name."""
    return {terminal: one.pattern for terminal, one in terminals(name).items()}


@cache
def terminals(name: str) -> dict[str, Terminal]:
    """All terminals of a grammar, including imported ones, in the order in which a lexer tries them; cached."""
    found: dict[str, list[Any]] = cached(f"{name}.terminals", grammars_key(), lambda: _compiled(name))
    return {terminal: Terminal(*one) for terminal, one in found.items()}


@cache
def grammars_key() -> str:
    """A key that changes with all that patterns and tables depend on: grammars, the lexicon, their format.

    Every Lark that we accept makes the same of them.
    """
    stamp = sha256(f"{Terminal._fields} {lexicon.text()}".encode())
    for file in sorted(files("kriegnote.grammars").iterdir(), key=lambda one: one.name):
        if file.name.endswith(".lark"):
            stamp.update(file.read_bytes())
    return stamp.hexdigest()


def _compiled(name: str) -> dict[str, Terminal]:
    package = FromPackageLoader("kriegnote.grammars")
    source, text = package(None, f"{name}.lark")
    loaded, _ = load_grammar(text, source, [_Words(), package], False)  # type: ignore[no-untyped-call]
    found, _, _ = loaded.compile([], "*")
    lexer = BasicLexer(LexerConf(found, re, skip_validation=True))  # sorts them into the order in which it tries them
    return terminals_of(lexer.terminals)


def terminals_of(found: Iterable[TerminalDef]) -> dict[str, Terminal]:
    """The terminals that Lark has loaded, by name."""
    forms = lexicon.lexicon().beginnings
    patterns = {one.name: one.pattern.to_regexp() for one in found}
    return {name: Terminal(pattern, forms.get(pattern)) for name, pattern in patterns.items()}


class _Words:
    """Loads ``%import .lexicon.<group> (…)``: the meanings of a group as terminals.

    Lark uses a cached parser as long as its options have the same ``repr``, so the ``repr`` of this one depends on the
    lexicon.
    """

    def __call__(self, importing: object, path: str) -> tuple[str, str]:
        folder, _, group = Path(path).with_suffix("").as_posix().rpartition("/")
        if folder != "lexicon":
            raise OSError(f"no words: {path}")
        return f"{path} of lexicon.toml", lexicon.lexicon().grammar(group)

    def __repr__(self) -> str:
        return f"Words({sha256(lexicon.text().encode()).hexdigest()})"


def _parser_file(name: str) -> str | bool:
    """The file in which Lark caches a built parser; False if nothing is cached.

    Building a parser takes ten times as long as loading it. Lark rebuilds it if a grammar, its options, Lark or Python
    have changed, or if the file cannot be read.
    """
    place = folder()
    return False if place is None else str(place / f"{name}.parser")


_TERMINALS: Final = Terminals("common")


def word_end(text: str, at: int, end: int | None = None) -> int:
    """The offset at which the word, or the single character, at offset ``at`` ends.

    :param end: the end of the text to consider; None: all of it.
    """
    found = _TERMINALS["WORD_OR_SIGN"].match(text, at, len(text) if end is None else end)
    return found.end() if found is not None else at + 1
