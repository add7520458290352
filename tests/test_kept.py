"""What is kept between runs is read again, and made anew where it was made of something else or cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from kriegnote.kept import FOLDER, kept


def test_a_thing_is_made_once_for_what_it_is_made_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    assert kept("numbers", "one", lambda: [1]) == [1]
    assert kept("numbers", "one", lambda: [2]) == [1]
    assert kept("numbers", "two", lambda: [2]) == [2]
    (tmp_path / "numbers").write_bytes(b"no JSON")
    assert kept("numbers", "two", lambda: [3]) == [3]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["numbers"]


def test_without_a_folder_it_is_made_each_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(FOLDER, raising=False)
    assert [kept("numbers", "one", lambda n=n: n) for n in (1, 2)] == [1, 2]
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(FOLDER, str(tmp_path / "file" / "below"))
    assert kept("numbers", "one", lambda: 3) == 3
