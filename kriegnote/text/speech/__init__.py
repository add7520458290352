"""What umpires and players say, in any notation: who speaks, the clauses of their sentences, moves in words."""
