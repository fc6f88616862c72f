"""The visibility of each event (SJ-GEN-06, SJ-KITTY-03)."""

from dataclasses import replace

import pytest

from domain.clocks.budget import Budget
from domain.clocks.running import ClockReading, Running
from domain.games.registry import GAMES
from domain.games.sheng_ji.events import (
    DeclarationPassed,
    Declared,
    FriendsCalled,
    HandPrepared,
    HandRedealt,
    KittyBid,
    KittyBidPassed,
    KittyBuried,
    KittyTaken,
    KittyTurned,
    PlanFiled,
    RedealClaimed,
    RedealWaived,
    RoundDrawn,
    TrumpFixed,
)
from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.plans import PlannedShow
from domain.games.sheng_ji.play_events import (
    CallAnswered,
    CardsPlayed,
    ClaimProven,
    HandConceded,
    HandEnded,
    HandScored,
    KittyRevealed,
    LeadForced,
    ReviewPassed,
    RevokeProven,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    ThrowFailed,
    TrickWon,
)
from domain.kernel.cards import HIDDEN, SUIT_OF_NAME, Rank
from domain.kernel.events import EVENT_CLASSES, event, upcast
from domain.kernel.instants import Instant
from domain.kernel.newer_release import NewerRelease
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.orders.order import Order
from domain.table.events import (
    CardsDealt,
    ClocksSet,
    HandOpened,
    MatchEnded,
    MoveUndone,
    ProposalAgreed,
    ProposalDeclined,
    ProposalMade,
    ProposalWithdrawn,
    RematchOpened,
    SecretPublished,
    TableCalledOff,
    TableCancelled,
    TableExpired,
    TableOpened,
    TablePaused,
    TableResumed,
    TableStarted,
    TableUnsealed,
    TurnLapsed,
    TurnMissed,
)
from domain.table.game import UnlistedEvent
from domain.table.redact import redact
from domain.table.seat_events import (
    ActedFor,
    ChallengeAccepted,
    ChallengeDeclined,
    ChallengeWithdrawn,
    EntropyChanged,
    OrdersEnded,
    OrdersGiven,
    PlayerChallenged,
    SeatLeft,
    SeatResumed,
    SeatTaken,
    StandInSeated,
    SubstituteSeated,
    TimeGiven,
)
from domain.table.spectators import NO_DELAY
from tests.support.deals import dealt, led
from tests.support.laws import law
from tests.support.matches import played_by_chance
from tests.support.table import SHENG_JI, cards, player

