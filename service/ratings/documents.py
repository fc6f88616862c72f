"""JSON documents about ratings: pools, ratings, leaderboards, and changes with the figures that explain them.

The domain stores figures as integers of millionths, so that they are reproducible. Documents contain plain numbers.
"""

from domain.kernel.instants import Instant, write_instant
from domain.ratings.changes import EloChange, TeamChange, sentence
from domain.ratings.eligibility import REASONS, Unrated
from domain.ratings.leaderboards import RankedPlayer, System
from domain.ratings.pools import Pool
from domain.ratings.team_rating import HUNDREDTH, MICRO, Handicap, Skill, shown
from service.ratings.document_types import EloChange as EloChangeDocument
from service.ratings.document_types import LeaderboardRow, RatingChanges, RatingPool, TeamChangeOffset
from service.ratings.document_types import Skill as SkillDocument
from service.ratings.document_types import TeamChange as TeamChangeDocument
from service.ratings.document_types import Unrated as UnratedDocument
from service.ratings.stored import OF_SANDBOX


def pool_document(pool: Pool) -> RatingPool:
    """Returns a pool with its id."""
    return {"id": pool.name, "game": pool.game, "pace": pool.pace, "seats": pool.seats, "among": pool.among}


def skill_document(skill: Skill) -> SkillDocument:
    """Returns the estimate of a skill, and the displayed rating."""
    return {
        "skill": skill.mu / MICRO,
        "uncertainty": skill.sigma / MICRO,
        "shown": shown(skill) * HUNDREDTH / MICRO,
    }


def row_document(row: RankedPlayer, system: System, last_at: Instant, *, is_inactive: bool) -> LeaderboardRow:
    """Returns a row of a leaderboard with the Elo rating or the displayed team rating, depending on `system`."""
    return {
        "rank": row.rank,
        "player": row.player,
        "rating": row.figure if system == "elo" else row.figure * HUNDREDTH / MICRO,
        "games": row.games,
        "won": row.won,
        "provisional": row.is_provisional,
        "inactive": is_inactive,
        "last_game_at": write_instant(last_at),
    }


def _unrated_document(reason: Unrated) -> UnratedDocument:
    """Returns the reason why a game has changed no rating."""
    return {"reason": reason, "sentence": REASONS[reason]}


def _elo_change_document(change: EloChange) -> EloChangeDocument:
    """Returns a change of an Elo rating: `k` times (score - expected), rounded half to even."""
    return {
        "before": change.before,
        "after": change.after,
        "how": change.how,
        "k": change.k,
        "expected": change.expected / MICRO,
        "score": change.score / MICRO,
        "own_team": change.own / 100,
        "other_team": change.other / 100,
        "games": change.games + 1,
        "provisional": change.is_provisional,
        "sentence": sentence(change),
    }


def _team_change_document(change: TeamChange) -> TeamChangeDocument:
    """Returns a change of a team rating: the sum of factor times (score - expected) over all other sides."""
    return {
        "before": skill_document(change.before),
        "aged": skill_document(change.aged),
        "after": skill_document(change.after),
        "how": change.how,
        "duels": [
            {
                "expected": part.duel.expected / MICRO,
                "score": part.duel.score / MICRO,
                "factor": part.factor / MICRO,
            }
            for part in change.parts
        ],
        "offset": None if change.handicap is None else _offset_document(change.handicap, change.offset),
        "weight": change.weight / MICRO,
        "games": change.games + 1,
        "provisional": change.is_provisional,
        "sentence": sentence(change),
    }


def _offset_document(handicap: Handicap, offset: int) -> TeamChangeOffset:
    return {"role": handicap.role, "own": handicap.own, "other": handicap.other, "applied": offset / MICRO}


def changes_document(unrated: Unrated | None, elo: EloChange | None, team: TeamChange | None) -> RatingChanges:
    """Returns the changes of a player's ratings by a game, or the reason why there are none."""
    return {
        "unrated": None if unrated is None else _unrated_document(unrated),
        "elo": None if elo is None else _elo_change_document(elo),
        "team": None if team is None else _team_change_document(team),
    }


def name_of_pool(stored: str) -> str:
    """Returns the name of a pool, from its stored name in any sandbox."""
    return stored.partition(OF_SANDBOX)[0]
