"""SJ-CARD-10 to 12, SJ-DECK-05, EX-KITTY-01: permanent twos, red fives, fillers, and cards that leave the pack."""

from collections import Counter

import pytest

from domain.games.sheng_ji import decide
from domain.games.sheng_ji.card_order import EFFECTIVE_SUIT_NAMES, CardOrder, order_of
from domain.games.sheng_ji.chain import Ordering
from domain.games.sheng_ji.check import MustFollow
from domain.games.sheng_ji.friends import CardNotCallable
from domain.games.sheng_ji.play_events import HandScored
from domain.games.sheng_ji.rules import rules_of
from domain.kernel.cards import FILLER, RANK_OF_NAME, SUIT_OF_NAME, write_cards
from domain.kernel.seats import Seat
from domain.kernel.shuffle import Dice
from domain.table.events import CardsDealt
from tests.support.deals import declaring, followed, playing, started
from tests.support.friends import calling, calls
from tests.support.table import SHENG_JI, plays


def order(trumps: str, **options) -> CardOrder:
    """Order of the cards with trumps `8H`, or `8` for no-trump."""
    rank, suit = trumps.rstrip("CDHS"), SUIT_OF_NAME.get(trumps[-1])
    return order_of(RANK_OF_NAME[rank], suit, Ordering(**options))


def trumps_of(made: CardOrder, most: int = 99) -> str:
    """Trumps from the highest level down; equal ones are joined by `=`."""
    suit = EFFECTIVE_SUIT_NAMES.index("T")
    by_level: dict[int, list[str]] = {}
    for card in made.faces[suit]:
        by_level.setdefault(made.level_of(card), []).extend(write_cards((card,)))
    ladder = ["=".join(sorted(by_level[level])) for level in sorted(by_level, reverse=True)]
    return " ".join(ladder[:most])


# Permanent twos (SJ-CARD-10) -----------------------------------------------------------------------------------------


def test_sj_card_10_permanent_twos_rank_between_the_trump_rank_and_the_rest_of_the_trump_suit():
    expected = "BJ SJ 8H 8C=8D=8S 2H 2C=2D=2S AH KH QH JH 10H 9H 7H 6H 5H 4H 3H"

    assert trumps_of(order("8H", permanent_twos=True)) == expected


def test_sj_card_10_in_no_trump_all_twos_are_equal_below_the_trump_rank():
    assert trumps_of(order("8", permanent_twos=True)) == "BJ SJ 8C=8D=8H=8S 2C=2D=2H=2S"


@pytest.mark.parametrize("trumps", ["2H", "2"])
def test_dec_72_permanent_twos_have_no_effect_at_trump_rank_two(trumps):
    assert trumps_of(order(trumps, permanent_twos=True)) == trumps_of(order(trumps))


def test_sj_card_10_the_lowest_card_of_side_suits_is_three():
    made = order("8H", permanent_twos=True)

    assert " ".join(write_cards(made.faces[SUIT_OF_NAME["S"]])) == "3S 4S 5S 6S 7S 9S 10S JS QS KS AS"


def test_sj_card_10_a_permanent_two_follows_trumps_and_no_side_suit():
    hands = ["3S", "2S 4S", "5S 6S", "7S 9S"]
    given = playing([f"{hands[0]} AD", *hands[1:]], trumps="8H", match=started(permanent_twos="on"))
    given = given.after_plays("0: 3S")

    given.when(1, plays("2S")).then_refused(MustFollow, "SJ-FOLLOW-02", legal=["4S"])
    usual = playing([f"{hands[0]} AD", *hands[1:]], trumps="8H").after_plays("0: 3S")
    usual.when(1, plays("2S")).then(followed(1, "2S"))


@pytest.mark.parametrize(
    ("pairs", "tractor"),
    [
        ("2H 2H 8C 8C", True),
        ("AH AH 2C 2C", True),
        ("2C 2C 2H 2H", True),
        ("2C 2C 2D 2D", False),
        ("AH AH 2H 2H", False),
        ("AH AH 8C 8C", False),
    ],
)
def test_sj_card_10_runs_can_include_both_levels_of_twos(pairs, tractor):
    hands = [pairs, "3S 4S 5S 6S", "3D 4D 5D 6D", "3C 4C 5C 6C"]
    given = playing(hands, trumps="8H", match=started(permanent_twos="on"))

    assert SHENG_JI.preview(given.table.match, Seat(0), plays(pairs))["throw"] is not tractor


def test_sj_card_10_permanent_twos_do_not_change_the_pack():
    assert rules_of("zhang-2021", {"permanent_twos": "on"}).deal_shape == (108, 25, 8)


