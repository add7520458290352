"""The page of ``show --html``: every link leads somewhere, each known ply has its boards, a player sees his own men."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.support.commands import kriegnote

GAME = Path(__file__).parent.parent.parent / "examples" / "pgn" / "game8-tries.pgn"


class Page(HTMLParser):
    """The ids of a page, its links within, and which elements were left open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.used: list[str] = []
        self.boards: dict[str, list[str]] = {}
        self.depth: list[str] = []
        self._ply = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "section":
            self._ply = given["id"]
        if tag == "svg" and given.get("class") == "board":
            self.boards.setdefault(self._ply, []).append(given["aria-label"])
        if "href" in given:
            (self.links if tag == "a" else self.used).append(given["href"])
        if tag not in ("meta", "path", "use", "circle", "link"):
            self.depth.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self.depth and self.depth[-1] == tag:
            self.depth.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("meta", "path", "use", "circle", "link"):
            assert self.depth.pop() == tag


def page(tmp_path: Path, *words: str, text: str | None = None) -> tuple[Page, str]:
    out = tmp_path / "page.html"
    run = kriegnote("show", *words, "--html", out, stdin=text or "")
    assert run.exit_code == 0, run.stderr
    written = out.read_text("utf-8")
    return Page(written), written


def test_every_link_has_its_place_and_every_ply_its_boards(tmp_path: Path) -> None:
    found, _ = page(tmp_path, str(GAME))
    assert found.depth == []
    assert len(found.ids) == len(set(found.ids))
    assert {link.removeprefix("#") for link in [*found.links, *found.used]} <= set(found.ids)
    assert len(found.boards) == 53  # the first position and 52 plies
    assert all(len(boards) == 3 for boards in found.boards.values())
    white, umpire, black = found.boards["g1-3"]
    assert set(umpire.split("; ")) == {*white.split("; "), *black.split("; ")}
    assert "white pawn d5" in white and "black queen d8" in black


@pytest.mark.parametrize(("side", "other"), [("white", "black"), ("black", "white")])
def test_a_players_page_shows_his_own_men_alone(side: str, other: str, tmp_path: Path) -> None:
    record = kriegnote("convert", GAME, "--to", "icc", "--view", side).stdout
    found, written = page(tmp_path, text=record)
    boards = [board for boards in found.boards.values() for board in boards]
    assert len(boards) > 40
    assert not [board for board in boards if other in board]
    assert f"{side.capitalize()} sees" in written and f"{other.capitalize()} sees" not in written


def test_the_last_ply_is_shown_first_and_one_ply_alone_where_it_is_asked_for(tmp_path: Path) -> None:
    _, written = page(tmp_path, str(GAME))
    assert re.findall(r'class="ply shown" id="g1-(\d+)"', written) == ["52"]
    found, written = page(tmp_path, str(GAME), "--ply", "20")
    assert (list(found.boards), found.links) == (["g1-0"], [])
    assert "after 10… e5" in written and "Nf3" not in written
    found, written = page(tmp_path, str(GAME), "--ply", "0")
    assert "at the start" in written and len(found.boards["g1-0"]) == 3


def test_words_of_a_record_are_escaped(tmp_path: Path) -> None:
    _, written = page(tmp_path, text='[White "<script>alert(1)</script>"]\n[Black "B"]\n\n1. e4 e5 *\n')
    assert "<script" not in written
    assert "&lt;script&gt;" in written
    evil = (
        '{"schema":"kriegnote/1","headers":[["White","\\u001b[2J<b>"]],"events":['
        '{"type":"move","side":"white","turn":1,"move":null,"text":"\\u001b[2J<script>","san":null}]}'
    )
    _, written = page(tmp_path, "--from", "json", text=evil)
    assert "<script>" not in written and "&lt;script&gt;" in written
    assert "<b>&lt;" not in written.partition("<h1>")[2].partition("</h1>")[0]
    assert "\x1b" not in written


def test_no_page_is_written_of_nothing(tmp_path: Path) -> None:
    there = tmp_path / "page.html"
    there.write_text("before")
    assert kriegnote("show", tmp_path / "none", "--html", there).exit_code == 2
    assert there.read_text() == "before"
    assert kriegnote("show", tmp_path / "none", "--html", "-").stdout == ""


def test_a_page_may_go_to_standard_output() -> None:
    done = kriegnote("show --from san --html - --ply 3", stdin="1. e4, d5 2. exd5, Qxd5 1-0\n")
    assert (done.stdout.count("<section"), done.stdout.count("<figure>")) == (1, 3)
    assert "after 2. exd5" in done.stdout
