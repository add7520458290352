"""What files, folders, globs, compressed files and zip files stand for, and what is said of those that hold no text."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import subprocess
import zipfile
from pathlib import Path

import pytest
from backports import zstd

from kriegnote.archive.inputs import Leftover, Unreadable, inputs, without_compression

GAME = b"1. e4 e5 2. Nf3 Nc6 *\n" * 400


def names(*arguments: str | Path) -> list[str]:
    return [one.name for one in inputs(arguments)]


def text(path: Path) -> bytes:
    [one] = inputs([path])
    with one.open() as opened:
        return opened.stream.read()


def complaint(path: Path) -> str:
    [one] = inputs([path])
    try:
        with one.open():
            return "it could be read"
    except (Unreadable, OSError) as error:
        return one.complaint(error)


def test_a_folder_gives_its_files_by_name_with_those_of_the_folders_below(tmp_path: Path) -> None:
    for name in ("b/2.pgn", "b/1.pgn", "a.pgn", "c.txt", ".git/config", "b/.hidden"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(GAME)
    found = list(inputs([tmp_path]))
    assert [one.relative for one in found] == ["a.pgn", "b/.hidden", "b/1.pgn", "b/2.pgn", "c.txt"]
    assert [one.path for one in found] == [tmp_path / one.relative for one in found]


def test_names_are_mirrored_below_what_all_arguments_have_in_common(tmp_path: Path) -> None:
    for name in ("x/a/1.pgn", "x/b/1.pgn", "y/1.pgn.gz"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(GAME)

    def mirrored(*arguments: str) -> list[str]:
        return [one.relative for one in inputs([tmp_path / one for one in arguments])]

    assert mirrored("x/a/1.pgn") == ["1.pgn"]
    assert mirrored("x/a/1.pgn", "x/b/1.pgn") == ["a/1.pgn", "b/1.pgn"]
    assert mirrored("x/*/1.pgn") == ["a/1.pgn", "b/1.pgn"]
    assert mirrored("x", "y") == ["x/a/1.pgn", "x/b/1.pgn", "y/1.pgn"]
    assert mirrored("x", "x/a") == ["a/1.pgn", "b/1.pgn", "a/1.pgn"]
    assert mirrored("y/*.gz") == ["1.pgn"]


def test_a_glob_is_a_glob_only_where_no_file_has_that_name(tmp_path: Path) -> None:
    for name in ("a.pgn", "[a].pgn", "sub"):
        (tmp_path / name).mkdir() if name == "sub" else (tmp_path / name).write_bytes(GAME)
    (tmp_path / "sub" / "b.pgn").write_bytes(GAME)
    assert names(tmp_path / "[a].pgn") == [str(tmp_path / "[a].pgn")]
    assert names(tmp_path / "[a-c].pgn") == [str(tmp_path / "a.pgn")]
    assert names(tmp_path / "**" / "*.pgn") == [str(tmp_path / n) for n in ("[a].pgn", "a.pgn", "sub/b.pgn")]
    assert complaint(tmp_path / "*.icc") == "this is a pattern that matches no file"


@pytest.mark.parametrize(
    ("ending", "compress"),
    [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress), (".zst", zstd.compress)],
)
def test_compressed_files_are_read_and_what_stands_before_a_break_is_not_lost(
    ending: str, compress: object, tmp_path: Path
) -> None:
    data = compress(os.urandom(1_000_000).hex().encode())  # type: ignore[operator]
    path = tmp_path / f"games.pgn{ending}"
    path.write_bytes(data)
    [one] = inputs([path])
    with one.open() as opened:
        whole = opened.stream.read()
        assert (len(whole), opened.filename.endswith("games.pgn"), opened.damage) == (2_000_000, True, None)
        opened.stream.seek(0)
        assert opened.stream.read() == whole
    path.write_bytes(data[: len(data) * 9 // 10])
    with one.open() as opened:
        part = opened.stream.read()
        assert part and whole.startswith(part)
        assert opened.damage and "is cut short; the part before that is read" in opened.damage
    (tmp_path / "other name").write_bytes(data)
    assert text(tmp_path / "other name") == whole


def test_what_comes_through_a_pipe_is_told_by_its_first_bytes_too(tmp_path: Path) -> None:
    (tmp_path / "games.pgn.gz").write_bytes(gzip.compress(GAME))
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cp", tmp_path / "games.pgn.gz", tmp_path / "pipe"]):
        assert text(tmp_path / "pipe") == GAME


def test_layers_of_compression_and_zip_files(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as archive:
        archive.writestr("logs/a.pgn.gz", gzip.compress(bz2.compress(GAME)))
        archive.writestr("../b.pgn", GAME)
        archive.writestr("picture.jpg", b"\xff\xd8\xff\xe0" + bytes(100))
    found = list(inputs([tmp_path]))
    assert [one.relative for one in found] == ["games.zip/logs/a.pgn", "games.zip/b.pgn", "games.zip/picture.jpg"]
    for one in found[:2]:
        with one.open() as opened:
            assert opened.stream.read() == GAME
    with pytest.raises(Unreadable, match="a JPEG picture"):
        found[2].open()


def test_links_are_followed_and_never_round_in_a_circle(tmp_path: Path) -> None:
    inside, outside = tmp_path / "archive", tmp_path / "elsewhere"
    for folder in (inside / "sub", outside):
        folder.mkdir(parents=True)
        (folder / "game.pgn").write_bytes(GAME)
    (inside / "sub" / "up").symlink_to(inside)
    (inside / "also").symlink_to(inside / "sub" / "game.pgn")
    (inside / "a link to a folder").symlink_to(outside)
    (inside / "circle").symlink_to(inside / "circle")
    (inside / "nothing").symlink_to(inside / "was here")
    found = {one.relative: one.problem for one in inputs([inside])}
    assert found == {
        "also": None,
        "circle": "a link that leads back to itself",
        "nothing": "a broken link",
        "sub/game.pgn": None,
        "a link to a folder/game.pgn": None,
    }


def test_what_is_no_text_is_skipped_unless_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "scan.pdf").write_bytes(b"%PDF-1.7\n")
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "cut.gz").write_bytes(b"\x1f\x8b\x08\0")
    found = {Path(one.name).name: one for one in inputs([tmp_path])}
    for name, said in (("scan.pdf", "a PDF"), ("empty.txt", "an empty file")):
        with pytest.raises(Leftover, match=said):
            found[name].open()
    with pytest.raises(Unreadable) as raised:
        found["cut.gz"].open()  # its games are lost
    assert not isinstance(raised.value, Leftover)
    [named] = inputs([tmp_path / "scan.pdf"])
    with pytest.raises(Unreadable) as raised:
        named.open()
    assert not isinstance(raised.value, Leftover)


def test_pipes_in_a_folder_are_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    [one] = inputs([tmp_path])
    assert one.problem == "a pipe; name it explicitly to read it"


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.pgn", b"\x89PNG\r\n\x1a\n" + bytes(50), "this is a PNG picture"),
        ("a.txt", b"%PDF-1.7\n", "this is a PDF"),
        ("a.docx", b"PK\x03\x04" + bytes(50), "this is a Word document"),
        ("a.bin", b"PK\x03\x04" + bytes(50), "this is a zip archive whose name does not end in .zip"),
        ("a.zip", b"PK\x03\x04" + bytes(50), "this is a zip file that is damaged or incomplete"),
        ("empty.pgn", b"", "this is an empty file"),
        ("a.gz", b"\x1f\x8b\x08\0", "this is empty: the gzip data is cut short"),
        (
            "a.tar.gz",
            gzip.compress(bytes(257) + b"ustar" + bytes(300), mtime=0),
            "this is a tar archive; unpack it first",
        ),
        ("a.pgn", "1. e4 e5".encode("utf-16-le"), "this is UTF-16 text without a byte order mark; save it as UTF-8"),
        ("a.dat", bytes(range(4)) * 50, "this is a binary file"),
        ("absent.pgn", None, "No such file or directory"),
    ],
)
def test_what_holds_no_text_is_named(name: str, data: bytes | None, said: str, tmp_path: Path) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    assert complaint(tmp_path / name) == said


def test_what_an_operating_system_leaves_behind_is_nobodys_loss(tmp_path: Path) -> None:
    (tmp_path / ".DS_Store").write_bytes(b"\0\0\0\1Bud1" + bytes(40))
    [one] = inputs([tmp_path])
    with pytest.raises(Leftover, match="a macOS folder settings file"):
        one.open()


def test_names_of_any_bytes(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9\n.pgn")
    (tmp_path / name).write_bytes(GAME)
    [one] = inputs([tmp_path])
    assert one.relative == name
    assert text(tmp_path / name) == GAME


def test_endings_of_compression() -> None:
    given = ["a.pgn.gz", "a.PGN.XZ", ".gz", "gz", "a.b.zst"]
    assert [without_compression(name) for name in given] == ["a.pgn", "a.PGN", ".gz", "gz", "a.b"]


def test_a_folder_without_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty" / "below").mkdir(parents=True)
    [one] = inputs([tmp_path / "empty"])
    assert one.problem == "a folder with no file in it"


def test_bytes_that_are_no_text_are_told_without_zeros(tmp_path: Path) -> None:
    (tmp_path / "random.dat").write_bytes(bytes(range(1, 256)) * 8)
    (tmp_path / "bells.log").write_bytes(b"\x07White's move.\n\x1b[1m1. e4\x1b[0m\n")
    for name, said in (("random.dat", "a binary file"), ("bells.log", "")):
        [one] = inputs([tmp_path / name])
        try:
            one.open().stream.close()
            problem = ""
        except Unreadable as error:
            problem = str(error)
        assert said in problem
        assert bool(said) is bool(problem)
