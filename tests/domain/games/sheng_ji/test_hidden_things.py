"""SJ-GEN-06, DEC-38, DEC-93, EX-HIDE-01: what views, refusals and lists of moves may reveal."""

import pytest

from domain.games.sheng_ji.commands import ChallengePlay, ClaimRedeal, Consent, EndHand, FilePlan, Pass, TakeBack
from domain.games.sheng_ji.plans import PlannedShow
from domain.kernel.cards import HIDDEN
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.events import CardsDealt
from tests.support.deals import burying, dealt, declaring, playing, started
from tests.support.friends import calling, calls
from tests.support.laws import law
from tests.support.table import SHENG_JI, Given, buries, cards, declares, plays

HANDS = ["AS KS 3H 4D", "9S 9S 8S 5D", "7S 6S 6D 7D", "4S 5S 9D 10D"]
OTHER = ["AS KS 3H 4D", "9S 9S 8S 5D", "10H JH QH KH", "JC QC KC AC"]
"""Two deals with the same hands of seats 0 and 1, which have different cards on the other seats."""
KITTY = "3C 4C 5C 6C"
FULL = {"kitty_size": 4}


def both(build) -> tuple[Given, Given]:
    """The same position with two deals in which seats 0 and 1 have the same cards."""
    return build(HANDS), build(OTHER)


def follow_up(hands: list[str], **options) -> Given:
    return playing(hands, buried=KITTY, match=started(**FULL, **options)).after_plays("0: AS")


def bid_for(hands: list[str]) -> Given:
    given = burying(hands, KITTY, match=started(chao_di_pi="repeat", **FULL))
    return given.after((0, buries(KITTY)))


def asked_for_redeal(hands: list[str]) -> Given:
    given = declaring(hands, KITTY, match=started(redeal_no_trump="on", **FULL))
    return given.after((0, Pass()), (1, Pass()), (2, Pass()), (3, Pass()))


MOMENTS = {
    "declaring": (lambda hands: declaring(hands, KITTY, match=started(**FULL)), 0),
    "planning": (lambda hands: declaring(hands, KITTY, match=started(deal_mode="plan", **FULL)), 1),
    "redealing": (asked_for_redeal, 1),
    "burying": (lambda hands: burying(hands, KITTY, match=started(**FULL)), 0),
    "bidding": (bid_for, 1),
    "calling": (
        lambda hands: calling(
            [*hands, "9C 9H 9D JC"], "3C 4C 5C 6C 7C 8C 10C QC", match=started("zhao-peng-you", kitty_size=8)
        ),
        0,
    ),
    "leading": (lambda hands: playing(hands, buried=KITTY, match=started(**FULL)), 0),
    "following": (follow_up, 1),
    "following on honor": (lambda hands: follow_up(hands, enforcement="honor"), 1),
    "taking back": (lambda hands: follow_up(hands, take_back="on"), 0),
}
MOVES = [
    declares("9S"),
    declares("9S 9S"),
    declares("2H"),
    declares("BJ BJ"),
    FilePlan((PlannedShow(cards("2H"), "any"),)),
    Pass(),
    ClaimRedeal(),
    buries("9S"),
    buries("9S 9S 8S 5D"),
    calls("1 AH"),
    calls("1 2S"),
    calls("2 9C", "1 9C"),
    plays("9S"),
    plays("8S"),
    plays("5D"),
    plays("AS"),
    plays("9S 5D"),
    plays("KH"),
    ChallengePlay(1, Seat(3)),
    EndHand(),
    TakeBack(),
    Consent(agree=True),
]


def answer(given: Given, seat: int, move) -> object:
    """Returns the moves of the seat, from its own state alone and from the table."""
    match = given.table.match
    try:
        return SHENG_JI.preview(match, Seat(seat), move)
    except Refusal as refusal:
        return (type(refusal), refusal.detail, refusal.hint, refusal.rule, refusal.legal, str(refusal.facts))


def from_own_state(given: Given, seat: int, move) -> object:
    match = given.seen_by(Seat(seat)).match
    try:
        return SHENG_JI.preview(match, Seat(seat), move)
    except Refusal as refusal:
        return (type(refusal), refusal.detail, refusal.hint, refusal.rule, refusal.legal, str(refusal.facts))


