"""Short meanings of the values of options, for players."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.kernel.options import Option, OptionValue

NO_MEANING = "does not apply at this table"
"""The meaning of `None` for every option."""

_OFF_ON = ("off", "on")


def switch(off: str, on: str) -> dict[str | int, str]:
    """Returns the meanings of the values `off` and `on`."""
    return dict(zip(_OFF_ON, (off, on), strict=True))


class Meanings(NamedTuple):
    """The meanings of all values of the options of a game.

    Attributes:
        named: the meanings by option and value.
        of_a_number: by option, a sentence with `{}` for the chosen number or list.
    """

    named: Mapping[str, Mapping[str | int, str]]
    of_a_number: Mapping[str, str]

    def says(self, name: str, value: OptionValue) -> str:
        """Returns the meaning of a valid value of an option."""
        if value is None:
            return NO_MEANING
        if isinstance(value, list):
            return self.of_a_number[name].format(", ".join(value))
        said = self.named[name].get(value)
        return self.of_a_number[name].format(value) if said is None else said

    def values(self, option: Option) -> Iterator[tuple[OptionValue, str]]:
        """Yields the named values of an option with their meanings, and `None` if that is its default."""
        if option.kind == "levels":
            yield option.default, self.says(option.name, option.default)
        else:
            yield from ((value, self.says(option.name, value)) for value in option.values)
        if option.default is None:
            yield None, NO_MEANING

    def number(self, option: Option) -> str | None:
        """Returns the meaning of a number n that is not named, or `None` if the option has no such numbers."""
        return None if option.least is None else self.of_a_number[option.name].format("n")
