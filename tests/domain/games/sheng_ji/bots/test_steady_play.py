"""What the steady bot plays, and how it takes roles and rules into account."""

import math
import random
from collections import Counter

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.bots.card_counting import CardCounting
from domain.games.sheng_ji.bots.keeping import keeping
from domain.games.sheng_ji.bots.stakes import Stakes
from domain.games.sheng_ji.card_order import order_of
from domain.games.sheng_ji.commands import (
    ChallengePlay,
    Consent,
    Play,
    TakeBack,
)
from domain.games.sheng_ji.play_events import CardsPlayed, HandScored
from domain.kernel.cards import FACES, RANK_OF_NAME, Suit, write_cards
from domain.kernel.seats import Seat
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from tests.support.bots import KITTY, LEVELUP, RANDOM, STEADY, choice, counting
from tests.support.deals import burying, playing, started
from tests.support.friends import ALONE, calling, calls
from tests.support.table import SECRETS, Given, cards, player


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

    assert bot.choose(shown.seen_by(Seat(2)), Seat(2), random.Random(0)) == ChallengePlay(1, Seat(1))
    assert bot.choose(given.seen_by(Seat(0)), Seat(0), random.Random(0)) != ChallengePlay(1, Seat(1))


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
@pytest.mark.slow
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
