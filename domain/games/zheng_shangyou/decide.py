"""Decides moves in a hand of Zheng Shangyou: a legal move becomes events, including everything that follows from it."""

from collections.abc import Sequence
from typing import Any

from domain.games.zheng_shangyou.card_order import PACK
from domain.games.zheng_shangyou.check import check, reading_of_play
from domain.games.zheng_shangyou.commands import Discard, Move, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.events import (
    CombinationPlayed,
    DealPrepared,
    DiscardLaid,
    DiscardLeft,
    DiscardsRevealed,
    DiscardTaken,
    LeaderFound,
    PlacesScored,
    RanOut,
    RoundEnded,
    TributeLeft,
    TributePaid,
    TributeRevealed,
    TributeTaken,
    TurnPassed,
)
from domain.games.zheng_shangyou.evolve import BrokenHand, evolve, in_phase
from domain.games.zheng_shangyou.rules import Rules
from domain.games.zheng_shangyou.scoring import points_of_sides, winner
from domain.games.zheng_shangyou.state import (
    Choosing,
    Chosen,
    Climbing,
    Dealt,
    Discarding,
    MatchState,
    Paying,
    Returning,
    with_cards,
)
from domain.games.zheng_shangyou.succession import next_leader
from domain.games.zheng_shangyou.teams import seats_of
from domain.kernel.cards import Cards, Face
from domain.kernel.seats import Seat, left_of, others_in_turn
from domain.kernel.shuffle import Dice
from domain.table.game import DealPlan, EveryDeal, Progress


class _HandRecorder:
    """Records the events of a decision, and the match as they change it."""

    def __init__(self, match: MatchState) -> None:
        self.match = match
        self._events: list[Any] = []

    @property
    def climbing(self) -> Climbing:
        return in_phase(self.match, Climbing)

    def record(self, *events: Any) -> None:
        for event in events:
            self.match = evolve(self.match, event)
            self._events.append(event)

    def progress(self) -> Progress:
        return Progress(tuple(self._events), self.match)


# --- preparing a hand


def prepare(match: MatchState, dice: Dice, first_drawer: Seat | None = None) -> tuple[Sequence[Any], DealPlan]:
    """Returns the events that precede a deal, and how the hand is dealt (ZS-DEAL-01).

    The first drawer may be chosen.
    """
    players = match.rules.players
    exposed: Face | None = None
    leader = match.leader
    if leader is None:
        lot = Seat(dice.below(players))
        drawer = lot if first_drawer is None else first_drawer
        if match.rules.first_lead == "drawn_card_holder":
            exposed = PACK[dice.below(len(PACK))]
        else:
            leader = drawer
    else:
        drawer = leader
    prepared = DealPrepared(drawer, left_of(drawer, players), leader, exposed)
    every = every_deal(match.rules)
    return [prepared], DealPlan(every.pack, drawer, prepared.cutter, every.hand_size, every.hand_size)


def every_deal(rules: Rules) -> EveryDeal:
    """Returns what is dealt in every hand. If the pack does not divide evenly, the last seats draw one card less."""
    return EveryDeal(PACK, -(-len(PACK) // rules.players))


def after_deal(match: MatchState) -> Progress:
    """Returns what follows directly from the deal: the holder of the exposed card leads (ZS-TEAM-02)."""
    recorder = _HandRecorder(match)
    if isinstance(match.phase, Dealt):
        exposed = match.phase.prepared.exposed
        holder = next((seat for seat, hand in enumerate(match.phase.hands) if exposed in hand.known), None)
        if exposed is None or holder is None:
            raise BrokenHand("nobody has the card that was exposed")
        recorder.record(LeaderFound(Seat(holder), exposed))
    return recorder.progress()


# --- moves


def decide(match: MatchState, seat: Seat, move: Move) -> Progress:
    """Returns what happens when the seat makes the move.

    Raises:
        Refusal: the phase, the turn or a rule does not allow it; nothing has happened.
    """
    check(match, seat, move)
    recorder = _HandRecorder(match)
    match move:
        case PayTribute(card):
            _pay(recorder, seat, card)
        case Take(card):
            _take(recorder, seat, card)
        case Discard(card):
            _discard(recorder, seat, card)
        case Play():
            _play(recorder, seat, move)
        case Pass():
            _pass(recorder, seat)
    return recorder.progress()


def _all_chosen(chosen: Chosen) -> Cards | None:
    """Returns the cards once all seats have chosen, else `None`."""
    cards = tuple(card for card in chosen if card is not None)
    return cards if len(cards) == len(chosen) else None


def _pay(recorder: _HandRecorder, seat: Seat, card: Face) -> None:
    recorder.record(TributePaid(seat, card))
    paying = in_phase(recorder.match, Paying)
    paid = _all_chosen(paying.paid)
    if paid is not None:
        recorder.record(TributeRevealed(paying.places.givers, paid))


def _take(recorder: _HandRecorder, seat: Seat, card: Face) -> None:
    """Gives the seat the card it has chosen, and the other card to the other seat (ZS-EXCH-02)."""
    match recorder.match.phase:
        case Choosing(places=places, offers=offers):
            other = next(offer.card for offer in offers if offer.card != card)
            recorder.record(TributeTaken(seat, card), TributeLeft(places.second, other))
        case Returning(places=places, offers=offers):
            other = next(offer.card for offer in offers if offer.card != card)
            recorder.record(DiscardTaken(seat, card), DiscardLeft(places.last, other))


def _discard(recorder: _HandRecorder, seat: Seat, card: Face) -> None:
    recorder.record(DiscardLaid(seat, card))
    discarding = in_phase(recorder.match, Discarding)
    laid = _all_chosen(discarding.laid)
    if laid is not None:
        recorder.record(DiscardsRevealed(discarding.places.takers, laid))


def _play(recorder: _HandRecorder, seat: Seat, move: Play) -> None:
    reading = reading_of_play(recorder.climbing, recorder.match.rules, seat, move.cards, move.reading)
    recorder.record(CombinationPlayed(seat, move.cards, reading))
    climbing = recorder.climbing
    if climbing.hands[seat].size:
        return
    recorder.record(RanOut(seat, len(climbing.order) + 1))
    left = with_cards(climbing.hands)
    if len(left) == 1:
        _score(recorder, (*recorder.climbing.order, *left))


def _pass(recorder: _HandRecorder, seat: Seat) -> None:
    recorder.record(TurnPassed(seat))
    climbing = recorder.climbing
    if not climbing.polled and climbing.standing is not None:
        last = climbing.standing.seat
        recorder.record(RoundEnded(last, _leader_after(climbing, last)))


def _leader_after(climbing: Climbing, last: Seat) -> Seat:
    """Returns the seat that played last, or the next one to the right that holds cards (ZS-TURN-03, DEC-101)."""
    if climbing.hands[last].size:
        return last
    return next(seat for seat in others_in_turn(last, len(climbing.hands)) if climbing.hands[seat].size)


def _score(recorder: _HandRecorder, order: tuple[Seat, ...]) -> None:
    match, rules = recorder.match, recorder.match.rules
    gained = points_of_sides(rules.scoring, [match.side_of(seat) for seat in order], len(match.totals))
    totals = tuple(total + points for total, points in zip(match.totals, gained, strict=True))
    won = winner(totals, rules.target)
    recorder.record(
        PlacesScored(
            order=order,
            points=gained,
            totals_before=match.totals,
            totals_after=totals,
            next_leader=next_leader(rules.next_lead, order),
            won_by=() if won is None else seats_of(rules.team_mode, rules.players, won),
        )
    )
