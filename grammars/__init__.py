"""The Lark grammars, one a notation; data of the package."""
