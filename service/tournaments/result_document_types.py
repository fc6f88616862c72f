"""The types of the results and standings of tournaments."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.kernel.document_types import TableId, Time, TournamentId, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, MaxItems, Minimum, MinItems, Pattern, Ref
from domain.tournaments.parts import TournamentStatus
from domain.tournaments.terms import ByeKind, EntrantId, MatchSide, Outcome
from service.accounts.document_types import PlayerNames
from service.platform.document_types import Paged
from service.tournaments.board_document_types import AssignedBoard, BoardOfMatch, MatchResult
from service.tournaments.document_types import NamedEntrant, TieBreak

TournamentEvent = Annotated[dict[str, Any], Ref("TournamentEvent")]


class TournamentRoundMatchLevels(TypedDict):
    first: Annotated[int, Minimum(0)]
    second: Annotated[int, Minimum(0)]


class ProposedTimes(TypedDict):
    """Times that one side of a match proposes for it."""

    side: Annotated[MatchSide, "The side that proposes them."]
    times: Annotated[list[Time], "The times, earliest first."]


class ReportedResult(TypedDict):
    """The result of a match played elsewhere, as one side has reported it."""

    side: Annotated[MatchSide, "The side that reported it."]
    outcome: Annotated[Outcome, "Who won, a draw, or the side that did not come."]
    is_disputed: Annotated[bool, "Whether the other side disputes it."]


class TournamentRoundMatch(TypedDict):
    number: Annotated[int, "The number of the match in the round.", Minimum(1)]
    first: EntrantId
    second: EntrantId
    tables: Annotated[list[TableId], "The tables of the match."]
    plays_at: Annotated[Time | None, "The time that both sides have agreed on, or that staff have set; null for none."]
    proposal: Annotated[ProposedTimes | None, "The open proposal of times; null if there is none."]
    is_elsewhere: NotRequired[
        Annotated[bool, "Whether it is played elsewhere, so that its players report the result.", Added()]
    ]
    report: Annotated[ReportedResult | None, "The last reported result of a match played elsewhere; null for none."]
    is_over: Annotated[bool, "Whether it has a result."]
    result: Annotated[MatchResult | None, "The result; null if there is none yet, and while sealed."]
    levels: Annotated[
        TournamentRoundMatchLevels | None,
        "The number of levels that each side has won at its tables. Null in a game without levels, with "
        "duplicate boards, if the result does not come from the tables, and while sealed.",
    ]
    set: Annotated[int | None, "The set of duplicate boards that it plays; null for none."]
    deal: Annotated[int | None, "The deal of these boards, if they have several; null until the set is closed."]
    boards: Annotated[
        list[BoardOfMatch] | None, "The scores of its tables on the boards; null while sealed, and without boards."
    ]
    assigned: Annotated[
        list[AssignedBoard] | None,
        "The scores that staff have assigned to boards; null while sealed, and without boards.",
    ]


class TournamentRoundBye(TypedDict):
    entrant: EntrantId
    kind: ByeKind


class TournamentRound(TypedDict):
    """A round of a tournament, as you may see it."""

    tournament: TournamentId
    version: Version
    name: Annotated[str, "The name of the tournament."]
    number: Annotated[int, "The number of the round.", Minimum(1)]
    seed: Annotated[str, "The seed of the draw, in hexadecimal, with which anyone can repeat it."]
    deadline: Annotated[Time | None, "The time at which matches without a result are adjudicated; null for never."]
    closed_at: Annotated[Time | None, "When the round was closed; null while it is in progress."]
    is_sealed: Annotated[bool, "Whether results are hidden from you until the round is closed."]
    matches: Annotated[list[TournamentRoundMatch], "Its matches, by table."]
    byes: Annotated[list[TournamentRoundBye], "The entrant with the bye."]
    entrants: Annotated[list[NamedEntrant], "The entrants of its matches and byes."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class EntrantStanding(TypedDict):
    """The standing of an entrant."""

    rank: Annotated[int, "The rank, from 1. Entrants that are equal in everything share it.", Minimum(1)]
    entrant: EntrantId
    points: Annotated[str, "The points as a decimal number, with byes.", Pattern("^-?[0-9]+([.][0-9]{1,4})?$")]
    values: Annotated[list[TieBreakValue], "The values of the tie-breaks, in their order."]
    played: Annotated[int, "The number of matches that were played.", Minimum(0)]
    wins: Annotated[int, "The number of matches won, played or not.", Minimum(0)]
    draws: Annotated[int, "The number of drawn matches.", Minimum(0)]
    losses: Annotated[int, "The number of lost matches.", Minimum(0)]
    byes: Annotated[
        int,
        "The number of byes: pairing byes, granted byes, and the rounds that a late entrant missed. Rounds after it "
        "left or was eliminated, and rounds in which it was absent, are not byes.",
        Minimum(0),
    ]
    line: Annotated[
        int | None,
        "The line, if two lines are ranked separately, as in a Mitchell: 0 for the even seats, 1 for the odd ones.",
    ]
    is_absent: Annotated[
        bool,
        "Whether the entrant has missed a match and acted in none. Such entrants share the last rank, with any "
        "number of points: nobody wins a tournament without acting.",
    ]
    possible_ranks: Annotated[
        PossibleRanks | None,
        "The possible ranks, where known. Null in a knock-out, where the bracket decides; in an arena, where the "
        "number of games is unknown; when entrants are compared by boards; while others can still enter; and "
        "after a cancellation.",
    ]
    name: Annotated[str | None, "The name of a pair or team; null if it has none."]
    players: Annotated[list[PlayerId], "The players of the side, captain first."]


class PossibleRanks(TypedDict):
    """The range of final ranks of an entrant. No other rank is possible. Points decide it. In the last round, a tie
    counts too if its tie-breaks cannot change any more. Wins, progressive scores and levels cannot change for entrants
    that have finished, nor scores of opponents if these have. A direct encounter counts if nobody else can join
    the tie. All other ties are open, so each entrant may be first or last in them. The range covers wins, draws and
    losses in open matches, possible victory points, withdrawals, and an early end of the tournament. It does not cover
    results that staff correct, or players without a match so far who never play one.
    """

    best: Annotated[int, "The best rank.", Minimum(1)]
    worst: Annotated[int, "The worst rank.", Minimum(1)]
    is_exact: Annotated[
        bool,
        "Whether some results reach both ranks by points, if open ties fall right. They are exact when at most 12 "
        "matches with known sides are left; before that, the range may be too wide.",
    ]


class TieBreakValue(TypedDict):
    """The value of a tie-break for an entrant, and its calculation."""

    tie_break: TieBreak
    value: Annotated[str | None, "In decimals, with four of them at most; null for no number."]
    exact: Annotated[
        Annotated[list[str], MinItems(2), MaxItems(2)] | None,
        "The numerator and the denominator; null if there is no number.",
    ]
    parts: Annotated[list[TieBreakPart], "The rounds from which it is computed."]


class TieBreakPart(TypedDict):
    """One round in the calculation of a value; members without effect are omitted. Points are in hundredths."""

    round: NotRequired[Annotated[int, "The number of the round."]]
    opponent: NotRequired[
        Annotated[EntrantId | None, "The opponent that the entrant met or was to meet; none with a bye."]
    ]
    role: NotRequired[
        Annotated[
            Literal["opponent", "dummy", "own"],
            "Whether it is the score or rating of the opponent, that of a dummy, or the entrant's own result.",
        ]
    ]
    amount: NotRequired[Annotated[int, "The amount that this round adds, such as the score of the opponent."]]
    gained: NotRequired[Annotated[int | None, "The points that the entrant took, if they weight the amount."]]
    lost: NotRequired[Annotated[int | None, "The amount that the entrant lost of the quantity, if this counts."]]
    is_cut: NotRequired[Annotated[bool, "Whether it was finally left out."]]


class TournamentStandings(TypedDict):
    """The standings of a tournament."""

    tournament: TournamentId
    version: Version
    name: Annotated[str, "The name of the tournament."]
    is_final: Annotated[bool, "Whether nothing can change unless the tournament is reopened."]
    standings: Annotated[list[EntrantStanding], "All entrants, by rank; empty before the start."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class CrossTable(TypedDict):
    """The cross table of a tournament: all results of all entrants."""

    tournament: TournamentId
    version: Version
    name: Annotated[str, "The name of the tournament."]
    is_final: Annotated[bool, "Whether nothing can change unless the tournament is reopened."]
    by: Annotated[Literal["rounds", "opponents"], "The kind of its columns."]
    rounds: Annotated[int, "The number of paired rounds.", Minimum(0)]
    rows: Annotated[list[CrossTableRow], "All entrants, in the order of the standings; empty before the start."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class CrossTableRowAgainst(TypedDict):
    opponent: Annotated[int, "The place of the opponent.", Minimum(1)]
    cells: Annotated[list[CrossTableCell], "The matches against the opponent that were paired so far."]


class CrossTableRow(TypedDict):
    """An entrant of a cross table."""

    place: Annotated[int, "The place in the standings, from 1, which identifies opponents.", Minimum(1)]
    rank: Annotated[int, "The rank, from 1. Entrants that are equal in everything share it.", Minimum(1)]
    entrant: EntrantId
    points: Annotated[str, "The points as a decimal number, with byes.", Pattern("^-?[0-9]+([.][0-9]{1,4})?$")]
    cells: Annotated[
        list[CrossTableCell],
        "The results of the entrant by round. With columns by opponents, the rounds without an opponent.",
    ]
    against: Annotated[
        list[CrossTableRowAgainst] | None,
        "The matches against each opponent, in the order of the places, with columns by opponents; null with "
        "columns by rounds.",
    ]
    name: Annotated[str | None, "The name of a pair or team; null if it has none."]
    players: Annotated[list[PlayerId], "The players of the side, captain first."]


class CrossTableCell(TypedDict):
    """The result of an entrant in a round."""

    round: Annotated[int, "The number of the round.", Minimum(1)]
    opponent: Annotated[
        int | None, "The place of the entrant's opponent, played or planned; null with a bye.", Minimum(1)
    ]
    is_first: Annotated[bool, "Whether the entrant was the first side."]
    points: Annotated[str | None, "The points of the entrant as a decimal number; null without a visible result."]
    kind: Annotated[
        Literal[
            "played", "adjudicated", "forfeit", "double_forfeit", "open", "pairing", "full", "half", "zero", "absent"
        ],
        "How the result arose, as for a result or a bye. `open`: there is no result, or it is sealed; `absent` "
        "also covers entrants who have not entered yet, have withdrawn, or were eliminated.",
    ]


class TournamentCorrectionsReopened(TypedDict):
    by: PlayerId
    at: Time
    reason: str


class TournamentCorrections(TypedDict):
    """The results and board scores that staff have set in a tournament, and its reopenings."""

    tournament: TournamentId
    version: Version
    status: TournamentStatus
    corrections_until: Annotated[
        Time | None, "The end of the time for corrections while the tournament is finishing; otherwise null."
    ]
    reopen_until: Annotated[
        Time | None, "The end of the time for reopening while the tournament is finished; otherwise null."
    ]
    reopened: Annotated[list[TournamentCorrectionsReopened], "The reopenings, oldest first."]
    corrections: Annotated[list[TournamentCorrection], "The results and scores, in the order in which they were set."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class TournamentCorrectionBoard(TypedDict):
    board: Annotated[int, "The number of the board.", Minimum(1)]
    room: Annotated[int, "The table of the match.", Minimum(1)]
    was: Annotated[
        AssignedBoard | None, "The previously assigned score; null if the played score counted, and while sealed."
    ]
    now: Annotated[
        AssignedBoard | None,
        "The assigned score after the correction; null if the played score counts, and while sealed.",
    ]


class TournamentCorrection(TypedDict):
    """A result, or a score of a board, that staff have set."""

    round: Annotated[int, "The number of the round.", Minimum(1)]
    match: Annotated[int, "The number of the match.", Minimum(1)]
    by: Annotated[PlayerId, "The player who set it."]
    at: Annotated[Time | None, "When it was set; null for the oldest ones."]
    reason: Annotated[str, "Why."]
    before: Annotated[MatchResult | None, "The previous result of the match; null if it had none, and while sealed."]
    after: Annotated[
        MatchResult | None, "The result of the match after the correction; null if it has none yet, and while sealed."
    ]
    board: Annotated[
        TournamentCorrectionBoard | None, "The board whose score was assigned; null if it was the result of the match."
    ]


class TournamentEventPage(Paged):
    """Events of a tournament."""

    tournament: TournamentId
    events: Annotated[list[TournamentEvent], "The events in order.", MaxItems(1000)]


class TournamentResultPage(Paged):
    """Results of a tournament."""

    tournament: TournamentId
    results: Annotated[
        list[TournamentResults], "The results, in the order in which they became visible.", MaxItems(1000)
    ]


class TournamentResultsMatch(TypedDict):
    round: Annotated[int, "The round.", Minimum(1)]
    number: Annotated[int, "The number of the match in its round.", Minimum(1)]
    first: EntrantId
    second: EntrantId
    result: MatchResult


class TournamentResults(TypedDict):
    """The result of a match, or all results that were published together because a round was closed or the tournament
    is over.
    """

    version: Annotated[Version, "The version of the tournament after the event."]
    at: Time
    round: Annotated[int, Minimum(1)]
    is_closed: Annotated[
        bool, "Whether this closes a round, or ends the tournament, and these are all results of the named rounds."
    ]
    matches: list[TournamentResultsMatch]
