"""Clients use the addresses of the API in turn."""

from collections import Counter

from tests.bench.addresses import Address, after, of_commands, of_stream, of_table

FOUR = [Address(f"198.18.0.{place}", 8080) for place in range(4)]


def test_the_seats_of_a_table_use_different_addresses():
    assert {of_commands(FOUR, 3, seat) for seat in range(4)} == set(FOUR)
    assert {of_stream(FOUR, 3, seat) for seat in range(4)} == set(FOUR)


def test_all_addresses_get_as_many_connections():
    for addresses in (FOUR[:1], FOUR[:2], FOUR):
        used = Counter(of_commands(addresses, table, seat) for table in range(4) for seat in range(4))

        assert set(used.values()) == {16 // len(addresses)}


def test_with_more_addresses_than_seats_tables_begin_with_different_ones():
    eight = [Address("127.0.0.1", port) for port in range(8)]

    assert [of_commands(eight, table, 0) for table in range(8)] == eight


def test_commands_and_stream_of_a_seat_are_at_different_addresses():
    assert all(
        of_commands(FOUR, table, seat) != of_stream(FOUR, table, seat) for table in range(4) for seat in range(4)
    )


def test_a_balancer_by_table_gives_each_table_one_address_and_all_addresses_as_many_tables():
    assert [of_table(FOUR, table) for table in range(8)] == [[each] for each in (*FOUR, *FOUR)]


def test_after_the_last_address_comes_the_first():
    assert after(FOUR, FOUR[3]) == FOUR[0]
