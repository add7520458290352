"""The JSON of the Python package ``kriegspiel`` (schema 9, as its version 1.7 writes it)."""
