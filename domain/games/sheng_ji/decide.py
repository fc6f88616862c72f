"""Decides moves in a hand of Sheng Ji.

Each function takes the match and a move and returns the events that follow, with the match after them. It also prepares
hands and handles the clock of a live draw. `check` decides whether a move is legal; `evolve` applies the events.
"""

from collections.abc import Sequence
from typing import Any

from domain.games.sheng_ji import first_drawer as drawing
from domain.games.sheng_ji.check import answers, check, rank_to_declare
from domain.games.sheng_ji.claims import proven_line
from domain.games.sheng_ji.commands import (
    Bury,
    CallFriends,
    Challenge,
    Claim,
    ClaimRedeal,
    CloseDeclaring,
    Consent,
    Declare,
    DrawRound,
    EndHand,
    FilePlan,
    Move,
    Pass,
    Play,
    TakeBack,
    Tick,
)
from domain.games.sheng_ji.concession import conceding_side
from domain.games.sheng_ji.declare import Show, Shown, dealer_by, show
from domain.games.sheng_ji.early_end import opponents_points, score_of
from domain.games.sheng_ji.events import (
    CallAnswered,
    CardsPlayed,
    ClaimProven,
    DeclarationPassed,
    Declared,
    FriendsCalled,
    HandConceded,
    HandEnded,
    HandPrepared,
    HandRedealt,
    HandScored,
    KittyBid,
    KittyBidPassed,
    KittyBuried,
    KittyRevealed,
    KittyTaken,
    KittyTurned,
    LeadForced,
    PlanFiled,
    RedealClaimed,
    RedealReason,
    RedealWaived,
    ReviewPassed,
    RevokeProven,
    RoundDrawn,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    ThrowFailed,
    TrickWon,
    TrumpFixed,
)
from domain.games.sheng_ji.evolve import BrokenHand, evolve, tricks_of
from domain.games.sheng_ji.friends import Friends, missing_teammates
from domain.games.sheng_ji.holding import Hand, hand_cards, hand_of, hand_size, sole_suit
from domain.games.sheng_ji.hooks import LastTrick, hooked_back
from domain.games.sheng_ji.kitty_bonus import factor_of_trick, kitty_factor, units_of_play
from domain.games.sheng_ji.lead import led_units
from domain.games.sheng_ji.levels import NO_TRUMP_LEVEL, Advance, HandPlayed, advance_by
from domain.games.sheng_ji.no_declaration import Turned, turn_kitty
from domain.games.sheng_ji.order import EffectiveSuit, Order, printed_trump_suit, red_fives
from domain.games.sheng_ji.plans import resolve
from domain.games.sheng_ji.redeal import may_claim, may_redeal
from domain.games.sheng_ji.revoke import points_after_revoke
from domain.games.sheng_ji.rules import pack_of
from domain.games.sheng_ji.scoring import Score, levels_of_winner
from domain.games.sheng_ji.state import (
    Auction,
    Bidding,
    Declaring,
    LiveDraw,
    Match,
    Redealing,
    Redealt,
    Reviewing,
    Scored,
    Sealed,
    Trick,
    Tricks,
    seats_in,
)
from domain.games.sheng_ji.succession import next_dealer
from domain.games.sheng_ji.throw import beatable_part, beatable_units, challenge, penalty_points, witness
from domain.games.sheng_ji.trick import beats, reading_of_lead
from domain.games.sheng_ji.units import Unit, relevance, unit_cards, unit_of_cards
from domain.kernel.cards import Cards, Face, ordered_decks, points
from domain.kernel.seats import Seat, others_in_turn, right_of
from domain.kernel.shuffle import Dice
from domain.table.game import DealPlan, Progress


