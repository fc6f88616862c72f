"""Players of a match agree on its time, over HTTP: the round, feeds, the inbox, mails, the calendar and reminders."""

from typing import Any, cast

import icalendar
import pytest

from domain.kernel.instants import HOUR_MS, Instant, read_instant, write_instant
from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.inbox_replies import entry_about, possible_replies
from tests.support.stored import catch_up
from tests.support.tournament_requests import refused
from tests.support.tournaments import follow
from tests.support.tournaments_in_sandboxes import WINDOWS, held
from tests.support.tournaments_served import Tournament

MONTH: Json = {"rounds": {"pace": "window", "window_s": 30 * 86_400, "is_automatic": False}}
ONE = {"round": 1, "match": 1}


def sides(tournament: Tournament) -> tuple[User, User]:
    """Returns the captains of both sides of match 1."""
    match = tournament.round(1)["matches"][0]
    captains = {entrant: captain for entrant, captain, _ in tournament.pairs}
    return captains[match["first"]], captains[match["second"]]


def paired(api: Api, **settings: Any) -> tuple[Tournament, str, str]:
    """Returns a tournament with round 1 paired, and two times in it."""
    tournament = Tournament(api, **{**MONTH, **settings})
    tournament.start(4)
    deadline = read_instant(tournament.pair()["deadline"])
    return tournament, *(write_instant(Instant(deadline - hours * HOUR_MS)) for hours in (2, 1))


def last(user: User, service: Service, kind: str) -> Json:
    catch_up(service)
    events = [each for each in user.get("/v1/me/events?limit=1000").json["events"] if each["type"] == kind]
    return {name: value for name, value in events[-1]["data"].items() if name not in ("version", "tournament")}


def inbox(user: User, service: Service) -> list[Json]:
    follow(service)
    return [
        {"what": each["what"], "deadline_at": each["deadline_at"]}
        for each in user.get("/v1/me/turns").json["tournaments"]
    ]


def test_one_side_proposes_and_the_other_agrees(api: Api, service: Service):
    tournament, early, late = paired(api)
    ann, ben = sides(tournament)
    deadline = tournament.round(1)["deadline"]

    (proposed,) = tournament.done(ann, "propose_time", **ONE, times=[late, early])
    assert proposed["data"] == {**ONE, "by": ann.id, "side": "first", "times": [early, late]}
    assert tournament.round(1)["matches"][0]["proposal"] == {"side": "first", "times": [early, late]}
    told = last(ben, service, "tournament_time_proposed")
    assert told == {**ONE, "by": ann.id, "times": [early, late], "deadline": deadline}
    assert inbox(ben, service) == [{"what": "agree_time", "deadline_at": deadline}]
    assert inbox(ann, service) == []
    assert possible_replies(ben, service, "agree_time") == [f"Play at {early}", f"Play at {late}"]
    about = entry_about(ben, service, "agree_time")["tournament"]
    assert {"round": about["round"], "match": about["match"]} == ONE

    (agreed,) = tournament.done(ben, "agree_time", **ONE, plays_at=early)
    match = tournament.round(1)["matches"][0]
    assert (agreed["data"]["side"], match["plays_at"], match["proposal"]) == ("second", early, None)
    assert tournament.round(1)["matches"][1]["plays_at"] is None
    assert last(ann, service, "tournament_time_agreed") == {**ONE, "by": ben.id, "plays_at": early}
    assert inbox(ben, service) == []


def test_refusals_say_what_is_possible(api: Api):
    tournament, early, _ = paired(api)
    ann, ben = sides(tournament)
    stranger = api.sign_up()
    refused(tournament, stranger, 403, "not_of_match", "propose_time", **ONE, times=[early])
    refused(tournament, tournament.owner, 403, "not_of_match", "propose_time", **ONE, times=[early])
    refused(tournament, ben, 409, "time_not_proposed", "agree_time", **ONE, plays_at=early)
    problem = refused(tournament, ann, 422, "time_outside_round", "propose_time", **ONE, times=["2199-01-01T00:00:00Z"])
    assert problem["facts"] == {"at": tournament.round(1)["deadline"]}
    refused(tournament, ann, 422, "no_such_match", "propose_time", round=1, match=9, times=[early])
    for times in ([], [early] * 6, ["tomorrow"], early):
        refused(tournament, ann, 400, "invalid_request", "propose_time", **ONE, times=times)
    refused(tournament, ann, 400, "invalid_request", "agree_time", **ONE, plays_at="soon")
    tournament.win(1, 1)
    refused(tournament, ann, 409, "result_stands", "propose_time", **ONE, times=[early])


def test_a_round_without_a_deadline_has_no_times(running: Tournament):
    ann, _ = sides(running)
    refused(running, ann, 409, "no_deadline", "propose_time", **ONE, times=["2099-01-01T00:00:00Z"])


def test_staff_set_a_time_and_it_is_in_their_log(api: Api):
    tournament, early, _ = paired(api)
    (agreed,) = tournament.done(tournament.owner, "agree_time", **ONE, plays_at=early)
    assert (agreed["data"]["by"], agreed["data"]["side"]) == (tournament.owner.id, None)
    types = [each["type"] for each in tournament.read("/events?by=staff")["events"]]
    assert types[-1] == "match_time_agreed"


def test_the_calendar_has_the_agreed_times_with_names(api: Api):
    tournament, early, _ = paired(api)
    tournament.done(tournament.owner, "agree_time", **ONE, plays_at=early)
    document = tournament.round(1)
    names = {each["id"]: each["name"] for each in document["entrants"]}
    match = document["matches"][0]
    found = icalendar.Calendar.from_ical(tournament.owner.get(f"{tournament.path}/calendar").data)
    dates = {str(each["SUMMARY"]): each["DTSTART"].dt.isoformat() for each in found.walk("VEVENT")}
    title = f"Friday pairs: round 1, {names[match['first']]} - {names[match['second']]}"
    assert dates[title][:19] == early[:19]


@pytest.fixture
def sandbox(api: Api, at_work: Service) -> ClockedSandbox:
    return ClockedSandbox(api, at_work)


def test_players_are_reminded_an_hour_before_in_the_time_of_a_sandbox(
    api: Api, at_work: Service, sandbox: ClockedSandbox
):
    tournament = held(sandbox, **WINDOWS)
    sandbox.advance("2027-03-20T18:00:00Z")
    ann, ben = sides(tournament)
    at = "2027-03-21T09:00:00.000Z"
    tournament.done(ann, "propose_time", **ONE, times=[at])
    tournament.done(ben, "agree_time", **ONE, plays_at=at)

    sandbox.advance("2027-03-21T07:59:00Z")
    catch_up(at_work)
    assert "tournament_match_soon" not in {each["type"] for each in ann.get("/v1/me/events?limit=1000").json["events"]}
    sandbox.advance("2027-03-21T08:00:00Z")
    for user in (ann, ben):
        soon = last(user, at_work, "tournament_match_soon")
        assert soon == {**ONE, "plays_at": at, "tables": tournament.round(1)["matches"][0]["tables"]}

    # Nobody plays, so the deadline decides.
    sandbox.advance("2027-03-21T18:00:00Z")
    assert cast("Json", tournament.round(1)["matches"][0]["result"])["kind"] in ("adjudicated", "double_forfeit")
