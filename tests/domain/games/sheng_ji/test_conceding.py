"""EX-CONCEDE-01: a side concedes the rest of a hand, and the other side gets all outstanding points."""

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.concession import CannotConcede
from domain.games.sheng_ji.decide import concede
from domain.games.sheng_ji.play_events import HandConceded, HandScored, KittyRevealed
from domain.games.sheng_ji.state import Tricks
from domain.kernel.cards import points
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from tests.support.deals import burying, playing, started
from tests.support.friends import calling, calls
from tests.support.matches import played_by_chance
from tests.support.table import Given, cards

SHENG_JI = GAMES["sheng_ji"]


def after_a_trick(**options) -> Given:
    """Seat 0, the dealer, has taken 10 points; 25 are in the hands, and 10 in the kitty."""
    hands = ["AS 5S KH", "10S 3S 3C", "4S KS 4C", "6S 7S 5C"]
    given = playing(hands, buried="10D", match=started(**options))
    return given.after_plays("0: AS", "1: 10S", "2: 4S", "3: 6S")


def conceded(given: Given, seat: int) -> tuple:
    match = given.table.match
    return concede(match, SHENG_JI.side_in_hand(match, Seat(seat))).events


def scored(events: tuple) -> HandScored:
    (found,) = (event for event in events if isinstance(event, HandScored))
    return found


@pytest.mark.parametrize("seat", [0, 2])
def test_ex_concede_01_conceding_declarers_lose_all_points_and_the_kitty_at_the_factor_of_a_single(seat):
    events = conceded(after_a_trick(), seat)

    assert events[0] == HandConceded((Seat(0), Seat(2)), Seat(1), points=30, red_fives=())
    assert KittyRevealed(cards("10D")) in events
    result = scored(events)
    assert (result.trick_points, result.kitty_points, result.kitty_factor) == (30, 10, 2)
    assert result.opponent_points == 50


def test_ex_concede_01_conceding_opponents_keep_their_points_and_the_kitty_does_not_count():
    result = scored(conceded(after_a_trick(), 3))

    assert (result.trick_points, result.kitty_factor, result.opponent_points) == (0, 0, 0)
    assert result.winners == "declarers"


def test_ex_concede_01_the_current_trick_goes_to_the_other_side():
    given = after_a_trick().after_plays("0: 5S", "1: 3S")

    assert conceded(given, 0)[0].points == 30


def test_ex_concede_01_red_fives_in_hand_are_lost():
    hands = ["AS 5H", "10S 5H", "4S KS", "6S 7S"]
    given = playing(hands, match=started(hong_wu="h5", hong_wu_penalty=20))
    given = given.after_plays("0: AS", "1: 10S", "2: 4S", "3: 6S")

    assert conceded(given, 0)[0].red_fives == (Seat(0),)
    assert scored(conceded(given, 0)).penalties == 20
    assert scored(conceded(given, 1)).penalties == -20


def refusal_of(given: Given, seat: int) -> Refusal:
    with pytest.raises(Refusal) as refused:
        SHENG_JI.side_in_hand(given.table.match, Seat(seat))
    return refused.value


def test_ex_concede_01_a_hand_cannot_be_conceded_before_the_first_trick_has_ended():
    hands = ["AS", "3S", "4S", "5S"]
    for given in (burying(hands, "3C"), playing(hands)):
        refusal = refusal_of(given, 0)
        assert (type(refusal), refusal.rule) == (CannotConcede, "EX-CONCEDE-01")


def test_ex_concede_01_a_hand_cannot_be_conceded_while_a_friend_can_still_join():
    match = started("zhao-peng-you")
    kitty = " ".join(["3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D"][: match.table.rules.deal_shape.kitty])
    hands = ["BJ AS 4H", "3C 4C 5C", "3S 4S KC", "5D 6C AC", "5S 6S 7S"][: match.table.rules.players]
    given = calling(hands, kitty, match=match).after((0, calls("1 AC")))
    given = given.after_plays("0: BJ", "1: 3C", "2: 3S", "3: 5D", *(["4: 5S"] if len(hands) > 4 else []))

    assert "friend" in refusal_of(given, 0).detail
    given = given.after_plays("0: 4H", "1: 4C", "2: 4S", "3: AC", *(["4: 6S"] if len(hands) > 4 else []))
    assert SHENG_JI.side_in_hand(given.table.match, Seat(3)) == (0, 3)
    assert SHENG_JI.side_in_match(given.table.match, Seat(3)) is None


def test_ex_concede_01_a_hand_cannot_be_conceded_while_the_last_trick_can_hook_the_declarers():
    given = playing(["AS AH", "3S 3C", "4S 4C", "5S 5C"], trumps="JH", match=started(gou_dao_di="any_trump_jack"))

    refusal_of(given.after_plays("0: AS", "1: 3S", "2: 4S", "3: 5S"), 0)


@pytest.mark.parametrize("options", [{}, {"hong_wu": "h5", "hong_wu_penalty": 10}])
def test_ex_concede_01_conceding_gains_nothing_except_the_factor_of_the_last_trick(options):
    """Conceding gives no better points than playing on in which the last trick counts as a single."""
    looked = 0
    for seed in range(4):
        had_then: dict[bool, list[int]] = {True: [], False: []}
        for outcome in played_by_chance(seed, "zhang-2021", {"kitty_multiplier": "flat_2", **options}, hands=1):
            match = outcome.table.match
            if match and isinstance(match.phase, Tricks) and match.phase.last_trick and match.phase.chooser is None:
                for seat in (Seat(0), Seat(1)):
                    side = SHENG_JI.side_in_hand(match, seat)
                    declares = match.phase.deal.declares(seat)
                    had_then[declares].append(scored(concede(match, side).events).opponent_points)
            for event in outcome.events:
                if isinstance(event, HandScored):
                    assert all(event.opponent_points <= had for had in had_then[True])
                    assert all(event.opponent_points >= had for had in had_then[False])
                    looked += len(had_then[True])
    assert looked > 50


def test_ex_concede_01_the_points_of_every_card_are_counted_once():
    for outcome in played_by_chance(5, "zhang-2021", {}, hands=1):
        match = outcome.table.match
        if not match or not isinstance(match.phase, Tricks) or not match.phase.last_trick or match.phase.chooser:
            continue
        tricks = match.phase
        given = concede(match, SHENG_JI.side_in_hand(match, Seat(0))).events[0]
        assert sum(tricks.points) + given.points + points(tricks.kitty) == 200
