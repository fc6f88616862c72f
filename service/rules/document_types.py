"""The types of the documents of rules."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from domain.kernel.document_types import ChosenOptions, Game, OptionValueOrNone, RuleId
from domain.kernel.schema_markers import Minimum, MinItems, Ref

LabKind = Annotated[str, Ref("LabKind")]


class Profiles(TypedDict):
    """The profiles of all games, in alphabetical order."""

    profiles: list[Profile]


class ProfileSeats(TypedDict):
    """The numbers of seats that a table of this profile can have, without a change of other options. Give one as
    `seats` when you open a table. The match begins only when all of its seats are taken.
    """

    least: Annotated[int, "The smallest number.", Minimum(2)]
    most: Annotated[int, "The largest number.", Minimum(2)]
    default: Annotated[int, "The number if you choose none.", Minimum(2)]
    possible: Annotated[list[int], "All of them, in order.", MinItems(1)]


class Profile(TypedDict):
    """A named set of options."""

    name: Annotated[str, "The name to give as `profile` when you open a table."]
    game: Game
    revision: Annotated[
        int, "The revision of the rules catalogue. Tables opened now keep it, even when newer ones exist.", Minimum(1)
    ]
    about: Annotated[str, "A description of the profile."]
    differs: Annotated[ChosenOptions, "The options that differ from the catalogue's defaults."]
    options: Annotated[dict[str, OptionValueOrNone], "The values of all options in this profile."]
    seats: ProfileSeats
    decks: Annotated[int, "The number of decks with the default number of seats.", Minimum(1)]


class CommonOrders(TypedDict):
    """Common standing orders, game by game."""

    orders: list[CommonOrder]


class CommonOrder(TypedDict):
    """A common standing order, ready to give."""

    game: Game
    name: Annotated[str, "Its name, unique in its game."]
    title: Annotated[str, "What it is for."]
    means: Annotated[str, "The order in one sentence."]
    order: Annotated[dict[str, Any], "The order, as `OrderInput` describes it."]


class Options(TypedDict):
    """The options of all games, game by game, in the order of the catalogue."""

    options: list[Option]


class MeaningOfValue(TypedDict):
    value: OptionValueOrNone
    says: str


class Option(TypedDict):
    """An option of the rules."""

    name: Annotated[str, "The name to give among `options` when you open a table."]
    game: Game
    kind: Annotated[
        Literal["choice", "integer", "levels"],
        "`choice`: one of the values; `integer`: a whole number, or one of the values; `levels`: a list of levels.",
    ]
    values: Annotated[list[str | int], "The named values; for an integer, values with a special meaning."]
    least: Annotated[
        int | None, "For an integer, the smallest number of the catalogue; null if only the values are known."
    ]
    most: Annotated[int | None, "For an integer, the largest number; null if only the values are known."]
    default: OptionValueOrNone
    meaning: Annotated[str, "What the option decides."]
    says: Annotated[list[MeaningOfValue], "The meaning of each named value; for a list of levels, of its default."]
    number_says: Annotated[
        str | None, "The meaning of any other whole number n; null if only the named values are possible."
    ]
    rules: Annotated[list[RuleId], "The rules that the option belongs to."]
    profiles: Annotated[
        dict[str, OptionValueOrNone], "The values that differ from the default, by the name of the profile."
    ]
    conflicts: Annotated[
        list[Conflict],
        "The values that conflict with values of other options. Conflicts that depend on sums, such as the sizes "
        "of hands, are not listed and are detected when a table is opened.",
    ]


class Conflict(TypedDict):
    """A conflict: if the option has one of the values `when`, the other one cannot have one of the values `cannot`."""

    when: Annotated[SomeValues, "The values of the option itself."]
    option: Annotated[str, "The other option."]
    cannot: Annotated[SomeValues, "The values that the other option cannot have."]
    rule: RuleId
    hint: Annotated[str, "Values that would be valid."]


class SomeValues(TypedDict):
    """Values of an option: one of `values` (`is`), none of them (`is_not`), or numbers `over` or `under` their only
    one.
    """

    relation: Literal["is", "is_not", "over", "under"]
    values: Annotated[list[OptionValueOrNone], MinItems(1)]


class KindOfQuestion(TypedDict):
    kind: LabKind
    about: Annotated[str, "The question that this kind answers."]


class Kinds(TypedDict):
    """The kinds of questions, game by game, in alphabetical order."""

    kinds: list[KindOfQuestion]
