"""Options of rules: what can be chosen about a game, how a choice is checked, and which choices exclude each other.

Every game has its own options, profiles and conflicts; here stands what all of them are made of. A value `None` stands
for "has no meaning here" (the catalogue's n/a).
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
"""So much of a wrong value is repeated in a refusal."""


class UnknownProfile(InvalidRules):
    """There is no profile of this name."""


class UnknownOption(InvalidRules):
    """There is no option of this name."""


class InvalidOptionValue(InvalidRules):
    """This option cannot have this value."""


class ConflictingOptions(InvalidRules):
    """These options cannot go together."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the catalogue.

    Attributes:
        name: as in the catalogue.
        kind: `choice` of the values; `integer`, or one of the values; `levels` is a list of levels.
        values: the values that can be named.
        default: the value where nothing else is said.
        meaning: what it decides.
        rules: ids in the catalogue.
        least: for integers, the least and
        most: the greatest number; both are None where only the named values are possible.
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
    """An option that is one of the values; values and rules are written with spaces between them."""
    return Option(name, "choice", tuple(values.split()), default, meaning, tuple(rules.split()))


def integer(
    name: str,
    values: tuple[str | int, ...],
    default: OptionValue,
    rules: str,
    meaning: str,
    span: tuple[int, int] | None = None,
) -> Option:
    """An option that is a number: one of the values, or any from the least to the most of the span."""
    return Option(name, "integer", values, default, meaning, tuple(rules.split()), *(span or ()))


def check_profile(profile: str, profiles: Collection[str]) -> None:
    """Whether there is such a profile.

    Raises:
        UnknownProfile: there is none.
    """
    if profile not in profiles:
        raise UnknownProfile(
            f"there is no profile {in_json(profile)}",
            hint=f"use one of {', '.join(sorted(profiles))}",
            facts={"option": "profile", "allowed": sorted(profiles)},
        )


def checked_choice(options: Mapping[str, Option], name: str, value: object) -> OptionValue:
    """The value, if there is such an option and it can have it.

    Raises:
        UnknownOption: there is no such option.
        InvalidOptionValue: it cannot have the value.
    """
    option = options.get(name)
    if option is None:
        near = get_close_matches(name, options, n=1)
        raise UnknownOption(
            f"there is no option {in_json(name)}",
            hint=f"did you mean {near[0]}?" if near else "take one of the list of options",
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
    """A value as a client would write it; long ones and such with parts are only called what they are."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN_LIMIT else f"{text[:SHOWN_LIMIT]}…"


class Some(NamedTuple):
    """Some of the values of an option: those that are, or are not, one of the `values`, or are over or under the one.

    It tells whether a value is among them, and can be read by whoever lists the conflicts.
    """

    relation: Relation
    values: tuple[OptionValue, ...]

    def __call__(self, value: OptionValue) -> bool:
        """Whether the value is among them."""
        if self.relation in ("is", "is_not"):
            return (value in self.values) == (self.relation == "is")
        (limit,) = self.values
        if not isinstance(value, int) or not isinstance(limit, int):
            return False
        return value > limit if self.relation == "over" else value < limit


class Conflict(NamedTuple):
    """Two options, which of their values exclude each other, the rule, and what would be right."""

    first: str
    excludes: Some
    second: str
    excluded: Some
    rule: str
    hint: str


class UnknownRevision(NewerRelease):
    """These rules are of a revision that this program does not know; no mistake of a player, so never a refusal."""


class Catalogue(NamedTuple):
    """What can be chosen about a game by one revision of its rules. A table keeps to the revision it was opened with.

    Attributes:
        options: by their names.
        profiles: by name, what a profile has otherwise than the defaults.
        conflicts: what does not go together.
    """

    options: Mapping[str, Option]
    profiles: Mapping[str, Values]
    conflicts: Sequence[Conflict]


def catalogue_of(catalogues: Mapping[int, Catalogue], revision: int) -> Catalogue:
    """The catalogue of a revision.

    Raises:
        UnknownRevision: this program does not have it.
    """
    catalogue = catalogues.get(revision)
    if catalogue is None:
        known = ", ".join(map(str, sorted(catalogues)))
        raise UnknownRevision(f"the rules are of revision {revision}; this program knows {known}")
    return catalogue


def one_of(*values: OptionValue) -> Some:
    """The values that are one of these."""
    return Some("is", values)


def none_of(*values: OptionValue) -> Some:
    """The values that are none of these."""
    return Some("is_not", values)


def over(limit: int) -> Some:
    """The numbers above the limit."""
    return Some("over", (limit,))


def under(limit: int) -> Some:
    """The numbers below the limit."""
    return Some("under", (limit,))


def check_pairs(conflicts: Sequence[Conflict], values: Values) -> None:
    """Whether the options go together, two by two.

    Raises:
        ConflictingOptions: two do not; both are named.
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
