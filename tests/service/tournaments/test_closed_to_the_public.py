"""Tournaments, series and leagues that their organisers have closed to readers without a token."""

from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from domain.tournaments.commands import StartTournament
from domain.tournaments.settings import TournamentSettings, open_to_all_readers
from service.leagues.projections import LeaguesProjection
from service.series.projections import SeriesProjection
from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.leagues_served import LEAGUE
from tests.support.series_served import NIGHTS
from tests.support.tournaments import SWISS, enters, follow, of, settle
from tests.support.tournaments_served import PAIRS, Tournament


class Kind(NamedTuple):
    """Something to close: its collection, the id of an unknown one, and what can be read of it."""

    collection: str
    unknown: str
    outlets: tuple[str, ...]


TOURNAMENTS = Kind(
    "tournaments", "trn_01M7ZAW1ZS69ZN9S1N17NW5J34", ("", "/entrants", "/standings", "/events", "/rounds/1")
)
SERIES = Kind("series", "ser_01M7ZAW1ZS69ZN9S1N17NW5J34", ("", "/events", "/calendar"))
LEAGUES = Kind("leagues", "lge_01M7ZAW1ZS69ZN9S1N17NW5J34", ("", "/events", "/seasons/1"))
KINDS = [TOURNAMENTS, SERIES, LEAGUES]


def body(kind: Kind, **settings: Any) -> Json:
    """Returns the body that creates one. For series and leagues, the settings belong to the template."""
    if kind is TOURNAMENTS:
        return {**PAIRS, **settings}
    whole = NIGHTS if kind is SERIES else LEAGUE
    return {**whole, "template": {**whole["template"], **settings}}


def create(olga: User, kind: Kind, **settings: Any) -> str:
    """Creates one and returns its id."""
    made = olga.post(f"/v1/{kind.collection}", body(kind, **settings))
    assert made.status_code == 201, made.text
    return str(made.json["id"])


def _follow(service: Service) -> None:
    """Updates all three lists to the end of the log."""
    follow(service)
    leagues, series = (each(service.database, service.store) for each in (LeaguesProjection, SeriesProjection))
    while leagues.catch_up() or series.catch_up():
        pass


def without_id(answer: Any, id_: str) -> tuple[int, str]:
    """Returns what an answer tells, without the id in the request."""
    told = {name: value for name, value in answer.json.items() if name != "request_id"}
    return answer.status_code, str(told).replace(id_, "")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.collection)
def test_what_is_closed_looks_to_readers_without_a_token_like_what_does_not_exist(api: Api, kind: Kind):
    olga, stranger = api.sign_up("Olga"), api.sign_up()
    closed, public = create(olga, kind, public=False), create(olga, kind)

    for outlet in kind.outlets:
        refused = api.call("GET", f"/v1/{kind.collection}/{closed}{outlet}")
        unknown = api.call("GET", f"/v1/{kind.collection}/{kind.unknown}{outlet}")
        assert refused.status_code == 401
        assert without_id(refused, closed) == without_id(unknown, kind.unknown)
        without_token = api.call("GET", f"/v1/{kind.collection}/{public}{outlet}")
        with_token = stranger.get(f"/v1/{kind.collection}/{closed}{outlet}")
        assert without_token.status_code == with_token.status_code != 401


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.collection)
def test_lists_without_a_token_leave_out_what_is_closed(api: Api, service: Service, kind: Kind):
    olga = api.sign_up("Olga")
    closed, public = create(olga, kind, public=False), create(olga, kind)
    _follow(service)

    def listed(answer: Any) -> set[str]:
        return {each["id"] for each in answer.json[kind.collection]} & {closed, public}

    assert listed(api.call("GET", f"/v1/{kind.collection}?limit=100")) == {public}
    assert listed(olga.get(f"/v1/{kind.collection}?limit=100")) == {closed, public}
    assert listed(olga.get(f"/v1/{kind.collection}?mine=true")) == {closed, public}


@pytest.mark.parametrize(("plan", "status"), [(SWISS, 200), (replace(SWISS, public=False), 401)])
def test_tables_of_a_closed_tournament_are_closed_too(
    api: Api, at_work: Service, plan: TournamentSettings, status: int
):
    owner, *users = (api.sign_up() for _ in range(5))
    tournament = at_work.tournaments.create(owner.id, plan).id
    for captain, partner in (users[:2], users[2:]):
        enters(at_work, tournament, captain.id, partner.id)
    at_work.tournaments.carry_out(tournament, StartTournament(owner.id))
    settle(at_work)

    [[table]] = of(at_work, tournament).rounds[0].tables
    assert users[0].view(table)["public"] is plan.public
    assert api.call("GET", f"/v1/tables/{table}").status_code == status


def test_staff_can_close_a_tournament_that_has_begun(api: Api, service: Service):
    tournament = Tournament(api)
    assert api.call("GET", tournament.path).json["settings"]["public"] is True

    tournament.done(tournament.owner, "change_settings", settings={**PAIRS, "public": False})
    _follow(service)

    assert api.call("GET", tournament.path).status_code == 401
    assert tournament.view()["settings"]["public"] is False
    listed = {each["id"] for each in api.call("GET", "/v1/tournaments?limit=100").json["tournaments"]}
    assert tournament.id not in listed


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.collection)
def test_only_true_and_false_are_accepted(api: Api, kind: Kind):
    refused = api.sign_up().post(f"/v1/{kind.collection}", body(kind, public="no"))

    assert refused.status_code == 400
    assert "public" in refused.text


def test_stored_settings_of_older_releases_are_open():
    assert open_to_all_readers({"name": "Friday pairs"}) == {"name": "Friday pairs", "public": True}