class _Story:
    """Records events and applies each to the match."""

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
        return tricks_of(self.match)

    @property
    def trick(self) -> Trick:
        trick = self.tricks.trick
        if trick is None:
            raise BrokenHand("no trick is being played")
        return trick

    @property
    def last_winner(self) -> Seat:
        """The winner of the last recorded trick."""
        return next(event.seat for event in reversed(self._events) if isinstance(event, TrickWon))

    def tell(self, *events: Any) -> None:
        for event in events:
            self.match = evolve(self.match, event)
            self._events.append(event)

    def progress(self) -> Progress:
        return Progress(tuple(self._events), self.match)


# --- preparing a hand


def prepare(match: Match, dice: Dice, first_drawer: Seat | None = None) -> tuple[Sequence[Any], DealPlan]:
    """Returns the events before the deal, and the deal plan. A given `first_drawer` replaces the usual choice."""
    rules = match.rules
    if match.hands_played == 0:
        prepared = _first_hand(match, dice, first_drawer)
    elif isinstance(match.phase, Redealt):
        prepared = _redealt_hand(match, match.phase.prepared)
    else:
        prepared = _later_hand(match, dice)
    rank = prepared.trump_rank
    live = rules.deal_mode == "live_draw" and rank != NO_TRUMP_LEVEL
    hand = rules.deal_shape.hand
    drawn = 0 if live else hand
    return [prepared], DealPlan(pack_of(rules, rank), prepared.first_drawer, prepared.cutter, hand, drawn)


def _first_hand(match: Match, dice: Dice, chosen: Seat | None) -> HandPrepared:
    """Prepares the first hand, in which the declarations determine the dealer.

    The first drawer is chosen, counted, drawn by lot, or the shuffler (SJ-FIRST-03).
    """
    rules = match.rules
    shuffler: Seat | None = None
    exposed: Cards = ()
    if chosen is not None:
        drawer = chosen
    elif rules.first_drawer_method == "count":
        shuffler, exposed, drawer = _counted(match, dice)
    else:
        drawer = Seat(dice.below(rules.players))
        shuffler = drawer if rules.first_drawer_method == "shuffler" else None
    return HandPrepared(rules.initial_level, None, shuffler, exposed, drawer, _cutter(match, drawer, dice))


def _later_hand(match: Match, dice: Dice) -> HandPrepared:
    rules, before = match.rules, match.phase
    if match.dealer is None or not isinstance(before, Scored):
        raise BrokenHand("a later hand without one before it")
    declared_dealer = rules.friends is not None and rules.friends.declared_dealer
    who = "right_of_previous_dealer" if declared_dealer else rules.later_first_drawer
    drawer = drawing.later_first_drawer(who, match.dealer, before.deal.dealer, rules.players)
    cutter = _cutter(match, drawer, dice)
    if declared_dealer:
        return HandPrepared(None, None, None, (), drawer, cutter)
    return HandPrepared(match.level_of(match.dealer), match.dealer, None, (), drawer, cutter)


def _redealt_hand(match: Match, before: HandPrepared) -> HandPrepared:
    """Repeats the preparation of the hand; by option, the last to declare deals at their own level (SJ-REDEAL-04)."""
    if not match.rules.redeal_up_for_grabs:
        return before
    players = match.rules.players
    drawer = right_of(before.first_drawer, players)
    return HandPrepared(None, None, None, (), drawer, right_of(before.cutter, players))


def _cutter(match: Match, drawer: Seat, dice: Dice) -> Seat:
    rules = match.rules
    lot = dice.below(rules.players - 1) if rules.cutter == "any_other" else 0
    return drawing.cutter(drawer, rules.players, rules.cutter, lot)


def _counted(match: Match, dice: Dice) -> tuple[Seat, Cards, Seat]:
    """Returns the shuffler, drawn by lot, the cards exposed until one counts, and the first drawer (SJ-FIRST-02).

    The cards are exposed from a separate pack, so they reveal nothing about the deal.
    """
    shuffler = Seat(dice.below(match.rules.players))
    whole = list(ordered_decks(match.rules.decks))
    exposed: list[Face] = []
    while True:
        card = whole.pop(dice.below(len(whole)))
        exposed.append(card)
        count = drawing.count_of(card, match.rules.first_drawer_ace)
        if count is not None:
            return shuffler, tuple(exposed), drawing.first_drawer(shuffler, count, match.rules.players)


