"""Every printed solution of a chapter of problems against verdicts that were found independently.

    python tests/bench/chapter.py CHAPTER.md POSITIONS.jsonl VERDICTS.jsonl [ID…]

The chapter has a heading ``7.1.1 Problema`` before each problem; positions and verdicts are one JSON object a line
(``id``, ``fen``, ``worlds``, ``twins``, ``mate_in``; ``id``, ``twin``, ``rules``, ``verdict``, ``rest``).  Prints a
line for each verdict with the time that it took, and in full where the two differ.
"""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from typing import Any

from kriegnote.problems.prove import prove
from kriegnote.problems.reading.reader import read_problems


def _lines(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines() if line.strip()]


def sections(chapter: str) -> dict[str, str]:
    """The text of each problem, from under its heading on."""
    found = re.split(r"(?m)^#+ (\d+\.\d+\.\d+) Problema\b.*$", chapter)
    return {name: re.split(r"(?m)^#", body)[0] for name, body in zip(found[1::2], found[2::2], strict=True)}


def tagged(position: dict[str, Any], text: str, twin: str | None) -> str:
    """A problem as ``kriegnote prove`` reads it: tags, then the text."""
    fen = position.get("fen_true") or position["fen"]
    tags = [("Id", position["id"])]
    if twin and position.get("twins"):
        fen = next((each["fen"] for each in position["twins"] if each["twin"] == twin), fen)
        tags.append(("Twin", twin))
    tags.append(("FEN", fen))
    tags += [("World", world) for world in position.get("worlds", [])]
    if position.get("exclude_replies"):
        tags.append(("ExcludedReplies", " ".join(position["exclude_replies"])))
    if position.get("mate_in"):
        tags.append(("Stipulation", f"#{position['mate_in']}"))
    return "".join(f'[{name} "{value}"]\n' for name, value in tags) + "\n" + text


def main(chapter: str, positions: str, verdicts: str, *ids: str) -> int:
    """Run it; the number of verdicts that differ."""
    texts = sections(Path(chapter).read_text(encoding="utf-8"))
    known = {each["id"]: each for each in _lines(positions)}
    same = different = 0
    slowest = 0.0
    for row in _lines(verdicts):
        if row["id"] not in texts or (ids and row["id"] not in ids) or row.get("twin") in ("fix", "english"):
            continue
        problems, findings = read_problems(tagged(known[row["id"]], texts[row["id"]], row.get("twin")))
        start = time.perf_counter()
        prove(problems[0], row["rules"], search=False)
        taken = time.perf_counter() - start
        slowest = max(slowest, taken if known[row["id"]].get("mate_in") == 2 else 0)
        found = prove(problems[0], row["rules"])
        rest = row.get("rest", found.rest).split()[0]
        agrees = found.verdict == row["verdict"] and rest == found.rest
        same, different = same + agrees, different + (not agrees)
        name = f"{'same' if agrees else 'DIFF'} {row['id']:7} {row.get('twin', ''):1} {row['rules']:8}"
        print(f"{name} {found.verdict:10} {found.rest:7} {taken:6.3f} s  {' '.join(found.line)}")
        if not agrees or ids:
            print(f"     expected {row['verdict']} {row.get('rest', '')} {row.get('why', '')}")
            print(f"     {found.note}\n     {found.heard}")
            for each in [*findings, *found.findings]:
                print(f"     {each.code} {each.line}:{each.column} {each.message} {each.note or ''}")
    print(f"{same} the same, {different} different; the slowest mate in two took {slowest:.3f} s")
    return different


if __name__ == "__main__":
    sys.exit(min(main(*sys.argv[1:]), 99))
