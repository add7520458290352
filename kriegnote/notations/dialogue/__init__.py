"""The dialogue of umpire and players in prose, Italian or English (§4.3): its reader and its writer."""
