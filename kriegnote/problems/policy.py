"""The data of problems and their solutions: a :class:`Problem`, and the policy that its solver is to follow.

A :data:`Plan` is what White does in one turn: stages, each of which is reached if everything before it was refused.  A
stage is a :class:`Try`, an :class:`Either` (plans whose order does not matter: *A or B*) or a :class:`Fork` (what he
does next depends on what he hears, or on the answer to a question that he asks there).  ``Try.then`` is the plan of
his next turn.  The solving side is called White here, whatever its colour.

Every node has its place: ``text`` as printed, ``line`` and ``column`` from 1, and ``span``, offsets in the problem's
text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from inspect import cleandoc
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from kriegnote.model.printed_moves import Parts

SCHEMA: Final = "kriegnote-problem/1"


class Node(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The place of something in the text; all fields are empty in a policy that was not read from a text."""

    text: str = ""
    line: int = 0
    column: int = 0
    span: tuple[int, int] = (0, 0)


class Silent(msgspec.Struct, frozen=True, tag="silent", omit_defaults=True):
    """Nothing is announced but that Black has moved; pawn tries may be announced."""


class NotSilent(msgspec.Struct, frozen=True, tag="not-silent"):
    """Anything but silence: a capture or a check, for example."""


class Captures(msgspec.Struct, frozen=True, tag="capture", omit_defaults=True):
    """A capture by Black: on ``square`` (or one of ``also``), of White's ``man`` (a letter), ``by`` a pawn or a piece.

    What the text does not say is None or empty.  ``happened`` is False for “no such capture is announced”.
    ``passing``: a capture en passant may be meant by either of its squares, that of the pawn or the one behind it.
    ``en_passant``: the text says that it is one.
    """

    square: str | None = None
    also: tuple[str, ...] = ()
    man: str | None = None
    by: Literal["pawn", "piece"] | None = None
    happened: bool = True
    passing: bool = False
    en_passant: bool = False


class Checks(msgspec.Struct, frozen=True, tag="check", omit_defaults=True):
    """A check to either king, with the named ``directions``; ``happened`` is False for “no such check is announced”."""

    directions: tuple[str, ...] = ()
    happened: bool = True


class PawnTries(msgspec.Struct, frozen=True, tag="pawn-tries", omit_defaults=True):
    """Pawn tries that are announced: how many (or one of several numbers), whether there are any, on which squares."""

    count: int | None = None
    also: tuple[int, ...] = ()
    any: bool | None = None
    squares: tuple[str, ...] | None = None


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """The answer to the question “Any?”, which is asked at this point."""

    any: bool


class Otherwise(msgspec.Struct, frozen=True, tag="otherwise", omit_defaults=True):
    """All cases that no other branch names; ``threat``: it is White's threat, for replies that do not parry it."""

    threat: bool = False


class ReplyMove(Node, frozen=True):
    """A move of Black's as printed.

    ``parts``: None for any move; if ``parts.to`` is None, any move of that man.  ``figurine``: the man is printed as a
    figurine, which a scanner may have misread.
    """

    parts: Parts | None = None
    figurine: bool = False


class Reply(msgspec.Struct, frozen=True, tag="reply"):
    """Black made one of these moves, which White does not see."""

    moves: tuple[ReplyMove, ...]


class Played(msgspec.Struct, frozen=True, tag="played"):
    """White's try that was accepted in an earlier turn; ``also``: it may have been one of these instead."""

    turn: int
    parts: Parts
    also: tuple[Parts, ...] = ()


class Under(msgspec.Struct, frozen=True, tag="under"):
    """The rulebook to which this part of the solution applies."""

    rules: Literal["eastern", "western"]


class Twin(msgspec.Struct, frozen=True, tag="twin"):
    """The twin to which this part of the solution applies."""

    twin: str


class AllOf(msgspec.Struct, frozen=True, tag="all-of"):
    """Several announcements at once, as one case of several: *capture at e4 without check* or another capture."""

    conditions: tuple[Captures | Checks, ...]


class OneOf(msgspec.Struct, frozen=True, tag="one-of"):
    """One of several announcements: *check or capture*."""

    conditions: tuple[AllOf | Silent | NotSilent | Captures | Checks | PawnTries, ...]


Condition: TypeAlias = (
    AllOf
    | OneOf
    | Silent
    | NotSilent
    | Captures
    | Checks
    | PawnTries
    | Answer
    | Otherwise
    | Reply
    | Played
    | Under
    | Twin
)
AUDIBLE: Final = (AllOf, OneOf, Silent, NotSilent, Captures, Checks, PawnTries)


