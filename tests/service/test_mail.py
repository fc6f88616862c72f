"""E-mail: confirmed addresses, settings, digests, unsubscribe links, and mails without cards."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.cards import FACE_OF_NAME
from service.notifications.mail.dispatch import MailDispatch
from service.notifications.mail.handlers import CODES_A_DAY, next_digest
from service.platform.queue.job_queue import JobQueue
from service.platform.settings import InvalidSetting, Settings, read_settings
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.fixtures import wired
from tests.support.oauth import REDIRECT, Browser, Program, new_client, with_login
from tests.support.oauth import told as parsed_answer
from tests.support.play import play_on
from tests.support.post import PUBLIC, PostOffice, code_in, confirmed, deliver, follow, mails, time_passes
from tests.support.stored import catch_up


@pytest.fixture(scope="module")
def settings(mail_settings: Settings) -> Settings:
    return mail_settings


@pytest.fixture
def office(service: Service, offices: tuple[PostOffice, int]) -> PostOffice:
    """The mail server with no pending mails."""
    follow(service, None)
    with service.database.session() as session:
        session.execute("DELETE FROM shengji.mail")
        session.execute("DELETE FROM shengji.mail_asked")
        session.execute("UPDATE shengji.mail_server SET rests_until = '-infinity', failures = 0")
    offices[0].taken.clear()
    return offices[0]


@pytest.fixture
def dispatch(service: Service) -> MailDispatch:
    """The queue for mails and digests; digests of other tests are in the past."""
    queue = JobQueue(service.settings.redis_url)
    queue.redis.flushdb()
    with service.database.session() as session:
        session.execute("UPDATE shengji.mailbox SET digest_at = NULL")
    return MailDispatch(service.database, queue, kept_days=30)


def put(user: User, address: str) -> Any:
    return user.api.call("PUT", "/v1/me/notifications/address", {"address": address}, token=user.token)


def patch(user: User, **members: Any) -> Any:
    return user.api.call("PATCH", "/v1/me/notifications", members, token=user.token)


def mail_settings_of(user: User) -> dict[str, Any]:
    return dict(user.get("/v1/me/notifications").json)


# ------------------------------------------------------------------------------------------------ addresses


def test_an_address_is_used_only_after_its_mailed_code_is_confirmed(api: Api, service: Service, office: PostOffice):
    ada = api.sign_up("Unmistakable")
    patch(ada, kinds={"invitation": "each"})
    asked = put(ada, "ada@example.org")
    assert (asked.status_code, asked.json["address"]) == (202, None)
    assert asked.json["unconfirmed"]["address"] == "ada@example.org"
    host = api.sign_up()
    table = host.open_table()
    host.command(table, "challenge_player", player=ada.id)
    follow(service)

    assert deliver(service) == 1
    [mail] = office.taken
    assert mail.to == ["ada@example.org"]
    code = code_in(mail)
    assert "Unmistakable" not in mail.text, "the mail contains no text of the player"

    assert ada.post("/v1/me/notifications/confirmation", {"code": code}).json["address"] == "ada@example.org"
    assert mail_settings_of(ada)["unconfirmed"] is None
    again = ada.post("/v1/me/notifications/confirmation", {"code": code})
    assert (again.status_code, again.json["code"]) == (422, "code_not_good")


def test_a_code_is_valid_for_one_player_and_one_address(api: Api, service: Service, office: PostOffice):
    ada, eve = api.sign_up(), api.sign_up()
    put(ada, "ada@example.org")
    deliver(service)
    first = code_in(office.taken.pop())
    assert eve.post("/v1/me/notifications/confirmation", {"code": first}).status_code == 422
    put(ada, "ada@example.net")
    deliver(service)
    second = code_in(office.taken.pop())

    assert ada.post("/v1/me/notifications/confirmation", {"code": first}).status_code == 422
    assert ada.post("/v1/me/notifications/confirmation", {"code": second}).json["address"] == "ada@example.net"


def test_a_code_for_a_former_address_confirms_nothing(api: Api, service: Service, office: PostOffice):
    """As if a worker was about to send it when another address was set."""
    ada = api.sign_up()
    put(ada, "ada@example.org")
    code = service.notifications.new_code(ada.id, "before@example.org")

    assert ada.post("/v1/me/notifications/confirmation", {"code": code}).status_code == 422


def test_a_code_expires_after_a_day(api: Api, service: Service, office: PostOffice):
    ada = api.sign_up()
    put(ada, "ada@example.org")
    deliver(service)
    with service.database.session() as session:
        session.execute("UPDATE shengji.mail_code SET expires_at = now()")

    assert ada.post("/v1/me/notifications/confirmation", {"code": code_in(office.taken.pop())}).status_code == 422


def test_opening_the_link_does_not_confirm_but_its_button_does(api: Api, service: Service, office: PostOffice):
    ada = api.sign_up()
    put(ada, "ada@example.org")
    deliver(service)
    path = office.taken.pop().path("/confirm/")

    for _ in range(2):
        assert "<form" in api.call("GET", path).text
    assert mail_settings_of(ada)["address"] is None, "mail scanners follow links"
    assert api.call("POST", path).status_code == 200
    assert mail_settings_of(ada)["address"] == "ada@example.org"
    assert api.call("POST", path).status_code == 410


def test_the_answer_does_not_reveal_who_else_uses_an_address(api: Api, service: Service, office: PostOffice):
    first = confirmed(service, office, api.sign_up(), "shared@example.org")
    second = api.sign_up()

    asked = put(second, "shared@example.org").json
    assert {**asked, "unconfirmed": None} == {**mail_settings_of(api.sign_up()), "unconfirmed": None}
    deliver(service)
    second.post("/v1/me/notifications/confirmation", {"code": code_in(office.taken.pop())})
    assert mail_settings_of(first)["address"] == mail_settings_of(second)["address"] == "shared@example.org"


def test_codes_are_limited_to_five_a_day_per_player_and_per_address(api: Api, service: Service, office: PostOffice):
    ada = api.sign_up()
    for _ in range(CODES_A_DAY):
        assert put(ada, "victim@example.org").status_code == 202
        deliver(service)
    refused = put(ada, "victim@example.org")
    assert (refused.status_code, refused.json["code"]) == (409, "too_many_codes")
    assert len(office.taken) == CODES_A_DAY

    assert put(api.sign_up(), "Victim@example.org").status_code == 202, "the answer does not reveal requests of others"
    assert deliver(service) == 0
    assert len(office.taken) == CODES_A_DAY


@pytest.mark.parametrize(
    "address",
    [
        "ada",
        "ada@",
        "@example.org",
        "ada@example",
        "ada@example.org\r\nBcc: eve@example.org",
        "ada@example.org\n",
        "Ada <ada@example.org>",
        "ada@example.org, eve@example.org",
        "ä@example.org",
        "a" * 250 + "@example.org",
        "ada@-example.org",
        "ada..lovelace@example.org",
    ],
)
def test_an_invalid_address_is_refused_by_member(api: Api, office: PostOffice, address: str):
    ada = api.sign_up()

    refused = put(ada, address)

    assert (refused.status_code, list(refused.json["facts"]["fields"])) == (400, ["address"])
    assert mail_settings_of(ada)["unconfirmed"] is None


def test_no_code_is_in_the_database_or_the_logs(
    api: Api, service: Service, office: PostOffice, database_url: str, caplog: pytest.LogCaptureFixture
):
    caplog.set_level("DEBUG")
    ada = api.sign_up()
    put(ada, "ada@example.org")
    deliver(service)
    code = code_in(office.taken.pop())
    from tests.service.test_export_and_closing import where  # can read every table

    api.call("GET", f"/mail/confirm/{code}")
    assert where(database_url, code) == set()
    ours = [record for record in caplog.records if record.name.startswith(("service", "shengji"))]
    assert not any(code in f"{record.getMessage()} {record.__dict__}" for record in ours)
    missing = api.call("GET", f"/mail/confirm/{code}x")
    assert code not in missing.text, "the problem does not contain the code"


def test_without_a_mail_server_no_address_can_be_set(settings: Settings):
    from service.processes.app import create_app

    without = wired(Settings(database_url=settings.database_url, redis_url=settings.redis_url))
    user = Api(create_app(without)).sign_up()
    refused = put(user, "ada@example.org")
    assert (refused.status_code, refused.json["code"]) == (409, "no_mail")
    assert mail_settings_of(user)["sends_mail"] is False
    without.close()


def test_setting_an_address_in_a_sandbox_mails_no_code(api: Api, service: Service, office: PostOffice):
    there = api.sign_up().in_sandbox()

    assert put(there, "ada@example.org").status_code == 200
    deliver(service)

    assert mail_settings_of(there)["address"] == "ada@example.org"
    assert service.database.read("due_mails", {"limit": 10}) == []
    assert office.taken == []


def test_a_removed_address_gets_no_more_mail(api: Api, service: Service, office: PostOffice):
    ada = confirmed(service, office, api.sign_up(), "ada@example.org", invitation="each")
    host = api.sign_up()
    host.command(host.open_table(), "challenge_player", player=ada.id)
    follow(service)
    assert api.call("DELETE", "/v1/me/notifications/address", token=ada.token).status_code == 204

    assert deliver(service) == 0
    assert (mail_settings_of(ada)["address"], mail_settings_of(ada)["next_digest_at"]) == (None, None)
    assert mail_settings_of(ada)["kinds"]["invitation"] == "each"


# -- preferences -------------------------------------------------------------------------------------------------------


def test_mail_settings_have_defaults_and_can_be_changed(api: Api, office: PostOffice):
    ada = api.sign_up()
    usual = {"turn": "digest", "reminder": "each", "invitation": "each", "match": "digest"}
    assert mail_settings_of(ada)["kinds"] == usual

    assert patch(ada, kinds={"match": "off"}).json["kinds"] == {**usual, "match": "off"}
    changed = patch(ada, time_zone="Asia/Shanghai", digest_hour=7).json
    assert (changed["time_zone"], changed["digest_hour"], changed["kinds"]["match"]) == ("Asia/Shanghai", 7, "off")


@pytest.mark.parametrize(
    ("body", "status", "named"),
    [
        ({}, 400, None),
        ({"kinds": {"turn": "daily"}}, 400, "kinds.turn"),
        ({"kinds": {"turns": "each"}}, 400, "kinds.turns"),
        ({"digest_hour": 24}, 400, "digest_hour"),
        ({"digest_hour": "8"}, 400, "digest_hour"),
        ({"time_zone": "Europe/Atlantis"}, 422, "time_zone"),
        ({"time_zone": "../../etc/passwd"}, 422, "time_zone"),
        ({"digest": 8}, 400, "digest"),
    ],
)
def test_an_invalid_mail_setting_is_refused_by_member(
    api: Api, office: PostOffice, body: Any, status: int, named: str | None
):
    ada = api.sign_up()
    before = mail_settings_of(ada)

    refused = patch(ada, **body)

    assert refused.status_code == status, refused.text
    assert named is None or list(refused.json["facts"]["fields"]) == [named]
    assert mail_settings_of(ada) == before


def test_a_player_who_wants_mail_for_each_turn_gets_one_while_the_turn_waits(
    api: Api, service: Service, office: PostOffice
):
    table, players = started_table(api)
    asked = players[players[0].view(table)["asked"][0]["seat"]]
    for number, player in enumerate(players):
        confirmed(service, office, player, f"p{number}@example.org", turn="each")
    office.taken.clear()
    play_on(table, players, 1)
    follow(service)
    waiting = players[players[0].view(table)["asked"][0]["seat"]]
    assert waiting is not asked

    assert deliver(service) == 1
    [mail] = office.taken
    assert mail.to == [mail_settings_of(waiting)["address"]]
    assert mail.message["Subject"].startswith("Your turn")
    assert table in mail.text


def test_an_answered_turn_is_not_mailed(api: Api, service: Service, office: PostOffice):
    table, players = started_table(api)
    for number, player in enumerate(players):
        confirmed(service, office, player, f"p{number}@example.org", turn="each")
    first = players[players[0].view(table)["asked"][0]["seat"]]
    play_on(table, players, 1)
    second = players[players[0].view(table)["asked"][0]["seat"]]
    follow(service)
    play_on(table, players, 1)

    assert deliver(service) == 0
    assert ("turn", "dropped", None) in mails(service, second)
    assert first is not second


def test_a_turn_is_mailed_only_after_a_delay(api: Api, service: Service, office: PostOffice):
    from service.notifications.handlers import Mail

    table, players = started_table(api)
    for number, player in enumerate(players):
        confirmed(service, office, player, f"p{number}@example.org", turn="each")
    play_on(table, players, 1)
    follow(service, Mail(120.0))

    assert deliver(service) == 0
    time_passes(service)
    assert deliver(service) == 1


def test_a_table_causes_at_most_one_mail_in_15_minutes(api: Api, service: Service, office: PostOffice):
    table, players = started_table(api)
    for number, player in enumerate(players):
        confirmed(service, office, player, f"p{number}@example.org", turn="each")
    follow(service)
    play_on(table, players, 1)
    for _ in range(8):
        follow(service)
        deliver(service)
        play_on(table, players, 1)
    sent = [mail.to[0] for mail in office.taken]

    assert len(sent) == len(set(sent)) == 4
    waiting = players[players[0].view(table)["asked"][0]["seat"]]
    follow(service)
    time_passes(service)
    assert deliver(service) == 1, "the mail comes after fifteen minutes"
    assert office.taken[-1].to == [mail_settings_of(waiting)["address"]]


def test_an_invitation_is_mailed_while_it_is_open(api: Api, service: Service, office: PostOffice):
    ada = confirmed(service, office, api.sign_up(), "ada@example.org")
    host = api.sign_up("<b>visit evil.example.org</b>")
    stands, gone = host.open_table(), host.open_table()
    for table in (stands, gone):
        host.command(table, "challenge_player", player=ada.id)
    host.command(gone, "withdraw_challenge", player=ada.id)
    follow(service)

    assert deliver(service) == 1
    [mail] = office.taken
    assert stands in mail.text
    assert "evil" not in mail.message.as_string(), "no mail contains a name"


def test_disabled_kinds_are_never_mailed(api: Api, service: Service, office: PostOffice):
    ada = confirmed(service, office, api.sign_up(), "ada@example.org", invitation="off")
    host = api.sign_up()
    host.command(host.open_table(), "challenge_player", player=ada.id)
    follow(service)

    assert deliver(service) == 0
    assert [kind for kind, _, _ in mails(service, ada)] == ["confirm"]


def test_pending_mails_are_dropped_when_the_settings_change(api: Api, service: Service, office: PostOffice):
    ada = confirmed(service, office, api.sign_up(), "ada@example.org")
    host = api.sign_up()
    host.command(host.open_table(), "challenge_player", player=ada.id)
    follow(service)
    patch(ada, kinds={"invitation": "off"})

    assert deliver(service) == 0


# ------------------------------------------------------------------------------------------------ digests


def due_now(service: Service, user: User, zone: str = "UTC") -> None:
    """Makes the player's digest due now, and again in half a day, at any time of day."""
    hour = (datetime.now(ZoneInfo(zone)).hour + 12) % 24
    with service.database.session() as session:
        session.execute(
            "UPDATE shengji.mailbox SET digest_at = now(), digest_hour = $2 WHERE player_id = $1", [user.id, hour]
        )


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
    assert mail.message["Subject"] == "3 turns wait, 1 challenge"
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


