"""An archive as archivists have them, with the truth it was made from.

Files in eight notations, five encodings and three compressions, in folders with odd names; between them pictures,
broken and empty files, links (also round in a circle) and duplicates.  ``python -m tests.support.archive --files 2000``
makes one, converts it in one call, on one process and on two, and again with a run that is killed in the middle; it
compares every game with its truth and prints what came of it.
"""

from __future__ import annotations

import gzip
import lzma
import random
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from backports import zstd

import kriegnote
from kriegnote import Record
from tests.support.games import random_record

NOTATIONS: Final = ("json", "pgn", "san", "tries", "dialogue", "icc", "magari", "nost")
ENCODINGS: Final = ("utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "latin-1")
COMPRESSIONS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "": lambda data: data,
    ".gz": lambda data: gzip.compress(data, mtime=0),
    ".xz": lzma.compress,
    ".zst": zstd.compress,
}
NAMES: Final = ("Zoë Müller", "Carlo Rossi", "Renée Đà", "Ann O'Neil", "José", "Anna Gråberg")
FOLDERS: Final = ("", "1998", "logs/März", "logs/a folder", "книга/§4", "odd; names & [more]")
PICTURE: Final = b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(range(256)) * 4
_BOM: Final = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}


@dataclass
class Made:
    """An archive and its truth: for each file with games its moves, game by game; the files that hold none."""

    games: dict[str, list[list[str | None]]] = field(default_factory=dict)
    notations: dict[str, str] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    leftovers: set[str] = field(default_factory=set)


def make(top: Path, files: int, seed: int = 1, plies: int = 40) -> Made:
    """Fills a folder; the same for the same arguments."""
    rng = random.Random(seed)
    made = Made()
    texts: list[tuple[str, bytes, list[list[str | None]]]] = []
    for number in range(files):
        if number % 17 == 11:
            _broken(top, number, rng, made)
        elif number % 19 == 13 and texts:
            _again(top, number, rng, made, texts)
        else:
            _file(top, number, rng, made, texts, plies)
    _links(top, made)
    return made


def _file(
    top: Path, number: int, rng: random.Random, made: Made, texts: list[tuple[str, bytes, list[list[str | None]]]],
    plies: int,
) -> None:  # fmt: skip
    notation = NOTATIONS[number % len(NOTATIONS)]
    records = [_record(rng, notation, plies) for _ in range(rng.choice((1, 1, 1, 2, 5)))]
    text = written(records, notation)
    moves = [_moves(record) for record in records]
    data = _encoded(text, rng)
    texts.append((notation, data, moves))
    ending = rng.choice({"json": [".jsonl"], "pgn": [".pgn"]}.get(notation, [".txt", "", ".log"]))
    _put(top, number, rng, made, texts[-1], ending)


def _put(
    top: Path, number: int, rng: random.Random, made: Made, one: tuple[str, bytes, list[list[str | None]]], ending: str
) -> None:
    notation, data, moves = one
    folder = rng.choice(FOLDERS)
    name = f"{folder}/{number:05} {notation}{ending}".lstrip("/")
    path = top / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if number % 40 == 3:
        name = f"{name}.zip/inside/{notation}{ending}"
        with zipfile.ZipFile(f"{path}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(zipfile.ZipInfo(f"inside/{notation}{ending}"), data)
    else:
        compression = rng.choice(["", "", *COMPRESSIONS])
        Path(f"{path}{compression}").write_bytes(COMPRESSIONS[compression](data))
    made.games[name] = moves
    made.notations[name] = notation


def _again(
    top: Path, number: int, rng: random.Random, made: Made, texts: list[tuple[str, bytes, list[list[str | None]]]]
) -> None:
    one = rng.choice(texts)
    _put(top, number, rng, made, one, {"json": ".jsonl", "pgn": ".pgn"}.get(one[0], ".txt"))


def _broken(top: Path, number: int, rng: random.Random, made: Made) -> None:
    """A file without games that can be read: a picture, nothing, half a compressed file, other bytes, prose."""
    name, data = rng.choice(
        [
            ("scan.jpg", PICTURE),
            ("empty.txt", b""),
            ("half.pgn.gz", gzip.compress(bytes(50_000), mtime=0)[:20]),
            ("noise.pgn", bytes(range(8)) * 100),
            ("letter.txt", b"Dear Carlo, I enclose the cheque.\n"),
            (".DS_Store", b"\0\0\0\1Bud1" + bytes(100)),
        ]
    )
    path = top / "broken" / f"{number:05}" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    (made.leftovers if name == ".DS_Store" else made.broken).add(path.relative_to(top).as_posix())


def _links(top: Path, made: Made) -> None:
    """A link to a file, one to a folder above, one to nothing."""
    (top / "links").mkdir(exist_ok=True)
    plain = sorted(name for name in made.games if (top / name).is_file())
    if plain:
        (top / "links" / "a game").symlink_to(top / plain[0])
        made.games["links/a game"] = made.games[plain[0]]
        made.notations["links/a game"] = made.notations[plain[0]]
    (top / "links" / "up").symlink_to(top)
    (top / "links" / "gone").symlink_to(top / "was here")
    made.broken.add("links/gone")


def _record(rng: random.Random, notation: str, plies: int) -> Record:
    rules = {"icc": "icc", "magari": "magari", "nost": "nost", "tries": "english"}.get(notation, "icc")
    record = random_record(rng.randrange(1 << 30), rules=rules, plies=plies, comments=False, headers=False)
    white, black = rng.sample(NAMES, 2)
    date = f"{rng.randint(1950, 2020)}.{rng.randint(1, 12):02}.??"
    return record.replace(headers=(("White", white), ("Black", black), ("Date", date)))


def written(records: list[Record], notation: str) -> str:
    """Records as one file of a notation; an ICC log is White's."""
    view = "white" if notation == "icc" else None
    texts = [next(kriegnote.convert(record, notation, view=view)).text for record in records]
    return ("" if notation == "json" else "\n").join(texts)


def _encoded(text: str, rng: random.Random) -> bytes:
    encoding = rng.choice(ENCODINGS)
    if encoding == "latin-1" and not text.isascii() and text.encode("latin-1", "replace").decode("latin-1") != text:
        encoding = "utf-8"
    return _BOM.get(encoding, b"") + text.encode(encoding)


def _moves(record: Record) -> list[str | None]:
    return [event.move for event in record.events if isinstance(event, kriegnote.Move)]
