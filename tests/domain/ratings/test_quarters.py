"""Calendar quarters in UTC are seasons without configuration."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.instants import Instant, instant_of, utc
from domain.ratings.leaderboards import quarter, quarter_of


def at(*date: int) -> Instant:
    return instant_of(datetime(*date, tzinfo=UTC))  # type: ignore[arg-type]


def test_a_year_has_four_quarters_of_three_months():
    begins = {f"2026-Q{number}": at(2026, month, 1) for number, month in enumerate((1, 4, 7, 10), start=1)}
    found = {name: quarter(name) for name in begins}
    assert {name: each.begins for name, each in found.items() if each} == begins
    assert [each.ends for each in found.values() if each] == [*list(begins.values())[1:], at(2027, 1, 1)]


@pytest.mark.parametrize(
    ("moment", "name"),
    [
        ((2026, 1, 1), "2026-Q1"),
        ((2026, 3, 31, 23, 59, 59, 999000), "2026-Q1"),
        ((2026, 4, 1), "2026-Q2"),
        ((2026, 12, 31, 23, 59, 59, 999000), "2026-Q4"),
        ((2027, 1, 1), "2027-Q1"),
    ],
)
def test_an_instant_is_in_the_quarter_of_its_month_in_utc(moment: tuple[int, ...], name: str):
    assert quarter_of(at(*moment)) == name


@given(st.integers(0, at(9990, 1, 1)))
def test_an_instant_is_only_in_the_quarter_of_its_name(moment: int):
    instant = Instant(moment)
    season = quarter(quarter_of(instant))
    assert season is not None
    assert season.begins <= instant < season.ends
    assert quarter_of(season.ends) != season.name
    assert utc(season.ends) - utc(season.begins) in {timedelta(days=each) for each in (90, 91, 92)}


@pytest.mark.parametrize(
    "name", ["", "2026", "2026-Q0", "2026-Q5", "2026-q4", "autumn 2026", "0000-Q1", "9999-Q4", "2026-Q4 "]
)
def test_other_names_are_not_quarters(name: str):
    assert quarter(name) is None
