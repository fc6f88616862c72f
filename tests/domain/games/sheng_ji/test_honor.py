"""EX-HONOR-01, SJ-ILLEGAL-02: only opponents check following, and a proven revoke has a penalty."""

import pytest

from domain.games.sheng_ji.check import NotProven, NotYourTurn
from domain.games.sheng_ji.commands import ChallengePlay
from domain.games.sheng_ji.move_checks import NotAtThisTable, WrongNumberOfCards
from domain.games.sheng_ji.play_events import HandScored, KittyRevealed, ReviewPassed, RevokeProven, TrickWon
from domain.games.sheng_ji.state import Reviewing, Tricks
from domain.kernel.cards import RANK_OF_NAME
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.events import MatchEnded
from domain.table.refusals import WrongPhase
from tests.support.deals import followed, led, playing, started
from tests.support.friends import calling, calls
from tests.support.table import PASS, SHENG_JI, Given, plays

# Seat 0 deals and leads spades. Seat 1, an opponent, holds a spade and plays a club instead.
HANDS = ["AS KS 3D", "9S 4C 5D", "3S 4S 6D", "5S 6S 7D"]


def honor(hands=HANDS, *, buried="3C", **options) -> Given:
    return playing(hands, buried=buried, match=started(enforcement="honor", **options))


def revoked() -> Given:
    """Seat 1 has revoked in the first trick, and the second has been led."""
    return honor().after_plays("0: AS", "1: 4C", "2: 3S", "3: 5S")


def shown(given: Given) -> Given:
    """Seat 1 has played its spade in the second trick."""
    return given.after_plays("0: KS", "1: 9S")


def test_ex_honor_01_a_play_that_does_not_follow_is_accepted():
    given = honor().after_plays("0: AS")

    given.when(1, plays("4C")).then(followed(1, "4C"))
    assert given.moves(1)["complete"] is False
    assert given.moves(1)["cards"] == [["9S"]]


def test_ex_honor_01_a_dry_run_says_that_a_play_does_not_follow():
    given = honor().after_plays("0: AS")

    assert SHENG_JI.preview(given.table.match, Seat(1), plays("4C")) == {"takes_trick": False, "follows": False}
    assert SHENG_JI.preview(given.table.match, Seat(1), plays("9S")) == {"takes_trick": False, "follows": True}


def test_ex_honor_01_the_number_and_ownership_of_cards_are_still_checked():
    given = honor().after_plays("0: AS")

    given.when(1, plays("4C 5D")).then_refused(WrongNumberOfCards)


def test_ex_honor_01_a_revoke_is_not_proven_until_a_card_shows_it():
    revoked().when(0, ChallengePlay(1, Seat(1))).then_refused(NotProven, "EX-HONOR-01")
    revoked().after_plays("0: KS").when(0, ChallengePlay(1, Seat(1))).then_refused(NotProven)


def test_ex_honor_01_a_refused_challenge_does_not_reveal_whether_there_was_a_revoke():
    followed_suit = honor([HANDS[0], "4C 8C 5D", *HANDS[2:]]).after_plays("0: AS", "1: 4C", "2: 3S", "3: 5S")

    refusals = [each.when(0, ChallengePlay(1, Seat(1))).refusal for each in (revoked(), followed_suit)]
    assert refusals[0].detail == refusals[1].detail
    assert refusals[0].facts == refusals[1].facts == {}


@pytest.mark.parametrize("challenger", [0, 2])
def test_ex_honor_01_either_opponent_can_challenge_at_any_turn(challenger):
    events = shown(revoked()).when(challenger, ChallengePlay(1, Seat(1))).events

    assert events[0] == RevokeProven(Seat(challenger), 1, Seat(1))
    assert HandScored in map(type, events)


def test_ex_honor_01_a_player_cannot_challenge_their_own_side():
    given = shown(revoked())

    given.when(3, ChallengePlay(1, Seat(1))).then_refused(NotProven)
    given.when(1, ChallengePlay(1, Seat(1))).then_refused(NotProven)


@pytest.mark.parametrize(("number", "offender"), [(0, 1), (2, 1), (9, 1), (-1, 1), (1, 3), (1, 0), (1, 7), (1, -1)])
def test_ex_honor_01_wrong_challenges_are_refused_and_change_nothing(number, offender):
    shown(revoked()).when(2, ChallengePlay(number, Seat(offender))).then_refused(NotProven)


def test_ex_honor_01_the_leader_cannot_have_revoked():
    given = honor(["AS 3S", "4S 5S", "6S 7S", "8S 9S"]).after_plays("0: AS", "1: 4S", "2: 6S", "3: 8S", "0: 3S")

    given.when(1, ChallengePlay(1, Seat(0))).then_refused(NotProven)


