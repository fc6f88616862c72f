"""SJ-BID: declaring trumps, in the auction of DEC-01 and on the ladder itself."""

import pytest

from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.declare import (
    Declaration,
    DeclarationTooLow,
    Floor,
    NotADeclaration,
    OwnDeclaration,
    SameSuitOverride,
    Show,
    Shown,
    dealer_by,
    possible_shows,
    show,
    strength,
)
from domain.games.sheng_ji.events import DeclarationPassed, KittyTaken, TrumpFixed
from domain.games.sheng_ji.rules import rules_of
from domain.games.sheng_ji.state import Burying, Declaring
from domain.kernel.cards import FILLER, RANK_OF_NAME, write_cards
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat
from domain.table.refusals import CardsNotHeld, WrongPhase
from tests.support.deals import after_a_hand, declared, declaring, started, suit_of_trumps
from tests.support.laws import law
from tests.support.table import PASS, SHENG_JI, Given, buries, cards, declares, plays

# Every seat holds a pair of eights and some more; eight is the trump rank.
HANDS = ["8C 8C SJ 3D 4D", "8D 8D SJ 8S 5D", "8H 8H BJ BJ 6D", "8S SJ BJ 7D 9D"]
PAIRS = ["8C 8C BJ BJ 3D", "8D 8D SJ SJ 4D", "8H 8H 3S 5D 6D", "8S 8S 4S 7D 9D"]
PROFILES = ["zhang-2016", "zhang-2021"]
both_profiles = pytest.mark.parametrize("profile", PROFILES)


def auction(hands=HANDS, *, profile="zhang-2021", first_drawer=0, dealer=None, **options) -> Given:
    match = started(profile, **options)
    if dealer is not None:
        match = after_a_hand(match, ("8", "8"), next_dealer=dealer)
        first_drawer = dealer
    return declaring(hands, "3C KC", rank="8", first_drawer=first_drawer, dealer=dealer, match=match)


def dealer_in(given: Given) -> int | None:
    return given.phase.dealer if isinstance(given.phase, Declaring) else given.phase.deal.dealer


# Who is asked, and the end of declaring (DEC-01) ----------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_dec_01_the_seats_are_asked_in_turn_from_the_first_drawer(first):
    given = auction(first_drawer=first)
    for step in range(3):
        seat = (first + step) % 4
        assert SHENG_JI.asked(given.table.match) == ((seat, "declare"),)
        given = given.after((seat, PASS))

    assert SHENG_JI.asked(given.table.match) == (((first + 3) % 4, "declare"),)


@pytest.mark.parametrize(("seat", "move"), [(1, PASS), (2, declares("8H")), (3, PASS)])
def test_dec_01_declaring_out_of_turn_is_refused(seat, move):
    refused = auction().when(seat, move)

    refused.then_refused(NotYourTurn, "SJ-GEN-04")
    assert refused.refusal.facts == {"turn": 0}


@pytest.mark.parametrize("move", [buries("8C"), plays("8C")])
def test_sj_gen_08_burying_and_playing_are_refused_while_trumps_are_declared(move):
    auction().when(0, move).then_refused(WrongPhase, "SJ-GEN-08")


@pytest.mark.parametrize("hands", [HANDS, ["3D 3S", "4D 4S", "5D 5S", "6D 6S"]], ids=["with eights", "without"])
def test_dec_01_every_seat_is_asked_regardless_of_its_cards(hands):
    given = auction(hands)

    assert [SHENG_JI.asked(given.after(*((seat, PASS) for seat in range(turn))).table.match) for turn in range(4)] == [
        ((seat, "declare"),) for seat in range(4)
    ]


def test_dec_01_declaring_ends_when_all_others_have_passed_after_the_last_declaration():
    given = auction().after((0, PASS), (1, declares("8D")), (2, PASS), (3, PASS))

    given.when(0, PASS).then(
        DeclarationPassed(Seat(0)),
        TrumpFixed(suit_of_trumps("8D"), Seat(1), None),
        KittyTaken(Seat(1), cards("3C KC")),
    )


