"""The words of the notations: what readers and writers share."""
