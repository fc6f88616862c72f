"""Every profile says how many players it can seat, and with how many decks."""

import pytest

from domain.games.registry import GAMES
from domain.games.rulebooks import BOOK_OF_PROFILE
from domain.games.seat_counts import seat_counts, seats_option
from domain.kernel.options import UnknownProfile
from domain.kernel.refusals import InvalidRules

BOOK = BOOK_OF_PROFILE["zhang-2021"]


@pytest.mark.parametrize("profile", BOOK_OF_PROFILE)
def test_the_possible_numbers_are_exactly_those_with_which_rules_can_be_made(profile: str):
    book = BOOK_OF_PROFILE[profile]
    option, counts = seats_option(book), seat_counts(book, profile, {})
    assert option is not None
    for number in range(2, 12):
        if number in counts.possible:
            rules = book.rules_of(profile, {option.name: number})
            assert GAMES[book.game].seats(rules) == number
            assert counts.decks[number] == getattr(rules, "decks", 1)
        else:
            with pytest.raises(InvalidRules):
                book.rules_of(profile, {option.name: number})
    assert counts.default in counts.possible


def test_other_options_change_what_is_possible():
    assert seat_counts(BOOK, "zhang-2021", {}).possible == [4]
    assert seat_counts(BOOK, "zhang-2021", {"team_mode": "fixed_2x3"}).possible == [6]
    assert seat_counts(BOOK, "zhang-2021", {"no_such_option": 1}).possible == []


def test_an_unknown_profile_is_refused():
    with pytest.raises(UnknownProfile):
        seat_counts(BOOK, "nobody", {})
