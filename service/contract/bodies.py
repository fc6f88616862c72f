"""The bodies of requests: their marshmallow schemas, by the names of their components in the contract."""

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
from service.contract.branches import check_branches, with_branches
from service.contract.schema_texts import with_texts
from service.contract.schemas import schema_of_body
from service.leagues import schemas as leagues
from service.lobby.invitations.schemas import AcceptInvitationSchema, InvitationSchema
from service.lobby.seeks import schemas as seeks
from service.notifications.inbox.schemas import SnoozeSchema, VisitSchema
from service.notifications.mail.schemas import MailAddressSchema, MailCodeSchema, PreferencesSchema
from service.notifications.webhooks import schemas as webhooks
from service.platform.documents import Json
from service.rules.schemas import QuestionSchema
from service.sandbox.schemas import AdvanceSchema, SandboxPlayerSchema, SandboxSchema
from service.series import schemas as series
from service.social.chat.schemas import MessageSchema
from service.social.moderation.schemas import ReportedMessageSchema, ReportSchema, VerdictSchema
from service.social.notes.schemas import NotesSchema
from service.tables.analysis.schemas import AskForAnalysisSchema, PuzzleAnswerSchema
from service.tables.command_schemas import CallSchema, PlannedShowSchema, ReadingSchema
from service.tables.order_schemas import OrderFactsSchema, OrderSchema
from service.tables.schemas import (
    DealSchema,
    LengthSchema,
    OpenTableSchema,
    RecordSchema,
    RematchSchema,
    SpectatorsSchema,
)
from service.tournaments import round_schemas
from service.tournaments import schemas as tournaments
from service.tournaments.guests import schemas as guests
from service.tournaments.rehearsals.schemas import RehearsalSchema

BODIES: dict[str, type[Schema]] = {
    "AcceptInvitation": AcceptInvitationSchema,
    "AskForAnalysis": AskForAnalysisSchema,
    "AskForRematch": RematchSchema,
    "BeginGuestSession": GuestSessionSchema,
    "BeginPasskey": PasskeyOptionsSchema,
    "BeginSession": SessionSchema,
    "BeginVacation": VacationSchema,
    "BeginRehearsal": RehearsalSchema,
    "SnoozeEntry": SnoozeSchema,
    "VisitTable": VisitSchema,
    "BoardMatchAnswer": BoardMatchAnswerSchema,
    "BoardsInput": tournaments.BoardsSchema,
    "ByeToPair": round_schemas.ByeSchema,
    "ByesInput": tournaments.ByesSchema,
    "CalendarInput": leagues.CalendarSchema,
    "CallToMake": CallSchema,
    "ChallengeOnBoards": BoardMatchSchema,
    "ChangeWebhook": webhooks.WebhookChangesSchema,
    "ClaimGuest": ClaimSchema,
    "ClockWanted": seeks.ClockSoughtSchema,
    "OpponentsWanted": seeks.OpponentsSoughtSchema,
    "ChooseLanguage": LanguageSchema,
    "ChooseName": NameSchema,
    "CloseAccount": CloseSchema,
    "CloseReport": VerdictSchema,
    "ConfirmMailAddress": MailCodeSchema,
    "CreateLeague": leagues.LeaguePlanSchema,
    "CreateSeries": series.SeriesPlanSchema,
    "CreateTournament": tournaments.TournamentSettingsSchema,
    "DealToMake": DealSchema,
    "DelayForSpectators": SpectatorsSchema,
    "DropLogin": DropLoginSchema,
    "FieldInput": tournaments.FieldSchema,
    "FigureInput": leagues.FigureSchema,
    "GatesInput": tournaments.GatesSchema,
    "LateEntryInput": tournaments.LateEntrySchema,
    "LeagueRulesInput": leagues.LeagueRulesSchema,
    "Length": LengthSchema,
    "MakeGuestToken": guests.GuestTokenSchema,
    "MakeInvitation": InvitationSchema,
    "MakeReport": ReportSchema,
    "MakeSandbox": SandboxSchema,
    "MakeToken": TokenSchema,
    "MakeTournamentWebhook": webhooks.TournamentWebhookSchema,
    "MakeWebhook": webhooks.WebhookSchema,
    "MatchToPair": round_schemas.MatchSchema,
    "MoveClock": AdvanceSchema,
    "OpenTable": OpenTableSchema,
    "OrderFacts": OrderFactsSchema,
    "OrderInput": OrderSchema,
    "PlannedShow": PlannedShowSchema,
    "PasskeyAnswer": CredentialSchema,
    "PlayBoard": PlayBoardSchema,
    "PuzzleAnswer": PuzzleAnswerSchema,
    "PlayInput": tournaments.TournamentPlaySchema,
    "PostMessage": MessageSchema,
    "PostSeek": seeks.SeekSchema,
    "Preferences": PreferencesSchema,
    "PutAvailability": AvailabilitySchema,
    "PutPreferences": ClientPreferencesSchema,
    "PutLogin": LoginSchema,
    "PutMailAddress": MailAddressSchema,
    "PutNotes": NotesSchema,
    "Question": QuestionSchema,
    "Reading": ReadingSchema,
    "RecordToReplay": RecordSchema,
    "RecurrenceInput": series.RecurrenceSchema,
    "RegisterClient": ClientSchema,
    "RenewClaimCode": guests.NewClaimCodeSchema,
    "ReportedMessage": ReportedMessageSchema,
    "RotateSecret": webhooks.RotationSchema,
    "RoundPlanInput": tournaments.RoundPlanSchema,
    "RulesWanted": seeks.RulesSoughtSchema,
    "SandboxPlayer": SandboxPlayerSchema,
    "ScheduleInput": tournaments.ScheduleSchema,
    "SignUp": SignUpSchema,
    "Ticket": TicketSchema,
}
"""The schemas of bodies, and of nested objects with a component of their own."""
NAMES = {schema: name for name, schema in BODIES.items()}


def body_schemas(texts: Json) -> Json:
    """Returns the schemas of all bodies and of their forms. `texts` maps the name of each body to its descriptions."""
    made: Json = {}
    for name, schema in BODIES.items():
        made |= schemas_of_text(name, schema_of_body(schema(), NAMES), texts[name])
    return made


def schemas_of_text(name: str, schema: Json, written: Json | str) -> Json:
    """Returns the schema of a body with its texts, and the schemas of its forms if there are several."""
    if isinstance(written, str) or "branches" not in written:
        return {name: with_texts(name, schema, written)}
    check_branches(name, schema, written)
    texts = {key: value for key, value in written.items() if key not in ("by", "branches")}
    return with_branches(name, with_texts(name, schema, texts), written)