def dealt(match: Match) -> Progress:
    """Returns the events that follow the deal: without a trump rank, declaring closes at once (EX-LEVEL-01)."""
    story = _Story(match)
    if story.declaring.prepared.trump_rank == NO_TRUMP_LEVEL:
        _close_declaring(story)
    return story.progress()


# --- moves


def decide(match: Match, seat: Seat, move: Move) -> Progress:  # noqa: C901 - one case for each move
    """Returns the events of a move, and the match after them.

    Raises:
        Refusal: the phase is wrong, it is another seat's turn, or a rule forbids the move. The match does not change.
    """
    check(match, seat, move)
    story = _Story(match)
    match move:
        case Declare(cards):
            _declare(story, seat, cards)
        case FilePlan(plan):
            _file(story, PlanFiled(seat, plan))
        case Pass():
            _pass(story, seat)
        case ClaimRedeal():
            _claim(story, seat)
        case Bury(cards):
            story.tell(KittyBuried(seat, cards))
        case CallFriends(calls, solo):
            story.tell(FriendsCalled(seat, calls, solo))
        case Play(cards, units):
            _play(story, seat, cards, units)
        case Challenge(number, offender):
            story.tell(RevokeProven(seat, number, offender))
            _end_hand(story, _last_trick_after_revoke(match, offender), revoked_by=offender)
        case EndHand():
            story.tell(HandEnded(seat))
            _end_hand(story, None)
        case Claim(leads):
            _play_out(story, seat, proven_line(match, story.tricks, seat, leads))
        case TakeBack():
            story.tell(TakeBackAsked(seat))
        case Consent(agree):
            _answer(story, seat, agree=agree)
    return story.progress()


def concede(match: Match, seats: tuple[Seat, ...]) -> Progress:
    """Returns the events when a side concedes the rest of the hand (EX-CONCEDE-01).

    Args:
        match: the match.
        seats: the side, as `conceding_side` names it.

    Raises:
        Refusal: the side can no longer concede. The match does not change.
        BrokenHand: the seats are not a side.
    """
    if conceding_side(match, seats[0]) != seats:
        raise BrokenHand("a hand is conceded by seats that are no side")
    story = _Story(match)
    rules, tricks = match.rules, story.tricks
    order = tricks.deal.order
    unplayed = [(Seat(seat), hand_cards(order, held.known)) for seat, held in enumerate(tricks.hands)]
    trick = tricks.trick.plays if tricks.trick else ()
    fives = red_fives(order.ordering.hong_wu) if rules.hong_wu_penalty else frozenset()
    story.tell(
        HandConceded(
            seats=seats,
            winner=next(seat for seat in others_in_turn(seats[0], rules.players) if seat not in seats),
            points=sum(points(cards) for _, cards in (*trick, *unplayed)),
            red_fives=tuple(
                seat for seat, cards in (*trick, *unplayed) if seat in seats for card in cards if card in fives
            ),
        )
    )
    _end_hand(story, None, conceded_by=seats)
    return story.progress()


def tick(match: Match, what: Tick) -> Progress:
    """Returns the events when the clock of a live draw expires (EX-LIVE-01)."""
    story = _Story(match)
    way = story.declaring.way
    match what:
        case DrawRound() if isinstance(way, LiveDraw) and not way.drawn:
            story.tell(RoundDrawn(way.rounds + 1, tuple(cards[way.rounds] for cards in way.coming)))
        case CloseDeclaring() if isinstance(way, LiveDraw) and way.drawn:
            _close_declaring(story)
        case _:
            raise BrokenHand(f"{type(what).__name__} at the wrong time")
    return story.progress()


def _declare(story: _Story, seat: Seat, cards: Cards) -> None:
    if not isinstance(story.match.phase, Declaring):
        _bid(story, seat, cards)
        return
    declaring = story.declaring
    rank = rank_to_declare(story.match, declaring, seat)
    for act in show(story.match.rules.declaration, rank, declaring.floor, seat, cards):
        _tell_shown(story, seat, act)


