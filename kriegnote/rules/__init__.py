"""The rulebooks, one TOML file each in ``books/``, loaded on first use.

:data:`RULES` maps a rulebook's name (``rand``), or a name with changed fields (``rand; doubles=no``), to the rulebook;
    iterating over it yields the names of the Kriegspiel rulebooks. :data:`VARIANTS` lists the names of the others.
    :func:`rulebook` also accepts a file.
"""

from kriegnote.rules.load import RULES, VARIANTS, RulebookError, all_names, from_file, rulebook
from kriegnote.rules.ruleset import OpenChoice, RuleSet

__all__ = ["RULES", "VARIANTS", "OpenChoice", "RuleSet", "RulebookError", "all_names", "from_file", "rulebook"]
