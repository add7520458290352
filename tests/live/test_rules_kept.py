"""What the umpire refuses, answers and ends, by hand."""

from __future__ import annotations

import pytest

from kriegnote.live.commands import Command, CommandError, read_command
from kriegnote.live.game import LiveGame
from kriegnote.live.state import LiveError
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Claim,
    Comment,
    End,
    Move,
    Offer,
    PawnTries,
    Reply,
    Reveal,
    TakenBack,
    Try,
    Word,
)
from kriegnote.model.record import Record
from kriegnote.rules import rulebook
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view


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


def test_rebuffs_are_counted_while_the_other_is_still_trying() -> None:
    game = LiveGame(rulebook("rand"))
    ask, answer = said(game, "e4", "e5", "e4e5", "black rebuffs?")
    assert isinstance(ask, Ask) and isinstance(answer, Answer)
    assert (ask.side, ask.turn, answer.side, answer.count) == ("black", 1, "black", 1)
    said(game, "Nf3")
    assert adjudicate(game.written()).findings == []
    wrong = game.written().replace(
        events=tuple(Answer(side="black", turn=1, count=2) if one is answer else one for one in game.events)
    )
    assert [one.code for one in adjudicate(wrong).findings] == ["KN301"]


def test_a_try_that_ignores_the_check_announced_gets_the_second_word_under_rand_alone() -> None:
    for rules, verdict in (("rand", "impossible"), ("cincinnati", "illegal")):
        game = LiveGame(rulebook(rules), start="4k3/8/8/8/8/2N5/PP2P1PP/r3K2R w K - 0 1")
        (try_,) = said(game, "g3")
        assert isinstance(try_, Try) and try_.verdict == verdict
        said(game, "Nd1")
        assert adjudicate(game.written()).findings == []


def test_a_pawn_capture_against_the_answer_to_any_gets_the_second_word_where_the_rulebook_has_it() -> None:
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
    assert [type(event) for event in events] == ([Claim, End] if ends else [Comment])
    assert not ends or (isinstance(events[0], Claim) and events[0].granted is True)


def test_a_wrong_claim_is_refused_to_the_player_alone() -> None:
    (told,) = said(LiveGame(rulebook("rand")), "claim fifty-move")
    assert isinstance(told, Comment) and told.heard == "white" and told.text.startswith("the claim is wrong")


def test_a_repetition_is_declared_where_the_umpire_declares_it() -> None:
    events = said(LiveGame(rulebook("english; repetition=automatic")), *["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
    assert isinstance(events[-1], End) and events[-1].reason == "repetition"


def test_a_draw_is_offered_accepted_and_declined_by_a_move() -> None:
    (offer,) = said(LiveGame(rulebook("rand")), "offer")
    assert isinstance(offer, Offer) and (offer.side, offer.what) == ("white", "draw")
    (reply,) = said(LiveGame(rulebook("rand")), "offer", "black decline")
    assert isinstance(reply, Reply) and reply.accepts is False
    reply, end = said(LiveGame(rulebook("rand")), "offer", "e4", "accept")
    assert isinstance(reply, Reply) and reply.accepts is True
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


def test_a_game_needs_a_first_position() -> None:
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


def test_the_material_left_is_counted() -> None:
    ask, answer = said(LiveGame(rulebook("rand")), "e4", "d5", "exd5", "material?")
    assert isinstance(ask, Ask) and isinstance(answer, Answer)
    assert (ask.what, answer.pawns, answer.pieces) == ("material", (8, 7), (8, 8))
    assert words(said(LiveGame(rulebook("english")), "material?")) == [
        "the rulebook english has no such question: material"
    ]


def test_squares_are_shown_to_who_asks_and_no_more_than_seven_in_a_turn() -> None:
    game = LiveGame(rulebook("modern"))
    ask, reveal = said(game, "e4", "e5", "squares? e5 d8 d4")
    assert isinstance(ask, Ask) and ask.squares == ("e5", "d8", "d4")
    assert isinstance(reveal, Reveal) and (reveal.side, reveal.seen) == ("white", {"e5": "P", "d8": "Q", "d4": None})
    assert words(said(game, "squares? a3 b3 c3 d3 e3")) == [
        "the rulebook modern lets a player ask about 7 squares in a turn"
    ]
    assert words(said(game, "squares? a1")) == ["a man of your own stands on a1"]
    record = adjudicate(game.written())
    assert record.findings == []
    heard = {who: [type(one) for one in view(record.record, who).events] for who in ("white", "black")}  # type: ignore[arg-type]
    assert heard == {"white": [Move, Move, Ask, Reveal, Comment, Comment], "black": [Move, Move, Ask]}
    both = LiveGame(rulebook("modern; squares_heard=both"))
    said(both, "e4", "e5", "squares? e5 d4")
    assert [type(one) for one in view(both.written(), "black").events][-2:] == [Ask, Reveal]
    for line in ("squares?", "squares? k9"):
        with pytest.raises(CommandError, match="square"):
            read_command(line)


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
        "under the rulebook english nobody has a partner"
    ]


def test_a_move_that_a_pawn_could_punish_may_be_taken_back() -> None:
    game = LiveGame(rulebook("take-back"))
    assert words(said(game, "Nc3", "e6", "Nd5")) == ["Nd5 leaves the man to be taken by a pawn: say keep or take back"]
    assert words(game.hear(Command(type="try", move="a3"))) == ["say keep or take back first"]
    (taken_back,) = game.hear(Command(type="take-back"))
    assert isinstance(taken_back, TakenBack) and [one.san for one in taken_back.events] == ["Nd5"]  # type: ignore[union-attr]
    said(game, "Nd5")
    move, *_ = game.hear(Command(type="keep"))
    assert isinstance(move, Move) and move.move == "c3d5"
    assert adjudicate(game.written()).findings == []


def test_both_move_at_once_and_hear_it_together() -> None:
    game = LiveGame(rulebook("zeitgeist"))
    assert said(game, "black d5") == []
    assert words(said(game, "black a6")) == ["your move is made; it waits for the other player's"]
    told = said(game, "white e4")
    assert [(one.side, one.move) for one in told if isinstance(one, Move)] == [("white", "e2e4"), ("black", "d7d5")]
    first, second = said(game, "white e4d5", "black c7c6")
    assert isinstance(first, Move) and isinstance(second, Move)
    moved, refused = said(game, "white d5d6", "black c6d5")
    assert isinstance(moved, Move) and isinstance(refused, Try)  # nothing stands on d5 any more
    assert adjudicate(game.written()).findings == []
