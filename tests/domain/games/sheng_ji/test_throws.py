"""SJ-THROW, RUL-10 and DEC-50 to DEC-57: which throws are valid, and the lead that a failed throw forces."""

from collections.abc import Iterable

import pytest

from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.play_events import CardsPlayed, LeadForced, ThrowFailed
from domain.games.sheng_ji.throw import beatable_part, beatable_units, challenge
from domain.games.sheng_ji.units import Unit, decompose, unit_cards
from domain.kernel.cards import NAMES, Cards
from domain.kernel.seats import Seat
from tests.support.deals import led
from tests.support.table import SHENG_JI, When, cards, order, plays
from tests.support.throws import table, thrown


def stands(throw: When) -> bool:
    """Whether the throw succeeds."""
    lead = throw.told(CardsPlayed)
    return sorted(lead.cards) == sorted(throw.move.cards) and len(throw.events) == 1


# Valid throws ---------------------------------------------------------------------------------------------------------


def test_sj_throw_01_unbeatable_units_are_led_together():
    given = table("AS AS KS QS QS", "KS 3S", "10S 10S", "JS JS")

    thrown(given, "QS QS AS KS AS").then(led(0, "AS AS", "QS QS", "KS", reading=["AS AS"]))


VALID = [
    # thrown, right, opposite, left
    ("AS KS", "KS QS", "QS", "JS"),  # equal is not higher
    ("AS KS KS", "AS QS QS", "3S", "4S"),  # a higher single does not harm a pair
    ("AS KS KS", "AS", "AS", "4S"),  # two hands do not add up (DEC-56)
    ("AS 9S 9S 10S 10S JS JS", "QS QS KS KS 3S", "4S", "5S"),  # a higher run of two, not of three
    ("AS 5S 5S 6S 6S", "KS KS 9S 9S", "QS QS", "JS JS"),  # higher pairs, no higher run
]


@pytest.mark.parametrize(("text", "right", "opposite", "left"), VALID)
def test_sj_throw_02_each_unit_must_be_the_highest_of_its_shape_against_each_hand(text, right, opposite, left):
    assert stands(thrown(table(text, right, opposite, left), text))


INVALID = [
    # thrown, right, opposite, left, forced lead
    ("AS KS", "3S", "AS", "4S", "KS"),  # the partner is checked too (DEC-50)
    ("AS QS QS", "KS KS", "3S", "4S", "QS QS"),
    ("AS QS QS", "3S", "4S", "KS KS", "QS QS"),
    ("AS 9S 9S 10S 10S", "QS QS KS KS", "3S", "4S", "9S 9S 10S 10S"),
    ("AS 9S 9S 10S 10S", "JS JS QS QS KS KS", "3S", "4S", "9S 9S 10S 10S"),  # part of a longer run
    ("AS 9S 9S 10S 10S", "10S 10S JS JS", "3S", "4S", "9S 9S 10S 10S"),
]


def failed(seat: int, thrown: Cards, units: Iterable[Cards]) -> ThrowFailed:
    """The event of a failed throw, with the forced unit by the rules."""
    return ThrowFailed(Seat(seat), thrown, tuple(units), (), None)


@pytest.mark.parametrize(("text", "right", "opposite", "left", "forced"), INVALID)
def test_sj_throw_02_a_higher_unit_of_the_same_shape_in_any_hand_beats_the_throw(text, right, opposite, left, forced):
    throw = thrown(table(text, right, opposite, left), text)

    assert throw.events[0] == failed(0, throw.events[0].cards, throw.events[0].units)
    assert sorted(throw.events[0].cards) == sorted(cards(text))
    assert throw.told(CardsPlayed) == led(0, forced)


def test_dec_55_a_higher_card_in_the_kitty_does_not_matter():
    assert stands(thrown(table("KS QS", "3S", "4S", "5S", buried="AS AS KS"), "KS QS"))


def test_sj_throw_02_played_cards_do_not_count():
    given = table("AS KS QS", "AS 3S", "KS 4S", "6S 5S")
    assert not stands(thrown(given, "KS QS"))

    given = given.after_plays("0: AS", "1: AS", "2: KS", "3: 5S")
    assert stands(thrown(given, "KS QS"))


