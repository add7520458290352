"""Texts as people send them: one short game in the hands of many writers, printers and scanners."""

from __future__ import annotations

from typing import Final

MOVES: Final = ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#")
"""The game that each of these texts tells."""

TOLD: Final = {
    "commas": "Ann - Bob\n\n1, e4 e5; 2, Qh5 Nc6;\n3, Bc4 Nf6; 4, Qxf7# 1-0\n",
    "a comma at a line's end": "1, e4 e5; 2,\nQh5 Nc6; 3, Bc4 Nf6;\n4, Qxf7#\n",
    "numbers glued to moves": "Ann - Bob\n\n1e4 e5 2Qh5 Nc6 3Bc4 Nf6 4Qxf7# 1-0\n",
    "moves glued to numbers": "Ann - Bob\n\n1.e4 e52.Qh5 Nc63.Bc4 Nf64.Qxf7# 1-0\n",
    "Roman numbers": "Ann - Bob\n\nI. e4 e5 II. Qh5 Nc6 III. Bc4 Nf6 IV. Qxf7#\n",
    "a number for each side": "WHITE (Ann)   BLACK (Bob)\n\n"
    "1 e4       1 e5\n2 Qh5       2 Nc6\n3 Bc4       3 Nf6\n4 Qxf7#\n",
    "two halves beside one another": "Ann - Bob\n\n1. e4 e5            3. Bc4 Nf6\n2. Qh5 Nc6          4. Qxf7#\n",
    "a bar between two halves": "Ann - Bob\n\n1. e4 e5 | 3. Bc4 Nf6\n2. Qh5 Nc6 | 4. Qxf7#\n",
    "White above Black": "White: Ann\n1. e4\n2. Qh5\n3. Bc4\n4. Qxf7#\n\n"
    "Black: Bob\n1. ... e5\n2. ... Nc6\n3. ... Nf6\n",
    "White above Black without dots": "White: Ann\n1 e4\n2 Qh5\n3 Bc4\n4 Qxf7#\n\nBlack: Bob\n1 e5\n2 Nc6\n3 Nf6\n",
    "a page's head in a turn": "Ann - Bob\n\n1. e4 e5 2.\n\n84\n\nTHE DARK BOARD\n\nQh5 Nc6 3. Bc4 Nf6 4.\n\n"
    "The dark board        85\n\nQxf7#\n",
    "half a page's head": "Ann - Bob\n\n1. e4 e5 2. Qh5 Nc6 3.\n\n84\n\nAT THE CLUB\n\nBc4 Nf6 4. Qxf7#\n",
    "columns without numbers": "Ann      Bob\n\ne4         e5\nQh5        Nc6\nBc4        Nf6\nQxf7#\n",
    "dashes between columns": "GAME 14\nWhite: Ann   Black: N.N.\n\n"
    " 1  e4     - e5\n 2  Qh5    - Nc6\n 3  Bc4    - Nf6\n 4  Qxf7#\n",
    "a caption before Black's move": "1. e4 e5 2. Qh5 Nc6 3. Bc4\n\nDiagram 4\n\n3. -, Nf6 4. Qxf7# 1-0\n",
    "tries with question marks": "1. e4 e5 2. Bh6? Qh7? Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#\n",
}
"""Texts from which the whole game is read, by what is odd about them."""

HALF_TOLD: Final = {
    "moves in prose": "# Words\n\nAnn won with 1. e4 e5 2. Qh5 Nc6.\n\n"
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 1-0\n\nBetter was 3. Nf3.\n",
    "a game that breaks off": "Ann - Bob\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6\n\nThe club in Mill Lane\n\n"
    + " ".join(f"{turn}. {'Ng1 Ng8' if turn % 2 else 'Nf3 Nf6'}" for turn in range(9, 19))
    + "\n",
    "a diary": "Monday. We met at 7.30 and I opened 1. d4.\n\nTuesday. He tried e5 and Nf6, in vain.\n\n"
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1/2-1/2\n\nWednesday: 5. O-O was my idea, then 5... Nxe4 6. d4.\n",
    "rules": "1. White moves.\n2. Black moves.\n3. e4 is strong; d5 too.\n",
    "two turns of a letter": "Dear Bob,\n\n7. Nf3 Nc6 8. Bb5 a6\n\nYours, Ann\n",
}
"""Texts of which a part is no game, or the game is torn."""
