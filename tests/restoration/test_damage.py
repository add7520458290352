"""Damaged pages: what is printed stays evidence, whatever was done to it.

The big form of the last test is ``python -m tests.bench.bench_damage``.
"""

from __future__ import annotations

import io
from itertools import product

import pytest

from kriegnote.chess.position import Position
from kriegnote.model.events import Move
from kriegnote.operations.conversion import read_items
from kriegnote.operations.repairing import readable
from kriegnote.restoration.ends import end_in_words
from kriegnote.restoration.misprints import READABLE, cost, first_sign, is_readable, plain, reading, resembles
from kriegnote.restoration.restorer import Repaired, repair
from kriegnote.text.latex import without_markup
from kriegnote.umpire.adjudication import adjudicate
from tests.bench.bench_damage import Tally, records
from tests.restoration.test_repair import SCORES, SPANISH, moves_of, score
from tests.support.damage import KINDS, pages
from tests.support.damage import page as damaged
from tests.support.games import random_record
from tests.support.sample import part

LONGER = [
    *SPANISH,
    *("h3", "Nb8", "d4", "Nbd7", "Nbd2", "Bb7", "Bc2", "Re8", "Nf1", "Bf8"),
    *("Ng3", "g6", "a4", "c5", "d5", "c4", "Bg5", "h6", "Be3", "Nc5"),
]


def mended(text: str, notation: str = "san") -> Repaired:
    (item,) = read_items(io.BytesIO(text.encode()), notation)
    return repair([readable(item).record])[0]


def numbered(texts: list[str]) -> str:
    return " ".join(f"{n // 2 + 1}. {text}" if n % 2 == 0 else text for n, text in enumerate(texts))


def played(done: Repaired) -> list[str | None]:
    record = adjudicate(done.record, announce=False).record
    return [event.move for event in record.events if isinstance(event, Move)]


def offers(done: Repaired, truth: list[str]) -> bool:
    """Whether every ply is the true one or open with it among its readings."""
    record = adjudicate(done.record, announce=False).record
    plies = [event for event in record.events if isinstance(event, Move)]
    return len(plies) == len(truth) and all(
        event.move == move or move in [option.move for option in event.options or ()]
        for event, move in zip(plies, truth, strict=True)
    )


# -- what a word may be ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "near", "far"),
    [("Rel", "Re1", "Na3"), ("eS", "e5", "e6"), ("clxe5", "dxe5", "exe5"), ("No6", "Na6", "Nb6")],
)
def test_a_confusion_of_signs_is_cheaper_than_any_other_change(printed: str, near: str, far: str) -> None:
    assert cost(printed, near) < cost(printed, far)
    assert cost(near, near) == 0


def test_what_is_like_no_move_says_nothing() -> None:
    assert not any(map(is_readable, ("xx", "%%&", "???")))
    assert all(map(is_readable, ("Rel", "eS", "O-Q")))


def test_the_sign_of_a_man_may_be_any_sign() -> None:
    assert [first_sign(word)[0] for word in ("♠f3", "&amp;f3", "Lb5", "8b5", "Nf3", "e4", "O-O")] == [
        "♠", "&", "L", "8", "", "", "",
    ]  # fmt: skip


CONFUSED = {"1": "l", "5": "S", "8": "B", "a": "o", "d": "cl", "h": "b", "6": "b"}
SLIPS = [
    (ply, text.replace(sign, wrong, 1))
    for ply, text in enumerate(LONGER)
    for sign, wrong in CONFUSED.items()
    if sign in text
]


@pytest.mark.parametrize(("ply", "text"), SLIPS)
def test_one_slip_of_a_scanner(ply: int, text: str) -> None:
    """The true move comes back, or the ply is open and it is among the readings; never another man's move."""
    done = mended(numbered([*LONGER[:ply], text, *LONGER[ply + 1 :]]))
    assert offers(done, moves_of(LONGER))


