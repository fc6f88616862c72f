"""Values of options as text, for URLs and command lines."""

from domain.kernel.options import Option, OptionValue

NULL = "null"
"""The text for `None`: the option does not apply."""

DIGITS_LIMIT = 9


def read_value(option: Option | None, text: str) -> object:
    """Returns the value that a text means for an option. It does not check whether the option allows the value.

    Args:
        option: the option, or `None` if it is unknown.
        text: the text.
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
    """Returns the text that `read_value` reads as that value."""
    if value is None:
        return NULL
    return ",".join(value) if isinstance(value, list) else str(value)
