"""ZS-DECK-01, ZS-DEAL-01, ZS-TURN-01, ZS-TEAM-02, DEC-108 and DEC-111: the pack, the deal, and who leads first."""

from collections import Counter

import pytest

from domain.games.zheng_shangyou.decide import prepare
from domain.games.zheng_shangyou.events import CombinationPlayed, DealPrepared, LeaderFound
from domain.games.zheng_shangyou.state import Dealt
from domain.kernel.cards import FACES
from domain.kernel.seats import Seat
from domain.kernel.shuffle import Dice
from domain.kernel.viewers import Onlooker
from domain.table.events import CardsDealt
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from tests.support.climbing import Given, card, dealt, played_by_chance, started

SIZES = {4: [14, 14, 13, 13], 5: [11] * 4 + [10], 6: [9] * 6, 7: [8] * 5 + [7] * 2, 8: [7] * 6 + [6] * 2, 9: [6] * 9}


def dealt_at(profile: str, seed: str, **options: object) -> tuple[DealPrepared, CardsDealt, Simulation]:
    simulation = Simulation(SimulationSetting("zheng_shangyou", profile, options, 1), secrets_from(seed))
    (prepared,) = (event for event in simulation.events if isinstance(event, DealPrepared))
    (cards,) = (event for event in simulation.events if isinstance(event, CardsDealt))
    return prepared, cards, simulation


@pytest.mark.parametrize("players", SIZES)
def test_zs_deal_01_and_dec_111_one_pack_is_dealt_card_by_card_and_first_seats_may_get_one_more(players):
    prepared, cards, _ = dealt_at("zheng-shangyou", "sizes", zs_players=players)
    hands = [cards.drawn_by(Seat((prepared.first_drawer + step) % players)) for step in range(players)]

    assert [len(hand) for hand in hands] == SIZES[players]
    assert Counter(card for hand in hands for card in hand) == Counter(FACES)
    assert cards.left_over() == ()
    assert hands[0][0] == cards.order[0]


def test_zs_deal_01_the_first_dealer_is_drawn_by_lot_and_leads():
    prepared = [dealt_at("zheng-shangyou", f"{seed}")[0] for seed in range(60)]

    assert {each.leader for each in prepared} == set(range(5))
    assert all(each.leader == each.first_drawer and each.exposed is None for each in prepared)
    assert all(each.cutter == (each.first_drawer - 1) % 5 for each in prepared)


def test_zs_team_02_the_player_with_the_exposed_card_leads():
    for seed in range(20):
        prepared, cards, simulation = dealt_at("san-jia-xi", f"{seed}")
        (found,) = (event for event in simulation.events if isinstance(event, LeaderFound))

        assert prepared.leader is None
        assert found.card == prepared.exposed
        assert found.card in cards.drawn_by(found.seat)
        assert simulation.table.game.asked(simulation.table.match) == ((found.seat, "play"),)


def test_dec_108_every_card_is_equally_likely_to_be_exposed_and_reveals_nothing_about_the_deal():
    exposed = Counter()
    match = started("san-jia-xi").match
    for number in range(2000):
        (prepared,), plan = prepare(match, Dice(b"seed", f"{number}".encode()))
        exposed[prepared.exposed] += 1
        assert plan.pack == FACES
    assert set(exposed) == set(FACES)
    assert max(exposed.values()) < 75, "37 of each card are expected"


def test_dec_108_everybody_knows_the_holder_of_the_exposed_card():
    hands = ["3C", "4C", "5C", "6C", "7C", "8C"]
    given = started("san-jia-xi").and_then(DealPrepared(Seat(1), Seat(0), None, card("6C")), dealt(hands, 1))
    assert isinstance(given.phase, Dealt)
    assert given.asked == []
    after = Given((*given.events, LeaderFound(Seat(3), card("6C"))))

    assert after.asked == [(3, "play")]
    for viewer in (Seat(0), Onlooker.SPECTATOR):
        seen = after.view(viewer)
        assert seen["shown"][3] == ["6C"]
        assert seen["exposed"] == "6C"
        assert seen["hand_sizes"] == [1] * 6


def test_zs_team_02_a_card_is_exposed_only_before_the_first_deal():
    events = played_by_chance("exposed", "san-jia-xi", {}, 3).events
    prepared = [event for event in events if isinstance(event, DealPrepared)]

    assert [each.exposed is not None for each in prepared] == [True, False, False]
    assert sum(isinstance(event, LeaderFound) for event in events) == 1


@pytest.mark.parametrize("first_lead", ["dealer", "drawn_card_holder"])
@pytest.mark.parametrize(("profile", "players"), [("zheng-shangyou", 5), ("zheng-shangyou-4-partners", 4)])
def test_zs_first_lead_can_be_combined_with_every_profile(first_lead, profile, players):
    events = played_by_chance(first_lead, profile, {"zs_first_lead": first_lead}, 1).events
    leader = next(event for event in events if isinstance(event, CombinationPlayed)).seat
    prepared = next(event for event in events if isinstance(event, DealPrepared))
    found = [event.seat for event in events if isinstance(event, LeaderFound)]

    assert [leader] == (found or [prepared.leader])
    assert leader < players
