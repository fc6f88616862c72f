"""The law of design §3 over HTTP: exchange the hidden cards among the others, and no answer to the viewer changes.

A match is cut behind a command and stored as a table, once as it was played and once with other cards, and other
secrets, where the viewer cannot know them. The viewer sends the same requests both times. Status, headers and body of
every answer have to be the same, byte for byte.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

import pytest
from hypothesis import settings

from domain.cards import FACE_OF_NAME, FACES, Cards, points
from domain.games import GAMES
from domain.refusals import InvalidRules, Refusal
from domain.seats import Seat, right_of
from domain.shengji.check import NotYourTurn
from domain.shengji.choices import first_few, follows
from domain.shengji.commands import Bury, CallFriends, Pass, Play
from domain.shengji.events import (
    Declared,
    HandScored,
    KittyRevealed,
    KittyTaken,
    KittyTurned,
    LeadForced,
    PlanFiled,
    RoundDrawn,
    ThrowFailed,
)
from domain.shengji.friends import Call
from domain.shengji.game import ShengJi
from domain.shengji.holding import hand_cards, hand_points, hand_size, holding_cards, size
from domain.shengji.order import EFFECTIVE_SUITS, TRUMPS
from domain.shengji.state import (
    Auction,
    Bidding,
    Burying,
    Calling,
    Declaring,
    LiveDraw,
    Redealing,
    Reviewing,
    Scored,
    Sealed,
    Tricks,
)
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.events import CardsDealt, HandOpened
from domain.table.evolve import fold
from domain.table.redact import redact
from domain.table.state import Table
from domain.viewers import Onlooker, Viewer
from service.api import tables as doors
from service.api.requests import service as service_here
from service.application import records
from service.cli.moves import command_of
from service.projections import documents, streams
from service.projections import tables as summaries
from service.projections.streams import Streams
from service.projections.views import Outlook
from service.wiring import Service
from tests.support.api import Api
from tests.support.exchange import (
    Moment,
    Redaction,
    batch_of_moves,
    feed,
    with_hidden_cards_exchanged,
    with_orders,
    with_other_secrets,
)
from tests.support.house import (
    TABLE,
    Asked,
    House,
    Pair,
    command,
    commands_in_vain,
    differences,
    lists,
    looks,
    looks_of_a_stranger,
    opened_house,
)
from tests.support.leaks import REDACTIONS_THAT_LEAK, a_redaction_that_forgets_what_was_buried
from tests.support.matches import played_by_chance, secret
from tests.support.option_sets import by_luck
from tests.support.stored import HONEST
from tests.support.table import SHENG_JI

ROUNDS = max(settings().max_examples // 60, 1)
"""How many matches are looked at for each kind of moment and each viewer."""


# Moments -------------------------------------------------------------------------------------------------------------

KINDS = (
    "declaring",
    "the last pass to come",
    "while the cards are drawn",
    "after the last card",
    "filing plans",
    "asking for a new deal",
    "burying",
    "bidding for the kitty",
    "calling friends",
    "leading",
    "following",
    "choosing after a throw",
    "declaring the next hand",
    "following in the next hand",
    "asked to let something be taken back",
    "reviewing the hand",
    "all over",
)
NEEDED: dict[str, dict[str, object]] = {
    "the last pass to come": {"deal_mode": "auction"},
    "while the cards are drawn": {"deal_mode": "live_draw"},
    "after the last card": {"deal_mode": "live_draw"},
    "filing plans": {"deal_mode": "plan"},
    "asking for a new deal": {"redeal_no_trump": "on"},
    "bidding for the kitty": {"chao_di_pi": "repeat"},
    "calling friends": {"team_mode": "friends"},
    "choosing after a throw": {"throw_forced_lead": "leader_choice", "throw_reveal": "witness_seat"},
    "asked to let something be taken back": {"take_back": "on"},
    "reviewing the hand": {"enforcement": "honor"},
    "all over": {"kitty_reveal": "on_opponents_last_trick"},
}
"""Options without which there may be no such moment."""
PROFILE_NEEDED = {"calling friends": "zhao-peng-you"}


def kinds_of(table: Table) -> Iterator[str]:  # noqa: C901, PLR0912 - one case for each phase
    """What kinds of moment the table is in."""
    if table.match is None:
        return
    later, undo = table.match.hands_played > 0, table.match.undo
    if undo is not None and undo.agreed is not None:
        yield "asked to let something be taken back"
    match table.match.phase:
        case Declaring(way=LiveDraw() as live):
            yield "after the last card" if live.drawn else "while the cards are drawn"
        case Declaring(way=Sealed()):
            yield "filing plans"
        case Declaring(way=Auction(passes=passes), floor=floor):
            yield "declaring the next hand" if later else "declaring"
            if floor.standing and passes == len(table.seats) - 2:
                yield "the last pass to come"
        case Redealing():
            yield "asking for a new deal"
        case Burying():
            yield "burying"
        case Bidding():
            yield "bidding for the kitty"
        case Calling():
            yield "calling friends"
        case Reviewing():
            yield "reviewing the hand"
        case Tricks(choices=(_, *_)):
            yield "choosing after a throw"
        case Tricks(trick=None):
            yield "leading"
        case Tricks():
            yield "following in the next hand" if later else "following"
        case Scored(score=HandScored(kitty_factor=0)) if table.status == "finished":
            yield "all over"


def moment_of(kind: str, place: int | None, seed: str) -> Moment:
    """A moment of that kind, right behind a command, in a match of two hands at the most, by any rules.

    The viewer sits so many places to the right of the seat that is asked, or of seat 0 when nobody is; none is a
    spectator.
    """
    luck = Random(seed)
    pinned = {"final_level": "A", "after_final": "end", "laps": 1, **NEEDED.get(kind, {})}
    for _ in range(300):
        setting = by_luck(luck.randrange(2**32), PROFILE_NEEDED.get(kind), pinned=pinned)
        try:
            outcomes = list(played_by_chance(luck.randrange(2**32), setting.profile, setting.overrides, 2))
        except InvalidRules:
            continue  # what is pinned may not go with the profile
        fitting = [number for number, outcome in enumerate(outcomes) if kind in kinds_of(outcome.table)]
        if fitting:
            until = luck.choice(fitting)
            table = outcomes[until].table
            asked = next((seat for seat, _ in SHENG_JI.asked(table.match)), Seat(0))
            viewer = Onlooker.SPECTATOR if place is None else right_of(asked, len(table.seats), place)
            events = tuple(event for outcome in outcomes[: until + 1] for event in outcome.events)
            return Moment(with_orders(events, luck) if table.status == "playing" else events, viewer)
    raise AssertionError(f"no match has a moment of the kind {kind!r}")


def exchanged(moment: Moment, luck: Random) -> Moment:
    """The moment with the hidden cards elsewhere, and with other secrets."""
    other = with_hidden_cards_exchanged(moment, luck)
    return replace(other, events=with_other_secrets(other.events, luck))


# Questions and answers -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(api: Api, service: Service, database_url: str) -> Iterator[House]:
    with opened_house(api, service, database_url) as opened:
        yield opened


def in_json(move: Any) -> dict[str, Any]:
    """The command by which a player makes the move."""
    kind, members = command_of("sheng_ji", move)
    return {"type": kind, **members}


def moves_tried(moment: Moment, token: str, luck: Random) -> list[Asked]:
    """Dry runs of good and bad moves, and the bad ones in earnest; all made of what the viewer sees."""
    truth, viewer = fold(HONEST, moment.events), moment.viewer
    if isinstance(viewer, Onlooker):
        moves: list[Any] = [Pass(), Bury(tuple(FACES[:8])), Play(tuple(FACES[:1]))]
        return [command(token, in_json(move), dry=dry) for move in moves for dry in (False, True)]
    seen = fold(HONEST, feed(moment.events, viewer, redact))
    batch = batch_of_moves(moment, seen, luck)
    # It begins with what is legal.
    moves = [*batch[:7], *luck.sample(batch[7:], 7), *plays_of_several(seen, viewer)]
    in_vain = [move for move in moves if what_follows(truth, viewer, move) is None]
    twice = (("Idempotency-Key", "in-vain"), ("Prefer", "return=representation"))
    return [
        *(command(token, in_json(move), dry=True) for move in moves),
        *(command(token, in_json(move)) for move in in_vain),
        *(command(token, in_json(move), *twice) for move in in_vain[:1]),
    ]


def plays_of_several(seen: Table, seat: Seat) -> Iterator[Play]:
    """Throws that the seat could lead, or units that it can choose: the others' cards decide what comes of them."""
    if isinstance(seen.match.phase, Tricks) and seat in (seen.match.phase.turn, seen.match.phase.chooser):
        order, hand = seen.match.phase.deal.order, seen.match.phase.hands[seat].known
        yield from map(Play, seen.match.phase.choices)
        for suit in EFFECTIVE_SUITS:
            if size(hand[suit]) > 1:
                yield Play(holding_cards(order, suit, hand[suit])[-2:])


