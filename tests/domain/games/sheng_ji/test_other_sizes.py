"""SSF, SIX: a hand with one deck, and a hand with two teams of three."""

import pytest

from domain.games.sheng_ji.declare import DeclarationTooLow, NotADeclaration
from domain.games.sheng_ji.events import HandPrepared
from domain.games.sheng_ji.play_events import CardsPlayed, HandScored, LeadForced
from domain.games.sheng_ji.state import Burying
from domain.kernel.cards import RANK_NAMES
from domain.kernel.seats import Seat
from tests.support.deals import declared, declaring, playing, started
from tests.support.table import PASS, Given, declares, plays


def one_deck(hands: list[str], **options) -> Given:
    return declaring(hands, "3C 4C 6C 7C 9C JC", rank="2", match=started("si-shi-fen", **options))


FORTY = ["2C 3S", "2D 4S", "2H SJ", "2S BJ"]


def test_ssf_02_the_first_declaration_is_final():
    given = one_deck(FORTY).after((0, PASS), (1, declares("2D")))

    given.when(2, declares("2H")).then_refused(DeclarationTooLow, legal=[])
    given = given.after((2, PASS), (3, PASS), (0, PASS))
    assert isinstance(given.phase, Burying)
    assert given.phase.deal.dealer == 1


@pytest.mark.parametrize(("seat", "shown"), [(2, "SJ"), (3, "BJ")])
def test_ssf_02_jokers_cannot_declare(seat, shown):
    given = one_deck(FORTY).after(*((other, PASS) for other in range(seat)))

    given.when(seat, declares(shown)).then_refused(NotADeclaration)
    given.when(seat, declares(FORTY[seat].split()[0])).then_begins(
        declared(seat, "declare", FORTY[seat].split()[0], 1, "CDHS"[seat], seat)
    )


def hand_of_one_deck(hands: list[str], buried: str = "3C 4C 6C 7C 9C JC") -> Given:
    return playing(hands, buried=buried, match=started("si-shi-fen"))


def test_ssf_02_all_cards_of_a_throw_of_singles_must_be_highest():
    assert hand_of_one_deck(["AS KS", "3S 4S", "QS 5S", "6S 7S"]).when(0, plays("AS KS")).told(CardsPlayed)
    forced = hand_of_one_deck(["AS QS", "3S 4S", "KS 5S", "6S 7S"]).when(0, plays("AS QS")).told(LeadForced)
    assert forced.witness == 2


@pytest.mark.parametrize(
    ("kitty", "points", "winners", "levels"),
    [
        ("3C 4C 6C 7C 9C JC", 0, "declarers", 3),
        ("5C 4C 6C 7C 9C JC", 10, "declarers", 2),
        ("10C 4C 6C 7C 9C JC", 20, "declarers", 1),
        ("10C KC 6C 7C 9C JC", 40, "opponents", 0),
        ("10C KC 10D 7C 9C JC", 60, "opponents", 1),
        ("10C KC 10D KD 10H KH", 120, "opponents", 4),
    ],
)
def test_ssf_03_forty_points_win_a_level_is_twenty_and_the_kitty_counts_twice(kitty, points, winners, levels):
    hands = ["3S", "AS", "4S", "6S"]
    given = hand_of_one_deck(hands, kitty).after_plays("0: 3S", "1: AS", "2: 4S")
    scored = given.when(3, plays("6S")).told(HandScored)

    assert (scored.opponent_points, scored.winners, scored.levels_won) == (points, winners, levels)


SIX_HANDS = ["3S", "4S", "6S", "7S", "8S", "9S"]


def six(hands: list[str], *, dealer: int = 0, buried: str = "3C 4C 6C 7C 9C JC") -> tuple[Given, HandScored]:
    given = playing(hands, dealer=dealer, buried=buried, match=started("six-player-teams"))
    order = [(dealer + step) % 6 for step in range(6)]
    given = given.after_plays(*(f"{seat}: {hands[seat]}" for seat in order[:-1]))
    played = given.when(order[-1], plays(hands[order[-1]]))
    return Given((*given.events, *played.events)), played.told(HandScored)


@pytest.mark.parametrize("dealer", range(6))
def test_six_01_every_second_seat_is_in_the_dealers_team_which_shares_one_level(dealer):
    given, scored = six(SIX_HANDS, dealer=dealer)
    team = tuple(Seat(seat) for seat in range(dealer % 2, 6, 2))

    assert scored.declarers == team
    assert len(scored.levels_after) == 2
    assert given.view(Seat(0))["levels"][dealer % 2] == "5"


@pytest.mark.parametrize("dealer", range(6))
def test_six_02_and_dec_88_after_a_win_the_next_of_the_team_deals_and_after_a_loss_the_right_neighbour(dealer):
    given, won = six(SIX_HANDS, dealer=dealer)
    assert won.next_dealer == (dealer + 2) % 6
    (prepared,) = [event for event in given.events if isinstance(event, HandPrepared)][-1:]
    assert prepared.dealer == won.next_dealer

    hands = ["3S"] * 6
    hands[(dealer + 1) % 6] = "AS"
    _, lost = six(hands, dealer=dealer, buried="KC KC KC KD KD KD")
    assert (lost.opponent_points, lost.winners, lost.next_dealer) == (120, "opponents", (dealer + 1) % 6)


def test_six_01_with_three_decks_a_hundred_and_twenty_points_win_and_a_level_is_sixty():
    hands = ["3S", "AS", "4S", "6S", "7S", "8S"]
    _, scored = six(hands, buried="KC KC KC KD KD 10D")
    assert (scored.opponent_points, scored.levels_won) == (120, 0)

    _, scored = six(["3S", "AS", "KS", "KS", "KS", "10S"], buried="KC KC KC KD KD KD")
    assert (scored.opponent_points, scored.levels_won) == (160, 0)
    _, scored = six(["3S", "AS", "KS", "KS", "KS", "10S"], buried="KC KC KC KD KD 5D")
    assert (scored.opponent_points, RANK_NAMES[scored.levels_after[1]]) == (150, "2")
