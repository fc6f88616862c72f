"""A viewer's JSON view of a match, and the legal moves of a seat. Both read only the viewer's own state."""

from functools import cache, lru_cache
from typing import Any

from domain.games.sheng_ji.card_order import EFFECTIVE_SUIT_NAMES, CardOrder, display_order
from domain.games.sheng_ji.declare import Declaration, Shown
from domain.games.sheng_ji.document_types import Friends as FriendsDocument
from domain.games.sheng_ji.document_types import Standing, Way
from domain.games.sheng_ji.early_end import opponents_points
from domain.games.sheng_ji.friends import Friends
from domain.games.sheng_ji.hand_document_types import FailedThrow as FailedThrowDocument
from domain.games.sheng_ji.hand_document_types import PlayedTrick as PlayedTrickDocument
from domain.games.sheng_ji.hand_document_types import Score, Undo
from domain.games.sheng_ji.hand_document_types import Shown as ShownDocument
from domain.games.sheng_ji.hand_document_types import Trick as TrickDocument
from domain.games.sheng_ji.hand_end import penalties_of
from domain.games.sheng_ji.holding import holding_cards, in_suit
from domain.games.sheng_ji.layers import Hand
from domain.games.sheng_ji.levels import LEVEL_NAMES
from domain.games.sheng_ji.play_events import HandScored
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.state import (
    Bidding,
    Burying,
    Calling,
    Deal,
    Declaring,
    FailedThrow,
    Held,
    MatchState,
    PlayedTrick,
    Prepared,
    Redealing,
    Redealt,
    Reviewing,
    Scored,
    Trick,
    Tricks,
    seats_in,
)
from domain.games.sheng_ji.units import unit_name
from domain.games.sheng_ji.ways_of_declaring import Auction, LiveDraw, Sealed
from domain.kernel.cards import HIDDEN, SUIT_NAMES, Cards, Suit, write_cards
from domain.kernel.seats import Seat
from domain.kernel.viewers import Viewer
from domain.table.game import Asked

Json = dict[str, Any]


@cache
def _asked_to_play(seat: Seat) -> tuple[Asked, ...]:
    # One object for each seat, because most moves are plays.
    return (Asked(seat, "play"),)


def asked(match: MatchState) -> tuple[Asked, ...]:  # noqa: C901, PLR0911 - one case for each phase
    """Returns the seats that have to act, and what each is asked for.

    In a live draw no seat has to act before the last card, although any seat may.
    """
    undo = match.undo
    if undo is not None and undo.agreed is not None:
        return _all_but(match, undo.agreed | 1 << undo.seat, "consent")
    match match.phase:
        case Tricks(turn=turn, chooser=chooser):
            return _asked_to_play(turn if chooser is None else chooser)
        case Declaring(way=Auction(speaker=speaker)):
            return (Asked(speaker, "declare"),)
        case Declaring(way=LiveDraw(drawn=True, passed=passed)):
            return _all_but(match, passed, "declare")
        case Declaring(way=Sealed(plans)):
            return tuple(Asked(Seat(seat), "plan") for seat, plan in enumerate(plans) if plan is None)
        case Redealing(waived=waived):
            return _all_but(match, waived, "redeal")
        case Burying(seat=seat):
            return (Asked(seat, "bury"),)
        case Bidding(polled=(seat, *_)):
            return (Asked(seat, "bid"),)
        case Calling(deal=deal):
            return (Asked(deal.dealer, "call_friends"),)
        case Reviewing(passed=passed):
            return _all_but(match, passed, "review")
        case _:
            return ()


def _all_but(match: MatchState, done: int, what: str) -> tuple[Asked, ...]:
    """Returns all seats that have not answered yet. The seats asked never depend on cards held."""
    return tuple(Asked(Seat(seat), what) for seat in range(match.rules.players) if not done >> seat & 1)


def suit_name(suit: Suit | None) -> str:
    """Returns `C`, `D`, `H` or `S`, or `NT` for no-trump."""
    return "NT" if suit is None else SUIT_NAMES[suit]


@lru_cache(maxsize=1 << 13)
def sorted_hand(order: CardOrder, hand: Hand) -> tuple[str, ...]:
    """Returns the names of the cards in display order, high to low within each suit (SJ-DEAL-04)."""
    return tuple(
        name
        for suit in display_order(order)
        for name in write_cards(holding_cards(order, suit, in_suit(hand, suit))[::-1])
    )


