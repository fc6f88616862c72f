"""The requests that answer an entry of the inbox in place, ready to send."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.registry import PACKAGES
from domain.kernel.messages import message
from domain.orders.library import CommonOrder
from domain.orders.order import order_document
from domain.tournaments.awaited import AwaitedKind
from domain.tournaments.terms import Outcome
from service.notifications.inbox.document_types import Reply
from service.notifications.inbox.handlers import (
    Awaited,
    WaitingChallenge,
    WaitingProposal,
    WaitingTurn,
)


def turn_replies(turn: WaitingTurn, game: str | None) -> list[Reply]:
    """Returns how a player can answer a turn: with a consent at once, otherwise by a move or a common order.

    Args:
        turn: the turn.
        game: the game of its table; `None` if that is not known.
    """
    if turn.what == "consent":
        # The version makes sure that the answer is to this request and to no later one.
        answers = [(message("Agree"), True), (message("Do not agree"), False)]
        return [
            _command(turn.table_id, title, type="consent", agree=agree, expected_version=turn.version)
            for title, agree in answers
        ]
    orders = PACKAGES[game].common_orders if game else ()
    passes = [_command(turn.table_id, message("Pass"), type="pass", expected_version=turn.version)]
    return [
        *(passes if turn.what == "declare" else ()),
        _request(message("Read your legal moves"), "GET", f"/v1/tables/{turn.table_id}/moves"),
        *(
            _command(turn.table_id, message("Replace your standing orders: {title}", title=each.title), **_orders(each))
            for each in orders
            if turn.what in (each.order.when.asked or ("play",))
        ),
    ]


def _orders(common: CommonOrder) -> dict[str, Any]:
    return {"type": "give_orders", "orders": [order_document(common.order)]}


def proposal_replies(proposal: WaitingProposal) -> list[Reply]:
    """Returns how a player can answer a proposal."""
    return [
        _command(proposal.table_id, message("Agree"), type="agree", what=proposal.what),
        _command(proposal.table_id, message("Do not agree"), type="disagree", expected_version=proposal.version),
    ]


def challenge_replies(challenge: WaitingChallenge) -> list[Reply]:
    """Returns how a player can answer a challenge. If it is to any seat, the view of the table shows free seats."""
    take = (
        _request(message("Find a free seat"), "GET", f"/v1/tables/{challenge.table_id}")
        if challenge.seat is None
        else _command(challenge.table_id, message("Take the seat"), type="sit", seat=challenge.seat)
    )
    return [take, _command(challenge.table_id, message("Decline"), type="decline_challenge", reason="not_now")]


def tournament_replies(awaited: Awaited) -> list[Reply]:
    """Returns how a player can answer a tournament. To dispute a result takes a reason, which only the player has."""
    ready = _TOURNAMENT_REPLIES[awaited.what](awaited)
    address = f"/v1/tournaments/{awaited.tournament_id}/commands"
    return [_request(title, "POST", address, **body) for title, body in ready]


ReadyCommands = list[tuple[str, dict[str, Any]]]
"""Titles and bodies of commands."""


def _about_entrant(accept: str, decline: str) -> Callable[[Awaited], ReadyCommands]:
    """Returns what gives the two answers for an entrant."""

    def commands(awaited: Awaited) -> ReadyCommands:
        return [
            (message("Accept"), {"type": accept, "entrant": awaited.entrant}),
            (message("Decline"), {"type": decline, "entrant": awaited.entrant}),
        ]

    return commands


def _times(awaited: Awaited) -> ReadyCommands:
    times = (awaited.times or "").split()
    return [
        (message("Play at {time}", time=time), {**_match(awaited), "type": "agree_time", "plays_at": time})
        for time in times
    ]


def _reports(awaited: Awaited) -> ReadyCommands:
    if awaited.match is None:
        return []
    return [
        (title, {**_match(awaited), "type": "report_result", "outcome": outcome}) for outcome, title in OUTCOMES.items()
    ]


def _confirmation(awaited: Awaited) -> ReadyCommands:
    return [] if awaited.match is None else [(message("Confirm"), {**_match(awaited), "type": "confirm_result"})]


def _match(awaited: Awaited) -> dict[str, Any]:
    return {"round": awaited.round, "match": awaited.match}


OUTCOMES: Mapping[Outcome, str] = {
    "first_won": message("The first side won"),
    "second_won": message("The second side won"),
    "drawn": message("A draw"),
    "first_absent": message("The first side did not come"),
    "second_absent": message("The second side did not come"),
}
_TOURNAMENT_REPLIES: Mapping[AwaitedKind, Callable[[Awaited], ReadyCommands]] = {
    "check_in": lambda _: [(message("Check in"), {"type": "check_in"})],
    "partner_consent": _about_entrant("accept_partner", "decline_partner"),
    "accept_place": _about_entrant("accept_place", "decline_place"),
    "agree_time": _times,
    "report_result": _reports,
    "confirm_result": _confirmation,
    "answer_challenge": lambda _: [
        (message("Accept"), {"type": "answer_ladder_challenge", "accepts": True}),
        (message("Decline"), {"type": "answer_ladder_challenge", "accepts": False}),
    ],
}


def _command(table_id: str, title: str, **body: Any) -> Reply:
    return _request(title, "POST", f"/v1/tables/{table_id}/commands", **body)


def _request(title: str, method: Any, href: str, **body: Any) -> Reply:
    return {"title": title, "method": method, "href": href, "body": body or None}
