"""What the bot `club` compares and counts when it leads and follows."""

from random import Random

from domain.games.sheng_ji.bots.follow_features import FollowFeatures
from domain.games.sheng_ji.bots.net import Scorer, Unit
from domain.games.sheng_ji.bots.prospects import Prospects, masters_in
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, EffectiveSuit
from domain.games.sheng_ji.units import unit_of_cards
from domain.kernel.seats import Seat
from tests.bench.play_net import Net
from tests.support.bots import counting
from tests.support.deals import playing
from tests.support.table import Given, cards

SPADES = EFFECTIVE_SUITS[3]


def compared(given: Given, seat: int) -> list[str]:
    """Returns the plays that the seat compares, each sorted."""
    match = given.seen_by(Seat(seat)).match
    follower = FollowFeatures(match, match.phase, match.phase.trick, Seat(seat))
    return sorted([" ".join(sorted(map(str, play))) for play in follower.candidates()])


def written(*plays: str) -> list[str]:
    return sorted([" ".join(sorted(map(str, cards(play)))) for play in plays])


def test_a_void_hand_compares_low_cards_points_and_trumps():
    given = playing(["AS 3S 4S 5S 6S", "7D 8D KD 4C 9H", "7S 8S 9S 10S JS", "7C 8C 9C JC QC"]).after_plays("0: AS")

    assert compared(given, 1) == written("7D", "KD", "4C", "9H")


def test_a_hand_that_lacks_a_card_of_a_pair_compares_what_to_add():
    given = playing(["AS AS 4S 5S", "6S 8D KD 4C", "7S 8S 9S 10S", "7C 8C 9C JC"]).after_plays("0: AS AS")

    assert compared(given, 1) == written("6S 8D", "6S KD", "6S 4C")


def test_a_hand_that_has_the_suit_discards_nothing():
    given = playing(["AS 3S 4S", "7S KS 8D", "7D 8D 9D", "7C 8C 9C"]).after_plays("0: AS")

    assert compared(given, 1) == written("7S", "KS")


def test_cards_that_no_unseen_card_beats_are_masters():
    given = playing(["AS AS KS QS 3H", "7S 8S 9S 4H 5H", "7D 8D 9D 6H 7H", "7C 8C 9C 8H 9H"])

    assert masters_in(counting(given, 0), SPADES) == 3, "the other king is unseen, and only equal"
    assert masters_in(counting(given, 1), SPADES) == 0
    assert masters_in(counting(given, 0), TRUMPS) == 0


def beaten(given: Given, suit: EffectiveSuit, text: str) -> tuple[float, float]:
    """Returns the expected numbers of friends and opponents of the leader that beat one of its units."""
    mine = counting(given, 0)
    return Prospects(mine, [Seat(1), Seat(2), Seat(3)]).beaten(suit, unit_of_cards(mine.order, cards(text)))


def test_seats_that_may_beat_a_unit_are_counted_for_their_sides():
    given = playing(["AS KS QS 3H", "7S 8S 9S 4H", "7D 8D 9D 6H", "7C 8C 9C 8H"])

    assert beaten(given, SPADES, "AS") == (0.0, 0.0)
    friends, opponents = beaten(given, SPADES, "QS")
    assert 0.0 < friends < opponents < 2 * friends + 1e-9, "there is one friend and there are two opponents"


def test_the_shared_features_are_weighed_once_and_change_no_choice():
    luck = Random(1)

    def some(count: int) -> tuple[float, ...]:
        return tuple([luck.uniform(-1, 1) for _ in range(count)])

    net = Net(some(7), tuple([Unit(luck.choice((-1, 1)), luck.uniform(-1, 1), some(7)) for _ in range(6)]))
    shared, one, other = some(3), some(4), some(4)
    scorer = Scorer(net.direct, net.units, shared)

    whole = net.score((*shared, *one)) - net.score((*shared, *other))
    assert abs(scorer.score(one) - scorer.score(other) - whole) < 1e-12
