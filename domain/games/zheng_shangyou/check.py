"""Checks whether a seat may make a move, using only its own cards and public facts.

A seat's own view is therefore sufficient, and a refusal cannot reveal the cards of others.

    move         in phase              rules                condition
    pay_tribute  Paying                ZS-EXCH-01, DEC-104  one of the highest cards held
    take         Choosing, Returning   ZS-EXCH-02           one of the revealed cards
    discard      Discarding            ZS-EXCH-02, DEC-105  any card held
    play         Climbing              ZS-TURN-01..02       any combination on a lead, else a higher one of its shape
    pass         Climbing              ZS-TURN-01           not on a lead
"""

from collections import Counter
from functools import reduce
from itertools import islice

from domain.games.zheng_shangyou.card_order import RUNG_NAMES, RUNG_OF, TWO, highest
from domain.games.zheng_shangyou.choices import plays
from domain.games.zheng_shangyou.combinations import Combination, Named, Pattern, beats, readings
from domain.games.zheng_shangyou.commands import Discard, Move, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.rules import Rules
from domain.games.zheng_shangyou.state import (
    Choosing,
    Chosen,
    Climbing,
    Discarding,
    MatchState,
    Paying,
    Returning,
    held,
)
from domain.kernel.cards import BIG_JOKER, NAMES, Cards, Face
from domain.kernel.messages import Message, message
from domain.kernel.refusals import LEGAL_LIMIT, Illegal
from domain.kernel.seats import Seat
from domain.table.refusals import CardsNotHeld, NotYourTurn, WrongPhase

TURN_RULE = "ZS-TURN-01"
EXCHANGE_RULE = "ZS-EXCH-02"


class NotACombination(Illegal):
    """These cards are not a combination."""

    usual_rule = "ZS-COMBO-01"


class TwosNotAllowed(Illegal):
    """Twos cannot be used in this sequence."""

    usual_rule = "ZS-SEQ-02"


class OtherNumberOfCards(Illegal):
    """A play must have as many cards as the lead."""

    usual_rule = "ZS-TURN-02"


class OtherPattern(Illegal):
    """A play must have the same type and shape as the lead."""

    usual_rule = "ZS-TURN-02"


class NotHigher(Illegal):
    """A play must be higher than the one before it."""

    usual_rule = "ZS-TURN-02"


class NoSuchReading(Illegal):
    """The cards do not have this reading."""

    usual_rule = "DEC-99"


class MustLead(Illegal):
    """The player on lead cannot pass."""

    usual_rule = TURN_RULE


class NotHighest(Illegal):
    """Tribute must be a card of the highest rank in the hand."""

    usual_rule = "ZS-EXCH-01"


class NotOffered(Illegal):
    """This card is not one of those to choose from."""

    usual_rule = EXCHANGE_RULE


def check(match: MatchState, seat: Seat, move: Move) -> None:
    """Checks that the seat may make the move.

    Raises:
        Refusal: the move is not legal.
    """
    match match.phase, move:
        case Climbing() as climbing, Play(cards, reading):
            _check_turn(climbing.turn, seat)
            check_held(held(climbing.hands, seat), cards)
            reading_of_play(climbing, match.rules, seat, cards, reading)
        case Climbing() as climbing, Pass():
            _check_turn(climbing.turn, seat)
            if climbing.standing is None:
                raise MustLead(
                    message("you are on lead"),
                    hint=message("lead any combination"),
                    legal=_some_plays(climbing, match, seat),
                )
        case Paying() as paying, PayTribute(card):
            _check_choosing(paying.places.givers, paying.paid, seat)
            _check_tribute(held(paying.hands, seat), card)
        case (Choosing() | Returning()) as offering, Take(card):
            chooser = offering.places.first if isinstance(offering, Choosing) else offering.places.next_to_last
            _check_turn(chooser, seat, EXCHANGE_RULE)
            _check_offered(offering, card)
        case Discarding() as discarding, Discard(card):
            _check_choosing(discarding.places.takers, discarding.laid, seat)
            check_held(held(discarding.hands, seat), (card,))
        case _:
            raise WrongPhase(_what_is_done(match), rule=_rule_of_phase(match))


def _what_is_done(match: MatchState) -> Message:
    match match.phase:
        case Paying():
            return message("tribute is being paid: pay_tribute")
        case Choosing():
            return message("the tribute is shown: take")
        case Discarding():
            return message("cards are given in return for the tribute: discard")
        case Returning():
            return message("the discards are shown: take")
        case Climbing():
            return message("the hand is being played: play or pass")
        case _:
            return message("no hand is being played")


