"""What a text notes beside its moves in words that nobody knows is read if the board tells what it means."""

from __future__ import annotations

from collections.abc import Callable

import chess
import pytest

import kriegnote
from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, DialogueEvent, PawnTries
from kriegnote.umpire.adjudication import adjudicate

MOVES = """e4 d6 d4 e5 dxe5 dxe5 Nd2 Bc5 g3 Nd7 Bg2 Ne7 g4 O-O Ngf3 c6 O-O g6 Ng5 Bb4 Qf3 Nb6 c4 Bf5 gxf5 gxf5 exf5 Nxf5
Qxf5 Bxd2 Qxh7#"""
"""A game in which a pawn can take before five plies."""


GAME = MOVES.split()


def can_take(board: chess.Board) -> bool:
    return any(
        board.is_capture(one) and board.piece_type_at(one.from_square) == chess.PAWN for one in board.legal_moves
    )


def sheet(noted: Callable[[chess.Board, str], str]) -> str:
    """The game with words in brackets before each ply."""
    board = chess.Board()
    lines = []
    for ply in GAME:
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
        words = noted(board, ply)
        lines.append(" ".join(filter(None, (f"({words})" if words else "", number, ply))))
        board.push_san(ply)
    return "\n".join(lines) + "\n"


def said(text: str, *kinds: type[AnyEvent]) -> list[DialogueEvent]:
    (game,) = kriegnote.read(text)
    return [one for one in game.record.events if isinstance(one, kinds)]


def boards() -> list[chess.Board]:
    found = [chess.Board()]
    for ply in GAME:
        found.append(found[-1].copy())
        found[-1].push_san(ply)
    return found[:-1]


def test_words_where_a_pawn_can_take_announce_that() -> None:
    found = said(sheet(lambda board, _: "pif paf" * can_take(board)), PawnTries)
    assert [(one.side == "white", one.turn) for one in found] == [
        (board.turn, board.fullmove_number) for board in boards() if can_take(board)
    ]


@pytest.mark.parametrize("answers", [("pif? no", "pif? yes"), ("pif -", "pif +"), ("pif n", "pif j")])
def test_words_with_an_answer_are_the_usual_question(answers: tuple[str, str]) -> None:
    text = sheet(lambda board, _: answers[can_take(board)] if board.fullmove_number > 1 else "")
    assert [one.any for one in said(text, Answer) if isinstance(one, Answer)] == [can_take(one) for one in boards()[2:]]
    assert len(said(text, Ask)) == len(GAME) - 2


def test_an_answer_that_the_board_denies_is_a_slip_of_the_umpire() -> None:
    wrong = 6

    def answer(board: chess.Board, _: str) -> str:
        return f"pif? {'yes' if can_take(board) != (board.fullmove_number == wrong and board.turn) else 'no'}"

    (game,) = kriegnote.read(sheet(answer))
    found = [one for one in adjudicate(game.record).findings if one.line == 2 * wrong - 1]
    assert [one.code for one in found] == ["KN301"]


def test_words_before_the_square_of_a_capture_announce_it() -> None:
    def captured(board: chess.Board, _: str) -> str:
        last = board.peek() if board.move_stack else None
        before = boards()[len(board.move_stack) - 1]
        return f"pif {chess.square_name(last.to_square)}" if last and before.is_capture(last) else ""

    squares = [one.square for one in said(sheet(captured), Capture) if isinstance(one, Capture)]
    assert squares == ["e5", "e5", "f5", "f5", "f5", "f5", "f5", "d2"]


def always(words: str) -> Callable[[chess.Board, str], str]:
    """These words wherever a pawn can take."""
    return lambda board, _: words * can_take(board)


@pytest.mark.parametrize(
    "noted",
    [
        *(lambda board, _, every=every: "pif" * (len(board.move_stack) % every == 1) for every in (2, 3, 5)),
        lambda board, ply: "pif" * ("x" in ply and len(board.move_stack) > 14),  # not at all captures
        lambda board, ply: "0:02" if "x" in ply else "0:01",
        lambda board, _: f"see diagram {1 + can_take(board) * (1 + board.turn)}",
        lambda board, _: "Mate? Yes" if can_take(board) else "Mate? No",
        lambda board, _: "pif? No" * (not can_take(board)),
    ],
)
def test_words_that_the_board_does_not_tell_apart_say_nothing(noted: Callable[[chess.Board, str], str]) -> None:
    assert said(sheet(noted), PawnTries, Capture, Ask) == []


@pytest.mark.parametrize("braces", ["{pif paf}", "{@white pif paf}"])
def test_remarks_say_nothing(braces: str) -> None:
    assert said(sheet(always("pif paf")).replace("(pif paf)", braces), PawnTries) == []


def test_nothing_is_said_twice() -> None:
    assert len(said(sheet(always("pif, paf")), PawnTries)) == sum(map(can_take, boards()))
