"""Zeitgeist (§8.6) from the book's words alone: a dictionary of men, and both moves of a turn tried by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.support.naive import Man, Square, name, square

Moves = dict[bool, str | None]  # by White or not; None: the move is rejected, or was not made


@dataclass(frozen=True)
class Together:
    """The men before a turn, and the rooks that may castle."""

    men: dict[Square, Man]
    castling: frozenset[Square]


def moves_written(board: Together, white: bool) -> set[str]:
    """Every move that some reply makes possible: a line is free but for one's own men, and a pawn may find a man."""
    found = set()
    for at, (man, side) in board.men.items():
        if side == white:
            found |= {
                text + letter
                for to in (board.men.keys() | _squares()) - {at}
                for text in (name(at) + name(to),)
                if _goes(board, text)
                and not any(board.men.get(one, ("", not white))[1] == white for one in _between(at, to))
                for letter in ("qrbn" if man == "P" and to[1] in (0, 7) else ("",))
            }
    return found


def _squares() -> set[Square]:
    return {(file, rank) for file in range(8) for rank in range(8)}


def _goes(board: Together, text: str) -> bool:
    """Whether the man goes so at all: the line of an officer, a pawn's step or capture, castling."""
    at, to = square(text[:2]), square(text[2:4])
    man, white = board.men[at]
    x, y = to[0] - at[0], to[1] - at[1]
    if man == "N":
        return {abs(x), abs(y)} == {1, 2}
    if man == "P":
        up = 1 if white else -1
        doubled = x == 0 and y == 2 * up and at[1] == (1 if white else 6)
        return (abs(x) <= 1 and y == up) or doubled
    if man == "K":
        return max(abs(x), abs(y)) == 1 or _castles(board, text)
    straight, slanted = x == 0 or y == 0, abs(x) == abs(y)
    return {"R": straight, "B": slanted, "Q": straight or slanted}[man]


def _castles(board: Together, text: str) -> bool:
    at, to = square(text[:2]), square(text[2:4])
    man, white = board.men[at]
    row = 0 if white else 7
    if man != "K" or at != (4, row) or to not in ((2, row), (6, row)):
        return False
    rook = (7 if to[0] == 6 else 0, row)
    return rook in board.castling and not any(one in board.men for one in _between(at, rook))


def _between(at: Square, to: Square) -> list[Square]:
    x, y = to[0] - at[0], to[1] - at[1]
    far = max(abs(x), abs(y))
    if not (x == 0 or y == 0 or abs(x) == abs(y)):
        return []  # a knight's jump
    return [(at[0] + x // far * step, at[1] + y // far * step) for step in range(1, far)]


def possible(board: Together, text: str, other: str | None) -> bool:
    """Whether a move can be made together with the opponent's; None: he makes none."""
    at, to = square(text[:2]), square(text[2:4])
    man, white = board.men[at]
    if _castles(board, text):
        return True
    leaves = square(other[:2]) if other else None
    arrives = other is not None and square(other[2:4]) == to
    stands = {one for one in board.men if one not in (at, leaves)}
    if not _goes(board, text) or any(one in stands for one in _between(at, to)):
        return False
    if man == "P" and at[0] == to[0]:
        return to not in stands
    if to in stands and board.men[to][1] == white:
        return arrives
    return man != "P" or to in stands or arrives or passed_over(board, other) == to


def passed_over(board: Together, other: str | None) -> Square | None:
    """The square that a pawn goes over in this turn."""
    if other is None or board.men[square(other[:2])][0] != "P":
        return None
    at, to = square(other[:2]), square(other[2:4])
    return (at[0], (at[1] + to[1]) // 2) if abs(at[1] - to[1]) == 2 else None


def turn(board: Together, moves: Moves) -> tuple[Together, Moves]:
    """The men after a turn, and the moves that were made."""
    made = {white: text if text and possible(board, text, moves[not white]) else None for white, text in moves.items()}
    if made != moves:  # the rejected man stands where he stood
        made = {
            white: text if text and possible(board, text, made[not white]) else None for white, text in made.items()
        }
    men = dict(board.men)
    arriving: dict[Square, list[tuple[Man, bool]]] = {}  # by square: the man, and whether he is a pawn that went ahead
    for white, text in made.items():
        if text is None:
            continue
        at, to = square(text[:2]), square(text[2:4])
        man = men.pop(at)
        ahead = man[0] == "P" and at[0] == to[0]
        arriving.setdefault(to, []).append(((text[4].upper(), white) if text[4:] else man, ahead))
        if _castles(board, text):
            rook = (7 if to[0] == 6 else 0, at[1])
            arriving.setdefault(((at[0] + to[0]) // 2, at[1]), []).append((men.pop(rook), False))
    pawns = {white: board.men[square(text[:2])][0] == "P" for white, text in made.items() if text}
    for white, text in made.items():  # en passant: the pawn that arrives two squares on is gone
        passing = passed_over(board, made[not white])
        if text and passing and square(text[2:4]) == passing and pawns[white] and text[0] != text[2]:
            arriving.pop(square(str(made[not white])[2:4]))
    for to, men_there in arriving.items():
        if len(men_there) == 1:
            men[to] = men_there[0][0]
            continue
        men.pop(to, None)
        lone = [man for man, ahead in men_there if ahead]
        if len(lone) == 1 and not pawns[not lone[0][1]]:
            men[to] = next(man for man, ahead in men_there if not ahead)
    touched = {square(one) for text in made.values() if text for one in (text[:2], text[2:4])}
    kings = {row for row in (0, 7) if (4, row) in touched}
    rooks = frozenset(one for one in board.castling if one not in touched and one[1] not in kings)
    return replace(board, men=men, castling=rooks), made


__all__ = ["Moves", "Together", "moves_written", "name", "possible", "turn"]
