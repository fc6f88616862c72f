"""Errors as problem documents (RFC 9457).

Each problem has a stable `code`, and `/problems/<code>` explains it. Refusals of the domain have codes of their own,
which are their class names in snake case. Their base class determines the status.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from flask import Response, g, request

from domain.games.question import BadQuestion
from domain.kernel.cards import write_cards
from domain.kernel.refusals import Illegal, InvalidRules, NotAllowed, Refusal, Unknown, WrongMoment, all_refusals
from domain.rulebook.entries import TableRules
from service.platform.http.answers import json_bytes, shown_path
from service.platform.http.ids import NOWHERE
from service.platform.http.rule_links import address_of

CONTENT_TYPE = "application/problem+json"
RETRY_AFTER_S = 2

Answers = Mapping[type[Exception], Callable[[Any], Response]]
"""What answers each error. Every feature has such a table, `PROBLEMS` in its `problems.py`."""

for _module in (
    "domain.clocks.vacation",
    "domain.games.registry",
    "domain.table.decide",
    "domain.table.talk",
    "domain.tournaments.boards.solo",
    "domain.tournaments.boards.solo_matches",
    "domain.tournaments.decide",
    "domain.tournaments.boards.pools",
    "domain.tournaments.leagues.decide",
    "domain.tournaments.exports.cross_table",
    "domain.tournaments.exports.trf",
    "domain.tournaments.formats",
):
    import_module(_module)  # imports every class of refusal, which are listed below


class ProblemKind(NamedTuple):
    """A kind of problem: its HTTP status, and its title, which never varies."""

    status: int
    title: str


_FAMILY_STATUS: dict[type[Refusal], int] = {
    WrongMoment: 409,
    NotAllowed: 403,
    Illegal: 422,
    InvalidRules: 422,
    Unknown: 422,
}
_FAMILY_STATUS |= {BadQuestion: 422}

PROBLEMS: dict[str, ProblemKind] = {
    "malformed_json": ProblemKind(400, "The body is not JSON."),
    "invalid_request": ProblemKind(400, "A parameter, header or member of the body is missing, unknown or wrong."),
    "not_authenticated": ProblemKind(401, "A valid token is needed."),
    "missing_scope": ProblemKind(403, "The token does not allow this."),
    "own_token_needed": ProblemKind(403, "This is not done with the token of an OAuth client."),
    "wrong_password": ProblemKind(403, "The password of the account is needed, and this is not it."),
    "sandbox_token_needed": ProblemKind(403, "This is done with the token of a player of a sandbox."),
    "no_sandbox_within": ProblemKind(403, "This is not done with the token of a player of a sandbox."),
    "house_stays": ProblemKind(403, "Players of the house cannot be closed."),
    "sign_up_closed": ProblemKind(403, "This server makes no accounts."),
    "silenced": ProblemKind(403, "The moderators have taken your voice for a while."),
    "not_your_message": ProblemKind(403, "A message is removed by who said it, or by a moderator."),
    "seat_refused": ProblemKind(403, "There is no seat for you at this table."),
    "too_unreliable": ProblemKind(403, "The table asks for a higher reliability than you have."),
    "own_case": ProblemKind(403, "No moderator judges a case of their own."),
    "not_found": ProblemKind(404, "There is nothing here, or nothing that you may know of."),
    "method_not_allowed": ProblemKind(405, "This cannot be done here."),
    "changed_too_often": ProblemKind(409, "The schedule was changed as often as may be."),
    "login_taken": ProblemKind(409, "Another account has this login."),
    "no_hand_over": ProblemKind(409, "No hand of the table is over yet."),
    "already_matched": ProblemKind(409, "A table is being opened for this seek, or was."),
    "too_many_seeks": ProblemKind(409, "You have as many open seeks as a player may have."),
    "too_many_invitations": ProblemKind(409, "As many invitations lead to the table as may."),
    "too_many_series": ProblemKind(409, "You have as many series as a player may have."),
    "too_many_webhooks": ProblemKind(409, "You have as many webhooks as a player may have."),
    "too_many_sandboxes": ProblemKind(409, "You have as many sandboxes as a player may have."),
    "too_many_tournaments": ProblemKind(409, "You own as many tournaments that are not over as a player may."),
    "sandbox_advancing": ProblemKind(409, "Another request moves the clock of the sandbox."),
    "sandbox_full": ProblemKind(409, "The sandbox has as many players as it may have."),
    "clock_goes_forward": ProblemKind(422, "The clock of a sandbox goes forward only."),
    "webhook_disabled": ProblemKind(409, "Nothing is sent for a webhook that is disabled."),
    "too_many_notes": ProblemKind(409, "You keep notes at as many tables as a player may."),
    "cannot_be_blocked": ProblemKind(409, "Nobody blocks themselves, or a bot of the house."),
    "too_many_blocks": ProblemKind(409, "You block as many players as a player may."),
    "already_reported": ProblemKind(409, "You have reported this, and nobody has looked at it yet."),
    "too_many_reports": ProblemKind(409, "As many reports of yours wait as may."),
    "cannot_be_reported": ProblemKind(409, "Nobody reports themselves, or what is gone."),
    "report_closed": ProblemKind(409, "The report is closed."),
    "action_does_not_fit": ProblemKind(409, "The report is not about what this is done to."),
    "no_mail": ProblemKind(409, "This server sends no e-mail."),
    "too_many_codes": ProblemKind(409, "You have asked for as many codes as may be in a day."),
    "code_not_good": ProblemKind(422, "The code confirms no address."),
    "webhook_url_refused": ProblemKind(422, "Webhooks may not lead to this address."),
    "stale_version": ProblemKind(412, "It has moved on since the version that the command was meant for."),
    "body_too_large": ProblemKind(413, "The body is larger than the server reads."),
    "uri_too_long": ProblemKind(414, "The address is longer than the server reads."),
    "headers_too_large": ProblemKind(431, "The headers are longer than the server reads."),
    "not_json": ProblemKind(415, "The body has to be application/json in UTF-8, not encoded."),
    "cannot_be_challenged": ProblemKind(422, "There is no such player, or none whom you could challenge."),
    "no_fixed_teams": ProblemKind(422, "By these rules nobody has a partner from the start."),
    "own_partner": ProblemKind(422, "Nobody is their own partner."),
    "not_in_this_game": ProblemKind(422, "The game of this table has no such command, or no such member of it."),
    "idempotency_key_reused": ProblemKind(422, "The idempotency key was used before, for another request."),
    "too_many_connections": ProblemKind(429, "Your address has as many connections as it may have."),
    "too_many_listeners": ProblemKind(429, "As many listen for the player as may."),
    "rate_limited": ProblemKind(429, "More requests than a rate limit allows; wait, and send it again."),
    "table_busy": ProblemKind(
        503, "Others move the same table, tournament, series or league at this moment; try again."
    ),
    "computing_busy": ProblemKind(503, "The server pairs or ranks large tournaments at this moment; try again."),
    "unavailable": ProblemKind(503, "The server cannot reach its database now; nothing was lost, try again."),
    "newer_release": ProblemKind(
        503, "A newer release of the server has written this, which is being rolled out; try again to reach it."
    ),
    "unreadable": ProblemKind(503, "The server cannot read what is stored of this; everything else works."),
    "internal": ProblemKind(500, "The server has a defect."),
    **{
        refusal.code(): ProblemKind(status, refusal.title())
        for family, status in _FAMILY_STATUS.items()
        for refusal in (all_refusals(family) if family.__subclasses__() else [family])
    },
}
"""All problems of the API, by code."""


class Problem(Exception):
    """An error that becomes a problem response."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        hint: str | None = None,
        facts: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.hint = hint
        self.facts = facts
        self.headers = headers or {}

    def response(self) -> Response:
        """Returns the problem response."""
        return problem_response(self.code, self.detail, hint=self.hint, facts=self.facts, headers=self.headers)