ALL = [Seat(0), Seat(1), Seat(2), Seat(3), Onlooker.SPECTATOR, Onlooker.DELAYED, Onlooker.ARCHIVE]
AT_THE_TABLE = ALL[:5]
SCORED = HandScored(
    last_trick=Seat(0),
    trick_points=10,
    kitty_points=5,
    kitty_factor=2,
    penalties=0,
    opponent_points=20,
    declarers=(Seat(0), Seat(2)),
    solo=False,
    missing=0,
    winners="declarers",
    levels_won=2,
    reset_to=None,
    revoked_by=None,
    levels_before=(Rank(0), Rank(0)),
    levels_after=(Rank(2), Rank(0)),
    laps_after=(0, 0),
    attempted_after=((), ()),
    next_dealer=Seat(2),
    match_won_by=(),
)
PUBLIC = [
    SeatTaken(Seat(1), player(1), None, "entropy"),
    SeatLeft(Seat(1), player(1)),
    EntropyChanged(Seat(1), "entropy"),
    TableStarted(),
    TableCancelled(),
    TableExpired(),
    TableUnsealed(),
    TableCalledOff("result_given"),
    TurnMissed(Seat(1), 1, "caretaker"),
    TurnLapsed(Seat(1)),
    StandInSeated(Seat(1), "caretaker", "left", None),
    SeatResumed(Seat(1)),
    SubstituteSeated(Seat(1), player(2), player(1)),
    TimeGiven(Seat(1), Seat(2), 3600),
    HandPrepared(0, None, Seat(2), cards("BJ 7H"), Seat(0), Seat(3)),
    Declared(Seat(1), "declare", cards("2S"), 1, 3, Seat(1)),
    DeclarationPassed(Seat(2)),
    KittyTurned(cards("9C AS")),
    TrumpFixed(None, Seat(1), None),
    RedealWaived(Seat(2)),
    RedealClaimed(Seat(2), cards("3C 4D")),
    HandRedealt("no_trump"),
    KittyBid(Seat(2), cards("2S 2S"), SUIT_OF_NAME["S"]),
    KittyBidPassed(Seat(2)),
    FriendsCalled(Seat(1), (Call("ordinal", *cards("AS"), 2),), solo=False),
    CallAnswered(Seat(2), 0, joined=True),
    ThrowFailed(Seat(1), cards("QS KS"), (cards("QS"), cards("KS")), (), None),
    LeadForced(Seat(1), cards("QS"), Seat(2), cards("AS"), 0),
    led(1, "AS"),
    TrickWon(Seat(1), 10),
    HandEnded(Seat(3)),
    ClaimProven(Seat(0), (cards("BJ BJ"), cards("AS"))),
    HandConceded((Seat(0), Seat(2)), Seat(1), 35, ()),
    ProposalMade(Seat(0), "undo", (Seat(0), Seat(1), Seat(2), Seat(3))),
    ProposalAgreed(Seat(1)),
    ProposalDeclined(Seat(2)),
    ProposalWithdrawn(Seat(0)),
    MoveUndone(Seat(0)),
    ReviewPassed(Seat(3)),
    RevokeProven(Seat(3), 2, Seat(0)),
    TakeBackAsked(Seat(3)),
    TakeBackAnswered(Seat(2), agreed=True),
    TakenBack(Seat(3)),
    KittyRevealed(cards("9C AS")),
    SCORED,
    PlayerChallenged(player(0), player(1), Seat(1)),
    ChallengeAccepted(player(0), player(1), Seat(1)),
    ChallengeDeclined(player(0), player(1), "pace"),
    ChallengeWithdrawn(player(0), player(1)),
    SecretPublished(1, "00" * 32),
    MatchEnded("won", (Seat(0), Seat(2))),
]
OPENED = TableOpened(
    "sheng_ji", {}, 1, 4, player(0), listed=True, hands=None, spectators=NO_DELAY, commitment="c", secret="s"
)
HAND = HandOpened(1, ("a", "b", "c", "d"), "commitment", "next commitment", "next secret")
DEALT = dealt(["2S 3S", "2D 3D", "2C 3C", "2H 3H"], "AS KS", first_drawer=1)
TAKEN = KittyTaken(Seat(1), cards("9C AS"))
BURIED = KittyBuried(Seat(1), cards("9C AS"))
DRAWN = RoundDrawn(3, cards("2S 2D 2C 2H"))
PLAN = PlanFiled(Seat(1), (PlannedShow(cards("2D"), "nobody"),))
GIVEN = OrdersGiven(Seat(1), (Order("play", "1", cards=cards("2D")),), auto_forced=True)
ENDED = OrdersEnded(Seat(1), ("1",), "card_gone", auto_forced=True)
ACTED = ActedFor(Seat(1), "order", "1")
CHOOSING = ThrowFailed(Seat(1), cards("QS KS"), units := (cards("QS"), cards("KS")), units, Seat(2))


def seen(event, viewer):
    return redact(SHENG_JI, event, viewer)


@law
@pytest.mark.parametrize("viewer", ALL)
@pytest.mark.parametrize("event", PUBLIC, ids=lambda event: type(event).__name__)
def test_public_events_are_visible_to_all(event, viewer):
    assert seen(event, viewer) == event


