"""Pools of deals: each board is dealt several times, and acquainted players get different deals of it.

| deal of the board | given? |
|---|---|
| held or seen by the player, a member of the pair or team, or an account linked with one of them | never |
| held by friends of any of them | only if all other deals were seen; then the one that the fewest friends hold |
| any other | yes: the one that the fewest players hold; ties by lot |

Links are transitive: an account linked with a linked account is linked. If every deal of a board was seen, none is
given, and staff must deal another one.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.refusals import WrongMoment
from domain.kernel.shuffle import Dice


class NoUnseenDeal(WrongMoment):
    """The player or a linked account has seen every deal of this board."""


class PooledDeal(NamedTuple):
    """A deal of a board: the number of the board and the number of the deal, both from 1."""

    board: int
    number: int


class AccountLinks(NamedTuple):
    """Links and friendships between accounts; each pair once, in any order."""

    linked: frozenset[frozenset[PlayerId]] = frozenset()
    friends: frozenset[frozenset[PlayerId]] = frozenset()

    def accounts(self, players: Iterable[PlayerId]) -> frozenset[PlayerId]:
        """Returns the players with all accounts that are linked with them, directly or through others."""
        found = frozenset(players)
        while True:
            wider = found.union(*(link for link in self.linked if link & found))
            if wider == found:
                return found
            found = wider

    def friends_of(self, accounts: frozenset[PlayerId]) -> frozenset[PlayerId]:
        """Returns the friends of the accounts and all accounts linked with these friends, without the given ones."""
        near = frozenset[PlayerId]().union(*(tie for tie in self.friends if tie & accounts))
        return self.accounts(near - accounts) - accounts


class DealPool(NamedTuple):
    """All deals, and who has seen them.

    Attributes:
        deals: all deals.
        seen: pairs of a player and a deal that the player holds or has seen.
    """

    deals: frozenset[PooledDeal]
    seen: frozenset[tuple[PlayerId, PooledDeal]] = frozenset()

    def with_seen(self, players: Iterable[PlayerId], deal: PooledDeal) -> "DealPool":
        """Returns the pool after these players got or saw a deal."""
        return self._replace(seen=self.seen.union((player, deal) for player in players))


def deal_for(pool: DealPool, board: int, players: Iterable[PlayerId], ties: AccountLinks, key: bytes) -> PooledDeal:
    """Returns the deal of a board for some players.

    Args:
        pool: the deals, and who has seen them.
        board: the number of the board.
        players: a player, or all members of a pair or a team.
        ties: links and friendships.
        key: the key of the lot; keep it secret while deals are given, so that deals are not predictable.

    Raises:
        NoUnseenDeal: they have seen every deal of the board.
    """
    accounts = ties.accounts(players)
    friends = ties.friends_of(accounts)
    known = {deal for player, deal in pool.seen if player in accounts}
    held = Counter(deal for _, deal in pool.seen)
    by_friends = Counter(deal for player, deal in pool.seen if player in friends)
    left = sorted(deal for deal in pool.deals if deal.board == board and deal not in known)
    if not left:
        raise NoUnseenDeal(
            message("every deal of board {board} has been seen by one of the players", board=board),
            facts={"board": board},
        )
    fewest = min((by_friends[deal], held[deal]) for deal in left)
    choices = [deal for deal in left if (by_friends[deal], held[deal]) == fewest]
    label = b"pool" + board.to_bytes(4, "big") + "\0".join(sorted(accounts)).encode()
    return choices[Dice(key, label).below(len(choices))]
