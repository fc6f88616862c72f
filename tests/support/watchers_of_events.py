"""Invariants of matches with any options: views, events, documents and records."""

import json
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from random import Random
from typing import Any

import orjson

from domain.games.registry import GAMES
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS
from domain.games.sheng_ji.events import HandPrepared, KittyTaken, RoundDrawn, TrumpFixed
from domain.games.sheng_ji.holding import in_suit
from domain.games.sheng_ji.play_events import CallAnswered, HandScored, LeadForced, TrickWon
from domain.games.sheng_ji.state import Scored, Tricks
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.events import CardsDealt, HandOpened, SecretPublished, TableOpened
from domain.table.evolve import evolve, fold
from domain.table.hands import TableDecision
from domain.table.redact import redact
from domain.table.state import Table
from domain.tools.verification import verify
from service.platform.store.events import Record, event_of, record_of
from service.tables.events import table_document, table_from_document
from tests.support.table import SHENG_JI
from tests.support.watcher import MatchWatcher

# Who knows what ------------------------------------------------------------------------------------------------------


class ViewsAreFoldedFeeds(MatchWatcher):
    """A viewer's state is the fold of its feed. It has the same asked seats, clock and legal moves as the table."""

    def __init__(self, luck: Random) -> None:
        super().__init__(luck)
        self.feeds: dict[Viewer, list[Any]] = {}
        self.views: dict[Viewer, Table] = {}

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        table = outcome.table
        if not self.feeds:
            # Follows one seat and one spectator through the match.
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
        # The comparisons below also show that reading a view does not change it.
        document = json.dumps(SHENG_JI.view(view.match, viewer))
        if isinstance(viewer, int):
            told = SHENG_JI.legal_moves(view.match, viewer)
            assert told == SHENG_JI.legal_moves(truth.match, viewer)
        if self.now_and_then(0.03):
            folded = fold(GAMES, self.feeds[viewer])
            assert folded == view
            assert json.dumps(SHENG_JI.view(folded.match, viewer)) == document

    def at_the_end(self, table: Table) -> None:
        """Checks that a fold of the whole feed gives the same state and view."""
        for viewer, feed in self.feeds.items():
            folded = fold(GAMES, feed)
            assert folded == self.views[viewer]
            views = [json.dumps(SHENG_JI.view(seen.match, viewer)) for seen in (folded, self.views[viewer])]
            assert views[0] == views[1]


class VoidsAreTrue(MatchWatcher):
    """A seat shown as void has no card of that suit."""

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        phase = outcome.table.match and outcome.table.match.phase
        if isinstance(phase, Tricks):
            for hand, voids in zip(phase.hands, phase.voids, strict=True):
                shown = [suit for suit in EFFECTIVE_SUITS if voids >> suit & 1]
                assert not any(in_suit(hand.known, suit) for suit in shown)


# Events --------------------------------------------------------------------------------------------------------------


class EventsTellAll(MatchWatcher):
    """The fold of the events is the decided table. The phase is `Scored` only after a match that was played out."""

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


class SecretsAreCommittedTo(MatchWatcher):
    """Each published secret has the hash to which the table committed before the hand."""

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


class DocumentsComeBack(MatchWatcher):
    """Events and states are the same after a conversion to JSON and back."""

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


class RecordsAreVerified(MatchWatcher):
    """The record of the match verifies, and does not verify after a random change."""

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
"""Events that follow from earlier ones. The check of a record must find a change of one of them."""


def tampered(record: list[Any], luck: Random) -> tuple[list[Any], str]:
    """Returns the record with one event left out, repeated or changed, and a description of the change."""
    kind = luck.choice([kind for kind in CONSEQUENCES if any(isinstance(event, kind) for event in record)])
    place = luck.choice([place for place, event in enumerate(record) if isinstance(event, kind)])
    event, before, after = record[place], record[:place], record[place + 1 :]
    how = luck.choice(("left out", "twice", "changed", "changed", "changed"))
    if how == "left out":
        # Without its last event, a record is a valid shorter record. So another event is left out.
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
