"""The Lark grammars, one for each notation, and the lexicon; installed as data."""
