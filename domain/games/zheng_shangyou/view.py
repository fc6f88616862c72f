"""A match as a viewer may see it, and the legal moves of a seat, as JSON.

Everything is computed from the viewer's own state.
"""

from itertools import islice
from typing import Any

from domain.games.zheng_shangyou.card_order import RUNG_NAMES, highest
from domain.games.zheng_shangyou.check import check, reading_of_play
from domain.games.zheng_shangyou.choices import choices, plays
from domain.games.zheng_shangyou.combinations import Combination, readings
from domain.games.zheng_shangyou.commands import Move, Play
from domain.games.zheng_shangyou.document_types import ChosenCard, PlacesScore, PlayOfRound
from domain.games.zheng_shangyou.document_types import Combination as CombinationDocument
from domain.games.zheng_shangyou.events import PlacesScored
from domain.games.zheng_shangyou.exchange import Offer, Places
from domain.games.zheng_shangyou.state import (
    Choosing,
    Chosen,
    Climbing,
    Dealt,
    Discarding,
    Hands,
    Made,
    MatchState,
    Paying,
    Prepared,
    Returning,
    Scored,
    held,
)
from domain.kernel.cards import HIDDEN, NAMES, Cards, write_cards
from domain.kernel.seats import Seat
from domain.kernel.viewers import Viewer
from domain.table.game import Asked

Json = dict[str, Any]
MOVES_LIMIT = 200
"""The maximum number of combinations in a list of legal moves."""


def asked(match: MatchState) -> tuple[Asked, ...]:
    """Returns the seats that have to act. A seat is asked even if it has no choice (DEC-102)."""
    match match.phase:
        case Paying(places=places, paid=paid):
            return _not_yet(places.givers, paid, "pay_tribute")
        case Choosing(places=places):
            return (Asked(places.first, "take"),)
        case Discarding(places=places, laid=laid):
            return _not_yet(places.takers, laid, "discard")
        case Returning(places=places):
            return (Asked(places.next_to_last, "take"),)
        case Climbing(turn=turn):
            return (Asked(turn, "play"),)
        case _:
            return ()


def _not_yet(seats: tuple[Seat, ...], chosen: Chosen, what: str) -> tuple[Asked, ...]:
    return tuple(Asked(seat, what) for seat, card in zip(seats, chosen, strict=True) if card is None)


def combination_view(combination: Combination) -> CombinationDocument:
    """Returns a reading in the format that events use."""
    return {
        "pattern": combination.pattern,
        "ranks": combination.ranks,
        "width": combination.width,
        "top": RUNG_NAMES[combination.top],
        "suited": combination.suited,
        "pure": combination.pure,
    }


def view(match: MatchState, viewer: Viewer) -> Json:
    """Returns the match as JSON."""
    return {
        "totals": list(match.totals),
        "target": match.rules.target,
        "hands_played": match.hands_played,
        "places_before": list(match.order),
        "exchanged": [{"seat": moved.seat, "card": NAMES[moved.card]} for moved in match.exchanged],
        "won_by": list(match.won_by) or None,
        **_phase_view(match, viewer),
    }


def _phase_view(match: MatchState, viewer: Viewer) -> Json:
    match match.phase:
        case Paying(hands, leader, places, paid):
            chosen = _chosen_view(places.givers, paid)
            return {"phase": "paying", **_exchange_view(hands, leader, places, viewer), "chosen": chosen}
        case Discarding(hands, leader, places, laid):
            chosen = _chosen_view(places.takers, laid)
            return {"phase": "discarding", **_exchange_view(hands, leader, places, viewer), "chosen": chosen}
        case Choosing(hands, leader, places, offers):
            return {"phase": "choosing", **_exchange_view(hands, leader, places, viewer), **_offers_view(offers)}
        case Returning(hands, leader, places, offers):
            return {"phase": "returning", **_exchange_view(hands, leader, places, viewer), **_offers_view(offers)}
        case Climbing() as climbing:
            return _climbing_view(climbing, viewer)
        case Scored() as scored:
            return {
                "phase": "scored",
                "last_round": _round_view(scored.last_round),
                "gone": write_cards(scored.gone),
                "score": score_view(scored.score),
            }
        case Dealt(hands=hands):
            return {"phase": "dealt", **_hands_view(hands, viewer)}
        case Prepared() | None:
            return {"phase": "preparing"}


def _exchange_view(hands: Hands, leader: Seat, places: Places, viewer: Viewer) -> Json:
    return {**_hands_view(hands, viewer), "leader": leader, "exchanging": places._asdict()}


