"""PGN with Kriegspiel as the program Darkboard writes it: ``{(Xd6,CN:Kd8,f6)}``."""