# -- pages -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sign", "number"), part([*product(["♠", "&", "§", "+", "&#9824;"], [2, 3, 5, 15, 16])], 4))
def test_one_sign_for_every_man(sign: str, number: int) -> None:
    known = next(one for one in SCORES if one["game"] == number)
    texts = [sign + text[1:] if text[0] in "♔♕♖♗♘♙♚♛♜♝♞♟KQRBN" else text for text in known["printed"].split()]
    assert offers(mended(numbered(texts)), known["played"].split())


@pytest.mark.parametrize("number", [5, 15, 17])
def test_a_page_that_has_lost_its_men(number: int) -> None:
    known = next(one for one in SCORES if one["game"] == number)
    texts = [text[1:] if text[0] in "♔♕♖♗♘♙♚♛♜♝♞♟" else text for text in known["printed"].split()]
    assert offers(mended(numbered(texts)), known["played"].split())


@pytest.mark.parametrize("number", [3, 15])
def test_pawn_moves_printed_with_a_man(number: int) -> None:
    known = next(one for one in SCORES if one["game"] == number)
    texts = [
        f"♘{text}" if text[0] in "abcdefgh" and ply % 5 == 0 else text
        for ply, text in enumerate(known["printed"].split())
    ]
    assert offers(mended(numbered(texts)), known["played"].split())


def test_a_scanners_latex_is_taken_away() -> None:
    text = r"1. $e4, e5$ 2. $\text{♘f3}, \text{♘c6}$ 3. ♗b5, a6 4. ♗$\times$c6, d$\times$c6 &amp; more"
    assert without_markup(text) == "1. e4, e5 2. ♘f3, ♘c6 3. ♗b5, a6 4. ♗×c6, d×c6 & more"
    assert without_markup("1. e4 $1 e5 $6 {a $5 bet}") == "1. e4 $1 e5 $6 {a $5 bet}"
    assert played(mended(text.removesuffix(" &amp; more"))) == moves_of(
        ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6"]
    )


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("1. e4e5 2. Nf3Nc6 3. Bb5 a6 4. Ba4 Nf6", SPANISH[:8]),
        ("1. e4 e5 2. N f3 Nc 6 3. Bb5 a6 4. Ba4 Nf6", SPANISH[:8]),
        ("1. e4 e5 2. Nc6 Nf3 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7", SPANISH[:10]),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. White castles short Be7 6. Re1 b5", SPANISH[:12]),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. Il Bianco arrocca corto Be7 6. Re1 b5", SPANISH[:12]),
    ],
)
def test_words_joined_broken_exchanged_and_castling_in_words(text: str, right: list[str]) -> None:
    assert offers(mended(text), moves_of(right))


def test_where_one_turn_is_exchanged_others_may_be() -> None:
    """Six of the turns of a game, the first three among them; nothing else is wrong, and nothing stays open."""
    truth = [*SPANISH, "h3", "Nb8", "d4", "Nbd7", "Nbd2", "Bb7"]
    printed = truth.copy()
    for turn in (0, 1, 2, 5, 7, 8):
        printed[2 * turn : 2 * turn + 2] = reversed(printed[2 * turn : 2 * turn + 2])
    done = mended(numbered(printed))
    assert played(done) == moves_of(truth)
    assert done.ending == "settled"


def test_neighbours_change_nothing() -> None:
    """Twelve copies of a game, with others between them, are mended like one."""
    known = {one["game"]: score(one["printed"], rules=one["rules"], result=one["result"]) for one in SCORES}
    alone = repair([known[1]])[0]
    together = repair([known[n] for n in (1, 16, 1, 4, 1, 1, 9, 1, 1, 1, 1, 1, 1, 1, 1)])
    copies = [each for n, each in zip((1, 16, 1, 4, 1, 1, 9, *[1] * 8), together, strict=True) if n == 1]
    assert len(copies) == 12
    assert all(each.record == alone.record and each.readings == alone.readings for each in copies)


# -- how it ended ------------------------------------------------------------------------------------------------------


