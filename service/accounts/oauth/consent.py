"""Consent by the session of a browser, without a password.

The form of the consent page has a seal: an HMAC of the request, whose key is the secret in the session cookie. No other
site knows the secret, and browsers send the cookie with no form of another site (`SameSite`). So a player consents
only on our own page, and only to the request that the page has shown.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import NamedTuple

from flask import request

from domain.kernel.players import PlayerId
from service.platform.documents import Json
from service.request_context import service, session

SEAL = "consent"
"""The field of the form that has the seal."""


class SignedIn(NamedTuple):
    """The player of the session, and the seal of the form that the page shows to the player."""

    player: PlayerId
    name: str
    seal: str


def signed_in(action: str, asked: Mapping[str, str]) -> SignedIn | None:
    """Returns who is signed in, or `None`.

    Args:
        action: the address to which the form is sent.
        asked: the fields of the form that say what is asked.
    """
    secret = session()
    known = service().accounts.identify(secret) if secret else None
    return known and SignedIn(known.player, known.name, _seal(secret, action, asked))


def consenting(action: str, asked: Mapping[str, str], given: Json) -> PlayerId | None:
    """Returns the player who consents by the form of our own page, or `None`.

    Args:
        action: the address to which the form is sent.
        asked: the fields of the form that say what is asked.
        given: all fields of the form.
    """
    by = signed_in(action, asked)
    if by is None or request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return None
    return by.player if hmac.compare_digest(by.seal, given[SEAL]) else None


def _seal(secret: str, action: str, asked: Mapping[str, str]) -> str:
    text = json.dumps([action, sorted(asked.items())])
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