# -- the mail ----------------------------------------------------------------------------------------------------------


def test_a_mail_has_the_required_headers(api: Api, service: Service, office: PostOffice):
    ada = confirmed(service, office, api.sign_up(), "ada@example.org")
    host = api.sign_up()
    host.command(host.open_table(), "challenge_player", player=ada.id)
    follow(service)
    before = datetime.now(UTC).replace(microsecond=0)
    deliver(service)

    [mail] = office.taken
    message = mail.message
    assert mail.sender == "cards@example.org"
    assert str(message["From"]) == "Sheng Ji <cards@example.org>"
    assert str(message["To"]) == "ada@example.org"
    assert re.fullmatch(r"<mail_[0-9A-Z]{26}@example\.org>", str(message["Message-ID"]))
    assert before <= message["Date"].datetime <= datetime.now(UTC)
    assert str(message["Auto-Submitted"]) == "auto-generated"
    assert message.get_content_type() == "text/plain"
    assert message["MIME-Version"] == "1.0"
    stop = str(message["List-Unsubscribe"]).strip("<>")
    assert stop.startswith(f"{PUBLIC}/mail/stop/sjm_")
    assert stop.endswith("/invitation")
    assert str(message["List-Unsubscribe-Post"]) == "List-Unsubscribe=One-Click"
    assert stop in mail.links
    assert message.defects == []
    assert max(map(len, message.as_bytes().split(b"\r\n"))) < 998


