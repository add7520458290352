"""Legal games that fit a record: the command ``complete``.

The positions that fit are followed ply by ply (:mod:`kriegnote.knowledge.layers`), each with the number of games that
lead to it, and games are drawn backwards from the last positions. All games that fit are equally likely, exactly if
every position was kept, and otherwise as nearly as the sample allows.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import mean, stdev
from typing import Final

import msgspec

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.knowledge.entries import entry_words, place_of
from kriegnote.knowledge.evidence import Evidence, evidence_of
from kriegnote.knowledge.followable import obstacle
from kriegnote.knowledge.layers import Follower
from kriegnote.knowledge.lookahead import looking_ahead
from kriegnote.knowledge.results import Completed, Contradiction
from kriegnote.knowledge.sampling import draw, written
from kriegnote.model.events import AnyEvent, Comment, Move, Try, is_remark
from kriegnote.model.record import Record, normal
from kriegnote.notations.loss import strip
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view

EFFORT: Final = 6_000
"""The number of moves examined for one ply at the first attempt; more if the sample dies out."""
BUDGET: Final = 3_000_000
"""The number of moves examined in all, about half a minute's work."""
MOST_RUNS: Final = 5
_REDRAWS: Final = 20


def complete(record: Record, *, count: int = 1, seed: int = 0, effort: int = EFFORT, budget: int = BUDGET) -> Completed:
    """Random games that fit a record in a player's or the public's view.

    :param count: the most games to draw, all different.
    :param seed: the seed of the draws and samples.
    :param effort: a limit on the work for one ply; 0 for no limit, so that the number of games is always exact.
    :param budget: a limit on all work.
    """
    record = adjudicate(record, announce=False).record
    hindrance = obstacle(record)
    if hindrance is not None:
        why = hindrance.as_finding("no search for games that fit")
        return Completed(records=(), games=None, exact=False, findings=(why,))
    evidence = evidence_of(record)
    rng = random.Random(seed)
    runs = [_run(evidence, rng.randrange(1 << 30), effort, budget)]
    first = runs[0]
    if first.died_at is not None:
        return _none(record, first)
    exact = first.last.exact
    wanted = 1 if exact else min(MOST_RUNS, count)
    while len(runs) < wanted and sum(run.work for run in runs) < budget:
        another = _run(evidence, rng.randrange(1 << 30), effort, budget - sum(run.work for run in runs))
        if another.died_at is not None:
            break
        runs.append(another)
    records, findings = _drawn(evidence, runs, count, rng)
    games, error = _count(runs)
    return Completed(
        records=tuple(records),
        games=games,
        exact=exact,
        error=error,
        work=sum(run.work for run in runs),
        findings=tuple(findings),
    )


def _run(evidence: Evidence, seed: int, effort: int, budget: int) -> Follower:
    ahead = looking_ahead(evidence)
    run = Follower(evidence, measure="games", effort=effort, seed=seed, linked=True, lookahead=ahead)
    run.run(budget=budget)
    return run


def _count(runs: Sequence[Follower]) -> tuple[int | float | None, float | None]:
    """The number of games that fit, and its standard error as a fraction of it; None where it is not known."""
    if runs[0].last.exact:
        return int(runs[0].last.total), 0.0
    scale = max(run.last.scale for run in runs)
    totals = [run.last.total * 10.0 ** (run.last.scale - scale) for run in runs]
    average = mean(totals)
    error = stdev(totals) / average / len(totals) ** 0.5 if len(totals) > 1 else None
    try:
        return average * 10.0**scale, error
    except OverflowError:
        return None, error


def _drawn(
    evidence: Evidence, runs: Sequence[Follower], count: int, rng: random.Random
) -> tuple[list[Record], list[Finding]]:
    """Different games, and the findings; each run is drawn from in proportion to its estimated number of games."""
    scale = max(run.last.scale for run in runs)
    shares = [run.last.total * 10.0 ** (run.last.scale - scale) for run in runs]
    seen: set[tuple[int, ...]] = set()
    records: list[Record] = []
    findings: list[Finding] = []
    for _ in range(count * _REDRAWS):
        if len(records) >= count:
            break
        moves = draw(rng.choices(runs, shares)[0].layers, rng)
        if tuple(moves) in seen:
            continue
        seen.add(tuple(moves))
        game = adjudicate(written(evidence, moves, rng)).record
        if not same_view(game, evidence.record):
            message = "a game fits, but not every entry of the record is what an umpire would announce"
            note = "`kriegnote check` finds the entry"
            if not findings:
                findings.append(finding("KN702", message, note=note))
        records.append(game)
    return records, findings


