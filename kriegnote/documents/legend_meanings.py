"""What a legend may say that a sign means: the question, an answer, a try in vain, a move made, or an announcement."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from kriegnote.lexicon import lexicon, meant, printed

MeaningKind = Literal["question", "answer", "refused", "made", "capture", "check"]

_NAMED: Final[tuple[tuple[MeaningKind, tuple[str, ...]], ...]] = (
    ("question", ("fields.question", "fields.asked", "acts.any", "acts.whether_any", "acts.question")),
    ("refused", (
        "fields.tried", "answers.in_vain", "answers.illegal", "answers.illegals", "answers.impossible",
        "speech.refuse", "verdicts.attempted",
    )),
    ("check", ("announcements.check", "announcements.in_check")),
    ("capture", ("announcements.capture", "announcements.captured")),
    ("made", ("fields.played", "answers.accepted")),
)  # fmt: skip
"""The meanings by the words that name them: the first that is named counts."""
_ANSWERS: Final = (
    ("yes", ("answers.yes", "speech.affirm")), ("no", ("answers.no", "verdicts.refused", "speech.deny")),
    ("yes", ("details.told_to_try",)),
)  # fmt: skip
_DIRECTIONS: Final = (
    "announcements.long", "announcements.short", "announcements.file", "announcements.rank", "men.knight",
)  # fmt: skip


class SignMeaning(NamedTuple):
    """What a sign means.

    ``detail``: the answer, ``yes`` or ``no``, to a question or by itself; the direction of a check, as its name in the
    lexicon; None if it is not said.
    """

    kind: MeaningKind
    detail: str | None = None

    def words(self) -> str:
        """The words for an announcement, or for a question with its answer; empty for anything else."""
        match self.kind:
            case "question":
                return f"any? {printed(f'answers.{self.detail}', 'en')}" if self.detail else ""
            case "capture":
                return printed("announcements.capture", "en")
            case "check":
                direction = f" {printed(self.detail, 'en')}" if self.detail else ""
                return printed("announcements.check", "en") + direction
            case _:
                return ""


@lru_cache(maxsize=256)  # a text repeats its words
def meaning(words: str, before: SignMeaning | None = None) -> SignMeaning | None:
    """What words say of a sign; None if that is nothing that a game is made of.

    :param before: the meaning before it in a list, to which an answer or a direction may belong.
    """
    said = words.strip(" \t\n.,:)\"“”„«»'‘’")
    if (answer := meant(said, "answers")) in ("yes", "no"):
        same = before is not None and before.kind == "question" and before.detail is not None
        return SignMeaning("question" if same else "answer", answer)
    kind = next((one for one, names in _NAMED if any(lexicon().mentions(said, name) for name in names)), None)
    answer = next((one for one, names in _ANSWERS for name in names if lexicon().mentions(said, name)), None)
    if kind == "question" or (answer is not None and before is not None and before.kind == "question"):
        return SignMeaning("question", answer)
    direction = next((one for one in _DIRECTIONS if lexicon().mentions(said, one)), None)
    if kind == "check" or (direction is not None and before is not None and before.kind == "check"):
        return SignMeaning("check", direction)
    return SignMeaning(kind) if kind is not None else None
