"""How a game ended, in the words that stand behind its last move."""

from __future__ import annotations

import pytest

from kriegnote.text.end_words import end_of_game, last_words
from kriegnote.text.ended_clauses import LastWords

PLAYERS = ("Miss Vega", "R. Ruiz")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Drawn.", LastWords("agreement", "1/2-1/2")),
        ("Remis.", LastWords("agreement", "1/2-1/2")),
        ("Partie nulle d'un commun accord.", LastWords("agreement", "1/2-1/2")),
        ("White won.", LastWords(None, "1-0", "black")),
        ("and White won in the end.", LastWords(None, "1-0", "black")),
        ("Las negras abandonan.", LastWords("resignation", "1-0", "black")),
        ("Abandon des Noirs.", LastWords("resignation", "1-0", "black")),
        ("Schwarz gibt auf.", LastWords("resignation", "1-0", "black")),
        ("Ganan las blancas por tiempo.", LastWords("time", "1-0", "black")),
        ("Black ran out of time.", LastWords("time", "1-0", "black")),
        ("Mr. Ruiz resigned.", LastWords("resignation", "1-0", "black")),
        ("Vega won on time", LastWords("time", "1-0", "black")),
        ("and Black resigned on the thirty-first move.", LastWords("resignation", "1-0", "black")),
        ("Ruiz ran out of time <g>", LastWords("time", "1-0", "black")),
        ("Drawn by agreement on move 40", LastWords("agreement", "1/2-1/2")),
        ("Qui il Nero abbandona", LastWords("resignation", "1-0", "black")),
    ],
)
def test_words_of_the_end(words: str, said: LastWords) -> None:
    assert last_words(words, PLAYERS) == said


@pytest.mark.parametrize("words", ["1:0", "1—0", "I-0", "l-0", "I - O", "|-0"])
def test_a_result_as_scanners_print_it(words: str) -> None:
    assert last_words(words) == LastWords(None, "1-0", "black")


def test_with_a_result_anybody_may_be_named() -> None:
    assert last_words("{Bob resigns} 1-0") == LastWords("resignation", "1-0", "black")
    assert [last_words(one) for one in ("Bob was late 1-0", "Bob resigns", "Bob 1-0")] == [None] * 3
    assert last_words("Bob resigns 1-0", PLAYERS) is None


@pytest.mark.parametrize(
    "words", ["Adjourned.", "The game was adjourned", "vertagt", "sospesa", "ajournée", "aplazada"]
)
def test_a_game_that_was_adjourned_has_no_end_yet(words: str) -> None:
    assert last_words(words) is None


@pytest.mark.parametrize(
    "words", ["White resigned the right to castle", "the game", "O-O", "Mr. Ruiz resigned.", "Black could have drawn",
              "a draw was offered", "White wins in 5 moves"],
)  # fmt: skip
def test_words_that_speak_of_more(words: str) -> None:
    assert last_words(words) is None


@pytest.mark.parametrize(
    ("words", "reason", "result"),
    [
        ("mate. Black, furious, left the room.", "checkmate", None),
        ("and mate; White, poor man, wept.", "checkmate", None),
        ("resigns, White, poor man, wept.", "resignation", None),
        ("White here overstepped the clock and the game was scored to Black.", "time", "0-1"),
        ("Les blancs, ayant touché une pièce adverse, perdirent la partie par forfait.", "forfeit", "0-1"),
        ("Unfinished; adjudicated a win for White by Mr. Fraser.", "adjudication", "1-0"),
        ("and White gave up the unequal struggle.", "resignation", "0-1"),
        ("A long silence. Then Black, on seeing White's reply, resigned.", "resignation", "1-0"),
        ("Il Nero, vista la mossa del Bianco, abbandonò.", "resignation", "1-0"),
        ("Weiß gab nach dem 30. Zuge auf.", "resignation", "0-1"),
        ("Les noirs abandonnèrent là, le train de 18 h n'attendant pas.", "resignation", "1-0"),
        ("Las negras se rindieron a la mañana siguiente.", "resignation", "1-0"),
        ("Mr. Ruiz thought for an hour; then he resigned.", "resignation", "1-0"),
        ("Die Partie endete nach vier Stunden remis.", "agreement", "1/2-1/2"),
        ("Adjourned; Black resigned next morning.", "resignation", "1-0"),
    ],
)
def test_who_did_what_ends_a_game_whatever_is_said_beside_it(words: str, reason: str, result: str | None) -> None:
    found = end_of_game(words, PLAYERS)
    assert found is not None
    assert (found.said.reason, found.said.result) == (reason, result)


@pytest.mark.parametrize(
    "words",
    [
        "White did not resign, though his friends advised it.",
        "Il Nero abbandona la stanza per fumare; la partita resta incompiuta.",
        "Les noirs abandonnent leur idée de roquer.",
        "White lost a pawn in the ending.",
        "Weiß bot Remis an, Schwarz lehnte ab.",
        "If White takes, Black resigned too early.",
        "White won the return game.",
        "Who resigned?",
    ],
)
def test_sentences_that_end_no_game(words: str) -> None:
    assert end_of_game(words, PLAYERS) is None


def test_the_end_is_said_in_sentences_of_their_own() -> None:
    words = "Black resigned. The next bulletin appears in May."
    assert end_of_game(words) == (0, len("Black resigned. "), LastWords("resignation", "1-0", "black"))
    assert end_of_game("The next bulletin appears in May.") is None
