"""The lost diagrams of chapter 6: each stated position satisfies its printed solution, and its neighbours do not.

docs/endgames.md says how many positions fit; ``python -m tests.support.endgames 6.10`` finds them again.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from kriegnote.chess.position import Position, move_of, square_name
from kriegnote.problems.proof import belief as beliefs
from kriegnote.problems.proof.solve import Solver
from kriegnote.problems.prove import prove
from kriegnote.rules import rulebook as rules
from tests.support.endgames import DIAGRAMS, Diagram, Do, fits, line, place, possible, reconstruct, stands

FOUND = [
    ("6.6", {"b6": "K", "c1": "R"}, "a8 b8"),
    ("6.7", {"d6": "K", "d7": "R"}, "a8 b8 c8"),
    ("6.8", {"b5": "K", "c1": "R"}, "a7 a8 b7 b8"),
    ("6.9", {"c5": "K", "b8": "R"}, "a1 a2 a3 a4 a5 a6 a7"),
    ("6.9", {"c7": "K", "b1": "R"}, "a2 a3 a4 a5 a6 a7 a8"),
    ("6.10", {"c1": "K", "d3": "R"}, "f2"),
    ("6.10", {"c2": "K", "d3": "R"}, "f2"),
    ("6.10", {"d2": "K", "d3": "R"}, "f2"),
    *(("6.14", {"c7": "K", "c4": "B", square: "B"}, "a7 a8") for square in ("a1", "b2", "c3", "f6", "g7", "h8")),
    ("6.15", {"c6": "K", "d5": "B", "c7": "B"}, "a6 a7 a8"),
    ("6.18", {"f2": "K", "f5": "B", "f7": "N"}, "h1 h2"),
    ("6.18", {"f2": "K", "g4": "B", "d3": "N"}, "h1 h2"),
    ("6.19", {"f2": "K", "e6": "B", "g6": "N"}, "h1 h2"),
    ("6.19", {"f2": "K", "f1": "B", "g6": "N"}, "h1 h2"),
    ("6.20", {"d1": "K", "g7": "B", "g3": "N"}, "b1"),
    ("6.20", {"d2": "K", "d4": "B", "f2": "N"}, "b1"),
]


@pytest.mark.parametrize(("name", "men", "kings"), FOUND)
def test_the_printed_solution_mates_in_the_position_found(name: str, men: dict[str, str], kings: str):
    assert stands(DIAGRAMS[name], men) == kings.split()


@pytest.mark.parametrize(
    ("name", "men"),
    [
        ("6.6", {"b6": "K", "c2": "R"}),
        ("6.7", {"c6": "K", "d7": "R"}),
        ("6.8", {"b5": "K", "d1": "R"}),
        ("6.9", {"d5": "K", "b1": "R"}),
        ("6.10", {"d2": "K", "e3": "R"}),
        ("6.14", {"c7": "K", "b5": "B", "f6": "B"}),
        ("6.15", {"c6": "K", "d5": "B", "e5": "B"}),
        ("6.18", {"f3": "K", "f5": "B", "f7": "N"}),
        ("6.19", {"f2": "K", "f5": "B", "g6": "N"}),
        ("6.20", {"d3": "K", "d4": "B", "g3": "N"}),
    ],
)
def test_and_not_in_others(name: str, men: dict[str, str]):
    assert stands(DIAGRAMS[name], men) == []


@pytest.mark.parametrize("name", ["6.6", "6.7"])
def test_all_positions_that_fit(name: str):
    assert [(men, " ".join(kings)) for men, kings in reconstruct(DIAGRAMS[name])] == [
        (men, kings) for other, men, kings in FOUND if other == name
    ]


@pytest.mark.parametrize(
    ("men", "kings", "shortest", "key"),
    [
        ({"b6": "K", "c1": "R"}, "a8 b8", 2, "b6c7"),
        ({"c7": "K", "c4": "B", "f6": "B"}, "a7 a8", 4, "c7b6"),
    ],
)
def test_the_stipulated_length_is_the_shortest(men: dict[str, str], kings: str, shortest: int, key: str):
    worlds = tuple(place(men, king) for king in kings.split())
    solver = Solver(rules("english"))
    assert [solver.won(worlds, n) for n in range(1, shortest + 1)] == [False] * (shortest - 1) + [True]
    assert solver.keys(worlds, shortest) == [move_of(key)]


def test_the_wave_of_diagram_6_12():
    """Magari's staircase Kd2 Re2 Kd3 Re3 … Kd8 Re8 from Kd1 Re1, all tries taken and no check heard: the black king is
    on the left, on 28 squares (6.12), whichever of the 64 he began on."""
    men = {"d1": "K", "e1": "R"}
    squares = [square_name(square) for square in range(64) if square_name(square) not in men]
    belief = beliefs.merge(position for square in squares if possible(position := place(men, square)))
    for rank in range(1, 8):
        for file in "de":
            move = move_of(f"{file}{rank}{file}{rank + 1}")
            taken, _ = beliefs.attempt(belief, move)
            own = [group for heard, group in beliefs.moved(taken, move, rules("english")).items() if heard.silent]
            replies = beliefs.replied(beliefs.worlds(own[0]), rules("english"))
            assert all(heard.silent for heard in replies)  # the rook is never lost
            belief = beliefs.worlds(step for group in replies.values() for step in group)
    kings = {square_name((position.kings & position.black).bit_length() - 1) for position in belief}
    assert kings == {f + r for f in "ab" for r in "12345678"} | {f + r for f in "cd" for r in "123456"}


def test_the_hunt_of_diagram_6_16():
    """The king's printed path past Bb3 and Bc3: no bishop is ever lost, no stalemate; what remains in silence."""
    men = {"b4": "K", "b3": "B", "c3": "B"}
    squares = [square_name(square) for square in range(64) if square_name(square) not in men]
    belief = beliefs.merge(position for square in squares if possible(position := place(men, square)))
    path = ["b4", "c4", "d3", "e3", "f3", "g2", "f3", "g4", "f5", "g6"]
    for origin, target in pairwise(path):
        taken, _ = beliefs.attempt(belief, move_of(origin + target))
        groups = beliefs.moved(taken, move_of(origin + target), rules("english"))
        assert not any(heard.end for heard in groups)
        silent = [beliefs.worlds(steps) for heard, steps in groups.items() if heard.silent]
        for steps in groups.values():
            assert all(heard.square is None for heard in beliefs.replied(beliefs.worlds(steps), rules("english")))
        [replies] = beliefs.replied(silent[0], rules("english")).values()
        belief = beliefs.worlds(replies)
    kings = {square_name((position.kings & position.black).bit_length() - 1) for position in belief}
    assert " ".join(sorted(kings)) == "a6 a7 a8 b1 b5 b6 b7 b8 c1 c5 c6 c7 c8 d6 d7 d8 e7 e8 f8"


