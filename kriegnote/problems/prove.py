"""The prover: does a printed policy mate, against every reply in every position that is still possible?

It follows the text and nothing else.  Where the text leaves something open it is read in the author's favour: a scanned
figurine stands for any man that can make the move, alternatives (*A or B*) may be tried in the order that works, and a
line that names Black's move, which White does not see, is one of the things that he may try.  What only a search could
add leaves the verdict ``incomplete``; a try that the text prescribes and that is legal but does not mate refutes it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from kriegnote.board import KING, LETTERS, PAWN, QUEEN, TYPE_OF, Position, from_mask, move_of, square_name
from kriegnote.findings import Finding
from kriegnote.problems import belief as beliefs
from kriegnote.problems.belief import Heard
from kriegnote.problems.faults import fault
from kriegnote.problems.policy import (
    AUDIBLE,
    Answer,
    Branch,
    Captures,
    Checks,
    Condition,
    Either,
    Fork,
    NotSilent,
    Otherwise,
    PawnTries,
    Plan,
    Played,
    Problem,
    Reply,
    ReplyMove,
    Silent,
    Stage,
    Try,
    Twin,
    Under,
    bare,
    walk,
)
from kriegnote.problems.worlds import worlds
from kriegnote.rules import RULES, RuleSet

Kind: TypeAlias = Literal["refuted", "incomplete"]
Open: TypeAlias = tuple[tuple[Position, ...], int]
"""A belief that the text leaves open, and in how many moves White is to mate."""
Rest: TypeAlias = Literal["won", "lost", "unknown"]


PERFECT: Final = (-10_000, 0, 0, 0)


class Verdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False):
    """What became of a printed solution.

    ``line``: SAN from the FEN ``start`` to where it fails; ``heard``: what White heard along it; ``rest``: what a
    search makes of what the text leaves open; ``keys``: the first moves that a search finds, where it was asked.
    """

    verdict: Literal["proven", "refuted", "incomplete"]
    rest: Rest
    line: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    note: str = ""
    keys: tuple[str, ...] = ()
    id: str | None = None
    twin: str | None = None
    rules: str = "english"
    start: str | None = None
    findings: tuple[Finding, ...] = ()


class Trail(NamedTuple):
    """The way to a position, backwards: ``kind`` is ``move`` (SAN) or ``heard``."""

    before: Trail | None
    kind: Literal["start", "move", "heard"]
    text: str


class World(NamedTuple):
    """A position that is possible, White to move in it.

    ``reply``: Black's move that led here, and the position before it; ``named``: the text speaks of this way here.
    """

    position: Position
    trail: Trail
    reply: tuple[Position, int] | None = None
    named: bool = True


@dataclass(frozen=True)
class Class:
    """Worlds that White cannot tell apart at the beginning of a turn, and what he knows.

    ``own_tells``: his own move was announced differently in other worlds; ``played``: his moves, by turn; ``sketch``: the
    text has come here by a move of Black's that it names, so that what it leaves unnamed is left out, not overlooked.
    """

    worlds: tuple[World, ...]
    turn: int
    own: Heard = Heard()
    reply: Heard = Heard()
    own_tells: bool = False
    played: tuple[tuple[int, int], ...] = ()
    sketch: bool = False

    def only(self, some: Iterable[World]) -> Class:
        """The same knowledge, fewer worlds."""
        return dataclasses.replace(self, worlds=tuple(some))


@dataclass(frozen=True)
class Failure:
    """Where the text fails: the world, the node it fails at, and what a search may go on from.

    ``open``: alternatives, each a number of beliefs that must all be won; the first is the latest.
    """

    kind: Kind
    world: World
    message: str
    code: str = ""
    node: Any = None
    open: tuple[tuple[Open, ...], ...] = ()
    weight: int = 1
    turn: int = 1


@dataclass
class Result:
    """What a plan comes to: failures, the worlds in which all of it was refused, and how its moves were read."""

    failures: list[Failure] = field(default_factory=list)
    left: tuple[World, ...] = ()
    readings: dict[tuple[int, int], dict[str, tuple[Try, str]]] = field(default_factory=dict)
    reached: set[int] = field(default_factory=set)
    findings: dict[tuple[str, tuple[int, int]], Finding] = field(default_factory=dict)
    late: bool = False
    unsaid: bool = False

    @property
    def cost(self) -> tuple[int, int, int, int]:
        """How badly it fails: how soon, tries that cannot be, worlds lost or left open, how many of these are lost."""
        lost = sum(each.weight for each in self.failures if each.kind == "refuted")
        failing = sum(each.weight for each in self.failures) + len(self.left)
        soon = max((-each.turn for each in self.failures), default=-1000)
        return (soon, len(self.findings), failing, lost) if failing else PERFECT

    def take(self, other: Result) -> None:
        """Add what another result says, its ``left`` excepted."""
        self.failures += other.failures
        for span, read in other.readings.items():
            self.readings.setdefault(span, {}).update(read)
        self.reached |= other.reached
        self.findings.update(other.findings)
        self.late |= other.late
        self.unsaid |= other.unsaid


class Prover:
    """Follows one policy under one rulebook.

    :param moves: in so many White is to mate; :param excluded: replies that Black has promised not to play.
    ``men``: what the figurines at these places of the text stand for, where it has been settled.
    """

    def __init__(
        self, rules: RuleSet, moves: int, *, excluded: Sequence[int] = (), opponent_asks: bool = False,
        twin: str | None = None,
    ) -> None:  # fmt: skip
        self.rules = rules
        self.moves = moves
        self.excluded = frozenset(excluded)
        self.opponent_asks = opponent_asks
        self.twin = twin
        self.men: dict[tuple[int, int], str] = {}

    # -- turns -----------------------------------------------------------------------------------------------------

    def start(self, belief: beliefs.Belief, plan: Plan) -> Result:
        """The policy from the first move on."""
        total = Result()
        for said, some in beliefs.split_announced(belief, self.rules).items():
            words = beliefs.tries_words(said)
            made = []
            for position in some:
                trail = Trail(None, "start", position.fen())
                made.append(World(position, Trail(trail, "heard", words) if words else trail))
            total.take(self.turn(plan, Class(tuple(made), 1, reply=Heard(tries=said))))
        return total

    def turn(self, plan: Plan, at: Class) -> Result:
        """A whole turn: worlds in which every try was refused are left open by the text."""
        result = self.run(plan, at, duty=False, fresh=True)
        if result.left:
            world = result.left[0]
            node = next((stage for stage in reversed(plan) if isinstance(stage, Try)), None)
            message = f"turn {at.turn}: every try of the text is refused, and it does not say what then"
            if not plan:
                message = f"turn {at.turn}: the text stops here"
            result.failures.append(
                Failure("incomplete", world, message, node=node, weight=len(result.left), turn=at.turn,
                        open=((self._open(at.only(result.left)),),))
            )  # fmt: skip
            result.left = ()
        return result

    def run(self, plan: Plan, at: Class, *, duty: bool, fresh: bool) -> Result:
        """Stage after stage.

        :param duty: a pawn capture must be tried now (“Any?” was answered with yes); :param fresh: nothing was tried yet.
        """
        if not plan or not at.worlds:
            return Result(left=at.worlds)
        stage, rest = plan[0], plan[1:]
        if isinstance(stage, Try):
            return self._tried(stage, rest, at, duty=duty, fresh=fresh)
        if isinstance(stage, Either):
            made = self._either([(option, None) for option in stage.options], at, duty=duty, fresh=fresh)
        else:
            made = self._fork(stage, at, duty=duty, fresh=fresh)
        after = self.run(rest, at.only(made.left), duty=False, fresh=False)
        made.left = ()
        after.take(made)
        return after

    # -- tries -----------------------------------------------------------------------------------------------------

    def _tried(self, stage: Try, rest: Plan, at: Class, *, duty: bool, fresh: bool) -> Result:
        """A try in the reading that serves the text best, and what comes after it."""
        best: Result | None = None
        readings = self.readings(stage, at, duty=duty)
        if not readings:
            best = self.run(rest, at, duty=duty, fresh=fresh)
            best.findings[("KN502", stage.span)] = fault(
                "KN502", f"{stage.text}: no man of White's can go there on his own board here.", stage
            )
            return best
        if stage.span in self.men:
            readings = [move for move in readings if _man(at.worlds[0].position, move) == self.men[stage.span]]
            if not readings:
                return self.run(rest, at, duty=duty, fresh=fresh)
        for move in readings:
            made = self.attempt(stage, move, at, duty=duty)
            pawn = move in beliefs.pawn_captures((at.worlds[0].position,))
            after = self.run(rest, at.only(made.left), duty=duty and not pawn, fresh=False)
            made.left = after.left
            made.take(after)
            if best is None or made.cost < best.cost:
                best = made
            if best.cost == PERFECT:
                break
        assert best is not None
        return best

    def attempt(self, stage: Try, move: int, at: Class, *, duty: bool) -> Result:
        """One reading of a try: ``left`` are the worlds in which it is refused."""
        result = Result()
        position = at.worlds[0].position
        if duty and move not in beliefs.pawn_captures((position,)):
            result.findings[("KN508", stage.span)] = fault(
                "KN508", f"{stage.text}: after a yes to “Any?” a pawn capture must be tried first.", stage
            )
            result.failures.append(
                Failure("incomplete", at.worlds[0], f"after a yes to “Any?” a pawn capture must be tried before {stage.text}",
                        node=stage, weight=len(at.worlds), turn=at.turn, open=((self._open(at),),))
            )  # fmt: skip
            return result
        said = position.own_san(move)
        result.readings.setdefault(stage.span, {})[_man(position, move)] = (stage, said)
        taken = [world for world in at.worlds if world.position.is_legal(move)]
        result.left = tuple(
            world._replace(trail=Trail(world.trail, "heard", f"{said} {self.rules.refused_word}"))
            for world in at.worlds if not world.position.is_legal(move)
        )  # fmt: skip
        groups: dict[Heard, list[World]] = {}
        for world in taken:
            after = world.position.play(move)
            own = beliefs.heard(world.position, move, after, self.rules)
            trail = Trail(world.trail, "move", world.position.san(move))
            groups.setdefault(own, []).append(World(after, trail, world.reply, world.named))
        played = (*at.played, (at.turn, move))
        open_ = [each for own, some in groups.items() if own.end != "checkmate" for each in some]
        for own, some in groups.items():
            if own.end == "checkmate":
                continue
            world = some[0]
            if own.end:
                result.failures.append(
                    Failure("refuted", world, f"{_last(world)} is stalemate", "KN504", stage, weight=len(some), turn=at.turn)
                )
            elif at.turn >= self.moves or (stage.mates and not stage.then):
                self._no_mate(result, stage, some, at)
            else:
                result.take(self._replied(stage, some, own, at, played, len(groups) > 1))
        result.reached.update(id(stage) for _ in open_[:1])
        return result

    def _no_mate(self, result: Result, stage: Try, some: list[World], at: Class) -> None:
        """The try was accepted at the last move and does not mate: in worlds that the text speaks of, or in others."""
        for named in (True, False):
            these = [world for world in some if world.named is named]
            if not these:
                continue
            said = _last(these[0])
            if named:
                message = f"{said} is legal here but does not mate"
                if stage.then:
                    message = f"{said} does not mate, and the {self.moves} moves are used up"
                result.failures.append(Failure("refuted", these[0], message, "KN504", stage, weight=len(these), turn=at.turn))
            else:
                message = f"{said} is legal here and does not mate: the text does not say how White tells this reply from others"
                result.failures.append(
                    Failure("incomplete", these[0], message, node=stage, weight=len(these), turn=at.turn, open=((self._open(at),),))
                )

    def _open(self, at: Class) -> tuple[tuple[Position, ...], int]:
        return tuple(world.position for world in at.worlds), self.moves - at.turn + 1

    def _replied(
        self, stage: Try, some: list[World], own: Heard, at: Class, played: tuple[tuple[int, int], ...], tells: bool
    ) -> Result:
        """Black's replies to an accepted try, and the text's next turn for everything that White may hear."""
        result = Result()
        words = "" if own.silent else own.words()
        classes: dict[Heard, dict[tuple[object, ...], World]] = {}
        for world in some:
            answer = bool(world.position.pawn_targets()) if self.opponent_asks else None
            replies = beliefs.legal_replies(
                world.position, self.rules, excluded=self.excluded, opponent_asks=self.opponent_asks
            )
            for move in replies:
                after = world.position.play(move)
                said = beliefs.heard(world.position, move, after, self.rules, asked=self.opponent_asks)
                said = said._replace(answer=answer)
                trail = Trail(world.trail, "heard", words) if words else world.trail
                trail = Trail(Trail(trail, "move", world.position.san(move)), "heard", said.words())
                made = World(after, trail, (world.position, move), world.named)
                classes.setdefault(said, {}).setdefault((after.key(), move, world.named), made)
        for said, found in classes.items():
            worlds_ = tuple(found.values())
            if said.end:
                result.failures.append(
                    Failure("refuted", worlds_[0], f"{_last(worlds_[0])} ends the game: {said.end}", "", stage, weight=len(worlds_), turn=at.turn)
                )
                continue
            if at.sketch and not isinstance(next(iter(stage.then or ()), None), Fork):
                worlds_ = tuple(world._replace(named=False) for world in worlds_)
            at_next = Class(worlds_, at.turn + 1, own, said, tells, played, at.sketch)
            if stage.then is None:
                result.failures.append(
                    Failure("incomplete", worlds_[0], f"the text does not say what follows {stage.text}", node=stage,
                            weight=len(worlds_), turn=at.turn, open=((self._open(at_next),),))
                )  # fmt: skip
            else:
                result.take(self.turn(stage.then, at_next))
        return result

    def readings(self, stage: Try, at: Class, *, duty: bool = False) -> list[int]:
        """The moves that a printed try may be, on White's own board: as printed first.

        Where only a pawn capture makes sense, a bare pawn move has lost a letter: ``d3`` is ``de3``, or ``ed3``.
        """
        position = at.worlds[0].position
        moves = list(position.own_moves())
        parts = stage.parts
        if (duty or stage.vain) and parts.piece == "P" and not parts.capture and parts.to is not None:
            slanted = beliefs.pawn_captures((position,))
            names = [(move, square_name(move & 63), square_name(move >> 6 & 63)) for move in slanted]
            found = [move for move, origin, target in names if origin[0] == parts.to[0] and target[1:] == parts.to[1:]]
            found += [move for move, _, target in names if target == parts.to]
            if found:
                return found
        literal = [move for move in moves if _fits(position, move, stage, man=True)]
        lost = self._slips(stage, at, moves)
        if not stage.figurine:
            free = [move for move in moves if move not in literal and _fits(position, move, stage, man=False)]
            if literal:
                free = [move for move in free if move >> 12 and move & 4095 in {each & 4095 for each in literal}]
            return literal + free + [move for move in lost if move not in literal + free]
        others = [move for move in moves if move not in literal and _fits(position, move, stage, man=False)]
        if stage.parts.piece != "P" and stage.parts.castle is None:
            pieces = [move for move in others if not position.pawns >> (move & 63) & 1]
            if literal or pieces:
                others = pieces
        return literal + others or lost

    def _slips(self, stage: Try, at: Class, moves: list[int]) -> list[int]:
        """Moves that a misprinted one may be: ``d6`` has lost a letter (``dc6``), or one letter of a square is wrong.

        A wrong letter in the key alone: later it may be the man that is missing, and another move would save the text.
        """
        position, to = at.worlds[0].position, stage.parts.to or ""
        pawn = stage.parts.piece == "P" and not stage.figurine
        found = []
        for move in moves:
            name, kind = square_name(move >> 6 & 63), position.type_at(move & 63)
            if pawn and kind == PAWN and (move ^ move >> 6) & 7 and not stage.parts.capture:
                if square_name(move & 63)[0] == to[:1] and name[1] == to[1:]:
                    found.append(move)
            elif stage.figurine and kind != PAWN and at.turn == 1 and len(to) == 2 and not stage.parts.from_:
                if name != to and (name[0] == to[0] or name[1] == to[1]):
                    found.append(move)
        return found

    # -- alternatives and branches ---------------------------------------------------------------------------------

    def _either(
        self, options: Sequence[tuple[Plan, frozenset[int] | None]], at: Class, *, duty: bool, fresh: bool
    ) -> Result:
        """Plans in the order that works: whatever fails nowhere is tried first, the worlds it wins struck off.

        :param options: each with the indices of the worlds that it is named for (None: it is for all).
        """
        total = Result(left=at.worlds)
        names = {id(world): n for n, world in enumerate(at.worlds)}
        todo = list(options)
        left: list[tuple[int, World]] = list(enumerate(at.worlds))
        del names
        while todo and left:
            best: tuple[tuple[int, int, int], int, Result, list[int]] | None = None
            for n, (plan, meant) in enumerate(todo):
                some = [
                    world if meant is None or number in meant else world._replace(named=False) for number, world in left
                ]
                made = self.run(plan, at.only(some), duty=duty, fresh=fresh)
                refused = {_key(world) for world in made.left}
                still = [number for number, world in left if _key(world) in refused]
                failing = sum(each.weight for each in made.failures)
                order = (failing, 0 if len(still) < len(left) else 1, n)
                if best is None or order < best[0]:
                    best = (order, n, made, still)
                if order[:2] == (0, 0):
                    break
            assert best is not None
            (failing, _, _), n, made, still = best
            if failing and len(todo) > 1 and len(still) == len(left):
                break
            todo.pop(n)
            duty = False
            by_key = {_key(world): world for world in made.left}
            left = [(number, by_key[_key(world)]) for number, world in left if number in set(still)]
            made.left = ()
            total.take(made)
        total.left = tuple(world for _, world in left)
        return total

    def _either_asking(self, plans: Sequence[tuple[Plan, frozenset[int] | None]], at: Class) -> Result | None:
        """The same, with the question that a text leaves out when it only says what Black may have played."""
        if "any" not in self.rules.questions:
            return None
        total = Result(unsaid=True)
        left: list[World] = []
        for answer in (True, False):
            some = [n for n, world in enumerate(at.worlds) if bool(world.position.pawn_targets()) is answer]
            if not some:
                return None
            words = f"“Any?” {'yes' if answer else 'no'}"
            these = [at.worlds[n]._replace(trail=Trail(at.worlds[n].trail, "heard", words)) for n in some]
            options = [
                (plan, meant if meant is None else frozenset(k for k, n in enumerate(some) if n in meant))
                for plan, meant in plans
            ]
            made = self._either(options, at.only(these), duty=answer and self.rules.must_try, fresh=True)
            left += made.left
            made.left = ()
            total.take(made)
        total.left = tuple(left)
        return total

    def _fork(self, stage: Fork, at: Class, *, duty: bool, fresh: bool) -> Result:
        """What the text does according to what is heard, answered, or (as printed) was played."""
        if any(isinstance(each, Answer) for branch in stage.branches for each in branch.when):
            return self._asked(stage, at, fresh=fresh)
        fitting: list[tuple[int, Branch, frozenset[int] | None]] = []
        otherwise: list[Branch] = []
        for branch in stage.branches:
            if not all(self._holds(each, at) for each in branch.when if not isinstance(each, (Reply, Otherwise))):
                continue
            if any(isinstance(each, Otherwise) for each in branch.when):
                otherwise.append(branch)
                continue
            named = [each for each in branch.when if isinstance(each, Reply)]
            rank = sum(_rank(each) for each in branch.when)
            if named:
                meant = frozenset(n for reply in named for n in replied_so(reply, at.worlds))
                if meant:
                    fitting.append((rank, branch, meant))
            else:
                fitting.append((rank, branch, None))
        heard = [each for each in fitting if each[2] is None]
        top = max((rank for rank, _, _ in heard), default=0)
        chosen = [(branch, meant) for rank, branch, meant in fitting if meant is not None or rank == top]
        if not heard and (not chosen or any(meant is not None for _, meant in chosen)):
            chosen += [(branch, frozenset[int]() if chosen else None) for branch in otherwise]
        if not chosen:
            message = f"turn {at.turn}: no branch of the text is for “{at.reply.words()}”"
            if fitting or any(isinstance(each, Reply) for branch in stage.branches for each in branch.when):
                message = f"turn {at.turn}: the text does not speak of this reply (heard: {at.reply.words()})"
            return self._open_at(at, message, stage)
        names = [n for _, meant in chosen if meant is not None for n in meant]
        chosen = [
            (branch, meant if meant is None else frozenset(n for n in meant if names.count(n) == 1))
            for branch, meant in chosen
        ]
        hidden = any(meant is not None for _, meant in chosen)
        if hidden:
            at = dataclasses.replace(at, sketch=True)
        if len(chosen) == 1 and _passes_over(chosen[0][0], at):
            return self._open_at(at, f"turn {at.turn}: the text does not speak of this capture ({at.reply.words()})", stage)
        if len(chosen) == 1 and chosen[0][1] is None:
            result = self.run(chosen[0][0].plan, at, duty=duty, fresh=fresh)
        else:
            plans = [(branch.plan, meant) for branch, meant in chosen]
            result = self._either(plans, at, duty=duty, fresh=fresh)
            if hidden and fresh and not duty and (result.failures or result.left):
                asking = self._either_asking(plans, at)
                if asking is not None and asking.cost < result.cost:
                    result = asking
        if hidden:  # where the text names moves that White does not see, he may have to look for himself
            result.failures = [
                dataclasses.replace(each, open=(*each.open, (self._open(at),))) if each.kind == "incomplete" else each
                for each in result.failures
            ]
        result.reached.update(id(branch) for branch, _ in chosen)
        return result

    def _open_at(self, at: Class, message: str, node: Stage) -> Result:
        """The text leaves open what to do in this class."""
        failure = Failure(
            "incomplete", at.worlds[0], message, node=node, weight=len(at.worlds), turn=at.turn, open=((self._open(at),),)
        )
        return Result([failure])

    def _asked(self, stage: Fork, at: Class, *, fresh: bool) -> Result:
        """“Any?”, and the branches of the two answers."""
        result = Result(late=not fresh)
        left: list[World] = []
        for answer in (True, False):
            some = [world for world in at.worlds if bool(world.position.pawn_targets()) is answer]
            if not some:
                continue
            words = f"“Any?” {'yes' if answer else 'no'}"
            these = at.only(world._replace(trail=Trail(world.trail, "heard", words)) for world in some)
            branches = [branch for branch in stage.branches if Answer(any=answer) in branch.when]
            if not branches:
                result.failures.append(
                    Failure("incomplete", these.worlds[0], f"turn {at.turn}: the text does not say what to do after {words}",
                            node=stage, weight=len(some), turn=at.turn, open=((self._open(these),),))
                )  # fmt: skip
                continue
            made = self.run(branches[0].plan, these, duty=answer and self.rules.must_try, fresh=fresh)
            left += made.left
            made.left = ()
            made.reached.add(id(branches[0]))
            result.take(made)
        result.left = tuple(left)
        return result

    def _holds(self, condition: Condition, at: Class) -> bool:
        """Whether White knows that a condition holds."""
        if isinstance(condition, Silent):
            return at.reply.silent
        if isinstance(condition, NotSilent):
            return not at.reply.silent
        if isinstance(condition, Captures):
            return _captured(condition, at) is condition.happened
        if isinstance(condition, Checks):
            given = at.reply.check or (at.own.check if at.own_tells else ())
            wanted = condition.directions
            fits = bool(given) and all(
                each in given or (each == "diagonal" and {"long", "short"} & set(given)) for each in wanted
            )
            return fits is condition.happened
        if isinstance(condition, PawnTries):
            return _counted(condition, at.reply.tries)
        if isinstance(condition, Under):
            return (condition.rules == "eastern") is (self.rules.pawn_tries in ("on-request", "none"))
        if isinstance(condition, Twin):
            return self.twin is None or condition.twin == self.twin
        if isinstance(condition, Played):
            moves = [move for turn, move in at.played if turn == condition.turn]
            to = condition.parts.to or ""
            return any(square_name(move >> 6 & 63).startswith(to) for move in moves)
        return True


def _man(position: Position, move: int) -> str:
    return LETTERS[position.type_at(move & 63)]


def _passes_over(branch: Branch, at: Class) -> bool:
    """Whether a branch for a number of pawn tries names the captures that it is for, and this one is not among them."""
    if at.reply.square < 0 or not all(isinstance(each, PawnTries) for each in branch.when):
        return False
    defences = [each for stage in walk(branch.plan) if isinstance(stage, Try) for each in stage.defences]
    captures = {each.parts.to for each in defences if each.parts is not None and each.parts.capture}
    return bool(captures) and square_name(at.reply.square) not in captures


def _key(world: World) -> tuple[object, ...]:
    return world.position.key(), world.reply[1] if world.reply else None


def _last(world: World) -> str:
    trail: Trail | None = world.trail
    while trail is not None and trail.kind != "move":
        trail = trail.before
    return trail.text if trail else "?"


def _rank(condition: Condition) -> int:
    """How much a condition says: the branch that says most is the one that is meant."""
    if isinstance(condition, Captures):
        return (4 if condition.square or condition.man or condition.by else 3) if condition.happened else 2
    if isinstance(condition, Checks):
        return 4 if condition.directions else 3
    if isinstance(condition, (PawnTries, NotSilent)):
        return 3
    return 2 if isinstance(condition, Silent) else 0


def _captured(condition: Captures, at: Class) -> bool:
    """Whether the capture that a condition speaks of is announced."""
    if at.reply.square < 0:
        return False
    if condition.square and condition.square != square_name(at.reply.square):
        return False
    if condition.by and condition.by != at.reply.by:
        return False
    if condition.man:
        replies = [world.reply for world in at.worlds if world.reply is not None]
        return condition.man in {LETTERS[before.type_at(before.captured_square(move))] for before, move in replies}
    return True


def _counted(condition: PawnTries, tries: beliefs.Tries) -> bool:
    if tries is None:
        return False
    if isinstance(tries, tuple) and condition.squares is not None:
        return condition.squares == tuple(map(square_name, tries))
    if isinstance(tries, bool):
        return (condition.count or 0) > 0 or bool(condition.any) if tries else not condition.count and not condition.any
    count = len(tries) if isinstance(tries, tuple) else tries
    if condition.count is not None:
        return count == condition.count
    return bool(count) is bool(condition.any)


def _fits(position: Position, move: int, stage: Try, *, man: bool) -> bool:
    """Whether a try of White's is what is printed, ``man``: its man too."""
    parts = stage.parts
    origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
    kind = position.type_at(origin)
    castles = kind == KING and abs(origin - target) == 2 and origin >> 3 == target >> 3
    if castles or parts.castle is not None:
        return castles and parts.castle == ("short" if target > origin else "long")
    name = square_name(target)
    if parts.to is None or not (name.startswith(parts.to) or (len(parts.to) == 1 and name[1] == parts.to)):
        return False
    if not from_mask(parts.from_) >> origin & 1:
        return False
    slanted = kind == PAWN and bool((origin ^ target) & 7)
    if parts.piece == "P" and not stage.figurine and (kind != PAWN or slanted is not bool(parts.capture)):
        return False
    if parts.piece == "P" and parts.from_ and kind != PAWN:
        return False
    if man and parts.piece is not None and TYPE_OF[parts.piece] != kind:
        return False
    if man and kind == PAWN and parts.piece != "P":
        return False
    if promotion and parts.promotion and (man or not stage.figurine):
        return promotion == TYPE_OF[parts.promotion]
    if promotion and man and not parts.promotion:
        return promotion == QUEEN
    if kind == PAWN and slanted is not bool(parts.capture):
        return False
    return promotion != 0 or parts.promotion is None


