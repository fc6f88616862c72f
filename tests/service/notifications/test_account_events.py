"""The feed of an account: each turn, start and result once, in order, without gaps and without cards."""

from typing import Any

import pytest

from service.notifications import projections as account_events
from service.notifications.events import NewAccountEvent
from service.notifications.projections import NAME, AccountFeeds
from service.notifications.table_notifications import CommandEvents
from service.platform.feeds.notifier import Notifier
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.event_store import LogPlace
from service.platform.store.subscription import Subscription
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.fixtures import limited
from tests.support.play import play_commands


def process_log(service: Service) -> None:
    """Lets the subscription process the log to its end."""
    feeds = AccountFeeds(service.database, service.store, service.notifier)
    while feeds.catch_up():
        pass


def events_of(user: User, after: int = 0) -> list[dict[str, Any]]:
    """Returns the events in the user's account feed whose number is greater than `after`."""
    page = user.get(f"/v1/me/events?after={after}&limit=1000")
    assert page.status_code == 200, page.text
    assert [event["number"] for event in page.json["events"]] == list(range(after + 1, page.json["next_after"] + 1))
    return list(page.json["events"])


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


@pytest.mark.slow
def test_a_player_is_notified_of_every_turn_in_the_order_of_the_table(api: Api, service: Service):
    table, players = started_table(api, hands=1)
    turns: dict[int, list[tuple[str, int]]] = {seat: [] for seat in range(4)}
    view = players[0].view(table)
    while view["status"] == "playing":
        for asked in view["asked"]:
            turns[asked["seat"]].append((asked["what"], view["version"]))
        assert len(view["asked"]) == 1, "each seat is asked again after each command"
        play_commands(table, players, commands=1)
        view = players[0].view(table)

    process_log(service)

    for seat, player in enumerate(players):
        events = events_of(player)
        assert {event["table"] for event in events} == {table}
        began = [event["data"] for event in events if event["type"] == "turn_began"]
        assert [(each["what"], each["version"]) for each in began] == turns[seat]
        assert {each["seat"] for each in began} == {seat}
        assert kinds(events)[-2:] == ["hand_over", "match_ended"]
        assert events[-1]["data"]["won"] == (seat in view["result"]["winners"])
        assert "table_started" in kinds(events)


def test_joining_and_leaving_notify_the_host_and_the_seated_players(api: Api, service: Service):
    host, first, second = (api.sign_up(name) for name in ("host", "first", "second"))
    table = host.open_table()
    first.command(table, "sit", seat=1)
    second.command(table, "sit", seat=2)
    host.command(table, "seat_bot", seat=3, bot="random")
    second.command(table, "leave")
    host.command(table, "cancel")

    process_log(service)

    bot = "ply_house_random"
    assert [(event["type"], event["data"].get("seat"), event["data"].get("player")) for event in events_of(host)] == [
        ("seat_taken", 1, first.id),
        ("seat_taken", 2, second.id),
        ("seat_left", 2, second.id),
    ]
    assert [(event["type"], event["data"].get("seat"), event["data"].get("player")) for event in events_of(first)] == [
        ("seat_taken", 2, second.id),
        ("seat_taken", 3, bot),
        ("seat_left", 2, second.id),
        ("table_cancelled", 1, None),
    ]
    assert kinds(events_of(second)) == ["seat_taken"]


def test_taking_the_last_seat_of_a_table_that_starts_when_full_accepts_the_challenge(api: Api, service: Service):
    host, yes, late = (api.sign_up(name) for name in ("host", "yes", "late"))
    table = host.open_table(starts_when_full=True)
    host.command(table, "challenge_player", player=yes.id)
    host.command(table, "challenge_player", player=late.id)
    for seat in (1, 2, 3):
        host.command(table, "seat_bot", seat=seat, bot="random")
    yes.command(table, "sit", seat=0)

    process_log(service)

    assert kinds(events_of(yes))[:2] == ["challenged", "table_started"]
    assert "challenge_withdrawn" not in kinds(events_of(yes))
    assert kinds(events_of(late)) == ["challenged", "challenge_withdrawn"]
    assert "challenge_accepted" in kinds(events_of(host))


def test_the_challenged_player_is_notified_and_the_challenger_gets_the_answer(api: Api, service: Service):
    host, yes, no, late, off = (api.sign_up(name) for name in ("host", "yes", "no", "late", "off"))
    table = host.open_table()
    host.command(table, "challenge_player", player=yes.id, seat=1)
    for user in (no, late, off):
        host.command(table, "challenge_player", player=user.id)
    yes.command(table, "sit", seat=1)
    no.command(table, "decline_challenge", reason="no_time")
    host.command(table, "withdraw_challenge", player=off.id)
    host.command(table, "cancel")

    process_log(service)

    assert [(event["type"], event["data"]) for event in events_of(host)] == [
        ("seat_taken", {"seat": 1, "player": yes.id, "version": 6}),
        ("challenge_accepted", {"player": yes.id, "seat": 1, "version": 7}),
        ("challenge_declined", {"player": no.id, "reason": "no_time", "version": 8}),
    ]
    assert events_of(yes)[0]["data"] == {"by": host.id, "seat": 1, "version": 2}
    assert kinds(events_of(yes)) == ["challenged", "table_cancelled"]
    assert events_of(no)[0]["data"] == {"by": host.id, "seat": None, "version": 3}
    assert kinds(events_of(no)) == ["challenged"]
    assert kinds(events_of(late)) == kinds(events_of(off)) == ["challenged", "challenge_withdrawn"]


