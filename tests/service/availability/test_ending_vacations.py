"""A player is warned a day before a vacation ends: once, by an account event and a mail."""

from typing import Any

import psycopg
import pytest

from service.availability.ending_vacations import EndingVacations
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.clocked_sandboxes import ClockedSandbox


@pytest.fixture
def sandbox(api: Api, at_work: Service) -> ClockedSandbox:
    return ClockedSandbox(api, at_work, "2027-03-20T12:00:00Z")


def goes_away(user: User, ends_at: str, **more: str) -> None:
    made = user.post("/v1/me/vacation", {"ends_at": ends_at, **more})
    assert made.status_code == 201, made.text


def warnings(user: User) -> list[Any]:
    events = user.get("/v1/me/events?after=0").json["events"]
    return [(each["at"], each["data"]) for each in events if each["type"] == "vacation_ending"]


WARNED = ("2027-03-22T12:00:00.000Z", {"ends_at": "2027-03-23T12:00:00.000Z"})


def test_a_player_is_warned_once_a_day_before_the_end(sandbox: ClockedSandbox):
    ada = sandbox.author
    goes_away(ada, "2027-03-23T12:00:00Z")
    sandbox.advance("2027-03-22T11:59:59Z")
    assert warnings(ada) == []
    sandbox.advance("2027-03-22T12:00:00Z")
    assert warnings(ada) == [WARNED]
    sandbox.advance("2027-03-25T12:00:00Z")
    assert warnings(ada) == [WARNED]


def test_a_warning_has_its_time_however_far_the_clock_is_moved(sandbox: ClockedSandbox):
    ada = sandbox.author
    put = ada.api.call("PUT", "/v1/me/notifications/address", {"address": "ada@example.org"}, token=ada.token)
    assert put.status_code == 200
    goes_away(ada, "2027-03-23T12:00:00Z")
    sandbox.advance("2027-03-30T12:00:00Z")
    assert warnings(ada) == [WARNED]
    mails = [each for each in ada.get("/v1/sandbox/mails").json["mails"] if each["kind"] == "reminder"]
    assert [each["subject"] for each in mails] == ["Your vacation ends soon"]
    assert (
        "It ends at Tue 23 Mar 2027, 12:00 (UTC). Then your clocks run again, except in your quiet hours."
        in mails[0]["text"]
    )


def test_short_vacations_and_those_ended_early_have_no_warning(sandbox: ClockedSandbox):
    ada, eve = sandbox.author, sandbox.sign_up()
    goes_away(ada, "2027-03-21T12:00:00Z")
    goes_away(eve, "2027-03-23T12:00:00Z")
    sandbox.advance("2027-03-21T12:00:00Z")
    assert eve.api.call("DELETE", "/v1/me/vacation", token=eve.token).status_code == 204
    sandbox.advance("2027-03-25T12:00:00Z")
    assert warnings(ada) == warnings(eve) == []


def test_the_scheduler_warns_players_outside_sandboxes(api: Api, at_work: Service):
    ada, eve = api.sign_up(), api.sign_up()
    with psycopg.connect(at_work.settings.database_url or "", autocommit=True) as connection:
        for user, ends_in in ((ada, "23 hours"), (eve, "25 hours")):
            connection.execute(
                "INSERT INTO shengji.vacation (id, player_id, starts_at, ends_at, is_automatic, is_applied)"
                " VALUES (%s, %s, now() - interval '2 days', now() + %s::interval, false, true)",
                [at_work.randomness.new_id("vac"), user.id, ends_in],
            )
    ending = EndingVacations(at_work.database, at_work.notifier)
    assert ending.warn() == 1
    assert ending.warn() == 0
    assert (len(warnings(ada)), len(warnings(eve))) == (1, 0)