def replied_so(condition: Reply, some: Sequence[World]) -> set[int]:
    """The worlds (by index) whose last reply is one that a condition names; its figurines are not taken at their word."""
    found: set[int] = set()
    for printed in condition.moves:
        found |= _replied_one(printed, some)
    return found


def _replied_one(printed: ReplyMove, some: Sequence[World]) -> set[int]:
    parts = printed.parts
    if parts is None:
        return set(range(len(some)))
    tests: list[Callable[[int], bool]] = [lambda kind: parts.piece is None or TYPE_OF[parts.piece] == kind]
    if printed.figurine:
        tests += [lambda kind: kind != PAWN, lambda kind: True]
    for strict in (True, False):
        for test in tests:
            found = {n for n, world in enumerate(some) if world.reply and _is_reply(printed, *world.reply, test, strict)}
            if found:
                return found
    return set()


def _is_reply(printed: ReplyMove, before: Position, move: int, man: Callable[[int], bool], strict: bool) -> bool:
    parts = printed.parts
    assert parts is not None
    origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
    kind = before.type_at(origin)
    if parts.castle is not None:
        return kind == KING and abs(origin - target) == 2
    name = square_name(target)
    if parts.to is not None and not (name.startswith(parts.to) or (len(parts.to) == 1 and name[1] == parts.to)):
        return False
    if not man(kind) or not from_mask(parts.from_) >> origin & 1:
        return False
    takes = before.captured_square(move) >= 0
    if parts.capture and not takes:
        return False
    if strict and parts.to is not None and takes and not parts.capture:
        return False
    return not (promotion and parts.promotion and not printed.figurine) or promotion == TYPE_OF[parts.promotion]


