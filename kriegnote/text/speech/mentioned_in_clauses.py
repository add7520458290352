"""Finds what a clause of prose may say of moves and announcements, by its words alone; see
:mod:`kriegnote.text.speech.mentions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, takewhile
from typing import Final, Literal, NamedTuple, get_args

import msgspec
from lark import Token

from kriegnote.lexicon import mentions
from kriegnote.model.events import Direction, Side, Verdict
from kriegnote.model.printed_moves import Language, Parts, Piece
from kriegnote.text.described_moves import parse_printed
from kriegnote.text.speech.announced import DIRECTIONS
from kriegnote.text.speech.clauses import BREAKS, MEN, MOVES, PLAYERS, SKIPPED
from kriegnote.text.speech.moves_in_words import (
    is_a_time,
    origin_behind,
    origins_among,
    square_of,
    with_new_man,
)
from kriegnote.text.speech.passive import agent
from kriegnote.text.speech.pawn_steps import file_named, file_of_a_mans_pawn, files_of_pawn, pawn_steps
from kriegnote.text.speech.said_of_moves import (
    STOPS,
    VERBS_OF_TRIES,
)

Kind = Literal["move", "capture", "check", "way", "mate"]

_MEN: Final[dict[str, Piece]] = {**MEN, "WITH_A_PAWN": "P"}
_TAKES: Final = frozenset({"CAPTURE", "TAKE"})
_TAKEN: Final = frozenset({"CAPTURED", "LOSES"})
_CHECKS: Final = frozenset({"CHECK", "IN_CHECK"})
_ENDS: Final = BREAKS - {"BRACES", "OPENING_BRACKET"}
"""Tokens that end a clause."""
_PLACES: Final = frozenset({"IN", "ON", "ALONG", "TO", "BY", "FROM"})
_MAY_TAKE: Final = frozenset({"WHETHER", "WHETHER_ANY", "MAY", "WOULD"})
"""Words of clauses that only ask or say whether something can be taken."""
_WAYS: Final = {"SHORT": "short", "KINGSIDE": "short", "LONG": "long", "QUEENSIDE": "long", "ALONG": "long"}
_BESIDE: Final = 5
"""The greatest distance, in tokens, between a square that is called and the word that shows it."""
_NEAR: Final = 4
"""The greatest distance, in tokens, between a check and the knight that gives it, or castling and its side."""


class Mention(NamedTuple):
    """Something that a text may report, and what the words beside it say.

    ``at``: the index of its token. ``readings``: the moves that it may be, the likeliest first; empty for a mere
    announcement. ``black``: those that it may be if Black makes it, where squares are counted from the mover's side.
    ``square``: the square of a capture that is announced. ``man``: the man named between the mention before it and an
    announcement; ``taker``: the man that is said to go to its square. ``announced``: whether it is an announcement
    rather than a move, as far as its words show (None: they do not). ``ways``: the directions of a check. ``printed``:
    the move is printed, not in words. ``squares``: a pawn moves so many squares, and its goal is not named; ``both``:
    both players' pawns do.
    ``other``: it is of another man than the one of his kind that moved last. ``likewise``: it is the move just made,
    on the other side of the board.
    ``weak``: it is only a square beside a preposition. ``called``: it may be the square of a capture that somebody
    calls out: “d5, a pawn”. ``verdict``: the refusal behind a move. ``tried``, ``thought``, ``denied``: words beside it
    say that it was tried, that it may be only a thought, that it was not made. ``side``, ``turn``: the player and the
    number before it.
    """

    at: int
    kind: Kind
    readings: tuple[Parts, ...] = ()
    square: str | None = None
    man: Piece | None = None
    taker: Piece | None = None
    announced: bool | None = None
    ways: frozenset[Direction] = frozenset()
    printed: bool = False
    squares: int | None = None
    both: bool = False
    other: bool = False
    likewise: bool = False
    weak: bool = False
    called: bool = False
    verdict: Verdict | None = None
    tried: bool = False
    thought: bool = False
    denied: bool = False
    side: Side | None = None
    turn: tuple[int, Side] | None = None
    black: tuple[Parts, ...] = ()

    def of(self, side: Side) -> Mention:
        """The mention as it is meant if this player makes the move."""
        return self._replace(readings=self.black) if side == "black" and self.black else self


def in_clause(tokens: Sequence[Token], begin: int, end: int, lang: Language) -> Iterator[Mention]:
    """The mentions of one clause, ``tokens[begin:end]``, in which printed moves stand for themselves."""
    first = begin
    for at in (*(at for at in range(begin, end) if _is_printed(tokens, at)), end):
        yield from _in_words(tokens, first, at, behind_a_move=first > begin)
        moves = [parse_printed(str(tokens[at]).strip("`"), side, lang) for side in get_args(Side)] if at < end else []
        moves = [with_new_man(one, tokens, at) for one in moves]
        white, *black = dict.fromkeys(moves) or (None,)  # one for both in algebraic notation
        if white is not None:
            yield Mention(at, "move", (white,), printed=True, black=tuple(one for one in black if one is not None))
        first = at + 1


def _is_printed(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token is a printed move; a square is one behind a move number, a number and one move, or a speaker."""
    if tokens[at].type != "LONE_SQUARE":
        return tokens[at].type == "MOVE_IN_SIGNS" and not is_a_time(tokens, at)
    lead = [word.type for word in tokens[max(0, at - 2) : at]]
    speaks = lead[:1] != [] and lead[0] in PLAYERS and lead[1:] == ["COLON"]
    if speaks and (at + 1 == len(tokens) or tokens[at + 1].type in STOPS):
        return True
    return lead[-1:] == ["NUMBER_OF_TURN"] or (lead[:1] == ["NUMBER_OF_TURN"] and lead[-1] in MOVES)


