"""The tables of sizes follow from the assumptions beside them."""

from dataclasses import replace

import pytest

from tests.docs.write_sizing import (
    ASSUMPTIONS,
    SYMBOLS,
    Assumptions,
    cores,
    most_players,
    size,
    sizing_table,
    with_tables,
)
from tests.support.guides import guide

ROUND = Assumptions(
    active_share=0.1,
    commands_a_day=864,
    peak_factor=5.0,
    most_use=0.5,
    api_ms=4.0,
    database_ms=2.0,
    background_ms=1.0,
    log_bytes=1000,
    wal_bytes=2000,
    primary_cores=4,
)


def test_the_tables_of_the_guide_are_written_from_the_assumptions():
    """After a change of the assumptions run `.venv/bin/python -m tests.docs.write_sizing`."""
    assert guide("growth") == with_tables(guide("growth"))


def test_a_size_by_hand():
    found = size(1_000_000, ROUND)
    assert (found.mean, found.peak) == pytest.approx((1000, 5000))
    assert (found.api, found.database, found.background) == pytest.approx((20, 10, 5))
    assert found.log_a_year == pytest.approx(1000 * 86_400 * 365 * 1000)
    assert found.wal_peak == pytest.approx(10_000_000)
    assert [cores(each, ROUND) for each in (found.api, found.database, 0.0)] == [40, 20, 1]


def test_the_most_players_of_a_part_fill_it():
    players = most_players(ROUND.api_ms, 40, ROUND)
    assert players == pytest.approx(1_000_000)
    assert size(players, ROUND).api == pytest.approx(20)


def test_what_one_server_is_not_enough_for_is_marked():
    rows = sizing_table(ROUND).splitlines()[2:]
    marked = {row.split(" | ")[0].strip("| "): ("†" in row, "‡" in row) for row in rows}
    assert marked["100,000"] == (False, False)
    assert marked["1,000,000"] == (True, True)


def test_another_assumption_changes_the_guide():
    assert with_tables(guide("growth"), replace(ASSUMPTIONS, api_ms=49.0)) != guide("growth")
    with pytest.raises(ValueError, match="0 tables"):
        with_tables("no table")


def test_every_assumption_is_in_the_table():
    assert set(SYMBOLS) == set(Assumptions.__dataclass_fields__)
