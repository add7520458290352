"""Signs for men: what they stand for follows from all moves of a game, or stays unknown."""

from __future__ import annotations

import pytest

from kriegnote.api import read
from kriegnote.model.events import Move, Try

GAME = (
    "1. e4 e5 2. £f3 £c6 3. &c4 &c5 4. c3 £f6 5. d4 exd4 6. cxd4 &b4+ 7. £c3 £xe4 8. 0-0 £xc3 9. bxc3 &e7 "
    "10. d5 (£b6?) £a5 11. &d3 0-0 12. ¥c2 h6 13. ¦e1 d6 14. @f1 &f6 15. ¥e2 ¦e8 16. ¥xe8+ ¥xe8 17. ¦xe8#"
)


def _men(text: str) -> list[str | None]:
    (game,) = read(text, "tries")
    events = [one for one in game.record.events if isinstance(one, Move | Try)]
    return [one.parts.piece if one.parts is not None else None for one in events]


def test_moves_have_the_men_with_which_alone_they_can_be_played() -> None:
    letters = GAME.translate(str.maketrans("£&¥¦@", "NBQRK"))
    assert None not in _men(GAME)
    assert _men(GAME) == _men(letters)
    (game,) = read(GAME)
    (said,) = [one.message for one in game.findings if one.code == "KN110"]
    assert "@ as K, ¥ as Q, ¦ as R, & as B, £ as N" in said
    assert not [one for one in game.findings if one.code == "KN101"]


def test_several_signs_may_stand_for_the_same_man() -> None:
    signs = GAME.replace("£c", "%c").replace("¦e8", "€e8")
    found = _men(signs)
    assert found.count(None) == 1  # the king's sign, which may now be the bishop's, too
    assert [one or "K" for one in found] == _men(GAME)


def test_signs_stay_unknown_where_the_moves_cannot_be_played_or_are_too_few() -> None:
    assert None in _men(GAME.replace("14. @f1", "14. @a8"))
    assert None in _men(GAME.partition("5. ")[0])


TAKING = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd4 4. Nb5 Bg4 5. Nxc7+ Kd8 6. Nxa8 Bxd1 7. Kxd1 Rxa8"


@pytest.mark.parametrize("sign", ["%", "¤", "§", "¬", "&"])
@pytest.mark.parametrize("notation", ["san", "tries", "pgn"])
def test_an_unknown_sign_behind_a_man_or_a_file_is_that_of_a_capture(notation: str, sign: str) -> None:
    head = '[White "Ray"]\n\n' if notation == "pgn" else ""
    (game,) = read(f"{head}{TAKING.replace('x', sign)}\n", notation)
    moves = [one for one in game.record.events if isinstance(one, Move)]
    assert [one.text for one in moves] == [word for word in TAKING.split() if not word[0].isdigit()]
    assert all(one.parts is not None and bool(one.parts.capture) == ("x" in (one.text or "")) for one in moves)
    assert [one.code for one in game.findings].count("KN101") == 0
    assert any(one.code == "KN110" and sign in one.message for one in game.findings)


def test_a_try_with_such_a_sign_is_one_of_a_capture() -> None:
    (game,) = read("1. e4 e5 2. (a? N e¤d5? B¤f7?) Nf3 d6", "tries")
    tries = [one for one in game.record.events if isinstance(one, Try)]
    assert [one.text for one in tries] == ["exd5", "Bxf7"]
    assert all(one.parts is not None and one.parts.capture for one in tries)


def test_letters_before_a_sign_are_part_of_it_where_no_man_is_printed_by_a_letter() -> None:
    (game,) = read("1. e4 e5 2. N&f3 N&c6 3. B&b5 a6", "san")
    assert [one.code for one in game.findings] == ["KN101"]
