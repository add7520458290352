"""The commands ``join``, ``know`` and ``complete``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kriegnote.cli.options import LANG, PIECES

if TYPE_CHECKING:
    from kriegnote.diagnostics.findings import Finding
    from kriegnote.knowledge.results import Known, PlyKnowledge
    from kriegnote.model.record import Record
    from kriegnote.operations.conversion import Item

_PATH = click.Path(path_type=Path)
_FROM = click.option("--from", "source", metavar="ID", help="The notation to read; detected when left out.")
_RULES = click.option("--rules", metavar="ID", help="The rulebook the umpire works by.")
_OUT = click.option("-o", "out", type=_PATH, metavar="OUT", help="Write here, whole or not at all.")
_REPORT = click.option("--report", type=_PATH, metavar="FILE", help="What was found, as JSON.")
_SILENT = click.option(
    "--silent",
    is_flag=True,
    help="What the record does not announce did not happen, as far as the rulebook announces it.",
)
_SEED = click.option("--seed", type=int, default=0, show_default=True, help="Of what is drawn at random.")
_EFFORT = click.option(
    "--effort",
    type=click.IntRange(min=0),
    help="Moves looked at for one ply before positions are dropped; 0: none are, and everything is exact.",
)


def _items(path: Path, source: str | None) -> list[Item]:
    """The records of one input; - is standard input.

    :raises InputError: it cannot be read.
    """
    import sys

    from kriegnote.operations.conversion import InputError, lookup, read_items

    if source is not None:
        lookup(source)
    if str(path) != "-" and path.is_dir():
        raise InputError(f"{path}: it is a directory")
    found = list(read_items(sys.stdin.buffer if str(path) == "-" else path, source))
    if not found:
        raise InputError(f"{path}: the input is empty")
    return found


def _under(record: Record, rules: str | None, silent: bool = False) -> Record:
    """The record under the rulebook asked for, and its silence taken for no if that is asked for."""
    from kriegnote.operations.conversion import rulebook
    from kriegnote.rules import RULES

    book = rulebook(rules) or (RULES[record.rules] if record.rules else None)
    if book is None:
        return record
    return record.replace(rules=book.id, silence=book.silence if silent else record.silence)


def _say(findings: Sequence[Finding], name: str) -> int:
    """Findings on standard error; 1 when one of them is a warning or worse."""
    import msgspec

    from kriegnote.diagnostics.findings import RANK
    from kriegnote.reporting.rendering import as_text

    for found in findings:
        click.echo(as_text(msgspec.structs.replace(found, file=found.file or name), None), nl=False, err=True)
    return int(any(RANK[found.severity] for found in findings))


def _write(record: Record, target: str, lang: str, pieces: str | None) -> str:
    from kriegnote.notations.registry import Style
    from kriegnote.operations.conversion import convert_record, lookup

    style = Style(lang, pieces or ("it" if lang == "it" else "en"))  # type: ignore[arg-type]
    return convert_record(record, lookup(target), style=style).text


@click.command("join")
@click.argument("white", type=_PATH)
@click.argument("black", type=_PATH)
@_FROM
@click.option("--to", "target", metavar="ID", default="json", show_default=True, help="The notation to write.")
@_RULES
@LANG
@PIECES
@_OUT
@_REPORT
def join_command(
    white: Path, black: Path, source: str | None, target: str, rules: str | None, lang: str, pieces: str | None,
    out: Path | None, report: Path | None,
) -> None:  # fmt: skip
    """Join two records of one game into the umpire's.

    Two players' logs, captions and a score, a log and its PGN: in any notations.  What they contradict each other in is
    a finding that names both places; a move that stays open has its options.
    """
    from kriegnote.knowledge import join
    from kriegnote.operations.conversion import InputError, lookup
    from kriegnote.reporting.output import Output, Report

    lookup(target)
    firsts, seconds = _items(white, source), _items(black, source)
    if len(firsts) != len(seconds):
        raise InputError(f"{white} and {black} should have as many games as each other: {len(firsts)}, {len(seconds)}")
    worst = 0
    with Output(out) as output, Report(report) as told:
        for one, other in zip(firsts, seconds, strict=True):
            worst = max(worst, _say(_graver(one), str(white)), _say(_graver(other), str(black)))
            joined = join(_under(one.record, rules), _under(other.record, rules))
            worst = max(worst, _say(joined.findings, f"{white} + {black}"))
            told.add(
                {
                    "readings": joined.readings,
                    "slips": joined.slips,
                    "witnesses": joined.witnesses,
                    "findings": [found.message for found in joined.findings],
                }
            )
            if joined.readings:
                output.write(_write(joined.record, target, lang, pieces))
        if not output.written:
            output.discard()
    raise SystemExit(worst)


def _graver(item: Item) -> list[Finding]:
    return [found for found in item.findings if found.severity != "info"]


@click.command("know")
@click.argument("record", type=_PATH)
@click.option("--side", type=click.Choice(["white", "black"]), required=True, help="Whose knowledge.")
@click.option("--ply", type=click.IntRange(min=0), metavar="N", help="After N plies only (0: before the first).")
@_FROM
@_RULES
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--html", type=_PATH, metavar="OUT", help="Write a page with shaded boards instead.")
@_SILENT
@_EFFORT
@_SEED
def know_command(
    record: Path, side: Any, ply: int | None, source: str | None, rules: str | None, form: str, html: Path | None,
    silent: bool, effort: int | None, seed: int,
) -> None:  # fmt: skip
    """Say what a player could know of the enemy's men, ply by ply.

    RECORD is his own record, or the umpire's, of which only what he heard is used.
    """
    import msgspec

    from kriegnote.knowledge.belief import EFFORT, know, player_record
    from kriegnote.knowledge.evidence import evidence_of
    from kriegnote.knowledge.ownside import own_boards
    from kriegnote.knowledge.shades import page
    from kriegnote.reporting.output import Output

    worst = 0
    with Output(html) as output:
        for item in _items(record, source):
            heard = _under(item.record, rules, silent)
            known = know(heard, side, ply=ply, effort=EFFORT if effort is None else effort, seed=seed)
            worst = max(worst, _say(known.findings, str(record)))
            if html is not None:
                output.write(page(known, own_boards(evidence_of(player_record(heard, side)), side == "white")))
            elif form == "json":
                output.write(msgspec.json.encode(known).decode() + "\n")
            else:
                output.write(_text(known, ply))
    raise SystemExit(worst)


def _text(known: Known, ply: int | None) -> str:
    if ply is not None and known.plies:
        return _one(known.plies[0], known)
    from kriegnote.knowledge.shades import number

    lines = [f"What {known.side.capitalize()} could know ({known.rules or 'no rulebook'}; {known.prior})", ""]
    lines.append(f"{'ply':>4}  {'to move':<9} {'positions':<22} {'king on':<9} certain")
    for one in known.plies:
        kings = len(one.squares.get("K", ()))
        mover = f"{one.turn}{'.' if one.to_move == 'white' else '...'}"
        spot = one.squares["K"][0] if kings == 1 else f"{kings} sq."
        lines.append(f"{one.ply:>4}  {mover:<9} {number(one):<22} {spot:<9} {', '.join(one.certain)}".rstrip())
    if known.mate is not None:
        lines += ["", f"A mate was certain after {known.mate} plies."]
    return "\n".join(lines) + "\n"


def _one(one: PlyKnowledge, known: Known) -> str:
    from kriegnote.knowledge.shades import kinds, number, rows

    plural = "y" if one.ply == 1 else "ies"
    lines = [f"After {one.ply} pl{plural}, {one.to_move.capitalize()} to move: {number(one)} positions ({one.method})"]
    lines += [*rows(one), *kinds(one)]
    if one.moves:
        lines.append("moves: legal, capture, check, mate")
        for move in (each for each in one.moves if each.legal):
            shares = "  ".join(f"{share:4.0%}" for share in (move.legal, move.capture, move.check, move.mate))
            lines.append(f"  {move.san:<7} {shares}")
    if one.threats is not None:
        threats = one.threats
        taken = ", ".join(f"{square} {share:.0%}" for square, share in threats.captures.items())
        lines.append(f"pawn capture possible {threats.pawn_capture:.0%}, next move checks {threats.check:.0%}")
        lines.append(f"next move takes on: {taken or 'nothing'}")
    if one.certain:
        lines.append("certain: " + ", ".join(one.certain))
    return "\n".join([*lines, f"prior: {known.prior}"]) + "\n"


@click.command("complete")
@click.argument("record", type=_PATH)
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, help="How many different games.")
@_SEED
@_FROM
@click.option("--to", "target", metavar="ID", default="json", show_default=True, help="The notation to write.")
@_RULES
@LANG
@PIECES
@_OUT
@_REPORT
@_SILENT
@_EFFORT
def complete_command(
    record: Path, count: int, seed: int, source: str | None, target: str, rules: str | None, lang: str,
    pieces: str | None, out: Path | None, report: Path | None, silent: bool, effort: int | None,
) -> None:  # fmt: skip
    """Find legal games that fit a player's record, or the public's.

    They are drawn at random, every game that fits being as likely as any other as nearly as the work allows.
    """
    from kriegnote.knowledge.completion import EFFORT, complete
    from kriegnote.operations.conversion import lookup
    from kriegnote.reporting.output import Output, Report

    lookup(target)
    worst = 0
    with Output(out) as output, Report(report) as told:
        for item in _items(record, source):
            done = complete(
                _under(item.record, rules, silent), count=count, seed=seed, effort=EFFORT if effort is None else effort
            )
            worst = max(worst, _say(_graver(item), str(record)), _say(done.findings, str(record)))
            click.echo(_number(done.games, done.exact, done.error), err=True)
            told.add(
                {
                    "games": done.games,
                    "exact": done.exact,
                    "error": done.error,
                    "none_fits": done.none_fits,
                    "contradiction": done.contradiction,
                    "work": done.work,
                }
            )
            for one in done.records:
                output.write(_write(one, target, lang, pieces))
        if not output.written:
            output.discard()
    raise SystemExit(worst)


def _number(games: int | float | None, exact: bool, error: float | None) -> str:
    if games is None:
        return "games that fit: not known"
    if exact:
        return f"games that fit: {int(games)}"
    give = f", give or take {error:.0%}" if error is not None else ""
    return f"games that fit: about {games:.2g}{give}"
