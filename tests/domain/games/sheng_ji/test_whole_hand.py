"""A hand from its deal to the next one: the order of events (DEC-80)."""

import hashlib

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import Bury
from domain.games.sheng_ji.events import DeclarationPassed, Declared, HandPrepared, KittyBuried, KittyTaken, TrumpFixed
from domain.games.sheng_ji.play_events import CardsPlayed, HandScored, KittyRevealed, TrickWon
from domain.kernel.cards import RANK_OF_NAME
from domain.kernel.seats import Seat
from domain.table.commands import Act, OpenTable, SetEntropy, Sit, Start
from domain.table.decide import decide
from domain.table.events import CardsDealt, HandOpened, MatchEnded, SecretPublished
from domain.table.hands import Chance
from tests.support.deals import HOST, after_a_hand, declaring, followed, led, playing, started
from tests.support.matches import played_by_chance
from tests.support.table import PASS, SECRETS, SHENG_JI, cards, declares, player, plays

OPPONENTS_WIN = ["3S", "AS", "4S", "10S"]
DECLARERS_WIN = ["AS", "3S", "4S", "10S"]


def last_trick(hands: list[str], *, buried: str = "5C 9D", match=None):
    """The last play of a hand that seat 0 deals."""
    given = playing(hands, buried=buried, match=match or started())
    return given.after_plays(*(f"{seat}: {hands[seat]}" for seat in range(3))).when(3, plays(hands[3]))


def test_dec_80_the_last_play_is_followed_by_trick_kitty_score_secret_and_the_next_hand():
    hand = last_trick(OPPONENTS_WIN)

    assert [type(event) for event in hand.events] == [
        CardsPlayed,
        TrickWon,
        KittyRevealed,
        HandScored,
        SecretPublished,
        HandOpened,
        HandPrepared,
        CardsDealt,
    ]
    hand.then_begins(
        followed(3, "10S"),
        TrickWon(Seat(1), 10),
        KittyRevealed(cards("5C 9D")),
        HandScored(
            last_trick=Seat(1),
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
            levels_before=(RANK_OF_NAME["2"], RANK_OF_NAME["2"]),
            levels_after=(RANK_OF_NAME["4"], RANK_OF_NAME["2"]),
            laps_after=(0, 0),
            attempted_after=((), ()),
            next_dealer=Seat(2),
            match_won_by=(),
        ),
        SecretPublished(1, SECRETS[1].hex()),
    )


def test_dec_80_the_scored_points_are_trick_points_plus_bonus_plus_penalties():
    # Seat 0, a declarer, fails a throw: ten points for the opponents, who win the last trick.
    hands = ["KD QD 3H", "AD 5D AH", "3D 4D 4H", "6D 7D 6H"]
    given = playing(hands, buried="KC", match=started(throw_penalty="flat_10", hands=1)).after_plays(
        "0: KD QD", "1: AD", "2: 3D", "3: 6D", "1: AH", "2: 4H", "3: 6H", "0: 3H"
    )
    given = given.after_plays("1: 5D", "2: 4D", "3: 7D").when(0, plays("KD"))
    scored = given.told(HandScored)

    assert scored.trick_points == 0
    assert (scored.kitty_points, scored.kitty_factor, scored.penalties) == (0, 0, 10)
    assert scored.opponent_points == 10
    assert scored.levels_won == 2


def test_dec_80_bonus_and_penalty_are_added():
    hands = ["KD QD", "AD AH", "3D 4H", "6D 7H"]
    given = playing(hands, buried="KC", match=started(throw_penalty="flat_10", hands=1))
    given = given.after_plays("0: KD QD", "1: AD", "2: 3D", "3: 6D", "1: AH", "2: 4H", "3: 7H")
    scored = given.when(0, plays("KD")).told(HandScored)

    assert (scored.trick_points, scored.kitty_points, scored.kitty_factor, scored.penalties) == (10, 10, 2, 10)
    assert scored.opponent_points == 10 + 2 * 10 + 10
    assert scored.levels_won == 2 - 1


def test_an_unrevealed_kitty_is_not_shown_with_the_score():
    hand = last_trick(DECLARERS_WIN)

    assert KittyRevealed not in map(type, hand.events)
    assert (hand.told(HandScored).kitty_points, hand.told(HandScored).kitty_factor) == (0, 0)


@pytest.mark.parametrize("hands", [1, 2])
def test_after_the_last_hand_the_match_ends_without_another_deal(hands):
    match = started(hands=hands)
    if hands == 2:
        assert HandOpened in map(type, last_trick(DECLARERS_WIN, match=match).events)
        match = after_a_hand(match, ("4", "3"), next_dealer=0)
        trumps = "4H"
    else:
        trumps = "2H"
    given = playing(["AS", "3S", "9S", "10S"], trumps=trumps, match=match).after_plays("0: AS", "1: 3S", "2: 9S")
    last = given.when(3, plays("10S"))

    assert last.events[-1] == MatchEnded("hands_played", (Seat(0), Seat(2)))
    assert [type(event) for event in last.events[-3:]] == [HandScored, SecretPublished, MatchEnded]
    assert last.outcome.table.status == "finished"


