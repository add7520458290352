"""PGN with Kriegspiel as the universities of Maryland and Berkeley published it: ``{(K:d4,dd3:Td3CK)}``."""
