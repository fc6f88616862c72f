"""The rules of a table of Zheng Shangyou: a profile with overrides, validated once and typed.

`rules_of` makes the rules of a new table, `rules_from_document` those of a stored one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.games.zheng_shangyou.revisions import CATALOGUES, NEWEST
from domain.games.zheng_shangyou.scoring import Scoring
from domain.games.zheng_shangyou.succession import FirstLead, NextLead
from domain.games.zheng_shangyou.teams import TeamMode
from domain.kernel.options import OptionValue, catalogue_of, check_pairs, check_profile, checked_choice


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of a table. Use `rules_of` to make and validate them.

    Attributes:
        profile: the name of the profile.
        revision: the revision of the rules.
        options: each option that differs from the default, as the catalogue writes it.

    All other attributes are typed options, named without the prefix `zs_`.
    """

    profile: str
    revision: int
    options: dict[str, OptionValue]
    players: int
    team_mode: TeamMode
    target: int
    scoring: Scoring
    first_lead: FirstLead
    next_lead: NextLead
    exchange: bool
    twos_in_sequences: bool

    def value(self, name: str) -> OptionValue:
        """Returns the value of an option, as the catalogue writes it."""
        return self.options.get(name, CATALOGUES[self.revision].options[name].default)


def rules_of(
    profile: str,
    overrides: Mapping[str, object] | None = None,
    *,
    assumed: Mapping[str, OptionValue] | None = None,
    revision: int = NEWEST,
) -> Rules:
    """Returns the rules for a profile with overrides.

    Args:
        profile: the name of the profile, which provides the values that are not chosen.
        overrides: the chosen values, `{option: value}` as the catalogue writes them.
        assumed: values that replace those of the profile where nothing is chosen.
        revision: the revision of the rules that defines profiles and options.

    Raises:
        UnknownRevision: this program does not know the revision.
        InvalidRules: an unknown profile or option, an invalid value, or conflicting options.
    """
    options, profiles, _ = catalogue_of(CATALOGUES, revision)
    check_profile(profile, profiles)
    chosen = {name: checked_choice(options, name, value) for name, value in (overrides or {}).items()}
    values = {**profiles[profile], **(assumed or {}), **chosen}
    different = {name: value for name, value in sorted(values.items()) if value != options[name].default}
    return rules_from_document({"profile": profile, "options": different}, revision)


def rules_from_document(document: Mapping[str, Any], revision: int) -> Rules:
    """Returns the rules from a document that `rules_document` wrote in that revision.

    Raises:
        UnknownRevision: this program does not know the revision.
        InvalidRules: an unknown profile or option, an invalid value, or conflicting options.
    """
    catalogue = catalogue_of(CATALOGUES, revision)
    check_profile(document["profile"], catalogue.profiles)
    # Sorted, so that equal rules are always written in the same way.
    chosen = sorted(document["options"].items())
    options = {name: checked_choice(catalogue.options, name, value) for name, value in chosen}

    # The type is loose because `checked_choice` has validated the values.
    def value(name: str) -> Any:
        return options.get(name, catalogue.options[name].default)

    check_pairs(catalogue.conflicts, {name: value(name) for name in catalogue.options})
    return Rules(
        profile=document["profile"],
        revision=revision,
        options=options,
        players=value("zs_players"),
        team_mode=value("zs_team_mode"),
        target=value("zs_target"),
        scoring=value("zs_scoring"),
        first_lead=value("zs_first_lead"),
        next_lead=value("zs_next_lead"),
        exchange=value("zs_exchange") != "off",
        twos_in_sequences=value("zs_twos_in_sequences") == "on",
    )


def choices(rules: Rules) -> dict[str, OptionValue]:
    """Returns the value of every option, including defaults."""
    options = catalogue_of(CATALOGUES, rules.revision).options
    return {name: rules.options.get(name, option.default) for name, option in options.items()}


def rules_document(rules: Rules) -> dict[str, object]:
    """Returns the rules as JSON: `{"profile": …, "options": {…}}`, with the options that differ from the defaults."""
    return {"profile": rules.profile, "options": rules.options}
