"""Tables as text, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json

from hypothesis import given
from hypothesis import strategies as st

from kriegnote.archive.tables import as_json, comma_separated, table

COLUMNS = ("white", "plies", "share")
ROWS = [("Anna\x1b[1m", 5, None), ("Carlo, the\nother", 120, 0.51234), (None, None, None)]


def test_a_table_is_aligned_and_harmless() -> None:
    assert "".join(table(COLUMNS, ROWS)) == (
        "white             plies   share\nAnna\\x1b[1m           5\nCarlo, the other    120  0.5123\n\n"
    )


def test_json_of_no_rows_is_an_empty_list() -> None:
    assert json.loads("".join(as_json(COLUMNS, []))) == []


@given(
    st.lists(st.tuples(st.none() | st.text(st.characters(exclude_categories=["Cs", "Cc"])), st.integers() | st.none()))
)
def test_what_is_written_reads_back(rows: list[tuple[str | None, int | None]]) -> None:
    back = json.loads("".join(as_json(("a", "b"), rows)))
    assert [(one["a"], one["b"]) for one in back] == rows
    cells = list(csv.reader(io.StringIO("".join(comma_separated(("a", "b"), rows)), newline="")))
    assert cells == [["a", "b"], *(["" if one is None else str(one) for one in row] for row in rows)]
