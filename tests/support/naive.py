"""The games of chapter 8 from the book's words alone: a dictionary of men, and every move tried by hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

Square = tuple[int, int]  # file and rank, from 0
Man = tuple[str, bool]  # letter, white

_ROOK = ((0, 1), (0, -1), (1, 0), (-1, 0))
_BISHOP = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


@dataclass(frozen=True)
class Words:
    """What the book says of a game, in the fewest words."""

    king_taken: bool = False
    passing: bool = True
    double: str = "second"  # never, first-move
    become: str = "QRBN"
    spies: bool = False
    series: bool = False


@dataclass(frozen=True)
class Board:
    men: dict[Square, Man]
    white: bool
    castling: frozenset[Square]  # the rooks that may castle
    passed: frozenset[Square]  # squares that pawns went over in the last turn
    unmoved: frozenset[Square]  # pawns that have not moved
    left: int = 1
    length: int = 1
    going_over: frozenset[Square] = field(default_factory=frozenset)  # in this series

    @classmethod
    def of(cls, fen: str, words: Words) -> Board:
        placement, turn, rights, passing, *_ = fen.split()
        men: dict[Square, Man] = {}
        for row, text in enumerate(placement.split("/")):
            file = 0
            for letter in text:
                if letter.isdigit():
                    file += int(letter)
                else:
                    men[file, 7 - row] = (letter.upper(), letter.isupper())
                    file += 1
        corners = {"K": (7, 0), "Q": (0, 0), "k": (7, 7), "q": (0, 7)}
        castling = frozenset(corners[one] for one in rights if one in corners)
        over = frozenset() if passing == "-" else frozenset({(ord(passing[0]) - 97, int(passing[1]) - 1)})
        pawns = frozenset(
            at for at, (man, white) in men.items() if man == "P" and at[1] in ((0, 1) if white else (6, 7))
        )
        return cls(men, turn == "w", castling, over, pawns)


def attacked(board: Board, at: Square, by_white: bool, words: Words) -> bool:
    """Whether a side's men attack a square."""
    for step in _ROOK + _BISHOP:
        for far in range(1, 8):
            one = at[0] + step[0] * far, at[1] + step[1] * far
            if one in board.men:
                man, white = board.men[one]
                straight = step in _ROOK
                if white == by_white and (man == "Q" or man == ("R" if straight else "B") or (man == "K" and far == 1)):
                    return True
                if (
                    white == by_white
                    and man == "P"
                    and far == 1
                    and not straight
                    and step[1] == (-1 if by_white else 1)
                ):
                    return True
                break
    jumps = [(at[0] + x, at[1] + y) for x, y in _KNIGHT]
    return not words.spies and any(board.men.get(one) == ("N", by_white) for one in jumps)


def in_check(board: Board, white: bool, words: Words) -> bool:
    king = next((at for at, man in board.men.items() if man == ("K", white)), None)
    return king is not None and attacked(board, king, not white, words)


def moves(board: Board, words: Words) -> set[str]:
    """Every legal move, in UCI."""
    king = any(man == ("K", board.white) for man in board.men.values())
    if words.king_taken and not king:
        return set()
    found = set()
    for text in _thinkable(board, words):
        after = play(board, text, words)
        if not words.king_taken and in_check(after, board.white, words):
            continue
        if words.series and board.left > 1 and in_check(after, not board.white, words):
            continue
        found.add(text)
    return found


def _thinkable(board: Board, words: Words):
    for at, (man, white) in board.men.items():
        if white != board.white:
            continue
        if man == "P":
            yield from _pawn(board, at, words)
            continue
        steps = {"N": _KNIGHT, "K": _ROOK + _BISHOP, "Q": _ROOK + _BISHOP, "R": _ROOK, "B": _BISHOP}[man]
        for x, y in steps:
            for far in range(1, 2 if man in "NK" else 8):
                to = at[0] + x * far, at[1] + y * far
                if not (0 <= to[0] < 8 and 0 <= to[1] < 8):
                    break
                there = board.men.get(to)
                if there is None or (there[1] != white and not (man == "N" and words.spies)):
                    yield name(at) + name(to)
                if there is not None:
                    break
        if man == "K":
            yield from _castling(board, at, words)


