"""Writes plain scores (§4.1)."""

from __future__ import annotations

from kriegnote.model.record import Record
from kriegnote.text.score_writer import WIDTH, Score
from kriegnote.text.tags import write_tags
from kriegnote.text.writing import PLAIN, Style, layout


def write(record: Record, style: Style = PLAIN) -> str:
    """The record's tags, then its moves, the annotator's comments and the result."""
    return write_tags(record) + layout(Score(record, style).words(), WIDTH)
