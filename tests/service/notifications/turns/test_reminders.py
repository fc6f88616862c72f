"""Reminders at half and at a fifth of the time of a turn: once each and never after the turn."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.clocks.calendar import Calendar, due_at
from domain.clocks.running import Running, started_as_if
from domain.kernel.instants import Instant, instant_of, utc
from domain.kernel.players import PlayerId
from domain.table.commands import TimePasses
from service.notifications.handlers import Mail
from service.notifications.mail.sender import MailSender
from service.notifications.mail.texts import lasting
from service.notifications.projections import AccountFeeds
from service.notifications.reminders import reminded_at
from service.notifications.reminding import Reminding
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, User, started_table
from tests.support.fixtures import limited
from tests.support.play import play_commands
from tests.support.post import PostOffice, confirmed, deliver, follow
from tests.support.stored import catch_up
from tests.support.turns import CLOCK, HOUR_S, mover


@pytest.fixture
def reminding(service: Service) -> Reminding:
    follow(service, None)
    with service.database.session() as session:
        session.execute("DELETE FROM shengji.reminder")
    return Reminding(service.database, service.store, service.notifier, Mail(0.0))


def later(hours: float) -> datetime:
    return datetime.now(UTC) + timedelta(hours=hours)


def reminders(user: User) -> list[dict[str, Any]]:
    turn_events = user.get("/v1/me/events?limit=1000").json["events"]
    return [event["data"] for event in turn_events if event["type"] == "turn_reminder"]


def test_a_player_is_reminded_once_at_half_and_once_at_a_fifth_of_the_time(
    api: Api, service: Service, reminding: Reminding
):
    table, players = started_table(api, clock=CLOCK)
    follow(service)
    asked = mover(table, players)

    assert reminding.send_due() == 0
    assert reminding.send_due(now=later(4.99)) == 0
    assert reminding.send_due(now=later(5.01)) == 1
    assert reminding.send_due(now=later(5.02)) == 0
    assert reminding.send_due(now=later(7.99)) == 0
    assert reminding.send_due(now=later(8.01)) == 1
    assert reminding.send_due(now=later(9.9)) == 0

    sent = reminders(asked)
    assert [each["left"] for each in sent] == ["half", "fifth"]
    [running] = [each["running"] for each in asked.view(table)["clocks"] if each["running"]]
    assert {each["deadline_at"] for each in sent} == {running["effective_deadline_at"]}
    assert {each["what"] for each in sent} == {"declare"}
    assert all(reminders(player) == [] for player in players if player is not asked)


def test_a_finished_turn_causes_no_reminder(api: Api, service: Service, reminding: Reminding):
    table, players = started_table(api, clock=CLOCK)
    follow(service)
    asked = mover(table, players)
    play_commands(table, players, 1)

    assert reminding.send_due(now=later(6)) == 0, "though the subscription has not heard of the move"
    assert reminders(asked) == []
    follow(service)
    assert reminding.send_due(now=later(6)) == 1
    assert len(reminders(mover(table, players))) == 1


def test_an_unprocessed_reminder_is_dropped_at_the_deadline(api: Api, service: Service, reminding: Reminding):
    table, players = started_table(api, clock=CLOCK)
    follow(service)
    play_commands(table, players, 1)

    left = []
    for hours in (9.9, 10.1):
        assert reminding.send_due(now=later(hours)) == 0
        left.append(len(service.database.read("due_reminders", {"sandbox": None, "now": later(20), "limit": 10})))

    assert left == [2, 0]


def test_after_a_long_outage_only_the_last_reminder_is_sent(api: Api, service: Service, reminding: Reminding):
    table, players = started_table(api, clock=CLOCK)
    follow(service)

    assert reminding.send_due(now=later(9)) == 1
    assert reminding.send_due(now=later(9)) == 0
    assert [each["left"] for each in reminders(mover(table, players))] == ["fifth"]


def test_concurrent_reminders_notify_once(api: Api, service: Service, reminding: Reminding):
    table, players = started_table(api, clock=CLOCK)
    follow(service)
    now = later(6)
    rows = service.database.read("due_reminders", {"now": now, "limit": 10})
    assert reminding.send_due(now=now) == 1

    from service.notifications.reminding import DueReminder

    assert not any(reminding._send(DueReminder(*row), now) for row in rows)
    assert len(reminders(mover(table, players))) == 1


def test_a_reminder_that_failed_to_be_written_is_sent_later(
    api: Api, service: Service, reminding: Reminding, monkeypatch: pytest.MonkeyPatch
):
    table, players = started_table(api, clock=CLOCK)
    follow(service)

    def broken(*_: Any) -> Any:
        raise ValueError("a defect in the middle of the transaction")

    with monkeypatch.context() as patched:
        patched.setattr("service.notifications.reminding.write_account_events", broken)
        with pytest.raises(ValueError, match="in the middle"):
            reminding.send_due(now=later(6))
    assert reminding.send_due(now=later(6)) == 1
    assert len(reminders(mover(table, players))) == 1


def test_short_turns_cause_no_reminder(api: Api, service: Service, reminding: Reminding):
    started_table(api, clock={"kind": "simple", "per_move_s": 60})
    follow(service)

    assert reminding.send_due(now=later(1)) == 0


def test_a_sandbox_table_sends_reminders_by_its_own_clock_only(api: Api, service: Service, reminding: Reminding):
    started_table(api, clock=CLOCK)
    follow(service)
    with service.database.session() as session:
        session.execute("UPDATE shengji.reminder SET world = 'wld_1'")

    assert reminding.send_due(now=later(6)) == 0
    assert reminding.send_due("wld_2", later(6)) == 0
    assert reminding.send_due("wld_1", later(6)) == 1


def test_reminders_do_not_depend_on_batch_boundaries(api: Api, service: Service, reminding: Reminding):
    table, players = started_table(api, clock=CLOCK, hands=1)
    play_commands(table, players, commands=20)

    def kept() -> list[Any]:
        with service.database.session() as session:
            return session.execute("SELECT * FROM shengji.reminder ORDER BY table_id, seat, left_share").fetchall()

    follow(service)
    at_once = kept()
    assert len(at_once) == 2
    with service.database.session() as session:
        session.execute("DELETE FROM shengji.reminder")
        session.execute("UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'accounts'")
    feeds = AccountFeeds(service.database, limited(service, events_at_once=7).store, service.notifier)
    while feeds.catch_up():
        pass
    ours = [row for row in kept() if table in row]
    assert ours == at_once


def test_missed_turns_stand_ins_and_returns_are_notified(api: Api, service: Service, reminding: Reminding):
    table, players = started_table(api, clock=CLOCK, ladder={"grace_s": 0, "stand_in_after": 1})
    follow(service)
    asked = mover(table, players)
    seat = players.index(asked)
    other = players[(seat + 1) % 4]
    at = Instant(int((time.time() + 11 * HOUR_S) * 1000))
    service.tables.carry_out(table, TimePasses(), now=at)
    assert asked.command(table, "pass").status_code == 200
    follow(service)

    def notices(user: User) -> list[tuple[str, dict[str, Any]]]:
        turn_events = user.get("/v1/me/events?limit=1000").json["events"]
        kinds = ("turn_missed", "stand_in_seated", "seat_resumed")
        return [(event["type"], event["data"]) for event in turn_events if event["type"] in kinds]

    own = notices(asked)
    assert [kind for kind, _ in own] == ["turn_missed", "stand_in_seated", "seat_resumed"]
    assert own[0][1]["in_a_row"] == 1
    assert (own[1][1]["of"], own[1][1]["seat"], own[1][1]["reason"]) == (seat, seat, "turns_missed")
    theirs = notices(other)
    assert [(kind, data["of"], data["seat"]) for kind, data in theirs] == [
        ("stand_in_seated", seat, players.index(other)),
        ("seat_resumed", seat, players.index(other)),
    ]
    assert reminding.send_due(now=later(50)) in (0, 1)


def test_reminders_and_missed_turns_are_mailed(
    api: Api, service: Service, reminding: Reminding, offices: tuple[PostOffice, int]
):
    office = offices[0]
    table, players = started_table(api, clock=CLOCK, ladder={"grace_s": 0, "stand_in_after": 1})
    for number, player in enumerate(players):
        confirmed(service, office, player, f"p{number}@example.org")
    follow(service)
    office.taken.clear()
    asked = mover(table, players)
    WorkerContext.service, WorkerContext.mail_sender = service, MailSender(service.settings)

    assert reminding.send_due(now=later(6)) == 1
    assert deliver(service) == 1
    mail = office.taken.pop()
    assert mail.message["Subject"] == "Half of your time is left"
    assert table in mail.text
    assert "You have time until" in mail.text
    service.tables.carry_out(table, TimePasses(), now=Instant(int((time.time() + 11 * HOUR_S) * 1000)))
    follow(service)
    deliver(service)
    assert {mail.to[0] for mail in office.taken} == {asked.get("/v1/me/notifications").json["address"]}
    assert sorted(str(mail.message["Subject"]) for mail in office.taken) == [
        "A bot plays your seat until you come back",
        "Your time ran out, and a bot made your move",
    ]


def test_the_end_of_a_vacation_is_notified_and_mailed(
    api: Api, service: Service, offices: tuple[PostOffice, int], reminding: Reminding
):
    office = offices[0]
    table, players = started_table(api, clock=CLOCK)
    follow(service)
    asked = mover(table, players)
    confirmed(service, office, asked, "away@example.org")
    ends = datetime.now(UTC) + timedelta(hours=30)
    assert asked.post("/v1/me/vacation", {"ends_at": ends.strftime("%Y-%m-%dT%H:%M:%SZ")}).status_code < 300
    catch_up(service)
    assert service.vacations.apply(PlayerId(asked.id))
    calendars = service.availability.calendars
    while AccountFeeds(service.database, service.store, service.notifier, Mail(0.0), calendars).catch_up():
        pass
    office.taken.clear()
    WorkerContext.service, WorkerContext.mail_sender = service, MailSender(service.settings)

    assert reminding.send_due(now=later(29.9)) == 0
    assert reminding.send_due(now=later(30.1)) == 1
    deliver(service)

    turn_events = asked.get("/v1/me/events?limit=1000").json["events"]
    [resumed] = [event["data"] for event in turn_events if event["type"] == "turn_resumed"]
    assert abs(resumed["remaining_s"] - 10 * HOUR_S) < 600
    assert [str(mail.message["Subject"]) for mail in office.taken] == [
        "Your vacation is over, and 10 hours are left (Sheng Ji, hand 1)"
    ]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (3600, "1 hour is"),
        (3599, "1 hour is"),
        (1800, "30 minutes are"),
        (60, "1 minute is"),
        (5400, "90 minutes are"),
        (36_000, "10 hours are"),
        (200_000, "2 days are"),
    ],
)
def test_the_remaining_time_is_described_in_words(seconds: int, said: str):
    assert lasting(seconds) == said


def test_pauses_do_not_count_as_remaining_time():
    """With a weekend in between, half of ten hours is left after the weekend and not in it."""
    friday = instant_of(datetime(2026, 11, 20, 20, 0, tzinfo=UTC))
    weekends = Calendar("UTC", None, (5, 6))
    left_ms = 10 * HOUR_S * 1000
    running = Running(friday, 0, left_ms, due_at(weekends, friday, left_ms), is_grace=False)

    assert utc(reminded_at(running, weekends, 2)) == datetime(2026, 11, 23, 1, 0, tzinfo=UTC)
    assert utc(reminded_at(running, weekends, 5)) == datetime(2026, 11, 23, 4, 0, tzinfo=UTC)


@given(
    st.integers(0, 10**12),
    st.integers(0, 10**7),
    st.integers(1, 10**7),
    st.integers(0, 10**7),
)
def test_the_remaining_share_of_time_is_correct_after_a_clock_is_set(since: int, used: int, left: int, pauses: int):
    running = Running(Instant(since), used, left, Instant(since + left + pauses), is_grace=False)
    start = started_as_if(running)
    share = (running.deadline - running.since) / (running.deadline - start)
    assert abs(share - left / (used + left)) < 1e-3
