"""Players choose which mails they get, and a turn is mailed while it waits."""

from typing import Any

import pytest

from service.wiring import Service
from tests.support.api import Api, started_table
from tests.support.inbox_groups import visit
from tests.support.mail_settings import mail_settings_of, patch
from tests.support.play import play_commands
from tests.support.post import PostOffice, confirmed, deliver, follow, mails, time_passes
from tests.support.stored import catch_up


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
    play_commands(table, players, 1)
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
    play_commands(table, players, 1)
    second = players[players[0].view(table)["asked"][0]["seat"]]
    follow(service)
    play_commands(table, players, 1)

    assert deliver(service) == 0
    assert ("turn", "dropped", None) in mails(service, second)
    assert first is not second


def test_a_turn_is_mailed_only_after_a_delay(api: Api, service: Service, office: PostOffice):
    from service.notifications.handlers import Mail

    table, players = started_table(api)
    for number, player in enumerate(players):
        confirmed(service, office, player, f"p{number}@example.org", turn="each")
    play_commands(table, players, 1)
    follow(service, Mail(120.0))

    assert deliver(service) == 0
    time_passes(service)
    assert deliver(service) == 1


def test_a_table_causes_at_most_one_mail_in_15_minutes(api: Api, service: Service, office: PostOffice):
    table, players = started_table(api)
    for number, player in enumerate(players):
        confirmed(service, office, player, f"p{number}@example.org", turn="each")
    follow(service)
    play_commands(table, players, 1)
    for _ in range(8):
        follow(service)
        deliver(service)
        play_commands(table, players, 1)
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


@pytest.mark.parametrize("sees", [False, True])
def test_a_mail_leaves_out_what_the_player_has_seen(api: Api, service: Service, office: PostOffice, *, sees: bool):
    table, players = started_table(api)
    while players[0].view(table)["match"]["phase"] != "playing":
        play_commands(table, players, 1)
    ada = players[(players[0].view(table)["asked"][0]["seat"] + 1) % 4]
    confirmed(service, office, ada, "ada@example.org", turn="each")
    office.taken.clear()
    play_commands(table, players, 1)
    follow(service)
    catch_up(service)
    if sees:
        assert visit(ada, table, ada.view(table)["version"]).status_code == 204
    time_passes(service)

    assert deliver(service) == 1
    assert "It is your turn to play." in office.taken[0].text
    assert ("Since your last move or visit:" in office.taken[0].text) is not sees
