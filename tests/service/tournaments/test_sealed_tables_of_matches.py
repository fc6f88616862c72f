"""Sealed tables of matches: who sees them while results are sealed, and when they are unsealed."""

import dataclasses
from random import Random

import psycopg
import pytest

from domain.tournaments.commands import CancelTournament
from domain.tournaments.evolve import fold
from domain.tournaments.matches.unsealing import tables_to_unseal
from domain.tournaments.rounds.commands import CloseRound, OverrideResult, PairAgain
from domain.tournaments.settings import BoardSettings, RoundPlan, TournamentSettings
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Points, Result
from service.platform.store.checks import check_store
from service.processes.rebuild import rebuild
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.boards import score_hand
from tests.support.chance import RANDOMNESS
from tests.support.duplicate_tournaments import BOARDS
from tests.support.tournaments import SWISS, by_id, end, of, open_tables, seated, settle
from tests.support.watched_tournaments import WatchedTournament

SEALED = dataclasses.replace(SWISS, figures={"rounds": 2}, is_sealed=True)
MITCHELL = dataclasses.replace(BOARDS, figures={"rounds": 3}, boards=BoardSettings(1, "matchpoints", "mitchell"))
MITCHELL = dataclasses.replace(MITCHELL, entrants=dataclasses.replace(MITCHELL.entrants, least=5, capacity=8))


class Played(WatchedTournament):
    """A tournament in which workers do what is due after each command."""

    def __init__(self, api: Api, service: Service, plan: TournamentSettings, entrants: int = 4) -> None:
        super().__init__(api, service, plan, entrants)
        settle(service)

    def does(self, command: object) -> None:
        self.service.tournaments.carry_out(self.id, command)  # type: ignore[arg-type]
        settle(self.service)

    @property
    def now(self) -> Tournament:
        return of(self.service, self.id)

    def tables(self, number: int = 1) -> list[str]:
        return [table for linked in self.now.rounds[number - 1].tables for table in linked]

    def pair_again(self) -> None:
        self.does(PairAgain(self.owner.id, self.now.rounds[-1].paired, b"again", "the wrong rules"))


def statuses(user: User, table: str) -> set[int]:
    """Returns the answers to every request about a table."""
    paths = ("", "/events", "/events/stream", "/record", "/messages", "/moves", "/shuffle")
    return {user.get(f"/v1/tables/{table}{path}").status_code for path in paths if path != "/events/stream"}


def sees(user: User, table: str) -> bool:
    return bool(user.get(f"/v1/tables/{table}").status_code == 200)


def test_tables_of_a_sealed_round_are_visible_only_to_their_players(api: Api, at_work: Service):
    played = Played(api, at_work, SEALED)
    first, second = played.tables()
    end(at_work, first, by_id(at_work.table_cache.newest(first).table))
    settle(at_work)

    for table in (first, second):
        sitting = seated(at_work.table_cache.newest(table).table)
        for user in (*played.users, played.stranger, played.owner):
            assert sees(user, table) == (user.id in sitting)
        assert 200 not in statuses(played.stranger, table)
    listed = played.stranger.get("/v1/tables?status=finished").json["tables"]
    assert first not in [each["id"] for each in listed]
    for path in ("/rounds/1", "/events?limit=1000", "/results"):
        assert '"played"' not in played.stranger.get(f"/v1/tournaments/{played.id}{path}").text

    end(at_work, second, by_id(at_work.table_cache.newest(second).table))
    settle(at_work)
    assert [sees(played.stranger, table) for table in (first, second)] == [True, True], "the round is closed"
    assert [sees(played.stranger, table) for table in played.tables(2)] == [False, False]


def test_tables_of_a_sealed_round_stay_sealed_until_staff_close_it(api: Api, at_work: Service):
    plan = dataclasses.replace(SEALED, rounds=RoundPlan(is_automatic=False))
    played = Played(api, at_work, plan)
    owner = played.owner
    path = f"/v1/tournaments/{played.id}/commands"
    assert owner.post(path, {"type": "pair_round", "round": 1}).status_code == 200
    settle(at_work)
    for table in played.tables():
        end(at_work, table, by_id(at_work.table_cache.newest(table).table))
    settle(at_work)
    assert not any(sees(played.stranger, table) for table in played.tables())

    # Two rounds are closed before a worker runs.
    at_work.tournaments.carry_out(played.id, CloseRound(owner.id, 1))
    assert owner.post(path, {"type": "pair_round", "round": 2}).status_code == 200
    for number in (1, 2):
        won = Result(Points(100), Points(0))
        at_work.tournaments.carry_out(played.id, OverrideResult(owner.id, 2, number, won, "a storm"))
    at_work.tournaments.carry_out(played.id, CloseRound(owner.id, 2))
    settle(at_work)
    assert all(sees(played.stranger, table) for table in played.tables())


def test_tables_of_a_sealed_round_that_is_called_off_are_unsealed_when_they_have_ended(api: Api, at_work: Service):
    played = Played(api, at_work, SEALED)
    before = played.tables()
    played.pair_again()
    assert [sees(played.stranger, table) for table in before] == [True, True]
    assert [sees(played.stranger, table) for table in played.tables()] == [False, False]


