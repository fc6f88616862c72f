"""Mails and webhooks name only players who both allow it, and no name can pass for a link."""

import pytest

from domain.kernel.players import PlayerId
from service.notifications.names import NAME_LIMIT, names_for, shown_name
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.mail_settings import mail_settings_of, patch
from tests.support.post import Posted, PostOffice, confirmed, deliver, follow
from tests.support.stored import catch_up


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("李小龙", "李小龙"),
        ("Dr. No", "Dr. No"),
        ("v1.2", "v1.2"),
        ("  two   words ", "two words"),
        ("e\u202elif.txt", None),
        ("a\u202eb\x00\x1b", "ab"),
        ("visit evil.example", None),
        ("visit evil\uff0eexample", None),
        ("visit evil。example", None),
        ("https://evil", None),
        ("me@evil", None),
        ("<b>Ada</b>", None),
        ("call 0900 1234567", None),
        ("\u200b\u200b", None),
        ("x" * 40, "x" * (NAME_LIMIT - 1) + "…"),
    ],
)
def test_a_name_is_shown_on_one_line_without_controls_and_links(name: str, shown: str | None):
    assert shown_name(name) == shown


@pytest.fixture
def ada(api: Api, service: Service, office: PostOffice) -> User:
    return confirmed(service, office, api.sign_up("Ada"), "ada@example.org")


def invite(api: Api, service: Service, office: PostOffice, ada: User, host: User) -> Posted:
    """Returns the mail to Ada about an invitation to a table of the host."""
    office.taken.clear()
    with service.database.session() as session:
        session.execute("DELETE FROM shengji.mail")
    table = host.open_table()
    host.command(table, "sit", seat=0)
    host.command(table, "challenge_player", player=ada.id)
    follow(service)
    catch_up(service)
    assert deliver(service) == 1
    return office.taken[-1]


def test_players_are_named_if_both_allow_it(api: Api, service: Service, office: PostOffice, ada: User):
    bob = api.sign_up("Bob")
    assert mail_settings_of(ada)["names"] is False

    for ada_allows, bob_allows in ((False, False), (True, False), (False, True), (True, True)):
        patch(ada, names=ada_allows)
        patch(bob, names=bob_allows)
        mail = invite(api, service, office, ada, bob)
        both = ada_allows and bob_allows
        assert ("Bob" in mail.message.as_string()) is both
        assert ("Bob invites you" if both else "A player invites you") in mail.text


def test_players_who_block_each_other_are_not_named(api: Api, service: Service):
    ada, bob, carol, dave, eve = (api.sign_up(name) for name in ("Ada", "Bob", "Carol", "Dave", "Eve"))
    for player in (ada, bob, carol, dave):
        patch(player, names=True)
    for blocking, blocked in ((ada, bob), (carol, ada)):
        assert blocking.api.call("PUT", f"/v1/me/blocks/{blocked.id}", token=blocking.token).status_code == 204

    others = [PlayerId(each.id) for each in (bob, carol, dave, eve)]
    assert names_for(service.database.read, PlayerId(ada.id), others) == {dave.id: "Dave"}
    assert names_for(service.database.read, PlayerId(eve.id), others) == {}


def test_a_name_like_a_link_is_not_in_a_mail(api: Api, service: Service, office: PostOffice, ada: User):
    host = api.sign_up("visit evil.example")
    for player in (ada, host):
        patch(player, names=True)

    mail = invite(api, service, office, ada, host)

    assert "evil" not in mail.message.as_string()
    assert "A player invites you to a table" in mail.text


def test_a_name_is_escaped_in_html(api: Api, service: Service, office: PostOffice, ada: User):
    host = api.sign_up("A & B \"quoted\" 'x'")
    for player in (ada, host):
        patch(player, names=True)

    mail = invite(api, service, office, ada, host)

    assert "A & B \"quoted\" 'x' invites you" in mail.text
    assert "A &amp; B &quot;quoted&quot; &#x27;x&#x27; invites you" in mail.html


@pytest.mark.parametrize("wanted", ["yes", 1, None])
def test_an_invalid_choice_of_names_is_refused(api: Api, office: PostOffice, wanted: object):
    refused = patch(api.sign_up(), names=wanted)

    assert refused.status_code == 400
    assert list(refused.json["facts"]["fields"]) == ["names"]
