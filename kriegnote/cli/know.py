"""``kriegnote know``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kriegnote.cli.command_group import say_error
from kriegnote.cli.options import FROM, PATH, RULES
from kriegnote.cli.player_records import EFFORT, SEED, SILENT, items, say, under

if TYPE_CHECKING:
    from kriegnote.knowledge.results import Known, PlyKnowledge


@click.command("know")
@click.argument("record", type=PATH)
@click.option(
    "--side", type=click.Choice(["white", "black"]), required=True, help="The player whose knowledge is shown."
)
@click.option("--ply", type=click.IntRange(min=0), metavar="N", help="Only after N plies (0: before the first).")
@FROM
@RULES
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="A table, or the full data.",
)  # fmt: skip
@click.option("--html", type=PATH, metavar="OUT", help="Write an HTML page with shaded boards instead.")
@SILENT
@EFFORT
@SEED
def command(
    record: Path, side: Any, ply: int | None, source: str | None, rules: str | None, form: str, html: Path | None,
    silent: bool, effort: int | None, seed: int,
) -> None:  # fmt: skip
    """Work out what a player could know of the enemy's men, ply by ply.

    RECORD is his own record, or the umpire's, of which only what he heard is used.
    """
    import msgspec

    from kriegnote.knowledge.belief import EFFORT, know, player_record
    from kriegnote.knowledge.evidence import evidence_of
    from kriegnote.knowledge.ownside import boards_by_ply
    from kriegnote.reporting.boards import shaded_page
    from kriegnote.reporting.output import Output

    worst = 0
    with Output(html) as output:
        for item in items(record, source):
            heard = under(item.record, rules, silent)
            known = know(heard, side, ply=ply, effort=EFFORT if effort is None else effort, seed=seed)
            worst = max(worst, say(known.findings, str(record)))
            if ply is not None and not known.plies:
                say_error(f"{record}: error: this record has no ply {ply}")
                worst = 2
                continue
            if html is not None:
                output.write(
                    shaded_page(known, boards_by_ply(evidence_of(player_record(heard, side)), side == "white"))
                )
            elif form == "json":
                output.write(msgspec.json.encode(known).decode() + "\n")
            else:
                output.write(_text(known, ply))
    raise SystemExit(worst)


def _text(known: Known, ply: int | None) -> str:
    if ply is not None and known.plies:
        return _ply_text(known.plies[0], known)
    from kriegnote.reporting.boards import number

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


def _ply_text(ply: PlyKnowledge, known: Known) -> str:
    from kriegnote.reporting.boards import kinds, number, percent, shaded_lines

    plural = "y" if ply.ply == 1 else "ies"
    lines = [f"After {ply.ply} pl{plural}, {ply.to_move.capitalize()} to move: {number(ply)} positions ({ply.method})"]
    lines += [*shaded_lines(ply), "  # certain, 1 to 9 tenths, . less, - impossible", *kinds(ply)]
    if ply.chances == "sampled":
        lines.append(f"~: of {ply.positions[0]} positions that were found, not of all; --effort N looks for more")
    if ply.moves:
        lines.append("moves: legal, capture, check, mate")
        for move in (each for each in ply.moves if each.legal):
            shares = "  ".join(
                f"{percent(share, ply):>4}" for share in (move.legal, move.capture, move.check, move.mate)
            )
            lines.append(f"  {move.san:<7} {shares}")
    if ply.threats is not None:
        threats = ply.threats
        taken = ", ".join(f"{square} {percent(share, ply)}" for square, share in threats.captures.items())
        pawn, check = percent(threats.pawn_capture, ply), percent(threats.check, ply)
        lines.append(f"pawn capture possible {pawn}, next move checks {check}")
        lines.append(f"next move takes on: {taken or 'nothing'}")
    if ply.certain:
        lines.append("certain: " + ", ".join(ply.certain))
    return "\n".join([*lines, f"prior: {known.prior}"]) + "\n"
