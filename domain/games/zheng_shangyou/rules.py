"""The rules of one table: a profile plus overrides, checked once and typed ever after."""

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
    """All rules of a table; `rules_of` makes and checks them.

    Attributes:
        profile: the name of the profile they started from.
        revision: of the rules, by which they were made.
        options: each option that differs from the catalogue's default, as the catalogue writes it.

    The others are the options by their own names without `zs_`, typed.
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
        """The value of an option of the catalogue, as the catalogue writes it."""
        return self.options.get(name, CATALOGUES[self.revision].options[name].default)


def rules_of(
    profile: str,
    overrides: Mapping[str, object] | None = None,
    *,
    assumed: Mapping[str, OptionValue] | None = None,
    revision: int = NEWEST,
) -> Rules:
    """The rules made of a profile and overrides, each `{option: value}` as the catalogue writes it.

    Args:
        profile: what is taken where nothing else is said.
        overrides: what is chosen.
        assumed: values that are taken where nothing is chosen, before those of the profile.
        revision: of the rules, by which profile and options are read.

    Raises:
        UnknownRevision: this program does not know it.
        InvalidRules: unknown profile or option, impossible value, or options that contradict.
    """
    options, profiles, _ = catalogue_of(CATALOGUES, revision)
    check_profile(profile, profiles)
    chosen = {name: checked_choice(options, name, value) for name, value in (overrides or {}).items()}
    values = {**profiles[profile], **(assumed or {}), **chosen}
    different = {name: value for name, value in sorted(values.items()) if value != options[name].default}
    return rules_from_document({"profile": profile, "options": different}, revision)


def rules_from_document(document: Mapping[str, Any], revision: int) -> Rules:
    """The rules that `rules_document` wrote of rules of that revision.

    Raises:
        UnknownRevision: this program does not know it.
        InvalidRules: unknown profile or option, impossible value, or options that contradict.
    """
    catalogue = catalogue_of(CATALOGUES, revision)
    check_profile(document["profile"], catalogue.profiles)
    # In one order, however they were stored: what is written of them is the same everywhere.
    chosen = sorted(document["options"].items())
    options = {name: checked_choice(catalogue.options, name, value) for name, value in chosen}

    # What an option may be was checked against the catalogue when it was chosen, hence the loose type.
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
    """What the rules have of every option, those included that are left at their defaults."""
    options = catalogue_of(CATALOGUES, rules.revision).options
    return {name: rules.options.get(name, option.default) for name, option in options.items()}


def rules_document(rules: Rules) -> dict[str, object]:
    """The rules as plain JSON: `{"profile": …, "options": {…}}`, options as they differ from the defaults."""
    return {"profile": rules.profile, "options": rules.options}
