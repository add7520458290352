"""A thread or a log printed with the newest entry first is read in the order in which it was written."""

from __future__ import annotations

import pytest

from kriegnote.documents.newest_first import oldest_first
from kriegnote.documents.whole import games_of
from kriegnote.model.events import Move, Try
from kriegnote.text.plain import unmarked

ENTRIES = ("1. e4", "1... e5", "2. Nf3", "2... dxe4 refused. 2... Nc6", "3. Bb5", "3... a6", "4. Ba4", "4... Nf6")


@pytest.mark.parametrize(
    "stamp", ["#{0} referee", "2019-03-0{0} 12:30 referee:", "[12:0{0}]", "(2019/03/01 12:0{0}:11)"]
)
def test_it_is_turned_round(stamp: str) -> None:
    lines = [f"{stamp.format(number)} {words}" for number, words in enumerate(ENTRIES, 1)]
    plain = oldest_first(unmarked("Newest first\n\n" + "\n".join(reversed(lines)) + "\n"))
    assert plain.text == "Newest first\n\n" + "\n".join(lines) + "\n"
    assert [plain.text[at] for at in range(len(plain.text))] == [*plain.text]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"#{number} {words}" for number, words in enumerate(ENTRIES, 1)),
        "\n".join(f"[0:0{9 - number}] {words}" for number, words in enumerate(ENTRIES)),  # what is left on a clock
        "#4 a\n#3 b\n#7 c\n#2 d\n#1 e\n",
    ],
)
def test_other_texts_stay(text: str) -> None:
    assert oldest_first(unmarked(text)).text == text


def test_the_game_of_such_a_thread() -> None:
    posts = [f"#{number} referee, 3 May {10 + number}:00\n{words} accepted." for number, words in enumerate(ENTRIES, 1)]
    text = "Table 9\n\n" + "\n\n".join(reversed(posts)) + "\n"
    (game,) = games_of(text).games
    said = [(event.turn, event.text) for event in game.record.events if isinstance(event, Move | Try)]
    assert said == [(1, "e4"), (1, "e5"), (2, "Nf3"), (2, "dxe4"), (2, "Nc6"), (3, "Bb5"), (3, "a6"), (4, "Ba4"),
                    (4, "Nf6")]  # fmt: skip
