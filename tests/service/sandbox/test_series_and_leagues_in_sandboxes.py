"""Series and leagues in sandboxes follow the sandbox clock, and their ratings count only there."""

import re
from typing import Any, cast

import psycopg
import pytest

from domain.kernel.instants import DAY_MS, Instant, read_instant
from service.leagues import jobs as leagues
from service.leagues.events import stream_of as league_stream
from service.leagues.jobs import LeagueDispatch
from service.platform.store.checks import check_store, refold
from service.processes.rebuild import rebuild
from service.ratings.projections import RatingsProjection
from service.series.events import stream_of as series_stream
from service.series.jobs import SeriesDispatch, open_tournaments
from service.tournaments.events import stream_of as tournament_stream
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, Json, User
from tests.support.fixtures import limited
from tests.support.leagues import swapped
from tests.support.leagues_served import League
from tests.support.leagues_stored import captains
from tests.support.series_served import NIGHTS
from tests.support.tournaments import end, of, open_tables, seated
from tests.support.tournaments_served import Tournament
from tests.support.worlds import World, recorded

FRIDAYS: Json = {
    **NIGHTS,
    "recurrence": {"rule": "FREQ=WEEKLY", "zone": "Europe/Berlin", "first": "2027-03-26T19:00"},
}
"""In Berlin the clocks move forward between the first and the second night."""
NIGHT_STARTS = [read_instant(f"{at}:00.000Z") for at in ("2027-03-26T18:00", "2027-04-02T17:00", "2027-04-09T17:00")]
CALENDAR: Json = {
    "starts_at": "2027-03-27T18:00:00Z",
    "length_s": 864_000,
    "break_s": 172_800,
    "closes_before_s": 86_400,
    "seasons": 2,
}
SEASONS = [read_instant("2027-03-27T18:00:00.000Z"), read_instant("2027-04-08T18:00:00.000Z")]
"""The starts of the two seasons."""
PLAYED: Json = {
    "name": "City pairs",
    "play": {
        "profile": "zheng-shangyou-4-partners",
        "hands": 1,
        "clock": {"kind": "simple", "per_move_s": 3600},
        "ladder": {"grace_s": 0, "stand_in_after": 1},
    },
    "format": "round_robin",
    "entrants": {"kind": "pair"},
    "corrections_s": 0,
}
"""Nobody has to move, because stand-ins play for all."""
SLOW: Json = {"profile": "zhang-2021", "hands": 1, "clock": {"kind": "simple", "per_move_s": 86_400}}
POOL = "sheng_ji.correspondence.4.people"


@pytest.fixture
def world(api: Api, at_work: Service) -> World:
    return World(api, at_work)


def series_of(user: User, **plan: Any) -> str:
    """Creates a series."""
    made = user.post("/v1/series", {**FRIDAYS, **plan})
    assert made.status_code == 201, made.text
    return str(made.json["series"])


def series_outside(user: User) -> str:
    """Creates a series outside sandboxes, where the times of `FRIDAYS` may be in the past."""
    return series_of(user, recurrence=NIGHTS["recurrence"])


def opened_by(service: Service, series: str) -> list[str]:
    """Returns the tournaments opened by a series, in order."""
    events = [each.event for each in service.series.since(series, 0)]
    return [each.tournament for each in events if hasattr(each, "tournament")]


def league_of(world: World, pairs: int = 4, **plan: Any) -> League:
    """Returns a league in a sandbox with this many pairs."""
    league = League(cast("Api", world), owner=world.author, calendar=CALENDAR, **plan)
    for number in range(1, pairs + 1):
        league.enter(f"Pair {number}")
    return league


# ------------------------------------------------------------------------------------------------ series