def test_dec_01_a_seat_that_passed_may_declare_later():
    given = auction().after((0, PASS), (1, declares("8D")), (2, PASS), (3, PASS))

    given.when(0, declares("8C 8C")).then(declared(0, "override", "8C 8C", 2, "C", 0))


def test_dec_01_a_new_declaration_asks_all_others_again():
    given = auction().after((0, declares("8C")), (1, PASS), (2, declares("8H 8H")))

    assert SHENG_JI.asked(given.table.match) == ((3, "declare"),)
    given = given.after((3, PASS), (0, PASS))
    assert isinstance(given.phase, Declaring)
    assert isinstance(given.after((1, PASS)).phase, Burying)


def test_dec_01_declaring_ends_without_a_declaration_when_all_have_passed():
    given = auction().after((0, PASS), (1, PASS), (2, PASS))

    assert isinstance(given.phase, Declaring)
    assert isinstance(given.after((3, PASS)).phase, Burying)


# Opening (SJ-BID-02, SJ-BID-03) --------------------------------------------------------------------------------------


@both_profiles
@pytest.mark.parametrize(("card", "trumps"), [("8C", "C"), ("8D", "D"), ("8H", "H"), ("8S", "S")])
def test_sj_bid_02_one_card_of_the_trump_rank_makes_its_suit_trumps(profile, card, trumps):
    given = auction([f"{card} 3D"] * 4, profile=profile)

    given.when(0, declares(card)).then(declared(0, "declare", card, 1, trumps, 0))


def test_sj_bid_02_in_2021_a_pair_may_open():
    auction().when(0, declares("8C 8C")).then(declared(0, "declare", "8C 8C", 2, "C", 0))


def test_dec_08_and_rul_05_in_2016_an_opening_pair_counts_as_declared_and_reinforced():
    auction(profile="zhang-2016").when(0, declares("8C 8C")).then(
        declared(0, "declare", "8C", 1, "C", 0), declared(0, "reinforce", "8C", 2, "C", 0)
    )


@both_profiles
@pytest.mark.parametrize(("seat", "jokers"), [(0, "BJ BJ"), (1, "SJ SJ")])
def test_sj_bid_02_and_06_two_identical_jokers_open_and_declare_no_trump(profile, seat, jokers):
    given = auction(PAIRS, profile=profile, first_drawer=seat)

    given.when(seat, declares(jokers)).then(declared(seat, "declare", jokers, 2, "NT", seat))


@both_profiles
@pytest.mark.parametrize(
    ("seat", "shown", "rule"),
    [
        (0, "SJ", "SJ-BID-03"),
        (3, "BJ", "SJ-BID-03"),
        (3, "SJ BJ", "SJ-BID-03"),
        (1, "8D 8S", "SJ-BID-02"),
        (3, "8S SJ", "SJ-BID-02"),
        (0, "3D", "SJ-BID-02"),
        (0, "8C 3D", "SJ-BID-02"),
        (0, "3D 4D", "SJ-BID-02"),
    ],
)
def test_sj_bid_02_and_03_other_cards_cannot_declare(profile, seat, shown, rule):
    auction(profile=profile, first_drawer=seat).when(seat, declares(shown)).then_refused(NotADeclaration, rule)


def test_a_refused_declaration_names_all_possible_ones():
    auction().when(0, declares("3D")).then_refused(NotADeclaration, legal=["8C", "8C 8C"])
    auction(PAIRS).when(0, declares("3D")).then_refused(NotADeclaration, legal=["8C", "8C 8C", "BJ BJ"])
    auction(first_drawer=3).when(3, declares("SJ BJ")).then_refused(NotADeclaration, legal=["8S"])


