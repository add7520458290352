"""The log of the Internet Chess Club (§4.6): its reader and its writer."""