def test_one_click_stops_mails_of_a_kind_and_another_link_stops_all(api: Api, service: Service, office: PostOffice):
    ada = confirmed(service, office, api.sign_up(), "ada@example.org")
    host = api.sign_up()
    host.command(host.open_table(), "challenge_player", player=ada.id)
    follow(service)
    deliver(service)
    [mail] = office.taken
    one, everything = mail.path("/invitation"), mail.path("/all")

    assert "<form" in api.call("GET", one).text
    assert mail_settings_of(ada)["kinds"]["invitation"] == "each", "only the button unsubscribes"
    clicked = api.form(one, {"List-Unsubscribe": "One-Click"})
    assert clicked.status_code == 200
    assert mail_settings_of(ada)["kinds"] == {
        "turn": "digest",
        "reminder": "each",
        "invitation": "off",
        "match": "digest",
    }
    assert api.call("POST", everything).status_code == 200
    assert set(mail_settings_of(ada)["kinds"].values()) == {"off"}
    assert mail_settings_of(ada)["next_digest_at"] is None
    assert api.call("POST", everything).status_code == 200


def test_the_link_in_a_digest_stops_all_its_kinds(api: Api, service: Service, office: PostOffice):
    ada = confirmed(service, office, api.sign_up(), "ada@example.org", turn="each")
    with service.database.session() as session:
        [code] = session.execute("SELECT code FROM shengji.mailbox WHERE player_id = $1", [ada.id]).fetchone() or ()

    api.call("POST", f"/mail/stop/{code}/digest")

    assert mail_settings_of(ada)["kinds"] == {"turn": "each", "reminder": "each", "invitation": "each", "match": "off"}