def test_a_drawn_match_has_no_winners():
    # The opponents take over without a level: both sides remain at two.
    hand = last_trick(OPPONENTS_WIN, buried="KC KD 10C 10D", match=started(hands=1))

    assert hand.told(HandScored).levels_won == 0
    assert hand.events[-1] == MatchEnded("hands_played", ())


def test_a_match_won_in_its_last_hand_counts_as_won():
    match = after_a_hand(started(hands=2), ("A", "K"), next_dealer=0)
    given = playing(DECLARERS_WIN, trumps="AH", match=match).after_plays("0: AS", "1: 3S", "2: 4S")

    assert given.when(3, plays("10S")).events[-1] == MatchEnded("won", (Seat(0), Seat(2)))


def test_the_next_hand_is_dealt_by_the_rules_of_succession():
    events = last_trick(DECLARERS_WIN).events
    opened, prepared, dealt = events[-3:]

    assert (opened.hand, prepared.dealer, prepared.first_drawer, prepared.cutter) == (2, 2, 2, 1)
    assert prepared.trump_rank == RANK_OF_NAME["5"]  # no points for the opponents: three levels
    assert (dealt.first_drawer, dealt.hand_size, len(dealt.order)) == (2, 25, 108)


def test_nothing_can_be_played_after_the_match():
    over = started(hands=1)
    table = last_trick(DECLARERS_WIN, match=over).outcome.table

    assert SHENG_JI.asked(table.match) == ()
    assert table.result.reason == "hands_played"


# The secrets ---------------------------------------------------------------------------------------------------------


def test_the_commitment_of_each_hand_is_published_with_the_hand_before_it():
    opened = decide(
        GAMES, None, OpenTable(HOST, "sheng_ji", "zhang-2021", {}, listed=True, hands=None), Chance(SECRETS[1])
    )
    table = opened.table
    for seat in range(4):
        table = decide(GAMES, table, Sit(player(seat), Seat(seat), f"entropy {seat}"), Chance(SECRETS[8])).table
    started_events = decide(GAMES, table, Start(HOST), Chance(SECRETS[2])).events
    (first,) = (event for event in started_events if isinstance(event, HandOpened))

    assert opened.events[0].commitment == hashlib.sha256(SECRETS[1]).hexdigest() == first.commitment
    assert first.next_commitment == hashlib.sha256(SECRETS[2]).hexdigest()
    (second,) = (event for event in last_trick(DECLARERS_WIN).events if isinstance(event, HandOpened))
    assert second.commitment == "commitment 2"  # equal to the announcement of the first hand
    assert second.next_commitment == hashlib.sha256(SECRETS[3]).hexdigest()
    assert second.next_secret == SECRETS[3].hex()


def test_entropy_given_after_the_commitment_is_used_for_the_next_hand():
    match = started()
    table = decide(
        GAMES, playing(DECLARERS_WIN, match=match).table, SetEntropy(player(3), "new"), Chance(SECRETS[8])
    ).table
    assert table.hand.entropies == ("first", "second", "third", "fourth")
    for seat, hand in enumerate(DECLARERS_WIN):
        outcome = decide(GAMES, table, Act(player(seat), plays(hand)), Chance(SECRETS[3]))
        table = outcome.table
    (opened,) = (event for event in outcome.events if isinstance(event, HandOpened))

    assert opened.entropies == ("first", "second", "third", "new")
    assert table.hand.entropies == opened.entropies


# From the first draw to the last trick -------------------------------------------------------------------------------


def test_a_short_hand_is_played_from_the_draw_to_the_next_draw():
    given = declaring(["2H 3S", "4S 4D", "5S 5D", "6S 6D"], "3C 4C 5C 6C 7C 8C 9C KC", first_drawer=0)
    given = given.after((0, declares("2H")), (1, PASS), (2, PASS), (3, PASS))
    given = given.after((0, Bury(cards("3C 4C 5C 6C 7C 8C 9C 3S")))).after_plays("0: KC", "1: 4D", "2: 5D", "3: 6D")
    last = given.after_plays("0: 2H", "1: 4S", "2: 5S").when(3, plays("6S"))

    kinds = [type(event) for event in (*given.events, *last.events)]
    assert kinds[7:] == [
        HandPrepared,
        CardsDealt,
        Declared,
        *[DeclarationPassed] * 3,
        TrumpFixed,
        KittyTaken,
        KittyBuried,
        *[CardsPlayed] * 4,
        TrickWon,
        CardsPlayed,
        TrickWon,
        HandScored,
        SecretPublished,
        HandOpened,
        HandPrepared,
        CardsDealt,
    ]
    assert last.told(HandScored).opponent_points == 0
    assert given.events[-2:] == (followed(3, "6D"), TrickWon(Seat(0), 15))
    assert led(0, "KC") in given.events


@pytest.mark.parametrize("profile", ["zhang-2016", "zhang-2021"])
def test_sj_gen_08_every_hand_has_the_same_order_of_phases(profile):
    order = ["preparing", "declaring", "burying", "playing", "scored"]
    matches = [outcome.table.match for outcome in played_by_chance(7, profile, {}, hands=3)]
    seen = [SHENG_JI.view(match, Seat(0))["phase"] for match in matches if match]
    changes = [phase for place, phase in enumerate(seen) if place == 0 or seen[place - 1] != phase]

    assert changes == [*order[1:4] * 3, "scored"]
