"""House bots see only the view of their seat and move legally at every table. The steady bot follows BOT-01 to 08."""

import itertools
import math
import random
from collections import Counter
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.games.sheng_ji.bots.card_counting import CardCounting, whole_pack
from domain.games.sheng_ji.bots.keeping import keeping
from domain.games.sheng_ji.bots.stakes import Stakes
from domain.games.sheng_ji.commands import (
    Bury,
    Challenge,
    ClaimRedeal,
    Consent,
    Declare,
    FilePlan,
    Pass,
    Play,
    TakeBack,
)
from domain.games.sheng_ji.events import HandPrepared, TrumpFixed
from domain.games.sheng_ji.holding import hand_of
from domain.games.sheng_ji.order import TRUMPS, order_of
from domain.games.sheng_ji.plans import PlannedShow
from domain.games.sheng_ji.play_events import CardsPlayed, HandScored
from domain.games.sheng_ji.rules import rules_of
from domain.games.sheng_ji.units import decompose
from domain.kernel.cards import FACES, RANK_OF_NAME, Suit, write_cards
from domain.kernel.players import PlayerId
from domain.kernel.refusals import InvalidRules
from domain.kernel.seats import Seat
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.tools.duel import Z_95, deal_seeds, duel, estimate, estimate_share, hand_result, result_of
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from tests.support.deals import burying, dealt, declaring, playing, started
from tests.support.friends import ALONE, calling, calls
from tests.support.option_sets import by_luck
from tests.support.rotation import rotation, rotation_result, seats_of_first
from tests.support.table import SECRETS, Given, cards, player

STEADY, RANDOM = BOTS["sheng_ji"]["steady"], BOTS["sheng_ji"]["random"]
SPADES = 3


def choice(at: Given, seat: int):
    """Decision of the steady bot from the view of the seat."""
    return STEADY.choose(at.seen_by(Seat(seat)), Seat(seat), random.Random(0))


# Every bot -----------------------------------------------------------------------------------------------------------


def any_setting(seed: int) -> SimulationSetting:
    """Random compatible options."""
    for attempt in itertools.count():
        setting = by_luck(f"bots {seed} {attempt}")
        try:
            rules_of(setting.profile, setting.overrides)
        except InvalidRules:
            continue
        return SimulationSetting("sheng_ji", setting.profile, setting.overrides, hands=2)
    raise AssertionError


@pytest.mark.parametrize("seed", range(16))
def test_bots_move_legally_at_tables_with_any_options(seed):
    simulation = Simulation(any_setting(seed), secrets_from(str(seed)))
    luck = random.Random(seed)
    bots = [luck.choice([STEADY, RANDOM]) for _ in simulation.table.seats]

    table = simulation.play(bots, luck)

    assert table.status == "finished"


@pytest.mark.parametrize("name", ["random", "steady"])
def test_the_same_random_numbers_give_the_same_game(name):
    def played() -> list[object]:
        simulation = Simulation(SimulationSetting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from("same"))
        simulation.play([BOTS["sheng_ji"][name]] * 4, random.Random(7))
        return simulation.events

    assert played() == played()


@pytest.mark.parametrize("profile", ["zhang-2021", "zhao-peng-you", "levelup-5"])
@pytest.mark.parametrize("bot", BOTS["sheng_ji"].values(), ids=BOTS["sheng_ji"])
def test_bots_play_a_match_to_its_end(bot, profile):
    setting = SimulationSetting("sheng_ji", profile, {"final_level": "3", "must_play": []}, hands=None)
    simulation = Simulation(setting, secrets_from("to the end"))

    table = simulation.play([bot] * len(simulation.table.seats), random.Random(0))

    assert table.status == "finished"
    assert table.result.winners


@pytest.mark.parametrize("bot", BOTS["sheng_ji"].values(), ids=BOTS["sheng_ji"])
def test_a_bot_that_is_not_to_move_says_so(bot):
    with pytest.raises(ValueError, match="nothing is asked"):
        bot.choose(started().seen_by(Seat(0)), Seat(0), random.Random(0))


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


# Counting cards (BOT-06) ----------------------------------------------------------------------------------------------