class Try(Node, frozen=True, tag="try"):
    """A move that White tries.

    ``turn``: from 1.  ``mates``, ``checks``: it is marked so.  ``vain``: it is only made to be refused.  ``defences``:
    the replies against which it is meant, as printed after it.  ``then``: the plan of the next turn, None if the text
    stops.
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
    """Plans that may be tried in any order: *A or B*."""

    options: tuple[tuple[Try | Either | Fork, ...], ...]


class Branch(Node, frozen=True):
    """What White does if all conditions of ``when`` hold."""

    when: tuple[Condition, ...]
    plan: tuple[Try | Either | Fork, ...]


class Fork(Node, frozen=True, tag="fork"):
    """What White does depending on what he hears (or, as printed, on what Black did)."""

    branches: tuple[Branch, ...]


Stage: TypeAlias = Try | Either | Fork
Plan: TypeAlias = tuple[Stage, ...]


Uci: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-h][1-8][a-h][1-8][qrbn]?$")]
"""A move by its squares: ``c1d2``, ``e7e8q``."""
Area: TypeAlias = Annotated[str, msgspec.Meta(pattern="^([a-h][1-8]?|[1-8]|dark|light|any)$")]
"""A square, a file, a rank, or all squares of a colour."""


class Hidden(msgspec.Struct, frozen=True, omit_defaults=True):
    """A black man that the diagram does not show: one of ``men`` (letters) on one of ``squares``.

    ``may_lack``: there may be none.
    """

    men: Annotated[str, msgspec.Meta(pattern="^[kqrbnp]+$")]
    squares: tuple[Area, ...]
    may_lack: bool = False


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A problem and its solution.

    ``tags``: all tags of the text, in order.
    ``fen``: the diagram.
    ``worlds``: the full FENs of all possible positions, if the text lists them.
    ``hidden``: men to be added to the diagram.
    ``facts``: sentences, as printed, on the men that may be missing in the diagram.
    ``twin``: the twin that this problem is.
    ``moves``: the number of moves in which White mates; None if there is no stipulation.
    ``rules``: the rulebook; None if none is named.
    ``excluded``: replies that Black promised not to play.
    ``opponent_asks``: Black asks “Any?” at each of his turns.
    ``solution``: the printed text, of which ``policy`` is the likeliest reading.
    ``unread``: moves and conditions of the text that are not part of the policy.
    ``comments``: the prose outside the policy.
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
        """The value of the first tag with a name, whose case does not matter; None if there is none."""
        return next((value for key, value in self.tags if key.lower() == name.lower()), None)


def where(node: Node) -> tuple[int, int]:
    """A value that identifies the place of a node; a node that was not read from a text has a place of its own."""
    return node.span if node.span[1] else (-1, id(node))


def walk(plan: Plan) -> Iterator[Stage | Branch]:
    """All stages and branches of a plan and of the plans in it, in printed order."""
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


def captures(conditions: Iterable[Condition]) -> Iterator[Captures]:
    """All captures that some conditions name."""
    for each in conditions:
        if isinstance(each, Captures):
            yield each
        elif isinstance(each, (AllOf, OneOf)):
            yield from captures(each.conditions)


def bare(plan: Plan) -> Plan:
    """The plan without places and printed text, so that plans from different texts can be compared."""
    found: Plan = rewritten(
        plan, lambda each: msgspec.structs.replace(each, **_NOWHERE) if isinstance(each, Node) else each
    )
    return found


_NOWHERE: Final[dict[str, Any]] = {"text": "", "line": 0, "column": 0, "span": (0, 0)}


def rewritten(node: Any, change: Callable[[Any], Any]) -> Any:
    """A plan, or a part of one, in which each node and condition is changed, the inner ones first."""
    if isinstance(node, tuple):
        return tuple(rewritten(each, change) for each in node)
    if isinstance(node, msgspec.Struct) and not isinstance(node, Parts):
        fields = {name: rewritten(getattr(node, name), change) for name in node.__struct_fields__}
        return change(type(node)(**fields))
    return node


def to_json(problem: Problem) -> str:
    """A problem as one JSON object."""
    return msgspec.json.encode(problem).decode()


def from_json(text: str | bytes) -> Problem:
    """A problem from its JSON.

    :raises msgspec.DecodeError: the text is not JSON or, as a :class:`msgspec.ValidationError`, not a problem.
    """
    return msgspec.json.decode(text, type=Problem)


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a problem with its policy."""
    (reference,), components = msgspec.json.schema_components([Problem], ref_template="#/$defs/{name}")
    for component in components.values():  # up to msgspec 0.22 docstrings keep their indentation
        if "description" in component:
            component["description"] = cleandoc(component["description"])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **reference, "$defs": components}
