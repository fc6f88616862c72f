"""A tournament of pairs with open registration, and one with round 1 paired."""

import pytest

from tests.support.api import Api
from tests.support.tournaments_served import Tournament


@pytest.fixture
def tournament(api: Api) -> Tournament:
    """Returns a tournament of pairs with open registration."""
    return Tournament(api)


@pytest.fixture
def running(tournament: Tournament) -> Tournament:
    """Returns a tournament of four pairs with round 1 paired."""
    tournament.start()
    tournament.pair()
    return tournament
