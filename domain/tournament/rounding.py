"""Rounding of percentages and of means."""


def half_up(numerator: int, denominator: int) -> int:
    """The whole number nearest to a fraction, a half up: 2 of 3 in hundredths of a per cent is 6667.

    Args:
        numerator: of the fraction, of either sign.
        denominator: of the fraction, above 0.
    """
    return (2 * numerator + denominator) // (2 * denominator)
