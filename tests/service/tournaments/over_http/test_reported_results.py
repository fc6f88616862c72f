"""Results that players report, in tournaments whose matches are played elsewhere, over HTTP."""

from typing import Any

import pytest

from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.inbox_replies import possible_replies
from tests.support.stored import catch_up
from tests.support.tournament_requests import refused
from tests.support.tournaments import follow
from tests.support.tournaments_in_sandboxes import held
from tests.support.tournaments_served import PAIRS, Tournament

ELSEWHERE: Json = {
    "rounds": {"pace": "window", "window_s": 86_400, "is_automatic": False, "played_elsewhere": True},
    "tie_breaks": ["wins"],
}
ONE = {"round": 1, "match": 1}


@pytest.fixture
def elsewhere(api: Api) -> Tournament:
    """Returns a tournament of four pairs, played elsewhere, with round 1 paired."""
    tournament = Tournament(api, **ELSEWHERE)
    tournament.start()
    tournament.pair()
    return tournament


def sides(tournament: Tournament) -> tuple[User, User]:
    """Returns the captains of both sides of match 1."""
    match = tournament.round(1)["matches"][0]
    captains = {entrant: captain for entrant, captain, _ in tournament.pairs}
    return captains[match["first"]], captains[match["second"]]


def told(user: User, service: Service) -> list[tuple[str, Json]]:
    """Returns the account events of a player about matches, with their data."""
    catch_up(service)
    events = user.get("/v1/me/events?limit=1000").json["events"]
    return [(each["type"].removeprefix("tournament_"), each["data"]) for each in events]


def waits(user: User, service: Service) -> list[str]:
    follow(service)
    return [each["what"] for each in user.get("/v1/me/turns").json["tournaments"]]


def test_staff_let_a_single_match_be_played_elsewhere(at_work: Service, api: Api):
    tournament = Tournament(api, rounds={"pace": "window", "window_s": 86_400, "is_automatic": False})
    tournament.start(4)
    tournament.pair()
    continue_tournament(tournament.id)
    follow(at_work)
    captains = {entrant: captain for entrant, captain, _ in tournament.pairs}
    match, other = tournament.round(1)["matches"]
    [table] = match["tables"]
    one, two = captains[match["first"]], captains[match["second"]]
    refused(tournament, one, 409, "played_at_tables", "report_result", **ONE, outcome="first_won")
    refused(tournament, one, 403, "staff_only", "play_elsewhere", **ONE, reason="at home")

    tournament.done(tournament.owner, "play_elsewhere", **ONE, reason="they meet at home")
    refused(tournament, tournament.owner, 409, "elsewhere_not_possible", "play_elsewhere", **ONE, reason="again")
    continue_tournament(tournament.id)

    match, other = tournament.round(1)["matches"]
    assert (match["is_elsewhere"], other["is_elsewhere"]) == (True, False)
    assert match["tables"] == []
    assert one.get(f"/v1/tables/{table}").json["status"] == "cancelled"
    assert one.get(f"/v1/tables/{other['tables'][0]}").json["status"] == "playing"
    tournament.done(one, "report_result", **ONE, outcome="first_won")
    tournament.done(two, "confirm_result", **ONE)
    assert tournament.round(1)["matches"][0]["result"]["first"] == 100


def test_a_result_is_reported_and_confirmed(elsewhere: Tournament, service: Service):
    ann, ben = sides(elsewhere)
    assert told(ann, service)[-1][0] == "match_open"
    assert (waits(ann, service), waits(ben, service)) == (["report_result"], ["report_result"])
    assert len(possible_replies(ann, service, "report_result")) == 5

    (reported,) = elsewhere.done(ann, "report_result", **ONE, outcome="first_won")
    assert reported["data"] == {**ONE, "by": ann.id, "side": "first", "outcome": "first_won"}
    match = elsewhere.round(1)["matches"][0]
    assert match["report"] == {"side": "first", "outcome": "first_won", "is_disputed": False}
    assert (match["is_over"], match["tables"]) == (False, [])
    kind, data = told(ben, service)[-1]
    assert (kind, data["by"], data["outcome"]) == ("result_reported", ann.id, "first_won")
    assert data["deadline"] == elsewhere.round(1)["deadline"]
    assert (waits(ann, service), waits(ben, service)) == ([], ["confirm_result"])
    assert possible_replies(ben, service, "confirm_result") == ["Confirm"]

    (confirmed,) = elsewhere.done(ben, "confirm_result", **ONE)
    assert confirmed["data"] == {**ONE, "by": ben.id, "side": "second", "first": 100, "second": 0, "kind": "played"}
    assert elsewhere.round(1)["matches"][0]["result"] == {"first": 100, "second": 0, "kind": "played"}
    kind, data = told(ann, service)[-1]
    assert (kind, data["how"], data["first"]) == ("result", "confirmed", 100)
    assert waits(ben, service) == []
    [published] = elsewhere.read("/results")["results"]
    assert published["matches"][0]["result"] == {"first": 100, "second": 0, "kind": "played"}


