"""The requests that answer an entry of the inbox in place, ready to send."""

from typing import Any

from domain.games.registry import PACKAGES
from domain.orders.library import CommonOrder
from domain.orders.order import order_document
from service.notifications.inbox.document_types import Reply
from service.notifications.inbox.handlers import Awaited, WaitingChallenge, WaitingProposal, WaitingTurn


def turn_replies(turn: WaitingTurn, game: str | None) -> list[Reply]:
    """Returns how a player can answer a turn: with a consent at once, otherwise by a move or a common order.

    Args:
        turn: the turn.
        game: the game of its table; `None` if that is not known.
    """
    if turn.what == "consent":
        # The version makes sure that the answer is to this request and to no later one.
        answers = [("Agree", True), ("Do not agree", False)]
        return [
            _command(turn.table_id, title, type="consent", agree=agree, expected_version=turn.version)
            for title, agree in answers
        ]
    orders = PACKAGES[game].common_orders if game else ()
    return [
        _request("Read your legal moves", "GET", f"/v1/tables/{turn.table_id}/moves"),
        *(
            _command(turn.table_id, f"Replace your standing orders: {each.title}", **_orders(each))
            for each in orders
            if turn.what in (each.order.when.asked or ("play",))
        ),
    ]


def _orders(common: CommonOrder) -> dict[str, Any]:
    return {"type": "give_orders", "orders": [order_document(common.order)]}


def proposal_replies(proposal: WaitingProposal) -> list[Reply]:
    """Returns how a player can answer a proposal."""
    return [
        _command(proposal.table_id, "Agree", type="agree", what=proposal.what),
        _command(proposal.table_id, "Do not agree", type="disagree", expected_version=proposal.version),
    ]


def challenge_replies(challenge: WaitingChallenge) -> list[Reply]:
    """Returns how a player can answer a challenge. If it is to any seat, the view of the table shows free seats."""
    take = (
        _request("Find a free seat", "GET", f"/v1/tables/{challenge.table_id}")
        if challenge.seat is None
        else _command(challenge.table_id, "Take the seat", type="sit", seat=challenge.seat)
    )
    return [take, _command(challenge.table_id, "Decline", type="decline_challenge", reason="not_now")]


def tournament_replies(awaited: Awaited) -> list[Reply]:
    """Returns how a player can answer a tournament."""
    address = f"/v1/tournaments/{awaited.tournament_id}/commands"
    if awaited.what == "check_in":
        return [_request("Check in", "POST", address, type="check_in")]
    return [
        _request("Accept", "POST", address, type="accept_partner", entrant=awaited.entrant),
        _request("Decline", "POST", address, type="decline_partner", entrant=awaited.entrant),
    ]


def _command(table_id: str, title: str, **body: Any) -> Reply:
    return _request(title, "POST", f"/v1/tables/{table_id}/commands", **body)


def _request(title: str, method: Any, href: str, **body: Any) -> Reply:
    return {"title": title, "method": method, "href": href, "body": body or None}