def test_a_series_opens_its_weekly_tournaments_on_time_however_far_the_clock_is_moved(at_work: Service, world: World):
    series = series_of(world.author)
    assert [each["starts_at"] for each in world.author.get(f"/v1/series/{series}").json["to_come"]][:2] == [
        "2027-03-26T18:00:00.000Z",
        "2027-04-02T17:00:00.000Z",
    ]

    world.advance("2027-04-10T00:00:00Z")

    opened_at = [Instant(at - DAY_MS) for at in NIGHT_STARTS]
    opened = opened_by(at_work, series)
    assert recorded(at_work, series_stream(series), "occurrence_opened") == opened_at
    assert [recorded(at_work, tournament_stream(each), "tournament_created") for each in opened] == [
        [at] for at in opened_at
    ]
    for tournament, starts_at in zip(opened, NIGHT_STARTS, strict=True):
        found = of(at_work, tournament)
        assert (found.world, found.settings.schedule.starts_at) == (world.id, starts_at)
        # No player has come.
        assert found.status == "cancelled"
        assert recorded(at_work, tournament_stream(tournament), "tournament_cancelled") == [starts_at]
    state = world.author.get("/v1/sandbox").json
    assert state["at_rest"] is True
    assert state["due"] == [{"series": series, "at": "2027-04-15T17:00:00.000Z"}]
    listed = world.author.get("/v1/series").json["series"]
    assert [(each["id"], each["opens_next_at"]) for each in listed] == [(series, "2027-04-15T17:00:00.000Z")]


def test_a_night_of_a_series_can_be_entered_and_played_in_the_sandbox(at_work: Service, world: World):
    series = series_of(world.author)
    world.advance("2027-03-25T18:00:00Z")
    [tournament] = opened_by(at_work, series)
    commands = f"/v1/tournaments/{tournament}/commands"
    players = [world.sign_up(f"Player {number}") for number in range(4)]
    for player in players:
        entered = player.post(commands, {"type": "register"})
        assert entered.status_code == 200, entered.text
    world.advance("2027-03-26T17:50:00Z")
    for player in players:
        assert player.post(commands, {"type": "check_in"}).status_code == 200

    world.advance("2027-03-26T18:00:00Z")

    assert recorded(at_work, tournament_stream(tournament), "tournament_started") == NIGHT_STARTS[:1]
    [table] = open_tables(at_work, tournament)
    assert world.author.get(f"/v1/tables/{table}").status_code == 200


def test_a_rule_is_checked_against_the_clock_of_the_sandbox(api: Api, world: World):
    past = {**FRIDAYS["recurrence"], "first": "2027-03-19T19:00"}
    refused = world.author.post("/v1/series", {**FRIDAYS, "recurrence": past})
    assert refused.json["facts"]["option"] == "recurrence.first"
    earlier = api.sign_up().in_sandbox(now="2001-01-01T00:00:00Z")
    series_of(earlier, recurrence={**FRIDAYS["recurrence"], "first": "2001-01-05T19:00"})


def test_the_real_clock_does_not_affect_series_and_leagues_of_sandboxes(at_work: Service, api: Api):
    """Their times are in the past by the real clock."""
    world = World(api, at_work, "2001-01-01T00:00:00Z")
    series = series_of(world.author, recurrence={**FRIDAYS["recurrence"], "first": "2001-01-05T19:00"})
    league = League(cast("Api", world), owner=world.author, calendar={**CALENDAR, "starts_at": "2001-01-05T18:00:00Z"})
    for number in range(2):
        league.enter(f"Pair {number}")
    world.follow()
    WorkerContext.queue.redis.flushdb()

    SeriesDispatch(at_work.database, WorkerContext.queue, 1.0).poll()
    LeagueDispatch(at_work.database, WorkerContext.queue, 1.0).poll()

    assert not [each for each in WorkerContext.queue.queue.job_ids if series in each or league.id in each]
    assert (open_tournaments(series), leagues.continue_league(league.id)) == (0, 0)
    assert opened_by(at_work, series) == []
    assert at_work.leagues.at(league.id).league.season is None


def test_a_failing_series_does_not_block_others(at_work: Service, world: World, monkeypatch: pytest.MonkeyPatch):
    series, other = series_of(world.author), league_of(world, 2)
    with monkeypatch.context() as patched:
        patched.setattr(type(at_work.series_process), "take_due_steps", lambda *_: 0)
        world.advance("2027-03-27T18:00:00Z")

        assert other.view()["status"] == "playing"
        assert world.author.get("/v1/sandbox").json["at_rest"] is True

    world.advance("2027-03-27T18:00:01Z")
    # It was opened too late for players but on time by the sandbox clock.
    assert recorded(at_work, series_stream(series), "occurrence_opened") == [Instant(NIGHT_STARTS[0] - DAY_MS)]


# ------------------------------------------------------------------------------------------------ leagues


