"""Alternates over HTTP: calls for free places, answers, feeds, the inbox, and the time of a sandbox."""

import pytest

from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.inbox_replies import possible_replies
from tests.support.stored import catch_up
from tests.support.tournament_requests import refused
from tests.support.tournaments import follow
from tests.support.tournaments_served import PAIRS, Tournament

NIGHT: Json = {
    "format": "night",
    "entrants": {"kind": "player", "least": 4, "capacity": 4, "answer_s": 3600},
    "tie_breaks": [],
    "late": {"until_round": 2},
}


def entrants(tournament: Tournament) -> dict[str, Json]:
    """Returns the entrants by their players."""
    found = tournament.read("/entrants")["entrants"]
    return {each["members"][0]["player"]: each for each in found}


def events(user: User, service: Service) -> list[tuple[str, Json]]:
    catch_up(service)
    found = user.get("/v1/me/events?limit=1000").json["events"]
    return [(each["type"].removeprefix("tournament_"), each["data"]) for each in found]


def full(tournament: Tournament, players: list[User]) -> None:
    for each in players:
        tournament.done(each, "register")


def test_an_alternate_is_called_and_accepts(api: Api, service: Service):
    tournament = Tournament(api, **NIGHT)
    players = [api.sign_up() for _ in range(6)]
    full(tournament, players)
    first, second = players[4], players[5]
    assert [kind for kind, _ in events(first, service)] == ["waiting"]

    [_, called] = tournament.done(players[0], "leave_entrant")
    own = entrants(tournament)[first.id]
    assert (called["type"], called["data"]["entrant"]) == ("alternate_called", own["id"])
    assert (own["status"], own["waiting_place"], own["answer_until"]) == ("waiting", 1, called["data"]["until"])
    assert entrants(tournament)[second.id]["answer_until"] is None
    kind, data = events(first, service)[-1]
    assert (kind, data["entrant"], data["until"]) == ("place_offered", own["id"], own["answer_until"])
    follow(service)
    [waits] = first.get("/v1/me/turns").json["tournaments"]
    assert (waits["what"], waits["entrant"], waits["deadline_at"]) == ("accept_place", own["id"], own["answer_until"])

    assert possible_replies(first, service, "accept_place") == ["Accept", "Decline"]
    refused(tournament, second, 403, "staff_only", "accept_place", entrant=own["id"])
    other = entrants(tournament)[second.id]["id"]
    refused(tournament, second, 409, "not_called", "accept_place", entrant=other)
    refused(tournament, second, 400, "invalid_request", "decline_place")
    [entered] = tournament.done(first, "accept_place", entrant=own["id"])
    assert entered["type"] == "entrant_entered"
    assert entrants(tournament)[first.id]["answer_until"] is None
    kind, data = events(first, service)[-1]
    assert (kind, data["from_waiting_list"]) == ("entered", True)


def test_an_alternate_declines_and_the_next_is_called(api: Api, service: Service):
    tournament = Tournament(api, **NIGHT)
    players = [api.sign_up() for _ in range(6)]
    full(tournament, players)
    tournament.done(players[0], "leave_entrant")
    own = entrants(tournament)[players[4].id]["id"]
    [left, called] = tournament.done(players[4], "decline_place", entrant=own)
    assert (left["type"], left["data"]["reason"]) == ("entrant_withdrawn", "declined")
    assert called["type"] == "alternate_called"
    assert events(players[5], service)[-1][0] == "place_offered"
    tournament.done(players[4], "register")
    assert entrants(tournament)[players[4].id]["waiting_place"] == 2


@pytest.mark.parametrize(
    ("members", "option"),
    [({"capacity": None}, "entrants.answer_s"), ({"answer_s": 59}, None)],
)
def test_settings_that_are_refused(api: Api, members: Json, option: str | None):
    body = {**PAIRS, **NIGHT, "entrants": {**NIGHT["entrants"], **members}}
    answered = api.sign_up().post("/v1/tournaments", body)
    if option is None:
        assert (answered.status_code, answered.json["code"]) == (400, "invalid_request")
    else:
        assert (answered.status_code, answered.json["facts"]["option"]) == (422, option)


def test_without_an_answer_the_next_is_called_in_the_time_of_a_sandbox(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work)
    tournament = Tournament(sandbox, owner=sandbox.author, **NIGHT)  # type: ignore[arg-type]
    players = [sandbox.sign_up() for _ in range(6)]
    full(tournament, players)
    tournament.done(players[0], "leave_entrant")
    sandbox.advance("2027-03-20T12:59:59Z")
    assert entrants(tournament)[players[4].id]["status"] == "waiting"

    sandbox.advance("2027-03-20T13:00:00Z")
    found = entrants(tournament)
    assert found[players[4].id]["status"] == "out"
    assert found[players[5].id]["answer_until"] == "2027-03-20T14:00:00.000Z"
    kind, data = events(players[4], at_work)[-1]
    assert (kind, data["reason"]) == ("left", "no_answer")
