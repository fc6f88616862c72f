"""The rule book of a game: its options and profiles, what they mean, and its chapters."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from domain.kernel.options import Conflict, Option, OptionValue, Values
from domain.kernel.rules import R, Revisions
from domain.rulebook.entries import Chapter, Entry
from domain.rulebook.texts import read_value


@dataclass(frozen=True)
class Book(Generic[R]):
    """All that players and programs can read about the rules of a game.

    Attributes:
        game: its name, by which tables are opened.
        title: its name as people write it.
        usual: the profile of a table where nothing is chosen.
        revisions: its rules; the book is about the newest revision.
        descriptions: a description of each profile.
        chapters: the text of the book.
    """

    game: str
    title: str
    usual: str
    revisions: Revisions[R]
    descriptions: Mapping[str, str]
    chapters: tuple[Chapter[R], ...]

    @cached_property
    def entries(self) -> dict[str, Entry[R]]:
        """Every entry by its id."""
        return {entry.id: entry for chapter in self.chapters for entry in chapter.entries}

    @property
    def option_by_name(self) -> Mapping[str, Option]:
        """Every option by its name."""
        return self.revisions.catalogue().options

    @property
    def options(self) -> tuple[Option, ...]:
        """Every option, in the order in which documents list them."""
        return (*self.option_by_name.values(),)

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The options that do not go together."""
        return self.revisions.catalogue().conflicts

    @property
    def profiles(self) -> Mapping[str, Values]:
        """For each profile, by name, the values that differ from the defaults."""
        return self.revisions.catalogue().profiles

    def rules_of(self, profile: str, overrides: Mapping[str, object]) -> R:
        """Returns the rules of a profile with overrides. Raises `InvalidRules`."""
        return self.revisions.rules_of(profile, overrides)

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
