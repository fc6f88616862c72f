"""Rounds with a scheduled start: players see the time, and a job starts each once, on time or late."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from service.tournaments.handlers import Tournaments
from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.clock import MovableClock
from tests.support.stored import catch_up
from tests.support.tournaments import by_id, of, play_to_the_end, settle
from tests.support.tournaments_served import Tournament

DAY_S = 24 * 3600


def ahead(days: float) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


def notifications(user: User, service: Service) -> list[Json]:
    catch_up(service)
    events = user.get("/v1/me/events?limit=1000").json["events"]
    return [each["data"] for each in events if each["type"] == "tournament_round_scheduled"]


def rounds_paired(service: Service, tournament: str) -> int:
    return sum(type(each.event).__name__ == "RoundPaired" for each in service.tournaments.since(tournament, 0))


def test_players_see_the_scheduled_start_and_workers_start_the_round_once(
    api: Api, at_work: Service, clock: MovableClock
):
    tournament = Tournament(api)
    tournament.start(4)
    _, captain, _ = tournament.pairs[0]
    begins = ahead(1)
    tournament.done(tournament.owner, "schedule_round", round=1, begins_at=begins)

    seen = tournament.view(captain)
    assert seen["scheduled"]["round"] == 1
    assert seen["scheduled"]["matches"] is None
    assert seen["scheduled"]["begins_at"] == seen["due_at"]
    [news] = notifications(captain, at_work)
    assert (news["round"], news["begins_at"], news["reason"]) == (1, seen["due_at"], None)
    calendar = captain.get(f"{tournament.path}/calendar").text
    assert "round 1 begins" in calendar
    assert f"DTSTART:{begins.replace('-', '').replace(':', '')}" in calendar
    settle(at_work)
    assert rounds_paired(at_work, tournament.id) == 0

    clock.be_ahead(3 * DAY_S)
    with ThreadPoolExecutor(4) as workers:
        list(workers.map(continue_tournament, [tournament.id] * 4))
    settle(at_work)
    assert rounds_paired(at_work, tournament.id) == 1
    assert tournament.view()["scheduled"] is None
    assert all(match["tables"] for match in tournament.round(1)["matches"])
    assert "round 1 begins" not in captain.get(f"{tournament.path}/calendar").text


def test_a_round_paired_in_advance_starts_with_that_pairing(
    api: Api, at_work: Service, monkeypatch: pytest.MonkeyPatch, clock: MovableClock
):
    tournament = Tournament(api)
    tournament.start(4)
    tournament.done(tournament.owner, "schedule_round", round=1, begins_at=ahead(1), pair_now=True)
    seen = tournament.view(tournament.pairs[0][1])["scheduled"]
    assert len(seen["matches"]) == 2
    [event] = [each for each in at_work.tournaments.since(tournament.id, 0) if hasattr(each.event, "begins_at")]

    clock.be_ahead(DAY_S + 60)
    carry_out = Tournaments.carry_out
    with monkeypatch.context() as dying:
        dying.setattr(Tournaments, "carry_out", lambda *_, **__: (_ for _ in ()).throw(MemoryError))
        with pytest.raises(MemoryError):
            continue_tournament(tournament.id)
    assert Tournaments.carry_out is carry_out
    settle(at_work)
    continue_tournament(tournament.id)
    begun = tournament.round(1)
    assert [{k: each[k] for k in ("first", "second")} for each in begun["matches"]] == seen["matches"]
    assert begun["seed"] == event.event.seed


def test_a_scheduled_round_starts_after_the_last_result_of_the_previous_one(
    api: Api, at_work: Service, clock: MovableClock
):
    tournament = Tournament(api)
    tournament.start(4)
    tournament.pair(1)
    tournament.done(tournament.owner, "schedule_round", round=2, begins_at=ahead(1))
    clock.be_ahead(2 * DAY_S)
    settle(at_work)
    continue_tournament(tournament.id)
    assert rounds_paired(at_work, tournament.id) == 1
    ended = play_to_the_end(at_work, tournament.id, by_id)
    assert [each.closed_at is not None for each in ended.rounds] == [True, False]
    assert rounds_paired(at_work, tournament.id) == 2

    clock.be_ahead(0)
    tournament.done(tournament.owner, "close_round", round=2)
    tournament.done(tournament.owner, "schedule_round", round=3, begins_at=ahead(1))
    clock.be_ahead(2 * DAY_S)
    continue_tournament(tournament.id)
    found = of(at_work, tournament.id)
    assert found.status == "running", "a tournament run by staff is ended by staff"
    assert found.pairing_refused is not None
    assert found.pairing_refused.code == "empty_round"


def test_a_start_can_be_moved_and_cancelled_and_players_are_notified(api: Api, at_work: Service, clock: MovableClock):
    tournament = Tournament(api)
    tournament.start(4)
    _, captain, _ = tournament.pairs[0]
    for days in (1, 3):
        tournament.done(tournament.owner, "schedule_round", round=1, begins_at=ahead(days))
    clock.be_ahead(2 * DAY_S)
    continue_tournament(tournament.id)
    assert rounds_paired(at_work, tournament.id) == 0
    clock.be_ahead(0)
    tournament.done(tournament.owner, "unschedule_round", reason="no hall")
    clock.be_ahead(4 * DAY_S)
    continue_tournament(tournament.id)
    assert rounds_paired(at_work, tournament.id) == 0
    news = notifications(captain, at_work)
    assert [each["reason"] for each in news] == [None, None, "no hall"]
    assert news[2]["begins_at"] is None


def test_an_invalid_start_is_refused_and_changes_nothing(api: Api):
    tournament = Tournament(api)
    tournament.start(4)
    version = tournament.version()
    _, captain, _ = tournament.pairs[0]
    past = tournament.ask(tournament.owner, "schedule_round", round=1, begins_at="2020-01-01T00:00:00Z")
    assert (past.status_code, past.json["code"]) == (422, "invalid_start")
    assert past.json["hint"].startswith("give a time after")
    player = tournament.ask(captain, "schedule_round", round=1, begins_at=ahead(1))
    assert (player.status_code, player.json["code"]) == (403, "staff_only")
    none = tournament.ask(tournament.owner, "unschedule_round", reason="why not")
    assert (none.status_code, none.json["code"]) == (409, "round_not_scheduled")
    byes = tournament.ask(tournament.owner, "schedule_round", round=1, begins_at=ahead(1), byes=[])
    assert byes.status_code == 400
    assert tournament.version() == version