# Red fives (SJ-CARD-11) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trumps", "value", "top"),
    [
        ("8H", "h5", "5H BJ SJ 8H 8C=8D=8S AH"),
        ("8S", "h5", "5H BJ SJ 8S 8C=8D=8H AS"),
        ("8S", "h5_d5", "5H 5D BJ SJ 8S 8C=8D=8H"),
        ("8", "h5_d5", "5H 5D BJ SJ 8C=8D=8H=8S"),
    ],
)
def test_sj_card_11_red_fives_rank_above_the_big_joker(trumps, value, top):
    made = order(trumps, hong_wu=value)

    assert trumps_of(made, len(top.split())) == top
    assert not [card for suit in range(4) for card in made.faces[suit] if write_cards((card,)) == ["5H"]]


def test_dec_73_red_fives_and_big_jokers_can_form_runs():
    hands = ["5H 5H BJ BJ", "3S 4S 6S 7S", "3D 4D 6D 7D", "3C 4C 6C 7C"]
    given = playing(hands, trumps="8H", match=started(hong_wu="h5"))

    assert SHENG_JI.preview(given.table.match, Seat(0), plays("5H 5H BJ BJ"))["throw"] is False


def test_sj_card_11_a_red_five_beats_a_big_joker_and_keeps_its_points():
    hands = ["BJ", "5H", "3S", "4S"]
    given = playing(hands, trumps="8S", match=started(hong_wu="h5")).after_plays("0: BJ", "1: 5H", "2: 3S", "3: 4S")

    (scored,) = (event for event in given.events if isinstance(event, HandScored))
    assert scored.trick_points == 5


def scored_with(hands: list[str], *, dealer: int = 0, **options) -> HandScored:
    given = playing(hands, trumps="8S", dealer=dealer, match=started(**options))
    order_of_play = [(dealer + step) % 4 for step in range(4)]
    given = given.after_plays(*(f"{seat}: {hands[seat]}" for seat in order_of_play[:-1]))
    return given.when(order_of_play[-1], plays(hands[order_of_play[-1]])).told(HandScored)


@pytest.mark.parametrize(
    ("hands", "penalties"),
    [
        # Seats 0 and 2 are the declarers; the points that they lose count for the opponents.
        (["5D", "5H", "3S", "4S"], 20),
        (["5H", "5D", "3S", "4S"], -20),
        (["5D", "3S", "5H", "4S"], 0),
        (["5H", "3S", "4S", "6S"], 0),
        (["5D", "5H", "5D", "4S"], 40),
    ],
)
def test_sj_card_11_and_dec_97_a_side_pays_a_penalty_for_a_red_five_taken_by_the_other_side(hands, penalties):
    scored = scored_with(hands, hong_wu="h5_d5", hong_wu_penalty=20)

    assert scored.penalties == penalties
    assert scored.opponent_points == scored.trick_points + scored.kitty_points * scored.kitty_factor + penalties


def test_sj_card_11_without_an_amount_there_is_no_penalty():
    assert scored_with(["5D", "5H", "3S", "4S"], hong_wu="h5_d5").penalties == 0


def test_sj_card_11_without_red_fives_of_diamonds_they_have_no_penalty():
    # The five of diamonds is discarded on a five of hearts.
    assert scored_with(["5H", "5D", "3S", "4S"], hong_wu="h5", hong_wu_penalty=20).penalties == 0


@pytest.mark.parametrize(("friend", "declarers", "booked"), [("1 4D", [0, 1], 0), ("1 6D", [0, 2], 10)])
def test_dec_58_penalties_for_red_fives_count_by_the_final_role(friend, declarers, booked):
    # Seat 1 takes the dealer's five of diamonds with the five of hearts, and may become the friend afterwards.
    hands = ["5D 3D", "5H 4D", "3S 6D", "4S 7D", "6S 9D"]
    match = started("zhao-peng-you", hong_wu="h5_d5", hong_wu_penalty=10, initial_level="8")
    given = calling(hands, "3C 4C 6C 7C 9C JC QC KC", trumps="8S", match=match).after((0, calls(friend)))
    given = given.after_plays("0: 5D", "1: 5H", "2: 3S", "3: 4S", "4: 6S")

    assert given.view(Seat(0))["penalties"] == 10
    given = given.after_plays("1: 4D", "2: 6D", "3: 7D", "4: 9D")
    scored = given.when(0, plays("3D")).told(HandScored)
    assert (list(scored.declarers), scored.penalties) == (declarers, booked)


# Fillers (SJ-CARD-12) ------------------------------------------------------------------------------------------------


