"""The players of a game, wherever in the words before it they are named."""

from __future__ import annotations

import io

import pytest

from kriegnote.operations.conversion import read_items

SCORE = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O Be7\n"
SAID = "Refused tries are in brackets.\n\n"


def headers(text: str, notation: str | None = None) -> dict[str, str]:
    (item,) = read_items(io.BytesIO(text.encode()), notation)
    return dict(item.record.headers)


@pytest.mark.parametrize(
    ("head", "white", "black"),
    [
        ("Blancs : M. Petit — Noirs : Mme Roux\nParis, café du Nord, 3 mars 1931\n\n", "M. Petit", "Mme Roux"),
        ("Bianco: Avv. Conti     Nero: Rag. Rossi     Pisa, 4 giugno 1957\n\n", "Avv. Conti", "Rag. Rossi"),
        ("Kriegsspiel-Abend des Vereins, 7.11.1930\nWeiß: Adler\nSchwarz: Berg jun.\n\n", "Adler", "Berg jun."),
        ("Wit: J. de Vries\nZwart: mevr. Bos\nScheidsrechter: K. Prins\n\n", "J. de Vries", "mevr. Bos"),
        ("Protokoll des Schiedsrichters Dr. Winter\nKriegsspiel Adler gegen Berg, Graz 1927\n\n", "Adler", "Berg"),
        ("Dunkelschach, 3. Runde. Weiß K. Adler – Schwarz L. Berg\n", "K. Adler", "L. Berg"),
        ("2a partita: Conti-Rossi\n\n", "Conti", "Rossi"),
        ("=== node 4, board 12: otter7 (white) vs. mole (black), rated\n", "otter7", "mole"),
        ("gufo (nero) contro civetta (bianco)\n", "civetta", "gufo"),
        ("<h2>Partie: Weber &ndash; Thom</h2>\n", "Weber", "Thom"),
        ("\\section{Weber--Thom, Graz 1931}\n", "Weber", "Thom"),
        ("Kriegspiel, Lyon 1976: Petit – Roux\n\n", "Petit", "Roux"),
        ("Kriegspiel: Ørsted–Śliwa, Malmö 2012\n\n", "Ørsted", "Śliwa"),
        ("== Ames versus Budd ==\n", "Ames", "Budd"),
        ("Tea House, 3/4/1980. Ray (White) - Moe\n", "Ray", "Moe"),
        (
            "THE COURIER, 1911.\n\n   WHITE           BLACK\n  Mr. Ames       Captain Budd\n\n",
            "Mr. Ames",
            "Captain Budd",
        ),
        ("Board 3   White  C. Ames   Black  R. Budd   4/3/71\n\n", "C. Ames", "R. Budd"),
        ("White  J. P. Ames, Hove      Black  Major Budd, Ware\n\n", "J. P. Ames", "Major Budd"),
        ("Blancas Inés, negras Pablo. ¡Suerte!\n\n", "Inés", "Pablo"),
        ("Vit: fru Ek.\nSvart: kand. Åberg.\n\n", "fru Ek", "kand. Åberg"),
        ("Pretas: Rui Sá; brancas: Ana Gil\n\n", "Ana Gil", "Rui Sá"),
        ("Białe - J. Nowak, Czarne - P. Lis\n\n", "J. Nowak", "P. Lis"),
        ("Белые: Иванов. Чёрные: Петров.\n\n", "Иванов", "Петров"),
        ("Albus: Marcus Faber.  Niger: Titus Carbo.\n\n", "Marcus Faber", "Titus Carbo"),
        ("[Black is Nora, White was Jim.]\n\n", "Jim", "Nora"),
        ("W = Kim, B = Al\n\n", "Kim", "Al"),
        ("Weiss: ich; Schwarz: Udo\n\n", "ich", "Udo"),
        ("# id=7 white=lynx black=mole rated=no\n\n", "lynx", "mole"),
        ("Mia (w) gegen Jan (s), AG\n\n", "Mia", "Jan"),
        ("Ames (Hove, White) - Budd (Ware, Black)\n\n", "Ames", "Budd"),
        ("A game between Carl Ames\n(White) and Ida Budd (Black) at Hove.\n\n", "Carl Ames", "Ida Budd"),
        ("Kriegspiel at work, no. 4 (Kim vs. Al)\n\n", "Kim", "Al"),
        ("Kampen, De Wit - Bos, 1980\n\n", "De Wit", "Bos"),
        ("   WHITE.          BLACK.\n\n  Miss Ames.       Mr. Budd.\n\n", "Miss Ames", "Mr. Budd"),
        ("Wh1te: Ames   8lack: Crow\n\n", "Ames", "Crow"),
        ("White was Carl Ames, and with a long sigh Black\nwas Ida Budd, who lost.\n\n", "Carl Ames", "Ida Budd"),
        ("Weiß führte der Wirt Lang, Schwarz sein Vetter Moser.\n\n", "der Wirt Lang", "Vetter Moser"),
        ("We print how Mr. Ames (White) won a hat from\nMiss Budd (Black) in June.\n\n", "Mr. Ames", "Miss Budd"),
        ("Partie entre M. Petit (Blancs) et le\nBaron d'Arc (Noirs).\n\n", "M. Petit", "Baron d'Arc"),
        (
            "Ho trovato la partita tra Ugo Conti, che aveva il Nero, e Ada Rossi, che aveva il Bianco.\n\n",
            "Ada Rossi",
            "Ugo Conti",
        ),
        (
            "La jugaron entonces Luis Gil, que llevaba las blancas, y Pedro Sanz, que llevaba las negras.\n\n",
            "Luis Gil",
            "Pedro Sanz",
        ),
        ("Jan Bos, die wit had, en Piet Vos, die zwart had.\n\n", "Jan Bos", "Piet Vos"),
        ('You are White. Black is "mole".\n\n', None, "mole"),
        ("White: J. Ames. Black is not named.\n\n", "J. Ames", None),
    ],
)
def test_the_words_before_a_game_name_its_players(head: str, white: str | None, black: str | None) -> None:
    for said in ("", SAID):
        found = headers(f"{head}{said}{SCORE}")
        assert (found.get("White"), found.get("Black")) == (white, black)