def _in_words(tokens: Sequence[Token], begin: int, end: int, *, behind_a_move: bool) -> Iterator[Mention]:
    """The mentions of words without a printed move, ``tokens[begin:end]``.

    :param behind_a_move: the words follow a printed move in their clause.
    """
    kinds = [word.type for word in tokens[begin:end]]
    squares = [at for at, kind in enumerate(kinds, begin) if kind == "LONE_SQUARE"]
    takes = True if not _TAKES.isdisjoint(kinds) else None
    named_squares = takes and any(kind in ("DESCRIPTIVE", "NAMED_SQUARE") for kind in kinds)
    for at, kind in enumerate(kinds, begin):
        if kind == "CASTLE":
            yield Mention(at, "move", tuple(_castlings(tokens, begin, at)))
        elif kind in _CHECKS:
            yield Mention(at, "check", ways=_directions(tokens[:at], tokens[at + 1 :]))
        elif kind in DIRECTIONS and (at == 0 or tokens[at - 1].type != "DIAGONAL"):
            yield Mention(at, "way", ways=_directions(tokens[: max(at - 1, 0)], tokens[at:]))
        elif kind == "LIKEWISE":
            yield Mention(at, "move", (Parts(piece=None),), likewise=True)
        elif kind in ("MATE", "MATED"):
            yield Mention(at, "mate")
        elif kind in ("DESCRIPTIVE", "NAMED_SQUARE") and (man := _man(tokens, begin, at, at, end)) is not None:
            named = [square_of(tokens[at], side) for side in get_args(Side)]
            white, *black = (
                tuple(Parts(piece=man, to=square, capture=takes) for square in (one,) if one is not None)
                for one in named
            )
            yield Mention(at, "move", white, black=black[0])
    placed = squares if len(squares) == 1 and squares[0] > 1 and tokens[squares[0] - 2].type == "PAWN" else []
    steps = [*pawn_steps(tokens, begin, end)] if placed == squares else []
    squares = squares if not steps else []
    for step in steps:
        left = tuple(str(tokens[at]) for at in placed)  # “the pawn on d2 is advanced two squares”
        origins = left or tuple(f"{file}{rank}" for file in step.files for rank in "234567") or None
        mention = Mention(step.at, "move", (Parts(piece="P", origins=origins),), squares=step.squares, both=step.both)
        yield from (mention, mention) if step.both else (mention,)
    pawn = next((at for at, kind in enumerate(kinds, begin) if kind == "PAWN"), None)
    if squares:
        yield from _moves_to(tokens, begin, end, squares)
    elif pawn is not None and not VERBS_OF_TRIES.isdisjoint(kinds) and (file := file_named(tokens, begin, end)):
        yield Mention(pawn, "move", (Parts(piece="P", from_=file, capture=True),))  # where the try before it went
    elif any(kind in _TAKES | _TAKEN for kind in kinds) and not (
        named_squares or behind_a_move or _MAY_TAKE.intersection(kinds) or "".join(tokens[end : end + 1]).endswith("?")
    ):
        at = next(at for at, kind in enumerate(kinds, begin) if kind in _TAKES | _TAKEN)
        man = _man(tokens, begin, at, at, end)
        subject = any(word.type in {"HE", *PLAYERS} for word in tokens[begin:at])
        acts = (man is not None or subject) and tokens[at].type not in _TAKEN and not _is_quoted(tokens, at)
        pawn = next((one for one in range(begin, at) if tokens[one].type == "PAWN"), None) if man == "P" else None
        files = files_of_pawn(tokens, pawn) if pawn is not None else ""
        origins = tuple(f"{file}{rank}" for file in files for rank in "234567") or None
        parts = Parts(piece=man, from_=file_named(tokens, begin, end), capture=True, origins=origins)
        readings = (parts,) if acts else ()
        yield Mention(at, "move" if acts else "capture", readings, announced=None if acts else True)


