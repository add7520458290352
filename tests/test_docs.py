"""The generated pages of the documentation are what the code says today."""

from __future__ import annotations

import tomllib

import pytest

from tests.generate_docs import DOCS, PAGES, paragraphs_of


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_fresh(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == PAGES[name](), "run: python -m tests.generate_docs"


def test_every_paragraph_of_the_rulebooks_has_its_place() -> None:
    """A field that cites it, or a word on why it is not about the record; and no citation goes nowhere."""
    books = tomllib.loads((DOCS / "paragraphs.toml").read_text("utf-8"))["book"]
    every = [one for book in books for one in paragraphs_of(book)]
    assert [f"{one.book} {one.id}" for one in every if not one.fields and not one.how] == []
    assert all(one.fields for one in every if not one.how)
