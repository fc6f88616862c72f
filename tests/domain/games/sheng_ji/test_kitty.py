"""SJ-KITTY: the dealer takes the kitty and buries as many cards."""

import pytest

from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.events import KittyBuried
from domain.games.sheng_ji.move_checks import WrongNumberOfCards
from domain.games.sheng_ji.play_events import KittyRevealed
from domain.games.sheng_ji.state import Tricks
from domain.kernel.cards import HIDDEN
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.refusals import CardsNotHeld, WrongPhase
from tests.support.deals import burying, playing, started
from tests.support.table import PASS, SHENG_JI, Given, buries, cards, declares, plays

HANDS = ["8H 8H BJ", "8D KD AS", "8C KC 5C", "8S KS 10S"]
KITTY = "3C 4C 5C 6C 10C KD SJ 2S"


def taken(dealer: int = 0, **options: object) -> Given:
    """The dealer holds their own cards and the kitty, eleven in all."""
    return burying(HANDS, KITTY, trumps="8H", dealer=dealer, match=started(**options))


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_sj_kitty_01_the_dealer_adds_the_kitty_to_the_hand_and_is_asked_to_bury(dealer):
    given = taken(dealer)

    assert SHENG_JI.asked(given.table.match) == ((dealer, "bury"),)
    assert sorted(given.view(Seat(dealer))["hand"]) == sorted(f"{HANDS[dealer]} {KITTY}".split())
    assert given.moves(dealer) == {"asked": "bury", "count": 8, "cards": [], "complete": False}


@pytest.mark.parametrize(
    "buried",
    [
        KITTY,
        "8H 8H BJ SJ 3C 4C 5C 6C",
        "10C KD 5C 2S 3C 4C 6C BJ",
        "SJ BJ 8H 8H KD 10C 5C 2S",
    ],
    ids=["the same again", "trumps and jokers", "points", "all that is dear"],
)
def test_sj_kitty_02_any_cards_may_be_buried(buried):
    taken().when(0, buries(buried)).then(KittyBuried(Seat(0), cards(buried)))


def test_sj_kitty_01_buried_cards_leave_the_hand_and_the_dealer_leads():
    given = taken().after((0, buries("8H 8H BJ SJ 3C 4C 5C 6C")))

    assert given.view(Seat(0))["hand_sizes"] == [3, 3, 3, 3]
    assert sorted(given.view(Seat(0))["hand"]) == ["10C", "2S", "KD"]
    assert SHENG_JI.asked(given.table.match) == ((0, "play"),)
    assert isinstance(given.phase, Tricks)


@pytest.mark.parametrize("buried", ["3C", "3C 4C 5C 6C 10C KD SJ", f"{KITTY} 8H"])
def test_sj_kitty_01_as_many_cards_are_buried_as_were_taken(buried):
    taken().when(0, buries(buried)).then_refused(WrongNumberOfCards, "SJ-KITTY-01")


@pytest.mark.parametrize("size", [4, 8, 12])
def test_sj_deck_03_the_number_of_buried_cards_is_the_size_of_the_kitty(size):
    kitty = ["3C", "4C", "5C", "6C", "10C", "KC", "2S", "3S", "4S", "5S", "6S", "7S"][:size]
    given = burying(HANDS, " ".join(kitty), trumps="8H", match=started(kitty_size=size))

    assert given.moves(0)["count"] == size
    given.when(0, buries(" ".join(kitty[:-1]))).then_refused(WrongNumberOfCards, "SJ-KITTY-01")
    given.when(0, buries(" ".join(kitty))).then(KittyBuried(Seat(0), cards(" ".join(kitty))))


@pytest.mark.parametrize(
    ("buried", "missing"),
    [
        ("3C 3C 4C 5C 6C 10C KD SJ", ["3C"]),
        ("8D AS 3C 4C 5C 6C 10C KD", ["8D", "AS"]),
        ("8H 8H 8H 3C 4C 5C 6C 10C", ["8H"]),
    ],
)
def test_only_cards_in_the_dealers_hand_can_be_buried(buried, missing):
    refused = taken().when(0, buries(buried))

    refused.then_refused(CardsNotHeld)
    assert sorted(refused.refusal.facts["missing"]) == sorted(missing)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_sj_kitty_01_only_the_dealer_buries(seat):
    taken().when(seat, buries(KITTY)).then_refused(NotYourTurn)


@pytest.mark.parametrize("move", [PASS, declares("8H"), plays("8H")])
def test_sj_gen_08_the_dealer_can_neither_declare_nor_play_before_burying(move):
    taken().when(0, move).then_refused(WrongPhase, "SJ-GEN-08")


@pytest.mark.parametrize("viewer", [Seat(1), Seat(2), Seat(3), Onlooker.SPECTATOR])
def test_sj_kitty_03_no_other_player_sees_the_cards_that_the_dealer_took_or_buried(viewer):
    before, after = taken(), taken().after((0, buries("8H 8H BJ SJ 3C 4C 5C 6C")))

    assert before.seen_by(viewer).match.phase.kitty == (HIDDEN,) * 8
    assert after.seen_by(viewer).match.phase.kitty == (HIDDEN,) * 8
    assert after.view(viewer)["kitty"] is None
    assert after.view(viewer)["hand_sizes"] == [3, 3, 3, 3]


def test_sj_kitty_03_the_dealer_may_look_at_the_kitty_during_the_whole_hand():
    given = taken().after((0, buries("8H 8H BJ SJ 3C 4C 5C 6C"))).after_plays("0: 10C", "1: 8D")

    assert sorted(given.view(Seat(0))["kitty"]) == sorted(["8H", "8H", "BJ", "SJ", "3C", "4C", "5C", "6C"])


LAST = {"declarers": ["AS", "3S", "4S", "6S"], "opponents": ["3S", "AS", "4S", "6S"]}


@pytest.mark.parametrize(
    ("reveal", "won_by", "shown"),
    [
        ("on_opponents_last_trick", "opponents", True),
        ("on_opponents_last_trick", "declarers", False),
        ("always_after_hand", "opponents", True),
        ("always_after_hand", "declarers", True),
    ],
)
def test_sj_kitty_03_the_option_decides_when_the_kitty_is_revealed(reveal, won_by, shown):
    given = playing(LAST[won_by], buried="KC 9D", match=started(kitty_reveal=reveal))
    given = given.after_plays(*(f"{seat}: {card}" for seat, card in enumerate(LAST[won_by][:3])))
    events = given.when(3, plays("6S")).events

    assert [event for event in events if isinstance(event, KittyRevealed)] == [KittyRevealed(cards("KC 9D"))] * shown


@pytest.mark.parametrize("viewer", [Seat(1), Onlooker.SPECTATOR])
@pytest.mark.parametrize("won_by", ["declarers", "opponents"])
def test_sj_kitty_03_after_the_hand_only_a_revealed_kitty_is_visible(viewer, won_by):
    given = playing(LAST[won_by], buried="KC 9D", match=started(hands=1))
    given = given.after_plays(*(f"{seat}: {card}" for seat, card in enumerate(LAST[won_by])))

    assert given.view(viewer)["phase"] == "scored"
    assert given.view(viewer)["kitty"] == (["KC", "9D"] if won_by == "opponents" else None)
    assert given.view(Seat(0))["kitty"] == ["KC", "9D"]
