"""The fields of a rulebook.

The rulebooks cite their sources as follows: *§2.1* and *§2.2* are sections of the book from which the project comes;
*Gambit*, *RAND*, *Cincinnati* and *ICC* are its appendices A to D, by paragraph; *§4.4* and *§4.5* are its sections on
NOST and Magari, *§8.1* to *§8.7* those on variants. The text beside each field appears in ``kriegnote rules``, the JSON
Schema and the documentation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from kriegnote.rules.game import ORTHODOX, Game

ABOUT: Final = frozenset({"id", "title", "source", "base", "extends", "names", "sources", "doubts", "game"})
"""The attributes that are not fields of the rules."""


class OpenChoice(NamedTuple):
    """A choice that a rulebook leaves open: the reason, and the other values that are acceptable."""

    note: str
    values: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """What an umpire announces, to whom, and when the game ends.

    ``id`` is the rulebook's name, or a name and changed fields (``rand; doubles=no``); ``base`` is the built-in
    rulebook that it changes, ``extends`` the one that its file names, ``names`` the names of its game in headings.
    ``sources`` gives the paragraph for each field, ``doubts`` the choices that the rulebook leaves open. The other
    fields are listed in the documentation (“The rulebooks”).
    """

    id: str
    title: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    base: str = field(default="", compare=False)
    extends: str = field(default="", compare=False)
    names: tuple[str, ...] = field(default=(), compare=False)

    pawn_tries: Annotated[
        Literal["on-request", "any", "count", "squares", "none"],
        "What the umpire says about pawn captures before a move: nothing until the player asks “Any?” (on-request), "
        "whether there are any, how many, on which squares, or nothing at all (none).",
    ] = "on-request"
    pawn_tries_heard: Annotated[Literal["both", "player"], "Who hears this: both players, or only the one to move."] = (
        "both"
    )
    always: Annotated[
        bool,
        "Whether this is said before every move, even if there are none (in a log, silence then means zero), or only "
        "if there are some.",
    ] = False
    doubles: Annotated[bool, "Whether a square is named twice if two pawns can take there."] = True
    promoting_captures: Annotated[
        Literal["once", "four"], "Whether the number counts a pawn capture that promotes once or four times."
    ] = "once"
    questions: Annotated[
        frozenset[Literal["any", "rebuffs", "material", "squares"]],
        "What a player may ask before his move: “Any?”, how often the opponent was refused, what material is left, "
        "what is on certain squares.",
    ] = frozenset()
    ask: Annotated[
        Literal["before-first-try", "any-time"],
        "When “Any?” may be asked: before the first try of the turn, or at any time of the turn.",
    ] = "before-first-try"
    must_try: Annotated[bool, "After a yes to “Any?” one pawn capture must be tried."] = False
    captures: Annotated[bool, "Captures are announced, with their square."] = True
    captured: Annotated[
        Literal["no", "category", "man"],
        "What is said about the man captured: nothing, whether it is a pawn or a piece, or which man it is.",
    ] = "no"
    capturer: Annotated[
        Literal["no", "if-asked", "once-asked", "category"],
        "What is said about the man that captures: nothing, or whether it is a pawn or a piece: if that player asked "
        "“Any?” in this turn, from the first time he asked it, or always.",
    ] = "no"
    en_passant: Annotated[bool, "A capture en passant is announced as such."] = False
    en_passant_square: Annotated[
        Literal["landing", "removed", "silent"],
        "The square announced for a capture en passant: where the pawn lands, or where the captured pawn stood; "
        "silent: it is not announced.",
    ] = "landing"
    checks: Annotated[bool, "Checks are announced."] = True
    check_directions: Annotated[bool, "The direction of a check is announced with it."] = True
    long_short: Annotated[bool, "Long and short diagonals are distinguished; otherwise only “diagonal” is said."] = True
    double_check: Annotated[
        Literal["all", "strongest", "strongest-knight"],
        "For a double check, whether all directions are announced, or only that of the strongest checker (queen, "
        "rook, bishop, knight; or with the knight above the bishop).",
    ] = "all"
    refusals: Annotated[
        Literal["both", "player", "count"],
        "Who hears a refused try: both players, or only the one who tries; or the opponent hears just how many there "
        "were.",
    ] = "both"
    nonsense: Annotated[
        frozenset[Literal["own-men", "announced-check", "unannounced-capture"]],
        "The refused tries that are called impossible: those that the player's own men rule out, those that ignore an "
        "announced check, and pawn captures that no announcement allows. None: one word for all.",
    ] = frozenset({"own-men"})
    either_word: Annotated[
        frozenset[Literal["own-men", "announced-check", "unannounced-capture"]],
        "The refused tries that an umpire may, but need not, call impossible.",
    ] = frozenset()
    refused_word: Annotated[str, "The umpire's word for a try that the opponent's men rule out."] = "illegal"
    impossible_word: Annotated[str, "The umpire's word for a try that is impossible."] = "impossible"
    tries_limit: Annotated[
        int,
        "How many tries may be refused in one turn (one more loses the game; those called impossible do not count); "
        "0: no limit.",
    ] = 0
    touch: Annotated[
        Literal["no", "piece"],
        "After a refused try the player is free, or must move the man he tried if it has a legal move (piece).",
    ] = "no"
    completion: Annotated[
        Literal["touched", "released"],
        "When a legal try becomes the move: as soon as the man touches its square, or when it is released; a legal "
        "try without an answer may then have been taken back.",
    ] = "touched"
    promotion: Annotated[bool, "That a pawn promotes is announced."] = False
    naming: Annotated[
        Literal["white", "mover", "captured"],
        "From which side announced squares are counted: White's, the mover's, or that of the man captured.",
    ] = "white"
    stalemate: Annotated[
        Literal["draw", "stalemated-loses", "stalemated-wins"],
        "What a stalemate counts as. A tournament that scores it otherwise (three quarters of a point) finds it in "
        "the event `end`.",
    ] = "draw"
    quiet_moves: Annotated[
        int,
        "How many moves of each player without a capture or a pawn move the next field refers to; 0: it never applies.",
    ] = 50
    fifty_moves: Annotated[
        Literal["no", "claimed", "automatic", "fide"],
        "After that many moves without a capture or a pawn move: nothing, a draw that a player may claim, a draw that "
        "the umpire declares, or FIDE's rule (claimed then, declared after half as many again: at 50 and at 75).",
    ] = "no"
    repetition: Annotated[
        Literal["no", "claimed", "automatic", "fide", "limited"],
        "When a position occurs for the third time: nothing, a draw that a player may claim, a draw that the umpire "
        "declares, or FIDE's rule (claimed at the third time, declared at the fifth); limited: when a player has made "
        "the same two moves three times in a row.",
    ] = "no"
    insufficient: Annotated[
        Literal["no", "claimed", "automatic"],
        "When neither player has the men to mate: nothing, a draw that may be claimed, or one that the umpire "
        "declares.",
    ] = "no"
    game: Game = ORTHODOX

    sources: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), compare=False, repr=False)
    doubts: Mapping[str, OpenChoice] = field(default_factory=lambda: MappingProxyType({}), compare=False, repr=False)

    @property
    def silence(self) -> tuple[str, ...]:
        """The kinds of announcement whose absence means *no* in a record that an umpire completed under these rules."""
        announced = [kind for kind, said in (("check", self.checks), ("capture", self.captures)) if said]
        if self.announces_tries:
            announced.append("pawn_tries")
        if self.promotion:
            announced.append("promotion")
        if self.reveals:
            announced.append("reveal")
        return tuple(announced)

    @property
    def announces_tries(self) -> bool:
        """Whether the umpire announces pawn captures unasked before a player's first try."""
        return self.pawn_tries not in ("on-request", "none")

    @property
    def reveals(self) -> bool:
        """Whether players are shown enemy men or the squares of moves."""
        game = self.game
        return game.sight != "none" or game.moves_seen != "none" or game.invisible != "all"

    @property
    def moves(self) -> Literal["chess", "dark"]:
        """``dark`` if the king may be captured, so that no check is announced; otherwise ``chess``."""
        return "dark" if self.game.goal == "king" else "chess"

    def get(self, name: str) -> Any:
        """The value of a field of the announcements or of the game."""
        return getattr(self.game if name in game_fields() else self, name)

    def changed(self, values: Mapping[str, Any]) -> RuleSet:
        """The rulebook with other values in some fields, of the announcements or of the game."""
        game = {name: value for name, value in values.items() if name in game_fields()}
        words = {name: value for name, value in values.items() if name not in game}
        return replace(self, **words, game=replace(self.game, **game))

    @property
    def says_impossible(self) -> bool:
        """Whether a try that the player's own men rule out may be called impossible."""
        return "own-men" in self.nonsense | self.either_word

    def allowed(self, name: str) -> tuple[Any, ...]:
        """The value of a field, followed by the others that the rulebook leaves open."""
        doubt = self.doubts.get(name)
        return (self.get(name), *(doubt.values if doubt else ()))


