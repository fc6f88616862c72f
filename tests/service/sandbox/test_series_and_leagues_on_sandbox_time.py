"""Series and leagues in sandboxes follow the sandbox clock."""

from typing import cast

import pytest

from domain.kernel.instants import DAY_MS, Instant, read_instant
from service.leagues import jobs as leagues
from service.leagues.events import stream_of as league_stream
from service.leagues.jobs import LeagueDispatch
from service.series.events import stream_of as series_stream
from service.series.jobs import SeriesDispatch, open_tournaments
from service.tournaments.events import stream_of as tournament_stream
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, Json
from tests.support.clocked_sandboxes import ClockedSandbox, recorded
from tests.support.fixtures import limited
from tests.support.leagues import swapped
from tests.support.leagues_served import League
from tests.support.leagues_stored import captains
from tests.support.series_in_sandboxes import CALENDAR, FRIDAYS, SLOW, league_of, of_the_lowest, opened_by, series_of
from tests.support.tournaments import end, of, open_tables

NIGHT_STARTS = [read_instant(f"{at}:00.000Z") for at in ("2027-03-26T18:00", "2027-04-02T17:00", "2027-04-09T17:00")]
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
"""Stand-ins play for all, so the test makes no moves."""


def test_a_series_opens_its_weekly_tournaments_on_time_however_far_the_clock_is_moved(
    at_work: Service, sandbox: ClockedSandbox
):
    series = series_of(sandbox.author)
    assert [each["starts_at"] for each in sandbox.author.get(f"/v1/series/{series}").json["to_come"]][:2] == [
        "2027-03-26T18:00:00.000Z",
        "2027-04-02T17:00:00.000Z",
    ]

    sandbox.advance("2027-04-10T00:00:00Z")

    opened_at = [Instant(at - DAY_MS) for at in NIGHT_STARTS]
    opened = opened_by(at_work, series)
    assert recorded(at_work, series_stream(series), "occurrence_opened") == opened_at
    assert [recorded(at_work, tournament_stream(each), "tournament_created") for each in opened] == [
        [at] for at in opened_at
    ]
    for tournament, starts_at in zip(opened, NIGHT_STARTS, strict=True):
        found = of(at_work, tournament)
        assert (found.sandbox, found.settings.schedule.starts_at) == (sandbox.id, starts_at)
        # No player has come.
        assert found.status == "cancelled"
        assert recorded(at_work, tournament_stream(tournament), "tournament_cancelled") == [starts_at]
    state = sandbox.author.get("/v1/sandbox").json
    assert state["at_rest"] is True
    assert state["due"] == [{"series": series, "at": "2027-04-15T17:00:00.000Z"}]
    listed = sandbox.author.get("/v1/series").json["series"]
    assert [(each["id"], each["opens_next_at"]) for each in listed] == [(series, "2027-04-15T17:00:00.000Z")]


def test_a_night_of_a_series_can_be_entered_and_played_in_the_sandbox(at_work: Service, sandbox: ClockedSandbox):
    series = series_of(sandbox.author)
    sandbox.advance("2027-03-25T18:00:00Z")
    [tournament] = opened_by(at_work, series)
    commands = f"/v1/tournaments/{tournament}/commands"
    players = [sandbox.sign_up(f"Player {number}") for number in range(4)]
    for player in players:
        entered = player.post(commands, {"type": "register"})
        assert entered.status_code == 200, entered.text
    sandbox.advance("2027-03-26T17:50:00Z")
    for player in players:
        assert player.post(commands, {"type": "check_in"}).status_code == 200

    sandbox.advance("2027-03-26T18:00:00Z")

    assert recorded(at_work, tournament_stream(tournament), "tournament_started") == NIGHT_STARTS[:1]
    [table] = open_tables(at_work, tournament)
    assert sandbox.author.get(f"/v1/tables/{table}").status_code == 200


def test_a_rule_is_checked_against_the_clock_of_the_sandbox(api: Api, sandbox: ClockedSandbox):
    past = {**FRIDAYS["recurrence"], "first": "2027-03-19T19:00"}
    refused = sandbox.author.post("/v1/series", {**FRIDAYS, "recurrence": past})
    assert refused.json["facts"]["option"] == "recurrence.first"
    earlier = api.sign_up().in_sandbox(now="2001-01-01T00:00:00Z")
    series_of(earlier, recurrence={**FRIDAYS["recurrence"], "first": "2001-01-05T19:00"})


def test_the_real_clock_does_not_affect_series_and_leagues_of_sandboxes(at_work: Service, api: Api):
    """Their times are in the past by the real clock."""
    sandbox = ClockedSandbox(api, at_work, "2001-01-01T00:00:00Z")
    series = series_of(sandbox.author, recurrence={**FRIDAYS["recurrence"], "first": "2001-01-05T19:00"})
    league = League(
        cast("Api", sandbox), owner=sandbox.author, calendar={**CALENDAR, "starts_at": "2001-01-05T18:00:00Z"}
    )
    for number in range(2):
        league.enter(f"Pair {number}")
    sandbox.follow()
    WorkerContext.queue.redis.flushdb()

    SeriesDispatch(at_work.database, WorkerContext.queue, 1.0).poll()
    LeagueDispatch(at_work.database, WorkerContext.queue, 1.0).poll()

    assert not [each for each in WorkerContext.queue.queues["tables"].job_ids if series in each or league.id in each]
    assert (open_tournaments(series), leagues.continue_league(league.id)) == (0, 0)
    assert opened_by(at_work, series) == []
    assert at_work.leagues.at(league.id).league.season is None