@pytest.mark.slow
def test_a_league_plays_two_seasons_in_one_clock_move_with_events_on_time(at_work: Service, world: World):
    league = league_of(world, template=PLAYED)

    world.advance("2027-12-31T00:00:00Z")

    stream = league_stream(league.id)
    assert league.view()["status"] == "ended"
    assert recorded(at_work, stream, "season_settled") == [Instant(at - DAY_MS) for at in SEASONS]
    assert recorded(at_work, stream, "season_started") == SEASONS
    assert recorded(at_work, stream, "division_opened") == [SEASONS[0]] * 2 + [SEASONS[1]] * 2
    ended: list[Instant] = []
    for number, begins in enumerate(SEASONS, start=1):
        ends = []
        for division in league.season(number)["divisions"]:
            tournament = tournament_stream(division["tournament"])
            assert (
                recorded(at_work, tournament, "tournament_created", "tournament_started", "round_paired")
                == [begins] * 3
            )
            assert of(at_work, division["tournament"]).world == world.id
            ends += recorded(at_work, tournament, "tournament_finished")
        assert begins < min(ends) <= max(ends) < begins + 10 * DAY_MS
        ended += sorted(ends)
        assert recorded(at_work, stream, "season_ended")[number - 1] == max(ends)
    assert recorded(at_work, stream, "division_ended") == ended
    times = recorded(at_work, stream, "season_settled", "season_started", "division_ended", "season_ended")
    assert times == sorted(times)
    assert world.author.get("/v1/sandbox").json["at_rest"] is True
    assert world.author.get("/v1/sandbox").json["due"] == []


def test_the_best_are_promoted_and_the_last_relegated_between_seasons(at_work: Service, world: World):
    league = league_of(world, 6, template={**PLAYED, "play": SLOW})
    world.advance("2027-03-27T18:00:00Z")
    ranked = []
    for division in at_work.leagues.at(league.id).league.season.divisions:  # type: ignore[union-attr]
        tournament = str(division.tournament)
        lowest = captains(at_work, tournament)
        while tables := open_tables(at_work, tournament):
            for table in tables:
                end(at_work, table, _of_the_lowest(at_work, table))
            world.settle()
        ranked.append(sorted(division.members, key=lowest.__getitem__))
    assert league.season(1)["status"] == "over"

    world.advance("2027-04-08T18:00:00Z")

    second = at_work.leagues.at(league.id).league.season
    assert second is not None
    assert [set(each.members) for each in second.divisions] == swapped(ranked, 1)


def _of_the_lowest(service: Service, table: str) -> Any:
    sitting = seated(service.table_cache.newest(table).table)
    lowest = sitting.index(min(sitting)) % 2
    return (lowest, lowest + 2)


def test_a_season_without_play_is_cut_short_at_its_end(at_work: Service, world: World):
    league = league_of(world)

    world.advance("2027-04-07T00:00:00Z")

    ends = Instant(SEASONS[0] + 10 * DAY_MS)
    assert recorded(at_work, league_stream(league.id), "season_cut_short", "season_ended") == [ends, ends]
    for division in league.season(1)["divisions"]:
        assert recorded(at_work, tournament_stream(division["tournament"]), "tournament_cancelled") == [ends]
    assert world.author.get("/v1/sandbox").json["at_rest"] is True


def test_a_sandbox_with_a_due_league_is_found(at_work: Service, world: World):
    def found() -> bool:
        return world.id in {row[0] for row in at_work.database.read("due_sandboxes", {"limit": 1000})}

    league = league_of(world)
    world.settle()
    assert not found()
    world.move("2027-03-26T18:00:00Z")
    assert found()
    world.settle()
    assert not found()

    league.enter("Another pair")
    world.follow()
    assert found()
    assert world.author.get("/v1/sandbox").json["at_rest"] is False
    world.settle()
    assert not found()


def test_a_job_out_of_time_leaves_a_league_to_the_next_job(
    at_work: Service, world: World, monkeypatch: pytest.MonkeyPatch
):
    league = league_of(world)
    world.settle()
    world.move("2027-03-27T18:00:00Z")

    monkeypatch.setattr(WorkerContext, "service", limited(at_work, job_s=0.0))
    for _ in range(60):
        world.settle()
    monkeypatch.setattr(WorkerContext, "service", at_work)
    world.settle()

    stream = league_stream(league.id)
    assert recorded(at_work, stream, "season_started", "division_opened") == [SEASONS[0]] * 3


