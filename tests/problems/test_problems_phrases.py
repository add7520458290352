"""The grammar of phrases takes any words in any order; what it makes of them."""

from __future__ import annotations

from typing import get_args

import pytest
from lark import Lark

from kriegnote.parsing import open_grammar
from kriegnote.problems.policy import AllOf, Captures, Checks, NotSilent, PawnTries, Silent
from kriegnote.problems.reading.moves import printed
from kriegnote.problems.reading.phrases import Kind, phrases, unknown


def parser() -> Lark:
    return open_grammar("problem", parser="lalr", lexer="basic")


def test_the_grammar_takes_every_word_in_every_state() -> None:
    """So no text, however damaged, stops it; only a bracket must have been opened before it is closed."""
    lark = parser()
    table = lark.parser.parser._parse_table  # type: ignore[attr-defined]
    words = {each.name for rule in lark.rules for each in rule.expansion if each.is_term} - {"CLOSE"}
    for actions in table.states.values():
        if actions.keys() - {"$END"}:
            assert not words - actions.keys()


def test_every_kind_of_phrase_is_a_rule_or_a_word_of_the_grammar() -> None:
    """All that the rules make, but for what the umpire says in many ways (``heard``), and what no rule makes."""
    rules = {each.origin.name: [] for each in parser().rules}
    for each in parser().rules:
        rules[each.origin.name] += [part.name for part in each.expansion]
    words = {word.lower() for rule in ("joint", "cue", "end") for word in rules[rule]}
    announced = {
        "silent",
        "not_silent",
        "capture",
        "one_capture",
        "some_capture",
        "no_capture",
        "check",
        "no_check",
        "count",
    }
    made = {*rules["_phrase"], *words} - announced - {"joint", "cue", "end", "leaders", "_nothing"}
    assert made | {"announced", "other", "unknown", "opened", "closed"} == set(get_args(Kind))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("silente", Silent()),
        ("l'arbitro non dice nulla", Silent()),
        ("in assenza di annunci", Silent()),
        ("non silente", NotSilent()),
        ("something is announced", NotSilent()),
        ("la cattura della Torre in d5 o e5", Captures(square="d5", also=("e5",), man="R")),
        ("viene catturato l'Alfiere", Captures(man="B")),
        ("if the knight falls", Captures(man="N")),
        ("caduto il pedone b4", Captures(square="b4", man="P")),
        ("a capture can only be on e3", Captures(square="e3")),
        ("prese possibili", PawnTries(any=True)),
        ("cattura il pedone h3", Captures(square="h3", man="P")),
        ("non annuncia nessuna cattura", Captures(happened=False)),
        ("non c'è alcuna cattura", Captures(happened=False)),
        ("capture at e4 by a pawn", Captures(square="e4", by="pawn")),
        ("scacco sulla diagonale lunga", Checks(("long",))),
        ("check by the knight", Checks(("knight",))),
        ("nessuno scacco", Checks(happened=False)),
        ("1 o 2 catture possibili", PawnTries(count=1, also=(2,))),
        ("con due catture possibili", PawnTries(count=2)),
        ("no pawn tries", PawnTries(count=0)),
        ("in the absence of any announcement", Silent()),
        ("check along the file", Checks(("file",))),
        ("capture IN E4", Captures(square="e4")),
        ("falls auf e3 geschlagen wird", Captures(square="e3")),
        ("meldet der Schiedsrichter einen Schlagfall auf e3", Captures(square="e3")),
        ("l'arbitre annonce-t-il une prise en e3 ou en g5 ?", Captures(square="e3", also=("g5",))),
        ("si anuncia una captura en e3", Captures(square="e3")),
        ("s'il n'annonce rien, ", Silent()),
        ("no se anuncia nada", Silent()),
        ("bleibt der Schiedsrichter stumm", Silent()),
        ("kein Schachgebot", Checks(happened=False)),
    ],
)
def test_announcements(text: str, says: object) -> None:
    assert [each.says[0] for each in phrases(text) if each.says] == [says]


def test_a_number_of_captures_may_be_those_announced_or_those_that_pawns_can_make() -> None:
    assert [each.says for each in phrases("two captures")] == [(Captures(), PawnTries(count=2))]
    assert [each.says for each in phrases("2 captures possible")] == [(PawnTries(count=2), Captures())]


