"""What plays decide: leads, throws, follows, and the end of a trick."""

from domain.games.sheng_ji.card_order import EffectiveSuit
from domain.games.sheng_ji.check import ReadPlay, answers
from domain.games.sheng_ji.follow import lead_of
from domain.games.sheng_ji.friends import Friends
from domain.games.sheng_ji.hand_end import end_hand
from domain.games.sheng_ji.holding import hand_cards, hand_of, in_suit, sole_suit
from domain.games.sheng_ji.layers import Hand, Holding
from domain.games.sheng_ji.lead import led_units
from domain.games.sheng_ji.play_events import (
    CallAnswered,
    CardsPlayed,
    ClaimProven,
    LeadForced,
    ThrowFailed,
    TrickWon,
)
from domain.games.sheng_ji.play_evolve import BrokenHand, after_play_to_trick, after_trick, point_cards
from domain.games.sheng_ji.recorder import HandRecorder
from domain.games.sheng_ji.state import Played, Reviewing, Trick, Tricks
from domain.games.sheng_ji.throw import beatable_part, beatable_units, challenge, penalty_points, witness
from domain.games.sheng_ji.trick import WinningPlay, beats, reading_of_lead
from domain.games.sheng_ji.units import Unit, unit_cards, unit_of_cards
from domain.kernel.cards import POINTS, Cards
from domain.kernel.seats import Seat, others_in_turn, right_of


def decide_play(recorder: HandRecorder, tricks: Tricks, seat: Seat, cards: Cards, play: ReadPlay) -> None:
    """Records a play that has been checked: a lead, a follow, or the choice after a failed throw.

    Args:
        recorder: the recorder.
        tricks: the phase of its match.
        seat: the seat that plays.
        cards: the cards, in the order in which they were named.
        play: the same as the check has read it.
    """
    trick, (played, led) = tricks.trick, play
    if trick is not None:
        _follow(recorder, tricks, seat, cards, played, trick)
    elif led is not None:
        _lead(recorder, tricks, seat, played, *led)
    else:
        _choose(recorder, played)


def play_out(recorder: HandRecorder, seat: Seat, leads: tuple[Cards, ...]) -> None:
    """Plays the remaining tricks of a claim: the claimer plays the line, the others their first legal play."""
    rules = recorder.match.rules
    recorder.record(ClaimProven(seat, leads))
    order = recorder.tricks.deal.order
    for lead in leads:
        cards = hand_of(order, lead)
        decide_play(recorder, recorder.tricks, seat, lead, (cards, led_units(order, rules, cards, lead)))
        for other in others_in_turn(seat, rules.players):
            led, hand = recorder.trick.lead, recorder.tricks.hands[other].known
            answer = next(answers(order, led, hand, rules))
            decide_play(recorder, recorder.tricks, other, answer, (hand_of(order, answer), None))
        if recorder.last_winner != seat:
            raise BrokenHand("a claim was proven that does not hold")


def _choose(recorder: HandRecorder, play: Hand) -> None:
    """Leads the chosen unit of a failed throw."""
    tricks = recorder.tricks
    order, throw, suit = tricks.deal.order, tricks.throw, sole_suit(play)
    if throw is None or suit is None:
        raise BrokenHand("a unit is chosen where no throw has failed")
    chosen = unit_of_cards(order, hand_cards(order, play))
    thrown = tuple(unit_of_cards(order, unit) for unit in throw.units or throw.choices)
    beatable = beatable_units(order.chains[suit], thrown, _others(tricks, throw.seat, suit))
    _forced_lead(recorder, throw.seat, suit, (chosen,), beatable)


def _lead(
    recorder: HandRecorder, tricks: Tricks, seat: Seat, play: Hand, suit: EffectiveSuit, units: tuple[Unit, ...]
) -> None:
    """Leads cards. A throw that can be beaten fails, and the forced lead replaces it."""
    if len(units) > 1:
        others = _others(tricks, seat, suit)
        beatable = beatable_units(tricks.deal.order.chains[suit], units, others)
        if beatable:
            _fail(recorder, seat, play, suit, units, beatable)
            return
    _lead_units(recorder, tricks, seat, play, suit, units)


def _fail(
    recorder: HandRecorder,
    seat: Seat,
    play: Hand,
    suit: EffectiveSuit,
    units: tuple[Unit, ...],
    beatable: tuple[Unit, ...],
) -> None:
    """Takes a throw back. The chooser decides what is led instead, or else the rules."""
    tricks, rules = recorder.tricks, recorder.match.rules
    order = tricks.deal.order
    chain, others = order.chains[suit], _others(tricks, seat, suit)
    chooser: Seat | None = None
    offered = beatable
    if rules.throw_forced_lead == "leader_choice":
        chooser = seat
    elif rules.throw_forced_lead == "challenger_choice":
        challenged = challenge(chain, units, others)
        if challenged is None:
            raise BrokenHand("a throw can be beaten by nobody")
        place, offered = challenged
        chooser = right_of(seat, rules.players, place + 1)
    in_units = tuple(unit_cards(order, suit, unit) for unit in units)
    if chooser is not None and len(offered) > 1:
        choices = tuple(unit_cards(order, suit, unit) for unit in offered)
        recorder.record(ThrowFailed(seat, hand_cards(order, play), in_units, choices, chooser))
        return
    recorder.record(ThrowFailed(seat, hand_cards(order, play), in_units, (), None))
    forced = beatable_part(units, beatable) if rules.throw_forced_lead == "all_beatable" else offered[:1]
    _forced_lead(recorder, seat, suit, forced, beatable)


