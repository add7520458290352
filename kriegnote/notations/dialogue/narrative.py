"""Which moves that prose names were played, which were tried, and of which it only speaks: the board decides.

A move that was refused is one that the board does not allow, and one that was played is one that it does.  So of all
ways to take the moves of a text for one or the other few make a game, and the words around a move (*tries*, *refused*,
a player, a number) weigh those.  What the board leaves open is not claimed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from lark import Token

from kriegnote.chess.position import Position
from kriegnote.chess.squares import LETTERS, NAMES, target_of
from kriegnote.model.events import Side
from kriegnote.model.printed_moves import Language, Parts, Piece, parse_move
from kriegnote.rules.playable import LEAST
from kriegnote.text.speech.clauses import BREAKS, MEN, MOVES, SKIPPED, TRIES, number_of

Role = Literal["played", "tried", "named"]
"""What became of a move that stands in a text; ``named``: it is only spoken of."""

REFUSALS: Final = frozenset(
    {"NO", "ILLEGAL", "ILLEGALS", "IMPOSSIBLE", "IN_VAIN", "NONSENSE", "HELL_NO", "REFUSE", "DENY", "NOT"}
)
"""Words behind a move that may say that it was refused."""
_ALLOWED: Final = frozenset({"ALLOW", "ACCEPTED", "YES"})
VERBS_OF_TRIES: Final = TRIES | {"WOULD_TRY"}
PLAYS: Final = frozenset({"PLAY", "MOVED", "GOES", "PROMOTES_TO"})
QUESTIONS: Final = frozenset({"ASK", "ANY", "WHETHER_ANY", "QUESTION"})
_THOUGHTS: Final = frozenset({"WOULD", "WHETHER", "REMARK", "WOULD_TRY"})
_PLACES: Final = frozenset({"IN", "ON", "ALONG", "FROM", "TO"})
_TAKEN: Final = frozenset({"CAPTURE", "CAPTURED", "LOSES", "TAKE"})
_JOINTS: Final = frozenset({"COMMA", "AND", "OR", *SKIPPED})
_STOPS: Final = frozenset({"STOP", "BLANK_LINE"})
_MEN: Final[dict[str, Piece]] = {**MEN, "WITH_A_PAWN": "P"}
_WAYS_TO_CASTLE: Final = {"SHORT": "short", "KINGSIDE": "short", "LONG": "long", "QUEENSIDE": "long", "ALONG": "long"}
_KEPT: Final = 32  # ways that are followed at once
_SURE: Final = 0.75  # by how much the best way has to be better than the next with another game
_STRANGE: Final = 0.75  # what a move of the text may cost, on the whole

# what it costs to take a move for what the words around it do not say, or for what the board has more often
_REPEATED: Final = 0.2  # it is named again, or a square stands where something happens
_THOUGHT: Final = 1.0  # a word says that somebody's thought is reported
_UNSAID_NAMED: Final = 2.5  # it is named, and nothing came of it
_UNSAID_TRIED: Final = 1.5  # it was tried, and no word says so
_AGAINST: Final = 2.0  # it was played, and a word speaks of tries, or of a refusal
_OTHER_PLAYER: Final = 1.5  # the other player is named
_OTHER_NUMBER: Final = 3.0  # it has another number
_OPEN: Final = 1.0  # several men can make it
_IN_WORDS: Final = 0.3  # the man is named, and the square alone is printed
_ANNOUNCED: Final = 1.0  # a square where something happens is that of the move before it
_NO_END: Final = 2.0  # it was tried, and its player did not move behind it


class Named(NamedTuple):
    """A move that stands in a text, the index of its token, and what is said around it.

    ``readings``: what it may be, the likeliest first.  ``place``: it may be no more than a square where something
    happens.  ``tried``, ``refused``, ``allowed``, ``played``, ``thought``: words near it say so.
    ``side``: the player named before it; ``turn``: the number before it.
    """

    at: int
    readings: tuple[Parts, ...]
    place: bool
    tried: bool
    refused: bool
    allowed: bool
    played: bool
    thought: bool
    side: Side | None
    turn: tuple[int, Side] | None


class Meant(NamedTuple):
    """What became of a move of the text: its role, how it is to be read, the legal move if it was played, its board,
    and whether words said it (“took on d5”)."""

    role: Role
    parts: Parts
    move: int | None
    board: Position
    in_words: bool = False


class Way(NamedTuple):
    """One way to take the moves so far: what each is, the board behind them, what it costs, tries with no move yet."""

    cost: float
    board: Position
    meant: tuple[Meant, ...] = ()
    waiting: int = 0

    def price(self) -> float:
        """What the way costs if the text ends here."""
        return self.cost + _NO_END * self.waiting

    def game(self) -> list[tuple[Role, object]]:
        """What happened, however the text names it."""
        return [(one.role, one.move or one.parts.unmarked()) for one in self.meant if one.role != "named"]


def decided(tokens: Sequence[Token], start: Position, lang: Language) -> list[tuple[Named, Meant]] | None:
    """What became of each move of a text, in its order; None where the board does not decide.

    :param start: the first position; :param lang: whose letters the men have.
    """
    named = list(_named(tokens, lang))
    ways = [Way(0.0, start)]
    for one in named:
        ways = sorted((step for way in ways for step in _steps(way, one)), key=lambda way: way.cost)[:_KEPT]
    best, *others = sorted(ways, key=Way.price)
    plies = sum(one.role == "played" for one in best.meant)
    if plies < LEAST or best.waiting or best.cost > _STRANGE * len(named):
        return None
    game = best.game()
    if any(way.price() < best.price() + _SURE and way.game() != game for way in others):
        return None
    return list(zip(named, best.meant, strict=True))


def _steps(way: Way, one: Named) -> Iterator[Way]:
    """The ways to go on behind a move of the text."""
    last = next((meant for meant in reversed(way.meant) if meant.role != "named"), None)
    again = last is not None and any(_is_same(parts, last) for parts in one.readings)
    place = one.place and not one.played and not (one.tried and one.refused)
    cost = _REPEATED if again or place else _THOUGHT if one.thought else _UNSAID_NAMED
    yield _on(way, cost, Meant("named", one.readings[0], None, way.board))
    other = _OTHER_PLAYER * (one.side is not None and (one.side == "white") != way.board.turn)
    other += _OTHER_NUMBER * (one.turn is not None and one.turn != (way.board.fullmove, way.board.side))
    other += (_THOUGHT if one.played or one.tried else 2 * _THOUGHT) * one.thought
    for at, parts in enumerate(one.readings):
        moves = way.board.resolve(parts)
        cost = other + _IN_WORDS * at
        if moves:
            cost += _AGAINST * (one.tried + one.refused) * (not one.allowed) + _OPEN * (len(moves) > 1)
            cost += one.place and (_ANNOUNCED if again else 2 * _IN_WORDS * (not at))
            cost += _ANNOUNCED * (again and not one.place and last is not None and last.in_words)
            for move in moves:
                yield _on(way, cost, Meant("played", parts, move, way.board.play(move), bool(at)))
        elif (not one.place or one.tried or one.refused) and way.board.resolve_own(parts):
            cost += _UNSAID_TRIED * (not (one.tried or one.refused)) + _AGAINST * (one.played and not one.refused)
            yield _on(way, cost, Meant("tried", parts, None, way.board))


def _on(way: Way, cost: float, meant: Meant) -> Way:
    waiting = 0 if meant.role == "played" else way.waiting + (meant.role == "tried")
    return Way(way.cost + cost, meant.board, (*way.meant, meant), waiting)


def _is_same(one: Parts, last: Meant) -> bool:
    """Whether a printed move may be the one before it, named once more."""
    if last.move is None:
        return one.unmarked() == last.parts.unmarked()
    origin, target = NAMES[last.move & 63], NAMES[target_of(last.move)]
    man = "P" if last.move >> 12 else LETTERS[last.board.type_at(target_of(last.move))]
    if one.castle is not None or last.parts.castle is not None:
        return one.castle == last.parts.castle
    if man == "P" and one.piece == "P" and (one.from_ or target)[0] != origin[0]:
        return False  # a pawn that goes straight on is not one that takes there
    return one.piece in (None, man) and one.to == target and (one.from_ or "") in origin


# -- the words around a move -------------------------------------------------------------------------------------------


def _named(tokens: Sequence[Token], lang: Language) -> Iterable[Named]:
    """The moves that stand in a text, with what is said of them; the refusal of a list is of all its moves."""
    places = [at for at, word in enumerate(tokens) if word.type in MOVES or word.type == "CASTLE"]
    found: list[Named] = []
    for at, first in enumerate(places):
        lead = tokens[places[at - 1] + 1 if at else 0 : first]
        behind = tokens[first + 1 : places[at + 1] if at + 1 < len(places) else len(tokens)]
        verbs = [word.type for word in lead if word.type in VERBS_OF_TRIES | PLAYS or word.type == "SAY"]
        listed = bool(found and lead) and all(word.type in _JOINTS for word in lead)
        sides = {word.type for word in lead if word.type in ("WHITE", "BLACK")}
        refused = _is_refused(behind)
        number = next((word for word in reversed(lead) if word.type not in SKIPPED), None)
        found.append(
            Named(
                first, tuple(_readings(tokens[first], lead, behind, lang)),
                place=tokens[first].type == "SQUARE" and _is_place(lead),
                tried=verbs[-1] in VERBS_OF_TRIES if verbs else listed and found[-1].tried,
                refused=refused,
                allowed=not refused and any(word.type in _ALLOWED for word in behind),
                played=bool(verbs) and verbs[-1] in PLAYS,
                thought=not refused and _is_thought(_since(lead, _STOPS)),
                side=None if len(sides) != 1 else "white" if "WHITE" in sides else "black",
                turn=number_of(number) if number is not None and number.type == "NUMBER" else None,
            )
        )  # fmt: skip
    for at in reversed(range(len(found) - 1)):
        gap = tokens[found[at].at + 1 : found[at + 1].at]
        if found[at].tried and found[at + 1].refused and gap and all(word.type in _JOINTS for word in gap):
            found[at] = found[at]._replace(refused=True)
    return found


def _readings(word: Token, lead: Sequence[Token], behind: Sequence[Token], lang: Language) -> Iterator[Parts]:
    """What a move may be: as it is printed, castling in words, a square to which a man that is named goes."""
    if word.type == "CASTLE":
        ways = [_WAYS_TO_CASTLE[one.type] for one in behind[:2] if one.type in _WAYS_TO_CASTLE]
        if ways[:1] != ["long"]:
            yield Parts(piece="K", castle="short")
        if ways[:1] != ["short"]:
            yield Parts(piece="K", castle="long")
        return
    printed = parse_move(str(word).strip("`"), lang) or Parts(to=str(word)[-2:])
    segment = _since(lead, BREAKS) if word.type == "SQUARE" else ()
    man = next((_MEN[one.type] for one in reversed(segment) if one.type in _MEN), None)
    takes = any(one.type in _TAKEN for one in segment)
    if man in (None, "P") or not any(one.type in PLAYS for one in segment):
        yield printed
    if takes or man not in (None, "P"):
        yield Parts(piece=man, to=printed.to, capture=True if takes else None)


def _since(lead: Sequence[Token], ends: frozenset[str]) -> Sequence[Token]:
    """The words behind the last of some kinds."""
    return lead[max((at for at, word in enumerate(lead) if word.type in ends), default=-1) + 1 :]


def _is_place(lead: Sequence[Token]) -> bool:
    """Whether a square behind these words is where something happens: “captured on e5”, “to f3”."""
    behind = next((word.type for word in reversed(lead) if word.type not in SKIPPED), "")
    return behind in _PLACES or any(word.type in _TAKEN for word in _since(lead, BREAKS))


def _is_thought(lead: Sequence[Token]) -> bool:
    """Whether a sentence up to a move reports a thought, or what might be; not by the “whether” of a question."""
    kinds = {word.type for word in lead}
    return bool(kinds & _THOUGHTS - ({"WHETHER"} if kinds & QUESTIONS else set()))


def _is_refused(behind: Sequence[Token]) -> bool:
    """Whether the words behind a move say that it is refused, before they speak of anything else; “Nf3, not Nc3” does
    not."""
    for at, word in enumerate(behind, 1):
        if word.type == "NOT" and behind[at : at + 1] and behind[at].type in QUESTIONS:
            continue  # “without asking”
        if word.type in REFUSALS:
            joined = any(one.type == "AND" for one in behind[:at])
            return word.type != "NOT" or (at < len(behind) and not joined)
        if word.type in QUESTIONS | VERBS_OF_TRIES | PLAYS | {"NUMBER", "YES"}:
            return False
    return False