@pytest.mark.parametrize(
    ("seat", "shown", "missing"),
    [(0, "8H", ["8H"]), (3, "8S 8S", ["8S"]), (0, "BJ BJ", ["BJ"]), (3, "SJ SJ", ["SJ"]), (0, "8C 8C 8C", ["8C"])],
)
def test_a_seat_shows_only_cards_that_it_holds(seat, shown, missing):
    refused = auction(first_drawer=seat).when(seat, declares(shown))

    refused.then_refused(CardsNotHeld)
    assert refused.refusal.facts == {"missing": missing}


def test_no_trump_can_be_disabled():
    given = auction(PAIRS, no_trump_declare="off")

    given.when(0, declares("BJ BJ")).then_refused(NotADeclaration, "SJ-BID-06", legal=["8C", "8C 8C"])


def test_sj_bid_16_small_jokers_can_be_disabled_while_big_ones_declare():
    given = auction(PAIRS, small_joker_declare="disallowed")

    given.after((0, PASS)).when(1, declares("SJ SJ")).then_refused(NotADeclaration, "SJ-BID-16")
    given.when(0, declares("BJ BJ")).then(declared(0, "declare", "BJ BJ", 2, "NT", 0))


# Reinforcing and overriding ------------------------------------------------------------------------------------------


@both_profiles
def test_sj_bid_04_a_declarer_reinforces_with_the_other_copy(profile):
    (act,) = shown("2C", "2C", seat=0, profile=profile)

    assert act == Show("reinforce", cards("2C"), Declaration(Seat(0), *cards("2C"), 2))


def test_dec_01_in_the_auction_the_current_declarer_is_not_asked_again():
    given = auction(PAIRS).after((0, declares("8C")), (1, PASS), (2, PASS))

    assert isinstance(given.phase, Declaring)
    assert isinstance(given.after((3, PASS)).phase, Burying)


def reinforced(profile="zhang-2021") -> Given:
    """Seat 1 has opened, seat 0 has overridden, seat 1 has overridden with jokers, and it is seat 0's turn."""
    return auction(PAIRS, profile=profile).after(
        (0, PASS), (1, declares("8D")), (2, PASS), (3, PASS), (0, declares("8C 8C")), (1, declares("SJ SJ")), (2, PASS)
    )


@both_profiles
def test_sj_bid_05_another_player_overrides_a_single_with_a_pair(profile):
    given = auction(profile=profile).after((0, declares("8C")))

    given.when(1, declares("8D 8D")).then(declared(1, "override", "8D 8D", 2, "D", 1))


@both_profiles
def test_sj_bid_05_no_other_player_overrides_a_pair_with_a_pair(profile):
    given = auction(profile=profile).after((0, declares("8C 8C")))

    given.when(1, declares("8D 8D")).then_refused(DeclarationTooLow, "SJ-BID-07", legal=[])


@both_profiles
def test_sj_bid_07_a_single_card_does_not_override_a_single_card(profile):
    given = auction(profile=profile).after((0, declares("8C")))

    given.when(1, declares("8S")).then_refused(DeclarationTooLow, "SJ-BID-07", legal=["8D 8D"])


@both_profiles
@pytest.mark.parametrize("before", ["8C", "8C 8C"])
def test_sj_bid_06_identical_jokers_override_singles_and_pairs(profile, before):
    given = auction(["8C 8C 3D", "SJ SJ 4D", "BJ BJ 5D", "8S 6D 7D"], profile=profile).after((0, declares(before)))
    dealer = 1 if profile == "zhang-2021" else 0

    given.when(1, declares("SJ SJ")).then(declared(1, "override", "SJ SJ", 2, "NT", dealer))


@both_profiles
def test_dec_07_big_jokers_override_small_ones_but_not_the_reverse(profile):
    hands = ["8C 8C 3D", "SJ SJ 4D", "BJ BJ 5D", "8S 6D 7D"]
    small = auction(hands, profile=profile).after((0, PASS), (1, declares("SJ SJ")))
    big = auction(hands, profile=profile, first_drawer=2).after((2, declares("BJ BJ")), (3, PASS), (0, PASS))

    # A no-trump override does not move the deal in 2016.
    small.when(2, declares("BJ BJ")).then(
        declared(2, "override", "BJ BJ", 2, "NT", 2 if profile == "zhang-2021" else 1)
    )
    big.when(1, declares("SJ SJ")).then_refused(DeclarationTooLow, "SJ-BID-07", legal=[])


