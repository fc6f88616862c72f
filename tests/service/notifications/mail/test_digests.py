"""A digest is one mail a day with all that waits."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from service.notifications.mail.dispatch import MailDispatch
from service.notifications.mail.handlers import next_digest
from service.wiring import Service
from tests.support.aged import make_events_older, pruned
from tests.support.api import Api, started_table
from tests.support.mail_settings import due_now, mail_settings_of, patch
from tests.support.post import PostOffice, confirmed, deliver, follow, mails
from tests.support.stored import catch_up


def test_a_digest_is_one_mail_with_everything_that_waits(
    api: Api, service: Service, office: PostOffice, dispatch: MailDispatch
):
    ada = confirmed(service, office, api.sign_up("Ada"), "ada@example.org", invitation="digest")
    patch(ada, time_zone="Asia/Shanghai")
    assert mail_settings_of(ada)["digest_hour"] == 8
    tables = []
    for _ in range(3):
        table = ada.open_table(options={"deal_mode": "plan"})
        ada.command(table, "sit", seat=0)
        for seat in (1, 2, 3):
            others = api.sign_up()
            others.command(table, "sit", seat=seat)
        ada.command(table, "start")
        tables.append(table)
    host = api.sign_up()
    invited = host.open_table()
    host.command(invited, "challenge_player", player=ada.id)
    follow(service)
    catch_up(service)
    waiting = ada.get("/v1/me/turns").json
    assert waiting["count"] == 3, "all are asked for their plans"
    assert deliver(service) == 0

    due_now(service, ada, "Asia/Shanghai")
    before = datetime.now(UTC)
    assert dispatch.queue_digests() == 1
    assert dispatch.queue_digests() == 0
    assert deliver(service) == 1
    [mail] = office.taken
    assert mail.message["Subject"] == "3 turns and 1 challenge wait for you"
    assert re.findall(r"tbl_\w{26}", mail.text)[:4] == [
        *(turn["table"] for turn in waiting["turns"]),
        invited,
    ]
    assert "Asia/Shanghai" in mail.text
    next_at = datetime.fromisoformat(mail_settings_of(ada)["next_digest_at"])
    assert next_at.astimezone(ZoneInfo("Asia/Shanghai")).hour == mail_settings_of(ada)["digest_hour"]
    assert before < next_at <= datetime.now(UTC) + timedelta(days=1)


def test_a_digest_contains_exactly_the_kinds_that_the_player_chose(
    api: Api, service: Service, office: PostOffice, dispatch: MailDispatch
):
    table, players = started_table(api, hands=1)
    wishes = {"turn": "off", "invitation": "digest", "reminder": "digest", "match": "off"}
    ada = confirmed(service, office, players[0], "ada@example.org", **wishes)
    waiting = players[0].view(table)["asked"][0]["seat"]
    for seat in {0, waiting, 1}:
        players[seat].command(table, "leave")
    asker = api.sign_up()
    sought = {"rules": [{"profile": "zhang-2021"}], "partner": ada.id}
    assert asker.post("/v1/seeks", sought).status_code == 201
    follow(service)
    catch_up(service)
    due_now(service, ada)

    dispatch.queue_digests()
    assert deliver(service) == 1

    [mail] = office.taken
    assert mail.text.count("A bot plays your seat until you come back") == 1, "not of the seats of others"
    assert "A player asks you to seek a match together as a pair" in mail.text
    assert "None" not in mail.text
    assert "wait" not in mail.message["Subject"]
    assert "A match has begun" not in mail.text


def test_mails_about_invitations_are_limited(api: Api, service: Service, office: PostOffice):
    ada = confirmed(service, office, api.sign_up(), "ada@example.org")
    asker = api.sign_up()
    sought = {"rules": [{"profile": "zhang-2021"}], "partner": ada.id}
    withdrawn = asker.post("/v1/seeks", sought).json["id"]
    api.call("DELETE", f"/v1/seeks/{withdrawn}", token=asker.token)
    assert deliver(service) == 0, "the seek was withdrawn"

    assert asker.post("/v1/seeks", sought).status_code == 201
    table = asker.open_table()
    asker.command(table, "challenge_player", player=ada.id)
    follow(service)

    assert deliver(service) == 1
    with service.database.session() as session:
        session.execute("UPDATE shengji.mail SET next_attempt_at = now() WHERE state = 'pending'")
    assert deliver(service) == 0
    with service.database.session() as session:
        session.execute("UPDATE shengji.mail SET settled_at = now() - interval '1 hour' WHERE state = 'sent'")
        session.execute("UPDATE shengji.mail SET next_attempt_at = now() WHERE state = 'pending'")
    assert deliver(service) == 1


def test_no_digest_is_sent_when_nothing_waits(api: Api, service: Service, office: PostOffice, dispatch: MailDispatch):
    ada = confirmed(service, office, api.sign_up(), "ada@example.org")
    due_now(service, ada)

    assert dispatch.queue_digests() == 1
    assert deliver(service) == 0
    assert ("digest", "dropped", None) in mails(service, ada)


def test_after_a_long_outage_one_digest_is_sent_instead_of_one_per_day(
    api: Api, service: Service, office: PostOffice, dispatch: MailDispatch
):
    ada = confirmed(service, office, api.sign_up(), "ada@example.org")
    due_now(service, ada)
    with service.database.session() as session:
        session.execute(
            "UPDATE shengji.mailbox SET digest_at = digest_at - interval '9 days' WHERE player_id = $1", [ada.id]
        )
    before = datetime.now(UTC)

    assert dispatch.queue_digests() == 1
    assert dispatch.queue_digests() == 0
    assert datetime.fromisoformat(mail_settings_of(ada)["next_digest_at"]) > before


def test_a_zone_that_is_no_longer_known_does_not_block_digests(
    api: Api, service: Service, office: PostOffice, dispatch: MailDispatch
):
    ada = confirmed(service, office, api.sign_up("Ada"), "ada@example.org")
    with service.database.session() as session:
        session.execute("UPDATE shengji.mailbox SET time_zone = 'Mars/Olympus' WHERE player_id = $1", [ada.id])
    due_now(service, ada)
    before = datetime.now(UTC)

    assert dispatch.queue_digests() == 1

    assert datetime.fromisoformat(mail_settings_of(ada)["next_digest_at"]) > before


def test_an_event_is_in_one_digest_only(api: Api, service: Service, office: PostOffice, dispatch: MailDispatch):
    ada = confirmed(service, office, api.sign_up(), "ada@example.org")
    host = api.sign_up()
    table = host.open_table()
    ada.command(table, "sit", seat=1)
    host.command(table, "cancel")
    follow(service)

    for expected in (1, 0):
        due_now(service, ada)
        dispatch.queue_digests()
        assert deliver(service) == expected
    [mail] = office.taken
    assert "A table was cancelled" in mail.text


ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"]


@given(
    st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1)),  # noqa: DTZ001 - made aware below
    st.sampled_from(ZONES),
    st.integers(0, 23),
)
def test_there_is_one_digest_per_day_across_clock_changes(after: datetime, zone: str, hour: int):
    place = ZoneInfo(zone)
    first = next_digest(after.replace(tzinfo=UTC), zone, hour)
    days = []
    moment = first
    for _ in range(8):
        days.append(moment.astimezone(place).date())
        moment = next_digest(moment, zone, hour)

    assert first > after.replace(tzinfo=UTC)
    assert first - after.replace(tzinfo=UTC) <= timedelta(hours=25)
    assert all(one + timedelta(days=1) == other for one, other in pairwise(days))


def test_a_digest_whose_hour_is_skipped_comes_at_the_clock_change():
    before = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)
    assert next_digest(before, "Europe/Berlin", 2) == datetime(2026, 3, 29, 1, 0, tzinfo=UTC)


def test_a_digest_whose_hour_repeats_comes_once():
    first = next_digest(datetime(2026, 10, 24, 22, 0, tzinfo=UTC), "Europe/Berlin", 2)
    assert first == datetime(2026, 10, 25, 0, 0, tzinfo=UTC)
    assert next_digest(first, "Europe/Berlin", 2) == datetime(2026, 10, 26, 1, 0, tzinfo=UTC)


def test_a_digest_and_mails_go_on_after_their_events_were_deleted(
    api: Api, service: Service, office: PostOffice, dispatch: MailDispatch, database_url: str
):
    ada = confirmed(service, office, api.sign_up("Ada"), "ada@example.org", invitation="digest")
    bob = confirmed(service, office, api.sign_up("Bob"), "bob@example.org", invitation="each")
    host = api.sign_up()
    table = host.open_table()
    for invited in (ada, bob):
        host.command(table, "challenge_player", player=invited.id)
    follow(service)
    catch_up(service)
    for invited in (ada, bob):
        make_events_older(database_url, invited, 1, 200)
    assert pruned(service.database) == 2
    office.taken.clear()

    assert deliver(service) == 0, "the mail lacks its event and is dropped"
    due_now(service, ada)
    assert dispatch.queue_digests() == 1
    assert deliver(service) == 1
    [mail] = office.taken
    assert (mail.message["To"], mail.message["Subject"]) == ("ada@example.org", "1 challenge waits for you")
