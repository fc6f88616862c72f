"""The contract and the code agree where the contract is not derived from the code, or where a text can replace that."""

import dataclasses
import re
import types
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import marshmallow
import pytest
from marshmallow import Schema, fields, validate

from domain.games.registry import GAMES, PACKAGES
from domain.games.sheng_ji.commands import Move as ShengJiMove
from domain.games.sheng_ji.moves_view import MOVES_LIMIT
from domain.games.sheng_ji.state import (
    Bidding,
    Burying,
    Calling,
    Declaring,
    Phase,
    Prepared,
    Redealing,
    Redealt,
    Reviewing,
    Scored,
    Tricks,
)
from domain.games.zheng_shangyou import state as climbing
from domain.games.zheng_shangyou.commands import Move as ClimbingMove
from domain.games.zheng_shangyou.view import MOVES_LIMIT as CLIMBING_MOVES_LIMIT
from domain.kernel.cards import NAMES
from domain.kernel.events import EVENT_CLASSES, EVENT_TYPES
from domain.kernel.options import Kind, Relation
from domain.kernel.players import PlayerId
from domain.kernel.refusals import LEGAL_LIMIT
from domain.tournaments.decide import RIGHT_FOR
from domain.tournaments.leagues.decide import LEAGUE_RIGHT_FOR
from domain.tournaments.rounds import EntrantId, Round
from service.accounts.handlers import GIVEN_BY_OPERATOR, MODERATION, SCOPES, PlayerKind
from service.accounts.oauth.models import GRANT_TYPES
from service.accounts.oauth.routes import AUTHORIZE_PARAMETERS
from service.accounts.oauth.schemas import ClientSchema
from service.accounts.schemas import CloseSchema, DropLoginSchema, LoginSchema, SignUpSchema, TokenSchema
from service.availability.schemas import AvailabilitySchema, VacationSchema
from service.boards.schemas import BoardMatchAnswerSchema, BoardMatchSchema, PlayBoardSchema
from service.contract.bodies import BODIES
from service.contract.commands import UNIONS
from service.contract.events import feeds
from service.feed_answers import WAIT_LIMIT_S
from service.leagues import commands as league_commands
from service.leagues import routes as leagues
from service.leagues import schemas as league_schemas
from service.lobby.invitations.handlers import INVITATIONS_LIMIT
from service.lobby.invitations.schemas import AcceptInvitationSchema, InvitationSchema
from service.lobby.seeks.schemas import SeekSchema
from service.notifications.inbox import cursors as turn_cursors
from service.notifications.mail.schemas import MailAddressSchema, MailCodeSchema, PreferencesSchema
from service.notifications.webhooks.handlers import ATTEMPTS_SHOWN, WEBHOOKS_LIMIT, DisabledBy
from service.notifications.webhooks.schemas import (
    RotationSchema,
    TournamentWebhookSchema,
    WebhookChangesSchema,
    WebhookSchema,
)
from service.platform import rate_limits
from service.platform.http import requests
from service.platform.http.cors import ASKED
from service.platform.http.fields import CommandSchema, lines, printable
from service.platform.http.problems import PROBLEMS, Problem
from service.platform.http.rate_limits import ADDRESS, Class
from service.platform.settings import Settings
from service.ratings import cursors as leaderboard_cursors
from service.rules.schemas import QuestionSchema
from service.sandbox.schemas import AdvanceSchema, SandboxPlayerSchema, SandboxSchema
from service.series import routes as series
from service.series import schemas as series_schemas
from service.social.chat.schemas import MessageSchema
from service.social.moderation.schemas import ReportSchema, VerdictSchema
from service.social.notes.schemas import NotesSchema
from service.tables import commands
from service.tables.command_schemas import COMMANDS
from service.tables.commands import read_command
from service.tables.schemas import OpenTableSchema, RematchSchema
from service.tournaments import commands as tournament_commands
from service.tournaments import routes as tournaments
from service.tournaments import schemas as tournament_schemas
from service.tournaments.round_schemas import PairedSchema
from tests.support.api import Api, User, started_table
from tests.support.contract import DOCUMENTS, Operation, at, contract, operation, operations, path_of_rule, resolved
from tests.support.deprecations import in_contract, in_program
from tests.support.laws import law
from tests.support.leagues_served import LEAGUE
from tests.support.play import finished_table
from tests.support.series_served import NIGHTS
from tests.support.tournaments_served import BOARDS, PAIRS, Tournament

Json = dict[str, Any]
JSON = "application/json"
ROOT = Path(__file__).parents[2]
OPERATIONS = pytest.mark.parametrize("one", operations(), ids=str)
FORM = "application/x-www-form-urlencoded"
OF_OAUTH = ("/oauth/", "/.well-known/")
"""Below these the customs of OAuth 2 hold: forms, errors as RFC 6749 has them, unknown parameters ignored."""
BY_OUR_CUSTOMS = pytest.mark.parametrize(
    "one", [each for each in operations() if not each.path.startswith(OF_OAUTH)], ids=str
)
BY_OAUTH = pytest.mark.parametrize("one", [each for each in operations() if each.path.startswith(OF_OAUTH)], ids=str)


def component(name: str) -> Json:
    found: Json = at(f"#/components/schemas/{name}")
    return found


# ------------------------------------------------------------------------------------------------ routes


def routes(api: Api) -> Iterator[tuple[str, str, Any]]:
    """Method, path and view of every route of the API, written as the contract writes them.

    What flask answers by itself is not listed: HEAD wherever there is GET, OPTIONS everywhere, of which the contract
    speaks once for all; and the static files of the interactive documents.
    """
    for rule in api.app.url_map.iter_rules():
        if rule.rule.startswith(DOCUMENTS):
            continue
        path = path_of_rule(rule.rule)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            yield method.lower(), path, api.app.view_functions[rule.endpoint]