# -- the verdict ---------------------------------------------------------------------------------------------------------


def prove(problem: Problem | str, rules: RuleSet | str | None = None, *, search: bool = True, keys: bool = False) -> Verdict:
    """The verdict on one problem's printed solution.

    :param problem: a problem, or its text (the first problem of it).
    :param rules: the rulebook; None: the one that the problem names, else english.
    :param search: let the solver look at what the text leaves open (``rest``).
    :param keys: let it find the keys too.
    :raises ValueError: the text holds no problem; :raises KeyError: no such rulebook.
    """
    if isinstance(problem, str):
        from kriegnote.readers.problem import read_problems

        problems, findings = read_problems(problem)
        if not problems:
            raise ValueError(findings[0].message if findings else "the text holds no problem")
        problem = problems[0]
    ruleset = rules if isinstance(rules, RuleSet) else RULES[rules or problem.rules or "english"]
    name = problem.tag("Id") or problem.tag("Problem") or problem.tag("Event")
    common: dict[str, Any] = {"id": name, "twin": problem.twin, "rules": ruleset.id}
    try:
        start = worlds(problem)
    except ValueError as error:
        code = "KN505"
        return Verdict(verdict="incomplete", rest="unknown", note=str(error), findings=(fault(code, f"{error}."),), **common)
    turns = [stage.turn for stage in walk(problem.policy) if isinstance(stage, Try)]
    moves = problem.moves or max(turns, default=1)
    excluded = [move_of(text) for text in problem.excluded]
    result = _best(problem, ruleset, moves, excluded, start)
    verdict, failure = _verdict(result)
    found = [*result.findings.values(), *_bad_tree(problem, result, ruleset), *_mates(result)]
    rest: Rest = {"proven": "won", "refuted": "lost"}.get(verdict, "unknown")  # type: ignore[assignment]
    if verdict == "incomplete" and search:
        rest = _rest(result, problem, ruleset, excluded)
    note = "; ".join(filter(None, [failure.message if failure else "", *_remarks(result)]))
    line, heard, first = _told(failure.world.trail) if failure else ((), (), None)
    return Verdict(
        verdict=verdict, rest=rest, line=line, heard=heard, note=note, start=first,
        keys=_keys(start, moves, ruleset, problem, excluded) if keys else (),
        findings=tuple(sorted(found, key=lambda each: (each.line or 0, each.column or 0, each.code))), **common,
    )  # fmt: skip


