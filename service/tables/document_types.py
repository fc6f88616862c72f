"""The types of the documents of tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.clocks.document_types import Clock, Ladder, Pauses
from domain.kernel.document_types import (
    Card,
    ChosenOptions,
    Game,
    Spectators,
    TableId,
    Time,
    TimeOrNone,
    TournamentId,
    Version,
)
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import (
    Added,
    Composed,
    Default,
    Deprecated,
    Format,
    Maximum,
    MaxItems,
    MaxLength,
    Minimum,
    MinLength,
    Named,
    Pattern,
    Ref,
    part,
)
from domain.kernel.seats import Seat
from domain.table.events import ChatRule, EndReason, ProposalKind
from domain.table.state import Status as TableStatus
from service.accounts.document_types import PlayerNames
from service.platform.document_types import Link, NextCursor, WorldOrNone
from service.tables.clock_document_types import SeatClock
from service.tables.order_document_types import OrdersOfSeat

Bot = Annotated[str, Ref("Bot")]

IsPublic = Annotated[
    bool,
    "Whether the table, if it is listed, can be read without a token. Readers without a token see it as a "
    "spectator does.",
    Default(value=True),
    Named("IsPublic"),
]

MinReliability = Annotated[
    int | None,
    "The minimum `score` of the `reliability` of players at the table; null for any.",
    Minimum(0),
    Maximum(100),
    Named("MinReliability"),
]

Entropy = Annotated[
    str,
    "Up to 64 printable characters, not all of them spaces, that are mixed into the shuffles. Any text works "
    "if the server cannot predict it: roll dice, or type at random. It becomes public. It protects a hand "
    "only if you give it after the commitment of that hand: see `set_entropy`.",
    Format("printable"),
    MinLength(1),
    MaxLength(64),
    Pattern(r"^ *[^\u0000-\u0020\u007f-\u00a0][^\u0000-\u001f\u007f-\u009f]*$"),
    Named("Entropy"),
]

Commitment = Annotated[
    str,
    "The SHA-256 of a secret of 32 bytes, in hexadecimal; the secret is published when the hand is over. It "
    "proves that the secret did not change after publication of the commitment. It does not prove how the "
    "secret was chosen, or an entropy that was given later.",
    Pattern("^[0-9a-f]{64}$"),
    Named("Commitment"),
]

Secret = Annotated[str, "The 32 bytes of a secret, in hexadecimal.", Pattern("^[0-9a-f]{64}$"), Named("Secret")]

Decision = Annotated[
    Literal[
        "bid",
        "bury",
        "call_friends",
        "consent",
        "declare",
        "discard",
        "pay_tribute",
        "plan",
        "play",
        "redeal",
        "review",
        "take",
    ],
    "What a seat can be asked: to `declare` trumps or pass; to file a `plan` for declaring; to claim or "
    "waive a `redeal`; to `bury` cards for the kitty; to `bid` for the kitty; to `call_friends`; to `play` "
    "to a trick; to `review` the plays of the hand; to `consent` to a take-back. In Zheng Shangyou: to "
    "`pay_tribute`, to `take` one of two cards, to `discard` one, and to `play` or pass.",
    Named("Decision"),
]

SeenCard = Annotated[Card | Literal["??"], "A card; `??` if you may not know it.", Named("SeenCard")]

SeenCards = Annotated[list[SeenCard], "Cards, of which you may not know some.", Named("SeenCards")]

StartsWhenFull = Annotated[bool, "Whether the match begins as soon as the last seat is taken.", Named("StartsWhenFull")]

ChallengedPlayer = Annotated[
    str,
    "The id of the player. Use `seat_bot` for a bot of the server.",
    Format("printable"),
    MinLength(1),
    MaxLength(64),
    Named("ChallengedPlayer"),
]

Hands = Annotated[
    int | None,
    "The number of hands after which the match ends; null if it is played until won.",
    Minimum(1),
    Maximum(1000),
    Named("Hands"),
]

Occupant = Annotated[PlayerId | None, "The player of the seat; null if the seat is free.", Named("Occupant")]

BotOrNone = Annotated[Bot | None, "The bot of the server on the seat; null if there is none.", Named("BotOrNone")]

ForfeitedBy = Annotated[
    Seat | None,
    "The seat that has forfeited the match; null if none has. Its partner is not responsible.",
    Named("ForfeitedBy"),
]

IsSealed = Annotated[
    bool,
    "Whether only its players can see the table. Others get `table_sealed`, which says whether it is over. "
    "The server opens such tables for deals that others still have to play, and unseals them later.",
    Named("IsSealed"),
]


class AskedSeat(TypedDict):
    """A decision that the table waits for."""

    seat: Annotated[Seat, "The seat that must decide."]
    what: Decision
    deadline_at: Annotated[
        TimeOrNone,
        "When the time runs out, with all pauses; null at a table without a clock. That of another seat is "
        "rounded up to the minute.",
    ]


class OpenChallenge(TypedDict):
    """A challenge to a player to take a seat."""

    by: PlayerId
    player: PlayerId
    seat: Annotated[Seat | None, "The seat; null for any. It is not reserved."]


class OpenProposal(TypedDict):
    """A proposal that takes effect when all required players agree. `undo` lapses with the next move, everything else
    with the hand.
    """

    what: ProposalKind
    by: Annotated[Seat, "The seat that makes the proposal."]
    agreed: Annotated[list[Seat], "The seats that have agreed, including the proposer."]
    waits_for: Annotated[list[Seat], "The seats that have not agreed yet. Bots always agree."]


class TableRules(TypedDict):
    """The rules of a table."""

    profile: Annotated[str, "The profile on which the rules are based."]
    options: ChosenOptions
    revision: Annotated[int, "The revision of the rules catalogue that the table keeps.", Minimum(1)]


class TablePage(TypedDict):
    """A page of tables, newest first."""

    tables: Annotated[list[TableSummary], MaxItems(100)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor


TimeOdds = Annotated[
    list[int],
    "The time of each seat, in percent of the clock; empty if all seats have the same.",
    MaxItems(16),
    Added(),
]


@part
class Pace(TypedDict):
    """The conditions that are fixed when a table is opened."""

    clock: Clock
    time_odds: NotRequired[TimeOdds]
    pauses: Pauses
    ladder: Ladder
    expires_at: TimeOrNone
    starts_when_full: StartsWhenFull
    sealed: IsSealed
    public: IsPublic
    min_reliability: MinReliability
    chat: ChatRule
    world: WorldOrNone


@part
class MovesLink(TypedDict):
    """The address of the legal moves, for those who have a seat."""

    moves: NotRequired[Link]


class TableSummarySeat(TypedDict):
    seat: Seat
    player: Occupant
    bot: BotOrNone


class TableSummary(TypedDict):
    """A table in a list."""

    id: TableId
    version: Annotated[
        Version | None,
        "The number of its last event. Null once the match has begun at a table with delayed spectators, because "
        "it would reveal the progress.",
    ]
    game: Game
    rules: TableRules
    status: TableStatus
    host: PlayerId
    hands: Hands
    spectators: Spectators
    clock: Clock
    time_odds: NotRequired[TimeOdds]
    pauses: Pauses
    ladder: Ladder
    expires_at: TimeOrNone
    starts_when_full: StartsWhenFull
    sealed: IsSealed
    public: IsPublic
    min_reliability: MinReliability
    chat: ChatRule
    world: WorldOrNone
    seats: Annotated[list[TableSummarySeat], "The seats in order."]
    created_at: NotRequired[Annotated[Time, "When the table was opened.", Added()]]
    opened_at: Annotated[Time, "The older name of `created_at`.", Deprecated()]
    updated_at: Annotated[Time | None, "The time of the last event; null if `version` is null."]


class TableViewSeat(TypedDict):
    seat: Seat
    player: Occupant
    bot: BotOrNone
    entropy: Annotated[Entropy | None, "The seat's entropy for the next shuffle; null if the seat is free."]
    stand_in: Annotated[
        Bot | None, "The bot that acts for the player, for one move or until they return; null if there is none."
    ]
    turns_missed: Annotated[int, "The number of turns that the player has missed in succession.", Minimum(0)]
    forfeits_at: TimeOrNone


@part
class TableMembers(TypedDict):
    """The members of a view of a table, played or replayed."""

    version: Version
    game: Game
    rules: TableRules
    status: TableStatus
    host: PlayerId
    listed: Annotated[bool, "Whether the list of tables contains the table."]
    hands: Hands
    spectators: Spectators
    clock: Clock
    time_odds: NotRequired[TimeOdds]
    pauses: Pauses
    ladder: Ladder
    expires_at: TimeOrNone
    starts_when_full: StartsWhenFull
    sealed: IsSealed
    public: IsPublic
    min_reliability: MinReliability
    chat: ChatRule
    world: WorldOrNone
    paused_at: NotRequired[
        Annotated[
            Time | None,
            "When the tournament of its match was paused, to the minute; null if it is not. Until it is resumed, no "
            "seat is asked, moves get `table_paused`, and no clock in `clocks` runs.",
            Added(),
        ]
    ]
    you: Annotated[Seat | None, "Your seat, from which the table is shown; null for a spectator."]
    seats: Annotated[list[TableViewSeat], "The seats in order."]
    clocks: Annotated[list[SeatClock], "The clock of each seat, in order; empty if the table has no clock."]
    challenges: Annotated[
        list[OpenChallenge], "The open challenges. Once the match has begun, they are to take over a seat."
    ]
    proposal: Annotated[OpenProposal | None, "The open proposal; null if there is none."]
    undoable_by: Annotated[Seat | None, "The seat that made the last move, if the move can be undone; null otherwise."]
    asked: Annotated[list[AskedSeat], "The seats that must act now, and what they must decide."]
    rematch: Annotated[TableId | None, "The table of the rematch; null if there is none, or if you did not sit here."]
    orders: Annotated[OrdersOfSeat | None, "Your standing orders; null if you have no seat."]
    next_commitment: Annotated[
        Commitment,
        "The commitment to the secret of the next hand. You can change your entropy after it until that hand is "
        "dealt. Only entropy given after it was unknown when the secret was drawn.",
    ]
    hand: Annotated[OpenedHand | None, "The opening of the current or last hand; null before the first."]
    match: Annotated[dict[str, Any] | None, "The game itself; null before the start.", Composed()]
    result: Annotated[Result | None, "How the match ended; null before the end."]


class TableView(TableMembers):
    """A table as its viewer may see it."""

    id: TableId
    players: NotRequired[Annotated[PlayerNames, Added()]]
    _links: NotRequired[Annotated[TableLinks, Added()]]


class TableLinks(TypedDict):
    """Where to go from a view of the table."""

    self: Link
    events: Annotated[Link, "The events after this view."]
    commands: Annotated[Link, "Where commands are sent."]
    moves: NotRequired[Annotated[Link, "Your legal moves; missing without a seat."]]
    record: Annotated[Link, "The record of the table, available after its first hand."]


class OpenedHand(TypedDict):
    """The data that bind the server to a deal. The commitment is published while the seats can still change their
    entropy, and the secret when the hand is over. This proves that deal, secret and entropies belong together. It does
    not prove that none of them was chosen: an operator who colludes with the last seat to give entropy could do so.
    """

    number: Annotated[int, "The number of the hand, from 1.", Minimum(1)]
    commitment: Commitment
    entropies: Annotated[list[Entropy], "The entropy of each seat for this shuffle, in seat order."]
    secret: Annotated[Secret | None, "The secret, once the hand is over; null until then."]


class Result(TypedDict):
    """How a match ended."""

    reason: EndReason
    winners: Annotated[list[Seat], "The seats that won; empty for a draw."]
    forfeited_by: ForfeitedBy


class MatchOfTable(TypedDict):
    """A match of a tournament."""

    tournament: TournamentId
    round: Annotated[int, Minimum(1)]
    number: Annotated[int, "The number of the match in its round.", Minimum(1)]


class ChosenDeal(TypedDict):
    """A chosen deal, with its cards hidden."""

    order: SeenCards
    written_from: Annotated[Seat | None, "The seat of the first card; null for the first drawer."]
    first_drawer: Annotated[Seat | None, "The seat that draws first; null if the rules decide it."]