def _tell_shown(story: _Story, seat: Seat, act: Show) -> None:
    declaring = story.declaring
    acts = (*declaring.shown, Shown(seat, act.kind, act.cards))
    prepared, dealer = declaring.prepared, declaring.prepared.dealer
    if dealer is None:
        # Where each seat declares at its own level, the last to declare deals (SJ-BID-20).
        rule = "last_declarer" if prepared.trump_rank is None else story.match.rules.declaration.first_hand_dealer
        dealer = dealer_by(rule, acts)
    trump_suit = printed_trump_suit(act.standing.card)
    story.tell(Declared(seat, act.kind, act.cards, len(act.standing.cards), trump_suit, dealer))


def _bid(story: _Story, seat: Seat, cards: Cards) -> None:
    """Records the bid, and gives the kitty to the bidder (SJ-CHAO-01)."""
    bidding = story.match.phase
    if not isinstance(bidding, Bidding):
        raise BrokenHand("the kitty is bid for at the wrong time")
    story.tell(KittyBid(seat, cards, printed_trump_suit(cards[0])), KittyTaken(seat, bidding.kitty))


def _pass(story: _Story, seat: Seat) -> None:
    match story.match.phase:
        case Declaring(way=Sealed()):
            _file(story, PlanFiled(seat, ()))
        case Declaring():
            story.tell(DeclarationPassed(seat))
            if _all_have_passed(story, seat):
                _close_declaring(story)
        case Redealing():
            story.tell(RedealWaived(seat))
            _take_kitty(story)
        case Reviewing():
            story.tell(ReviewPassed(seat))
            _end_review(story)
        case _:
            story.tell(KittyBidPassed(seat))


def _all_have_passed(story: _Story, seat: Seat) -> bool:
    """Returns whether all seats have passed in succession, or all except the last to declare (DEC-01, SJ-BID-18)."""
    declaring, rules = story.declaring, story.match.rules
    match declaring.way:
        case Auction(passes=passes):
            last_is_asked = declaring.floor.standing is None or rules.until_kitty_taken
            return passes >= rules.players - (not last_is_asked)
        case LiveDraw(passed=passed):
            takes_kitty = rules.until_kitty_taken and declaring.dealer == seat
            return takes_kitty or passed == (1 << rules.players) - 1
        case _:
            return False


def _file(story: _Story, filed: PlanFiled) -> None:
    """Records a plan. The last plan starts the simulated draw (EX-PLAN-01)."""
    story.tell(filed)
    declaring, match = story.declaring, story.match
    if not isinstance(declaring.way, Sealed) or None in declaring.way.plans:
        return
    shows = resolve(
        match.rules.declaration,
        lambda seat: rank_to_declare(match, declaring, seat),
        lambda one, other: _opposed(match, one, other),
        declaring.prepared.first_drawer,
        declaring.hands,
        [plan or () for plan in declaring.way.plans],
    )
    for made in shows:
        _tell_shown(story, made.seat, made.act)
    _close_declaring(story)


def _opposed(match: Match, one: Seat, other: Seat) -> bool:
    """Returns whether two seats are opponents before there are declarers. Where friends are called, all seats are."""
    return one != other and (match.rules.friends is not None or match.holder(one) != match.holder(other))


