"""Corrections over HTTP and by workers: the correction period, reopening, and their consequences."""

import dataclasses
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, get_args

import pytest

from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.commands import FinishTournament, ReopenTournament, StartTournament
from domain.tournaments.leagues.events import DivisionCorrected
from domain.tournaments.rounds.commands import OverrideResult
from domain.tournaments.terms import Result, ResultKind
from service.leagues.jobs import continue_league
from service.processes.rebuild import rebuild
from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from tests.service.leagues.test_league_process import playing
from tests.support.api import Api, Json
from tests.support.clock import MovableClock
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.leagues_stored import SEASON_S, league_of, play_season, season_of
from tests.support.leagues_stored import settle as settle_leagues
from tests.support.rated_games import catch_up, elo, forget, four, stored
from tests.support.rated_games import played as rated_match
from tests.support.stored import catch_up as catch_up_with_accounts
from tests.support.tournaments import SWISS, by_id, created, enters, of, play_to_the_end, player, settle
from tests.support.tournaments_served import BOARDS, Tournament

LIVE: Json = {"profile": "zhang-2021", "hands": 1, "clock": {"kind": "simple", "per_move_s": 60}}
REASON = "a result was entered the wrong way round"
LOST = {"first": 0, "second": 100, "reason": "the sheet was read wrong"}


def ended(api: Api, **settings: Any) -> Tournament:
    """Returns a one-round tournament with all results whose owner has ended its play."""
    tournament = Tournament(api, figures={"rounds": 1}, **{"corrections_s": None, **settings})
    tournament.start(2)
    tournament.play()
    tournament.done(tournament.owner, "finish_tournament")
    return tournament


def is_final(tournament: Tournament) -> bool:
    found: bool = tournament.owner.get(f"{tournament.path}/standings").json["is_final"]
    return found


def corrections(tournament: Tournament) -> Json:
    found: Json = tournament.owner.get(f"{tournament.path}/corrections").json
    return found


# ------------------------------------------------------------------------------------------------ over HTTP


@pytest.mark.parametrize(("play", "corrections_s"), [({"profile": "zhang-2021", "hands": 1}, 86_400), (LIVE, 900)])
def test_the_default_correction_period_is_15_minutes_for_live_play_and_a_day_for_correspondence(
    api: Api, play: Json, corrections_s: int
):
    tournament = Tournament(api, play=play, corrections_s=None)
    assert tournament.view()["settings"]["corrections_s"] == corrections_s


def test_after_the_last_result_the_tournament_is_finishing_and_shows_until_when(api: Api):
    tournament = ended(api)
    view = tournament.view()
    assert view["status"] == "finishing"
    assert view["corrections_until"] == view["due_at"]
    assert (view["finished_at"], view["reopen_until"]) == (None, None)
    assert not is_final(tournament)
    listed = tournament.owner.get("/v1/tournaments?status=finishing")
    assert listed.status_code == 200
    refused = tournament.ask(tournament.owner, "pause_tournament", reason="tea")
    assert refused.json["code"] == "tournament_finishing"
    assert refused.json["facts"] == {"corrections_until": view["corrections_until"]}


def test_a_correction_is_in_the_history_with_author_time_reason_and_both_results(api: Api):
    tournament = ended(api)
    winner = tournament.standings()[0]["entrant"]
    tournament.done(tournament.owner, "override_result", round=1, match=1, **LOST)
    assert tournament.standings()[0]["entrant"] != winner
    found = corrections(tournament)
    assert found["status"] == "finishing"
    last = found["corrections"][-1]
    assert last["before"] == {"first": 100, "second": 0, "kind": "adjudicated"}
    assert last["after"] == {"first": 0, "second": 100, "kind": "adjudicated"}
    assert (last["by"], last["reason"], last["board"]) == (tournament.owner.id, LOST["reason"], None)
    assert last["at"] is not None


