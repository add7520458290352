"""Finds what prose may say of moves and announcements: a man and a square in words, a capture, a check, a mate.

Every mention is only possible: the words around it may be unknown, and “the queen takes on f7” may report a move or
an announcement. Which it is, if any, is decided on the board (:mod:`kriegnote.notations.continuation`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice, pairwise, takewhile
from typing import Final, Literal, NamedTuple, get_args

import msgspec
from lark import Token

from kriegnote.model.events import Direction, Side, Verdict
from kriegnote.model.printed_moves import Language, Parts, Piece
from kriegnote.text.described_moves import parse_printed
from kriegnote.text.speech.announced import DIRECTIONS
from kriegnote.text.speech.clauses import BREAKS, MEN, MOVES, PLAYERS, SKIPPED, number_of, player
from kriegnote.text.speech.lists_of_tries import in_lists
from kriegnote.text.speech.moves_in_words import is_a_time, square_of, with_new_man
from kriegnote.text.speech.pawn_steps import file_named, file_of_a_mans_pawn, pawn_steps
from kriegnote.text.speech.said_of_moves import (
    HYPOTHESES,
    PLAYS,
    QUESTIONS,
    STOPS,
    THOUGHTS,
    VERBS_OF_TRIES,
    is_allowed,
    is_denied,
    outside_brackets,
    refusal,
    since,
    without_asides,
)

Kind = Literal["move", "capture", "check", "way", "mate"]

_MEN: Final[dict[str, Piece]] = {**MEN, "WITH_A_PAWN": "P"}
_TAKES: Final = frozenset({"CAPTURE", "TAKE"})
_TAKEN: Final = frozenset({"CAPTURED", "LOSES"})
_SQUARES: Final = frozenset({"LONE_SQUARE", "NAMED_SQUARE"})
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
    ``likewise``: it is the move just made, on the other side of the board.
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


def mentions(tokens: Sequence[Token], lang: Language, lines: Collection[int] = ()) -> list[Mention]:
    """What a text may report, in its order.

    :param lines: the indices of tokens before which a clause ends, whatever they are.
    """
    found: list[Mention] = []
    for begin, end in _clauses(tokens, lines):
        found += sorted((_denied(one, tokens[begin : one.at]) for one in _in_clause(tokens, begin, end, lang)),
                        key=lambda one: one.at)  # fmt: skip
    moves = [at for at, one in enumerate(found) if one.kind == "move"]
    for index, at in enumerate(moves):
        one = found[at]
        first = found[moves[index - 1]].at + 1 if index else 0
        last = found[moves[index + 1]].at if index + 1 < len(moves) else len(tokens)
        found[at] = _beside(one, tokens[first : one.at], tokens[one.at + 1 : last])
    return [*_with_men(in_lists(found, tokens), tokens)]


def _clauses(tokens: Sequence[Token], lines: Collection[int]) -> Iterator[tuple[int, int]]:
    """The indices of the first token of each clause, and of the token behind it.

    Direct speech that names a square is a clause of its own: ‘Nxd5 “capture on d5” d6’.
    """
    begin, quoted = 0, _with_squares(tokens)
    for at, word in enumerate(tokens):
        if word.type in _ENDS or at in quoted:
            yield begin, at
            begin = at + 1
        elif at in lines:
            yield begin, at
            begin = at
    yield begin, len(tokens)


def _with_squares(tokens: Sequence[Token]) -> set[int]:
    """The indices of the quotation marks around words with a square that begin and end in one sentence."""
    marks: set[int] = set()
    opened: int | None = None
    for at, word in enumerate(tokens):
        if word.type in STOPS | {"NUMBER_OF_TURN"}:
            opened = None
        elif word.type == "QUOTES":
            if opened is not None and any(one.type in _SQUARES for one in tokens[opened:at]):
                marks |= {opened, at}
                opened = None
            else:
                opened = at if opened is None else None
    return marks


def _with_men(found: Sequence[Mention], tokens: Sequence[Token]) -> Iterator[Mention]:
    """The mentions; an announcement with the man named before it, a square alone with that of which the words speak."""
    before: Mention | None = None
    of_side: dict[Side | None, Mention] = {}  # the last mention of each player's
    for one in found:
        first = before.at + 1 if before is not None else 0
        named = [*_men(tokens, first, one.at)]
        if one.square is not None and one.announced:
            taker = _taker(before, one, tokens)
            one = one._replace(man=named[0] if named else taker, taker=taker)  # a man behind it is taken
        elif _is_alone(one) and not any(word.type == "PAWN" for word in tokens[first : one.at]):
            described = before if before is not None and not before.printed else None
            man = [*_men_moved(described), *named][-1:] or _men_moved(of_side.get(one.side))[-1:]
            if man not in ([], ["P"]):
                of_the_man = Parts(piece=man[0], to=one.readings[0].to)
                again = before is not None and _goes_on(before, one, tokens)
                named_player = again and one.side is not None  # “…, Black's to c6”
                one = one._replace(
                    readings=(of_the_man, *one.readings) if again else (*one.readings, of_the_man),
                    weak=one.weak and not named_player,
                )
        yield one
        if one.kind != "way":
            before = of_side[one.side] = one


def _men_moved(one: Mention | None) -> list[Piece]:
    """The men, except pawns, that a mention may be of."""
    return [parts.piece for parts in one.readings if parts.piece not in (None, "P")] if one is not None else []


def _taker(before: Mention | None, one: Mention, tokens: Sequence[Token]) -> Piece | None:
    """The man that is said to go to the square of an announcement, if his sentence names no other man before."""
    if before is None or not before.readings or before.readings[0].to != one.square:
        return None
    said = since(tokens[: before.at], STOPS)
    return before.readings[0].piece if len({*_men(said, 0, len(said))}) < 2 else None


def _is_alone(one: Mention) -> bool:
    """Whether a mention is a square in words without a man."""
    alone = one.kind == "move" and not one.printed and one.squares is None
    return alone and one.readings[:1] != () and one.readings[0].piece == "P"


def _goes_on(before: Mention, one: Mention, tokens: Sequence[Token]) -> bool:
    """Whether words speak of the man of the mention before: it tries again, or the sentence names another place."""
    between = {word.type for word in tokens[before.at : one.at]}
    return (one.tried and before.verdict is not None) or (one.weak and STOPS.isdisjoint(between))


def _denied(one: Mention, lead: Sequence[Token]) -> Mention:
    """An announcement, denied if its clause says before it that there was none: “omits the capture on c6”."""
    return one if one.kind == "move" else one._replace(denied=any(word.type == "NOT" for word in lead))


def _beside(one: Mention, lead: Sequence[Token], behind: Sequence[Token]) -> Mention:
    """A move with what the words around it, up to the moves beside it, say of it."""
    lead = outside_brackets(lead)
    sentence = {word.type for word in without_asides(since(lead, STOPS | {"SEMI", "COLON", "NUMBER_OF_TURN"}))}
    unsure = is_denied(behind)
    denied = any(word.type == "NOT" for word in since(lead, BREAKS))
    thoughts = THOUGHTS & sentence if not QUESTIONS & sentence else frozenset()
    sides = [player(word) for word in since(lead, STOPS | {"SEMI"}) if word.type in PLAYERS]
    verbs = [word.type for word in lead if word.type in VERBS_OF_TRIES | PLAYS]
    said_tried = behind[:1] != [] and behind[0].type == "WAS_TRIED"
    number = next((word for word in reversed(lead) if word.type not in SKIPPED), None)
    turn = number_of(number) if number is not None and number.type == "NUMBER_OF_TURN" else None
    return one._replace(
        verdict=None if denied or unsure else refusal(behind),
        tried=(said_tried or (bool(verbs) and verbs[-1] in VERBS_OF_TRIES)) and not is_allowed(behind),
        thought=unsure or bool(thoughts),
        denied=denied or bool(thoughts & HYPOTHESES),
        side=sides[-1] if sides and turn is None and not one.both else None,
        turn=turn,
    )


def _in_clause(tokens: Sequence[Token], begin: int, end: int, lang: Language) -> Iterator[Mention]:
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
                tuple(Parts(piece=man, to=square) for square in (one,) if one is not None) for one in named
            )
            yield Mention(at, "move", white, black=black[0])
    steps = [*pawn_steps(tokens, begin, end)] if not squares else []
    for step in steps:
        origins = tuple(f"{file}{rank}" for file in step.files for rank in "234567") or None
        mention = Mention(step.at, "move", (Parts(piece="P", origins=origins),), squares=step.squares, both=step.both)
        yield from (mention, mention) if step.both else (mention,)
    if squares:
        yield from _moves_to(tokens, begin, end, squares)
    elif any(kind in _TAKES | _TAKEN for kind in kinds) and not (
        behind_a_move or _MAY_TAKE.intersection(kinds) or "".join(tokens[end : end + 1]).endswith("?")
    ):
        at = next(at for at, kind in enumerate(kinds, begin) if kind in _TAKES | _TAKEN)
        man = _man(tokens, begin, at, at, end)
        subject = any(word.type in {"HE", *PLAYERS} for word in tokens[begin:at])
        acts = (man is not None or subject) and tokens[at].type not in _TAKEN and not _is_quoted(tokens, at)
        readings = (Parts(piece=man, from_=file_named(tokens, begin, end), capture=True),) if acts else ()
        yield Mention(at, "move" if acts else "capture", readings, announced=None if acts else True)


def _moves_to(tokens: Sequence[Token], begin: int, end: int, squares: Sequence[int]) -> Iterator[Mention]:
    """The moves and captures of a clause that names squares and prints no move."""
    origins = [at for at in squares if at > begin and tokens[at - 1].type == "FROM"]
    for at in (one for one in squares if one not in origins):
        takes = next((one for one in range(begin, end) if tokens[one].type in _TAKES | _TAKEN), None)
        verb = at if takes is None else takes
        man = _man(tokens, begin, min(verb, at), at, end) or _means(tokens[verb:at])
        lead = [word.type for word in tokens[begin:at] if word.type not in SKIPPED]
        weak = man is None and takes is None and lead[-1:] != [] and lead[-1] in _PLACES
        origin = str(tokens[origins[0]]) if origins else file_named(tokens, begin, end)
        piece: Piece = man or "P"
        takes_aside = piece == "P" and origin is not None and origin[0] != str(tokens[at])[0]
        capture = True if takes is not None or takes_aside else None
        moves = Parts(piece=piece, from_=origin, to=str(tokens[at]), capture=capture)
        if str(tokens[at])[1] in "18" and piece == "P":
            moves = msgspec.structs.replace(moves, promotion=_promotion(tokens, at))
        readings: tuple[Parts, ...] = (moves,)
        if piece == "P" and origin is None and (file := file_of_a_mans_pawn(tokens, begin, takes, at, end)) is not None:
            readings = (msgspec.structs.replace(moves, from_=file), moves)  # he may have left his file
        if takes is None:
            called = _is_called(tokens, at)
            yield Mention(at, "move", readings, str(tokens[at]) if called else None, weak=weak, called=called)
            continue
        subject = any(tokens[one].type in {"HE", *PLAYERS, *MEN} for one in range(begin, takes))
        before = tokens[takes - 1].type if takes > 0 else ""
        joined = _means(tokens[at:end]) is not None and before in ("AND", "CONNECTIVE")
        active = joined or (takes > begin and before in {"HE", *PLAYERS})  # “White captured”
        participle = (tokens[takes].type in _TAKEN and not active) or (man is None and _is_quoted(tokens, takes))
        if man is None and not participle and origin is None:  # any man's, or that of a man between, “takes with …”
            between = dict.fromkeys(_MEN[word.type] for word in tokens[takes:at] if word.type in _MEN)
            readings = tuple(msgspec.structs.replace(moves, piece=each) for each in (None, *between))
        yield Mention(
            at, "move", readings if not participle else (), square=str(tokens[at]),
            announced=True if participle else None if subject or man is not None else True,
        )  # fmt: skip


def _is_called(tokens: Sequence[Token], at: int) -> bool:
    """Whether the words around a square may call a capture there: a man taken is named, or somebody speaks."""
    before = takewhile(lambda one: one.type not in STOPS | {"SEMI", "MOVE_IN_SIGNS"}, reversed(tokens[:at]))
    behind = takewhile(lambda one: one.type not in STOPS | {"SEMI", "MOVE_IN_SIGNS"}, tokens[at + 1 :])
    near = {one.type for one in (*islice(before, _BESIDE), *islice(behind, _BESIDE))}
    return bool(near & {"PIECE", "PAWN", "SAY", "UMPIRE", "HEAR", "CAPTURE"})


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
    before = [*_men(tokens, begin, until)]
    end = next((other for other in range(at, end) if tokens[other].type == "AFFIRM"), end)
    return before[-1] if before else next(_men(tokens, at + 1, end), None)


def _men(tokens: Sequence[Token], first: int, last: int) -> Iterator[Piece]:
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
    if any(word.type == "KNIGHT" for word in after[:_NEAR]):
        found.add("knight")
    return frozenset(found - {"diagonal"} if found & {"long", "short"} else found)