def _close_declaring(story: _Story) -> None:
    """Fixes trumps by the standing declaration, or by the kitty if there is none."""
    declaring, match = story.declaring, story.match
    dealer = declaring.dealer
    if dealer is None:
        if match.hands_played == 0 and match.rules.redeal_without_dealer and may_redeal(match.redeals):
            story.tell(HandRedealt("no_dealer"))
            return
        # Nobody declared: the dealer by succession deals, in the first hand the first drawer (SJ-NODECL-05, DEC-19).
        dealer = declaring.prepared.first_drawer if match.dealer is None else match.dealer
    rank = declaring.prepared.trump_rank
    own_rank = match.level_of(dealer) if rank is None else None
    standing = declaring.floor.standing
    if standing is not None:
        trump_suit = printed_trump_suit(standing.card)
    elif NO_TRUMP_LEVEL in (rank, own_rank):
        trump_suit = None
    else:
        turned = _turned(match, declaring, own_rank if rank is None else rank)
        story.tell(KittyTurned(declaring.kitty[: turned.cards]))
        if turned.redeal:
            story.tell(HandRedealt("kitty_joker"))
            return
        trump_suit = turned.trump_suit
    story.tell(TrumpFixed(trump_suit, dealer, own_rank))
    _take_kitty(story)


def _turned(match: Match, declaring: Declaring, rank: Any) -> Turned:
    rules = match.rules
    joker = rules.no_declaration_joker
    if joker == "redeal" and not may_redeal(match.redeals):
        joker = "skip"
    return turn_kitty(declaring.kitty, rank, rules.no_declaration, joker)


def _take_kitty(story: _Story) -> None:
    """Gives the kitty to the dealer once no seat can claim a redeal any more (DEC-14)."""
    match, redealing = story.match, story.match.phase
    if not isinstance(redealing, Redealing):
        raise BrokenHand("the kitty is taken before trumps are fixed")
    asked = match.rules.redeals and may_redeal(match.redeals)
    if not asked or redealing.waived == (1 << match.rules.players) - 1:
        story.tell(KittyTaken(redealing.deal.dealer, redealing.kitty))


def _claim(story: _Story, seat: Seat) -> None:
    rules, redealing = story.match.rules, story.match.phase
    if not isinstance(redealing, Redealing):
        raise BrokenHand("a new deal is asked for at the wrong time")
    order = redealing.deal.order
    hand = hand_cards(order, redealing.hands[seat].known)
    no_trump = may_claim(order, hand, redeal_no_trump=rules.redeal_no_trump, redeal_points_below=0)
    reason: RedealReason = "no_trump" if no_trump else "points"
    story.tell(RedealClaimed(seat, hand), HandRedealt(reason))


def _answer(story: _Story, seat: Seat, *, agree: bool) -> None:
    story.tell(TakeBackAnswered(seat, agree))
    undo = story.match.undo
    everybody = (1 << story.match.rules.players) - 1
    if undo is not None and undo.agreed is not None and undo.agreed | 1 << undo.seat == everybody:
        story.tell(TakenBack(undo.seat))


# --- playing


def _play(story: _Story, seat: Seat, cards: Cards, named: tuple[Cards, ...]) -> None:
    tricks = story.tricks
    order = tricks.deal.order
    play = hand_of(order, story.match.rules.copies, cards)
    if tricks.chooser is not None:
        _choose(story, play)
    elif tricks.trick is None:
        _lead(story, seat, play, cards, named)
    else:
        _follow(story, seat, play, tricks.trick, order)
    trick = story.tricks.trick
    if trick and len(trick.plays) == story.match.rules.players:
        _end_trick(story, trick)


def _play_out(story: _Story, seat: Seat, leads: tuple[Cards, ...]) -> None:
    """Plays the remaining tricks of a claim: the claimer plays the line, the others their first legal play."""
    rules = story.match.rules
    story.tell(ClaimProven(seat, leads))
    for lead in leads:
        _play(story, seat, lead, ())
        for other in others_in_turn(seat, rules.players):
            led, hand = story.trick.lead, story.tricks.hands[other].known
            _play(story, other, next(answers(story.tricks.deal.order, led, hand, rules)), ())
        if story.last_winner != seat:
            raise BrokenHand("a claim was proven that does not hold")


def _choose(story: _Story, play: Hand) -> None:
    """Leads the chosen unit of a failed throw."""
    tricks = story.tricks
    order, throw, suit = tricks.deal.order, tricks.throw, sole_suit(play)
    if throw is None or suit is None:
        raise BrokenHand("a unit is chosen where no throw has failed")
    chosen = unit_of_cards(order, hand_cards(order, play))
    thrown = tuple(unit_of_cards(order, unit) for unit in throw.units or throw.choices)
    beatable = beatable_units(order.chains[suit], thrown, _others(tricks, throw.seat, suit))
    _forced_lead(story, throw.seat, suit, (chosen,), beatable)


