"""EX-CLAIM-01: the leader claims all remaining tricks and proves the claim from their own knowledge."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

import pytest

from domain.games.sheng_ji.check import MixedLead
from domain.games.sheng_ji.claims import ClaimNotProven, LineNotWhole, NotOnLead, can_claim, proven_line
from domain.games.sheng_ji.commands import Claim, Play
from domain.games.sheng_ji.decide import decide
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.play_events import CardsPlayed, ClaimProven, HandScored, TrickWon
from domain.games.sheng_ji.state import MatchState, Tricks
from domain.kernel.cards import Cards
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat, others_in_turn
from domain.table.refusals import WrongPhase
from tests.support.deals import burying, playing, started
from tests.support.friends import calling, calls
from tests.support.matches import played_by_chance
from tests.support.table import Given, cards


def claims(*leads: str) -> Claim:
    return Claim(tuple(map(cards, leads)))


SMALL = ("3C 4C 5C 6C", "3D 4D 5D 6D", "3S 4S 5S 6S")
ONE_DECK = "BJ SJ 2H 2C 2D 2S AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H"
"""Trumps of one deck, in which the two of hearts is the highest card below the jokers."""


def claiming(own: str, *others: str, **more) -> Given:
    """Seat 0 leads with these cards. The others have small ones, unless theirs are given."""
    count = len(own.split())
    small = [" ".join(each.split()[:count]) for each in SMALL]
    return playing([own, *others, *small[len(others) :]], **more)


def one_trump_out(own: str, out: str = "3H") -> Given:
    """One deck. Seat 0 holds the trumps `own`, another seat holds `out`, and all others are in the kitty."""
    buried = " ".join(card for card in ONE_DECK.split() if card not in (*own.split(), out))
    return claiming(own, buried=buried, match=started("si-shi-fen"))


# Proven claims --------------------------------------------------------------------------------------------------------


def test_ex_claim_01_the_holder_of_all_highest_trumps_takes_all_tricks():
    events = claiming("BJ BJ SJ SJ").when(0, Claim()).events

    assert events[0] == ClaimProven(Seat(0), (cards("SJ SJ BJ BJ"),))
    assert [event.seat for event in events if isinstance(event, CardsPlayed | TrickWon)] == [0, 1, 2, 3, 0]
    assert any(isinstance(event, HandScored) for event in events)


def test_ex_claim_01_the_stated_line_is_led():
    events = claiming("BJ BJ SJ SJ").when(0, claims("BJ", "BJ", "SJ SJ")).events
    led = [event.cards for event in events if isinstance(event, CardsPlayed) and event.seat == 0]

    assert led == [cards("BJ"), cards("BJ"), cards("SJ SJ")]


def test_ex_claim_01_a_claim_is_scored_as_if_its_tricks_had_been_played():
    given = claiming("BJ BJ SJ", "KC KC 10C", "5C 5C 10D", "KD KD 5D")
    played = given.after_plays("0: BJ BJ", "1: KC KC", "2: 5C 5C", "3: KD KD", "0: SJ", "1: 10C", "2: 10D", "3: 5D")
    claimed = given.when(0, claims("BJ BJ", "SJ")).told(HandScored)

    assert claimed == next(event for event in played.events if isinstance(event, HandScored))


@pytest.mark.parametrize(
    ("own", "lead", "may_be_out"),
    [
        ("BJ SJ", "SJ", "BJ"),
        ("BJ BJ AS", "AS", "2C"),
        ("SJ SJ", "SJ SJ", "BJ BJ"),
        ("BJ BJ SJ 2H", "2H", "SJ"),
        ("BJ BJ KS", "KS", "AS"),
    ],
)
def test_ex_claim_01_a_claim_with_cards_that_an_unseen_card_can_beat_is_not_proven(own, lead, may_be_out):
    refusal = claiming(own).when(0, Claim()).refusal

    assert isinstance(refusal, ClaimNotProven)
    assert refusal.facts["lead"] == lead.split()
    assert set(may_be_out.split()) <= set(refusal.facts["may_be_out"])
    assert "may be in one other hand" in refusal.detail


def test_ex_claim_01_a_true_claim_that_depends_on_hidden_cards_is_refused():
    """No player has a trump or a higher spade, but the claimer cannot know that."""
    claiming("AS KS").when(0, claims("AS", "KS")).then_refused(ClaimNotProven, "EX-CLAIM-01")


def test_ex_claim_01_the_partners_cards_count_as_out():
    claiming("SJ SJ", "3C 3C", "BJ BJ").when(0, Claim()).then_refused(ClaimNotProven)


def test_ex_claim_01_a_player_who_buried_cards_knows_that_they_are_in_no_hand():
    hands = ["BJ SJ", "3C 4C", "3D 4D", "3S 4S"]

    assert playing(hands, buried="BJ").when(0, Claim()).events[0] == ClaimProven(Seat(0), (cards("BJ"), cards("SJ")))
    playing(hands, buried="5D").when(0, Claim()).then_refused(ClaimNotProven)


def test_ex_claim_01_cards_buried_by_another_seat_may_be_out():
    hands = ["3C 3D 4D", "AC BJ SJ", "4C 5D 6D", "5C 7D 8D"]
    given = playing(hands, buried="BJ").after_plays("0: 3C", "1: AC", "2: 4C", "3: 5C")

    given.when(1, Claim()).then_refused(ClaimNotProven)


def test_ex_claim_01_played_cards_are_no_longer_out():
    given = claiming("BJ SJ", "3C 4C", "BJ 4D")
    given.when(0, Claim()).then_refused(ClaimNotProven)
    after = given.after_plays("0: BJ", "1: 3C", "2: BJ", "3: 3S")

    assert after.when(0, Claim()).events[0] == ClaimProven(Seat(0), (cards("SJ"),))


def test_ex_claim_01_a_player_known_to_be_void_in_trumps_cannot_ruff():
    """All others have discarded on a trump, so spades cannot be ruffed."""
    given = claiming("BJ AS AS").after_plays("0: BJ", "1: 3C", "2: 3D", "3: 3S")
    assert given.when(0, Claim()).events[0] == ClaimProven(Seat(0), (cards("AS AS"),))

    one_followed = claiming("BJ AS AS", "3C 4C 5C", "3H 4D 5D").after_plays("0: BJ", "1: 3C", "2: 3H", "3: 3S")
    one_followed.when(0, Claim()).then_refused(ClaimNotProven)


def test_ex_claim_01_leads_of_a_claim_draw_the_remaining_cards_of_a_suit():
    """One trump is out: the joker takes it, and then the ace is safe."""
    given = one_trump_out("BJ AS")

    assert isinstance(given.when(0, claims("BJ", "AS")).events[0], ClaimProven)
    refusal = given.when(0, claims("AS", "BJ")).refusal
    assert (refusal.facts["lead"], refusal.facts["may_be_out"]) == (["AS"], ["3H"])
    assert given.when(0, Claim()).events[0] == ClaimProven(Seat(0), (cards("BJ"), cards("AS")))


def test_ex_claim_01_leads_draw_nothing_if_no_seat_has_to_follow():
    given = one_trump_out("BJ AS")
    honor = Given(tuple(given.events))
    opened = honor.events[0]
    rules = {**opened.rules, "options": {**opened.rules["options"], "enforcement": "honor"}}
    honor = Given((replace(opened, rules=rules), *honor.events[1:]))

    honor.when(0, claims("BJ", "AS")).then_refused(ClaimNotProven)


def test_ex_claim_01_a_pair_can_be_safe_although_each_single_card_could_be_ruffed():
    """One trump is out. It can ruff a single card, but not a pair."""
    given = one_trump_out("AS KS")

    given.when(0, claims("AS", "KS")).then_refused(ClaimNotProven)
    assert given.when(0, Claim()).events[0] == ClaimProven(Seat(0), (cards("KS AS"),))


def test_ex_claim_01_four_identical_cards_may_be_out_if_bombs_are_allowed():
    match = started("zhang-2021", decks=4, bombs="on")
    lead = "BJ BJ SJ SJ"
    gone = "BJ BJ SJ SJ"

    assert playing([lead, *SMALL], buried=gone, match=started(decks=4)).when(0, Claim()).events
    refusal = playing([lead, *SMALL], buried=gone, match=match).when(0, claims(lead)).refusal
    assert isinstance(refusal, ClaimNotProven)
    assert len(set(refusal.facts["may_be_out"])) == 1
    assert len(refusal.facts["may_be_out"]) == 4


# Refused claims -------------------------------------------------------------------------------------------------------


def test_ex_claim_01_only_the_seat_on_lead_can_claim_and_only_before_it_leads():
    given = claiming("BJ BJ SJ SJ")

    given.when(1, Claim()).then_refused(NotOnLead, "EX-CLAIM-01")
    given.after_plays("0: SJ SJ").when(1, Claim()).then_refused(NotOnLead)
    burying(["AS", "3S", "4S", "5S"], "3C").when(0, Claim()).then_refused(WrongPhase)


@pytest.mark.parametrize("leads", [("BJ BJ",), ("BJ BJ", "SJ SJ", "AS"), ("BJ BJ", "SJ", "SJ", "SJ"), ("3C",)])
def test_ex_claim_01_a_line_contains_every_card_of_the_hand_once(leads):
    claiming("BJ BJ SJ SJ").when(0, claims(*leads)).then_refused(LineNotWhole)


def test_ex_claim_01_all_cards_of_a_lead_are_of_one_suit():
    claiming("BJ BJ AS AS").when(0, claims("BJ AS", "BJ AS")).then_refused(MixedLead, "SJ-LEAD-01")


def test_ex_claim_01_claims_are_refused_while_a_called_friend_is_unknown():
    match = started("zhao-peng-you")
    kitty = " ".join(["3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D"][: match.table.rules.deal_shape.kitty])
    hands = ["BJ BJ", "3C 4C", "3S 4S", "5C 6C", "5S 6S"][: match.table.rules.players]
    given = calling(hands, kitty, match=match)
    wanted = match.table.rules.players // 2 - 1
    refusal = given.after((0, calls(*["1 AS", "1 AC"][:wanted]))).when(0, Claim()).refusal

    assert isinstance(refusal, ClaimNotProven)
    assert "friend" in refusal.detail


@pytest.mark.parametrize(
    ("source", "line", "proven"),
    [
        ("lead", ("BJ SJ", "BJ SJ"), True),
        ("any_play", ("BJ SJ", "BJ SJ"), False),
        ("any_play", ("BJ SJ", "BJ", "SJ"), True),
        ("any_play", ("BJ BJ", "SJ SJ"), True),
    ],
)
def test_ex_claim_01_an_opponent_cannot_claim_if_the_kitty_depends_on_the_play(source, line, proven):
    """The last lead is a throw of two, and a player might keep a pair for the last trick."""
    hands = ["3S 3C 3C 4C 4C", "AS BJ BJ SJ SJ", "4S 5C 5C 6C 6C", "5S 7C 7C 8C 8C"]
    match = started(kitty_unit_source=source)
    given = playing(hands, buried="3D", match=match).after_plays("0: 3S", "1: AS", "2: 4S", "3: 5S")
    when = given.when(1, claims(*line))

    if proven:
        assert isinstance(when.events[0], ClaimProven)
    else:
        when.then_refused(ClaimNotProven)


# The claimer's knowledge alone ----------------------------------------------------------------------------------------


def moments_on_lead(seed: int, profile: str, options: dict[str, object], most: int) -> Iterator[Given]:
    """Positions of a random hand at which a seat is on lead with at most `most` cards."""
    events = []
    for outcome in played_by_chance(seed, profile, options, hands=1):
        events += outcome.events
        phase = outcome.table.match and outcome.table.match.phase
        on_lead = isinstance(phase, Tricks) and phase.trick is None and phase.throw is None
        if on_lead and phase.hands[0].known.bit_count() <= most:
            yield Given(tuple(events))


TABLES = [
    ("si-shi-fen", {}),
    ("zhang-2021", {}),
    ("zhang-2021", {"trump_throw_compare": "all_units", "throw_ambiguity": "most_equal_copies"}),
    ("zhang-2016", {"enforcement": "honor"}),
    ("zhang-2021", {"decks": 4, "bombs": "on"}),
    ("levelup-5", {}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("profile", "options"), TABLES)
def test_ex_claim_01_the_proof_of_a_claim_needs_no_hidden_card(profile, options):
    """The claimer's own view, without the hidden cards, gives the same answer and the same text."""
    looked = 0
    for seed in range(6):
        for given in moments_on_lead(seed, profile, options, most=30):
            match, seat = given.table.match, given.phase.turn
            seen = given.seen_by(seat).match
            answers = []
            for each in (match, seen):
                try:
                    answers.append(proven_line(each, each.phase, seat, ()))
                except ClaimNotProven as refusal:
                    answers.append((refusal.detail, refusal.facts))
            assert answers[0] == answers[1]
            looked += 1
    assert looked > 20