def test_a_forged_link_stops_no_mails(api: Api, service: Service, office: PostOffice):
    ada = confirmed(service, office, api.sign_up(), "ada@example.org")
    before = mail_settings_of(ada)

    assert api.call("POST", f"/mail/stop/sjm_{'0' * 43}/all").status_code == 200
    assert api.call("POST", f"/mail/stop/sjm_{'0' * 43}/other").status_code == 404
    assert mail_settings_of(ada) == before


@pytest.mark.slow
def test_no_mail_contains_a_card_a_token_or_a_name(
    api: Api, service: Service, office: PostOffice, dispatch: MailDispatch
):
    players = [api.sign_up(f"Name{seat}") for seat in range(4)]
    table = players[0].open_table(hands=1)
    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
        confirmed(service, office, player, f"p{seat}@example.org", turn="each", match="each" if seat % 2 else "digest")
    players[0].command(table, "start")
    taken = []
    for _ in range(130):
        follow(service)
        time_passes(service)
        deliver(service)
        play_on(table, players, 1)
    follow(service)
    for player in players:
        due_now(service, player)
    catch_up(service)
    dispatch.queue_digests()
    deliver(service)
    taken = [f"{mail.message['Subject']}\n{mail.text}" for mail in office.taken]

    assert len(taken) > 80
    assert any("A match is over" in text for text in taken)
    secrets = [player.token for player in players] + [f"Name{seat}" for seat in range(4)]
    for text in taken:
        without = re.sub(r"https://\S+|tbl_\w+|\d\d:\d\d", "", text)
        words = set(re.findall(r"[0-9A-Z]+", without))
        assert not words & set(FACE_OF_NAME), text
        assert not any(secret in text for secret in secrets)