# ------------------------------------------------------------------------------------------------ ratings


def _rated(world: World, service: Service) -> list[str]:
    """Returns the players of a rated match in a sandbox, winners first."""
    settings: Json = {"play": SLOW, "is_rated": True, "rounds": {"is_automatic": True}}
    tournament = Tournament(cast("Api", world), owner=world.author, **settings)
    tournament.start(2)
    world.settle()
    [table] = open_tables(service, tournament.id)
    sitting = seated(service.table_cache.newest(table).table)
    end(service, table, _of_the_lowest(service, table))
    world.settle()
    lowest = sitting.index(min(sitting)) % 2
    return [*sitting[lowest::2], *sitting[1 - lowest :: 2]]


def _board(user: User) -> dict[str, int]:
    """Returns the leaderboard of the pool as a player sees it, with ratings."""
    rows = user.get(f"/v1/ratings/{POOL}?limit=100").json["players"]
    return {row["player"]: row["rating"] for row in rows}


def test_each_sandbox_has_its_own_ratings(api: Api, at_work: Service, world: World):
    elsewhere, outside = World(api, at_work), api.sign_up()
    before = _board(outside)
    inside, others = _rated(world, at_work), _rated(elsewhere, at_work)

    assert _board(world.author) == dict(zip(inside, (1516, 1516, 1484, 1484), strict=True))
    assert set(_board(elsewhere.author)) == set(others)
    assert _board(outside) == before
    assert [each["id"] for each in world.author.get("/v1/ratings").json["pools"]] == [POOL]
    assert World(api, at_work).author.get("/v1/ratings").json == {"pools": []}
    ratings = world.author.get(f"/v1/players/{inside[0]}/ratings").json["ratings"]
    assert [(each["pool"]["id"], each["elo"]["rating"]) for each in ratings] == [(POOL, 1516)]
    [changed] = world.author.get(f"/v1/players/{inside[0]}/ratings/{POOL}/changes").json["changes"]
    assert changed["at"] == "2027-03-20T12:00:00.000Z"
    for stranger in (outside, elsewhere.author):
        assert stranger.get(f"/v1/players/{inside[0]}/ratings").status_code == 404

    rebuild(at_work.settings.database_url or "", at_work.settings.database_role, lambda *_: None)
    assert _board(world.author) == dict(zip(inside, (1516, 1516, 1484, 1484), strict=True))
    assert _board(outside) == before


def test_gates_use_the_rating_in_the_sandbox(at_work: Service, world: World):
    winner, *_ = _rated(world, at_work)
    assert (
        at_work.tournaments.applicants.facts_of(of(at_work, _newest(world)).settings, cast("Any", winner)).rating
        == 1516
    )


def _newest(world: World) -> str:
    return str(world.author.get("/v1/tournaments?limit=1").json["tournaments"][0]["id"])


# -- isolation ---------------------------------------------------------------------------------------------------------


def _ids(user: User, what: str) -> set[str]:
    return {each["id"] for each in user.get(f"/v1/{what}?limit=100").json[what]}


def test_lists_contain_only_series_and_leagues_of_the_players_sandbox(api: Api, at_work: Service, world: World):
    elsewhere = World(api, at_work)
    outside = api.sign_up()
    series = [series_outside(outside), *(series_of(user) for user in (world.author, elsewhere.author))]
    held = [league.id for league in (League(api, owner=outside), league_of(world, 0), league_of(elsewhere, 0))]
    world.follow()

    assert _ids(world.author, "series") == {series[1]}
    assert _ids(world.author, "leagues") == {held[1]}
    assert {series[0]} == _ids(outside, "series") & set(series)
    assert {held[0]} == _ids(outside, "leagues") & set(held)
    for what, mine in (("series", series[1]), ("leagues", held[1])):
        listed = world.author.get(f"/v1/{what}?mine=true").json[what]
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
    api: Api, at_work: Service, world: World, what: str
):
    owner, elsewhere = api.sign_up(), World(api, at_work).author
    if what == "series":
        inside, outside, nothing = series_of(world.author), series_outside(owner), "ser_" + "0" * 26
    else:
        inside, outside, nothing = league_of(world, 0).id, League(api, owner=owner).id, "lge_" + "0" * 26
    for user, there in ((owner, inside), (elsewhere, inside), (world.author, outside), (elsewhere, outside)):
        asked = _everything(user, what, there)
        assert [_document_of(each) for each in asked] == [
            _document_of(each) for each in _everything(user, what, nothing)
        ]
        assert asked[0].status_code == 404
    assert world.author.get(f"/v1/{what}/{inside}").status_code == 200


