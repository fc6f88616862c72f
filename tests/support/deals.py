"""Tables in a given state of a hand, built from the events that lead to it.

Hands may be small: the deal has the number of cards that each seat drew. Trumps are written as rank and suit, such as
`8H`. For no-trump, only the rank is written.
"""

from collections.abc import Sequence
from typing import Any

from domain.games.sheng_ji.events import Declared, HandPrepared, KittyBuried, KittyTaken, TrumpFixed
from domain.games.sheng_ji.play_events import CardsPlayed, HandScored, TrickWon
from domain.games.sheng_ji.rules import rules_of
from domain.kernel.cards import RANK_OF_NAME, SUIT_OF_NAME, Suit
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.events import CardsDealt, HandOpened, SecretPublished, TableOpened, TableStarted
from domain.table.seat_events import SeatTaken
from domain.table.spectators import NO_DELAY
from tests.support.table import SECRETS, Given, cards, player

HOST = PlayerId("host")
ENTROPIES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def started(profile: str = "zhang-2021", hands: int | None = None, **options: object) -> Given:
    """Returns a started match. Its first hand is opened but not prepared."""
    return Given(match_opened("sheng_ji", rules_of(profile, options), hands))


def match_opened(game: str, rules: Any, hands: int | None) -> tuple[Any, ...]:
    """Returns the events of a match of a game from the opening of the table to that of its first hand."""
    return (
        TableOpened(
            game=game,
            rules=rules.document(),
            rules_revision=1,
            seats=rules.players,
            host=HOST,
            listed=False,
            hands=hands,
            spectators=NO_DELAY,
            commitment="commitment 1",
            secret=SECRETS[1].hex(),
        ),
        *(SeatTaken(Seat(seat), player(seat), None, ENTROPIES[seat]) for seat in range(rules.players)),
        TableStarted(),
        hand_opened(1, rules.players),
    )


def hand_opened(number: int, players: int = 4) -> HandOpened:
    entropies = ENTROPIES[:players]
    return HandOpened(number, entropies, f"commitment {number}", f"commitment {number + 1}", SECRETS[number + 1].hex())


def dealt(hands: Sequence[str], kitty: str = "", first_drawer: int = 0, drawn: int | None = None) -> CardsDealt:
    """Returns the deal of these hands and this kitty. All hands have the same size.

    Each seat has already drawn `drawn` cards, by default all.
    """
    held = [cards(hand) for hand in hands]
    in_turn = held[first_drawer:] + held[:first_drawer]
    order = [card for round_of_draws in zip(*in_turn, strict=True) for card in round_of_draws]
    size = len(held[0])
    at_once = size if drawn is None else drawn
    return CardsDealt(len(hands), Seat(first_drawer), size, at_once, 1, (*order, *cards(kitty)))


def declaring(
    hands: Sequence[str],
    kitty: str = "3C",
    *,
    rank: str = "2",
    dealer: int | None = None,
    first_drawer: int = 0,
    match: Given | None = None,
) -> Given:
    """Returns a table at which the draw is over and the first drawer is asked to declare.

    Only later hands have a dealer already. In a live draw, no card has been drawn yet.
    """
    cutter = Seat((first_drawer - 1) % len(hands))
    prepared = HandPrepared(
        RANK_OF_NAME[rank], None if dealer is None else Seat(dealer), None, (), Seat(first_drawer), cutter
    )
    given = match or started()
    live = given.table.rules.deal_mode == "live_draw"
    return given.and_then(prepared, dealt(hands, kitty, first_drawer, 0 if live else None))


def suit_of_trumps(trumps: str) -> Suit | None:
    return SUIT_OF_NAME.get(trumps[-1])


def burying(hands: Sequence[str], kitty: str, *, trumps: str = "2H", dealer: int = 0, match: Any = None) -> Given:
    """Returns a table at which the dealer has taken the kitty."""
    given = declaring(hands, kitty, rank=trumps.rstrip("CDHS"), dealer=dealer, first_drawer=dealer, match=match)
    fixed = TrumpFixed(suit_of_trumps(trumps), Seat(dealer), trump_rank=None)
    return given.and_then(fixed, KittyTaken(Seat(dealer), cards(kitty)))


def playing(
    hands: Sequence[str], *, trumps: str = "2H", dealer: int = 0, buried: str = "3C", match: Any = None
) -> Given:
    """Returns a table at which the dealer has buried these cards and is to lead."""
    given = burying(hands, buried, trumps=trumps, dealer=dealer, match=match)
    return given.and_then(KittyBuried(Seat(dealer), cards(buried)))


def after_a_hand(match: Given, levels: Sequence[str], *, next_dealer: int) -> Given:
    """Returns the match after a hand. The next hand is opened, with these levels and this dealer."""
    number = match.table.hand.number
    given = playing(["3S", "4S", "5S", "6S"], match=match)
    scored = HandScored(
        last_trick=Seat(3),
        trick_points=5,
        kitty_points=0,
        kitty_factor=0,
        penalties=0,
        opponent_points=5,
        declarers=(Seat(0), Seat(2)),
        solo=False,
        missing=0,
        winners="declarers",
        levels_won=2,
        reset_to=None,
        revoked_by=None,
        levels_before=tuple(position.level for position in given.table.match.positions),
        levels_after=tuple(RANK_OF_NAME[level] for level in levels),
        laps_after=(0,) * len(levels),
        attempted_after=((),) * len(levels),
        next_dealer=Seat(next_dealer),
        match_won_by=(),
    )
    return given.and_then(
        led(0, "3S"),
        followed(1, "4S", reading=["4S"]),
        followed(2, "5S", reading=["5S"]),
        followed(3, "6S", reading=["6S"]),
        TrickWon(Seat(3), 5),
        scored,
        SecretPublished(number, SECRETS[number].hex()),
        hand_opened(number + 1),
    )


def declared(seat: int, kind: Any, text: str, copies: int, trumps: str, dealer: int) -> Declared:
    """Returns a declaration that makes a suit trumps, or `NT` for no-trump."""
    return Declared(Seat(seat), kind, cards(text), copies, SUIT_OF_NAME.get(trumps), Seat(dealer))


def led(seat: int, *units: str, reading: Sequence[str] | None = None) -> CardsPlayed:
    """Returns a lead of these units. Others have to beat the units of its reading, by default all units."""
    in_units = tuple(map(cards, units))
    together = tuple(card for unit in in_units for card in unit)
    return CardsPlayed(Seat(seat), together, in_units, in_units if reading is None else tuple(map(cards, reading)))


def followed(seat: int, text: str, *, reading: Sequence[str] = ()) -> CardsPlayed:
    """Returns a follow. If it has a reading, it now wins the trick."""
    return CardsPlayed(Seat(seat), cards(text), (), tuple(map(cards, reading)))