def view(api: Api, one: Operation) -> Any:
    (found,) = (view for method, path, view in routes(api) if (method, path) == (one.method, one.path))
    return found


def test_every_route_is_in_the_contract_and_every_operation_has_a_route(api: Api):
    in_program = sorted((method, path) for method, path, _ in routes(api))
    assert in_program == sorted((one.method, one.path) for one in operations())


@law
@OPERATIONS
def test_every_operation_needs_the_scope_of_its_view(api: Api, one: Operation):
    scope = getattr(view(api, one), "needs_scope", None)
    assert one.definition.get("x-scope") == scope
    assert one.definition["security"] == ([{"token": []}] if scope else [])
    assert ("401" in one.responses) is (scope is not None)
    if scope:
        assert "missing_scope" in codes(one.responses["403"])
    own = getattr(view(api, one), "needs_own_token", False)
    assert ("own_token_needed" in codes(one.responses.get("403", {}))) is own


def test_the_documented_limits_are_the_defaults():
    rows = re.findall(r"^\| `(\w+)` \| ([0-9]+/\w+) \|", contract()["info"]["description"], re.MULTILINE)
    assert dict(rows) == {name: getattr(Settings(), f"rate_limit_{name}") for name in rate_limits.NAMES}
    assert {one.definition.get("x-rate-limit") for one in operations()} == {*get_args(Class), None}
    assert set(rate_limits.NAMES) == {*get_args(Class), ADDRESS}


def test_the_documented_cors_headers_are_those_exposed():
    text = contract()["info"]["description"]
    (section,) = re.findall(r"## From a web page\n(.*?)\n## ", text, re.DOTALL)
    assert set(re.findall(r"`([A-Z][\w-]+)`", section)) == set(ASKED)


def test_the_contract_and_the_code_mark_the_same_deprecations(api: Api):
    of_commands = component("Command")["discriminator"]["mapping"]
    bodies = {of_commands[kind].rpartition("/")[2]: schema for kind, schema in COMMANDS.items()}
    for one in operations():
        if one.id in OF_BODY:
            whole: str = one.definition["requestBody"]["content"]["application/json"]["schema"]["$ref"]
            bodies[whole.rpartition("/")[2]] = OF_BODY[one.id]
    assert len(bodies) == len(OF_BODY) + len(COMMANDS)
    assert in_program(api.app, bodies) == in_contract(contract(), bodies)


# ------------------------------------------------------------------------------------------------ parameters