def what_follows(table: Table, seat: Seat, move: Any) -> tuple[Any, ...] | None:
    """The events that the move would bring about; none when it is refused."""
    occupant = table.occupant(seat)
    assert occupant
    try:
        return decide(HONEST, table, Act(occupant.player, move), secret(0, 0)).events
    except Refusal:
        return None


# The next move -------------------------------------------------------------------------------------------------------


class NextMove(NamedTuple):
    """What a seat can do next, here and there: the same but for cards that the viewer does not see."""

    seat: Seat
    here: Any
    there: Any


def next_move(moment: Moment, other: Moment) -> NextMove | None:
    """A move after which the viewer knows no card that is not played by it; none when there is none for both cases."""
    truth, elsewhere = fold(HONEST, moment.events), fold(HONEST, other.events)
    for seat, _ in SHENG_JI.asked(truth.match):
        for here, there in moves_in_both(truth, elsewhere, seat):
            outcomes = (what_follows(table, seat, move) for table, move in ((truth, here), (elsewhere, there)))
            if all(is_quiet(events, moment.viewer) for events in outcomes):
                return NextMove(seat, here, there)
    return None


def next_commands(house: House, viewer: Viewer, move: NextMove | None) -> tuple[list[Asked], list[Asked]]:
    """The commands that are carried out next, here and there."""
    entropy = command(house.seats[0].token, {"type": "set_entropy", "entropy": "new"}, is_own=viewer == 0)
    if move is None:
        return [entropy], [entropy]
    key, whole = ("Idempotency-Key", "next"), ("Prefer", "return=representation")
    here, there = (
        command(house.seats[move.seat].token, in_json(each), key, whole, is_own=move.seat == viewer)
        for each in (move.here, move.there)
    )
    # The second time the key brings the stored answer.
    return [here, here, entropy], [there, there, entropy]


