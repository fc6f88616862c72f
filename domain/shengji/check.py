"""Whether a seat may make a move (SJ-ILLEGAL-01): found from its own cards and public facts alone.

So a viewer's state of that seat is enough to ask, and a refusal cannot tell what others hold.
"""

from collections import Counter

from domain.cards import NAMES, Cards, Face
from domain.refusals import LEGAL_LIMIT, Illegal, WrongMoment
from domain.seats import Seat
from domain.shengji.choices import first_few, follows
from domain.shengji.commands import Bury, Declare, Move, Pass, Play
from domain.shengji.declare import possible_shows, show
from domain.shengji.follow import Lead, is_legal_follow
from domain.shengji.holding import Hand, hand_holds, hand_of, hand_size, size, sole_suit
from domain.shengji.order import EFFECTIVE_SUIT_NAMES, TRUMPS, EffectiveSuit, Order, trumps_in_words
from domain.shengji.state import Burying, Declaring, Match, Tricks


class WrongPhase(WrongMoment):
    """The hand is not in the phase in which this is done."""

    usual_rule = "SJ-GEN-08"


class NotYourTurn(WrongMoment):
    """Another seat has to act first."""

    usual_rule = "SJ-GEN-04"


class CardsNotHeld(Illegal):
    """These cards are not in your hand."""

    usual_rule = "SJ-ILLEGAL-01"


class WrongNumberOfCards(Illegal):
    """So many cards cannot be played or set aside here."""

    usual_rule = "SJ-FOLLOW-01"


class MixedLead(Illegal):
    """A lead consists of cards of one effective suit."""

    usual_rule = "SJ-LEAD-01"


class MustFollow(Illegal):
    """The play does not answer the lead as it has to."""

    usual_rule = "SJ-FOLLOW-03"


class NotAChoice(Illegal):
    """One of the units of the throw that can be beaten has to be led."""

    usual_rule = "SJ-THROW-04"


def check(match: Match, seat: Seat, move: Move) -> None:
    """Whether the seat may make the move.

    Raises:
        Refusal: it may not.
    """
    match match.phase, move:
        case Tricks() as tricks, Play(cards):
            _check_named(cards)
            _check_turn(tricks.turn, seat)
            _check_play(tricks, match.rules.decks, seat, cards)
        case Declaring() as declaring, Declare(cards):
            _check_named(cards)
            _check_turn(declaring.speaker, seat)
            _check_declaration(match, declaring, seat, cards)
        case Declaring() as declaring, Pass():
            _check_turn(declaring.speaker, seat)
        case Burying() as burying, Bury(cards):
            _check_named(cards)
            _check_turn(burying.deal.dealer, seat)
            check_held(burying.deal.order, match.rules.decks, burying.hands[seat].known, cards)
            kitty = match.rules.deal_shape.kitty
            if len(cards) != kitty:
                raise WrongNumberOfCards(
                    f"{len(cards)} cards instead of {kitty}", rule="SJ-KITTY-01", hint=f"set aside {kitty} cards"
                )
        case _:
            raise WrongPhase(*_refused_phase(match))


def _check_named(cards: Cards) -> None:
    if not cards:
        raise WrongNumberOfCards("no cards are named", hint="name at least one card")


def _refused_phase(match: Match) -> tuple[str]:
    match match.phase:
        case Declaring():
            return ("trumps are being declared: declare or pass",)
        case Burying():
            return ("the dealer has the kitty: bury",)
        case Tricks():
            return ("the hand is being played: play",)
        case _:
            return ("no hand is being played",)


def _check_turn(expected: Seat, seat: Seat) -> None:
    if seat != expected:
        raise NotYourTurn(f"it is seat {expected}'s turn", hint="wait for your turn", facts={"turn": expected})


def check_held(order: Order, decks: int, hand: Hand, cards: Cards) -> Hand:
    """The cards as a part of the hand.

    Raises:
        CardsNotHeld: they are not all in it.
    """
    part = hand_of(order, decks, cards)
    # A part is smaller than the cards when one of them is named more often than there are decks.
    if hand_holds(hand, part) and hand_size(part) == len(cards):
        return part
    counts = Counter(cards)
    missing = [card for card, copies in sorted(counts.items()) if not _holds(order, decks, hand, card, copies)]
    raise _not_held(missing, counts)


