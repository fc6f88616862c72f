"""The addresses of API processes, and which of them the clients of a table use."""

from collections.abc import Sequence
from typing import NamedTuple


class Address(NamedTuple):
    """The address of an API process. Several processes can share one."""

    host: str
    port: int


def of_commands(addresses: Sequence[Address], table: int, seat: int) -> Address:
    """Returns the address to which a seat sends its requests.

    The seats of a table take the addresses in turn, and each table begins with the next one.
    """
    return addresses[(table + seat) % len(addresses)]


def of_stream(addresses: Sequence[Address], table: int, seat: int) -> Address:
    """Returns the address from which a seat streams its feed: the one after the address of its requests.

    So commands and streams of a seat meet at one process only by chance, as behind a balancer.
    """
    return of_commands(addresses, table, seat + 1)


def of_table(addresses: Sequence[Address], table: int) -> list[Address]:
    """Returns the one address of a table, if a balancer sends all requests of a table to one process."""
    return [of_commands(addresses, table, 0)]


def after(addresses: Sequence[Address], address: Address) -> Address:
    """Returns the next address, for a client whose process does not answer."""
    return addresses[(addresses.index(address) + 1) % len(addresses)]
