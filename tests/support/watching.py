"""Invariants of matches under any options: each watcher follows a match as it is played.

A watcher sees every outcome of a command, with the table before it, and the end.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from random import Random
from typing import Any, Protocol

import orjson

from domain.games.registry import GAMES
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS
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
from domain.games.sheng_ji.events import HandPrepared, KittyBuried, KittyTaken, RoundDrawn, TrumpFixed
from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.plans import PlannedShow
from domain.games.sheng_ji.play_events import CallAnswered, CardsPlayed, HandScored, LeadForced, TakenBack, TrickWon
from domain.games.sheng_ji.state import (
    Bidding,
    Burying,
    Calling,
    Declaring,
    Match,
    Redealing,
    Reviewing,
    Scored,
    Tricks,
)
from domain.games.sheng_ji.ways_of_declaring import LiveDraw
from domain.kernel.cards import FACE_OF_NAME, FACES, FILLER, HIDDEN, Cards, points
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.asking import asking
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.events import CardsDealt, HandOpened, MatchEnded, SecretPublished, TableOpened
from domain.table.evolve import evolve, fold
from domain.table.hands import TableDecision
from domain.table.redact import redact
from domain.table.state import Table
from domain.tools.verification import verify
from service.platform.store.events import Record, event_of, record_of
from service.tables.events import table_document, table_from_document
from tests.support.matches import secret
from tests.support.scoring_oracle import ScoringOracle
from tests.support.table import SHENG_JI, player


class Watcher(Protocol):
    """An invariant of a match."""

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        """Called after a command."""

    def at_the_end(self, table: Table) -> None:
        """Called when the match is over."""


class _Watcher:
    def __init__(self, luck: Random) -> None:
        self.luck = luck

    def now_and_then(self, share: float) -> bool:
        return self.luck.random() < share

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        pass

    def at_the_end(self, table: Table) -> None:
        pass


# Cards and points ----------------------------------------------------------------------------------------------------


class CardsAreKept(_Watcher):
    """Cards are conserved: hands, kitty, played and undrawn cards are the dealt pack."""

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
        # Most of a match is tricks, which are all alike.
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

    def _found(self, match: Match) -> Counter[int] | None:
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


class KittiesKeepTheirSize(_Watcher):
    """As many cards are buried as were taken, and turns pass to the right seat."""

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        for event in outcome.events:
            if isinstance(event, KittyTaken | KittyBuried):
                assert len(event.cards) == outcome.table.rules.deal_shape.kitty
                assert HIDDEN not in event.cards


class ResultsAreRight(_Watcher):
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


class SomebodyIsAsked(_Watcher):
    """During a match a seat is asked or a clock runs, and every viewer knows which."""

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        table = outcome.table
        if table.status != "playing":
            return
        asked, clock = SHENG_JI.asked(table.match), SHENG_JI.clock(table.match)
        assert asked or clock
        assert len({seat for seat, _ in asked}) == len(asked) == len(asking(table))
        assert all(0 <= seat < table.rules.players for seat, _ in asked)


class ListedMovesAreLegal(_Watcher):
    """A seat that is asked gets a legal move, and every offered move is accepted."""

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
    """Returns moves offered to a seat; of many a few."""
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


# Who knows what ------------------------------------------------------------------------------------------------------


class ViewsAreFoldedFeeds(_Watcher):
    """The state of a viewer is the fold of its feed; it knows the seat to move and legal moves, but no hidden card."""

    def __init__(self, luck: Random) -> None:
        super().__init__(luck)
        self.feeds: dict[Viewer, list[Any]] = {}
        self.views: dict[Viewer, Table] = {}

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        table = outcome.table
        if not self.feeds:
            # One seat and one spectator are followed through the match.
            self.feeds = {Seat(self.luck.randrange(table.rules.players)): [], Onlooker.SPECTATOR: []}
        for viewer, feed in self.feeds.items():
            seen = [redact(SHENG_JI, event, viewer) for event in outcome.events]
            feed.extend(seen)
            self.views[viewer] = fold(GAMES, seen, self.views.get(viewer))
            self._check(table, viewer)

    def _check(self, truth: Table, viewer: Viewer) -> None:
        view = self.views[viewer]
        if view.match is None:
            return
        if view.status == "playing":
            assert SHENG_JI.asked(view.match) == SHENG_JI.asked(truth.match)
            assert SHENG_JI.clock(view.match) == SHENG_JI.clock(truth.match)
        if not self.now_and_then(0.1):
            return
        # Reading a view must not change it.
        document = json.dumps(SHENG_JI.view(view.match, viewer))
        if isinstance(viewer, int):
            told = SHENG_JI.legal_moves(view.match, viewer)
            assert told == SHENG_JI.legal_moves(truth.match, viewer)
        if self.now_and_then(0.03):
            folded = fold(GAMES, self.feeds[viewer])
            assert folded == view
            assert json.dumps(SHENG_JI.view(folded.match, viewer)) == document

    def at_the_end(self, table: Table) -> None:
        """Folds directly from the feed."""
        for viewer, feed in self.feeds.items():
            folded = fold(GAMES, feed)
            assert folded == self.views[viewer]
            views = [json.dumps(SHENG_JI.view(seen.match, viewer)) for seen in (folded, self.views[viewer])]
            assert views[0] == views[1]


class VoidsAreTrue(_Watcher):
    """A seat shown as void has no card of that suit."""

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        phase = outcome.table.match and outcome.table.match.phase
        if isinstance(phase, Tricks):
            for hand, voids in zip(phase.hands, phase.voids, strict=True):
                shown = [suit for suit in EFFECTIVE_SUITS if voids >> suit & 1]
                assert not any(hand.known[suit][0] for suit in shown)


# Events --------------------------------------------------------------------------------------------------------------


class EventsTellAll(_Watcher):
    """Folding the events gives the decided table; a deal follows every opened hand at once."""

    def __init__(self, luck: Random) -> None:
        super().__init__(luck)
        self.table: Table | None = None

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        for event in outcome.events:
            self.table = evolve(GAMES, self.table, event)
        assert self.table == outcome.table
        if outcome.table.match:
            ended_early = outcome.table.result and outcome.table.result.reason in ("drawn", "abandoned", "conceded")
            over = outcome.table.status == "finished" and not ended_early
            assert isinstance(outcome.table.match.phase, Scored) == over


class SecretsAreCommittedTo(_Watcher):
    """Each hand uses its committed secret."""

    def __init__(self, luck: Random) -> None:
        super().__init__(luck)
        self.commitments: dict[int, str] = {}

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        for event in outcome.events:
            match event:
                case TableOpened(commitment=commitment):
                    self.commitments[1] = commitment
                case HandOpened(hand=hand, commitment=commitment, next_commitment=following):
                    assert commitment == self.commitments[hand]
                    self.commitments[hand + 1] = following
                case SecretPublished(hand, published):
                    assert sha256(bytes.fromhex(published)).hexdigest() == self.commitments[hand]


class DocumentsComeBack(_Watcher):
    """Events and states round-trip through JSON."""

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        if not self.now_and_then(0.03):
            return
        for event in outcome.events:
            for viewer in (None, Seat(0), Onlooker.SPECTATOR):
                seen = event if viewer is None else redact(SHENG_JI, event, viewer)
                name, revision, data = record_of(seen)
                assert event_of(Record(name, revision, through_json(data))) == seen
        document = through_json(table_document(outcome.table))
        assert table_from_document(document) == outcome.table


def through_json(document: Any) -> Any:
    return orjson.loads(orjson.dumps(document))


# Records -------------------------------------------------------------------------------------------------------------


class RecordsAreVerified(_Watcher):
    """The record of the match verifies, and no longer verifies after any change."""

    def __init__(self, luck: Random) -> None:
        super().__init__(luck)
        self.record: list[Any] = []

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        self.record.extend(redact(SHENG_JI, event, Onlooker.ARCHIVE) for event in outcome.events)

    def at_the_end(self, table: Table) -> None:
        found = verify(self.record).disagreements
        assert found == (), found
        changed, how = tampered(self.record, self.luck)
        assert verify(changed).disagreements != (), how


CONSEQUENCES = (
    HandPrepared,
    CardsDealt,
    TrumpFixed,
    KittyTaken,
    RoundDrawn,
    LeadForced,
    CallAnswered,
    TrickWon,
    HandScored,
    SecretPublished,
)
"""Derived events: a change of one of them must be detected."""


def tampered(record: list[Any], luck: Random) -> tuple[list[Any], str]:
    """Yields the record with one event omitted, duplicated or changed, and the kind of change."""
    kind = luck.choice([kind for kind in CONSEQUENCES if any(isinstance(event, kind) for event in record)])
    place = luck.choice([place for place, event in enumerate(record) if isinstance(event, kind)])
    event, before, after = record[place], record[:place], record[place + 1 :]
    how = luck.choice(("left out", "twice", "changed", "changed", "changed"))
    if how == "left out":
        # An event after the end of a record cannot be missed in it.
        place = min(place, len(record) - 2)
        return [*record[:place], *record[place + 1 :]], f"{record[place]} left out at {place}"
    if how == "twice":
        return [*before, event, event, *after], f"{event} told twice at {place}"
    changed = changed_somewhere(event, luck)
    return [*before, changed, *after], f"{event} made {changed} at {place}"


def changed_somewhere(event: Any, luck: Random) -> Any:
    """Returns the event with another value in one field."""
    assert is_dataclass(event)
    names = [each.name for each in fields(event)]
    luck.shuffle(names)
    for name in names:
        value = getattr(event, name)
        other = _another(value, luck)
        if other != value:
            return replace(event, **{name: other})
    raise AssertionError(f"nothing to change in {event}")


def _another(value: Any, luck: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1 if value == 0 or luck.random() < 0.5 else value - 1
        case tuple() if len(set(value)) > 1:
            one, other = luck.sample(range(len(value)), 2)
            changed = list(value)
            changed[one], changed[other] = changed[other], changed[one]
            return tuple(changed)
        case str() if len(value) == len(sha256().hexdigest()):
            return sha256(value.encode()).hexdigest()
        case "declarers" | "opponents":
            return "opponents" if value == "declarers" else "declarers"
        case _:
            return value


WATCHERS = (
    CardsAreKept,
    KittiesKeepTheirSize,
    ResultsAreRight,
    SomebodyIsAsked,
    ListedMovesAreLegal,
    ViewsAreFoldedFeeds,
    VoidsAreTrue,
    EventsTellAll,
    SecretsAreCommittedTo,
    DocumentsComeBack,
    RecordsAreVerified,
)


def watch(outcomes: Iterable[TableDecision], watchers: list[Watcher]) -> Table:
    """Shows the watchers a match from its opening to its end; returns the final table."""
    table: Table | None = None
    for outcome in outcomes:
        for watcher in watchers:
            watcher.after(table, outcome)
        table = outcome.table
    assert table is not None
    for watcher in watchers:
        watcher.at_the_end(table)
    return table
