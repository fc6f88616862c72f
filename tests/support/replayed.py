"""Ratings and grades computed from a whole log. They are an oracle for the service, which stores them game by game."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.ratings.grade import GradeChange, GradeRules, Grades, Session
from domain.ratings.outcomes import RatedGame, RatingParameters, RatingsByPool
from domain.ratings.results import Annulled, GameId, GameResult, Replaced

Entry = GameResult | Annulled | Replaced


def standing(log: Iterable[Entry]) -> tuple[GameResult, ...]:
    """Returns the valid results after all corrections, in the order in which the games first finished.

    Raises:
        ValueError: a game has two results, or a correction names a game without a result.
    """
    results: dict[GameId, GameResult | None] = {}
    for entry in log:
        game = entry.result.game if isinstance(entry, Replaced) else entry.game
        if isinstance(entry, GameResult) == (game in results):
            raise ValueError(f"{game} has {'a result already' if game in results else 'no result to correct'}")
        match entry:
            case Annulled():
                results[game] = None
            case Replaced(result):
                results[game] = result
            case GameResult():
                results[game] = entry
    return tuple(result for result in results.values() if result is not None)


class Replayed(NamedTuple):
    """All ratings after a log, and the changes of each of its games, in order."""

    ratings: RatingsByPool
    outcomes: tuple[RatedGame, ...]


def replay(log: Iterable[Entry], rules: RatingParameters) -> Replayed:
    """Returns the ratings that follow from a log after corrections, and all changes.

    Raises:
        ValueError: a game has two results, or a correction names a game without a result.
    """
    ratings = RatingsByPool()
    return Replayed(ratings, tuple(outcomes(log, rules, ratings)))


def outcomes(log: Iterable[Entry], rules: RatingParameters, ratings: RatingsByPool) -> Iterator[RatedGame]:
    """Rates the games of a log one by one: yields the changes of each and updates `ratings`.

    Raises:
        ValueError: as `replay`.
    """
    for result in standing(log):
        yield ratings.rate(rules, result)


def replay_grades(sessions: Iterable[Session], rules: GradeRules) -> tuple[Grades, tuple[GradeChange, ...]]:
    """Returns the grades that follow from sessions in the order of their ends, and all changes."""
    grades = Grades()
    return grades, tuple(change for session in sessions for change in grades.grade(rules, session))
