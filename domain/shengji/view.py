"""A match as a viewer may see it, and what a seat can do, as plain JSON; made from the viewer's own state only."""

from functools import lru_cache
from typing import Any

from domain.cards import HIDDEN, RANK_NAMES, SUIT_NAMES, Cards, Suit, write_cards
from domain.seats import Seat
from domain.shengji.check import check, declarations
from domain.shengji.choices import first_few, follows, leads
from domain.shengji.commands import Move, Play
from domain.shengji.events import HandScored
from domain.shengji.follow import Lead, owed
from domain.shengji.holding import Hand, hand_cards, hand_of, hand_size, holding_cards, size
from domain.shengji.order import EFFECTIVE_SUIT_NAMES, Order, display_order
from domain.shengji.state import (
    Burying,
    Deal,
    Declaring,
    FailedThrow,
    Held,
    Match,
    PlayedTrick,
    Prepared,
    Scored,
    Trick,
    Tricks,
    side_of,
)
from domain.shengji.trick import beats
from domain.shengji.units import decompose, unit_cards, unit_name
from domain.table.game import Asked
from domain.viewers import Viewer

Json = dict[str, Any]
MOVES_LIMIT = 100
"""The most plays that a list of legal moves names."""


def asked(match: Match) -> tuple[Asked, ...]:
    """Who has to act, and what is asked: `declare`, `bury` or `play`."""
    match match.phase:
        case Declaring(speaker=speaker):
            return (Asked(speaker, "declare"),)
        case Burying(deal=deal):
            return (Asked(deal.dealer, "bury"),)
        case Tricks(turn=turn):
            return (Asked(turn, "play"),)
        case _:
            return ()


def suit_name(suit: Suit | None) -> str:
    """`C`, `D`, `H` or `S`, or `NT` for no-trump."""
    return "NT" if suit is None else SUIT_NAMES[suit]


@lru_cache(maxsize=1 << 13)
def sorted_hand(order: Order, hand: Hand) -> tuple[str, ...]:
    """The cards in display order, high to low within each suit (SJ-DEAL-04)."""
    return tuple(
        name for suit in display_order(order) for name in write_cards(holding_cards(order, suit, hand[suit])[::-1])
    )


def view(match: Match, viewer: Viewer) -> Json:
    """The match as plain JSON."""
    return {
        "levels": [RANK_NAMES[level] for level in match.levels],
        "hands_played": match.hands_played,
        "won_by": match.won_by,
        **_phase_view(match, viewer),
    }


def _phase_view(match: Match, viewer: Viewer) -> Json:
    match match.phase:
        case Declaring() as declaring:
            return _declaring_view(declaring, viewer)
        case Burying() as burying:
            return {"phase": "burying", **_deal_view(burying.deal), **_hands_view(burying.deal, burying.hands, viewer)}
        case Tricks() as tricks:
            return _tricks_view(tricks, viewer)
        case Scored() as scored:
            return _scored_view(scored)
        case Prepared() | None:
            return {"phase": "preparing"}


def _declaring_view(declaring: Declaring, viewer: Viewer) -> Json:
    prepared, standing = declaring.prepared, declaring.standing
    own = declaring.hands[viewer] if isinstance(viewer, int) else ()
    return {
        "phase": "declaring",
        "trump_rank": RANK_NAMES[prepared.trump_rank],
        "dealer": declaring.dealer,
        "first_drawer": prepared.first_drawer,
        "declarations": [_shown(shown) for shown in declaring.shown],
        "standing": None
        if standing is None
        else {"seat": standing.seat, "cards": write_cards((standing.card,) * standing.copies)},
        "hand": write_cards(own) if own and own[0] != HIDDEN else None,
        "hand_sizes": [len(cards) for cards in declaring.hands],
    }


def _shown(shown: Any) -> Json:
    return {"seat": shown.seat, "kind": shown.kind, "cards": write_cards(shown.cards)}


def _deal_view(deal: Deal) -> Json:
    return {
        "trump_rank": RANK_NAMES[deal.trump_rank],
        "trump_suit": suit_name(deal.trump_suit),
        "dealer": deal.dealer,
        "declarers": side_of(deal.dealer),
        "first_drawer": deal.first_drawer,
        "declarations": [_shown(shown) for shown in deal.shown],
        "kitty_turned": write_cards(deal.turned),
    }


def _hands_view(deal: Deal, hands: tuple[Held, ...], viewer: Viewer) -> Json:
    own = hands[viewer] if isinstance(viewer, int) else None
    return {
        "hand": list(sorted_hand(deal.order, own.known)) if own and not own.hidden else None,
        "hand_sizes": [hand_size(held.known) + held.hidden for held in hands],
    }


def _known_cards(cards: Cards) -> list[str] | None:
    return None if HIDDEN in cards else write_cards(cards)


def _tricks_view(tricks: Tricks, viewer: Viewer) -> Json:
    return {
        "phase": "playing",
        **_deal_view(tricks.deal),
        **_hands_view(tricks.deal, tricks.hands, viewer),
        "kitty": _known_cards(tricks.kitty),
        "trick": _trick_view(tricks.trick) if tricks.trick else None,
        "failed_throw": _throw_view(tricks.throw) if tricks.throw else None,
        "choices": [write_cards(choice) for choice in tricks.choices],
        "last_trick": _played_view(tricks.last_trick) if tricks.last_trick else None,
        "history": [_played_view(played) for played in tricks.history],
        "opponent_points": tricks.points,
        "opponent_cards": write_cards(tricks.captured),
        "penalties": tricks.penalties,
    }


