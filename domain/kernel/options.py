"""Options of rules: how a game declares them, and how chosen values are checked.

A class derived from `Options` declares options as a dataclass declares its fields. Each declaration is complete:

    class TrickOptions(Options):
        take_back: bool = switch(
            "whether a play can be taken back",
            off="a play stands",
            on="a play is taken back if all others agree",
            rules="EX-BACK-01",
        )

The name of the attribute is the name of the option. The rules of a table, see `domain/kernel/rules.py`, have a typed
value for each option under that name: `rules.take_back` is a `bool`. The value `None` means that an option does not
apply (n/a in the catalogue).
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, ClassVar, Literal, NamedTuple, TypedDict, TypeVar, Unpack, cast

from domain.kernel.messages import Message, message
from domain.kernel.refusals import InvalidRules

OptionValue = str | int | list[str] | None
Kind = Literal["choice", "integer", "levels"]
Values = Mapping[str, OptionValue]
Relation = Literal["is", "is_not", "over", "under"]
V = TypeVar("V")

SHOWN_LIMIT = 60
"""The maximum number of characters of an invalid value that a refusal repeats."""
NO_MEANING = message("does not apply at this table")
"""The meaning of `None` for every option."""
_VALUE = message("{n}")


class UnknownProfile(InvalidRules):
    """There is no profile of this name."""


class UnknownOption(InvalidRules):
    """There is no option of this name."""


class InvalidOptionValue(InvalidRules):
    """The option cannot have this value."""


class ConflictingOptions(InvalidRules):
    """These options cannot be combined."""


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


class Conflict(NamedTuple):
    """Two options with the values that exclude each other, the rule, and a hint.

    As an option declares it, the option itself is first and left out, and an empty rule is the option's own.
    """

    first: str
    excludes: Some
    second: str
    excluded: Some
    rule: str
    hint: Message


def excludes(
    own: Some | OptionValue, other: str, excluded: Some | OptionValue, hint: Message, rule: str = ""
) -> Conflict:
    """Returns a conflict of values of this option with values of another; a value alone stands for itself."""
    return Conflict("", _some(own), other, _some(excluded), rule, hint)


def _some(values: Some | OptionValue) -> Some:
    return values if isinstance(values, Some) else one_of(values)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the catalogue.

    Attributes:
        kind: `choice`: one of `values`; `integer`: an integer, or one of `values`; `levels`: a list of levels.
        meaning: what the option decides.
        values: the named values.
        default: the default value.
        rules: the ids of its rules in the catalogue.
        meanings: the meaning of each named value.
        meaning_of_others: a sentence for other values, with `{n}` for the number or list.
        least, most: for integers, the smallest and the largest number; `None` if only the named values are possible.
        name: its name in the catalogue.
        attribute: the attribute of `Rules` with the typed value.
        absent: the typed value where the option does not apply.
        conflicts: the conflicts with other options.
        typed: returns the typed value, from the value and the rules with the typed values of earlier options.
        check: raises `ConflictingOptions` if the value does not fit the sizes and numbers of the rules.
        normalized: returns a list of levels in the form in which it is stored.
    """

    kind: Kind
    meaning: Message
    values: tuple[str | int, ...]
    default: OptionValue
    rules: tuple[str, ...]
    meanings: Mapping[str | int, Message]
    meaning_of_others: Message = _VALUE
    least: int | None = None
    most: int | None = None
    name: str = ""
    attribute: str = ""
    absent: Any = None
    conflicts: tuple[Conflict, ...] = ()
    typed: Callable[[Any, Any], Any] = lambda value, _: value
    check: Callable[[Any, Any], object] = lambda _value, _rules: None
    normalized: Callable[[list[str]], list[str]] = list

    def means(self, value: OptionValue) -> Message:
        """Returns the meaning of a value that the option can have."""
        if value is None:
            return NO_MEANING
        if isinstance(value, list):
            return self.meaning_of_others.about(n=", ".join(value))
        return self.meanings.get(value) or self.meaning_of_others.about(n=value)

    def explained(self) -> Iterator[tuple[OptionValue, Message]]:
        """Yields every value that can be named, with its meaning; also `None` where the option can be n/a."""
        values = [self.default] if self.kind == "levels" else self.values
        yield from ((value, self.means(value)) for value in values)
        if self.default is None:
            yield None, NO_MEANING

    @property
    def means_n(self) -> Message | None:
        """The meaning of any other number n, if the option can be a number that is not named."""
        return None if self.least is None else self.meaning_of_others.about(n="n")


class Details(TypedDict, total=False):
    """What few declarations say; see `Option`."""

    name: str
    absent: Any
    conflicts: tuple[Conflict, ...]
    typed: Callable[[Any, Any], Any]
    check: Callable[[Any, Any], object]
    normalized: Callable[[list[str]], list[str]]


# Like `dataclasses.field`, these functions have the type of the attribute, so that mypy knows the type of a value.


def choice(
    meaning: Message, values: Mapping[V, Message], *, default: V | None, rules: str, **details: Unpack[Details]
) -> V:
    """Declares an option with one of several values. `rules` are separated by spaces."""
    named: Any = values
    return cast("V", Option("choice", meaning, (*named,), cast("Any", default), (*rules.split(),), named, **details))