def test_sj_throw_09_trumps_can_be_thrown_and_ruffs_do_not_fail_a_throw():
    assert stands(thrown(table("BJ SJ SJ", "2H AH AH", "2S", "2C"), "BJ SJ SJ"))
    assert not stands(thrown(table("BJ AH AH", "2C 2C", "2S", "3H"), "BJ AH AH"))
    ruffed = table("AS KS QS", "3H 4H 5H", "3S 3S 4S", "5S 6S 6S").after_plays("0: AS KS QS", "1: 3H 4H 5H")
    assert ruffed.phase.trick.winner == 1


def test_sj_throw_02_off_suit_cards_of_the_trump_rank_are_equal_and_do_not_beat_each_other():
    assert stands(thrown(table("BJ BJ 2C", "2D 2D", "2S", "2S"), "BJ BJ 2C"))
    assert not stands(thrown(table("BJ BJ 2C", "2H 2D", "2S", "2S"), "BJ BJ 2C"))


# Forced leads ---------------------------------------------------------------------------------------------------------


WEAKEST = [
    # thrown, right, opposite, left, the weakest beatable unit
    ("QS JS 9S 9S", "AS", "10S 10S", "KS", "JS"),
    ("QS QS JS JS 9S", "AS AS", "KS KS", "10S", "9S"),
    ("AS QS QS 9S 9S", "KS KS", "JS JS", "3S", "9S 9S"),
    ("AS AS QS QS 5S 5S 6S 6S", "KS KS", "7S 7S 8S 8S", "3S", "QS QS"),
    ("AS 5S 5S 6S 6S 9S 9S 10S 10S JS JS", "QS QS KS KS", "7S 7S 8S 8S", "3S", "5S 5S 6S 6S"),
]


@pytest.mark.parametrize(
    ("text", "right", "opposite", "left", "forced"), WEAKEST, ids=[f"{text}, {right}" for text, right, *_ in WEAKEST]
)
@pytest.mark.parametrize("turned", [False, True], ids=["", "hands exchanged"])
def test_sj_throw_04_and_05_a_failed_throw_leads_its_weakest_beatable_unit(text, right, opposite, left, forced, turned):
    others = (left, right, opposite) if turned else (right, opposite, left)
    throw = thrown(table(text, *others), text)

    assert throw.told(LeadForced).cards == throw.told(CardsPlayed).cards
    assert sorted(throw.told(CardsPlayed).cards) == sorted(cards(forced))


@pytest.mark.parametrize(
    ("text", "trumps", "forced"),
    [
        ("BJ 8S 8D", "8H", "8D"),
        ("BJ 8S 8C 8D", "8H", "8C"),
        ("BJ 8S 8S 8D 8D", "8H", "8D 8D"),
        ("BJ 8S 8H 8D", "8", "8D"),
    ],
)
def test_rul_10_the_unit_of_the_lower_suit_is_led_among_equal_units(text, trumps, forced):
    given = table(text, "BJ SJ SJ 8H 8H" if trumps == "8H" else "BJ SJ SJ", "3S", "4S", trumps=trumps)
    throw = thrown(given, text)

    assert sorted(throw.told(CardsPlayed).cards) == sorted(cards(forced))


@pytest.mark.parametrize(
    ("right", "opposite", "left", "witness", "shown"),
    [
        ("AS 3S", "AS KS", "4S", 1, "AS"),
        ("3S 3S", "KS AS", "AS 4S", 2, "KS"),
        ("3S 3S", "4S", "AS KS", 3, "KS"),
    ],
)
def test_dec_51_the_witness_is_the_first_seat_to_the_right_that_can_beat_the_unit_with_its_lowest_one(
    right, opposite, left, witness, shown
):
    throw = thrown(table("QS JS JS", right, opposite, left), "QS JS JS")

    throw.then(
        failed(0, cards("JS JS QS"), map(cards, ("JS JS", "QS"))),
        LeadForced(Seat(0), cards("QS"), Seat(witness), cards(shown), 0),
        led(0, "QS"),
    )


