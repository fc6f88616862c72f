"""Rounding of percentages and of means."""


def half_up(numerator: int, denominator: int) -> int:
    """Returns the integer nearest to a fraction, rounded half up: 2 of 3 in hundredths of a per cent is 6667.

    Args:
        numerator: the numerator, of either sign.
        denominator: the denominator, above 0.
    """
    return (2 * numerator + denominator) // (2 * denominator)
