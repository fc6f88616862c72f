"""Tournament notifications in account feeds, and what tournaments wait for from players."""

from typing import Any, get_args

import pytest

from domain.kernel.instants import read_instant
from domain.tournaments.commands import TournamentTimePasses
from service.notifications.events import TournamentAccountEventType
from service.platform.queue.job_queue import JobQueue
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, Json, User
from tests.support.stored import catch_up
from tests.support.tournaments import follow, settle
from tests.support.tournaments_served import Tournament

NIGHT: Json = {
    "entrants": {"kind": "player", "least": 4},
    "format": "night",
    "figures": {"rounds": 2},
    "tie_breaks": [],
}


@pytest.fixture
def at_work(service: Service) -> Service:
    WorkerContext.service, WorkerContext.queue = service, JobQueue(service.settings.redis_url)
    return service


def tournament_events(user: User, service: Service) -> list[Json]:
    """Returns the tournament events of a player without numbers and times."""
    catch_up(service)
    events = user.get("/v1/me/events?limit=1000").json["events"]
    return [
        {"type": each["type"], "table": each["table"], **{k: v for k, v in each["data"].items() if k != "version"}}
        for each in events
        if each["type"] in get_args(TournamentAccountEventType)
    ]


def kinds(user: User, service: Service) -> list[str]:
    return [each["type"].removeprefix("tournament_") for each in tournament_events(user, service)]


def waiting(user: User, service: Service) -> list[Json]:
    """Returns what tournaments wait for from a player."""
    follow(service)
    inbox = user.get("/v1/me/turns").json
    assert inbox["waiting"]["tournaments"] == len(inbox["tournaments"])
    found: list[Json] = inbox["tournaments"]
    return found


def test_a_partner_is_asked_and_the_captain_gets_the_answer(api: Api, service: Service):
    tournament = Tournament(api)
    captain, partner, other = (api.sign_up() for _ in range(3))
    [registered, *_] = tournament.done(captain, "register", name="A", partners=[partner.id])
    entrant = registered["data"]["entrant"]

    assert tournament_events(partner, service) == [
        {
            "type": "tournament_partner_asked",
            "table": None,
            "tournament": tournament.id,
            "entrant": entrant,
            "by": captain.id,
        }
    ]
    tournament.done(partner, "decline_partner", entrant=entrant)
    tournament.done(captain, "invite_partner", entrant=entrant, player=other.id)
    tournament.done(other, "accept_partner", entrant=entrant)

    answered = [each for each in tournament_events(captain, service) if each["type"] == "tournament_partner_answered"]
    assert [(each["player"], each["accepted"]) for each in answered] == [(partner.id, False), (other.id, True)]
    assert kinds(other, service) == ["partner_asked", "entered"]
    assert tournament_events(tournament.owner, service) == []


def test_an_entrant_moving_up_from_the_waiting_list_is_notified(api: Api, service: Service):
    night = {**NIGHT, "entrants": {"kind": "player", "least": 4, "capacity": 4}}
    tournament = Tournament(api, **night)
    players = [api.sign_up() for _ in range(5)]
    for each in players:
        tournament.done(each, "register")
    assert kinds(players[4], service) == ["waiting"]

    tournament.done(players[0], "leave_entrant")

    last = tournament_events(players[4], service)[-1]
    assert (last["type"], last["from_waiting_list"]) == ("tournament_entered", True)
    assert tournament_events(players[1], service)[0]["from_waiting_list"] is False
    # A player who leaves is not notified of it.
    assert kinds(players[0], service) == ["entered"]


def test_a_removed_entrant_is_notified_with_a_reason_code_only(api: Api, service: Service):
    tournament = Tournament(api, **NIGHT)
    player = api.sign_up()
    [registered, *_] = tournament.done(player, "register")
    tournament.done(
        tournament.owner, "withdraw_entrant", entrant=registered["data"]["entrant"], reason="a secret grudge"
    )
    last = tournament_events(player, service)[-1]
    assert (last["type"], last["reason"]) == ("tournament_left", "removed")


def test_both_sides_are_notified_of_table_result_and_end(api: Api, at_work: Service):
    tournament = Tournament(api, figures={"rounds": 1})
    tournament.start(2)
    tournament.pair()
    settle(at_work)
    [match] = tournament.round(1)["matches"]
    tournament.win(1, 1)
    tournament.done(tournament.owner, "close_round", round=1)
    tournament.done(tournament.owner, "finish_tournament")

    for _, *two in tournament.pairs:
        for player in two:
            news = [each for each in tournament_events(player, at_work) if each["type"] != "tournament_partner_asked"]
            ready, result, over = news[-3:]
            assert kinds(player, at_work)[-4:] == ["started", "match_ready", "result", "over"]
            assert (ready["table"], ready["round"], ready["match"]) == (match["tables"][0], 1, 1)
            assert (result["first"], result["second"], result["how"]) == (100, 0, "overridden")
            assert (over["outcome"], over["reason"]) == ("finished", None)
    # The owner did all of it.
    assert tournament_events(tournament.owner, at_work) == []


