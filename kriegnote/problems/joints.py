"""Words that join, order or colour what follows them: *or*, *then*, *if*, *because*, *in vain*."""

from __future__ import annotations

from abc import abstractmethod

from kriegnote.problems.context import MOVES, WHOLE_PAGE, reply_moves
from kriegnote.problems.page import BREAKS
from kriegnote.problems.policy import Captures
from kriegnote.problems.sentences import Sentences


class Joints(Sentences):
    """The part of a reader that understands what leads from one phrase to the next."""

    # -- joints ----------------------------------------------------------------------------------------------------

    def _or(self, i: int) -> None:
        """*Or* leaves the order open, unless something is put in before the move: “or, this being refused, 2.B”."""
        now, after = self.now, self._after(i)
        put_in = after is not None and (
            (now.order == "given" and after.kind != "in_order")
            or after.led_by is not None
            or after.kind == "comma"
            or (after.kind == "bracket" and not reply_moves(after.inside))
        )
        now.join = ("then" if put_in and now.tries else "or") if now.tries or now.part == "head" else ""

    def _slash(self, i: int) -> None:
        """“2.A / 2.B”: the one when the other is refused; or in any order."""
        now = self.now
        if now.tries and self._move_ahead(self.words[i]):
            now.join = "or" if self.choices.pick(WHOLE_PAGE, "slash", 0, 1) else "then"

    def _sor(self, _i: int) -> None:
        self.now.join, self.now.cue = "then", "white"

    def _double_slash(self, i: int) -> None:
        self._sor(i)
        self._fate(refused=True)

    def _then(self, _i: int) -> None:
        self.now.then()
        self.now.cue, self.now.black = "white", False

    def _semicolon(self, i: int) -> None:
        if self.now.tries and self.now.conditions:  # “2.A if …; 2.B if …”
            self._end()
        now = self.now
        now.cue, now.black, now.part = "", False, "head"
        following = self._after(i)
        if now.tries and following is not None and following.kind == "white_move":
            self._listed(i)

    def _colon(self, i: int) -> None:
        word, now = self.words[i], self.now
        if word.led_by is not None and not (now.conditions or now.replies or now.tries or now.cue) and self.build.root:
            self.doubts.append((word.led_by, word))
        self.now.part = self.now.part if self.now.tries else "head"
        self.now.cue, self.now.black = "white" if self.now.cue != "not" else "", False

    def _dash(self, i: int) -> None:
        """“two – 2.Qg6#”: a head, where what it says is not understood."""
        word, now = self.words[i], self.now
        if word.led_by is not None and now.part == "head" and not (now.conditions or now.replies or now.cue):
            self.doubts.append((word.led_by, word))

    def _comma(self, i: int) -> None:
        now = self.now
        now.part = "body"
        if now.cue in ("if", "when"):
            now.cue = "white" if now.order in ("tried", "given") and now.tries else ""
        elif now.cue == "not":
            now.cue = ""
        following = self._after(i)
        if now.tries and not now.join and following is not None and following.kind == "white_move":
            self._listed(i)
        self._and(i)

    def _listed(self, i: int) -> None:
        """“2.Qa1 (Kd6); 2.Qb1 (Kc5)”: tries told each with the reply that it is for may be made in any order."""
        now = self.now
        if (
            not now.tries[-1].defences
            or now.order == "given"
            or self._sentence_has(i, "in_order")
            or self._sentence_has(i, "order")
        ):
            now.join = "then"
        else:
            semicolon = self.words[i].kind == "semicolon"
            way = self.choices.pick(self.words[i].start, "list", *((2, 0) if semicolon else (0, 2)))
            now.join = "or" if way else "then"

    def _and(self, _i: int) -> None:
        if self.now.threats == "told":
            self.now.join = "or"

    def _in_order(self, i: int) -> None:
        now = self.now
        if now.join == "or":
            self.build.option(self._turn_ahead(self.words[i]))
            now.join = ""
        elif len(now.tries) > 1:
            self.build.order(now.tries)  # “2.A or 2.B, in this order”
        now.order, now.cue = "given", "white"

    def _order(self, i: int) -> None:
        """“In this order”, said of the tries before, of those that come, or, in a sentence without any, of all."""
        self._in_order(i)
        if not self.now.tries and not self._move_in_sentence(i):
            self.ordered = True

    def _paired(self, i: int) -> None:
        """“Captures on e3 and d6 are met by 2.A and 2.B respectively”; of one case it says the order."""
        self._in_order(i)
        self.now.paired = True

    def _any_order(self, i: int) -> None:
        """“2.A, 2.B (in any order)”: said of the tries before, or of those that come."""
        now = self.now
        if len(now.tries) > 1:
            self.build.free(now.tries)
        elif not now.tries:
            now.order = "any"

    # -- what White does -------------------------------------------------------------------------------------------

    def _plays(self, _i: int) -> None:
        if not self.now.black and self.now.cue != "not":
            self.now.cue = "white"

    def _tries(self, i: int) -> None:
        self._plays(i)
        if not (self.now.black or self.now.order):
            self.now.order = "tried"

    def _in_vain(self, i: int) -> None:
        now = self.now
        if now.tries and not self._move_ahead(self.words[i]):
            now.tries[-1].vain = True
        else:
            now.vain, now.cue = True, "white"

    def _threat(self, i: int) -> None:
        self.now.threats = "next"
        self.now.cue = "white"
        self._note(self.words[i])

    # -- how what follows is meant ---------------------------------------------------------------------------------

    def _if(self, i: int) -> None:
        self._when(i)
        self.now.unclear = None if self.now.part == "reason" else self.words[i]

    def _when(self, i: int) -> None:
        """“after”, “on”: what follows may be a condition, or only say whose turn it is; “ends with” is neither."""
        if i and self.words[i - 1].kind == "play" and self.now.cue == "white":
            return
        self.now.cue = "if"
        self._note(self.words[i])

    def _cannot(self, i: int) -> None:
        """“if the queen cannot go there” is a refusal; “White cannot try” is not."""
        if self.now.cue == "if" and self.last is not None:
            self._refused(i)
        else:
            self._not(i)

    def _because(self, _i: int) -> None:
        self.now.cue = "because"

    def _moved(self, _i: int) -> None:
        """“Black has moved 1...Ng1, therefore”: a reason, unless it is supposed."""
        if self.now.cue != "if":
            self.now.cue = "because"

    def _mate(self, _i: int) -> None:
        """“2.Qb5, which mates if the pawn has taken”: what follows explains."""
        if self.now.tries or self.now.part != "head":
            self.now.part = "reason"

    def _not(self, i: int) -> None:
        """“White must not try 2.Qb5”; but “if the umpire does not admit it” is a refusal, whatever the verb is."""
        now = self.now
        after = self.words[i + 1] if i + 1 < len(self.words) else None
        verb = after is not None and (after.led_by is not None or after.kind in ("comma", "colon", "white_move"))
        supposed = now.cue == "if" and self.last is not None and not (now.conditions or now.replies)
        if verb and supposed and self.choices.pick(self.words[i].start, "negated", 0, 2) == 0:
            self._refused(i)
        else:
            now.cue = "not"

    def _black_does(self, _i: int) -> None:
        self.now.black = True

    def _white_does(self, _i: int) -> None:
        self.now.black = False

    def _gap(self, _i: int) -> None:
        if self.now.part == "head":
            self.now.part = "body"

    # -- the fate of a try -----------------------------------------------------------------------------------------

    def _refused(self, i: int) -> None:
        if self._is_of_an_offer(i):
            self._add(Captures(happened=False), self.words[i])
            return
        if self.last is not None and self._stands_behind(i):
            self.build.bind(self.last)
        self._fate(refused=True)
        self.now.join = "then" if self.last is not None else ""
        self.now.cue = "white" if self.last is not None else ""

    def _is_of_an_offer(self, i: int) -> bool:
        """“1.Be3. If the bishop is accepted, 2.A; if it is declined, 2.B”: whether Black is said to take or not."""
        now, word = self.now, self.words[i]
        if now.cue != "if" or now.tries or now.conditions or self._turn_ahead(word) != 2:  # the turn after the key
            return False
        if not (self.offered or self._keyed()) or not self.choices.pick(WHOLE_PAGE, "offer", 0, 2):
            return False
        self.offered = True
        return True

    @abstractmethod
    def _keyed(self) -> bool:
        """Whether the turn after the key has not begun."""

    def _stands_behind(self, i: int) -> bool:
        """“2.A or 2.B if refused”: whether a condition belongs to the move right before it, not to what follows."""
        if self.now.cue != "if" or not self.now.tries:
            return False
        lead = []
        for n in range(i - 1, -1, -1):
            if self.words[n].kind == "white_move":
                break
            lead.append(self.words[n].kind)
        if not (BREAKS | {"semicolon", "colon", "or", "and", "then"}).isdisjoint(lead):
            return False
        after = self._after(i)
        leads = MOVES | {"white_move", "colon"} | ({"comma"} if "comma" in lead else set())
        return after is None or after.kind not in leads

    def _accepted(self, i: int) -> None:
        if self.now.cue == "not":
            self._refused(i)
        elif self._is_of_an_offer(i):
            self._add(Captures(), self.words[i])
        else:
            if self.now.cue != "if" and self.now.tries:
                self.now.part = "reason"  # “2.Rg4: succeeds if the bishop has moved”
            self._fate(refused=False)
            self.now.then()
