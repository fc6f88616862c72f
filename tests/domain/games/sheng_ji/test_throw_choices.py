"""SJ-THROW-04, SJ-THROW-06, SJ-LEAD-05: choice of the forced unit of a failed throw, and readings of throws."""

import pytest

from domain.games.sheng_ji.check import NotAChoice, NotYourTurn
from domain.games.sheng_ji.commands import Play
from domain.games.sheng_ji.lead import UnitsNotAsked
from domain.games.sheng_ji.play_events import CardsPlayed, LeadForced
from domain.games.sheng_ji.units import NotAUnit, UnitsLeaveCards
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from tests.support.deals import led, playing, started
from tests.support.table import SHENG_JI, Given, cards, plays


def table(hands: list[str], *, buried="3C", profile="zhang-2021", **options) -> Given:
    return playing(hands, buried=buried, match=started(profile, **options))


def units(text: str) -> Play:
    """Parses a lead in units: `3S 3S | 4S`."""
    named = tuple(map(cards, text.split(" | ")))
    return Play(tuple(card for unit in named for card in unit), named)


# The choice of the challenger -----------------------------------------------------------------------------------------

# Seat 1 cannot beat anything. Seat 2 beats the pair and the single; seat 3 only the single.
THROWN = "KS QS QS"
CHALLENGED = ["KS QS QS 3D", "3S 4S 5S 4D", "AS KS KS 5D", "AS 6S 7S 6D"]


def challenged(hands=CHALLENGED, **options) -> Given:
    return table(hands, throw_forced_lead="challenger_choice", **options).after((0, plays(THROWN)))


def test_sj_throw_04_the_first_seat_to_the_right_that_can_beat_a_unit_chooses():
    given = challenged()

    assert given.phase.chooser == 2
    assert SHENG_JI.asked(given.table.match) == ((2, "play"),)
    given.when(0, plays("KS")).then_refused(NotYourTurn)
    given.when(3, plays("KS")).then_refused(NotYourTurn)


@pytest.mark.parametrize(("unit", "witness", "shown"), [("KS", 2, "AS"), ("QS QS", 2, "KS KS")])
def test_sj_throw_04_the_challenger_chooses_among_the_units_that_they_can_beat(unit, witness, shown):
    given = challenged()

    given.when(2, plays(unit)).then(LeadForced(Seat(0), cards(unit), Seat(witness), cards(shown), 0), led(0, unit))
    assert given.after((2, plays(unit))).phase.turn == 1


def test_sj_throw_04_the_challenger_can_choose_no_other_unit():
    given = challenged()

    given.when(2, plays(THROWN)).then_refused(NotAChoice, "SJ-THROW-04", legal=["KS", "QS QS"])
    given.when(2, plays("AS")).then_refused(NotAChoice)


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), Seat(3), Onlooker.SPECTATOR])
def test_sj_throw_04_only_the_challenger_sees_the_choices(viewer):
    given = challenged()

    assert given.view(viewer)["choices"] == []
    assert given.view(viewer)["failed_throw"]["chooser"] == 2
    assert given.view(Seat(2))["choices"] == [["KS"], ["QS", "QS"]]
    assert given.moves(2) == {"asked": "play", "choose": True, "cards": [["KS"], ["QS", "QS"]], "complete": True}


def test_sj_throw_04_units_that_only_others_can_beat_are_not_offered():
    hands = ["KS QS QS 3D", "3S 4S 5S 4D", "KS KS 8S 5D", "AS 6S 7S 6D"]
    given = challenged(hands).after()

    # Seat 2 beats only the pair, so there is no choice, although seat 3 could beat the king.
    assert given.phase.throw.forced.cards == cards("QS QS")
    assert given.phase.throw.forced.witness == 2


@pytest.mark.parametrize(
    ("penalty", "points"),
    [("flat_10", 10), ("per_invalid_unit_10", 20), ("per_invalid_card_10", 30), ("per_withdrawn_card_10", 10)],
)
def test_sj_throw_07_the_penalty_counts_every_unit_that_any_seat_can_beat(penalty, points):
    # Seat 2 beats only the pair, seat 3 only the single: both units fail.
    hands = ["KS QS QS 3D", "3S 4S 5S 4D", "KS KS 8S 5D", "AS 6S 7S 6D"]
    given = table(hands, throw_forced_lead="challenger_choice", throw_penalty=penalty)

    assert given.when(0, plays(THROWN)).told(LeadForced).penalty == points


@pytest.mark.parametrize(("unit", "withdrawn"), [("KS", 20), ("QS QS", 10)])
def test_sj_throw_07_the_penalty_is_the_same_after_a_choice(unit, withdrawn):
    by_unit = challenged(throw_penalty="per_invalid_unit_10").when(2, plays(unit)).told(LeadForced)
    by_cards = challenged(throw_penalty="per_withdrawn_card_10").when(2, plays(unit)).told(LeadForced)

    assert (by_unit.penalty, by_cards.penalty) == (20, withdrawn)