def _rule_of_phase(match: MatchState) -> str:
    return TURN_RULE if isinstance(match.phase, Climbing) else "DEC-102"


def _check_turn(expected: Seat, seat: Seat, rule: str = TURN_RULE) -> None:
    if seat != expected:
        raise NotYourTurn(
            message("it is seat {expected}'s turn", expected=expected),
            rule=rule,
            hint=message("wait for your turn"),
            facts={"turn": expected},
        )


def check_held(hand: Cards, cards: Cards) -> None:
    """Checks that the cards are in the hand, each once.

    Raises:
        CardsNotHeld: they are not.
    """
    missing = sorted(card for card, copies in Counter(cards).items() if copies > 1 or card not in hand)
    if missing:
        names = [NAMES[card] for card in missing]
        raise CardsNotHeld(
            message("you do not hold {names}, or not so many", names=", ".join(names)),
            rule="ZS-DECK-01",
            hint=message("give cards from your hand, each once"),
            facts={"missing": names},
        )


# --- the exchange


def _check_choosing(seats: tuple[Seat, ...], chosen: Chosen, seat: Seat) -> None:
    if seat not in seats:
        raise NotYourTurn(
            message("other players are exchanging cards"),
            rule="DEC-102",
            hint=message("wait for the play"),
            facts={"seats": list(seats)},
        )
    if chosen[seats.index(seat)] is not None:
        raise NotYourTurn(message("you have already chosen"), rule="DEC-102", hint=message("wait for the other player"))


def _check_tribute(hand: Cards, card: Face) -> None:
    check_held(hand, (card,))
    best = highest(hand)
    if card not in best:
        raise NotHighest(
            message(
                "{names} is not of your highest rank, {rung_names}",
                names=NAMES[card],
                rung_names=RUNG_NAMES[RUNG_OF[best[0]]],
            ),
            hint=message("give the highest card you hold"),
            legal=[(each,) for each in best],
        )


def _check_offered(offering: Choosing | Returning, card: Face) -> None:
    offered = [offer.card for offer in offering.offers]
    if card not in offered:
        raise NotOffered(
            message("{names} is not one of the cards shown", names=NAMES[card]),
            hint=message("take one of the two"),
            legal=[(each,) for each in offered],
        )


# --- the play


def reading_of_play(climbing: Climbing, rules: Rules, seat: Seat, cards: Cards, named: Named) -> Combination:
    """Returns how the cards are read: as the highest legal reading among those named (DEC-99).

    Raises:
        Refusal: the cards cannot be played.
    """
    previous = climbing.standing.reading if climbing.standing else None
    twos = rules.twos_in_sequences
    try:
        return _reading(cards, previous, named, twos=twos)
    except Illegal as refusal:
        refusal.legal = tuple(islice(plays(held(climbing.hands, seat), previous, twos=twos), LEGAL_LIMIT))
        raise


def _some_plays(climbing: Climbing, match: MatchState, seat: Seat) -> tuple[Cards, ...]:
    possible = plays(held(climbing.hands, seat), None, twos=match.rules.twos_in_sequences)
    return tuple(islice(possible, LEGAL_LIMIT))


def _reading(cards: Cards, previous: Combination | None, named: Named, *, twos: bool) -> Combination:
    if previous is not None and len(cards) != previous.size:
        raise OtherNumberOfCards(
            message("you played {count} cards instead of {size}", count=len(cards), size=previous.size),
            hint=message(
                "play {value}, or pass",
                value=(message("one card") if previous.size == 1 else message("{size} cards", size=previous.size)),
            ),
            facts={"cards": previous.size},
        )
    possible = readings(cards, twos=twos)
    if not possible:
        raise _no_combination(cards, twos=twos)
    meant = [reading for reading in possible if named.is_said_of(reading)]
    if not meant:
        raise NoSuchReading(
            message("the cards are {in_words}", in_words=alternatives(possible)),
            hint=message("name one of these, or no reading"),
            facts={"readings": [_as_named(reading) for reading in possible]},
        )
    if previous is None:
        return meant[0]
    return _higher(meant, previous)


def _as_named(combination: Combination) -> dict[str, object]:
    """Returns a reading in the format in which a player names it."""
    return {"pattern": combination.pattern, "top": RUNG_NAMES[combination.top], "width": combination.width}