@law
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("move", MOVES, ids=str)
def test_a_refusal_does_not_depend_on_the_cards_of_others(moment, move):
    build, seat = MOMENTS[moment]
    one, other = both(build)

    assert answer(one, seat, move) == answer(other, seat, move) == from_own_state(one, seat, move)


@pytest.mark.parametrize("moment", MOMENTS)
def test_dec_93_moves_and_view_of_a_seat_do_not_depend_on_the_cards_of_others(moment):
    build, seat = MOMENTS[moment]
    one, other = both(build)

    assert one.moves(seat) == other.moves(seat)
    assert one.view(Seat(seat)) == other.view(Seat(seat))


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_seat_to_move_does_not_depend_on_any_cards(moment):
    build, _ = MOMENTS[moment]
    one, other = both(build)

    assert SHENG_JI.asked(one.table.match) == SHENG_JI.asked(other.table.match)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_spectator_sees_only_cards_on_the_table(moment):
    build, _ = MOMENTS[moment]
    given = build(HANDS)
    view = given.view(Onlooker.SPECTATOR)

    assert view["hand"] is None
    assert view.get("kitty") is None
    assert not [card for card in ("KS", "9S", "7S", "4S") if f"'{card}'" in str(view)]


def test_dec_38_only_the_holder_knows_where_a_called_card_is():
    def called(hands: list[str]) -> Given:
        match = started("zhao-peng-you", kitty_size=8)
        given = calling([*hands, "9C 9H 9D JC"], "3C 4C 5C 6C 7C 8C 10C QC", match=match)
        return given.after((0, calls("1 7S")))

    one, other = both(called)
    for viewer in (Seat(0), Seat(1), Onlooker.SPECTATOR):
        assert one.view(viewer) == other.view(viewer)
    assert one.moves(0) == other.moves(0)


def test_the_state_of_a_viewer_knows_only_the_number_of_cards_of_others():
    given = playing(HANDS, buried=KITTY, match=started(**FULL))
    seen = given.seen_by(Seat(1)).match.phase

    assert [held.hidden for held in seen.hands] == [4, 0, 4, 4]
    assert seen.kitty == (HIDDEN,) * 4
    (deal,) = (event for event in given.events if isinstance(event, CardsDealt))
    assert deal == dealt(HANDS, KITTY)


# Points and past tricks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), Onlooker.SPECTATOR])
@pytest.mark.parametrize(("value", "points"), [("off", 20), ("on", None)])
def test_ex_hide_01_the_points_of_the_running_hand_may_be_hidden(value, points, viewer):
    hands = ["3S KD", "AS 4D", "KS 6D", "10S 7D"]
    given = playing(hands, match=started(hide_points=value, throw_penalty="flat_10"))
    view = given.after_plays("0: 3S", "1: AS", "2: KS", "3: 10S").view(viewer)

    assert view["opponent_points"] == points
    assert (view["opponent_cards"] is None) is (value == "on")
    assert (view["points_taken"] is None, view["penalties"] is None) == ((value == "on"),) * 2


def test_ex_hide_01_the_points_are_shown_after_the_hand():
    hands = ["3S", "AS", "KS", "10S"]
    given = playing(hands, match=started(hide_points="on", hands=1)).after_plays("0: 3S", "1: AS", "2: KS", "3: 10S")

    assert given.view(Seat(0))["score"]["trick_points"] == 20


@pytest.mark.parametrize(("value", "tricks"), [("last_trick", []), ("all", [["AS"], ["KS"]])])
def test_sj_gen_06_only_the_previous_trick_is_shown_unless_the_option_shows_all(value, tricks):
    hands = ["AS KS QS", "3S 4S 5S", "6S 7S 8S", "9S 10S JS"]
    given = playing(hands, match=started(history_view=value))
    given = given.after_plays("0: AS", "1: 3S", "2: 6S", "3: 9S", "0: KS", "1: 4S", "2: 7S", "3: 10S")
    view = given.view(Seat(2))

    assert view["last_trick"]["plays"][0]["cards"] == ["KS"]
    assert [trick["plays"][0]["cards"] for trick in view["history"]] == tricks