def counting(given: Given, seat: int) -> CardCounting:
    table = given.seen_by(Seat(seat))
    return CardCounting(table.match, table.match.phase, Seat(seat))


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
    held = decompose(seen.order.chains[SPADES], seen.hand[SPADES])
    (king,) = [unit for unit in held if unit.top == 10]

    assert not seen.is_unbeatable(SPADES, king), "the other ace is still out"
    assert seen.chance_above(Seat(3), SPADES, (1, 1), king.top) == 0.0, "a void seat cannot hold it"


@given(st.integers(0, 2**32), st.integers(0, 60))
@settings(max_examples=30)
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

    assert hand_of(order, table.rules.copies, dealt_cards) == whole_pack(order, table.match)


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


# Friends (BOT-07) ----------------------------------------------------------------------------------------------------

KITTY = "3C 4C 6C 7C 8C 9C 3D 4D"
LEVELUP = started("levelup-5")


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


def called_ace(second: str, third: str) -> Given:
    """The dealer has called the other ace of spades and led a high club, which seat 1 has not beaten."""
    hands = ["AC AS 3H", "4C 4S 5D", second, third, "8C 8S 9D"]
    given = calling(hands, KITTY, match=LEVELUP).after((0, calls("other AS")))
    return given.after_plays("0: AC", "1: 4C")


def test_ff_team_01_a_bot_that_knows_it_is_the_friend_helps_the_dealer_in_advance():
    assert choice(called_ace("10C 7C AS", "5C JC 7D"), 2) == Play(cards("10C"))


def test_ff_team_01_a_bot_that_cannot_be_the_friend_keeps_points_from_the_dealer():
    assert choice(called_ace("10C 7C 9S", "5C JC AS"), 2) == Play(cards("7C"))


def test_ff_team_01_the_steady_bot_takes_known_roles_into_account():
    given = called_ace("10C 7C AS", "5C JC 7D")

    friend = counting(given, 2)
    assert friend.declaring[2] == 1.0
    assert friend.friends == (1.0, 0.0, 1.0, 0.0, 0.0)
    dealer = counting(given, 0)
    assert dealer.friends[0] == 1.0
    assert all(0.0 < dealer.friends[seat] < 0.5 for seat in (1, 2, 3, 4))
    assert sum(dealer.friends[1:]) <= 1.0
    other = counting(given, 3)
    assert other.declaring[3] == 0.0
    assert other.friends[0] == 0.0
    assert all(0.5 < other.friends[seat] < 1.0 for seat in (1, 2, 4))


def test_ff_call_04_the_steady_bot_waits_for_the_dealers_copy_before_its_own():
    hands = ["3S AS 3H", "4S 4C 5D", "AS 6S 7C", "5C JC 7D", "8C 8S 9D"]
    given = calling(hands, KITTY, match=started("zhao-peng-you")).after((0, calls("2 AS")))

    assert choice(given.after_plays("0: 3S", "1: 4S"), 2) == Play(cards("6S"))


def test_lu_1v4_01_all_other_bots_play_together_against_a_lone_dealer():
    hands = ["AC AS 3H", "4C 4S 5D", "10C 7C AS", "5C JC 7D", "8C 8S 9D"]
    given = calling(hands, KITTY, match=LEVELUP).after((0, ALONE)).after_plays("0: AC")

    assert counting(given, 2).friends == (0.0, 1.0, 1.0, 1.0, 1.0)


# Options of the play -------------------------------------------------------------------------------------------------


def test_ex_bomb_01_the_steady_bot_bombs_points_that_opponents_would_win():
    hands = ["KS KS QS QS 4D", "3D 3D 3D 3D AC", "10S 10S 9S 8S 4D", "5C 6C 7C 8C 9C"]
    given = playing(hands, match=started(decks=4, bombs="on"))

    assert choice(given.after_plays("0: KS KS QS QS"), 1) == Play(cards("3D 3D 3D 3D"))


def test_sj_follow_06_the_steady_bot_may_keep_a_protected_triple():
    hands = ["3S 3S 4D 4D 4C", "5S 5S 5S 7S 8S", "9S 9S 4C 6C 7C", "JS QS KS 6D 7D"]
    given = playing(hands, match=started(decks=3, protect_tuples="on")).after_plays("0: 3S 3S")

    assert choice(given, 1) == Play(cards("7S 8S"))


