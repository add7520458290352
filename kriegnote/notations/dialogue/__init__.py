"""The dialogue of umpire and players in prose (§4.3): its reader and its writer."""
