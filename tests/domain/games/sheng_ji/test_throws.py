"""SJ-THROW, RUL-02, RUL-10 and DEC-50 to DEC-58: leading several units of one suit together."""

from collections.abc import Iterable

import pytest

from domain.games.sheng_ji.check import NotAChoice, NotYourTurn
from domain.games.sheng_ji.holding import hand_of
from domain.games.sheng_ji.play_events import CardsPlayed, HandScored, LeadForced, ThrowFailed
from domain.games.sheng_ji.throw import beatable_part, beatable_units, challenge, penalty_points
from domain.games.sheng_ji.units import Unit, decompose, unit_cards
from domain.kernel.cards import NAMES, Cards
from domain.kernel.seats import Seat
from domain.table.refusals import WrongPhase
from tests.support.deals import led, playing, started
from tests.support.table import SHENG_JI, Given, When, buries, cards, order, plays


def table(
    leader: str, right: str, opposite: str, left: str, *, trumps: str = "2H", buried: str = "3C", **options
) -> Given:
    """Seat 0 deals and leads. Hands are filled up with small diamonds, which are never thrown."""
    hands = [leader.split(), right.split(), opposite.split(), left.split()]
    size = max(map(len, hands)) + 1
    filler = iter([rank + "D" for rank in "3456789" for _ in range(2)] * 2)
    hands = [hand + [next(filler) for _ in range(size - len(hand))] for hand in hands]
    return playing([" ".join(hand) for hand in hands], trumps=trumps, buried=buried, match=started(**options))


def thrown(given: Given, text: str) -> When:
    return given.when(0, plays(text))


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


# The choice of the leader ---------------------------------------------------------------------------------------------


def choosing(**options) -> Given:
    """Both the single and the pair can be beaten."""
    return table("AS KS QS QS", "AS KS KS", "3S 3S", "4S", throw_forced_lead="leader_choice", **options)


def test_rul_02_the_leader_is_offered_every_beatable_unit():
    units = tuple(map(cards, ("QS QS", "KS")))
    thrown(choosing(), "KS QS QS").then(ThrowFailed(Seat(0), cards("QS QS KS"), units, units[::-1], Seat(0)))
    given = choosing().after((0, plays("KS QS QS")))

    assert SHENG_JI.asked(given.table.match) == ((0, "play"),)
    assert given.moves(0) == {"asked": "play", "choose": True, "cards": [["KS"], ["QS", "QS"]], "complete": True}
    assert given.view(Seat(0))["choices"] == [["KS"], ["QS", "QS"]]


def test_dec_51_the_others_see_the_throw_the_forced_lead_and_a_witness():
    given = choosing().after((0, plays("KS QS QS")))
    failed = {
        "seat": 0,
        "cards": ["QS", "QS", "KS"],
        "chooser": 0,
        "forced": None,
        "witness": None,
        "witness_cards": [],
        "penalty": 0,
    }

    assert given.view(Seat(2))["choices"] == []
    assert given.view(Seat(2))["failed_throw"] == failed
    given = given.after((0, plays("QS QS")))
    failed |= {"forced": ["QS", "QS"], "witness": 1, "witness_cards": ["KS", "KS"]}
    assert given.view(Seat(2))["failed_throw"] == failed
    given = given.after_plays("1: KS KS", "2: 3S 3S", "3: 4S 6D")
    assert given.view(Seat(2))["failed_throw"] is None
    assert given.view(Seat(2))["last_trick"]["failed_throw"] == failed


@pytest.mark.parametrize(("chosen", "shown"), [("KS", "AS"), ("QS QS", "KS KS")])
def test_sj_throw_04_the_leader_may_lead_any_of_the_beatable_units(chosen, shown):
    choosing().after((0, plays("KS QS QS"))).when(0, plays(chosen)).then(
        LeadForced(Seat(0), cards(chosen), Seat(1), cards(shown), 0), led(0, chosen)
    )


@pytest.mark.parametrize("other", ["AS", "QS", "KS QS QS", "QS QS QS", "3D", "KS QS"])
def test_dec_57_the_leader_can_lead_nothing_else(other):
    given = choosing().after((0, plays("KS QS QS")))

    given.when(0, plays(other)).then_refused(NotAChoice, "SJ-THROW-04", legal=["KS", "QS QS"])


def test_other_plays_are_refused_while_the_leader_chooses_a_unit():
    given = choosing().after((0, plays("KS QS QS")))

    given.when(1, plays("AS")).then_refused(NotYourTurn)
    given.when(0, buries("KS")).then_refused(WrongPhase)


def test_a_single_beatable_unit_leaves_no_choice():
    throw = thrown(table("AS KS QS QS", "AS", "3S 3S", "4S", throw_forced_lead="leader_choice"), "KS QS QS")

    assert throw.told(ThrowFailed).choices == ()
    assert throw.told(CardsPlayed) == led(0, "KS")


