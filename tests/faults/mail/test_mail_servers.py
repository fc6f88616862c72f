"""No mail is lost by unreachable, slow or strict servers.

No test waits for a retry: what is to be tried again some time is made due in the database.
"""

import socket
import ssl
import subprocess
import threading
from pathlib import Path

import pytest

from service.notifications.mail.jobs import AGAIN_S, MOST_FAILURES, send_mails
from service.notifications.mail.sender import MailSender
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, User, started_table
from tests.support.fixtures import limited
from tests.support.mail_faults import PATIENCE_S, PORT, TIMEOUT_S, invite
from tests.support.play import play_commands
from tests.support.post import (
    PostOffice,
    authenticator,
    confirmed,
    deliver,
    follow,
    mails,
    post_office,
    time_passes,
    with_mail,
)
from tests.support.receiver import nobody
from tests.support.waiting import until

SHORT_S = 3.0


def failing(user: User) -> object:
    return user.get("/v1/me/notifications").json["failing"]


# ------------------------------------------------------------------------------------------------ the server


@pytest.mark.slow
def test_mails_wait_while_the_mail_server_is_down_and_attempts_pause(
    api: Api, service: Service, ada: User, invited_often: Service
):
    gone = with_mail(service.settings.database_url, service.settings.redis_url, nobody(), smtp_timeout_s=TIMEOUT_S)
    invite(api, service, ada)
    invite(api, service, ada)
    # The server still pauses when it is checked, however long that takes.
    WorkerContext.service = limited(invited_often, mail_server_pause_s=300.0)
    WorkerContext.mail_sender = MailSender(gone)

    assert send_mails() == 0
    assert [each for each in mails(service, ada) if each[0] == "invitation"] == [("invitation", "pending", None)] * 2
    assert service.database.read("due_mails", {"limit": 10}) == [], "it rests"
    assert failing(ada) is None
    time_passes(service)
    assert deliver(invited_often) == 2


@pytest.mark.slow
@pytest.mark.parametrize("command", ["RCPT", "DATA"])
def test_a_temporary_rejection_is_retried_later(
    api: Api, service: Service, office: PostOffice, ada: User, command: str
):
    office.answers[command] = ["451 try again later"]
    invite(api, service, ada)

    assert deliver(service) == 0
    assert mails(service, ada)[-1] == ("invitation", "pending", 451)
    assert deliver(service) == 0, "not at once"
    time_passes(service)
    assert deliver(service) == 1
    assert mails(service, ada)[-1][1] == "sent"


def test_a_mail_is_given_up_at_the_end_of_its_schedule(api: Api, service: Service, office: PostOffice, ada: User):
    office.answers["RCPT"] = ["452 mailbox full"] * 20
    invite(api, service, ada)
    for _ in range(len(AGAIN_S) + 1):
        assert mails(service, ada)[-1][1] == "pending"
        deliver(service)
        time_passes(service)

    assert mails(service, ada)[-1] == ("invitation", "failed", 452)
    assert failing(ada) is None
    office.answers["RCPT"] = []
    invite(api, service, ada)
    assert deliver(service) == 1


def test_an_address_with_repeated_failures_is_no_longer_used(api: Api, service: Service, office: PostOffice, ada: User):
    office.answers["DATA"] = ["554 no"] * MOST_FAILURES
    for _ in range(MOST_FAILURES):
        assert failing(ada) is None
        invite(api, service, ada)
        deliver(service)

    assert failing(ada)["status"] == 554  # type: ignore[index]


def test_a_rejected_address_is_not_used_until_it_is_set_again(
    api: Api, service: Service, office: PostOffice, ada: User
):
    office.answers["RCPT"] = ["550 no such user"]
    invite(api, service, ada)
    invite(api, service, ada)
    assert deliver(service) == 0
    assert failing(ada)["status"] == 550  # type: ignore[index]
    assert [each[1:] for each in mails(service, ada) if each[0] == "invitation"] == [("failed", 550), ("dropped", None)]

    before = mails(service, ada)
    invite(api, service, ada)
    time_passes(service)
    assert deliver(service) == 0
    assert mails(service, ada) == before
    confirmed(service, office, ada, "ada@example.org")
    assert failing(ada) is None
    invite(api, service, ada)
    assert deliver(service) == 1


def test_a_delayed_mail_is_dropped_when_a_newer_one_about_the_same_table_exists(
    api: Api, service: Service, office: PostOffice
):
    table, players = started_table(api)

    def asked() -> User:
        return players[players[0].view(table)["asked"][0]["seat"]]

    first = confirmed(service, office, asked(), "first@example.org", turn="each")
    follow(service)
    office.answers["RCPT"] = ["451 try again later"]
    assert deliver(service) == 0
    play_commands(table, players, 1)
    while asked() is not first:
        play_commands(table, players, 1)
    follow(service)
    assert [each[1] for each in mails(service, first) if each[0] == "turn"] == ["pending", "pending"]
    time_passes(service)

    assert deliver(service) == 1
    assert sorted(each[1] for each in mails(service, first) if each[0] == "turn") == ["dropped", "sent"]


