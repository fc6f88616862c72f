"""Operations of the contract, requests to them, and their schemas in short form."""

from typing import Any

from marshmallow import Schema

from service.accounts.oauth.schemas import ClientSchema
from service.accounts.schemas import CloseSchema, DropLoginSchema, LoginSchema, SignUpSchema, TicketSchema, TokenSchema
from service.availability.schemas import AvailabilitySchema, VacationSchema
from service.boards.schemas import BoardMatchAnswerSchema, BoardMatchSchema, PlayBoardSchema
from service.leagues import schemas as league_schemas
from service.lobby.invitations.schemas import AcceptInvitationSchema, InvitationSchema
from service.lobby.seeks.schemas import SeekSchema
from service.notifications.mail.schemas import MailAddressSchema, MailCodeSchema, PreferencesSchema
from service.notifications.webhooks.schemas import (
    RotationSchema,
    TournamentWebhookSchema,
    WebhookChangesSchema,
    WebhookSchema,
)
from service.rules.schemas import QuestionSchema
from service.sandbox.schemas import AdvanceSchema, SandboxPlayerSchema, SandboxSchema
from service.series import schemas as series_schemas
from service.social.chat.schemas import MessageSchema
from service.social.moderation.schemas import ReportSchema, VerdictSchema
from service.social.notes.schemas import NotesSchema
from service.tables.schemas import OpenTableSchema, RematchSchema
from service.tournaments import schemas as tournament_schemas
from tests.support.contract import at

Json = dict[str, Any]


JSON = "application/json"


def component(name: str) -> Json:
    found: Json = at(f"#/components/schemas/{name}")
    return found


OF_BODY: dict[str, Schema] = {
    "sign_up": SignUpSchema(),
    "make_ticket": TicketSchema(),
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
"""The marshmallow schemas of the bodies, by operation. Commands are not included."""


WORDS = (
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
    """Returns the constraints of a schema, with references resolved and without descriptions.

    Args:
        schema: the schema. Formats for printable strings become members of the result.
        like: the form of the same schema in the code. Patterns are compared only where the code has one.
        inside: the references that are being resolved. A schema inside itself becomes `{"again": True}`.
    """
    name = schema.get("$ref", "")
    if name and name in inside:
        return {"type": "object", "again": True}
    inside = (*inside, name)
    whole = {**component(schema["$ref"].rpartition("/")[2]), **schema} if "$ref" in schema else schema
    made = {word: whole[word] for word in WORDS if word in whole}
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


def codes(response: Json) -> set[str]:
    """Returns the codes of the problems that a response can have."""
    schema = response.get("content", {}).get("application/problem+json", {}).get("schema", {})
    return set(schema.get("properties", {}).get("code", {}).get("enum", []))
