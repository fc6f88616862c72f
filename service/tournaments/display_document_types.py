"""The types of the documents for displays of tournaments: brackets, comparisons and score cards."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import TableId, TournamentId, Version
from domain.kernel.schema_markers import Added, MaxItems, Minimum, MinItems, Pattern
from domain.tournaments.standings.appearances import AppearanceKind
from domain.tournaments.terms import EntrantId, ResultKind
from service.accounts.document_types import PlayerNames
from service.tournaments.board_document_types import BoardAtSeat, BoardAtTable
from service.tournaments.document_types import NamedEntrant
from service.tournaments.result_document_types import EntrantStanding

PointsText = Annotated[str, Pattern("^-?[0-9]+([.][0-9]{1,4})?$")]


class TournamentBracket(TypedDict):
    """The bracket of a knock-out. Sealed results appear as matches in play."""

    tournament: TournamentId
    version: Version
    name: Annotated[str, "The name of the tournament."]
    is_final: Annotated[bool, "Whether nothing can change unless the tournament is reopened."]
    rounds: Annotated[list[BracketRound], "The rounds, the first one first; empty before the start."]
    entrants: Annotated[list[NamedEntrant], "The entrants of the bracket."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class BracketRound(TypedDict):
    """The matches of a round of a bracket. The match for third place has a round of its own name."""

    number: Annotated[int, "The number of the round.", Minimum(1)]
    name: Annotated[
        str,
        "`final`, `third_place`, `semi_finals`, `quarter_finals`, or `round_of_16` and so on.",
        Pattern("^(final|third_place|semi_finals|quarter_finals|round_of_[0-9]+)$"),
    ]
    matches: Annotated[list[BracketMatch], "Its matches, from the top of the bracket."]


class BracketMatch(TypedDict):
    """A match of a bracket."""

    number: Annotated[int, "The number of the match in the bracket, to which `of` refers.", Minimum(1)]
    match: Annotated[
        int | None,
        "The number of the match in its round; null before it is paired, and if a side advanced without a match.",
        Minimum(1),
    ]
    status: Annotated[
        Literal["awaited", "ready", "playing", "undecided", "decided"],
        "`awaited`: a side is not known; `ready`: not paired yet; `playing`: no visible result; `undecided`: equal "
        "points; `decided`: over.",
    ]
    tables: Annotated[list[TableId], "The tables of the match."]
    sides: Annotated[list[BracketSide], "Both sides, the upper one first.", MinItems(2), MaxItems(2)]
    kind: Annotated[ResultKind | None, "How the result arose; null without one."]
    winner: Annotated[EntrantId | None, "The side that advances; null while that is open, or if neither does."]


class BracketSide(TypedDict):
    """A side of a match of a bracket, and where it comes from."""

    source: Annotated[Literal["seed", "winner", "loser"], "Whether `of` is a seed, or a match that it won or lost."]
    of: Annotated[int, "The seed in the bracket, or the number of the match.", Minimum(1)]
    entrant: Annotated[EntrantId | None, "The entrant; null while it is not known, or if nobody comes."]
    points: Annotated[PointsText | None, "Its points as a decimal number; null without a visible result."]
    levels: Annotated[int | None, "The levels that it won at its tables; null where they do not count.", Minimum(0)]


class StandingsComparison(TypedDict):
    """Why one entrant is before another in the standings. Sealed results do not count."""

    tournament: TournamentId
    version: Version
    name: Annotated[str, "The name of the tournament."]
    is_final: Annotated[bool, "Whether nothing can change unless the tournament is reopened."]
    one: Annotated[EntrantId, "The first entrant of the request."]
    other: Annotated[EntrantId, "The second one."]
    before: Annotated[
        EntrantId | None, "The entrant that is before the other; null if they share a rank or are ranked separately."
    ]
    sentence: Annotated[str, "The reason in words, with names and figures."]
    criteria: Annotated[list[ComparedCriterion], "All criteria in order. The first one that differs decides."]
    entrants: Annotated[list[NamedEntrant], "Both entrants."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class ComparedCriterion(TypedDict):
    """A criterion of the standings, with the figures of two entrants."""

    criterion: Annotated[
        str,
        "A tie-break, or `points`; `bracket`, in a knock-out; `line`, if lines are ranked separately; `attendance`, if "
        "one has missed a match and acted in none.",
    ]
    rule: Annotated[str | None, "The rule that defines it, such as an article of the FIDE Handbook; null for none."]
    one: Annotated[str, "The figure of the first entrant, as a decimal number or a word."]
    other: Annotated[str, "The figure of the second one."]
    decides: Annotated[bool, "Whether it decides."]


class ScoreCard(TypedDict):
    """All rounds of an entrant. Sealed results appear as open."""

    tournament: TournamentId
    version: Version
    name: Annotated[str, "The name of the tournament."]
    is_final: Annotated[bool, "Whether nothing can change unless the tournament is reopened."]
    entrant: EntrantId
    standing: Annotated[EntrantStanding, "Its line of the standings, with all tie-breaks."]
    rounds: Annotated[list[ScoreCardRound], "The paired rounds; in an arena, those in which it has a match."]
    boards: Annotated[list[BoardAtTable], "Its duplicate boards of closed sets, at each table."]
    seats: Annotated[list[BoardAtSeat], "The same, if seats are compared individually."]
    entrants: Annotated[list[NamedEntrant], "The entrant, its partners and its opponents."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class ScoreCardRound(TypedDict):
    """A round of a score card."""

    number: Annotated[int, "The number of the round.", Minimum(1)]
    match: Annotated[int | None, "The number of the match in the round; null with a bye.", Minimum(1)]
    tables: Annotated[list[TableId], "The tables of the match."]
    seats: Annotated[
        Literal["even", "odd"] | None, "The seats of its side: the first side sits on the even ones. Null with a bye."
    ]
    partners: Annotated[list[EntrantId], "Its partners, in formats in which they change."]
    opponents: Annotated[list[EntrantId], "Its opponents; none with a bye."]
    kind: Annotated[AppearanceKind, "How the result arose, or the kind of the bye. `open`: there is no visible result."]
    points: Annotated[
        PointsText | None, "Its points, also for a bye; null without a visible result, and where boards count."
    ]
    against: Annotated[PointsText | None, "The points of the other side; null likewise, and with a bye."]
    levels: Annotated[list[int] | None, "The levels won by both sides, its own first; null where they do not count."]
    total: Annotated[PointsText | None, "Its points up to this round; null where boards count."]
