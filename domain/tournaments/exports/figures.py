"""Exact numbers as text.

| number | text |
|---|---|
| points, in hundredths | `3`, `3.5`, `12.25` |
| a fraction with at most four decimals | exactly: `12.5` |
| any other | four decimals, rounded half to even: `0.3333` |
"""

from fractions import Fraction

PLACES = 4


def decimal(number: Fraction) -> str:
    """Returns the number in decimals; see the table of the module."""
    scaled = round(number * 10**PLACES)
    whole, rest = divmod(abs(scaled), 10**PLACES)
    text = f"{whole}.{rest:0{PLACES}}".rstrip("0").rstrip(".")
    return f"-{text}" if scaled < 0 else text


def points_text(hundredths: int) -> str:
    """Returns points in decimals."""
    return decimal(Fraction(hundredths, 100))