def _best(problem: Problem, rules: RuleSet, moves: int, excluded: list[int], start: beliefs.Belief) -> Result:
    """The result of the policy; where its parts are for twins and the problem does not say which it is, of the best."""
    twins = {
        each.twin for node in walk(problem.policy) if isinstance(node, Branch) for each in node.when if isinstance(each, Twin)
    }
    options: list[str | None] = [problem.twin] if problem.twin or not twins else sorted(twins)
    results = []
    for twin in options:
        prover = Prover(rules, moves, excluded=excluded, opponent_asks=problem.opponent_asks, twin=twin)
        result = prover.start(start, problem.policy)
        for _ in range(20):  # a printed move is one man's, whatever is heard before it
            open_ = [span for span, read in sorted(result.readings.items()) if len(read) > 1]
            if not open_:
                break
            settled = []
            for man in result.readings[open_[0]]:
                prover.men[open_[0]] = man
                settled.append((prover.start(start, problem.policy), man))
            result, prover.men[open_[0]] = min(settled, key=lambda each: each[0].cost)
        results.append(result)
    return min(results, key=lambda each: each.cost)


def _verdict(result: Result) -> tuple[Literal["proven", "refuted", "incomplete"], Failure | None]:
    for kind in ("refuted", "incomplete"):
        for failure in result.failures:
            if failure.kind == kind:
                return kind, failure  # type: ignore[return-value]
    return "proven", None


