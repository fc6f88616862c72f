"""Sheng Ji as a game that a table can play."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.seats import Seat
from domain.shengji import view
from domain.shengji.commands import Move
from domain.shengji.decide import decide, prepare
from domain.shengji.evolve import evolve
from domain.shengji.redact import redact
from domain.shengji.replay import move_behind
from domain.shengji.rules import Rules, rules_document, rules_from_document, rules_of
from domain.shengji.state import Match, Scored, side_of
from domain.shuffle import Dice
from domain.table.game import Asked, DealPlan, Progress
from domain.viewers import Viewer


class ShengJi:
    """The functions of this package under the names by which a table knows a game."""

    name = "sheng_ji"
    rules_revision = 1

    def rules(self, profile: str, overrides: Mapping[str, object]) -> Rules:
        return rules_of(profile, overrides)

    def rules_document(self, rules: Rules) -> dict[str, Any]:
        return rules_document(rules)

    def rules_from_document(self, document: Mapping[str, Any]) -> Rules:
        return rules_from_document(document)

    def seats(self, rules: Rules) -> int:
        return rules.players

    def new_match(self, rules: Rules) -> Match:
        levels = (rules.initial_level, rules.initial_level)
        return Match(rules, levels, dealer=None, hands_played=0, phase=None, won_by=None)

    def prepare(self, state: Match, dice: Dice) -> tuple[Sequence[Any], DealPlan]:
        return prepare(state, dice)

    def decide(self, state: Match, seat: Seat, move: Move) -> Progress:
        return decide(state, seat, move)

    def check(self, state: Match, seat: Seat, move: Move) -> dict[str, Any]:
        return view.foresee(state, seat, move)

    def evolve(self, state: Match, event: Any) -> Match:
        return evolve(state, event)

    def redact(self, event: Any, viewer: Viewer) -> Any:
        return redact(event, viewer)

    def asked(self, state: Match) -> tuple[Asked, ...]:
        return view.asked(state)

    def hand_is_over(self, state: Match) -> bool:
        return isinstance(state.phase, Scored)

    def winners(self, state: Match) -> tuple[Seat, ...] | None:
        return None if state.won_by is None else _seats_of(state, state.won_by)

    def leaders(self, state: Match) -> tuple[Seat, ...]:
        first, second = state.levels
        return () if first == second else _seats_of(state, 0 if first > second else 1)

    def view(self, state: Match, viewer: Viewer) -> dict[str, Any]:
        return view.view(state, viewer)

    def legal_moves(self, state: Match, seat: Seat) -> dict[str, Any]:
        return view.legal_moves(state, seat)

    def move_behind(self, events: Sequence[Any], place: int) -> Move | None:
        return move_behind(events, place)


def _seats_of(match: Match, side: int) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in range(match.rules.players) if side_of(Seat(seat)) == side)
