"""The generated pages of the documentation are what the code says today."""

from __future__ import annotations

import pytest

from tests.generate_docs import DOCS, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_fresh(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == PAGES[name](), "run: python -m tests.generate_docs"
