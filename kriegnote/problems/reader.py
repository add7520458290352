"""The notation ``problem``: tags as in PGN, then the solution as it is printed (§4.7, §6.2 to 6.4, chapter 7).

Three forms, told apart by themselves: numbered prose with “if the umpire says …”, Swart's formal scheme (§7.2), and the
indented tree of diagram 6.10.  A problem in JSON is read too.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

import msgspec

from kriegnote.diagnostics.findings import Finding
from kriegnote.documents.diagrams import diagrams
from kriegnote.problems import diagram, stated
from kriegnote.problems.faults import fault
from kriegnote.problems.phrases import line_starts
from kriegnote.problems.policy import Branch, Hidden, Node, Plan, Problem, Twin, from_json, walk
from kriegnote.problems.solution import read_solution
from kriegnote.rules import RULES

_TAG: Final = re.compile(r'^[ \t]*\[[ \t]*([A-Za-z_]\w*)[ \t]+"((?:\\.|[^"\\\n])*)"[ \t]*\][ \t]*\r?$', re.M)
_HEADING: Final = re.compile(r"^#{1,6}[ \t]+(?:(\d+(?:\.\d+)*)[ \t]+)?.*\b(?:[Pp]roblema?|[Pp]roblem)\b.*$", re.M)
_ANY_HEADING: Final = re.compile(r"^#{1,6}[ \t]", re.M)
_SOLUTION: Final = re.compile(r"(?im)^[ \t>*_]*(?:soluzione|solution)\b[ \t]*[:.]?")
_BLACK_MATES: Final = re.compile(r"(?i)(?<!\w)(?:black\s+(?:to\s+move|mates|plays)|(?:il\s+)?nero\s+(?:muove|matta))")
_ALIASES: Final = {"eastern": "english", "western": "icc"}


def read_problems(text: str) -> tuple[list[Problem], list[Finding]]:
    """The problems of a text, twins as problems of their own, and what is wrong with how they are written.

    Never raises: what is not understood is a finding, and kept among the comments.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return _read_json(text)
    lines = line_starts(text)
    problems: list[Problem] = []
    findings: list[Finding] = []
    for start, end in _parts(text):
        try:
            some, found = _problem(text, start, end, lines)
        except RecursionError:
            some, found = [], [fault("KN103", "The solution nests too deeply to be read.")]
        problems += some
        findings += found
    if not problems and not findings:
        findings.append(fault("KN506", "The text holds no problem."))
    return problems, findings


def _read_json(text: str) -> tuple[list[Problem], list[Finding]]:
    problems, findings = [], []
    for number, line in enumerate(text.splitlines() if "\n{" in text.strip() else [text], 1):
        if line.strip():
            try:
                problems.append(from_json(line))
            except (msgspec.DecodeError, RecursionError) as error:
                made = fault("KN506", f"Not a problem in JSON: {error}.")
                findings.append(msgspec.structs.replace(made, line=number, column=1))
    return problems, findings


def _parts(text: str) -> list[tuple[int, int]]:
    """Where each problem starts and ends: at a heading that says so, or where tags begin again."""
    starts = [found.start() for found in _HEADING.finditer(text)]
    last = -1
    for found in _TAG.finditer(text):
        between = text[max(last, 0) : found.start()]
        headed = bool(starts) and any(
            start <= found.start() and not text[text.find("\n", start) + 1 : found.start()].strip() for start in starts
        )
        if (last < 0 or between.strip()) and not headed:
            starts.append(found.start())
        last = found.end()
    starts = sorted(set(starts))
    if not starts:
        return [(0, len(text))] if text.strip() else []
    found_parts = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        first = text.find("\n", start)
        other = _ANY_HEADING.search(text, first, end) if first >= 0 else None
        found_parts.append((start, other.start() if other and text.startswith("#", start) else end))
    return found_parts


