"""Reads words that join tries, order them or govern what follows: *or*, *then*, *if*, *because*, *in vain*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import Otherwise
from kriegnote.problems.reading.answers import half_answered, open_answer
from kriegnote.problems.reading.context import ReaderState, reply_moves
from kriegnote.problems.reading.fates import try_refused
from kriegnote.problems.reading.page import BREAKS
from kriegnote.problems.reading.phrases import Phrase
from kriegnote.problems.reading.sentences import add_condition, end_sentence, is_divided, set_fate

_PARTS: Final = BREAKS | {"semicolon", "colon"}
_ORDERS: Final = frozenset({"sor", "refused", "otherwise", "then", "in_order", "order", "double_slash"})
_DENIES: Final = frozenset({"not", "no", "cannot", "refused"})
_REFUSAL: Final = frozenset({"refused", "comma", "when", "then", "white", "try", "play"})
"""Kinds of phrases in a clause that says no more than that a try is refused and another one follows."""
_LISTED: Final = frozenset({"bare_move", "move_in_words", "man"})
_EXPLAINED: Final = frozenset({"if", "when", "because", "stop", "semicolon"})
"""Kinds of phrases after a verb that says what the move before it does."""

# -- joints ----------------------------------------------------------------------------------------------------


def or_(state: ReaderState, i: int) -> None:
    """Reads *or*: the next try is an alternative, unless a remark is inserted (“or, this being refused, 2.B”)."""
    now, after = state.now, state.after(i)
    put_in = after is not None and (
        (now.order == "given" and after.kind != "in_order")
        or after.led_by is not None
        or after.kind == "comma"
        or (after.kind == "bracket" and not reply_moves(after.inside))
    )
    now.join = ("then" if put_in and now.tries else "or") if now.tries or now.part == "head" else ""


def slash(state: ReaderState, i: int) -> None:
    """Reads a slash between tries (“2.A / 2.B”): the second if the first is refused, or both in any order.

    The latter is recorded in ``unordered``, unless another word of the row gives the order.
    """
    now = state.now
    if now.tries and state.move_ahead(state.words[i]):
        open_ = state.choices.pick("slash", "ordered") == "open"
        now.join = "or" if open_ else "then"
        if open_ and _ORDERS.isdisjoint(each.kind for each in _row_about(state, i)):
            state.unordered.append((state.words[i], state.words[i]))


def _row_about(state: ReaderState, i: int) -> Iterator[Phrase]:
    """The phrases of the row of tries that contains an index."""
    for among in (state.words_before(i), state.words_from(i)):
        yield from takewhile(lambda each: each.kind not in _PARTS or each.kind == "newline", among)


def sor(state: ReaderState, _i: int) -> None:
    """Reads *sor* (“if refused”): the next try is made if the last one is refused."""
    state.now.join, state.now.cue = "then", "white"


def double_slash(state: ReaderState, i: int) -> None:
    """Reads ``//``: the last try is refused, and the next one is made."""
    sor(state, i)
    set_fate(state, refused=True)


def then(state: ReaderState, _i: int) -> None:
    """Reads *then*: White acts next."""
    state.now.then()
    state.now.cue, state.now.black = "white", False


def semicolon(state: ReaderState, i: int) -> None:
    """Reads a semicolon: ends the sentence if its conditions follow its tries, or if the next case begins."""
    now, after = state.now, state.after(i)
    begins = now.opened and after is not None and after.kind == "announced" and state.page.unnumbered
    begins = begins and state.move_in_sentence(i)  # “check on the file, Nxc4; check on the rank, Kxd2”
    if now.tries and (now.conditions or state.offered or begins):  # “2.A if …; 2.B if …”, “…; if it is declined”
        end_sentence(state)
    now = state.now
    listed = bool(now.tries and now.order) and after is not None and after.kind in _LISTED
    now.cue, now.black, now.part = "white" if listed and not now.black else "", False, "head"


def colon(state: ReaderState, i: int) -> None:
    """Reads a colon: White's tries follow.  A head that is not understood gives a doubt."""
    word, now = state.words[i], state.now
    if word.led_by is not None and not (now.conditions or now.replies or now.tries or now.cue) and state.build.root:
        state.doubts.append((word.led_by, word))
    state.now.part = state.now.part if state.now.tries else "head"
    state.now.cue, state.now.black = "white" if state.now.cue != "not" else "", False


def dash(state: ReaderState, i: int) -> None:
    """Reads a dash: after a head that is not understood (“two – 2.Qg6#”) it gives a doubt."""
    word, now = state.words[i], state.now
    row = takewhile(lambda each: each.kind != "newline", state.words_from(i + 1))
    leads = now.part == "head" and any(each.move for each in row)
    if word.led_by is not None and leads and not (now.conditions or now.replies or now.cue):
        state.doubts.append((word.led_by, word))


