"""What of a try the umpire lets stand, what he refuses and in which word, what the rulebook asks first."""

from __future__ import annotations

import pytest

from kriegnote.live.commands import Command
from kriegnote.live.game import LiveGame
from kriegnote.model.events import (
    Answer,
    Ask,
    Capture,
    Comment,
    End,
    Move,
    PawnTries,
    TakenBack,
    Try,
    Word,
)
from kriegnote.rules import rulebook
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.live import said, words


def test_a_legal_try_is_the_move_and_what_it_does_is_announced() -> None:
    move, capture = said(LiveGame(rulebook("rand")), "e4", "d5", "exd5")
    assert isinstance(move, Move) and (move.move, move.san, move.turn) == ("e4d5", "exd5", 2)
    assert isinstance(capture, Capture) and (capture.square, capture.captured) == ("d5", "pawn")
    _, tries = said(LiveGame(rulebook("rand")), "e4", "d5")
    assert isinstance(tries, PawnTries) and (tries.side, tries.squares) == ("white", ("d5",))


def test_a_try_that_the_opponents_men_forbid_is_illegal_and_one_that_ones_own_forbid_impossible() -> None:
    (try_,) = said(LiveGame(rulebook("english")), "e4", "e5", "e4e5")
    assert isinstance(try_, Try) and (try_.move, try_.verdict) == ("e4e5", "illegal")
    (try_,) = said(LiveGame(rulebook("english")), "Qh8")
    assert isinstance(try_, Try) and (try_.move, try_.text, try_.verdict) == (None, "Qh8", "impossible")


def test_a_pawn_capture_against_the_umpires_word_is_called_impossible_under_rand() -> None:
    (try_,) = said(LiveGame(rulebook("rand")), "e4", "e5", "exd5")
    assert isinstance(try_, Try) and try_.verdict == "impossible"


def test_any_is_answered_and_a_yes_binds() -> None:
    game = LiveGame(rulebook("english"))
    ask, answer = said(game, "e4", "d5", "any?")
    assert isinstance(ask, Ask) and isinstance(answer, Answer) and answer.any is True
    bound = game.execute(Command(type="try", move="Nf3"))
    assert words(bound) == ["the answer to “Any?” was yes: try a pawn capture first"]
    assert isinstance(bound[0], Comment) and bound[0].heard == "white"
    (tried,) = game.execute(Command(type="try", move="exf5"))
    assert isinstance(tried, Try)
    assert isinstance(game.execute(Command(type="try", move="Nf3"))[0], Move)  # one was tried, so he is free


def test_a_try_that_ignores_the_check_announced_is_called_impossible_under_rand_alone() -> None:
    for rules, verdict in (("rand", "impossible"), ("cincinnati", "illegal")):
        game = LiveGame(rulebook(rules), start="4k3/8/8/8/8/2N5/PP2P1PP/r3K2R w K - 0 1")
        (try_,) = said(game, "g3")
        assert isinstance(try_, Try) and try_.verdict == verdict
        said(game, "Nd1")
        assert adjudicate(game.written()).findings == []


def test_a_pawn_capture_against_the_answer_to_any_is_called_impossible_where_the_rulebook_has_it() -> None:
    rules = "english; nonsense=own-men,unannounced-capture"
    for lines, verdict in ((("e4", "e5", "any?", "exd5"), "impossible"), (("e4", "e5", "exd5"), "illegal")):
        (try_,) = said(LiveGame(rulebook(rules)), *lines)
        assert isinstance(try_, Try) and try_.verdict == verdict


def test_the_dutch_umpire_names_the_capturer_to_who_asked_in_this_turn_or_ever() -> None:
    moves = ("any?", "e4", "d5", "exd5", "Qxd5")
    for rules, category in (("dutch", None), ("dutch; capturer=once-asked", "pawn"), ("english", None)):
        game = LiveGame(rulebook(rules))
        said(game, *moves)
        by = [one.by for one in game.events if isinstance(one, Capture)]
        assert by == [category, None]
        record = adjudicate(game.written())
        assert record.findings == []
        assert [one.by for one in view(record.record, "black").events if isinstance(one, Capture)] == by


def test_a_man_touched_must_move_where_the_rulebook_says_so() -> None:
    game = LiveGame(rulebook("english; touch=piece"), start="4k3/8/8/8/p7/8/8/R3K3 w - - 0 1")
    assert isinstance(said(game, "Ra8")[0], Try)
    assert words(game.execute(Command(type="try", move="Ke2"))) == ["the rook on a1 was tried and must move"]
    assert isinstance(game.execute(Command(type="try", move="Ra3"))[0], Move)


def test_one_try_too_many_loses() -> None:
    game = LiveGame(rulebook("english; tries_limit=1"), start="4k3/8/8/8/p7/8/8/R3K3 w - - 0 1")
    said(game, "Ra8")
    comment, end = game.execute(Command(type="try", move="Ra5"))
    assert isinstance(comment, Comment) and comment.heard == "umpire"
    assert isinstance(end, End) and (end.reason, end.result) == ("forfeit", "0-1")


def test_a_refused_try_costs_the_turn_in_invisible_chess() -> None:
    game = LiveGame(rulebook("invisible"), start="4k3/8/8/8/p7/8/8/R3K3 w - - 0 1")
    (try_,) = said(game, "Ra8")
    assert isinstance(try_, Try) and game.side == "black"


