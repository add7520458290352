"""How repair works: the lattice of legal games, the figurine as a noisy channel, the dialogue as evidence."""
