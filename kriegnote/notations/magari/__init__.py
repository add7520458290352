"""Magari's shorthand: the umpire's score and letters (§4.5): its reader and its writer."""
