"""Problems that state facts about hidden men, proved from these facts; nobody types their positions."""

from __future__ import annotations

import pytest

from kriegnote.knowledge.facts import CapturesMade, Companions, Immobile, LastTurn, Refused
from kriegnote.problems.policy import from_json, to_json
from kriegnote.problems.proof.worlds import worlds
from kriegnote.problems.prove import prove
from kriegnote.problems.reading.reader import read_problems
from kriegnote.problems.stated import facts
from kriegnote.problems.writer import write_problem
from tests.support.chapter_7 import chapter_7

STATED = {
    "7.1.2": """Il Bianco sa che il Nero è rimasto solo con Re ed una unità (pezzo o pedone). L'ultima mossa del Bianco
        *non* ha dato scacco. Il Nero ha chiesto "Are there any?" e l'arbitro ha detto "Sì". Il Nero ha tentato una
        cattura, ma l'arbitro ha detto "No". L'arbitro poi ha detto "Il Nero ha mosso", quindi tocca al Bianco.""",
    "7.1.42": """Il Re Nero ha due compagni di tipo sconosciuto. Alla sua ultima mossa il Nero ha fatto 19 tentativi
        tutti rifiutati, e solo il ventesimo tentativo è stato accettato.""",
    "7.1.44": """Il Bianco sa che il Nero oltre al Re ha due compagni non identificati. Il Bianco ha appena fatto 18
        tentativi di mossa, tutti rifiutati.""",
    "7.3.2": """Il Bianco ha fatto 8 catture. Il Bianco ha appena scoperto che il suo Re non può muovere.""",
    "7.3.14": """I pedoni bianchi hanno fatto 15 catture.""",
}


@pytest.mark.parametrize("name", sorted(STATED))
def test_the_facts_leave_the_positions_that_the_book_reconstructs(name: str) -> None:
    """All men on all squares are looked at, and the printed solution is proven in what is left."""
    (typed,) = [each for each in chapter_7() if each.tag("Id") == name]
    assert typed.fen is not None
    assert typed.solution is not None
    text = (
        f'[FEN "{typed.fen}"]\n[Stipulation "#{typed.moves}"]\n\n{STATED[name]}\n\nSoluzione:\n\n{typed.solution.text}'
    )
    (problem,), _ = read_problems(text)
    assert not problem.worlds
    boards = {position.fen().split()[0] for position in worlds(problem)}
    assert boards == {position.fen().split()[0] for position in worlds(typed)}
    assert prove(problem, search=False).verdict == "proven"
    assert from_json(to_json(problem)) == problem
    assert read_problems(write_problem(problem, "tree"))[0][0].facts == problem.facts


def test_a_solution_that_fits_other_facts_is_not_proven() -> None:
    """Without the king that cannot move there are more positions, and the author's tries do not mate in all."""
    (typed,) = [each for each in chapter_7() if each.tag("Id") == "7.3.2"]
    text = f'[FEN "{typed.fen}"]\n[Fact "White has made 8 captures"]\n[Stipulation "#1"]\n\n1.Qe6# sor 1.Rxa5#'
    assert prove(read_problems(text)[0][0], search=False).verdict != "proven"


WHITE = "8/8/8/8/8/5K2/8/6Q1 w - - 0 1"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("White has made 14 captures", [CapturesMade(14)]),
        ("Il Bianco ha fatto quattordici mosse", []),
        ("White tried 3 captures", []),
        ("Black has made 2 captures", []),
        ("2 captures possible", []),
        ("The black king is alone", [Companions(0)]),
        ("The black king has two companions.", [Companions(2)]),
        ("White's king cannot move", [Immobile("f3")]),
        ("White made seven tries, all refused", [Refused(7)]),
        ("Black's last seven tries were refused", [Refused(7, last=True)]),
        ("At his last turn Black made 7 tries, all refused", [Refused(7, last=True)]),
        ("Black asked “Any?” and the answer was no", [LastTurn(any=False)]),
        ("Black tried a capture, which was refused", [LastTurn(refused_capture=True)]),
        ("Matto in due mosse (G.F. Anderson 1959 - Are there any?, 5).", []),
    ],
)
def test_sentences(text: str, found: list[object]) -> None:
    assert facts(text, WHITE) == found


def test_a_fact_that_is_not_understood_is_a_finding() -> None:
    _, findings = read_problems(f'[FEN "{WHITE}"]\n[Fact "the moon is full"]\n\n1.Qg7#')
    assert "KN505" in [each.code for each in findings]


def test_facts_that_no_position_fits_are_told() -> None:
    verdict = prove(f'[FEN "{WHITE}"]\n[Fact "White has made 16 captures"]\n\n1.Qg7#')
    assert (verdict.verdict, verdict.note) == ("incomplete", "no legal position fits the facts about the hidden men")
