"""What the umpire checks of a turn before its move: what was recorded against what is true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.position import LETTERS, PAWN, Position, square_name, uci
from kriegnote.chess.reasons import WORDS, why_impossible
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import Answer, Ask, Move, PawnTries, Try
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet, comparison
from kriegnote.rules import announcements as announce
from kriegnote.rules.permissions import may_ask_squares
from kriegnote.umpire.printed_traits import Traits, is_figurine
from kriegnote.umpire.resolution import Resolved, meant, resolve_try, unseen


class Legal(NamedTuple):
    """A try that was refused although it was legal, whether it was then played, and what the player could do."""

    event: Try
    played: bool
    note: str


@dataclass(slots=True)
class Turn:
    """What has been asked, answered and tried since the turn began; ``used`` once there is anything of it."""

    used: bool = False
    asked: bool = False
    yes: bool = False
    tries: int = 0
    pawn_capture_tried: bool = False
    open_question: Ask | None = None
    touched: list[int] = field(default_factory=list)  # the squares of the men that were tried and refused
    legal: list[Legal] = field(default_factory=list)
    rebuffs: tuple[int, int] | None = (0, 0)  # the least and the most that can be counted; None: nobody knows

    def ask(self, event: Ask) -> None:
        """A question was put."""
        self.used, self.open_question = True, event
        self.asked = self.asked or event.what == "any"

    def answer(self, event: Answer) -> None:
        """The umpire has answered."""
        self.used, self.open_question = True, None
        self.yes = self.yes or bool(event.any)

    def refused(self, event: Try) -> None:
        """Counts a refused try; the second word need not count (RAND 7 and 9)."""
        self.used = True
        if event.verdict in (None, "untested") or self.rebuffs is None:
            return
        if not isinstance(event.times, int):
            self.rebuffs = None
            return
        least, most = self.rebuffs
        self.rebuffs = least + event.times * (event.verdict != "impossible"), most + event.times


# -- before the move ---------------------------------------------------------------------------------------------------


def check_pawn_tries(event: PawnTries, worlds: list[Position], rules: RuleSet | None) -> list[Finding]:
    """A recorded word on pawn captures against the board (all boards, when there are several)."""
    wrong = [comparison.pawn_tries(event, world, rules) & ~comparison.ONCE for world in worlds]
    if not wrong or not all(wrong):
        return []
    world, targets = worlds[-1], worlds[-1].pawn_targets()
    names = ", ".join(map(square_name, targets)) or "none"
    if wrong[-1] & comparison.SQUARES:
        said, true = ", ".join(event.squares or ()) or "none", names
    elif wrong[-1] & comparison.COUNT:
        said, true = str(event.count), str(comparison.counts(world, rules)[0])
    else:
        said, true = "some" if event.any else "none", names
    message = f"pawn captures announced: {said}; on the board: {true}"
    return [finding("KN321", message, event, note=captures_note(world))]


def captures_note(world: Position) -> str:
    """The position's truth about pawn captures, as a sentence."""
    who = "White" if world.turn else "Black"
    texts = sorted(
        {
            world.san(move, suffix=False).split("=")[0]
            for move in world.legal_moves()
            if world.type_at(move & 63) == PAWN and world.captured_square(move) >= 0
        }
    )
    return f"{who} can take with {', '.join(texts)}" if texts else f"{who} has no pawn capture"


def unannounced_tries(worlds: list[Position], rules: RuleSet | None) -> str | None:
    """The sentence to say when pawn captures exist in every world and the record is silent about them."""
    if rules is not None and not rules.announces_tries:
        return None
    if not all(world.pawn_targets() for world in worlds):
        return None
    return f"pawn captures were possible and not announced: {captures_note(worlds[0])}"


_QUESTIONS: Final = {
    "any": "“Any?”",
    "rebuffs": "about rebuffs",
    "material": "about the material left",
    "squares": "about squares",
}


def unknown_questions(record: Record, rules: RuleSet | None) -> list[Ask]:
    """The questions of a record that its rulebook does not have."""
    if rules is None:
        return []
    return [event for event in record.events if type(event) is Ask and event.what not in rules.questions]


def check_ask(event: Ask, turn: Turn, rules: RuleSet | None, unknown: Sequence[Ask]) -> list[Finding]:
    """A question asked late, or one that the rulebook does not have.

    :param unknown: all of these; of several the first is reported, with their number.
    """
    if rules is not None and event.what not in rules.questions:
        if event is not unknown[0]:
            return []
        advice = "`check --rules auto` shows which rulebooks the record is consistent with"
        note = f"the record asks {len(unknown)} times; {advice}" if len(unknown) > 1 else None
        message = f"the rulebook {rules.id} has no question {_QUESTIONS[event.what]}"
        return [finding("KN302", message, event, note=note)]
    asked = len(event.squares or ())
    if rules is not None and event.what == "squares" and not may_ask_squares(asked, rules.game):
        message = f"{asked} squares were asked; the rulebook {rules.id} allows {rules.game.squares_asked} in a turn"
        return [finding("KN302", message, event)]
    if event.what == "any" and turn.tries and (rules is None or rules.ask == "before-first-try"):
        return [finding("KN304", "the question was asked after a try", event)]
    return []