def test_a_partner_says_three_words_and_moves_twice_but_not_to_mate() -> None:
    game = LiveGame(rulebook("partnership"))
    (word,) = said(game, "partner no instructions")
    assert isinstance(word, Word) and (word.side, word.text, word.heard) == ("white", "No instructions", None)
    for rules, hears in (("partnership", 0), ("partnership; partner_heard=both", 1)):
        whispered = LiveGame(rulebook(rules))
        said(whispered, "partner go on")
        assert len(view(whispered.written(), "black").events) == hears
    told = said(game, "partner e4")
    assert [type(one) for one in told] == [Word, Move]
    said(game, "e5", "partner Bc4", "a6")
    assert words(said(game, "partner d3")) == ["the partner may move 2 times in a game, and has"]
    mate = LiveGame(rulebook("partnership"), start="7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    assert words(said(mate, "partner Ra8")) == ["the partner may not give mate"]
    assert words(said(LiveGame(rulebook("english")), "partner go on")) == [
        "under the rulebook english there are no partners"
    ]


def test_a_move_that_a_pawn_could_punish_may_be_taken_back() -> None:
    game = LiveGame(rulebook("take-back"))
    assert words(said(game, "Nc3", "e6", "Nd5")) == ["Nd5 lets a pawn take the man: say keep or take back"]
    assert words(game.execute(Command(type="try", move="a3"))) == ["say keep or take back first"]
    (taken_back,) = game.execute(Command(type="take-back"))
    assert isinstance(taken_back, TakenBack) and [one.san for one in taken_back.events] == ["Nd5"]  # type: ignore[union-attr]
    said(game, "Nd5")
    move, *_ = game.execute(Command(type="keep"))
    assert isinstance(move, Move) and move.move == "c3d5"
    assert adjudicate(game.written()).findings == []


def test_both_move_at_once_and_hear_it_together() -> None:
    game = LiveGame(rulebook("zeitgeist"))
    assert said(game, "black d5") == []
    assert words(said(game, "black a6")) == ["your move is in; waiting for the other player's"]
    told = said(game, "white e4")
    assert [(one.side, one.move) for one in told if isinstance(one, Move)] == [("white", "e2e4"), ("black", "d7d5")]
    first, second = said(game, "white e4d5", "black c7c6")
    assert isinstance(first, Move) and isinstance(second, Move)
    moved, refused = said(game, "white d5d6", "black c6d5")
    assert isinstance(moved, Move) and isinstance(refused, Try)  # nothing stands on d5 any more
    assert adjudicate(game.written()).findings == []


ONE_CAPTURE = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
TWO_CAPTURES = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1"
PROMOTES = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(("start", "typed", "move"), [(ONE_CAPTURE, "px", "e4d5"), (PROMOTES, "px=N", "a7b8n")])
def test_px_is_the_one_pawn_capture(start: str, typed: str, move: str) -> None:
    made, *_ = said(LiveGame(rulebook("icc"), start=start), typed)
    assert isinstance(made, Move) and made.move == move


def test_px_does_not_tell_what_the_number_of_captures_leaves_open() -> None:
    promoted, *_ = said(LiveGame(rulebook("icc"), start=PROMOTES), "px")
    assert isinstance(promoted, Move) and promoted.move == "a7b8q"  # who is asked “to what?” knows that it promotes
    assert words(said(LiveGame(rulebook("icc"), start=TWO_CAPTURES), "px")) == [
        "there are 2 pawn captures; say which one, as in exd5"
    ]
    assert words(said(LiveGame(rulebook("english"), start=ONE_CAPTURE), "any?", "px")) == [
        "under the rulebook english say which pawn captures, and where: exd5"
    ]


@pytest.mark.parametrize(
    ("rules", "verdict"), [("icc", "illegal"), ("icc; nonsense=unannounced-capture", "impossible")]
)
def test_px_where_no_pawn_can_take_is_a_try_like_another(rules: str, verdict: str) -> None:
    game = LiveGame(rulebook(rules))
    (tried,) = said(game, "px")
    assert isinstance(tried, Try) and (tried.text, tried.move, tried.verdict) == ("px", None, verdict)
    assert adjudicate(game.written()).findings == []
    assert [one.text for one in view(game.written(), "white").events if isinstance(one, Try)] == ["px"]


def test_px_counts_among_the_tries_of_a_turn() -> None:
    game = LiveGame(rulebook("icc; tries_limit=1"))
    said(game, "px")
    comment, end = game.execute(Command(type="try", move="px"))
    assert isinstance(comment, Comment) and comment.text.startswith(
        "px was refused: too many tries in one turn (the rulebook allows 1)"
    )
    assert isinstance(end, End) and end.reason == "forfeit"


def test_where_there_is_one_word_for_all_refusals_each_is_counted() -> None:
    """A try that the player's own men forbid is called impossible, if the rulebook has a word for that."""
    for rules, verdict, over in (("english", "impossible", False), ("english; nonsense=none", "illegal", True)):
        game = LiveGame(rulebook(f"{rules}; tries_limit=1"))
        (tried,) = said(game, "Qh8")
        assert isinstance(tried, Try) and tried.verdict == verdict
        game.execute(Command(type="try", move="Ke3"))
        assert game.over == over
        assert adjudicate(game.written()).findings == []
        assert [one for one in adjudicate(view(game.written(), "white")).findings if one.severity != "info"] == []
