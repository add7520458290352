"""Games told in sentences: speeches with talk in them, slips of the umpire, the passive voice, counted tries."""

from __future__ import annotations

import pytest

from kriegnote.notations.dialogue import reader as dialogue
from kriegnote.text.source import Chunk
from kriegnote.text.speech.moves_in_words import squares_in_words
from tests.support.shown import shown


def game(text: str) -> str:
    """What a text says happened, Black's moves behind dots, tries in brackets (one without a verdict with a mark)."""
    return " ".join(filter(None, map(shown, dialogue.read(Chunk(text)).record.events)))


SPEECHES = {
    "talk before a move": (
        "Anna is White, Tom is Black.\n\nAnna: Pawn d4.\nUmpire: White has moved.\nTom: It is warm in here. Pawn d5.\n"
        "Umpire: Black has moved.\nAnna: Let me think about it... right then, knight f3.\nUmpire: White has moved.\n"
        "Tom: Knight to c6.\nUmpire: Black has moved.\nAnna: Bishop f4.\nUmpire: White has moved.\nTom: Bishop f5.\n"
        "Umpire: Black has moved.\n",
        "d4 ..d5 Nf3 ..Nc6 Bf4 ..Bf5",
    ),
    "the umpire's own words": (
        "White: Ines. Black: Paul. Umpire: Joan.\n\nInes: e4\nJoan: White's off.\nPaul: c5\nJoan: Black's off.\n"
        "Ines: d4\nJoan: White's off.\nPaul: c takes d4\nJoan: Black's off, and has taken on d4.\nInes: knight f3\n"
        "Joan: White's off.\nPaul: e5\nJoan: Black's off.\n",
        "e4 ..c5 d4 ..cxd4 xd4 Nf3 ..e5",
    ),
    "labels in a column": (
        "Bandopname (spoor B). SR scheidsrechter / W wit / Z zwart\n\n"
        "00:04 W   Pe4.\n      SR  Wit heeft gespeeld.\n00:31 Z   Pd5.\n      SR  Zwart heeft gespeeld.\n"
        "01:02 W   D slaat d5.\n      SR  Onmogelijk.\n01:09 W   e slaat d5.\n      SR  Wit slaat op d5.\n"
        "01:40 Z   D slaat d5.\n      SR  Zwart slaat op d5.\n",
        "Pe4 ..Pd5 (Dxd5) exd5 xd5 ..Dxd5 xd5",
    ),
    "a castling in words, and one that says no side": (
        "White: e4\nUmpire: White has moved.\nBlack: e5\nUmpire: Black has moved.\nWhite: Nf3\nUmpire: White has "
        "moved.\nBlack: Nf6\nUmpire: Black has moved.\nWhite: Be2\nUmpire: White has moved.\nBlack: Be7\nUmpire: "
        "Black has moved.\nWhite: Kleine Rochade.\nUmpire: White has moved.\nBlack: I castle.\nUmpire: Black has "
        "moved.\n",
        "e4 ..e5 Nf3 ..Nf6 Be2 ..Be7 O-O ..castle",
    ),
    "what a player says": (
        "White says e4. Black says d5. White says Bxd5. The umpire says no. White says exd5. The umpire says: capture "
        "on d5. Black says Qf5, hears illegal, says Qxd5.",
        "e4 ..d5 (Bxd5) exd5 xd5 (Qf5) ..Qxd5",
    ),
    "a question that is only spoken of": (
        "Protokoll. Die Frage »Kann ein Bauer schlagen?« ist mit BF abgekürzt. Weiß: e4. Schwarz: d5. Weiß: Kann ein "
        "Bauer schlagen? Spielleiter: Ja. Weiß: exd5. Spielleiter: Weiß schlägt auf d5.",
        "e4 ..d5 ask yes exd5 xd5",
    ),
    "captures on one square again and again": (
        "W = White, B = Black, U = umpire.\n\nW: Nc3\nU: White has moved.\nB: d5\nU: Black has moved.\nW: e4\n"
        "U: White has moved.\nB: dxe4\nU: Black takes on e4.\nW: Nxe4\nU: White takes on e4.\nB: f5\n"
        "U: Black has moved.\nW: d3\nU: White has moved.\nB: fxe4\nU: Black takes on e4.\nW: dxe4\n"
        "U: White takes on e4.\nB: a6\nU: Black has moved.\n",
        "Nc3 ..d5 e4 ..dxe4 xe4 Nxe4 xe4 ..f5 d3 ..fxe4 xe4 dxe4 xe4 ..a6",
    ),
    "slips": (
        "Weiß: Kurt. Schwarz: Olga. Schiedsrichter: Max.\n\nKurt: e4\nMax: Weiß hat gezogen.\nOlga: d5\n"
        "Max: Weiß hat gezogen. Verzeihung, Schwarz hat gezogen.\nKurt: e schlägt d5\n"
        "Max: Weiß hat auf e5 geschlagen. Ich meine, auf d5.\nOlga: Dame schlägt d5\n"
        "Max: Schwarz hat auf d5 geschlagen.\nKurt: Springer c3\nMax: Nein. Moment mal, doch: Weiß hat gezogen.\n"
        "Olga: Dame a5\nMax: Schwarz hat gezogen.\nKurt: d4\nMax: Weiß hat gezogen.\nOlga: c6\n"
        "Max: Schwarz hat gezogen.\n",
        "e4 ..d5 exd5 xd5 ..Qxd5 xd5 Nc3 ..Qa5 d4 ..c6",
    ),
    "an answer taken back": (
        "Blancs : Luc. Noirs : Zoé. Arbitre : Guy.\n\nLuc : e4\nGuy : Les Blancs ont joué.\nZoé : d5\n"
        "Guy : Les Noirs ont joué.\nLuc : Y a-t-il des prises de pion ?\nGuy : Non. Pardon, oui.\nLuc : e prend d5\n"
        "Guy : Les Blancs ont pris en d5.\nZoé : dame prend d5\nGuy : Les Noirs ont pris en d5.\n",
        "e4 ..d5 ask yes exd5 xd5 ..Qxd5 xd5",
    ),
    "two languages at once": (
        "White/Bianco: Neil. Black/Nero: Lia. Umpire/arbitro: Ugo.\n\nNeil: Pawn to d4.\n"
        "Ugo: White has moved, il Bianco ha mosso.\nLia: Pedone in d5.\nUgo: Black has moved, il Nero ha mosso.\n"
        "Neil: Are there any?\nUgo: No, no.\nNeil: Knight to f3.\nUgo: White has moved, il Bianco ha mosso.\n"
        "Lia: Cavallo in c6.\nUgo: Black has moved, il Nero ha mosso.\n",
        "d4 ..d5 ask no Nf3 ..Nc6",
    ),
}


