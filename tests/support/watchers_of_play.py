"""Invariants of matches with any options: cards, points, results, and legal moves of the seats that are asked."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from domain.games.registry import GAMES
from domain.games.sheng_ji.commands import (
    Bury,
    CallFriends,
    Claim,
    ClaimRedeal,
    Consent,
    Declare,
    EndHand,
    FilePlan,
    Move,
    Pass,
    Play,
    TakeBack,
)
from domain.games.sheng_ji.events import KittyBuried, KittyTaken
from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.plans import PlannedShow
from domain.games.sheng_ji.play_events import CardsPlayed, HandScored, TakenBack
from domain.games.sheng_ji.state import Bidding, Burying, Calling, Declaring, MatchState, Redealing, Reviewing, Tricks
from domain.games.sheng_ji.ways_of_declaring import LiveDraw
from domain.kernel.cards import FACE_OF_NAME, FACES, FILLER, HIDDEN, Cards, points
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.table.asking import asking
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.events import CardsDealt, MatchEnded
from domain.table.hands import TableDecision
from domain.table.state import Table
from tests.support.matches import secret
from tests.support.scoring_oracle import ScoringOracle
from tests.support.table import SHENG_JI, player
from tests.support.watcher import MatchWatcher

# Cards and points ----------------------------------------------------------------------------------------------------


class CardsAreKept(MatchWatcher):
    """No card is lost or added: hands, kitty, played cards and undrawn cards are the dealt pack."""

    def __init__(self, luck: Random) -> None:
        super().__init__(luck)
        self.whole: Counter[int] = Counter()
        self.played: list[Cards] = []
        self.looked = 0

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        for event in outcome.events:
            match event:
                case CardsDealt(order=order):
                    self.whole, self.played = Counter(order), []
                    self._check_pack(outcome.table, order)
                case CardsPlayed(cards=cards):
                    self.played.append(cards)
                case TakenBack() if isinstance(outcome.table.match.phase, Tricks):
                    self.played.pop()
        match = outcome.table.match
        if match is None or match.phase is None:
            return
        # Most steps of a match are in tricks, so only some of these are checked.
        if isinstance(match.phase, Tricks) and not self.now_and_then(0.3):
            return
        found = self._found(match)
        if found is not None:
            self.looked += 1
            assert found == self.whole

    def _check_pack(self, table: Table, order: Cards) -> None:
        rules = table.rules
        plain = Counter(card for card in order if card < FACES[-2])
        assert order.count(FILLER) == rules.filler_cards
        assert max(plain.values()) <= rules.decks
        assert sum(1 for card in order if card in FACES[-2:]) == 2 * rules.decks - rules.jokers_removed
        assert points(order) == 100 * rules.decks
        assert len(order) == rules.deal_shape.hand * rules.players + rules.deal_shape.kitty

    def _found(self, match: MatchState) -> Counter[int] | None:
        phase = match.phase.tricks if isinstance(match.phase, Reviewing) else match.phase
        match phase:
            case Declaring(hands=hands, kitty=kitty, way=way):
                coming = [cards[way.rounds :] for cards in way.coming] if isinstance(way, LiveDraw) else []
                return count_all([*hands, *coming, kitty])
            case Burying(hands=hands, deal=deal):
                return count_all(hand_cards(deal.order, hand.known) for hand in hands)
            case Redealing() | Bidding() | Calling():
                return count_all([*(hand_cards(phase.deal.order, hand.known) for hand in phase.hands), phase.kitty])
            case Tricks(hands=hands, kitty=kitty, deal=deal, gone=gone):
                played = count_all(self.played)
                assert Counter(hand_cards(deal.order, gone)) == played
                return count_all([*(hand_cards(deal.order, hand.known) for hand in hands), kitty]) + played
            case _:
                return None

    def at_the_end(self, table: Table) -> None:
        assert self.looked > 5 or table.result.reason in ("drawn", "abandoned", "conceded")


def count_all(parts: Iterable[Cards]) -> Counter[int]:
    return Counter(card for part in parts for card in part)


class KittiesKeepTheirSize(MatchWatcher):
    """Every kitty that is taken or buried has the size that the rules require, and no hidden cards."""

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        for event in outcome.events:
            if isinstance(event, KittyTaken | KittyBuried):
                assert len(event.cards) == outcome.table.rules.deal_shape.kitty
                assert HIDDEN not in event.cards


class ResultsAreRight(MatchWatcher):
    """Points, levels, hooks and dealers follow from the events by the rules."""

    def __init__(self, luck: Random) -> None:
        super().__init__(luck)
        self.oracle: ScoringOracle | None = None
        self.won_by: tuple[Seat, ...] = ()

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        if self.oracle is None:
            self.oracle = ScoringOracle(outcome.table.rules)
        for event in outcome.events:
            self.oracle.follow(event)
            match event:
                case HandScored(match_won_by=won_by):
                    self.won_by = won_by
                case MatchEnded(reason="won", winners=winners):
                    assert winners == self.won_by != ()
                case MatchEnded():
                    assert self.won_by == ()


# What is asked -------------------------------------------------------------------------------------------------------


class SomebodyIsAsked(MatchWatcher):
    """During a match, a seat is asked or a clock runs. No seat is asked twice at the same time."""

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        table = outcome.table
        if table.status != "playing":
            return
        asked, clock = SHENG_JI.asked(table.match), SHENG_JI.clock(table.match)
        assert asked or clock
        assert len({seat for seat, _ in asked}) == len(asked) == len(asking(table))
        assert all(0 <= seat < table.rules.players for seat, _ in asked)


class ListedMovesAreLegal(MatchWatcher):
    """A seat that is asked has a legal move, and a sample of the listed moves is accepted."""

    def __init__(self, luck: Random) -> None:
        super().__init__(luck)
        self.tried = 0

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        table = outcome.table
        if table.status != "playing" or not self.now_and_then(0.08):
            return
        asked = dict(SHENG_JI.asked(table.match))
        for seat in map(Seat, range(table.rules.players)):
            told = SHENG_JI.legal_moves(table.match, seat)
            assert told["asked"] == asked.get(seat)
            moves = list(moves_told(table, seat, told, self.luck))
            assert moves or seat not in asked
            for move in moves:
                self.tried += 1
                assert is_accepted(table, seat, move), (seat, move, told)


def is_accepted(table: Table, seat: Seat, move: Move) -> bool:
    try:
        return bool(decide(GAMES, table, Act(player(seat), move), secret(0, 0)).events)
    except Refusal as refusal:
        raise AssertionError(f"{move} of seat {seat}: {refusal!r}") from refusal


def moves_told(table: Table, seat: Seat, told: dict[str, Any], luck: Random) -> Iterator[Move]:
    """Yields moves listed for a seat, at most a few of each kind."""
    listed = [tuple(FACE_OF_NAME[name] for name in cards) for cards in told["cards"]]
    some = luck.sample(listed, min(4, len(listed)))
    if told.get("plan"):
        yield from (FilePlan((PlannedShow(cards, "any"),)) for cards in some)
    else:
        kind = Declare if isinstance(table.match.phase, Declaring | Bidding) else Play
        yield from map(kind, some)
    if told.get("pass"):
        yield Pass()
    if told.get("claim_redeal"):
        yield ClaimRedeal()
    if told.get("take_back"):
        yield TakeBack()
    if told.get("end_hand"):
        yield EndHand()
    if told.get("claim"):
        yield Claim()
    if told["asked"] == "consent":
        yield Consent(agree=luck.random() < 0.5)
    if told["asked"] == "bury":
        burying = table.match.phase
        hand = hand_cards(burying.deal.order, burying.hands[seat].known)
        yield Bury(tuple(luck.sample(hand, told["count"])))
    if told["asked"] == "call_friends":
        yield from _calls_told(told, luck)


def _calls_told(told: dict[str, Any], luck: Random) -> Iterator[Move]:
    if told["solo"]:
        yield CallFriends((), solo=True)
    calls = [Call(each["word"], FACE_OF_NAME[each["card"]], each["ordinal"]) for each in told["calls"]]
    luck.shuffle(calls)
    different = {(call.card, call.ordinal): call for call in calls}
    chosen = tuple(different.values())[: told["count"]]
    if len(chosen) == told["count"]:
        yield CallFriends(chosen)
