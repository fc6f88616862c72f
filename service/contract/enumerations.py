"""Enumerations of the contract: sets of values that the code defines."""

from collections.abc import Iterable
from typing import get_args, get_type_hints

from domain.games.bots import BOARD_BOTS, BOT_NAMES, STAND_INS
from domain.games.lab import KINDS
from domain.games.lessons import PHASES
from domain.games.registry import GAMES, PACKAGES
from domain.kernel.cards import FACE_OF_NAME, RANK_NAMES
from domain.table.chat import CANNED, ROOMS
from domain.table.events import CalledOffWhy, ChatRule, EndReason, ProposalKind
from domain.table.seat_events import DeclineReason
from domain.table.state import Status
from domain.tournaments.leagues.events import MoveReason
from domain.tournaments.leagues.state import LeagueStatus, SeasonStatus
from domain.tournaments.parts import TournamentStatus
from domain.tournaments.staff import Role
from domain.tournaments.standings.tie_breaks import TIE_BREAKS
from domain.tournaments.terms import ByeKind, ResultKind
from service.accounts.handlers import GIVEN_BY_OPERATOR, GIVEN_BY_STAFF, SCOPES
from service.lobby.seeks.handlers import SeekState
from service.notifications.events import ACCOUNT_EVENT_TYPES
from service.notifications.webhooks.handlers import DeliveryState
from service.platform.documents import Json
from service.platform.http.problems import PROBLEMS
from service.series.documents import OccurrenceState
from service.series.handlers import SeriesStatus
from service.social.chat.handlers import ChatMessage
from service.social.moderation.audit import ACTIONS
from service.social.moderation.handlers import MEASURES, REASONS, STATES

ENUMERATIONS: dict[str, Iterable[str]] = {
    "AccountEventType": ACCOUNT_EVENT_TYPES,
    "Action": ACTIONS,
    "BoardBot": BOARD_BOTS,
    "Bot": BOT_NAMES,
    "ByeKind": get_args(ByeKind),
    "CalledOffWhy": get_args(CalledOffWhy),
    "Canned": CANNED,
    "Card": FACE_OF_NAME,
    "ChatRule": get_args(ChatRule),
    "DeclineReason": get_args(DeclineReason),
    "DeliveryState": get_args(DeliveryState),
    "EndReason": get_args(EndReason),
    "Game": GAMES,
    "HandPhase": PHASES,
    "LabKind": KINDS,
    "LeagueStatus": get_args(LeagueStatus),
    "Measure": MEASURES,
    "MoveReason": get_args(MoveReason),
    "OccurrenceState": get_args(OccurrenceState),
    "ProblemCode": sorted(PROBLEMS),
    "ProposalKind": get_args(ProposalKind),
    "Rank": RANK_NAMES,
    "RemovedBy": get_args(get_args(get_type_hints(ChatMessage)["removed_by"])[0]),
    "ReportReason": REASONS,
    "ReportState": STATES,
    "ResultKind": get_args(ResultKind),
    "Room": ROOMS,
    "Scope": [*SCOPES, *GIVEN_BY_OPERATOR, *GIVEN_BY_STAFF],
    "ScopeInput": SCOPES,
    "SeasonStatus": get_args(SeasonStatus),
    "SeekState": get_args(SeekState),
    "SeriesStatus": get_args(SeriesStatus),
    "StandIn": STAND_INS,
    "TableStatus": get_args(Status),
    "TieBreak": TIE_BREAKS,
    "TournamentRole": get_args(Role),
    "TournamentStatus": get_args(TournamentStatus),
    **{name: words for package in PACKAGES.values() for name, words in package.notation.enumerations.items()},
}


def enumerations() -> dict[str, Json]:
    """Returns the schema of each enumeration by its name."""
    return {name: enumeration(values) for name, values in ENUMERATIONS.items()}


def enumeration(values: Iterable[str]) -> Json:
    """Returns the schema of a string with one of these values."""
    return {"type": "string", "enum": list(values)}


def named_enumeration(values: Iterable[str]) -> Json:
    """Returns a reference to the enumeration with these values, or their schema if it has no name."""
    wanted = frozenset(values)
    named = [name for name, each in ENUMERATIONS.items() if frozenset(each) == wanted]
    return {"$ref": f"#/components/schemas/{named[0]}"} if len(named) == 1 else enumeration(values)