def test_sj_throw_04_the_partner_may_be_the_challenger():
    hands = ["KS QS 3D", "3S 4S 4D", "AS AS 5D", "6S 7S 6D"]
    given = table(hands, throw_forced_lead="challenger_choice").after((0, plays("KS QS")))

    assert given.phase.chooser == 2


# All beatable units (LU-THROW-01, DEC-54) -----------------------------------------------------------------------------


def test_lu_throw_01_all_beatable_units_are_led_together():
    hands = ["KS QS QS 10S 10S 3D", "AS 2S 3S 4S 5S 4D", "JS JS 9S 9S 6S 5D", "6S 7S 7S 8S 8S 6D"]
    given = table(hands, throw_forced_lead="all_beatable")

    forced = given.when(0, plays("KS QS QS 10S 10S"))
    assert sorted(forced.told(LeadForced).cards) == sorted(cards("KS 10S 10S"))
    assert forced.told(LeadForced).witness_cards == cards("AS")
    assert sorted(map(sorted, forced.told(CardsPlayed).units)) == sorted(map(sorted, map(cards, ("10S 10S", "KS"))))


def test_dec_54_the_forced_lead_is_not_checked_again_and_others_answer_all_of_it():
    hands = ["KS QS QS 10S 10S 3D", "AS 2D 3S 4S 5S 4D", "JS JS 9S 9S 6S 5D", "6S 7S 7S 8S 8S 6D"]
    given = table(hands, throw_forced_lead="all_beatable").after((0, plays("KS QS QS 10S 10S")))

    assert given.phase.trick.lead.size == 3
    assert given.moves(2)["asked"] is None
    given = given.after_plays("1: 3S 4S 5S")
    assert given.moves(2)["owed"] == [{"width": 2, "length": 1}]


@pytest.mark.parametrize(
    ("penalty", "points"), [("per_invalid_unit_10", 20), ("per_invalid_card_10", 30), ("per_withdrawn_card_10", 20)]
)
def test_sj_throw_07_units_that_are_led_do_not_count_as_withdrawn(penalty, points):
    hands = ["KS QS QS 10S 10S 3D", "AS 2D 3S 4S 5S 4D", "JS JS 9S 9S 6S 5D", "6S 7S 7S 8S 8S 6D"]
    given = table(hands, throw_forced_lead="all_beatable", throw_penalty=penalty)

    assert given.when(0, plays("KS QS QS 10S 10S")).told(LeadForced).penalty == points


# Readings of throws (SJ-THROW-06) -------------------------------------------------------------------------------------

THREE_DECKS = {"decks": 3, "kitty_size": 6}
LOW = "3S 3S 3S 4S 4S 9D"
AMBIGUOUS = "3S 3S 3S 4S 4S"


def ambiguous(others=("5S 5S 5S 6H 7H 8H", "5C 6C 7C 8C 9C 10C", "5D 6D 7D 8D 9H 10D"), **options) -> Given:
    return table([LOW, *others], buried="3C 4C 5C 6C 7C 8C", **THREE_DECKS, **options)


def test_sj_throw_06_the_longest_unit_is_a_run_of_two_pairs():
    given = ambiguous(throw_ambiguity="longest_unit")

    # Five of spades three times: no run of pairs, but a higher single card.
    assert given.when(0, plays(AMBIGUOUS)).told(LeadForced).cards == cards("3S")
    assert SHENG_JI.preview(given.table.match, Seat(0), plays(AMBIGUOUS))["units"] == [["3S", "3S", "4S", "4S"], ["3S"]]


def test_sj_throw_06_with_the_option_identical_copies_stay_together():
    given = ambiguous(throw_ambiguity="most_equal_copies")

    assert SHENG_JI.preview(given.table.match, Seat(0), plays(AMBIGUOUS))["units"] == [["3S", "3S", "3S"], ["4S", "4S"]]
    assert given.when(0, plays(AMBIGUOUS)).told(LeadForced).cards == cards("4S 4S")


@pytest.mark.parametrize(
    ("named", "forced"), [("3S 3S 4S 4S | 3S", "3S"), ("3S 3S 3S | 4S 4S", "4S 4S"), ("3S 3S | 3S | 4S 4S", "3S")]
)
def test_sj_throw_06_with_the_option_the_leader_names_the_units(named, forced):
    given = ambiguous(throw_ambiguity="leader_specifies")

    assert given.when(0, units(named)).told(LeadForced).cards == cards(forced)


