"""Who speaks in a script is learned from its labels, and what each is from his words."""

from __future__ import annotations

import pytest

from kriegnote.text.speech.speakers import as_script, script

SPOKEN = [("B", "e4."), ("U", "White has moved."), ("N", "Any?"), ("U", "No."), ("N", "e5."), ("U", "Black has moved."),
          ("B", "exd5."), ("U", "Impossible."), ("B", "Nf3."), ("U", "White has moved.")]  # fmt: skip


@pytest.mark.parametrize("sign", ["{}: ", "{}. — ", "<{}> ", "[{}] ", "{}) ", "> {}: ", "**{}:** ", "{}.-"])
@pytest.mark.parametrize("names", [("W", "B", "U"), ("MR. PRATT", "MISS LOWE", "THE VICAR"), ("P1", "P2", "ref")])
def test_any_labels_are_read_by_what_is_said_behind_them(sign: str, names: tuple[str, str, str]) -> None:
    called = dict(zip("BNU", names, strict=True))
    text = "".join(f"{sign.format(called[who])}{said}\n" for who, said in SPOKEN)
    told = [line.split(":") for line in as_script(text).split("\n") if ":" in line]
    roles = {"B": "White", "N": "Black", "U": "The umpire"}
    assert [(who.strip("> *"), said.strip("* ")) for who, said in told] == [(roles[who], said) for who, said in SPOKEN]


def test_speakers_stand_in_a_paragraph_too() -> None:
    text = "Rossi. — e4. Arbitro. — Fatta. Bianchi. — Ce ne sono? Arbitro. — No. Bianchi. — e5. Arbitro. — Fatta.\n"
    assert as_script(text * 2).count("The umpire: ") == 6
    assert as_script(text * 2).count("Black: ") == 4


@pytest.mark.parametrize(
    ("heading", "white"),
    [("Lowe - Pratt", "Lowe"), ("White: Lowe. Black: Pratt.", "Lowe"), ("Pratt is White, Lowe Black", "Pratt"),
     ("Lowe (White) met Pratt (Black)", "Lowe"), ("A game", "Pratt")],
)  # fmt: skip
def test_what_stands_before_a_script_says_who_has_white(heading: str, white: str) -> None:
    lines = ["Pratt: e4", "Judge: no", "Pratt: Nf3", "Judge: yes", "Lowe: Any?", "Judge: no", "Lowe: e5", "Judge: yes"]
    text = f"{heading}\n\n" + "".join(f"{line}\n" for line in lines)
    called = next(one.words for one in script(text) if text[one.start :].startswith("Pratt:"))
    assert called == ("White: " if white == "Pratt" else "Black: ")


def test_the_umpire_s_word_outweighs_the_order() -> None:
    text = "Ann: e5\nRef: Black has moved\nBen: Nf3\nRef: White has moved\nAnn: Any?\nRef: no\nBen: Any?\nRef: no\n"
    assert next(one.words for one in script(text)) == "Black: "


@pytest.mark.parametrize(
    "text",
    [
        "Note: e4 is best\nNote: d4 is good\nText: c4\nText: Nf3\n",  # nobody answers
        "White sees: Bb6. Black sees: Kh8. White sees: Bb7. Black sees: Kg8. White tries Bb6. No.",
        "1. e4 e5 2. Nf3 Nc6\n",
        "One: No.\nTwo: No.\nOne: Yes.\nTwo: Yes.\n",
        "A: e4\nB: No\nC: e5\nB: No\nD: d4\nB: No\nA: e4\nC: d5\nD: c4\n",  # three who move
    ],
)
def test_what_is_no_script_has_no_speakers(text: str) -> None:
    assert script(text) == []


def test_lines_of_a_chat_may_begin_with_their_time() -> None:
    said = [f"[20:14:{second:02}] <{who}> {words}" for second, (who, words) in enumerate(SPOKEN)]
    read = as_script("\n".join(said) + "\n")
    assert read.count("The umpire: ") == 5
    assert "20:14" not in read


@pytest.mark.parametrize(
    "when", ["Ann — Today at 8:14 PM\n{}\n", "Ann  20:14\n||{}||\n", "Ann — 12/03/2024 20:14\n**{}**\n"]
)
def test_a_chat_may_have_its_names_and_times_in_lines_of_their_own(when: str) -> None:
    names = {"B": "Ann", "N": "ben_2", "U": "RefBot"}
    text = "".join(when.replace("Ann", names[who]).format(said) for who, said in SPOKEN)
    roles = ["White" if who == "B" else "Black" if who == "N" else "The umpire" for who, _ in SPOKEN]
    assert [line[:-2] for line in as_script(text).split("\n") if line.endswith(": ")] == roles


def test_a_program_s_log_begins_its_lines_with_names() -> None:
    deeds = ["mira_k moves e4", "olek asks if there are any: no", "olek plays e5", "mira_k tries exd5: no"]
    text = "".join(f"Move 1 : 8:14 PM\n{deed}\n" for deed in deeds)
    told = as_script(text)
    assert (told.count("White "), told.count("Black ")) == (2, 2)
    assert as_script(text.replace("olek", "mira_k")) == text.replace("olek", "mira_k")


@pytest.mark.parametrize(
    ("head", "player"),
    [
        ("Chat with the bot. I have Black.\n", "Black"),
        ("Ich hatte Schwarz.\n", "Black"),
        ("", "Black"),  # the other one is said to have moved
    ],
)
def test_a_player_alone_with_the_umpire(head: str, player: str) -> None:
    said = "bot: White has moved.\nme: {}\nbot: OK.\n"
    text = head + "".join(said.format(move) for move in ("e5", "Nc6", "d6"))
    assert as_script(text).count(f"{player}: ") == 3
    assert as_script(text).count("The umpire: ") == 6