def _trick_view(trick: Trick) -> Json:
    return {
        "suit": EFFECTIVE_SUIT_NAMES[trick.lead.suit],
        "size": trick.lead.size,
        "lead": unit_name(trick.lead.units),
        "plays": [{"seat": play.seat, "cards": write_cards(play.cards)} for play in trick.plays],
        "winning": trick.winner,
    }


def _throw_view(throw: FailedThrow) -> Json:
    forced = throw.forced
    return {
        "seat": throw.seat,
        "cards": write_cards(throw.cards),
        "forced": write_cards(forced.cards) if forced else None,
        "witness": forced.witness if forced else None,
        "witness_cards": write_cards(forced.witness_cards) if forced else [],
        "penalty": forced.penalty if forced else 0,
    }


def _played_view(played: PlayedTrick) -> Json:
    return {
        "plays": [{"seat": play.seat, "cards": write_cards(play.cards)} for play in played.plays],
        "winner": played.winner,
        "points": played.points,
        "failed_throw": _throw_view(played.throw) if played.throw else None,
    }


def _scored_view(scored: Scored) -> Json:
    return {
        "phase": "scored",
        **_deal_view(scored.deal),
        "kitty": _known_cards(scored.kitty),
        "last_trick": _played_view(scored.last_trick),
        "opponent_cards": write_cards(scored.captured),
        "score": score_view(scored.score),
    }


def score_view(score: HandScored) -> Json:
    """The result of a hand with its working, as plain JSON."""
    return {
        "last_trick": score.last_trick,
        "trick_points": score.trick_points,
        "kitty_points": score.kitty_points,
        "kitty_factor": score.kitty_factor,
        "penalties": score.penalties,
        "opponent_points": score.opponent_points,
        "winners": score.winners,
        "levels_won": score.levels_won,
        "levels_before": [RANK_NAMES[level] for level in score.levels_before],
        "levels_after": [RANK_NAMES[level] for level in score.levels_after],
        "next_dealer": score.next_dealer,
    }


def legal_moves(match: Match, seat: Seat) -> Json:
    """What the seat can do now: obligations, and a bounded list of examples (all of them when `complete`)."""
    match match.phase:
        case Declaring(speaker=speaker) as declaring if speaker == seat:
            shows = declarations(match, declaring, seat)
            return {
                "asked": "declare",
                "pass": True,
                "cards": [write_cards(cards) for cards in shows],
                "complete": True,
            }
        case Burying() as burying if burying.deal.dealer == seat:
            return {"asked": "bury", "count": match.rules.deal_shape.kitty, "cards": [], "complete": False}
        case Tricks(turn=turn) as tricks if turn == seat:
            return _legal_plays(tricks, tricks.hands[seat].known)
        case _:
            return {"asked": None, "cards": [], "complete": True}


def _legal_plays(tricks: Tricks, hand: Hand) -> Json:
    order = tricks.deal.order
    if tricks.choices:
        return {"asked": "play", "cards": [write_cards(choice) for choice in tricks.choices], "complete": True}
    if tricks.trick is None:
        plays, _ = first_few(leads(order, hand), MOVES_LIMIT)
        # Besides single units, any cards of one effective suit can be thrown together.
        return {"asked": "play", "lead": True, "cards": [write_cards(play) for play in plays], "complete": False}
    lead = tricks.trick.lead
    plays, complete = first_few(follows(order, lead, hand), MOVES_LIMIT)
    return {
        "asked": "play",
        "count": lead.size,
        **_obligations(order, lead, hand),
        "cards": [write_cards(play) for play in plays],
        "complete": complete,
    }


def _obligations(order: Order, lead: Lead, hand: Hand) -> Json:
    """How many cards of the suit led are owed, and the runs and tuples that the best fit takes from the hand."""
    held = hand[lead.suit]
    count = min(size(held), lead.size)
    shapes = owed(order.chains[lead.suit], held[1:], lead.demands) if size(held) > lead.size else ()
    return {
        "suit": EFFECTIVE_SUIT_NAMES[lead.suit],
        "from_suit": count,
        "owed": [{"width": width, "length": length} for width, length in shapes],
    }


def foresee(match: Match, seat: Seat, move: Move) -> Json:
    """What the seat may know of its move beforehand; whether a throw stands is not among it.

    Raises:
        Refusal: the move is not legal.
    """
    check(match, seat, move)
    tricks = match.phase
    if not isinstance(move, Play) or not isinstance(tricks, Tricks):
        return {}
    order = tricks.deal.order
    play = hand_of(order, match.rules.decks, move.cards)
    if tricks.trick is not None:
        better = beats(order, tricks.trick.lead, tricks.trick.standing, play, match.rules.trump_throw_compare)
        return {"takes_trick": better is not None}
    suit = order.suit_of[move.cards[0]]
    units = decompose(order.chains[suit], play[suit])
    return {
        "units": [write_cards(unit_cards(order, suit, unit)) for unit in units],
        "throw": len(units) > 1 and not tricks.choices,
    }


def hand_in_words(order: Order, hand: Hand) -> list[str]:
    """The cards of a hand, low to high, by name."""
    return write_cards(hand_cards(order, hand))
