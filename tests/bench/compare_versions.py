"""What two installed versions of kriegnote make of the same files, and where they differ.

    python -m tests.bench.compare_versions --before OLD/bin/python --after NEW/bin/python [--records FILE] FILE…

Every file is converted to every notation, checked and repaired by both versions, each in a process of its own with its
own interpreter; ``--records`` adds the records of a JSON Lines file, ``--together`` of them in a file, written in each
notation by the version before and read back from there.  Commands whose status, standard output or standard error
differ are printed as a unified diff and counted by command; then what differs is counted: fields of JSON by their
paths, lines by what they say without their moves and numbers, each with an example.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TARGETS = ("json", "pgn", "san", "tries", "dialogue", "nost", "magari", "icc", "darkchess")
ONE_SIDED = frozenset(("icc", "darkchess"))

VARYING = re.compile(
    r'"[^"]*"|[KQRBN]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[QRBN])?[+#]*|\\d+'
)  # quoted text, moves, numbers

Answer = tuple[int, str, str, str | None]
"""A command's status, output and errors, and the name of a crash."""

WORKER = """
import json, sys
from click.testing import CliRunner
from kriegnote.cli import main
for line in sys.stdin:
    done = CliRunner().invoke(main, json.loads(line))
    crash = type(done.exception).__name__ if done.exception and not isinstance(done.exception, SystemExit) else None
    print(json.dumps([done.exit_code, done.stdout, done.stderr, crash]), flush=True)
"""


def commands(path: Path, targets: Sequence[str] = TARGETS) -> list[list[str]]:
    """What is asked about one file, of conversions those to these notations."""
    name = str(path)
    if "problems" in path.parts:
        return [["prove", name, "--format", "json"]]
    convert = [
        ["convert", name, "--to", target, *(["--view", side] if side else [])]
        for target in targets
        for side in (("white", "black") if target in ONE_SIDED else ("",))
    ]
    return [*convert, ["check", name, "--format", "json"], ["repair", name, "--to", "pgn"]]


def answers(python: str, asked: list[list[str]]) -> list[Answer]:
    """Status, output, errors and the name of a crash for each command, by the version behind an interpreter."""
    text = "".join(json.dumps(words) + "\n" for words in asked)
    done = subprocess.run([python, "-I", "-c", WORKER], input=text, capture_output=True, text=True, check=True)
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True)
    parser.add_argument("--after", required=True)
    parser.add_argument("--records", type=Path, help="records in JSON Lines, to be written in each notation")
    parser.add_argument("--together", type=int, default=100, help="how many of them stand in a file")
    parser.add_argument("--quiet", action="store_true", help="counts only")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        texts = written(options.before, options.records, options.together, Path(work))
        files = [*options.files, *texts]
        asked = [words for file in options.files for words in commands(file)]
        asked += [
            words for file in texts for words in commands(file, TARGETS if file.suffix == ".jsonl" else ("json",))
        ]
        before, after = answers(options.before, asked), answers(options.after, asked)
    different: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for words, old, new in zip(asked, before, after, strict=True):
        if old == new:
            continue
        different[" ".join(words[:1] + words[2:])] += 1
        for line in changes(old, new):
            kind = VARYING.sub("…", line)
            kinds[kind] += 1
            examples.setdefault(kind, f"{' '.join(words)}: {line}")
        if not options.quiet:
            print(f"== {' '.join(words)}: status {old[0]} → {new[0]}, crash {old[3]} → {new[3]}")
            for stream in (1, 2):
                lines = (old[stream].splitlines(), new[stream].splitlines())
                sys.stdout.writelines(f"{line}\n" for line in difflib.unified_diff(*lines, lineterm="", n=1))
    print(f"{len(asked)} commands on {len(files)} files, {sum(different.values())} differ")
    for command, count in different.most_common():
        print(f"{count:6} {command}")
    for kind, count in kinds.most_common():
        print(f"{count:6} {kind[:200]}\n         {examples[kind][:300]}")


def changes(old: Answer, new: Answer) -> list[str]:
    """What differs: the status; of JSON its fields, each by its path; of other text and of messages the lines that only
    one version wrote, with − or + before them."""
    found = [] if old[0] == new[0] else [f"status {old[0]} → {new[0]}"]
    before, after = (parsed(one[1]) for one in (old, new))
    if before is not None and after is not None:
        found += fields("", before, after)
        streams = [(old[2], new[2])]
    else:
        streams = [(old[1], new[1]), (old[2], new[2])]
    for one, other in streams:
        mine, theirs = Counter(one.splitlines()), Counter(other.splitlines())
        found += [f"-{line}" for line in (mine - theirs).elements()]
        found += [f"+{line}" for line in (theirs - mine).elements()]
    return found


def parsed(text: str) -> Any:
    """JSON, or JSON Lines as a list; None for another text."""
    try:
        return json.loads(text) if text[:2] == "{\n" else [json.loads(line) for line in text.splitlines()] or None
    except ValueError:
        return None


def fields(path: str, old: Any, new: Any) -> list[str]:
    """The paths at which two values differ; a path names an event's type, and no places in lists."""
    if isinstance(old, dict) and isinstance(new, dict):
        kind = f"{path}.{old.get('type', '')}".rstrip(".")
        return [one for key in old | new for one in fields(f"{kind}.{key}", old.get(key), new.get(key))]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [one for mine, theirs in zip(old, new, strict=True) for one in fields(path, mine, theirs)]
    if old == new:
        return []
    return [f"{path} {'added' if old is None else 'gone' if new is None else 'changed'}"]


def written(python: str, records: Path | None, together: int, folder: Path) -> list[Path]:
    """Records, so many in a file, a file a notation and side, written by the version behind an interpreter."""
    lines = records.read_bytes().splitlines() if records else []
    sources: list[Path] = []
    asked: list[list[str]] = []
    texts: list[Path] = []
    for first in range(0, len(lines), together):
        source = folder / f"records-{first}.jsonl"
        source.write_bytes(b"\n".join(lines[first : first + together]))
        sources.append(source)
        for target in TARGETS[1:]:
            for side in ("white", "black") if target in ONE_SIDED else ("",):
                asked.append(["convert", str(source), "--to", target, *(["--view", side] if side else [])])
                texts.append(folder / f"{target}-{side or 'umpire'}-{first}.txt")
    for file, answer in zip(texts, answers(python, asked), strict=True):
        file.write_text(answer[1], "utf-8")
    return [*sources, *texts]


if __name__ == "__main__":
    main()