# -- stored data -------------------------------------------------------------------------------------------------------


def test_address_and_mails_are_in_the_export_and_deleted_with_the_account(
    api: Api, service: Service, office: PostOffice, database_url: str
):
    from tests.service.test_export_and_closing import close, where

    ada = confirmed(service, office, api.sign_up(), "ada.unique@example.org")
    host = api.sign_up()
    host.command(host.open_table(), "challenge_player", player=ada.id)
    follow(service)
    deliver(service)
    put(ada, "other.unique@example.org")

    exported = ada.get("/v1/me/export").json
    assert exported["notifications"]["address"] == "ada.unique@example.org"
    assert [(each["kind"], each["state"]) for each in exported["mails"]] == [
        ("confirm", "sent"),
        ("invitation", "sent"),
        ("confirm", "pending"),
    ]
    assert "sjm_" not in str(exported)
    assert where(database_url, "unique@example.org")
    assert close(ada).status_code == 204
    assert where(database_url, "unique@example.org") == set()
    assert deliver(service) == 0


def test_a_program_with_many_scopes_cannot_set_an_address(api: Api, service: Service, office: PostOffice):
    ada, login = with_login(api)
    program = Program(api, new_client(ada, REDIRECT), "account:read account:write")
    given_it = program.exchange(parsed_answer(Browser(api, login).decide(program.address()))["code"]).json
    theirs = User(api, ada.id, given_it["access_token"])

    assert theirs.get("/v1/me/notifications").status_code == 200
    assert put(theirs, "eve@example.org").json["code"] == "own_token_needed"


