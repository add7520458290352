"""What the umpire checks: small functions, each taking what was recorded and what is true, returning findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from kriegnote import announce, perception
from kriegnote.board import LETTERS, PAWN, Position, move_of, square_name, uci
from kriegnote.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    End,
    Event,
    Move,
    PawnTries,
    Promotion,
    Reveal,
    Side,
    Try,
    other,
)
from kriegnote.findings import Finding, finding
from kriegnote.reasons import WORDS, why_impossible
from kriegnote.record import Record
from kriegnote.resolve import Resolved, Traits, is_figurine, meant, resolve_try
from kriegnote.rules import RuleSet

KIND_NAMES: Final[Mapping[type[Event], str]] = {
    Capture: "capture", Check: "check", Promotion: "promotion", Reveal: "reveal", End: "end",
}  # fmt: skip
Due = tuple[type[Event], Side | None]
"""What an announcement is known by: its kind, and for what a player alone is shown, who he is."""


def due_key(event: AnyEvent) -> Due:
    """The key of an announcement."""
    return type(event), event.side if isinstance(event, Reveal) else None


@dataclass(slots=True)
class Turn:
    """What has been asked, answered and tried since the turn began."""

    asked: bool = False
    yes: bool = False
    tries: int = 0
    pawn_capture_tried: bool = False
    open_question: Ask | None = None
    rebuffs: tuple[int, int] | None = (0, 0)  # the least and the most that can be counted; None: nobody knows

    def refused(self, event: Try) -> None:
        """Counts a refused try; the second word need not count (RAND 7 and 9)."""
        if event.verdict in (None, "untested") or self.rebuffs is None:
            return
        if not isinstance(event.times, int):
            self.rebuffs = None
            return
        least, most = self.rebuffs
        self.rebuffs = least + event.times * (event.verdict != "impossible"), most + event.times


def dues(
    sources: list[Position],
    moves: list[int],
    afters: list[Position],
    rules: RuleSet,
    side: Side,
    turn: int,
    asked: bool,
) -> dict[Due, AnyEvent]:
    """What an umpire has to say after a move, in order; what the possible boards do not agree on is left out."""
    due = _due(sources[0], moves[0], afters[0], rules, side, turn, asked)
    for before, move, after in zip(sources[1:], moves[1:], afters[1:], strict=True):
        told = _due(before, move, after, rules, side, turn, asked)
        due = {kind: event for kind, event in due.items() if told.get(kind) == event}
    return due


def _due(
    before: Position, move: int, after: Position, rules: RuleSet, side: Side, turn: int, asked: bool
) -> dict[Due, AnyEvent]:
    due: dict[Due, AnyEvent] = {}
    if (capture := announce.capture(before, move, rules, side, turn, asked)) is not None:
        due[Capture, None] = capture
    if after.checkers() and (check := announce.check(after, rules, side, turn)) is not None:
        due[Check, None] = check
    if rules.promotion and move >> 12:
        due[Promotion, None] = Promotion(side=side, turn=turn, source="derived")
    if rules.moves == "dark":
        for hearer in (side, other(side)):
            if (shown := perception.reveal(before, after, hearer, side, turn)) is not None:
                due[Reveal, hearer] = shown
    if (end := announce.end(after, rules, side, turn)) is not None:
        due[End, None] = end
    return due


# -- before the move ---------------------------------------------------------------------------------------------------


def check_pawn_tries(event: PawnTries, worlds: list[Position], rules: RuleSet | None) -> list[Finding]:
    """A recorded word on pawn captures against the board (all boards, when there are several)."""
    found = None
    for world in worlds:
        targets = world.pawn_targets()
        names = sorted(square_name(target) for target in targets)
        count = announce.count_captures(world, targets, rules) if rules else len(targets)
        if event.squares is not None and sorted(event.squares) not in (names, sorted(set(names))):
            said, true = ", ".join(event.squares) or "none", ", ".join(names) or "none"
        elif event.count is not None and event.count != count:
            said, true = str(event.count), str(count)
        elif event.any is not None and event.any != bool(targets):
            said, true = ("some" if event.any else "none"), _captures(world, targets)
        else:
            return []
        found = finding(
            "KN321", f"pawn captures announced: {said}; on the board: {true}", event, note=captures_note(world)
        )
    return [found] if found else []


def _captures(world: Position, targets: list[int]) -> str:
    return ", ".join(square_name(target) for target in targets) or "none"


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
    if rules is not None and rules.pawn_tries in ("on-request", "none"):
        return None
    if not all(world.pawn_targets() for world in worlds):
        return None
    return f"pawn captures were possible and not announced: {captures_note(worlds[0])}"


_QUESTIONS: Final = {"any": "“Any?”", "rebuffs": "about rebuffs", "material": "about the material left"}


def check_ask(event: Ask, turn: Turn, rules: RuleSet | None) -> list[Finding]:
    """A question the rulebook does not have, or asked late."""
    if rules is not None and event.what not in rules.questions:
        return [finding("KN302", f"the rulebook {rules.id} has no question {_QUESTIONS[event.what]}", event)]
    if event.what == "any" and turn.tries and (rules is None or rules.ask == "before-first-try"):
        return [finding("KN304", "the question was asked after a try", event)]
    return []


def check_answer(event: Answer, turn: Turn, worlds: list[Position], rebuffs: tuple[int, int] | None) -> list[Finding]:
    """A recorded answer against the board, or against the rebuffs counted in the turn before."""
    question = turn.open_question
    if question is None:
        return [finding("KN306", "the umpire answers, but nobody asked", event)]
    if question.what == "rebuffs" and event.count is not None and rebuffs is not None:
        least, most = rebuffs
        if not least <= event.count <= most:
            message = f"the umpire counted {event.count} rebuffs; the record has {least} in the move before"
            return [finding("KN301", message, event)]
    if question.what != "any" or event.any is None or not worlds:
        return []
    if all(bool(world.pawn_targets()) != event.any for world in worlds):
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


def check_try(
    event: Try, worlds: list[Position], turn: Turn, traits: Traits, rules: RuleSet | None
) -> tuple[Try, list[Finding]]:
    """A try on the mover's own board: the event filled in, and whether its verdict can be right."""
    turn.refused(event)
    if event.verdict != "untested":
        turn.tries += 1
    if event.move is None and event.text is None:
        return event, []
    options = [(world, resolve_try(world, event, traits)) for world in worlds]
    moves = {move for _, found in options for move in found}
    world = options[0][0]
    if any(owner.type_at(m & 63) == PAWN and (m & 7) != (m >> 6 & 7) for owner, found in options for m in found):
        turn.pawn_capture_tried = True
    filled = event
    if len(moves) == 1:
        move = next(iter(moves))
        filled = msgspec.structs.replace(event, move=uci(move), san=world.own_san(move))
    if event.verdict == "untested" or (moves and _doubtful(event, options)):
        return filled, []
    return filled, _judge_try(event, options, moves, turn, rules)


