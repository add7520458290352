"""The code page of a text that is not UTF-8."""

from __future__ import annotations

import io

import pytest

from kriegnote.text.encodings import encoding_of

GERMAN = "Kriegsspiel Müller gegen Größl, 1989\nAbgelehnte Züge stehen in Klammern.\n\n1. e4 e5 2. Sf3 (dxe4?) Sc6\n"
FRENCH = "Café Procope, été 1991. Blancs : Léonard, Noirs : Hélène\n\n1. e4 e5 2. Cf3 Cc6\n"
ENGLISH = "“Any?” — “No.” The Colonel’s game at the café\n\n1. e4 e5 2. Nf3 Nc6\n"
CENTRAL = (
    "Warszawa, październik 1957. Białe: Łukasz Wójcik, Czarne: Michał Dąbrowski\n",
    "Brno, září 1949. Bílý: Jiří Řezníček, Černý: Václav Kříž\n",
    "Sötét: Kőrösi Gergő. Az elutasított kísérletek zárójelben állnak, Győr\n",
    "Šah naslijepo, Varaždin 1933. Bijeli: Žarko Šimić, crni: Božidar Čačić; odbačeni pokušaji su označeni\n",
)
TABLE = "│ 1 │ e4 │ e5 │ Müller\n└───┴────┴────┘\n"


@pytest.mark.parametrize(
    ("text", "page"),
    [
        *((GERMAN, page) for page in ("cp1252", "cp850", "cp437", "mac_roman")),
        *((FRENCH, page) for page in ("cp1252", "cp850", "mac_roman")),
        (ENGLISH, "cp1252"),
        (ENGLISH, "mac_roman"),
        (TABLE, "cp437"),
        *((text, page) for text in CENTRAL for page in ("cp1250", "iso8859_2", "mac_latin2", "cp852")),
        ("¿Hay? ¡No! Peón, 3ª jugada, ½-½ – «señal»\n", "cp1252"),
        ("1½-½, £5, §3: René’s Größl\n", "cp1252"),
    ],
)
def test_a_text_of_any_machine_is_read_as_it_was_written(text: str, page: str) -> None:
    data = text.encode(page)
    encoding, [found] = encoding_of(io.BytesIO(data))
    assert (data.decode(encoding.name), found.code) == (text, "KN104")
