"""What the values of options mean, in a few words for players."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.kernel.options import Option, OptionValue

NO_MEANING = "has no meaning at this table"
"""What `None` says of every option."""

_OFF_ON = ("off", "on")


def switch(off: str, on: str) -> dict[str | int, str]:
    """What the values of an option mean that is off or on."""
    return dict(zip(_OFF_ON, (off, on), strict=True))


class Meanings(NamedTuple):
    """What each value of each option of a game means.

    Attributes:
        named: by option and value.
        of_a_number: by option, a sentence with `{}` for the number or list that is chosen.
    """

    named: Mapping[str, Mapping[str | int, str]]
    of_a_number: Mapping[str, str]

    def says(self, name: str, value: OptionValue) -> str:
        """What it means that an option has a value that it can have."""
        if value is None:
            return NO_MEANING
        if isinstance(value, list):
            return self.of_a_number[name].format(", ".join(value))
        said = self.named[name].get(value)
        return self.of_a_number[name].format(value) if said is None else said

    def values(self, option: Option) -> Iterator[tuple[OptionValue, str]]:
        """Every value of an option that can be named, with what it means; also `None` where it can be that."""
        if option.kind == "levels":
            yield option.default, self.says(option.name, option.default)
        else:
            yield from ((value, self.says(option.name, value)) for value in option.values)
        if option.default is None:
            yield None, NO_MEANING

    def number(self, option: Option) -> str | None:
        """What an option means for any other number n, if it can be a number that is not named."""
        return None if option.least is None else self.of_a_number[option.name].format("n")
