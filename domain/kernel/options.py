"""Options of rules: their possible values, their validation, and conflicts between them.

Each game defines its own options, profiles and conflicts with the types of this module. The value `None` means that an
option does not apply (n/a in the catalogue).
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, NamedTuple, cast

from domain.kernel.newer_release import NewerRelease
from domain.kernel.refusals import InvalidRules

OptionValue = str | int | list[str] | None
Kind = Literal["choice", "integer", "levels"]
Values = Mapping[str, OptionValue]
Relation = Literal["is", "is_not", "over", "under"]

SHOWN_LIMIT = 60
"""The maximum number of characters of an invalid value that a refusal repeats."""


class UnknownProfile(InvalidRules):
    """There is no profile of this name."""


class UnknownOption(InvalidRules):
    """There is no option of this name."""


class InvalidOptionValue(InvalidRules):
    """The option cannot have this value."""


class ConflictingOptions(InvalidRules):
    """These options cannot be combined."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the catalogue.

    Attributes:
        name: its name in the catalogue.
        kind: `choice`: one of `values`; `integer`: an integer, or one of `values`; `levels`: a list of levels.
        values: the named values.
        default: the default value.
        meaning: what the option decides.
        rules: the ids of its rules in the catalogue.
        least, most: for integers, the smallest and the largest number; `None` if only the named values are possible.
    """

    name: str
    kind: Kind
    values: tuple[str | int, ...]
    default: OptionValue
    meaning: str
    rules: tuple[str, ...]
    least: int | None = None
    most: int | None = None


def choice(name: str, values: str, default: OptionValue, rules: str, meaning: str) -> Option:
    """Returns an option with one of several values. `values` and `rules` are separated by spaces."""
    return Option(name, "choice", tuple(values.split()), default, meaning, tuple(rules.split()))


def integer(
    name: str,
    values: tuple[str | int, ...],
    default: OptionValue,
    rules: str,
    meaning: str,
    span: tuple[int, int] | None = None,
) -> Option:
    """Returns an option with a number: one of the values, or any number in the span."""
    return Option(name, "integer", values, default, meaning, tuple(rules.split()), *(span or ()))


def check_profile(profile: str, profiles: Collection[str]) -> None:
    """Checks that the profile exists.

    Raises:
        UnknownProfile: it does not exist.
    """
    if profile not in profiles:
        raise UnknownProfile(
            f"there is no profile {in_json(profile)}",
            hint=f"use one of {', '.join(sorted(profiles))}",
            facts={"option": "profile", "allowed": sorted(profiles)},
        )


def checked_choice(options: Mapping[str, Option], name: str, value: object) -> OptionValue:
    """Returns the value if the option exists and allows it.

    Raises:
        UnknownOption: the option does not exist.
        InvalidOptionValue: the option does not allow the value.
    """
    option = options.get(name)
    if option is None:
        near = get_close_matches(name, options, n=1)
        raise UnknownOption(
            f"there is no option {in_json(name)}",
            hint=f"did you mean {near[0]}?" if near else "use a name from the list of options",
            facts={"option": name},
        )
    if not _possible(option, value):
        raise InvalidOptionValue(
            f"{name} cannot be {in_json(value)}",
            hint=_wanted(option),
            rule=option.rules[0],
            facts={"option": name, "allowed": list(option.values)},
        )
    return cast("OptionValue", value)


def _possible(option: Option, value: object) -> bool:
    if value is None:
        return option.default is None
    if option.kind == "levels":
        return isinstance(value, list) and all(level in option.values for level in value)
    if isinstance(value, int) and not isinstance(value, bool) and option.least is not None and option.most is not None:
        return option.least <= value <= option.most
    return isinstance(value, str | int) and not isinstance(value, bool) and value in option.values


def _wanted(option: Option) -> str:
    if option.kind == "levels":
        return f"give a list of levels, each one of {', '.join(map(str, option.values))}"
    if option.least is None:
        return f"give one of {', '.join(map(in_json, option.values))}"
    words = ", ".join([in_json(value) for value in option.values if isinstance(value, str)])
    number = f"give a whole number from {option.least} to {option.most}"
    return f"{number}, or {words}" if words else number


def in_json(value: object) -> str:
    """Returns a value as JSON, shortened if it is long. Lists and objects are only named by their type."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN_LIMIT else f"{text[:SHOWN_LIMIT]}…"


class Some(NamedTuple):
    """A set of values of an option: those that are, or are not, among `values`, or those over or under a single value.

    It can be called to test a value, and read to list the conflicts.
    """

    relation: Relation
    values: tuple[OptionValue, ...]

    def __call__(self, value: OptionValue) -> bool:
        """Returns whether the value belongs to the set."""
        if self.relation in ("is", "is_not"):
            return (value in self.values) == (self.relation == "is")
        (limit,) = self.values
        if not isinstance(value, int) or not isinstance(limit, int):
            return False
        return value > limit if self.relation == "over" else value < limit


class Conflict(NamedTuple):
    """Two options with the values that exclude each other, the rule, and a hint."""

    first: str
    excludes: Some
    second: str
    excluded: Some
    rule: str
    hint: str


class UnknownRevision(NewerRelease):
    """This program does not know the revision of the rules. It is no mistake of a player, so never a refusal."""


class Catalogue(NamedTuple):
    """The options of a game in one revision of its rules. A table keeps the revision with which it was opened.

    Attributes:
        options: the options, by name.
        profiles: for each profile, by name, the values that differ from the defaults.
        conflicts: the conflicts between options.
    """

    options: Mapping[str, Option]
    profiles: Mapping[str, Values]
    conflicts: Sequence[Conflict]


def catalogue_of(catalogues: Mapping[int, Catalogue], revision: int) -> Catalogue:
    """Returns the catalogue of a revision.

    Raises:
        UnknownRevision: this program does not have it.
    """
    catalogue = catalogues.get(revision)
    if catalogue is None:
        known = ", ".join(map(str, sorted(catalogues)))
        raise UnknownRevision(f"the rules are of revision {revision}; this program knows {known}")
    return catalogue


def one_of(*values: OptionValue) -> Some:
    """Returns the set of these values."""
    return Some("is", values)


def none_of(*values: OptionValue) -> Some:
    """Returns the set of all values except these."""
    return Some("is_not", values)


def over(limit: int) -> Some:
    """Returns the set of numbers above the limit."""
    return Some("over", (limit,))


def under(limit: int) -> Some:
    """Returns the set of numbers below the limit."""
    return Some("under", (limit,))


def check_pairs(conflicts: Sequence[Conflict], values: Values) -> None:
    """Checks that no two options conflict.

    Raises:
        ConflictingOptions: two options conflict; both are named.
    """
    for conflict in conflicts:
        first, second = values[conflict.first], values[conflict.second]
        if conflict.excludes(first) and conflict.excluded(second):
            raise ConflictingOptions(
                f"{conflict.first} = {in_json(first)} does not go with {conflict.second} = {in_json(second)}",
                hint=conflict.hint,
                rule=conflict.rule,
                facts={"options": [conflict.first, conflict.second]},
            )
