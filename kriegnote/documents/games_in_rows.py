"""Reads games in the rows of tables: who said what, and the umpire's answers; or fields beside the moves.

    1 | White | Na3   | White has moved          ply,side,asked,tries,move,announcement
    2 | White | Any?  | No                       5,White,no,exd5 exf5,Bc4,

The role of a column follows from its heading or its contents. The rows of the first kind become lines of a script,
those of the second a score (:mod:`kriegnote.documents.fields`); other tables are not changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from kriegnote.documents import fields
from kriegnote.documents.columns_of_tries import by_announced_tries, counts_tries
from kriegnote.documents.entries import entries_as_scores
from kriegnote.documents.field_names import SIDES, FieldName, Role, column_name, initials_of, label, side_named
from kriegnote.documents.fielded_boards import with_true_numbers
from kriegnote.documents.fields import FieldedGame
from kriegnote.documents.rows_of_tries import is_of_tries, with_rows_of_tries
from kriegnote.documents.table_cells import OF_FILES, Cell, Row, separator_of, tables
from kriegnote.documents.table_frames import bodies, keep_front
from kriegnote.documents.table_shapes import beside_one_another, of_attempts, turned, with_last_attempts
from kriegnote.documents.unnamed_columns import names_by_play
from kriegnote.lexicon import meant, printed
from kriegnote.model.events import other
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker

_WORDS: Final = Terminals("speakers")
_MOST: Final = 0.7
"""The least share of a column's cells that must be of one kind."""
_NAMED: Final = 2
_ANSWERED: Final = frozenset({"asks", "asked", "question", "tried"})
"""Roles of events that the umpire answers."""
_OF_BOTH: Final = frozenset({"said", "other"})
"""Roles of columns that may be about both sides."""
_OF_TRIES: Final = frozenset({"asked", "question", "tried"})


def in_sentences(plain: Plain, *, in_order: bool = False) -> Plain:
    """A text with its tables and entries of games written as scripts and scores, and a map to the original.

    :param in_order: its characters must keep their order, so that games whose rows alternate are not separated.
    """
    taker, at = Taker(plain), 0
    for rows in tables(plain.text):
        if rows[0][0].start < at:
            continue
        for body in bodies(rows):
            roles = _roles(plain.text, body)
            if records := _games(plain.text, body, roles, in_order=in_order):
                rows = body
                break
        else:
            roles = _roles(plain.text, rows)
        if records:
            start = min(record.plies[0].start for _, record in records)
            if len(records) == 1 and turned(rows):
                start = rows[0][0].start  # the numbers of the turns are no part of the score
            first = plain.text.rfind("\n", 0, start) + 1
            keep_front(taker, at, first)
            if plain.text[at:first].rpartition("\n\n")[2].strip():
                taker.put("\n", first)  # separates the score from the table's heading
            for number, (called, record) in enumerate(records):
                if called is None:
                    taker.put("\n" * (number > 0), record.plies[0].start)
                else:
                    taker.put("\n", called.start)
                    taker.keep(called.start, called.end)
                    taker.put("\n\n", called.start)
                record.write(taker)
        elif "side" in roles and "words" in roles:
            rows = rows[next((at for at, row in enumerate(rows) if _is_of(row, roles)), 0) :]  # the headings are kept
            taker.keep(at, rows[0][0].start)
            _as_script(taker, rows, roles)
        else:
            continue
        at = rows[-1][-1].end
    if not at:
        return entries_as_scores(plain)
    taker.keep(at, len(plain.text))
    return entries_as_scores(taker.done())