def _moves_to(tokens: Sequence[Token], begin: int, end: int, squares: Sequence[int]) -> Iterator[Mention]:
    """The moves and captures of a clause that names squares and prints no move."""
    origins = origins_among(tokens, begin, end, squares)
    for at in (one for one in squares if one not in origins):
        takes = next((one for one in range(begin, end) if tokens[one].type in _TAKES | _TAKEN), None)
        verb = at if takes is None else takes
        man = _man(tokens, begin, min(verb, at), at, end) or _means(tokens[verb:at])
        lead = [word.type for word in tokens[begin:at] if word.type not in SKIPPED]
        weak = man is None and takes is None and not origins and lead[-1:] != [] and lead[-1] in _PLACES
        origin = str(tokens[origins[0]]) if origins else origin_behind(tokens, at) or file_named(tokens, begin, end)
        piece: Piece = man or "P"
        takes_aside = piece == "P" and origin is not None and origin[0] != str(tokens[at])[0]
        capture = True if takes is not None or takes_aside else None
        moves = Parts(piece=piece, from_=origin, to=str(tokens[at]), capture=capture)
        if str(tokens[at])[1] in "18" and piece == "P":
            moves = msgspec.structs.replace(moves, promotion=_promotion(tokens, at))
        readings: tuple[Parts, ...] = (moves,)
        if piece == "P" and origin is None and (file := file_of_a_mans_pawn(tokens, begin, takes, at, end)) is not None:
            readings = (msgspec.structs.replace(moves, from_=file), moves)  # he may have left his file
        elif origins:
            readings = (moves, msgspec.structs.replace(moves, piece=None))  # the square says more than a man's name
        if takes is None:
            called = _is_called(tokens, at)
            yield Mention(at, "move", readings, str(tokens[at]) if called else None, weak=weak, called=called)
            continue
        bracket = max((one for one in range(begin, takes) if tokens[one].type == "OPENING_BRACKET"), default=begin)
        subject = any(tokens[one].type in {"HE", *PLAYERS, *MEN} for one in range(bracket, takes))
        before = tokens[takes - 1].type if takes > 0 else ""
        joined = _means(tokens[at:end]) is not None and before in ("AND", "CONNECTIVE")
        by = agent(tokens, begin, end) if tokens[takes].type in _TAKEN else None
        active = joined or by is not None or (takes > begin and before in {"HE", *PLAYERS})  # “White captured”
        if by is not None:
            readings = (msgspec.structs.replace(moves, piece=_MEN[tokens[by].type]),)
        participle = (tokens[takes].type in _TAKEN and not active) or (man is None and _is_quoted(tokens, takes))
        if man is None and not participle and origin is None:  # any man's, or that of a man between, “takes with …”
            between = dict.fromkeys(_MEN[word.type] for word in tokens[takes:at] if word.type in _MEN)
            readings = tuple(msgspec.structs.replace(moves, piece=each) for each in (None, *between))
        said = {word.type for word in tokens[begin:takes]} >= {"UMPIRE", "SAY"}
        yield Mention(
            at, "move", readings if not participle else (), square=str(tokens[at]),
            announced=True if participle or said else None if subject or man is not None else True,
        )  # fmt: skip


