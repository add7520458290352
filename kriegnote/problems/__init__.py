"""Problems of Kriegspiel: policies, beliefs, proofs.  Nothing below imports this room."""
