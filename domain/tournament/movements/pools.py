"""Pools of deals: each board number is dealt several times, and who knows each other plays different deals of it.

| deal of the board | may it be given? |
|---|---|
| the player, a member of the pair or team, or an account linked with one of them holds or has seen it | never |
| friends of any of them hold it | only when every other deal has been seen; then the one that fewest of them hold |
| any other | yes; the one that fewest players hold, of equals one by chance |

Links go on: an account that is linked with a linked account is linked. Where every deal of a board has been seen, no
deal is given, and the organiser deals another one.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from domain.refusals import WrongMoment
from domain.shuffle import Dice
from domain.table.events import PlayerId


class NoUnseenDeal(WrongMoment):
    """Every deal of this board has been seen by the player or by a linked account."""


class Deal(NamedTuple):
    """One of the deals of a board: the number of the board, and which deal of it, both from 1."""

    board: int
    number: int


class Ties(NamedTuple):
    """Who knows whom; each two once, in any order."""

    linked: frozenset[frozenset[PlayerId]] = frozenset()
    friends: frozenset[frozenset[PlayerId]] = frozenset()

    def accounts(self, players: Iterable[PlayerId]) -> frozenset[PlayerId]:
        """The players with every account that is linked with them, directly or by others."""
        found = frozenset(players)
        while True:
            wider = found.union(*(link for link in self.linked if link & found))
            if wider == found:
                return found
            found = wider

    def friends_of(self, accounts: frozenset[PlayerId]) -> frozenset[PlayerId]:
        """Who is a friend of one of them, with every account that is linked with a friend; none of themselves."""
        near = frozenset[PlayerId]().union(*(tie for tie in self.friends if tie & accounts))
        return self.accounts(near - accounts) - accounts


class Pool(NamedTuple):
    """The deals that there are.

    Attributes:
        deals: all of them.
        seen: who holds or has seen which.
    """

    deals: frozenset[Deal]
    seen: frozenset[tuple[PlayerId, Deal]] = frozenset()

    def given(self, players: Iterable[PlayerId], deal: Deal) -> "Pool":
        """The pool after these players have got a deal, or have seen it otherwise."""
        return self._replace(seen=self.seen.union((player, deal) for player in players))


def deal_for(pool: Pool, board: int, players: Iterable[PlayerId], ties: Ties, key: bytes) -> Deal:
    """The deal of a board that players get.

    Args:
        pool: the deals, and who has seen them.
        board: the number of the board.
        players: a player, or all members of a pair or a team.
        ties: who knows whom.
        key: what chance is derived from; secret while deals are given, or deals could be foreseen.

    Raises:
        NoUnseenDeal: none is left for them.
    """
    accounts = ties.accounts(players)
    friends = ties.friends_of(accounts)
    known = {deal for player, deal in pool.seen if player in accounts}
    held = Counter(deal for _, deal in pool.seen)
    by_friends = Counter(deal for player, deal in pool.seen if player in friends)
    left = sorted(deal for deal in pool.deals if deal.board == board and deal not in known)
    if not left:
        raise NoUnseenDeal(f"of board {board} no deal is left that nobody of you has seen", facts={"board": board})
    fewest = min((by_friends[deal], held[deal]) for deal in left)
    choices = [deal for deal in left if (by_friends[deal], held[deal]) == fewest]
    label = b"pool" + board.to_bytes(4, "big") + "\0".join(sorted(accounts)).encode()
    return choices[Dice(key, label).below(len(choices))]