def moves_in_both(truth: Table, elsewhere: Table, seat: Seat) -> Iterator[tuple[Any, Any]]:
    match truth.match.phase, elsewhere.match.phase:
        case ((Declaring() | Redealing() | Bidding() | Reviewing()), _):
            yield Pass(), Pass()
        case Calling(), _:
            seen = SHENG_JI.legal_moves(truth.match, seat)
            calls = [Call(call["word"], FACE_OF_NAME[call["card"]], call["ordinal"]) for call in seen["calls"]]
            some, none = CallFriends(tuple(calls[: seen["count"]])), CallFriends((), solo=True)
            yield from ((some, some), (none, none))
        case Burying(deal=deal) as here, Burying() as there:
            count = truth.match.rules.deal_shape.kitty
            yield tuple(Bury(hand_cards(deal.order, each.hands[seat].known)[:count]) for each in (here, there))
        case Tricks(choices=()) as here, _:
            yield from ((Play(cards), Play(cards)) for cards in plays(here, seat))


def plays(tricks: Tricks, seat: Seat) -> tuple[Cards, ...]:
    """Plays that no hidden card can turn into another: follows, and leads of one card."""
    order, hand = tricks.deal.order, tricks.hands[seat].known
    if tricks.trick is None:
        return tuple((card,) for card in hand_cards(order, hand))
    return first_few(follows(order, tricks.trick.lead, hand), 200)[0]


