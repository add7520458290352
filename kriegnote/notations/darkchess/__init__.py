"""The perception notation of Dark Chess (§8.1): its reader and its writer."""