def test_the_owner_ends_the_correction_period_and_reopens_it_for_up_to_thirty_days(api: Api):
    tournament = ended(api)
    tournament.done(tournament.owner, "finish_tournament")
    view = tournament.view()
    assert view["status"] == "finished"
    refused = tournament.ask(tournament.owner, "override_result", round=1, match=1, **LOST)
    assert (refused.status_code, refused.json["code"]) == (409, "tournament_over")
    assert refused.json["facts"] == {"status": "finished", "reopen_until": view["reopen_until"]}
    assert "reopen_tournament" in refused.json["hint"]

    dry = tournament.owner.post(
        f"{tournament.path}/commands?dry_run=true", {"type": "reopen_tournament", "reason": REASON}
    )
    assert dry.json["events"] == ["tournament_reopened"]
    assert tournament.view()["status"] == "finished"
    _, captain, _ = tournament.pairs[0]
    assert tournament.ask(captain, "reopen_tournament", reason=REASON).status_code == 403
    assert tournament.ask(tournament.owner, "reopen_tournament").status_code == 400
    tournament.done(tournament.owner, "reopen_tournament", reason=REASON)
    assert tournament.view()["status"] == "finishing"
    assert [each["reason"] for each in corrections(tournament)["reopened"]] == [REASON]
    tournament.done(tournament.owner, "override_result", round=1, match=1, **LOST)
    tournament.done(tournament.owner, "finish_tournament")
    again = tournament.view()
    assert (again["status"], again["finished_at"]) == ("finished", view["finished_at"])
    assert is_final(tournament)


def test_sealed_results_are_sealed_in_the_history_too(api: Api):
    tournament = Tournament(api, is_sealed=True)
    tournament.start(2)
    tournament.pair()
    tournament.win(1, 1)
    _, captain, _ = tournament.pairs[0]
    [seen] = captain.get(f"{tournament.path}/corrections").json["corrections"]
    assert (seen["before"], seen["after"]) == (None, None)
    [known] = corrections(tournament)["corrections"]
    assert known["after"] is not None


