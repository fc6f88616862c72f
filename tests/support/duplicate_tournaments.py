"""Tournaments with duplicate boards: settings, play to the end, and the scores at the tables."""

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from random import Random

from domain.kernel.players import PlayerId
from domain.tournaments.settings import BoardSettings, EntrantSettings, RoundPlan, TournamentSettings
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Points
from service.wiring import Service
from tests.support.boards import score_hand
from tests.support.tournament import PAIRS
from tests.support.tournaments import PLAY, of, open_tables, seated, settle

BOARDS = TournamentSettings(
    "Boards",
    dataclasses.replace(PLAY, hands=None),
    "duplicate_pairs",
    {"rounds": 2},
    entrants=dataclasses.replace(PAIRS, least=4, capacity=8),
    boards=BoardSettings(2, "matchpoints"),
)
TEAMS = dataclasses.replace(
    BOARDS,
    format="round_robin",
    figures={},
    entrants=EntrantSettings("team", 4, 5, least=2),
    boards=BoardSettings(2, "victory_points"),
    rounds=RoundPlan(win=Points(1200), draw=Points(1000), loss=Points(0)),
)


def play_all(service: Service, tournament: str, luck: Random) -> Tournament:
    """Plays every board at every table until no table is open. Returns the tournament."""
    for _ in range(50):
        settle(service)
        if not (tables := open_tables(service, tournament)):
            return of(service, tournament)
        for table in tables:
            score_hand(service, table, luck)
    raise AssertionError("the tournament does not end")


def scores_at_tables(service: Service, tournament: Tournament) -> dict[int, list[tuple[str, str, int]]]:
    """Returns the entrants on even and odd seats and their scores, for each board, as the tables have them."""
    entrants = {member: entry.id for entry in tournament.entries for member in entry.players}
    found: dict[int, list[tuple[str, str, int]]] = defaultdict(list)
    for round_ in tournament.rounds:
        for tables, places in zip(round_.tables, round_.places, strict=True):
            for table_id, place in zip(tables, places, strict=True):
                table = service.table_cache.newest(table_id).table
                score = table.match.phase.score
                worth = score.opponent_points - 80 + 40 * score.levels_won * (1 if score.winners == "opponents" else -1)
                even, odd = (entrants[PlayerId(seated(table)[seat])] for seat in (0, 1))
                found[place.board].append((even, odd, worth if 1 in score.declarers else -worth))
    return found


def matchpoints_of(scores: Mapping[int, Sequence[tuple[str, str, int]]]) -> Counter[str]:
    """Returns the matchpoints of each entrant from the scores of boards, each played at two tables."""
    points = Counter[str]()
    for (even, odd, score), (other_even, other_odd, other) in scores.values():
        for entrant, difference in (
            (even, score - other),
            (odd, other - score),
            (other_even, other - score),
            (other_odd, score - other),
        ):
            points[entrant] += 2 * (difference > 0) + (difference == 0)
    return points
