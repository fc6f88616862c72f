"""Mails have the required headers and links that stop them, and no secrets."""

import re
from datetime import UTC, datetime

import pytest

from domain.kernel.cards import FACE_OF_NAME
from service.notifications.mail.dispatch import MailDispatch
from service.notifications.mail.since import _cards
from service.platform.settings import InvalidSetting, read_settings
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.mail_settings import due_now, mail_settings_of, put
from tests.support.oauth import REDIRECT, Browser, Program, new_client, with_login
from tests.support.oauth import told as parsed_answer
from tests.support.play import play_commands
from tests.support.post import PUBLIC, PostOffice, confirmed, deliver, follow, time_passes
from tests.support.stored import catch_up


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
    assert message.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    assert message["MIME-Version"] == "1.0"
    stop = str(message["List-Unsubscribe"]).strip("<>")
    assert stop.startswith(f"{PUBLIC}/mail/stop/sjm_")
    assert stop.endswith("/invitation")
    assert str(message["List-Unsubscribe-Post"]) == "List-Unsubscribe=One-Click"
    assert stop in mail.links
    assert f'href="{stop}"' in mail.html
    assert f"{PUBLIC}/v1/tables/" in mail.text
    assert not re.search(r"<(script|img|link|iframe)|src=|url\(", mail.html), "nothing is loaded"
    assert message.defects == []
    assert max(map(len, message.as_bytes().splitlines())) < 998


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
@pytest.mark.parametrize("delay", ["none", "hand"])
def test_a_mail_contains_no_token_no_name_and_only_cards_that_spectators_saw(
    api: Api, service: Service, office: PostOffice, dispatch: MailDispatch, delay: str
):
    players = [api.sign_up(f"Name{seat}") for seat in range(4)]
    table = players[0].open_table(hands=1, spectators={"delay": delay})
    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
        confirmed(service, office, player, f"p{seat}@example.org", turn="each", match="each" if seat % 2 else "digest")
    players[0].command(table, "start")
    spectator = api.sign_up()
    told = []
    for _ in range(130):
        follow(service)
        catch_up(service)
        time_passes(service)
        seen = played(spectator, table)
        deliver(service)
        told += [(mail, seen) for mail in office.taken]
        office.taken.clear()
        play_commands(table, players, 1)
    follow(service)
    for player in players:
        due_now(service, player)
    catch_up(service)
    dispatch.queue_digests()
    deliver(service)
    told += [(mail, played(spectator, table)) for mail in office.taken]

    assert len(told) > 80
    assert any("Your match is over" in mail.text for mail, _ in told)
    assert any(cards_in(mail.text) for mail, _ in told) is (delay == "none")
    secrets = [player.token for player in players] + [f"Name{seat}" for seat in range(4)]
    for mail, seen in told:
        for text in (f"{mail.message['Subject']}\n{mail.text}", mail.html):
            assert cards_in(text) <= seen, text
            assert not any(secret in text for secret in secrets)


def played(spectator: User, table: str) -> set[str]:
    """Returns the cards that spectators have seen played, as mails write them."""
    events = spectator.get(f"/v1/tables/{table}/events?limit=1000").json["events"]
    names = {card for event in events if event["type"] == "cards_played" for card in event["data"]["cards"]}
    return {_cards([name]) for name in names}


def cards_in(text: str) -> set[str]:
    """Returns the cards in a mail, by their names and their signs."""
    without = re.sub(r"https://\S+|tbl_\w+|\d\d:\d\d", "", text)
    assert not set(re.findall(r"[0-9A-Z]+", without)) & set(FACE_OF_NAME), text
    return {sign for sign in (_cards([name]) for name in FACE_OF_NAME) if re.search(rf"(?<!\d){sign}", without)}


# -- stored data -------------------------------------------------------------------------------------------------------
def test_address_and_mails_are_in_the_export_and_deleted_with_the_account(
    api: Api, service: Service, office: PostOffice, database_url: str
):
    from tests.support.personal_data import close, where

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
