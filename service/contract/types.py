"""Returns the JSON Schema of values by their Python type."""

import types
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from domain.clocks.ladder import Ladder, Pauses
from domain.clocks.rules import ClockRules
from domain.clocks.running import ClockReading
from domain.games.registry import PACKAGES
from domain.kernel.cards import Face, Rank, Suit
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.orders.order import Order
from domain.table.deals import ChosenDeal
from domain.table.match_ref import MatchRef
from domain.table.spectators import Spectators
from domain.tournaments.boards.records import BoardResult
from domain.tournaments.leagues.events import DivisionMove, FinalPlace
from domain.tournaments.leagues.plan import LeaguePlan
from domain.tournaments.parts import EnteringSide
from domain.tournaments.rounds.events import TableId
from domain.tournaments.series.plan import LocalStart, SeriesPlan
from domain.tournaments.series.plan import TournamentId as TournamentOfSeries
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.terms import EntrantId, Match, Points
from service.contract.enumerations import named_enumeration
from service.contract.notation import or_null, schema_of, type_of
from service.platform.documents import Json

COMPONENT_OF_TYPE: dict[Any, str] = {
    PlayerId: "PlayerId",
    EntrantId: "EntrantId",
    Seat: "Seat",
    Seat | None: "SeatOrNone",
    tuple[Seat, ...]: "Seats",
    Instant: "Time",
    Face: "Card",
    tuple[Face, ...]: "Cards",
    tuple[tuple[Face, ...], ...]: "Units",
    Suit | None: "TrumpSuit",
    Rank | None: "LevelOrNone",
    tuple[Rank, ...]: "Levels",
    tuple[BoardResult, ...]: "RecordedBoards",
    TableId: "TableId",
    TournamentOfSeries: "TournamentId",
    LocalStart: "LocalStart",
    TournamentSettings: "TournamentSettings",
    LeaguePlan: "LeaguePlan",
    SeriesPlan: "SeriesPlan",
    DivisionMove: "LeagueMove",
    FinalPlace: "LeaguePlace",
    EnteringSide: "LeagueSide",
    Spectators: "Spectators",
    ClockRules: "Clock",
    ClockReading: "ClockReading",
    Pauses: "Pauses",
    Ladder: "Ladder",
    ChosenDeal: "ChosenDeal",
    MatchRef: "MatchOfTable",
    Order: "LiveOrder",
    **{hint: name for package in PACKAGES.values() for hint, name in package.notation.components.items()},
}
"""The component of each type that has one."""

PRIMITIVES: dict[Any, str] = {int: "integer", str: "string", bool: "boolean", Points: "integer | null"}


def schema_of_type(hint: Any) -> Json:
    """Returns the schema of the values of a type. It allows any value if the type has no schema."""
    if hint in COMPONENT_OF_TYPE:
        return type_of(COMPONENT_OF_TYPE[hint])
    if hint in PRIMITIVES:
        return type_of(PRIMITIVES[hint])
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return named_enumeration(inside)
    if origin in (Union, types.UnionType):
        (only,) = (schema_of_type(each) for each in inside if each is not type(None))
        return or_null(only)
    return _list_of(hint, inside) if origin is tuple or (isinstance(hint, type) and issubclass(hint, tuple)) else {}


def _list_of(hint: Any, inside: tuple[Any, ...]) -> Json:
    """Returns the schema of a tuple, which events write as a list."""
    if inside[1:] == (...,):
        return {"type": "array", "items": schema_of_type(inside[0])}
    if hint == Match:
        return {"type": "array", "items": type_of("EntrantId"), "minItems": 2, "maxItems": 2}
    return _row(inside or tuple(get_type_hints(hint).values()))


def _row(hints: tuple[Any, ...]) -> Json:
    """Returns the schema of a list with a type for each place."""
    members = [schema_of_type(hint) for hint in hints]
    row: Json = {"type": "array", "prefixItems": members, "minItems": len(members), "maxItems": len(members)}
    made: Json = schema_of(row)
    return made
