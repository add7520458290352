"""Whole dialogues in other layouts: scripts, columns, reported speech with the players' names."""

from __future__ import annotations

import pytest

from kriegnote import api
from kriegnote.model.events import Move
from kriegnote.notations.detection import detect
from kriegnote.notations.dialogue import reader as dialogue
from kriegnote.text.source import Chunk
from tests.notations.test_dialogue_sentences import event_words, told_in

GAME = "w move e4; b ask any; b answer no; b move e5; w try exd5 refused; w move Nf3"


@pytest.mark.parametrize(
    "text",
    [
        "W: e4\nU: Played.\nB: Any?\nU: No.\nB: e5\nU: Done.\nW: exd5?\nU: No.\nW: Nf3\nU: Played.\n",
        "B: e4.\nA: Fatta.\nN: Ce n'è?\nA: No.\nN: e5.\nA: Fatta.\nB: exd5.\nA: No.\nB: Cf3.\nA: Fatta.\n",
        "<x> e4\n<ref> White has moved\n<y> are there any?\n<ref> no\n<y> e5\n<ref> Black has moved\n<x> exd5\n"
        "<ref> no\n<x> Nf3\n<ref> White has moved\n",
        "12/03/21, 21:04 - Ada: e4\n12/03/21, 21:05 - Ref: White has moved\n12/03/21, 21:06 - Bo: any?\n"
        "12/03/21, 21:07 - Ref: no\n12/03/21, 21:08 - Bo: e5\n12/03/21, 21:09 - Ref: Black has moved\n"
        "12/03/21, 21:10 - Ada: exd5\n12/03/21, 21:11 - Ref: no\n12/03/21, 21:12 - Ada: Nf3\n"
        "12/03/21, 21:13 - Ref: White has moved\n",
        "Ada: e4\nBot: ✔️ White has moved\nBo: any?\nBot: ⚠️ no\nBo: e5\nBot: ✅ Black has moved\nAda: exd5\n"
        "Bot: ⛔ no\nAda: Nf3\nBot: ✅ White has moved\n",
        "21:14 < ada> e4\n21:14 <@judge> white moved\n21:15 <+bo> any?\n21:15 <@judge> no\n21:16 <+bo> e5\n"
        "21:16 <@judge> black moved\n21:17 < ada> exd5\n21:17 <@judge> no\n21:18 < ada> Nf3\n"
        "21:18 <@judge> white moved\n",
        "X - Y, 1930\n\nX. —\ne4. Judge. — Played. Y. — Any? Judge. — No. Y. — e5. Judge. —\nPlayed. X. — exd5. "
        "Judge. — No. X. — Nf3. Judge. — Played.\n",
    ],
)  # fmt: skip
def test_a_script_is_read_as_its_speakers_words(text: str) -> None:
    assert "; ".join(told_in(text)) == GAME
    assert detect(text) == "dialogue"


@pytest.mark.parametrize(
    "text",
    [
        "Wilkins v. Tyndall\n\n1. e4\nTyndall asked whether there were any; the umpire said “No”. 1... e5\n"
        "Wilkins tried exd5, and was told “No”. 2. Nf3",
        "Bellini - Corti, 1940\n\n1. e4\nCorti chiedeva se ce ne fossero; l'arbitro rispondeva di no.\n1... e5\n"
        "Bellini tentava exd5, ma la mossa era respinta.\n2. Cf3",
        "1. e4\n— Ce ne sono? — chiese il Nero. — No — rispose l'arbitro.\n1. ... e5\n"
        "— exd5 — tentò il Bianco. — Respinta — disse l'arbitro.\n2. Cf3",
        "White (Mr. Lee): e4.\nBlack (Mr. X.): Any? No; e5.\nWhite (Mr. Lee): exd5 no; Nf3.\n",
        "1. e4\nBlack asks “any?”. The umpire ans-\nwers “No”. 1.\n-, e5\nWhite tries exd5, re-\nfused. 2. Nf3",
    ],
)
def test_reported_speech_names_players_and_breaks_its_lines(text: str) -> None:
    read = dialogue.read(Chunk(text))
    assert [words for one in read.record.events if (words := event_words(one))] == GAME.split("; ")
    assert not [one for one in read.findings if one.severity != "info"]


LETTERS = [
    "Dear Tom,\n\nI had White against Mr. Lee. I played 1 e4; he asked “any?”, and the umpire said no, so he answered "
    "1...e5. Now I tried exd5, refused, and settled for 2 Nf3.",
    "Caro Ugo,\n\ncon Guido ho aperto con 1.e4. Guido ha chiesto se ce n'erano: no. Lui ha risposto 1...e5. Allora ho "
    "tentato exd5, rifiutata, e ho giocato 2.Cf3.",
    "Dear Tom,\n\nI had Black. He opened 1 e4. I asked, was told no, and played 1...e5. He tried exd5, refused, and "
    "played 2 Nf3.",
    "Dear Tom,\n\nLee played 1 e4. I asked whether there were any; none. I replied 1...e5. Lee tried exd5, in vain, "
    "and went on with 2 Nf3.",
]  # fmt: skip


@pytest.mark.parametrize("text", LETTERS)
def test_a_letter_is_of_its_writer_and_his_opponent(text: str) -> None:
    assert "; ".join(told_in(text)) == GAME


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("Black asked “Any?”. The umpire said no. He", "b ask any; b answer no; b try exd4 refused"),
        ("White asked “Any?”. He", "w ask any; w answer no"),
        ("Somebody asked, I think. He", ""),
    ],
)
def test_he_is_who_was_named_last_if_it_is_his_turn(before: str, told: str) -> None:
    text = f"1. e4 e5 2. d4\n{before} tried exd4, and was refused.\n"
    read = dialogue.read(Chunk(text))
    said = [words for one in read.record.events if (words := event_words(one)) and " move " not in words]
    assert [one for one in said if "try" in one] == [one for one in told.split("; ") if "try" in one]
    assert ("try" in told) is not any(one.code == "KN109" and "exd4" in one.message for one in read.findings)


def test_nobody_tries_where_moves_before_were_not_understood() -> None:
    read = dialogue.read(Chunk("1. e4 e5\nI tumbled into Rh5 frumiously. Tries exd4, refused.\n"))
    assert not [one for one in read.record.events if type(one).__name__ == "Try"]
    assert any("exd4" in one.message for one in read.findings)


def test_a_legal_move_in_words_not_understood_is_made_before_a_try_of_the_other_player() -> None:
    read = dialogue.read(Chunk("1. e4 e5\nI tumbled into Qh5 frumiously. Tries exd4, refused.\n"))
    said = [event_words(one) for one in read.record.events if event_words(one)]
    assert said[2:] == ["w move Qh5", "b try exd4 refused"]


def test_a_move_of_words_not_understood_is_made_where_it_is_said_again() -> None:
    read = dialogue.read(Chunk("1. e4 e5\n2. Nf3 Nc6\nCard 3 from White: 1) Nxe5. Accepted: Nxe5+.\n"))
    assert [one.text for one in read.record.events if isinstance(one, Move)][-1] == "Nxe5+"


def test_a_move_behind_the_umpire_s_word_is_played_unless_it_is_refused() -> None:
    text = "1. White to move. e4.\n1... Black to move, 1 pawn try. dxe3. No. e5.\n"
    assert told_in(text) == ["w move e4", "b pawns 1", "b try dxe3 refused", "b move e5"]


@pytest.mark.parametrize(
    "text",
    [
        "0914Z ON4X: ECHO 2 ECHO 4.  UMP: DONE.\n0915Z PA0Y: ANY?  UMP: NO.\n0916Z PA0Y: ECHO 7 TO ECHO 5.  UMP: DONE."
        "\n0917Z ON4X: ECHO 4 DELTA 5.  UMP: NEGATIVE.\n0918Z ON4X: GOLF 1 FOXTROT 3.  UMP: DONE.\n",
        "Bianco: Empoli due Empoli quattro. Arbitro: fatta.\nNero: ce n'è? Arbitro: no.\n"
        "Nero: Empoli sette Empoli cinque. Arbitro: fatta.\nBianco: Empoli quattro Domodossola cinque. Arbitro: no.\n"
        "Bianco: Genova uno Firenze tre. Arbitro: fatta.\n",
        "W: e 2 e 4. U: done.\nB: any? U: no.\nB: e 7 e 5. U: done.\nW: e 4 - d 5. U: no.\nW: g 1 f 3. U: done.\n",
    ],
)
def test_squares_are_spelt(text: str) -> None:
    said = "w move e2e4; b ask any; b answer no; b move e7e5; w try e4d5 refused; w move g1f3"
    assert "; ".join(told_in(text)) == said


def test_comments_keep_their_words() -> None:
    text = "Wilkins v. Tyndall\n\n1. e4 {Wilkins, as ever, ans-\nwers} 1... e5"
    comment = next(one for one in dialogue.read(Chunk(text)).record.events if type(one).__name__ == "Comment")
    assert comment.text == "Wilkins, as ever, ans-\nwers"


def test_players_say_moves_in_their_own_words() -> None:
    script = """\
U: White, please.
W: e4.
U: White has moved.
B: d5.
U: Black has moved.
W: Any?
U: Yes.
W: e takes d5.
U: Capture on d5.
B: The queen takes there.
U: Capture on d5.
W: Knight b1 to c3.
U: White has moved.
B: Well, queen to a5, then.
U: Black has moved.
"""
    (game,) = api.read(script)
    moves = [(one.side, one.turn, one.text) for one in game.record.events if isinstance(one, Move)]
    assert moves == [
        ("white", 1, "e4"),
        ("black", 1, "d5"),
        ("white", 2, "exd5"),
        ("black", 2, "Qxd5"),
        ("white", 3, "Nb1c3"),
        ("black", 3, "Qa5"),
    ]
    assert not game.findings