def comma(state: ReaderState, i: int) -> None:
    """Reads a comma: ends a condition, and joins tries in a list."""
    now = state.now
    now.part = "body"
    now.black = now.black and not now.conditions  # “if Black takes, the queen …”
    if now.cue in ("if", "when"):
        now.cue = "white" if now.order in ("tried", "given") and now.tries else ""
    elif now.cue == "not":
        now.cue = ""
    following = state.after(i)
    if now.tries and not (now.join or now.conditions) and following is not None and following.kind == "white_move":
        listed(state, i)


def listed(state: ReaderState, i: int) -> None:
    """Joins tries in a list; in any order if each is printed with its reply (“2.Qa1 (Kd6); 2.Qb1 (Kc5)”)."""
    now = state.now
    ordered = any(state.sentence_has(i, kind) for kind in ("in_order", "order", "then"))  # “…, and lastly 2.C”
    if not now.tries[-1].defences or now.order == "given" or ordered:
        now.join = "then"
    else:
        now.join = "or" if state.choices.pick("list", "ordered", state.words[i].start) == "open" else "then"


def in_order(state: ReaderState, i: int) -> None:
    """Reads a word that says that tries are made in the printed order."""
    now = state.now
    if now.join == "or":
        state.build.option(state.turn_ahead(state.words[i]))
        now.join = ""
    now.order, now.cue = "given", "white"


def order_stated(state: ReaderState, i: int) -> None:
    """Reads “in this order”: about the tries of the sentence or, if there are none, about all tries of the text."""
    in_order(state, i)
    if not state.now.tries and not state.move_in_sentence(i):
        state.ordered = True


def paired(state: ReaderState, i: int) -> None:
    """Reads *respectively* (“captures on e3 and d6 are met by 2.A and 2.B respectively”); for one case, an order."""
    in_order(state, i)
    state.now.paired = True


def any_order(state: ReaderState, i: int) -> None:
    """Reads “in any order” after tries: “2.A, 2.B (in any order)”.

    Tries before a refusal or *then* keep their place: “2.A; refused, 2.B and 2.C in either order”.
    """
    parted = next((each.start for each in state.words_before(i) if each.kind in _ORDERS - {"in_order", "order"}), 0)
    row = [made for made in state.now.tries if made.place["span"][0] > parted]
    state.build.free(row if len(row) > 1 else state.now.tries)


# -- what White does -------------------------------------------------------------------------------------------


def white_plays(state: ReaderState, i: int) -> None:
    """Reads a verb such as *plays*: White's move follows, or an explanation of the one before."""
    following = state.after(i)
    explained = following is not None and following.kind in _EXPLAINED and not state.leads_to_new(following)
    if state.now.tries and explained:
        mates(state, i)  # “2.Qe3, which wins if the king has moved”
    elif not state.now.black and state.now.cue != "not":
        state.now.cue = "white"


def white_tries(state: ReaderState, i: int) -> None:
    """Reads *tries*: as :func:`white_plays`, and the moves of the sentence are tries."""
    white_plays(state, i)
    if not (state.now.black or state.now.order):
        state.now.order = "tried"


def in_vain(state: ReaderState, i: int) -> None:
    """Reads *in vain*: the last try, or the next one, is only made to be refused."""
    now = state.now
    if now.tries and not state.move_ahead(state.words[i]):
        now.tries[-1].vain = True
    else:
        now.vain, now.cue = True, "white"


def threatens(state: ReaderState, i: int) -> None:
    """Reads *threatens*: the next try is White's threat."""
    state.now.threat = True
    state.now.cue = "white"
    state.note(state.words[i])


# -- what governs the next words -------------------------------------------------------------------------------


def if_(state: ReaderState, i: int) -> None:
    """Reads *if*: a condition follows; it is unclear until something of it is understood."""
    clause = takewhile(lambda each: each.kind not in _PARTS | {"comma"} and not each.move, state.words_before(i))
    if any(each.kind == "because" for each in clause):
        state.now.cue = "because"  # “2.A, since it is refused whenever it does not mate”
        return
    titled = not state.build.root and mentions(state.words[i].text, "details.case")
    if titled and [each.kind for each in state.words[i + 1 : i + 2]] == ["colon"]:
        return  # the title of a text: “Case study: 1.d6”
    when(state, i)
    state.now.unclear = None if state.now.part == "reason" else state.words[i]