def _games(
    text: str, rows: Sequence[Row], roles: Sequence[Role], *, in_order: bool
) -> list[tuple[Cell | None, FieldedGame]]:
    """The games of a table, each with the cell that names it if a column has that; none if any of them is no game."""
    if not in_order and (turns := turned(rows)):
        of_turns = _by_heads(text, turns)
        return [(None, of_turns)] if of_turns is not None and of_turns.holds else []
    if not in_order and (parts := [*beside_one_another(rows)]):
        beside = [_by_heads(text, one) for one in parts]
        games: list[tuple[Cell | None, FieldedGame]] = [(None, one) for one in beside if one is not None and one.holds]
        return games if len(games) == len(parts) else []
    column = next((at for at, cell in enumerate(rows[0]) if column_name(cell.words) == FieldName("game")), None)
    if column is None:
        black_first = _names_black_first(rows[0])  # read as a score, White's moves would be Black's
        records = (one for one in _records(text, rows, roles) if one.holds)
        record = next((one for one in records if black_first or one.more_than_moves), None)
        of_a_file = separator_of(text[rows[0][0].start : rows[0][-1].end]) in OF_FILES
        if record is None and not (of_a_file or {"side", "words"} <= {*roles}):
            record = names_by_play(text, rows, lambda held, names: _record(text, held, names))
        return [(None, record)] if record is not None else []
    of_game: dict[str, list[Row]] = {}
    for row in rows[1:]:
        of_game.setdefault(row[column].words, []).append(row)
    found: list[tuple[Cell | None, FieldedGame]] = []
    for several in of_game.values():
        held = [row[:column] + row[column + 1 :] for row in (rows[0], *several)]
        record = next((one for one in _records(text, held, [*roles[:column], *roles[column + 1 :]]) if one.holds), None)
        if record is None:
            return []
        found.append((several[0][column], record))
    alternate = any(one.plies[-1].start > two.plies[0].start for (_, one), (_, two) in pairwise(found))
    more = any(record.more_than_moves for _, record in found)
    return found if more and not (in_order and alternate) else []


def _records(text: str, rows: Sequence[Row], roles: Sequence[Role]) -> Iterator[FieldedGame]:
    """The readings of a table: by the headings of its columns, by their contents, or as one column per side."""
    if (record := _by_heads(text, rows)) is not None:
        yield record
    if "made" in roles:
        first = next((at for at, row in enumerate(rows) if _is_of(row, roles)), 0)
        yield _record(text, rows[first:], _by_contents(roles))
    if (record := _two_sides(text, rows)) is not None:
        yield record


def _names_black_first(heads: Row) -> bool:
    """Whether the headings of a table name Black's column before White's."""
    sides = [one.side for cell in heads if (one := column_name(cell.words)) is not None and one.side is not None]
    return sides[:1] == ["black"] and "white" in sides


# -- the roles of columns ----------------------------------------------------------------------------------------------


def _roles(text: str, rows: Sequence[Row]) -> list[Role]:
    """The role of each column by its cells; all ``other`` if the table cannot be a game."""
    named = sum(label(cell.words) is not None for cell in rows[0])
    if named < _NAMED and separator_of(text[rows[0][0].start : rows[0][-1].end]) in OF_FILES:
        return ["other"] * len(rows[0])
    roles = [_role([row[column] for row in rows]) for column in range(len(rows[0]))]
    if "side" in roles:
        roles = ["words" if role in ("made", "tried") else role for role in roles]
        return roles if roles.count("words") == 1 and roles.count("side") == 1 else ["other"] * len(roles)
    return roles if roles.count("made") == len(SIDES) else ["other"] * len(roles)


def _role(cells: Sequence[Cell]) -> Role:
    said = [cell.words for cell in cells if cell.words]
    for role, terminal in _KINDS.items():
        fits = sum(_WORDS[terminal].fullmatch(words) is not None for words in said)
        if said and fits > _MOST * (len(cells) - 2 if role == "made" else len(said) - 1):  # but a heading, a blank
            return role
    return "other"


_KINDS: Final[dict[Role, str]] = {
    "number": "TURNS_NUMBER", "side": "A_PLAYER", "made": "MOVE_ALONE", "tried": "PLAYERS_CELL",
    "answer": "UMPIRES_CELL",
}  # fmt: skip
"""The terminal for the cells of a column with each role."""


def _is_of(row: Row, roles: Sequence[Role]) -> bool:
    """Whether a row is part of the game, and not the headings of the columns."""
    said = {role: cell.words for cell, role in zip(row, roles, strict=True)}
    return any(role in said and _WORDS["PLAYERS_CELL"].fullmatch(said[role]) for role in ("words", "made"))


# -- the rows as fields ------------------------------------------------------------------------------------------------


def _by_heads(text: str, rows: Sequence[Row]) -> FieldedGame | None:
    """The record of a table whose first row, or first two, name its columns; None for other tables."""
    for heads, others in _headed(rows):
        initials = initials_of(heads)
        named = [column_name(head, initials) for head in heads]
        if not any(named) or any(_WORDS["MOVE_ALONE"].fullmatch(word) for head in heads for word in head.split()):
            continue  # a row with a move is no row of headings
        columns = [[row[column] for row in others] for column in range(len(named))]
        labels = [_by_both(one, cells) for one, cells in zip(named, columns, strict=True)]
        labels = of_attempts(labels)
        held = {one.role for one in labels}
        if "event" in held and "detail" not in held:  # the column beside the event has its move
            labels = [one._replace(role="detail") if one.role == "made" else one for one in labels]
            held.add("detail")
        if not held.isdisjoint(("made", "words", "detail")):
            sided = _sided(labels)
            if any(map(counts_tries, sided)):
                explicit = any(map(counts_tries, labels))
                return by_announced_tries(
                    text, others, sided, named=explicit, record=lambda held, names: _record(text, held, names)
                )
            return _record(text, others, labels)
    return None


