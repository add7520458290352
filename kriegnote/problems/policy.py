"""A printed solution as data: a problem, and the policy that its solver is to follow.

A :data:`Plan` is what White does at one of his turns: stages, each of which is come to when everything before it was
refused.  A stage is a :class:`Try`, an :class:`Either` (plans whose order does not matter: *A or B*) or a
:class:`Fork` (what he does next depends on what he hears, or on the answer to a question that he puts there).
``Try.then`` is the plan of his next turn.  Whoever solves is called White here, whatever his colour.

Every node says where it stands: ``text`` as printed, ``line`` and ``column`` from 1, ``span`` (offsets) in the
problem's text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from kriegnote.model.printed_moves import Parts

SCHEMA: Final = "kriegnote-problem/1"


class Node(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where something stands in the text; all empty in a policy that was not read from one."""

    text: str = ""
    line: int = 0
    column: int = 0
    span: tuple[int, int] = (0, 0)


class Silent(msgspec.Struct, frozen=True, tag="silent", omit_defaults=True):
    """Nothing but that Black has moved; of pawn tries, where they are announced, it says nothing."""


class NotSilent(msgspec.Struct, frozen=True, tag="not-silent"):
    """A capture or a check."""


class Captures(msgspec.Struct, frozen=True, tag="capture", omit_defaults=True):
    """Black's capture: on ``square`` (or one of ``also``), of White's ``man`` (a letter), ``by`` a pawn or a piece.

    All where said.  ``happened`` is False for “no such capture is announced”.
    """

    square: str | None = None
    also: tuple[str, ...] = ()
    man: str | None = None
    by: Literal["pawn", "piece"] | None = None
    happened: bool = True


class Checks(msgspec.Struct, frozen=True, tag="check", omit_defaults=True):
    """A check, to either king; ``directions`` as in the record's events, all that are named."""

    directions: tuple[str, ...] = ()
    happened: bool = True


class PawnTries(msgspec.Struct, frozen=True, tag="pawn-tries", omit_defaults=True):
    """Pawn captures announced before the move: how many (or one of several numbers), whether any, on which squares."""

    count: int | None = None
    also: tuple[int, ...] = ()
    any: bool | None = None
    squares: tuple[str, ...] | None = None


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """The answer to “Any?”, which is asked at this point."""

    any: bool


class Otherwise(msgspec.Struct, frozen=True, tag="otherwise", omit_defaults=True):
    """Whatever no other branch names; ``threat``: what White threatens, good for the replies that do not parry it."""

    threat: bool = False


class ReplyMove(Node, frozen=True):
    """A black move as printed; ``parts`` None: any move; ``parts.to`` None: any move of that man.

    ``figurine``: the man is a figurine, which a scanner may have confused.
    """

    parts: Parts | None = None
    figurine: bool = False


class Reply(msgspec.Struct, frozen=True, tag="reply"):
    """The move that Black made, which White does not see: one of these."""

    moves: tuple[ReplyMove, ...]


class Played(msgspec.Struct, frozen=True, tag="played"):
    """The try of White's own that was accepted at an earlier turn; ``also``: it may have been one of these."""

    turn: int
    parts: Parts
    also: tuple[Parts, ...] = ()


class Under(msgspec.Struct, frozen=True, tag="under"):
    """The rulebook that this part of the solution is for."""

    rules: Literal["eastern", "western"]


class Twin(msgspec.Struct, frozen=True, tag="twin"):
    """The twin that this part of the solution is for."""

    twin: str


class OneOf(msgspec.Struct, frozen=True, tag="one-of"):
    """One of several announcements: *check or capture*."""

    conditions: tuple[Silent | NotSilent | Captures | Checks | PawnTries, ...]


Condition: TypeAlias = (
    OneOf | Silent | NotSilent | Captures | Checks | PawnTries | Answer | Otherwise | Reply | Played | Under | Twin
)
AUDIBLE: Final = (OneOf, Silent, NotSilent, Captures, Checks, PawnTries)


class Try(Node, frozen=True, tag="try"):
    """A move that White tries.

    ``mates``/``checks``: it is marked so; ``vain``: it is only made to be refused; ``defences``: the replies against
    which it is meant, as printed behind it; ``then``: the next turn, None where the text stops.
    """

    parts: Parts
    turn: int = 1
    figurine: bool = False
    mates: bool = False
    checks: bool = False
    vain: bool = False
    defences: tuple[ReplyMove, ...] = ()
    then: tuple[Try | Either | Fork, ...] | None = None


