"""The types of the documents of grades."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Time, TournamentId
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, Maximum, MaxItems, Minimum, MinItems, part
from service.accounts.document_types import PlayerNames
from service.platform.document_types import NextCursor
from service.ratings.document_types import RatingPool


@part
class GradePart(TypedDict):
    """A grade, as documents about players, partnerships and leaderboards have it."""

    grade: float
    boards: int
    sessions: int
    provisional: bool
    inactive: bool
    last_session_at: Time


class PlayerGrade(TypedDict):
    """The grades of a player in a pool."""

    pool: RatingPool
    grade: Annotated[float, "The grade in percent, to a millionth.", Minimum(0), Maximum(100)]
    boards: Annotated[int, "The number of boards in the grade.", Minimum(0)]
    sessions: Annotated[int, "The number of sessions in the grade.", Minimum(1)]
    provisional: Annotated[bool, "Whether there are too few boards for a reliable grade."]
    inactive: Annotated[bool, "Whether the last session finished more than 180 days ago."]
    last_session_at: Time
    partnerships: Annotated[
        list[PartnershipGrade], "The grades of the player's partnerships, by partner.", MaxItems(200)
    ]


class PartnershipGrade(TypedDict):
    """The grade of a partnership."""

    partner: PlayerId
    grade: Annotated[float, "The grade in percent, to a millionth.", Minimum(0), Maximum(100)]
    boards: Annotated[int, "The number of boards in the grade.", Minimum(0)]
    sessions: Annotated[int, "The number of sessions in the grade.", Minimum(1)]
    provisional: Annotated[bool, "Whether there are too few boards for a reliable grade."]
    inactive: Annotated[bool, "Whether the last session finished more than 180 days ago."]
    last_session_at: Time


class PlayerGrades(TypedDict):
    """The grades of a player."""

    player: PlayerId
    grades: Annotated[list[PlayerGrade], "The grades by pool, for the pools with sessions of the player."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class GradesRow(TypedDict):
    """A player or a partnership on a leaderboard."""

    rank: Annotated[int, "1 plus the number with a higher grade.", Minimum(1)]
    players: Annotated[list[PlayerId], "One player, or the two of a partnership.", MinItems(1), MaxItems(2)]
    grade: Annotated[float, "The grade in percent, to a millionth.", Minimum(0), Maximum(100)]
    boards: Annotated[int, "The number of boards in the grade.", Minimum(0)]
    sessions: Annotated[int, "The number of sessions in the grade.", Minimum(1)]
    provisional: Annotated[bool, "Whether there are too few boards for a reliable grade."]
    inactive: Annotated[bool, "Whether the last session finished more than 180 days ago."]
    last_session_at: Time


class GradesPage(TypedDict):
    """A page of a leaderboard of grades."""

    pool: RatingPool
    of: Annotated[Literal["players", "partnerships"], "Whether players or partnerships are ranked."]
    grades: Annotated[list[GradesRow], "The grades, best first.", MaxItems(100)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor


class GradeFigures(TypedDict):
    """The effect of a session on a grade: `gain` times the score minus the expected score, weighted by `boards` of
    `of_boards`. All other members are in percent.
    """

    before: Annotated[float, "The grade before."]
    after: Annotated[float, "The grade after."]
    partner_grade: Annotated[float | None, "The grade of the partner before; null for a partnership."]
    field: Annotated[float, "The mean strength of all other pairs of the session."]
    expected: Annotated[float, "The expected score of the pair.", Minimum(0), Maximum(100)]
    score: Annotated[
        float,
        "The score of the pair, by matchpoints of the boards that it played to a score.",
        Minimum(0),
        Maximum(100),
    ]
    gain: Annotated[Literal[1, 2], "The change of the grade for each percent of the score."]
    boards: Annotated[
        int,
        "The number of boards that the pair played to a score. With `of_boards`, it gives the weight of the session.",
        Minimum(1),
    ]
    of_boards: Annotated[
        int,
        "The weight of the session is `boards` / `of_boards`. `of_boards` = max(min(`boards_graded` + 50, 2000), "
        "`boards`). The starting grade counts as 50 boards.",
        Minimum(1),
    ]
    boards_graded: Annotated[int, "The number of boards in the grade, including these.", Minimum(1)]
    provisional: Annotated[bool, "Whether there are too few boards for a reliable grade."]
    sentence: Annotated[str, "An explanation in a sentence."]


class GradeChange(TypedDict):
    """The effect of a session on a player's grades."""

    id: TournamentId
    at: Time
    partner: PlayerId
    own: GradeFigures
    partnership: GradeFigures


class GradeChangePage(TypedDict):
    """A page of grade changes."""

    changes: Annotated[list[GradeChange], "The changes by sessions, newest first.", MaxItems(100)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor
