"""Random problems for playouts, of all numbers of players and decks, and the kernels in C."""

import importlib.util
import shutil
import subprocess
import sysconfig
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType

from domain.games.sheng_ji.bots.posing import order_tables, prices_of
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, CardOrder, order_of
from domain.games.sheng_ji.chain import Ordering
from domain.games.sheng_ji.playouts import kernel
from domain.games.sheng_ji.playouts.problem import (
    BURY,
    FOLLOW,
    LEAD,
    NONE,
    Led,
    Masks,
    Problem,
    Standing,
    Trial,
    TrickSoFar,
)
from domain.games.zheng_shangyou.playouts import kernel as climbing
from domain.games.zheng_shangyou.playouts.compiled import NativePlayouts
from domain.kernel.cards import RANKS, SUITS

SOURCE = Path(kernel.__file__).with_name("native.c")
SOURCE_OF_CLIMBING = Path(climbing.__file__).with_name("native.c")
Card = tuple[int, int]


def built_kernel(folder: Path) -> kernel.Compiled | None:
    """Builds the extension of Sheng Ji and returns the kernel, or `None` without a C compiler."""
    module = _built(SOURCE, folder)
    return None if module is None else kernel.Compiled(module)


def built_climbing_kernel(folder: Path) -> Callable[[bytes, int], NativePlayouts] | None:
    """Builds the extension of Zheng Shangyou and returns its kind of playouts, or `None` without a C compiler."""
    module = _built(SOURCE_OF_CLIMBING, folder)
    return None if module is None else partial(NativePlayouts, module)


