"""The command ``prove`` on files: every problem's verdict, as text or as one JSON object per problem."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kriegnote.archive.inputs import Leftover, Unreadable
from kriegnote.cli.session import Run
from kriegnote.diagnostics.findings import Finding
from kriegnote.operations.conversion import rulebook
from kriegnote.problems.policy import Problem
from kriegnote.problems.prove import Verdict, prove
from kriegnote.problems.reading.reader import read_problems
from kriegnote.reporting.output import say, say_utf8
from kriegnote.reporting.rendering import as_json, as_text, visible
from kriegnote.text.source import Chunk, open_text


def prove_files(files: Sequence[str], rules: str | None, form: str) -> int:
    """Proves the problems of all inputs; returns the exit status: 1 unless all are proven, without findings.

    :raises InputError: if there is no such rulebook.
    :raises RulebookError: if no mate in chess can be proven under it.
    """
    book = rulebook(rules)
    run = Run(files)
    proven = True
    for source in run.sources():
        try:
            with source.open() as opened:
                read = open_text(opened.stream)
                text = "".join(read.lines)
        except Leftover as error:
            run.inform(f"{source.name}: skipped: {source.complaint(error)}")
            continue
        except (Unreadable, OSError) as error:
            run.complain(f"{source.name}: error: {source.complaint(error)}")
            continue
        if opened.damage is not None:
            run.complain(f"{source.name}: error: {opened.damage}")
        if not text.strip():
            run.complain(f"{source.name}: error: the input is empty")
            continue
        problems, found = read_problems(text)
        _print_findings(run, [*read.findings, *found], source.name, text)
        for problem in problems:
            verdict = prove(problem, book, keys=True)
            proven = proven and verdict.verdict == "proven"
            say_utf8(_json(verdict, problem, source.name)) if form == "json" else say(_text(verdict), end="")
            _print_findings(run, list(verdict.findings), source.name, text)
    return run.status(not proven)


def _print_findings(run: Run, findings: list[Finding], name: str, text: str) -> None:
    run.note((one.code, one.severity) for one in findings)
    for one in findings:
        say(as_text(msgspec.structs.replace(one, file=name), Chunk(text)), err=True, end="")


def _json(verdict: Verdict, problem: Problem, name: str) -> str:
    """A verdict as JSON, with the file and the line on which the solution begins (``line`` has the moves)."""
    place = {"file": name, "solution_line": problem.solution.line if problem.solution is not None else None}
    fields = msgspec.to_builtins(verdict) | place
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