def _castling(board: Board, at: Square, words: Words):
    for rook in board.castling:
        if board.men.get(rook) != ("R", board.white) or rook[1] != at[1] or at != (4, 0 if board.white else 7):
            continue
        side = 1 if rook[0] > at[0] else -1
        if any((file, at[1]) in board.men for file in range(min(at[0], rook[0]) + 1, max(at[0], rook[0]))):
            continue
        way = [(at[0] + side * step, at[1]) for step in range(3)]
        if words.king_taken or not any(attacked(board, one, not board.white, words) for one in way):
            yield name(at) + name(way[2])


def _pawn(board: Board, at: Square, words: Words):
    up = 1 if board.white else -1
    one, two = (at[0], at[1] + up), (at[0], at[1] + 2 * up)
    targets = []
    if one not in board.men and 0 <= one[1] < 8:
        targets.append(one)
        second = at[1] == (1 if board.white else 6)
        able = {"second": second, "never": False, "first-move": at in board.unmoved}[words.double]
        if able and two not in board.men:
            targets.append(two)
    for side in (-1, 1):
        to = at[0] + side, at[1] + up
        there = board.men.get(to)
        first = board.left == board.length
        if (there is not None and there[1] != board.white) or (
            there is None
            and words.passing
            and first
            and to in board.passed
            and board.men.get((to[0], at[1])) == ("P", not board.white)
        ):
            targets.append(to)
    for to in targets:
        if to[1] in (0, 7):
            yield from (name(at) + name(to) + letter.lower() for letter in words.become)
        else:
            yield name(at) + name(to)


