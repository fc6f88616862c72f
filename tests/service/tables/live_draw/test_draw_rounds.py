"""Any worker ticks the clock of a live draw on time, and bots declare between the rounds."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domain.games.bots import BOTS
from domain.games.sheng_ji.bots.random_bot import RandomBot
from domain.games.sheng_ji.commands import Declare
from domain.games.sheng_ji.move_checks import declarations
from domain.tools.verification import verify
from service.processes.worker import work
from service.tables.dispatch import TableDispatch
from service.tables.draw_ticks import tick_draw
from service.tables.records import events_of_record
from tests.support.api import Api, User, started_table
from tests.support.live_draws import LIVE, rounds_drawn, running, tick

ROUNDS = 25


def bots_table(api: Api, *bots: str | None, **options: object) -> tuple[str, User]:
    """Returns a started one-hand table with a bot for each name and the host on the other seat."""
    host = api.sign_up()
    table = host.open_table(hands=1, options={**LIVE, **options})
    for seat, bot in enumerate(bots):
        kind, members = ("seat_bot", {"bot": bot}) if bot else ("sit", {})
        assert host.command(table, kind, seat=seat, **members).status_code == 200
    assert host.command(table, "start").status_code == 200
    return table, host


def until_somebody_can_declare(service: Any, table: str, players: list[User]) -> tuple[User, list[str]]:
    """Draws until a seat can declare; returns the seat and its cards."""
    for _ in range(ROUNDS - 1):
        assert tick(service, table) == 1
        for player in players:
            moves = player.get(f"/v1/tables/{table}/moves").json["moves"]
            if moves["cards"]:
                return player, moves["cards"][0]
    raise AssertionError("nobody can declare")


def test_starting_the_match_starts_the_clock_and_asks_no_player(api: Api, service):
    a_while = timedelta(seconds=600)
    before = datetime.now(UTC)
    table, players = started_table(api, options={**LIVE, "draw_seconds": 600})
    after = datetime.now(UTC)

    step, runs_down_at, due_at = running(service, table)
    assert step == 0
    assert due_at == runs_down_at
    assert before + a_while <= runs_down_at <= after + a_while
    for player in players:
        assert player.view(table)["asked"] == []
        assert player.get("/v1/me/turns").json["turns"] == []
        moves = player.get(f"/v1/tables/{table}/moves").json["moves"]
        assert (moves["asked"], moves["cards"], moves["pass"]) == (None, [], False)
    assert tick_draw(table) == 0, "it has not expired"


def test_a_tick_draws_one_round_and_each_seat_sees_only_its_own_card(api: Api, service):
    table, players = started_table(api, options=LIVE)

    assert tick(service, table) == 1

    for seat, player in enumerate(players):
        [event] = player.get(f"/v1/tables/{table}/events?after=9").json["events"]
        assert event["type"] == "round_drawn"
        assert [place for place, card in enumerate(event["data"]["cards"]) if card != "??"] == [seat]
        view = player.view(table)["match"]
        assert view["hand"] == [event["data"]["cards"][seat]]
        assert view["hand_sizes"] == [1, 1, 1, 1]
        assert view["way"] == {"mode": "live_draw", "round": 1, "rounds": ROUNDS, "passed": []}
    assert running(service, table).step == 1


@pytest.mark.parametrize("meanwhile", ["declare", "set_entropy"])
def test_actions_within_a_round_do_not_postpone_the_next_round(api: Api, service, meanwhile: str):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 60})
    player, cards = until_somebody_can_declare(service, table, players)
    before = running(service, table)

    members = {"cards": cards} if meanwhile == "declare" else {"entropy": "other"}
    assert player.command(table, meanwhile, **members).status_code == 200

    assert running(service, table) == before
    drawn = rounds_drawn(player, table)
    assert tick(service, table) == 1
    assert rounds_drawn(player, table) == [*drawn, len(drawn) + 1]
    after = running(service, table)
    assert after.step == before.step + 1
    assert after.runs_down_at > before.runs_down_at


def test_a_declaration_after_the_last_round_restarts_the_waiting_time(api: Api, service):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 0, "declare_seconds": 1000})
    while len(rounds_drawn(players[0], table)) < ROUNDS:
        assert tick(service, table)
    assert {each["what"] for each in players[0].view(table)["asked"]} == {"declare"}
    assert all(player.get("/v1/me/turns") for player in players)
    before = running(service, table)
    shows = ((player, player.get(f"/v1/tables/{table}/moves").json["moves"]["cards"]) for player in players)
    player, cards = next((player, cards) for player, cards in shows if cards)

    assert player.command(table, "declare", cards=cards[0]).status_code == 200

    after = running(service, table)
    assert after.step != before.step
    assert after.runs_down_at > before.runs_down_at
    assert tick(service, table) == 1
    assert players[0].view(table)["match"]["phase"] == "burying"
    assert running(service, table) == (None, None, None), "only the human is asked, and no clock runs"


class Eager(RandomBot):
    """Declares as soon as it can."""

    name = "eager"

    def __init__(self):
        self.views: list[tuple[Any, int]] = []

    def interject(self, view, seat, luck):
        self.views.append((view, seat))
        shows = declarations(view.match, view.match.phase, seat)
        return Declare(shows[0]) if shows else None


def test_bots_may_declare_after_each_round_and_see_only_their_seat(api: Api, service, monkeypatch):
    eager = Eager()
    monkeypatch.setitem(BOTS["sheng_ji"], "steady", eager)
    table, host = bots_table(api, None, "steady", "steady", "steady", draw_seconds=60)
    while len(rounds_drawn(host, table)) < ROUNDS - 1:
        assert tick(service, table) == 1

    declared = host.view(table)["match"]["declarations"]
    assert declared
    assert all(shown["seat"] != 0 for shown in declared), "no bot declares for the human"
    for view, seat in eager.views:
        for other, hand in enumerate(view.match.phase.hands):
            assert other == seat or all(card < 0 or card >= 55 for card in hand)


class Broken(RandomBot):
    name = "broken"

    def interject(self, view, seat, luck):
        raise RuntimeError("a defect")


class Cheat(RandomBot):
    name = "cheat"

    def interject(self, view, seat, luck):
        return Declare((53, 53, 53))


@pytest.mark.parametrize("bot", [Broken(), Cheat()])
def test_a_failing_bot_does_not_block_the_draw(api: Api, service, monkeypatch, bot):
    monkeypatch.setitem(BOTS["sheng_ji"], "steady", bot)
    table, host = bots_table(api, None, "steady", "steady", "random", draw_seconds=60)

    assert tick(service, table) == 1
    assert rounds_drawn(host, table) == [1]


@pytest.mark.slow
def test_bots_play_a_whole_hand_with_the_fastest_live_draw(api: Api, service, dispatch: TableDispatch):
    table, host = bots_table(api, "random", "steady", "random", "steady", draw_seconds=0, declare_seconds=0)

    for _ in range(300):
        dispatch.catch_up()
        dispatch.queue_expired(0.0)
        work(service, burst=True)
        if host.view(table)["status"] == "finished":
            break

    assert host.view(table)["status"] == "finished"
    assert rounds_drawn(host, table) == list(range(1, ROUNDS + 1))
    verified = verify(events_of_record(host.get(f"/v1/tables/{table}/record").json))
    assert verified.disagreements == ()
