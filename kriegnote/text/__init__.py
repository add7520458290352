"""Text that several notations share: how moves are spelled."""