@both_profiles
@pytest.mark.parametrize("shown", ["SJ", "BJ"])
def test_sj_bid_03_a_single_joker_does_not_override(profile, shown):
    given = auction(profile=profile, first_drawer=2).after((2, declares("8H")))

    given.when(3, declares(shown)).then_refused(NotADeclaration, "SJ-BID-03")


@both_profiles
@pytest.mark.parametrize(
    ("standing", "switched"), [("2C", "BJ BJ"), ("2C 2C", "SJ SJ"), ("2C", "2D 2D"), ("SJ SJ", "BJ BJ")]
)
def test_sj_bid_08_a_declarer_cannot_override_their_own_declaration(profile, standing, switched):
    with pytest.raises(OwnDeclaration) as refused:
        shown(standing, switched, seat=0, profile=profile)

    assert refused.value.rule == "SJ-BID-08"


@both_profiles
def test_sj_bid_08_after_being_overridden_the_opener_may_use_jokers(profile):
    given = auction(PAIRS, profile=profile).after((0, declares("8C")), (1, declares("8D 8D")), (2, PASS), (3, PASS))
    dealer = 0 if profile == "zhang-2021" else 1

    given.when(0, declares("BJ BJ")).then(declared(0, "override", "BJ BJ", 2, "NT", dealer))


@both_profiles
def test_sj_bid_10_a_partners_declaration_cannot_be_reinforced(profile):
    hands = ["8C 3D", "4D 5D", "8C 6D", "7D 9D"]
    given = auction(hands, profile=profile).after((0, declares("8C")), (1, PASS))

    given.when(2, declares("8C")).then_refused(DeclarationTooLow)


@both_profiles
def test_sj_bid_09_by_default_an_overridden_opener_cannot_restore_the_suit(profile):
    given = auction(PAIRS, profile=profile).after((0, declares("8C")), (1, declares("8D 8D")), (2, PASS), (3, PASS))

    given.when(0, declares("8C")).then_refused(DeclarationTooLow, "SJ-BID-07")
    given.when(0, declares("8C 8C")).then_refused(DeclarationTooLow, "SJ-BID-07")


def test_sj_bid_14_all_shown_cards_are_public_in_order():
    shown = reinforced().view(Seat(3))["declarations"]

    assert shown == [
        {"seat": 1, "kind": "declare", "cards": ["8D"]},
        {"seat": 0, "kind": "override", "cards": ["8C", "8C"]},
        {"seat": 1, "kind": "override", "cards": ["SJ", "SJ"]},
    ]


def test_sj_bid_19_cards_shown_stay_in_the_hand():
    given = auction().after((0, declares("8C 8C")), (1, PASS), (2, PASS), (3, PASS))

    assert sorted(given.view(Seat(0))["hand"]) == sorted(["3C", "KC", *HANDS[0].split()])
    assert given.view(Seat(1))["hand_sizes"] == [7, 5, 5, 5]


def test_the_offered_declarations_are_the_legal_ones():
    given = auction(PAIRS).after((0, declares("8C")))

    assert given.moves(1) == {"asked": "declare", "pass": True, "cards": [["8D", "8D"], ["SJ", "SJ"]], "complete": True}
    assert given.moves(2) == {"asked": None, "cards": [], "complete": True}


# Who deals (SJ-BID-12, SJ-BID-13) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "dealer"), [("last_declarer", 1), ("last_suit_declarer", 0)], ids=["last", "last suit"]
)
def test_sj_bid_12_the_option_decides_whether_an_override_into_no_trump_changes_the_dealer(rule, dealer):
    given = auction(PAIRS, first_hand_dealer=rule).after((0, declares("8C")), (1, declares("SJ SJ")))

    assert dealer_in(given) == dealer
    assert dealer_in(given.after((2, PASS), (3, PASS), (0, PASS))) == dealer