def test_sj_var_05_opponents_keep_the_card_that_hooks_the_declarers():
    hands = ["4H 3D 5D", "JD 3H 6D", "6H 7D 8D", "7H 9D 10D"]

    def worth(seat: int, name: str, **options: str) -> float:
        given = playing(hands, trumps="JH", match=started(**options)).after_plays("0: 4H")
        match = given.seen_by(Seat(seat)).match
        return keeping(match, CardCounting(match, match.phase, Seat(seat)))[cards(name)[0]]

    assert worth(1, "JD", gou_dao_di="any_trump_jack") > worth(1, "JD") + 5
    assert worth(1, "JD", gou_dao_di="matching_suit_longest_unit") == worth(1, "JD"), "only the jack of trumps counts"
    assert worth(2, "6H", gou_dao_di="any_trump_jack") > worth(2, "6H"), "a declarer keeps its highest trump"


def test_sj_card_11_the_steady_bot_considers_the_penalty_for_a_lost_red_five():
    match = started(hong_wu="h5", hong_wu_penalty=40)
    given = playing(["4H 3D", "5H 6H", "7H 8D", "9H 10D"], match=match).after_plays("0: 4H")
    seen = given.seen_by(Seat(1)).match
    stakes = Stakes(seen, seen.phase, counting(given, 1))

    assert stakes.of(cards("5H"), 0.0) == -40
    assert stakes.of(cards("5H"), 1.0) == 0
    assert stakes.of(cards("6H"), 0.0) == 0


@pytest.mark.parametrize("bot", [STEADY, RANDOM], ids=["steady", "random"])
def test_ex_honor_01_a_bot_challenges_a_revoke_that_it_can_prove(bot):
    hands = ["AS KS 3D", "4S 5S 6D", "7S 8S 9D", "9S JS JD"]
    given = playing(hands, match=started(enforcement="honor"))
    shown = given.after_plays("0: AS", "1: 6D", "2: 7S", "3: 9S", "0: KS", "1: 4S")

    assert bot.choose(shown.seen_by(Seat(2)), Seat(2), random.Random(0)) == Challenge(1, Seat(1))
    assert bot.choose(given.seen_by(Seat(0)), Seat(0), random.Random(0)) != Challenge(1, Seat(1))


def test_ex_back_01_a_bot_lets_others_take_back():
    given = playing(["AS 3D", "10S 6S", "4S 4D", "7S 5D"], match=started(take_back="on"))

    assert choice(given.after_plays("0: AS").after((0, TakeBack())), 1) == Consent(agree=True)


def test_sj_throw_04_a_bot_chooses_the_unit_of_anothers_throw_that_costs_them_most():
    hands = ["10S 6S 3D", "KS JS 4D", "3S 4S 5D", "7S 8S 6D"]
    given = playing(hands, match=started(throw_forced_lead="challenger_choice")).after_plays("0: 10S 6S")

    assert choice(given, 1) == Play(cards("10S"))


def test_sj_throw_04_a_bot_chooses_the_unit_of_its_own_throw_that_costs_least():
    hands = ["10S 6S 3D", "KS JS 4D", "3S 4S 5D", "7S 8S 6D"]
    given = playing(hands, match=started(throw_forced_lead="leader_choice")).after_plays("0: 10S 6S")

    assert choice(given, 0) == Play(cards("6S"))


def test_sj_throw_06_a_bot_names_the_units_of_its_throw_if_the_rules_ask_for_them():
    hands = ["AS AS KS 4D", "3S 4S 5S 6D", "6S 7S 8S 8D", "9S JS QS 9D"]
    given = playing(hands, buried="KS", match=started(throw_ambiguity="leader_specifies"))

    thrown = choice(given, 0)
    assert set(thrown.units) == {cards("AS AS"), cards("KS")}
    assert given.when(0, thrown).told(CardsPlayed).units == thrown.units


def test_sj_lead_05_a_bot_throws_no_pair_if_only_full_tuples_may_be_led():
    hands = ["KS KS 9D", "AS 6S 4D", "7S 8S 5D", "9S JS 6D"]
    given = playing(hands, match=started(decks=3, free_leads="full_tuples_only"))

    assert choice(given, 0) != Play(cards("KS KS"))


