"""Writes problems as numbered prose, Swart's scheme, the indented tree, or JSON.

All forms are read back to the same policy (:func:`~kriegnote.problems.policy.bare`).  The indented tree and JSON can
express any policy; prose and scheme, which differ in their words only, those in which the conditions of a turn are
nested in this order: announcement, Black's reply, answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from kriegnote import lexicon
from kriegnote.chess.reasons import WORDS
from kriegnote.lexicon import sentences
from kriegnote.model.printed_moves import Lang, Language, Parts, Spelling, spell
from kriegnote.problems.policy import (
    AUDIBLE,
    AllOf,
    Answer,
    Branch,
    Captures,
    Checks,
    Condition,
    Either,
    Fork,
    NotSilent,
    OneOf,
    Otherwise,
    PawnTries,
    Plan,
    Played,
    Problem,
    Reply,
    ReplyMove,
    Silent,
    Stage,
    Try,
    Twin,
    Under,
    bare,
    to_json,
)
from kriegnote.text.spelling import is_read_back

Form = Literal["prose", "scheme", "tree", "json"]
_DRAWN: Final = dict(zip("KQRBNP", "♔♕♖♗♘♙", strict=True))


class NotSayable(ValueError):
    """A policy cannot be expressed in the requested form."""


def write_problem(problem: Problem, form: Form = "prose", lang: Lang = "en", pieces: Spelling = "en") -> str:
    """A problem as text, with its tags and its solution.

    :param lang: the language of the words.
    :param pieces: the language of the letters for men; English if they would be read as those of another language, or
        for ``figurine``.  Figurines remain figurines, and letters letters, as only figurines may stand for other men.
    :raises NotSayable: prose or scheme cannot express the policy.
    """
    if form == "json":
        return to_json(problem) + "\n"
    tags = "".join(f"[{name} {_quoted(value)}]\n" for name, value in _tags(problem))
    letters: Language = "en" if pieces == "figurine" else pieces
    writer = _Writer(lang, letters)
    body = writer.text(problem.policy, form)
    if not is_read_back(" ".join(writer.printed), letters):
        body = _Writer(lang, "en").text(problem.policy, form)
    return f"{tags}\n{sentences('problem', lang)('solution')}:\n\n{body}\n"


def _quoted(value: str) -> str:
    """The value of a tag in quotes, escaped as in PGN."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _tags(problem: Problem) -> list[tuple[str, str]]:
    """The tags of a problem: those that were read, or tags for its fields if there were none."""
    if problem.tags:
        tags = [(name, value) for name, value in problem.tags if value.isprintable()]
        if problem.fen and not any(name.lower() == "fen" for name, _ in tags):
            tags.append(("FEN", problem.fen))  # read from a printed board
        stated = {value for name, value in tags if name.lower() == "fact"}
        return tags + [("Fact", fact) for fact in problem.facts if fact not in stated]
    tags = [("FEN", problem.fen)] if problem.fen else []
    tags += [("World", world) for world in problem.worlds]
    tags += [("Hidden", f"{man.men}{'?' if man.may_lack else ''} on {' '.join(man.squares)}") for man in problem.hidden]
    tags += [("Fact", fact) for fact in problem.facts]
    tags += [("Stipulation", f"#{problem.moves}")] if problem.moves else []
    tags += [("Rules", problem.rules)] if problem.rules else []
    tags += [("ExcludedReplies", " ".join(problem.excluded))] if problem.excluded else []
    tags += [("Twin", problem.twin)] if problem.twin else []
    tags += [("OpponentAsks", "yes")] if problem.opponent_asks else []
    return tags