def test_sj_card_12_fillers_rank_between_the_small_joker_and_the_trump_rank():
    assert trumps_of(order("8H", fillers=True), 4) == "BJ SJ FC 8H"


def test_dec_73_fillers_are_skipped_and_form_no_runs():
    hands = ["SJ SJ 8H 8H", "3S 4S 6S 7S", "3D 4D 6D 7D", "3C 4C 6C 7C"]
    match = started(filler_cards=4)
    given = playing(hands, trumps="8H", match=match)
    assert SHENG_JI.preview(given.table.match, Seat(0), plays("SJ SJ 8H 8H"))["throw"] is False

    for text in ("FC FC 8H 8H", "SJ SJ FC FC"):
        given = playing([text, *hands[1:]], trumps="8H", match=match)
        assert SHENG_JI.preview(given.table.match, Seat(0), plays(text))["throw"] is True


def test_sj_card_12_fillers_are_trumps_without_points_and_can_form_pairs():
    hands = ["8H 8H", "FC FC", "3S 4S", "5D 6D"]
    given = playing(hands, trumps="8H", match=started(filler_cards=4)).after_plays("0: 8H 8H", "1: FC FC", "2: 3S 4S")
    scored = given.when(3, plays("5D 6D")).told(HandScored)

    assert (scored.last_trick, scored.trick_points) == (1, 5)


def test_sj_deck_05_seven_players_with_five_decks_and_two_fillers_have_a_kitty_of_six():
    rules = rules_of("zhao-peng-you", {"players": 7, "decks": 5, "filler_cards": 2, "kitty_size": 6})

    assert rules.deal_shape == (272, 38, 6)


def test_fillers_can_neither_declare_nor_be_called():
    given = declaring(["FC FC", "3S 4S", "3D 4D", "3C 4C"], rank="8", match=started(filler_cards=4))
    assert given.moves(0)["cards"] == []

    match = started("zhao-peng-you", filler_cards=5, friend_card="any")
    hands = ["AS", "3S", "4S", "6S", "7S"]
    given = calling(hands, "3C 4C 6C 7C 9C JC QC KC", match=match)
    given.when(0, calls("1 FC")).then_refused(CardNotCallable)


# The pack ------------------------------------------------------------------------------------------------------------


def dealt_pack(profile: str = "zhang-2021", **options) -> Counter:
    """Number of copies of each face in a first hand."""
    match = started(profile, **options).table.match
    _, plan = decide.prepare(match, Dice(bytes(32), b"prepare"))
    assert len(plan.pack) == match.rules.deal_shape.cards
    return Counter(write_cards(plan.pack))


def test_sj_deck_05_removed_jokers_and_added_fillers_change_the_pack():
    pack = dealt_pack(jokers_removed=2, kitty_size=6)
    assert (pack["SJ"], pack["BJ"], sum(pack.values())) == (1, 1, 106)

    pack = dealt_pack(filler_cards=4, kitty_size=8)
    assert (pack["FC"], sum(pack.values())) == (4, 112)
    assert dealt_pack()[write_cards((FILLER,))[0]] == 0


def test_sj_deck_05_without_jokers_there_is_no_no_trump_declaration():
    hands = ["8C 8C 3D", "8D 4D 6D", "8H 5D 7D", "8S 9D JD"]
    given = declaring(hands, rank="8", match=started(jokers_removed=4, kitty_size=8))

    assert given.moves(0)["cards"] == [["8C"], ["8C", "8C"]]


@pytest.mark.parametrize(("kitty", "gone"), [(7, "3C"), (6, "3C 3D"), (5, "3C 3D 3H"), (9, "3C 3D 3H"), (8, "")])
def test_ex_kitty_01_low_cards_without_points_are_removed_until_hands_are_equal(kitty, gone):
    whole, pack = dealt_pack(), dealt_pack(kitty_size=kitty, kitty_removes_cards="on")

    assert whole - pack == Counter(gone.split())


def test_ex_kitty_01_cards_of_the_trump_rank_are_not_removed():
    pack = dealt_pack(kitty_size=7, kitty_removes_cards="on", initial_level="3")

    assert (pack["2C"], pack["3C"]) == (1, 2)


def test_ex_kitty_01_all_hands_are_equal_and_the_kitty_has_the_chosen_size():
    given = started(kitty_size=7, kitty_removes_cards="on")
    events, plan = decide.prepare(given.table.match, Dice(bytes(32), b"prepare"))
    deal = CardsDealt(4, plan.first_drawer, plan.hand_size, plan.drawn, 0, plan.pack)
    given = given.and_then(*events, deal)

    assert given.view(Seat(0))["hand_sizes"] == [25] * 4
    assert len(given.phase.kitty) == 7
