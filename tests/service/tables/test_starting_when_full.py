"""Clocks of a match that starts with the last seat: they pause for the player who has just sat down, too."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.clocks.calendar import WEEKDAYS
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.seeking import own, seekers

SLOW = 6 * 3600
PLANS = {"profile": "zhang-2021", "options": {"deal_mode": "plan"}}
"""Options under which all seats are asked at once, so that all clocks run."""


def away_for_a_day(user: User) -> None:
    """Lets the clocks of a player pause today and tomorrow."""
    today = datetime.now(UTC).weekday()
    days = [WEEKDAYS[today], WEEKDAYS[(today + 1) % 7]]
    said = {"time_zone": "UTC", "weekend": days}
    assert user.api.call("PUT", "/v1/me/availability", said, token=user.token).status_code == 200


def assert_all_pause(user: User, table: str) -> None:
    clocks = user.view(table)["clocks"]
    ends = [datetime.fromisoformat(clock["running"]["effective_deadline_at"]) for clock in clocks]
    assert len(ends) == 4
    assert min(ends) > datetime.now(UTC) + timedelta(hours=24)


def test_clocks_pause_for_all_players_of_a_table_started_by_matchmaking(api: Api, service: Service):
    clock = {"kinds": ["simple"], "per_move_s": {"least": SLOW, "most": SLOW}}
    users = seekers(api, 4, rules=[PLANS], clock=clock)
    for user in users:
        away_for_a_day(user)

    assert service.matchmaking.match() == 1

    assert_all_pause(users[0], own(users[0])[0]["table"])


@pytest.mark.parametrize("starts_when_full", [True, False])
def test_clocks_pause_for_all_players_of_a_table_started_by_the_last_seat(api: Api, starts_when_full: bool):  # noqa: FBT001 - a case
    users = [api.sign_up(f"player {seat}") for seat in range(4)]
    clock = {"kind": "simple", "per_move_s": SLOW}
    table = users[0].open_table(**PLANS, clock=clock, starts_when_full=starts_when_full)
    for seat, user in enumerate(users):
        away_for_a_day(user)
        assert user.command(table, "sit", seat=seat).status_code == 200
    if not starts_when_full:
        users[0].command(table, "start")

    assert_all_pause(users[0], table)
