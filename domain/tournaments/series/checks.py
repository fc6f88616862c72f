"""Checks of the plan of a series."""

from dataclasses import replace

from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.series.occurrences import check_key, settings_of
from domain.tournaments.series.plan import (
    FREQUENCIES,
    LARGE_NUMBER,
    LEAD_LIMIT_S,
    PATTERN_LIMIT,
    PLACEHOLDER,
    PLACEHOLDERS,
    RULE,
    RULE_LIMIT,
    SAMPLE,
    ZONE_LIMIT,
    Occurrence,
    SeriesPlan,
    invalid,
    name_of,
)
from domain.tournaments.settings import BY_HAND, NAME_LIMIT, check_settings


def check_plan(plan: SeriesPlan) -> None:
    """Checks the settings of a series. Raises `InvalidSettings`, which names the wrong member."""
    recurrence = plan.recurrence
    is_rule = len(recurrence.rule) <= RULE_LIMIT and RULE.fullmatch(recurrence.rule)
    if not is_rule or len(FREQUENCIES & set(recurrence.rule.split(";"))) != 1:
        raise invalid("recurrence.rule", "this is no rule by days, weeks, months or years", "FREQ=WEEKLY;BYDAY=FR")
    if not 1 <= len(recurrence.zone) <= ZONE_LIMIT:
        raise invalid("recurrence.zone", "the zone has no name", "Europe/Berlin")
    check_key(recurrence.first, "recurrence.first")
    least = (plan.closes_before_s or 0) + 1
    if not least <= plan.lead_s <= LEAD_LIMIT_S:
        raise invalid("lead_s", f"lead_s cannot be {plan.lead_s}", f"{least} to {LEAD_LIMIT_S}")
    if plan.template.schedule != BY_HAND or plan.template.series is not None:
        raise InvalidSettings(
            "the template has times, or a series, of its own",
            hint="leave schedule and series out: they follow from the series",
            facts={"option": "template.schedule" if plan.template.schedule != BY_HAND else "template.series"},
        )
    _check_names(plan)
    sample = settings_of(plan, "", Occurrence(recurrence.first, SAMPLE), LARGE_NUMBER)
    check_settings(replace(sample, name=plan.template.name))


def _check_names(plan: SeriesPlan) -> None:
    """Checks that the pattern has no unknown placeholders and makes names that are short enough."""
    unknown = [each for each in PLACEHOLDER.findall(plan.names) if each not in PLACEHOLDERS]
    if unknown or not 1 <= len(plan.names) <= PATTERN_LIMIT:
        raise InvalidSettings(
            f"there is no placeholder {{{unknown[0]}}}" if unknown else "the pattern is empty or too long",
            hint="use {name}, {n} and {date}",
            facts={"option": "names", "known": list(PLACEHOLDERS)},
        )
    longest = name_of(plan, Occurrence(plan.recurrence.first, SAMPLE), LARGE_NUMBER)
    if len(longest) > NAME_LIMIT:
        raise InvalidSettings(
            f"a name such as {longest} is longer than {NAME_LIMIT} characters",
            hint=f"shorten the name of the template, or the pattern `names`, by {len(longest) - NAME_LIMIT}",
            facts={"option": "names"},
        )