def test_an_entrant_with_a_bye_is_notified(api: Api, service: Service):
    tournament = Tournament(api)
    tournament.start(3)
    paired = tournament.pair()
    [bye] = paired["byes"]
    for entrant, *two in tournament.pairs:
        for player in two:
            byes = [each for each in tournament_events(player, service) if each["type"] == "tournament_bye"]
            assert [each["kind"] for each in byes] == (["pairing"] if entrant == bye["entrant"] else [])


def test_in_a_sealed_tournament_points_are_not_sent_before_the_round_is_closed(api: Api, service: Service):
    tournament = Tournament(api, is_sealed=True)
    tournament.start(2)
    tournament.pair()
    tournament.win(1, 1)
    for _, *two in tournament.pairs:
        for player in two:
            [result] = [each for each in tournament_events(player, service) if each["type"] == "tournament_result"]
            assert (result["first"], result["second"], result["kind"]) == (None, None, None)


def test_players_without_a_part_in_the_tournament_get_no_events(api: Api, service: Service):
    stranger = api.sign_up()
    tournament = Tournament(api)
    tournament.start(2)
    tournament.play()
    assert tournament_events(stranger, service) == []


def test_notifications_come_once_whichever_process_follows_the_log(api: Api, service: Service):
    tournament = Tournament(api, **NIGHT)
    player = api.sign_up()
    tournament.done(player, "register")
    first = tournament_events(player, service)
    assert tournament_events(player, service) == first
    assert len(first) == 1


# -- pending decisions -------------------------------------------------------------------------------------------------


def test_a_tournament_in_the_inbox_waits_for_the_consent_of_a_partner(api: Api, service: Service):
    tournament = Tournament(api, schedule={"starts_at": "2099-01-02T00:00:00Z", "closes_at": "2099-01-01T00:00:00Z"})
    captain, partner = api.sign_up(), api.sign_up()
    [registered, *_] = tournament.done(captain, "register", partners=[partner.id])
    entrant = registered["data"]["entrant"]

    assert waiting(partner, service) == [
        {
            "tournament": tournament.id,
            "what": "partner_consent",
            "entrant": entrant,
            "deadline_at": "2099-01-01T00:00:00.000Z",
        }
    ]
    assert waiting(captain, service) == []
    tournament.done(partner, "accept_partner", entrant=entrant)
    assert waiting(partner, service) == []


def test_a_tournament_in_the_inbox_waits_for_a_missing_check_in(api: Api, service: Service):
    schedule = {"starts_at": "2099-01-02T00:00:00Z", "check_in_s": 3600}
    sandbox: Any = api.sign_up().in_sandbox(now="2099-01-01T12:00:00Z")
    tournament = Tournament(api, owner=sandbox, **{**NIGHT, "schedule": schedule})
    made = sandbox.post("/v1/sandbox/players", {"name": "a player"}).json
    player = User(api, made["player"]["id"], made["token"]["secret"])
    tournament.done(player, "register")
    assert waiting(player, service) == []

    _open_check_in(service, tournament)

    [one] = waiting(player, service)
    assert (one["what"], one["deadline_at"]) == ("check_in", "2099-01-02T00:00:00.000Z")
    opened = [each for each in tournament_events(player, service) if each["type"] == "tournament_check_in_open"]
    assert [each["starts_at"] for each in opened] == ["2099-01-02T00:00:00.000Z"]
    tournament.done(player, "check_in", player=player.id)
    assert waiting(player, service) == []


def _open_check_in(service: Service, tournament: Tournament) -> None:
    at = read_instant("2099-01-01T23:00:00.000Z")
    service.tournaments.carry_out(tournament.id, TournamentTimePasses(()), now=at)


def test_a_finished_tournament_waits_for_nobody(api: Api, service: Service):
    tournament = Tournament(api)
    captain, partner = api.sign_up(), api.sign_up()
    tournament.done(captain, "register", partners=[partner.id])
    assert len(waiting(partner, service)) == 1
    tournament.done(tournament.owner, "cancel_tournament", reason="no room")
    assert waiting(partner, service) == []
    assert tournament_events(partner, service)[-1]["type"] == "tournament_partner_asked"