def check_answer(event: Answer, turn: Turn, worlds: list[Position], rebuffs: tuple[int, int] | None) -> list[Finding]:
    """A recorded answer against the board, or against the rebuffs counted in the turn before."""
    question = turn.open_question
    if question is None:
        return [finding("KN306", "the umpire answers, but nobody asked", event)]
    if question.what == "rebuffs":
        return _check_rebuffs(event, rebuffs, "in the move before")
    if question.what == "material":
        return _check_material(event, worlds)
    if question.what == "any" and worlds and all(comparison.answer(event, world) for world in worlds):
        said, true = ("yes", "no") if event.any else ("no", "yes")
        return [
            finding(
                "KN301",
                f"the umpire said {said} to “Any?”; the board says {true}",
                event,
                note=captures_note(worlds[0]),
            )
        ]
    return []


def check_recapitulation(event: Answer, rebuffs: tuple[int, int] | None) -> list[Finding]:
    """What the opponent of the player to move is told of his rebuffs so far (RAND 9)."""
    return _check_rebuffs(event, rebuffs, "so far")


def _check_rebuffs(event: Answer, rebuffs: tuple[int, int] | None, when: str) -> list[Finding]:
    if event.count is None or rebuffs is None or rebuffs[0] <= event.count <= rebuffs[1]:
        return []
    message = f"the umpire counted {event.count} rebuffs; the record has {rebuffs[0]} {when}"
    return [finding("KN301", message, event)]


def _check_material(event: Answer, worlds: list[Position]) -> list[Finding]:
    """The men that the umpire counted against those on the board."""
    for name in ("pawns", "pieces"):
        said = getattr(event, name)
        true = {getattr(announce.material(world), name) for world in worlds}
        if said is not None and true and said not in true:
            message = f"the umpire counted {_counts(said)} {name}; the board has {_counts(sorted(true)[0])}"
            return [finding("KN301", message, event)]
    return []


def _counts(each: tuple[int, int]) -> str:
    return f"{each[0]} and {each[1]}"


def check_try(
    event: Try,
    worlds: list[Position],
    turn: Turn,
    traits: Traits,
    rules: RuleSet | None,
    following: Move | None = None,
) -> tuple[Try, list[Finding]]:
    """A try on the mover's own board: the event filled in, and whether its verdict can be right.

    A refused try that is legal is kept in the turn: several of one turn are one slip (:func:`refused_though_legal`).

    :param following: the next move; a try of the same is another story.
    """
    before = turn.rebuffs
    turn.refused(event)
    limit = check_limit(event, before, turn, rules)
    if event.verdict != "untested":
        turn.tries += 1
    if event.move is None and event.text is None:
        return event, limit
    options = [(world, resolve_try(world, event, traits)) for world in worlds]
    moves = {move for _, found in options for move in found}
    if any(owner.type_at(m & 63) == PAWN and (m & 7) != (m >> 6 & 7) for owner, found in options for m in found):
        turn.pawn_capture_tried |= event.verdict != "untested"  # a try that the umpire never heard meets no duty
    elif len(origins := {move & 63 for move in moves}) == 1 and event.verdict in ("illegal", "refused"):
        turn.touched += origins
    filled = event
    if len(moves) == 1:
        move = next(iter(moves))
        sans = {owner.own_san(move) for owner, found in options if found}
        filled = msgspec.structs.replace(event, move=uci(move), san=sans.pop() if len(sans) == 1 else None)
    elif not moves:
        filled = unseen(event)  # no man of the player's can make it, so no board spells it
    if event.verdict == "untested" or (moves and _doubtful(event, options)):
        return filled, limit
    played = following is not None and len(moves) == 1 and meant(worlds[0], following, traits) == list(moves)
    return filled, _judge_try(event, options, moves, turn, rules, played) + limit


def check_limit(event: Try, before: tuple[int, int] | None, turn: Turn, rules: RuleSet | None) -> list[Finding]:
    """More refused tries in a turn than the rulebook allows, at the first that is too many."""
    limit = rules.tries_limit if rules is not None else 0
    if not limit or before is None or turn.rebuffs is None or not before[0] <= limit < turn.rebuffs[0]:
        return []
    assert rules is not None
    message = f"{turn.rebuffs[0]} tries were refused in this turn; the rulebook {rules.id} allows {limit}"
    return [finding("KN316", message, event)]


def _doubtful(event: Try, options: list[tuple[Position, list[int]]]) -> bool:
    """Whether the printed figurine is not the man that can make the try: then nobody knows what was tried."""
    if not is_figurine(event) or event.parts is None or event.parts.piece is None:
        return False
    return not any(LETTERS[world.type_at(move & 63)] == event.parts.piece for world, found in options for move in found)