@both_profiles
def test_sj_bid_12_an_overriding_pair_changes_the_dealer(profile):
    given = auction(profile=profile).after((0, declares("8C")), (1, PASS), (2, declares("8H 8H")))

    assert dealer_in(given) == 2


@both_profiles
def test_sj_bid_12_the_first_declaration_in_no_trump_makes_the_dealer(profile):
    given = auction(PAIRS, profile=profile).after((0, PASS), (1, declares("SJ SJ")))

    assert dealer_in(given) == 1


def test_sj_bid_12_in_2016_the_last_player_who_declared_a_suit_deals():
    given = reinforced("zhang-2016").after((3, PASS), (0, declares("BJ BJ")), (1, PASS), (2, PASS), (3, PASS))

    assert given.phase.deal.dealer == 0
    assert given.phase.deal.trump_suit is None


@both_profiles
@pytest.mark.parametrize(("dealer", "before"), [(1, []), (0, [0]), (3, [3, 0])])
def test_sj_bid_13_in_later_hands_declaring_sets_trumps_but_not_the_dealer(profile, dealer, before):
    given = auction(PAIRS, profile=profile, dealer=dealer).after(*((seat, PASS) for seat in before))

    given.when(1, declares("8D")).then(declared(1, "declare", "8D", 1, "D", dealer))
    closed = given.after((1, declares("8D")), (2, PASS), (3, PASS), (0, PASS))
    assert closed.phase.deal.dealer == dealer
    assert closed.phase.deal.trump_suit == suit_of_trumps("8D")


def test_the_dealer_by_declaration_takes_the_kitty():
    given = auction().after((0, PASS), (1, PASS), (2, declares("8H")), (3, PASS), (0, PASS))

    given.when(1, PASS).then(
        DeclarationPassed(Seat(1)), TrumpFixed(suit_of_trumps("8H"), Seat(2), None), KittyTaken(Seat(2), cards("3C KC"))
    )


# Three and more decks, on the ladder (SJ-BID-15, RUL-03, RUL-04) -----------------------------------------------------


def shown(standing: str | None, text: str, *, seat: int = 1, profile: str = "zhang-2021", **options: object):
    """Possible declarations of a seat with these cards after seat 0's declaration."""
    rules = rules_of(profile, options)
    return show(rules, RANK_OF_NAME["2"], floor(standing), Seat(seat), cards(text))


def floor(standing: str | None) -> Floor:
    """The floor after seat 0's declaration."""
    if standing is None:
        return Floor()
    face, *others = cards(standing)
    return Floor(Declaration(Seat(0), face, 1 + len(others)))


LADDER = ["2S", "2S 2S", "SJ SJ", "BJ BJ", "2H 2H 2H", "SJ SJ SJ", "BJ BJ BJ", "2C 2C 2C 2C", "SJ SJ SJ SJ"]


@law
@pytest.mark.parametrize("low", range(len(LADDER)))
@pytest.mark.parametrize("high", range(len(LADDER)))
def test_sj_bid_15_longer_tuples_override_then_big_jokers_small_jokers_trump_rank(low, high):
    if high > low:
        (act,) = shown(LADDER[low], LADDER[high])
        assert (act.kind, act.standing.seat, act.standing.copies) == ("override", 1, len(LADDER[high].split()))
        return
    # A single joker declares nothing, since it is not on the ladder.
    with pytest.raises((DeclarationTooLow, SameSuitOverride)):
        shown(LADDER[low], LADDER[high])


def test_sj_bid_15_tuples_of_equal_length_and_kind_never_override():
    with pytest.raises(DeclarationTooLow):
        shown("2S 2S 2S", "2D 2D 2D")
    first, second = (Declaration(Seat(0), *cards(card), 3) for card in ("2S", "2D"))
    assert strength(first) == strength(second)


