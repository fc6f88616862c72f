"""ZS-SCORE, ZS-TEAM-01, ZS-TEAM-03, ZS-TEAM-05, ZS-TEAM-06, DEC-106 and DEC-109: the end of a hand and of the game."""

import pytest

from domain.games.zheng_shangyou.events import DealPrepared, PlacesScored, RanOut
from domain.games.zheng_shangyou.scoring import ahead, points_of_sides, winner
from domain.games.zheng_shangyou.teams import seats_of, side_of, sides
from domain.kernel.seats import Seat
from domain.table.events import HandOpened, MatchEnded
from tests.support.climbing import GAME, after_a_hand, played_by_chance, playing, plays, started

# Tables of scores -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(4, 10))
def test_zs_score_01_first_place_gets_two_points_and_second_place_one(players):
    assert points_of_sides("first_second_2_1", range(players), players) == (2, 1, *(0,) * (players - 2))


@pytest.mark.parametrize(
    ("order", "points"), [("ABAB", (2, 1)), ("AABB", (3, 0)), ("ABBA", (2, 1)), ("BAAB", (1, 2)), ("BBAA", (0, 3))]
)
def test_zs_team_01_partners_add_up_their_points(order, points):
    assert points_of_sides("first_second_2_1", ["AB".index(team) for team in order], 2) == points


@pytest.mark.parametrize(
    ("order", "points"),
    [
        ("BAABAB", (4, 3)),
        ("AAABBB", (10, 0)),
        ("AABABB", (5, 0)),
        ("AABBAB", (5, 0)),
        ("AABBBA", (5, 2)),
        ("ABABBA", (3, 4)),
        ("ABABAB", (5, 2)),
        ("BBBAAA", (0, 10)),
        ("BBAAAB", (2, 5)),
    ],
)
def test_zs_team_03_two_teams_of_three_are_scored_by_the_table_of_places(order, points):
    assert points_of_sides("team_table_3_2_2_10_5", ["AB".index(team) for team in order], 2) == points


@pytest.mark.parametrize(
    ("totals", "target", "won"),
    [
        ((11, 3, 10), 11, 0),
        ((10, 3, 10), 11, None),
        ((11, 12, 3), 11, 1),
        ((11, 11, 3), 11, None),
        ((12, 11, 11), 11, 0),
        ((52, 51), 50, 0),
        ((51, 51), 50, None),
        ((1, 0), 1, 0),
    ],
)
def test_zs_team_06_and_dec_106_the_most_points_win_and_a_tie_needs_another_hand(totals, target, won):
    assert winner(totals, target) == won


def test_the_side_with_the_most_points_is_ahead():
    assert ahead((3, 5, 5, 0)) == (1, 2)


def test_zs_team_02_teams_sit_on_alternate_seats():
    assert [side_of("teams_2x3", Seat(seat)) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
    assert seats_of("teams_2x2", 4, 1) == (1, 3)
    assert (sides("individual", 7), sides("teams_2x2", 4), seats_of("individual", 7, 3)) == (7, 2, (3,))


# A hand --------------------------------------------------------------------------------------------------------------


LAST_PLAY = ["0: 3C", "1:", "2: 5C", "3:", "0: 9D", "1:", "2: 10D", "3:", "1:", "3: 6C", "1: 8H"]
"""Seats 0 and 2 have run out, and seat 3 is about to run out."""


def before_the_end(**options):
    return playing(["3C 9D", "4C 8H", "5C 10D", "6C JD"], **options).after_plays(*LAST_PLAY)


def test_zs_turn_04_and_zs_score_02_the_hand_ends_when_only_one_player_has_cards():
    outcome = before_the_end().when(3, plays("JD"))

    assert outcome.told(RanOut) == RanOut(Seat(3), 3)
    assert outcome.told(PlacesScored) == PlacesScored(
        order=(Seat(0), Seat(2), Seat(3), Seat(1)),
        points=(2, 0, 1, 0),
        totals_before=(0, 0, 0, 0),
        totals_after=(2, 0, 1, 0),
        next_leader=Seat(3),
        won_by=(),
    )
    assert outcome.told(HandOpened).hand == 2


def test_zs_team_01_partners_score_together():
    given = before_the_end(profile="zheng-shangyou-4-partners")
    scored = given.when(3, plays("JD")).told(PlacesScored)

    assert (scored.points, scored.totals_after) == ((3, 0), (3, 0))


def test_zs_score_01_the_game_ends_at_the_target():
    given = before_the_end(zs_target=2)

    assert given.when(3, plays("JD")).told(MatchEnded) == MatchEnded("won", (Seat(0),))


def test_after_a_fixed_number_of_hands_the_side_ahead_wins():
    given = before_the_end(match_hands=1)

    assert given.when(3, plays("JD")).told(MatchEnded) == MatchEnded("hands_played", (Seat(0),))


def test_the_leading_seats_are_those_of_the_sides_ahead():
    assert GAME.leaders(after_a_hand([0, 1, 2, 3, 4, 5], (7, 3), profile="san-jia-xi").match) == (0, 2, 4)
    assert GAME.leaders(after_a_hand([0, 1, 2, 3], (2, 2, 0, 0)).match) == (0, 1)
    assert GAME.leaders(started().match) == ()


# Who leads -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(4, 10))
def test_zs_score_02_third_place_leads_the_next_hand(players):
    simulation = played_by_chance(players, "zheng-shangyou", {"zs_players": players}, 2)
    (first, _) = (event for event in simulation.events if isinstance(event, PlacesScored))
    prepared = [event for event in simulation.events if isinstance(event, DealPrepared)]

    assert first.next_leader == first.order[2]
    assert (prepared[1].leader, prepared[1].first_drawer, prepared[1].exposed) == (first.order[2], first.order[2], None)


def test_zs_team_05_fifth_place_leads_the_next_hand_of_two_teams_of_three():
    simulation = played_by_chance(1, "san-jia-xi", {}, 2)
    first = next(event for event in simulation.events if isinstance(event, PlacesScored))

    assert first.next_leader == first.order[4]


@pytest.mark.slow
def test_dec_106_sides_tied_at_the_target_play_another_hand():
    found = set()
    for seed in range(40):
        simulation = played_by_chance(seed, "zheng-shangyou", {"zs_players": 4, "zs_target": 3})
        scores = [event for event in simulation.events if isinstance(event, PlacesScored)]
        for score in scores[:-1]:
            assert not score.won_by
            found.add(max(score.totals_after) >= 3)
        assert max(scores[-1].totals_after) >= 3
        assert scores[-1].totals_after.count(max(scores[-1].totals_after)) == 1
    assert found == {True, False}, "hands below the target and ties at the target both occur"
