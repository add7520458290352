"""The JSON of the Python package ``kriegspiel`` (schema 9, written by its version 1.7)."""
