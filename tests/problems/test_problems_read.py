"""Problem notation read: the words of both languages, the three forms, tags, and what is not understood."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kriegnote
from kriegnote.problems.policy import (
    AllOf,
    Answer,
    Branch,
    Captures,
    Checks,
    Condition,
    Either,
    Fork,
    Hidden,
    NotSilent,
    OneOf,
    Otherwise,
    PawnTries,
    Plan,
    Problem,
    Reply,
    Silent,
    Try,
    bare,
    from_json,
    schema,
    to_json,
    walk,
)
from kriegnote.problems.reading.reader import read_problems
from kriegnote.problems.writer import NotSayable, write_problem
from kriegnote.reporting.rendering import dump
from tests.support import boards
from tests.support.chapter_7 import chapter_7
from tests.support.timing import at_most

DATA = Path(__file__).parent.parent / "data" / "problems"
FEN = '[FEN "8/8/8/4k3/8/4K3/8/8 w - - 0 1"]\n\n'


def policy(text: str) -> Plan:
    """The policy of a solution without tags of its own."""
    problems, _ = read_problems(FEN + text)
    return problems[0].policy


def second(text: str) -> Plan:
    """What the solution does at the second move, after the key that stands first in it."""
    key = policy(text)[0]
    assert isinstance(key, Try)
    assert key.then is not None
    return key.then


def conditions(plan: Plan) -> list[tuple[Condition, ...]]:
    """The conditions of the fork that a plan is."""
    (fork,) = plan
    assert isinstance(fork, Fork)
    return [branch.when for branch in fork.branches]


def names(plan: Plan) -> list[str]:
    """Its tries as printed, in the order of the text."""
    return [stage.text for stage in walk(plan) if isinstance(stage, Try)]


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("Se l'arbitro tace", Silent()),
        ("Se nessun annuncio", Silent()),
        ("If the umpire says nothing, then", Silent()),
        ("silente", Silent()),
        ("non silente", NotSilent()),
        ("Not silent:", NotSilent()),
        ("Se l'arbitro dice “cattura in d6” allora", Captures(square="d6")),
        ("a. Se l'arbitro dice “Il Nero cattura in a1” allora", Captures(square="a1")),
        ("If the umpire says “capture at d6”:", Captures(square="d6")),
        ("Se il Nero cattura la Torre,", Captures(man="R")),
        ("Se l'arbitro non annuncia la cattura della Torre,", Captures(man="R", happened=False)),
        ("Se annuncia la cattura dell'alfiere allora", Captures(man="B")),
        ("If capture of the rook:", Captures(man="R")),
        ("“scacco di cavallo”", Checks(("knight",))),
        ("If the umpire says “check on the long diagonal”:", Checks(("long",))),
        ("Se dà scacco in orizzontale allora", Checks(("rank",))),
        ("1 cattura possibile", PawnTries(count=1)),
        ("2 captures possible", PawnTries(count=2)),
        ("Nessuna cattura possibile:", PawnTries(count=0)),
        ("1 o 2 catture possibili", PawnTries(count=1, also=(2,))),
        ("In caso di scacco di cavallo segue", Checks(("knight",))),
        ("In caso di cattura in d6 si gioca", Captures(square="d6")),
        ("Alla domanda “Any?”, in caso affermativo,", Answer(any=True)),
        ("Chiedere “Any?”. In caso negativo", Answer(any=False)),
        ("Any?y", Answer(any=True)),
        ("Any?n", Answer(any=False)),
        ("Otherwise:", Otherwise()),
    ],
)
def test_what_the_umpire_says_is_a_condition(words: str, condition: Condition) -> None:
    plan = second(f"1.Ke4.\n\n{words} 2.Qe7#.")
    assert conditions(plan) == [(condition,)]
    assert names(plan) == ["Qe7#"]


E4_QUIET = AllOf(conditions=(Captures(square="e4"), Checks(happened=False)))


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("Capture on e4 without check, capture on d6 or capture on b3:", (E4_QUIET, "d6", "b3")),
        ("Capture on e4 without check, on d6 or on b3:", (E4_QUIET, "d6 b3")),
        ("Presa in e4 senza scacco oppure presa in d6:", (E4_QUIET, "d6")),
        ("Presa in d6, presa in b3, presa in e4:", ("d6", "b3", "e4")),
        ("Capture on d6 and capture on b3:", ("d6", "b3")),
    ],
)
def test_several_captures_in_one_head_are_cases_of_their_own(words: str, condition: tuple[AllOf | str, ...]) -> None:
    squares = [each.split() if isinstance(each, str) else each for each in condition]
    cases = tuple(each if isinstance(each, AllOf) else Captures(square=each[0], also=(*each[1:],)) for each in squares)
    assert conditions(second(f"1.Ke4.\n\n{words} 2.Qe7#.")) == [(OneOf(conditions=cases),)]


@pytest.mark.parametrize(
    "text",
    [
        "2.Qa1 if he can, otherwise 2.Qb1",
        "2.Qa1 if that can be done, 2.Qb1 if it can't",
        "he plays 2.Qa1 if he may; if he may not, 2.Qb1",
        "2.Da1 se si può, altrimenti 2.Db1",
        "si gioca 2.Da1, o, qualora non si possa, 2.Db1",
        "go down the list: 2.Qa1, 2.Qb1",
        "si scorre l'elenco: 2.Da1, 2.Db1",
        "have a go at 2.Qa1. “No”? 2.Qb1",
    ],
)
def test_a_try_if_it_can_be_made_and_a_list_are_an_order(text: str) -> None:
    plan = second(f"1.Ke4.\n\n{text}.")
    assert [(type(stage), stage.text[1:]) for stage in plan] == [(Try, "a1"), (Try, "b1")]


def test_swarts_orders() -> None:
    """§7.2: “A sor B”, “A or B”, “A or B sor C”, “A sor B or C”."""

    def shape(text: str) -> list[str | list[str]]:
        plan = second(f"1.Ke4.\n\nsilent {text};")
        (fork,) = plan
        assert isinstance(fork, Fork)
        stages = fork.branches[0].plan
        return [names((stage,)) if isinstance(stage, Either) else names((stage,))[0] for stage in stages]

    assert shape("2.Qa1 sor 2.Qb1 sor Qc1") == ["Qa1", "Qb1", "Qc1"]
    assert shape("2.Qa1 or 2.Qb1") == [["Qa1", "Qb1"]]
    assert shape("2.Qa1 or 2.Qb1 sor 2.Qc1") == [["Qa1", "Qb1"], "Qc1"]
    assert shape("2.Qa1 sor 2.Qb1 or 2.Qc1") == ["Qa1", ["Qb1", "Qc1"]]


def test_defences_stand_behind_their_try() -> None:
    (stage,) = second("1.Ke4.\n\n2.Qe7(Nf3, dxe3, ...Kd6, R any).")
    assert isinstance(stage, Try)
    assert [each.text for each in stage.defences] == ["Nf3", "dxe3", "Kd6", "R any"]


def test_tries_without_numbers_after_the_key_are_of_the_next_turn() -> None:
    assert names(second("1.Qe7! White then tries Qa1; if this is refused, Qb1; and if this too, Qc1 mate.")) == [
        "Qa1",
        "Qb1",
        "Qc1",
    ]
    assert names(second("1.Qe7. Il Bianco tenta Qa1 e poi gioca Qb1#.")) == ["Qa1", "Qb1#"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Se nessun annuncio segue 2.Qa1#, altrimenti 2.Qb1#.", ["silent", "otherwise"]),
        ("Se cattura 2.Qa1#. Altrimenti 2.Qb1#.", ["capture", "otherwise"]),
        ("Tentare 2.Qa1#, altrimenti 2.Qb1#.", []),
        ("Tentare 2.Qa1#. Altrimenti 2.Qb1#.", []),
        ("2.Qa1# se accettata; altrimenti 2.Qb1#.", []),
    ],
)
def test_otherwise_is_of_what_was_said_before(text: str, kinds: list[str]) -> None:
    plan = second(f"1.Ke4.\n\n{text}")
    assert names(plan) == ["Qa1#", "Qb1#"]
    found = [each.__struct_config__.tag for when in (conditions(plan) if kinds else []) for each in when]
    assert found == kinds


@pytest.mark.parametrize(
    "text",
    [
        "prima tentare 2.Qa1, poi 2.Qb1",
        "tenta nell'ordine 2.Qa1 e poi 2.Qb1",
        "Tentare 2.Qa1. Se rifiutata, tentare 2.Qb1",
        "try 2.Qa1; if refused, 2.Qb1",
        "- try 2.Qa1;\n- if the umpire says “illegal”, then 2.Qb1",
        "Tentare 2.Qa1. Se 2.Qa1 non è giocabile tentare 2.Qb1",
        "Tenta 2.Qa1; se è possibile è matto; se non è possibile Qb1",
        "Tenta 2.Qa1; se rifiutata matto con Qb1",
        "Quindi 2.Qa1! Se illegale, allora non 2.Qh1? a causa di 1...Kf5, bensì 2.Qb1",
        "Il Bianco non può tentare 2.Qh1? per 1...Kf5. Quindi 2.Qa1. Se impossibile, allora 2.Qb1",
    ],
)
def test_tries_in_their_order(text: str) -> None:
    plan = second(f"1.Ke4.\n\n{text}.")
    assert [type(stage) for stage in plan] == [Try, Try]
    assert [name.rstrip("!") for name in names(plan)] == ["Qa1", "Qb1"]


def test_the_question_and_both_answers() -> None:
    plan = second(
        "1.Ke4.\n\nSe l'arbitro tace, chiedere “Are there any?”.\n\nSe la risposta è “Sì” tentare a vuoto 2.dxe5 e poi "
        "giocare 2.Qe4#. Se la risposta è “No” tentare 2.Qe6, altrimenti 2.Qxe4#."
    )
    assert conditions(plan) == [(Silent(),)]
    (fork,) = plan
    assert isinstance(fork, Fork)
    inner = fork.branches[0].plan
    assert conditions(inner) == [(Answer(any=True),), (Answer(any=False),)]
    yes, no = inner[0].branches  # type: ignore[union-attr]
    assert [(stage.text, stage.vain) for stage in yes.plan] == [("dxe5", True), ("Qe4#", False)]  # type: ignore[union-attr]
    assert names(no.plan) == ["Qe6", "Qxe4#"]


def test_the_question_after_swarts_not_silent_is_put_when_nothing_was_heard() -> None:
    plan = second("1.Ke4.\n\nnot silent 2.Qa1;\n\nAny?y 2.dxe5 sor 2.Qb1;\n\nAny?n 2.Qc1;")
    assert conditions(plan) == [(NotSilent(),), (Otherwise(),)]


def test_a_late_question_follows_the_tries() -> None:
    (fork,) = second("1.Ke4.\n\nsilent 2.Qa1 sor\n\nAny?y 2.dxe5;\n\nAny?n 2.Qc1;")
    assert isinstance(fork, Fork)
    first, later = fork.branches[0].plan
    assert isinstance(first, Try)
    assert conditions((later,)) == [(Answer(any=True),), (Answer(any=False),)]


def test_lines_by_black_moves() -> None:
    plan = second("1.Ke4.\n\n1...Kd6 2.Qa1 c4 3.Qb2#.\n\n1...c5 oppure 1...Nc2 2.Qb1+ e 3.Qc1#.")
    (fork,) = plan
    assert isinstance(fork, Fork)
    (first,), (other,) = (branch.when for branch in fork.branches)
    assert isinstance(first, Reply)
    assert isinstance(other, Reply)
    assert [each.text for each in other.moves] == ["c5", "Nc2"]
    assert [stage.turn for stage in walk(plan) if isinstance(stage, Try)] == [2, 3, 2, 3]


def test_a_threat_in_brackets() -> None:
    plan = second("1.Ke4 (minaccia 2.Qa1#).\n\n1...c5 2.Qb1#.")
    assert conditions(plan)[0] == (Otherwise(threat=True),)
    assert names(plan) == ["Qa1#", "Qb1#"]


def test_what_is_supposed_or_remarked_is_prose() -> None:
    problems, findings = read_problems(
        FEN + "Su 1.Kd3 potrebbe seguire 1...Kd5.\n\nLa mossa giusta è 1.Ke2. Tentare 2.Qa1.\n\n"
        "Nota: 1.Kf3 non è una soluzione, perché minaccia 2.Qh1.\n"
    )
    assert names(problems[0].policy) == ["Ke2", "Qa1"]
    assert [node.text for node in problems[0].comments][-1].startswith("Nota: 1.Kf3")
    assert not findings


def test_moves_and_comments_cover_every_word() -> None:
    """Nothing is lost: what is no node of the policy and no joint between nodes is a comment with its place."""
    text = FEN + "Qui il Bianco gioca 1.Ke4. E adesso, ahimè, tocca al Nero.\n\nsilente 2.Qe7#.\n"
    (problem,), _ = read_problems(text)
    for node in problem.comments:
        assert text[slice(*node.span)] == node.text
    words = " ".join(node.text for node in problem.comments)
    assert "ahimè, tocca al Nero" in words
    tries = [stage for stage in walk(problem.policy) if isinstance(stage, Try)]
    assert [text[slice(*stage.span)] for stage in tries] == ["1.Ke4", "2.Qe7#"]
    assert [(stage.line, stage.column) for stage in tries] == [(3, 21), (5, 9)]


TREE = """\
1.Kd1.
2.Ke2 (illegal: so 1...Kf1): 2.Rd2 Kg1 3.Ke1 Kh1
2.Ke2 (accepted: so 1...Kg1 or 1...Kg2):
  3.Kf2 (illegal) // 3.Kf3 (illegal) // 3.Re3 (case 2...Kg2):
    4.Kf2 (accepted): 4...Kh1 5.Re1#
  3.Kf2 (illegal) // 3.Kf3 (accepted):
    4.Kf2
  3.Kf2 (accepted):
    4.Kg3 (illegal) 4.Rg3 Kh1 5.Rh3#
