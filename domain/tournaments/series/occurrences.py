"""The settings of the tournaments of a series, made from its plan."""

from dataclasses import replace
from datetime import datetime

from domain.kernel.instants import SECOND_MS, Instant
from domain.tournaments.series.plan import LOCAL, LocalStart, Occurrence, SeriesPlan, invalid, name_of
from domain.tournaments.settings import Schedule, Settings


def settings_of(plan: SeriesPlan, series: str, occurrence: Occurrence, number: int) -> Settings:
    """Returns the settings of the tournament of an occurrence; `number` counts from 1."""
    starts_at = occurrence.starts_at
    return replace(
        plan.template,
        name=name_of(plan, occurrence, number),
        series=series,
        schedule=Schedule(
            opens_at=None if plan.opens_before_s is None else earlier(starts_at, plan.opens_before_s),
            closes_at=None if plan.closes_before_s is None else earlier(starts_at, plan.closes_before_s),
            check_in_s=plan.check_in_s,
            starts_at=starts_at,
        ),
    )


def check_key(key: LocalStart, option: str) -> None:
    """Checks that a text is a local start. Raises `InvalidSettings`."""
    if not LOCAL.fullmatch(key) or not _is_time(key):
        raise invalid(option, "this is no local start", "2026-11-27T19:00")


def _is_time(key: str) -> bool:
    try:
        datetime.fromisoformat(key)
    except ValueError:  # such as the 31st of June
        return False
    return True


def earlier(at: Instant, seconds: int) -> Instant:
    """Returns the instant so many seconds before."""
    return Instant(at - seconds * SECOND_MS)
