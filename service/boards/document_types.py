"""The types of the documents of boards."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Cards, ChosenOptions, Game, TableId, Time, TimeOrNone
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import (
    Added,
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
from service.accounts.document_types import PlayerNames
from service.platform.document_types import NextCursor
from service.tables.document_types import Commitment, Secret

BoardId = Annotated[str, "The id of a board.", Pattern("^brd_[0-9A-HJKMNP-TV-Z]{26}$"), Named("BoardId")]

BoardMatchId = Annotated[
    str, "The id of a board match.", Pattern("^bmt_[0-9A-HJKMNP-TV-Z]{26}$"), Named("BoardMatchId")
]

BoardBot = Annotated[str, Ref("BoardBot"), "The server's bot on all other seats, the same at every table."]

BoardProfile = Annotated[str, "The name of a profile of rules.", MinLength(1), MaxLength(64), Named("BoardProfile")]


class BoardScore(TypedDict):
    """The score of a table on a board, from the side of the seat."""

    excess: Annotated[int, "The points above the threshold; in Zheng Shangyou, the value of the places."]
    levels: Annotated[int, "The levels won; negative for levels of the other side."]
    step: Annotated[int, "The weight of a level in points."]
    total: Annotated[int, "The score that is compared: `excess` plus `step` times `levels`."]


class BoardPlay(TypedDict):
    """Your play of a board."""

    table: TableId
    begun_at: Time
    ended_at: TimeOrNone
    score: Annotated[
        BoardScore | None, "The score; null while the board is being played, and if the hand ended without a score."
    ]


@part
class BoardSettingPart(TypedDict):
    """How a board is played."""

    game: Game
    profile: BoardProfile
    options: ChosenOptions
    bot: BoardBot


class BoardSummary(TypedDict):
    """The public data of a board, and your result."""

    id: BoardId
    match: Annotated[BoardMatchId | None, "The board match; null outside matches."]
    number: Annotated[int, "The number of the board in its match, from 1.", Minimum(1)]
    game: Game
    profile: BoardProfile
    options: ChosenOptions
    bot: BoardBot
    seats: Annotated[int, "The number of seats at a table.", Minimum(2), Maximum(10)]
    seat: Annotated[Seat, "The seat of all who play the board."]
    status: Annotated[Literal["open", "closed"], "Whether the board can still be played."]
    created_at: Time
    closes_at: Time
    commitment: Commitment
    you: Annotated[BoardPlay | None, "Your play of the board; null if there is none."]


class Board(BoardSummary):
    """A board as you may see it. All players must get the same cards, so they contribute no entropy: the deal depends
    on one secret alone.
    """

    comparison: Annotated[BoardComparison | None, "The comparison of scores; null while you may not see it."]
    secret: Annotated[
        Secret | None,
        "The secret of the deal; its SHA-256 is the commitment. The key is the HMAC-SHA-256 of the board's id "
        "under the secret. To deal, take the pack of the rules in order and shuffle it like any hand, by dice "
        "with this key and the label `board`, or `again1` to `again3` for redeals. The labels `first`, `seat` "
        "and `level` give the first drawer, the seat, and one of the levels that the options allow. Null while "
        "the board is open.",
    ]
    deal: Annotated[BoardDeal | None, "The deal; null while the board is open."]
    players: PlayerNames


class BoardDeal(TypedDict):
    """The deal of a board."""

    level: Annotated[
        str | None, "The level of the hand; null if the options determine it, and in games without levels."
    ]
    first_drawer: Seat
    order: Annotated[Cards, "The cards in the order of the draw, from the first drawer on."]
    again: Annotated[list[Cards], "The order of the cards for a redealt hand."]


class BoardComparison(TypedDict):
    """The comparison of all scores on a board from the same seat."""

    top: Annotated[int, "The maximum of matchpoints, in hundredths: 2 for each other score.", Minimum(0)]
    datum: Annotated[
        int | None,
        "The mean score, which is compared with each score to give IMPs. It is rounded to 5 points, or in Zheng "
        "Shangyou to 5 hundredths of a place, its unit. Null if there is no scale.",
    ]
    left_out: Annotated[int, "The number of scores that the datum leaves out at each end: one in ten.", Minimum(0)]
    scale: Annotated[
        list[int] | None,
        "The smallest difference for each number of IMPs. In Zheng Shangyou, differences are in hundredths of a "
        "place. Null if there is no scale, as in Zheng Shangyou without partners.",
    ]
    scores: Annotated[list[BoardLine], "The scores, best first."]


class BoardLine(TypedDict):
    """The score of one player in the comparison."""

    player: Annotated[PlayerId | None, "The player; null if the account is closed."]
    table: TableId
    score: BoardScore
    matchpoints: Annotated[
        int, "The matchpoints in hundredths: 2 for each lower score, 1 for each equal one.", Minimum(0)
    ]
    share: Annotated[
        int | None,
        "The share of the maximum, in hundredths of a per cent; null if there is no other score to compare.",
        Minimum(0),
        Maximum(10000),
    ]
    imps: Annotated[int | None, "The IMPs of the difference from the datum; null if there is no scale."]


class BoardPage(TypedDict):
    """A page of boards."""

    boards: Annotated[list[BoardSummary], MaxItems(100)]
    next_cursor: NextCursor


class BoardMatch(TypedDict):
    """A board match as you may see it."""

    id: BoardMatchId
    challenger: Annotated[PlayerId | None, "The challenger; null if the account is closed."]
    opponent: Annotated[PlayerId | None, "The opponent; null if the account is closed."]
    challenger_partner: Annotated[
        PlayerId | None, "The partner of the challenger; null if there is none or the account is closed."
    ]
    opponent_partner: Annotated[PlayerId | None, "The partner of the opponent, in a match of two against two."]
    waits_for: Annotated[list[PlayerId], "The players who still have to agree to a match of two against two."]
    game: Game
    profile: BoardProfile
    options: ChosenOptions
    bot: BoardBot
    status: Annotated[Literal["open", "over"], "Whether the match can still be played."]
    created_at: Time
    closes_at: Time
    boards: Annotated[list[BoardOfBoardMatch], "The boards in order."]
    result: Annotated[BoardMatchResult | None, "The result; null before the match is over."]


class BoardMatchWithNames(BoardMatch):
    """A board match, with the names of its players."""

    players: NotRequired[Annotated[PlayerNames, Added()]]


class BoardOfBoardMatch(TypedDict):
    """A board of a match."""

    board: BoardId
    number: Annotated[int, "The number of the board, from 1.", Minimum(1)]
    you: Annotated[BoardPlay | None, "Your play of the board; null if you have not begun it."]
    difference: Annotated[
        int | None, "The lead of the challenger; null before the match is over, and if one side has no score."
    ]
    imps: Annotated[int | None, "The IMPs of the challenger; null before the match is over."]


class BoardMatchResult(TypedDict):
    """The result of a board match."""

    imps: Annotated[int, "The IMPs of the challenger minus those of the opponent."]
    challenger: Annotated[
        int,
        "The victory points of the challenger, in hundredths. Both sides together have 20 points.",
        Minimum(0),
        Maximum(2000),
    ]
    opponent: Annotated[int, "The victory points of the opponent, in hundredths.", Minimum(0), Maximum(2000)]


class BoardMatchPage(TypedDict):
    """A page of board matches."""

    matches: Annotated[list[BoardMatch], MaxItems(100)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor
