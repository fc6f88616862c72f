"""What a seat can do now in Sheng Ji, as JSON."""

from domain.games.sheng_ji.card_order import EFFECTIVE_SUIT_NAMES, CardOrder
from domain.games.sheng_ji.check import answers, check, follows_suit
from domain.games.sheng_ji.choices import first_few, leads
from domain.games.sheng_ji.claims import can_claim, proven_line
from domain.games.sheng_ji.commands import Claim, Move, Play
from domain.games.sheng_ji.early_end import nothing_can_change
from domain.games.sheng_ji.follow import Lead, owed_shapes
from domain.games.sheng_ji.friends import calls_wanted, possible_calls
from domain.games.sheng_ji.holding import hand_cards, hand_of, in_suit
from domain.games.sheng_ji.layers import Hand
from domain.games.sheng_ji.lead import led_units
from domain.games.sheng_ji.move_checks import bids, declarations
from domain.games.sheng_ji.redeal import may_claim
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.state import (
    Bidding,
    Burying,
    Calling,
    Declaring,
    MatchState,
    Redealing,
    Reviewing,
    Tricks,
)
from domain.games.sheng_ji.trick import beats
from domain.games.sheng_ji.units import unit_cards
from domain.games.sheng_ji.view import Json, asked
from domain.games.sheng_ji.ways_of_declaring import LiveDraw
from domain.kernel.cards import Cards, write_cards
from domain.kernel.seats import Seat

MOVES_LIMIT = 100
"""Largest number of plays in a list of legal moves."""


def legal_moves(match: MatchState, seat: Seat) -> Json:
    """Returns the seat's legal moves as JSON: its obligations, and up to `MOVES_LIMIT` plays (all if `complete`)."""
    what = next((each.what for each in asked(match) if each.seat == seat), None)
    return {"asked": what, **_moves(match, seat, what), **_further_moves(match, seat)}


NOTHING: Json = {"cards": [], "complete": True}


def _moves(match: MatchState, seat: Seat, what: str | None) -> Json:  # noqa: PLR0911 - one case for each phase
    match match.phase:
        case Declaring(way=LiveDraw()) as declaring:
            return {"pass": what is not None, **_all_of(declarations(match, declaring, seat))}
        case Declaring() as declaring if what == "declare":
            return {"pass": True, **_all_of(declarations(match, declaring, seat))}
        case Declaring() as declaring if what == "plan":
            return {"pass": True, "plan": True, **_all_of(declarations(match, declaring, seat))}
        case Redealing() as redealing if what == "redeal":
            return {"pass": True, "claim_redeal": _may_claim(match.rules, redealing, seat), **NOTHING}
        case Burying() if what == "bury":
            return {"count": match.rules.deal_shape.kitty, "cards": [], "complete": False}
        case Bidding() as bidding if what == "bid":
            return {"pass": True, **_all_of(bids(match, bidding, seat))}
        case Calling() as calling if what == "call_friends":
            return _call_moves(match.rules, calling)
        case Tricks() as tricks if _is_to_play(tricks, seat):
            return {
                **_legal_plays(tricks, match.rules, tricks.hands[seat].known),
                **_may_claim_all(match, tricks, seat),
            }
        case Reviewing() if what == "review":
            return {"pass": True, **NOTHING}
        case _:
            return NOTHING


def _is_to_play(tricks: Tricks, seat: Seat) -> bool:
    """Returns whether the seat plays next. This holds while others answer a request to take back."""
    return seat == (tricks.turn if tricks.chooser is None else tricks.chooser)


def _may_claim_all(match: MatchState, tricks: Tricks, seat: Seat) -> Json:
    """Returns whether the seat could claim (EX-CLAIM-01); empty when the seat is not on lead."""
    on_lead = tricks.trick is None and tricks.chooser is None
    return {"claim": can_claim(match, tricks, seat)} if on_lead else {}


def _all_of(shows: tuple[Cards, ...]) -> Json:
    return {"cards": [write_cards(cards) for cards in shows], "complete": True}


def _may_claim(rules: Rules, redealing: Redealing, seat: Seat) -> bool:
    order = redealing.deal.order
    hand = hand_cards(order, redealing.hands[seat].known)
    return may_claim(order, hand, redeal_no_trump=rules.redeal_no_trump, redeal_points_below=rules.redeal_points_below)


def _call_moves(rules: Rules, calling: Calling) -> Json:
    if rules.friends is None:
        return NOTHING
    order, dealer = calling.deal.order, calling.deal.dealer
    calls = possible_calls(rules.friends, order, hand_cards(order, calling.hands[dealer].known))
    return {
        "count": calls_wanted(rules.players),
        "solo": rules.friends.solo_call,
        "calls": [{"card": write_cards((call.card,))[0], "word": call.word, "ordinal": call.ordinal} for call in calls],
        **NOTHING,
    }


def _further_moves(match: MatchState, seat: Seat) -> Json:
    """Returns the moves, on tables with these options, that do not depend on whose turn it is."""
    rules, undo, phase = match.rules, match.undo, match.phase
    further: Json = {}
    if rules.take_back:
        further["take_back"] = undo is not None and undo.seat == seat and undo.agreed is None
    if rules.end_early:
        further["end_hand"] = isinstance(phase, Tricks) and nothing_can_change(phase, rules)
    return further


def _legal_plays(tricks: Tricks, rules: Rules, hand: Hand) -> Json:
    order = tricks.deal.order
    if tricks.chooser is not None:
        return {"choose": True, **_all_of(tricks.choices)}
    if tricks.trick is None:
        plays, _ = first_few(leads(order, hand), MOVES_LIMIT)
        # Any cards of one effective suit can also be thrown together.
        return {"lead": True, "cards": [write_cards(play) for play in plays], "complete": False}
    lead = tricks.trick.lead
    plays, complete = first_few(answers(order, lead, hand, rules), MOVES_LIMIT)
    return {
        "count": lead.size,
        **_obligations(order, lead, hand, rules),
        "cards": [write_cards(play) for play in plays],
        "complete": complete and rules.enforcement == "server",
    }


def _obligations(order: CardOrder, lead: Lead, hand: Hand, rules: Rules) -> Json:
    """Returns how many cards of the suit led are owed, and the shapes that the best fit takes from the hand."""
    held = in_suit(hand, lead.suit)
    count = min(held.bit_count(), lead.size)
    chain = order.chains[lead.suit]
    wanted = held.bit_count() > lead.size
    shapes = owed_shapes(chain, lead, held, protect_tuples=rules.protect_tuples) if wanted else ()
    return {
        "suit": EFFECTIVE_SUIT_NAMES[lead.suit],
        "from_suit": count,
        "owed": [{"width": width, "length": length} for width, length in shapes],
    }


def preview(match: MatchState, seat: Seat, move: Move) -> Json:
    """Returns what the seat may know of its move in advance. This excludes whether a throw can be beaten.

    Raises:
        Refusal: the move is not legal.
    """
    check(match, seat, move)
    tricks, rules = match.phase, match.rules
    if isinstance(move, Claim) and isinstance(tricks, Tricks):
        return {"leads": [write_cards(lead) for lead in proven_line(match, tricks, seat, move.leads)]}
    if not isinstance(move, Play) or not isinstance(tricks, Tricks) or tricks.chooser is not None:
        return {}
    order = tricks.deal.order
    play = hand_of(order, move.cards)
    if tricks.trick is not None:
        lead, standing = tricks.trick.lead, tricks.trick.standing
        better = beats(order, lead, standing, play, rules.trump_throw_compare, rules.bombs)
        follows = follows_suit(order, lead, tricks.hands[seat].known, play, rules)
        return {"takes_trick": better is not None, "follows": follows}
    suit, units = led_units(order, rules, play, move.cards, move.units)
    return {
        "units": [write_cards(unit_cards(order, suit, unit)) for unit in units],
        "throw": len(units) > 1,
    }