def _problem(text: str, start: int, end: int, lines: list[int]) -> tuple[list[Problem], list[Finding]]:
    body = text[start:end]
    tags: list[tuple[str, str]] = []
    at = 0
    heading = _HEADING.match(body)
    if heading and heading.group(1):
        tags.append(("Id", heading.group(1)))
    for found in _TAG.finditer(body):
        tags.append((found.group(1), re.sub(r"\\(.)", r"\1", found.group(2))))
        at = found.end()
    named = {name.lower(): value for name, value in reversed(tags)}
    if heading and not at:
        at = heading.end()
    marker = _SOLUTION.search(body, at)
    fen = named.get("fen")
    board = next(diagrams(body[at : marker.start() if marker else None]), None) if fen is None else None
    if not marker and heading and fen is None and board is None:
        return [], []  # a chapter's heading
    caption = body[at : marker.start()] if marker else body[at : at + 300]
    if board is not None:
        fen = f"{board.placement} {'b' if _BLACK_MATES.search(caption) else 'w'} - - 0 1"
    solution = marker.end() if marker else at + (board.end if board is not None else 0)
    findings = _tag_findings(tags, fen)
    first = next(read_solution(text, start + solution, end, lines), None)
    policy = first.policy if first else ()
    unread = first.unread if first else ()
    if not policy:
        findings.append(
            fault("KN506", "No move of a solution is found in this text.", _words(text, start + solution, end, lines))
        )
    findings += [fault("KN506", _not_understood(each), each) for each in unread]
    hidden = tuple(made for name, value in tags if name.lower() == "hidden" and (made := diagram.hidden(value)))
    if squares := named.get("blackking"):
        hidden += (Hidden(men="k", squares=tuple(re.findall(r"[a-h][1-8]", squares))),)
    if square := named.get("promoted"):
        hidden += (Hidden(men="qrbn", squares=tuple(re.findall(r"[a-h][18]", square))),)
    worlds = tuple(
        value
        for name, value in tags
        if name.lower() in ("world", "worlds")
        for value in value.split(";")
        if value.strip()
    )
    facts = tuple(value for name, value in tags if name.lower() == "fact")
    if marker and fen and not (facts or worlds or hidden) and diagram.lacks_king(fen):
        facts = tuple(sentence for sentence, _ in stated.sentences(caption, fen))
    wanted = named.get("stipulation")
    if wanted is not None and not re.fullmatch(r"#\s*[1-9]\d*", wanted.strip()):
        findings.append(fault("KN506", f"The stipulation {wanted!r} is not understood; write it as #2."))
    rules = _ALIASES.get(named.get("rules", "").lower(), named.get("rules", "").lower())
    problem = Problem(
        tags=tuple(tags),
        fen=fen,
        worlds=tuple(world.strip() for world in worlds),
        hidden=hidden or (() if worlds or facts else diagram.told(body, fen)),
        facts=facts,
        moves=diagram.moves(named.get("stipulation", "")) or diagram.moves(caption),
        rules=rules if rules in RULES else _rules_of(caption),
        excluded=tuple(re.findall(r"[a-h][1-8][a-h][1-8][qrbn]?", named.get("excludedreplies", ""))),
        opponent_asks=bool(re.search(r"(?i)^(?:yes|true|1|black)", named.get("opponentasks", "")))
        or bool(re.search(r"(?i)(?:il\s+nero\s+chiede|black\s+asks)\s+[“\"«]?(?:are\s+there\s+)?any", caption)),
        policy=policy,
        solution=_words(text, start + solution, end, lines),
        unread=unread,
        comments=first.comments if first else (),
    )
    return _twins(problem, policy), findings


def _rules_of(caption: str) -> str | None:
    """The rulebook that the words under the diagram name."""
    if re.search(r"(?i)western\s+rules|regole\s+(?:icc|western)", caption):
        return "icc"
    return "dutch" if re.search(r"(?i)regole\s+olandesi|dutch\s+rules", caption) else None


def _tag_findings(tags: list[tuple[str, str]], fen: str | None) -> list[Finding]:
    findings = []
    for name, value in tags:
        if name.lower() == "hidden" and diagram.hidden(value) is None:
            findings.append(
                fault("KN505", f"[Hidden {value!r}] is not understood.", note='write e.g. [Hidden "k on a8 a6"]')
            )
        if name.lower() == "fact" and not stated.facts(value, fen or ""):
            findings.append(
                fault(
                    "KN505",
                    f"[Fact {value!r}] is not understood.",
                    note='write e.g. [Fact "White has made 14 captures"]',
                )
            )
        if name.lower() == "rules" and value.lower() not in RULES and value.lower() not in _ALIASES:
            findings.append(fault("KN505", f"There is no rulebook {value!r}.", note=f"there are {', '.join(RULES)}"))
    return findings


def _twins(problem: Problem, policy: Plan) -> list[Problem]:
    """A problem and its twins (``[Twin "b +na5"]``); ``[Twin "b"]`` alone says which of the twins this is."""
    tags = [value for name, value in problem.tags if name.lower() == "twin"]
    sections = {
        each.twin for node in walk(policy) if isinstance(node, Branch) for each in node.when if isinstance(each, Twin)
    }
    found = []
    for value in tags:
        name, _, edits = value.strip().partition(" ")
        name = name.rstrip(":").lower()
        if not edits.strip():
            return [msgspec.structs.replace(problem, twin=name)]
        if problem.fen and (fen := diagram.edited(problem.fen, edits)):
            found.append(msgspec.structs.replace(problem, twin=name, fen=fen))
    if not found:
        return [problem]
    first = sorted(sections - {each.twin for each in found if each.twin})[:1] or ["a"]
    return [msgspec.structs.replace(problem, twin=first[0]), *found]


def _not_understood(node: Node) -> str:
    """What is said of a part of the solution that is not read."""
    text = " ".join(node.text.split())
    if text[:1].isdecimal():
        return f"{text}: this move is not read as part of the solution."
    return f"{text}: this condition is not understood, so the move is read as if it were always made."


def _words(text: str, start: int, end: int, lines: list[int]) -> Node:
    """The printed solution as a node."""
    body = text[start:end]
    start += len(body) - len(body.lstrip())
    line = bisect_right(lines, start)
    return Node(text=text[start : start + len(body.strip())], line=line, column=start - lines[line - 1] + 1,
                span=(start, start + len(body.strip())))  # fmt: skip