def _doubtful(event: Try, options: list[tuple[Position, list[int]]]) -> bool:
    """Whether the printed figurine is not the man that can make the try: then nobody knows what was tried."""
    if not is_figurine(event.text) or event.parts is None or event.parts.piece is None:
        return False
    return not any(LETTERS[world.type_at(move & 63)] == event.parts.piece for world, found in options for move in found)


def _judge_try(
    event: Try, options: list[tuple[Position, list[int]]], moves: set[int], turn: Turn, rules: RuleSet | None
) -> list[Finding]:
    printed = event.text or event.move
    if not moves:
        if event.parts is None and event.move is None:
            return []
        if event.verdict == "impossible":
            return []
        note = why_impossible(options[0][0], event.parts) if event.parts is not None else None
        return [finding("KN313", f"{printed} is impossible among the player’s own men", event, note=note)]
    legal = all(all(world.is_legal(move) for move in found) for world, found in options if found)
    illegal = not any(world.is_legal(move) for world, found in options for move in found)
    if event.verdict is None:
        if illegal:
            return [
                finding(
                    "KN312",
                    f"{printed} has no mark, but was not legal",
                    event,
                    fix=(event.text, event.text + "?") if event.text else None,
                )
            ]
        if legal:
            return [finding("KN312", f"{printed} has no mark and is legal, yet another move was played", event)]
        return []
    if legal:
        return [
            finding(
                "KN311",
                f"{printed} was refused, but it is legal",
                event,
                note=_legal_note(options[0][0], options[0][1]),
            )
        ]
    if event.verdict == "impossible" and rules is not None and rules.nonsense and not _nonsense(options, turn, rules):
        return [finding("KN314", f"{printed} was called impossible, but the player's own men allow it", event)]
    return []


def _legal_note(world: Position, moves: list[int]) -> str:
    who = "White" if world.turn else "Black"
    return f"{who} can play {', '.join(world.san(move) for move in moves)}"


