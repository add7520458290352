"""Commands of players to the umpire, one per line, in words or as JSON (listed in docs/live.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

import msgspec

from kriegnote.chess.squares import NAMES
from kriegnote.errors import KriegnoteError
from kriegnote.model.events import Side

Action = Literal["try", "ask", "partner", "keep", "take-back", "offer", "accept", "decline", "claim", "resign", "stop"]
Draw = Literal["fifty-move", "repetition", "insufficient"]
MOST_LETTERS: Final = 500
"""The greatest length of a command, in characters."""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One command. ``side``: the player who gives it; None: the player to move.

    ``move`` is the try, as printed (``Nf3``, ``e2e4``); ``what`` is the question (``any``, ``rebuffs``, ``material``,
    or ``squares`` with their names); ``text`` is a partner's word; ``reason`` is that of a claimed draw.
    """

    type: Action
    side: Side | None = None
    move: str | None = None
    what: Literal["any", "rebuffs", "material", "squares"] | None = None
    squares: tuple[str, ...] = ()
    text: str | None = None
    reason: Draw | None = None


class CommandError(KriegnoteError):
    """Raised for a line that is no command; the message says what to write."""


PARTNERS_WORDS: Final = ("attention", "go on", "no instructions")
"""The words that a partner may say (§8.7)."""
_WORDS: Final[Mapping[str, Command]] = {
    "any?": Command(type="ask", what="any"),
    "rebuffs?": Command(type="ask", what="rebuffs"),
    "material?": Command(type="ask", what="material"),
    "keep": Command(type="keep"),
    "take back": Command(type="take-back"),
    "offer": Command(type="offer"),
    "accept": Command(type="accept"),
    "decline": Command(type="decline"),
    "claim fifty-move": Command(type="claim", reason="fifty-move"),
    "claim repetition": Command(type="claim", reason="repetition"),
    "claim insufficient": Command(type="claim", reason="insufficient"),
    "resign": Command(type="resign"),
    "stop": Command(type="stop"),
}
_NEEDS: Final[Mapping[str, str]] = {"try": "move", "ask": "what", "claim": "reason"}
_DECODER: Final = msgspec.json.Decoder(Command)


def read_command(line: str) -> Command | None:
    """The command on a line; None for a blank line.

    :raises CommandError: if it is no command.
    """
    if len(line) > MOST_LETTERS:
        raise CommandError(f"the command has {len(line)} characters; at most {MOST_LETTERS} are allowed")
    if line.lstrip().startswith("{"):
        return _from_json(line)
    words = line.split()
    side: Side | None = None
    if words and words[0].lower().rstrip(":") in ("white", "black"):
        side = "white" if words.pop(0).lower().startswith("white") else "black"
    if not words:
        if side is not None:
            raise CommandError(f"nothing follows {side}: write a move or a command after it")
        return None
    known = _WORDS.get(" ".join(words).lower())
    if known is not None:
        return msgspec.structs.replace(known, side=side)
    if words[0].lower() == "squares?":
        return Command(type="ask", side=side, what="squares", squares=_squares(words[1:]))
    if words[0].lower() == "partner" and len(words) > 1:
        said = " ".join(words[1:])
        word = said.lower() in PARTNERS_WORDS
        return Command(type="partner", side=side, text=said if word else None, move=None if word else words[1])
    if len(words) > 1:
        raise CommandError(f"not a command: {' '.join(words)!r}; write a move or one of: {', '.join(_WORDS)}")
    return Command(type="try", side=side, move=words[0])


def _squares(words: Iterable[str]) -> tuple[str, ...]:
    """The squares of a question.

    :raises CommandError: if a word is no square, or there is none.
    """
    names = tuple(words)
    wrong = next((name for name in names if name not in NAMES), None)
    if wrong is not None:
        raise CommandError(f"{wrong!r} is not a square; squares are a1 to h8")
    if not names:
        raise CommandError("name the squares: squares? e4 d5")
    return names


def _from_json(line: str) -> Command:
    try:
        command = _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise CommandError(f"not a command: {error}") from None
    needed = _NEEDS.get(command.type)
    if needed is not None and not getattr(command, needed):
        raise CommandError(f'a command of type "{command.type}" needs the field "{needed}"')
    if command.what == "squares":
        _squares(command.squares)
    if command.type == "partner" and command.move is None and (command.text or "").lower() not in PARTNERS_WORDS:
        raise CommandError(f"a partner says {', '.join(PARTNERS_WORDS)}, or plays a move")
    return command
