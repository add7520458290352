"""What of a solution's text is its solution: remarks and suppositions set aside, and where it begins."""

from __future__ import annotations

import re
from typing import Final

from kriegnote.model.printed_moves import Language
from kriegnote.problems.tokens import Token, printed

HEADS: Final = {
    "BLACK_NUMBER", "SILENT", "NOT_SILENT", "ASK_YES", "ASK_NO", "COUNT", "CAPTURE", "NO_CAPTURE", "CHECK",
    "DIRECTION", "TWIN", "YES", "NO", "IF", "EASTERN", "WESTERN", "REMARK", "KEY", "OTHERWISE",
}  # fmt: skip


class Sifted:
    """The words of a solution; ``prose`` says of each whether it has no effect, ``begin`` where the solution begins."""

    def __init__(self, words: list[Token], language: Language = "en") -> None:
        self.words = [word for word in words if word.kind not in ("QUOTE",)]
        self.language = language
        self._mark_remarks()
        self.begin = self._beginning()

    def _mark_remarks(self) -> None:
        """Mark the paragraphs that are remarks and the clauses that suppose something."""
        self.prose = [False] * len(self.words)
        start = 0
        for i in range(len(self.words) + 1):
            if i == len(self.words) or self.words[i].kind == "BLANK_LINE":
                head = next((w.kind for w in self.words[start:i] if w.kind not in ("NEWLINE", "BULLET", "OTHER")), "")
                if head == "REMARK":
                    self.prose[start:i] = [True] * (i - start)
                start = i + 1
        start = 0
        for i in range(len(self.words) + 1):
            if i == len(self.words) or self._ends_clause(i):
                clause = self.words[start:i]
                if any(word.kind == "HYPOTHESIS" for word in clause):
                    self.prose[start:i] = [True] * (i - start)
                start = i + 1

    def _ends_clause(self, i: int) -> bool:
        word = self.words[i]
        if word.kind in ("STOP", "BLANK_LINE", "SEMICOLON", "THEN", "BULLET", "TWIN"):
            return True
        if word.kind == "MOVE" and "!" in word.text and i + 1 < len(self.words):
            return self.words[i + 1].text[:1].isupper()
        return word.kind == "NEWLINE" and i + 1 < len(self.words) and self.words[i + 1].kind in HEADS

    def _beginning(self) -> int:
        """Where the solution starts: at its key when the text names it, else at its first move or question."""
        for i, word in enumerate(self.words):
            if word.kind == "KEY" and not self.prose[i]:
                for j in range(i, min(i + 25, len(self.words))):
                    if self.words[j].kind == "STOP" or (
                        self.words[j].kind == "BLANK_LINE" and self.words[j - 1].kind != "COLON"
                    ):
                        break
                    if self.words[j].kind == "MOVE" and (
                        self.words[j - 1].kind != "WHITE_NUMBER" or re.match(r"1\D", self.words[j - 1].text)
                    ):
                        return i
        clause = 0
        for i, word in enumerate(self.words):
            if self._ends_clause(i):
                clause = i + 1
            if self.prose[i]:
                continue
            if word.kind == "WHITE_NUMBER" and self._move_after(i):
                return clause
            if word.kind in ("ASK", "ASK_YES") and not any(w.kind == "BLACK" for w in self.words[clause:i]):
                return clause
        return len(self.words)

    def _move_after(self, i: int) -> bool:
        j = i + 1
        while j < len(self.words) and self.words[j].kind in ("NEWLINE", "OTHER"):
            j += 1
        if j >= len(self.words) or self.words[j].kind != "MOVE":
            return False
        read = printed(self.words[j].text, self.language)
        return read is not None and not read.doubted
