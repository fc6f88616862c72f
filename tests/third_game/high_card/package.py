"""The whole game High Card in one file."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from domain.games.package import GamePackage, Notation, game_move
from domain.kernel.cards import FACES, HIDDEN, Cards, Face, has_rank, rank_of, read_cards, write_cards
from domain.kernel.events import event
from domain.kernel.messages import message
from domain.kernel.options import number
from domain.kernel.refusals import Illegal
from domain.kernel.rules import Catalogue, Revisions, TableRules
from domain.kernel.scores import BoardScore
from domain.kernel.seats import Seat, right_of
from domain.rulebook.book import Book
from domain.table.events import CardsDealt
from domain.table.game import Asked, DealPlan, EveryDeal, PlainGame, Progress, UnlistedEvent

SEATS, HAND = 3, 5


class CardNotHeld(Illegal):
    """This card is not in your hand."""


class Play(NamedTuple):
    """The move: one card."""

    card: Face


@event("high_card_played")
@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat plays a card."""

    seat: Seat
    card: Face


@event("high_card_trick_won")
@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A seat takes the trick."""

    seat: Seat


@event("high_card_hand_won")
@dataclass(frozen=True, slots=True)
class HandWon:
    """A seat wins the hand."""

    seat: Seat


class Rules(TableRules):
    """The rules of a table."""

    target: int = number(
        message("the hands that win the match"),
        {1: message("one hand wins"), 2: message("two hands win")},
        name="hc_target",
        default=2,
        rules="HC-01",
        others=(1, 9, message("{n} hands win")),
    )


REVISIONS = Revisions(Rules, {1: Catalogue(Rules.declared, {"high-card": {}})})


class Match(NamedTuple):
    """The state of a match. `tricks` and `won` are counts by seat. `winner` is set when the hand is over."""

    rules: Rules
    hands: tuple[Cards, ...] = ()
    turn: Seat | None = None
    trick: tuple[CardPlayed, ...] = ()
    tricks: tuple[int, ...] = (0,) * SEATS
    won: tuple[int, ...] = (0,) * SEATS
    winner: Seat | None = None


def _more(counts: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return tuple(count + (each == seat) for each, count in enumerate(counts))


def evolve(match: Match, happened: Any) -> Match:
    """Returns the match after an event. Raises `ValueError` for an event of another game."""
    match happened:
        case CardsDealt():
            hands = tuple(tuple(happened.drawn_by(Seat(seat))) for seat in range(SEATS))
            return Match(match.rules, hands, happened.first_drawer, won=match.won)
        case CardPlayed(seat, card):
            held = list(match.hands[seat])
            held.remove(card if card in held else HIDDEN)
            hands = tuple(tuple(held) if each == seat else hand for each, hand in enumerate(match.hands))
            return match._replace(hands=hands, turn=right_of(seat, SEATS), trick=(*match.trick, happened))
        case TrickTaken(seat):
            return match._replace(turn=seat, trick=(), tricks=_more(match.tricks, seat))
        case HandWon(seat):
            return match._replace(turn=None, won=_more(match.won, seat), winner=seat)
    raise ValueError(f"{happened!r} is no event of this game")


def decide(match: Match, seat: Seat, move: Play) -> Progress:
    """Returns the events of a play of a card, and the match after them. Raises `Refusal`."""
    preview(match, seat, move)
    events: list[Any] = []

    def happens(happened: Any) -> None:
        nonlocal match
        match = evolve(match, happened)
        events.append(happened)

    happens(CardPlayed(seat, move.card))
    if len(match.trick) == SEATS:
        happens(TrickTaken(max(match.trick, key=lambda played: _height(played.card)).seat))
        if not any(match.hands):
            happens(HandWon(Seat(max(range(SEATS), key=match.tricks.__getitem__))))
    return Progress(tuple(events), match)


def _height(card: Face) -> tuple[int, int]:
    return (rank_of(card), card) if has_rank(card) else (99, card)


def preview(match: Match, seat: Seat, move: Play) -> dict[str, Any]:
    """Checks whether a seat may play a card. Looks only at its own hand. Raises `Refusal`."""
    if move.card not in match.hands[seat]:
        raise CardNotHeld("you do not hold this card", hint="play one of your cards", rule="HC-01")
    return {}


class HighCard(PlainGame):
    """The game, with the functions of this file as methods of the protocol."""

    name = "high_card"
    revisions = REVISIONS
    decide, preview, evolve = staticmethod(decide), staticmethod(preview), staticmethod(evolve)

    def seats(self, _: Rules) -> int:
        return SEATS

    def teams(self, _: Rules) -> tuple[tuple[Seat, ...], ...]:
        return tuple((Seat(seat),) for seat in range(SEATS))

    def every_deal(self, _: Rules) -> EveryDeal:
        return EveryDeal(FACES, HAND)

    def new_match(self, rules: Rules) -> Match:
        return Match(rules)

    def prepare(self, _: Match, dice: Any, first_drawer: Seat | None = None) -> tuple[tuple[()], DealPlan]:
        first = Seat(dice.below(SEATS)) if first_drawer is None else first_drawer
        return (), DealPlan(FACES, first, right_of(first, SEATS, 2), HAND, HAND)

    def redact(self, happened: Any, _: Any) -> Any:
        if isinstance(happened, CardPlayed | TrickTaken | HandWon):
            return happened
        raise UnlistedEvent(type(happened))

    def ends_trick(self, happened: Any) -> bool:
        return isinstance(happened, TrickTaken)

    def moving_seat(self, happened: Any) -> Seat | None:
        return happened.seat if isinstance(happened, CardPlayed) else None

    def next_leader(self, happened: Any) -> Seat | None:
        return happened.seat if isinstance(happened, TrickTaken) else None

    def asked(self, state: Match) -> tuple[Asked, ...]:
        return () if state.turn is None else (Asked(state.turn, "play"),)

    def deal_is_over(self, state: Match) -> bool:
        return state.winner is not None

    def hands_played(self, state: Match) -> int:
        return sum(state.won)

    def winners(self, state: Match) -> tuple[Seat, ...] | None:
        return tuple(Seat(seat) for seat in range(SEATS) if state.won[seat] >= state.rules.target) or None

    def leaders(self, state: Match) -> tuple[Seat, ...]:
        best = tuple(Seat(seat) for seat in range(SEATS) if state.won[seat] == max(state.won))
        return () if len(best) == SEATS else best

    def view(self, state: Match, viewer: Any) -> dict[str, Any]:
        own = state.hands[viewer] if state.hands and isinstance(viewer, int) else ()
        trick = [{"seat": each.seat, "card": write_cards([each.card])[0]} for each in state.trick]
        return {"hand": write_cards(own), "turn": state.turn, "trick": trick, "won": list(state.won)}

    def legal_moves(self, state: Match, seat: Seat) -> dict[str, Any]:
        return {"asked": "play", "cards": write_cards(state.hands[seat])} if state.turn == seat else {"asked": None}

    def move_of_events(self, _: Match, events: Any, place: int) -> tuple[Seat, Play] | None:
        happened = events[place]
        return (happened.seat, Play(happened.card)) if isinstance(happened, CardPlayed) else None


class RandomBot:
    """A bot that plays a random card."""

    name = "random"
    version = 1
    about = "Plays a random card."

    def choose(self, view: Any, seat: Seat, luck: Any) -> Play:
        hand = view.match.hands[seat]
        return Play(hand[luck.randrange(len(hand))])

    def interject(self, view: Any, seat: Seat, luck: Any) -> None:
        return None


def scores(match: Match) -> tuple[BoardScore, ...] | None:
    """Returns the number of tricks of every seat, or `None` before the hand is over."""
    return None if match.winner is None else tuple(BoardScore(tricks, 0, 0) for tricks in match.tricks)


BOOK = Book(
    game="high_card",
    title="High Card",
    usual="high-card",
    revisions=REVISIONS,
    descriptions={"high-card": "three players, five cards each"},
    chapters=(),
)
HIGH_CARD = GamePackage(
    game=HighCard(),
    book=BOOK,
    bots=(RandomBot(),),
    moves={"play": game_move("cards", lambda body: Play(read_cards(body["cards"])[0]))},
    command_of=lambda move: ("play", {"cards": write_cards([move.card])}),
    notation=Notation(Match),
    scores=scores,
    scale=lambda _: None,
    questions={},
)
