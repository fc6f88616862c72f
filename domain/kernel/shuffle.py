"""The verifiable shuffle. The algorithm is public, so that others can implement it too.

commitment  = SHA-256(secret), published before the seats last had a chance to change their entropy
seed        = HMAC-SHA-256(key = secret, hand number as 4 bytes, then each seat's entropy as UTF-8 after its length
              in 4 bytes, in seat order); all numbers big-endian
dice        = for a label: HMAC-SHA-256(key = seed, label ‖ 0x00 ‖ block number as 4 bytes) for blocks 0, 1, 2, …,
              each block read as eight 4-byte numbers
a number below n = the next number of the dice that is below the largest multiple of n up to 2^32, modulo n
shuffle     = Fisher-Yates over the ordered decks: for i from the last place down to 1, swap places i and
              (a number below i + 1)
cut         = 1 + (a number below cards - 1), from dice keyed with SHA-256(entropy of the seat that cuts) and the
              label `cut`, hand number as 4 bytes; that many cards go from the top to the bottom
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import TypeVar

from domain.kernel.cards import Cards

T = TypeVar("T")

SECRET_BYTES = 32
_WORDS = struct.Struct(">8I")
_SPAN = 1 << 32


class Dice:
    """An endless sequence of numbers derived from a key and a label."""

    def __init__(self, key: bytes, label: bytes) -> None:
        self._numbers = self._draw(key, label)

    @staticmethod
    def _draw(key: bytes, label: bytes) -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.digest(key, label + b"\0" + block.to_bytes(4, "big"), "sha256")
            yield from _WORDS.unpack(digest)
            block += 1

    def below(self, limit: int) -> int:
        """Returns a number from 0 to limit - 1, with equal probability; limit is from 1 to 2^32."""
        fair = _SPAN - _SPAN % limit
        number = next(self._numbers)
        while number >= fair:
            number = next(self._numbers)
        return number % limit


def commitment(secret: bytes) -> str:
    """Returns the commitment to a secret, in hexadecimal, which is published before the secret is used."""
    return hashlib.sha256(secret).hexdigest()


def further_secret(reserve: bytes, number: int) -> bytes:
    """Returns the secret of a hand if one decision opens several hands. `number` counts them from 1."""
    return hmac.digest(reserve, b"hand" + number.to_bytes(4, "big"), "sha256")


def seed(secret: bytes, hand: int, entropies: Sequence[str]) -> bytes:
    """Returns the seed of a hand, made of the server's secret and the entropy of each seat, in seat order."""
    message = hand.to_bytes(4, "big")
    for entropy in entropies:
        given = entropy.encode()
        message += len(given).to_bytes(4, "big") + given
    return hmac.digest(secret, message, "sha256")


def shuffled(cards: Sequence[T], dice: Dice) -> tuple[T, ...]:
    """Returns the items in random order; every order is equally likely (Fisher-Yates)."""
    pack = list(cards)
    for place in range(len(pack) - 1, 0, -1):
        other = dice.below(place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    return tuple(pack)


def cut_at(entropy: str, hand: int, cards: int) -> int:
    """Returns the number of cards above the cut that this entropy makes."""
    key = hashlib.sha256(entropy.encode()).digest()
    return 1 + Dice(key, b"cut" + hand.to_bytes(4, "big")).below(cards - 1)


def cut(cards: Cards, at: int) -> Cards:
    """Returns the pack with the first `at` cards moved to the bottom."""
    return cards[at:] + cards[:at]
