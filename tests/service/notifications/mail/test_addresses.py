"""Addresses are confirmed by a mailed code."""

import pytest

from service.notifications.mail.handlers import CODES_A_DAY
from service.platform.settings import Settings
from service.wiring import Service
from tests.support.api import Api
from tests.support.fixtures import wired
from tests.support.mail_settings import mail_settings_of, patch, put
from tests.support.post import PostOffice, code_in, confirmed, deliver, follow


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
    from tests.support.personal_data import where  # can read every table

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
