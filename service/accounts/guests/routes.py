"""The HTTP routes by which a guest of a tournament takes over the account."""

from flask import Blueprint, Response

from domain.kernel.messages import message
from service.accounts.documents import player_document, signed_up
from service.accounts.guests.document_types import Claimable
from service.accounts.guests.schemas import ClaimSchema
from service.accounts.sessions.answers import session_begun
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.cookies import check_own_page
from service.platform.http.fields import load
from service.platform.http.rate_limits import client_network, rate_class
from service.request_context import service, session

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


@claims.post("/claims/preview")
@rate_class("login")
def preview_claim() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("nothing is changed"))
    guest, tournament = service().guests.claimable(load(_CLAIM, requests.body())["claim_code"], client_network())
    document: Claimable = {
        "player": player_document(guest, service().reliability),
        "tournament": tournament,
        "tournament_name": service().tournaments.at(tournament).tournament.settings.name,
    }
    return answer(document, cache="no-store")


@claims.post("/session/claim")
@rate_class("login")
def begin_session_by_claim() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("the response sets a cookie that is sent only once"))
    check_own_page()
    code = load(_CLAIM, requests.body())["claim_code"]
    return session_begun(service().guests.claim_in_browser(code, client_network(), session()))