def happened(bot, count: int, profile: str = "zhang-2021", **options: object) -> Counter[str]:
    """Number of events of each type in `count` hands of four such bots."""
    seen: Counter[str] = Counter()
    for number in range(count):
        simulation = Simulation(
            SimulationSetting("sheng_ji", profile, options, hands=1), secrets_from(f"happened {number}")
        )
        simulation.play([bot] * len(simulation.table.seats), random.Random(number))
        seen.update(type(event).__name__ for event in simulation.events)
    return seen


def test_ex_early_01_a_bot_ends_a_hand_that_is_decided():
    assert happened(STEADY, 6, end_early="on", advancement="simple")["HandEnded"] > 0


def test_random_bots_throw_take_back_and_end_hands():
    seen = happened(RANDOM, 6, end_early="on", advancement="simple", take_back="on")

    assert seen["ThrowFailed"] > 0
    assert seen["TakeBackAsked"] > 0
    assert seen["HandEnded"] > 0


# Choices over many hands ----------------------------------------------------------------------------------------------


def test_random_bots_sometimes_bid_for_kitties_and_ask_for_redeals():
    bids = happened(STEADY, 25, chao_di_pi="repeat")["KittyBid"]
    redeals = happened(STEADY, 40, redeal_no_trump="on", redeal_points_below=10)["RedealClaimed"]

    assert 0 < bids < 25
    assert 0 < redeals < 20


def rich_hand(seed: int, richness: float) -> Given:
    """A deal of LevelUp that gives the dealer more trumps and high cards, the higher `richness` is."""
    luck = random.Random(seed)
    order = order_of(RANK_OF_NAME["2"], Suit(2))
    prices = [2.0 * order.is_trump(card) + order.level_of(card) / 4 for card in FACES]
    pack = sorted(FACES * 2, key=lambda card: -richness * prices[card] + math.log(-math.log(luck.random())))
    mine, rest = pack[:28], pack[28:]
    luck.shuffle(mine)
    luck.shuffle(rest)
    hands = [mine[:20], *(rest[20 * seat : 20 * seat + 20] for seat in range(4))]
    names = [" ".join(write_cards(hand)) for hand in hands]
    return burying(names, " ".join(write_cards(mine[20:])), match=LEVELUP)


def played_on(given: Given, bots) -> HandScored:
    """Result of the hand when these bots play on."""
    table, views = given.table, [given.seen_by(Seat(seat)) for seat in range(len(bots))]
    luck = random.Random(0)
    while True:
        seat = table.game.asked(table.match)[0].seat
        act = Act(player(seat), bots[seat].choose(views[seat], seat, luck))
        outcome = decide(GAMES, table, act, Chance(SECRETS[3]))
        scored = [event for event in outcome.events if isinstance(event, HandScored)]
        if scored:
            return scored[0]
        table = outcome.table
        for viewer, view in enumerate(views):
            views[viewer] = fold(GAMES, [redact(table.game, event, Seat(viewer)) for event in outcome.events], view)


def test_lu_1v4_01_the_steady_bot_plays_alone_with_winning_hands():
    results = [played_on(rich_hand(seed, 0.75), [STEADY] * 5) for seed in range(40)]
    alone = [result.winners == "declarers" for result in results if result.solo]

    assert 5 <= len(alone) < 40
    assert sum(alone) / len(alone) > 0.7


def test_lu_1v4_01_the_steady_bot_rarely_plays_alone_with_usual_hands():
    results = [played_on(rich_hand(seed, 0.0), [STEADY] * 5) for seed in range(15)]

    assert not any(result.solo for result in results)


# Duels ---------------------------------------------------------------------------------------------------------------


def test_steady_beats_random_clearly():
    result = result_of(duel(STEADY, RANDOM, deal_seeds("tests", 20), random.Random))

    assert result.points.lower > 20
    assert result.levels.lower > 0.5
    assert result.won.mean > 0.8


def test_a_bot_against_itself_gains_nothing_from_the_seats():
    result = result_of(duel(STEADY, STEADY, deal_seeds("tests", 10), random.Random))

    assert (result.points.mean, result.levels.mean, result.won.mean) == (0, 0, 0.5)


