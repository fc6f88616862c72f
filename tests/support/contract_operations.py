"""Operations of the contract, requests to them, and their schemas in short form."""

from typing import Any

from marshmallow import Schema

from service.accounts.guests.schemas import ClaimSchema
from service.accounts.oauth.schemas import ClientSchema
from service.accounts.passkeys.schemas import CredentialSchema, PasskeyOptionsSchema
from service.accounts.preferences.schemas import PreferencesSchema as ClientPreferencesSchema
from service.accounts.schemas import (
    CloseSchema,
    DropLoginSchema,
    LanguageSchema,
    LoginSchema,
    NameSchema,
    SignUpSchema,
    TokenSchema,
)
from service.accounts.sessions.schemas import GuestSessionSchema, SessionSchema
from service.accounts.tickets.schemas import TicketSchema
from service.availability.schemas import AvailabilitySchema, VacationSchema
from service.boards.schemas import BoardMatchAnswerSchema, BoardMatchSchema, PlayBoardSchema
from service.contract.schemas import COMPONENTS_OF_FIELD
from service.leagues import schemas as league_schemas
from service.lobby.invitations.schemas import AcceptInvitationSchema, InvitationSchema
from service.lobby.seeks.schemas import SeekSchema
from service.notifications.inbox.schemas import SnoozeSchema, VisitSchema
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
from service.tables.analysis.schemas import AskForAnalysisSchema, PuzzleAnswerSchema
from service.tables.schemas import OpenTableSchema, RecordSchema, RematchSchema
from service.tournaments import schemas as tournament_schemas
from service.tournaments.guests import schemas as guests
from service.tournaments.rehearsals.schemas import RehearsalSchema
from tests.support.contract import at

Json = dict[str, Any]


JSON = "application/json"


def component(name: str) -> Json:
    found: Json = at(f"#/components/schemas/{name}")
    return found


def member_of(schema: Json, name: str) -> Json:
    """Returns the schema of a member; a reference is replaced by its component."""
    member: Json = schema["properties"][name]
    return component(member["$ref"].rpartition("/")[2]) if "$ref" in member else member