def test_the_history_has_an_entity_tag(api: Api):
    tournament = ended(api)
    first = tournament.owner.get(f"{tournament.path}/corrections")
    again = tournament.owner.get(f"{tournament.path}/corrections", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def kinds(who: Any, service: Service, tournament: str) -> list[str]:
    catch_up_with_accounts(service)
    events = who.get("/v1/me/events").json["events"]
    return [each["type"] for each in events if each["data"].get("tournament") == tournament]


def test_players_are_notified_of_the_end_once_and_of_corrected_standings_once(api: Api, at_work: Service):
    tournament = ended(api)
    _, captain, _ = tournament.pairs[0]
    tournament.done(tournament.owner, "finish_tournament")
    tournament.done(tournament.owner, "reopen_tournament", reason=REASON)
    tournament.done(tournament.owner, "finish_tournament")
    before = kinds(captain, at_work, tournament.id)
    assert before[-3:] == ["tournament_finishing", "tournament_over", "tournament_finishing"]
    assert before.count("tournament_over") == 1

    tournament.done(tournament.owner, "reopen_tournament", reason=REASON)
    tournament.done(tournament.owner, "override_result", round=1, match=1, **LOST)
    tournament.done(tournament.owner, "finish_tournament")
    since = kinds(captain, at_work, tournament.id)[len(before) :]
    assert since == ["tournament_finishing", "tournament_result", "tournament_corrected"]


def test_released_board_results_are_streamed_once_even_if_the_tournament_ends_twice(api: Api):
    movement = {"per_match": 1, "scoring": "matchpoints", "movement": "mitchell"}
    size = {"kind": "pair", "least": 6, "capacity": 6}
    boards = {**BOARDS, "boards": movement, "entrants": size, "figures": {"rounds": 3}}
    tournament = Tournament(api, **{**boards, "corrections_s": None})
    tournament.start(6)
    tournament.play()

    def results() -> list[Json]:
        found: list[Json] = tournament.pairs[0][1].get(f"{tournament.path}/results").json["results"]
        return found

    assert results() == []
    tournament.done(tournament.owner, "finish_tournament", reason="it has got late")
    results_events = results()
    assert [(each["round"], len(each["matches"])) for each in results_events if each["is_closed"]] == [(1, 3)]
    tournament.done(tournament.owner, "finish_tournament")
    tournament.done(tournament.owner, "reopen_tournament", reason=REASON)
    tournament.done(tournament.owner, "finish_tournament")
    assert results() == results_events


# ------------------------------------------------------------------------------------------------ the clock


def test_a_worker_finishes_the_tournament_when_the_correction_period_is_over(at_work: Service, clock: MovableClock):
    settings = dataclasses.replace(SWISS, figures={"rounds": 1}, corrections_s=600)
    tournament, owner = created(at_work, settings)
    for _ in range(2):
        enters(at_work, tournament, player(at_work), player(at_work))
    at_work.tournaments.carry_out(tournament, StartTournament(owner))
    finishing = play_to_the_end(at_work, tournament, by_id)
    assert finishing.status == "finishing"
    assert finishing.finishing is not None
    continue_tournament(tournament)
    assert of(at_work, tournament).status == "finishing"
    clock.stop_at(finishing.finishing.until)
    continue_tournament(tournament)
    assert of(at_work, tournament).status == "finished"
    assert [type(each.event).__name__ for each in at_work.tournaments.since(tournament, 0)][-2:] == [
        "CorrectionsOpened",
        "TournamentFinished",
    ]


# ------------------------------------------------------------------------------------------------ ratings


@pytest.fixture
def rated(at_work: Service) -> Iterator[Service]:
    """The context of the jobs. No game was rated before."""
    catch_up(at_work)
    forget(at_work)
    yield at_work
    catch_up(at_work)
    forget(at_work)


def overrides(service: Service, tournament: str, owner: PlayerId, result: Result) -> None:
    service.tournaments.carry_out(tournament, OverrideResult(owner, 1, 1, result, "as seen"))


def test_a_correction_after_the_end_corrects_the_ratings_in_chronological_order(rated: Service):
    a, b, c, d = four(rated)
    tournament, owner = rated_match(rated, (a, b), (c, d))
    assert of(rated, tournament).status == "finished"
    rated_match(rated, (a, c), (b, d))
    catch_up(rated)
    before = stored(rated)
    with pytest.raises(Refusal) as raised:
        overrides(rated, tournament, owner, Result(0, 100))
    assert raised.value.code() == "tournament_over"

    rated.tournaments.carry_out(tournament, ReopenTournament(owner, REASON))
    was = of(rated, tournament).rounds[0].results[0]
    assert was is not None
    turned = Result(was.second, was.first, "played")
    overrides(rated, tournament, owner, turned)
    catch_up(rated)
    corrected = elo(rated, (a, b, c, d))
    rated.tournaments.carry_out(tournament, FinishTournament(owner))
    catch_up(rated)
    assert elo(rated, (a, b, c, d)) == corrected

    rated.tournaments.carry_out(tournament, ReopenTournament(owner, REASON))
    for result in (Result(50, 50, "played"), Result(0, 0, "double_forfeit"), turned, was):
        overrides(rated, tournament, owner, result)
        catch_up(rated)
    assert stored(rated) == before


@pytest.mark.parametrize("luck", range(3))
def test_ratings_do_not_depend_on_the_number_or_time_of_corrections(rated: Service, luck: int):
    a, b, c, d = four(rated)
    tournament, owner = rated_match(rated, (a, b), (c, d))
    rated_match(rated, (a, d), (b, c))
    kinds_of_result = [
        Result(*points, kind) for points in ((100, 0), (0, 100), (50, 50)) for kind in get_args(ResultKind)
    ]
    dice = Random(luck)
    sequence = [dice.choice(kinds_of_result) for _ in range(5)]
    rated.tournaments.carry_out(tournament, ReopenTournament(owner, REASON))
    for result in sequence:
        if dice.random() < 0.5:
            rated.tournaments.carry_out(tournament, FinishTournament(owner))
            rated.tournaments.carry_out(tournament, ReopenTournament(owner, REASON))
        overrides(rated, tournament, owner, result)
        if dice.random() < 0.5:
            catch_up(rated)
    catch_up(rated)
    corrected = [row[1:] for row in rated_now(rated, (a, b, c, d))]

    e, f, g, h = four(rated)
    right, other_owner = rated_match(rated, (e, f), (g, h))
    rated.tournaments.carry_out(right, ReopenTournament(other_owner, REASON))
    overrides(rated, right, other_owner, sequence[-1])
    rated_match(rated, (e, h), (f, g))
    catch_up(rated)
    assert [row[1:] for row in rated_now(rated, (e, f, g, h))] == corrected


def rated_now(service: Service, players: Sequence[PlayerId]) -> list[tuple[Any, ...]]:
    """Returns the stored ratings of these players of all time, in this order."""
    with service.database.session() as session:
        rows = session.execute(
            "SELECT player_id, elo, elo_games, elo_won, mu, sigma, team_games, team_won FROM rating WHERE season = ''"
        )
        found = {row[0]: row for row in rows}
    return [found[each] for each in players]


def test_rebuilt_ratings_are_the_same(rated: Service, database_url: str):
    a, b, c, d = four(rated)
    tournament, owner = rated_match(rated, (a, b), (c, d))
    assert of(rated, tournament).status == "finished"
    rated.tournaments.carry_out(tournament, ReopenTournament(owner, REASON))
    overrides(rated, tournament, owner, Result(50, 50, "played"))
    catch_up(rated)
    before = elo(rated, (a, b, c, d))
    rebuild(database_url, "shengji_app", lambda *_: None)
    catch_up(rated)
    assert elo(rated, (a, b, c, d)) == before


# ------------------------------------------------------------------------------------------------ leagues


def corrected_division(service: Service, tournament: str) -> None:
    """Reopens the tournament of a division, reverses all results, and ends it again."""
    owner, _ = of(service, tournament).staff[0]
    service.tournaments.carry_out(tournament, ReopenTournament(owner, REASON))
    for number, played in enumerate(of(service, tournament).rounds, start=1):
        for match, result in enumerate(played.results, start=1):
            assert result is not None
            turned = Result(result.second, result.first, "played")
            service.tournaments.carry_out(tournament, OverrideResult(owner, number, match, turned, "as seen"))
    settle(service)
    settle_leagues(service)
    service.tournaments.carry_out(tournament, FinishTournament(owner))
    settle(service)
    settle_leagues(service)


def effects(service: Service, league: str) -> list[str]:
    events = (each.event for each in service.leagues.since(league, 0))
    return [event.effect for event in events if isinstance(event, DivisionCorrected)]


def test_a_league_uses_corrected_standings_until_its_next_season_begins(at_work: Service, clock: MovableClock):
    league, _ = playing(at_work, clock)
    season = play_season(at_work, league, by_id)
    assert season.status == "over"
    first = season.divisions[0]
    assert first.tournament is not None
    assert first.standings is not None
    ranked = [each.entrant for each in first.standings]

    corrected_division(at_work, first.tournament)
    assert effects(at_work, league) == ["counts"]
    assert list(league_of(at_work, league).standings[0]) == ranked[::-1]

    clock.be_ahead(3601 + SEASON_S - 30)
    continue_league(league)
    settled = season_of(at_work, league)
    assert (settled.number, settled.status) == (2, "settled")
    assert ranked[0] in settled.divisions[1].members, "the last entrant after the correction is relegated"
    corrected_division(at_work, first.tournament)
    assert effects(at_work, league) == ["counts", "remade"]
    assert ranked[-1] in season_of(at_work, league).divisions[1].members

    clock.be_ahead(3601 + SEASON_S)
    continue_league(league)
    begun = season_of(at_work, league)
    assert begun.status == "playing"
    corrected_division(at_work, first.tournament)
    assert effects(at_work, league) == ["counts", "remade", "too_late"]
    assert [each.members for each in season_of(at_work, league).divisions] == [each.members for each in begun.divisions]


# ------------------------------------------------------------------------------------------------ sandboxes


def test_in_a_sandbox_the_correction_period_follows_its_clock(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work)
    tournament = Tournament(api, owner=sandbox.author, figures={"rounds": 1}, play=LIVE, corrections_s=None)
    for number in (1, 2):
        captain, partner = sandbox.sign_up(f"{number} 1"), sandbox.sign_up(f"{number} 2")
        [entered, *_] = tournament.done(captain, "register", partners=[partner.id])
        tournament.done(partner, "accept_partner", entrant=entered["data"]["entrant"])
    tournament.done(sandbox.author, "start_tournament")
    tournament.play()
    tournament.done(sandbox.author, "finish_tournament")
    assert tournament.view()["corrections_until"] == "2027-03-20T12:15:00.000Z"
    sandbox.advance("2027-03-20T12:14:59Z")
    assert tournament.view()["status"] == "finishing"
    sandbox.advance("2027-03-20T12:15:00Z")
    view = tournament.view()
    assert view["status"] == "finished"
    assert view["finished_at"] == "2027-03-20T12:15:00.000Z"
    assert view["reopen_until"] == "2027-04-19T12:15:00.000Z"
    sandbox.advance("2027-04-19T12:15:01Z")
    refused = tournament.ask(sandbox.author, "reopen_tournament", reason=REASON)
    assert (refused.status_code, refused.json["code"]) == (409, "reopening_too_late")
