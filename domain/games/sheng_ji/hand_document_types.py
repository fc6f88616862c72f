"""The types of the parts of views of a match of Sheng Ji: tricks, scores and levels."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from domain.games.sheng_ji.move_document_types import EffectiveSuit
from domain.kernel.document_types import Cards, Level, Points, SeatOrNone, Seats, SeatsOrNone
from domain.kernel.schema_markers import MaxItems, Minimum, MinItems, Named, Ref
from domain.kernel.seats import Seat

UnitName = Annotated[str, Ref("UnitName")]

Party = Annotated[Literal["declarers", "opponents"], "The side: that of the dealer, or the other one.", Named("Party")]

LevelOrNone = Annotated[Level | None, "A level, or none.", Named("LevelOrNone")]

Units = Annotated[
    list[Cards],
    "Cards by units: single cards, tuples (pairs, or with more decks triples and so on), and runs of tuples "
    "(tractors).",
    Named("Units"),
]

Levels = Annotated[
    list[Level],
    "The level of each team, or of each seat if friends are called.",
    MinItems(2),
    MaxItems(10),
    Named("Levels"),
]

Laps = Annotated[
    list[Annotated[int, Minimum(0)]],
    "How often each team or seat has passed the final level, if the levels begin again after it.",
    MinItems(2),
    MaxItems(10),
    Named("Laps"),
]

Redeals = Annotated[int, "The number of redeals of this hand.", Minimum(0), Named("Redeals")]

DeclarationKind = Annotated[
    Literal["declare", "reinforce", "override"],
    "`declare` is the first show; `reinforce` adds copies to your own declaration; `override` outranks "
    "another player's.",
    Named("DeclarationKind"),
]

Kitty = Annotated[Cards | None, "The buried cards; null while you may not know them.", Named("Kitty")]

Chooser = Annotated[
    SeatOrNone,
    "The seat that chooses the unit to lead instead of the throw; null if the rules decide.",
    Named("Chooser"),
]

DeclarersAtTheEnd = Annotated[Seats, "The final declarers of the hand.", Named("DeclarersAtTheEnd")]

Solo = Annotated[bool, "Whether the dealer has chosen to play alone.", Named("Solo")]

Missing = Annotated[int, "The number of called friends who have not joined.", Minimum(0), Named("Missing")]

ResetTo = Annotated[
    LevelOrNone, "The level to which the last trick has reset the declarers; null if it has not.", Named("ResetTo")
]

RevokedBy = Annotated[
    SeatOrNone, "The seat that was proven not to have followed; null if there is none.", Named("RevokedBy")
]

Attempted = Annotated[
    list[list[Level]], "The must-play levels that each team or seat has played as declarers.", Named("Attempted")
]

LastTrickSeat = Annotated[Seat, "The seat that won the last trick.", Named("LastTrickSeat")]

TrickPoints = Annotated[int, "The points that the opponents took in tricks.", Minimum(0), Named("TrickPoints")]

KittyPoints = Annotated[
    int, "The value of the kitty for the opponents; 0 unless they won the last trick.", Minimum(0), Named("KittyPoints")
]

KittyFactor = Annotated[
    int,
    "The factor for the points of the kitty; 0 unless the opponents won the last trick.",
    Minimum(0),
    Named("KittyFactor"),
]

Penalties = Annotated[
    int,
    "The points for failed throws and lost red fives, as they count for the opponents; negative if the "
    "opponents lost points.",
    Named("Penalties"),
]

OpponentPoints = Annotated[int, "The total of the opponents: tricks, kitty and penalties.", Named("OpponentPoints")]

LevelsWon = Annotated[
    int,
    "The levels that the winners of the hand earn. They may climb fewer, because they stop at a must-play level.",
    Minimum(0),
    Named("LevelsWon"),
]


class Undo(TypedDict):
    """The move that can be taken back, at tables that allow it."""

    seat: Annotated[Seat, "The seat that has just played or declared, and can take this back."]
    agreed: Annotated[SeatsOrNone, "The seats that have agreed, once that seat has asked; null before."]


class Shown(TypedDict):
    """One show in declaring trumps."""

    seat: Seat
    kind: DeclarationKind
    cards: Annotated[Cards, "The cards that it newly showed."]


class Play(TypedDict):
    """What one seat played to a trick."""

    seat: Seat
    cards: Cards


class Trick(TypedDict):
    """The current trick."""

    suit: Annotated[EffectiveSuit, "The suit of the lead."]
    size: Annotated[int, "The number of cards of the lead, which every seat has to play.", Minimum(1)]
    lead: UnitName
    plays: Annotated[list[Play], "The plays so far, the lead first."]
    winning: Annotated[Seat, "The seat that is winning it so far."]


class PlayedTrick(TypedDict):
    """A finished trick."""

    plays: Annotated[list[Play], "The plays, the lead first."]
    winner: Seat
    points: Points
    failed_throw: Annotated[
        FailedThrow | None, "The throw that failed before the lead of the trick; null if there was none."
    ]


class FailedThrow(TypedDict):
    """A failed throw that was taken back, and what was led instead. The data are those of the events `throw_failed` and
    `lead_forced`.
    """

    seat: Seat
    cards: Cards
    chooser: Chooser
    forced: Annotated[Cards | None, "What was led instead; null while it is being chosen."]
    witness: SeatOrNone
    witness_cards: Cards
    penalty: Annotated[int, Minimum(0)]


class Score(TypedDict):
    """The result of a hand and its calculation."""

    last_trick: LastTrickSeat
    trick_points: TrickPoints
    kitty_points: KittyPoints
    kitty_factor: KittyFactor
    penalties: Penalties
    opponent_points: OpponentPoints
    declarers: DeclarersAtTheEnd
    solo: Solo
    missing: Missing
    winners: Party
    levels_won: LevelsWon
    reset_to: ResetTo
    revoked_by: RevokedBy
    levels_before: Levels
    levels_after: Levels
    laps_after: Laps
    next_dealer: Seat


UndoOrNone = Annotated[Undo | None, "The move that can be taken back; null if there is none.", Named("UndoOrNone")]

Declarations = Annotated[list[Shown], "The shows in declaring trumps, in order.", Named("Declarations")]