@pytest.mark.parametrize("viewer", ALL)
@pytest.mark.parametrize("chooser", [1, 2], ids=["the leader", "the challenger"])
def test_dec_51_the_beatable_units_of_a_throw_are_visible_only_to_the_choosing_seat(chooser, viewer):
    failed = replace(CHOOSING, chooser=Seat(chooser))
    knows = viewer in (Seat(chooser), Onlooker.ARCHIVE)

    assert seen(failed, viewer) == (failed if knows else replace(failed, choices=()))


@pytest.mark.parametrize("viewer", ALL)
def test_ex_plan_01_a_plan_is_visible_to_its_author_and_others_see_only_that_it_exists(viewer):
    knows = viewer in (Seat(1), Onlooker.ARCHIVE)

    assert seen(PLAN, viewer) == (PLAN if knows else replace(PLAN, plan=()))


@pytest.mark.parametrize("viewer", ALL)
def test_orders_are_visible_only_to_their_seat_and_others_see_an_empty_event(viewer):
    knows = viewer == Seat(1)

    assert seen(GIVEN, viewer) == (GIVEN if knows else OrdersGiven(None, (), None))
    assert seen(ENDED, viewer) == (ENDED if knows else OrdersEnded(None, (), None, None))


@pytest.mark.parametrize("viewer", ALL)
@pytest.mark.parametrize("how", ["order", "forced"])
def test_an_automatic_act_is_public_but_its_cause_is_hidden_from_others_until_the_hand_ends(how, viewer):
    acted = replace(ACTED, how=how, order="1" if how == "order" else None)
    for_others = ActedFor(Seat(1), how if viewer is Onlooker.ARCHIVE else "automatic", None)

    assert seen(acted, viewer) == (acted if viewer == Seat(1) else for_others)


@pytest.mark.parametrize("viewer", ALL)
def test_a_stand_in_bot_is_visible_to_all(viewer):
    assert seen(replace(ACTED, how="stand_in", order=None), viewer) == replace(ACTED, how="stand_in", order=None)


@pytest.mark.parametrize("viewer", AT_THE_TABLE)
def test_ex_live_01_a_seat_sees_only_its_own_card_of_a_drawing_round(viewer):
    shown = seen(DRAWN, viewer)

    assert shown.round == DRAWN.round
    assert shown.cards == tuple(card if seat == viewer else HIDDEN for seat, card in enumerate(DRAWN.cards))


@pytest.mark.parametrize("viewer", ALL[:5])
def test_ex_live_01_a_deal_shows_no_undrawn_card(viewer):
    live = dealt(["2S 3S", "2D 3D", "2C 3C", "2H 3H"], "AS KS", drawn=0)

    assert seen(live, viewer).order == (HIDDEN,) * 10


@pytest.mark.parametrize("viewer", ALL)
def test_a_secret_is_visible_to_nobody_before_it_is_published(viewer):
    assert seen(OPENED, viewer) == replace(OPENED, secret=None)
    assert seen(HAND, viewer) == replace(HAND, next_secret=None)


@pytest.mark.parametrize("viewer", AT_THE_TABLE)
def test_a_seat_sees_its_own_cards_of_a_deal_in_their_positions(viewer):
    order = seen(DEALT, viewer).order

    assert len(order) == len(DEALT.order)
    for place, (shown, card) in enumerate(zip(order, DEALT.order, strict=True)):
        own = place < 8 and (1 + place) % 4 == viewer
        assert shown == (card if own else HIDDEN)
    assert replace(seen(DEALT, viewer), order=DEALT.order) == DEALT


def test_a_spectator_sees_no_card_of_a_deal():
    assert seen(DEALT, Onlooker.SPECTATOR).order == (HIDDEN,) * 10