# ------------------------------------------------------------------------------------------------ settings


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"SMTP_HOST": "mail", "MAIL_FROM": "x"}, "MAIL_FROM"),
        ({"SMTP_HOST": "mail", "MAIL_FROM": "a@example.org"}, "PUBLIC_ADDRESS"),
        ({"SMTP_HOST": "mail", "MAIL_FROM": "a@example.org", "PUBLIC_ADDRESS": PUBLIC, "SMTP_TIMEOUT_S": "31"}, "30"),
        (
            {
                "SMTP_HOST": "mail",
                "MAIL_FROM": "a@example.org",
                "PUBLIC_ADDRESS": PUBLIC,
                "SMTP_SECURITY": "none",
                "SMTP_PASSWORD": "x",
            },
            "unencrypted",
        ),
        (
            {"SMTP_HOST": "mail", "MAIL_FROM": "a@example.org", "PUBLIC_ADDRESS": PUBLIC, "MAIL_TABLE_LINK": "x"},
            "{table}",
        ),
    ],
)
def test_mail_settings_of_the_server_that_cannot_work_are_refused(variables: dict[str, str], said: str):
    with pytest.raises(InvalidSetting, match=re.escape(said)):
        read_settings(variables)


def test_valid_mail_settings_of_the_server_are_accepted():
    read = read_settings({"SMTP_HOST": "mail", "MAIL_FROM": "Sheng Ji <a@example.org>", "PUBLIC_ADDRESS": PUBLIC})
    assert (read.smtp_security, read.smtp_port) == ("starttls", 587)
