"""Sheng Ji as a game for tables."""

from typing import Any

from domain.games.sheng_ji import moves_view, view
from domain.games.sheng_ji.clock import clock
from domain.games.sheng_ji.concession import conceding_side
from domain.games.sheng_ji.decide import after_deal, concede, decide, prepare, tick
from domain.games.sheng_ji.evolve import evolve
from domain.games.sheng_ji.levels import Position, levels_above
from domain.games.sheng_ji.move_events import moving_seat
from domain.games.sheng_ji.orders.reader import ShengJiOrders
from domain.games.sheng_ji.play_events import TakenBack, TrickWon
from domain.games.sheng_ji.redact import redact
from domain.games.sheng_ji.replay import as_recorded, move_of_events, tick_of_event
from domain.games.sheng_ji.rules import REVISIONS, Rules, pack_of
from domain.games.sheng_ji.state import TEAMS, MatchState, Redealt, Scored
from domain.games.sheng_ji.undoable import undoable
from domain.kernel.cards import RANKS
from domain.kernel.seats import Seat
from domain.orders.running import OrderReader
from domain.table.game import EveryDeal, RevisedRules

OVER = (Scored, Redealt)
"""The phases in which the deal is over. A constant, because to join the types takes longer than the test."""


class ShengJi(RevisedRules):
    """Implements the game protocol of `domain.table.game` with the functions of this package."""

    name = "sheng_ji"
    revisions, rules_revision = REVISIONS, REVISIONS.newest
    orders: OrderReader = ShengJiOrders()
    has_levels = True

    def seats(self, rules: Rules) -> int:
        return rules.players

    def teams(self, rules: Rules) -> tuple[tuple[Seat, ...], ...]:
        if rules.friends:
            return tuple((Seat(seat),) for seat in range(rules.players))
        return tuple(tuple(map(Seat, range(team, rules.players, TEAMS))) for team in range(TEAMS))

    def every_deal(self, rules: Rules) -> EveryDeal | None:
        packs = {pack_of(rules, rank) for rank in (None, *RANKS)}
        return EveryDeal(packs.pop(), rules.deal_shape.hand) if len(packs) == 1 else None

    def new_match(self, rules: Rules) -> MatchState:
        start = Position(rules.initial_level)
        holders = rules.players if rules.friends else TEAMS
        return MatchState(
            rules,
            (start,) * holders,
            dealer=None,
            hands_played=0,
            redeals=0,
            phase=None,
            prepared=None,
            undo=None,
            won_by=(),
        )

    prepare = staticmethod(prepare)
    after_deal = staticmethod(after_deal)
    decide = staticmethod(decide)
    tick = staticmethod(tick)
    clock = staticmethod(clock)
    preview = staticmethod(moves_view.preview)
    evolve = staticmethod(evolve)
    redact = staticmethod(redact)

    def ends_trick(self, event: Any) -> bool:
        return isinstance(event, TrickWon)

    undoable = staticmethod(undoable)
    moving_seat = staticmethod(moving_seat)

    def side_in_match(self, state: MatchState, seat: Seat) -> tuple[Seat, ...] | None:
        if state.rules.friends:
            return None
        everybody = map(Seat, range(state.rules.players))
        return tuple(each for each in everybody if state.holder(each) == state.holder(seat))

    side_in_hand = staticmethod(conceding_side)
    concede = staticmethod(concede)

    def seat_taking_back(self, event: Any) -> Seat | None:
        return event.seat if isinstance(event, TakenBack) else None

    def next_leader(self, event: Any) -> Seat | None:
        return event.seat if isinstance(event, TrickWon) else None

    asked = staticmethod(view.asked)

    def side(self, state: MatchState, seat: Seat) -> tuple[Seat, ...]:
        everybody = map(Seat, range(state.rules.players))
        return tuple(other for other in everybody if state.holder(other) == state.holder(seat))

    def deal_is_over(self, state: MatchState) -> bool:
        return isinstance(state.phase, OVER)

    def hands_played(self, state: MatchState) -> int:
        return state.hands_played

    def winners(self, state: MatchState) -> tuple[Seat, ...] | None:
        return state.won_by or None

    def leaders(self, state: MatchState) -> tuple[Seat, ...]:
        reached = [(position.laps, position.level) for position in state.positions]
        everybody = map(Seat, range(state.rules.players))
        seats = tuple(seat for seat in everybody if reached[state.holder(seat)] == max(reached))
        return () if len(seats) == state.rules.players else seats

    def levels_won(self, state: MatchState, seat: Seat) -> int:
        rules = state.rules
        return levels_above(rules.levels, rules.initial_level, state.positions[state.holder(seat)])

    view = staticmethod(view.view)
    legal_moves = staticmethod(moves_view.legal_moves)
    move_of_events = staticmethod(move_of_events)
    as_recorded = staticmethod(as_recorded)
    tick_of_event = staticmethod(tick_of_event)
