"""Closing an account removes its player from tournaments, including those not yet listed."""

from service.wiring import Service
from tests.support.api import Api, User
from tests.support.tournaments import follow, of
from tests.support.tournaments_served import Tournament

NIGHT = {"entrants": {"kind": "player", "least": 4}, "format": "night", "figures": {"rounds": 2}, "tie_breaks": []}


def close(user: User) -> None:
    assert user.api.call("DELETE", "/v1/me", {"confirm": user.id}, token=user.token).status_code == 204


def test_an_entry_that_is_not_listed_yet_is_withdrawn(api: Api, service: Service):
    tournament, player = Tournament(api, **NIGHT), api.sign_up()
    follow(service)
    tournament.done(player, "register")

    close(player)

    assert [entry.status for entry in of(service, tournament.id).entries] == ["out"]


def test_a_tournament_created_just_before_is_called_off(api: Api, service: Service):
    follow(service)
    tournament = Tournament(api, **NIGHT)
    close(tournament.owner)
    assert of(service, tournament.id).status == "cancelled"


def test_an_offer_to_substitute_that_is_not_listed_yet_is_withdrawn(api: Api, service: Service):
    tournament, player = Tournament(api, **NIGHT), api.sign_up()
    follow(service)
    tournament.done(player, "offer_to_substitute")
    close(player)
    assert of(service, tournament.id).substitutes == ()


def test_an_invited_partner_is_no_longer_awaited(api: Api, service: Service):
    tournament = Tournament(api)
    captain, early, late = (api.sign_up() for _ in range(3))
    [registered, *_] = tournament.done(captain, "register", partners=[early.id])
    follow(service)
    close(early)
    [entry] = of(service, tournament.id).entries
    assert entry.invited == ()

    tournament.done(captain, "invite_partner", entrant=registered["data"]["entrant"], player=late.id)
    close(late)

    [entry] = of(service, tournament.id).entries
    assert (entry.invited, entry.players) == ((), (captain.id,))
    follow(service)
    assert service.database.read("waiting_tournaments", {"player_id": late.id, "limit": 10}) == []


def test_a_running_tournament_keeps_its_other_players(api: Api, service: Service):
    tournament = Tournament(api)
    tournament.start(2)
    tournament.pair()
    close(tournament.pairs[0][1])
    running = of(service, tournament.id)
    assert running.status == "running"
    assert [entry.status for entry in running.entries] == ["spared", "entered"]
