"""The types of the documents of seeks."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import ChosenOptions, Game, Spectators, TableId, Time
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, Deprecated, Maximum, MaxItems, Minimum, Named, Pattern, Ref, part
from service.accounts.document_types import PlayerNames
from service.platform.document_types import NextCursor

SeekState = Annotated[str, Ref("SeekState")]

SeekId = Annotated[str, "The id of a seek.", Pattern("^sek_[0-9A-HJKMNP-TV-Z]{26}$"), Named("SeekId")]


class SeekRule(TypedDict):
    game: Game
    profile: str
    options: ChosenOptions


class SeekClock(TypedDict):
    """The acceptable clocks."""

    kinds: list[Literal["byo_yomi", "fischer", "none", "simple", "time_bank"]]
    per_move_s: Annotated[SpanWanted | None, "The range of seconds for each turn; null without a clock."]


@part
class WishesOfSeek(TypedDict):
    """What a seek asks for."""

    rules: list[SeekRule]
    hands: SpanWanted | None
    clock: SeekClock
    spectators: Spectators
    bots: bool
    opponents: OpponentsOfSeek


class OpponentsOfSeek(TypedDict):
    """What a seek asks of the other players. For a pair, each of the two has the wishes."""

    not_met_days: Annotated[int | None, "Nobody with whom the seeker shared a table in this many days.", Minimum(1)]
    known_only: Annotated[bool, "Only players with whom the seeker has played before."]
    least_reliability: Annotated[
        int | None, "The least reliability; newcomers are not refused.", Minimum(1), Maximum(100)
    ]
    most_seconds_a_turn: Annotated[
        int | None, "The most seconds a turn on average; players with few known turns are not refused.", Minimum(1)
    ]


class Seek(TypedDict):
    """A request for a table and other players."""

    id: SeekId
    player: PlayerId
    partner: Annotated[PlayerId | None, "The partner; null if the player seeks alone."]
    status: SeekState
    state: Annotated[SeekState, "The older name of `status`.", Deprecated()]
    rules: Annotated[list[SeekRule], "Acceptable rules, in order of preference."]
    hands: Annotated[SpanWanted | None, "The range of the number of hands; null for a full match."]
    clock: SeekClock
    spectators: Spectators
    bots: Annotated[bool, "Whether the other players may be programs."]
    opponents: NotRequired[Annotated[OpponentsOfSeek, Added()]]
    table: Annotated[TableId | None, "The table that was opened for the seek; null before, and for recurring seeks."]
    keep: NotRequired[
        Annotated[
            int | None,
            "How many games a recurring seek keeps going; null for a seek that ends with its table.",
            Minimum(1),
            Maximum(10),
            Added(),
        ]
    ]
    tables: NotRequired[Annotated[list[TableId], "The tables of a recurring seek that are not over.", Added()]]
    created_at: Time
    expires_at: Time


class SeekWithNames(Seek):
    """A seek, with the names of its players."""

    players: NotRequired[Annotated[PlayerNames, Added()]]


class SpanWanted(TypedDict):
    """A minimum and a maximum."""

    least: Annotated[int, Minimum(1)]
    most: Annotated[int, Minimum(1)]


class SeekPage(TypedDict):
    """A page of seeks."""

    seeks: Annotated[list[Seek], MaxItems(100)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor
