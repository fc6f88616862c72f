"""A closed account leaves no tournament or league that nobody can manage."""

from dataclasses import replace

import orjson

from domain.kernel.instants import DAY_MS, Instant
from domain.tournaments.commands import StartTournament
from domain.tournaments.rounds.commands import ScheduleRound
from domain.tournaments.staff import AppointStaff
from service.accounts.export import export
from service.platform.sources import time_of_day
from service.wiring import Service
from tests.service.tournaments.test_tournaments_of_closed_accounts import close
from tests.support.api import Api, User
from tests.support.leagues_stored import follow as follow_leagues
from tests.support.leagues_stored import league_of, plan
from tests.support.series import CREATED, WEEKLY
from tests.support.tournaments import SWISS, by_id, enters, follow, of, play_to_the_end, player
from tests.support.tournaments_served import Tournament


def roles(service: Service, user: User) -> dict[str, list[tuple[str, str | None]]]:
    """Returns the roles in the export of a player."""
    follow(service)
    follow_leagues(service)
    document = orjson.loads(b"".join(export(service.database, user.id, service.clock())))
    return {name: [(each["id"], each["role"]) for each in document[name]] for name in ("tournaments", "leagues")}


def test_a_director_finishes_a_tournament_whose_owner_closed_the_account(api: Api, at_work: Service):
    director, second = api.sign_up(), api.sign_up()
    tournament = Tournament(api)
    for each in (director, second):
        tournament.done(tournament.owner, "appoint_staff", player=each.id, role="director")
    tournament.start(4)
    tournament.pair()
    assert roles(at_work, director)["tournaments"] == [(tournament.id, "director")]
    close(tournament.owner)

    found = of(at_work, tournament.id)
    assert (found.status, found.staff) == ("running", ((director.id, "owner"), (second.id, "director")))
    events = director.get(f"{tournament.path}/events?limit=1000").json["events"]
    assert [each["data"] for each in events if each["type"] == "ownership_passed"] == [
        {"by": tournament.owner.id, "player": director.id}
    ]
    tournament.done(director, "appoint_staff", player=api.sign_up().id, role="assistant")
    assert roles(at_work, director)["tournaments"] == [(tournament.id, "owner")]
    follow(at_work)
    assert [each.owner for each in at_work.tournaments.list_page(player=director.id)] == [director.id]
    close(director)
    assert of(at_work, tournament.id).staff[0] == (second.id, "owner")


def test_a_director_with_a_closed_account_does_not_become_the_owner(api: Api, at_work: Service):
    director = api.sign_up()
    tournament = Tournament(api)
    tournament.done(tournament.owner, "appoint_staff", player=director.id, role="director")
    tournament.start(2)
    close(director)
    assert of(at_work, tournament.id).staff == ((tournament.owner.id, "owner"),)
    close(tournament.owner)
    assert of(at_work, tournament.id).status == "cancelled", "no staff are left to pair its rounds"


def test_a_tournament_without_directors_finishes_automatically(api: Api, at_work: Service):
    owner = api.sign_up()
    tournament = at_work.tournaments.create(owner.id, SWISS).id
    for _ in range(4):
        enters(at_work, tournament, player(at_work), player(at_work))
    at_work.tournaments.carry_out(tournament, StartTournament(owner.id))
    close(owner)
    assert play_to_the_end(at_work, tournament, by_id).status == "finished"


def test_a_tournament_that_nobody_manages_does_not_wait_for_times_set_by_the_owner(api: Api, at_work: Service):
    owner = api.sign_up()
    tournament = at_work.tournaments.create(owner.id, SWISS).id
    pairs = [enters(at_work, tournament, player(at_work), player(at_work)) for _ in range(4)]
    at_work.tournaments.carry_out(tournament, StartTournament(owner.id))
    assert len(pairs) == 4
    far = Instant(time_of_day() + 365 * DAY_MS)
    at_work.tournaments.carry_out(tournament, ScheduleRound(owner.id, 1, far))
    assert of(at_work, tournament).scheduled is not None
    close(owner)
    assert of(at_work, tournament).scheduled is None
    assert play_to_the_end(at_work, tournament, by_id).status == "finished"


def test_a_league_continues_with_a_director_and_ends_without_one(api: Api, at_work: Service):
    owner, director = api.sign_up(), api.sign_up()
    kept, ended = (at_work.leagues.create(owner.id, replace(plan(), name=name)).id for name in ("A", "B"))
    at_work.leagues.carry_out(kept, AppointStaff(owner.id, director.id, "director"))
    assert roles(at_work, director)["leagues"] == [(kept, "director")]
    assert roles(at_work, owner)["leagues"] == [(ended, "owner"), (kept, "owner")]
    close(owner)

    assert league_of(at_work, ended).has_ended
    assert not league_of(at_work, kept).has_ended
    assert league_of(at_work, kept).staff == ((director.id, "owner"),)
    assert roles(at_work, director)["leagues"] == [(kept, "owner")]


def test_a_series_ends_and_its_open_tournament_passes_to_its_director(api: Api, at_work: Service):
    owner, director = api.sign_up(), api.sign_up()
    series = at_work.series.create(owner.id, WEEKLY, now=CREATED).id
    tournament = at_work.tournaments.create(owner.id, replace(SWISS, series=series)).id
    at_work.tournaments.carry_out(tournament, AppointStaff(owner.id, director.id, "director"))
    from_export = orjson.loads(b"".join(export(at_work.database, owner.id, at_work.clock())))["series"]
    assert all(each["role"] == "owner" for each in from_export)
    close(owner)
    assert of(at_work, tournament).staff == ((director.id, "owner"),)
    assert of(at_work, tournament).status == "registration"
