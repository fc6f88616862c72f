"""Checks that work longer for some hidden cards are planted in the rules, and must be found."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji import check as moves_of_shengji
from domain.games.sheng_ji import claims, revoke
from domain.games.sheng_ji.card_order import TRUMPS
from domain.games.sheng_ji.game import ShengJi
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.orders import seen as seen_by_orders
from domain.games.zheng_shangyou.game import ZhengShangyou
from domain.kernel.cards import ACE, has_rank, rank_of
from domain.kernel.seats import Seat, right_of
from domain.table import decide as decider
from domain.table.automatic_moves import next_step_of_table
from tests.support.compared_answers import Case, case_of_climbing, case_of_shengji, leaks, looks, twice


def next_hand(match: Any, seat: Seat) -> Any:
    """Known cards of the next seat's hand. Empty if no cards are held."""
    hands = getattr(match.phase, "hands", ())
    held = hands[right_of(seat, len(hands))] if hands else ()
    return getattr(held, "known", held)


def cards_of_next(match: Any, seat: Seat) -> Iterator[tuple[Any, Any]]:
    """Cards of the next seat with their order, after the trumps are fixed."""
    deal = getattr(match.phase, "deal", None)
    hand = next_hand(match, seat) if deal else ()
    return ((deal.order, card) for card in (hand_cards(deal.order, hand) if hand else ()))


class SearchesForATrumpFirst(ShengJi):
    """Searches the next seat's hand for a trump on every move."""

    def decide(self, state: Any, seat: Seat, move: Any) -> Any:
        any(order.suit_of[card] == TRUMPS for order, card in cards_of_next(state, seat))
        return super().decide(state, seat, move)


class HashesTheNextHandFirst(ShengJi):
    """Passes the next seat's hand to a built-in function, whose work is not counted in lines."""

    def decide(self, state: Any, seat: Seat, move: Any) -> Any:
        hash(next_hand(state, seat))
        return super().decide(state, seat, move)


class MovesThatSearchForATrump(ShengJi):
    """Lists moves with a loop over the next seat's cards up to a trump."""

    def legal_moves(self, state: Any, seat: Seat) -> Any:
        for order, card in cards_of_next(state, seat):
            if order.suit_of[card] == TRUMPS:
                break
        return super().legal_moves(state, seat)


class SearchesForAnAceFirst(ZhengShangyou):
    """Searches the next seat's hand for an ace on every move."""

    def decide(self, state: Any, seat: Seat, move: Any) -> Any:
        any(has_rank(card) and rank_of(card) == ACE for card in next_hand(state, seat))
        return super().decide(state, seat, move)


class MovesThatCountRanks(ZhengShangyou):
    """Lists moves with a loop over the ranks in the next seat's hand."""

    def legal_moves(self, state: Any, seat: Seat) -> Any:
        for rank in {card % 13 for card in next_hand(state, seat)}:
            assert rank < 13
        return super().legal_moves(state, seat)


def claims_tried_against_the_others(patch: pytest.MonkeyPatch) -> None:
    def proven_line(match: Any, tricks: Any, seat: Seat, leads: Any) -> Any:
        any(order.suit_of[card] == TRUMPS for order, card in cards_of_next(match, seat))
        return claims.proven_line(match, tricks, seat, leads)

    patch.setattr(moves_of_shengji, "proven_line", proven_line)


def challenges_judged_by_the_hands(patch: pytest.MonkeyPatch) -> None:
    def is_revoke(tricks: Any, rules: Any, number: int, offender: Seat) -> bool:
        order = tricks.deal.order
        any(order.suit_of[card] == TRUMPS for card in hand_cards(order, tricks.hands[offender].known))
        return revoke.is_revoke(tricks, rules, number, offender)

    patch.setattr(moves_of_shengji, "is_revoke", is_revoke)


def orders_checked_by_what_others_hold(patch: pytest.MonkeyPatch) -> None:
    honest = seen_by_orders.own_cards

    def own_cards(match: Any, seat: Seat) -> Any:
        honest(match, right_of(seat, match.rules.players))
        return honest(match, seat)

    patch.setattr(seen_by_orders, "own_cards", own_cards)


def dry_runs_that_continue_after_the_check(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(decider, "check_can_be_carried_out", next_step_of_table)


Plant = Callable[[pytest.MonkeyPatch], None]


def playing(game: Any) -> Plant:
    return lambda patch: patch.setitem(GAMES, game.name, game)


FORM = ("zheng-shangyou", {"zs_players": 4})
HONOR: dict[str, object] = {"enforcement": "honor"}
LEAKS: dict[str, tuple[Plant, Callable[[int], Case]]] = {
    "refusals": (playing(SearchesForATrumpFirst()), lambda seed: case_of_shengji(seed, {})),
    "legal moves": (playing(MovesThatSearchForATrump()), lambda seed: case_of_shengji(seed, {})),
    "claims": (claims_tried_against_the_others, lambda seed: case_of_shengji(seed, {})),
    "challenges": (challenges_judged_by_the_hands, lambda seed: case_of_shengji(seed, HONOR)),
    "orders": (orders_checked_by_what_others_hold, lambda seed: case_of_shengji(seed, {})),
    "dry runs": (dry_runs_that_continue_after_the_check, lambda seed: case_of_shengji(seed, {})),
    "refusals in climbing": (playing(SearchesForAnAceFirst()), lambda seed: case_of_climbing(seed, FORM)),
    "legal moves in climbing": (playing(MovesThatCountRanks()), lambda seed: case_of_climbing(seed, FORM)),
}


@pytest.mark.slow
@pytest.mark.parametrize(("plant", "case_of"), LEAKS.values(), ids=LEAKS)
def test_a_check_that_takes_longer_for_some_cards_is_found(monkeypatch, plant, case_of):
    cases = [case_of(seed) for seed in range(12)]
    plant(monkeypatch)

    assert any(leaks(twice(case)) for case in cases)
    assert any(looks(twice(case)) for case in cases)


def test_a_check_inside_a_builtin_function_is_found(monkeypatch):
    cases = [case_of_shengji(seed, {}) for seed in range(4)]
    playing(HashesTheNextHandFirst())(monkeypatch)

    assert not any(leaks(twice(case)) for case in cases)
    assert any(looks(twice(case)) for case in cases)