def _told(trail: Trail) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
    """A trail as (moves, what was heard, the FEN that it starts from)."""
    moves: list[str] = []
    said: list[str] = []
    start = None
    at: Trail | None = trail
    while at is not None:
        if at.kind == "move":
            moves.append(at.text)
        elif at.kind == "heard":
            said.append(at.text)
        else:
            start = at.text
        at = at.before
    return tuple(reversed(moves)), tuple(reversed(said)), start


def _remarks(result: Result) -> list[str]:
    read = [
        f"{stage.text} read as {said}" for read_ in result.readings.values() for stage, said in read_.values()
        if stage.figurine and stage.parts.piece not in (None, "P") and stage.parts.castle is None
        and said[0] != stage.parts.piece
    ]  # fmt: skip
    remarks = [", ".join(read)] if read else []
    if result.late:
        remarks.append("“Any?” is asked after a refused try")
    if result.unsaid:
        remarks.append("the text does not say so, but “Any?” must be asked")
    return remarks


def _mates(result: Result) -> list[Finding]:
    """A finding for each node at which the policy is refuted."""
    found: dict[tuple[str, int, int], Finding] = {}
    for failure in result.failures:
        if failure.code and failure.node is not None:
            line, _, start = _told(failure.world.trail)
            made = fault(failure.code, f"{failure.message}.", failure.node, note=f"{start}: {' '.join(line)}")
            found.setdefault((failure.code, made.line or 0, made.column or 0), made)
    return list(found.values())