@pytest.mark.parametrize(("text", "told"), SPEECHES.values(), ids=[*SPEECHES])
def test_what_counts_of_a_speech(text: str, told: str) -> None:
    assert game(text) == told


NARRATIVES = {
    "passive": (
        "The pawn on e2 is advanced two squares by White; the pawn on d7 is likewise advanced two squares by Black. "
        "The pawn on d5 is captured by the e-pawn: a capture on d5 is announced. It is captured there by the queen: a "
        "capture on d5 is announced. A knight is developed by White to c3, and the queen is withdrawn to a5.",
        "e4 ..d5 exd5 xd5 ..Qxd5 xd5 Nc3 ..Qa5",
    ),
    "passivo": (
        "Dal Bianco viene spinto il pedone in e4, dal Nero il pedone in d5. Dal pedone bianco di e4 viene catturato in "
        "d5; è annunciata una cattura in d5. Dalla donna nera viene catturato in d5; è annunciata una cattura in d5. "
        "Dal Bianco è portato il cavallo in c3, dal Nero la donna in a5.",
        "e4 ..d5 exd5 xd5 ..Qxd5 xd5 Nc3 ..Qa5",
    ),
    "a try in the passive": (
        "White plays e4, Black d5. A capture on f5 by the e-pawn is attempted, and is not allowed; White plays knight "
        "to f3. Black plays e6. White plays bishop to b5. 'Check on the long diagonal,' says the umpire. Black plays "
        "bishop to d7.",
        "e4 ..d5 (exf5) Nf3 ..e6 Bb5 +long ..Bd7",
    ),
    "counted tries": (
        "White begins with e4. Black, after three attempts in vain, plays e5. White plays knight to f3. Black, at the "
        "second attempt, plays knight to c6. White plays bishop to c4.",
        "e4 (3) ..e5 Nf3 (1) ..Nc6 Bc4",
    ),
    "gezählte Versuche": (
        "Weiß beginnt mit e4. Schwarz spielt nach zwei Versuchen e5. Weiß spielt Springer nach f3. Schwarz spielt beim "
        "dritten Versuch Springer nach c6. Weiß spielt Läufer nach c4.",
        "e4 (2) ..e5 Nf3 (2) ..Nc6 Bc4",
    ),
    "tentatives comptées": (
        "Les Blancs jouent e4. Les Noirs, après deux tentatives, jouent e5. Les Blancs jouent le cavalier en f3. Les "
        "Noirs, à la deuxième tentative, jouent le cavalier en c6. Les Blancs jouent le fou en c4.",
        "e4 (2) ..e5 Nf3 (1) ..Nc6 Bc4",
    ),
    "no before the try": (
        "White plays e4, Black e5. White hears 'no' to e takes f5 and 'no' to e takes d5; then he plays knight to f3. "
        "Black plays knight to c6, White bishop to c4.",
        "e4 ..e5 (exf5) (exd5) Nf3 ..Nc6 Bc4",
    ),
    "the other knight": (
        "Weiß zieht den Bauern nach e4, Schwarz den Springer nach f6. Weiß zieht den Springer nach c3, Schwarz den "
        "anderen Springer nach c6. Weiß zieht den Bauern nach d4, Schwarz den Bauern nach d6. Weiß zieht den anderen "
        "Springer nach e2.",
        "e4 ..Nf6 Nc3 ..Nc6 d4 ..d6 Nge2",
    ),
    "squares by their letters' names": (
        "Il Bianco porta il pedone in di quattro, il Nero il cavallo in effe sei. Il Bianco porta il pedone in ci "
        "quattro, il Nero il pedone in gi sei. Il Bianco porta il cavallo in ci tre.",
        "d4 ..Nf6 c4 ..g6 Nc3",
    ),
    "otra captura": (
        "Blancas: peón e4. Negras: peón d5. Blancas: peón por d5. El árbitro: captura en d5. Negras: dama por d5. El "
        "árbitro: captura en d5. Blancas: caballo a c3. Negras: dama a a5.",
        "e4 ..d5 xd5 xd5 ..Qxd5 xd5 Nc3 ..Qa5",
    ),
    "a telegram": (
        "WHITE PAWN D4 STOP BLACK KNIGHT F6 STOP WHITE ASKS ANY STOP ANSWER NEGATIVE STOP WHITE PAWN C4 STOP BLACK "
        "PAWN E5 STOP WHITE PAWN TAKES E5 STOP UMPIRE REPORTS CAPTURE AT E5 STOP BLACK KNIGHT G4 STOP REGARDS",
        "d4 ..Nf6 ask no c4 ..e5 dxe5 xe5 ..Ng4",
    ),
    "captures by pawns in a telegram": (
        "WHITE PAWN E4 STOP BLACK PAWN D5 STOP WHITE PAWN C4 STOP BLACK PAWN A6 STOP WHITE PAWN C TAKES D5 STOP UMPIRE "
        "REPORTS CAPTURE AT D5 STOP BLACK PAWN C6 STOP WHITE PAWN D TAKES C6 STOP UMPIRE REPORTS CAPTURE AT C6 STOP",
        "e4 ..d5 c4 ..a6 cxd5 xd5 ..c6 dxc6 xc6",
    ),
    "items of minutes": (
        "1. White moved a pawn to e4. Carried.\n2. Black moved a pawn to e5. Carried.\n3. White moved a knight to f3. "
        "Carried.\n4. Black moved a knight to c6. Carried.\n5. White moved a bishop to c4. Carried.\n6. Black proposed "
        "to take on f4 with the e-pawn. Not carried. Black moved a knight to f6. Carried.\n",
        "e4 ..e5 Nf3 ..Nc6 Bc4 (xf4) ..Nf6",
    ),
    "Springerschach": (
        "Weiß zieht den Springer nach c3. Schwarz zieht den Bauern nach e6. Weiß zieht den Springer nach d5. Schwarz "
        "zieht den Läufer nach d6. Weiß schlägt mit dem Springer auf c7; der Schiedsrichter meldet einen Verlust auf "
        "c7 und Springerschach. Schwarz schlägt mit der Dame auf c7; der Schiedsrichter meldet einen Verlust auf c7.",
        "Nc3 ..e6 Nd5 ..Bd6 Nxc7 xc7 +knight ..Qxc7 xc7",
    ),
}


