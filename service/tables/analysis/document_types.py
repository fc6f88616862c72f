"""The types of the documents of analyses and puzzles."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Game, PuzzleId, TableId, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, MaxItems, MaxLength, Minimum, MinLength, Pattern, Ref
from domain.kernel.seats import Seat
from service.accounts.document_types import PlayerNames
from service.platform.document_types import NextCursor

HandNumber = Annotated[int, "The number of the hand, from 1.", Minimum(1)]
DecisionNumber = Annotated[int, "The number of the decision in the hand, from 1.", Minimum(1)]
VersionedBot = Annotated[str, "A bot with its version, such as `expert@1`.", Pattern("^[a-z_]+@[0-9]+$")]
Phase = Annotated[str, Ref("HandPhase"), "The phase of the hand."]
Points = Annotated[float, "In points a hand."]
MoveCommand = Annotated[dict[str, Any], "A move, as the body of a command."]


class ReasonOfMove(TypedDict):
    """Why a move is better than another one."""

    code: Annotated[str, "A stable name of the reason. More may be added.", MinLength(1), MaxLength(40)]
    sentence: Annotated[str, "The reason in one sentence."]


class JudgedMove(TypedDict):
    """A move with what the teacher expects of it."""

    move: MoveCommand
    points: Annotated[float, "The points a hand that the side of the seat is expected to win against the other side."]
    error: Annotated[float, "The standard error of `points`; 0 if it is exact.", Minimum(0)]


class JudgedDecision(TypedDict):
    """A decision of a seat, and what the teacher would have done from the same view."""

    number: DecisionNumber
    version: Annotated[Version, "The version of the event with which the move begins."]
    seat: Seat
    bot: Annotated[str | None, "The bot that decided for the seat; null for a player."]
    phase: Phase
    played: JudgedMove
    best: Annotated[JudgedMove, "The best move. It is the one that was played if none is better."]
    cost: Annotated[float, "The points a hand that the played move is expected to lose against the best one."]
    cost_error: Annotated[float, "The standard error of `cost`.", Minimum(0)]
    mistake: Annotated[
        bool,
        "Whether the 95 % interval of `cost` excludes zero, also in a second set of deals, and `cost` is at least 1 "
        "point in Sheng Ji, or 0.1 in Zheng Shangyou.",
    ]
    forced: Annotated[bool, "Whether there was no other move."]
    reason: Annotated[ReasonOfMove | None, "Why the best move is better; null unless the move is a mistake."]


class CostOfPhase(TypedDict):
    """The cost of mistakes in one phase."""

    phase: Phase
    decisions: Annotated[int, "The number of decisions with a choice.", Minimum(0)]
    mistakes: Annotated[int, "How many of them were mistakes.", Minimum(0)]
    points: Annotated[float, "What they are expected to have cost, in points.", Minimum(0)]


class CostOfSeat(TypedDict):
    """The cost of the mistakes of a seat."""

    seat: Seat
    player: Annotated[PlayerId | None, "The player; null for a bot."]
    decisions: Annotated[int, "The number of decisions with a choice.", Minimum(0)]
    mistakes: Annotated[int, "How many of them were mistakes.", Minimum(0)]
    points: Annotated[float, "What they are expected to have cost, in points.", Minimum(0)]
    phases: Annotated[list[CostOfPhase], "The same by phase.", MaxItems(7)]
    others: Annotated[
        CostOfOthers | None,
        "The same seat at other tables with the same deal, as far as you may see them; null if there is none.",
    ]


class CostOfOthers(TypedDict):
    """What the mistakes of others with the same cards cost."""

    tables: Annotated[int, "The number of other tables.", Minimum(1)]
    points: Annotated[float, "The mean cost at these tables, in points.", Minimum(0)]


class OpenValue(TypedDict):
    """The value of a trick with all cards known: what the opponents of the declarers have at the end of the hand."""

    trick: Annotated[int, "The number of the trick, from 1.", Minimum(1)]
    low: Annotated[int, "The least possible value."]
    high: Annotated[int, "The greatest possible value. It equals `low` if the value is exact."]
    exact: Annotated[bool, "Whether the position was solved. Earlier tricks only have bounds."]


class HandAnalysis(TypedDict):
    """The analysis of a finished hand."""

    table: TableId
    hand: HandNumber
    game: Game
    status: Annotated[
        Literal["none", "waiting", "running", "done"],
        "`none`: nobody has asked for it; `waiting`: no decision is judged yet; `running`: some are; `done`: all are.",
    ]
    teacher: Annotated[VersionedBot | None, "The bot that judges; null if nobody has asked for the analysis."]
    decisions: Annotated[int, "The number of decisions to judge; 0 until it is known.", Minimum(0)]
    judged: Annotated[int, "The number of decisions that are judged so far.", Minimum(0)]
    costs: Annotated[list[CostOfSeat], "The cost of mistakes by seat; empty until the analysis is done.", MaxItems(16)]
    open_values: Annotated[
        list[OpenValue] | None,
        "The value of each trick with all cards known, if both sides play their best from its lead on. Null until the "
        "analysis is done, and where hands are not solved: Zheng Shangyou, called friends, and tables where following "
        "is not enforced.",
    ]
    judgements: Annotated[list[JudgedDecision], "The decisions that are judged so far, in order."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class MonthOfMistakes(TypedDict):
    """The cost of your mistakes in one month."""

    month: Annotated[str, "The month, in UTC.", Pattern("^[0-9]{4}-[0-9]{2}$")]
    hands: Annotated[int, "The number of analysed hands.", Minimum(1)]
    points_a_hand: Annotated[float, "The cost of mistakes in points a hand.", Minimum(0)]


class MistakesInGame(TypedDict):
    """The cost of your mistakes in one game."""

    game: Game
    hands: Annotated[int, "The number of analysed hands.", Minimum(1)]
    points_a_hand: Annotated[float, "The cost of mistakes in points a hand.", Minimum(0)]
    phases: Annotated[list[CostOfPhase], "The cost by phase, in all hands together.", MaxItems(7)]
    months: Annotated[list[MonthOfMistakes], "The cost by month, the newest first.", MaxItems(1200)]


class OwnMistakes(TypedDict):
    """The cost of your mistakes in all analysed hands, by game."""

    games: Annotated[list[MistakesInGame], MaxItems(10)]


class PuzzleSummary(TypedDict):
    """A puzzle, without its position."""

    id: PuzzleId
    game: Game
    profile: Annotated[str, "The profile of the rules.", MinLength(1), MaxLength(64)]
    phase: Phase


class PuzzlePage(TypedDict):
    """A page of puzzles."""

    puzzles: Annotated[list[PuzzleSummary], MaxItems(100)]
    next_cursor: NextCursor


class Puzzle(PuzzleSummary):
    """A position in which one move is clearly best."""

    seat: Annotated[Seat, "The seat that has to move."]
    match: Annotated[dict[str, Any], "The match as the seat saw it, in the form of `match` in a view."]
    moves: Annotated[dict[str, Any], "What the seat could do, in the form of its legal moves."]


class PuzzleAttempt(TypedDict):
    """Whether a move solves a puzzle."""

    right: Annotated[bool, "Whether it is the best move."]
    cost: Annotated[
        float | None, "The points a hand that it loses; null if the teacher did not consider it.", Minimum(0)
    ]
    best: MoveCommand
    reason: Annotated[ReasonOfMove, "Why the best move is better than the second best."]
    table: Annotated[TableId, "The table where the position was played."]
    hand: HandNumber
    number: DecisionNumber
