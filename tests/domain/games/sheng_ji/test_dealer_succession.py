"""SJ-DEALER: who deals the next hand."""

import pytest

from domain.games.sheng_ji.events import HandPrepared
from domain.games.sheng_ji.play_events import HandScored
from domain.games.sheng_ji.succession import next_dealer
from domain.kernel.cards import RANK_OF_NAME
from domain.kernel.seats import Seat
from tests.support.deals import after_a_hand, playing, started
from tests.support.table import Given, plays


@pytest.mark.parametrize(("dealer", "partner"), [(0, 2), (1, 3), (2, 0), (3, 1)])
def test_sj_dealer_02_when_the_declarers_win_the_dealers_partner_deals(dealer, partner):
    assert next_dealer(Seat(dealer), 4, declarers_won=True) == partner


@pytest.mark.parametrize(("dealer", "right"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_sj_dealer_03_when_the_opponents_win_the_seat_on_the_dealers_right_deals(dealer, right):
    assert next_dealer(Seat(dealer), 4, declarers_won=False) == right


@pytest.mark.parametrize(("dealer", "after"), [(0, 2), (1, 3), (5, 1)])
def test_dec_88_the_next_partner_to_the_right_deals(dealer, after):
    assert next_dealer(Seat(dealer), 6, declarers_won=True) == after


def last_trick(hands: list[str], dealer: int, buried: str) -> Given:
    match = after_a_hand(started(), ("6", "9"), next_dealer=dealer)
    trumps = "6H" if dealer in (0, 2) else "9H"
    given = playing(hands, trumps=trumps, dealer=dealer, buried=buried, match=match)
    turns = [(dealer + step) % 4 for step in range(4)]
    return given.after_plays(*(f"{seat}: {hands[seat]}" for seat in turns[:3])).when(turns[3], plays(hands[turns[3]]))


@pytest.mark.parametrize(
    ("hands", "dealer", "next_one", "rank"),
    [
        (["AS", "3S", "4S", "5S"], 0, 2, "9"),  # nothing for the opponents: three levels up from six
        (["AS", "3S", "4S", "5S"], 2, 0, "9"),
        (["3S", "AS", "4S", "7S"], 1, 3, "Q"),
        (["3S", "AS", "4S", "7S"], 3, 1, "Q"),
    ],
)
def test_sj_dealer_02_and_04_winning_declarers_stay_and_their_new_level_is_the_trump_rank(
    hands, dealer, next_one, rank
):
    ended = last_trick(hands, dealer, "3C")

    assert ended.told(HandScored).winners == "declarers"
    assert ended.told(HandScored).next_dealer == next_one
    assert ended.told(HandPrepared).dealer == next_one
    assert ended.told(HandPrepared).trump_rank == RANK_OF_NAME[rank]


@pytest.mark.parametrize(
    ("hands", "dealer", "next_one", "rank"),
    [
        (["3S", "AS", "4S", "7S"], 0, 1, "10"),  # 120 points for the opponents: one level up from nine
        (["3S", "AS", "4S", "7S"], 2, 3, "10"),
        (["AS", "3S", "4S", "7S"], 1, 2, "7"),
        (["AS", "3S", "4S", "7S"], 3, 0, "7"),
    ],
)
def test_sj_dealer_03_and_04_winning_opponents_become_declarers_at_their_own_level(hands, dealer, next_one, rank):
    ended = last_trick(hands, dealer, "KC KD 10C 10D KS 10S")

    assert ended.told(HandScored).winners == "opponents"
    assert ended.told(HandScored).opponent_points == 120
    assert ended.told(HandScored).next_dealer == next_one
    assert ended.told(HandPrepared).dealer == next_one
    assert ended.told(HandPrepared).trump_rank == RANK_OF_NAME[rank]


def test_sj_dealer_01_in_the_first_hand_the_declarers_are_the_side_of_the_last_declaration():
    given = playing(["AS", "3S", "4S", "5S"], dealer=3)

    assert given.view(Seat(0))["declarers"] == [1, 3]
    assert given.view(Seat(0))["dealer"] == 3


def dealer_after(dealer: int, seats: int, declarers: list[int], succession: str, *, declarers_won: bool) -> int:
    return next_dealer(
        Seat(dealer),
        seats,
        declarers_won=declarers_won,
        declarers=[Seat(seat) for seat in declarers],
        succession=succession,
    )


@pytest.mark.parametrize(
    ("dealer", "seats", "declarers", "after"),
    [(0, 6, [0, 3, 4], 3), (4, 6, [0, 3, 4], 0), (3, 6, [0, 3, 4], 4), (2, 5, [2, 1], 1), (0, 5, [0], 0)],
)
def test_ff_dealer_02_the_next_winning_declarer_to_the_right_deals_and_the_old_dealer_last(
    dealer, seats, declarers, after
):
    assert dealer_after(dealer, seats, declarers, "next_winner_right", declarers_won=True) == after


@pytest.mark.parametrize("succession", ["next_winner_right", "levelup"])
@pytest.mark.parametrize(
    ("dealer", "seats", "declarers", "after"),
    [(0, 6, [0, 1, 4], 2), (0, 5, [0, 3], 1), (4, 5, [4, 0], 1), (3, 6, [3, 4, 5], 0), (2, 5, [2], 3)],
)
def test_ff_dealer_02_and_lu_dealer_01_the_next_winning_opponent_to_the_right_deals(
    succession, dealer, seats, declarers, after
):
    assert dealer_after(dealer, seats, declarers, succession, declarers_won=False) == after


@pytest.mark.parametrize("declarers", [[1, 3], [1, 2], [1]])
def test_lu_dealer_01_and_dec_89_a_champion_who_wins_deals_again(declarers):
    assert dealer_after(1, 5, declarers, "levelup", declarers_won=True) == 1


@pytest.mark.parametrize("seats", [4, 6, 8])
@pytest.mark.parametrize("declarers_won", [True, False])
def test_sj_dealer_05_in_fixed_teams_the_next_winner_to_the_right_is_the_default_dealer(seats, declarers_won):
    for dealer in range(seats):
        team = [(dealer + step) % seats for step in range(0, seats, 2)]
        after = next_dealer(Seat(dealer), seats, declarers_won=declarers_won)

        assert dealer_after(dealer, seats, team, "next_winner_right", declarers_won=declarers_won) == after
        assert dealer_after(dealer, seats, team, "fixed", declarers_won=declarers_won) == after
