"""What umpires and players say, wherever it stands: who speaks, the clauses of their sentences, moves in words."""
