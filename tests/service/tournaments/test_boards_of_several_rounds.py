"""Boards played in several rounds: a closed round stays hidden while others still play its boards."""

import dataclasses
from random import Random
from typing import Any

import pytest

from domain.tournaments.commands import CancelTournament
from domain.tournaments.settings import BoardSettings, TournamentSettings
from service.ratings.projections import RatingsProjection
from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.boards import score_hand
from tests.support.stored import catch_up
from tests.support.tournament import PAIRS
from tests.support.tournaments import PLAY, of, open_tables, settle
from tests.support.watched_tournaments import WatchedTournament

PLAYERS = 12
MITCHELL = TournamentSettings(
    "Boards that go round",
    dataclasses.replace(PLAY, hands=None),
    "duplicate_pairs",
    {"rounds": 2},
    entrants=dataclasses.replace(PAIRS, least=6, capacity=6),
    boards=BoardSettings(1, "matchpoints", "mitchell"),
    is_rated=True,
)
"""Six pairs at three tables, each with its own board; round 2 repeats two of these boards."""


class RunningTournament(WatchedTournament):
    """A tournament of users in which boards move between rounds."""

    def play_round(self) -> None:
        """Plays every table of the round to its end."""
        settle(self.service)
        tables = open_tables(self.service, self.id)
        assert len(tables) == 3
        for table in tables:
            score_hand(self.service, table, Random(self.id))
        settle(self.service)

    def results(self, user: User) -> list[Json]:
        return list(user.get(f"/v1/tournaments/{self.id}/results").json["results"])

    def pages(self, user: User) -> list[Json]:
        """Plays the tables one by one."""
        found: list[Json] = []
        page: Any = {"next_after": 0, "more": True}
        while page["more"]:
            page = user.get(f"/v1/tournaments/{self.id}/results?limit=1&after={page['next_after']}").json
            found += page["results"]
        return found

    def changes(self) -> int:
        """Returns the number of rating changes visible to everybody."""
        projection = RatingsProjection(self.service.database, self.service.store)
        while projection.catch_up():
            pass
        read = [each.get(f"/v1/players/{each.id}/ratings").json for each in self.users]
        return sum(len(each["ratings"]) for each in read)

    def results_in_feed(self, user: User) -> list[Json]:
        """Returns the results in the feed of a player."""
        catch_up(self.service)
        events = user.get("/v1/me/events?limit=1000").json["events"]
        return [each["data"] for each in events if each["type"] == "tournament_result"]


@pytest.fixture
def half(api: Api, at_work: Service) -> RunningTournament:
    """Returns a tournament with the first of two rounds closed and the second one started."""
    going = RunningTournament(api, at_work, MITCHELL, 6)
    going.play_round()
    rounds = of(at_work, going.id).rounds
    assert [each.closed_at is None for each in rounds] == [False, True]
    assert set(rounds[0].sets) & set(rounds[1].sets)
    return going


@pytest.mark.slow
def test_results_of_a_closed_round_are_released_with_the_last_round_that_plays_its_boards(half: RunningTournament):
    assert half.results(half.users[0]) == []
    assert [each["is_closed"] for each in half.results(half.owner)] == [False] * 3

    half.play_round()

    last = half.results(half.users[0])[-1]
    assert (last["round"], last["is_closed"]) == (2, True)
    results_in_feed = [(each["round"], each["number"]) for each in last["matches"]]
    assert results_in_feed == [(number, match) for number in (1, 2) for match in (1, 2, 3)]
    assert all(each["result"] for each in last["matches"])
    assert half.pages(half.users[0]) == half.results(half.users[0])


def test_results_of_a_closed_round_are_released_when_the_tournament_is_called_off(half: RunningTournament):
    half.service.tournaments.carry_out(half.id, CancelTournament(half.owner.id, "a power cut"))
    last = half.results(half.users[0])[-1]
    assert last["is_closed"]
    assert [each["round"] for each in last["matches"]] == [1, 1, 1]


def test_ratings_reveal_nothing_about_boards_that_others_still_play(half: RunningTournament):
    assert half.changes() == 0
    half.play_round()
    assert half.changes() > 0


def test_games_count_when_the_tournament_is_called_off_because_all_results_are_released(half: RunningTournament):
    assert half.changes() == 0
    half.service.tournaments.carry_out(half.id, CancelTournament(half.owner.id, "a power cut"))
    assert half.changes() > 0


def test_players_do_not_get_results_of_matches_whose_boards_others_still_play(half: RunningTournament):
    [results_in_feed] = half.results_in_feed(half.users[0])
    assert (results_in_feed["first"], results_in_feed["second"], results_in_feed["kind"]) == (None, None, None)
    half.play_round()
    assert [each["kind"] for each in half.results_in_feed(half.users[0])] == [None, None]
