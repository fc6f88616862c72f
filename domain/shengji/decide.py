"""What a hand of Sheng Ji decides: a seat's legal move becomes events, with all that follows from it."""

from collections.abc import Sequence
from typing import Any

from domain.cards import Cards, Face, ordered_decks, points
from domain.seats import Seat, others_in_turn, right_of
from domain.shengji import first_drawer as drawing
from domain.shengji.check import check
from domain.shengji.commands import Bury, Declare, Move, Pass, Play
from domain.shengji.declare import dealer_by, show
from domain.shengji.events import (
    CardsPlayed,
    DeclarationPassed,
    Declared,
    HandPrepared,
    HandScored,
    KittyBuried,
    KittyRevealed,
    KittyTaken,
    KittyTurned,
    LeadForced,
    ThrowFailed,
    TrickWon,
    TrumpFixed,
)
from domain.shengji.evolve import BrokenHand, evolve
from domain.shengji.holding import Hand, hand_cards, hand_of, hand_size, sole_suit
from domain.shengji.kitty_bonus import factor_of_lead
from domain.shengji.levels import advance
from domain.shengji.no_declaration import turn_kitty
from domain.shengji.order import EffectiveSuit, Order, printed_trump_suit
from domain.shengji.scoring import score
from domain.shengji.state import Declaring, Match, Trick, Tricks, side_of
from domain.shengji.succession import next_dealer
from domain.shengji.throw import beatable_units, penalty_points, witness
from domain.shengji.trick import beats, reading_of_lead
from domain.shengji.units import Unit, decompose, unit_cards, unit_of_cards
from domain.shuffle import Dice
from domain.table.game import DealPlan, Progress