def _headed(rows: Sequence[Row]) -> Iterator[tuple[list[str], Sequence[Row]]]:
    """The headings of the columns, and the rows below: of two rows of headings, the upper ones extend to the right.

    If the lower ones name several columns alike, the first row is no more than a title of these.
    """
    lower = [cell.words for cell in rows[1]]
    if sum(column_name(words) is not None for words in lower) >= _NAMED:
        upper, above = "", []
        for cell in rows[0]:
            upper = cell.words or upper
            above.append(upper)
        yield [f"{one} {two}".strip() if two else one for one, two in zip(above, lower, strict=True)], rows[2:]
    yield [cell.words for cell in rows[0]], rows[1:]


def _by_both(head: FieldName | None, cells: Sequence[Cell]) -> FieldName:
    """The meaning of a column by its heading, or by its contents if the heading does not give it."""
    said = [cell.words for cell in cells if cell.words]
    numbers = sum(_WORDS["TURNS_NUMBER"].match(words) is not None for words in said)
    if head == FieldName("made") and numbers > _MOST * len(said):
        return FieldName("number")
    if head is not None and head.role == "question" and said and all(words.isdecimal() for words in said):
        return FieldName("said", head.side, printed("announcements.pawn_try", "en"))
    role = _role(cells)
    answers = sum(meant(words, "answers") is not None for words in said)
    if head is None and role == "answer" and answers > _MOST * len(said):
        return FieldName("answer")
    if head is None:
        return _by_contents([role])[0]
    if head.role != "other":
        return head
    (contents,) = _by_contents([role])
    return head._replace(role="words" if contents.role in ("made", "tried") else contents.role)


def _by_contents(roles: Iterable[Role]) -> list[FieldName]:
    """The meanings of columns by their roles."""
    return [FieldName("said" if role == "answer" else "other" if role == "side" else role) for role in roles]


def _sided(labels: Sequence[FieldName]) -> list[FieldName]:
    """The meanings of columns with White's and Black's moves, each with the side of the moves to which it belongs.

    A column belongs to the moves after it, or to those before it if tries follow Black's moves and none precede
    White's.
    """
    roles = [one.role for one in labels]
    if roles.count("made") == 1 and (of_one := _of_one_player(labels)):
        return of_one
    if roles.count("made") != len(SIDES):
        return list(labels)
    white, black = (at for at, role in enumerate(roles) if role == "made")
    of_both = roles.count("said") == 1 and not white < roles.index("said") < black
    behind = not _OF_TRIES.isdisjoint(roles[black:]) and _OF_TRIES.isdisjoint(roles[:white])
    made: list[FieldName] = []
    moves = 0
    for one in labels:
        if one.role != "number":
            moves += one.role == "made"
            last = behind or one.role in ("made", "said", "other")
            if one.role != "said" or not of_both:
                one = one._replace(side=one.side or SIDES[min(max(moves - last, 0), 1)])
        made.append(one)
    return made


def _of_one_player(labels: Sequence[FieldName]) -> list[FieldName]:
    """The meanings of columns of a player's own table: “White (what the umpire said) | I tried | I played”.

    Only the other player is named, by the column of what is said of him; empty for any other table.
    """
    named = {one.side for one in labels if one.side is not None}
    of_him = [one for one in labels if one.side is not None and one.role in _OF_BOTH]
    if len(named) != 1 or len(of_him) != 1 or labels[0].role != "number":
        return []
    (side,) = named
    return [
        one
        if one.role == "number"
        else one._replace(role="said")
        if one is of_him[0]
        else one._replace(side=other(side))
        for one in labels
    ]


def _two_sides(text: str, rows: Sequence[Row]) -> FieldedGame | None:
    """The record of a table with a number and one column for each side; None for other tables.

    A row without a number continues the one before.
    """
    first = next((at for at, row in enumerate(rows) if _WORDS["TURNS_NUMBER"].fullmatch(row[0].words)), None)
    if len(rows[0]) != 1 + len(SIDES) or first is None:
        return None
    return _record(text, rows[first:], [FieldName("number"), *(FieldName("words", side) for side in SIDES)])


