"""The options of a seat that are tried in playouts: those that `club` judges best, and each possible exchange."""

from typing import NamedTuple

from domain.games.zheng_shangyou.bots.club import ClubTurn
from domain.games.zheng_shangyou.bots.completing import Completing, Exchange
from domain.games.zheng_shangyou.bots.exchanging import exchange, least_wanted
from domain.games.zheng_shangyou.bots.plays import play_of
from domain.games.zheng_shangyou.bots.trials import Option
from domain.games.zheng_shangyou.card_order import highest
from domain.games.zheng_shangyou.check import reading_of_play
from domain.games.zheng_shangyou.commands import Discard, Move, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.orders import is_settled
from domain.games.zheng_shangyou.playouts.bits import bits_of, code_of
from domain.games.zheng_shangyou.playouts.division import Group
from domain.games.zheng_shangyou.playouts.kernel import Position, after
from domain.games.zheng_shangyou.state import Choosing, Climbing, Discarding, MatchState, Paying, Returning, held
from domain.kernel.seats import Seat

MOST_PLAYS = 8
MOST_DISCARDS = 5


class Options(NamedTuple):
    """The options of a seat, that of `club` first, and whether there is no need to try them."""

    options: list[Option]
    is_clear: bool


def options_of(match: MatchState, seat: Seat, played: Move | None = None) -> Options:
    """Returns the options of a seat. A legal move that was `played` is among them in any case.

    Raises:
        ValueError: nothing is asked.
    """
    match match.phase:
        case Climbing() as climbing:
            turn = ClubTurn(match, climbing, seat)
            options = _Turn(match, climbing, seat).options(turn, played)
            is_clear = len(options) == 1 or turn.way_out is not None or is_settled(match, climbing)
            return Options(options, is_clear)
        case (Paying() | Choosing() | Discarding() | Returning()) as phase:
            moves = [exchange(match, seat), *_exchanges(phase, seat), *([] if played is None else [played])]
            options = [_exchange(phase, seat, move) for move in dict.fromkeys(moves)]
            return Options(options, len(options) == 1)
        case phase:
            raise ValueError(f"nothing is asked in {type(phase).__name__}")


class _Turn:
    """A turn in the play."""

    def __init__(self, match: MatchState, climbing: Climbing, seat: Seat) -> None:
        self._match = match
        self._climbing = climbing
        self._seat = seat

    def options(self, turn: ClubTurn, played: Move | None) -> list[Option]:
        """Returns the option of `club`, the other ones by rank, a pass if it is possible, and the one played."""
        ranked = turn.ranked()
        best = turn.best()
        kept = [best, *(choice for choice in ranked[:MOST_PLAYS] if choice is not best)]
        if None in ranked and None not in kept:
            kept.append(None)
        moves: list[Move] = [Pass() if choice is None else play_of(choice) for choice in kept]
        # A move that was played replaces the same one in other words.
        found = {self._group(move): move for move in (moves if played is None else [*moves, played])}
        return [self._option(move, group) for group, move in found.items()]

    def _group(self, move: Move) -> Group | None:
        """Returns the code and the cards of a play, or `None` for a pass."""
        if not isinstance(move, Play):
            return None
        made = reading_of_play(self._climbing, self._match.rules, self._seat, move.cards, move.reading)
        return code_of(made), bits_of(move.cards)

    def _option(self, move: Move, group: Group | None) -> Option:
        seat, standing, order = self._seat, self._climbing.standing, self._climbing.order
        code, holder = (code_of(standing.reading), standing.seat) if standing else (0, seat)
        return Option(move, lambda world: after(Position(world, seat, code, holder, bytes(order)), group))


def _exchanges(phase: Exchange, seat: Seat) -> list[Move]:
    """Returns what the seat can do in the exchange; of many cards to give up, the least wanted ones."""
    match phase:
        case Paying(hands=hands):
            return [PayTribute(card) for card in highest(held(hands, seat))]
        case Choosing(offers=offers) | Returning(offers=offers):
            return [Take(offer.card) for offer in offers]
        case Discarding(hands=hands):
            return [Discard(card) for card in least_wanted(held(hands, seat))[:MOST_DISCARDS]]


def _exchange(phase: Exchange, seat: Seat, move: Move) -> Option:
    completing = Completing(phase, seat, move)
    return Option(move, lambda world: Position(completing.hands(world), phase.leader, 0, phase.leader, b""))
