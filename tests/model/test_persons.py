"""Who took part in a game, from the headers that every notation with tags keeps."""

from __future__ import annotations

from kriegnote.model.record import Person, Record


def test_players_umpires_and_teams() -> None:
    headers = (("Umpire", "Flood"), ("White", "Ann : Bob"), ("WhiteTeam", "Gambit"), ("Black", "?"))
    assert Record(headers=headers).persons() == (
        Person(name="Ann", role="White", team="Gambit"),
        Person(name="Bob", role="White", team="Gambit"),
        Person(name="Flood", role="Umpire"),
    )
