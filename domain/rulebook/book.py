"""The rule book of a game: its options and profiles, their meanings, and its chapters."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from domain.kernel.messages import Message
from domain.kernel.options import Conflict, Option, OptionValue, Values
from domain.kernel.rules import R, Revisions
from domain.rulebook.entries import Chapter, RulebookEntry
from domain.rulebook.texts import read_value


@dataclass(frozen=True)
class Book(Generic[R]):
    """The rule book of a game.

    Attributes:
        game: the name of the game, with which tables are opened.
        title: the name of the game for readers.
        usual: the default profile.
        revisions: the revisions of its rules. The book describes the newest one.
        descriptions: a short description of each profile, by name.
        chapters: the chapters, in order.
    """

    game: str
    title: Message
    usual: str
    revisions: Revisions[R]
    descriptions: Mapping[str, Message]
    chapters: tuple[Chapter[R], ...]

    @cached_property
    def entries(self) -> dict[str, RulebookEntry[R]]:
        """The entries by id."""
        return {entry.id: entry for chapter in self.chapters for entry in chapter.entries}

    @property
    def option_by_name(self) -> Mapping[str, Option]:
        """The options by name."""
        return self.revisions.catalogue().options

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, in the order in which documents list them."""
        return (*self.option_by_name.values(),)

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The conflicts between options."""
        return self.revisions.catalogue().conflicts

    @property
    def profiles(self) -> Mapping[str, Values]:
        """For each profile, by name, the values that differ from the defaults."""
        return self.revisions.catalogue().profiles

    def rules_of(self, profile: str, overrides: Mapping[str, object]) -> R:
        """Returns the rules of a profile with overrides. Raises `InvalidRules`."""
        return self.revisions.rules_of(profile, overrides)

    def options_of(self, entry: RulebookEntry[R]) -> tuple[Option, ...]:
        """Returns the options that affect the rule."""
        return tuple(option for option in self.options if entry.id in option.rules)

    def bears_on(self, rule_id: str, rules: R) -> bool:
        """Returns whether the rule exists and applies to tables with these rules."""
        entry = self.entries.get(rule_id)
        return entry is not None and entry.holds(rules)

    def shown_with(self, entry: RulebookEntry[R]) -> R:
        """Returns rules to which the entry applies: of the default profile, of another profile, or of its example."""
        for profile in (self.usual, *self.profiles):
            rules = self.rules_of(profile, {})
            if entry.holds(rules):
                return rules
        return self.rules_of(self.usual, entry.example)

    def overrides_of(self, rules: R) -> dict[str, OptionValue]:
        """Returns the values that differ from the profile of these rules."""
        plain = self.rules_of(rules.profile, {})
        differing = (option.name for option in self.options if rules.value(option.name) != plain.value(option.name))
        return {name: rules.value(name) for name in differing}

    def rules_from_texts(self, profile: str, texts: Mapping[str, str]) -> R:
        """Returns the rules of a profile with overrides given as texts.

        Raises:
            InvalidRules: the profile or an option is unknown, a value is invalid, or options conflict.
        """
        by_name = self.option_by_name
        return self.rules_of(profile, {name: read_value(by_name.get(name), text) for name, text in texts.items()})