def _is_called(tokens: Sequence[Token], at: int) -> bool:
    """Whether the words around a square may call a capture there: a man taken is named, or somebody speaks."""
    before = takewhile(lambda one: one.type not in STOPS | {"SEMI", "MOVE_IN_SIGNS"}, reversed(tokens[:at]))
    behind = takewhile(lambda one: one.type not in STOPS | {"SEMI", "MOVE_IN_SIGNS"}, tokens[at + 1 :])
    near = {one.type for one in (*islice(before, _BESIDE), *islice(behind, _BESIDE))}
    return bool(near & {"PIECE", "PAWN", "SAY", "SAID_BY", "UMPIRE", "HEAR", "CAPTURE"})


def _is_quoted(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token stands between quotation marks."""
    return sum(word.type == "QUOTES" for word in tokens[:at]) % 2 == 1


def _means(words: Sequence[Token]) -> Piece | None:
    """The man with which words take something: “takes with the pawn on c4”."""
    pairs = pairwise(one for one in words if one.type not in SKIPPED and len(one) > 1)
    named = (two for one, two in pairs if two.type == "WITH_A_PAWN" or (one.type == "BY" and two.type in _MEN))
    return next((_MEN[word.type] for word in named), None)


def _man(tokens: Sequence[Token], begin: int, until: int, at: int, end: int) -> Piece | None:
    """The man named last in ``tokens[begin:until]``, or first behind ``at`` as the means: “takes on d4 with the pawn”.

    What stands between a verb and the square is the man taken: “the knight takes the pawn on e5”. An affirmation begins
    another statement: “capture on e5, there is a pawn try”.
    """
    before = [*men_in(tokens, begin, until)]
    end = next((other for other in range(at, end) if tokens[other].type == "AFFIRM"), end)
    return before[-1] if before else next(men_in(tokens, at + 1, end), None)


def men_in(tokens: Sequence[Token], first: int, last: int) -> Iterator[Piece]:
    """The men named in ``tokens[first:last]``; “il Cavallo di Re” names one."""
    for at in range(first, last):
        if tokens[at].type in _MEN:
            of_a_man = at > 1 and tokens[at - 1].type in ("ON", "OF", "FILLER") and tokens[at - 2].type in _MEN
            if not (of_a_man and tokens[at].type in ("KING", "QUEEN")):
                yield _MEN[tokens[at].type]


def _promotion(tokens: Sequence[Token], at: int) -> Piece | None:
    """The man that is named behind a pawn's move to the last rank, before another move or a full stop."""
    ends = STOPS | {"MOVE_IN_SIGNS", "LONE_SQUARE", *_TAKES}
    behind = takewhile(lambda one: one.type not in ends, tokens[at + 1 :])
    return next((MEN[word.type] for word in behind if MEN.get(word.type, "P") not in "PK"), None)


def _castlings(tokens: Sequence[Token], begin: int, at: int) -> Iterator[Parts]:
    """Castling on the side that is named near it, or on either."""
    near = tokens[max(begin, at - 2) : at + _NEAR]
    ways = [_WAYS[word.type] for word in near if word.type in _WAYS]
    if ways[:1] != ["long"]:
        yield Parts(piece="K", castle="short")
    if ways[:1] != ["short"]:
        yield Parts(piece="K", castle="long")


def _directions(lead: Sequence[Token], behind: Sequence[Token]) -> frozenset[Direction]:
    """The directions named beside a check: before it in its clause, or after it in its sentence."""
    before = takewhile(lambda one: one.type not in _ENDS, reversed(lead))
    ends = STOPS | {"SEMI", "COLON", "MOVE_IN_SIGNS", "LONE_SQUARE", *_CHECKS}
    after = [*takewhile(lambda one: one.type not in ends, behind)]
    found = {DIRECTIONS[word.type] for word in (*before, *after) if word.type in DIRECTIONS}
    joined = len(lead) > 0 and mentions(lead[-1], "details.check_in_a_word")
    if any(word.type == "KNIGHT" for word in after[:_NEAR]) or (joined and lead[-1].type == "KNIGHT"):
        found.add("knight")
    return frozenset(found - {"diagonal"} if found & {"long", "short"} else found)