class Either(Node, frozen=True, tag="either"):
    """Plans in any order: *A or B*."""

    options: tuple[tuple[Try | Either | Fork, ...], ...]


class Branch(Node, frozen=True):
    """What is done when all of ``when`` holds."""

    when: tuple[Condition, ...]
    plan: tuple[Try | Either | Fork, ...]


class Fork(Node, frozen=True, tag="fork"):
    """What is done depends on what White hears (or, as printed, on what Black did)."""

    branches: tuple[Branch, ...]


Stage: TypeAlias = Try | Either | Fork
Plan: TypeAlias = tuple[Stage, ...]


Uci: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-h][1-8][a-h][1-8][qrbn]?$")]
"""A move by its squares: ``c1d2``, ``e7e8q``."""
Area: TypeAlias = Annotated[str, msgspec.Meta(pattern="^([a-h][1-8]?|[1-8]|dark|light|any)$")]
"""A square, a file, a rank, or all squares of a colour."""


class Hidden(msgspec.Struct, frozen=True, omit_defaults=True):
    """A black man of which White does not know all: one of ``men`` (letters) on one of ``squares``.

    ``may_lack``: or there is none.
    """

    men: Annotated[str, msgspec.Meta(pattern="^[kqrbnp]+$")]
    squares: tuple[Area, ...]
    may_lack: bool = False


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A problem and its solution.

    ``tags`` are all of the text's, in order.  ``fen`` is the diagram; ``worlds`` are full FENs, ``hidden`` men are put
    on it, and so are the men that ``facts`` leave possible (sentences, as printed).  ``moves``: White mates in so many;
    None when the stipulation does not say.  ``opponent_asks``: Black asks “Any?” at each of his turns.  ``solution`` is
    the printed text, of which ``policy`` is the likeliest reading; ``unread``: moves of it that the policy does not
    hold; ``comments``: the prose outside the tree.
    """

    schema: str = SCHEMA
    tags: tuple[tuple[str, str], ...] = ()
    fen: str | None = None
    worlds: tuple[str, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    facts: tuple[str, ...] = ()
    twin: str | None = None
    moves: int | None = None
    rules: str | None = None
    excluded: tuple[Uci, ...] = ()
    opponent_asks: bool = False
    policy: tuple[Try | Either | Fork, ...] = ()
    solution: Node | None = None
    unread: tuple[Node, ...] = ()
    comments: tuple[Node, ...] = ()

    def tag(self, name: str) -> str | None:
        """The first tag of this name, in any case; None when there is none."""
        return next((value for key, value in self.tags if key.lower() == name.lower()), None)


def where(node: Node) -> tuple[int, int]:
    """What tells one place of the text from others; a node without a place is a place of its own."""
    return node.span if node.span[1] else (-1, id(node))


def walk(plan: Plan) -> Iterator[Stage | Branch]:
    """Every stage and branch of a plan, in the order in which they are printed."""
    for stage in plan:
        yield stage
        if isinstance(stage, Try):
            yield from walk(stage.then or ())
        elif isinstance(stage, Either):
            for option in stage.options:
                yield from walk(option)
        else:
            for branch in stage.branches:
                yield branch
                yield from walk(branch.plan)


def bare(plan: Plan) -> Plan:
    """A plan without places and printed text: what two ways of writing it down have in common."""
    return tuple(map(_bare, plan))


_NOWHERE: Final[dict[str, Any]] = {"text": "", "line": 0, "column": 0, "span": (0, 0)}


def _bare(node: Any) -> Any:
    if isinstance(node, tuple):
        return tuple(map(_bare, node))
    if isinstance(node, msgspec.Struct) and not isinstance(node, Parts):
        fields = {name: _bare(getattr(node, name)) for name in node.__struct_fields__}
        if isinstance(node, Node):
            fields |= _NOWHERE
        return type(node)(**fields)
    return node


def to_json(problem: Problem) -> str:
    """A problem as one JSON object."""
    return msgspec.json.encode(problem).decode()


def from_json(text: str | bytes) -> Problem:
    """A problem from its JSON; :raises msgspec.ValidationError: it is not one."""
    return msgspec.json.decode(text, type=Problem)


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a problem with its policy."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Problem)}
