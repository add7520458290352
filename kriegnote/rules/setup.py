"""Starting positions: which ones a game allows, and random ones (§8.3 to §8.7, Chess960)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Final

import chess

from kriegnote.chess.fen import read
from kriegnote.model.events import View
from kriegnote.rules.game import Game

ARMY: Final[Mapping[str, int]] = {"Q": 1, "R": 2, "B": 2, "N": 2, "P": 8, "K": 1}
WORTH: Final[Mapping[str, int]] = {"Q": 9, "R": 5, "N": 4, "B": 3, "P": 1, "K": 0}
"""The points of the men in Quantum Kriegspiel (§8.7)."""
POINTS: Final = 40
MOST_PAWNS: Final = 12
_HALF: Final = {True: chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_3 | chess.BB_RANK_4}
_HALF[False] = chess.BB_ALL & ~_HALF[True]
_ROWS: Final = {True: chess.BB_RANK_1 | chess.BB_RANK_2, False: chess.BB_RANK_7 | chess.BB_RANK_8}
_NAMES: Final = {True: "White", False: "Black"}


def setup_problem(fen: str, game: Game) -> str | None:
    """Why a game does not allow a starting position, as the end of a sentence; None if it does.

    :raises ValueError: if the FEN is malformed.
    """
    board = chess.Board(fen, chess960=game.setup == "960")
    if game.setup == "given":
        return None
    if game.setup == "960":
        return None if board.chess960_pos() is not None else "it is not one of the 960 positions of Chess960"
    for white in (True, False):
        wrong = _side(board, white, game)
        if wrong:
            return f"{_NAMES[white]} {wrong}"
    if not game.setup_check:
        for white in (True, False):
            king = board.king(white)
            spies = board.knights if game.knights == "spy" else 0
            if king is not None and board.attackers_mask(not white, king) & ~spies:
                return f"{_NAMES[white]}'s king stands in check"
    return None


def _side(board: chess.Board, white: bool, game: Game) -> str | None:
    men = Counter(board.piece_at(square).symbol().upper() for square in chess.scan_forward(board.occupied_co[white]))  # type: ignore[union-attr]
    if men["K"] != 1:
        return f"has {men['K']} kings, not one"
    if game.setup == "army":
        points = sum(WORTH[man] * count for man, count in men.items())
        if points > POINTS:
            return f"has an army of {points} points; {POINTS} are allowed"
        return f"has {men['P']} pawns; {MOST_PAWNS} are allowed" if men["P"] > MOST_PAWNS else None
    bare = game.setup == "king-and-queen" and not white
    wanted = Counter("KQ") if bare else Counter(ARMY)
    if men != wanted:
        man = next(man for man in ARMY if men[man] != wanted[man])
        return f"has {men[man]} {chess.piece_name(chess.PIECE_SYMBOLS.index(man.lower()))}s, not {wanted[man]}"
    area = {"own-half": _HALF, "two-rows": _ROWS}.get(game.setup, {}).get(white, chess.BB_ALL)
    if board.occupied_co[white] & ~area:
        return "has men outside " + ("his half" if game.setup == "own-half" else "his first two rows")
    bishops = board.bishops & board.occupied_co[white]
    if game.setup == "own-half" and (not bishops & chess.BB_DARK_SQUARES or not bishops & chess.BB_LIGHT_SQUARES):
        return "has both bishops on squares of one colour"
    return None


def known_to(fen: str, game: Game, listener: View) -> str:
    """The starting position as a listener knows it, as a FEN.

    One that not both players know holds his own men, and those that were announced when the game began.

    :raises ValueError: if the FEN is malformed.
    """
    if listener == "umpire" or game.sees_all in ("both", listener) or game.start_is_public(fen):
        return fen
    told = game.setup_told if read(fen).is_beginning else "none"
    board = chess.Board(fen, chess960=game.setup == "960")
    board.halfmove_clock = 0  # it counts the opponent's moves, too
    if listener != ("black" if board.turn else "white"):
        board.ep_square = None
    for square in chess.scan_forward(board.occupied):
        man = board.piece_at(square)
        assert man is not None
        own = listener == ("white" if man.color else "black")
        known = told == "all" or (told == "kings" and man.piece_type == chess.KING)
        if not own and not known:
            board.remove_piece_at(square)
    return board.fen(en_passant="fen")


def united(white: str, black: str, game: Game) -> str:
    """The starting position, given as each player knows it: each side's own men. All three are FENs.

    :raises ValueError: if a FEN is malformed.
    """
    board, other = (chess.Board(fen, chess960=game.setup == "960") for fen in (white, black))
    for square in chess.SQUARES:
        man = other.piece_at(square)
        if man is not None and not man.color:
            board.set_piece_at(square, man)
    board.castling_rights |= other.castling_rights
    board.ep_square = board.ep_square or other.ep_square
    return board.fen(en_passant="fen")


def drawn(game: Game, seed: int) -> str | None:
    """A random starting position, as a FEN; None if the game's set-up is given.

    :param seed: equal seeds give equal positions.
    """
    if game.setup == "given":
        return None
    rng = random.Random(seed)
    if game.setup == "960":
        return chess.Board.from_chess960_pos(rng.randrange(960)).fen()
    while True:
        board = chess.Board(None) if game.setup != "king-and-queen" else chess.Board()
        for white in (True, False):
            _place(board, white, game, rng)
        board.castling_rights = board.castling_rights if game.setup == "king-and-queen" else 0
        if setup_problem(board.fen(), game) is None and not _taken_at_once(board):
            return board.fen()


def _place(board: chess.Board, white: bool, game: Game, rng: random.Random) -> None:
    if game.setup == "king-and-queen":
        if white:
            return
        for square in list(chess.scan_forward(board.occupied_co[False])):
            board.remove_piece_at(square)
        men = "KQ"
        free = list(range(32, 64))
    else:
        men = _army(rng) if game.setup == "army" else "".join(man * count for man, count in ARMY.items())
        area = _ROWS[white] if game.setup == "two-rows" else _HALF[white]
        free = list(chess.scan_forward(area & ~board.occupied))
    end = chess.BB_RANK_8 if white else chess.BB_RANK_1
    for man, square in zip(men, rng.sample(free, len(men)), strict=True):
        if man == "P" and chess.BB_SQUARES[square] & end:
            continue
        board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(man.lower()), white))


def _army(rng: random.Random) -> str:
    """A random army: a king and men worth up to 40 points, some of them pawns."""
    men, points = "K", 0
    while points < POINTS and len(men) < 20:
        man = rng.choice("QRNBPPPP")
        if points + WORTH[man] <= POINTS and (man != "P" or men.count("P") < MOST_PAWNS):
            men, points = men + man, points + WORTH[man]
        elif POINTS - points < 3:
            break
    return men


def _taken_at_once(board: chess.Board) -> bool:
    """Whether the side to move could capture the king at once."""
    king = board.king(not board.turn)
    return king is not None and board.is_attacked_by(board.turn, king)
