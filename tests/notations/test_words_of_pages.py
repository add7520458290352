"""Whole texts whose words were once read as something else, or printed twice."""

from __future__ import annotations

import kriegnote
from kriegnote.model.events import Capture, Comment, End, Move, PawnTries

EVENING = """\
(Rosa ha il Bianco,
Bruno il Nero, arbitra Gino. I due si danno le spalle.)

Gino — Cominciamo. Tocca al Bianco.
Rosa — Cavallo in c3.
Gino — Il Bianco ha mosso.
Bruno — Pedone in d5.
Gino — Il Nero ha mosso.
Rosa — Pedone in e3.
Gino — Il Bianco ha mosso.
Bruno — Cavallo in f6.
Gino — Il Nero ha mosso.
Rosa — Pedone in e4.
Gino — Il Bianco ha mosso.
Bruno — Prese?
Gino — Sì.
Bruno — Il pedone c prende in b6.
Gino — Mossa impossibile.
Bruno — Il pedone d prende in e4.
Gino — Il Nero ha mosso. Pedone preso in e4.
Rosa — Cavallo in f3.
Gino — Il Bianco ha mosso.
Bruno — Ci sono prese?
Gino — Sì, provi.
Bruno — Il pedone a prende in b6.
Gino — Non si può.
Bruno — Il pedone e prende in f3.
Gino — Il Nero ha mosso. Pezzo preso in f3.
Rosa — Prese?
Gino — Sì, provi.
Rosa — Il pedone f prende in g3.
Gino — Non si può.
Rosa — Il pedone g prende in f3.
Gino — Il Bianco ha mosso. Pedone preso in f3.
Bruno — Ci sono prese?
Gino — No, nessuna.
Bruno — Alfiere in e6.
Gino — Il Nero ha mosso.
Rosa — Alfiere in b5.
Gino — Il Bianco ha mosso. Scacco sulla diagonale lunga.
Bruno — Cavallo della colonna b in d7.
Gino — Il Nero ha mosso.
Rosa — Pedone in d4.
Gino — Il Bianco ha mosso.
Bruno — Pedone in a6.
Gino — Il Nero ha mosso.
Rosa — Abbandono.
Gino — Il Bianco abbandona. Adesso potete voltarvi.
"""


def test_an_article_before_a_move_is_no_sign_and_an_end_that_is_said_again_is_one() -> None:
    (game,) = kriegnote.read(EVENING)
    assert sum(isinstance(one, Move) for one in game.record.events) == 14
    assert not [one for one in game.record.events if isinstance(one, PawnTries)]
    assert [one.reason for one in game.record.events if isinstance(one, End)] == ["resignation"]


def test_what_an_umpire_adds_is_kept_once_and_as_it_is_printed() -> None:
    (game,) = kriegnote.read(
        "W. e4 (ok)\nB. d5 (ok)\nW. any? yes. exd5 (ok) -- umpire: man off at d5\n"
        "B. any? no. Qxd5 (ok) -- umpire: man off at d5\nW. Nc3 (ok)\nB. Qa5 (ok)\n"
    )
    said = [one.text for one in game.record.events if isinstance(one, Comment)]
    assert said == ["umpire: man off at d5"] * 2


NOTEBOOK = """\
Mein Heft. Weiß ich, Schwarz Herr Lampe. Linz, im Advent

Zug versucht                          gezogen  Ansage bei mir                            von drüben gehört
----------------------------------------------------------------------------------------------------------------
1                                     Sh3                                                –
2                                     d4                                                 –
3   Bauer? nein                       Ld2                                                –
4   Bauer? ja                         dxe5     geschlagen e5                             fragt: nein
5                                     exf6     geschlagen f6                             schlägt h3
6                                     gxh3     geschlagen h3                             schlägt f6
7   Bauer? nein                       Sa3                                                –
"""


def test_what_stands_in_the_next_column_is_no_way_to_its_square() -> None:
    (game,) = kriegnote.read(NOTEBOOK)
    taken = [one.square for one in game.record.events if isinstance(one, Capture)]
    assert taken == ["e5", "f6", "h3", "h3", "f6"]


def test_blacks_move_with_its_dots_goes_on_behind_an_announcement() -> None:
    (game,) = kriegnote.read("1. e4 d5\n2. A? yes. exd5 - capture on d5\n   ... g6\n3. A? no. Nc3\n   ... Nf6\n")
    moves = [(one.side, one.text) for one in game.record.events if isinstance(one, Move)]
    assert moves[2:] == [("white", "exd5"), ("black", "g6"), ("white", "Nc3"), ("black", "Nf6")]
    assert [one.square for one in game.record.events if isinstance(one, Capture)] == ["d5"]