def test_a_dispute_reaches_the_staff_who_decide(elsewhere: Tournament, service: Service):
    ann, ben = sides(elsewhere)
    elsewhere.done(ann, "report_result", **ONE, outcome="second_absent")
    elsewhere.done(ben, "dispute_result", **ONE, reason="we were there")
    for user in (ann, elsewhere.owner):
        kind, data = told(user, service)[-1]
        assert (kind, data["by"], data["reason"]) == ("result_disputed", ben.id, "we were there")
    assert elsewhere.round(1)["matches"][0]["report"]["is_disputed"] is True
    elsewhere.win(1, 1)
    assert elsewhere.round(1)["matches"][0]["result"]["first"] == 100
    # A dispute is no act of staff.
    types = {each["type"] for each in elsewhere.read("/events?by=staff")["events"]}
    assert "result_overridden" in types
    assert not types & {"result_reported", "result_disputed"}


def test_refusals(elsewhere: Tournament, running: Tournament):
    ann, ben = sides(elsewhere)
    refused(elsewhere, ben, 409, "no_open_report", "confirm_result", **ONE)
    refused(elsewhere, elsewhere.owner, 403, "not_of_match", "report_result", **ONE, outcome="drawn")
    refused(elsewhere, ann, 400, "invalid_request", "report_result", **ONE, outcome="won")
    elsewhere.done(ann, "report_result", **ONE, outcome="drawn")
    refused(elsewhere, ben, 409, "reported_already", "report_result", **ONE, outcome="drawn")
    refused(elsewhere, ben, 400, "invalid_request", "dispute_result", **ONE)
    one, _ = sides(running)
    refused(running, one, 409, "played_at_tables", "report_result", **ONE, outcome="drawn")


@pytest.mark.parametrize(
    ("members", "option"),
    [
        ({"is_rated": True}, "is_rated"),
        ({"is_sealed": True}, "is_sealed"),
        ({"tie_breaks": ["levels_won"], "format": "night", "entrants": {"kind": "player"}}, "tie_breaks"),
        ({"boards": {"per_match": 2, "scoring": "imps"}}, "boards"),
        ({"rounds": {"played_elsewhere": True}}, "rounds.window_s"),
    ],
)
def test_settings_that_need_tables_are_refused(api: Api, members: dict[str, Any], option: str):
    answered = api.sign_up().post("/v1/tournaments", {**PAIRS, **ELSEWHERE, **members})
    assert (answered.status_code, answered.json["facts"]["option"]) == (422, option), answered.text


def test_it_is_fixed_when_registration_opens(api: Api):
    tournament = Tournament(api, **ELSEWHERE)
    settings = tournament.view()["settings"]
    settings["rounds"]["played_elsewhere"] = False
    problem = refused(tournament, tournament.owner, 409, "setting_fixed", "change_settings", settings=settings)
    assert problem["facts"]["settings"] == ["rounds.played_elsewhere"]


def test_a_night_elsewhere_has_no_default_tie_break(api: Api):
    night = {"format": "night", "entrants": {"kind": "player", "least": 4}}
    body = {name: value for name, value in {**PAIRS, **ELSEWHERE, **night}.items() if name != "tie_breaks"}
    owner = api.sign_up()
    made = owner.post("/v1/tournaments", body)
    assert made.status_code == 201, made.text
    assert owner.get(made.headers["Location"]).json["settings"]["tie_breaks"] == []


def test_a_tournament_runs_without_tables_and_reports_count_at_the_deadline(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work)
    rounds = {**ELSEWHERE["rounds"], "is_automatic": True, "adjudication": "absent_loses"}
    starts = {"starts_at": "2027-03-20T18:00:00Z", "check_in_s": None}
    tournament = held(sandbox, **{**ELSEWHERE, "rounds": rounds, "schedule": starts})
    sandbox.advance("2027-03-20T18:00:00Z")
    ann, _ = sides(tournament)
    tournament.done(ann, "report_result", **ONE, outcome="first_won")
    sandbox.settle()
    assert [match["tables"] for match in tournament.round(1)["matches"]] == [[], []]

    sandbox.advance("2027-03-21T18:00:00Z")
    one, two = (match["result"] for match in tournament.round(1)["matches"])
    assert one == {"first": 100, "second": 0, "kind": "played"}
    assert two == {"first": 0, "second": 0, "kind": "double_forfeit"}
    sandbox.advance("2027-03-21T18:00:01Z")
    assert len(tournament.view()["rounds"]) == 2