def switch(
    meaning: Message,
    *,
    off: Message,
    on: Message,
    rules: str,
    default: Literal["off", "on"] | None = "off",
    **details: Unpack[Details],
) -> bool:
    """Declares an option with the values `off` and `on`. The arguments `off` and `on` say what each value means."""
    details = {"typed": lambda value, _: value == "on", "absent": False, **details}
    return cast("bool", choice(meaning, {"off": off, "on": on}, default=default, rules=rules, **details))


def number(
    meaning: Message,
    values: Mapping[Any, Message],
    *,
    default: OptionValue,
    rules: str,
    others: tuple[int, int, Message] | None = None,
    **details: Unpack[Details],
) -> Any:
    """Declares an option with a number: one of the values, or one of the others.

    `others` are the smallest and the largest number, and a sentence with `{n}` that means one of them.
    """
    least, most, means = others or (None, None, _VALUE)
    return Option("integer", meaning, (*values,), default, (*rules.split(),), values, means, least, most, **details)


def levels(
    meaning: Message,
    names: tuple[str, ...],
    means: Message,
    *,
    default: list[str],
    rules: str,
    **details: Unpack[Details],
) -> Any:
    """Declares an option with a list of levels. `means` is a sentence with `{n}` for the list."""
    return Option("levels", meaning, names, default, (*rules.split(),), {}, means, **details)


class Options:
    """Declared options. `declared` has them by name, in order; a derived class continues with its own."""

    declared: ClassVar[dict[str, Option]] = {}

    def __init_subclass__(cls) -> None:
        """Collects the declarations. The class does not keep them: an instance has typed values instead."""
        super().__init_subclass__()
        own = {attribute: option for attribute, option in vars(cls).items() if isinstance(option, Option)}
        named = [
            replace(option, name=option.name or attribute, attribute=attribute) for attribute, option in own.items()
        ]
        inherited = [option for base in cls.__bases__ if issubclass(base, Options) for option in base.declared.values()]
        cls.declared = {option.name: option for option in (*inherited, *named)}
        for attribute in own:
            delattr(cls, attribute)


def check_profile(profile: str, profiles: Collection[str]) -> None:
    """Checks that the profile exists.

    Raises:
        UnknownProfile: it does not exist.
    """
    if profile not in profiles:
        raise UnknownProfile(
            message("there is no profile {profile}", profile=in_json(profile)),
            hint=message("use one of {profiles}", profiles=", ".join(sorted(profiles))),
            facts={"option": "profile", "allowed": sorted(profiles)},
        )


def checked_choice(options: Mapping[str, Option], name: str, value: object) -> OptionValue:
    """Returns the value, normalized, if the option exists and allows it.

    Raises:
        UnknownOption: the option does not exist.
        InvalidOptionValue: the option does not allow the value.
    """
    option = options.get(name)
    if option is None:
        near = get_close_matches(name, options, n=1)
        raise UnknownOption(
            message("there is no option {name}", name=in_json(name)),
            hint=(
                message("did you mean {near}?", near=near[0]) if near else message("use one of the names in allowed")
            ),
            facts={"option": name, "allowed": sorted(options)},
        )
    if not _possible(option, value):
        raise InvalidOptionValue(
            message("{name} cannot be {value}", name=name, value=in_json(value)),
            hint=_wanted(option),
            rule=option.rules[0],
            facts={"option": name, "allowed": list(option.values)},
        )
    return option.normalized(value) if isinstance(value, list) else cast("OptionValue", value)


def _possible(option: Option, value: object) -> bool:
    if value is None:
        return option.default is None
    if option.kind == "levels":
        return isinstance(value, list) and all(level in option.values for level in value)
    if isinstance(value, int) and not isinstance(value, bool) and option.least is not None and option.most is not None:
        return option.least <= value <= option.most
    return isinstance(value, str | int) and not isinstance(value, bool) and value in option.values


def _wanted(option: Option) -> Message:
    if option.kind == "levels":
        return message("give a list of levels, each one of {values}", values=", ".join(map(str, option.values)))
    if option.least is None:
        return message("give one of {values}", values=", ".join(map(in_json, option.values)))
    words = ", ".join([in_json(value) for value in option.values if isinstance(value, str)])
    if words:
        return message(
            "give a whole number from {least} to {most}, or {words}", least=option.least, most=option.most, words=words
        )
    return message("give a whole number from {least} to {most}", least=option.least, most=option.most)


def in_json(value: object) -> str:
    """Returns a value as JSON, shortened if it is long. Lists and objects are only named by their type."""
    if isinstance(value, list | dict):
        return message("a list") if isinstance(value, list) else message("an object")
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN_LIMIT else f"{text[:SHOWN_LIMIT]}…"


def check_pairs(conflicts: Sequence[Conflict], values: Values) -> None:
    """Checks that no two options conflict.

    Raises:
        ConflictingOptions: two options conflict; both are named.
    """
    for conflict in conflicts:
        first, second = values[conflict.first], values[conflict.second]
        if conflict.excludes(first) and conflict.excluded(second):
            raise ConflictingOptions(
                message(
                    "{first} = {first_2} does not go with {second} = {second_2}",
                    first=conflict.first,
                    first_2=in_json(first),
                    second=conflict.second,
                    second_2=in_json(second),
                ),
                hint=conflict.hint,
                rule=conflict.rule,
                facts={"options": [conflict.first, conflict.second]},
            )