@pytest.mark.parametrize(
    ("text", "piece", "origin", "to", "figurine"),
    [
        ("♖x e2#", "R", None, "e2", True),
        ("♘x6+", "N", None, "6", True),
        ("♜(x)e4", "R", None, "e4", True),
        ("♔e8-f8", "K", "e8", "f8", True),
        ("♠d5", None, None, "d5", True),
        ("&xd5", None, None, "d5", True),
        ("Sf3", None, None, "f3", True),
        ("b c4", "P", "b", "c4", False),
        ("gf6", "P", "g", "f6", False),
    ],
)
def test_printed_moves(text: str, piece: str | None, origin: str | None, to: str, figurine: bool) -> None:
    """A sign that is none, or a letter of another language, stands for any man."""
    read = printed(text)
    assert read is not None
    assert (read.parts.piece, read.parts.from_, read.parts.to, read.figurine) == (piece, origin, to, figurine)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1... Kd6", "black_number"),
        ("1...Kd6", "black_number"),
        ("... Kd6", "black_number"),
        ("2. Kd6", "white_move"),
        ("2..Kd6", "white_move"),
        ("2. ♠ d6", "white_move"),
    ],
)
def test_numbers(text: str, kind: str) -> None:
    """Two dots are a slip for one."""
    assert phrases(text)[0].kind == kind


@pytest.mark.parametrize(
    "order",
    [
        "in any order",
        "the order being immaterial",
        "the order makes no difference",
        "no matter in which order",
        "in the order you prefer",
        "whichever of them first",
        "it does not matter which comes first",
        "in qualunque successione",
        "l'ordine non ha importanza",
        "non importa in che ordine",
        "nell'ordine che si preferisce",
        "poco importa quale per prima",
    ],
)
def test_an_order_beside_what_does_not_matter_is_any_order(order: str) -> None:
    kinds = [each.kind for each in phrases(f"2.Qa1 and 2.Qb1, {order}, mate")]
    assert kinds == ["white_move", "and", "white_move", "comma", "any_order", "comma", "mate"]


@pytest.mark.parametrize("order", ["the order is not immaterial", "in this order, no matter what", "l'ordine conta"])
def test_an_order_that_counts_is_not_any_order(order: str) -> None:
    kinds = {each.kind for each in phrases(f"2.Qa1 and 2.Qb1, {order}: mate")}
    assert "order" in kinds and "any_order" not in kinds


@pytest.mark.parametrize(
    ("text", "known"), [("tutt'e due", True), ("quell’altra", True), ("bell'e fatta", True), ("zorbl'altra", False)]
)
def test_a_word_without_its_last_vowel_is_known_if_the_whole_word_is(text: str, known: bool) -> None:
    assert (not unknown(text)) is known


@pytest.mark.parametrize(
    "text", ["Case 2: then", "Fall b) dann", "cas n° 2. puis", "caso 2 – poi", "Variante c: luego"]
)
def test_the_number_of_a_case_counts_no_pawn_tries(text: str) -> None:
    assert [each.kind for each in phrases(text)][:1] == ["bullet"]
    assert not any(each.says for each in phrases(f"mate ({text})"))


def test_every_phrase_stands_where_it_says() -> None:
    text = "Soluzione: 1. ♖a1+.\n\nSe l'arbitro dice $\\text{cattura in a1}$ allora 2. ♕c2#.\n"
    lines = text.split("\n")
    for each in phrases(text):
        assert text[each.start : each.end].strip("$}").replace("\\text{", "").startswith(each.text.split("$")[0][:5])
        assert lines[each.line - 1][each.column - 1 :].startswith(text[each.start : each.start + 3].split("\n")[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("any capture except one on d6:", AllOf((Captures(), Captures("d6", happened=False)))),
        ("if the capture is not on d6 or h8,", AllOf((Captures(), Captures("d6", ("h8",), happened=False)))),
        ("una cattura, ma non in d6,", AllOf((Captures(), Captures("d6", happened=False)))),
        ("Schlagen, das nicht auf d6 erfolgt:", AllOf((Captures(), Captures("d6", happened=False)))),
        ("une prise ailleurs qu'en d6 :", AllOf((Captures(), Captures("d6", happened=False)))),
        ("captura que no sea en d6:", AllOf((Captures(), Captures("d6", happened=False)))),
        ("if the check is not on the file,", AllOf((Checks(), Checks(("file",), happened=False)))),
        ("at most one pawn capture possible:", PawnTries(0, (1,))),
        ("höchstens ein Bauernschlag möglich:", PawnTries(0, (1,))),
    ],
)
def test_a_head_leaves_out_what_it_denies(text: str, expected: object) -> None:
    assert [each.says[0] for each in phrases(text) if each.kind == "announced"] == [expected]


def test_a_verb_that_is_denied_leaves_out_no_square() -> None:
    """“Schlägt er nicht auf d6” is said of silence, too."""
    for text in ("Schlägt er nicht auf d6,", "S'il ne capture pas en d6,"):
        assert not any(isinstance(said, AllOf) for each in phrases(text) for said in each.says)
