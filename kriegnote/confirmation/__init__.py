"""What the board confirms of a record whose moves are not resolved yet; used to choose between readings of a text."""