def test_new_entropy_is_not_a_new_turn_but_a_second_lead_is(api: Api, service: Service):
    table, players = started_table(api)
    asked = players[0].view(table)["asked"][0]["seat"]
    process_log(service)
    before = len(events_of(players[asked]))

    players[asked].command(table, "set_entropy", entropy="other")
    process_log(service)

    assert len(events_of(players[asked])) == before


def test_players_asked_at_the_same_time_are_each_notified_once(api: Api, service: Service):
    table, players = started_table(api, options={"deal_mode": "plan"})
    assert len(players[0].view(table)["asked"]) == 4

    players[2].command(table, "plan", shows=[])
    players[1].command(table, "plan", shows=[])
    process_log(service)

    turns = [
        [event["data"]["what"] for event in events_of(player) if event["type"] == "turn_began"] for player in players
    ]
    assert turns == [["plan"]] * 4


def test_events_are_not_repeated_by_another_process_or_after_a_crash(api: Api, service: Service):
    table, players = started_table(api, hands=1)
    play_commands(table, players, commands=40)
    one = AccountFeeds(service.database, service.store, service.notifier)
    two = AccountFeeds(service.database, service.store, service.notifier)
    while one.catch_up():
        pass
    before = [events_of(player) for player in players]
    play_commands(table, players, commands=30)

    # Both have read the same checkpoint before either moves it.
    subscription = Subscription(service.database, service.store, NAME)
    place = subscription.checkpoint()
    two._subscription._position = lambda: (place, False, None)  # type: ignore[method-assign]
    assert one.catch_up() > 0
    assert two.catch_up() == 0

    for player, earlier in zip(players, before, strict=True):
        now = events_of(player)
        assert now[: len(earlier)] == earlier
        versions = [event["data"]["version"] for event in now if event["type"] == "turn_began"]
        assert len(set(versions)) == len(versions)


def test_account_events_do_not_depend_on_batch_boundaries(api: Api, service: Service):
    table, players = started_table(api, hands=1)
    play_commands(table, players, commands=60)
    process_log(service)
    at_once = [events_of(player) for player in players]

    with service.database.session() as session:
        session.execute("DELETE FROM shengji.account_event")
        session.execute("UPDATE shengji.player SET events = 0")
    database, store = service.database, limited(service, events_at_once=7).store
    subscription = Subscription(database, store, NAME)
    subscription.move(subscription.checkpoint(), LogPlace(0, 0))
    feeds = AccountFeeds(database, store, Notifier(service.settings.redis_url))
    while feeds.catch_up():
        # Nothing is cached, as after a start.
        feeds = AccountFeeds(database, store, service.notifier)

    assert [events_of(player) for player in players] == at_once


def test_a_batch_that_failed_to_be_written_is_written_completely_later(
    api: Api, service: Service, monkeypatch: pytest.MonkeyPatch
):
    table, players = started_table(api, hands=1)
    feeds = AccountFeeds(service.database, service.store, service.notifier)
    while feeds.catch_up():
        pass
    before = [len(events_of(player)) for player in players]
    play_commands(table, players, commands=12)
    turns = len(players) * 3

    with monkeypatch.context() as patched:
        patched.setattr(Subscription, "move", _unavailable)
        with pytest.raises(DatabaseUnavailable):
            feeds.catch_up()
    while feeds.catch_up():
        pass

    began = [events_of(player, earlier) for player, earlier in zip(players, before, strict=True)]
    assert sum(kinds(events).count("turn_began") for events in began) == turns


def _unavailable(*_: Any) -> None:
    raise DatabaseUnavailable("gone")


def test_an_unreadable_table_does_not_block_other_tables(api: Api, service: Service, caplog: pytest.LogCaptureFixture):
    broken, _ = started_table(api)
    table, players = started_table(api)
    process_log(service)
    with service.database.session() as session:
        session.execute(
            "INSERT INTO shengji.event (stream, version, type, revision, data, metadata)"
            " SELECT stream, max(version) + 1, 'trick_won', 1, '{}', '{}' FROM shengji.event"
            " WHERE stream = $1 GROUP BY stream",
            [f"table-{broken}"],
        )
    before = len(events_of(players[0]))
    play_commands(table, players, commands=8)

    process_log(service)

    assert len(events_of(players[0])) > before
    assert f"table-{broken} cannot be read" in caplog.text


def test_a_table_whose_events_fail_does_not_block_other_tables(
    api: Api, service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    odd, others = started_table(api)
    table, players = started_table(api)
    process_log(service)
    before = len(events_of(players[0]))
    play_commands(odd, others, commands=1)
    play_commands(table, players, commands=8)
    honest = account_events.account_events_of

    def failing(happening: CommandEvents) -> list[NewAccountEvent]:
        if happening.after.host == others[0].id:
            raise ValueError("a defect")
        return honest(happening)

    monkeypatch.setattr(account_events, "account_events_of", failing)
    process_log(service)

    assert len(events_of(players[0])) > before
    assert f"table-{odd} cannot be read" in caplog.text


def test_a_waiting_request_returns_when_an_event_for_the_account_arrives(api: Api, service: Service):
    user = api.sign_up("patient")
    assert user.get("/v1/me/events?wait=1").json == {
        "events": [],
        "oldest": 1,
        "next_after": 0,
        "more": False,
    }
