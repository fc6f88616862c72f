"""The rules of a table: a profile with overrides, checked once, in a revision of the catalogue.

A table is stored with the options that differ from the defaults, and keeps the revision with which it was opened.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from domain.kernel.newer_release import NewerRelease
from domain.kernel.options import (
    Conflict,
    Option,
    Options,
    OptionValue,
    Values,
    check_pairs,
    check_profile,
    checked_choice,
)


class UnknownRevision(NewerRelease):
    """This program does not know the revision of the rules. It is no mistake of a player, so never a refusal."""


@dataclass(frozen=True)
class Catalogue:
    """The options of a game in one revision of its rules.

    Attributes:
        options: the options, by name.
        profiles: for each profile, by name, the values that differ from the defaults.
    """

    options: Mapping[str, Option]
    profiles: Mapping[str, Values]

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The conflicts between options, in the order of the options that declare them."""
        return tuple(
            conflict._replace(first=option.name, rule=conflict.rule or option.rules[0])
            for option in self.options.values()
            for conflict in option.conflicts
        )


@dataclass(frozen=True)
class TableRules(Options):
    """All rules of a table. `Revisions` makes and checks them.

    Besides the attributes below, there is the typed value of each option under its attribute name.

    Attributes:
        profile: the name of the profile.
        revision: the revision of the catalogue.
        options: the options that differ from the catalogue's defaults, as the catalogue writes them.
        catalogue: the catalogue of that revision.
    """

    profile: str
    revision: int
    options: dict[str, OptionValue]
    catalogue: Catalogue = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        """Sets the typed values, and checks that the options go together.

        Raises:
            ConflictingOptions: they do not.
        """
        chosen, typed = self.choices(), vars(self)
        options = self.catalogue.options.values()
        for option, value in zip(options, chosen.values(), strict=True):
            typed[option.attribute] = option.absent if value is None else option.typed(value, self)
        # A number can follow from other options, such as the number of decks from that of players.
        numbers = {option.name: typed[option.attribute] for option in options if option.kind == "integer"}
        check_pairs(self.catalogue.conflicts, {**chosen, **numbers})
        for option in options:
            option.check(chosen[option.name], self)

    def value(self, name: str) -> OptionValue:
        """Returns the value of an option, as the catalogue writes it."""
        return self.options.get(name, self.catalogue.options[name].default)

    def choices(self) -> dict[str, OptionValue]:
        """Returns the value of every option, including those at their defaults."""
        return {name: self.options.get(name, option.default) for name, option in self.catalogue.options.items()}

    def document(self) -> dict[str, Any]:
        """Returns the rules as JSON: `{"profile": …, "options": {…}}`, without options at their defaults."""
        return {"profile": self.profile, "options": self.options}

    def stored(self) -> dict[str, Any]:
        """Returns the document with the revision, which `Revisions.restored` reads."""
        return {**self.document(), "revision": self.revision}


R = TypeVar("R", bound=TableRules)
RESTORED_LIMIT = 1000
"""The most rules that `Revisions` caches."""


class Revisions(Generic[R]):
    """The revisions of the rules of a game.

    To change a default, a profile or the permitted values, add a revision with its own catalogue and leave the old ones
    unchanged. `tests/codec/test_golden_rules.py` checks this.

    Attributes:
        rules: the class of the rules.
        catalogues: the catalogue of each revision.
        newest: the revision of new tables.
    """

    def __init__(self, rules: type[R], catalogues: dict[int, Catalogue]) -> None:
        self.rules, self.catalogues = rules, catalogues
        self.newest = max(catalogues)
        self._restored: dict[str, R] = {}

    def catalogue(self, revision: int | None = None) -> Catalogue:
        """Returns the catalogue of a revision, or of the newest.

        Raises:
            UnknownRevision: this program does not have it.
        """
        catalogue = self.catalogues.get(self.newest if revision is None else revision)
        if catalogue is None:
            known = ", ".join(map(str, sorted(self.catalogues)))
            raise UnknownRevision(f"the rules are of revision {revision}; this program knows {known}")
        return catalogue

    def rules_of(
        self,
        profile: str,
        overrides: Mapping[str, object] | None = None,
        *,
        assumed: Values | None = None,
        revision: int | None = None,
    ) -> R:
        """Returns the rules made from a profile and overrides, each `{option: value}` as the catalogue writes it.

        Args:
            profile: the source of all values not given.
            overrides: the values chosen.
            assumed: values that replace those of the profile, but not overrides; they are not checked.
            revision: the revision of the catalogue that defines profiles and options; the newest if not given.

        Raises:
            UnknownRevision: this program does not know the revision.
            InvalidRules: a profile or option is unknown, a value is not allowed, or options conflict.
        """
        catalogue = self.catalogue(revision)
        check_profile(profile, catalogue.profiles)
        chosen = {**catalogue.profiles[profile], **(assumed or {}), **_checked(catalogue, overrides or {})}
        different = [(name, value) for name, value in chosen.items() if value != catalogue.options[name].default]
        return self._made(profile, different, revision)

    def rules_from_document(self, document: Mapping[str, Any], revision: int) -> R:
        """Restores the rules from the document of a table.

        Raises:
            UnknownRevision: this program does not know the revision.
            InvalidRules: a profile or option is unknown, a value is not allowed, or options conflict.
        """
        # Cached, because checking all options takes longer than reading the rest of a stored table.
        key = repr((revision, document["profile"], sorted(document["options"].items())))
        known = self._restored.get(key)
        if known is None:
            catalogue = self.catalogue(revision)
            check_profile(document["profile"], catalogue.profiles)
            known = self._made(document["profile"], _checked(catalogue, document["options"]).items(), revision)
            if len(self._restored) >= RESTORED_LIMIT:
                self._restored.clear()
            self._restored[key] = known
        return known

    def restored(self, document: Mapping[str, Any]) -> R:
        """Restores the rules from what `stored` returned; raises as `rules_from_document`."""
        return self.rules_from_document(document, document["revision"])

    def _made(self, profile: str, options: Iterable[tuple[str, OptionValue]], revision: int | None) -> R:
        # Sorted, so that equal rules have equal documents.
        known = self.newest if revision is None else revision
        return self.rules(profile, known, dict(sorted(options)), self.catalogue(revision))


def _checked(catalogue: Catalogue, chosen: Mapping[str, object]) -> dict[str, OptionValue]:
    return {name: checked_choice(catalogue.options, name, value) for name, value in chosen.items()}
