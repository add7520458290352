"""The grammars: what they read whole, how wide they are, and that no text at all makes one fail."""

from __future__ import annotations

import random
import re

import pytest

from kriegnote.model.printed_moves import MENS_LETTERS
from kriegnote.notations.nost import wording
from kriegnote.notations.registry import notation
from kriegnote.parsing import Terminals
from kriegnote.text import umpire_messages as messages
from kriegnote.text.source import Chunk
from tests.grammar_figures import GRAMMARS, ROOT, figures, namesakes, repeated
from tests.support.records import assert_tiled

PARSED = ("magari", "darkchess", "nost", "icc", "san", "tries", "descriptive")
WORDS = (
    *("1.", "2.", "...", "-", ",", ";", ".", "e4", "Nf3", "♗c4", "exd5", "0-0", "b8=Q+", "e.p.", "NfE", "♗g9", "Zg8"),
    *(
        "!",
        "?",
        "?!",
        "¡",
        "!!",
        "×3",
        "?×2",
        "+",
        "+L",
        "+//",
        "#",
        ":d4",
        ":*",
        ":=2",
        ":d9",
        "x",
        "xd5",
        "$5",
        "$999",
    ),
    *("[", "]", "(", ")", "{", "}", "{a}", "\\", '"', "/", "*", "1-0", "½-½", "§", "%%", ";;", ";;g6", "abb.", "prom."),
    *("White has moved", "capture in e4", "[check]", "3*e4", "n*", "To White:", "imp.", "Illegal move (d4c3)", "Any?"),
    *("White's move", "1 pawn try", "Pawn at d5 captured", "Rank check", "{Game (A vs. B) B resigns} 1-0", "\n", " "),
    *("Che bella", "Il Nero abbandona", "a word with e4", "BbS", "1O.", "e2e4", "(0:05)", "px", "yes"),
)


@pytest.mark.parametrize("name", PARSED)
def test_whatever_stands_in_a_turn_is_kept_and_nothing_fails(name: str) -> None:
    rng = random.Random(name)
    row = notation(name)
    for _ in range(400):
        text = "".join(rng.choice(WORDS) + rng.choice(("", " ")) for _ in range(rng.randint(1, 25)))
        assert_tiled(row.read(Chunk(text)).record, text)


def test_no_line_of_a_grammar_needs_scrolling() -> None:
    lines = {path.name: max(map(len, path.read_text("utf-8").splitlines())) for path in GRAMMARS.glob("*.lark")}
    assert lines
    assert {name: longest for name, longest in lines.items() if longest > 120} == {}


def test_the_letters_of_men_in_grammars_are_those_of_all_languages() -> None:
    signs = [chr(code) for code in range(0x250)]
    move = Terminals("move")
    letters = [sign for sign in signs if move["ANY_MANS_LETTER"].fullmatch(sign)]
    small = [sign for sign in signs if move["ANY_MANS_SMALL_LETTER"].fullmatch(sign)]
    assert set(letters) == set(MENS_LETTERS)
    assert small == [letter.lower() for letter in letters]


def used_alone() -> list[tuple[str, str, str]]:
    """Each terminal that code asks for by itself: the module, the grammar, its name."""
    found: list[tuple[str, str, str]] = []
    for path in sorted((ROOT / "kriegnote").rglob("*.py")):
        text = path.read_text("utf-8")
        for held, grammar in re.findall(r'(\w+): Final = Terminals\("(\w+)"\)', text):
            names = re.findall(rf'(?<!\w){held}\["(\w+)"\]', text)
            found += [(path.stem, grammar, name) for name in dict.fromkeys(names)]
    return found


def test_each_terminal_that_is_looked_for_by_itself_stands_in_its_grammar() -> None:
    used = used_alone()
    assert len(used) > 80
    for module, grammar, name in used:
        assert Terminals(grammar)[name].pattern, (module, grammar, name)


def test_no_terminal_stands_word_for_word_in_two_grammars() -> None:
    assert repeated() == {}


def test_each_terminal_is_defined_once() -> None:
    """What means the same is imported, what means something else has a name of its own; the grammars of problems, of
    which none imports another, may share names."""
    shared = {name: where for name, where in namesakes().items() if not all(one.startswith("problem") for one in where)}
    assert shared == {}


@pytest.mark.parametrize("name", PARSED)
def test_a_grammar_parses_and_leaves_few_words_to_priorities(name: str) -> None:
    one = figures(name)
    assert one.states is not None
    assert one.states > one.terminals * 3  # in a star of words there are about as many states as terminals
    assert one.priorities <= 5


@pytest.mark.parametrize(
    ("words", "kind", "side", "fields"),
    [
        ("one pawn try", "PawnTries", None, {"count": 1}),
        ("nessun tentativo di pedone", "PawnTries", None, {"count": 0}),
        ("Black: pawn tries in d5 and e4", "PawnTries", "black", {"squares": ("d5", "e4")}),
        ("no pawn capture possible", "PawnTries", None, {"any": False}),
        ("scacco in verticale e sulla diagonale corta", "Check", None, {"directions": ("file", "short")}),
        ("il Nero abbandona", "End", "black", {"reason": "resignation"}),
        ("draw agreed ?", "End", None, {"reason": "agreement", "result": None}),
        (
            "pawn capture in e4, by a piece, not en passant",
            "Capture",
            None,
            {"square": "e4", "captured": "pawn", "by": "piece", "en_passant": False},
        ),
    ],
)
def test_an_announcement_in_either_language(words: str, kind: str, side: str | None, fields: dict[str, object]) -> None:
    (heard,) = messages.read_announcements(words) or []
    assert (heard.kind.__name__, heard.side, heard.fields) == (kind, side, fields)


def test_a_message_is_understood_whole_or_not_at_all() -> None:
    assert messages.read_announcements("one pawn try; what a game") is None
    assert messages.read_announcements("check by bishop") is None
    assert wording.read_message("White has moved after lunch") is None


def test_what_the_umpire_of_nost_says() -> None:
    moved = wording.read_message("Il Bianco ha mosso dopo 2 o 3 tentativi illegali")
    assert moved is not None
    assert (moved.kind, moved.side, moved.times, moved.tried) == ("moved", "white", (2, 3), True)
    tried = wording.read_message("refused 16-17*Nf3")
    assert tried is not None
    assert (tried.verdict, tried.times, tried.text) == ("refused", (16, 17), "Nf3")
