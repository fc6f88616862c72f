"""A mail server, a player with an address, and a service with many invitations."""

from collections.abc import Iterator

import pytest

from service.platform.settings import Settings
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.fixtures import limited
from tests.support.mail_faults import PORT, TIMEOUT_S
from tests.support.post import (
    PostOffice,
    confirmed,
    follow,
    post_office,
    with_mail,
)
from tests.support.receiver import nobody


@pytest.fixture(scope="module")
def settings(database_url: str, servers: tuple[str, str]) -> Settings:
    PORT[:] = [nobody()]
    return with_mail(database_url, servers[1], PORT[0], smtp_timeout_s=TIMEOUT_S)


@pytest.fixture
def office(service: Service) -> Iterator[PostOffice]:
    """A mail server without pending mails."""
    follow(service, None)
    with service.database.session() as session:
        session.execute("DELETE FROM shengji.mail")
        session.execute("DELETE FROM shengji.mail_asked")
        session.execute("UPDATE shengji.mail_server SET rests_until = '-infinity', failures = 0")
    with post_office(PORT[0]) as (found, _):
        yield found


@pytest.fixture
def ada(api: Api, service: Service, office: PostOffice) -> User:
    return confirmed(service, office, api.sign_up(), "ada@example.org")


@pytest.fixture
def invited_often(service: Service) -> Service:
    """The service without a limit on mails about invitations of one player."""
    return limited(service, invitation_mails_s=0.0)