def _hands_view(hands: Hands, viewer: Viewer) -> Json:
    """Returns the viewer's own hand, the sizes of all hands, and the cards of others that all players have seen."""
    own = hands[viewer] if isinstance(viewer, int) else None
    return {
        "hand": None if own is None or own.hidden else write_cards(own.known),
        "hand_sizes": [hand.size for hand in hands],
        "shown": [[] if seat == viewer else write_cards(hand.known) for seat, hand in enumerate(hands)],
    }


def _chosen_view(seats: tuple[Seat, ...], chosen: Chosen) -> list[ChosenCard]:
    """Returns the seats that have chosen. Only the seat itself sees its card."""
    return [
        {"seat": seat, "card": None if card in (None, HIDDEN) else NAMES[card]}
        for seat, card in zip(seats, chosen, strict=True)
        if card is not None
    ]


def _offers_view(offers: tuple[Offer, ...]) -> Json:
    return {"offers": [{"seat": offer.seat, "card": NAMES[offer.card]} for offer in offers]}


def _climbing_view(climbing: Climbing, viewer: Viewer) -> Json:
    standing = climbing.standing
    return {
        "phase": "climbing",
        **_hands_view(climbing.hands, viewer),
        "turn": climbing.turn,
        "standing": None
        if standing is None
        else {
            "seat": standing.seat,
            "cards": write_cards(standing.cards),
            "reading": combination_view(standing.reading),
        },
        "to_ask": list(climbing.polled),
        "round": _round_view(climbing.round),
        "last_round": _round_view(climbing.last_round),
        "places": list(climbing.order),
        "gone": write_cards(climbing.gone),
        "exposed": None if climbing.exposed is None else NAMES[climbing.exposed],
    }


def _round_view(made: tuple[Made, ...]) -> list[PlayOfRound]:
    return [
        {
            "seat": each.seat,
            "cards": write_cards(each.cards),
            "reading": None if each.reading is None else combination_view(each.reading),
        }
        for each in made
    ]


def score_view(score: PlacesScored) -> PlacesScore:
    """Returns the result of a hand as JSON."""
    return {
        "places": list(score.order),
        "points": list(score.points),
        "totals_before": list(score.totals_before),
        "totals_after": list(score.totals_after),
        "next_leader": score.next_leader,
    }


# --- what a seat can do


def legal_moves(match: MatchState, seat: Seat) -> Json:
    """Returns what the seat can do now. For plays, lists each possible combination with example cards."""
    what = next((each.what for each in asked(match) if each.seat == seat), None)
    return {"asked": what, **_moves(match, seat, what)}


def _moves(match: MatchState, seat: Seat, what: str | None) -> Json:
    match match.phase:
        case Paying(hands=hands) if what:
            return _one_of(highest(held(hands, seat)))
        case Choosing(offers=offers) | Returning(offers=offers) if what:
            return _one_of(tuple(offer.card for offer in offers))
        case Discarding(hands=hands) if what:
            return _one_of(held(hands, seat))
        case Climbing() as climbing if what:
            return _legal_plays(match, climbing, seat)
        case _:
            return {"cards": [], "complete": True}


def _one_of(cards: Cards) -> Json:
    return {"cards": [write_cards((card,)) for card in cards], "complete": True}


def _legal_plays(match: MatchState, climbing: Climbing, seat: Seat) -> Json:
    """Lists each combination with the fewest wild cards. `complete` means that no other cards make any of them."""
    hand, twos = held(climbing.hands, seat), match.rules.twos_in_sequences
    previous = climbing.standing.reading if climbing.standing else None
    found = list(islice(choices(hand, previous, twos=twos), MOVES_LIMIT + 1))
    listed = found[:MOVES_LIMIT]
    examples = {frozenset(choice.cards) for choice in listed}
    more = len(found) > MOVES_LIMIT or next(islice(plays(hand, previous, twos=twos), len(examples), None), None)
    return {
        "lead": previous is None,
        "pass": previous is not None,
        "combinations": [combination_view(choice.combination) for choice in listed],
        "cards": [write_cards(choice.cards) for choice in listed],
        "complete": not more,
    }


def preview(match: MatchState, seat: Seat, move: Move) -> Json:
    """Returns how the seat's cards would be read, and whether the seat would run out of cards.

    Raises:
        Refusal: the move is not legal.
    """
    check(match, seat, move)
    climbing = match.phase
    if not isinstance(move, Play) or not isinstance(climbing, Climbing):
        return {}
    reading = reading_of_play(climbing, match.rules, seat, move.cards, move.reading)
    others = [each for each in readings(move.cards, twos=match.rules.twos_in_sequences) if each != reading]
    return {
        "reading": combination_view(reading),
        "other_readings": [combination_view(each) for each in others],
        "runs_out": len(move.cards) == climbing.hands[seat].size,
    }
