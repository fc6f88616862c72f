"""What the steady bot declares, buries, bids and calls."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.sheng_ji.bots.card_counting import CardCounting, whole_pack
from domain.games.sheng_ji.card_order import TRUMPS
from domain.games.sheng_ji.commands import (
    Bury,
    ClaimRedeal,
    Declare,
    FilePlan,
    Pass,
    Play,
)
from domain.games.sheng_ji.events import HandPrepared, TrumpFixed
from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.plans import PlannedShow
from domain.games.sheng_ji.units import decompose
from domain.kernel.cards import Suit, write_cards
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.commands import Act
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from tests.support.bots import KITTY, LEVELUP, RANDOM, STEADY, choice, counting
from tests.support.cases import cases
from tests.support.deals import burying, dealt, declaring, playing, started
from tests.support.friends import ALONE, calling, calls
from tests.support.table import Given, cards

SPADES = 3


# Declaring by length (BOT-01, BOT-02) ---------------------------------------------------------------------------------
LONG = "2S 3S 4S 5S 6S 7S 8S 9S 3H 4H"


SHORT = "2S 3H 4H 5H 6D 7D 8D 9C 10C JC"


OTHERS = ["3C 3D 4C 4D 5C 5D 6C 6H 7C 7H"] * 3


def test_bot_01_the_steady_bot_declares_a_long_suit_and_passes_with_a_short_one():
    assert choice(declaring([LONG, *OTHERS]), 0) == Declare(cards("2S"))
    assert choice(declaring([SHORT, *OTHERS]), 0) == Pass()


def test_bot_02_the_steady_bot_overrides_its_partner_only_if_necessary():
    given = declaring([LONG, OTHERS[0], LONG.replace("S", "H"), OTHERS[0]])
    shown = given.after((0, Declare(cards("2S"))), (1, Pass()))

    assert choice(shown, 2) == Pass()


def test_bot_02_the_steady_bot_reinforces_its_own_declaration():
    given = declaring(["2S " + LONG, *(each + " 8H" for each in OTHERS)])

    assert choice(given, 0) == Declare(cards("2S 2S"))


# Voiding a suit when burying (BOT-03) ---------------------------------------------------------------------------------
def test_bot_03_the_steady_bot_voids_a_short_side_suit_and_keeps_trumps_and_aces():
    hand = "3H 4H 6H 7H 8H 9H JH QH BJ AS KS QS 9S 4D 7D 8D AC 9C 8C 7C"
    others = [" ".join(["3S"] * 20)] * 3
    buried = choice(burying([hand, *others], "4C 6C 3D", trumps="2H"), 0)

    assert isinstance(buried, Bury)
    names = set(write_cards(buried.cards))
    assert names >= {"3D", "4D", "7D", "8D"}, "no card of the short suit is left"
    assert not names & {"AS", "KS", "AC", "BJ", "3H", "9H"}


def test_bot_03_the_steady_bot_keeps_trumps_and_winners_when_the_kitty_is_large():
    hand = "3H 4H 6H 7H 8H JH QH BJ AS AS KS 9S 8S 7S 4D 7D 8D 9D JD QD 4C 6C 7C 8C 9C JC QC 3D 3C 4S"
    others = [" ".join(["3S"] * 30)] * 3
    kitty = "6S 6D 3S 4S 6C 7C 8C 9C JC QC 3D 4D 7D 8D 9D JD QD 3C QS QS"
    match = started(decks=2, kitty_size=20)

    buried = choice(burying([hand, *others], kitty, match=match), 0)
    assert len(buried.cards) == 20
    assert not set(write_cards(buried.cards)) & {"3H", "BJ", "AS"}


# Leading winners, and throwing only unbeatable cards (BOT-04) ---------------------------------------------------------
def test_bot_04_the_steady_bot_leads_an_ace_rather_than_a_loser():
    given = playing(["AS 6S 7D 8D", "3S 4S 5D 3D", "7S 8S 4D 6D", "9S JS 9D JD"], buried="3C")

    assert choice(given, 0) == Play(cards("AS"))


def test_bot_04_the_steady_bot_throws_only_unbeatable_cards():
    thrown = 0
    for seed in range(12):
        simulation = Simulation(
            SimulationSetting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from(f"throws {seed}")
        )
        simulation.play([STEADY] * 4, random.Random(0))
        names = [type(event).__name__ for event in simulation.events]
        thrown += sum(len(getattr(event, "units", ())) > 1 for event in simulation.events)
        assert "ThrowFailed" not in names
    assert thrown > 0


# Giving points to a winning partner, and none to opponents (BOT-05) ---------------------------------------------------
def test_bot_05_the_steady_bot_gives_points_to_a_winning_partner():
    given = playing(["AS 3D", "4S 4D", "10S 6S", "7S 5D"], buried="3C").after_plays("0: AS", "1: 4S")

    assert choice(given, 2) == Play(cards("10S"))


def test_bot_05_the_steady_bot_keeps_points_from_winning_opponents():
    given = playing(["AS 3D", "10S 6S", "4S 4D", "7S 5D"], buried="3C").after_plays("0: AS")

    assert choice(given, 1) == Play(cards("6S"))


def test_bot_05_the_steady_bot_ruffs_points_that_opponents_would_win():
    given = playing(["10S 3D", "KS 4D", "3H 4C", "7S 5D"], trumps="2H", buried="3C").after_plays("0: 10S", "1: KS")

    assert choice(given, 2) == Play(cards("3H"))


def test_bot_06_the_steady_bot_counts_cards_that_are_out_and_void_seats():
    given = playing(["AS 3D 9C", "4S 4D 9D", "10S 6S 9H", "7D 5D 8D"], buried="3C")
    before = counting(given, 2)
    after = counting(given.after_plays("0: AS", "1: 4S", "2: 6S", "3: 7D", "0: 9C", "1: 9D"), 2)

    assert before.left[SPADES] - after.left[SPADES] == 2, "the bot's own cards were never out"
    assert before.chance_of_void(Seat(3), SPADES) < 1.0
    assert after.chance_of_void(Seat(3), SPADES) == 1.0
    assert after.sizes == (1, 1, 2, 2)


def test_bot_06_a_card_that_cannot_be_out_beats_nothing():
    given = playing(["AS KS 3D", "4S 4D 9D", "AS 6S 9H", "7D 5D 8D"], buried="3C")
    seen = counting(given.after_plays("0: AS", "1: 4S", "2: 6S", "3: 7D"), 0)
    held = decompose(seen.order.chains[SPADES], in_suit(seen.hand, SPADES))
    (king,) = [unit for unit in held if unit.top == 10]

    assert not seen.is_unbeatable(SPADES, king), "the other ace is still out"
    assert seen.chance_above(Seat(3), SPADES, (1, 1), king.top) == 0.0, "a void seat cannot hold it"


@given(st.integers(0, 2**32), st.integers(0, 60))
@cases(30)
def test_bot_06_all_unseen_cards_are_assigned_to_hands_and_kitty(seed, moves):
    simulation = Simulation(SimulationSetting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from(str(seed)))
    luck = random.Random(seed)
    for _ in range(10 + moves):
        if simulation.table.status != "playing":
            return
        seat = simulation.table.game.asked(simulation.table.match)[0].seat
        phase = simulation.views[seat].match.phase
        if type(phase).__name__ == "Tricks":
            seen = CardCounting(simulation.views[seat].match, phase, seat)
            for suit, left in enumerate(seen.left):
                assert abs(sum(row[suit] for row in seen.shares) * left - left) < 1e-6
            assert all(0 <= share <= 1 + 1e-9 for row in seen.shares for share in row)
            assert all(seen.shares[seat][suit] == 0 for suit in (*range(4), TRUMPS))
        move = RANDOM.choose(simulation.views[seat], seat, luck)
        simulation.carry_out(Act(PlayerId(f"ply_{seat}"), move))


# Counting the real pack -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "options",
    [
        {"jokers_removed": 4},
        {"filler_cards": 4},
        {"permanent_twos": "on"},
        {"kitty_size": 10, "kitty_removes_cards": "on"},
        {"players": 6, "team_mode": "fixed_2x3", "decks": 3, "jokers_removed": 3, "kitty_size": 9},
    ],
)
def test_bot_06_the_counted_pack_is_the_dealt_pack(options):
    simulation = Simulation(SimulationSetting("sheng_ji", "zhang-2021", options, hands=1), secrets_from("pack"))
    simulation.play([STEADY] * len(simulation.table.seats), random.Random(0))
    table = simulation.table
    (dealt_cards,) = [event.order for event in simulation.events if type(event).__name__ == "CardsDealt"]
    order = table.match.phase.deal.order

    assert hand_of(order, dealt_cards) == whole_pack(order, table.match)


# Other ways of declaring ----------------------------------------------------------------------------------------------
def test_ex_plan_01_the_steady_bot_plans_its_long_suit_and_to_add_to_it():
    given = declaring(["2S " + LONG, *(each + " 8H" for each in OTHERS)], match=started(deal_mode="plan"))

    assert choice(given, 0) == FilePlan(
        (
            PlannedShow(cards("2S 2S"), "nobody"),
            PlannedShow(cards("2S"), "nobody"),
            PlannedShow(cards("2S 2S"), "opponents"),
            PlannedShow(cards("2S"), "any"),
        )
    )
    assert choice(given, 1) == FilePlan(())


def test_ex_live_01_the_steady_bot_declares_before_the_last_card_is_drawn():
    setting = SimulationSetting("sheng_ji", "zhang-2021", {"deal_mode": "live_draw"}, hands=1)
    simulation = Simulation(setting, secrets_from("live"))
    simulation.play([STEADY] * 4, random.Random(0))
    names = [type(event).__name__ for event in simulation.events]

    assert "RoundDrawn" in names[names.index("Declared") :]


def test_sj_bid_09_the_steady_bot_reinforces_late():
    hands = ["2S " + LONG, "2D 2D 3D 4D 5D 6D 7D 8D 9D 10D JD", *(each + " 8H" for each in OTHERS[:2])]
    given = declaring(hands, match=started(late_reinforce="on"))
    beaten = given.after((0, Declare(cards("2S"))), (1, Declare(cards("2D 2D"))), (2, Pass()), (3, Pass()))

    assert choice(beaten, 0) == Declare(cards("2S"))


def test_sj_bid_20_the_steady_bot_declares_with_its_own_level():
    match = started("zhao-peng-you", zpy_dealer="declare", initial_level="3")
    prepared = HandPrepared(None, None, None, (), Seat(0), Seat(4))
    given = match.and_then(prepared, dealt([LONG, *OTHERS, OTHERS[0]], "3C"))

    assert choice(given, 0) == Declare(cards("3S"))


# Redeals and bidding for the kitty -----------------------------------------------------------------------------------
WEAK = "3C 4C 6C 7D 8D 9D 3D 4D"


STRONG = "AC AC KC KC AD AD KD KD"


PLAIN = ["3H 4H 5H 6S 7S 8S 9S 10S", "3H 4H 5H 6S 7S 8S 9S 10S"]


def test_sj_redeal_01_the_steady_bot_asks_for_a_redeal_only_with_a_weak_hand():
    given = declaring([PLAIN[0], WEAK, PLAIN[1], STRONG], match=started(redeal_no_trump="on"))
    fixed = given.and_then(TrumpFixed(Suit(2), Seat(0), trump_rank=None))

    assert choice(fixed, 1) == ClaimRedeal()
    assert choice(fixed, 3) == Pass()
    assert choice(fixed, 0) == Pass()


def bidding(hand: str, seat: int) -> Given:
    """Seat 0 has buried, and this seat is asked to bid."""
    hands = [" ".join(["6C"] * 8)] * 4
    hands[seat] = hand
    given = playing(hands, buried="3C", match=started(chao_di_pi="single_pass"))
    return given.after(*((other, Pass()) for other in range(1, seat)))


def test_sj_chao_01_the_steady_bot_bids_for_better_trumps_and_an_opponents_kitty():
    assert choice(bidding("2S 2S 5S 6S 7S 8S 9S 10S", 1), 1) == Declare(cards("2S 2S"))


def test_sj_chao_01_the_steady_bot_does_not_outbid_its_partner_with_good_trumps():
    assert choice(bidding("2S 2S 5H 6H 7H 8H 9H 10H", 2), 2) == Pass()


def test_bot_07_the_steady_bot_calls_the_other_ace_of_a_short_suit():
    hands = ["AS 6S 3H 4H 5H", *["3S 4S 7D 8D 9D"] * 4]

    assert choice(calling(hands, KITTY, match=LEVELUP), 0) == calls("other AS")


def test_bot_07_the_steady_bot_holding_one_copy_of_an_ace_calls_the_second():
    hands = ["AS 6S 3H 4H 5H", *["3S 4S 7D 8D 9D"] * 4]

    assert choice(calling(hands, KITTY, match=started("zhao-peng-you")), 0) == calls("2 AS")


def test_bot_07_the_steady_bot_calls_no_card_of_which_it_has_all_copies():
    hands = ["AS 6S 3H 4H 5H", *["3S 4S 7D 8D 9D"] * 4]
    given = calling(hands, KITTY.replace("3C", "AS"), match=started("zhao-peng-you"))

    (call,) = choice(given, 0).calls
    assert call.card not in cards("AS")


def test_bot_07_the_steady_bot_calls_the_required_number_of_different_friends():
    hands = ["AS 6S KC 3H 4H 5H", *["3S 4S 7D 8D 9D 10D"] * 7]
    match = started("zhao-peng-you", players=8, decks=4)
    buried = "3C 4C 6C 7C 8C 9C 3D 4D"

    chosen = choice(calling(hands, buried, match=match), 0).calls
    assert len(set(chosen)) == 3


def test_lu_1v4_01_the_steady_bot_plays_alone_only_with_a_winning_hand():
    trumps = "2H 2H BJ BJ SJ SJ AH AH KH KH QH QH JH JH 10H 9H 8H 7H AS AS"
    usual = "2H BJ AH 10H 9H 8H 7H 6H AS KS 10S 9S AD 9D 8D 7D AC 10C 9C 8C"
    others = [" ".join(["3S"] * 20)] * 4

    assert choice(calling([trumps, *others], KITTY, match=LEVELUP), 0) == ALONE
    assert choice(calling([usual, *others], KITTY, match=LEVELUP), 0) != ALONE
