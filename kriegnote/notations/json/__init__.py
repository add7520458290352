"""The event model itself, ``kriegnote/1``: its reader and its writer."""