def _nonsense(options: list[tuple[Position, list[int]]], turn: Turn, rules: RuleSet) -> bool:
    """Whether the second word can be right for a try that the player's own men allow."""
    reasons = rules.nonsense | rules.disputed
    world, moves = options[0]
    if "announced-check" in reasons and world.checkers():
        return True
    if "unannounced-capture" in reasons and not world.pawn_targets():
        return any(world.type_at(move & 63) == PAWN and (move & 7) != (move >> 6 & 7) for move in moves)
    return False


def check_duty(
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


# -- after the move ----------------------------------------------------------------------------------------------------


def check_announcement(
    event: AnyEvent,
    truth: AnyEvent | None,
    before: list[Position],
    last: Move | None,
    rules: RuleSet | None,
    after: list[Position],
) -> list[Finding]:
    """A recorded announcement against what was due."""
    if isinstance(event, Reveal):
        return _check_reveal(event, after)
    if isinstance(event, Capture):
        return _check_capture(event, truth, before, last)
    if isinstance(event, Check):
        return _check_check(event, truth)
    if isinstance(event, Promotion):
        promoted = last is not None and last.move is not None and len(last.move) == 5
        return [] if promoted else [finding("KN351", "a promotion is announced, but no pawn promoted", event)]
    if isinstance(event, End) and event.reason in ("checkmate", "stalemate", "king-captured"):
        true = truth.reason if isinstance(truth, End) else "the game goes on"
        if true != event.reason:
            return [finding("KN361", f"the umpire announced {event.reason}; on the board: {true}", event)]
    return []


def _check_capture(event: Capture, truth: AnyEvent | None, before: list[Position], last: Move | None) -> list[Finding]:
    if not isinstance(truth, Capture) or last is None or last.move is None or not before:
        return [finding("KN331", "a capture is announced, but nothing was taken", event)]
    move = move_of(last.move)
    position = before[0]
    removed = position.captured_square(move)
    landing = move >> 6 & 63
    squares = {square_name(landing), square_name(removed)}
    found: list[Finding] = []
    if event.square is not None and event.square not in squares:
        found.append(finding("KN332", f"a capture is announced on {event.square}; it was on {truth.square}", event))
    man = position.type_at(removed)
    if event.captured in ("pawn", "piece") and event.captured != announce.category(man):
        found.append(
            finding("KN333", f"a {event.captured} is announced as taken; it was a {announce.category(man)}", event)
        )
    elif event.captured is not None and len(event.captured) == 1 and event.captured != LETTERS[man]:
        said, true = WORDS[event.captured], WORDS[LETTERS[man]]
        found.append(finding("KN333", f"a {said} is announced as taken; it was a {true}", event))
    if event.by is not None and event.by != announce.category(position.type_at(move & 63)):
        by = announce.category(position.type_at(move & 63))
        found.append(finding("KN335", f"a capture by a {event.by} is announced; it was a {by} that took", event))
    if event.en_passant is not None and event.en_passant != (removed != landing):
        found.append(
            finding(
                "KN336",
                "the capture is announced as en passant and is not"
                if event.en_passant
                else "the capture was en passant",
                event,
            )
        )
    return found


def _check_check(event: Check, truth: AnyEvent | None) -> list[Finding]:
    if not isinstance(truth, Check):
        return [finding("KN341", "check is announced, but the king is not attacked", event)]
    said, true = set(event.directions), set(truth.directions)
    if "diagonal" in said:
        true = {"diagonal" if way in ("long", "short") else way for way in true}
    if not said or said == true or (said < true and len(true) == 2):
        return []
    return [finding("KN342", f"check is announced {_ways(said)}; it is {_ways(true)}", event)]


def _check_reveal(event: Reveal, after: list[Position]) -> list[Finding]:
    """What a player is said to see, against what stands there; a man told again is no fault."""
    if event.side is None or not after or not after[0].dark:
        return []
    wrong = perception.untrue(event, after[0])
    return [finding("KN371", f"{event.side.capitalize()} is shown {said}; {true}", event) for said, true in wrong[:1]]


_WAYS: Final = {
    "rank": "on the rank",
    "file": "on the file",
    "long": "on the long diagonal",
    "short": "on the short diagonal",
    "diagonal": "on a diagonal",
    "knight": "by a knight",
}


def _ways(directions: Iterable[str]) -> str:
    return " and ".join(_WAYS[way] for way in sorted(directions))


def unannounced(truth: AnyEvent, last: Move | None) -> list[Finding]:
    """What was due, is not recorded, and would have been: the record's silence says no."""
    if isinstance(truth, Capture):
        return [finding("KN334", f"the capture on {truth.square} is not announced", last)]
    if isinstance(truth, Check):
        return [finding("KN343", f"the check {_ways(truth.directions)} is not announced", last)]
    if isinstance(truth, Promotion):
        return [finding("KN352", "the promotion is not announced", last)]
    if isinstance(truth, Reveal):
        return [finding("KN372", f"{perception.words(truth)} is not shown to {str(truth.side).capitalize()}", last)]
    return []


def check_again(event: AnyEvent, before: AnyEvent, truth: AnyEvent) -> list[Finding]:
    """An announcement of a kind that was recorded already: half of a double check, or said twice."""
    if isinstance(event, Check) and isinstance(truth, Check) and isinstance(before, Check):
        return (
            []
            if set(before.directions) != set(event.directions)
            and len(truth.directions) > 1
            and (set(event.directions) <= set(truth.directions) | {"diagonal"})
            else [
                *_check_check(event, truth),
                *([] if before.directions != event.directions else _twice(event, "check")),
            ]
        )
    if isinstance(event, Capture):
        return _twice(event, f"the capture on {event.square}" if event.square else "the capture")
    return []


def _twice(event: AnyEvent, what: str) -> list[Finding]:
    code = "KN341" if isinstance(event, Check) else "KN331"
    return [
        finding(code, f"{what} is announced twice", event, note="strike one, or put it behind the move it belongs to")
    ]


def with_what_was_played(
    found: list[Finding], event: Try, following: list[Move], worlds: list[Position], traits: Traits
) -> list[Finding]:
    """Findings about a legal try, knowing the move that follows it: the same move makes another story of it."""
    if event.move is None or not following or not worlds:
        return found
    same = [uci(move) for move in meant(worlds[0], following[0], traits)] == [event.move]
    if not same:
        return found
    if found[0].code == "KN312":
        return [] if "not legal" not in found[0].message else found
    printed = event.text or event.move
    message = f"{printed} was refused, but it is legal, and is the move then played"
    return [msgspec.structs.replace(found[0], message=message)]


def gathered(findings: list[Finding]) -> list[Finding]:
    """The findings with a question that the rulebook does not have told once, and how often it is asked."""
    asked = [one for one in findings if one.code == "KN302"]
    if len(asked) < 2:
        return findings
    note = f"the record asks {len(asked)} times; `check --rules auto` tells which rulebooks it obeys"
    kept: list[Finding] = []
    for one in findings:
        if one is asked[0]:
            kept.append(msgspec.structs.replace(one, note=note))
        elif one.code != "KN302":
            kept.append(one)
    return kept


def _loser_wins(record: Record) -> list[Finding]:
    """A player who gives up, or oversteps the time, and is said to have won."""
    last = next((event for event in reversed(record.events) if type(event) is End), None)
    if last is None or last.side is None or last.reason not in _LOSES:
        return []
    printed = record.result or last.result
    if printed != ("1-0" if last.side == "white" else "0-1"):
        return []
    loser, winner = last.side.capitalize(), other(last.side).capitalize()
    message = f"{loser} {_LOSES[last.reason]}, but the result is printed as {printed}"
    right = "0-1" if last.side == "white" else "1-0"
    return [finding("KN402", message, last, note=f"{winner} wins then: {right}, or it was {winner} who lost")]


_LOSES: Final = {"resignation": "resigns", "time": "loses on time", "forfeit": "forfeits"}


def check_result(record: Record, worlds: list[Position], sure: bool) -> list[Finding]:
    """The printed result against the final position, and against the Result header."""
    found: list[Finding] = []
    header = record.header("Result")
    if header is not None and record.result is not None and header != record.result and header != "?":
        found.append(finding("KN403", f"the Result header says {header}, the moves end with {record.result}"))
    found += _loser_wins(record)
    if len(worlds) != 1 or not sure or record.result is None or not any(type(e) is Move for e in record.events):
        return found
    world = worlds[0]
    if world.has_legal_move():
        return found
    loser = "White" if world.turn else "Black"
    if world.checkers() or world.dark:
        true, what = ("0-1" if world.turn else "1-0"), f"{loser} is mated"
    else:
        true, what = "1/2-1/2", f"{loser} is stalemated"
    if record.result not in (true, "*") and not (true == "1/2-1/2" and record.rules == "rand"):
        last = next(event for event in reversed(record.events) if type(event) is Move)
        note = f"the result is {true}"
        found.append(finding("KN402", f"the result is printed as {record.result}, but {what}", last, note=note))
    return found
