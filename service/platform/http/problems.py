"""Errors as problem documents (RFC 9457).

Each problem has a stable `code`. Its `type` is the address of its explanation, `/problems/<code>` on this server.
Refusals of the domain have codes of their own, which are their class names in snake case. Their base class determines
the status.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from flask import Response, g, request

from domain.games.question import BadQuestion
from domain.kernel.cards import write_cards
from domain.kernel.messages import Message, message
from domain.kernel.refusals import Illegal, InvalidRules, NotAllowed, Refusal, Unknown, WrongMoment, all_refusals
from domain.kernel.rules import TableRules
from service.platform.http.addresses import own_address
from service.platform.http.answers import json_bytes, shown_path
from service.platform.http.document_pages import prefers_page
from service.platform.http.ids import NOWHERE
from service.platform.http.language import language, note_language
from service.platform.http.refusal_pages import page_varies, refusal_page
from service.platform.http.rule_links import address_of
from service.platform.languages import in_language, said

CONTENT_TYPE = "application/problem+json"
RETRY_AFTER_S = 2

Answers = Mapping[type[Exception], Callable[[Any], Response]]
"""Functions that answer errors. Every feature has such a table, `PROBLEMS` in its `problems.py`."""

for _module in (
    "domain.clocks.vacation",
    "domain.games.registry",
    "domain.table.decide",
    "domain.table.chat",
    "domain.tournaments.boards.solo",
    "domain.tournaments.boards.solo_matches",
    "domain.tournaments.decide",
    "domain.tournaments.boards.pools",
    "domain.tournaments.leagues.decide",
    "domain.tournaments.exports.bracket",
    "domain.tournaments.exports.cross_table",
    "domain.tournaments.exports.trf",
    "domain.tournaments.formats.catalogue",
):
    import_module(_module)  # imports every class of refusal, which are listed below


class ProblemKind(NamedTuple):
    """A kind of problem: its HTTP status, and its title, which never varies."""

    status: int
    title: Message


_FAMILY_STATUS: dict[type[Refusal], int] = {
    WrongMoment: 409,
    NotAllowed: 403,
    Illegal: 422,
    InvalidRules: 422,
    Unknown: 422,
}
_FAMILY_STATUS |= {BadQuestion: 422}

PROBLEMS: dict[str, ProblemKind] = {
    "malformed_json": ProblemKind(400, message("The body is not JSON.")),
    "invalid_request": ProblemKind(
        400, message("A parameter, header or member of the body is missing, unknown or wrong.")
    ),
    "not_authenticated": ProblemKind(401, message("A valid token is needed.")),
    "cross_site_request": ProblemKind(401, message("The session cookie does not count in this request.")),
    "missing_scope": ProblemKind(403, message("The token does not allow this.")),
    "guest_token": ProblemKind(403, message("The token acts for a guest of a tournament, and does not allow this.")),
    "own_token_needed": ProblemKind(403, message("The token of an OAuth client cannot do this.")),
    "wrong_password": ProblemKind(403, message("The password of the account is missing or wrong.")),
    "wrong_login": ProblemKind(403, message("No account has this login and password.")),
    "wrong_passkey": ProblemKind(403, message("The passkey was not accepted.")),
    "wrong_claim_code": ProblemKind(403, message("No guest has this claim code.")),
    "sandbox_token_needed": ProblemKind(403, message("Only the token of a sandbox player can do this.")),
    "no_sandbox_within": ProblemKind(403, message("The token of a sandbox player cannot do this.")),
    "house_stays": ProblemKind(403, message("House bots keep their accounts and names.")),
    "sign_up_closed": ProblemKind(403, message("This server does not let players create accounts.")),
    "silenced": ProblemKind(403, message("Moderators have muted you for some time.")),
    "not_your_message": ProblemKind(403, message("Only the author or a moderator can delete a message.")),
    "seat_refused": ProblemKind(403, message("You cannot take a seat at this table.")),
    "too_unreliable": ProblemKind(403, message("The table requires a higher reliability than yours.")),
    "own_case": ProblemKind(403, message("Moderators cannot decide about cases of their own.")),
    "not_found": ProblemKind(404, message("It does not exist, or you may not see it.")),
    "not_paired_yet": ProblemKind(404, message("The round does not exist yet: it is not paired.")),
    "not_dealt_yet": ProblemKind(404, message("The board does not exist yet: it is not dealt.")),
    "not_settled_yet": ProblemKind(404, message("The season does not exist yet: it is not settled.")),
    "method_not_allowed": ProblemKind(405, message("This method is not allowed here.")),
    "changed_too_often": ProblemKind(409, message("The schedule was changed too often.")),
    "already_signed_in": ProblemKind(409, message("The browser has a session.")),
    "passkey_known": ProblemKind(409, message("The passkey is stored already.")),
    "too_many_passkeys": ProblemKind(409, message("The account has too many passkeys.")),
    "no_passkeys_here": ProblemKind(409, message("Passkeys need an address with a name.")),
    "login_taken": ProblemKind(409, message("Another account has this login.")),
    "no_hand_over": ProblemKind(409, message("No hand of the table is over yet.")),
    "not_in_this_position": ProblemKind(422, message("The position of the puzzle does not ask for this move.")),
    "no_teacher": ProblemKind(409, message("No bot judges moves of this game.")),
    "too_many_analyses": ProblemKind(409, message("Too many hands wait for their analysis.")),
    "already_matched": ProblemKind(409, message("A table is open or being opened for this seek.")),
    "too_many_seeks": ProblemKind(409, message("You have the maximum number of open seeks.")),
    "too_many_invitations": ProblemKind(409, message("The table has the maximum number of invitations.")),
    "too_many_series": ProblemKind(409, message("You have the maximum number of series.")),
    "too_many_webhooks": ProblemKind(409, message("You have the maximum number of webhooks.")),
    "too_many_sandboxes": ProblemKind(409, message("You have the maximum number of sandboxes.")),
    "too_many_tournaments": ProblemKind(409, message("You own the maximum number of unfinished tournaments.")),
    "too_many_templates": ProblemKind(409, message("You have the maximum number of templates.")),
    "not_a_guest": ProblemKind(409, message("The player is not a guest whose account can be claimed.")),
    "too_many_guests": ProblemKind(409, message("The tournament has the maximum number of guests.")),
    "sandbox_advancing": ProblemKind(409, message("Another request moves the clock of the sandbox.")),
    "sandbox_full": ProblemKind(409, message("The sandbox has the maximum number of players.")),
    "cannot_snooze": ProblemKind(422, message("The entry of the inbox cannot be snoozed until then.")),
    "clock_goes_forward": ProblemKind(422, message("The clock of a sandbox can only move forward.")),
    "webhook_disabled": ProblemKind(409, message("A disabled webhook receives nothing.")),
    "too_many_notes": ProblemKind(409, message("You have notes at the maximum number of tables.")),
    "cannot_be_blocked": ProblemKind(409, message("You cannot block yourself or a house bot.")),
    "too_many_blocks": ProblemKind(409, message("You block the maximum number of players.")),
    "already_reported": ProblemKind(409, message("You have reported this already, and the report is open.")),
    "too_many_reports": ProblemKind(409, message("You have the maximum number of open reports.")),
    "cannot_be_reported": ProblemKind(409, message("You cannot report yourself, or a deleted message.")),
    "report_closed": ProblemKind(409, message("The report is closed.")),
    "action_does_not_fit": ProblemKind(409, message("This action does not apply to the report.")),
    "no_mail": ProblemKind(409, message("This server sends no e-mail.")),
    "too_many_codes": ProblemKind(409, message("You have requested the maximum number of codes for a day.")),
    "code_not_good": ProblemKind(422, message("The code is wrong or has expired.")),
    "webhook_url_refused": ProblemKind(422, message("Webhooks cannot have this address.")),
    "stale_version": ProblemKind(412, message("It has changed since the version that the command expects.")),
    "body_too_large": ProblemKind(413, message("The body is too large.")),
    "uri_too_long": ProblemKind(414, message("The address is too long.")),
    "headers_too_large": ProblemKind(431, message("The headers are too long.")),
    "not_json": ProblemKind(415, message("The body has to be application/json in UTF-8, without content encoding.")),
    "not_a_record": ProblemKind(422, message("The body is no record of a game that this server can read.")),
    "cannot_be_challenged": ProblemKind(422, message("The player does not exist, or you cannot challenge them.")),
    "no_fixed_teams": ProblemKind(422, message("These rules have no fixed partners.")),
    "own_partner": ProblemKind(422, message("Players cannot be their own partner.")),
    "not_in_this_game": ProblemKind(
        422, message("The game of this table does not have this command, or this member of it.")
    ),
    "idempotency_key_reused": ProblemKind(422, message("The idempotency key was used for another request.")),
    "too_many_connections": ProblemKind(429, message("Your address has the maximum number of connections.")),
    "too_many_listeners": ProblemKind(429, message("You have the maximum number of open streams.")),
    "rate_limited": ProblemKind(429, message("A rate limit is used up; wait, and send the request again.")),
    "table_busy": ProblemKind(
        503, message("Other requests change the same table, tournament, series or league right now; try again.")
    ),
    "computing_busy": ProblemKind(503, message("The server is pairing or ranking large tournaments; try again.")),
    "unavailable": ProblemKind(503, message("The server cannot reach its database; nothing was lost, try again.")),
    "newer_release": ProblemKind(
        503, message("A newer release, which is being rolled out, wrote this; try again to reach it.")
    ),
    "unreadable": ProblemKind(503, message("The server cannot read the stored data of this; everything else works.")),
    "internal": ProblemKind(500, message("The server has a defect.")),
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
        detail: Message,
        *,
        hint: Message | None = None,
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
    detail: Message,
    *,
    hint: Message | None = None,
    rule: str | None = None,
    rule_url: str | None = None,
    legal: list[list[str]] | None = None,
    facts: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Returns a response of type application/problem+json, or a page to a browser that asked for one."""
    kind = PROBLEMS[code]
    members = {"hint": hint, "rule": rule, "rule_url": rule_url, "legal": legal, "facts": facts}
    wanted = language()
    body = {
        "type": f"{own_address()}/problems/{code}",
        "title": said(kind.title, wanted),
        "status": kind.status,
        "code": code,
        "detail": said(detail, wanted),
        **{name: in_language(value, wanted) for name, value in members.items() if value},
        "instance": shown_path(request.path),
        "request_id": g.get("request_id", ""),
    }
    varies = page_varies()
    is_page = varies is not None and prefers_page()
    response = refusal_page(body) if is_page else Response(json_bytes(body), kind.status, content_type=CONTENT_TYPE)
    response.headers.update(headers or {})
    if varies is not None:
        response.headers["Vary"] = varies
    return note_language(response, wanted)


def refusal_response(refusal: Refusal, rules: TableRules | None) -> Response:
    """Returns the response to a command that the domain refuses.

    Args:
        refusal: the refusal.
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


def try_again_problem(code: str, detail: Message, hint: Message, after_s: int = RETRY_AFTER_S) -> Response:
    """Returns a problem that asks the client to send the request again after some seconds."""
    return problem_response(code, detail, hint=hint, headers={"Retry-After": str(after_s)})


def id_as_sent(name: str, error: Exception) -> str:
    """Returns the id that an error is about, as the client sent it.

    Args:
        name: name of the id in the path of the request.
        error: the error. For an id of another sandbox it names `NOWHERE` instead of the id in the path.
    """
    missing = str(error)
    return str((request.view_args or {}).get(name, missing)) if missing == NOWHERE[name] else missing
