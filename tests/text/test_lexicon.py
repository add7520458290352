"""The lexicon: each form is read as what it means, a new word or language is data alone, writers print what is read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError
from itertools import chain
from pathlib import Path

import pytest
from lark import Lark, UnexpectedInput

from kriegnote import cache, lexicon, parsing
from kriegnote.lexicon import Lexicon, Meaning, near, plain, printed, read_number, sentences, ways
from kriegnote.parsing import open_grammar
from kriegnote.text import umpire_messages
from kriegnote.text.speech.clauses import words

GRAMMARS = Path(__file__).parent.parent.parent / "grammars"
IMPORT = re.compile(r"^%import \.lexicon\.(\w+) \(([^)]*)\)", re.MULTILINE)


def imported(name: str) -> list[str]:
    """The meanings that a grammar imports."""
    text = (GRAMMARS / f"{name}.lark").read_text("utf-8")
    found = [(group, one.strip()) for group, names in IMPORT.findall(text) for one in names.split(",")]
    return [f"{group}.{terminal.lower().replace('_', '-' if group == 'endings' else '_')}" for group, terminal in found]


def forms(name: str) -> list[tuple[str, str]]:
    """Each meaning that a grammar imports, with all that is said for it but what stands for any word."""
    known = lexicon.lexicon().meanings
    return [
        (meaning, words)
        for meaning in imported(name)
        if meaning in known
        for form in known[meaning].all_forms()
        for words in ways(form)
        if not set("*…") & set(words)
    ]


def test_the_dialogue_reads_each_form_as_one_word_of_its_meaning() -> None:
    assert len(forms("dialogue")) > 2000
    numerals = {f"numerals.{one}" for one in ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")}
    for meaning, form in forms("dialogue"):
        terminal = "MORE_THAN_ONE" if meaning in numerals else meaning.partition(".")[2].upper()
        if meaning != "joints.diagram":  # which makes a caption, with a number
            assert [token.type for token in words(form)] == [terminal], form


@pytest.mark.parametrize("name", ["dialogue", "announcements", "icc", "tries", "endings", "nost", "magari"])
def test_no_grammar_imports_two_meanings_of_one_form(name: str) -> None:
    meant: dict[str, str] = {}
    for meaning, form in forms(name):
        if meaning.startswith("server."):
            continue  # another part of the grammar: nothing else is said where the server ends a game
        assert meant.setdefault(plain(form), meaning) == meaning, form


def test_words_that_begin_one_another_have_no_order() -> None:
    rows = '[a.one]\nen = ["in check", "on"]\n[a.two]\nen = ["in", "on check"]\n'
    with pytest.raises(CycleError):
        _ = Lexicon(rows).priorities


def test_a_form_is_all_that_its_signs_stand_for_and_prints_the_first() -> None:
    assert ways("[(the|to) ]White[[']s]") == [
        *("White", "Whites", "White's", "the White", "the Whites", "the White's"),
        *("to White", "to Whites", "to White's"),
    ]
    assert ways("captur(es|ed)") == ["captures", "captured"]
    assert printed("announcements.rank", "it") == "orizzontale"
    assert printed("players.white", "en") == "White"
    with pytest.raises(KeyError):
        printed("announcements.rank", "xx")


def with_forms(monkeypatch: pytest.MonkeyPatch, *more: tuple[str, str]) -> None:
    """The lexicon with one more line under each of these meanings."""
    text = lexicon.text()
    for meaning, line in more:
        assert f"\n[{meaning}]" in text
        text = re.sub(rf"(?m)^(\[{re.escape(meaning)}\].*\n)", rf"\1{line}\n", text)
    changed = Lexicon(text)
    monkeypatch.setattr(lexicon, "lexicon", lambda: changed)


def announcements() -> Lark:
    return open_grammar("announcements", parser="lalr", start="announcement")


@pytest.mark.parametrize("group", ["players", "acts", "answers", "ends"])
def test_a_pattern_has_the_words_that_a_text_may_have(group: str) -> None:
    book = lexicon.lexicon()
    for name in book.groups[group]:
        assert book.filled(f"<{{{name}}}>", "...") == "<(?!)>"
        for say in {say for form in book.meanings[name].all_forms() for say in ways(form) if not set("*…") & set(say)}:
            assert re.search(book.filled(f"<{{{name}}}>", f"<{say}>"), f"<{say.upper()}>"), say


def test_a_new_word_is_one_form_in_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    text = lexicon.text().replace('["rank", ', '["rank", "rang(e|es)", ')
    changed = Lexicon(text)
    monkeypatch.setattr(lexicon, "lexicon", lambda: changed)
    tree = announcements().parse("check on ranges")
    assert [token.type for token in tree.scan_values(lambda one: True)] == ["CHECK", "ON", "RANK"]
    near.cache_clear()
    assert near("rangess") == "ranges"
    near.cache_clear()


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("[does ]not", {"does", "not"}),
        ("can't say", {"can"}),
        ("e.p.", {"e"}),
        ("Straße", {"strasse"}),
        ("annull*", {"a*", "A*"}),
        (", and", {",*", r"\s*"}),
        ("*rebbe", None),
    ],
)
def test_what_a_text_with_a_meaning_begins_with(form: str, begins: set[str] | None) -> None:
    found = Meaning("acts", {"en": (form,)}).beginnings()
    assert (None if found is None else {*chain.from_iterable(found.values())}) == begins


def test_a_parser_that_is_kept_knows_the_words_it_was_built_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KRIEGNOTE_CACHE", str(tmp_path))

    def built() -> Lark:
        return open_grammar("announcements", parser="lalr", start="announcement", cache=str(tmp_path / "kept"))

    built()
    with pytest.raises(UnexpectedInput):
        built().parse("check on ranges")
    text = lexicon.text().replace('["rank", ', '["rank", "rang(e|es)", ')
    changed = Lexicon(text)
    monkeypatch.setattr(lexicon, "text", lambda: text)
    monkeypatch.setattr(lexicon, "lexicon", lambda: changed)
    assert built().parse("check on ranges").children[0].data == "check"


def test_terminals_that_are_kept_follow_the_lexicon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KRIEGNOTE_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "INSTALLED", tmp_path / "nothing installed")

    def rank() -> re.Pattern[str]:
        parsing.patterns.cache_clear()
        parsing.terminals.cache_clear()
        parsing.grammars_key.cache_clear()
        return parsing.Terminals("announcements")["RANK"]

    assert rank().fullmatch("rank") and not rank().fullmatch("ranges")
    kept = tmp_path / "announcements.terminals"
    assert kept.exists()
    kept.write_text("nothing of the kind")
    assert rank().fullmatch("rank")
    text = lexicon.text().replace('["rank", ', '["rank", "rang(e|es)", ')
    with monkeypatch.context() as changed:
        changed.setattr(lexicon, "text", lambda: text)
        changed.setattr(lexicon, "lexicon", lambda: Lexicon(text))
        assert rank().fullmatch("ranges")
    assert not rank().fullmatch("ranges")


def test_a_new_language_is_lines_in_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    swedish = (("players.black", 'sv = ["Svart"]'), ("announcements.check", 'sv = ["[ger ]schack"]'),
               ("announcements.long", 'sv = ["långa diagonalen"]'), ("joints.on", 'sv = ["på[ den]"]'))  # fmt: skip
    with_forms(monkeypatch, *swedish)
    tree = announcements().parse("Svart: schack på den långa diagonalen")
    assert [token.type for token in tree.scan_values(lambda one: True)] == ["BLACK", "CHECK", "ON", "LONG"]
    parser = open_grammar("dialogue", parser="lalr", lexer="basic")
    assert parser.parse("Svart ger schack på den långa diagonalen").children[0].data == "check"


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_written_is_read(language: str) -> None:
    said = sentences("dialogue", language)
    for name in said.sentences:
        unknown = [str(token) for token in words(said(name, "e4", "d5")) if token.type == "UNKNOWN_WORD"]
        assert unknown == [] or name.startswith("of_"), name  # “of White” stands in another sentence
    short = sentences("short", language)
    for name in ("check", "promotion", "capture", "pawn_captures", "no_pawn_captures", "no_pawn_try", "one_pawn_try"):
        assert umpire_messages.read_announcements(short(name)) is not None
    assert umpire_messages.read_announcements(short("resigns", printed("players.black", language))) is not None


@pytest.mark.parametrize(
    ("slip", "meant"),
    [("anounces", "announces"), ("L’arbitrio", "l'arbitro"), ("Illegel", "illegal"), ("scaco", "scacco"),
     ("Nope", "no"), ("mine", None), ("and", None), ("check", None)],
)  # fmt: skip
def test_a_slip_is_near_one_word(slip: str, meant: str | None) -> None:
    assert near(slip.replace("’", "'")) == meant


@pytest.mark.parametrize(
    ("word", "value"), [("zero", 0), ("una", 1), ("Three", 3), ("dieci", 10), ("14", 14), ("no", None), ("1o", None)]
)
def test_a_numeral_is_worth_its_place(word: str, value: int | None) -> None:
    assert read_number(word) == value


NO_WORDS = {"state", "magari", "prove", "data", "null"}
"""What a module may say though it is an Italian word, too: a field of a position, a notation, bytes, null."""


def constants(module: Path) -> Iterator[str]:
    """The strings of a module that are not documentation."""
    tree = ast.parse(module.read_text("utf-8"))
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value


def tables(module: Path) -> Iterator[list[str]]:
    """The lists, sets and tables of strings of a module."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, (ast.Tuple, ast.List, ast.Set, ast.Dict)):
            within = node.keys if isinstance(node, ast.Dict) else node.elts
            yield [one.value for one in within if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def test_words_are_in_the_lexicon_alone() -> None:
    """No module has an Italian word, or a table of English numbers: whoever adds a language would have to find it."""
    said = {language: {word for one in lexicon.lexicon().meanings.values() for form in one.forms.get(language, ())
                       for words in ways(form) for word in re.findall(r"[^\W\d_]{4,}", plain(words))}
            for language in ("en", "it")}  # fmt: skip
    italian = said["it"] - said["en"] - NO_WORDS
    numbers = {printed(name, "en") for name in lexicon.lexicon().groups["numerals"]}
    package = Path(lexicon.__file__).parent
    found = set()
    for module in package.rglob("*.py"):
        name = module.relative_to(package).as_posix()
        words = {word for text in constants(module) for word in re.findall(r"[^\W\d_]{4,}", text.lower())}
        if words & italian or any(len(numbers.intersection(table)) > 1 for table in tables(module)):
            found.add(name)
    assert found == set()
