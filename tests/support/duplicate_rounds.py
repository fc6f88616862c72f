"""Tournaments on duplicate boards: their settings, rounds and independently computed scores."""

import random
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import floor
from typing import Any

from domain.kernel.cards import ordered_decks
from domain.kernel.players import PlayerId
from domain.kernel.scores import BoardScore
from domain.kernel.seats import Seat
from domain.tournaments.boards.records import BoardResult, ChosenBoard
from domain.tournaments.boards.sets import numbers_of
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import AcceptPartner
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.checks import checked_format
from domain.tournaments.rounds.commands import CloseRound, RecordResult
from domain.tournaments.rounds.events import TableId
from domain.tournaments.settings import (
    PLAYERS,
    BoardSettings,
    EntrantSettings,
    RoundPlan,
    TableGame,
    TournamentSettings,
)
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Points
from tests.support.tournament import OWNER, PAIRS, WON, Given, created, link_table, register

BY_HAND = RoundPlan(is_automatic=False)
VPS = RoundPlan(is_automatic=False, win=Points(1200), draw=Points(1000), loss=Points(0))
PAIRS_16 = TournamentSettings(
    "Boards",
    TableGame("sheng_ji", "zhang-2021"),
    "duplicate_pairs",
    {"rounds": 4},
    entrants=replace(PAIRS, least=4, capacity=20),
    rounds=BY_HAND,
    boards=BoardSettings(4, "matchpoints"),
)
MITCHELL = replace(PAIRS_16, figures={"rounds": 5}, boards=BoardSettings(2, "matchpoints", "mitchell"))
MITCHELL = replace(MITCHELL, entrants=replace(PAIRS, least=9, capacity=20))
HOWELL = replace(MITCHELL, figures={}, boards=BoardSettings(2, "matchpoints", "howell"))
HOWELL = replace(HOWELL, entrants=replace(PAIRS, least=6, capacity=20))
INDIVIDUAL = replace(
    PAIRS_16, format="duplicate_individual", entrants=replace(PLAYERS, least=8, capacity=8), figures={"rounds": 3}
)
TEAMS = replace(
    PAIRS_16,
    format="round_robin",
    figures={},
    entrants=EntrantSettings("team", 4, 6),
    boards=BoardSettings(6, "victory_points"),
    rounds=VPS,
)


def begun(plan: TournamentSettings, entrants: int, of_club: Collection[str] = ()) -> Given:
    """Returns a started tournament. The entrant with seed 1 is P00, and its players are p00, p00b, and so on."""
    here = created(plan, checked_format(plan))
    size = plan.entrants.members_least
    for number in range(entrants):
        captain = PlayerId(f"p{number:02}")
        others = [PlayerId(f"p{number:02}{letter}") for letter in "bcdef"[: size - 1]]
        club = "north" if captain in of_club else None
        here = here.after(register(captain, *others, rating=2000 - number, club=club))
        entrant = EntrantId(captain.upper())
        here = here.after(*(AcceptPartner(each, entrant, Applicant(each, 2000 - number)) for each in others))
    return here.after(StartTournament(OWNER))


def rounded(share: Fraction) -> int:
    """Returns a share in hundredths of a per cent, rounded half up."""
    return floor(share * 10_000 + Fraction(1, 2))


def play_round(here: Given, score: Any, rooms: int = 1) -> Given:
    """Pairs a round, records the score of every board at every table, and closes the round.

    `score` gets the numbers of the board, the match and the room. `rooms` is the number of rooms in a match."""
    here = paired(here)
    round_ = here.tournament.rounds[-1]
    for number in range(1, len(round_.paired.matches) + 1):
        here = finished(here, number, score, rooms)
    return here.after(CloseRound(OWNER, round_.paired.number))


def paired(here: Given) -> Given:
    return here.after(here.pair(OWNER))


def finished(here: Given, number: int, score: Any, rooms: int = 1) -> Given:
    """Records the score of every board of a match."""
    round_, boards = here.tournament.rounds[-1], here.tournament.settings.boards
    assert boards is not None
    results, tables = [], []
    for board in numbers_of(boards, round_.sets[number - 1]):
        for room in range(1, rooms + 1):
            table = TableId(f"tbl_{round_.paired.number}_{number}_{board}_{room}")
            here = here.after(link_table(round_.paired.number, number, table, (str(board),), room))
            tables.append(table)
            excess = score(board, number, room)
            results.append(BoardResult(board, room, table, BoardScore(excess, 0, 40)))
    record = RecordResult(round_.paired.number, number, WON, tuple(tables), boards=tuple(results))
    return here.after(record)


def lots(seed: str) -> Any:
    luck = random.Random(seed)
    return lambda *_: luck.randrange(-160, 165, 5)


def independent_shares(tournament: Tournament) -> dict[str, Fraction]:
    """Returns each pair's share of the possible matchpoints, computed by comparing every two tables."""
    scores: dict[int, list[tuple[str, str, int]]] = defaultdict(list)
    for round_ in tournament.rounds:
        for match, results in zip(round_.paired.matches, round_.boards, strict=True):
            for each in results:
                assert each.score
                scores[each.board].append((match.first, match.second, each.score.excess + 40 * each.score.levels))
    own: Counter[str] = Counter()
    top: Counter[str] = Counter()
    for tables in scores.values():
        for even, odd, _ in tables:
            top[even] += len(tables) - 1
            top[odd] += len(tables) - 1
        for one, two in combinations(tables, 2):
            better = Fraction(1, 2) if one[2] == two[2] else Fraction(int(one[2] > two[2]))
            own[one[0]] += better
            own[two[0]] += 1 - better
            own[one[1]] += 1 - better
            own[two[1]] += better
    return {entrant: Fraction(own[entrant], top[entrant]) for entrant in top}


def chosen(level: str | None = None) -> ChosenBoard:
    return ChosenBoard(tuple(ordered_decks(2)), Seat(2), level)