class Listening:
    """Hears what a view asks of the query, by standing in for the functions that read it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.known: list[tuple[str, ...]] = []
        self.read: dict[str, Json] = {}
        for name, described in {
            "whole": self._whole,
            "truth": lambda name: {name: {"type": "boolean", "default": False}},
            "word": lambda name, allowed: {name: {"type": "string", "enum": sorted(allowed)}},
            "cursor": lambda: {"cursor": {"type": "string"}},
            "turn_cursor": lambda: {"cursor": {"type": "string"}},
            "leaderboard_cursor": lambda: {"cursor": {"type": "string"}},
            "text": lambda name, most: {name: {"type": "string", "minLength": 1, "maxLength": most}},
            "known_parameters": self._know,
        }.items():
            module = {"turn_cursor": turn_cursors, "leaderboard_cursor": leaderboard_cursors}.get(name, requests)
            monkeypatch.setattr(module, name, self._heard(getattr(module, name), described))

    def _heard(self, function: Callable[..., Any], described: Callable[..., Json]) -> Callable[..., Any]:
        def heard(*args: Any) -> Any:
            self.read |= described(*args)
            return function(*args)

        return heard

    def _know(self, *names: str) -> Json:
        self.known.append(names)
        return {}

    @staticmethod
    def _whole(name: str, default: int, low: int, high: int) -> Json:
        return {name: {"type": "integer", "default": default, "minimum": low, "maximum": high}}


@pytest.fixture(scope="module")
def seated(api: Api, service) -> tuple[str, User]:
    """A table that is played, and somebody who sits at it and is a moderator."""
    table, players = started_table(api)
    user = players[0]
    service.moderation.appoint(user.id)
    _, user.token = service.accounts.make_token(user.id, "everything", [*SCOPES, MODERATION], None)
    return table, user


def good_request(one: Operation, table: str, user: User) -> Json:
    """What to call an operation with, so that its view is run to its end."""
    bodies = {
        "sign_up": {"name": "somebody"},
        "make_token": {"name": "a token", "scopes": ["table:read"]},
        "open_table": {"profile": "zhang-2021"},
        "command_table": {"type": "set_entropy", "entropy": "dice"},
        "ask": {"input": {"opponent_points": 5}},
        "create_webhook": {"url": "https://93.184.216.34/turns"},
        "create_tournament_webhook": {"url": "https://93.184.216.34/results"},
        "change_webhook": {"enabled": True},
        "rotate_webhook_secret": {},
        "put_login": {"login": user.id[4:], "password": "a long password"},
        "drop_login": {"current_password": "a long password"},
        "register_client": {"name": "a client"},
        "post_message": {"canned": "hello"},
        "put_notes": {"text": "nothing"},
        "make_report": {"table": user.open_table(), "reason": "other"},
        "close_report": {"action": "none"},
        "put_availability": {"time_zone": "Asia/Tokyo"},
        "begin_vacation": {"ends_at": (datetime.now(UTC) + timedelta(days=1)).isoformat()},
        "change_notifications": {"kinds": {"turn": "each"}},
        "put_mail_address": {"address": "ada@example.org"},
        "confirm_mail_address": {"code": "sjm_x"},
        "make_invitation": {},
        "accept_invitation": {},
        "post_seek": {"rules": [{"profile": "zhang-2021"}]},
        "rematch": {},
        "make_sandbox": {},
        "add_sandbox_player": {"name": "somebody"},
        "advance_sandbox": {"seconds": 0},
        "create_tournament": PAIRS,
        "command_tournament": {"type": "register"},
        "create_league": LEAGUE,
        "command_league": {"type": "end_league", "reason": "nobody comes"},
        "play_board": {"profile": "zhang-2021"},
        "challenge_on_boards": challenge_on_boards(user),
        "answer_board_match": {"agrees": True},
        "create_series": NIGHTS,
        "command_series": {"type": "end_series"},
    }
    values = {"table_id": table, "player_id": user.id, "code": "not_found", "kind": "score"}
    values |= {"mail_code": f"sjm_{'0' * 43}", "stopped": "all", "pool": "sheng_ji.live.4.people"}
    values |= of_talk(one, table, user)
    if one.id == "revoke_token":
        made = user.post("/v1/me/tokens", {"name": "another", "scopes": ["table:read"]})
        values["token_id"] = made.json["id"]
    if "{webhook_id}" in one.path:
        values |= of_webhooks(user)
    if one.id == "drop_client":
        values["client_id"] = user.post("/v1/me/clients", {"name": "another"}).json["id"]
    values |= of_tag(one, user)
    if any(each in one.path for each in ("{tournament_id}", "{league_id}", "{series_id}")):
        values |= of_tournaments(one, user)
    if one.id == "drop_sandbox":
        values["world_id"] = user.post("/v1/sandbox", {}).json["sandbox"]["id"]
    if one.path.startswith("/v1/sandbox"):
        user = user.api.sign_up()
        if one.id != "make_sandbox":
            user = user.in_sandbox()
    if one.id in ("put_login", "drop_login", "close_account"):
        user = user.api.sign_up()
        bodies["put_login"]["login"] = user.id[4:]
        bodies["close_account"] = {"confirm": user.id}
    return {
        "method": one.method.upper(),
        "path": one.path.format(**values),
        "body": bodies.get(one.id),
        "token": user.token if one.definition["security"] else None,
    }


def of_talk(one: Operation, table: str, user: User) -> Json:
    """A message of the user in a room, another player to be blocked, and a report of somebody else."""
    values: Json = {"room": "seats"}
    if one.id in ("block_player", "unblock_player"):
        values["player_id"] = user.api.sign_up().id
    if "{number}" in one.path and "{room}" in one.path:
        values["number"] = user.post(f"/v1/tables/{table}/messages/seats", {"canned": "hello"}).json["number"]
    if "{report_id}" in one.path:
        report = {"table": table, "reason": "other"}
        values["report_id"] = user.api.sign_up().post("/v1/reports", report).json["id"]
    return values


def of_tag(one: Operation, user: User) -> Json:
    """What operations of a tag are about, where it is the same kind of thing for all of them."""
    if "Meeting" in one.definition["tags"]:
        return of_meetings(one, user)
    return of_boards(user) if "Boards" in one.definition["tags"] else {}


def challenge_on_boards(user: User) -> Json:
    """A challenge of somebody new."""
    return {"profile": "zhang-2021", "player": user.api.sign_up("another").id, "boards": 1}


def of_boards(user: User) -> Json:
    """A match of the user, and its board."""
    made = user.post("/v1/board-matches", challenge_on_boards(user)).json
    return {"board_match_id": made["id"], "board_id": made["boards"][0]["board"]}


def of_tournaments(one: Operation, user: User) -> Json:
    """A tournament, league or series of the user; for rounds, a tournament that somebody else runs."""
    if "{league_id}" in one.path:
        return {"league_id": user.post("/v1/leagues", LEAGUE).json["league"], "number": 1}
    if "{series_id}" in one.path:
        return {"series_id": user.post("/v1/series", NIGHTS).json["series"]}
    if one.id in ("view_round", "view_tournament_board"):
        settings = BOARDS if one.id == "view_tournament_board" else {}
        tournament = Tournament(user.api, **settings)
        tournament.start()
        tournament.pair()
        return {"tournament_id": tournament.id, "number": 1}
    return {"tournament_id": user.post("/v1/tournaments", PAIRS).json["tournament"]}


def of_webhooks(user: User) -> Json:
    """A webhook of the user, and a delivery of it; another one each time, since the last one may be gone."""
    [*_, last] = [None, *user.get("/v1/me/webhooks").json["webhooks"]]
    made = last or user.post("/v1/me/webhooks", {"url": "https://93.184.216.34/turns"}).json
    delivery = user.post(f"/v1/me/webhooks/{made['id']}/test").json
    return {"webhook_id": made["id"], "delivery_id": delivery["id"]}


def of_meetings(one: Operation, user: User) -> Json:
    """What there has to be for an operation about coming together: made anew each time, since some of it is used up."""
    if one.id == "rematch":
        return {"table_id": finished_table(user.api, user)[0]}
    if "/invitations" in one.path:
        table = user.open_table()
        made = user.post(f"/v1/tables/{table}/invitations", {}).json
        return {"table_id": table, "invitation_id": made["id"], "code": made["code"]}
    if "{seek_id}" not in one.path:
        return {}
    # A seek of somebody else, who asks the user to be their partner: the user can look at it, agree and withdraw it.
    seek = user.api.sign_up().post("/v1/seeks", {"rules": [{"profile": "zhang-2021"}], "partner": user.id}).json
    return {"seek_id": seek["id"]}


@pytest.mark.slow
@BY_OUR_CUSTOMS
def test_a_view_accepts_exactly_the_query_parameters_of_its_operation(api: Api, seated, monkeypatch, one: Operation):
    """Every view is really run, so one that forgets to say what it knows is found out as well."""
    request = good_request(one, *seated)
    listening = Listening(monkeypatch)
    answered = api.call(**request)
    assert answered.status_code < 400 or any(each in answered.text for each in NOT_NOW)
    assert len(listening.known) == one.path.startswith("/v1"), "asks once, under /v1, what it may be asked"
    promised = {each["name"]: each["schema"] for each in one.parameters if each["in"] == "query"}
    assert {name for names in listening.known for name in names} == set(promised) == set(listening.read)
    for name, schema in promised.items():
        assert plain(schema) == listening.read[name], name


NOT_NOW = ("no_hand_over", "no_mail", "code_not_good", "This link is no longer valid", "is not settled yet")
"""What can be answered to a good request too: how things stand, or a code that was made up."""
OF_OTHERS = {"token": "tok", "webhook": "whk", "delivery": "msg", "client": "cli", "seek": "sek", "invitation": "inv"}
OF_OTHERS |= {
    "world": "wld",
    "report": "rep",
    "tournament": "trn",
    "league": "lge",
    "series": "ser",
    "board": "brd",
    "board_match": "bmt",
}


@law
@BY_OUR_CUSTOMS
def test_an_undocumented_parameter_is_refused_under_v1(api: Api, seated, one: Operation):
    table, user = seated
    made_up = {f"{name}_id": f"{prefix}_" + "0" * 26 for name, prefix in OF_OTHERS.items()}
    there = {
        "table_id": table,
        "player_id": user.id,
        "code": "not_found",
        "kind": "score",
        "room": "seats",
        "number": 1,
    }
    made_up |= {"mail_code": f"sjm_{'0' * 43}", "stopped": "all", "pool": "sheng_ji.live.4.people"}
    path = one.path.format(**there, **made_up)
    answered = api.call(one.method.upper(), f"{path}?misspelt=1", {}, token=user.token)
    assert (answered.status_code == 400) is one.path.startswith("/v1")
    assert ("400" in one.responses) is one.path.startswith("/v1")


@pytest.mark.slow
@BY_OUR_CUSTOMS
def test_an_idempotency_key_is_accepted_exactly_where_documented(api: Api, seated, monkeypatch, one: Operation):
    request = good_request(one, *seated)
    taken: list[bool] = []
    monkeypatch.setattr(requests, "idempotency_key", lambda _: taken.append(True))
    api.call(**request)
    listed = any(each["name"] == "Idempotency-Key" for each in one.parameters)
    assert bool(taken) is listed


def test_the_documented_longest_wait_and_largest_body_are_the_defaults():
    (wait,) = (each for each in operation("table_events").parameters if each["name"] == "wait")
    assert wait["schema"]["maximum"] == WAIT_LIMIT_S
    assert f"waits at most {Settings().long_poll_s} s," in wait["description"]
    assert f"several streams at once ({Settings().listeners_per_player}, pages" in contract()["info"]["description"]
    assert Settings().body_limit == 64 * 1024
    assert "64 KiB" in contract()["info"]["description"]


@BY_OAUTH
def test_oauth_endpoints_take_a_form_and_ignore_unknown_members(api: Api, seated, one: Operation):
    _, user = seated
    body = one.definition.get("requestBody")
    assert body is None or list(body["content"]) == [FORM]
    token = user.token if one.definition["security"] else None
    with_more = f"{one.path}?misspelt=1"
    if body is None:
        answers = [api.call("GET", path, token=token) for path in (one.path, with_more)]
    else:
        answers = [api.form(path, {"misspelt": "1"}, token=token) for path in (one.path, with_more)]
    assert answers[0].data == answers[1].data
    assert not {each["name"] for each in one.parameters} & {"Idempotency-Key"}


def test_the_documented_authorization_parameters_are_those_in_the_code():
    asked = [each["name"] for each in operation("show_authorization").parameters if each["in"] == "query"]
    assert asked == list(AUTHORIZE_PARAMETERS)
    decided = list(component("AuthorizationDecision")["properties"])
    assert decided == [*AUTHORIZE_PARAMETERS, "decision", "login", "password"]


def test_the_documented_grant_types_are_those_in_the_code():
    assert component("TokenRequest")["properties"]["grant_type"]["enum"] == list(GRANT_TYPES)


def test_the_documented_scopes_are_those_in_the_code():
    pattern = re.compile(component("ScopeList")["pattern"])
    assert pattern.search(" ".join(SCOPES))
    assert not pattern.search(" ".join([*SCOPES, "table:all"]))


# ------------------------------------------------------------------------------------------------ schemas of requests

OF_BODY: dict[str, Schema] = {
    "sign_up": SignUpSchema(),
    "make_token": TokenSchema(),
    "put_login": LoginSchema(),
    "drop_login": DropLoginSchema(),
    "close_account": CloseSchema(),
    "register_client": ClientSchema(),
    "put_availability": AvailabilitySchema(),
    "begin_vacation": VacationSchema(),
    "open_table": OpenTableSchema(),
    "ask": QuestionSchema(),
    "create_webhook": WebhookSchema(),
    "create_tournament_webhook": TournamentWebhookSchema(),
    "change_webhook": WebhookChangesSchema(),
    "rotate_webhook_secret": RotationSchema(),
    "change_notifications": PreferencesSchema(),
    "put_mail_address": MailAddressSchema(),
    "confirm_mail_address": MailCodeSchema(),
    "rematch": RematchSchema(),
    "make_invitation": InvitationSchema(),
    "accept_invitation": AcceptInvitationSchema(),
    "post_seek": SeekSchema(),
    "play_board": PlayBoardSchema(),
    "challenge_on_boards": BoardMatchSchema(),
    "answer_board_match": BoardMatchAnswerSchema(),
    "make_sandbox": SandboxSchema(),
    "add_sandbox_player": SandboxPlayerSchema(),
    "advance_sandbox": AdvanceSchema(),
    "post_message": MessageSchema(),
    "put_notes": NotesSchema(),
    "make_report": ReportSchema(),
    "close_report": VerdictSchema(),
    "create_tournament": tournament_schemas.TournamentSettingsSchema(),
    "create_league": league_schemas.LeaguePlanSchema(),
    "create_series": series_schemas.SeriesPlanSchema(),
}
"""The marshmallow schemas of the operations with bodies, besides the commands."""

MOVES: dict[str, list[Json]] = {
    "zheng_shangyou": [
        {"type": "pay_tribute", "card": "2S"},
        {"type": "take", "card": "2S"},
        {"type": "discard", "card": "2S"},
        {"type": "play", "cards": ["2S"], "reading": {"pattern": "single", "top": "2", "width": 1}},
        {"type": "pass"},
    ],
    "sheng_ji": [
        {"type": "declare", "cards": ["2S"]},
        {"type": "plan", "shows": [{"cards": ["2S"], "over": "nobody"}]},
        {"type": "pass"},
        {"type": "claim_redeal"},
        {"type": "bury", "cards": ["2S"]},
        {"type": "call_friends", "calls": [{"card": "AS"}]},
        {"type": "play", "cards": ["2S"]},
        {"type": "challenge", "trick": 1, "seat": 2},
        {"type": "end_hand"},
        {"type": "claim", "leads": [["AS"], ["KS", "KS"]]},
        {"type": "take_back"},
        {"type": "consent", "agree": True},
    ],
}
"""For each game one command for each of its moves."""
MOVE_TYPES = {"sheng_ji": ShengJiMove, "zheng_shangyou": ClimbingMove}

_WORDS = (
    "type",
    "enum",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "maxProperties",
    "default",
)


def plain(schema: Json, like: Json | None = None, inside: tuple[str, ...] = ()) -> Json:
    """What a schema demands, without references and words; strings that have to be printable are marked.

    Patterns are told where the program has one too, as `like` has it; others only help those who read the schema. What
    lies in itself is told once: `inside` are the schemas that are being told.
    """
    name = schema.get("$ref", "")
    if name and name in inside:
        return {"type": "object", "again": True}
    inside = (*inside, name)
    whole = {**component(schema["$ref"].rpartition("/")[2]), **schema} if "$ref" in schema else schema
    made = {word: whole[word] for word in _WORDS if word in whole}
    if whole.get("format") in ("printable", "lines"):
        made[whole["format"]] = True
    if isinstance(made.get("type"), list):
        (made["type"],) = set(made["type"]) - {"null"}
        made["nullable"] = True
    if "regexp" in (like or {}):
        made["regexp"] = rf"(?:{whole['pattern']})\Z"
    if "enum" in made:
        made["enum"] = sorted(made["enum"])
    if "items" in whole:
        made["items"] = plain(whole["items"], (like or {}).get("items"), inside)
    if made.get("type") == "object" and whole.get("additionalProperties") is False:
        members = (like or {}).get("members", {})
        made["members"] = {name: plain(each, members.get(name), inside) for name, each in whole["properties"].items()}
        made["required"] = sorted(whole.get("required", []))
    if "propertyNames" in whole:
        made["names"] = plain(whole["propertyNames"])
    return made


def of_field(field: fields.Field[Any], inside: tuple[type[Schema], ...] = ()) -> Json:
    """What a marshmallow field demands, in the same words."""
    if isinstance(field, fields.Nested):
        assert field.schema.unknown == marshmallow.RAISE
        if type(field.schema) in inside:
            return {"type": "object", "again": True}
        inside = (*inside, type(field.schema))
        members = field.schema.fields.items()
        return {
            "type": "object",
            "members": {name: of_field(member, inside) for name, member in members},
            "required": sorted(name for name, member in members if member.required),
            **({"nullable": True} if field.allow_none else {}),
            **({"default": field.load_default} if field.load_default is not marshmallow.missing else {}),
        }
    kinds = {fields.String: "string", fields.Integer: "integer", fields.Boolean: "boolean", fields.Dict: "object"}
    kind = next((name for cls, name in kinds.items() if isinstance(field, cls)), "array")
    made: Json = {"type": kind}
    if field.allow_none:
        made["nullable"] = True
    if field.load_default is not marshmallow.missing:
        made["default"] = field.load_default() if callable(field.load_default) else field.load_default
    if isinstance(field, fields.List):
        made["items"] = of_field(field.inner, inside)
    if isinstance(field, fields.Dict) and field.key_field is not None and field.key_field.validators:
        made["names"] = {word: value for word, value in of_field(field.key_field).items() if word != "type"}
    for validator in field.validators:
        made |= _of_validator(validator, kind)
    return made


def _of_validator(validator: Any, kind: str) -> Json:
    if isinstance(validator, validate.OneOf):
        return {"enum": sorted(validator.choices)}
    if isinstance(validator, validate.Range):
        return {"minimum": validator.min, "maximum": validator.max}
    if isinstance(validator, validate.Length):
        counted = {"string": "Length", "array": "Items", "object": "Properties"}[kind]
        return {word + counted: limit for word, limit in (("min", validator.min), ("max", validator.max)) if limit}
    if isinstance(validator, validate.Regexp):
        return {"regexp": validator.regex.pattern}
    if validator is lines:
        return {"lines": True}
    assert validator is printable
    return {"printable": True}


def assert_same(schema: Json, marshmallow_schema: Schema) -> None:
    assert schema["additionalProperties"] is False
    assert marshmallow_schema.unknown == marshmallow.RAISE
    demanded = {name: of_field(field) for name, field in marshmallow_schema.fields.items()}
    assert {name: plain(each, demanded.get(name, {})) for name, each in schema["properties"].items()} == demanded
    required = {name for name, field in marshmallow_schema.fields.items() if field.required}
    assert set(schema.get("required", [])) == required


def body_schema(one: Operation) -> Json:
    schema: Json = one.definition["requestBody"]["content"]["application/json"]["schema"]
    return component(schema["$ref"].rpartition("/")[2])


def _all(cls: type) -> Iterator[type]:
    for each in cls.__subclasses__():
        yield each
        yield from _all(each)


def test_every_body_and_every_command_has_a_schema_on_both_sides():
    with_body = {
        one.id for one in operations() if JSON in one.definition.get("requestBody", {"content": {}})["content"]
    }
    commanded = {"command_table", "command_tournament", "command_league", "command_series"}
    assert with_body == set(OF_BODY) | commanded
    parsed = {*BODIES.values(), *(type(schema) for commands in UNIONS.values() for schema in commands.values())}
    while inner := {cls for schema in parsed for cls in nested(schema())} - parsed:
        parsed |= inner
    in_program = {each for each in _all(Schema) if each.__module__.startswith("service.")}
    in_service = {each for each in parsed if each.__module__.startswith("service.")}
    assert in_program - {CommandSchema, PairedSchema} == in_service
    assert {type(schema) for schema in OF_BODY.values()} <= set(BODIES.values())


def nested(schema: Schema) -> Iterator[type[Schema]]:
    """The schemas of the members of a schema, and of the items of its lists."""
    for field in schema.fields.values():
        inner = field.inner if isinstance(field, fields.List) else field
        if isinstance(inner, fields.Nested):
            yield type(inner.schema)


def test_only_staff_commands_of_leagues_need_the_staff_scope():
    examples = operation("command_league").definition["requestBody"]["content"][JSON]["examples"]
    for example in examples.values():
        given = league_commands.read_league_command(example["value"])
        command = given.command(PlayerId("ply"), EntrantId("ent"))
        assert (given.kind in league_commands.OF_LEAGUE_STAFF) is (type(command) in LEAGUE_RIGHT_FOR), given.kind
    assert {example["value"]["type"] for example in examples.values()} == set(league_schemas.LEAGUE_COMMANDS)


def test_only_staff_commands_need_the_staff_scope():
    """What the tournament itself leaves to staff, whoever asks."""
    examples = operation("command_tournament").definition["requestBody"]["content"][JSON]["examples"]
    fresh = tournament_commands.Fresh(EntrantId("ent"))
    for example in examples.values():
        given = tournament_commands.read_tournament_command(example["value"])
        paired = Round(1, ()) if given.leaves_pairing_to_format else None
        command = given.command(PlayerId("ply"), fresh, paired)
        assert (given.kind in tournament_commands.OF_STAFF) is (type(command) in RIGHT_FOR), given.kind
    assert {example["value"]["type"] for example in examples.values()} == set(tournament_schemas.TOURNAMENT_COMMANDS)


@pytest.mark.parametrize("game", GAMES)
def test_every_move_of_a_game_is_a_command_except_clock_ticks(game: str):
    """What nobody asks for cannot be asked for by name, nor is there a command that makes one of it."""
    moves = {type(read_command(body, PlayerId("ply"), "").at_table(game).move) for body in MOVES[game]}
    assert moves == set(get_args(MOVE_TYPES[game]))
    assert {body["type"] for body in MOVES[game]} == set(PACKAGES[game].moves)
    for name in ("tick", "draw_round", "close_declaring", "DrawRound", "CloseDeclaring", "Tick", "act"):
        with pytest.raises(Problem):
            read_command({"type": name}, PlayerId("ply"), "")


def test_every_command_belongs_to_all_tables_or_to_a_game_with_all_its_members():
    of_games = {kind: set() for moves in (package.moves for package in PACKAGES.values()) for kind in moves}
    for moves in (package.moves for package in PACKAGES.values()):
        for kind, move in moves.items():
            of_games[kind] |= move.members
    assert not set(of_games) & set(commands.OF_TABLES)
    assert set(of_games) | set(commands.OF_TABLES) == set(COMMANDS)
    for kind, members in of_games.items():
        assert members == set(COMMANDS[kind].fields) - commands.OF_ALL, kind


@pytest.mark.parametrize(
    ("game", "body"),
    [
        ("zheng_shangyou", {"type": "bury", "cards": ["2S"]}),
        ("zheng_shangyou", {"type": "play", "cards": ["2S"], "units": [["2S"]]}),
        ("zheng_shangyou", {"type": "play", "cards": ["2S"], "units": []}),
        ("sheng_ji", {"type": "take", "card": "2S"}),
        ("sheng_ji", {"type": "play", "cards": ["2S"], "reading": {}}),
    ],
)
def test_members_of_another_game_are_refused(game: str, body: Json):
    given = read_command(body, PlayerId("ply"), "")
    with pytest.raises(Problem) as refused:
        given.at_table(game)
    assert refused.value.code == "not_in_this_game"
    assert game in refused.value.detail


@law
@pytest.mark.parametrize("operation_id", OF_BODY)
def test_a_body_is_parsed_as_documented(operation_id: str):
    assert_same(body_schema(operation(operation_id)), OF_BODY[operation_id])


@law
@pytest.mark.parametrize(("union", "kind"), [(union, kind) for union, commands in UNIONS.items() for kind in commands])
def test_a_command_is_parsed_as_documented(union: str, kind: str):
    schema = at(component(union)["discriminator"]["mapping"][kind])
    assert schema["properties"]["type"] == {"const": kind}
    as_any = {**schema, "properties": {**schema["properties"], "type": {"type": "string"}}}
    assert_same(as_any, UNIONS[union][kind])


# ------------------------------------------------------------------------------------------------ events


SEALED = {"result_recorded", "result_adjudicated", "result_overridden"}


def test_every_event_of_the_code_is_in_one_of_the_feeds():
    in_feeds = [cls for classes in feeds().values() for cls in classes]
    assert sorted(map(str, in_feeds)) == sorted(map(str, EVENT_CLASSES.values()))


@law
@pytest.mark.parametrize(("feed", "cls"), [(feed, cls) for feed, classes in feeds().items() for cls in classes])
def test_members_of_an_event_have_the_types_of_its_class(feed: str, cls: type):
    """A text may replace the type of a member by a component, which must then be of the same type."""
    name = EVENT_TYPES[cls].name
    data = at(component(feed)["discriminator"]["mapping"][name])["properties"]["data"]
    hints = get_type_hints(cls)
    secret = {"secret", "next_secret"} if name in ("table_opened", "hand_opened") else set()
    assert data.get("required", []) == list(data["properties"]) == [field.name for field in dataclasses.fields(cls)]
    for member, schema in data["properties"].items():
        assert (member in secret) is (schema == {"type": "null"}), member
        hidden = {"null"} if name in SEALED and member in ("first", "second", "kind") else set()
        assert member in secret or json_types(schema) == types_of(hints[member]) | hidden, member
        if get_origin(hints[member]) is Literal:
            assert set(plain(schema["anyOf"][0] if hidden else schema)["enum"]) == set(get_args(hints[member])), member


def json_types(schema: Json) -> set[str]:
    """The JSON types that a schema allows."""
    if "$ref" in schema:
        return json_types(component(schema["$ref"].rpartition("/")[2]))
    if "anyOf" in schema:
        return set().union(*map(json_types, schema["anyOf"]))
    if "const" in schema:
        return {"string"}
    return set(schema["type"]) if isinstance(schema["type"], list) else {schema["type"]}


def types_of(hint: Any) -> set[str]:
    """The JSON types as which values of a type are written."""
    if dataclasses.is_dataclass(hint) or hasattr(hint, "_fields"):
        return {"object"}
    if hasattr(hint, "__supertype__"):
        # Cards, ranks and suits are small numbers inside, and are written by name.
        return (
            {"string"} if hint.__name__ in ("Face", "Rank", "Suit", "Rung", "Instant") else types_of(hint.__supertype__)
        )
    if get_origin(hint) in (Union, types.UnionType):
        found = set().union(*map(types_of, get_args(hint)))
        # No trump suit is written `NT`.
        return found - {"null"} if any(getattr(each, "__name__", "") == "Suit" for each in get_args(hint)) else found
    if get_origin(hint) in (tuple, dict):
        return {"array" if get_origin(hint) is tuple else "object"}
    if get_origin(hint) is Literal:
        return {"string"}
    return {{int: "integer", str: "string", bool: "boolean", type(None): "null"}[hint]}


# ------------------------------------------------------------------------------------------------ problems

OTHER_REFUSALS = {"text/html", JSON}
"""As what people and libraries for OAuth are told what is wrong."""
NOT_OVER_HTTP = {
    "internal": "is a defect, which the contract promises not to have",
    "headers_too_large": "is answered before a request reaches the application",
    "too_many_connections": "is answered before a request reaches the application",
    "uri_too_long": "is answered before a request reaches the application",
    "no_such_game": "cannot be reached, since the body of open_table is refused before",
    "unknown_kind": "cannot be reached, since the path of the rules lab is not found before",
    "nothing_due": "is an answer to time, which is not commanded over HTTP",
    "nobody_away": "is an answer to a bot that stands in, which is not commanded over HTTP",
    "no_unseen_deal": "is never said, since another board is dealt then, and nobody plays a set of a tournament twice",
    "not_sealed": "is an answer to the service, which alone unseals tables",
    "nobody_to_replace": "is an answer to the service, which alone gives seats of matches to others",
    "clock_stopped": "is an answer to the clock, which is not commanded over HTTP",
    **dict.fromkeys(
        ("occurrence_too_early", "occurrence_past"),
        "is an answer to the service, which alone opens the tournaments of a series",
    ),
    **dict.fromkeys(
        ("table_linked_already", "table_not_linked", "table_not_finished", "result_stands", "too_early"),
        "is an answer to the service, which alone opens tables for tournaments and reads their results",
    ),
    "no_movement": "cannot be reached, since a tournament does not begin with fewer than its movement takes",
    **dict.fromkeys(("too_few_pairs", "unequal_teams"), "cannot be reached, since a team that lacks players waits"),
    **dict.fromkeys(
        ("division_taken", "no_such_division"),
        "is an answer to the service, which alone opens the tournaments of leagues",
    ),
    "entrant_id_taken": "cannot be reached, since the service makes the ids of entrants",
    "barred": "cannot be reached, since nobody is barred from tournaments yet",
    "two_partners": "cannot be reached, since nobody agrees to a second partner",
    "tie_breaks_not_possible": "cannot be reached, since the settings are refused before",
}
"""Problems that no operation lists, and why."""


PROBLEM = "application/problem+json"


def codes(response: Json) -> set[str]:
    """The codes that a response can have."""
    schema = response.get("content", {}).get("application/problem+json", {}).get("schema", {})
    return set(schema.get("properties", {}).get("code", {}).get("enum", []))


def problem_responses() -> Iterator[tuple[str, str, Json]]:
    for one in operations():
        for status, response in one.responses.items():
            yield str(one), status, response
    yield "any address", "405", contract()["components"]["responses"]["MethodNotAllowed"]


def test_every_error_status_lists_its_codes_and_they_have_that_status():
    for where, status, response in problem_responses():
        media = set(response.get("content", {}))
        is_page_or_problem = media == {"text/html", PROBLEM} and status == "429"
        if int(status) < 400 or (media & OTHER_REFUSALS and not is_page_or_problem):
            assert not codes(response)
            continue
        assert is_page_or_problem or media == {PROBLEM}, where
        assert codes(response), f"{where} {status}"
        schema = response["content"]["application/problem+json"]["schema"]
        assert schema["properties"]["status"] == {"const": int(status)}, where
        for code in codes(response):
            assert PROBLEMS[code].status == int(status), f"{where}: {code}"


def test_every_problem_is_documented_for_some_operation():
    listed = set().union(*(codes(response) for _, _, response in problem_responses()))
    assert listed == set(PROBLEMS) - set(NOT_OVER_HTTP)


def test_examples_of_problems_match_the_code():
    count = 0
    for where, _, response in problem_responses():
        for name, media in response.get("content", {}).items():
            for example in media["examples"].values():
                problem = resolved(example)["value"]
                if name != PROBLEM:
                    continue
                kind = PROBLEMS[problem["code"]]
                said = (problem["type"], problem["title"], problem["status"])
                assert said == (f"/problems/{problem['code']}", kind.title, kind.status), where
                count += 1
    assert count > 20


def test_members_of_problems_are_documented():
    told = set()
    for package in ("domain", "service"):
        for path in (ROOT / package).rglob("*.py"):
            told |= set(re.findall(r'facts ?= ?\{"(\w+)"', path.read_text()))
    assert {"turn", "cards", "readings", "fields"} <= told
    assert told <= set(component("Facts")["properties"])


# ------------------------------------------------------------------------------------------------ names and limits


@pytest.mark.parametrize(
    ("name", "in_program"),
    [
        ("TournamentStatus", tournaments.STATUSES),
        ("LeagueStatus", leagues.STATUSES),
        ("SeriesStatus", series.STATUSES),
    ],
)
def test_lists_can_be_narrowed_to_each_documented_status(name: str, in_program: Any):
    assert sorted(component(name)["enum"]) == sorted(in_program)


def test_documented_kinds_of_players_and_options_are_those_in_the_code():
    assert set(component("Player")["properties"]["kind"]["enum"]) == set(get_args(PlayerKind))
    assert set(component("Option")["properties"]["kind"]["enum"]) == set(get_args(Kind))
    assert component("SomeValues")["properties"]["relation"]["enum"] == list(get_args(Relation))


def test_the_options_in_the_example_are_as_the_server_describes_them(api: Api):
    served = api.call("GET", "/v1/rules/options").json["options"]
    answers = contract()["paths"]["/v1/rules/options"]["get"]["responses"]["200"]["content"]["application/json"]
    shown = answers["examples"]["three"]["value"]["options"]

    assert len(shown) == 3
    assert [each for each in shown if each not in served] == []


def test_a_hidden_card_is_documented_as_in_the_code():
    assert component("SeenCard")["anyOf"][1]["const"] == NAMES[-1]


def test_documented_phases_of_a_match_are_those_in_the_code():
    phases = {
        Prepared: "preparing",
        Declaring: "declaring",
        Redealing: "redealing",
        Burying: "burying",
        Bidding: "bidding",
        Calling: "calling",
        Tricks: "playing",
        Reviewing: "reviewing",
        Redealt: "redealt",
        Scored: "scored",
    }
    assert set(phases) == set(get_args(Phase))
    assert set(component("Match")["discriminator"]["mapping"]) == set(phases.values())


def test_documented_phases_of_zheng_shangyou_are_those_in_the_code():
    phases = {
        climbing.Prepared: "preparing",
        climbing.Dealt: "dealt",
        climbing.Paying: "paying",
        climbing.Choosing: "choosing",
        climbing.Discarding: "discarding",
        climbing.Returning: "returning",
        climbing.Climbing: "climbing",
        climbing.Scored: "scored",
    }
    assert set(phases) == set(get_args(climbing.Phase))
    assert set(component("ClimbingMatch")["discriminator"]["mapping"]) == set(phases.values())


def test_documented_page_sizes_are_those_in_the_code():
    assert component("AskedToClimb")["properties"]["cards"]["maxItems"] == CLIMBING_MOVES_LIMIT
    assert component("MoveList")["maxItems"] == MOVES_LIMIT
    assert component("Problem")["properties"]["legal"]["maxItems"] == LEGAL_LIMIT


def test_documented_webhook_limits_are_those_in_the_code():
    disabled = component("Webhook")["properties"]["disabled"]["anyOf"][1]["properties"]["by"]
    assert set(disabled["enum"]) == set(get_args(DisabledBy))
    assert component("WebhookList")["properties"]["webhooks"]["maxItems"] == WEBHOOKS_LIMIT
    assert component("WholeDelivery")["properties"]["history"]["maxItems"] == ATTEMPTS_SHOWN


def test_the_documented_number_of_invitations_is_that_in_the_code():
    assert component("InvitationList")["properties"]["invitations"]["maxItems"] == INVITATIONS_LIMIT


def test_every_scope_is_explained():
    text = contract()["info"]["description"]
    assert all(f"| `{scope}` |" in text for scope in [*SCOPES, *GIVEN_BY_OPERATOR])


def test_checks_happen_in_the_documented_order(api: Api, seated):
    """The token, the form, whether the table exists, whether its game has that, the expected version, the rules."""
    table, user = seated
    nowhere = "tbl_" + "0" * 26
    sent = {"If-Match": '"1-s0-1"'}
    wrong = {"type": "play", "cards": ["AS"] * 337}
    stale = {"type": "start"}
    path = "/v1/tables/{}/commands"
    assert api.call("POST", path.format(nowhere), wrong, headers=sent).status_code == 401
    assert user.post(path.format(nowhere), wrong, headers=sent).status_code == 400
    assert user.post(path.format(nowhere), stale, headers={"Idempotency-Key": " "}).status_code == 400
    assert user.post(path.format(nowhere), stale, headers=sent).status_code == 404
    assert user.post(path.format(table), {"type": "take", "card": "2S"}, headers=sent).status_code == 422
    assert user.post(path.format(table), stale, headers=sent).status_code == 412
    assert user.post(path.format(table), stale).status_code == 409