def view(match: MatchState, viewer: Viewer) -> Json:
    """Returns the match as JSON for the viewer."""
    return {
        "levels": [LEVEL_NAMES[position.level] for position in match.positions],
        "laps": [position.laps for position in match.positions],
        "hands_played": match.hands_played,
        "redeals": match.redeals,
        "won_by": list(match.won_by) or None,
        "take_back": _undo_view(match),
        **_phase_view(match, viewer),
    }


def _undo_view(match: MatchState) -> Undo | None:
    """Returns the seat that can take something back, and the seats that have agreed once it has asked."""
    undo = match.undo
    if undo is None:
        return None
    agreed = None if undo.agreed is None else list(seats_in(undo.agreed))
    return {"seat": undo.seat, "agreed": agreed}


def _phase_view(match: MatchState, viewer: Viewer) -> Json:  # noqa: C901, PLR0911 - one case for each phase
    match match.phase:
        case Declaring() as declaring:
            return _declaring_view(declaring, viewer)
        case Redealing() as redealing:
            return {
                "phase": "redealing",
                **_deal_view(redealing.deal),
                **_hands_view(redealing.deal, redealing.hands, viewer),
                "waived": list(seats_in(redealing.waived)),
            }
        case Burying() as burying:
            return {"phase": "burying", **_kitty_view(burying, viewer)}
        case Bidding() as bidding:
            return {"phase": "bidding", **_kitty_view(bidding, viewer), "to_bid": list(bidding.polled)}
        case Calling() as calling:
            return {
                "phase": "calling",
                **_deal_view(calling.deal),
                **_hands_view(calling.deal, calling.hands, viewer),
                "kitty": _known_cards(calling.kitty),
            }
        case Tricks() as tricks:
            return _tricks_view(tricks, match.rules, viewer)
        case Reviewing(tricks=tricks, passed=passed):
            return {**_tricks_view(tricks, match.rules, viewer), "phase": "reviewing", "passed": list(seats_in(passed))}
        case Scored() as scored:
            return _scored_view(scored)
        case Redealt(by=by, shown=shown):
            return {"phase": "redealt", "shown_by": by, "shown": write_cards(shown)}
        case Prepared() | None:
            return {"phase": "preparing"}


def _declaring_view(declaring: Declaring, viewer: Viewer) -> Json:
    prepared, way = declaring.prepared, declaring.way
    own = declaring.hands[viewer] if isinstance(viewer, int) else ()
    hidden = bool(own) and own[0] == HIDDEN
    return {
        "phase": "declaring",
        "trump_rank": None if prepared.trump_rank is None else LEVEL_NAMES[prepared.trump_rank],
        "dealer": declaring.dealer,
        "first_drawer": prepared.first_drawer,
        "declarations": [_shown(shown) for shown in declaring.shown],
        "standing": _standing_view(declaring.floor.standing),
        "hand": None if hidden or not isinstance(viewer, int) else write_cards(own),
        "hand_sizes": [len(cards) for cards in declaring.hands],
        "way": _way_view(way, viewer),
    }


def _way_view(way: Auction | LiveDraw | Sealed, viewer: Viewer) -> Way:
    match way:
        case Auction(speaker=speaker, passes=passes):
            return {"mode": "auction", "speaker": speaker, "passes": passes}
        case LiveDraw() as live:
            rounds = len(live.coming[0])
            return {"mode": "live_draw", "round": live.rounds, "rounds": rounds, "passed": list(seats_in(live.passed))}
        case Sealed(plans):
            own = plans[viewer] if isinstance(viewer, int) else None
            return {
                "mode": "plan",
                "filed": [Seat(seat) for seat, plan in enumerate(plans) if plan is not None],
                "plan": None
                if own is None
                else [{"cards": write_cards(show.cards), "over": show.over} for show in own],
            }


def _standing_view(standing: Declaration | None) -> Standing | None:
    return None if standing is None else {"seat": standing.seat, "cards": write_cards(standing.cards)}


def _shown(shown: Shown) -> ShownDocument:
    return {"seat": shown.seat, "kind": shown.kind, "cards": write_cards(shown.cards)}


def _deal_view(deal: Deal) -> Json:
    return {
        "trump_rank": LEVEL_NAMES[deal.trump_rank],
        "trump_suit": suit_name(deal.trump_suit),
        "dealer": deal.dealer,
        "declarers": list(seats_in(deal.declarers)),
        "first_drawer": deal.first_drawer,
        "declarations": [_shown(shown) for shown in deal.shown],
        "kitty_turned": write_cards(deal.turned),
    }


def _hands_view(deal: Deal, hands: tuple[Held, ...], viewer: Viewer) -> Json:
    own = hands[viewer] if isinstance(viewer, int) else None
    return {
        "hand": list(sorted_hand(deal.order, own.known)) if own and not own.hidden else None,
        "hand_sizes": [held.known.bit_count() + held.hidden for held in hands],
    }


