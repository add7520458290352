"""What the umpire checks of a turn before its move: what was recorded against what is true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.position import LETTERS, Position, square_name, uci
from kriegnote.chess.reasons import WORDS, why_impossible
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import Answer, Ask, Move, PawnTries, Try
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet, comparison
from kriegnote.rules import announcements as announce
from kriegnote.rules import turn as in_turn
from kriegnote.rules.turn import Rebuffs, Turn
from kriegnote.umpire.printed_traits import Traits, is_figurine
from kriegnote.umpire.resolution import Resolved, meant, resolve_try, unseen


class Legal(NamedTuple):
    """A try that was refused although it was legal, whether it was then played, and what the player could do."""

    event: Try
    played: bool
    note: str


class Tried(NamedTuple):
    """A recorded try on the mover's own board.

    ``event``: the try, filled in as far as the boards agree; ``able``: the moves that it may be, each with its board;
    ``world``: the first of the boards.
    """

    event: Try
    able: list[tuple[Position, int]]
    world: Position

    def legal(self) -> bool:
        """Whether it is a legal move on every board."""
        return all(world.is_legal(move) for world, move in self.able)

    def illegal(self) -> bool:
        """Whether it is a legal move on none."""
        return not any(world.is_legal(move) for world, move in self.able)


@dataclass(slots=True)
class RecordedTurn(Turn):
    """A turn as the record tells it; ``used`` once there is anything of it."""

    used: bool = False
    open_question: Ask | None = None
    legal: list[Legal] = field(default_factory=list)

    def ask(self, event: Ask) -> None:
        """A question was put."""
        Turn.ask(self, event)
        self.used, self.open_question = True, event

    def answer(self, event: Answer) -> None:
        """The umpire has answered."""
        Turn.answer(self, event)
        self.used, self.open_question = True, None

    def tries(self, one: Tried) -> None:
        """A try was made (one of a list that was not reached is none)."""
        self.used = True
        pawn_capture = any(world.is_pawn_capture(move) for world, move in one.able)
        self.attempt(pawn_capture=pawn_capture)
        if one.event.verdict is not None:
            origins = {move & 63 for _, move in one.able}
            self.refuse(one.event, origins.pop() if len(origins) == 1 and not pawn_capture else None)


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
        {world.san(move, suffix=False).split("=")[0] for move in world.legal_moves() if world.is_pawn_capture(move)}
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

    :param turn: what came before it.

    :param unknown: all of these; of several the first is reported, with their number.
    """
    objection = in_turn.objection(event, turn, rules)
    if objection is None:
        return []
    if objection == "late" or rules is None:
        return [finding("KN304", "the question was asked after a try", event)]
    if objection == "squares":
        asked, most = turn.squares + len(event.squares or ()), rules.game.squares_asked
        message = f"{asked} squares were asked; the rulebook {rules.id} allows {most} in a turn"
        return [finding("KN302", message, event)]
    if event is not unknown[0]:
        return []
    advice = "`check --rules auto` shows which rulebooks the record is consistent with"
    note = f"the record asks {len(unknown)} times; {advice}" if len(unknown) > 1 else None
    return [finding("KN302", f"the rulebook {rules.id} has no question {_QUESTIONS[event.what]}", event, note=note)]


def check_answer(event: Answer, turn: RecordedTurn, worlds: list[Position], rebuffs: Rebuffs | None) -> list[Finding]:
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


def check_recapitulation(event: Answer, rebuffs: Rebuffs | None) -> list[Finding]:
    """What the opponent of the player to move is told of his rebuffs so far (RAND 9)."""
    return _check_rebuffs(event, rebuffs, "so far")


def _check_rebuffs(event: Answer, rebuffs: Rebuffs | None, when: str) -> list[Finding]:
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


def on_own_board(event: Try, worlds: list[Position], traits: Traits) -> Tried:
    """What a recorded try may have been among the mover's own men.

    :param worlds: the boards that the record allows, at least one.
    """
    if event.move is None and event.text is None:
        return Tried(event, [], worlds[0])
    able = [(world, move) for world in worlds for move in resolve_try(world, event, traits)]
    if not able:
        return Tried(unseen(event), able, worlds[0])  # no man of the player's can make it, so no board spells it
    if len({move for _, move in able}) > 1:
        return Tried(event, able, worlds[0])
    move = able[0][1]
    sans = {world.own_san(move) for world, _ in able}
    san = sans.pop() if len(sans) == 1 else None
    return Tried(msgspec.structs.replace(event, move=uci(move), san=san), able, worlds[0])


