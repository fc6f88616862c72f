"""Series, leagues and ratings of a sandbox are invisible from outside and end with it."""

import re
from typing import Any, cast

import psycopg
import pytest

from service.leagues.events import stream_of as league_stream
from service.leagues.jobs import LeagueDispatch
from service.platform.store.checks import check_store, refold
from service.processes.rebuild import rebuild
from service.ratings.projections import RatingsProjection
from service.series.events import stream_of as series_stream
from service.series.jobs import SeriesDispatch
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, Json, User
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.leagues_served import League
from tests.support.series_in_sandboxes import SLOW, league_of, of_the_lowest, opened_by, series_of
from tests.support.series_served import NIGHTS
from tests.support.tournaments import end, of, open_tables, seated
from tests.support.tournaments_served import Tournament

POOL = "sheng_ji.correspondence.4.people"


def series_outside(user: User) -> str:
    """Creates a series outside sandboxes, where the times of `FRIDAYS` may be in the past."""
    return series_of(user, recurrence=NIGHTS["recurrence"])


def _rated(sandbox: ClockedSandbox, service: Service) -> list[str]:
    """Returns the players of a rated match in a sandbox, winners first."""
    settings: Json = {"play": SLOW, "is_rated": True, "rounds": {"is_automatic": True}}
    tournament = Tournament(cast("Api", sandbox), owner=sandbox.author, **settings)
    tournament.start(2)
    sandbox.settle()
    [table] = open_tables(service, tournament.id)
    sitting = seated(service.table_cache.newest(table).table)
    end(service, table, of_the_lowest(service, table))
    sandbox.settle()
    lowest = sitting.index(min(sitting)) % 2
    return [*sitting[lowest::2], *sitting[1 - lowest :: 2]]


def _board(user: User) -> dict[str, int]:
    """Returns the leaderboard of the pool as a player sees it, with ratings."""
    rows = user.get(f"/v1/ratings/{POOL}?limit=100").json["players"]
    return {row["player"]: row["rating"] for row in rows}


@pytest.mark.slow
def test_each_sandbox_has_its_own_ratings(api: Api, at_work: Service, sandbox: ClockedSandbox):
    elsewhere, outside = ClockedSandbox(api, at_work), api.sign_up()
    before = _board(outside)
    inside, others = _rated(sandbox, at_work), _rated(elsewhere, at_work)

    assert _board(sandbox.author) == dict(zip(inside, (1516, 1516, 1484, 1484), strict=True))
    assert set(_board(elsewhere.author)) == set(others)
    assert _board(outside) == before
    assert [each["id"] for each in sandbox.author.get("/v1/ratings").json["pools"]] == [POOL]
    assert ClockedSandbox(api, at_work).author.get("/v1/ratings").json == {"pools": []}
    ratings = sandbox.author.get(f"/v1/players/{inside[0]}/ratings").json["ratings"]
    assert [(each["pool"]["id"], each["elo"]["rating"]) for each in ratings] == [(POOL, 1516)]
    [changed] = sandbox.author.get(f"/v1/players/{inside[0]}/ratings/{POOL}/changes").json["changes"]
    assert changed["at"] == "2027-03-20T12:00:00.000Z"
    for stranger in (outside, elsewhere.author):
        assert stranger.get(f"/v1/players/{inside[0]}/ratings").status_code == 404

    rebuild(at_work.settings.database_url or "", at_work.settings.database_role, lambda *_: None)
    assert _board(sandbox.author) == dict(zip(inside, (1516, 1516, 1484, 1484), strict=True))
    assert _board(outside) == before


def test_gates_use_the_rating_in_the_sandbox(at_work: Service, sandbox: ClockedSandbox):
    winner, *_ = _rated(sandbox, at_work)
    assert (
        at_work.tournaments.applicants.facts_of(of(at_work, _newest(sandbox)).settings, cast("Any", winner)).rating
        == 1516
    )


def _newest(sandbox: ClockedSandbox) -> str:
    return str(sandbox.author.get("/v1/tournaments?limit=1").json["tournaments"][0]["id"])


def _ids(user: User, what: str) -> set[str]:
    return {each["id"] for each in user.get(f"/v1/{what}?limit=100").json[what]}


def test_lists_contain_only_series_and_leagues_of_the_players_sandbox(
    api: Api, at_work: Service, sandbox: ClockedSandbox
):
    elsewhere = ClockedSandbox(api, at_work)
    outside = api.sign_up()
    series = [series_outside(outside), *(series_of(user) for user in (sandbox.author, elsewhere.author))]
    held = [league.id for league in (League(api, owner=outside), league_of(sandbox, 0), league_of(elsewhere, 0))]
    sandbox.follow()

    assert _ids(sandbox.author, "series") == {series[1]}
    assert _ids(sandbox.author, "leagues") == {held[1]}
    assert {series[0]} == _ids(outside, "series") & set(series)
    assert {held[0]} == _ids(outside, "leagues") & set(held)
    for what, mine in (("series", series[1]), ("leagues", held[1])):
        listed = sandbox.author.get(f"/v1/{what}?mine=true").json[what]
        assert [each["id"] for each in listed] == [mine]


def _everything(user: User, what: str, which: str) -> list[Any]:
    """Every request about a series or a league."""
    path = f"/v1/{what}/{which}"
    read = ("", "/events", "/calendar") if what == "series" else ("", "/events", "/seasons/1")
    commands: list[Json] = [
        {"type": "end_series"},
        {"type": "skip_occurrence", "key": "2027-03-26T19:00"},
        {"type": "register"},
        {"type": "end_league", "reason": "no"},
        {"type": "nonsense"},
    ]
    return [
        *(user.get(f"{path}{each}") for each in read),
        *(user.post(f"{path}/commands", each) for each in commands),
        *(user.post(f"{path}/commands?dry_run=true", each) for each in commands),
    ]