def _kitty_view(phase: Burying | Bidding, viewer: Viewer) -> Json:
    return {
        **_deal_view(phase.deal),
        **_hands_view(phase.deal, phase.hands, viewer),
        "kitty": _known_cards(phase.kitty),
        "kitty_holder": phase.seat,
        "standing": _standing_view(phase.standing),
    }


def _known_cards(cards: Cards) -> list[str] | None:
    return None if HIDDEN in cards else write_cards(cards)


def _tricks_view(tricks: Tricks, rules: Rules, viewer: Viewer) -> Json:
    all_tricks = rules.history_view == "all"
    return {
        "phase": "playing",
        **_deal_view(tricks.deal),
        **_hands_view(tricks.deal, tricks.hands, viewer),
        "kitty": _known_cards(tricks.kitty),
        "friends": _friends_view(tricks.friends, solo=tricks.solo),
        "trick": _trick_view(tricks.trick) if tricks.trick else None,
        "failed_throw": _throw_view(tricks.throw) if tricks.throw else None,
        "choices": [write_cards(choice) for choice in tricks.choices],
        "last_trick": _played_view(tricks.last_trick) if tricks.last_trick else None,
        "history": [_played_view(played) for played in tricks.history] if all_tricks else [],
        **_points_view(tricks, rules),
    }


def _points_view(tricks: Tricks, rules: Rules) -> Json:
    """Returns the points and point cards of seats that are not known declarers; `None` where the table hides points."""
    if rules.hide_points:
        return {"opponent_points": None, "opponent_cards": None, "points_taken": None, "penalties": None}
    opponents = [not tricks.deal.declares(Seat(seat)) for seat in range(rules.players)]
    taken = [cards for opposing, cards in zip(opponents, tricks.captured, strict=True) if opposing]
    return {
        "opponent_points": opponents_points(tricks),
        "opponent_cards": write_cards(tuple(card for cards in taken for card in cards)),
        "points_taken": [worth if opposing else None for opposing, worth in zip(opponents, tricks.points, strict=True)],
        "penalties": penalties_of(tricks, rules.hong_wu_penalty),
    }


def _friends_view(friends: Friends | None, *, solo: bool) -> FriendsDocument | None:
    if friends is None:
        return None
    answered = zip(friends.calls, friends.seen, friends.answered_by, strict=True)
    return {
        "solo": solo,
        "calls": [
            {
                "card": write_cards((call.card,))[0],
                "word": call.word,
                "ordinal": call.ordinal,
                "seen": seen,
                "answered_by": seat,
            }
            for call, seen, seat in answered
        ],
    }


def _trick_view(trick: Trick) -> TrickDocument:
    return {
        "suit": EFFECTIVE_SUIT_NAMES[trick.lead.suit],
        "size": trick.lead.size,
        "lead": unit_name(trick.lead.units),
        "plays": [{"seat": play.seat, "cards": write_cards(play.cards)} for play in trick.plays],
        "winning": trick.winner,
    }


def _throw_view(throw: FailedThrow) -> FailedThrowDocument:
    forced = throw.forced
    return {
        "seat": throw.seat,
        "cards": write_cards(throw.cards),
        "chooser": throw.chooser,
        "forced": write_cards(forced.cards) if forced else None,
        "witness": forced.witness if forced else None,
        "witness_cards": write_cards(forced.witness_cards) if forced else [],
        "penalty": forced.penalty if forced else 0,
    }


def _played_view(played: PlayedTrick) -> PlayedTrickDocument:
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
        "friends": _friends_view(scored.friends, solo=scored.score.solo),
        "score": score_view(scored.score),
    }


def score_view(score: HandScored) -> Score:
    """Returns the score of a hand and its calculation as JSON."""
    return {
        "last_trick": score.last_trick,
        "trick_points": score.trick_points,
        "kitty_points": score.kitty_points,
        "kitty_factor": score.kitty_factor,
        "penalties": score.penalties,
        "opponent_points": score.opponent_points,
        "declarers": list(score.declarers),
        "solo": score.solo,
        "missing": score.missing,
        "winners": score.winners,
        "levels_won": score.levels_won,
        "reset_to": None if score.reset_to is None else LEVEL_NAMES[score.reset_to],
        "revoked_by": score.revoked_by,
        "levels_before": [LEVEL_NAMES[level] for level in score.levels_before],
        "levels_after": [LEVEL_NAMES[level] for level in score.levels_after],
        "laps_after": list(score.laps_after),
        "next_dealer": score.next_dealer,
    }