OF_BODY: dict[str, Schema] = {
    "sign_up": SignUpSchema(),
    "begin_session": SessionSchema(),
    "begin_guest_session": GuestSessionSchema(),
    "begin_passkey": PasskeyOptionsSchema(),
    "add_passkey": CredentialSchema(),
    "begin_session_by_passkey": CredentialSchema(),
    "put_preferences": ClientPreferencesSchema(),
    "claim_guest": ClaimSchema(),
    "preview_claim": ClaimSchema(),
    "begin_session_by_claim": ClaimSchema(),
    "make_guest_token": guests.GuestTokenSchema(),
    "renew_claim_code": guests.NewClaimCodeSchema(),
    "make_ticket": TicketSchema(),
    "make_token": TokenSchema(),
    "put_language": LanguageSchema(),
    "put_name": NameSchema(),
    "put_login": LoginSchema(),
    "drop_login": DropLoginSchema(),
    "close_account": CloseSchema(),
    "register_client": ClientSchema(),
    "put_availability": AvailabilitySchema(),
    "begin_vacation": VacationSchema(),
    "open_table": OpenTableSchema(),
    "replay_record": RecordSchema(),
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
    "ask_for_analysis": AskForAnalysisSchema(),
    "answer_puzzle": PuzzleAnswerSchema(),
    "play_board": PlayBoardSchema(),
    "challenge_on_boards": BoardMatchSchema(),
    "answer_board_match": BoardMatchAnswerSchema(),
    "make_sandbox": SandboxSchema(),
    "add_sandbox_player": SandboxPlayerSchema(),
    "advance_sandbox": AdvanceSchema(),
    "post_message": MessageSchema(),
    "put_notes": NotesSchema(),
    "snooze_entry": SnoozeSchema(),
    "visit_table": VisitSchema(),
    "make_report": ReportSchema(),
    "close_report": VerdictSchema(),
    "create_tournament": tournament_schemas.TournamentSettingsSchema(),
    "save_template": tournament_schemas.TournamentSettingsSchema(),
    "begin_rehearsal": RehearsalSchema(),
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
    chosen = chosen_of(schema)
    if chosen and "x-default" in schema:
        return {"type": "object", "chosen": chosen, "default": schema["x-default"]}
    inside = (*inside, name)
    whole = merged({**component(name.rpartition("/")[2]), **schema} if name else schema)
    if is_or_null(whole):
        outside = {word: whole[word] for word in whole if word != "anyOf"}
        return plain({**whole["anyOf"][0], **outside}, like, inside) | {"nullable": True}
    return _constraints(whole, like or {}, inside)


def _constraints(whole: Json, like: Json, inside: tuple[str, ...]) -> Json:
    """Returns the constraints of a schema without references, see `plain`."""
    made = {word: whole[word] for word in WORDS if word in whole}
    if "anyOf" in whole and all(map(is_object, whole["anyOf"])):
        made["type"] = "object"
    if "x-default" in whole:
        made["default"] = whole["x-default"]
    if whole.get("format") in ("printable", "lines"):
        made[whole["format"]] = True
    if isinstance(made.get("type"), list):
        (made["type"],) = set(made["type"]) - {"null"}
        made["nullable"] = True
    if "regexp" in like:
        made["regexp"] = rf"(?:{whole['pattern']})\Z"
    if "enum" in made:
        made["enum"] = sorted(made["enum"])
    return made | _constraints_inside(whole, like, inside)


def _constraints_inside(whole: Json, like: Json, inside: tuple[str, ...]) -> Json:
    """Returns the constraints of the items, members and names of members."""
    made: Json = {}
    if "items" in whole:
        made["items"] = plain(whole["items"], like.get("items"), inside)
    kinds = whole.get("type", ())
    if "object" in ([kinds] if isinstance(kinds, str) else kinds) and whole.get("additionalProperties") is False:
        members = like.get("members", {})
        made["members"] = {name: plain(each, members.get(name), inside) for name, each in whole["properties"].items()}
        made["required"] = sorted(whole.get("required", []))
    if "propertyNames" in whole:
        made["names"] = plain(whole["propertyNames"])
    return made


def chosen_of(schema: Json) -> list[str]:
    """Returns the components of a member that the domain checks, else an empty list."""
    several = [schema, *schema.get("anyOf", [])]
    names = [each["$ref"].rpartition("/")[2] for each in several if "$ref" in each]
    return names if set(names) <= {name for names in COMPONENTS_OF_FIELD.values() for name in names} else []


def is_object(schema: Json) -> bool:
    """Returns whether a schema allows objects only."""
    whole = component(schema["$ref"].rpartition("/")[2]) if "$ref" in schema else schema
    return whole.get("type") == "object" or ("anyOf" in whole and all(map(is_object, whole["anyOf"])))


def is_or_null(schema: Json) -> bool:
    """Returns whether a schema is another one or null."""
    return "anyOf" in schema and schema["anyOf"][1:] == [{"type": "null"}]


def merged(schema: Json) -> Json:
    """Returns a body with several forms as one object: its members, and those that all forms require.

    The forms must be closed, and the constants of a member are its values.
    """
    if "oneOf" not in schema:
        return schema
    forms = [component(each["$ref"].rpartition("/")[2]) for each in schema["oneOf"]]
    assert all(each["type"] == "object" and each["additionalProperties"] is False for each in forms)
    members: Json = {}
    for member in {name: None for form in forms for name in form["properties"]}:
        given = [form["properties"][member] for form in forms if member in form["properties"]]
        values = [each["const"] for each in given if "const" in each]
        assert values or all(each == given[0] for each in given), member
        members[member] = {"type": "string", "enum": values} if values else given[0]
    return {
        **{key: each for key, each in schema.items() if key != "oneOf"},
        "type": "object",
        "required": sorted(set.intersection(*(set(form["required"]) for form in forms))),
        "properties": members,
        "additionalProperties": False,
    }


def codes(response: Json) -> set[str]:
    """Returns the codes of the problems that a response can have."""
    schema = response.get("content", {}).get("application/problem+json", {}).get("schema", {})
    return set(schema.get("properties", {}).get("code", {}).get("enum", []))