def test_sj_bid_15_any_tuple_may_open():
    for text in ("2S 2S 2S", "SJ SJ SJ", "BJ BJ BJ BJ"):
        (act,) = shown(None, text)
        assert (act.kind, act.cards) == ("declare", cards(text))


def test_dec_10_tuples_may_be_reinforced_step_by_step_and_are_overridden_by_longer_ones():
    (act,) = shown("2S 2S", "2S", seat=0)
    assert act == Show("reinforce", cards("2S"), Declaration(Seat(0), *cards("2S"), 3))
    (act,) = shown("2S 2S 2S", "2D 2D 2D 2D")
    assert act.kind == "override"


def test_dec_11_another_player_may_override_in_the_same_suit_unless_the_option_forbids_it():
    (act,) = shown("2S", "2S 2S")
    assert act.kind == "override"
    with pytest.raises(SameSuitOverride):
        shown("2S", "2S 2S", override_same_suit="forbidden")
    (act,) = shown("2S", "2D 2D", override_same_suit="forbidden")
    assert act.kind == "override"


def test_rul_04_the_holder_of_a_joker_declaration_may_add_further_jokers():
    (act,) = shown("SJ SJ", "SJ", seat=0)

    assert act == Show("reinforce", cards("SJ"), Declaration(Seat(0), *cards("SJ"), 3))
    with pytest.raises(OwnDeclaration):
        shown("SJ SJ", "BJ BJ", seat=0)


def test_rul_03_an_overridden_declarer_needs_a_whole_new_tuple_of_any_suit():
    (act,) = shown("2D 2D", "2S 2S 2S")  # seat 1 has shown 2C before, which has been overridden
    assert act.kind == "override"
    assert act.standing == Declaration(Seat(1), *cards("2S"), 3)
    with pytest.raises(DeclarationTooLow):
        shown("2D 2D", "2S")


def test_sj_bid_12_reinforcing_with_another_joker_does_not_change_the_dealer():
    # The second seat overrode into no-trump, so the opener remains dealer. Reinforcing changes nothing.
    acts = [Shown(Seat(0), "declare", cards("2S")), Shown(Seat(1), "override", cards("SJ SJ"))]

    assert dealer_by("last_suit_declarer", acts) == 0
    assert dealer_by("last_suit_declarer", [*acts, Shown(Seat(1), "reinforce", cards("SJ"))]) == 0


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("standing", [None, "2S", "2S 2S", "SJ SJ", "2H 2H 2H"])
def test_the_offered_declarations_are_exactly_those_not_refused(seat, standing):
    held = {card: 3 for name in ("2C", "2D", "2H", "2S", "SJ", "BJ", "3D") for card in cards(name)}
    rules = rules_of("zhang-2021")
    stands = floor(standing)
    declaration = stands.standing
    expected = []
    for card in held:
        own = declaration.copies if declaration and seat == 0 and declaration.card == card else 0
        for copies in range(1, 4 - own):
            try:
                show(rules, RANK_OF_NAME["2"], stands, Seat(seat), (card,) * copies)
            except Illegal:
                continue
            expected.append((card,) * copies)
    found = possible_shows(rules, RANK_OF_NAME["2"], stands, Seat(seat), held)

    assert sorted(map(write_cards, found)) == sorted(map(write_cards, expected))
    assert found or (seat == 0 and standing == "2H 2H 2H")


@pytest.mark.parametrize("rank", RANK_OF_NAME)
def test_sj_card_12_a_filler_is_of_no_rank_and_declares_nothing(rank):
    rules = rules_of("zhang-2021", {"filler_cards": 4, "kitty_size": 8})

    with pytest.raises(NotADeclaration):
        show(rules, RANK_OF_NAME[rank], Floor(), Seat(0), (FILLER,))
    assert possible_shows(rules, RANK_OF_NAME[rank], Floor(), Seat(0), {FILLER: 2}) == ()
