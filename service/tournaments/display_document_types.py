"""The types of the documents for displays of tournaments: brackets, comparisons and score cards."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import TableId, TournamentId, Version
from domain.kernel.schema_markers import Added, MaxItems, Minimum, MinItems, Pattern
from domain.tournaments.terms import EntrantId, ResultKind
from service.accounts.document_types import PlayerNames
from service.tournaments.document_types import NamedEntrant

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
    state: Annotated[
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
