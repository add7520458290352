"""Reads the notation ``problem``: tags as in PGN, then the solution as printed (§4.7, §6.2 to 6.4, chapter 7).

A solution has one of three forms: numbered prose with “if the umpire says …”, Swart's formal scheme (§7.2), or the
indented tree of diagram 6.10.  Problems in JSON are read, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from kriegnote.diagnostics.findings import Finding
from kriegnote.documents.diagrams import Diagram, diagrams
from kriegnote.problems import stated
from kriegnote.problems.faults import fault
from kriegnote.problems.policy import Branch, Hidden, Node, Problem, Twin, from_json, walk
from kriegnote.problems.reading import tag_values
from kriegnote.problems.reading.caption import Caption, direct_mate, hidden_men, lacks_king, mate_in, read_caption
from kriegnote.problems.reading.parts import ProblemPart, parts
from kriegnote.problems.reading.solution import SolutionReading, read_solution
from kriegnote.rules import RULES
from kriegnote.rules.assumed import OF_PROBLEMS
from kriegnote.text.source import Lines

_ALIASES: Final = {"eastern": "english", "western": "icc"}
AS_STIPULATION: Final = "only direct mates are judged; write e.g. #2"
_YES: Final = ("yes", "true", "1", "black")
_NOTHING: Final = SolutionReading((), 0, ())


def read_problems(text: str) -> tuple[list[Problem], list[Finding]]:
    """The problems of a text, with twins as separate problems, and the findings on them.

    Nothing is raised: text that is not understood gives a finding and remains among the comments.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return _read_json(text)
    lines = Lines(text)
    problems: list[Problem] = []
    findings: list[Finding] = []
    for part in parts(text):
        try:
            some, found = _problems(part, lines)
        except RecursionError:
            some, found = [], [fault("KN103", "the solution is nested too deeply")]
        problems += some
        findings += found
    if not problems and not findings:
        findings.append(fault("KN506", "no problem found"))
    return problems, findings


def _read_json(text: str) -> tuple[list[Problem], list[Finding]]:
    """The problems of a JSON text: one object, or one object per line."""
    problems, findings = [], []
    for number, line in enumerate(text.splitlines() if "\n{" in text.strip() else [text], 1):
        if line.strip():
            try:
                problems.append(from_json(line))
            except (msgspec.DecodeError, RecursionError) as error:
                made = fault("KN506", f"not a JSON problem: {error}")
                findings.append(msgspec.structs.replace(made, line=number, column=1))
    return problems, findings


def _problems(part: ProblemPart, lines: Lines) -> tuple[list[Problem], list[Finding]]:
    """The problem of a part and its twins, with the findings on them; nothing for the heading of a chapter."""
    caption = read_caption(part.caption)
    board = _printed_board(part)
    fen = part.value("fen") if board is None else _fen(board, caption)
    if part.headed and not part.marked and fen is None:
        return [], []
    start = part.solution + (board.end if board is not None and not part.marked else 0)
    solution = _solution_node(part.text, start, part.end, lines)
    reading = next(read_solution(solution), _NOTHING)
    findings = [*_tag_findings(part, fen), *_reading_findings(reading, solution)]
    unshown = _unshown_men(part, caption, fen)
    problem = Problem(
        tags=part.tags,
        fen=fen,
        worlds=unshown.worlds,
        hidden=unshown.hidden,
        facts=unshown.facts,
        moves=mate_in(part.value("stipulation") or "") or caption.moves,
        rules=_rulebook(part.value("rules") or "") or caption.rules,
        excluded=tag_values.replies(part.value("excludedreplies") or ""),
        opponent_asks=(part.value("opponentasks") or "").lower().startswith(_YES) or caption.black_asks,
        policy=reading.policy,
        solution=solution,
        unread=reading.unread,
        comments=reading.comments,
    )
    return _twins(problem), findings


def _rulebook(name: str) -> str | None:
    """The id of a rulebook under one of its names, in any case; None if there is none."""
    found = _ALIASES.get(name.lower(), name.lower())
    return found if found in RULES else None


def _printed_board(part: ProblemPart) -> Diagram | None:
    """The diagram that is printed above the solution; None if there is none, or a tag gives the position."""
    if part.value("fen") is not None:
        return None
    return next(diagrams(part.text[part.body : part.solution if part.marked else part.end]), None)


def _fen(board: Diagram, caption: Caption) -> str:
    return board.as_fen("b" if caption.black_moves else "w")


class _UnshownMen(NamedTuple):
    """What a problem says of the men that its diagram does not show; at most one of the fields from a caption."""

    worlds: tuple[str, ...]
    hidden: tuple[Hidden, ...]
    facts: tuple[str, ...]