def test_the_pawn_ending_of_diagram_6_3():
    """Black to move has b8, c8 and d8, and Kb6 and Kd6 are never refused: of all placements of K, P and k, one."""
    found = []
    for king in ("b5", "c5", "d5"):
        for black in ("b7", "c7", "d7", "c8"):
            position = place({king: "K", "c6": "P"}, black)
            position.turn = False
            if {square_name(move >> 6 & 63) for move in position.legal_moves()} == {"b8", "c8", "d8"}:
                found.append((king, black))
    assert found == [("c5", "c7")]
    position = Position.from_fen("8/2k5/2P5/2K5/8/8/8/8 b - - 0 1")
    after = beliefs.worlds(step for group in beliefs.replied((position,), rules("english")).values() for step in group)
    assert all(beliefs.attempt(after, move_of(move))[1] == () for move in ("c5b6", "c5d6"))


def test_a_tree_fails_when_a_man_is_lost_or_the_mate_comes_too_soon():
    ladder = Diagram("KR", (Do("a1", line("a2")),))
    assert fits({"c7": "K", "b1": "R"}, ladder.solution, ["a7"]) == []  # Ra1 mates already
    assert fits({"c6": "K", "c1": "R"}, (Do("b1", line("a1")),), ["b3"]) == []


PRINTED = {  # the moves of the printed trees, men as they must be
    "6.10": (
        "8/8/8/8/8/3R4/3K1k2/8 w - - 0 1", "", 6,
        """1. Kd1.

2. Ke2 (illegal: so 1...Kf1): 2. Rd2 Kg1 3. Ke1 Kh1 4. Kf2 Kh2 5. Rd3 Kh1 6. Rh3#.
2. Ke2 (accepted: so 1...Kg1 or 1...Kg2):
  3. Kf2 (illegal)// Kf3 (illegal)// 3. Re3:
    4. Kf2 (illegal)// 4. Kf3:
      5. Kg3 (illegal)// 5. Kf2: 5...Kh1 6. Rh3#
      5. Kg3 (accepted): 5...Kg1 6. Re1#
    4. Kf2 (accepted):
      5. Kg3 (illegal)// 5. Rg3: 5...Kh1 6. Rh3#
      5. Kg3 (accepted): 5...Kg1 6. Re1#
  3. Kf2 (illegal)// 3. Kf3 (accepted):
    4. Kf2 (illegal)// 4. Rd1#
    4. Kf2 (accepted):
      5. Kg3 (illegal)// 5. Rg3 Kh1 6. Rh3#
      5. Kg3 (accepted) 5...Kg1 6. Rd1#
  3. Kf2 (accepted):
    4. Kg3 (illegal) 4. Rg3 Kh1 5. Rh3#
    4. Kg3 (accepted) 4...Kg1 5. Rd1#
""",
    ),
    "6.14": ("8/2K5/5B2/8/2B5/8/8/8 w - - 0 1", "k on a7 a8", 4,
             "1. Kb6\n\naccepted 2. Ba6 3. Bb7+, 4. Be5#\n\nrefused 1. Bd4+ 2. Bd5#\n"),
    "6.18": ("8/5N2/8/5B2/8/8/5K2/8 w - - 0 1", "k on h1 h2", 5,
             "Solution:\n\n1. Kg3, 2. Bh3, 3. Ne5, 4. Nf3, 5. Bg2#\n\n1. Ne5, 2. Kg3, 3. Bh3, 4. Bg2, 5. Nf3#\n"),
    "6.20": ("8/8/8/8/3B4/8/3K1N2/1k6 w - - 0 1", "", 9,
             "1. Ne4 Ka2 2. Nc5 (Ka3/b1) 3. Bc3 4. Kc2 5. Ba5 6. Bb4 7. Nb3 8. Nc1 9. Bc3#\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", PRINTED)
def test_the_prover_agrees(name: str):
    fen, hidden, moves, text = PRINTED[name]
    tags = f'[FEN "{fen}"]\n' + (f'[Hidden "{hidden}"]\n' if hidden else "") + f'[Stipulation "#{moves}"]\n\n'
    assert prove(tags + text, "english", search=False).verdict == "proven"