class _Story:
    """Events as they are decided, and the match as they change it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._events: list[Any] = []

    @property
    def declaring(self) -> Declaring:
        phase = self.match.phase
        if not isinstance(phase, Declaring):
            raise BrokenHand(f"{type(phase).__name__} is not declaring")
        return phase

    @property
    def tricks(self) -> Tricks:
        phase = self.match.phase
        if not isinstance(phase, Tricks):
            raise BrokenHand(f"{type(phase).__name__} is not the play of the hand")
        return phase

    @property
    def trick(self) -> Trick:
        trick = self.tricks.trick
        if trick is None:
            raise BrokenHand("no trick is being played")
        return trick

    def tell(self, *events: Any) -> None:
        for event in events:
            self.match = evolve(self.match, event)
            self._events.append(event)

    def progress(self) -> Progress:
        return Progress(tuple(self._events), self.match)


def prepare(match: Match, dice: Dice) -> tuple[Sequence[Any], DealPlan]:
    """What is settled before a hand is dealt (RULES §6), and how it is dealt."""
    rules = match.rules
    shuffler: Seat | None = None
    exposed: Cards = ()
    if match.dealer is not None:
        drawer = match.dealer
    elif rules.first_drawer_method == "count":
        shuffler, exposed, drawer = _counted(match, dice)
    else:
        drawer = Seat(dice.below(rules.players))
    level = rules.initial_level if match.dealer is None else match.levels[side_of(match.dealer)]
    cutter = drawing.cutter(drawer, rules.players)
    prepared = HandPrepared(level, match.dealer, shuffler, exposed, drawer, cutter)
    return [prepared], DealPlan(ordered_decks(rules.decks), drawer, cutter, rules.deal_shape.hand)


def _counted(match: Match, dice: Dice) -> tuple[Seat, Cards, Seat]:
    """The shuffler, drawn by lot, the cards exposed until one counts, and the first drawer (SJ-FIRST-02).

    The cards are exposed from a pack of their own, so that they say nothing about the deal.
    """
    shuffler = Seat(dice.below(match.rules.players))
    pack = list(ordered_decks(match.rules.decks))
    exposed: list[Face] = []
    while True:
        card = pack.pop(dice.below(len(pack)))
        exposed.append(card)
        count = drawing.count_of(card, match.rules.first_drawer_ace)
        if count is not None:
            return shuffler, tuple(exposed), drawing.first_drawer(shuffler, count, match.rules.players)


def decide(match: Match, seat: Seat, move: Move) -> Progress:
    """What happens when the seat makes the move.

    Raises:
        Refusal: it is not the moment, not the seat's turn, or against a rule; nothing has happened.
    """
    check(match, seat, move)
    story = _Story(match)
    match move:
        case Declare(cards):
            _declare(story, seat, cards)
        case Pass():
            _pass(story, seat)
        case Bury(cards):
            story.tell(KittyBuried(seat, cards))
        case Play(cards):
            _play(story, seat, cards)
    return story.progress()


def _declare(story: _Story, seat: Seat, cards: Cards) -> None:
    rules, declaring = story.match.rules.declaration, story.declaring
    dealer = declaring.dealer
    for act in show(rules, declaring.prepared.trump_rank, declaring.standing, seat, cards):
        if declaring.prepared.dealer is None:
            dealer = dealer_by(rules.first_hand_dealer, dealer, act)
        if dealer is None:
            raise BrokenHand("a later hand without a dealer")
        trump_suit = printed_trump_suit(act.standing.card)
        story.tell(Declared(seat, act.kind, act.cards, act.standing.copies, trump_suit, dealer))


def _pass(story: _Story, seat: Seat) -> None:
    """Declaring closes when all have passed in succession, or all but the one who declared last (DEC-01)."""
    story.tell(DeclarationPassed(seat))
    declaring = story.declaring
    if declaring.passes < len(declaring.hands) - (declaring.standing is not None):
        return
    if declaring.standing:
        trump_suit = printed_trump_suit(declaring.standing.card)
    else:
        turned = turn_kitty(declaring.kitty, declaring.prepared.trump_rank)
        trump_suit = turned.trump_suit
        story.tell(KittyTurned(declaring.kitty[: turned.cards]))
    # Nobody declared in the first hand: the first drawer deals (SJ-NODECL-05).
    dealer = declaring.prepared.first_drawer if declaring.dealer is None else declaring.dealer
    story.tell(TrumpFixed(trump_suit, dealer), KittyTaken(dealer, declaring.kitty))


def _play(story: _Story, seat: Seat, cards: Cards) -> None:
    tricks = story.tricks
    order = tricks.deal.order
    play = hand_of(order, story.match.rules.decks, cards)
    if tricks.trick is None:
        _lead(story, seat, play)
    else:
        _follow(story, seat, play, tricks.trick, order)
    trick = story.tricks.trick
    if trick and len(trick.plays) == story.match.rules.players:
        _end_trick(story, trick)


def _lead(story: _Story, seat: Seat, play: Hand) -> None:
    """A lead; a throw that can be beaten is cut down to what has to be led instead (RULES §17)."""
    tricks = story.tricks
    order = tricks.deal.order
    suit = sole_suit(play)
    if suit is None:
        raise BrokenHand("a lead of several suits was let through")
    if tricks.choices:
        offered = tuple(unit_of_cards(order, choice) for choice in tricks.choices)
        _forced_lead(story, seat, suit, unit_of_cards(order, hand_cards(order, play)), offered)
        return
    units = decompose(order.chains[suit], play[suit])
    beatable: tuple[Unit, ...] = ()
    if len(units) > 1:
        beatable = beatable_units(order.chains[suit], units, _others(tricks, seat, suit))
    if not beatable:
        _lead_units(story, seat, suit, units)
        return
    choose = story.match.rules.throw_forced_lead == "leader_choice" and len(beatable) > 1
    choices = tuple(unit_cards(order, suit, unit) for unit in beatable) if choose else ()
    story.tell(ThrowFailed(seat, hand_cards(order, play), choices))
    if not choose:
        _forced_lead(story, seat, suit, beatable[0], beatable)


def _others(tricks: Tricks, seat: Seat, suit: EffectiveSuit) -> list[tuple[int, ...]]:
    """What each other hand holds of a suit, from the right of the seat on."""
    return [tricks.hands[other].known[suit] for other in others_in_turn(seat, len(tricks.hands))]


def _lead_units(story: _Story, seat: Seat, suit: EffectiveSuit, units: tuple[Unit, ...]) -> None:
    order = story.tricks.deal.order
    reading = reading_of_lead(units, story.match.rules.trump_throw_compare)
    in_units = tuple(unit_cards(order, suit, unit) for unit in units)
    cards = tuple(card for unit in in_units for card in unit)
    story.tell(CardsPlayed(seat, cards, in_units, tuple(unit_cards(order, suit, unit) for unit in reading)))


def _forced_lead(story: _Story, seat: Seat, suit: EffectiveSuit, unit: Unit, beatable: tuple[Unit, ...]) -> None:
    """Leads a unit of a throw that can be beaten, shows a witness as far as the rules say, and books the penalty."""
    tricks, rules = story.tricks, story.match.rules
    order = tricks.deal.order
    seen = witness(order.chains[suit], unit, _others(tricks, seat, suit))
    if seen is None or tricks.throw is None:
        raise BrokenHand("a unit is forced that nobody can beat")
    place, higher = seen
    shown = rules.throw_reveal
    story.tell(
        LeadForced(
            seat=seat,
            cards=unit_cards(order, suit, unit),
            witness=None if shown == "none" else right_of(seat, rules.players, place + 1),
            witness_cards=unit_cards(order, suit, higher) if shown == "witness_cards" else (),
            penalty=penalty_points(rules.throw_penalty, len(tricks.throw.cards), beatable, unit.size),
        )
    )
    _lead_units(story, seat, suit, (unit,))


def _follow(story: _Story, seat: Seat, play: Hand, trick: Trick, order: Order) -> None:
    better = beats(order, trick.lead, trick.standing, play, story.match.rules.trump_throw_compare)
    reading = tuple(unit_cards(order, better.suit, unit) for unit in better.reading) if better else ()
    story.tell(CardsPlayed(seat, hand_cards(order, play), (), reading))


def _end_trick(story: _Story, trick: Trick) -> None:
    story.tell(TrickWon(trick.winner, sum(points(play.cards) for play in trick.plays)))
    if not hand_size(story.tricks.hands[trick.winner].known):
        _end_hand(story, trick)


def _end_hand(story: _Story, last: Trick) -> None:
    """Scores the hand in the order of DEC-80: tricks, kitty bonus, penalties, table, levels, next dealer."""
    match, tricks = story.match, story.tricks
    rules = match.rules
    declarers = side_of(tricks.deal.dealer)
    opponents_last = side_of(last.winner) != declarers
    if opponents_last or rules.kitty_reveal == "always_after_hand":
        story.tell(KittyRevealed(tricks.kitty))
    kitty_points = points(tricks.kitty) if opponents_last else 0
    factor = 0
    if opponents_last:
        factor = factor_of_lead(rules.kitty_multiplier, rules.kitty_multiplier_singles_throw, last.lead.units)
    total = tricks.points + kitty_points * factor + tricks.penalties
    result = score(
        total,
        rules.threshold,
        rules.score_step,
        below_zero_row=rules.below_zero_row,
        advancement=rules.advancement,
    )
    declarers_won = result.winners == "declarers"
    side = declarers if declarers_won else 1 - declarers
    after = advance(
        match.levels[side],
        result.levels,
        must_play=rules.must_play,
        final_level=rules.final_level,
        won_as_declarers_at=tricks.deal.trump_rank if declarers_won else None,
    )
    story.tell(
        HandScored(
            last_trick=last.winner,
            trick_points=tricks.points,
            kitty_points=kitty_points,
            kitty_factor=factor,
            penalties=tricks.penalties,
            opponent_points=total,
            winners=result.winners,
            levels_won=result.levels,
            levels_before=match.levels,
            levels_after=tuple(after.level if each == side else level for each, level in enumerate(match.levels)),
            next_dealer=next_dealer(tricks.deal.dealer, rules.players, declarers_won=declarers_won),
            match_won_by=side if after.won else None,
        )
    )