def problem_response(  # noqa: PLR0913 - one argument for each member of a problem document
    code: str,
    detail: str,
    *,
    hint: str | None = None,
    rule: str | None = None,
    rule_url: str | None = None,
    legal: list[list[str]] | None = None,
    facts: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Returns a response of type application/problem+json."""
    kind = PROBLEMS[code]
    members = {"hint": hint, "rule": rule, "rule_url": rule_url, "legal": legal, "facts": facts}
    body = {
        "type": f"/problems/{code}",
        "title": kind.title,
        "status": kind.status,
        "code": code,
        "detail": detail,
        **{name: value for name, value in members.items() if value},
        "instance": shown_path(request.path),
        "request_id": g.get("request_id", ""),
    }
    response = Response(json_bytes(body), kind.status, content_type=CONTENT_TYPE)
    response.headers.update(headers or {})
    return response


def refusal_response(refusal: Refusal, rules: TableRules | None) -> Response:
    """Returns the answer to a command that the domain refuses.

    Args:
        refusal: why.
        rules: the rules of the table, whose page explains the rule; `None` outside tables.
    """
    return problem_response(
        refusal.code(),
        refusal.detail,
        hint=refusal.hint,
        rule=refusal.rule,
        rule_url=address_of(refusal.rule, rules) if refusal.rule else None,
        legal=[write_cards(cards) for cards in refusal.legal],
        facts=refusal.facts,
    )


def try_again(code: str, detail: str, hint: str, after_s: int = RETRY_AFTER_S) -> Response:
    """Returns a problem that asks the client to send the request again after so many seconds."""
    return problem_response(code, detail, hint=hint, headers={"Retry-After": str(after_s)})


def as_asked(name: str, error: Exception) -> str:
    """Returns the id that an error is about, as the client sent it.

    Args:
        name: the name of the id in the path of the request.
        error: says which id was not found. For an id of another sandbox that is `NOWHERE`, not the id of the path.
    """
    missing = str(error)
    return str((request.view_args or {}).get(name, missing)) if missing == NOWHERE[name] else missing
