"""Tables of the climbing game in a given state, in given-when-then form.

Tables are always made by folding events. Hands may be small: only the cards that a test names are dealt.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from domain.games.registry import GAMES
from domain.games.zheng_shangyou.bots.random_bot import RandomBot
from domain.games.zheng_shangyou.card_order import RUNG_OF_NAME
from domain.games.zheng_shangyou.combinations import Named
from domain.games.zheng_shangyou.commands import Discard, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.events import DealPrepared, PlacesScored
from domain.games.zheng_shangyou.game import ZhengShangyou
from domain.games.zheng_shangyou.rules import rules_of
from domain.kernel.cards import Face
from domain.kernel.seats import Seat
from domain.table.events import CardsDealt, SecretPublished
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from tests.support.deals import hand_opened, match_opened
from tests.support.table import SECRETS, GivenTable, cards

GAME = GAMES["zheng_shangyou"]
assert isinstance(GAME, ZhengShangyou)
PASS = Pass()
FORMS: list[tuple[str, dict[str, object]]] = [
    *(("zheng-shangyou", {"zs_players": players}) for players in range(4, 10)),
    ("zheng-shangyou", {"zs_twos_in_sequences": "on"}),
    ("zheng-shangyou-4-partners", {}),
    ("san-jia-xi", {}),
    ("san-jia-xi", {"zs_twos_in_sequences": "on", "zs_exchange": "off"}),
]


def card(text: str) -> Face:
    return cards(text)[0]


def plays(text: str, reading: str = "") -> Play:
    """Returns a play of cards such as `7H 8H SJ`, with a reading such as `sequence 9`.

    A reading has a pattern, a top and a width. A part that is missing or `-` is not named."""
    if not reading:
        return Play(cards(text))
    pattern, top, width = (*reading.split(), "-", "-")[:3]
    return Play(
        cards(text),
        Named(
            None if pattern == "-" else pattern,
            None if top == "-" else RUNG_OF_NAME[top],
            None if width == "-" else int(width),
        ),
    )


def pays(text: str) -> PayTribute:
    return PayTribute(card(text))


def takes(text: str) -> Take:
    return Take(card(text))


def discards(text: str) -> Discard:
    return Discard(card(text))


def play_or_pass(text: str) -> Play | Pass:
    """Returns the play of these cards, or a pass for an empty text."""
    return plays(text) if text.strip() else PASS


class Given(GivenTable):
    """A table of Zheng Shangyou after events."""

    game = GAME
    play_of = staticmethod(play_or_pass)


def started(profile: str = "zheng-shangyou", hands: int | None = None, **options: object) -> Given:
    """Returns a started match. Its first hand is opened but not prepared."""
    return Given(match_opened("zheng_shangyou", rules_of(profile, options), hands))


def dealt(hands: Sequence[str], first_drawer: int = 0) -> CardsDealt:
    """Returns the deal of these hands. The seats that draw first may have one card more than the others."""
    drawn = [cards(hand) for hand in hands]
    in_turn = drawn[first_drawer:] + drawn[:first_drawer]
    most = len(in_turn[0])
    order = [hand[place] for place in range(most) for hand in in_turn if place < len(hand)]
    event = CardsDealt(len(hands), Seat(first_drawer), most, most, 1, tuple(order))
    assert [event.drawn_by(Seat(seat)) for seat in range(len(hands))] == drawn, "hands too unlike in size"
    return event


def playing(
    hands: Sequence[str],
    *,
    leader: int = 0,
    profile: str = "zheng-shangyou",
    match_hands: int | None = None,
    **options: object,
) -> Given:
    """Returns a match in which the first hand is dealt and the leader is to lead. All hands have the same size."""
    if profile == "zheng-shangyou":
        options = {"zs_players": len(hands), **options}
    given = started(profile, match_hands, **{"zs_first_lead": "dealer", **options})
    return given.and_then(
        DealPrepared(Seat(leader), Seat((leader - 1) % len(hands)), Seat(leader), None), dealt(hands, leader)
    )


def after_a_hand(
    order: Sequence[int], totals: Sequence[int], *, profile: str = "zheng-shangyou", **options: object
) -> Given:
    """Returns a match after a hand that ended with these places and points. The next hand is opened."""
    seats = len(order)
    if profile == "zheng-shangyou":
        options = {"zs_players": seats, **options}
    given = started(profile, **{"zs_first_lead": "dealer", **options})
    hands = [f"{rank}C" for rank in ("3", "4", "5", "6", "7", "8", "9", "10", "J")][:seats]
    given = given.and_then(DealPrepared(Seat(0), Seat(seats - 1), Seat(0), None), dealt(hands))
    place = 4 if options.get("zs_next_lead", "") == "fifth_place" or profile == "san-jia-xi" else 2
    scored = PlacesScored(
        order=tuple(map(Seat, order)),
        points=tuple(totals),
        totals_before=(0,) * len(totals),
        totals_after=tuple(totals),
        next_leader=Seat(order[place]),
        won_by=(),
    )
    return given.and_then(scored, SecretPublished(1, SECRETS[1].hex()), hand_opened(2, seats))


def exchanging(
    hands: Sequence[str],
    order: Sequence[int],
    totals: Sequence[int] = (),
    *,
    profile: str = "zheng-shangyou",
    **more: Any,
) -> Given:
    """Returns a match in which the second hand is dealt. `order` has the places of the first hand."""
    sides = len(order) if profile == "zheng-shangyou" else 2
    given = after_a_hand(order, totals or (0,) * sides, profile=profile, **more)
    leader = given.match.leader
    prepared = DealPrepared(leader, Seat((leader - 1) % len(hands)), leader, None)
    return given.and_then(prepared, dealt(hands, leader))


def played_by_chance(
    seed: int | str, profile: str, options: Mapping[str, object], hands: int | None = None
) -> Simulation:
    """Plays a match between random bots to its end and returns it."""
    simulation = Simulation(SimulationSetting("zheng_shangyou", profile, options, hands), secrets_from(f"{seed}"))
    simulation.play([RandomBot()] * len(simulation.table.seats), Random(str(seed)))
    return simulation
