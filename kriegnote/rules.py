"""The rulebooks as data: one frozen :class:`RuleSet` each, an announcement policy being a row of fields.

Sources, as the fields' notes cite them: *rules* is chapter 2 of the book the project comes from; *Gambit*, *RAND*,
*Cincinnati* and *ICC* are its appendices A to D by paragraph; *§4.4*, *§4.5* its sections on NOST and Magari.
Where a rulebook is silent or two sources disagree, the choice is a field: vary one with :func:`dataclasses.replace`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """What one umpire says, and to whom.

    :param pawn_tries: ``on-request`` (the question “Any?”), ``any`` (whether there are any, before every move),
        ``count``, ``squares`` (target squares), ``none``.
    :param always: whether an automatic ``pawn_tries`` is said in every turn, a zero included (ICC: its absence in
        the log is a zero), or only when there are some.
    :param doubles: whether a player is told a square twice when two pawns can take there.
    :param questions: what a player may ask: ``any`` (Gambit 11), ``rebuffs`` (RAND 9), ``material`` (rules, note 3).
    :param ask: ``before-first-try`` (rules: “prima di iniziare i suoi tentativi”) or ``any-time`` (Gambit 11 only says
        “when it is a player's turn”).  Records are checked leniently, problems proved strictly.
    :param must_try: after a yes one pawn capture must be tried (Gambit 11).
    :param captured: whether a captured man is named: ``no``, ``category`` (pawn or piece), ``man``.
    :param capturer: whether the capturing man is: ``no``, or ``if-asked`` (pawn or piece, after “Any?”; Dutch).
    :param en_passant: whether en passant is said to be that.
    :param en_passant_square: the square announced: ``landing`` (where the capturer stands afterwards) or ``removed``.
    :param long_short: diagonals are told apart; False: only “diagonal” is said (rules, variant).
    :param double_check: ``all`` directions, or that of the ``strongest`` checker alone (rules, variant).
    :param refusals: who hears a refused try: ``both``, the ``player`` alone, or the opponent hears their ``count``.
    :param nonsense: the refusals that get the second word (*impossible*): ``own-men`` (the try is not possible on the
        player's own board), ``announced-check`` (it ignores the check announced, RAND 7), ``unannounced-capture``
        (a pawn capture although none was announced, Cincinnati 4b).  Empty: one word for all.
    :param disputed: refusals that an umpire may give either word (rules, note on *mossa impossibile*).
    :param refused_word, impossible_word: the umpire's words in English for the two.
    :param promotion: the fact of a promotion is announced (RAND 5f).
    :param stalemate: ``draw``, or ``stalemated-loses`` (RAND 20, ladder games).
    :param fifty_moves, repetition: whether these draws exist; ``limited`` repetition is Gambit 12c's.
    :param promoting_captures: whether a capture that promotes counts ``once`` or ``four`` times in a count.
    :param moves: ``chess`` or ``dark`` (no check, king capture ends the game, no en passant; §8.1.1).
    """

    id: str
    title: str
    source: str
    pawn_tries: Literal["on-request", "any", "count", "squares", "none"] = "on-request"
    always: bool = False
    doubles: bool = True
    questions: frozenset[str] = frozenset()
    ask: Literal["before-first-try", "any-time"] = "before-first-try"
    must_try: bool = False
    captured: Literal["no", "category", "man"] = "no"
    capturer: Literal["no", "if-asked"] = "no"
    en_passant: bool = False
    en_passant_square: Literal["landing", "removed"] = "landing"
    long_short: bool = True
    double_check: Literal["all", "strongest"] = "all"
    refusals: Literal["both", "player", "count"] = "both"
    nonsense: frozenset[str] = frozenset({"own-men"})
    disputed: frozenset[str] = frozenset()
    refused_word: str = "illegal"
    impossible_word: str = "impossible"
    promotion: bool = False
    stalemate: Literal["draw", "stalemated-loses"] = "draw"
    fifty_moves: bool = False
    repetition: Literal["no", "limited"] = "no"
    promoting_captures: Literal["once", "four"] = "once"
    moves: Literal["chess", "dark"] = "chess"
    checks: bool = True
    captures: bool = True
    notes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def silence(self) -> tuple[str, ...]:
        """The kinds of announcement whose absence means *no* once the umpire has spoken under these rules."""
        spoken = [kind for kind, said in (("check", self.checks), ("capture", self.captures)) if said]
        if self.pawn_tries not in ("on-request", "none"):
            spoken.append("pawn_tries")
        if self.promotion:
            spoken.append("promotion")
        if self.moves == "dark":
            spoken.append("reveal")
        return tuple(spoken)


def _rule(notes: Mapping[str, str] = MappingProxyType({}), **fields: object) -> RuleSet:
    return RuleSet(notes=MappingProxyType(dict(notes)), **fields)  # type: ignore[arg-type]


_ENGLISH: Final = {
    "pawn_tries": "on-request",
    "questions": frozenset({"any"}),
    "must_try": True,
    "en_passant": True,
    "disputed": frozenset({"announced-check", "unannounced-capture"}),
}

RULES: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        rule.id: rule
        for rule in (
            _rule(
                id="english",
                title="English: the Gambit Club, Eastern rules",
                source="Gambit (1933); rules",
                repetition="limited",
                **_ENGLISH,
                notes={
                    "en_passant": "rules, p. on the question: said, with the capturer's square",
                    "repetition": "Gambit 12c",
                    "captured": "Gambit 9",
                },
            ),
            _rule(
                id="rand",
                title="RAND Corporation",
                source="RAND",
                pawn_tries="squares",
                questions=frozenset({"rebuffs", "material"}),
                ask="any-time",
                captured="category",
                nonsense=frozenset({"own-men", "announced-check"}),
                refused_word="no",
                impossible_word="hell no",
                promotion=True,
                notes={
                    "pawn_tries": "RAND 5b and 16",
                    "captured": "RAND 5d",
                    "en_passant": "RAND 12: not specified",
                    "en_passant_square": "RAND 5d, “where it happened”: read as where the capturer lands",
                    "nonsense": "RAND 7",
                    "promotion": "RAND 5f",
                    "questions": "RAND 9; rules, note 3",
                    "stalemate": "RAND 20: in ladder games the stalemated player loses",
                },
            ),
            _rule(
                id="cincinnati",
                title="Cincinnati style",
                source="Cincinnati (Moeser)",
                pawn_tries="any",
                captured="category",
                en_passant_square="removed",
                nonsense=frozenset({"own-men", "unannounced-capture"}),
                impossible_word="nonsense",
                notes={
                    "pawn_tries": "Cincinnati 4a",
                    "captured": "Cincinnati 2",
                    "en_passant_square": "Cincinnati 1",
                    "nonsense": "Cincinnati, before 1, and 4b",
                },
            ),
            _rule(
                id="icc",
                title="Internet Chess Club, wild 16",
                source="ICC (1996); §4.6",
                pawn_tries="count",
                always=True,
                captured="category",
                en_passant_square="removed",
                refusals="player",
                nonsense=frozenset(),
                fifty_moves=True,
                notes={
                    "pawn_tries": "ICC, announcements; §4.6's log shows that both players hear them",
                    "en_passant_square": "Cincinnati 1's wording, which ICC follows; rules: not said to be en passant",
                    "refusals": "ICC: your opponent is not told anything",
                    "fifty_moves": "rules 2.2",
                },
            ),
            _rule(
                id="dutch",
                title="Dutch",
                source="rules 2.2 (olandese)",
                capturer="if-asked",
                **_ENGLISH,
                notes={"capturer": "rules 2.2: pawn or piece, only if that player has asked “Any?”"},
            ),
            _rule(
                id="nost",
                title="NOST correspondence",
                source="§4.4",
                pawn_tries="any",
                refusals="count",
                nonsense=frozenset(),
                notes={"refusals": "§4.4, 2: how many illegal tries", "pawn_tries": "§4.4, 1 and 2"},
            ),
            _rule(
                id="magari",
                title="Magari's correspondence tournament",
                source="§4.5",
                pawn_tries="squares",
                doubles=False,
                promotion=True,
                refused_word="impossible",
                impossible_word="illegal",
                notes={
                    "doubles": "§4.5: its letter names d4 once although two pawns can take there",
                    "refused_word": "§4.5: impossible is the opponent's men, illegal one's own: the words change places",
                    "promotion": "§4.5: without square or man",
                },
            ),
            _rule(
                id="berkeley",
                title="Berkeley",
                source="the PyPI package kriegspiel",
                pawn_tries="none",
                en_passant_square="removed",
                refused_word="no",
                impossible_word="nonsense",
            ),
            _rule(
                id="berkeley-any",
                title="Berkeley with “Any?”",
                source="the PyPI package kriegspiel",
                pawn_tries="on-request",
                questions=frozenset({"any"}),
                must_try=True,
                ask="any-time",
                en_passant_square="removed",
                refused_word="no",
                impossible_word="nonsense",
            ),
            _rule(
                id="dark",
                title="Dark Chess",
                source="§8.1.1",
                pawn_tries="none",
                captured="man",
                refusals="player",
                nonsense=frozenset(),
                moves="dark",
                checks=False,
                captures=True,
                notes={"moves": "§8.1.1: no en passant, no check, capturing the king wins"},
            ),
        )
    }
)


def rules(name: str) -> RuleSet:
    """The rulebook of this id; KeyError when there is none."""
    return RULES[name]