def _higher(meant: list[Combination], previous: Combination) -> Combination:
    of_shape = [reading for reading in meant if reading.shape == previous.shape]
    if not of_shape:
        raise OtherPattern(
            message("{in_words} on {in_words_2}", in_words=in_words(meant[0]), in_words_2=in_words(previous)),
            hint=message("play a higher {in_words}, or pass", in_words=in_words(previous, with_top=False)),
        )
    best = max(of_shape, key=lambda reading: reading.key)
    if not beats(best, previous):
        raise NotHigher(
            message(
                "{in_words} is not higher than {in_words_2}", in_words=in_words(best), in_words_2=in_words(previous)
            ),
            rule=_deciding_rule(best, previous),
            hint=message("play higher, or pass"),
        )
    return best


_RULE_OF_PATTERN: dict[Pattern, str] = {
    "single": "ZS-ORD-01",
    "set": "ZS-SET-03",
    "sequence": "ZS-SEQ-05",
    "multiple_sequence": "ZS-MSEQ-03",
}


def _deciding_rule(best: Combination, previous: Combination) -> str:
    """Returns the rule that makes a play of the right shape too low."""
    if best.top == previous.top and best.suited == previous.suited:
        return _RULE_OF_PATTERN[best.pattern]
    return "ZS-SEQ-04" if best.pattern == "sequence" else "ZS-TURN-02"


def _no_combination(cards: Cards, *, twos: bool) -> Illegal:
    """Returns the refusal of cards that are not a combination. It says so if only their twos prevent one."""
    if not cards:
        return NotACombination(message("the command has no cards"), hint=message("give at least one card"))
    # Check whether the cards were a combination with jokers instead of twos, or with twos above the ace.
    replaced = tuple(card if RUNG_OF[card] != TWO else BIG_JOKER for card in cards)
    if replaced != cards:
        patterns = {reading.pattern for reading in (*readings(replaced, twos=twos), *readings(cards, twos=True))}
        if "multiple_sequence" in patterns:
            return TwosNotAllowed(
                message("a rank consists of twos only"),
                rule="ZS-MSEQ-02",
                hint=message("each rank needs a natural card or a joker"),
            )
        if "sequence" in patterns:
            return TwosNotAllowed(
                message("a single sequence cannot have twos"),
                hint=message("omit the twos; jokers may stand for any card"),
            )
    return NotACombination(
        message("{names} are not a combination", names=", ".join(NAMES[card] for card in cards)),
        hint=message("play a single card, a set, three or more consecutive ranks, or a multiple sequence"),
    )


_NAMES: dict[Pattern, Message] = {
    "single": message("single card"),
    "set": message("set of {width}"),
    "sequence": message("sequence of {ranks}"),
    "multiple_sequence": message("multiple sequence of {ranks} ranks, {width} cards each"),
}
_NAMES_BY_WIDTH: dict[tuple[Pattern, int], Message] = {
    ("set", 2): message("set of 2"),
    ("set", 3): message("set of 3"),
    ("multiple_sequence", 2): message("multiple sequence of {ranks} ranks, 2 cards each"),
    ("multiple_sequence", 3): message("multiple sequence of {ranks} ranks, 3 cards each"),
}
"""Combinations that have a name of their own in some languages."""
_WIDEST_NAMED = 3
_UP_TO = {
    (True, True): message("{combination} up to {top} (suited)"),
    (True, False): message("{combination} up to {top} (suited, with wild cards)"),
    (False, True): message("{combination} up to {top}"),
    (False, False): message("{combination} up to {top} (with wild cards)"),
}
"""Combinations by whether they have a suit and no wild cards."""
_OF_ONE_RANK = {
    True: message("{cards} up to {top}"),
    False: message("{cards} up to {top} (with wild cards)"),
}
"""Single cards, pairs and triples, by whether they have no wild cards. Some languages put the rank behind the name."""


def alternatives(possible: tuple[Combination, ...]) -> str:
    """Returns combinations as part of a sentence: `a, or b`."""
    return reduce(
        lambda before, reading: message("{before}, or {reading}", before=before, reading=reading),
        map(in_words, possible),
    )


def in_words(combination: Combination, *, with_top: bool = True) -> str:
    """Returns a combination as part of a sentence."""
    figures = {"width": combination.width, "ranks": combination.ranks}
    pattern, top = combination.pattern, RUNG_NAMES[combination.top]
    named = _NAMES_BY_WIDTH.get((pattern, combination.width), _NAMES[pattern]).about(**figures)
    if not with_top:
        return named
    if pattern in ("single", "set") and combination.width <= _WIDEST_NAMED and not combination.suited:
        return _OF_ONE_RANK[combination.pure].about(cards=named, top=top)
    template = _UP_TO[combination.suited, combination.pure]
    return template.about(combination=named, top=top)
