"""What happens to a player within a minute is one mail."""

import dataclasses
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import pytest

from service.notifications.handlers import Mail
from service.notifications.mail.jobs import send_mails
from service.notifications.mail.sender import Connection, MailSender
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, User, started_table
from tests.support.mail_settings import patch
from tests.support.post import PostOffice, confirmed, deliver, follow, mails
from tests.support.stored import catch_up

GATHERS_S = 60.0
WAITING = Mail(0.0, gathers_s=GATHERS_S)


@pytest.fixture
def gathering(service: Service) -> Service:
    """The service, gathering what happens within a minute."""
    return dataclasses.replace(service, settings=dataclasses.replace(service.settings, mail_gather_s=GATHERS_S))


@pytest.fixture
def ada(api: Api, service: Service, office: PostOffice) -> User:
    kinds = dict.fromkeys(("turn", "reminder", "invitation", "match"), "each")
    return confirmed(service, office, api.sign_up(), "ada@example.org", **kinds)


def minutes_pass(service: Service, minutes: float) -> None:
    """Makes everything happen this much earlier for the mails that wait."""
    with service.database.session() as session:
        session.execute(
            "UPDATE shengji.mail SET next_attempt_at = next_attempt_at - make_interval(secs => $1)"
            " WHERE state = 'pending' AND sent_with IS NULL",
            [60 * minutes],
        )


def invited(api: Api, ada: User) -> str:
    """Returns the new table of another player, to which Ada is invited."""
    host = api.sign_up()
    table = host.open_table()
    host.command(table, "challenge_player", player=ada.id)
    return table


def states(service: Service, user: User) -> list[tuple[str, str]]:
    return sorted(each[:2] for each in mails(service, user) if each[0] != "confirm")


def test_what_happens_within_a_minute_is_one_mail(api: Api, gathering: Service, office: PostOffice, ada: User):
    tables = [invited(api, ada), invited(api, ada)]
    host = api.sign_up()
    cancelled = host.open_table()
    ada.command(cancelled, "sit", seat=1)
    host.command(cancelled, "cancel")
    follow(gathering, WAITING)
    catch_up(gathering)

    assert deliver(gathering) == 0, "more may happen"
    minutes_pass(gathering, 1)
    assert deliver(gathering) == 1
    [mail] = office.taken
    assert mail.message["Subject"] == "A player invites you to a table (Sheng Ji), and 2 more"
    assert all(mail.text.count(table) == 1 for table in (*tables, cancelled))
    assert "A table was cancelled." in mail.text
    assert str(mail.message["List-Unsubscribe"]).endswith("/all>")
    assert "/invitation\n" in mail.text
    assert "/match\n" in mail.text
    assert states(gathering, ada) == [("invitation", "sent"), ("invitation", "sent"), ("match", "sent")]
    assert deliver(gathering) == 0


def test_what_happens_later_is_another_mail(api: Api, gathering: Service, office: PostOffice, ada: User):
    invited(api, ada)
    follow(gathering, WAITING)
    minutes_pass(gathering, 1)
    patch(ada, kinds={"match": "each"})
    assert deliver(gathering) == 1
    host = api.sign_up()
    cancelled = host.open_table()
    ada.command(cancelled, "sit", seat=1)
    host.command(cancelled, "cancel")
    follow(gathering, WAITING)

    assert deliver(gathering) == 0
    minutes_pass(gathering, 1)
    assert deliver(gathering) == 1
    assert len({str(mail.message["Message-ID"]) for mail in office.taken}) == 2


def test_parts_that_are_no_longer_needed_are_left_out(api: Api, gathering: Service, office: PostOffice, ada: User):
    host = api.sign_up()
    gone, stands = host.open_table(), invited(api, ada)
    host.command(gone, "challenge_player", player=ada.id)
    host.command(gone, "withdraw_challenge", player=ada.id)
    follow(gathering, WAITING)
    minutes_pass(gathering, 1)

    assert deliver(gathering) == 1
    assert stands in office.taken[0].text
    assert gone not in office.taken[0].text
    assert states(gathering, ada) == [("invitation", "dropped"), ("invitation", "sent")]


def test_a_failed_mail_is_sent_again_with_the_same_parts(api: Api, gathering: Service, office: PostOffice, ada: User):
    tables = [invited(api, ada), invited(api, ada)]
    follow(gathering, WAITING)
    minutes_pass(gathering, 1)
    office.answers["DATA"] = ["451 try again later"]
    assert deliver(gathering) == 0
    assert states(gathering, ada) == [("invitation", "pending")] * 2
    minutes_pass(gathering, 2)
    later = invited(api, ada)
    follow(gathering, Mail(0.0))

    assert deliver(gathering) == 1
    assert all(table in office.taken[0].text for table in tables)
    assert later not in office.taken[0].text
    assert states(gathering, ada) == [("invitation", "pending")] + [("invitation", "sent")] * 2, "it rests"