def same_view(game: Record, record: Record) -> bool:
    """Whether the listener of ``record`` would have exactly this record of the game."""
    heard = view(game, record.view) if record.view != "umpire" else game
    return _bare(heard) == _bare(record)


def _bare(record: Record) -> list[AnyEvent]:
    """The events without anything that does not concern the game: places, sources, spelling, remarks."""
    out: list[AnyEvent] = []
    for event in normal(record).events:
        if isinstance(event, Comment) or is_remark(event):
            continue
        bare = strip(event)
        if isinstance(bare, (Move, Try)) and bare.move is not None:
            bare = msgspec.structs.replace(bare, text=None, san=None, parts=None)
        out.append(bare)
    return out


# -- none fits ---------------------------------------------------------------------------------------------------------


def _none(record: Record, run: Follower) -> Completed:
    last = run.last
    exact = last.exact and not last.cut
    at = run.died_at or 0
    if not exact:
        message = f"no game that fits was found, but the search stopped at ply {at}, so one may exist"
        note = "a larger --effort searches further"
        return Completed(
            records=(), games=None, exact=False, work=run.work, findings=(finding("KN701", message, note=note),)
        )
    core = contradiction(record, at, run.work + BUDGET)
    entries = tuple(_entry(record.events[number], number) for number in core)
    several = len(entries) > 1
    named = " and ".join(one.words + (place_of(record.events[one.event]) if several else "") for one in entries)
    message = f"no legal game fits this record: {named} {'contradict each other' if several else 'is not possible'}"
    remedy = "one of these entries must be wrong: a game fits if any one of them is left out" if several else None
    if not entries:
        message = "no legal game fits this record, even if any one of its announcements is left out"
        remedy = "one of the player’s moves must be wrong, or an announcement is missing"
    found = finding("KN701", message, record.events[core[-1]] if core else None, note=remedy)
    return Completed(
        records=(), games=0, exact=True, none_fits=True, contradiction=entries, work=run.work, findings=(found,)
    )


def contradiction(record: Record, died_at: int, budget: int) -> list[int]:
    """The indices of a minimal set of entries that no legal game fits together.

    The player's own moves are taken as given, except the last.
    """
    evidence = evidence_of(record)
    reached = [number for ply in evidence.plies[: died_at + 2] for number in ply.entries]
    last = max((n for n in reached if isinstance(record.events[n], Move)), default=-1)
    core = [n for n in reached if not isinstance(record.events[n], Move) or (n == last and record.events[n].move)]  # type: ignore[union-attr]
    size = max(1, len(core) // 2)
    dropped: set[int] = set()
    work = 0
    while size and work < budget:
        for start in range(0, len(core), size):
            trial = dropped | set(core[start : start + size])
            fits, cost = _fits(record, trial, died_at)
            work += cost
            if fits is False:
                dropped = trial
            if work >= budget:
                break
        core = [number for number in core if number not in dropped]
        size = size // 2 if size > 1 or work >= budget else 0
    return core


def _fits(record: Record, without: set[int], died_at: int) -> tuple[bool | None, int]:
    """Whether a game fits without some entries up to the ply where the search ended, None if unknown; and the work."""
    evidence = evidence_of(record, without=without)
    run = Follower(evidence, measure="games", effort=EFFORT * 4)
    fits = run.run(min(died_at + 1, evidence.finished), 0)
    if fits:
        return True, run.work
    return (False if run.last.exact and not run.last.cut else None), run.work


def _entry(event: AnyEvent, number: int) -> Contradiction:
    return Contradiction(number, entry_words(event), event.line, event.column)
