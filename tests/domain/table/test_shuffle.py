"""The verifiable shuffle, implemented independently from its published description."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.events import HandPrepared
from domain.kernel import shuffle
from domain.kernel.cards import Face, is_joker, ordered_decks
from domain.kernel.seats import Seat
from domain.table.commands import OpenTable, Sit, Start
from domain.table.decide import decide
from domain.table.events import CardsDealt, HandOpened
from domain.table.hands import Chance
from tests.support.deals import HOST
from tests.support.matches import played_by_chance
from tests.support.table import player

SECRET = bytes.fromhex("00112233445566778899aabbccddeeff" * 2)
ENTROPIES = ["", "abc", "Würfel 🎲", "x" * 64]


def four(number: int) -> bytes:
    return bytes([number >> 24 & 255, number >> 16 & 255, number >> 8 & 255, number & 255])


def dice_again(key: bytes, label: bytes):
    """The random numbers, as the description defines them."""
    block = 0
    while True:
        digest = hmac.new(key, label + bytes([0]) + four(block), hashlib.sha256).digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        block += 1


def below_again(numbers, limit: int) -> int:
    largest = (2**32 // limit) * limit
    for number in numbers:
        if number < largest:
            return number % limit
    raise AssertionError("dice never end")


def seed_again(secret: bytes, hand: int, entropies: list[str]) -> bytes:
    message = four(hand)
    for entropy in entropies:
        message += four(len(entropy.encode("utf-8"))) + entropy.encode("utf-8")
    return hmac.new(secret, message, hashlib.sha256).digest()


def shuffled_again(cards: list[int], numbers) -> list[int]:
    pack = list(cards)
    for last in range(len(pack) - 1, 0, -1):
        chosen = below_again(numbers, last + 1)
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return pack


def cut_again(entropy: str, hand: int, count: int) -> int:
    key = hashlib.sha256(entropy.encode("utf-8")).digest()
    return 1 + below_again(dice_again(key, b"cut" + four(hand)), count - 1)


# Steps of the shuffle -------------------------------------------------------------------------------------------------


def test_the_commitment_is_the_sha256_of_the_secret():
    assert shuffle.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert shuffle.commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize("hand", [1, 2, 255, 256, 70_000])
@pytest.mark.parametrize("seats", [1, 4])
def test_the_seed_mixes_secret_hand_and_entropies_with_their_lengths(hand, seats):
    assert shuffle.seed(SECRET, hand, ENTROPIES[:seats]) == seed_again(SECRET, hand, ENTROPIES[:seats])


def test_the_boundaries_between_entropies_affect_the_seed():
    seeds = {
        shuffle.seed(SECRET, 1, entropies)
        for entropies in (["ab", "c"], ["a", "bc"], ["abc", ""], ["", "abc"], ["c", "ab"])
    }

    assert len(seeds) == 5


@pytest.mark.parametrize("label", [b"shuffle", b"prepare", b""])
@pytest.mark.parametrize("limit", [1, 2, 3, 54, 108, 2**31 + 1, 2**32])
def test_the_dice_give_the_documented_numbers(label, limit):
    dice, numbers = shuffle.Dice(SECRET, label), dice_again(SECRET, label)

    for _ in range(100):
        assert dice.below(limit) == below_again(numbers, limit)


def test_numbers_that_would_bias_the_result_are_rejected():
    # Below 2^31 + 1 almost half of the numbers are rejected.
    dice, numbers = shuffle.Dice(SECRET, b"fair"), dice_again(SECRET, b"fair")
    taken = [dice.below(2**31 + 1) for _ in range(50)]
    raw = [next(numbers) for _ in range(200)]

    assert taken == [number for number in raw if number < 2**31 + 1][:50]


@pytest.mark.parametrize("count", [1, 2, 5, 54, 108])
def test_the_pack_is_shuffled_from_the_last_position_down(count):
    pack = tuple(map(Face, range(count)))
    again = shuffled_again(list(pack), dice_again(SECRET, b"shuffle"))

    assert list(shuffle.shuffled(pack, shuffle.Dice(SECRET, b"shuffle"))) == again


@pytest.mark.parametrize("entropy", ENTROPIES)
@pytest.mark.parametrize("hand", [1, 2, 300])
def test_the_cut_follows_from_the_entropy_of_the_seat_that_cuts(entropy, hand):
    at = shuffle.cut_at(entropy, hand, 108)

    assert at == cut_again(entropy, hand, 108)
    assert 1 <= at <= 107


def test_cutting_moves_the_top_to_the_bottom():
    pack = tuple(map(Face, range(6)))

    assert shuffle.cut(pack, 2) == (2, 3, 4, 5, 0, 1)
    assert shuffle.cut(pack, 5) == (5, 0, 1, 2, 3, 4)


# A whole deal --------------------------------------------------------------------------------------------------------


def dealt(secret: bytes, entropies: list[str]) -> list:
    command = OpenTable(HOST, "sheng_ji", "zhang-2021", {"first_drawer_method": "random"}, listed=False, hands=1)
    table = decide(GAMES, None, command, Chance(secret)).table
    for seat, entropy in enumerate(entropies):
        table = decide(GAMES, table, Sit(player(seat), Seat(seat), entropy), Chance(b"")).table
    return list(decide(GAMES, table, Start(HOST), Chance(bytes(32))).events)


@pytest.mark.parametrize("secret", [SECRET, bytes(32), b"\xff" * 32])
def test_a_deal_can_be_verified_from_published_data(secret):
    _, opened, prepared, deal = dealt(secret, ENTROPIES)
    seed = seed_again(secret, opened.hand, list(opened.entropies))
    pack = shuffled_again(list(ordered_decks(2)), dice_again(seed, b"shuffle"))
    at = cut_again(ENTROPIES[prepared.cutter], 1, 108)

    assert prepared.first_drawer == below_again(dice_again(seed, b"prepare"), 4)
    assert prepared.cutter == (prepared.first_drawer - 1) % 4
    assert deal == CardsDealt(4, prepared.first_drawer, 25, 25, at, (*pack[at:], *pack[:at]))


def test_every_hand_of_a_match_can_be_verified_afterwards():
    events = [event for outcome in played_by_chance(3, "zhang-2021", {}, hands=3) for event in outcome.events]
    opened = [event for event in events if isinstance(event, HandOpened)]
    secrets = [event.secret for event in events if type(event).__name__ == "SecretPublished"]
    prepared = [event for event in events if isinstance(event, HandPrepared)]
    deals = [event for event in events if isinstance(event, CardsDealt)]

    assert len(opened) == len(secrets) == len(prepared) == len(deals) == 3
    for hand, secret, before, deal in zip(opened, secrets, prepared, deals, strict=True):
        seed = seed_again(bytes.fromhex(secret), hand.hand, list(hand.entropies))
        pack = shuffled_again(list(ordered_decks(2)), dice_again(seed, b"shuffle"))
        at = cut_again(hand.entropies[before.cutter], hand.hand, 108)
        assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == hand.commitment
        assert (deal.cut, deal.order) == (at, (*pack[at:], *pack[:at]))


@pytest.mark.parametrize("seat", range(4))
def test_the_entropy_of_every_seat_changes_the_deal(seat):
    other = [*ENTROPIES]
    other[seat] += "!"

    assert dealt(SECRET, ENTROPIES)[-1].order != dealt(SECRET, other)[-1].order
    assert dealt(SECRET, ENTROPIES)[-1] == dealt(SECRET, ENTROPIES)[-1]


# Limits of a commitment, as in the players' guide ---------------------------------------------------------------------

TRIES = 60


def jokers_of_seat_0(secret: bytes, entropies: list[str]) -> int:
    """Number of the four jokers in the first hand of seat 0."""
    deal = dealt(secret, entropies)[-1]
    return sum(
        1
        for place, card in enumerate(deal.order[: deal.drawn * 4])
        if (deal.first_drawer + place) % 4 == 0 and is_joker(card)
    )


def test_a_player_who_knows_the_secret_and_gives_entropy_last_can_choose_the_deal():
    suits = max(
        (f"try {number}" for number in range(TRIES)), key=lambda last: jokers_of_seat_0(SECRET, [*ENTROPIES[:3], last])
    )
    chosen = dealt(SECRET, [*ENTROPIES[:3], suits])[-1]

    assert jokers_of_seat_0(SECRET, [*ENTROPIES[:3], suits]) >= 3
    changed = [dealt(SECRET, [f"later {number}", *ENTROPIES[1:3], suits])[-1] for number in range(TRIES)]
    assert chosen not in changed
    found = [jokers_of_seat_0(SECRET, [f"later {number}", *ENTROPIES[1:3], suits]) for number in range(TRIES)]
    assert sum(found) / TRIES < 1.5, "a random deal has about one joker"


def test_a_server_that_knows_all_entropies_before_the_commitment_can_choose_the_secret():
    secrets = [bytes([number]) * 32 for number in range(TRIES)]

    assert max(jokers_of_seat_0(secret, ENTROPIES) for secret in secrets) >= 3


# Fairness ------------------------------------------------------------------------------------------------------------


def chi_squared(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


def test_all_orders_of_four_cards_are_equally_likely():
    pack = tuple(map(Face, range(4)))
    orders = Counter(shuffle.shuffled(pack, shuffle.Dice(SECRET, b"%d" % trial)) for trial in range(4800))

    assert set(orders) == set(permutations(pack))
    assert chi_squared(list(orders.values())) < 49.7  # one sample in a thousand exceeds it, with 23 degrees of freedom


def test_every_card_is_equally_likely_in_every_position():
    pack = tuple(map(Face, range(13)))
    shuffles = [shuffle.shuffled(pack, shuffle.Dice(SECRET, b"place %d" % trial)) for trial in range(2600)]

    for card in (0, 6, 12):
        places = Counter(order.index(card) for order in shuffles)
        assert chi_squared([places[place] for place in pack]) < 32.9  # with 12 degrees of freedom


def test_all_cut_positions_are_equally_likely():
    cuts = Counter(shuffle.cut_at("entropy", hand, 11) for hand in range(3000))

    assert sorted(cuts) == list(range(1, 11))
    assert chi_squared(list(cuts.values())) < 27.9  # with 9 degrees of freedom
