"""Pools of deals: nobody gets a deal seen by them or a linked account, and friends get different deals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.players import PlayerId
from domain.tournaments.boards.pools import AccountLinks, DealPool, NoUnseenDeal, PooledDeal, deal_for

ANN, BOB, CAT, DAN, EVE = (PlayerId(f"ply_{name}") for name in ("ann", "bob", "cat", "dan", "eve"))
PLAYERS = (ANN, BOB, CAT, DAN, EVE)
TWO = st.sets(st.sampled_from(PLAYERS), min_size=2, max_size=2).map(frozenset)
TIES = st.builds(AccountLinks, st.frozensets(TWO, max_size=3), st.frozensets(TWO, max_size=3))
DEALS = frozenset(PooledDeal(board, number) for board in (1, 2) for number in (1, 2, 3))
ASKED = st.lists(
    st.tuples(st.sets(st.sampled_from(PLAYERS), min_size=1, max_size=2), st.sampled_from((1, 2))), max_size=9
)
ALONE = AccountLinks()


def ties(
    *, linked: tuple[tuple[PlayerId, PlayerId], ...] = (), friends: tuple[tuple[PlayerId, PlayerId], ...] = ()
) -> AccountLinks:
    return AccountLinks(frozenset(map(frozenset, linked)), frozenset(map(frozenset, friends)))


def pool(*seen: tuple[PlayerId, int], deals: int = 3) -> DealPool:
    """A pool of one board."""
    return DealPool(
        frozenset(PooledDeal(1, number) for number in range(1, deals + 1)),
        frozenset((player, PooledDeal(1, number)) for player, number in seen),
    )


def reachable(ties: AccountLinks, player: PlayerId) -> set[PlayerId]:
    """All players connected by links, found step by step."""
    found, todo = {player}, [player]
    while todo:
        here = todo.pop()
        new = {other for link in ties.linked if here in link for other in link} - found
        found |= new
        todo += new
    return found


@given(TIES, ASKED, st.binary(max_size=3))
def test_nobody_gets_a_deal_seen_by_them_or_a_linked_account(
    ties: AccountLinks, asked: list[tuple[set[PlayerId], int]], key: bytes
):
    now = DealPool(DEALS)
    for players, board in asked:
        near = set().union(*(reachable(ties, player) for player in players))
        seen = {deal for player, deal in now.seen if player in near and deal.board == board}
        try:
            deal = deal_for(now, board, players, ties, key)
        except NoUnseenDeal:
            assert len(seen) == 3
        else:
            assert deal.board == board
            assert deal in now.deals - seen
            now = now.with_seen(players, deal)


@given(TIES, ASKED)
def test_a_deal_known_to_friends_is_used_only_when_all_others_have_been_seen(
    ties: AccountLinks, asked: list[tuple[set[PlayerId], int]]
):
    now = DealPool(DEALS)
    for players, board in asked:
        accounts = ties.accounts(players)
        try:
            deal = deal_for(now, board, players, ties, b"key")
        except NoUnseenDeal:
            continue
        friends = ties.friends_of(accounts)
        held = {each for player, each in now.seen if player in friends}
        own = {each for player, each in now.seen if player in accounts}
        assert deal not in held or {each for each in now.deals if each.board == board} <= held | own
        now = now.with_seen(players, deal)


def test_a_seen_deal_is_never_given_again():
    assert {deal_for(pool((ANN, 1), (ANN, 3)), 1, [ANN], ALONE, bytes([key])) for key in range(20)} == {
        PooledDeal(1, 2)
    }


def test_links_between_accounts_are_transitive():
    known = ties(linked=((ANN, BOB), (BOB, CAT)))

    assert known.accounts([ANN]) == {ANN, BOB, CAT}
    assert deal_for(pool((CAT, 1), (BOB, 2)), 1, [ANN], known, b"") == PooledDeal(1, 3)


def test_a_pair_gets_a_deal_that_neither_member_has_seen():
    assert deal_for(pool((ANN, 1), (BOB, 3)), 1, [ANN, BOB], ALONE, b"") == PooledDeal(1, 2)


def test_when_all_deals_have_been_seen_none_is_given():
    with pytest.raises(NoUnseenDeal) as refused:
        deal_for(pool((ANN, 1), (BOB, 2), deals=2), 1, [ANN], ties(linked=((ANN, BOB),)), b"")

    assert refused.value.facts == {"board": 1}
    with pytest.raises(NoUnseenDeal):
        deal_for(pool(), 2, [ANN], ALONE, b"")


def test_friends_of_linked_accounts_and_accounts_linked_with_friends_count_as_friends():
    known = ties(linked=((ANN, BOB), (CAT, DAN)), friends=((BOB, CAT), (ANN, BOB)))

    assert known.friends_of(known.accounts([ANN])) == {CAT, DAN}
    assert deal_for(pool((DAN, 1), (CAT, 2)), 1, [ANN], known, b"") == PooledDeal(1, 3)


def test_when_friends_have_seen_all_deals_the_one_known_to_the_fewest_is_given():
    known = ties(friends=((ANN, BOB), (ANN, CAT), (ANN, DAN)))

    assert deal_for(pool((BOB, 1), (CAT, 1), (DAN, 2), deals=2), 1, [ANN], known, b"") == PooledDeal(1, 2)


def test_among_strangers_the_least_used_deal_is_given_so_that_fields_are_equal():
    held = pool((BOB, 1), (CAT, 2), (DAN, 2))

    assert deal_for(held, 1, [ANN], ALONE, b"") == PooledDeal(1, 3)


def test_the_choice_among_equal_deals_is_derived_from_the_key_and_the_players():
    found = {(player, deal_for(pool(), 1, [player], ALONE, bytes([key]))) for player in PLAYERS for key in range(30)}

    assert len(found) == 15
    assert deal_for(pool(), 1, [ANN, BOB], ALONE, b"k") == deal_for(pool(), 1, [BOB, ANN], ALONE, b"k")
