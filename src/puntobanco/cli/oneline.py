"""Text that others wrote, as a message shows it."""


def one_line(text: str) -> str:
    """A text on one line, with what would act on a terminal written out: it may be the name of a file, or of a forged database."""
    shown = " ".join(text.split())
    return shown if shown.isprintable() else "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in shown)
