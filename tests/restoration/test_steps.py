"""The moves that a printed word may stand for, with their slips and weights."""

from kriegnote.chess.position import Position, uci
from kriegnote.model.printed_moves import parse_move
from kriegnote.restoration.printed_slot import EVERY, OTHER, PER_PRICE, PRICE, Slot
from kriegnote.restoration.steps import steps
from kriegnote.restoration.weights import misprinted

ROOK_TAKES = Position.from_fen("4k3/2p4R/8/5P2/8/8/8/4K3 w - - 0 1")


def found(word: str) -> dict[str, int]:
    slot = Slot(parse_move(word), word=word, loose=EVERY)
    return {uci(move): slips for move, slips, price in steps(ROOK_TAKES, slot, 8) if price <= PRICE[OTHER]}


def test_a_wrong_letter_is_one_slip_though_other_slips_explain_the_word_too() -> None:
    """That fxc7 is Rxc7 with another sign is likelier than that its man is lost and its file superfluous."""
    assert found("fxc7")["h7c7"] == OTHER


def test_a_wrong_sign_before_the_right_square_costs_as_much_as_any_other() -> None:
    move = next(move for move in ROOK_TAKES.legal_moves() if uci(move) == "h7c7")
    slot = Slot(parse_move("fxc7"), word="fxc7", loose=EVERY)
    assert misprinted(ROOK_TAKES, slot, move, OTHER) > -PER_PRICE / 2