def _judge_try(
    event: Try,
    options: list[tuple[Position, list[int]]],
    moves: set[int],
    turn: Turn,
    rules: RuleSet | None,
    played: bool,
) -> list[Finding]:
    printed = event.text or event.move
    if not moves:
        if (event.parts is None and event.move is None) or event.verdict == "impossible":
            return []
        note = why_impossible(options[0][0], event.parts) if event.parts is not None else None
        return [finding("KN313", f"{printed} is impossible among the player’s own men", event, note=note)]
    legal = all(all(world.is_legal(move) for move in found) for world, found in options if found)
    if event.verdict is None:
        illegal = not any(world.is_legal(move) for world, found in options for move in found)
        return _judge_unmarked(event, rules, legal=legal and not played, illegal=illegal)
    if legal:
        turn.legal.append(Legal(event, played, _legal_note(*options[0])))
    elif event.verdict == "impossible" and rules is not None and rules.nonsense and not _nonsense(options, turn, rules):
        return [finding("KN314", f"{printed} was called impossible, but the player's own men allow it", event)]
    return []


def _judge_unmarked(event: Try, rules: RuleSet | None, *, legal: bool, illegal: bool) -> list[Finding]:
    """A try without a verdict, behind which another move was played."""
    printed = event.text or event.move
    if illegal:
        fix = (event.text, event.text + "?") if event.text else None
        return [finding("KN312", f"{printed} has no mark, but was not legal", event, fix=fix)]
    if not legal or (rules is not None and rules.completion == "released"):
        return []  # it was taken back before the man was let go
    return [finding("KN312", f"{printed} has no mark and is legal, yet another move was played", event)]


def _legal_note(world: Position, moves: list[int]) -> str:
    who = "White" if world.turn else "Black"
    return f"{who} can play {', '.join(world.san(move) for move in moves)}"


def _nonsense(options: list[tuple[Position, list[int]]], turn: Turn, rules: RuleSet) -> bool:
    """Whether the second word can be right for a try that the player's own men allow."""
    reasons = rules.nonsense | rules.either_word
    world, moves = options[0]
    if "unannounced-capture" in reasons and rules.pawn_tries == "squares":
        slanted = [move for move in moves if world.type_at(move & 63) == PAWN and (move & 7) != (move >> 6 & 7)]
        if slanted and not {move >> 6 & 63 for move in slanted} & set(world.pawn_targets()):
            return True
    if "announced-check" in reasons and world.checkers():
        return True
    if "unannounced-capture" in reasons and not world.pawn_targets():
        return any(world.type_at(move & 63) == PAWN and (move & 7) != (move >> 6 & 7) for move in moves)
    return False


def check_must_try(
    event: Move, turn: Turn, worlds: list[Position], resolved: Resolved, rules: RuleSet | None
) -> list[Finding]:
    """After a yes one pawn capture must be tried (Gambit 11)."""
    if not turn.yes or turn.pawn_capture_tried or rules is None or not rules.must_try:
        return []
    move, world = resolved.moves[0], resolved.sources[0]
    if world.type_at(move & 63) == PAWN and world.captured_square(move) >= 0:
        return []
    if not world.pawn_targets():
        return []
    return [
        finding(
            "KN303", "the umpire said yes to “Any?”, and no pawn capture was tried", event, note=captures_note(world)
        )
    ]


def check_touch(event: Move, turn: Turn, resolved: Resolved, rules: RuleSet | None) -> list[Finding]:
    """Touch and move: a man that was tried and refused must move if it can (the Laws of Chess, by Gambit 1)."""
    if rules is None or rules.touch != "piece" or not turn.touched:
        return []
    world, move = resolved.sources[0], resolved.moves[0]
    able = {each & 63 for each in world.legal_moves()}
    bound = next((square for square in turn.touched if square in able), None)
    if bound is None or move & 63 == bound:
        return []
    man = WORDS[LETTERS[world.type_at(bound)]]
    note = f"it could play {', '.join(sorted(world.san(each) for each in world.legal_moves() if each & 63 == bound))}"
    message = f"the {man} on {square_name(bound)} was tried and has to move, but another man did"
    return [finding("KN317", message, event, note=note)]


def refused_though_legal(legal: Sequence[Legal]) -> list[Finding]:
    """The finding on the tries of one turn that were refused although legal: mostly it is one slip."""
    if not legal:
        return []
    first = legal[0]
    texts = list(dict.fromkeys(one.event.text or one.event.move or "" for one in legal))
    if len(texts) > 1:
        message = f"{', '.join(texts[:-1])} and {texts[-1]} were refused, but they are legal"
        return [finding("KN311", message, first.event)]
    played = ", and is the move then played" if first.played else ""
    return [finding("KN311", f"{texts[0]} was refused, but it is legal{played}", first.event, note=first.note)]
