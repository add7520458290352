"""What the moves of a game tell of its first position, where the diagram of a secret set-up is lost (§8.4).

Two things are certain whatever the figurines of a scan mean, because every move prints the square it goes to:

- a man taken on a square to which nobody had moved stood there from the beginning;
- a pawn's move names its file, and so its square: one that no pawn had reached was a pawn's from the beginning (of a
  move of one square; a double step, where the game has it, leaves two).

Nothing is guessed about pieces, whose origins are not printed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kriegnote.model.events import AnyEvent, Move, Side, other
from kriegnote.model.printed_moves import Parts
from kriegnote.rules.game import Game


@dataclass(slots=True)
class LostSetup:
    """The men that stood somewhere at first: ``P`` for a pawn, ``?`` for a man of unknown kind, by side and square.

    ``doubtful``: pawns that stood on one of two squares.
    """

    men: dict[Side, dict[str, str]] = field(default_factory=lambda: {"white": {}, "black": {}})
    doubtful: list[tuple[Side, tuple[str, str]]] = field(default_factory=list)

    def words(self) -> str:
        """The findings in a line: ``White: Pf4, ?g5; Black: …``."""
        said = []
        for side, men in self.men.items():
            known = [f"{man}{square}" for square, man in sorted(men.items())]
            known += [f"P{one} or P{two}" for whose, (one, two) in self.doubtful if whose == side]
            if known:
                said.append(f"{side.capitalize()}: {', '.join(known)}")
        return "; ".join(said)


def lost_setup(events: tuple[AnyEvent, ...], game: Game) -> LostSetup:
    """What the moves of a record tell of its first position."""
    found = LostSetup()
    reached: set[str] = set()  # squares that somebody has moved to
    pawns: dict[Side, set[str]] = {"white": set(), "black": set()}  # where pawns are known to stand now
    for event in events:
        if not isinstance(event, Move) or event.parts is None or event.side is None:
            continue
        parts, side = event.parts, event.side
        if parts.castle is not None or parts.to is None or len(parts.to) != 2:
            continue
        if _takes(event) and parts.to not in reached and _is_half(parts.to, other(side), game):
            found.men[other(side)].setdefault(parts.to, "?")
        if _is_pawns(event):
            _pawn(found, parts, side, reached, pawns[side], game)
            pawns[side].add(parts.to)
        pawns[other(side)].discard(parts.to)
        reached.add(parts.to)
    return found


def _takes(event: Move) -> bool:
    return event.parts is not None and bool(event.parts.capture)


def _is_pawns(event: Move) -> bool:
    """Whether a move is a pawn's: it is printed without a man, or with the file that it leaves."""
    return event.parts is not None and event.parts.piece == "P" and event.parts.sign is None


def _is_half(square: str, side: Side, game: Game) -> bool:
    """Whether a man of this side can have stood there at first."""
    rows = {"own-half": 4, "two-rows": 2}.get(game.setup, 8)
    return int(square[1]) <= rows if side == "white" else int(square[1]) > 8 - rows


def _pawn(found: LostSetup, parts: Parts, side: Side, reached: set[str], now: set[str], game: Game) -> None:
    """Where the pawn came from that made a move, if it had not moved before."""
    assert parts.to is not None
    back = -1 if side == "white" else 1
    file = parts.from_[0] if parts.from_ else parts.to[0]
    behind = f"{file}{int(parts.to[1]) + back}"
    if behind in now:
        now.discard(behind)
        return
    farther = f"{file}{int(parts.to[1]) + 2 * back}"
    double = file == parts.to[0] and farther[1] in ("27" if game.double_step != "never" else "")
    if double and game.double_step == "second":
        double = farther[1] == ("2" if side == "white" else "7")
    if double and farther in now:
        now.discard(farther)
        return
    men = found.men[side]
    if double and men.get(farther) != "P" and behind not in men and behind not in reached and farther not in reached:
        found.doubtful.append((side, (behind, farther)))
    elif double and behind in reached and farther not in reached:
        men[farther] = "P"
    elif behind not in reached and _is_half(behind, side, game):
        men[behind] = "P"
