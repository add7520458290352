"""The game that is played: set-up, moves, turns, sight and goal, as fields.

Chapter 8 of the book (§8.1 to §8.7) describes the variants that these fields distinguish. Where its text leaves a
question open, a rulebook says so under ``disputed``, and either answer can be chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from kriegnote.chess.fen import read


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The game apart from the umpire's announcements; the defaults are chess."""

    goal: Annotated[
        Literal["mate", "king", "queen-mate"],
        "What wins: mate; taking the king, with no check and no illegal king's move; or mate by the queen, where mate "
        "by another man loses and the loss of both queens draws (Assassin).",
    ] = "mate"
    start: Annotated[str, "The starting position as a FEN; usual: the ordinary one."] = "usual"
    setup: Annotated[
        Literal["given", "960", "own-half", "two-rows", "army", "king-and-queen"],
        "How the men are set up: as given; drawn by lot behind the pawns (Chess960); by each player in secret in his "
        "half or on his first two ranks; as an army of his own choice (40 points, at most 12 pawns); or a bare king "
        "and queen, placed by Black.",
    ] = "given"
    setup_told: Annotated[
        Literal["all", "kings", "nothing"],
        "What is announced about the set-up: everything, the kings' squares, or nothing.",
    ] = "all"
    setup_check: Annotated[bool, "A king may stand in check in the starting position."] = True
    double_step: Annotated[
        Literal["second", "never", "first-move"],
        "When a pawn may move two squares: from its second rank, never, or on its first move from the first or second.",
    ] = "second"
    en_passant_capture: Annotated[bool, "Pawns may capture en passant."] = True
    promotion_to: Annotated[frozenset[Literal["Q", "R", "B", "N"]], "What a pawn may become."] = frozenset(
        {"Q", "R", "B", "N"}
    )
    knights: Annotated[Literal["knight", "spy"], "Whether knights take and give check, or do neither (spy)."] = "knight"
    turns: Annotated[
        Literal["one", "progressive", "simultaneous"],
        "How many moves a turn has: one; one more than the opponent's last turn; or both players move at once.",
    ] = "one"
    series_check: Annotated[
        Literal["last", "ends"],
        "In a series of moves, check may be given only by the last move, or ends the series.",
    ] = "last"
    series_draw: Annotated[int, "After how many series without a capture or pawn move the game is drawn; 0: never."] = 0
    refused_try: Annotated[
        Literal["again", "passes"],
        "After a refused try the player tries again, or loses his turn and is shown the man in the way.",
    ] = "again"
    invisible: Annotated[str, "The squares of the men that are invisible from the start (“c1 f8”); all, or none."] = (
        "all"
    )
    sight: Annotated[
        Literal["none", "dark", "shadow", "spies", "scouts"],
        "What a player is shown of the opponent's men: nothing; what his men attack or could go to; what decides "
        "which moves are legal, as soon as men attack or block one another; the squares around a knight that has "
        "moved; all within two squares of his knights.",
    ] = "none"
    king_sight: Annotated[
        Literal["queen-knight", "next-squares"],
        "What a king sees in Shadow Chess: the men that he would attack as a queen or as a knight, or those on the "
        "squares next to him and those that guard them.",
    ] = "queen-knight"
    scouting: Annotated[frozenset[Literal["N", "K", "P"]], "Which men look around them in games with scouts."] = (
        frozenset({"N"})
    )
    moves_seen: Annotated[
        Literal["none", "target", "squares"],
        "What a player is shown of a move by men that he cannot see: nothing, the square it went to, or both squares.",
    ] = "none"
    sees_all: Annotated[
        Literal["none", "white", "black", "both"], "Who sees the opponent's men throughout the game."
    ] = "none"
    squares_asked: Annotated[int, "How many squares a player may ask about in each turn."] = 0
    squares_heard: Annotated[
        Literal["player", "both"], "Who hears what is on those squares: only the player, or both."
    ] = "player"
    partner: Annotated[
        Literal["no", "words"], "Whether a partner who sees the umpire's board may help with one of three words."
    ] = "no"
    partner_moves: Annotated[int, "How many times in a game the partner may make the move himself, but not mate."] = 0
    partner_heard: Annotated[Literal["player", "both"], "Who hears the partner's words: only the player, or both."] = (
        "player"
    )
    take_back: Annotated[
        Literal["no", "pawn-takes", "pawn-takes-any"],
        "Which moves may be taken back: none; those that let a pawn take the man moved, or any man of the player's.",
    ] = "no"
    take_back_pawns: Annotated[bool, "Whether a pawn counts as such a man."] = True

    @property
    def start_is_secret(self) -> bool:
        """Whether the players do not know each other's set-up."""
        return self.setup not in ("given", "960")

    def start_is_public(self, fen: str | None) -> bool:
        """Whether both players know a starting position (a FEN; None: the game's own).

        They do if the game begins with it and its set-up is not secret; what stands on the board later only the umpire
        knows.

        :raises ValueError: if the FEN is malformed.
        """
        return not self.start_is_secret and (fen is None or read(fen).is_beginning)


ORTHODOX: Final = Game()
"""Orthodox chess."""