def test_ex_honor_01_other_tables_have_no_challenges():
    given = playing(HANDS).after_plays("0: AS", "1: 9S", "2: 3S", "3: 5S")

    refused = given.when(0, ChallengePlay(1, Seat(1)))
    refused.then_refused(NotAtThisTable, "EX-HONOR-01")
    assert refused.refusal.facts == {"option": "enforcement", "wanted": "honor"}


# Structure -----------------------------------------------------------------------------------------------------------

PAIRS = ["AS AS 3D", "3S 3S 4S", "5S 6S 7D", "7S 8S 8D"]


def test_sj_follow_03_a_withheld_pair_is_proven_after_it_was_shown():
    given = honor(PAIRS).after_plays("0: AS AS", "1: 3S 4S", "2: 5S 6S", "3: 7S 8S", "0: 3D")

    given.when(0, ChallengePlay(1, Seat(1))).then_refused(NotProven)
    given.after_plays("1: 3S").when(2, ChallengePlay(1, Seat(1))).then_begins(RevokeProven(Seat(2), 1, Seat(1)))


def test_sj_follow_03_two_singles_are_no_revoke_if_no_pair_was_held():
    given = honor(PAIRS).after_plays("0: AS AS", "1: 3S 3S", "2: 5S 6S", "3: 7S 8S", "0: 3D", "1: 4S", "2: 7D")

    given.when(1, ChallengePlay(1, Seat(2))).then_refused(NotProven)


def test_sj_follow_06_with_protected_tuples_a_withheld_pair_is_not_proven_before_the_whole_hand_is_known():
    # Seat 1 holds a protected triple beside a pair, and follows a pair with two single cards. Its two fives that were
    # seen might be part of a triple, which it would not have to break.
    hands = ["AS AS AD KD QD JD", "3S 3S 3S 5S 5S 7S", "6S 8S 8D 9D 10D 7D", "9S 10S 7D 8D 9D 6D"]
    match = started(enforcement="honor", protect_tuples="on", decks=3, kitty_size=6)
    given = playing(hands, buried="3C 4C 6C 7C 8C 9C", match=match)
    given = given.after_plays("0: AS AS", "1: 5S 7S", "2: 6S 8S", "3: 9S 10S", "0: AD", "1: 5S", "2: 8D", "3: 7D")

    given.when(0, ChallengePlay(1, Seat(1))).then_refused(NotProven)
    given = given.after_plays("0: KD", "1: 3S", "2: 9D", "3: 8D", "0: QD", "1: 3S", "2: 10D", "3: 9D")
    given = given.after_plays("0: JD", "1: 3S", "2: 7D", "3: 6D")
    assert isinstance(given.phase, Reviewing)
    given.when(0, ChallengePlay(1, Seat(1))).then_begins(RevokeProven(Seat(0), 1, Seat(1)))


# Penalties (SJ-ILLEGAL-02) --------------------------------------------------------------------------------------------


def points_for_opponents(*, revokes: int, penalty: str, **options) -> HandScored:
    """Seat `revokes` withholds its spade in the first trick, shows it in the second, and is challenged."""
    hands = {
        0: "3S AD 3D",
        1: "AS 4D 5D",
        2: "KS 6D 7D",
        3: "10S 8D 9D",
    }
    spade, other, third = hands[revokes].split()
    hands[revokes] = f"{other} {spade} {third}"
    given = honor([hands[seat] for seat in range(4)], revoke_penalty=penalty, **options)
    first = [f"{seat}: {hands[seat].split()[0]}" for seat in range(4)]
    given = given.after_plays(*first)
    winner = given.phase.turn
    order = [(winner + step) % 4 for step in range(4)]
    second = {seat: hands[seat].split()[2] for seat in range(4)}
    second[revokes] = spade
    given = given.after_plays(*(f"{seat}: {second[seat]}" for seat in order[: order.index(revokes) + 1]))
    challenger = (revokes + 1) % 4
    return given.when(challenger, ChallengePlay(1, Seat(revokes))).told(HandScored)


@pytest.mark.parametrize(("penalty", "levels"), [("lose_hand", 0), ("lose_hand_plus", 1)])
def test_sj_illegal_02_declarers_who_revoke_lose_the_hand(penalty, levels):
    scored = points_for_opponents(revokes=2, penalty=penalty)

    # Without their king of spades the trick was worth ten points only.
    assert (scored.trick_points, scored.opponent_points) == (10, 80)
    assert (scored.winners, scored.levels_won, scored.revoked_by) == ("opponents", levels, 2)
    assert scored.next_dealer == 1


