"""Measures the speed of the rules: whole random hands a second, and the time of one check of a play.

    the core      hands are dealt and played on whole numbers; follows and throws are checked, and tricks are decided;
                  with players that choose random legal moves, and with moves that were chosen before
    the decider   whole hands through `decide`, with events and the state after them; with and without the time in which
                  the benchmark finds the seat that has to move, and its bot chooses the move
    one check     `is_legal_follow`, with empty and with full caches
    the hardest   checks constructed to be slow, with empty caches, under each adjacency; aim: at most 50 ms

Hands a second depend on the number of cards of a lead, so the number of plays in a hand is printed too.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Protocol

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.games.sheng_ji import follow
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, CardOrder, EffectiveSuit, order_of
from domain.games.sheng_ji.chain import Chain
from domain.games.sheng_ji.follow import Lead, is_legal_follow, lead_of
from domain.games.sheng_ji.holding import as_hand, hand_of, in_suit
from domain.games.sheng_ji.layers import NOTHING, SUIT_FACES, SUIT_SHIFTS, Hand, slots_in, together, without
from domain.games.sheng_ji.packing import packings, tuples_only, units_in
from domain.games.sheng_ji.throw import beatable_units
from domain.games.sheng_ji.trick import WinningPlay, beats, reading_of_lead
from domain.games.sheng_ji.units import Unit, decompose, holding_of_unit
from domain.kernel.cards import FACES, SUITS, Face, Rank
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.commands import Act, OpenTable, SeatBot, Start
from domain.table.decide import decide
from domain.table.hands import Chance
from domain.tools.simulation import secrets_from
from tests.support.slow_questions import ADJACENCIES, forget
from tests.support.slow_questions import questions as questions_made_to_be_slow

OUT = Console()
DECKS, PLAYERS, KITTY = 2, 4, 8
PACK = FACES * DECKS
AFTER = tuple(tuple((leader + step) % PLAYERS for step in range(1, PLAYERS)) for leader in range(PLAYERS))
"""For each seat, the seats that play after it."""
ROTATED = tuple(EFFECTIVE_SUITS[first:] + EFFECTIVE_SUITS[:first] for first in range(len(EFFECTIVE_SUITS)))
"""The suits, beginning with each one."""
CHOSEN = 5_000
"""Hands whose moves are chosen before."""
THROWS = 8
"""One lead in this many, at random, is a throw of all cards of a suit."""


class Tally:
    """Numbers of hands, tricks, plays, cards, throws, and throws taken back, and the seconds of choosing moves."""

    def __init__(self) -> None:
        self.hands = self.tricks = self.plays = self.cards = self.throws = self.taken_back = 0
        self.choosing = 0.0


Check = Callable[[Chain, Lead, Hand, Hand], bool]
Led = tuple[EffectiveSuit, tuple[Unit, ...]]
"""The suit and the units of a lead."""


class Moves(Protocol):
    """Who chooses the moves of a hand."""

    def lead(self, order: CardOrder, hands: list[Hand], leader: int) -> Led:
        """Returns what the leader leads."""

    def follow(self, order: CardOrder, lead: Lead, hand: Hand) -> Hand:
        """Returns a legal follow."""


class RandomMoves:
    """Chooses random legal moves."""

    def __init__(self, luck: random.Random, tally: Tally) -> None:
        self._luck, self._tally = luck, tally

    def lead(self, order: CardOrder, hands: list[Hand], leader: int) -> Led:
        """Returns a random unit, or a throw of a whole suit."""
        return _random_lead(order, hands, leader, self._luck, self._tally)

    def follow(self, order: CardOrder, lead: Lead, hand: Hand) -> Hand:
        """Returns a random legal follow."""
        return _random_follow(order, lead, hand, self._luck)


class NotedMoves(RandomMoves):
    """Chooses random legal moves, and keeps them."""

    def __init__(self, luck: random.Random, tally: Tally) -> None:
        super().__init__(luck, tally)
        self.leads: list[Led] = []
        self.follows: list[Hand] = []

    def lead(self, order: CardOrder, hands: list[Hand], leader: int) -> Led:
        """Returns a random unit, or a throw of a whole suit."""
        self.leads.append(super().lead(order, hands, leader))
        return self.leads[-1]

    def follow(self, order: CardOrder, lead: Lead, hand: Hand) -> Hand:
        """Returns a random legal follow."""
        self.follows.append(super().follow(order, lead, hand))
        return self.follows[-1]


class ChosenMoves:
    """Makes the moves that were chosen before. Throws are checked again."""

    def __init__(self, noted: NotedMoves) -> None:
        self._leads, self._follows = iter(noted.leads), iter(noted.follows)

    def lead(self, order: CardOrder, hands: list[Hand], leader: int) -> Led:
        """Returns the next lead."""
        suit, led = next(self._leads)
        if len(led) > 1:
            others = [in_suit(hands[seat], suit) for seat in AFTER[leader]]
            if beatable_units(order.chains[suit], led, others):
                raise AssertionError(f"{led} can be beaten")
        return suit, led

    def follow(self, _order: CardOrder, _lead: Lead, _hand: Hand) -> Hand:
        """Returns the next follow."""
        return next(self._follows)


def random_hand_by_the_core(luck: random.Random, tally: Tally, check: Check = is_legal_follow) -> None:
    """Deals and plays one random hand on whole numbers, and checks every follow and throw."""
    play_hand(*_dealt(luck), RandomMoves(luck, tally), tally, check)


def _dealt(luck: random.Random) -> tuple[CardOrder, list[list[Face]], int]:
    """Returns a random order of the cards, the cards of each seat, and the first leader."""
    order = order_of(Rank(luck.randrange(13)), luck.choice(SUITS))
    places = [luck.random() for _ in PACK]
    pack = [PACK[card] for card in sorted(range(len(PACK)), key=places.__getitem__)]
    drawn = (len(pack) - KITTY) // PLAYERS
    cards = [pack[seat * drawn : (seat + 1) * drawn] for seat in range(PLAYERS)]
    return order, cards, luck.randrange(PLAYERS)


def play_hand(
    order: CardOrder, cards: list[list[Face]], leader: int, moves: Moves, tally: Tally, check: Check = is_legal_follow
) -> None:
    """Plays one hand on whole numbers, and checks every follow."""
    hands = [hand_of(order, each) for each in cards]
    while hands[leader]:
        leader = _trick(order, hands, leader, moves, tally, check)
    tally.hands += 1


def _trick(order: CardOrder, hands: list[Hand], leader: int, moves: Moves, tally: Tally, check: Check) -> int:
    """Plays a trick and returns its winner."""
    suit, led = moves.lead(order, hands, leader)
    lead, chain = lead_of(suit, led), order.chains[suit]
    standing = WinningPlay(suit, reading_of_lead(led, "longest_unit"))
    winner = leader
    for unit in led:
        hands[leader] = without(hands[leader], as_hand(suit, holding_of_unit(unit)))
    for seat in AFTER[leader]:
        hand = hands[seat]
        play = moves.follow(order, lead, hand)
        if not check(chain, lead, hand, play):
            raise AssertionError(f"{play} does not follow {lead} from {hand}")
        better = beats(order, lead, standing, play, "longest_unit")
        if better is not None:
            standing, winner = better, seat
        hands[seat] = without(hand, play)
    tally.tricks += 1
    tally.plays += PLAYERS
    tally.cards += PLAYERS * lead.size
    return winner


def _random_lead(
    order: CardOrder, hands: list[Hand], leader: int, luck: random.Random, tally: Tally
) -> tuple[EffectiveSuit, tuple[Unit, ...]]:
    """Returns a random unit to lead, or a throw of a whole suit. If the throw can be beaten, returns one unit of it."""
    hand = hands[leader]
    suit = _random_suit(hand, luck)
    chain, held = order.chains[suit], in_suit(hand, suit)
    if luck.random() * THROWS < 1:
        thrown = decompose(chain, held)
        if len(thrown) > 1:
            tally.throws += 1
            beatable = beatable_units(chain, thrown, [in_suit(hands[seat], suit) for seat in AFTER[leader]])
            tally.taken_back += bool(beatable)
            return suit, beatable[:1] or thrown
    found = units_in(chain, held)
    return suit, (found[int(luck.random() * len(found))],)


def _random_suit(hand: Hand, luck: random.Random) -> EffectiveSuit:
    """Returns a random suit of which the hand has cards."""
    for suit in ROTATED[int(luck.random() * len(ROTATED))]:
        if hand & SUIT_FACES[suit]:
            return suit
    raise AssertionError("no hand without cards is played from")


def _random_follow(order: CardOrder, lead: Lead, hand: Hand, luck: random.Random) -> Hand:
    """Returns a random legal follow."""
    if lead.size == 1:
        return _random_card(hand, lead.suit, luck)
    held = in_suit(hand, lead.suit)
    if held.bit_count() <= lead.size:
        return _random_cards(hand, as_hand(lead.suit, held), lead, luck)
    part = NOTHING
    if lead.demands:
        chain = order.chains[lead.suit]
        shapes = follow.owed(chain, tuples_only(held), lead.demands)
        for unit in next(packings(chain, held, shapes)) if shapes else ():
            part = together(part, holding_of_unit(unit))
    return _random_cards(hand, as_hand(lead.suit, part), lead, luck)


def _random_cards(hand: Hand, play: Hand, lead: Lead, luck: random.Random) -> Hand:
    """Returns the play with random cards of the hand added, as many as were led."""
    left = without(hand, play)
    for _ in range(lead.size - play.bit_count()):
        more = _random_card(left, lead.suit, luck)
        play, left = together(play, more), without(left, more)
    return play


def _random_card(hand: Hand, suit: EffectiveSuit, luck: random.Random) -> Hand:
    """Returns a random card of the suit, or of a random suit if the hand has none of it."""
    faces = hand & SUIT_FACES[suit]
    if not faces:
        suit = _random_suit(hand, luck)
        faces = hand & SUIT_FACES[suit]
    slots = _slots(faces >> SUIT_SHIFTS[suit])
    return 1 << SUIT_SHIFTS[suit] + slots[int(luck.random() * len(slots))]  # type: ignore[return-value]


@lru_cache(maxsize=1 << 18)
def _slots(mask: int) -> tuple[int, ...]:
    return tuple(slots_in(mask))


def chosen_hands(luck: random.Random, count: int) -> list[Callable[[], None]]:
    """Returns random hands to be played once each, whose moves are chosen now. Caches of the rules are empty then."""
    hands: list[Callable[[], None]] = []
    for _ in track(range(count), description="choosing moves", console=OUT, transient=True):
        order, cards, leader = _dealt(luck)
        noted = NotedMoves(luck, Tally())
        play_hand(order, cards, leader, noted, Tally(), lambda *_: True)
        hands.append(partial(play_hand, order, cards, leader, ChosenMoves(noted), Tally()))
    forget()
    return hands


def chosen_hands_a_second(luck: random.Random, count: int) -> float:
    """Returns the hands played in a second if their moves were chosen before. As many hands warm up before."""
    hands = chosen_hands(luck, 2 * count)
    for play in hands[:count]:
        play()
    began = time.perf_counter()
    for play in hands[count:]:
        play()
    return count / (time.perf_counter() - began)


def random_hands_by_the_decider(luck: random.Random, tally: Tally) -> Iterator[None]:
    """Plays matches through the decider without end. Yields after each hand."""
    host = PlayerId("ply_host")
    bot = BOTS["sheng_ji"]["random"]
    while True:
        secret_of = secrets_from(str(luck.random()))
        opened = OpenTable(host, "sheng_ji", "zhang-2021", {}, listed=False, hands=None)
        table = decide(GAMES, None, opened, Chance(secret_of(1))).table
        for seat in range(PLAYERS):
            command = SeatBot(host, Seat(seat), "random", PlayerId("ply_house_random"), f"{luck.random()}")
            table = decide(GAMES, table, command, Chance(b"")).table
        table = decide(GAMES, table, Start(host), Chance(secret_of(2))).table
        chance = Chance(secret_of(3))
        while table.status == "playing":
            began = time.perf_counter()
            seat = table.game.asked(table.match)[0].seat
            move = bot.choose(table, seat, luck)
            tally.choosing += time.perf_counter() - began
            command = Act(PlayerId("ply_house_random"), move, seat)
            played = table.match.hands_played
            outcome = decide(GAMES, table, command, chance)
            table = outcome.table
            tally.plays += 1
            tally.cards += len(outcome.events)
            if table.match.hands_played > played:
                tally.hands += 1
                chance = Chance(secret_of(table.hand.number + 2 if table.hand else 2))
                yield


def questions(luck: random.Random, count: int) -> Iterator[tuple[Chain, Lead, Hand, Hand]]:
    """Yields leads and legal follows from random hands, as arguments of `is_legal_follow`."""
    found: list[tuple[Chain, Lead, Hand, Hand]] = []

    def note(chain: Chain, lead: Lead, hand: Hand, play: Hand) -> bool:
        found.append((chain, lead, hand, play))
        return is_legal_follow(chain, lead, hand, play)

    while len(found) < count:
        random_hand_by_the_core(luck, Tally(), note)
    yield from found[:count]


def microseconds(work: Callable[[], object], times: int = 1) -> float:
    """Returns the mean time of a piece of work in microseconds."""
    began = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - began) / times * 1e6


def hands_a_second(play: Callable[[], object], seconds: float, what: str) -> float:
    """Returns the hands played in a second, after a warm-up of half as long."""
    for warm in (True, False):
        began = time.perf_counter()
        count = 0
        for _ in track(range(100), description=f"{what}{', warming up' if warm else ''}", console=OUT, transient=True):
            until = time.perf_counter() + seconds / (200 if warm else 100)
            while time.perf_counter() < until:
                play()
                count += 1
    return count / (time.perf_counter() - began)


def hardest() -> Grid:
    """Returns a grid of the hardest checks with empty caches: the slowest case of each kind, by adjacency, in ms."""
    slowest: dict[str, dict[str, float]] = {}
    for adjacency in ADJACENCIES:
        for name, question in track(list(questions_made_to_be_slow(adjacency)), console=OUT, transient=True):
            took = []
            for _ in range(5):
                forget()
                # Processor time of this process does not include other load on the machine.
                began = time.process_time()
                question()
                took.append((time.process_time() - began) * 1000)
            row = slowest.setdefault(name.partition(", ")[2], {})
            row[adjacency] = max(row.get(adjacency, 0.0), statistics.median(took))
    grid = Grid("", *ADJACENCIES, title="the hardest questions, ms (aim: less than 50)")
    for name, row in slowest.items():
        grid.add_row(name, *(f"{row.get(adjacency, 0.0):.1f}" for adjacency in ADJACENCIES))
    return grid


def main(arguments: list[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench rules", description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="seconds for the core and for the decider (default 10)"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)

    core, decided = Tally(), Tally()
    luck = random.Random(given.seed)
    by_core = hands_a_second(lambda: random_hand_by_the_core(luck, core), given.seconds, "the core")
    by_rules = chosen_hands_a_second(luck, CHOSEN)
    hands = random_hands_by_the_decider(luck, decided)
    by_decider = hands_a_second(lambda: next(hands), given.seconds, "the decider")
    grid = Grid("", "hands/s", "plays/hand", "aim", title="whole random hands, 4 players, 2 decks, one process")
    without_bot = 1 / (1 / by_decider - decided.choosing / decided.hands)
    plays = f"{decided.plays / decided.hands:.1f}"
    grid.add_row("rules core, with random players", f"{by_core:,.0f}", f"{core.plays / core.hands:.1f}", "")
    grid.add_row("the same without their choices", f"{by_rules:,.0f}", f"{core.plays / core.hands:.1f}", "8,000")
    grid.add_row("decider, events, state, choices of a bot", f"{by_decider:,.0f}", plays, "500")
    grid.add_row("the same without the choices", f"{without_bot:,.0f}", plays, "700")
    OUT.print(grid)
    OUT.print(
        f"throws in the core: {core.throws / core.hands:.1f} a hand, {core.taken_back / core.throws:.0%} taken back"
    )

    checks = Grid("", "median µs", "99 % µs", "max µs", title="one check of a follow")
    asked = list(questions(random.Random(given.seed), 20_000))
    forget()
    cold = sorted(microseconds(lambda q=q: is_legal_follow(*q)) for q in asked)
    warm = sorted(microseconds(lambda q=q: is_legal_follow(*q)) for q in asked)
    for name, took in (("empty caches", cold), ("full caches", warm)):
        checks.add_row(name, f"{statistics.median(took):.1f}", f"{took[len(took) * 99 // 100]:.1f}", f"{took[-1]:.0f}")
    OUT.print(checks)
    OUT.print(hardest())


if __name__ == "__main__":
    main()