def _bad_tree(problem: Problem, result: Result, rules: RuleSet) -> list[Finding]:
    """Branches that no announcement leads to, and branches that say two things for one announcement."""
    found = []
    seen: set[tuple[int, int]] = set()
    reached = {
        node.span for node in walk(problem.policy) if isinstance(node, Branch) and id(node) in result.reached
    }  # a plan that several tries share is one text
    for node in walk(problem.policy):
        if isinstance(node, Fork):
            said: list[Any] = []
            for branch in node.branches:
                when = bare(branch.when)  # type: ignore[arg-type]
                if when in said and branch.span not in seen and any(isinstance(each, (*AUDIBLE, Answer)) for each in branch.when):
                    found.append(fault("KN503", f"{branch.text}: the text says two things for this announcement.", branch))
                said.append(when)
        if isinstance(node, Branch) and node.span not in reached and node.span not in seen:
            if any(isinstance(each, (Twin, Under, Otherwise)) for each in node.when):
                continue
            if _within_other(problem.policy, node, rules):
                continue
            found.append(fault("KN501", f"{node.text}: nothing that Black can reply leads here.", node))
        if isinstance(node, Branch):
            seen.add(node.span)
    return found


def _within_other(plan: Plan, node: Branch, rules: RuleSet) -> bool:
    """Whether a branch stands in a part for another rulebook or twin."""
    for each in walk(plan):
        if isinstance(each, Branch) and any(isinstance(when, (Under, Twin)) for when in each.when):
            inside = [other for other in walk(each.plan) if other is node]
            eastern = rules.pawn_tries in ("on-request", "none")
            for when in each.when:
                if inside and (isinstance(when, Twin) or (isinstance(when, Under) and (when.rules == "eastern") is not eastern)):
                    return True
    return False


