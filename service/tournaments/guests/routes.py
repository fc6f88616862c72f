"""HTTP routes for guests of an entrant: tokens with which staff act for them, and new claim codes."""

from flask import Blueprint, Response

from domain.tournaments.terms import EntrantId
from service.accounts.documents import new_token_document
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.fields import load
from service.platform.http.rate_limits import rate_class
from service.request_context import named_page_of, needs, player, service
from service.tournaments.guests.documents import guest_token_document, new_guest_document
from service.tournaments.guests.schemas import GuestTokenSchema, NewClaimCodeSchema

guests = Blueprint("guests", __name__, url_prefix="/v1/tournaments/<tournament_id:tournament_id>")

MANAGE = "tournament:manage"
_TOKEN = GuestTokenSchema()
_CODE = NewClaimCodeSchema()


@guests.post("/entrants/<entrant_id:entrant_id>/tokens")
@rate_class("account")
@needs(MANAGE, own_token=True)
def make_guest_token(tournament_id: str, entrant_id: str) -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    body = load(_TOKEN, requests.body())
    token, secret = service().tournament_guests.make_token(
        tournament_id, EntrantId(entrant_id), body["player"], body["name"], player()
    )
    document = new_token_document(body["player"], token, secret)
    # The list of tokens is what can be read about it.
    path = f"/v1/tournaments/{tournament_id}/entrants/{entrant_id}/tokens"
    return answer(document, 201, location=path, cache="no-store")


@guests.get("/entrants/<entrant_id:entrant_id>/tokens")
@rate_class("account")
@needs(MANAGE)
def list_guest_tokens(tournament_id: str, entrant_id: str) -> Response:
    requests.check_parameters("limit", "cursor")
    count, after = requests.page_limit(), requests.page_cursor() or ""
    found = service().tournament_guests.tokens(tournament_id, EntrantId(entrant_id), player(), after, count + 1)
    return named_page_of("tokens", [guest_token_document(each) for each in found], count)


@guests.delete("/entrants/<entrant_id:entrant_id>/tokens/<token_id:token_id>")
@rate_class("account")
@needs(MANAGE)
def revoke_guest_token(tournament_id: str, entrant_id: str, token_id: str) -> Response:
    requests.check_parameters()
    service().tournament_guests.revoke(tournament_id, EntrantId(entrant_id), player(), token_id)
    return Response(status=204)


@guests.post("/entrants/<entrant_id:entrant_id>/claim-codes")
@rate_class("account")
@needs(MANAGE)
def renew_claim_code(tournament_id: str, entrant_id: str) -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    whose = load(_CODE, requests.body())["player"]
    renewed = service().tournament_guests.new_claim_code(tournament_id, EntrantId(entrant_id), whose, player())
    return answer(new_guest_document(renewed), cache="no-store")