def test_three_endings_are_told_apart() -> None:
    assert repair([score("f4 e5 f×e5 ♖h4 g3 ♙c5")])[0].ending == "settled"
    assert repair([score("d4 d5 ♗f3 ♖f6 ♗d2")])[0].ending == "open"
    lost = repair([score("e4 e5 a8 a1 h8 h1 a8 a1 h8 h1")])[0]
    assert (lost.ending, lost.plies) == ("gave-up", 10)
    assert 2 <= lost.reached < 10
    (told,) = (one.message for one in lost.findings if one.code == "KN201")
    assert told == f"no legal game continues from here as printed; {lost.reached} of 10 plies fit with a few slips"


@pytest.mark.parametrize(
    ("remark", "told"),
    [
        ("stallo", ("stalemate", "1/2-1/2")),
        ("patta", ("agreement", "1/2-1/2")),
        ("1:0", (None, "1-0")),
        ("(adjudicated)", ("adjudication", None)),
        ("White wins on time", ("time", "1-0")),
        ("he had no time for a draw, he said", (None, None)),
    ],
)
def test_ends_in_remarks(remark: str, told: tuple[str | None, str | None]) -> None:
    from kriegnote.model.events import Comment

    found = end_in_words((*score("e4 e5").events, Comment(text=remark)))
    assert (found.reason, found.result) == told


def test_a_remark_that_tells_mate_tells_who_moved() -> None:
    assert played(mended("1. f3 e5 2. g4 ♖h4 matto"))[-1] == "d8h4"


# -- generated damage --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", part([*KINDS], 2))
def test_light_damage(kind: str) -> None:
    """At light strength nearly every ply comes back, and none is claimed wrongly that could have been seen."""
    tally = Tally()
    misses = [miss for page in pages(records(3, 40, "english"), "san", kind, "light") for miss in tally.see(page)]
    assert not misses
    assert tally.right >= 0.97 * tally.plies
    assert tally.offered == tally.open


def test_the_printed_word_is_kept() -> None:
    done = mended(numbered([*LONGER[:10], "Rel", *LONGER[11:]]))
    plies = [event for event in done.record.events if isinstance(event, Move)]
    assert (plies[10].text, plies[10].san, plies[10].source) == ("Rel", "Re1", "inferred")
    (one,) = done.corrections
    assert (one.printed, one.readings, one.finding.fix and one.finding.fix.new) == ("Rel", (("Re1", 1.0),), "Re1")
    assert plain("N f3") == "Nf3"


# -- the same damage in other notations --------------------------------------------------------------------------------


ALIKE = ("strange_signs", "swapped_columns", "lost_plies", "latex", "letters", "doubled_plies", "broken_words")


@pytest.mark.parametrize(
    ("kind", "notation"), part([*product(ALIKE, ["tries", "magari", "nost", "dialogue", "pgn"])], 2)
)
def test_every_notation_is_mended_alike(notation: str, kind: str) -> None:
    """Whatever stands beside the moves, a page with one fault is read to its end, and no false ply is claimed."""
    record = random_record(202, rules="english", plies=50, comments=False, headers=False)
    page = damaged(record, notation, kind, "light", 0)
    assert offers(mended(page.text, notation), list(page.truth))


def test_where_several_words_are_no_moves_one_that_is_a_move_may_be_misprinted_too() -> None:
    """dA, QxdT+ and RdS+ are d4, Qxd7+ and Rd8+; then Kc1, which fits, may be Ke1, and is."""
    record = random_record(5011, rules="english", plies=60, comments=False, headers=False)
    page = damaged(record, "san", "lookalikes", "heavy", 11)
    assert all(word in page.text for word in ("dA", "QxdT+", "RdS+", "Kc1"))
    assert offers(mended(page.text), list(page.truth))


