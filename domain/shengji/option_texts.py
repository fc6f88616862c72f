"""Values of options as they stand in an address or on a command line, where everything is text."""

from collections.abc import Mapping

from domain.options import OptionValue
from domain.shengji.options import OPTION_BY_NAME, OPTIONS
from domain.shengji.rules import Rules, rules_of

NULL = "null"
"""How it is written that an option has no meaning."""

DIGITS_LIMIT = 9


def read_value(name: str, text: str) -> object:
    """The value that a text means for an option; whether it can have that value is not asked here."""
    option = OPTION_BY_NAME.get(name)
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


def rules_from_texts(profile: str, texts: Mapping[str, str]) -> Rules:
    """The rules of a profile with overrides given as texts.

    Raises:
        InvalidRules: unknown profile or option, impossible value, or options that contradict.
    """
    return rules_of(profile, {name: read_value(name, text) for name, text in texts.items()})


def overrides_of(rules: Rules) -> dict[str, OptionValue]:
    """What these rules have otherwise than their profile."""
    plain = rules_of(rules.profile)
    differing = (option.name for option in OPTIONS if rules.value(option.name) != plain.value(option.name))
    return {name: rules.value(name) for name in differing}
