"""The command ``prove`` on files: every problem's verdict, as text or as one JSON object per problem."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from kriegnote.diagnostics.findings import RANK, Finding
from kriegnote.problems.prove import Verdict, prove
from kriegnote.problems.reading.reader import read_problems
from kriegnote.reporting.output import say, say_utf8
from kriegnote.reporting.rendering import as_json, as_text, visible
from kriegnote.rules import rulebook
from kriegnote.text.source import Chunk, open_text


def prove_files(sources: list[Path | None], rules: str | None, form: str) -> int:
    """Proves the problems of all inputs; returns the exit status.

    :raises RulebookError: if there is no such rulebook.
    """
    book = rulebook(rules) if rules else None
    status = 0
    for source in sources:
        name = str(source) if source else "-"
        try:
            opened = open_text(source or sys.stdin.buffer)
            text = "".join(opened.lines)
        except OSError as error:
            say(f"{name}: error: {error.strerror}", err=True)
            status = 2
            continue
        if not text.strip():
            say(f"{name}: error: the input is empty", err=True)
            status = 2
            continue
        problems, found = read_problems(text)
        worst = _print_findings([*opened.findings, *found], name, text)
        for problem in problems:
            verdict = prove(problem, book, keys=True)
            say_utf8(_json(verdict, name)) if form == "json" else say(_text(verdict), end="")
            worst |= _print_findings(list(verdict.findings), name, text)
        status = max(status, int(worst))
    return status


def _print_findings(findings: list[Finding], name: str, text: str) -> bool:
    for one in findings:
        say(as_text(msgspec.structs.replace(one, file=name), Chunk(text)), err=True, end="")
    return any(RANK[one.severity] for one in findings)


def _json(verdict: Verdict, name: str) -> str:
    fields = msgspec.to_builtins(verdict)
    fields["findings"] = [as_json(msgspec.structs.replace(one, file=name)) for one in verdict.findings]
    return msgspec.json.encode(fields).decode() + "\n"


def _text(verdict: Verdict) -> str:
    """A verdict for people: one line, followed by its grounds."""
    title = " ".join(filter(None, (verdict.id or "the problem", verdict.twin and f"({verdict.twin})")))
    lines = [f"{visible(title)}: {verdict.verdict} under {verdict.rules} rules"]
    if verdict.verdict == "incomplete":
        ends = {
            "won": "a search finds a complete solution",
            "lost": "a search refutes the rest",
            "unknown": "a search does not settle it",
        }
        lines[0] += f"; {ends[verdict.rest]}"
    if verdict.note:
        lines.append(f"  {visible(verdict.note)}")
    lines += [f"  not understood (line {node.line}): {visible(' '.join(node.text.split()))}" for node in verdict.unread]
    if verdict.line:
        lines.append(f"  line:  {' '.join(verdict.line)}")
    if verdict.heard:
        lines.append(f"  heard: {'; '.join(visible(one) for one in verdict.heard)}")
    if verdict.start and verdict.line:
        lines.append(f"  from:  {verdict.start}")
    if verdict.keys:
        lines.append(f"  keys:  {', '.join(verdict.keys)}")
    lines += [f"  no key under {verdict.rules} rules: {why}" for why in verdict.insoluble]
    return "\n".join(lines) + "\n"
