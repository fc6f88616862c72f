"""Tokens with few scopes, and refused commands, for tests of tournaments over HTTP."""

from typing import Any

from service.tournaments.projections import TournamentsProjection
from tests.support.api import Json, User
from tests.support.tournaments_served import Tournament

ALONE = {"entrants": {"kind": "player", "least": 4}, "format": "night", "figures": {"rounds": 2}, "tie_breaks": []}
"""Settings of a night that players enter without partners."""


def token(service: Any, user: User, *scopes: str) -> User:
    """Returns the same player with a token of these scopes."""
    _, secret = service.accounts.make_token(user.id, "a narrow one", list(scopes), None)
    return User(user.api, user.id, secret)


def refused(tournament: Tournament, user: User, status: int, wanted: str, what: str, /, **members: Any) -> Json:
    """Sends a refused command, checks that nothing changed, and returns the problem."""
    before = tournament.view()
    answered = tournament.ask(user, what, **members)
    assert (answered.status_code, answered.json["code"]) == (status, wanted), answered.text
    assert answered.mimetype == "application/problem+json"
    assert tournament.view() == before
    return dict(answered.json)


def catch_up(service: Any) -> None:
    """Updates the lists of tournaments to the end of the log."""
    projection = TournamentsProjection(service.database, service.store)
    while projection.catch_up():
        pass
