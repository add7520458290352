"""A program that plays Kriegspiel by lot: `kriegnote umpire --white-program "python random_player.py 1"` runs it.

It hears a JSON line an event on standard input and says a command a line on standard output.  It knows its own men
from its first position, its moves and the captures it hears; an empty line says that it is its turn.  It plays one game
after another.  Two numbers may follow its name: the seed of its lots, and after how many moves of its own it resigns.
"""

from __future__ import annotations

import json
import random
import sys

import msgspec

from kriegnote.model.events import AnyEvent, Capture, Comment, Move, PawnTries, Reveal, Side, Try
from kriegnote.rules import RULES, RuleSet
from kriegnote.rules.boards import position_of
from kriegnote.umpire.own_board import FollowedBoard

EVENT = msgspec.json.Decoder(AnyEvent)


class RandomPlayer:
    """Hears lines and, when asked, says a command."""

    def __init__(self, seed: int = 0, longest: int = 60) -> None:
        self.rng = random.Random(seed)
        self.longest = longest  # after so many own moves it resigns

    def hear(self, line: str) -> None:
        """One line of the feed."""
        heard = json.loads(line)
        if "schema" in heard:
            self._begin(RULES[heard["rules"]], heard["view"], heard["start"])
        elif "type" in heard:
            self._event(EVENT.decode(line))

    def _begin(self, rules: RuleSet, side: Side, start: str | None) -> None:
        """A new game."""
        self.rules, self.side = rules, side
        self.own = FollowedBoard(position_of(rules.game, start, whole=False), side == "white", rules)
        self.moves = 0
        self.options: list[str] | None = None
        self.asked = self.hanging = False

    def _event(self, event: AnyEvent) -> None:
        mine = getattr(event, "side", None) == self.side
        if isinstance(event, Move) and mine:
            self.moves += 1
            self.own.played(event.move)
        if isinstance(event, Move) or (isinstance(event, Try) and self.rules.game.refused_try == "passes"):
            self.options, self.asked = None, False
        elif isinstance(event, Capture) and not mine:
            self.own.taken(event)
        elif isinstance(event, Reveal) and mine:
            self.own.shown(event)
        elif isinstance(event, PawnTries) and mine:
            self.options = None
        elif isinstance(event, Comment) and event.text.endswith("say keep or take back"):
            self.hanging = True

    def say(self) -> str:
        """The next command."""
        if self.hanging:  # the umpire asks whether the move is to stand
            self.hanging = False
            return self.rng.choice(["keep", "take back"])
        if self.options is None:
            self.options = self._options()
            if self.moves >= self.longest:
                return "resign"
            if self.rng.random() < 0.02:
                return "offer"
            if self.rng.random() < 0.05:
                return "claim repetition"
            if "any" in self.rules.questions and self.rng.random() < 0.3:
                return "any?"
            for question in ("rebuffs?", "material?", "squares? d4 e5"):
                if question.split("?")[0] in self.rules.questions and self.rng.random() < 0.3:
                    return question
            if self.rules.game.partner != "no" and self.rng.random() < 0.1:
                return self.rng.choice(["partner go on", "partner Nf3", "partner attention"])
            if self.rng.random() < 0.03:
                return self.rng.choice(["Ke9", "Qh5", "px", "nonsense", '{"type":"try"}', "black resign x", "accept"])
        if not self.options:
            self.options = None
            return "resign"
        return self.options.pop()

    def _options(self) -> list[str]:
        board = self.own.board and self.own.board.position
        if board is None:
            return []
        options = [board.own_san(move) for move in board.own_moves()]
        self.rng.shuffle(options)
        captures = [option for option in options if option[0] in "abcdefgh" and "x" in option]
        return [option for option in options if option not in captures] + captures  # the captures are tried first


def main() -> None:
    player = RandomPlayer(*map(int, sys.argv[1:3]))
    for line in sys.stdin:
        if line.strip():
            player.hear(line)
        else:
            print(player.say(), flush=True)


if __name__ == "__main__":
    main()