@pytest.mark.parametrize(
    "head",
    [
        "{Ames - Budd} ",
        "The article of Mr. Ames - you know it - was on this game:\n\n",
        "My openings: Sicilian, French.\n\n",
        "Persons: the MAYOR (White), his SISTER (Black), the CLERK (umpire).\n\n",
        "White = capitals, Black = small letters.\n\n",
        "White: underlined; Black: struck\n\n",
        "White Moves   Black Moves\n\n",
        "We met at the White Hart, Black Lane.\n\n",
        "(W = White, B = Black)\n\n",
        "White is to move. Black is mated.\n\n",
        "White was short of time, Black no better off.\n\n",
        "The King (White) and a Rook (White) faced the Queen (Black).\n\n",
        "Lieber Karl,\n\nhier endlich die Partie, die ich am Sonntag gegen Frau Berg gespielt habe:\n\n",
    ],
)
def test_what_is_no_pair_of_names_gives_none(head: str) -> None:
    assert not {"White", "Black"} & headers(f"{head}{SCORE}").keys()


@pytest.mark.parametrize(
    ("head", "umpire"),
    [
        ("Weiß: Adler, Schwarz: Berg, Spielleiter: Roth\n\n", "Roth"),
        ("White is Ann, Black is Rob, the referee was Dr. Gray.\n\n", "Dr. Gray"),
        ("Vit: Ek\nSvart: Åberg\nDomare: fröken Dahl\n\n", "fröken Dahl"),
        ("Nora (árbitro): Blancas Inés, negras Pablo.\n\n", "Nora"),
        ("Ames - Budd\nNotes of the umpire, Hove 1931\n\n", None),
        ("White: Ann, Black: Rob. Umpire: No.\n\n", None),
    ],
)
def test_the_words_before_a_game_name_its_umpire(head: str, umpire: str | None) -> None:
    assert headers(f"{head}{SCORE}").get("Umpire") == umpire


def test_each_game_has_its_own_players_and_result() -> None:
    text = f"Game one: Ames - Budd (1-0)\n\n{SCORE}\nWell done.\n\nGame two: Budd - Carr (0-1)\n\n{SCORE}"
    items = list(read_items(io.BytesIO(text.encode())))
    named = [(*map(dict(item.record.headers).get, ("White", "Black")), item.record.result) for item in items]
    assert named == [("Ames", "Budd", "1-0"), ("Budd", "Carr", "0-1")]


@pytest.mark.parametrize(
    ("head", "white", "black"),
    [
        ("Our game of last week (Marsh – Teal), with all tries:\n\n", "Marsh", "Teal"),
        ("La partie (M. Roux contre Mme Petit) se joua à Lyon.\n\n", "M. Roux", "Mme Petit"),
        ("You wanted the game between Flora (White) and the Captain. Here it is:\n\n", "Flora", "the Captain"),
        ("Die Partie Adler gegen Frau Berg (Weiß):\n\n", "Frau Berg", "Adler"),
        ("die Partie, die ich gegen Frau Berg gespielt habe (ich hatte Schwarz):\n\n", "Frau Berg", None),
        ("Beste Jan, hier de partij tegen mevr. Bos. Ik had wit.\n\n", None, "mevr. Bos"),
        ("My opponent, Captain Budd, was White.\n\n", "Captain Budd", None),
        ("Hello, this is the game with Teal, I was black.\n\n", "Teal", None),
        ("* game 17: robin_2 (white) vs dove (black), wild16\n", "robin_2", "dove"),
        ("The rules (London - Paris) are those of the club.\n\n", None, None),
    ],
)
def test_sentences_name_players_in_passing(head: str, white: str | None, black: str | None) -> None:
    found = headers(f"{head}{SCORE}")
    assert (found.get("White"), found.get("Black")) == (white, black)


@pytest.mark.parametrize(
    ("title", "number"),
    [
        ("Adler – Berg, 4. Runde, Wien 1930", "4"),
        ("Kriegspiel, Round III: Ames – Budd", "3"),
        ("A. Roi – B. Sol, 2e ronde", "2"),
    ],
)
def test_the_number_of_a_round_is_no_event(title: str, number: str) -> None:
    found = headers(f"{title}\n\n{SCORE}")
    assert found.get("Round") == number
    assert "Event" not in found
