"""Letters and figures as strokes, so that a picture is the same on every machine, whatever fonts it has."""

WIDTH, HEIGHT, STEP = 20, 28, 26
"""The box of a sign, and how far the next one stands from it."""

STROKES = {
    "0": "M10 1.8c5 0 8.2 4.4 8.2 12.2S15 26.2 10 26.2 1.8 21.8 1.8 14 5 1.8 10 1.8Z",
    "1": "M4.4 6.2 10.6 1.9V28",
    "2": "M2.2 8.2c.2-4 3.4-6.4 7.8-6.4 4.6 0 7.8 2.6 7.8 6.6 0 3.2-1.8 5.6-5 8.4L2.6 26.2h15.8",
    "3": "M2.8 1.8h14L9.4 11.4c5.2-.2 8.6 2.9 8.6 7.3 0 4.5-3.4 7.5-8.2 7.5-3.8 0-6.6-1.6-8-4.6",
    "4": "M13.8 28V2L1.8 19.8h17",
    "5": "M16.6 1.8H4.8L3.6 13c1.5-1.7 3.7-2.7 6.4-2.7 4.9 0 8.2 3.1 8.2 7.9 0 4.8-3.5 8-8.5 8-3.6 0-6.4-1.6-7.8-4.4",
    "6": "M16.4 4.2C14.8 2.6 12.8 1.8 10.6 1.8 5.2 1.8 1.9 6.6 1.9 14.6c0 7.4 3 11.6 8.1 11.6 4.8 0 8.1-3.4 8.1-8.1s-3.3-7.7-7.7"
    "-7.7c-4.2 0-7.5 2.4-8.4 6.4",
    "7": "M1.8 1.8h16.6C12.6 9.4 9.2 18 8.6 28",
    "8": "M10 1.8c4 0 6.8 2.3 6.8 5.8S14 13.2 10 13.2 3.2 11.1 3.2 7.6 6 1.8 10 1.8ZM10 13.2c4.8 0 8.1 2.6 8.1 6.5s-3.3 6.5-8.1 6.5"
    "-8.1-2.6-8.1-6.5 3.3-6.5 8.1-6.5Z",
    "9": "M3.6 23.8c1.6 1.6 3.6 2.4 5.8 2.4 5.4 0 8.7-4.8 8.7-12.8 0-7.4-3-11.6-8.1-11.6-4.8 0-8.1 3.4-8.1 8.1s3.3 7.7 7.7 7.7"
    "c4.2 0 7.5-2.4 8.4-6.4",
    "+": "M10 6V22M2 14H18",
    " ": "",
    "A": "M1 28 10 1.8 19 28M4.4 18.6H15.6",
    "B": "M3 1.8V26.2H11.5a6.7 6.7 0 0 0 0-13.4H3M10.5 12.8a5.5 5.5 0 0 0 0-11H3",
    "C": "M18 6.2C16.4 3.4 13.9 1.8 10.8 1.8 5.4 1.8 2 6.8 2 14s3.4 12.2 8.8 12.2c3.1 0 5.6-1.6 7.2-4.4",
    "E": "M17.4 1.8H3.6V26.2H17.4M3.6 13.6H14.6",
    "G": "M17.8 6.2C16.2 3.4 13.8 1.8 10.6 1.8 5.3 1.8 2 6.8 2 14s3.3 12.2 8.6 12.2c4.6 0 7.4-3.2 7.4-8.4V15H11.4",
    "H": "M3 0V28M17 0V28M3 13.8H17",
    "I": "M10 0V28",
    "J": "M15.4 0V19.4c0 4.3-2.2 6.8-6 6.8-3.5 0-5.8-2.1-6.2-5.8",
    "K": "M3.4 0V28M17.4.6 3.4 16.6M8.4 11 18 28",
    "L": "M4 0V26.2H17.6",
    "M": "M1.8 28V2.4L10 20 18.2 2.4V28",
    "N": "M2.8 28V2.4L17.2 25.6V0",
    "O": "M10 1.8c5.1 0 8.4 4.8 8.4 12.2S15.1 26.2 10 26.2 1.6 21.4 1.6 14 4.9 1.8 10 1.8Z",
    "P": "M3.6 28V1.8H10.8a7.1 7.1 0 0 1 0 14.2H3.6",
    "R": "M3.4 28V1.8H10.4a6.7 6.7 0 0 1 0 13.4H3.4M10.4 15.2 17.8 28",
    "S": "M16.8 5.6C15.4 3.2 13 1.8 9.9 1.8 5.9 1.8 3.1 4.1 3.1 7.6c0 8.2 14.2 4 14.2 12 0 3.9-3 6.6-7.4 6.6-3.5 0-6.2-1.6-7.5-4.5",
    "T": "M.8 1.8H19.2M10 1.8V28",
    "U": "M2.8 0V17.4c0 5.5 2.7 8.8 7.2 8.8s7.2-3.3 7.2-8.8V0",
    "W": "M.6 0 5.4 26 10 7 14.6 26 19.4 0",
    "Y": "M1.4 0 10 14.4 18.6 0M10 14.4V28",
}
"""What is written, as strokes on that box."""


def width_of(text: str, height: float) -> float:
    """How wide a text is that stands so high."""
    return (STEP * (len(text) - 1) + WIDTH) * height / HEIGHT


def written(text: str, colour: str, *, height: float, width: float = 3.6) -> str:
    """Letters and figures in a row about the middle, so high; ``width`` is that of their strokes."""
    left = -(STEP * (len(text) - 1) + WIDTH) / 2
    strokes = "".join(
        f'<path transform="translate({left + at * STEP:g} {-HEIGHT / 2:g})" d="{STROKES[one]}"/>'
        for at, one in enumerate(text)
        if STROKES[one]
    )
    look = f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"'
    return f'<g transform="scale({height / HEIGHT:g})" {look}>{strokes}</g>'


def placed(shape: str, x: float, y: float, size: float) -> str:
    """A shape of 100 by 100 with its middle at a point, so large."""
    return f'<g transform="translate({x:g} {y:g})scale({size / 100:g})">{shape}</g>'
