"""The rulebooks: one TOML file each in ``books/``, read when first needed.

:data:`RULES` finds a rulebook by its name (``rand``) or by a name with some fields changed (``rand; doubles=no``), and
iterates over the rulebooks of Kriegspiel; :data:`VARIANTS` has the names of the others.  :func:`rulebook` takes a file,
too.
"""

from kriegnote.rules.load import RULES, VARIANTS, RulebookError, all_names, from_file, rulebook
from kriegnote.rules.ruleset import OpenChoice, RuleSet

__all__ = ["RULES", "VARIANTS", "OpenChoice", "RuleSet", "RulebookError", "all_names", "from_file", "rulebook"]