def test_both_tables_of_a_deal_have_the_same_cards():
    dealt = []
    for seats in ((STEADY, RANDOM), (RANDOM, STEADY)):
        simulation = Simulation(SimulationSetting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from("deal"))
        simulation.play([seats[seat % 2] for seat in range(4)], random.Random(1))
        dealt.append(next(event for event in simulation.events if type(event).__name__ == "CardsDealt"))

    assert dealt[0] == dealt[1]


def test_the_mean_is_estimated_with_its_interval():
    assert estimate([1.0, 2.0, 3.0])[:2] == (2.0, 1.0)
    assert round(estimate([1.0, 2.0, 3.0]).half_width, 3) == round(1.96 / 3**0.5, 3)
    assert estimate([5.0]).half_width == float("inf")


def test_the_normal_deviates_are_those_of_the_normal_distribution():
    assert abs(Z_95 - NormalDist().inv_cdf(0.975)) < 1e-12


def test_the_interval_of_a_mean_stays_above_the_smallest_possible_sample():
    assert estimate([1.0, 9.0]).lower < 1.0
    assert estimate([1.0, 9.0], least=1.0).lower == 1.0
    assert estimate([5.0], least=1.0)[2:] == (1.0, float("inf"))


@pytest.mark.parametrize(
    ("won", "of", "lower", "upper"),
    [
        (10, 10, 0.7225, 1.0),
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (1, 1, 0.2065, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_a_share_is_estimated_by_the_interval_of_wilson(won: int, of: int, lower: float, upper: float):
    """The figures of n = 263 are in R. G. Newcombe, Two-sided confidence intervals for the single proportion (1998)."""
    found = estimate_share([1.0] * won + [0.0] * (of - won))

    assert (round(found.lower, 4), round(found.upper, 4)) == (lower, upper)
    assert found.mean == won / of


def test_shares_from_several_hands_have_a_narrower_interval():
    of_deals, of_hands = estimate_share([0.5, 0.5, 1.0, 1.0] * 5), estimate_share([0.0, 1.0, 1.0, 1.0] * 5)

    assert of_deals.mean == of_hands.mean == 0.75
    assert of_hands.lower < of_deals.lower < 0.75 < of_deals.upper < of_hands.upper <= 1.0


@given(st.lists(st.sampled_from([0.0, 0.2, 0.25, 0.5, 0.6, 1.0]), max_size=12))
def test_the_interval_of_a_share_contains_the_share_and_only_possible_values(samples: list[float]):
    found = estimate_share(samples)
    shifted = estimate_share([sample - 0.6 for sample in samples], least=-0.6)

    assert 0 <= found.lower <= found.upper <= 1
    assert not samples or found.lower <= found.mean + 1e-9
    assert not samples or found.mean - 1e-9 <= found.upper
    assert abs(shifted.lower + 0.6 - found.lower) < 1e-4
    assert abs(shifted.upper + 0.6 - found.upper) < 1e-4


def test_the_two_sides_have_opposite_values_for_a_hand():
    simulation = Simulation(SimulationSetting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from("worth"))
    table = simulation.play([STEADY] * 4, random.Random(1))
    one, other = hand_result(table, 0), hand_result(table, 1)

    assert (one.points, one.levels, one.won) == (-other.points, -other.levels, 1 - other.won)
    with pytest.raises(TypeError):
        hand_result(playing(["3S", "4S", "5S", "6S"]).table, 0)


# Rotations without fixed partners -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["zhao-peng-you", "levelup-5"])
def test_steady_gains_clearly_more_than_random_among_friends(profile):
    result = rotation_result(rotation(STEADY, RANDOM, deal_seeds("tests", 12), random.Random, profile=profile))

    assert result.better.lower > 0.1


def test_a_bot_gains_equally_in_every_seat_against_itself():
    deals = rotation(STEADY, STEADY, deal_seeds("tests", 2), random.Random, profile="levelup-5", hands=1)

    assert rotation_result(deals).better.mean == pytest.approx(0.0)


@pytest.mark.parametrize("players", range(4, 9))
def test_each_seat_is_held_by_the_first_bot_equally_often(players):
    held = Counter(seat for turn in range(players) for seat in seats_of_first(players, turn))

    assert set(held.values()) == {players // 2}
    assert len(held) == players