def _record(text: str, rows: Sequence[Row], labels: Sequence[FieldName]) -> FieldedGame:
    """The record of a table with these meanings of its columns."""
    labels = _sided(labels)
    record = _of_rows(text, rows, labels)
    if not record.holds:
        record = with_rows_of_tries(text, rows, labels, lambda held, names: _of_rows(text, held, names)) or record
    return with_true_numbers(text, record)


def _of_rows(text: str, rows: Sequence[Row], labels: Sequence[FieldName]) -> FieldedGame:
    """The record of rows that stand in the order of the game.

    :param labels: the meanings of the columns, each with its side.
    """
    found: list[fields.NamedField] = []
    details = [column for column, one in enumerate(labels) if one.role == "detail"]
    initials = initials_of([row[at].words for row in rows for at, one in enumerate(labels) if one.role == "side"])
    goes_on = labels[0] == FieldName("number") and all(one.side or one.role in _OF_BOTH for one in labels[1:])
    alike = {column for column, cells in enumerate(zip(*rows, strict=True)) if len({cell.words for cell in cells}) == 1}
    number = 0
    for row in rows:
        event: FieldName | None = None
        filled = [cell for cell in row if cell.words]
        alone = filled[0].words if len(filled) == 1 else ""
        ends = fields.ends_the_game(alone)
        said = goes_on and any(cell.words and one.role == "said" for cell, one in zip(row, labels, strict=True))
        counted = row[0].words and (labels[0] != FieldName("number") or _WORDS["TURNS_NUMBER"].match(row[0].words))
        if labels[0] == FieldName("number") and row[0].words and not (counted or any(map(_is_a_move, row))):
            number += 1
            found += _below(filled, number)
            continue
        remark = not (counted or said or is_of_tries(row, labels)) and _WORDS["PLAYERS_CELL"].fullmatch(alone) is None
        if ends or (alone and remark):
            number += 1  # in whatever column it stands
            found.append(fields.NamedField("said" if ends else "other", *filled[0], number))
            continue
        number += not goes_on or bool(row[0].words)
        for at, (cell, one) in enumerate(zip(row, labels, strict=True)):
            if one.role == "other" and at in alike and row is not rows[0]:
                continue  # the same in every row: one is enough
            if one.role == "event":
                event = label(cell.words)
                if event == FieldName("made") or any(row[column].words for column in details):
                    continue
                one = event or FieldName("other")  # without a move: asked, resigned
            if one.role == "detail":
                one = event or one
            elif one.role == "said" and event is not None and event.role in _ANSWERED:
                one = one._replace(role="answer")
            side = one.side or (side_named(cell.words, initials) if one.role == "side" else None)
            found.append(fields.NamedField(one.role, cell.start, cell.end, cell.words, number, side, one.says))
    record = FieldedGame(text)
    record.read([*with_last_attempts(found)])
    return record


def _is_a_move(cell: Cell) -> bool:
    return _WORDS["MOVE_ALONE"].fullmatch(cell.words) is not None


def _below(cells: Sequence[Cell], number: int) -> Iterator[fields.NamedField]:
    """The fields of a row below the turns: the result, or sums and remarks, which are comments.

    :param number: that of their entry.
    """
    named, *others = cells
    known = label(named.words)
    if known is not None and known.role == "result" and others:
        cells = others
    for cell in cells:
        role: Role = "result" if cells is others else "said" if fields.ends_the_game(cell.words) else "other"
        yield fields.NamedField(role, *cell, number)


# -- rows as a script --------------------------------------------------------------------------------------------------


def _as_script(taker: Taker, rows: Sequence[Row], roles: Sequence[Role]) -> None:
    """Writes each row as a line of a script, and the umpire's answer as another."""
    turn = ""
    labels = {"side": ("", ": "), "words": ("", "\n"), "answer": ("The umpire: ", "\n"), "other": ("{", "}\n")}
    for row in rows:
        cells = {role: cell for cell, role in zip(row, roles, strict=True) if cell.words}
        number = cells.get("number")
        if number is not None and number.words != turn:
            turn = number.words
            taker.keep(number.start, number.end)
            taker.put("\n" if turn.endswith(".") else ".\n", number.start)
        for role, (before, behind) in labels.items():
            if role in cells and (role != "words" or "side" in cells):
                _put(taker, cells[role], before, behind)


def _put(taker: Taker, cell: Cell, before: str, behind: str) -> None:
    taker.put(before, cell.start)
    taker.keep(cell.start, cell.end)
    taker.put(behind, cell.start)
