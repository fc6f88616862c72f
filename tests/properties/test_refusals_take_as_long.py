"""The work of a refusal does not depend on hidden cards.

The tests do not measure times, because machines stall. A match is cut after a command. It is folded once as played, and
once with hidden cards and the orders of other seats exchanged. Then the viewer sends refused commands and dry runs, and
asks for legal moves. Both tables must execute the same instructions of the rules, each as often. The answers must also
come from a table whose hidden cards cannot be read. `tests/bench/bench_refusal_times.py` measures the times.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.registry import GAMES
from domain.games.sheng_ji import check as moves_of_shengji
from domain.games.sheng_ji import claims, revoke
from domain.games.sheng_ji.card_order import TRUMPS
from domain.games.sheng_ji.commands import ChallengePlay
from domain.games.sheng_ji.game import ShengJi
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.orders import seen as seen_by_orders
from domain.games.zheng_shangyou.game import ZhengShangyou
from domain.kernel.cards import ACE, has_rank, rank_of
from domain.kernel.players import PlayerId
from domain.kernel.refusals import InvalidRules, Refusal
from domain.kernel.seats import Seat, right_of
from domain.kernel.viewers import Onlooker
from domain.table import decide as decider
from domain.table.automatic_moves import next_step_of_table
from domain.table.commands import (
    Act,
    Agree,
    Disagree,
    GiveOrders,
    Leave,
    Propose,
    ResumeSeat,
    SetEntropy,
    Sit,
    Start,
    TableCommand,
    WithdrawOrders,
    WithdrawProposal,
)
from domain.table.decide import check, decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.table.state import Table
from tests.support import climbing_exchange, exchange
from tests.support.climbing import FORMS
from tests.support.deals import playing as playing_shengji
from tests.support.deals import started
from tests.support.effort import Difference, Effort, differences, effort_of, forget
from tests.support.option_sets import by_luck
from tests.support.orders import order_by_chance
from tests.support.table import player
from tests.support.unseen import Looked, unseen_at

SEEDS = st.integers(0, 2**32)
OF_A_KIND = 3
"""Moves of each kind that are tried, of all that a seat might try."""
ODD_OPTIONS: tuple[dict[str, object], ...] = (
    {"deal_mode": "plan"},
    {"deal_mode": "live_draw"},
    {"redeal_no_trump": "on"},
    {"chao_di_pi": "repeat"},
    {"throw_forced_lead": "leader_choice"},
    {"take_back": "on"},
    {"enforcement": "honor"},
    {"end_early": "on"},
    {},
    {},
)
"""Options without which some moments are rare."""
CHANCE = Chance(bytes(32))


# One moment with two deals --------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """Events up to a moment, as played and with hidden cards exchanged, and the moves that the seat might try."""

    here: tuple[Any, ...]
    there: tuple[Any, ...]
    seat: Seat
    moves: Callable[[Table, Random], list[Any]]
    seed: int


def case_of_shengji(seed: int, pinned: dict[str, object]) -> Case:
    """A random moment of a match with these options, and a seat."""
    luck = Random(seed)
    for _ in range(200):
        options = {"final_level": "A", "after_final": "end", "laps": 1, **pinned}
        try:
            setting = by_luck(luck.randrange(2**32), pinned=options)
            talk = luck.choice((0.0, 0.05))
            moment = exchange.moment_by_chance(setting.profile, dict(setting.overrides), luck.randrange(2**32), talk)
        except (InvalidRules, IndexError):
            continue  # the pinned options may conflict with the others
        if not isinstance(moment.viewer, Onlooker):
            other = exchange.with_hidden_cards_exchanged(moment, luck)
            moves = partial(exchange.batch_of_moves, moment)
            return Case(moment.events, other.events, Seat(moment.viewer), moves, seed)
    raise AssertionError(f"no match with {pinned}")


def case_of_climbing(seed: int, form: tuple[str, dict[str, object]]) -> Case:
    moments = (climbing_exchange.moment_by_chance(*form, seed + more) for more in range(100))
    moment = next(each for each in moments if not isinstance(each.viewer, Onlooker))
    other = climbing_exchange.with_hidden_cards_exchanged(moment, Random(seed))
    moves = partial(climbing_exchange.batch_of_moves, moment)
    return Case(moment.events, other.events, Seat(moment.viewer), moves, seed)


class Twice(NamedTuple):
    """A moment with the real hidden cards, with exchanged ones and with unreadable ones; and the commands of a seat."""

    here: Table
    there: Table
    unseen: Table
    seen: Table
    seat: Seat
    commands: tuple[TableCommand, ...]

    @property
    def by(self) -> PlayerId:
        occupant = self.here.seats[self.seat]
        assert occupant is not None
        return occupant.player


def twice(case: Case) -> Twice:
    luck, seat = Random(case.seed), case.seat
    truth, elsewhere = fold(GAMES, case.here), fold(GAMES, case.there)
    shown = (redact(truth.game, event, seat) for event in case.here)
    seen = fold(GAMES, [event for event in shown if event is not None])
    found = Twice(truth, elsewhere, unseen_at(truth, seen), seen, seat, ())
    moves = case.moves(seen, luck)
    kinds = [[move for move in moves if type(move) is kind] for kind in dict.fromkeys(map(type, moves))]
    some = [move for each in kinds for move in luck.sample(each, min(OF_A_KIND, len(each)))]
    return found._replace(commands=(*(Act(found.by, move) for move in some), *other_commands(found, luck)))


def other_commands(found: Twice, luck: Random) -> Iterator[TableCommand]:
    """Commands of a seat other than moves, some of them impossible now."""
    by, hand = found.by, list(found.seen.game.orders.own_cards(found.seen.match, found.seat))
    for _ in range(3):
        yield GiveOrders(by, (order_by_chance(found.seen, found.seat, luck, list(hand)),), auto_forced=False)
    yield from (WithdrawOrders(by), WithdrawOrders(by, ("9",)), SetEntropy(by, "other"), Leave(by), ResumeSeat(by))
    yield from (Propose(by, what) for what in ("undo", "draw", "abandon", "concede_hand", "concede_match"))
    yield from (Agree(by, "undo"), Agree(by, "concede_hand"), Disagree(by), WithdrawProposal(by))
    yield from (Start(by), Sit(by, Seat(0), ""))


# Questions and answers ------------------------------------------------------------------------------------------------


class Question(NamedTuple):
    """A question to a table, with its name and its function."""

    name: str
    of: Callable[[Table], Any]


def questions(found: Twice) -> Iterator[Question]:
    """Questions that change nothing: refused commands, dry runs, and legal moves."""
    for command in found.commands:
        what = type(command.move if isinstance(command, Act) else command).__name__
        if is_refused(found.here, command):
            yield Question(f"{what} in earnest", partial(answer_in_earnest, command))
        yield Question(f"{what} in a dry run", partial(answer_to_dry_run, command))
    yield Question("legal moves", lambda table: table.game.legal_moves(table.match, found.seat))


def is_refused(table: Table, command: TableCommand) -> bool:
    try:
        decide(GAMES, table, command, CHANCE)
    except Refusal:
        return True
    return False


def answer_in_earnest(command: TableCommand, table: Table) -> str:
    try:
        decide(GAMES, table, command, CHANCE)
    except Refusal as refusal:
        return refusal.code()
    return "done"


def answer_to_dry_run(command: TableCommand, table: Table) -> str:
    try:
        check(GAMES, table, command)
    except Refusal as refusal:
        return refusal.code()
    return "legal"


class Answer(NamedTuple):
    question: str
    code: Any
    effort: Effort


def answers(found: Twice, table: Table, *, cold: bool) -> Iterator[Answer]:
    """Answers of the table. If `cold`, caches are emptied before each question."""
    for name, of in questions(found):
        if cold:
            forget()
        yield Answer(name, *effort_of(partial(of, table), __file__))


def leaks(found: Twice, *, cold: bool = True) -> list[tuple[str, list[Difference]]]:
    """Questions whose answers take different work at the two tables, with the differences."""
    forget()
    here = list(answers(found, found.here, cold=cold))
    forget()
    there = list(answers(found, found.there, cold=cold))
    assert [each[:2] for each in here] == [each[:2] for each in there]
    pairs = zip(here, there, strict=True)
    return [(one.question, differences(one.effort, other.effort)) for one, other in pairs if one.effort != other.effort]


def looks(found: Twice) -> list[str]:
    """Questions that cannot be answered without reading hidden cards."""
    return [name for name, of in questions(found) if is_looking(of, found.unseen)]


def is_looking(of: Callable[[Table], Any], table: Table) -> bool:
    try:
        of(table)
    except (Looked, TypeError):
        return True
    return False


# The law --------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@given(SEEDS, st.sampled_from(ODD_OPTIONS))
@settings(max_examples=40)
def test_the_work_of_answers_in_sheng_ji_does_not_depend_on_hidden_cards(seed, pinned):
    found = twice(case_of_shengji(seed, pinned))

    assert leaks(found) == []
    assert looks(found) == []


@pytest.mark.slow
@given(SEEDS, st.sampled_from(FORMS))
@settings(max_examples=25)
def test_the_work_of_answers_in_zheng_shangyou_does_not_depend_on_hidden_cards(seed, form):
    found = twice(case_of_climbing(seed, form))

    assert leaks(found) == []
    assert looks(found) == []


@pytest.mark.slow
@given(SEEDS, st.sampled_from(ODD_OPTIONS))
@settings(max_examples=15)
def test_caches_of_other_hands_save_no_work(seed, pinned):
    assert leaks(twice(case_of_shengji(seed, pinned)), cold=False) == []


def test_the_work_of_judging_a_challenge_does_not_depend_on_hidden_suits():
    def steps(held_by_first: str) -> Effort:
        hands = [f"AS AS AD {held_by_first}", "3S 3S 3S 5S 5S 7S", "6S 8S 8D 9D 10D 7D", "9S 10S 7D 8D 9D 6D"]
        match = started(enforcement="honor", protect_tuples="on", decks=3, kitty_size=6)
        tricks = ("0: AS AS", "1: 5S 7S", "2: 6S 8S", "3: 9S 10S", "0: AD", "1: 5S", "2: 8D", "3: 7D")
        table = playing_shengji(hands, buried="3C 4C 6C 7C 8C 9C", match=match).after_plays(*tricks).table
        forget()
        # The plays of seat 1 would be a revoke if it held no other cards, so its hand has to be read.
        code, effort = effort_of(partial(answer_in_earnest, Act(player(2), ChallengePlay(1, Seat(1))), table))
        assert code == "not_proven"
        return effort

    assert differences(steps("KD QD JD"), steps("KC QC JC")) == []


@given(SEEDS, st.sampled_from(ODD_OPTIONS))
@settings(max_examples=15)
def test_a_dry_run_predicts_the_answer_to_a_command(seed, pinned):
    found = twice(case_of_shengji(seed, pinned))

    for command in found.commands:
        in_earnest = answer_in_earnest(command, found.here)
        assert answer_to_dry_run(command, found.here) == ("legal" if in_earnest == "done" else in_earnest)


# Planted leaks --------------------------------------------------------------------------------------------------------


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


def test_the_questions_have_many_kinds_of_answers():
    found = [twice(case_of_shengji(seed, pinned)) for seed in range(2) for pinned in ODD_OPTIONS]
    answered = Counter(str(of(each.here)) for each in found for name, of in questions(each) if name != "legal moves")
    phases = {type(each.here.match.phase).__name__ for each in found}

    assert answered["legal"] > 20
    assert len(answered) > 15
    assert len(phases) > 4