def test_an_unconfirmed_address_that_is_rejected_is_forgotten(api: Api, service: Service, office: PostOffice):
    office.answers["RCPT"] = ["550 no such user"]
    eve = api.sign_up()
    api.call("PUT", "/v1/me/notifications/address", {"address": "nobody@example.org"}, token=eve.token)
    deliver(service)

    assert eve.get("/v1/me/notifications").json["unconfirmed"] is None
    assert mails(service, eve) == [("confirm", "failed", 550)]


@pytest.mark.parametrize(("command", "answer"), [("MAIL", "530 log in first"), ("RCPT", "421 going down")])
def test_a_server_failure_does_not_count_against_the_address(
    api: Api, service: Service, office: PostOffice, ada: User, command: str, answer: str
):
    office.answers[command] = [answer]
    invite(api, service, ada)

    assert deliver(service) == 0
    assert failing(ada) is None
    time_passes(service)
    assert deliver(service) == 1


@pytest.mark.slow
def test_a_slow_mail_server_times_out(api: Api, service: Service, office: PostOffice, ada: User):
    left = threading.Event()

    def slowly() -> str:
        assert left.wait(PATIENCE_S), "it is waited for"
        return "250 OK"

    office.answers["DATA"] = [slowly]
    invite(api, service, ada)

    assert deliver(service, SHORT_S) == 0
    left.set()
    until(lambda: len(office.taken) == 1, "mail that was taken though nobody heard of it")
    time_passes(service)
    assert deliver(service) == 1
    first, second = (str(mail.message["Message-ID"]) for mail in office.taken)
    assert first == second


@pytest.mark.slow
def test_a_mail_server_that_sends_byte_by_byte_is_cut_off(api: Api, service: Service, ada: User):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ended = threading.Event()

        def drip() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.sendall(b"220 hello\r\n")
                connection.recv(1000)
                while not ended.wait(0.1):
                    try:
                        connection.sendall(b"250-more\r\n")
                    except OSError:
                        return

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        invite(api, service, ada)
        port = listening.getsockname()[1]
        WorkerContext.service = service
        WorkerContext.mail_sender = MailSender(
            with_mail(service.settings.database_url, service.settings.redis_url, port, smtp_timeout_s=SHORT_S)
        )
        # However slowly it sends.
        assert send_mails() == 0
        ended.set()
        thread.join()
    assert mails(service, ada)[-1][1] == "pending"


# ------------------------------------------------------------------------------------------------ TLS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a certificate for 127.0.0.1 with its key."""
    directory = tmp_path_factory.mktemp("tls")
    key, made = directory / "key.pem", directory / "made.pem"
    names = "subjectAltName=IP:127.0.0.1"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-addext", names, "-keyout", key, "-out", made], check=True, capture_output=True)
    both = directory / "both.pem"
    both.write_text(made.read_text() + key.read_text())
    return both


def server_side(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_mails_are_sent_over_tls_with_a_login(api: Api, service: Service, ada: User, certificate: Path, security: str):
    invite(api, service, ada)
    tls = server_side(certificate)
    more = {"tls_context": tls, "require_starttls": True} if security == "starttls" else {"tls": tls}
    more |= {"authenticator": authenticator("cards", "secret"), "auth_required": security == "starttls"}
    more |= {"auth_require_tls": security == "starttls"}
    with post_office(**more) as (secure, port):
        settings = with_mail(
            service.settings.database_url,
            service.settings.redis_url,
            port,
            smtp_security=security,
            smtp_user="cards",
            smtp_password="secret",
        )
        WorkerContext.service = service
        WorkerContext.mail_sender = MailSender(settings)
        assert send_mails() == 0, "nobody vouches for the certificate"
        time_passes(service)
        WorkerContext.mail_sender = MailSender(settings, ssl.create_default_context(cafile=str(certificate)))
        assert send_mails() == 1
        assert (secure.taken[0].is_secure, secure.taken[0].user) == (True, "cards")


def test_a_server_without_tls_gets_no_mail_where_tls_is_required(
    api: Api, service: Service, office: PostOffice, ada: User
):
    invite(api, service, ada)
    WorkerContext.mail_sender = MailSender(
        with_mail(service.settings.database_url, service.settings.redis_url, PORT[0], smtp_security="starttls")
    )
    assert send_mails() == 0
    assert office.taken == []
    assert mails(service, ada)[-1][1] == "pending"