def is_quiet(events: tuple[Any, ...] | None, viewer: Viewer) -> bool:
    """Whether the events show the viewer no card besides those that are played."""
    if events is None:
        return False
    telling = KittyTurned | KittyRevealed | HandScored | ThrowFailed | LeadForced | Declared | CardsDealt
    return not any(
        isinstance(event, telling) or (isinstance(event, KittyTaken) and event.seat == viewer) for event in events
    )


# The law -------------------------------------------------------------------------------------------------------------


def all_asked(house: House, moment: Moment, move: NextMove | None, luck: Random) -> tuple[list[list[Asked]], ...]:
    """What is asked here and there, in stages: before the next move, with it, and afterwards."""
    viewer, version = moment.viewer, len(moment.events)
    user = house.user(viewer)
    before = [
        *looks(user, viewer, version),
        *lists(user, moment),
        *(looks_of_a_stranger(house) if isinstance(viewer, Onlooker) else ()),
        *commands_in_vain(user.token, viewer, version),
        *moves_tried(moment, user.token, luck),
    ]
    here, there = next_commands(house, viewer, move)
    view, *others = looks(user, viewer, version + 1)
    # The view moves on with the command; afterwards it is folded up to it, and the lists know of it.
    after = [view, *others[:4], *lists(user, moment)]
    return [before, [view, *here, view, *others], after], [before, [view, *there, view, *others], after]


def both_answers(house: House, moment: Moment, seed: int) -> list[Pair]:
    """Every request that the viewer sends, with its answers in the one case and in the other."""
    luck = Random(seed)
    other = exchanged(moment, luck)
    move = next_move(moment, other)
    for _ in range(4):
        if move is None:  # the seat that is asked may get cards of which it could play none that it could play before
            other = exchanged(moment, luck)
            move = next_move(moment, other)
    asked_here, asked_there = all_asked(house, moment, move, luck)
    here, there = house.answers(moment, *asked_here), house.answers(other, *asked_there)
    asked = [each for stage in asked_here for each in stage]
    return [Pair(*each) for each in zip(asked, here, there, strict=True)]


@pytest.mark.parametrize("place", [0, 1, 2, None], ids=["asked", "right", "partner", "spectator"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_viewer_is_answered_the_same_wherever_the_hidden_cards_lie(house, kind, place):
    for seed in range(ROUNDS):
        pairs = both_answers(house, moment_of(kind, place, f"{kind} {place} {seed}"), seed)

        assert differences(pairs) == []
        assert max(pair.here.status for pair in pairs) < 500


def test_the_questions_are_answered_in_every_way(house):
    moments = (moment_of("following in the next hand", place, "said back") for place in (0, None))
    pairs = [pair for moment in moments for pair in both_answers(house, moment, 1)]
    done = [pair.asked for pair in pairs if pair.here.status == 200]

    assert {pair.here.status for pair in pairs} == {200, 304, 400, 401, 403, 404, 409, 412, 422}
    assert sum("dry_run" in asked.path for asked in done) > 2
    assert sum(asked.path.endswith("/record") for asked in done) == 2 * 2
    assert sum(asked.path.endswith("/commands") for asked in done) == 2 * 3


# Every guard fails once ----------------------------------------------------------------------------------------------


Plant = Callable[[pytest.MonkeyPatch], None]


def redacting_feeds_by(redaction: Redaction) -> Plant:
    return lambda monkeypatch: monkeypatch.setattr(documents, "redact", redaction)


def redacting_views_by(redaction: Redaction) -> Plant:
    return lambda monkeypatch: monkeypatch.setattr(streams, "redact", redaction)


def playing(game: ShengJi) -> Plant:
    return lambda monkeypatch: monkeypatch.setitem(GAMES, "sheng_ji", game)


def a_redaction_that_forgets_the_next_secret(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, HandOpened) else redact(game, event, viewer)


def a_redaction_that_forgets_the_round(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, RoundDrawn) else redact(game, event, viewer)


def a_redaction_that_forgets_plans(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, PlanFiled) else redact(game, event, viewer)


def the_truth() -> Table:
    """The table as it is, while a request is answered."""
    return service_here().streams.now(TABLE).table


class ViewsThatCountTheKitty(ShengJi):
    """Adds to every view what the kitty is worth."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        return {**super().view(state, viewer), "kitty_points": points(the_truth().match.phase.kitty)}


class RefusalsThatTell(ShengJi):
    """Says with every refusal what the next seat's cards are worth."""

    def decide(self, state: Any, seat: Seat, move: Any) -> Any:
        try:
            return super().decide(state, seat, move)
        except Refusal as refusal:
            refusal.facts = {"next": hand_points(state.phase.deal.order, state.phase.hands[(seat + 1) % 4].known)}
            raise


class PlaysThatTheNextSeatAllows(ShengJi):
    """Refuses a play when the next seat has an odd number of trumps."""

    def decide(self, state: Any, seat: Seat, move: Any) -> Any:
        after = super().decide(state, seat, move)
        if hand_size(state.phase.hands[(seat + 1) % 4].known[TRUMPS:]) % 2:
            raise NotYourTurn("the next seat might ruff this")
        return after


def dry_runs_that_try_the_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    def foresee(table: Table, seat: Seat, asked: Act) -> dict[str, Any]:
        return {"events": len(decide(HONEST, the_truth(), asked, secret(0, 0)).events)}

    monkeypatch.setattr(doors, "_foresee", foresee)


def views_of_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Streams, "view", lambda self, table_id, viewer, **_: self.now(table_id))


def tags_made_of_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "view_tag", lambda version, viewer: f"{version}-{crc32(repr(the_truth()).encode())}")