@pytest.mark.parametrize(("text", "told"), NARRATIVES.values(), ids=[*NARRATIVES])
def test_what_is_told_of_moves_and_tries(text: str, told: str) -> None:
    assert game(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "White plays e4, Black e5. White plays knight to f3. If I took on d4 … no, too early. Black plays knight to "
        "c6.",
        "Il Bianco gioca e4, il Nero e5. Il Bianco gioca cavallo in f3. Il Nero: mangerei in d4 col pedone... no, "
        "meglio aspettare. Il Nero gioca cavallo in c6.",
        "White plays e4, Black e5. White plays knight to f3. Black says pawn takes d4, but takes it back before an "
        "answer is given, and plays knight to c6.",
        'White plays e4, Black e5. White plays knight to f3. "Is there any cake?" asked Black. "No." Black plays '
        "knight to c6.",
        "White plays e4, Black e5. White plays knight to f3. Did Black try anything? He did not. Black plays knight "
        "to c6.",
    ],
)
def test_what_is_only_thought_or_about_something_else_is_no_try_and_no_question(text: str) -> None:
    told = game(text).split()
    assert not [one for one in told if one.startswith("(") or one in ("ask", "yes", "no")], told


@pytest.mark.parametrize(
    "text", ["gli si mostra un pezzo di un Bianco", "l'umpire told us of a capture on b2, e prende in d5"]
)
def test_words_are_no_squares_and_no_captures(text: str) -> None:

    assert not [*squares_in_words(text)]