def _built(source: Path, folder: Path) -> ModuleType | None:
    """Builds an extension from its source, with all warnings as errors, and imports it."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    target = folder / f"native{sysconfig.get_config_var('EXT_SUFFIX')}"
    include = sysconfig.get_paths()["include"]
    flags = ["-O2", "-Wall", "-Werror", "-shared", "-fPIC", f"-I{include}"]
    subprocess.run([compiler, *flags, str(source), "-o", str(target)], check=True)
    spec = importlib.util.spec_from_file_location("native", target)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def random_problem(luck: Random, *, last: bool = False) -> tuple[Problem, list[Trial]]:
    """Returns a problem in which cards and voids are random, and up to four trials.

    Args:
        luck: the random numbers.
        last: whether two or three seats have at most four cards of few faces each, so that equal ones and runs abound.
    """
    players, decks = luck.randint(*((2, 3) if last else (4, 8))), luck.randint(2 if last else 1, 4)
    ordering = Ordering(
        permanent_twos=luck.random() < 0.2,
        adjacency=luck.choice(["distinct_rank", "equal_rank_chain", "no_gap"]),
    )
    order = order_of(luck.choice(RANKS), luck.choice([None, *SUITS]), ordering)
    cards = [(int(suit), slot) for suit in EFFECTIVE_SUITS for slot in range(order.chains[suit].slots)] * decks
    cards = [(suit, slot) for suit, slot in cards if suit in (0, 1, 4) and slot < 4] if last else cards
    luck.shuffle(cards)
    size = luck.randint(1, min(len(cards) // players - 1, 4 if last else 25))
    hands = [cards[seat * size : seat * size + size] for seat in range(players)]
    seat = luck.randrange(players)
    kind = luck.choice([LEAD, FOLLOW, BURY, NONE])
    left = luck.randint(1, players - 1) if kind == FOLLOW else 0
    trick = _trick(luck, order, decks, (seat, players, left), size) if left else None
    # Those who have played to the trick have fewer cards.
    before = players - left if trick else 0
    for step in range(before):
        hands[(seat - step - 1) % players] = hands[(seat - step - 1) % players][trick.size :] if trick else []
    kitty = cards[players * size : players * size + luck.randint(1, 8)]
    if kind == BURY:
        hands[seat] = hands[seat] + kitty
    problem = _problem(luck, order, (players, decks, seat), hands, [] if kind == BURY else kitty, trick)
    trials = [_trial(luck, (order, decks), kind, hands[seat], trick, len(kitty)) for _ in range(luck.randint(1, 4))]
    return problem, trials


def _trick(luck: Random, order: CardOrder, decks: int, place: tuple[int, int, int], size: int) -> TrickSoFar | None:
    """Returns a trick of one unit or a small throw, or `None` if the hands are too small."""
    seat, players, left = place
    suit = luck.choice([int(suit) for suit in EFFECTIVE_SUITS if order.chains[suit].slots > 3])
    shapes = [(luck.randint(1, decks), luck.randint(1, 2))] if luck.random() < 0.7 else [(1, 1), (min(2, decks), 1)]
    shapes = [(width, length if width > 1 else 1) for width, length in shapes]
    shapes.sort(key=lambda shape: (shape[0] * shape[1], shape[0]), reverse=True)
    total = sum(width * length for width, length in shapes)
    if total > size:
        shapes, total = [(1, 1)], 1
    width, length = shapes[0]
    standing_suit = 4 if luck.random() < 0.2 else suit
    top = luck.randint(length - 1, order.chains[standing_suit].slots - 1)
    winner = (seat - luck.randint(1, players - left)) % players
    standing = Standing(standing_suit, width, length, top)
    return TrickSoFar(suit, total, tuple(shapes), standing, winner, 5 * luck.randrange(5), left)


def _problem(
    luck: Random,
    order: CardOrder,
    table: tuple[int, int, int],
    hands: Sequence[list[Card]],
    kitty: list[Card],
    trick: TrickSoFar | None,
) -> Problem:
    players, decks, seat = table
    tables = order_tables(order)
    keep = tuple(tuple(luck.randrange(160) for _ in range(32)) for _ in range(5))
    hold, feed = prices_of(order, tables, keep)
    shown = [luck.randrange(3) if luck.random() < 0.2 else 0 for _ in range(players)]
    known = [hand if who == seat else hand[:count] for who, (hand, count) in enumerate(zip(hands, shown, strict=True))]
    pool = [card for who, hand in enumerate(hands) for card in hand[len(known[who]) :]] + kitty
    pool.sort()
    by_suit = [tuple(tuple(slot for s, slot in cards if s == suit) for suit in range(5)) for cards in (hold, feed)]
    return Problem(
        players=players,
        layers=decks,
        seat=seat,
        dealer=luck.randrange(players),
        declarers=luck.randrange(1 << players),
        calls=tuple(luck.sample(hold, luck.randrange(3))),
        over=tables.over,
        joint=tables.joint,
        tens=tables.tens,
        fives=tables.fives,
        keep=keep,
        hold=by_suit[0],
        feed=by_suit[1],
        known=tuple(masks(hand, decks) for hand in known),
        pool=tuple(pool),
        free=(*(len(hand) - len(mine) for hand, mine in zip(hands, known, strict=True)), len(kitty)),
        voids=tuple(luck.randrange(32) if who != seat and luck.random() < 0.1 else 0 for who in range(players)),
        kitty=5 * luck.randrange(4),
        points=tuple(5 * luck.randrange(10) for _ in range(players)),
        trick=trick,
        factors=tuple(tuple(width << length for length in range(16)) for width in range(decks + 1)),
        penalty=luck.choice([0, 10]),
    )


def masks(cards: Sequence[Card], layers: int) -> tuple[Masks, ...]:
    """Returns, for each suit and layer, the mask of the faces of which there are so many copies."""
    rows = [[0] * layers for _ in range(5)]
    for suit, slot in cards:
        layer = next(place for place in range(layers) if not rows[suit][place] >> slot & 1)
        rows[suit][layer] |= 1 << slot
    return tuple(map(tuple, rows))


def _trial(
    luck: Random, pack: tuple[CardOrder, int], kind: int, hand: list[Card], trick: TrickSoFar | None, kitty: int
) -> Trial:
    order, decks = pack
    if kind == FOLLOW and trick is not None:
        cards = luck.sample(hand, trick.size)
        width, length = trick.units[0]
        standing = None
        if luck.random() < 0.5:
            suit = trick.standing.suit
            standing = Standing(suit, width, length, luck.randint(length - 1, order.chains[suit].slots - 1))
        return Trial(FOLLOW, masks(cards, decks), (), standing, len(cards))
    if kind == LEAD:
        suit, slot = luck.choice(hand)
        others = [card for card in hand if card[0] == suit]
        faces = {slot, luck.choice(others)[1]} if luck.random() < 0.3 else {slot}
        units = [(hand.count((suit, face)), face) for face in sorted(faces)]
        led = tuple(Led(width, 1, face, 1 << face) for width, face in sorted(units))
        cards = [(suit, face) for width, face in units for _ in range(width)]
        return Trial(LEAD, masks(cards, decks), led, None, len(cards))
    if kind == BURY:
        return Trial(BURY, masks(luck.sample(hand, kitty), decks), (), None, kitty)
    return Trial(NONE, masks([], decks), (), None, 0)