def test_a_worker_that_dies_while_sending_loses_no_part(
    api: Api, gathering: Service, office: PostOffice, ada: User, monkeypatch: pytest.MonkeyPatch
):
    tables = [invited(api, ada), invited(api, ada)]
    follow(gathering, WAITING)
    minutes_pass(gathering, 1)
    send = Connection.send

    def send_and_die(self: Connection, to: str, message: EmailMessage) -> None:
        send(self, to, message)
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(Connection, "send", send_and_die)
        WorkerContext.service, WorkerContext.mail_sender = gathering, MailSender(gathering.settings)
        with pytest.raises(KeyboardInterrupt):
            send_mails()
    assert deliver(gathering) == 0, "it is claimed"
    minutes_pass(gathering, 5)

    assert deliver(gathering) == 1
    first, second = office.taken
    assert first.message["Message-ID"] == second.message["Message-ID"]
    assert first.text == second.text
    assert all(table in second.text for table in tables)
    assert states(gathering, ada) == [("invitation", "sent")] * 2


def test_mails_that_expire_take_their_parts_with_them(api: Api, gathering: Service, office: PostOffice, ada: User):
    for _ in range(2):
        invited(api, ada)
    follow(gathering, WAITING)
    minutes_pass(gathering, 1)
    office.answers["DATA"] = ["451 try again later"]
    assert deliver(gathering) == 0
    with gathering.database.session() as session:
        session.execute(
            "UPDATE shengji.mail SET created_at = now() - interval '4 days'"
            " WHERE state = 'pending' AND sent_with IS NULL"
        )
    gathering.database.run("expire_mails", {"after_s": 3 * 24 * 3600.0})

    assert states(gathering, ada) == [("invitation", "failed")] * 2
    assert gathering.database.read("waiting_mails") == [(0, 0.0)]


def test_the_start_of_a_match_and_its_first_turn_are_one_mail(api: Api, gathering: Service, office: PostOffice):
    players = [api.sign_up(f"player {seat}") for seat in range(4)]
    for number, player in enumerate(players):
        confirmed(gathering, office, player, f"p{number}@example.org", turn="each", match="each")
    table = players[0].open_table(profile="zheng-shangyou-4-partners")
    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
    players[0].command(table, "start")
    follow(gathering, Mail(120.0, gathers_s=GATHERS_S))
    catch_up(gathering)
    minutes_pass(gathering, 1)

    assert deliver(gathering) == 4
    asked = players[0].view(table)["asked"][0]["seat"]
    [mail] = [each for each in office.taken if each.to == [f"p{asked}@example.org"]]
    assert mail.message["Subject"] == "Your turn to play (Zheng Shangyou, hand 1), and 1 more"
    assert "A match has begun.\nIt is your turn to play." in mail.text


def test_what_ends_soon_does_not_wait():
    now = datetime(2026, 11, 29, 12, tzinfo=UTC)
    soon, late = (now + timedelta(minutes=minutes) for minutes in (9, 11))

    assert WAITING.waits_s("reminder", {"deadline_at": soon.isoformat()}, now) == 0.0
    assert WAITING.waits_s("reminder", {"deadline_at": late.isoformat()}, now) == GATHERS_S
    assert WAITING.waits_s("reminder", {"forfeits_at": None}, now) == GATHERS_S
    assert WAITING.waits_s("invitation", {"closes_at": soon.isoformat()}, now) == 0.0
    assert WAITING.waits_s("turn", {}, now) == GATHERS_S
    assert Mail(120.0, gathers_s=GATHERS_S).waits_s("turn", {}, now) == 120.0


def test_an_urgent_mail_takes_the_others_along(api: Api, gathering: Service, office: PostOffice):
    table, players = started_table(api, clock={"kind": "simple", "per_move_s": 86400})
    asked = players[players[0].view(table)["asked"][0]["seat"]]
    confirmed(gathering, office, asked, "ada@example.org", match="each", turn="off")
    invitation = invited(api, asked)
    follow(gathering, WAITING)
    catch_up(gathering)
    with gathering.database.session() as session:
        session.execute(
            "UPDATE shengji.mail SET next_attempt_at = now() WHERE player_id = $1 AND kind = 'match'", [asked.id]
        )

    assert deliver(gathering) == 1
    assert invitation in office.taken[-1].text
    assert deliver(gathering) == 0