"""


def test_the_indented_tree_of_diagram_6_10() -> None:
    (key,) = policy(TREE)
    assert isinstance(key, Try)
    assert key.then is not None
    first, other = key.then
    assert isinstance(first, Try)
    assert isinstance(other, Try)
    assert (first.text, other.text) == ("Ke2", "Rd2")
    assert first.then is not None
    third = [stage for stage in first.then if isinstance(stage, Try)]
    assert [stage.text for stage in third] == ["Kf2", "Kf3", "Re3"]
    assert [names(stage.then or ()) for stage in third] == [["Kg3", "Rg3", "Rh3#"], ["Kf2"], ["Kf2", "Re1#"]]
    assert names(other.then or ()) == ["Ke1"]


OUTLINE = """\
1.Kd1
  2.Ke2 (illegal) // 2.Rd2 (Kf1)
    2... Kg1:
      3.Ke1
  2.Ke2
    check on the file & capture at d6:
      3.Kf2
    or:
      3.Ra1
    or:
      3.Rb1
"""


def test_the_indented_tree_with_conditions() -> None:
    (key,) = policy(OUTLINE)
    assert isinstance(key, Try)
    first, other = key.then or ()
    assert isinstance(first, Try)
    assert isinstance(other, Try)
    assert (first.text, other.text, [each.text for each in other.defences]) == ("Ke2", "Rd2", ["Kf1"])
    heard, either = first.then or ()
    assert conditions((heard,)) == [(Checks(("file",)), Captures(square="d6"))]
    assert isinstance(either, Either)
    assert [names(option) for option in either.options] == [["Ra1"], ["Rb1"]]
    assert [type(each) for each in conditions(other.then or ())[0]] == [Reply]


def test_tags() -> None:
    text = (
        '[FEN "8/7B/8/2K5/k1N5/8/8/1R6 w - - 0 1"]\n[Stipulation "#2"]\n[Rules "icc"]\n'
        '[ExcludedReplies "c1d2, e7e8q"]\n'
        '[Hidden "qrbn on e1"]\n[Hidden "the black knight is on one of a8, a6, c8"]\n'
        '[Hidden "Black has a dark-squared bishop somewhere"]\n[Hidden "p? on a3 a4"]\n\nSolution: 1.Ra1#\n'
    )
    (problem,), findings = read_problems(text)
    assert not findings
    assert (problem.moves, problem.rules, problem.excluded) == (2, "icc", ("c1d2", "e7e8q"))
    assert problem.hidden == (
        Hidden(men="qrbn", squares=("e1",)),
        Hidden(men="n", squares=("a8", "a6", "c8")),
        Hidden(men="b", squares=("dark",)),
        Hidden(men="p", squares=("a3", "a4"), may_lack=True),
    )


def test_twins_are_problems_of_their_own() -> None:
    text = (
        '[FEN "4k3/8/8/8/1p6/8/8/4K3 w - - 0 1"]\n[Twin "b +na5"]\n[Twin "c +na5 b4d4"]\n\n1.Ke2.\n\n'
        "gemello a: 2.Qa1.\n\ngemello b: 2.Qb1.\n\ngemello c: 2.Qc1.\n"
    )
    problems, _ = read_problems(text)
    assert [(each.twin, (each.fen or "").split()[0]) for each in problems] == [
        ("a", "4k3/8/8/8/1p6/8/8/4K3"), ("b", "4k3/8/8/n7/1p6/8/8/4K3"), ("c", "4k3/8/8/n7/3p4/8/8/4K3"),
    ]  # fmt: skip


def test_the_words_under_a_diagram_tell_what_the_tags_do_not() -> None:
    caption = "Matto in tre mosse. Il Re nero può essere in a8, a6, c8."
    text = f'[FEN "8/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n{caption}\n\nSoluzione: 1.Ke2.\n'
    (problem,), _ = read_problems(text)
    assert problem.moves == 3
    assert problem.hidden == (Hidden(men="k", squares=("a8", "a6", "c8")),)


def test_several_problems_in_one_text() -> None:
    one = FEN + "1.Ke4#.\n\n"
    assert len(read_problems(one * 3)[0]) == 3
    headed = "## 7.1.1 Problema\n\nSoluzione: 1.Ke4#\n\n## 7.1.2 Problema\n\nSoluzione: 1.Kd4#\n"
    assert [each.tag("Id") for each in read_problems(headed)[0]] == ["7.1.1", "7.1.2"]


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("form", ["prose", "scheme", "tree", "json"])
def test_every_form_is_read_back_and_written_the_same(form: str, lang: str) -> None:
    told = 0
    for problem in chapter_7():
        try:
            text = write_problem(problem, form, lang)  # type: ignore[arg-type]
        except NotSayable:
            assert form in ("prose", "scheme")
            continue
        told += 1
        again = read_problems(text)[0]
        same = [each for each in again if each.twin == problem.twin]
        assert [bare(each.policy) for each in same] == [bare(problem.policy)], problem.tags
        assert write_problem(same[0], form, lang) == text  # type: ignore[arg-type]
    assert told >= len(chapter_7()) - 1


def test_the_published_schema_is_the_types() -> None:
    published = Path(kriegnote.__file__).parent / "kriegnote-problem-1.schema.json"
    assert published.read_text(encoding="utf-8") == dump(schema()), "run: python -m tests.generate_docs"


def test_json_and_its_schema() -> None:
    import jsonschema
    import msgspec

    validator = jsonschema.Draft202012Validator(schema())
    for number, problem in enumerate(chapter_7()):
        text = to_json(problem)
        assert from_json(text) == problem
        if not number % 5:
            assert not list(validator.iter_errors(msgspec.json.decode(text)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "{",
        '{"fen": 5}',
        "[FEN",
        FEN,
        FEN + "nothing here",
        "\x00\x01\x02",
        "1.",
        "(((",
        "//",
        "♔" * 50,
    ],
)
def test_bad_input_gives_findings(text: str) -> None:
    problems, findings = read_problems(text)
    assert findings or not any(problem.policy for problem in problems)


WORDS = st.sampled_from(
    ["1.", "2.", "1...", "...", "Ke4", "♖x e2#", "dxe5", "silente", "non silente", "Any?y", "Any?n", "sor", "or", "(",
     ")", "//",
     ":", ";", ".", "\n", "\n\n", "- ", "Se", "tenta", "poi", "altrimenti", "minaccia", "“cattura”", "scacco",
     "“Sì”", "“No”", "1 cattura possibile", "qualsiasi", "gemello a:", "chiede “Any?”", "La chiave è", "Nota:",
     "nell'ordine", "oppure", "a vuoto"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=40))
def test_any_words_are_read(words: list[str]) -> None:
    problems, _ = read_problems(FEN + " ".join(words))
    for problem in problems:
        assert isinstance(problem, Problem)
        for node in walk(problem.policy):
            assert isinstance(node, (Try, Either, Fork, Branch))


LONG = {
    "branches": "1.Ra2\n\n" + "silente 2.Ra8;\n" * 3000,
    "turns": "1.Ra2 2.Ra8 " * 4000,
    "depth": "\n".join(f"{turn}.Ra2 Kf8" for turn in range(1, 900)),
    "brackets": "(" * 25_000 + "1.Ra2",
    "lines": "\n" * 25_000 + "1.Ra2",
    "tries": "1.Ra2 2.Ra8" + " sor 2.♖b8" * 4000,
    "tree": "1.Ra2 // " * 4000,
    "digits": "1" * 50_000,
}


@pytest.mark.parametrize("name", sorted(LONG))
def test_no_text_takes_long(name: str) -> None:
    """50 kB of the worst: read in less than two seconds of work, whatever comes of it."""
    with at_most(2):
        read_problems(FEN + LONG[name])


@pytest.mark.parametrize(
    "board",
    [f"\n{boards.LETTERS}\n", f"\n{boards.markdown()}\n"],
    ids=["letters", "figurines"],
)
@pytest.mark.parametrize("marker", ["", "Solution: "])
def test_the_position_may_be_a_printed_board(board: str, marker: str) -> None:
    text = f"{board}\nMate in two\n\n{marker}1.Ra1+. If Black captures, 2.Bc2#; if not, 2.Ra3#.\n"
    (problem,), findings = read_problems(text)
    assert not findings
    assert problem.fen == "8/7B/8/2K5/k1N5/8/8/1R2q3 w - - 0 1"
    assert problem.moves == 2
    assert [stage.text for stage in walk(problem.policy) if isinstance(stage, Try)] == ["Ra1+", "Bc2#", "Ra3#"]
    assert read_problems(write_problem(problem, "tree"))[0][0].fen == problem.fen


def test_a_printed_board_says_who_is_to_move_in_words() -> None:
    board = "k.......\n........\n.K......\n........\n........\n........\n........\n.r......\n"
    (problem,), _ = read_problems(f"{board}\nBlack to move\n\n1.Rb5#\n")
    assert problem.fen == "k7/8/1K6/8/8/8/8/1r6 b - - 0 1"
