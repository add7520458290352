"""Scores with questions and tries (§4.2): its reader and its writer."""