def _lead(story: _Story, seat: Seat, play: Hand, cards: Cards, named: tuple[Cards, ...]) -> None:
    """Leads cards. A throw that can be beaten fails, and the forced lead replaces it."""
    tricks, rules = story.tricks, story.match.rules
    order = tricks.deal.order
    suit, units = led_units(order, rules, play, cards, named)
    chain, others = order.chains[suit], _others(tricks, seat, suit)
    beatable = beatable_units(chain, units, others) if len(units) > 1 else ()
    if not beatable:
        _lead_units(story, seat, suit, units)
        return
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
        story.tell(ThrowFailed(seat, hand_cards(order, play), in_units, choices, chooser))
        return
    story.tell(ThrowFailed(seat, hand_cards(order, play), in_units, (), None))
    forced = beatable_part(units, beatable) if rules.throw_forced_lead == "all_beatable" else offered[:1]
    _forced_lead(story, seat, suit, forced, beatable)


def _others(tricks: Tricks, seat: Seat, suit: EffectiveSuit) -> list[tuple[int, ...]]:
    """Returns the holding of each other seat in the suit, starting at the right of `seat`."""
    return [tricks.hands[other].known[suit] for other in others_in_turn(seat, len(tricks.hands))]


def _lead_units(story: _Story, seat: Seat, suit: EffectiveSuit, units: tuple[Unit, ...]) -> None:
    order = story.tricks.deal.order
    reading = reading_of_lead(units, story.match.rules.trump_throw_compare)
    in_units = tuple(unit_cards(order, suit, unit) for unit in units)
    cards = tuple(card for unit in in_units for card in unit)
    _tell_played(story, CardsPlayed(seat, cards, in_units, tuple(unit_cards(order, suit, unit) for unit in reading)))


def _forced_lead(
    story: _Story, seat: Seat, suit: EffectiveSuit, units: tuple[Unit, ...], beatable: tuple[Unit, ...]
) -> None:
    """Leads units of a failed throw, reveals a witness as far as the rules allow, and records the penalty."""
    tricks, rules = story.tricks, story.match.rules
    order = tricks.deal.order
    weakest = next(unit for unit in beatable if unit in units)
    seen = witness(order.chains[suit], weakest, _others(tricks, seat, suit))
    if seen is None or tricks.throw is None:
        raise BrokenHand("a unit is forced that nobody can beat")
    place, higher = seen
    shown = rules.throw_reveal
    led = sum(unit.size for unit in units)
    story.tell(
        LeadForced(
            seat=seat,
            cards=tuple(card for unit in units for card in unit_cards(order, suit, unit)),
            witness=None if shown == "none" else right_of(seat, rules.players, place + 1),
            witness_cards=unit_cards(order, suit, higher) if shown == "witness_cards" else (),
            penalty=penalty_points(rules.throw_penalty, len(tricks.throw.cards), beatable, led),
        )
    )
    _lead_units(story, seat, suit, units)


def _follow(story: _Story, seat: Seat, play: Hand, trick: Trick, order: Order) -> None:
    rules = story.match.rules
    better = beats(order, trick.lead, trick.standing, play, rules.trump_throw_compare, rules.bombs)
    reading = tuple(unit_cards(order, better.suit, unit) for unit in better.reading) if better else ()
    _tell_played(story, CardsPlayed(seat, hand_cards(order, play), (), reading))


def _tell_played(story: _Story, played: CardsPlayed) -> None:
    """Records a play. A seat that answers a call by it joins the declarers (FF-CALL-04)."""
    before = story.tricks.friends
    story.tell(played)
    after = story.tricks.friends
    if before is None or after is None or before is after:
        return
    for call in _newly_answered(before, after):
        story.tell(CallAnswered(played.seat, call, joined=not story.tricks.deal.declares(played.seat)))