def play(board: Board, text: str, words: Words) -> Board:
    at, to = (ord(text[0]) - 97, int(text[1]) - 1), (ord(text[2]) - 97, int(text[3]) - 1)
    men = dict(board.men)
    man, white = men.pop(at)
    if man == "P" and at[0] != to[0] and to not in men:
        del men[to[0], at[1]]
    if man == "K" and abs(at[0] - to[0]) == 2:
        corner = (7 if to[0] > at[0] else 0, at[1])
        men[(at[0] + to[0]) // 2, at[1]] = men.pop(corner)
    men[to] = (text[4].upper() if len(text) == 5 else man, white)
    row = 0 if white else 7
    castling = frozenset(
        rook for rook in board.castling if rook not in (at, to) and not (man == "K" and rook[1] == row)
    )
    over = {(at[0], (at[1] + to[1]) // 2)} if man == "P" and abs(at[1] - to[1]) == 2 else set()
    first = board.left == board.length
    kept = (
        frozenset()
        if first
        else frozenset(square for square in board.going_over if (square[0], square[1] + (1 if white else -1)) != at)
    )
    going = kept | over
    new = replace(board, men=men, castling=castling, unmoved=board.unmoved - {at, to})
    if board.left > 1:
        return replace(new, left=board.left - 1, going_over=going)
    length = board.length + 1 if words.series else 1
    return replace(new, white=not white, passed=frozenset(going), going_over=frozenset(), left=length, length=length)


def square(text: str) -> Square:
    return ord(text[0]) - 97, int(text[1]) - 1


def name(at: Square) -> str:
    return "abcdefgh"[at[0]] + str(at[1] + 1)


# -- what is shown (§8.1.2, §8.4.2, §8.4.3, §8.5, §8.7) ----------------------------------------------------------------


def looks(board: Board, at: Square, man: str, white: bool) -> set[Square]:
    """The squares that a man attacks."""
    found = set()
    if man == "P":
        up = 1 if white else -1
        return {one for one in ((at[0] - 1, at[1] + up), (at[0] + 1, at[1] + up)) if on_board(one)}
    steps = {"N": _KNIGHT, "K": _ROOK + _BISHOP, "Q": _ROOK + _BISHOP, "R": _ROOK, "B": _BISHOP}[man]
    for x, y in steps:
        for far in range(1, 2 if man in "NK" else 8):
            to = at[0] + x * far, at[1] + y * far
            if not on_board(to):
                break
            found.add(to)
            if to in board.men:
                break
    return found


def on_board(at: Square) -> bool:
    return 0 <= at[0] < 8 and 0 <= at[1] < 8


def shadow(board: Board, white: bool) -> dict[Square, str]:
    """The enemy men that Shadow Chess shows a side, condition by condition."""
    own = {at: man for at, (man, side) in board.men.items() if side == white}
    enemies = {at: man for at, (man, side) in board.men.items() if side != white}
    seen = set()
    for at, man in enemies.items():
        if looks(board, at, man, not white) & own.keys():
            seen.add(at)
    up = 1 if white else -1
    for at, man in own.items():
        seen |= looks(board, at, man, white) & enemies.keys()
        if man == "P":
            one, two = (at[0], at[1] + up), (at[0], at[1] + 2 * up)
            if one in board.men:
                seen |= {one} & enemies.keys()
            elif at[1] == (1 if white else 6):
                seen |= {two} & enemies.keys()
        if man == "K":
            seen |= (looks(board, at, "Q", white) | looks(board, at, "N", white)) & enemies.keys()
            seen |= _against_castling(board, at, white, enemies)
    return {at: enemies[at] for at in seen}


def _against_castling(board: Board, king: Square, white: bool, enemies: dict[Square, str]) -> set[Square]:
    found = set()
    for rook in board.castling:
        if board.men.get(rook) != ("R", white):
            continue
        side = 1 if rook[0] > king[0] else -1
        between = {(file, king[1]) for file in range(min(king[0], rook[0]) + 1, max(king[0], rook[0]))}
        found |= between & enemies.keys()
        lifted = replace(board, men={at: man for at, man in board.men.items() if at != king})
        way = {(king[0] + side * step, king[1]) for step in range(3)}
        found |= {at for at, man in enemies.items() if looks(lifted, at, man, not white) & way}
    return found


def scouts(board: Board, white: bool) -> dict[Square, str]:
    """The enemy men within two squares of a side's knights."""
    mine = [at for at, man in board.men.items() if man == ("N", white)]
    return {
        at: man
        for at, (man, side) in board.men.items()
        if side != white and any(max(abs(at[0] - x), abs(at[1] - y)) <= 2 for x, y in mine)
    }


def shown(before: Board, text: str, after: Board, white: bool, rule: str) -> dict[str, str | None]:
    """What a side is shown after a move, by the rule of sight: men, and None for squares that are seen empty."""
    if rule in ("shadow", "scouts"):
        see = shadow if rule == "shadow" else scouts
        old, new = see(before, white), see(after, white)
        return {name(at): man for at, man in new.items() if old.get(at) != man}
    if rule == "dark":
        old, new = dark(before, white), dark(after, white)
        return {name(at): man for at, man in new.items() if old.get(at) != man}
    at, to = (ord(text[0]) - 97, int(text[1]) - 1), (ord(text[2]) - 97, int(text[3]) - 1)
    if rule != "spies" or before.men[at] != ("N", white):
        return {}
    around = {(to[0] + x, to[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {to}
    return {
        name(one): after.men[one][0] if one in after.men else None
        for one in around
        if on_board(one) and after.men.get(one, ("", not white))[1] != white
    }


def dark(board: Board, white: bool) -> dict[Square, str]:
    """The enemy men on squares that a side's men attack or could go to, and those in a pawn's way (§8.1.1)."""
    seen: set[Square] = set()
    up = 1 if white else -1
    for at, (man, side) in board.men.items():
        if side != white:
            continue
        seen |= looks(board, at, man, white)
        if man == "P":
            one, two = (at[0], at[1] + up), (at[0], at[1] + 2 * up)
            seen.add(one)
            if one not in board.men and at[1] == (1 if white else 6):
                seen.add(two)
    return {at: man for at, (man, side) in board.men.items() if side != white and at in seen}


def taken_in_passing(board: Board, white: bool) -> dict[str, str]:
    """The pawn that a side could take en passant with its next move, in Fog of War."""
    up = 1 if white else -1
    able = {
        (over[0], over[1] - up)
        for over in board.passed
        for side in (-1, 1)
        if board.white == white and board.men.get((over[0] + side, over[1] - up)) == ("P", white)
    }
    return {name(at): "P" for at in able}


def move_of_seen_man(board: Board, text: str, after: Board, unseen: set[str]) -> dict[str, str | None]:
    """What is seen of the opponent's move where his men are seen but for some (§8.2): the squares that have changed."""
    if text[:2] in unseen:
        return {}
    at, to = (ord(text[0]) - 97, int(text[1]) - 1), (ord(text[2]) - 97, int(text[3]) - 1)
    squares = [at, to]
    if board.men[at][0] == "K" and abs(at[0] - to[0]) == 2:
        squares += [(7 if to[0] > at[0] else 0, at[1]), ((at[0] + to[0]) // 2, at[1])]
    return {name(one): after.men[one][0] if one in after.men else None for one in squares}
