"""What the umpire refuses, answers and ends, by hand."""

from __future__ import annotations

import pytest

from kriegnote.live.commands import Command, CommandError, read_command
from kriegnote.live.game import LiveError, LiveGame
from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, Comment, End, Move, PawnTries, Try
from kriegnote.model.record import Record
from kriegnote.rules import rulebook
from kriegnote.umpire.adjudication import adjudicate


def said(game: LiveGame, *lines: str) -> list[AnyEvent]:
    """What follows from the last of these lines."""
    events = game.open()
    for line in lines:
        command = read_command(line)
        assert command is not None
        events = game.hear(command)
    return events


def words(events: list[AnyEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, Comment)]


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


def test_a_pawn_capture_against_the_umpires_word_gets_the_second_word_under_rand() -> None:
    (try_,) = said(LiveGame(rulebook("rand")), "e4", "e5", "exd5")
    assert isinstance(try_, Try) and try_.verdict == "impossible"


def test_any_is_answered_and_a_yes_binds() -> None:
    game = LiveGame(rulebook("english"))
    ask, answer = said(game, "e4", "d5", "any?")
    assert isinstance(ask, Ask) and isinstance(answer, Answer) and answer.any is True
    bound = game.hear(Command(type="try", move="Nf3"))
    assert words(bound) == ["the answer to “Any?” was yes: try a pawn capture first"]
    assert isinstance(bound[0], Comment) and bound[0].heard == "white"
    (tried,) = game.hear(Command(type="try", move="exf5"))
    assert isinstance(tried, Try)
    assert isinstance(game.hear(Command(type="try", move="Nf3"))[0], Move)  # one was tried, so he is free


def test_any_comes_before_the_first_try() -> None:
    told = said(LiveGame(rulebook("english")), "e4", "e5", "e5", "any?")
    assert words(told) == ["“Any?” is asked before the first try of a turn"]


def test_rebuffs_of_the_turn_before_are_counted_without_nonsense() -> None:
    _, answer = said(LiveGame(rulebook("rand")), "e4", "e5", "e4e5", "Qh8", "Nf3", "rebuffs?")
    assert isinstance(answer, Answer) and answer.count == 1


def test_a_man_touched_must_move_where_the_rulebook_says_so() -> None:
    game = LiveGame(rulebook("english; touch=piece"), start="4k3/8/8/8/p7/8/8/R3K3 w - - 0 1")
    assert isinstance(said(game, "Ra8")[0], Try)
    assert words(game.hear(Command(type="try", move="Ke2"))) == ["the rook on a1 was tried and has to move"]
    assert isinstance(game.hear(Command(type="try", move="Ra3"))[0], Move)


def test_one_try_too_many_loses() -> None:
    game = LiveGame(rulebook("english; tries_limit=1"), start="4k3/8/8/8/p7/8/8/R3K3 w - - 0 1")
    said(game, "Ra8")
    comment, end = game.hear(Command(type="try", move="Ra5"))
    assert isinstance(comment, Comment) and comment.heard == "umpire"
    assert isinstance(end, End) and (end.reason, end.result) == ("forfeit", "0-1")


@pytest.mark.parametrize(("rules", "ends"), [("rand", True), ("dark", False)])
def test_a_repetition_is_claimed_where_the_rulebook_has_it(rules: str, ends: bool) -> None:
    dance = ["Nf3", "Nf6", "Ng1", "Ng8"] * 2
    events = said(LiveGame(rulebook(f"{rules}; repetition={'claimed' if ends else 'no'}")), *dance, "claim repetition")
    assert isinstance(events[0], End if ends else Comment)


def test_a_wrong_claim_is_refused_to_the_player_alone() -> None:
    (told,) = said(LiveGame(rulebook("rand")), "claim fifty-move")
    assert isinstance(told, Comment) and told.heard == "white" and told.text.startswith("the claim is wrong")


def test_a_repetition_is_declared_where_the_umpire_declares_it() -> None:
    events = said(LiveGame(rulebook("english; repetition=automatic")), *["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
    assert isinstance(events[-1], End) and events[-1].reason == "repetition"


def test_a_draw_is_offered_accepted_and_declined_by_a_move() -> None:
    (end,) = said(LiveGame(rulebook("rand")), "offer", "e4", "accept")
    assert isinstance(end, End) and (end.reason, end.result, end.side) == ("agreement", "1/2-1/2", "black")
    assert words(said(LiveGame(rulebook("rand")), "offer", "e4", "e5", "d4", "accept")) == [
        "there is no offer to accept"
    ]


def test_who_is_not_to_move_may_resign_and_nothing_else() -> None:
    (end,) = said(LiveGame(rulebook("rand")), "black resign")
    assert isinstance(end, End) and (end.side, end.result) == ("black", "1-0")
    assert words(said(LiveGame(rulebook("rand")), "black e5")) == ["it is White's turn"]


def test_a_refused_try_costs_the_turn_in_invisible_chess() -> None:
    game = LiveGame(rulebook("invisible"), start="4k3/8/8/8/p7/8/8/R3K3 w - - 0 1")
    (try_,) = said(game, "Ra8")
    assert isinstance(try_, Try) and game.side == "black"


def test_both_at_once_is_not_umpired_live() -> None:
    with pytest.raises(LiveError, match="both players move at once"):
        LiveGame(rulebook("zeitgeist"))
    with pytest.raises(LiveError, match="no first position"):
        LiveGame(rulebook("stealth"))
    with pytest.raises(LiveError, match="cannot be set up"):
        LiveGame(rulebook("rand"), start="nonsense")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("e4", Command(type="try", move="e4")),
        ("White: Nf3", Command(type="try", side="white", move="Nf3")),
        ("black Any?", Command(type="ask", side="black", what="any")),
        ('{"type":"try","move":"e2e4"}', Command(type="try", move="e2e4")),
        ("claim fifty-move", Command(type="claim", reason="fifty-move")),
        ("  ", None),
    ],
)
def test_commands(line: str, command: Command | None) -> None:
    assert read_command(line) == command


@pytest.mark.parametrize("line", ["white", "e4 e5", '{"type":"try"}', "{", '{"type":"fly"}', "x" * 501, "[" * 400])
def test_what_is_no_command_gets_a_sentence(line: str) -> None:
    try:
        command = read_command(line)
    except CommandError as error:
        assert str(error)
    else:  # one word may be a move, which the game refuses in words
        assert command is not None and words(LiveGame(rulebook("rand")).hear(command))


def test_a_mate_without_the_queen_loses_in_assassin_and_the_check_of_the_result_knows() -> None:
    record = Record(
        rules="assassin",
        start="6k1/5ppp/8/8/8/8/8/QR4K1 w - - 0 1",
        events=(Move(side="white", turn=1, move="b1b8", text=None, san="Rb8#"),),
        result="0-1",
    )
    assert [one.code for one in adjudicate(record).findings if one.code == "KN402"] == []
    assert "KN402" in [one.code for one in adjudicate(record.replace(result="1-0")).findings]