def _unshown_men(part: ProblemPart, caption: Caption, fen: str | None) -> _UnshownMen:
    """What the tags say of hidden men, or, if none does, what the caption says."""
    worlds = tuple(
        world.strip()
        for name, value in part.tags
        if name.lower() in ("world", "worlds")
        for world in value.split(";")
        if world.strip()
    )
    hidden = tuple(_hidden(part))
    facts = tuple(part.values("fact"))
    if worlds or hidden or facts or not fen or not fen.strip():
        return _UnshownMen(worlds, hidden, facts)
    if part.marked and lacks_king(fen):
        facts = tuple(sentence for sentence, _ in stated.sentences(part.caption, fen))
    hidden = () if facts else hidden_men(read_caption(part.text[part.start : part.end]), fen)
    return _UnshownMen((), hidden, facts)


def _hidden(part: ProblemPart) -> Iterator[Hidden]:
    """The hidden men of the tags ``Hidden``, ``BlackKing`` and ``Promoted``."""
    yield from filter(None, map(tag_values.hidden, part.values("hidden")))
    for name, men in (("blackking", "k"), ("promoted", "qrbn")):
        if value := part.value(name):
            yield Hidden(men=men, squares=tag_values.squares(value))


def _tag_findings(part: ProblemPart, fen: str | None) -> Iterator[Finding]:
    """The findings on tags that are not understood."""
    for value in part.values("hidden"):
        for square in tag_values.no_squares(value):
            yield fault("KN505", f"[Hidden {value!r}]: there is no square {square}")
        if tag_values.hidden(value) is None:
            yield fault("KN505", f"[Hidden {value!r}] is not understood", note='write e.g. [Hidden "k on a8 a6"]')
    for value in part.values("fact"):
        if not stated.facts(value, fen or ""):
            note = 'write e.g. [Fact "White has made 14 captures"]'
            yield fault("KN505", f"[Fact {value!r}] is not understood", note=note)
    for value in part.values("twin"):
        edits = value.strip().partition(" ")[2]
        if fen is not None and edits and tag_values.edited(fen, edits) is None:
            yield fault("KN505", f"[Twin {value!r}] cannot be set up", note='write e.g. [Twin "b +na5 -b4 Ke1e2"]')
    for value in part.values("rules"):
        if _rulebook(value) is None:
            yield fault(
                "KN505",
                f"unknown rulebook {value!r}",
                note=f"the rules of {OF_PROBLEMS!r} are used; expected one of {', '.join(RULES)}",
            )
    wanted = part.value("stipulation")
    if wanted is not None and not direct_mate(wanted):
        yield fault("KN505", f"the stipulation {wanted!r} is no direct mate in whole moves", note=AS_STIPULATION)
    printed = read_caption(part.caption).moves
    if wanted is not None and (asked := direct_mate(wanted)) and printed and printed != asked:
        said = f"the stipulation {wanted!r} asks for mate in {asked}, and the text for mate in {printed}"
        yield fault("KN505", said, note=f"the tag counts: it is tested for mate in {asked}")
    if fen is None:
        yield from (
            fault("KN505", f"[{name} …] is no tag of a problem", note="did you mean FEN?")
            for name, value in part.tags if name.lower() != "fen" and value.partition(" ")[0].count("/") == 7
        )  # fmt: skip


def _reading_findings(reading: SolutionReading, solution: Node) -> Iterator[Finding]:
    """The findings on what is not understood in a solution."""
    if not reading.policy:
        yield fault("KN506", "the solution has no moves", solution)
    for node in reading.unread:
        text = " ".join(node.text.split())
        if text[:1].isdecimal():
            yield fault("KN506", f"{text}: this move was not read as part of the solution", node)
        else:
            said = "this condition is not understood; the move is read as unconditional"
            yield fault("KN506", f"{text}: {said}", node)


def _twins(problem: Problem) -> list[Problem]:
    """A problem and its twins (``[Twin "b +na5"]``).

    A tag without edits (``[Twin "b"]``) names the twin that the problem itself is; then there are no others.
    """
    sections = {
        each.twin
        for node in walk(problem.policy)
        if isinstance(node, Branch)
        for each in node.when
        if isinstance(each, Twin)
    }
    found = []
    for value in (value for name, value in problem.tags if name.lower() == "twin"):
        name, _, edits = value.strip().partition(" ")
        name = name.rstrip(":").lower()
        if not edits.strip():
            return [msgspec.structs.replace(problem, twin=name)]
        if problem.fen and (fen := tag_values.edited(problem.fen, edits)):
            found.append(msgspec.structs.replace(problem, twin=name, fen=fen))
    if not found:
        return [problem]
    first = sorted(sections - {each.twin for each in found if each.twin})[:1] or ["a"]
    return [msgspec.structs.replace(problem, twin=first[0]), *found]


def _solution_node(text: str, start: int, end: int, lines: Lines) -> Node:
    """The printed solution as a node."""
    body = text[start:end]
    start += len(body) - len(body.lstrip())
    line, column = lines.place(start)
    printed = body.strip()
    return Node(text=printed, line=line, column=column, span=(start, start + len(printed)))
