"""NOST correspondence: lists of tries, and the umpire's letters (§4.4): its reader and its writer."""