def wins_all(match: MatchState, seat: Seat, leads: tuple[Cards, ...]) -> bool:
    """Whether the seat wins every trick with these leads against all plays of the others."""
    if not leads:
        return True
    led = decide(match, seat, Play(leads[0])).state
    return all(
        after.phase_winner == seat and wins_all(after.match, seat, leads[1:])
        for after in answered(led, list(others_in_turn(seat, match.rules.players)))
    )


class After:
    def __init__(self, match: MatchState, phase_winner: Seat) -> None:
        self.match, self.phase_winner = match, phase_winner


def answered(match: MatchState, others: list[Seat]) -> Iterator[After]:
    """Every way in which the others can follow."""
    seat, *more = others
    tricks = match.phase
    hand = hand_cards(tricks.deal.order, tricks.hands[seat].known)
    tried = set()
    for chosen in permutations(hand, tricks.trick.lead.size):
        play = tuple(sorted(chosen))
        if play in tried:
            continue
        tried.add(play)
        try:
            progress = decide(match, seat, Play(play))
        except Illegal:
            continue
        if more:
            yield from answered(progress.state, more)
        else:
            (won,) = (event for event in progress.events if isinstance(event, TrickWon))
            yield After(progress.state, won.seat)


@pytest.mark.slow
@pytest.mark.parametrize(("profile", "options"), TABLES)
def test_ex_claim_01_a_proven_claim_holds_against_any_play(profile, options):
    tried = 0
    for seed in range(60):
        for given in moments_on_lead(seed, profile, options, most=3):
            tricks, seat = given.phase, given.phase.turn
            if can_claim(given.table.match, tricks, seat):
                line = proven_line(given.table.match, tricks, seat, ())
                assert wins_all(given.table.match, seat, line)
                tried += 1
    assert tried > 0
