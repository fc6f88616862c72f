"""The rule book of a game: its options and profiles, what they mean, and its chapters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from domain.kernel.options import Conflict, Option, OptionValue
from domain.rulebook.entries import Chapter, Entry, R
from domain.rulebook.meanings import Meanings
from domain.rulebook.texts import read_value


@dataclass(frozen=True)
class Book(Generic[R]):
    """All that players and programs can read about the rules of a game.

    Attributes:
        game: its name, by which tables are opened.
        title: as it is written for people.
        usual: the profile of a table where nothing is chosen.
        options, conflicts: what can be chosen, and what does not go together.
        profiles, descriptions: by name, what a profile has otherwise than the defaults, and what it is.
        meanings: what the values of the options mean.
        rules_of: the rules of a profile with overrides; raises `InvalidRules`.
        chapters: what the book says.
    """

    game: str
    title: str
    usual: str
    options: tuple[Option, ...]
    conflicts: tuple[Conflict, ...]
    profiles: Mapping[str, Mapping[str, OptionValue]]
    descriptions: Mapping[str, str]
    meanings: Meanings
    rules_of: Callable[[str, Mapping[str, object]], R]
    chapters: tuple[Chapter[R], ...]

    @cached_property
    def entries(self) -> dict[str, Entry[R]]:
        """Every entry by its id."""
        return {entry.id: entry for chapter in self.chapters for entry in chapter.entries}

    @cached_property
    def option_by_name(self) -> dict[str, Option]:
        """Every option by its name."""
        return {option.name: option for option in self.options}

    def options_of(self, entry: Entry[R]) -> tuple[Option, ...]:
        """The options that decide what the rule says."""
        return tuple(option for option in self.options if entry.id in option.rules)

    def bears_on(self, rule_id: str, rules: R) -> bool:
        """Whether there is such a rule, and the table's page has it."""
        entry = self.entries.get(rule_id)
        return entry is not None and entry.holds(rules)

    def shown_with(self, entry: Entry[R]) -> R:
        """Rules of a table on which the entry bears: the usual ones, those of a profile, or its own example."""
        for profile in (self.usual, *self.profiles):
            rules = self.rules_of(profile, {})
            if entry.holds(rules):
                return rules
        return self.rules_of(self.usual, entry.example)

    def overrides_of(self, rules: R) -> dict[str, OptionValue]:
        """What these rules have otherwise than their profile."""
        plain = self.rules_of(rules.profile, {})
        differing = (option.name for option in self.options if rules.value(option.name) != plain.value(option.name))
        return {name: rules.value(name) for name in differing}

    def rules_from_texts(self, profile: str, texts: Mapping[str, str]) -> R:
        """The rules of a profile with overrides given as texts.

        Raises:
            InvalidRules: unknown profile or option, impossible value, or options that contradict.
        """
        by_name = self.option_by_name
        return self.rules_of(profile, {name: read_value(by_name.get(name), text) for name, text in texts.items()})

    def all_values(self, rules: R) -> dict[str, OptionValue]:
        """The value of every option in these rules."""
        return {option.name: rules.value(option.name) for option in self.options}