def check_try(one: Tried, rules: RuleSet | None, *, played: bool) -> list[Finding]:
    """Whether the umpire's word for a try can be right; of a legal one that was refused see :func:`legal_refusal`.

    :param played: whether the next move is the same; then a try without a mark is that move.
    """
    event = one.event
    printed = event.text or event.move
    if not one.able:
        one_word = rules is not None and not rules.tells_impossible and event.verdict is not None
        if (event.parts is None and event.move is None) or event.verdict == "impossible" or one_word:
            return []
        note = why_impossible(one.world, event.parts) if event.parts is not None else None
        return [finding("KN313", f"{printed} is impossible among the player’s own men", event, note=note)]
    if _doubtful(one):
        return []
    if event.verdict is None:
        return _judge_unmarked(event, rules, legal=one.legal() and not played, illegal=one.illegal())
    if event.verdict == "impossible" and not one.legal() and not _may_be_impossible(one, rules):
        return [finding("KN314", f"{printed} was called impossible, but the player's own men allow it", event)]
    return []


def legal_refusal(one: Tried, *, played: bool) -> Legal | None:
    """A refused try that is legal; several of one turn are one slip (:func:`refused_though_legal`).

    :param played: whether it is the move then played.
    """
    if one.event.verdict is None or not one.able or _doubtful(one) or not one.legal():
        return None
    who = "White" if one.world.turn else "Black"
    world = one.able[0][0]
    sans = ", ".join(world.san(move) for owner, move in one.able if owner is world)
    return Legal(one.event, played, f"{who} can play {sans}")


def is_played(one: Tried, following: Move | None, traits: Traits) -> bool:
    """Whether a try is the next move."""
    moves = {move for _, move in one.able}
    return following is not None and len(moves) == 1 and meant(one.world, following, traits) == list(moves)


def check_limit(event: Try, before: Rebuffs | None, now: Rebuffs | None, rules: RuleSet | None) -> list[Finding]:
    """More refused tries in a turn than the rulebook allows, at the first that is too many.

    :param before: the refused tries of the turn without this one; :param now: with it.
    """
    if rules is None or now is None or before is None:
        return []
    if in_turn.exceeds_limit(before, rules) or not in_turn.exceeds_limit(now, rules):
        return []
    message = f"{now[0]} tries were refused in this turn; the rulebook {rules.id} allows {rules.tries_limit}"
    return [finding("KN316", message, event)]


def _doubtful(one: Tried) -> bool:
    """Whether the printed figurine is not the man that can make the try: then nobody knows what was tried."""
    if not is_figurine(one.event) or one.event.parts is None or one.event.parts.piece is None:
        return False
    return not any(LETTERS[world.type_at(move & 63)] == one.event.parts.piece for world, move in one.able)


def _may_be_impossible(one: Tried, rules: RuleSet | None) -> bool:
    """Whether the second word can be right for a try that the player's own men allow.

    A record that has no question does not say that nobody asked.
    """
    if rules is None or not rules.nonsense:
        return True
    return any(in_turn.may_have_second_word(world, move, rules, asked=True) for world, move in one.able)


def _judge_unmarked(event: Try, rules: RuleSet | None, *, legal: bool, illegal: bool) -> list[Finding]:
    """A try without a verdict, behind which another move was played."""
    printed = event.text or event.move
    if illegal:
        fix = (event.text, event.text + "?") if event.text else None
        return [finding("KN312", f"{printed} has no mark, but was not legal", event, fix=fix)]
    if not legal or (rules is not None and rules.completion == "released"):
        return []  # it was taken back before the man was let go
    return [finding("KN312", f"{printed} has no mark and is legal, yet another move was played", event)]


def check_must_try(event: Move, turn: Turn, resolved: Resolved, rules: RuleSet | None) -> list[Finding]:
    """After a yes one pawn capture must be tried (Gambit 11)."""
    if rules is None or not in_turn.must_try_pawn_capture(rules, turn.yes, tried=turn.pawn_capture_tried):
        return []
    move, world = resolved.moves[0], resolved.sources[0]
    if world.is_pawn_capture(move) or not world.pawn_targets():
        return []
    message = "the umpire said yes to “Any?”, and no pawn capture was tried"
    return [finding("KN303", message, event, note=captures_note(world))]


def check_touch(event: Move, turn: Turn, resolved: Resolved, rules: RuleSet | None) -> list[Finding]:
    """Touch and move: a man that was tried and refused must move if it can (the Laws of Chess, by Gambit 1)."""
    world, move = resolved.sources[0], resolved.moves[0]
    bound = in_turn.must_move(world, turn, rules) if rules is not None else None
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
