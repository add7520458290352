"""What the umpire reports on a printed move that is resolved otherwise than printed, marked wrongly or not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kriegnote.chess.position import LETTERS, Position, uci
from kriegnote.chess.reasons import WORDS, why_illegal
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import Move
from kriegnote.model.printed_moves import Parts
from kriegnote.umpire.printed_traits import CAPTURE_MARK, CHECK_MARK, MATE_MARK, Traits, is_figurine

if TYPE_CHECKING:
    from kriegnote.umpire.resolution import Resolved

NULL_MOVE = "a null move passes the turn, as annotators do to show a threat"
Found = list[tuple[Position, int]]


def promoted(text: str, traits: Traits) -> str:
    bare = text.rstrip("+#!?†‡")
    return f"{bare}={traits.letter('Q', '')}{text[len(bare) :]}"


def doubted(event: Move, parts: Parts, found: Found, doubt: str, traits: Traits) -> Finding:
    text = event.text or ""
    texts = sorted({traits.say(world.san(move, suffix=False)) for world, move in found})
    fix = (text, texts[0]) if len(texts) == 1 else None
    if doubt == "origin":
        return finding("KN208", f"{text}: no man can go there from {parts.from_}; {one_of(texts)} fits", event, fix=fix)
    men = sorted({LETTERS[world.type_at(move & 63)] for world, move in found}, key="KQRBNP".index)
    if len(texts) == 1 and men[0] != "P" and text[:1] not in "abcdefgh":
        fix = (text, traits.letter(men[0], text[:1]) + text[1:])  # the man alone: capture and mate marks are evidence
    promotions = sorted({LETTERS[move >> 12] for _, move in found if move >> 12})
    if promotions:
        return finding(
            "KN202",
            f"{text}: a pawn cannot become that; {one_of(['a ' + WORDS[p] for p in promotions])} can",
            event,
            fix=fix,
        )
    names = one_of([f"the {WORDS[man]}" for man in men])
    who = event.side or ("white" if found[0][0].turn else "black")
    printed = text[0] if is_figurine(text) else f"a {WORDS[parts.piece or 'P']}"
    return finding(
        "KN202",
        f"{text}: {printed} cannot be the man that moved; {names} could",
        event,
        note=f"{who.capitalize()} can play {one_of(texts)}",
        fix=fix,
    )


def one_of(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def check_marks(resolved: Resolved, traits: Traits) -> None:
    event, move, world = resolved.event, resolved.moves[0], resolved.sources[0]
    text, san = event.text or "", event.san or ""
    if not text:
        return
    takes = "x" in san
    slanted = event.parts is not None and event.parts.piece == "P" and event.parts.capture
    if CAPTURE_MARK.search(text):
        if not takes:
            clean = CAPTURE_MARK.sub("", text, count=1)
            resolved.findings.append(
                finding("KN204", f"{text} is marked as a capture, but nothing stands there", event, fix=(text, clean))
            )
    elif takes and traits.marks_captures and not slanted:
        man = LETTERS[world.type_at(world.captured_square(move))]
        resolved.findings.append(
            finding(
                "KN205",
                f"{text} takes a {WORDS[man]}, but is not marked as a capture",
                event,
                note=f"the move is {traits.say(san)}",
                fix=(text, text[:-2] + traits.mark + text[-2:]) if text[-1:].isdigit() else None,
            )
        )
    suffix = san[-1:]
    mate = MATE_MARK.search(text)
    if world.dark:
        return
    if (mate and suffix != "#") or (not mate and CHECK_MARK.search(text) and suffix not in ("+", "#")):
        truth = {"+": "it is check, but not mate", "#": "it is mate"}.get(suffix, "it gives no check")
        wrong = "mate" if mate else "check"
        resolved.findings.append(finding("KN206", f"{text} is marked as {wrong}; {truth}", event))


def why_not(world: Position, parts: Parts | None, forced: int | None) -> str | None:
    if forced is not None:
        standing = world.type_at(forced & 63)
        return f"on {uci(forced)[:2]} stands {'a ' + WORDS[LETTERS[standing]] if standing else 'nothing'}"
    return None if parts is None else why_illegal(world, parts)
