"""Guests of tournaments over HTTP."""

from typing import Any, NamedTuple

from tests.support.api import Api, Json, User
from tests.support.tournaments_served import Tournament

JOINING = ("entrant_registered", "partner_joined")


class Guest(NamedTuple):
    """A guest, the entrant of the guest, and the claim code."""

    id: str
    entrant: str
    code: str


def entered(tournament: Tournament, by: User, **members: Any) -> list[Guest]:
    """Enters entrants with guests and returns the guests."""
    answered = tournament.ask(by, "enter_entrants", **members)
    assert answered.status_code == 200, answered.text
    joined = (each["data"] for each in answered.json["events"] if each["type"] in JOINING)
    entrants = {each["player"]: each["entrant"] for each in joined}
    return [Guest(each["player"], entrants[each["player"]], each["claim_code"]) for each in answered.json["guests"]]


def ask_for_token(tournament: Tournament, by: User, guest: Guest, name: str = "tablet") -> Any:
    """Asks for a token for a guest and returns the answer."""
    path = f"{tournament.path}/entrants/{guest.entrant}/tokens"
    return by.post(path, {"player": guest.id, "name": name})


def acting(tournament: Tournament, by: User, guest: Guest) -> User:
    """Returns the guest with a token that staff made."""
    made = ask_for_token(tournament, by, guest)
    assert made.status_code == 201, made.text
    return User(tournament.api, guest.id, made.json["secret"])


def claim(api: Api, code: str, address: str = "127.0.0.1") -> Any:
    """Claims an account from an address and returns the answer."""
    return api.call("POST", "/v1/claims", {"claim_code": code}, environ_overrides={"REMOTE_ADDR": address})


def claimed(api: Api, guest: Guest) -> User:
    """Returns the guest as the person who has claimed the account."""
    answered = claim(api, guest.code)
    assert answered.status_code == 201, answered.text
    assert answered.json["player"]["id"] == guest.id
    return User(api, guest.id, answered.json["token"]["secret"])


def problem(answered: Any) -> tuple[int, str]:
    """Returns the status and the code of a refusal."""
    document: Json = answered.json
    return answered.status_code, document["code"]