def test_dec_51_the_witness_can_beat_the_unit_that_is_led():
    # The right-hand neighbour could beat the pair. The single is led, which only the partner beats.
    throw = thrown(table("KS JS JS", "QS QS", "AS 3S", "4S"), "KS JS JS")

    assert throw.told(LeadForced) == LeadForced(Seat(0), cards("KS"), Seat(2), cards("AS"), 0)


@pytest.mark.parametrize(
    ("reveal", "witness", "shown"), [("witness_cards", 2, "AS"), ("witness_seat", 2, ""), ("none", None, "")]
)
def test_dec_51_the_option_decides_what_is_shown_of_the_witness(reveal, witness, shown):
    throw = thrown(table("KS QS", "3S", "AS", "4S", throw_reveal=reveal), "KS QS")
    forced = throw.told(LeadForced)

    assert (forced.witness, forced.witness_cards) == (witness, cards(shown))


def test_dec_57_the_forced_unit_is_led_at_once_and_the_next_seat_answers_it():
    given = table("KS QS 3S", "4S 5S", "AS 6S", "7S 8S").after((0, plays("KS QS")))

    assert SHENG_JI.asked(given.table.match) == ((1, "play"),)
    assert given.phase.trick.lead.size == 1
    assert "KS" in given.view(Seat(0))["hand"]


def test_sj_throw_08_a_seat_that_could_beat_the_unit_need_not_do_so():
    given = table("KS QS", "3S", "AS 4S", "5S").after((0, plays("KS QS"))).after_plays("1: 3S", "2: 4S", "3: 5S")

    assert given.phase.last_trick.winner == 0


# challenger_choice and all_beatable: the sets that they choose from ---------------------------------------------------


SPADES = 3


def in_spades(text: str):
    return in_suit(hand_of(order("8H"), cards(text)), SPADES)


def written(units) -> list[str]:
    return [" ".join(NAMES[card] for card in unit_cards(order("8H"), SPADES, unit)) for unit in units]


CHALLENGES = [
    # thrown, other hands from the right, the challenger's place and what it can beat, all beatable units
    ("KS QS QS 10S 10S", ["AS 2S", "JS JS 9S", "3S"], (0, ["KS"]), ["10S 10S", "KS"]),
    ("KS QS QS 10S 10S", ["2S", "JS JS AS", "AS"], (1, ["KS", "10S 10S"]), ["10S 10S", "KS"]),
    ("KS QS QS 10S 10S", ["2S", "AS AS", "JS JS"], (1, ["KS", "10S 10S", "QS QS"]), ["QS QS", "10S 10S", "KS"]),
    ("AS 2S 2S 3S 3S", ["", "4S 4S 5S 5S", ""], (1, ["2S 2S 3S 3S"]), ["2S 2S 3S 3S"]),
    ("AS KS KS", ["AS QS QS", "3S 3S", ""], None, []),
]


@pytest.mark.parametrize(("text", "others", "challenger", "all_of_it"), CHALLENGES)
def test_sj_throw_04_the_challenger_and_the_beatable_part_of_a_throw_are_found(text, others, challenger, all_of_it):
    chain = order("8H").chains[SPADES]
    units, holdings = decompose(chain, in_spades(text)), [in_spades(other) for other in others]
    found = challenge(chain, units, holdings)

    assert (found and (found[0], written(found[1]))) == challenger
    assert written(beatable_part(units, beatable_units(chain, units, holdings))) == all_of_it


def test_the_choice_of_the_challenger_does_not_depend_on_later_hands():
    chain = order("8H").chains[SPADES]
    units = decompose(chain, in_spades("KS QS QS 10S 10S"))
    hands = ["JS JS 3S", "AS AS", "2S"]

    assert challenge(chain, units, [in_spades(each) for each in hands]) == challenge(
        chain, units, [in_spades(hands[0]), in_spades(""), in_spades("")]
    )


def test_dec_54_the_beatable_part_of_a_throw_is_led_in_its_units():
    chain = order("8H").chains[SPADES]
    units = decompose(chain, in_spades("3S 3S 5S 5S 6S"))

    assert beatable_part(units, units) == units
    twice = (Unit(1, 1, 3, 8), Unit(1, 1, 3, 8), Unit(1, 1, 2, 4))
    assert beatable_part(twice, beatable_units(chain, twice[:2], [in_spades("AS")])) == twice[:2]