def _others(tricks: Tricks, seat: Seat, suit: EffectiveSuit) -> list[Holding]:
    """Returns the holding of each other seat in the suit, starting at the right of `seat`."""
    return [in_suit(tricks.hands[other].known, suit) for other in others_in_turn(seat, len(tricks.hands))]


def _lead_units(
    recorder: HandRecorder, tricks: Tricks, seat: Seat, play: Hand, suit: EffectiveSuit, units: tuple[Unit, ...]
) -> None:
    order, compare = tricks.deal.order, recorder.match.rules.trump_throw_compare
    reading = reading_of_lead(units, compare)
    in_units = tuple([unit_cards(order, suit, unit) for unit in units])
    cards = in_units[0] if len(units) == 1 else tuple([card for unit in in_units for card in unit])
    read = in_units if reading == units else tuple([unit_cards(order, suit, unit) for unit in reading])
    event = CardsPlayed(seat, cards, in_units, read)
    trick = Trick(lead_of(suit, units), (Played(seat, cards),), WinningPlay(suit, reading), seat)
    _record_play(recorder, tricks, event, play, trick)


def _forced_lead(
    recorder: HandRecorder, seat: Seat, suit: EffectiveSuit, units: tuple[Unit, ...], beatable: tuple[Unit, ...]
) -> None:
    """Leads units of a failed throw, reveals a witness as far as the rules allow, and records the penalty."""
    tricks, rules = recorder.tricks, recorder.match.rules
    order = tricks.deal.order
    weakest = next(unit for unit in beatable if unit in units)
    seen = witness(order.chains[suit], weakest, _others(tricks, seat, suit))
    if seen is None or tricks.throw is None:
        raise BrokenHand("a unit is forced that nobody can beat")
    place, higher = seen
    shown = rules.throw_reveal
    led = sum(unit.size for unit in units)
    cards = tuple(card for unit in units for card in unit_cards(order, suit, unit))
    recorder.record(
        LeadForced(
            seat=seat,
            cards=cards,
            witness=None if shown == "none" else right_of(seat, rules.players, place + 1),
            witness_cards=unit_cards(order, suit, higher) if shown == "witness_cards" else (),
            penalty=penalty_points(rules.throw_penalty, len(tricks.throw.cards), beatable, led),
        )
    )
    _lead_units(recorder, recorder.tricks, seat, hand_of(order, cards), suit, units)


def _follow(recorder: HandRecorder, tricks: Tricks, seat: Seat, cards: Cards, play: Hand, trick: Trick) -> None:
    rules, order = recorder.match.rules, tricks.deal.order
    if len(cards) > 1:
        cards = hand_cards(order, play)
    lead, plays, standing, winner = trick
    better = beats(order, lead, standing, play, rules.trump_throw_compare, rules.bombs)
    reading: tuple[Cards, ...] = ()
    if better is not None:
        standing, winner = better, seat
        reading = tuple([unit_cards(order, better.suit, unit) for unit in better.reading])
    after = tuple.__new__(Trick, (lead, (*plays, tuple.__new__(Played, (seat, cards))), standing, winner))
    _record_play(recorder, tricks, CardsPlayed(seat, cards, (), reading), play, after)


def _record_play(recorder: HandRecorder, tricks: Tricks, played: CardsPlayed, play: Hand, trick: Trick) -> None:
    """Records a play, and the end of the trick if it is the last one.

    A seat that answers a call by it joins the declarers (FF-CALL-04).

    Args:
        recorder: the recorder.
        tricks: the state before the play.
        played: the event.
        play: its cards by effective suit.
        trick: the trick after it.
    """
    match = recorder.match
    rules = match.rules
    # The event would give the same state, but reading its cards again takes longer.
    now = after_play_to_trick(tricks, rules, played, play, trick)
    recorder.add(played, match.in_phase(now))
    if rules.friends is not None:
        for call in _newly_answered(tricks.friends, now.friends):
            recorder.record(CallAnswered(played.seat, call, joined=not recorder.tricks.deal.declares(played.seat)))
    if len(trick.plays) == rules.players:
        _end_trick(recorder, trick)


def _newly_answered(before: Friends | None, after: Friends | None) -> list[int]:
    if before is None or after is None or before is after:
        return []
    pairs = zip(before.answered_by, after.answered_by, strict=True)
    return [call for call, (was, now) in enumerate(pairs) if was is None and now is not None]


def _end_trick(recorder: HandRecorder, trick: Trick) -> None:
    taken = point_cards(trick)
    won = TrickWon(trick.winner, sum([POINTS[card] for card in taken]))
    recorder.add(won, after_trick(recorder.match, recorder.tricks, trick, won, taken))
    # Where only opponents enforce following, they review the hand before it is scored.
    after = recorder.match.phase
    if isinstance(after, Tricks) and not after.hands[trick.winner].known:
        end_hand(recorder, trick)


def end_review(recorder: HandRecorder) -> None:
    """Ends the hand when every seat has passed the review."""
    reviewing = recorder.match.phase
    if isinstance(reviewing, Reviewing) and reviewing.passed == (1 << recorder.match.rules.players) - 1:
        end_hand(recorder, reviewing.last)
