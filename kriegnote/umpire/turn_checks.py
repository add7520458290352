"""What the umpire checks of a turn before its move, and of a whole record: what was recorded against what is true."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import msgspec

from kriegnote.chess.position import LETTERS, PAWN, Position, square_name, uci
from kriegnote.chess.reasons import WORDS, why_impossible
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import Answer, Ask, End, Move, PawnTries, Side, Try, other
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet, comparison
from kriegnote.rules import announcements as announce
from kriegnote.rules.game import Game
from kriegnote.rules.permissions import may_ask_squares
from kriegnote.text.results import read_result
from kriegnote.umpire.lost_setup import lost_setup
from kriegnote.umpire.printed_traits import Traits, is_figurine
from kriegnote.umpire.resolution import Resolved, meant, resolve_try, unseen


@dataclass(slots=True)
class Turn:
    """What has been asked, answered and tried since the turn began."""

    asked: bool = False
    yes: bool = False
    tries: int = 0
    pawn_capture_tried: bool = False
    open_question: Ask | None = None
    touched: list[int] = field(default_factory=list)  # the squares of the men that were tried and refused
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
        said, true = str(event.count), str(comparison.counts(targets, rules)[0])
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
    if rules is not None and rules.pawn_tries in ("on-request", "none"):
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


def check_ask(event: Ask, turn: Turn, rules: RuleSet | None) -> list[Finding]:
    """A question the rulebook does not have, or asked late."""
    if rules is not None and event.what not in rules.questions:
        return [finding("KN302", f"the rulebook {rules.id} has no question {_QUESTIONS[event.what]}", event)]
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
    if question.what == "rebuffs" and event.count is not None and rebuffs is not None:
        least, most = rebuffs
        if not least <= event.count <= most:
            message = f"the umpire counted {event.count} rebuffs; the record has {least} in the move before"
            return [finding("KN301", message, event)]
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
    event: Try, worlds: list[Position], turn: Turn, traits: Traits, rules: RuleSet | None
) -> tuple[Try, list[Finding]]:
    """A try on the mover's own board: the event filled in, and whether its verdict can be right."""
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
        turn.pawn_capture_tried = True
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
    return filled, _judge_try(event, options, moves, turn, rules) + limit


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
        if legal and rules is not None and rules.completion == "released":
            return []  # it was taken back before the man was let go
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
        return []
    printed = event.text or event.move
    message = f"{printed} was refused, but it is legal, and is the move then played"
    return [msgspec.structs.replace(found[0], message=message)]


# -- the whole record --------------------------------------------------------------------------------------------------


def one_of_several(refused: list[tuple[str, Finding]]) -> list[Finding]:
    """The findings on the tries of one turn that were refused although legal, as one: mostly it is one slip."""
    if len(refused) < 2:
        return [found for _, found in refused]
    texts = list(dict.fromkeys(text for text, _ in refused))
    if len(texts) == 1:
        return [refused[0][1]]
    message = f"{', '.join(texts[:-1])} and {texts[-1]} were refused, but they are legal"
    return [msgspec.structs.replace(refused[0][1], message=message, note=None)]


def gathered(findings: list[Finding]) -> list[Finding]:
    """The findings with a question that the rulebook does not have told once, and how often it is asked."""
    asked = [one for one in findings if one.code == "KN302"]
    if len(asked) < 2:
        return findings
    note = (
        f"the record asks {len(asked)} times; `check --rules auto` shows which rulebooks the record is consistent with"
    )
    kept: list[Finding] = []
    for one in findings:
        if one is asked[0]:
            kept.append(msgspec.structs.replace(one, note=note))
        elif one.code != "KN302":
            kept.append(one)
    return kept


def no_setup(record: Record, game: Game) -> list[Finding]:
    """The note on a game of secret set-ups without its first position: what the moves tell of it."""
    at = next((event for event in record.events if type(event) is Move), None)
    if at is None:
        return []
    told = lost_setup(record.events, game).words()
    note = f"the moves tell of it: {told}" if told else None
    return [finding("KN409", "the first position is not given, so the moves are not checked", at, note=note)]


def unknown_variant(record: Record) -> Finding:
    """The note on a game whose rules are not known: it is kept as it is, and not judged."""
    said = record.header("Variant") or ""
    at = next((event for event in record.events if event.line is not None), None)
    message = f"the rules of the variant {said!r} are not known: its moves are kept and converted, and not checked"
    note = "a rulebook of one's own can describe it: see “The rulebooks” in the documentation"
    return finding("KN407", message, at, note=note)


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


def check_result(record: Record, worlds: list[Position], sure: bool, rules: RuleSet | None) -> list[Finding]:
    """The printed result against the final position, and against the Result header."""
    found: list[Finding] = []
    header = record.header("Result")
    if record.result is not None and (read_result(header or "") or header) not in (None, record.result, "?"):
        found.append(finding("KN403", f"the Result header says {header}, the moves end with {record.result}"))
    found += _loser_wins(record)
    if len(worlds) != 1 or not sure or record.result is None or not any(type(e) is Move for e in record.events):
        return found
    world = worlds[0]
    if world.has_legal_move():
        return found
    loser = "White" if world.turn else "Black"
    mover: Side = "black" if world.turn else "white"
    if world.checkers() or world.dark:
        ended = announce.end(world, rules, mover, 1) if rules is not None else None  # some mates lose
        true = ended.result if ended is not None and ended.result else ("0-1" if world.turn else "1-0")
        what, right = f"{loser} is mated", {true}
    else:
        worth = rules.allowed("stalemate") if rules is not None else ("draw",)
        right = {announce.stalemate(one, mover) for one in worth}
        true, what = announce.stalemate(worth[0], mover), f"{loser} is stalemated"
    if record.result not in right | {"*"}:
        last = next(event for event in reversed(record.events) if type(event) is Move)
        note = f"the result is {true}"
        found.append(finding("KN402", f"the result is printed as {record.result}, but {what}", last, note=note))
    return found
