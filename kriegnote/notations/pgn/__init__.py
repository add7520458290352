"""Portable Game Notation, with Kriegspiel in its comments (§4.6): its reader and its writer."""
