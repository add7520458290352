"""A cached value is used again, and computed anew if its key has changed or its file cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from kriegnote import cache
from kriegnote.cache import FOLDER, cached


def test_a_value_is_computed_once_for_its_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    assert cached("numbers", "one", lambda: [1]) == [1]
    assert cached("numbers", "one", lambda: [2]) == [1]
    assert cached("numbers", "two", lambda: [2]) == [2]
    (tmp_path / "numbers").write_bytes(b"no JSON")
    assert cached("numbers", "two", lambda: [3]) == [3]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["numbers"]


def test_without_a_folder_it_is_computed_each_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(FOLDER, raising=False)
    assert [cached("numbers", "one", lambda n=n: n) for n in (1, 2)] == [1, 2]
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(FOLDER, str(tmp_path / "file" / "below"))
    assert cached("numbers", "one", lambda: 3) == 3


def test_what_is_installed_is_used_until_its_key_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    cached("numbers", "one", lambda: [1])
    monkeypatch.setattr(cache, "INSTALLED", tmp_path)
    monkeypatch.delenv(FOLDER)
    assert [cached("numbers", "one", lambda: [2]), cached("numbers", "two", lambda: [3])] == [[1], [3]]