@pytest.mark.parametrize(("penalty", "levels"), [("lose_hand", 2), ("lose_hand_plus", 3)])
def test_sj_illegal_02_opponents_who_revoke_lose_the_hand_and_gain_no_further_points(penalty, levels):
    scored = points_for_opponents(revokes=3, penalty=penalty)

    assert (scored.trick_points, scored.opponent_points) == (10, 10)
    assert (scored.winners, scored.levels_won, scored.revoked_by) == ("declarers", levels, 3)


FIFTY_EACH = [
    # Seats 1 and 2 have all points of spades and diamonds. Seat 3 withholds its spades in the first trick.
    "3S 3S 4S 4S 3D 4D 6D 8D 9H",
    "KS KS AS AS KD KD AD AD 10H",
    "5S 5S 10S 10S 5D 5D 10D 10D JH",
    "6S 6S 7S 7S 6C 6C 7C 7C QH",
]


@pytest.mark.parametrize(("penalty", "levels"), [("lose_hand", 1), ("lose_hand_plus", 2)])
@pytest.mark.parametrize("step", [10, 20, 40, 80])
def test_sj_illegal_02_a_revoking_side_loses_a_hand_won_by_points_and_the_others_gain_a_level(penalty, levels, step):
    given = honor(FIFTY_EACH, revoke_penalty=penalty, score_step=step)
    given = given.after_plays("0: 3S 3S 4S 4S", "1: KS KS AS AS", "2: 5S 5S 10S 10S", "3: 6C 6C 7C 7C")
    given = given.after_plays("1: KD KD AD AD", "2: 5D 5D 10D 10D", "3: 6S 6S 7S 7S", "0: 3D 4D 6D 8D")
    scored = given.when(0, ChallengePlay(1, Seat(3))).told(HandScored)

    assert (scored.trick_points, scored.opponent_points) == (100, 75)
    assert (scored.winners, scored.levels_won) == ("declarers", levels)


@pytest.mark.parametrize(("penalty", "levels"), [("lose_hand", 1), ("lose_hand_plus", 2)])
def test_sj_illegal_02_a_step_as_large_as_the_threshold_gives_no_shut_out(penalty, levels):
    scored = points_for_opponents(revokes=3, penalty=penalty, score_step=80)

    assert (scored.opponent_points, scored.levels_won) == (10, levels)


# Review after the last trick ------------------------------------------------------------------------------------------


def reviewing(hands, plays_made, **options) -> Given:
    return honor(hands, buried="KC", kitty_reveal="on_opponents_last_trick", **options).after_plays(*plays_made)


ONE = ["3S", "AS", "4S", "5S"]
ONE_PLAYED = [f"{seat}: {card}" for seat, card in enumerate(ONE)]


def test_ex_honor_01_after_the_last_trick_all_hands_are_reviewed_once():
    given = reviewing(ONE, ONE_PLAYED)

    assert isinstance(given.phase, Reviewing)
    assert SHENG_JI.asked(given.table.match) == tuple((seat, "review") for seat in range(4))
    assert given.view(Seat(2))["phase"] == "reviewing"
    given.when(0, plays("3S")).then_refused(WrongPhase)


def test_ex_honor_01_when_all_have_passed_the_review_the_hand_is_scored_as_usual():
    given = reviewing(ONE, ONE_PLAYED).after((0, PASS), (1, PASS), (3, PASS))

    given.when(3, PASS).then_refused(NotYourTurn)
    assert given.view(Onlooker.SPECTATOR)["passed"] == [0, 1, 3]
    done = given.when(2, PASS)
    done.then_begins(ReviewPassed(Seat(2)))
    scored = done.told(HandScored)
    assert (scored.trick_points, scored.kitty_points, scored.kitty_factor) == (5, 10, 2)
    assert scored.revoked_by is None


REVOKE = ["3S 4D", "AS AD", "4D 6S", "7S 7D"]
REVOKE_PLAYED = ["0: 3S", "1: AS", "2: 4D", "3: 7S", "1: AD", "2: 6S", "3: 7D", "0: 4D"]


def test_ex_honor_01_a_revoke_shown_by_the_last_card_can_be_challenged():
    given = reviewing(REVOKE, REVOKE_PLAYED)

    given.when(1, ChallengePlay(1, Seat(2))).then_begins(RevokeProven(Seat(1), 1, Seat(2)))
    given.after((1, PASS)).when(1, ChallengePlay(1, Seat(2))).then_begins(RevokeProven(Seat(1), 1, Seat(2)))


