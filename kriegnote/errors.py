"""What all errors have in common that say what is wrong with the arguments or the input, and how they quote it."""


class KriegnoteError(ValueError):
    """An error whose message is a sentence for the user; the command line prints it as one line."""


def shortened(text: str, most: int = 40) -> str:
    """The beginning of a text, at most so many characters of it, as a message quotes it."""
    return text if len(text) <= most else text[: most - 1] + "…"
