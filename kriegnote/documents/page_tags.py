"""Reads a passage again under tags that state what the page around it says: its position, rulebook and players."""

from __future__ import annotations

from collections.abc import Mapping

from kriegnote.documents.readings import PassageReading, reading
from kriegnote.documents.titles import Title
from kriegnote.model.record import Record, RulesId
from kriegnote.notations.prose_facts import with_facts_of_prose
from kriegnote.rules import RULES
from kriegnote.text.plain import Plain, Taker
from kriegnote.text.source import Chunk
from kriegnote.text.tags import escape


def tags_of_page(
    record: Record, text: str, title: Title | None, rules: RulesId | None, fen: str | None, *, ended: bool
) -> dict[str, str]:
    """The tags under which a passage is to be read again.

    :param title: the title that names its game.
    :param rules: the rulebook of the game.
    :param fen: the position that is printed above it.
    :param ended: whether words behind it say how the game ended.
    """
    said: dict[str, str] = {"FEN": fen} if fen is not None else {}
    names = dict(title.headers) if title is not None else {}
    players = {colour: names[colour] for colour in ("White", "Black") if colour in names}
    if ended or any(name.split()[-1] in text for name in players.values()):  # for remarks that name players
        said |= {colour: name for colour, name in players.items() if record.header(colour) is None}
    if rules is not None and record.rules is None and RULES[rules].game.sight != "none":
        said["Rules"] = rules  # brackets may contain what a player was shown
    return said


def read_under(best: PassageReading, passage: Plain, tags: Mapping[str, str]) -> tuple[PassageReading, Plain]:
    """A passage read again in its notation with these tags before it, and what was read."""
    taker = Taker(passage)
    taker.put("".join(f'[{name} "{escape(value)}"]\n' for name, value in tags.items()) + "\n" * bool(tags), 0)
    taker.keep(0, len(passage.text))
    tagged = taker.done()
    return with_facts(reading(best.notation, tagged.text), tagged), tagged


def with_facts(best: PassageReading, passage: Plain) -> PassageReading:
    """A reading of a passage, with the facts that its remarks report."""
    remarks = {passage.at(mark.start) + 1 for mark in passage.marks if mark.kind == "remark"}
    return best._replace(read=with_facts_of_prose(best.read, Chunk(passage.text), remarks))
