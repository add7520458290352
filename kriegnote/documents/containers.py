"""A text that holds several texts, each with its own games: the threads of a mailbox, the rows of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kriegnote.diagnostics.findings import Finding
from kriegnote.documents.found import Document, placed
from kriegnote.documents.whole import as_document, games_of
from kriegnote.notations.notation import Notation
from kriegnote.text.plain import Plain, unmarked


def held_texts(
    source: str, texts: Iterable[Plain], row: Notation | None, *, left: Iterable[Finding] = (), declared: bool = False
) -> Document:
    """The games and problems of several texts, as one document.

    :param texts: the texts, with places in the source.
    :param row: the notation of all games; None: each text is read in the one that fits it.
    :param left: findings on what is no text.
    :param declared: whether the source says in which encoding each text is.
    """
    filled = [text for text in texts if text.text.strip()]
    joined = _joined(source, (placed(_read(text.text, row), source, text) for text in filled))
    taken = (*joined.taken, *_outside(source, filled))
    return joined._replace(taken=taken, left=tuple(left), declared=declared)


def _read(text: str, row: Notation | None) -> Document:
    """The games of one text, the same ones that it has in a file of its own."""
    return games_of(text) if row is None else as_document(Document(text, unmarked(text), (), ()), row)


def _joined(source: str, documents: Iterable[Document]) -> Document:
    """Several documents of one source as one, whose games are numbered one behind the other."""
    held = list(documents)
    places: list[int] = []
    made = Document(source, unmarked(""), (), ())
    for one in held:
        before, base = len(made.games), len(places)
        games = (
            replace(game, number=game.number + before, witnesses=tuple(at + before for at in game.witnesses))
            for game in one.games
        )
        solved = (
            place._replace(start=place.start + base, end=place.end + base, solved=place.solved + base)
            for place in one.solutions
        )
        places += one.plain.places[: len(one.plain.text)]
        made = made._replace(games=(*made.games, *games), solutions=(*made.solutions, *solved))
    return made._replace(
        plain=Plain("".join(one.plain.text for one in held), [*places, len(source)]),
        diagrams=tuple(board for one in held for board in one.diagrams),
        lost=tuple(lost for one in held for lost in one.lost),
        mentioned=tuple(at for one in held for at in one.mentioned),
        taken=tuple(stretch for one in held for stretch in one.taken),
    )


def _outside(source: str, texts: Iterable[Plain]) -> Iterator[tuple[int, int]]:
    """The stretches of a source that are in none of its texts, such as headers."""
    said = bytearray(len(source) + 1)
    for text in texts:
        for at in text.places[:-1]:
            said[at] = 1
    starts = [at for at in range(1, len(said)) if said[at] and not said[at - 1]]
    ends = [at for at in range(1, len(said)) if said[at - 1] and not said[at]]
    edges = zip([0, *ends], [*starts, len(source)], strict=False)
    yield from ((end, start) for end, start in edges if end < start)


__all__ = ["held_texts"]