def test_a_table_that_is_not_linked_yet_stays_sealed(api: Api, at_work: Service, monkeypatch: pytest.MonkeyPatch):
    played = Played(api, at_work, SEALED)

    def unsealing(_, form, tables):
        events = [each.event for each in at_work.tournaments.since(played.id, 0)]
        unlinked = fold(event for event in events if type(event).__name__ not in ("TableLinked", "ResultRecorded"))
        assert tables
        found = tables_to_unseal(unlinked, form, tables)
        assert found == ()
        return found

    monkeypatch.setattr("service.tournaments.unsealing.tables_to_unseal", unsealing)
    end(at_work, played.tables()[0], by_id(at_work.table_cache.newest(played.tables()[0]).table))
    settle(at_work)
    assert not sees(played.stranger, played.tables()[0])


def test_boards_of_a_cancelled_round_are_shown_when_nobody_plays_them_any_more(api: Api, at_work: Service):
    played = Played(api, at_work, BOARDS)
    before = played.tables()
    score_hand(at_work, before[0], Random("off"))
    settle(at_work)
    assert not sees(played.stranger, before[0])
    played.pair_again()
    assert [sees(played.stranger, table) for table in before] == [True, True], "no other round plays the set"
    assert not any(sees(played.stranger, table) for table in played.tables())


def test_boards_of_a_cancelled_round_stay_sealed_while_other_rounds_play_the_set(api: Api, at_work: Service):
    luck = Random("mitchell")
    played = Played(api, at_work, MITCHELL, 6)
    for table in open_tables(at_work, played.id):
        score_hand(at_work, table, luck)
    settle(at_work)
    before = played.tables(2)
    score_hand(at_work, before[0], luck)
    played.pair_again()
    assert not any(sees(played.stranger, table) for table in before)
    orders = [at_work.table_cache.newest(table).table.deals[0].order for table in before]
    again = [at_work.table_cache.newest(table).table.deals[0].order for table in played.tables(2)]
    assert set(orders).isdisjoint(again)

    for _ in range(2):
        assert not any(sees(played.stranger, table) for table in before)
        for table in open_tables(at_work, played.id):
            score_hand(at_work, table, luck)
        settle(at_work)
    assert played.now.status == "finished"
    assert all(sees(played.stranger, table) for table in before)
    boards = played.stranger.get(f"/v1/tournaments/{played.id}/boards/1").json
    assert [each["deal"] for each in boards["deals"]] == [1, 2]
    assert check_store(at_work.database, lambda _, __: None) == []


def test_all_tables_are_unsealed_when_the_tournament_is_called_off(api: Api, at_work: Service):
    for plan in (SEALED, BOARDS):
        played = Played(api, at_work, plan)
        tables = played.tables()
        played.does(CancelTournament(played.owner.id, "a storm"))
        assert all(sees(played.stranger, table) for table in tables)


def test_a_crash_while_unsealing_tables_is_continued_by_another_worker(
    api: Api, at_work: Service, monkeypatch: pytest.MonkeyPatch
):
    played = Played(api, at_work, SEALED)
    run = at_work.database.run

    def dies(statement, arguments=None):
        if statement == "unseal_tournament_tables":
            raise SystemExit
        return run(statement, arguments)

    with monkeypatch.context() as patched:
        patched.setattr(at_work.database, "run", dies)
        for table in played.tables():
            end(at_work, table, by_id(at_work.table_cache.newest(table).table))
        with pytest.raises(SystemExit):
            settle(at_work)
    settle(at_work)
    assert all(sees(played.stranger, table) for table in played.tables())
    rows = at_work.database.read("sealed_tables_over", {"tournament_id": played.id})
    assert rows == []


def test_sealed_tables_stay_sealed_after_a_rebuild_of_the_lists(api: Api, at_work: Service, database_url: str):
    played = Played(api, at_work, SEALED)
    end(at_work, played.tables()[0], by_id(at_work.table_cache.newest(played.tables()[0]).table))
    settle(at_work)
    before = at_work.database.read("sealed_tables_over", {"tournament_id": played.id})
    assert before == [(played.tables()[0], 1)]

    rebuild(database_url, "shengji_app", lambda *_: None)

    assert at_work.database.read("sealed_tables_over", {"tournament_id": played.id}) == before


def test_players_with_a_linked_account_that_plays_the_boards_cannot_be_called_or_enter(
    api: Api, at_work: Service, database_url: str
):
    played = Played(api, at_work, BOARDS, 6)
    one, other = played.users[0], api.sign_up("the same again")
    with psycopg.connect(database_url, autocommit=True) as connection:
        for user in (one, other):
            connection.execute(
                "INSERT INTO shengji.webhook (id, player_id, url, types, secret) VALUES (%s, %s, %s, '{}', 'x')",
                [RANDOMNESS.new_id("whk"), user.id, "https://example.org/one"],
            )
    path = f"/v1/tournaments/{played.id}/commands"
    spare = api.sign_up("spare")
    for user in (other, spare):
        assert user.post(path, {"type": "offer_to_substitute"}).status_code == 200
    entry = played.now.entry_of(played.users[2].id)
    assert entry
    call = {"type": "call_substitute", "entrant": entry.id, "instead_of": played.users[3].id}
    refused = played.owner.post(path, {**call, "player": other.id})
    assert (refused.status_code, refused.json["code"], refused.json["facts"]) == (403, "knows_the_deals", {"sets": [1]})
    assert one.id not in refused.text
    assert played.owner.post(path, {**call, "player": spare.id}).status_code == 200

    coming = at_work.tournaments.create(played.owner.id, BOARDS).id
    path = f"/v1/tournaments/{coming}/commands"
    assert one.post(path, {"type": "register", "partners": [spare.id]}).status_code == 200
    refused = other.post(path, {"type": "register", "partners": [played.users[5].id]})
    assert (refused.status_code, refused.json["code"]) == (403, "linked_takes_part")
    assert one.id not in refused.text
