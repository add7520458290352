"""``check --fix``: applies the certain fixes of findings to their files; all other bytes stay unchanged."""

from __future__ import annotations

import codecs
import difflib
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from kriegnote.diagnostics.findings import Finding, Fix
from kriegnote.reporting.output import Output
from kriegnote.text.encodings import Encoding, encoding_of


class Fixed(NamedTuple):
    """The result for one file: the unified diff, messages about what was not fixed, and whether the file failed."""

    diff: str
    refused: list[str]
    failed: bool = False


class _Text(NamedTuple):
    """A file's text: its lines with their line endings, its encoding, its byte order mark."""

    lines: list[str]
    encoding: Encoding
    mark: bytes

    def encoded(self, lines: list[str]) -> bytes:
        return self.mark + self.encoding.encoded("".join(lines))


def fix_files(findings: Iterable[Finding], *, write: bool = True) -> Iterator[Fixed]:
    """Applies the fixes of findings to their files, each file completely or not at all; yields the result of each.

    A fix is applied if the text that it replaces is still in its place, no other finding has a different fix there, and
    the file's encoding can represent the new text.

    :param write: False: files are not changed; only the results are reported.
    """
    by_file: dict[str, list[Finding]] = {}
    for found in findings:
        if found.fix is not None and found.file not in (None, "-") and found.line and found.column:
            by_file.setdefault(found.file or "", []).append(found)
    for name, wanted in by_file.items():
        try:
            yield _fix_file(Path(name), wanted, write)
        except OSError as error:
            yield Fixed("", [f"{name}: error: {error.strerror}; the file is unchanged"], True)


def _fix_file(path: Path, findings: list[Finding], write: bool) -> Fixed:
    if not path.is_file():
        return Fixed("", [f"{path}: error: only a regular file can be fixed; it is unchanged"], True)
    text = _read(path)
    if text is None:
        return Fixed("", [f"{path}: error: its encoding cannot be reproduced; the file is unchanged"], True)
    after, refused = _applied(text, findings)
    if write and after != text.lines:
        with Output(path) as output:
            output.write_bytes(text.encoded(after))
    return Fixed(_diff(path, text.lines, after), [f"{path}:{message}" for message in refused])


def fixed_text(path: Path, findings: list[Finding]) -> bytes:
    """The bytes of a file with fixes applied; its unchanged bytes if its encoding cannot be reproduced."""
    text = _read(path)
    return path.read_bytes() if text is None else text.encoded(_applied(text, findings)[0])


def _read(path: Path) -> _Text | None:
    """The text of a file; None if encoding it again would not give the same bytes."""
    data = path.read_bytes()
    encoding, mark = encoding_of(io.BytesIO(data))[0], b""
    if encoding.name == "utf-16":
        encoding = Encoding("utf-16-le" if data.startswith(codecs.BOM_UTF16_LE) else "utf-16-be")
        mark = data[:2]
    elif encoding.name == "utf-8-sig":
        encoding = encoding._replace(name="utf-8")
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        decoded = io.StringIO(data[len(mark) :].decode(encoding.name), newline="")
        text = _Text(list(encoding.meant(decoded)), encoding, mark)
        return text if text.encoded(text.lines) == data else None
    except UnicodeError:
        return None


def _applied(text: _Text, findings: list[Finding]) -> tuple[list[str], list[str]]:
    """The lines with the fixes applied, and a message about each that was not."""
    fixes = {(found.line or 0, found.column or 0, found.fix) for found in findings if found.fix is not None}
    places = Counter((line, column) for line, column, _ in fixes)
    after, refused, free = list(text.lines), [], (len(text.lines) + 1, 0)
    for line, column, fix in sorted(fixes, key=lambda one: (*one[:2], one[2].new), reverse=True):
        if places[line, column] > 1:
            why = "another finding has a different fix here"
        elif not _stands(text.lines, line, column, fix):
            why = f"{fix.old} does not stand here any more"
        elif (line, column - 1 + len(fix.old)) > free:
            why = "another fix changes the same words"
        elif not _can_encode(fix.new, text.encoding):
            why = f"{fix.new} cannot be written in {text.encoding.name}"
        else:
            row, at = after[line - 1], column - 1
            after[line - 1] = row[:at] + fix.new + row[at + len(fix.old) :]
            free = (line, at)
            continue
        refused.append(f"{line}:{column}: {fix.old} is not replaced by {fix.new}: {why}")
    return after, refused[::-1]


def _can_encode(words: str, encoding: Encoding) -> bool:
    try:
        encoding.encoded(words)
    except UnicodeEncodeError:
        return False
    return True


def _stands(lines: list[str], line: int, column: int, fix: Fix) -> bool:
    return line <= len(lines) and lines[line - 1].startswith(fix.old, column - 1)


def _diff(path: Path, before: list[str], after: list[str]) -> str:
    return "".join(
        row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n"
        for row in difflib.unified_diff(_shown(before), _shown(after), str(path), str(path), "before", "after")
    )


def _shown(lines: list[str]) -> list[str]:
    """The lines with uniform line endings, so that the diff shows only what changes."""
    return [line.rstrip("\r\n") + "\n" if line.endswith(("\n", "\r")) else line for line in lines]