def _document_of(response: Any) -> tuple[int, Json]:
    """Returns status and document of an answer without request-specific values and ids."""
    document = {**response.json, "request_id": "", "instance": ""}
    said = {name: re.sub(r"(ser|lge)_[0-9A-Z]{26}", "…", str(each)) for name, each in document.items()}
    return response.status_code, said


@pytest.mark.parametrize("what", ["series", "leagues"])
def test_series_and_leagues_of_another_sandbox_look_like_missing_ones(
    api: Api, at_work: Service, sandbox: ClockedSandbox, what: str
):
    owner, elsewhere = api.sign_up(), ClockedSandbox(api, at_work).author
    if what == "series":
        inside, outside, nothing = series_of(sandbox.author), series_outside(owner), "ser_" + "0" * 26
    else:
        inside, outside, nothing = league_of(sandbox, 0).id, League(api, owner=owner).id, "lge_" + "0" * 26
    for user, there in ((owner, inside), (elsewhere, inside), (sandbox.author, outside), (elsewhere, outside)):
        asked = _everything(user, what, there)
        assert [_document_of(each) for each in asked] == [
            _document_of(each) for each in _everything(user, what, nothing)
        ]
        assert asked[0].status_code == 404
    assert sandbox.author.get(f"/v1/{what}/{inside}").status_code == 200


def test_players_of_another_sandbox_cannot_be_partners_or_staff_in_a_league(api: Api, sandbox: ClockedSandbox):
    league, stranger = league_of(sandbox, 0), api.sign_up()
    for command, members in (
        ("register", {"partners": [stranger.id]}),
        ("appoint_staff", {"player": stranger.id, "role": "director"}),
    ):
        answered = league.ask(league.owner, command, **members)
        assert (answered.status_code, answered.json["code"]) == (422, "cannot_be_challenged")


@pytest.mark.slow
def test_rebuilt_heads_and_lists_keep_the_sandbox(at_work: Service, sandbox: ClockedSandbox):
    series, league = series_of(sandbox.author), league_of(sandbox)
    streams = [league_stream(league.id), series_stream(series)]
    with psycopg.connect(at_work.settings.database_url or "", autocommit=True) as connection:
        connection.execute("DELETE FROM shengji.head WHERE stream = ANY(%s)", [streams])
    assert sorted(refold(at_work.database, lambda *_: None)) == streams
    assert check_store(at_work.database, lambda *_: None) == []
    for stream in streams:
        assert at_work.database.read("stream_sandbox", {"stream": stream}) == [(sandbox.id,)]

    rebuild(at_work.settings.database_url or "", at_work.settings.database_role, lambda *_: None)
    assert (_ids(sandbox.author, "series"), _ids(sandbox.author, "leagues")) == ({series}, {league.id})
    sandbox.advance("2027-03-27T18:00:00Z")
    assert league.view()["status"] == "playing"
    assert len(opened_by(at_work, series)) == 1


def test_an_ended_sandbox_ends_its_series_and_leagues(api: Api, at_work: Service, sandbox: ClockedSandbox):
    series, league = series_of(sandbox.author), league_of(sandbox)
    _rated(sandbox, at_work)
    league.enter("Late pair")
    sandbox.follow()
    sandbox.move("2027-03-27T18:00:00Z")
    assert all(_rated_rows(at_work, sandbox)[:3])
    assert sandbox.author.api.call("DELETE", "/v1/sandbox", token=sandbox.author.token).status_code == 204
    while at_work.database.read("expired_sandboxes", {"limit": 1}):
        at_work.sandboxes.sweep()

    assert sandbox.id not in {row[0] for row in at_work.database.read("due_sandboxes", {"limit": 1000})}
    SeriesDispatch(at_work.database, WorkerContext.queue, 1.0).poll()
    LeagueDispatch(at_work.database, WorkerContext.queue, 1.0).poll()
    assert not [each for each in WorkerContext.queue.queues["tables"].job_ids if series in each or league.id in each]
    with psycopg.connect(at_work.settings.database_url or "") as connection:
        work = connection.execute("SELECT FROM shengji.league_work WHERE world = %s", [sandbox.id]).fetchall()
    assert (work, _rated_rows(at_work, sandbox)) == ([], [0] * 5)
    stranger = api.sign_up()
    assert not {series} & _ids(stranger, "series")
    assert not {league.id} & _ids(stranger, "leagues")

    # Rebuilds and late events do not restore it.
    rebuild(at_work.settings.database_url or "", at_work.settings.database_role, lambda *_: None)
    assert _rated_rows(at_work, sandbox) == [0] * 5
    with at_work.database.session() as session:
        session.execute("UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'ratings'")
    ratings = RatingsProjection(at_work.database, at_work.store)
    while ratings.catch_up():
        pass
    assert _rated_rows(at_work, sandbox) == [0] * 5


def _rated_rows(service: Service, sandbox: ClockedSandbox) -> list[int]:
    """Returns the number of rating rows of a sandbox by table."""
    with psycopg.connect(service.settings.database_url or "") as connection:
        found = (
            connection.execute(
                f"SELECT count(*) FROM shengji_read.{name} WHERE pool LIKE '%%' || %s", [sandbox.id]
            ).fetchone()
            for name in ("rating_pool", "rating", "rating_change", "rating_season", "rated_game")
        )
        return [row[0] if row else -1 for row in found]
