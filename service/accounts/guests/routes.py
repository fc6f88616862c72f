"""The HTTP route by which a guest of a tournament takes over the account."""

from flask import Blueprint, Response

from service.accounts.documents import signed_up
from service.accounts.guests.schemas import ClaimSchema
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.fields import load
from service.platform.http.rate_limits import client_network, rate_class
from service.request_context import service

claims = Blueprint("claims", __name__, url_prefix="/v1")

_CLAIM = ClaimSchema()


@claims.post("/claims")
@rate_class("login")
def claim_guest() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    code = load(_CLAIM, requests.body())["claim_code"]
    claimed, token, secret = service().guests.claim(code, client_network())
    document = signed_up(claimed, token, secret, service().reliability)
    return answer(document, 201, location=f"/v1/players/{claimed.id}", cache="no-store")