def _newly_answered(before: Friends, after: Friends) -> list[int]:
    pairs = zip(before.answered_by, after.answered_by, strict=True)
    return [call for call, (was, now) in enumerate(pairs) if was is None and now is not None]


def _end_trick(story: _Story, trick: Trick) -> None:
    story.tell(TrickWon(trick.winner, sum(points(play.cards) for play in trick.plays)))
    # Where only opponents enforce following, they review the hand before it is scored.
    if not isinstance(story.match.phase, Reviewing) and not hand_size(story.tricks.hands[trick.winner].known):
        _end_hand(story, trick)


def _end_review(story: _Story) -> None:
    reviewing = story.match.phase
    if isinstance(reviewing, Reviewing) and reviewing.passed == (1 << story.match.rules.players) - 1:
        _end_hand(story, reviewing.last)


# --- the end of a hand


def _end_hand(
    story: _Story, last: Trick | None, revoked_by: Seat | None = None, conceded_by: tuple[Seat, ...] = ()
) -> None:
    """Scores the hand in the order of DEC-80: tricks, kitty bonus, penalties, table, levels, hooks, next dealer.

    Args:
        story: the recorder of the hand, all of whose tricks are over.
        last: the last trick. `None` if the hand ended earlier or the trick does not count. The kitty then counts only
            after a concession.
        revoked_by: the seat with a proven revoke.
        conceded_by: the side that conceded. Its opponents are treated as winners of the last trick.
    """
    rules = story.match.rules
    declares = story.tricks.deal.declares
    opponents_last = declares(conceded_by[0]) if conceded_by else last is not None and not declares(last.winner)
    # Declarers who take the kitty gain nothing: their points are not counted (SJ-BONUS-05, DEC-78).
    kitty_taken = opponents_last or ((last is not None or bool(conceded_by)) and rules.kitty_to_either_team)
    if kitty_taken or rules.kitty_reveal == "always_after_hand":
        story.tell(KittyRevealed(story.tricks.kitty))
    tricks = story.tricks
    kitty_points = points(tricks.kitty) if kitty_taken else 0
    factor = _factor(story, last) if kitty_taken else 0
    penalties = penalties_of(tricks, rules.hong_wu_penalty)
    bonus = kitty_points * factor if opponents_last else 0
    total = opponents_points(tricks) + bonus + penalties
    if revoked_by is not None:
        total = points_after_revoke(total, rules, by_declarers=tricks.deal.declares(revoked_by))
    result = score_of(total, rules)
    if revoked_by is not None and rules.revoke_costs_more:
        result = result._replace(levels=result.levels + 1)
    reset_to = _reset_by(story, last, result)
    # If a revoke ends the hand early, friends who could still have joined are not missing.
    cut_short = revoked_by is not None and not isinstance(story.match.phase, Reviewing)
    missing = 0 if cut_short else _missing(tricks)
    advances = _advances(story.match, tricks, result, missing, reset_to)
    levels_before = tuple(position.level for position in story.match.positions)
    winners = tuple(Seat(seat) for seat in range(rules.players) if advances[story.match.holder(Seat(seat))].won)
    declarers = seats_in(tricks.deal.declarers)
    story.tell(
        HandScored(
            last_trick=_last_winner(tricks),
            trick_points=opponents_points(tricks),
            kitty_points=kitty_points,
            kitty_factor=factor,
            penalties=penalties,
            opponent_points=total,
            declarers=declarers,
            solo=tricks.solo,
            missing=missing,
            winners=result.winners,
            levels_won=result.levels,
            reset_to=reset_to,
            revoked_by=revoked_by,
            levels_before=levels_before,
            levels_after=tuple(advance.position.level for advance in advances),
            laps_after=tuple(advance.position.laps for advance in advances),
            attempted_after=tuple(advance.position.attempted for advance in advances),
            next_dealer=next_dealer(
                tricks.deal.dealer,
                rules.players,
                declarers_won=result.winners == "declarers",
                declarers=declarers,
                succession=rules.succession,
            ),
            match_won_by=winners,
        )
    )


