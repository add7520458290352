"""Coverage-guided fuzzing; see :mod:`tests.fuzz.__main__`."""