def test_after_the_choice_the_hand_continues_as_after_any_lead():
    given = choosing().after((0, plays("KS QS QS")), (0, plays("QS QS")))

    assert given.view(Seat(1))["choices"] == []
    assert given.phase.choices == ()
    assert SHENG_JI.asked(given.table.match) == ((1, "play"),)
    given = given.after_plays("1: KS KS", "2: 3S 3S")
    assert given.phase.trick.winner == 1


@pytest.mark.parametrize(("profile", "chooses"), [("zhang-2016", True), ("zhang-2021", False)])
def test_dec_53_in_2016_the_leader_chooses_the_unit_and_in_2021_the_rules_do(profile, chooses):
    given = table("KS QS QS", "AS KS KS", "3S 3S", "4S", profile=profile)

    assert bool(thrown(given, "KS QS QS").told(ThrowFailed).choices) == chooses


# Penalties -----------------------------------------------------------------------------------------------------------


PENALTIES = [("none", 0), ("flat_10", 10), ("per_invalid_unit_10", 20), ("per_invalid_card_10", 30)]


@pytest.mark.parametrize(("penalty", "points"), [*PENALTIES, ("per_withdrawn_card_10", 30)])
def test_sj_throw_07_a_failed_throw_costs_its_penalty(penalty, points):
    # Of A, K and QQ the king and the queens can be beaten. The king is led, and three cards are withdrawn.
    given = table("AS KS QS QS", "AS KS KS", "3S 3S", "4S", throw_penalty=penalty)

    assert thrown(given, "AS KS QS QS").told(LeadForced).penalty == points


@pytest.mark.parametrize(("penalty", "points"), [*PENALTIES, ("per_withdrawn_card_10", 20)])
def test_sj_throw_07_the_penalty_is_the_same_if_the_leader_chooses_except_for_withdrawn_cards(penalty, points):
    given = choosing(throw_penalty=penalty).after((0, plays("AS KS QS QS")))

    assert given.when(0, plays("QS QS")).told(LeadForced).penalty == points


def test_sj_throw_07_a_successful_throw_has_no_penalty():
    given = table("AS KS", "QS 3S", "4S", "5S", throw_penalty="flat_10").after((0, plays("AS KS")))

    assert given.phase.penalties == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("dealer", "booked"), [(0, 10), (2, 10), (1, -10), (3, -10)], ids=["dealer", "partner", "right", "left"]
)
def test_dec_58_penalties_of_a_side_count_for_the_other_side(dealer, booked):
    # Seat 0 has won the previous trick, so it can throw under any dealer.
    hands = ["AH AS KS QS", "3H 3S 4S AS", "4H 5S 6S KS", "6H 7S 8S 9S"]
    match = started(throw_penalty="flat_10")
    given = playing(hands, dealer=dealer, match=match)
    turns = [(dealer + step) % 4 for step in range(4)]
    given = given.after_plays(*(f"{seat}: {hands[seat].split()[0]}" for seat in turns)).after((0, plays("KS QS")))

    assert given.phase.turn == 1
    assert given.phase.penalties == (10, 0, 0, 0)
    assert given.view(Seat(1))["penalties"] == booked


@pytest.mark.parametrize(("below_zero_row", "levels"), [("on", 4), ("off", 3)])
def test_dec_58_and_sj_score_05_penalties_can_bring_the_opponents_points_below_zero(below_zero_row, levels):
    hands = ["AS QD 9D", "3S AD AC", "4S 4D 4C", "6S 6D 6C"]
    match = started(throw_penalty="flat_10", below_zero_row=below_zero_row)
    given = playing(hands, dealer=1, buried="KC", match=match).after_plays("1: 3S", "2: 4S", "3: 6S", "0: AS")
    given = given.after_plays("0: QD 9D", "1: AD", "2: 4D", "3: 6D", "1: AC", "2: 4C", "3: 6C")
    scored = given.when(0, plays("QD")).told(HandScored)

    assert (scored.trick_points, scored.penalties, scored.opponent_points) == (0, -10, -10)
    assert (scored.winners, scored.levels_won) == ("declarers", levels)


@pytest.mark.parametrize(
    ("penalty", "expected"),
    [
        ("none", 0),
        ("flat_10", 10),
        ("per_invalid_unit_10", 30),
        ("per_invalid_card_10", 70),
        ("per_withdrawn_card_10", 110),
    ],
)
def test_sj_throw_07_penalties_are_those_of_the_catalogue(penalty, expected):
    beatable = (Unit(1, 1, 5, 1 << 5), Unit(2, 1, 3, 1 << 3), Unit(2, 2, 8, 3 << 7))

    assert penalty_points(penalty, 12, beatable, 1) == expected


# challenger_choice and all_beatable: the sets that they choose from ---------------------------------------------------

SPADES = 3


def in_spades(text: str):
    return hand_of(order("8H"), 2, cards(text))[SPADES]


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
