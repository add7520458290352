"""The table of findings explains itself: every example is found, by its own code and at a place."""

from __future__ import annotations

import pytest

from kriegnote.diagnostics.codes import CODES, explanation
from kriegnote.operations.checking import demonstrated

# too deep, not text, two that need a whole solution, and what only `join` and `complete` find
CANNOT_BE_SHOWN = {"KN103", "KN104", "KN507", "KN508", *(f"KN70{number}" for number in range(1, 9))}


@pytest.mark.parametrize("code", sorted(set(CODES) - CANNOT_BE_SHOWN))
def test_the_example_of_a_code_is_found(code: str) -> None:
    told = demonstrated(code)
    assert f"[{code}]: " in told
    assert code == "KN505" or "^" in told, "it says where"


def test_the_others_are_few() -> None:
    assert {code for code in CODES if not explanation(code).notation} == CANNOT_BE_SHOWN
