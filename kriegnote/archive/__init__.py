"""Archives: finding and opening input files, naming outputs, running over many games, and lists, statistics and
duplicates.

The commands of :mod:`kriegnote.cli` use its modules; it reads games through :mod:`kriegnote.operations`.
"""