def test_a_failing_series_does_not_block_others(
    at_work: Service, sandbox: ClockedSandbox, monkeypatch: pytest.MonkeyPatch
):
    series, other = series_of(sandbox.author), league_of(sandbox, 2)
    with monkeypatch.context() as patched:
        patched.setattr(type(at_work.series_process), "take_due_steps", lambda *_: 0)
        sandbox.advance("2027-03-27T18:00:00Z")

        assert other.view()["status"] == "playing"
        assert sandbox.author.get("/v1/sandbox").json["at_rest"] is True

    sandbox.advance("2027-03-27T18:00:01Z")
    # It was opened too late for players but on time by the sandbox clock.
    assert recorded(at_work, series_stream(series), "occurrence_opened") == [Instant(NIGHT_STARTS[0] - DAY_MS)]


@pytest.mark.slow
def test_a_league_plays_two_seasons_in_one_clock_move_with_events_on_time(at_work: Service, sandbox: ClockedSandbox):
    league = league_of(sandbox, template=PLAYED)

    sandbox.advance("2027-12-31T00:00:00Z")

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
            assert of(at_work, division["tournament"]).sandbox == sandbox.id
            ends += recorded(at_work, tournament, "tournament_finished")
        assert begins < min(ends) <= max(ends) < begins + 10 * DAY_MS
        ended += sorted(ends)
        assert recorded(at_work, stream, "season_ended")[number - 1] == max(ends)
    assert recorded(at_work, stream, "division_ended") == ended
    times = recorded(at_work, stream, "season_settled", "season_started", "division_ended", "season_ended")
    assert times == sorted(times)
    assert sandbox.author.get("/v1/sandbox").json["at_rest"] is True
    assert sandbox.author.get("/v1/sandbox").json["due"] == []


def test_the_best_are_promoted_and_the_last_relegated_between_seasons(at_work: Service, sandbox: ClockedSandbox):
    league = league_of(sandbox, 6, template={**PLAYED, "play": SLOW})
    sandbox.advance("2027-03-27T18:00:00Z")
    ranked = []
    for division in at_work.leagues.at(league.id).league.season.divisions:  # type: ignore[union-attr]
        tournament = str(division.tournament)
        lowest = captains(at_work, tournament)
        while tables := open_tables(at_work, tournament):
            for table in tables:
                end(at_work, table, of_the_lowest(at_work, table))
            sandbox.settle()
        ranked.append(sorted(division.members, key=lowest.__getitem__))
    assert league.season(1)["status"] == "over"

    sandbox.advance("2027-04-08T18:00:00Z")

    second = at_work.leagues.at(league.id).league.season
    assert second is not None
    assert [set(each.members) for each in second.divisions] == swapped(ranked, 1)


def test_a_season_without_play_is_cut_short_at_its_end(at_work: Service, sandbox: ClockedSandbox):
    league = league_of(sandbox)

    sandbox.advance("2027-04-07T00:00:00Z")

    ends = Instant(SEASONS[0] + 10 * DAY_MS)
    assert recorded(at_work, league_stream(league.id), "season_cut_short", "season_ended") == [ends, ends]
    for division in league.season(1)["divisions"]:
        assert recorded(at_work, tournament_stream(division["tournament"]), "tournament_cancelled") == [ends]
    assert sandbox.author.get("/v1/sandbox").json["at_rest"] is True


def test_a_sandbox_with_a_due_league_is_found(at_work: Service, sandbox: ClockedSandbox):
    def found() -> bool:
        return sandbox.id in {row[0] for row in at_work.database.read("due_sandboxes", {"limit": 1000})}

    league = league_of(sandbox)
    sandbox.settle()
    assert not found()
    sandbox.move("2027-03-26T18:00:00Z")
    assert found()
    sandbox.settle()
    assert not found()

    league.enter("Another pair")
    sandbox.follow()
    assert found()
    assert sandbox.author.get("/v1/sandbox").json["at_rest"] is False
    sandbox.settle()
    assert not found()


def test_a_job_out_of_time_leaves_a_league_to_the_next_job(
    at_work: Service, sandbox: ClockedSandbox, monkeypatch: pytest.MonkeyPatch
):
    league = league_of(sandbox)
    sandbox.settle()
    sandbox.move("2027-03-27T18:00:00Z")

    monkeypatch.setattr(WorkerContext, "service", limited(at_work, job_s=0.0))
    for _ in range(60):
        sandbox.settle()
    monkeypatch.setattr(WorkerContext, "service", at_work)
    sandbox.settle()

    stream = league_stream(league.id)
    assert recorded(at_work, stream, "season_started", "division_opened") == [SEASONS[0]] * 3