def answers_to_commands_unredacted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "_outlook", lambda *_: Outlook(Onlooker.ARCHIVE, None, None))


def records_of_hands_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "_over", lambda happened: happened)


def lists_that_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = summaries._summary_document
    monkeypatch.setattr(
        summaries, "_summary_document", lambda each: {**honest(each), "kitty": points(each.state.match.phase.kitty)}
    )


LEAKS: list[tuple[str, str, Plant]] = [
    *((redaction.__name__, "following", redacting_feeds_by(redaction)) for redaction in REDACTIONS_THAT_LEAK),
    ("the_next_secret", "declaring", redacting_feeds_by(a_redaction_that_forgets_the_next_secret)),
    ("rounds", "while the cards are drawn", redacting_feeds_by(a_redaction_that_forgets_the_round)),
    ("plans", "filing plans", redacting_feeds_by(a_redaction_that_forgets_plans)),
    ("views_with_the_kitty", "following", redacting_views_by(a_redaction_that_forgets_what_was_buried)),
    ("views_with_points", "following", playing(ViewsThatCountTheKitty())),
    ("views_of_the_truth", "leading", views_of_the_truth),
    ("tags", "declaring", tags_made_of_the_truth),
    ("refusals", "following", playing(RefusalsThatTell())),
    ("acceptance", "following", playing(PlaysThatTheNextSeatAllows())),
    ("dry_runs", "leading", dry_runs_that_try_the_throw),
    ("answers_to_commands", "the last pass to come", answers_to_commands_unredacted),
    ("records", "declaring the next hand", records_of_hands_under_way),
    ("lists", "burying", lists_that_tell),
]


@pytest.mark.parametrize(("kind", "plant"), [leak[1:] for leak in LEAKS], ids=[leak[0] for leak in LEAKS])
def test_a_leak_that_is_planted_is_found(house, monkeypatch, kind, plant):
    def is_found(moment: Moment) -> bool:
        with monkeypatch.context() as planted:
            plant(planted)
            found = differences(both_answers(house, moment, 1))
            # A crash would be no leak.
            return any(max(pair.here.status, pair.there.status) < 500 for pair in found)

    # The seat that is asked hears most, but it may be the one that knows the kitty.
    assert any(is_found(moment_of(kind, place, f"leak {seed}")) for seed in range(20) for place in (0, 2))
