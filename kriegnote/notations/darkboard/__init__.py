"""PGN with the Kriegspiel comments of the program Darkboard: ``{(Xd6,CN:Kd8,f6)}``."""
