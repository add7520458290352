"""Silence has one meaning in every form of its words, and so has its negation: something is announced."""

from __future__ import annotations

from typing import Final

import pytest

from kriegnote.problems.prove import prove
from kriegnote.problems.reading.reader import read_problems
from tests.problems.test_problems_wordings import tags_of

MOVES: Final = {"en": "RBotherwise", "de": "TLsonst", "it": "TAaltrimenti", "fr": "TFsinon", "es": "TAsi no"}
"""For each language, the letters of the rook and the bishop, and the word for any other case."""
SILENT: Final = {
    "en": "silence|quietness|silent|quiet|the umpire keeps silent|the umpire is quiet",
    "de": "Stille|Schweigen|Ruhe|still|ruhig|stumm|es bleibt still|der Schiedsrichter schweigt",
    "it": "silenzio|silenzioso|muto|zitto|tace|l'arbitro resta zitto",
    "fr": "silence|silencieux|muet|se tait|l'arbitre garde le silence",
    "es": "silencio|silencioso|callado|calla|el árbitro guarda silencio",
}
NOT_SILENT: Final = {
    "en": "no silence|not in silence|not silent|not quiet|not completely silent|non-silent"
    "|the umpire does not keep silent|there is no silence|the umpire breaks his silence",
    "de": "keine Stille|kein Schweigen|keine Ruhe|nicht still|nicht ruhig|nicht stumm"
    "|nicht mehr still|es bleibt nicht still|der Schiedsrichter schweigt nicht|schweigt er nicht"
    "|er bricht das Schweigen",
    "it": "nessun silenzio|niente silenzio|non silenzioso|non muto|non tace|l'arbitro non resta zitto"
    "|rompe il silenzio",
    "fr": "pas de silence|aucun silence|pas silencieux|l'arbitre n'est pas muet|l'arbitre ne se tait pas"
    "|l'arbitre ne garde pas le silence|plus de silence",
    "es": "no silencio|sin silencio|no silencioso|no callado|no calla|no se calla|el árbitro no guarda silencio"
    "|rompe el silencio",
}
UNKNOWN: Final = ("zorbla", "the frumious zorbla", "sound", "a great sound", "Laut", "kein Donner", "son", "not nice")
LAYOUTS: Final = (
    "1.{R}a1+! {Head}: 2.{}. {Other}: 2.{}.",
    "1.{R}a1+! {Head}: 2.{}. {Silent}: 2.{}.",
    "1.{R}a1+. {head} → 2.{}; {other} → 2.{}",
    "1.{R}a1+!\n- {head}: 2.{}\n- {other}: 2.{}",
)


def verdicts(language: str, head: str, *, silent: bool) -> list[str]:
    """The verdicts on the sound solution, and on that with the tries of both cases reversed, in some of the layouts.

    :param silent: the rook mates in the case of the head, else the bishop.
    """
    layouts = [each for each in LAYOUTS if not (silent and "{Silent}" in each)]
    rook, bishop, other = MOVES[language][0], MOVES[language][1], MOVES[language][2:]
    tries = [f"{rook}a3", f"{bishop}c2"][:: 1 if silent else -1]
    found = []
    for layout in layouts[len(head) % 2 :: 2]:
        quiet = SILENT[language].split("|")[0]
        said = {"R": rook, "head": head, "other": other, "Silent": quiet[0].upper() + quiet[1:]}
        said |= {"Head": head[0].upper() + head[1:], "Other": other[0].upper() + other[1:]}
        for row in (tries, tries[::-1]):
            (problem,) = read_problems(f"{tags_of('7.1.1')}\nSolution: {layout.format(*row, **said)}")[0]
            found.append(prove(problem, "english", search=False).verdict)
    return found


@pytest.mark.parametrize("language", MOVES)
def test_silence_and_its_negation_are_understood_as_noun_adjective_and_verb(language: str) -> None:
    for head in SILENT[language].split("|"):
        found = verdicts(language, head, silent=True)
        assert set(found[::2]) == {"proven"}, (head, found)
        assert "proven" not in found[1::2], (head, found)
    for head in NOT_SILENT[language].split("|"):
        found = verdicts(language, head, silent=False)
        assert set(found[::2]) == {"proven"}, (head, found)
        assert "proven" not in found[1::2], (head, found)


def test_a_head_of_which_nothing_is_understood_is_a_condition_that_nobody_knows() -> None:
    assert {(head, each) for head in UNKNOWN for each in verdicts("en", head, silent=True)} == {
        (head, "incomplete") for head in UNKNOWN
    }


@pytest.mark.parametrize("head", ["Answer", "Now", "Antwort", "Ultimo"])
def test_a_head_that_only_says_that_a_move_follows_is_none(head: str) -> None:
    (problem,) = read_problems(f"{tags_of('7.2.1')}\nSolution: 1.Kd3. {head}: 2.Kc4, then 2.Kd4, then 2.Qe5.")[0]
    assert prove(problem, "english", search=False).verdict == "proven"