class Field(NamedTuple):
    """A field of the rules: its kind, its possible values (none for a free text or a number), and its meaning."""

    name: str
    kind: Literal["word", "flag", "set", "text", "number"]
    words: tuple[str, ...]
    text: str


@cache
def rule_fields() -> Mapping[str, Field]:
    """The fields of the announcements, in order."""
    hints = get_type_hints(RuleSet, include_extras=True)
    return MappingProxyType(
        {one.name: _field(one.name, hints[one.name]) for one in fields(RuleSet) if one.name not in ABOUT}
    )


@cache
def game_fields() -> Mapping[str, Field]:
    """The fields of the game, in order."""
    hints = get_type_hints(Game, include_extras=True)
    return MappingProxyType({one.name: _field(one.name, hints[one.name]) for one in fields(Game)})


@cache
def all_fields() -> Mapping[str, Field]:
    """All fields: first the announcements, then the game."""
    return MappingProxyType({**rule_fields(), **game_fields()})


def _field(name: str, hint: Any) -> Field:
    inner, text = get_args(hint)
    if inner is bool:
        return Field(name, "flag", ("yes", "no"), text)
    if inner is int:
        return Field(name, "number", (), text)
    if inner is str:
        return Field(name, "text", (), text)
    if get_origin(inner) is frozenset:
        return Field(name, "set", get_args(get_args(inner)[0]), text)
    return Field(name, "word", get_args(inner), text)


def word(value: Any) -> str:
    """A field's value as it is printed and as a rulebook may write it: ``yes``, ``any, rebuffs``, ``count``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ", ".join(sorted(value)) or "none"
    return str(value)
