"""Unrated games, and the ratings changed by a forfeit."""

import pytest

from domain.ratings.eligibility import REASONS, EligibilityRules
from domain.ratings.outcomes import RatingParameters, RatingsByPool
from tests.support.rating import LIVE, game, players
from tests.support.replayed import replay

TWICE = RatingParameters(eligibility=EligibilityRules(repeats=2))


def reasons(*games, rules: RatingParameters = TWICE):
    return [outcome.unrated for outcome in replay(games, rules).outcomes]


def test_the_same_players_have_a_limited_number_of_rated_games_in_24_hours():
    assert reasons(*(game(number, "ab", "cd") for number in range(4))) == [None, None, "repeated", "repeated"]


def test_changing_partners_does_not_reset_the_limit():
    assert reasons(game(1, "ab", "cd"), game(2, "ac", "bd"), game(3, "da", "cb")) == [None, None, "repeated"]


def test_another_player_or_pool_has_its_own_limit():
    mail = LIVE._replace(pace="correspondence")

    assert reasons(game(1, "ab", "cd"), game(2, "ab", "cd"), game(3, "ab", "ce")) == [None] * 3
    assert reasons(game(1, "ab", "cd"), game(2, "ab", "cd"), game(3, "ab", "cd", pool=mail)) == [None] * 3


def test_the_24_hours_count_back_from_the_game_and_only_rated_games_count():
    log = [game(number, "ab", "cd", hours=hours) for number, hours in enumerate((0, 12, 23.9, 24, 35, 36))]

    assert reasons(*log) == [None, None, "repeated", None, "repeated", None]


def test_without_a_limit_players_may_meet_any_number_of_times():
    rules = RatingParameters(eligibility=EligibilityRules(repeats=None))

    assert reasons(*(game(number, "ab", "cd", hours=0) for number in range(30)), rules=rules) == [None] * 30


def test_the_default_limit_is_ten():
    found = reasons(*(game(number, "ab", "cd") for number in range(12)), rules=RatingParameters())

    assert found == [None] * 10 + ["repeated"] * 2


def test_a_game_that_was_abandoned_or_left_in_the_first_hand_changes_nothing():
    left = {"reason": "forfeited", "forfeited_by": players("c")[0]}
    ratings = RatingsByPool()

    abandoned = ratings.rate(RatingParameters(), game(1, "ab", "cd", reason="abandoned", hands=3))
    first_hand = ratings.rate(RatingParameters(), game(2, "ab", "cd", hands=0, **left))

    assert (abandoned.unrated, first_hand.unrated) == ("abandoned", "first_hand")
    assert not any((*abandoned[2:], *first_hand[2:]))
    assert not ratings.elo
    assert not ratings.team


def test_an_unrated_game_does_not_count_towards_the_limit():
    assert reasons(game(1, "ab", "cd", reason="abandoned"), game(2, "ab", "cd"), game(3, "ab", "cd")) == [
        "abandoned",
        None,
        None,
    ]


def test_a_game_conceded_before_the_first_hand_was_over_is_rated():
    assert reasons(game(1, "ab", "cd", reason="conceded", hands=0)) == [None]


def test_a_forfeit_is_a_loss_only_for_the_player_who_forfeits():
    (a, b, c, d) = players("abcd")
    ratings = RatingsByPool()
    ratings.rate(RatingParameters(), game(1, "ab", "cd"))
    before = dict(ratings.elo), dict(ratings.team)
    loss = RatingsByPool()
    loss.rate(RatingParameters(), game(1, "ab", "cd"))
    loss.rate(RatingParameters(), game(2, "ab", "cd"))

    outcome = ratings.rate(RatingParameters(), game(2, "ab", "cd", reason="forfeited", forfeited_by=c, levels=3))

    assert [change.player for change in (*outcome.elo, *outcome.team)] == [c, c]
    assert outcome.elo[0].how == outcome.team[0].how == "forfeited"
    assert (ratings.elo[LIVE, c], ratings.team[LIVE, c]) == (loss.elo[LIVE, c], loss.team[LIVE, c])
    for other in (a, b, d):
        assert (ratings.elo[LIVE, other], ratings.team[LIVE, other]) == (before[0][LIVE, other], before[1][LIVE, other])


def test_a_forfeit_does_not_change_the_learnt_strength_of_a_side():
    roles = ("declarers", "opponents")
    played = RatingsByPool().rate(RatingParameters(), game(1, "ab", "cdef", roles=roles))
    (leaver,) = players("f")
    left = RatingsByPool().rate(
        RatingParameters(), game(1, "ab", "cdef", roles=roles, reason="forfeited", forfeited_by=leaver)
    )

    assert played.offset is not None
    assert left.offset is None
    assert left.team[0].after == played.team[-1].after


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_a_text(reason):
    assert REASONS[reason].startswith("Not rated: ")
