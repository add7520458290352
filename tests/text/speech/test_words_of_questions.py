"""Words for the usual question, for captures and refusals; and idioms with a question in them that ask nothing."""

from __future__ import annotations

import pytest

from kriegnote.notations.dialogue import reader as dialogue
from kriegnote.text.source import Chunk
from tests.support.shown import shown


def told(text: str) -> str:
    return " ".join(filter(None, map(shown, dialogue.read(Chunk(text)).record.events)))


@pytest.mark.parametrize(
    ("words", "events"),
    [
        ("White wants to know whether a pawn can take anything; no.", "ask no"),
        ("Weiß fragt, ob einer seiner Bauern schlagen könne; nein.", "ask no"),
        ("Wit vraagt of hij met een pion kan slaan; nee.", "ask no"),
        ("Les Blancs demandent si un pion peut prendre ; non.", "ask no"),
        ("Las blancas preguntan si algún peón puede capturar; no.", "ask no"),
        ("Il Bianco chiede se un pedone può catturare; no.", "ask no"),
        ("—¿Hay algo? —No —dijo el árbitro.", "ask no"),
        ("“Anything for my pawn?” asks White. “No.”", "ask no"),
        ("Weiß versucht dxe5, umsonst.", "(dxe5)"),
    ],
)
def test_questions_and_refusals(words: str, events: str) -> None:
    assert told(f"1. d4, d5\n{words}\n2. c4, e6\n") == f"d4 ..d5 {events} c4 ..e6"


@pytest.mark.parametrize(
    "words",
    [
        "Auf e5 fehlt ein Bauer.", "Un pion de moins en e5.", "La sparizione di un pedone in e5 è annunciata.",
        "Falta un peón en e5.", "Een pion verdwijnt op e5.", "The umpire announces the disappearance of a pawn on e5.",
    ],
)  # fmt: skip
def test_captures(words: str) -> None:
    assert told(f"1. d4, e5\n2. dxe5\n{words}\n2... d6\n") == "d4 ..e5 dxe5 xe5 ..d6"


@pytest.mark.parametrize(
    "words",
    [
        "For White to castle was out of the question: no room.", "Eine Rochade von Weiß kam nicht in Frage: nein.",
        "Per il Bianco l'arrocco era fuori questione: no.", "Le roque des Blancs était hors de question : non.",
    ],
)  # fmt: skip
def test_idioms_with_a_question_ask_nothing(words: str) -> None:
    assert "ask" not in told(f"1. d4, d5\n{words}\n2. c4, e6\n")


def test_a_check_may_be_there() -> None:
    assert told("1. f4, e5\n2. g3, exf4\n3. gxf4, Qh4+\nThere is check on the short diagonal.\n").endswith(
        "..Qh4+ +short"
    )