class _Writer:
    """Writes one solution in a language."""

    def __init__(self, lang: Lang, letters: Language) -> None:
        self.lang = lang
        self.words = sentences("problem", lang)
        self.letters = letters
        self.printed: list[str] = []  # the moves, as they are printed

    def text(self, policy: Plan, form: Form) -> str:
        """A policy in a form other than JSON; :raises NotSayable: the form cannot express it."""
        return "\n".join(self.tree(policy, "")) if form == "tree" else self.as_paragraphs(policy, form)

    # -- moves and conditions --------------------------------------------------------------------------------------

    def move(self, parts: Parts | None, figurine: bool, marks: str = "") -> str:
        """A move as text; None stands for any move.

        :param marks: ``+`` or ``#``, to be appended.
        """
        if parts is None:
            return self.words("any")
        if parts.castle:
            return "O-O" if parts.castle == "short" else "O-O-O"
        letter = "" if parts.piece in (None, "P") else str(parts.piece)
        drawn_promotion = figurine and parts.piece == "P" and parts.promotion
        if figurine and parts.piece and not drawn_promotion:
            letter = _DRAWN[parts.piece]
        elif letter:
            letter = spell(letter, self.letters)
        if parts.to is None:
            return f"{letter or _DRAWN['P']} {self.words('any')}"
        promotion = ""
        if parts.promotion:
            promotion = "=" + (_DRAWN[parts.promotion] if drawn_promotion else spell(parts.promotion, self.letters))
        self.printed.append(f"{letter}{parts.from_ or ''}{'x' if parts.capture else ''}{parts.to}{promotion}")
        return self.printed[-1] + marks

    def tried(self, stage: Try) -> str:
        """A try with its number, its marks and, in brackets, its defences."""
        marks = "#" if stage.mates else "+" if stage.checks else ""
        defences = ", ".join(self.reply(each) for each in stage.defences)
        return f"{stage.turn}.{self.move(stage.parts, stage.figurine, marks)}" + (f" ({defences})" if defences else "")

    def reply(self, made: ReplyMove) -> str:
        """A move of Black's."""
        return self.move(made.parts, made.figurine)

    def condition(self, condition: Condition, turn: int) -> str:
        """A condition as the scheme has it.

        :param turn: the turn of its branch, from 1.
        """
        words = self.words
        if isinstance(condition, AUDIBLE):
            return self._announced(condition)
        if isinstance(condition, Answer):
            return "Any?y" if condition.any else "Any?n"
        if isinstance(condition, Otherwise):
            return words("threat" if condition.threat else "otherwise")
        if isinstance(condition, Reply):
            return f"{turn - 1}... " + ", ".join(self.reply(each) for each in condition.moves)
        if isinstance(condition, Played):
            moves = [f"{condition.turn}.{self.move(each, False)}" for each in (condition.parts, *condition.also)]
            return f"{words('if')} " + f" {words('or')} ".join(moves) + ","
        if isinstance(condition, Under):
            return words("rules", condition.rules)
        return f"{words('twin')} {condition.twin}:"

    def _announced(self, said: AllOf | OneOf | Silent | NotSilent | Captures | Checks | PawnTries) -> str:
        """An announcement as the scheme has it."""
        words = self.words
        if isinstance(said, OneOf):
            return f" {words('or')} ".join(map(self._announced, said.conditions))
        if isinstance(said, AllOf):
            first, *more = said.conditions
            left = [msgspec.structs.replace(each, happened=True) for each in more if type(each) is type(first)]
            where = (self._announced(each).removeprefix(self._announced(type(each)())) for each in left)
            others = (self._announced(each) for each in more if type(each) is not type(first))
            return " ".join([self._announced(first), *others, *(f"{words('except')}{each}" for each in where)])
        if isinstance(said, Captures):
            return self._captures(said)
        if isinstance(said, Checks):
            check = words("check" if said.happened else "no_check")
            return " ".join([check, *(words(f"way_{each}") for each in said.directions[:1])])
        if isinstance(said, PawnTries):
            count = said.count if said.count is not None else int(bool(said.any))
            counts = ", ".join(map(str, (count, *said.also)))
            return f"{counts} {words('possible_1' if counts == '1' else 'possible')}"
        return words("silent" if isinstance(said, Silent) else "not_silent")

    def _captures(self, captures: Captures) -> str:
        words = self.words
        said = words("capture" if captures.happened else "no_capture")
        if captures.man:
            return f"{said} {words('of')} {lexicon.printed(f'men.{WORDS[captures.man]}', self.lang)}"
        if captures.square:
            said += f" {words('at')} " + f" {words('or')} ".join((captures.square, *captures.also))
        if captures.by:
            said += f" {words('by')} {lexicon.printed(f'men.{captures.by}', self.lang)}"
        if captures.en_passant:
            said += f" {lexicon.printed('announcements.en_passant', self.lang)}"
        return said

    # -- prose and scheme ------------------------------------------------------------------------------------------

    def as_paragraphs(self, policy: Plan, form: Form) -> str:
        """A policy as paragraphs of prose or scheme; :raises NotSayable: they cannot express it."""
        return "\n\n".join(self._paragraphs(policy, "", form))

    def _paragraphs(self, plan: Plan, lead: str, form: Form, accepted: str = "") -> Iterator[str]:
        """The paragraphs of a plan: its tries in one, then one for each branch.

        :param lead: the words before the first try.
        :param accepted: words before the first branch, which say that only the last of several tries is continued.
        """
        sor = f"; {self.words('refused')} " if form == "prose" else " sor "
        shared = _shared(plan)
        if shared is not None:
            yield lead + sor.join(self.tried(each) for each in plan if isinstance(each, Try)) + "."
            yield from self._paragraphs(shared, "", form)
            return
        line = lead
        for n, stage in enumerate(plan):
            last = n + 1 == len(plan)
            if isinstance(stage, Fork):
                yield from self._before_fork(stage, line, form, tries=n > 0)
                yield from self._branches(stage, form, accepted)
                if not last:
                    raise NotSayable("tries after a fork")
                return
            joint = "" if not n else f" {self.words('then')} " if _is_vain(plan[n - 1]) else sor
            line += joint + self._stage(stage)
            if isinstance(stage, Try) and stage.then:
                if not last:
                    raise NotSayable("tries after one that the solution goes on from")
                if not isinstance(stage.then[0], Fork):
                    yield from self._paragraphs(stage.then, line + ". ", form)
                    return
                yield line.strip() + "."
                accepted = f"{self.words('if')} {self.words('accepted')} " if n else ""
                yield from self._paragraphs(stage.then, "", form, accepted)
                return
        if line:
            yield line.strip() + ";"

    def _before_fork(self, fork: Fork, line: str, form: Form, *, tries: bool) -> Iterator[str]:
        """The paragraph before the branches of a fork, with the question if they are answers to it."""
        heads = self._heads(fork)
        if form == "prose" and not heads:
            joint = f"; {self.words('refused')}, " if tries else " "
            yield f"{line.strip()}{joint}{self.words('ask')}.".strip()
        elif line:
            yield line.strip() + (" sor" if tries else ":" if heads else ",")

    def _heads(self, fork: Fork) -> bool:
        """Whether the branches of a fork are not answers to “Any?”."""
        return not any(isinstance(each, Answer) for branch in fork.branches for each in branch.when)

    def _stage(self, stage: Stage) -> str:
        if isinstance(stage, Try):
            vain = f"{self.words('try')} {self.words('vain')} " if stage.vain else ""
            return vain + self.tried(stage)
        assert isinstance(stage, Either)
        said = []
        for n, option in enumerate(stage.options):
            tries = [each for each in option if isinstance(each, Try) and not each.then]
            if len(tries) < len(option) or (len(tries) > 1 and n + 1 < len(stage.options)):
                raise NotSayable("alternatives that are more than a try each")
            ordered = f"{self.words('order')} " if len(tries) > 1 else ""
            said.append(ordered + " sor ".join(map(self.tried, tries)))
        return " or ".join(said)

    def _branches(self, fork: Fork, form: Form, accepted: str = "") -> Iterator[str]:
        for branch in fork.branches:
            turn = _turn(branch.plan)
            said = [self.condition(each, turn) for each in branch.when]
            if form == "prose":
                said = [self._as_prose(each, words) for each, words in zip(branch.when, said, strict=True)]
            lead, accepted = accepted + " ".join(said), ""
            if any(isinstance(each, (Twin, Under)) for each in branch.when):
                yield lead
                yield from self._paragraphs(branch.plan, "", form)
            else:
                yield from self._paragraphs(branch.plan, lead + " ", form)

    def _as_prose(self, condition: Condition, words: str) -> str:
        """A condition as prose.

        :param words: the condition as the scheme has it.
        """
        if isinstance(condition, Answer):
            return self.words("answer", self.words("yes" if condition.any else "no"))
        if isinstance(condition, Silent):
            return self.words("if_silent")
        if isinstance(condition, (Captures, Checks)) and condition.happened:
            return self.words("umpire", words)
        if isinstance(condition, Captures):
            return self.words("if_no", words)
        return words

    # -- the tree --------------------------------------------------------------------------------------------------

    def tree(self, plan: Plan, indent: str) -> Iterator[str]:
        """The lines of a plan: the tries of a turn in order, each preceded by those that were refused before."""
        refused = ""
        for stage in plan:
            if isinstance(stage, Try):
                text = self.tried(stage) + (f" ({self.words('vain')})" if stage.vain else "")
                yield f"{indent}{refused}{text}"
                if stage.then:
                    yield from self.tree(stage.then, indent + "  ")
                refused += f"{self.tried(_plain(stage))} ({self.words('illegal')}) // "
            elif isinstance(stage, Either):
                for option in stage.options:
                    yield f"{indent}{self.words('or')}:"
                    yield from self.tree(option, indent + "  ")
            else:
                for branch in stage.branches:
                    yield from self._tree_branch(branch, indent)

    def _tree_branch(self, branch: Branch, indent: str) -> Iterator[str]:
        turn = _turn(branch.plan)
        said = " & ".join(self.condition(each, turn).rstrip(":,") for each in branch.when)
        yield f"{indent}{said}:"
        yield from self.tree(branch.plan, indent + "  ")


def _shared(plan: Plan) -> Plan | None:
    """The plan that follows all of several tries, if it is the same and the turn has no other stages; else None."""
    thens = [each.then for each in plan if isinstance(each, Try) and not each.mates and not each.vain]
    if len(thens) < 2 or len(thens) < len(plan) or not thens[0]:
        return None
    return thens[0] if all(then and bare(then) == bare(thens[0]) for then in thens) else None


def _is_vain(stage: Stage) -> bool:
    return isinstance(stage, Try) and stage.vain


def _plain(stage: Try) -> Try:
    return Try(parts=stage.parts, turn=stage.turn, figurine=stage.figurine)


def _turn(plan: Plan) -> int:
    """The turn of a plan, from 1."""
    for stage in plan:
        if isinstance(stage, Try):
            return stage.turn
        for inner in stage.options if isinstance(stage, Either) else [branch.plan for branch in stage.branches]:
            if inner:
                return _turn(inner)
    return 1
