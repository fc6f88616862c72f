"""An oracle that finds combinations by exhaustive search: every wild card as every rank that it can represent.

It is slow and takes nothing from the domain. It checks the definition of the catalogue, with its names of cards and
ranks.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

LADDER = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "SJ", "BJ"]
Reading = tuple[str, int, int, str, bool, bool]
"""The pattern, the number of ranks, the cards of each rank, the top rank, and whether it is suited and pure."""


def rank(card: str) -> str:
    return card if card in ("SJ", "BJ") else card[:-1]


def readings(cards: Sequence[str], *, twos: bool) -> set[Reading]:
    """Returns every reading of the cards. If two readings differ only in purity, only the pure one is returned."""
    found = {reading for standing in _standings(cards) for reading in _read(cards, standing, twos=twos)}
    return {reading for reading in found if reading[-1] or (*reading[:-1], True) not in found}


def _standings(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yields every assignment of ranks to cards. Twos and jokers stand for themselves or any lower rank."""
    return product(*([rank(card)] if rank(card) not in LADDER[12:] else _up_to(rank(card)) for card in cards))


def _up_to(name: str) -> list[str]:
    return LADDER[: LADDER.index(name) + 1]


def _read(cards: Sequence[str], standing: tuple[str, ...], *, twos: bool) -> Iterator[Reading]:
    pure = all(rank(card) == stands for card, stands in zip(cards, standing, strict=True))
    if len(cards) == 1:
        if pure:
            yield ("single", 1, 1, standing[0], False, True)
        return
    counts = Counter(standing)
    if len(counts) == 1:
        if any(rank(card) == stands for card, stands in zip(cards, standing, strict=True)):
            yield ("set", 1, len(cards), standing[0], False, pure)
        return
    ladder = LADDER[:13] if twos else LADDER[:12]
    ranks = sorted(counts, key=LADDER.index)
    consecutive = "".join(f"{name} " for name in ranks) in "".join(f"{name} " for name in ladder)
    first = ladder.index(ranks[0]) if ranks[0] in ladder else -1
    if len(ranks) < 3 or not consecutive or ladder[first : first + len(ranks)] != ranks:
        return
    (width, *others) = set(counts.values())
    if others:
        return
    if width == 1:
        yield from _as_sequence(cards, standing, ranks, pure=pure)
    elif all(_has_natural_or_joker(cards, standing, name) for name in ranks):
        yield ("multiple_sequence", len(ranks), width, ranks[-1], False, pure)


def _as_sequence(cards: Sequence[str], standing: tuple[str, ...], ranks: list[str], *, pure: bool) -> Iterator[Reading]:
    if any(rank(card) == "2" and stands != "2" for card, stands in zip(cards, standing, strict=True)):
        return
    suits = {card[-1] for card in cards if rank(card) not in ("SJ", "BJ")}
    yield ("sequence", len(ranks), 1, ranks[-1], len(suits) == 1, pure)


def _has_natural_or_joker(cards: Sequence[str], standing: tuple[str, ...], name: str) -> bool:
    return any(
        stands == name and (rank(card) == name or rank(card) in ("SJ", "BJ"))
        for card, stands in zip(cards, standing, strict=True)
    )