def when(state: ReaderState, i: int) -> None:
    """Reads *when*, *after*, *on*: a condition may follow, or a phrase for the turn; “ends with” introduces neither."""
    if state.now.cue == "against" or (i and state.words[i - 1].kind == "play" and state.now.cue == "white"):
        return
    behind = [each.kind for each in state.words[max(i - 2, 0) : i + 2] if each.kind != "newline"]
    if state.now.join == "then" and behind == ["refused", "comma", "when", "white_move"]:
        then(state, i)  # “unless refused, when 2.B mates”
        return
    word = state.words[i]
    with_ = state.now.conditions and mentions(word.text, "details.by_means_of") and state.leads_to_new(word)
    state.now.cue = "white" if with_ else "if"
    state.note(word)


def unless(state: ReaderState, i: int) -> None:
    """Reads *unless*: a denied condition if an announcement follows (“unless he takes on e3, 2.Ng4”), else a reason.

    Before a refusal it is *if*: the next try is made then.  A reason that mentions a try of White's gives a doubt, as
    it may state when another one is made.
    """
    lead = takewhile(lambda each: each.kind not in _PARTS | {"comma"}, state.words_before(i))
    if any(each.kind in _DENIES for each in lead) and (state.now.tries or state.move_in_sentence(i)):
        state.doubts.append((state.words[i], state.words[i]))  # “2.A not unless …”: only if
    clause = list(takewhile(lambda each: each.kind not in _PARTS and each.move is None, state.words_from(i + 1)))
    behind = state.words[i + len(clause) + 1 :][:1]
    kinds = {each.kind for each in clause}
    if state.now.tries and "refused" in kinds and kinds <= _REFUSAL:
        if_(state, i)  # “2.A unless it is refused, when 2.B”
        return
    answer = state.asking and any(each.kind in ("yes", "no") for each in clause)
    if answer or any(each.kind in ("announced", "at_square", "umpire_speaks") for each in clause):
        when(state, i)
        state.now.denies = True
        return
    state.doubts += [(state.words[i], each) for each in behind if each.kind == "white_move"]
    because(state, i)


def cannot(state: ReaderState, i: int) -> None:
    """Reads *cannot*: “if the queen cannot go there” is a refusal, “White cannot try” a move that is not made."""
    now, after = state.now, state.after(i)
    heads = after is not None and after.kind in ("comma", "colon") and not (now.tries or now.conditions)
    if heads and state.unanswered is None and half_answered(state, yes=False):
        open_answer(state, state.words[i], yes=False)  # “Told that he can take, 2.A; told that he cannot, 2.B”
        return
    if now.cue == "if" and state.last is not None:
        try_refused(state, i)
    else:
        not_(state, i)


def because(state: ReaderState, _i: int) -> None:
    """Reads *because*: a reason follows."""
    state.now.cue = "because"


def moved_already(state: ReaderState, _i: int) -> None:
    """Reads “Black has moved 1...Ng1, therefore” as a reason, unless it is supposed."""
    if state.now.cue != "if":
        state.now.cue = "because"


def mates(state: ReaderState, _i: int) -> None:
    """Reads *mates*: an explanation of the try before follows (“2.Qb5, which mates if the pawn has taken”)."""
    now = state.now
    if state.only is not None and not now.tries:
        state.only = None  # “Accepted: mate.”
    if now.tries or now.part != "head":
        now.part = "reason"


def not_(state: ReaderState, i: int) -> None:
    """Reads *not*: “White must not try 2.Qb5” is no try; “if the umpire does not …” is a refusal with any verb."""
    now = state.now
    before = state.words[i - 1].kind if i else ""
    if before in ("cannot", "refused"):
        return  # “if this does not go either”
    after = state.words[i + 1] if i + 1 < len(state.words) else None
    verb = after is not None and (after.led_by is not None or after.kind in ("comma", "colon", "white_move", "gap"))
    supposed = verb and now.cue == "if" and not (now.conditions or now.replies)
    among = ["refused"] * (state.last is not None) + ["otherwise"] * (is_divided(state) and not now.tries)
    way = "prose"
    if supposed and among:
        way = state.choices.pick("denied", among[0], state.words[i].start, among=[*among, "prose"])
    if way == "refused":
        try_refused(state, i)
    elif way == "otherwise":
        add_condition(state, Otherwise(), state.words[i])  # “if he does not show himself”
    if way != "refused":
        now.cue = "" if way == "otherwise" else "not"


def black_does(state: ReaderState, _i: int) -> None:
    """Reads *Black* as the subject."""
    state.now.black = True


def white_does(state: ReaderState, _i: int) -> None:
    """Reads *White* as the subject."""
    state.now.black = False


def gap(state: ReaderState, _i: int) -> None:
    """Reads a gap of many words without a meaning: the head of a branch no longer begins."""
    if state.now.part == "head":
        state.now.part = "body"
