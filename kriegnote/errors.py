"""What all errors have in common that say what is wrong with the arguments or the input."""


class KriegnoteError(ValueError):
    """An error whose message is a sentence for the user; the command line prints it as one line."""
