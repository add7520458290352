"""An archive as archivists have them, with the truth it was made from.

Files in eight notations, five encodings and three compressions, in folders with odd names; between them pictures,
broken and empty files, links (also round in a circle) and duplicates.  ``python -m tests.support.archive --files 2000``
makes one, converts it in one call, on one process and on two, and again with a run that is killed in the middle; it
compares every game with its truth and prints what came of it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from backports import zstd

import kriegnote
from kriegnote import Record
from kriegnote.archive.inputs import inputs
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
    """A file without games that can be read: half a compressed file, prose; or one that is skipped: a picture, an empty
    file, other bytes."""
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
    relative = path.relative_to(top).as_posix().removesuffix(".gz")  # as inputs have it
    (made.broken if name in ("half.pgn.gz", "letter.txt") else made.leftovers).add(relative)


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


# -- what became of it -------------------------------------------------------------------------------------------------


@dataclass
class Compared:
    """Games of an archive as they were converted to JSON, beside their truth."""

    right: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def compare(top: Path, made: Made, converted: Path) -> Compared:
    """Holds every game in a folder of JSON against the truth, by the place that it says it comes from."""
    names = {one.name: one.relative for one in inputs([top])}
    compared = Compared()
    missing = {(name, number) for name, games in made.games.items() for number in range(1, len(games) + 1)}
    for record in _records(converted):
        place = (names[record["origin"]["file"]], record["origin"]["number"])
        missing.discard(place)
        notation = made.notations.get(place[0], "?")
        moves = [event["move"] for event in record["events"] if event["type"] == "move"]
        truth = made.games.get(place[0], [])[place[1] - 1 : place[1]]
        if truth and _same(moves, truth[0], notation):
            compared.right[notation] += 1
        else:
            compared.wrong.append(f"{place[0]}, game {place[1]}: {len(moves)} moves")
    compared.wrong += [f"{name}, game {number}: not there" for name, number in sorted(missing)]
    return compared


def _same(moves: list[str | None], truth: list[str | None], notation: str) -> bool:
    """An ICC log has White's moves, and may end before Black's last."""
    if notation == "icc":
        return moves[::2] == truth[::2]
    return moves == truth


def _records(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.rglob("*.json*")):
        if ".kriegnote" not in path.parts:
            for line in path.read_text("utf-8").splitlines():
                yield json.loads(line)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def converting(top: Path, out: Path, *options: str) -> list[str]:
    """The command that converts an archive."""
    program = [sys.executable, "-m", "kriegnote"]
    return [*program, "convert", str(top), "--to", "json", "--out-dir", str(out), *options]


def run(command: list[str]) -> tuple[int, str, float]:
    """Status, standard error and seconds."""
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr, time.perf_counter() - began


def kill_in_the_middle(command: list[str], out: Path, files: int) -> None:
    """Starts a run and kills it outright when so many files are there."""
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while started.poll() is None and sum(path.is_file() for path in out.rglob("*.json*")) < files:
        time.sleep(0.01)
    os.kill(started.pid, signal.SIGKILL)
    started.wait()


def main() -> None:
    """Makes an archive, converts it in four ways and prints what came of it."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="make the archive here and keep it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        top = (options.keep or Path(folder) / "archive").absolute()
        made = make(top, options.files, options.seed)
        one, two, cut_short = (Path(folder) / name for name in ("one", "two", "cut short"))
        status, said, alone = run(converting(top, one))
        compared = compare(top, made, one)
        print(f"{options.files:,} files in {len(NOTATIONS)} notations, {len(ENCODINGS)} encodings, with damage: "
              f"status {status}, {alone:.1f} s on one process")  # fmt: skip
        print(
            "\n".join(f"  {notation:<9} {count:>6,} games right" for notation, count in sorted(compared.right.items()))
        )
        print(f"  {len(compared.wrong)} wrong or missing", *compared.wrong[:20], sep="\n    ")
        told = {line.split(": error: ")[0] for line in said.splitlines() if ": error: " in line}
        names = {one.name: one.relative for one in inputs([top])}
        untold = made.broken - {names.get(name, name) for name in told}
        print(f"  {len(made.broken)} broken files, {len(untold)} of them not told; {len(made.leftovers)} leftovers")
        status, _, together = run(converting(top, two, "--jobs", "2"))
        print(f"--jobs 2: status {status}, the same bytes: {tree(one) == tree(two)}, {together:.1f} s, "
              f"{alone / together:.2f} times as fast")  # fmt: skip
        kill_in_the_middle(converting(top, cut_short), cut_short, len(tree(one)) // 2)
        before = len(tree(cut_short))
        status, _, _ = run(converting(top, cut_short, "--resume"))
        print(f"killed at {before} files and resumed: status {status}, the same bytes: {tree(one) == tree(cut_short)}")


if __name__ == "__main__":
    main()
