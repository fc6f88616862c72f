"""Idempotency keys: a command that is sent again gets the answer of the first one."""

from typing import NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from domain.kernel.players import PlayerId


class KeyReused(Exception):
    """The idempotency key was used before, for something else."""


class Key(NamedTuple):
    """An idempotency key: the id that the command gets by it, and a fingerprint of what is asked."""

    command_id: UUID
    fingerprint: str


def key_of(player: PlayerId, key: str, fingerprint: str) -> Key:
    """The key of a player: players do not share keys."""
    return Key(uuid5(NAMESPACE_URL, f"shengji:{player}:{key}"), fingerprint)