def _last_trick_after_revoke(match: Match, offender: Seat) -> Trick | None:
    """Returns the last trick if it counts after a proven revoke, or `None`.

    It counts only if the opponents won it and prove a revoke of the declarers in review. The offender's side gains
    nothing.
    """
    reviewing = match.phase
    if not isinstance(reviewing, Reviewing):
        return None
    declares, last = reviewing.tricks.deal.declares, reviewing.last
    return last if declares(offender) and not declares(last.winner) else None


def _last_winner(tricks: Tricks) -> Seat:
    if tricks.last_trick is None:
        raise BrokenHand("a hand is scored before a trick was played")
    return tricks.last_trick.winner


def _missing(tricks: Tricks) -> int:
    """Returns the number of called friends who did not join (FF-TEAM-02)."""
    return 0 if tricks.friends is None or tricks.solo else missing_teammates(tricks.friends, tricks.deal.dealer)


def penalties_of(tricks: Tricks, red_five: int) -> int:
    """Returns all penalties as points of the opponents, who gain what declarers lose (DEC-58, DEC-97).

    A red five costs its player when the other side has won it. Sides are as known so far.
    """
    declares = tricks.deal.declares
    lost = [*enumerate(tricks.penalties)]
    lost += [(owner, red_five) for owner, winner in tricks.red_fives if declares(owner) != declares(winner)]
    return sum(cost if declares(Seat(seat)) else -cost for seat, cost in lost)


def _factor(story: _Story, last: Trick | None) -> int:
    """Returns the multiplier of the kitty. A conceded last trick counts as one of single cards."""
    rules, order = story.match.rules, story.tricks.deal.order
    if last is None:
        return kitty_factor(rules.kitty_multiplier, width=1, length=1, cards=1)
    plays = [units_of_play(order, hand_of(order, rules.copies, play.cards)) for play in last.plays]
    place = [play.seat for play in last.plays].index(last.winner)
    return factor_of_trick(
        rules.kitty_multiplier,
        rules.kitty_multiplier_singles_throw,
        rules.kitty_unit_source,
        last.lead.units,
        plays,
        place,
    )


def _reset_by(story: _Story, last: Trick | None, result: Score) -> Any:
    """Returns the level to which the last trick sets the declarers back, or `None` (SJ-VAR-05..07)."""
    if last is None:
        return None
    tricks = story.tricks
    deal, order = tricks.deal, tricks.deal.order
    longest = max(last.standing.reading, key=lambda unit: relevance(*unit.shape))
    cards = next(play.cards for play in last.plays if play.seat == last.winner)
    ending = LastTrick(
        won_by_opponents=not deal.declares(last.winner),
        cards=cards,
        longest_unit=unit_cards(order, last.standing.suit, longest),
        threshold_reached=result.winners == "opponents",
    )
    return hooked_back(story.match.rules.hooks, deal.trump_rank, deal.trump_suit, ending)


def _advances(match: Match, tricks: Tricks, result: Score, missing: int, reset_to: Any) -> tuple[Advance, ...]:
    """Returns the position of each team, or of each seat, after the hand."""
    rules, deal = match.rules, tricks.deal
    advances: list[Advance] = []
    for place, position in enumerate(match.positions):
        # In fixed teams, the seat with the number of a team belongs to it.
        seat = Seat(place)
        declares = deal.declares(seat)
        won = declares == (result.winners == "declarers")
        levels = 0
        if won:
            levels = levels_of_winner(
                result,
                is_dealer=seat == deal.dealer,
                missing=missing,
                missing_bonus=rules.friends.missing_bonus if rules.friends else None,
                solo=tricks.solo,
            )
        played = HandPlayed(levels, deal.trump_rank, declares, won, reset_to)
        advances.append(advance_by(rules.levels, position, played))
    return tuple(advances)
