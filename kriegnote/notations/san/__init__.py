"""Plain scores, without the tries (§4.1): its reader and its writer."""