@pytest.mark.parametrize("event", [TAKEN, BURIED])
@pytest.mark.parametrize("viewer", ALL)
def test_sj_kitty_03_the_kitty_is_visible_to_its_setter_and_others_see_its_size(event, viewer):
    if viewer in (Seat(1), Onlooker.ARCHIVE):
        assert seen(event, viewer) == event
    else:
        assert seen(event, viewer) == replace(event, cards=(HIDDEN, HIDDEN))


@pytest.mark.parametrize("event", [DEALT, TAKEN, BURIED, DRAWN, PLAN, CHOOSING], ids=lambda event: type(event).__name__)
def test_the_archive_sees_all_hands(event):
    assert seen(event, Onlooker.ARCHIVE) == event


CLOCKS = ClocksSet(
    Instant(90_500),
    tuple(
        ClockReading(
            Seat(seat),
            Budget(150_001, 2),
            Running(Instant(90_500), 61_000, 119_000, Instant(209_500), is_grace=False),
        )
        for seat in range(2)
    ),
)


PAUSED = TablePaused(CLOCKS.at, CLOCKS.clocks)
RESUMED = TableResumed(CLOCKS.at, CLOCKS.clocks, (None, Instant(90_500), None, None))


@pytest.mark.parametrize("viewer", [Seat(1), *Onlooker])
@pytest.mark.parametrize("event", [CLOCKS, PAUSED, RESUMED], ids=lambda event: type(event).__name__)
def test_dec_96_clocks_of_others_are_rounded_up_to_the_minute(event, viewer):
    other, own = seen(event, viewer).clocks

    assert other == ClockReading(
        Seat(0), Budget(120_000, 2), Running(Instant(60_000), 60_000, 60_000, Instant(240_000), is_grace=False)
    )
    assert (own == CLOCKS.clocks[1]) == (viewer == Seat(1))
    assert seen(event, viewer).at == 60_000
    assert isinstance(seen(event, viewer), type(event))


@pytest.mark.parametrize("viewer", list(Onlooker))
def test_the_table_of_a_rematch_is_visible_only_to_players_of_the_match(viewer):
    event = RematchOpened(player(0), "tbl_new")

    assert seen(event, viewer) == RematchOpened(player(0), None)
    assert seen(event, Seat(2)) == event


def test_every_kind_of_event_is_tested_here():
    kinds = {type(event) for event in (*PUBLIC, OPENED, HAND, DEALT, TAKEN, BURIED, DRAWN, PLAN)} | {RematchOpened}
    kinds |= {type(GIVEN), type(ENDED), type(ACTED), type(CLOCKS), type(PAUSED), type(RESUMED)}

    packages = ("domain.table.", "domain.games.sheng_ji.")
    assert {cls for cls in EVENT_CLASSES.values() if cls.__module__.startswith(packages)} == kinds
    assert {CardsPlayed, CardsDealt} <= kinds


@pytest.mark.parametrize("viewer", AT_THE_TABLE)
def test_every_viewer_gets_every_event_so_that_versions_agree(viewer):
    events = [event for outcome in played_by_chance(5, "zhang-2021", {}, hands=2) for event in outcome.events]

    assert all(type(seen(event, viewer)) is type(event) for event in events)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_event_that_a_game_does_not_list_is_shown_to_nobody(game):
    for viewer in AT_THE_TABLE:
        with pytest.raises(UnlistedEvent):
            redact(game, "KS", viewer)


# Stored form of events ------------------------------------------------------------------------------------------------


def test_no_two_events_have_the_same_name():
    with pytest.raises(ValueError, match="cards_dealt"):
        event("cards_dealt")(type("Other", (), {}))


def test_a_document_of_a_newer_revision_is_refused():
    assert upcast("trick_won", 1, {"seat": 1, "points": 5}) == {"seat": 1, "points": 5}
    with pytest.raises(NewerRelease, match="revision 2"):
        upcast("trick_won", 2, {})
    with pytest.raises(NewerRelease, match="trick_lost"):
        upcast("trick_lost", 1, {})