def _not_held(missing: list[Face], wanted: Counter[Face]) -> CardsNotHeld:
    names = [NAMES[card] for card in missing]
    counted = [f"{wanted[card]} times {NAMES[card]}" if wanted[card] > 1 else NAMES[card] for card in missing]
    return CardsNotHeld(
        f"you do not hold {', '.join(counted)}", hint="name cards of your own hand", facts={"missing": names}
    )


def _holds(order: Order, decks: int, hand: Hand, card: Face, copies: int) -> bool:
    return copies <= decks and bool(hand[order.suit_of[card]][copies - 1] & order.bit_of[card])


def _check_declaration(match: Match, declaring: Declaring, seat: Seat, cards: Cards) -> None:
    standing = declaring.standing
    hand = Counter(declaring.hands[seat])
    wanted = Counter(cards)
    if standing and standing.seat == seat:
        wanted[standing.card] += standing.copies
    missing = [card for card in sorted(wanted) if wanted[card] > hand[card]]
    if missing:
        raise _not_held(missing, wanted)
    try:
        show(match.rules.declaration, declaring.prepared.trump_rank, standing, seat, cards)
    except Illegal as refusal:
        refusal.legal = declarations(match, declaring, seat)[:LEGAL_LIMIT]
        raise


def declarations(match: Match, declaring: Declaring, seat: Seat) -> tuple[Cards, ...]:
    """Everything the seat could show now."""
    trump_rank = declaring.prepared.trump_rank
    return possible_shows(match.rules.declaration, trump_rank, declaring.standing, seat, Counter(declaring.hands[seat]))


def _check_play(tricks: Tricks, decks: int, seat: Seat, cards: Cards) -> None:
    order = tricks.deal.order
    hand = tricks.hands[seat].known
    if tricks.choices:
        _check_choice(tricks, cards)
        return
    play = check_held(order, decks, hand, cards)
    if tricks.trick is None:
        _check_lead(order, play)
    else:
        _check_follow(order, tricks.trick.lead, hand, play, cards)


def _check_choice(tricks: Tricks, cards: Cards) -> None:
    if Counter(cards) not in [Counter(choice) for choice in tricks.choices]:
        raise NotAChoice(
            "the throw can be beaten, and these cards are not one of its units that can be",
            hint="lead one of the units offered",
            legal=tricks.choices,
        )


def _check_lead(order: Order, play: Hand) -> None:
    if sole_suit(play) is None:
        raise MixedLead(
            "the cards are of several effective suits",
            hint=trumps_in_words(order),
        )


def _check_follow(order: Order, lead: Lead, hand: Hand, play: Hand, cards: Cards) -> None:
    if len(cards) != lead.size:
        raise WrongNumberOfCards(
            f"{len(cards)} cards instead of {lead.size}",
            hint=f"play as many cards as were led: {lead.size}",
            legal=_answers(order, lead, hand),
        )
    if is_legal_follow(order.chains[lead.suit], lead, hand, play):
        return
    held, played = size(hand[lead.suit]), size(play[lead.suit])
    suit = suit_in_words(lead.suit)
    if played < min(held, lead.size):
        raise MustFollow(
            f"{suit} were led; you hold {held} of them and play {played}",
            rule="SJ-FOLLOW-02",
            hint=f"play {'all' if held <= lead.size else lead.size} of your {suit}",
            legal=_answers(order, lead, hand),
        )
    raise MustFollow(
        f"your {suit} can answer the pairs, tuples or runs that were led better than this",
        hint="answer runs with runs, then tuples with tuples, as far as you hold them",
        legal=_answers(order, lead, hand),
    )


def _answers(order: Order, lead: Lead, hand: Hand) -> tuple[Cards, ...]:
    return first_few(follows(order, lead, hand), LEGAL_LIMIT)[0]


def suit_in_words(suit: EffectiveSuit) -> str:
    """`trumps`, or the name of the side suit."""
    return (
        "trumps"
        if suit == TRUMPS
        else {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[EFFECTIVE_SUIT_NAMES[suit]]
    )