def test_sj_throw_06_a_throw_without_named_units_is_read_by_the_longest_unit():
    given = ambiguous(throw_ambiguity="leader_specifies")

    assert given.when(0, plays(AMBIGUOUS)).told(LeadForced).cards == cards("3S")


def test_sj_throw_06_the_others_answer_the_named_units():
    others = ("6S 6S 6S 7S 7S 8H", "5C 6C 7C 8C 9C 10C", "5D 6D 7D 8D 9H 10D")
    hands = ["AS AS AS KS KS 9D", *others]
    given = table(hands, buried="3C 4C 5C 6C 7C 8C", throw_ambiguity="leader_specifies", **THREE_DECKS)
    one = given.after((0, units("AS AS AS | KS KS")))
    other = given.after((0, units("AS AS KS KS | AS")))

    assert one.moves(1)["owed"] == []  # all spades must be played anyway
    assert [play.cards for play in one.phase.trick.plays] == [cards("AS AS AS KS KS")]
    assert one.phase.trick.lead.units != other.phase.trick.lead.units


@pytest.mark.parametrize("named", ["3S 4S | 3S 3S 4S", "3S 3S 4S | 3S 4S", "3S 3S 3S 4S 4S"])
def test_sj_throw_06_the_named_groups_must_be_units(named):
    ambiguous(throw_ambiguity="leader_specifies").when(0, units(named)).then_refused(NotAUnit)


def test_sj_throw_06_the_named_units_contain_each_led_card_once():
    given = ambiguous(throw_ambiguity="leader_specifies")

    given.when(0, Play(cards(AMBIGUOUS), (cards("3S 3S"),))).then_refused(UnitsLeaveCards, "SJ-THROW-06")
    given.when(0, Play(cards("3S 3S"), (cards("3S 3S"), cards("4S")))).then_refused(UnitsLeaveCards)


@pytest.mark.parametrize("ambiguity", ["longest_unit", "most_equal_copies"])
def test_sj_throw_06_without_the_option_nobody_names_units(ambiguity):
    ambiguous(throw_ambiguity=ambiguity).when(0, units("3S 3S | 3S | 4S 4S")).then_refused(UnitsNotAsked)


def test_sj_throw_06_followers_do_not_name_units():
    given = ambiguous(throw_ambiguity="leader_specifies").after_plays("0: 9D")

    given.when(1, Play(cards("6H"), (cards("6H"),))).then_refused(UnitsNotAsked)


# Only full tuples may be led (SJ-LEAD-05, DEC-59) ---------------------------------------------------------------------


def full(hands: list[str], **options) -> Given:
    return table(hands, buried="3C 4C 5C 6C 7C 8C", free_leads="full_tuples_only", **THREE_DECKS, **options)


def test_sj_lead_05_with_three_decks_a_pair_counts_as_a_throw_of_two_cards():
    hands = ["KD KD 9S", "AD 3D 8S", "4D 5D 7S", "6D 7D 6S"]

    assert full(hands).when(0, plays("KD KD")).told(LeadForced).cards == cards("KD")
    any_tuple = table(hands, buried="3C 4C 5C 6C 7C 8C", **THREE_DECKS)
    assert any_tuple.when(0, plays("KD KD")).told(CardsPlayed).units == (cards("KD KD"),)


def test_sj_lead_05_a_full_triple_may_be_led():
    hands = ["3D 3D 3D 9S", "AD AD AD 8S", "4D 5D 7D 7S", "6D 7D 8D 6S"]

    assert full(hands).when(0, plays("3D 3D 3D")).told(CardsPlayed).units == (cards("3D 3D 3D"),)


def test_dec_59_a_pair_led_as_a_throw_of_singles_is_answered_by_any_two_cards():
    hands = ["AD AD 9S", "3D 3D 4D", "5D 5D 6D", "7D 7D 8D"]
    given = full(hands).after_plays("0: AD AD")

    assert given.phase.trick.lead.demands == ()
    assert given.when(1, plays("3D 4D")).told(CardsPlayed).cards == cards("3D 4D")


def test_sj_lead_05_with_two_decks_every_pair_is_full():
    hands = ["KD KD 9S", "AD 3D 8S", "4D 5D 7S", "6D 7D 6S"]
    given = table(hands, free_leads="full_tuples_only")

    assert given.when(0, plays("KD KD")).told(CardsPlayed).units == (cards("KD KD"),)


def test_sj_lead_05_a_pair_cannot_be_named_as_a_unit():
    hands = ["KD KD 9S", "AD 3D 8S", "4D 5D 7S", "6D 7D 6S"]
    given = full(hands, throw_ambiguity="leader_specifies")

    given.when(0, units("KD KD")).then_refused(NotAUnit)
    assert given.when(0, units("KD | KD")).told(LeadForced).cards == cards("KD")
