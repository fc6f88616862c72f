"""Values of options as text, for an address or a command line."""

from domain.kernel.options import Option, OptionValue

NULL = "null"
"""How it is written that an option has no meaning."""

DIGITS_LIMIT = 9


def read_value(option: Option | None, text: str) -> object:
    """The value that a text means for an option; whether it can have that value is not asked here.

    Args:
        option: for which it is given; none where there is no such option.
        text: what is given.
    """
    if option is None:
        return text
    if text == NULL:
        return None
    if option.kind == "levels":
        return [level for level in text.split(",") if level]
    is_number = text.isascii() and text.isdigit() and len(text) <= DIGITS_LIMIT
    return int(text) if option.kind == "integer" and is_number else text


def write_value(value: OptionValue) -> str:
    """The text that `read_value` reads as that value."""
    if value is None:
        return NULL
    return ",".join(value) if isinstance(value, list) else str(value)