def test_sj_bonus_01_opponents_who_prove_a_revoke_after_the_last_trick_keep_the_kitty_bonus():
    hands = ["3S 4D", "AS AD", "4D 6S", "10S 10D"]
    given = honor(hands, buried="KC KD 10C 10H", kitty_size=4)
    given = given.after_plays("0: 3S", "1: AS", "2: 4D", "3: 10S", "1: AD", "2: 6S", "3: 10D", "0: 4D")
    passed = given.after((0, PASS), (1, PASS), (2, PASS)).when(3, PASS).told(HandScored)
    proven = given.when(1, ChallengePlay(1, Seat(2)))

    # Twenty in tricks, and forty in the kitty, doubled.
    assert passed.opponent_points == 100
    assert proven.told(HandScored).opponent_points == 100
    assert KittyRevealed in map(type, proven.events)


def test_sj_bonus_01_opponents_who_revoked_get_no_kitty_bonus():
    hands = ["3S 4D", "AD AS", "4S 6S", "7S 7D"]
    given = reviewing(hands, ["0: 3S", "1: AD", "2: 4S", "3: 7S", "3: 7D", "0: 4D", "1: AS", "2: 6S"])
    scored = given.when(0, ChallengePlay(1, Seat(1))).told(HandScored)

    assert (scored.winners, scored.kitty_factor, scored.revoked_by) == ("declarers", 0, 1)


def test_a_revoke_of_the_other_side_can_win_the_match():
    match = started(enforcement="honor", initial_level="A")
    given = playing(["KS QS", "9D 9S", "3S 4S", "5S 6S"], trumps="AH", match=match)
    given = given.after_plays("0: KS", "1: 9D", "2: 3S", "3: 5S", "0: QS", "1: 9S")
    challenge = given.when(2, ChallengePlay(1, Seat(1)))

    assert challenge.told(HandScored).match_won_by == (0, 2)
    assert challenge.events[-1] == MatchEnded("won", (Seat(0), Seat(2)))


def test_ex_honor_01_all_tricks_are_kept_for_challenges_but_shown_only_by_option():
    given = shown(revoked())

    assert len(given.phase.history) == 1
    assert given.view(Seat(0))["history"] == []


def test_ex_honor_01_a_card_of_another_suit_does_not_show_that_a_seat_is_void():
    assert revoked().phase.voids == (0, 0, 0, 0)
    assert isinstance(revoked().phase, Tricks)


def test_in_friend_games_only_known_declarers_have_opponents():
    hands = ["AS KS", "9S 4C", "3S 4S", "5S 6S", "7S 8S"]
    match = started("zhao-peng-you", enforcement="honor")
    given = calling(hands, "3C 5C 6C 7C 9C 10C JC QC", match=match).after((0, calls("1 3S")))
    given = given.after_plays("0: AS", "1: 4C", "2: 3S", "3: 5S", "4: 7S", "0: KS", "1: 9S")

    given.when(3, ChallengePlay(1, Seat(1))).then_refused(NotProven)
    given.when(2, ChallengePlay(1, Seat(1))).then_begins(RevokeProven(Seat(2), 1, Seat(1)))


def test_the_trick_of_a_revoke_is_won_by_the_cards_as_played():
    given = honor().after_plays("0: AS", "1: 4C", "2: 3S")

    given.when(3, plays("5S")).then(followed(3, "5S"), TrickWon(Seat(0), 5))
    assert led(0, "AS") in given.events
    assert given.phase.deal.trump_rank == RANK_OF_NAME["2"]


@pytest.mark.parametrize(("played", "missing"), [(2, 0), (3, 1)])
def test_ff_score_03_friends_who_can_still_join_count_as_missing_only_after_the_last_trick(played, missing):
    # Seat 1 withholds its spade in the first trick and shows it in the second. The friend card is in the kitty.
    hands = ["AS KS QS", "4D 9S 5D", "3S 4S 6S", "5S 6S 7S", "7S 8S 8S"]
    match = started("zhao-peng-you", enforcement="honor")
    given = calling(hands, "3C 5C 6C 7C 9C 10C JC QC", match=match).after((0, calls("1 QC")))
    for place in range(played):
        given = given.after_plays(*(f"{seat}: {hand.split()[place]}" for seat, hand in enumerate(hands)))
    scored = given.when(0, ChallengePlay(1, Seat(1))).told(HandScored)

    assert (scored.winners, scored.missing) == ("declarers", missing)
    gained = scored.levels_after[0] - scored.levels_before[0]
    assert gained == scored.levels_won * (1 + missing)