@pytest.mark.parametrize("notation", ["tries", "nost"])
def test_a_first_number_behind_later_ones_may_be_a_misprint(notation: str) -> None:
    """A line that begins with 01. for 10. begins no other game: the next number goes on."""
    record = random_record(205, rules="english", plies=50, comments=False, headers=False)
    page = damaged(record, notation, "numbers", "light", 5)
    assert "\n01." in page.text
    assert offers(mended(page.text, notation), list(page.truth))


@pytest.mark.parametrize(
    ("kind", "strength", "seed"),
    [
        ("lookalikes", "light", 176),  # Xe4 is Ke4 where x marks captures
        ("pawns_with_men", "heavy", 19),  # Ngxh6, a knight's move too, may be gxh6 where seven pawns have a man
    ],
)
def test_a_sign_before_the_squares_is_judged_by_the_others_of_its_page(kind: str, strength: str, seed: int) -> None:
    record = random_record(seed, rules="english", plies=60, comments=False, headers=False)
    page = damaged(record, "san", kind, strength, seed)
    assert offers(mended(page.text), list(page.truth))


@pytest.mark.parametrize(
    ("seed", "number"),
    [
        (3004, 4),  # a5 is a pawn's move; Qx4 and K2 show that signs are lost, and it was Qa5
        (3006, 6),  # xc4 lacks the pawn's file, or the rook
        (3003, 3),  # xa1 is no man printed by an x
    ],
)
def test_where_signs_are_lost_a_mans_may_be_lost_too(seed: int, number: int) -> None:
    record = random_record(seed, rules="english", plies=60, comments=False, headers=False)
    page = damaged(record, "san", "signs_lost", "medium", number)
    assert offers(mended(page.text), list(page.truth))


@pytest.mark.parametrize("notation", ["san", "pgn", "tries"])
def test_a_line_printed_twice_was_played_once(notation: str) -> None:
    line = "4. Ba4 Nf6 5. O-O Be7"
    done = mended(f"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n{line}\n{line}\n6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n", notation)
    assert (played(done), done.ending) == (moves_of(SPANISH), "settled")
    assert done.findings or notation != "pgn"


@pytest.mark.parametrize(("notation", "number"), [("san", 7), ("san", 12), ("tries", 4), ("dialogue", 4)])
def test_words_that_are_like_no_move_lose_nothing(notation: str, number: int) -> None:
    """Eight words with any sign for another, ``1. \\4, c5`` and ``8a7`` among them: no turn is passed over."""
    record = random_record(88000 + number, rules="english", plies=60, comments=False, headers=False)
    page = damaged(record, notation, "signs_changed", "heavy", number)
    assert offers(mended(page.text, notation), list(page.truth))


def test_two_plies_of_white_are_not_those_of_one_turn() -> None:
    """They follow each other on the page, without Black's between them, and are not exchanged for each other."""
    text = "1. e4, a5\n2. a4\nBlack asks “Any?”. The umpire answers “No”.\n2. White asks “Any?”.\n5. ♘h3\n"
    [item] = read_items(io.BytesIO(text.encode()), "dialogue")
    [answer] = repair([item.record])
    words = [event.text for event in answer.record.events if isinstance(event, Move)]
    assert [word for word in words if word] == ["e4", "a5", "a4", "♘h3"]


def test_a_capital_before_a_rank_is_a_man_whose_file_is_lost() -> None:
    read = mended("1. e4, g6 2. d4, B6 3. Bxh6, Nxh6 4. Nf3, O-O 5. h4, d6").record
    assert [event.move for event in read.events if isinstance(event, Move)][3] == "f8h6"


def test_a_move_is_played_for_its_mark_only_where_that_decides() -> None:
    """:func:`resembles` agrees with :func:`reading` for every legal move."""
    position = Position.from_fen("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    for word in ("Qxf7#", "Qf7", "Bxf7", "Bxt7+", "O-0", "d4", "d", "Nh", "♘c3", "Qf3-f5"):
        for long in (False, True):
            for move in position.legal_moves():
                likely = reading(position, move, word, "KQRBN", False, long) <= READABLE
                assert resembles(position, move, word, "KQRBN", False, long, most=READABLE) == likely
