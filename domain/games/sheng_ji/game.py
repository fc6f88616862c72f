"""Sheng Ji as a game for tables."""

from collections.abc import Sequence
from typing import Any

from domain.games.sheng_ji import moves_view, view
from domain.games.sheng_ji.clock import clock
from domain.games.sheng_ji.commands import Move, Tick
from domain.games.sheng_ji.concession import conceding_side
from domain.games.sheng_ji.decide import concede, dealt, decide, prepare, tick
from domain.games.sheng_ji.evolve import evolve
from domain.games.sheng_ji.levels import Position, levels_above
from domain.games.sheng_ji.mover import mover
from domain.games.sheng_ji.orders.reader import ShengJiOrders
from domain.games.sheng_ji.play_events import TakenBack, TrickWon
from domain.games.sheng_ji.quiet import quiet
from domain.games.sheng_ji.redact import redact
from domain.games.sheng_ji.replay import as_recorded, move_behind, tick_behind
from domain.games.sheng_ji.rules import REVISIONS, Rules, pack_of
from domain.games.sheng_ji.state import TEAMS, Match, Redealt, Scored
from domain.kernel.cards import RANKS
from domain.kernel.seats import Seat
from domain.kernel.shuffle import Dice
from domain.kernel.viewers import Viewer
from domain.orders.running import OrderReader
from domain.table.game import Asked, Clock, DealPlan, EveryDeal, Progress, Quiet, RevisedRules


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

    def new_match(self, rules: Rules) -> Match:
        start = Position(rules.initial_level)
        holders = rules.players if rules.friends else TEAMS
        return Match(
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

    def prepare(self, state: Match, dice: Dice, first_drawer: Seat | None = None) -> tuple[Sequence[Any], DealPlan]:
        return prepare(state, dice, first_drawer)

    def dealt(self, state: Match) -> Progress:
        return dealt(state)

    def decide(self, state: Match, seat: Seat, move: Move) -> Progress:
        return decide(state, seat, move)

    def tick(self, state: Match, what: Tick) -> Progress:
        return tick(state, what)

    def clock(self, state: Match) -> Clock | None:
        return clock(state)

    def check(self, state: Match, seat: Seat, move: Move) -> dict[str, Any]:
        return moves_view.foresee(state, seat, move)

    def evolve(self, state: Match, event: Any) -> Match:
        return evolve(state, event)

    def redact(self, event: Any, viewer: Viewer) -> Any:
        return redact(event, viewer)

    def ends_trick(self, event: Any) -> bool:
        return isinstance(event, TrickWon)

    def quiet(self, event: Any) -> Quiet | None:
        return quiet(event)

    def mover(self, event: Any) -> Seat | None:
        return mover(event)

    def side_in_match(self, state: Match, seat: Seat) -> tuple[Seat, ...] | None:
        if state.rules.friends:
            return None
        everybody = map(Seat, range(state.rules.players))
        return tuple(each for each in everybody if state.holder(each) == state.holder(seat))

    def side_in_hand(self, state: Match, seat: Seat) -> tuple[Seat, ...]:
        return conceding_side(state, seat)

    def concede(self, state: Match, seats: tuple[Seat, ...]) -> Progress:
        return concede(state, seats)

    def takes_back(self, event: Any) -> Seat | None:
        return event.seat if isinstance(event, TakenBack) else None

    def leads_next(self, event: Any) -> Seat | None:
        return event.seat if isinstance(event, TrickWon) else None

    def asked(self, state: Match) -> tuple[Asked, ...]:
        return view.asked(state)

    def side(self, state: Match, seat: Seat) -> tuple[Seat, ...]:
        everybody = map(Seat, range(state.rules.players))
        return tuple(other for other in everybody if state.holder(other) == state.holder(seat))

    def deal_is_over(self, state: Match) -> bool:
        return isinstance(state.phase, Scored | Redealt)

    def hands_played(self, state: Match) -> int:
        return state.hands_played

    def winners(self, state: Match) -> tuple[Seat, ...] | None:
        return state.won_by or None

    def leaders(self, state: Match) -> tuple[Seat, ...]:
        reached = [(position.laps, position.level) for position in state.positions]
        everybody = map(Seat, range(state.rules.players))
        seats = tuple(seat for seat in everybody if reached[state.holder(seat)] == max(reached))
        return () if len(seats) == state.rules.players else seats

    def levels_won(self, state: Match, seat: Seat) -> int:
        rules = state.rules
        return levels_above(rules.levels, rules.initial_level, state.positions[state.holder(seat)])

    def view(self, state: Match, viewer: Viewer) -> dict[str, Any]:
        return view.view(state, viewer)

    def legal_moves(self, state: Match, seat: Seat) -> dict[str, Any]:
        return moves_view.legal_moves(state, seat)

    def move_behind(self, state: Match, events: Sequence[Any], place: int) -> tuple[Seat, Move] | None:
        return move_behind(state, events, place)

    def as_recorded(self, decided: Any, recorded: Any) -> Any:
        return as_recorded(decided, recorded)

    def tick_behind(self, event: Any) -> Tick | None:
        return tick_behind(event)