def _rest(result: Result, problem: Problem, rules: RuleSet, excluded: list[int]) -> Rest:
    """What the solver makes of all that the text leaves open."""
    from kriegnote.problems.solve import rest

    def of(alternative: tuple[Open, ...]) -> Rest:
        found = set()
        for belief, left in alternative:
            some = beliefs.merge(belief)
            found.add(
                rest(some, left, rules, excluded=excluded, opponent_asks=problem.opponent_asks, seconds=5.0)
                if left > 0 else "lost"
            )  # fmt: skip
        return "lost" if "lost" in found else "unknown" if "unknown" in found else "won"

    worst: Rest = "won"
    for failure in result.failures:
        best: Rest = "lost"
        for alternative in failure.open:
            here = of(alternative)
            best = here if here == "won" or best == "lost" else best
            if best == "won":
                break
        if best == "lost":
            return "lost"
        worst = "unknown" if best == "unknown" else worst
    return worst


def _keys(start: beliefs.Belief, moves: int, rules: RuleSet, problem: Problem, excluded: list[int]) -> tuple[str, ...]:
    from kriegnote.problems.solve import keys

    found = keys(start, moves, rules, excluded=excluded, opponent_asks=problem.opponent_asks, seconds=5.0)
    return tuple(start[0].own_san(move) for move in found or ())


STAGES: Final[tuple[type[Stage], ...]] = (Try, Either, Fork)
