"""Zheng Shangyou as an implementation of the `Game` protocol."""

from collections.abc import Sequence
from typing import Any

from domain.games.zheng_shangyou import view as views
from domain.games.zheng_shangyou.commands import Move
from domain.games.zheng_shangyou.decide import after_deal, decide, every_deal, prepare
from domain.games.zheng_shangyou.events import RoundEnded
from domain.games.zheng_shangyou.evolve import BrokenHand, evolve
from domain.games.zheng_shangyou.move_events import moving_seat
from domain.games.zheng_shangyou.orders import ZhengShangyouOrders
from domain.games.zheng_shangyou.redact import redact
from domain.games.zheng_shangyou.replay import move_of_events
from domain.games.zheng_shangyou.rules import REVISIONS, Rules
from domain.games.zheng_shangyou.scoring import ahead
from domain.games.zheng_shangyou.state import MatchState, Scored
from domain.games.zheng_shangyou.teams import seats_of, side_of, sides
from domain.games.zheng_shangyou.undoable import undoable
from domain.kernel.messages import message
from domain.kernel.seats import Seat
from domain.kernel.viewers import Viewer
from domain.orders.running import OrderReader
from domain.table.game import HandsPlayedOut, PlainGame, Progress, Undoable


class ZhengShangyou(PlainGame):
    """Implements `Game` with the functions of this package."""

    name = "zheng_shangyou"
    revisions, rules_revision = REVISIONS, REVISIONS.newest
    orders: OrderReader = ZhengShangyouOrders()

    def seats(self, rules: Rules) -> int:
        return rules.players

    def teams(self, rules: Rules) -> tuple[tuple[Seat, ...], ...]:
        mode, players = rules.team_mode, rules.players
        return tuple(seats_of(mode, players, side) for side in range(sides(mode, players)))

    every_deal = staticmethod(every_deal)

    def new_match(self, rules: Rules) -> MatchState:
        return MatchState(
            rules,
            totals=(0,) * sides(rules.team_mode, rules.players),
            hands_played=0,
            order=(),
            leader=None,
            exchanged=(),
            phase=None,
            won_by=(),
        )

    prepare = staticmethod(prepare)

    def after_deal(self, state: MatchState) -> Progress:
        return after_deal(state)

    decide = staticmethod(decide)

    def tick(self, state: MatchState, what: Any) -> Progress:
        raise BrokenHand(f"{type(what).__name__} where no clock runs: {type(state.phase).__name__}")

    preview = staticmethod(views.preview)
    evolve = staticmethod(evolve)

    def redact(self, event: Any, viewer: Viewer) -> Any:
        return redact(event, viewer)

    def ends_trick(self, event: Any) -> bool:
        return isinstance(event, RoundEnded)

    def undoable(self, event: Any) -> Undoable | None:
        return undoable(event)

    moving_seat = staticmethod(moving_seat)

    def side_in_match(self, state: MatchState, seat: Seat) -> tuple[Seat, ...] | None:
        rules, own = state.rules, state.side_of(seat)
        return seats_of(rules.team_mode, rules.players, own) if len(state.totals) == 2 else None

    def side_in_hand(self, _state: MatchState, seat: Seat) -> tuple[Seat, ...]:
        raise HandsPlayedOut(
            message("seat {seat} and all others play for their places in Zheng Shangyou", seat=seat),
            hint=message("concede the match, or continue to play"),
        )

    def concede(self, state: MatchState, seats: tuple[Seat, ...]) -> Progress:
        raise BrokenHand(f"{len(seats)} seats concede a hand that is played out: {type(state.phase).__name__}")

    def next_leader(self, event: Any) -> Seat | None:
        return event.leader if isinstance(event, RoundEnded) else None

    asked = staticmethod(views.asked)

    def side(self, state: MatchState, seat: Seat) -> tuple[Seat, ...]:
        mode = state.rules.team_mode
        return seats_of(mode, state.rules.players, side_of(mode, seat))

    def deal_is_over(self, state: MatchState) -> bool:
        return isinstance(state.phase, Scored)

    def hands_played(self, state: MatchState) -> int:
        return state.hands_played

    def winners(self, state: MatchState) -> tuple[Seat, ...] | None:
        return state.won_by or None

    def leaders(self, state: MatchState) -> tuple[Seat, ...]:
        rules, leading = state.rules, ahead(state.totals)
        if len(leading) == len(state.totals):
            return ()
        return tuple(sorted(seat for side in leading for seat in seats_of(rules.team_mode, rules.players, side)))

    view = staticmethod(views.view)
    legal_moves = staticmethod(views.legal_moves)

    def move_of_events(self, _state: MatchState, events: Sequence[Any], place: int) -> tuple[Seat, Move] | None:
        return move_of_events(events, place)