def test_players_of_another_sandbox_cannot_be_partners_or_staff_in_a_league(api: Api, world: World):
    league, stranger = league_of(world, 0), api.sign_up()
    for command, members in (
        ("register", {"partners": [stranger.id]}),
        ("appoint_staff", {"player": stranger.id, "role": "director"}),
    ):
        answered = league.ask(league.owner, command, **members)
        assert (answered.status_code, answered.json["code"]) == (422, "cannot_be_challenged")


# ------------------------------------------------------------------------------------------------ the store


def test_rebuilt_heads_and_lists_keep_the_sandbox(at_work: Service, world: World):
    series, league = series_of(world.author), league_of(world)
    streams = [league_stream(league.id), series_stream(series)]
    with psycopg.connect(at_work.settings.database_url or "", autocommit=True) as connection:
        connection.execute("DELETE FROM shengji.head WHERE stream = ANY(%s)", [streams])
    assert sorted(refold(at_work.database, lambda *_: None)) == streams
    assert check_store(at_work.database, lambda *_: None) == []
    for stream in streams:
        assert at_work.database.read("stream_sandbox", {"stream": stream}) == [(world.id,)]

    rebuild(at_work.settings.database_url or "", at_work.settings.database_role, lambda *_: None)
    assert (_ids(world.author, "series"), _ids(world.author, "leagues")) == ({series}, {league.id})
    world.advance("2027-03-27T18:00:00Z")
    assert league.view()["status"] == "playing"
    assert len(opened_by(at_work, series)) == 1


def test_an_ended_sandbox_ends_its_series_and_leagues(api: Api, at_work: Service, world: World):
    series, league = series_of(world.author), league_of(world)
    _rated(world, at_work)
    league.enter("Late pair")
    world.follow()
    world.move("2027-03-27T18:00:00Z")
    assert all(_rated_rows(at_work, world)[:3])
    assert world.author.api.call("DELETE", "/v1/sandbox", token=world.author.token).status_code == 204
    while at_work.database.read("expired_sandboxes", {"limit": 1}):
        at_work.sandboxes.sweep()

    assert world.id not in {row[0] for row in at_work.database.read("due_sandboxes", {"limit": 1000})}
    SeriesDispatch(at_work.database, WorkerContext.queue, 1.0).poll()
    LeagueDispatch(at_work.database, WorkerContext.queue, 1.0).poll()
    assert not [each for each in WorkerContext.queue.queue.job_ids if series in each or league.id in each]
    with psycopg.connect(at_work.settings.database_url or "") as connection:
        work = connection.execute("SELECT FROM shengji.league_work WHERE world = %s", [world.id]).fetchall()
    assert (work, _rated_rows(at_work, world)) == ([], [0] * 5)
    stranger = api.sign_up()
    assert not {series} & _ids(stranger, "series")
    assert not {league.id} & _ids(stranger, "leagues")

    # Rebuilds and late events do not restore it.
    rebuild(at_work.settings.database_url or "", at_work.settings.database_role, lambda *_: None)
    assert _rated_rows(at_work, world) == [0] * 5
    with at_work.database.session() as session:
        session.execute("UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'ratings'")
    ratings = RatingsProjection(at_work.database, at_work.store)
    while ratings.catch_up():
        pass
    assert _rated_rows(at_work, world) == [0] * 5


def _rated_rows(service: Service, world: World) -> list[int]:
    """Returns the number of rating rows of a sandbox by table."""
    with psycopg.connect(service.settings.database_url or "") as connection:
        found = (
            connection.execute(
                f"SELECT count(*) FROM shengji_read.{name} WHERE pool LIKE '%%' || %s", [world.id]
            ).fetchone()
            for name in ("rating_pool", "rating", "rating_change", "rating_season", "rated_game")
        )
        return [row[0] if row else -1 for row in found]
