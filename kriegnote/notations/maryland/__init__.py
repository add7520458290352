"""PGN with the Kriegspiel comments of the universities of Maryland and Berkeley: ``{(K:d4,dd3:Td3CK)}``."""
