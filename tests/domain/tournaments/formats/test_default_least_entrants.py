"""The default minimum of entrants is the number that the format can pair."""

import dataclasses

import pytest

from domain.kernel.refusals import Refusal
from domain.tournaments.formats.checks import checked_format, default_least_entrants
from domain.tournaments.formats.kinds import FORMATS, PARTNER_FORMATS
from domain.tournaments.settings import PLAYERS
from tests.support.tournaments import NIGHT, SWISS


def test_the_default_minimum_is_two_sides_or_a_table_of_four_players():
    assert {each: default_least_entrants(each) for each in FORMATS if not each.startswith("duplicate")} == {
        each: 4 if each in PARTNER_FORMATS else 2 for each in FORMATS if not each.startswith("duplicate")
    }
    assert default_least_entrants("no such format") == 2


@pytest.mark.parametrize("capacity", [None, 8, 9])
def test_a_movement_determines_its_own_minimum(capacity: int | None):
    least = default_least_entrants("duplicate_individual", None, capacity)
    assert least >= 4
    assert least == 8 or capacity != 8
    assert default_least_entrants("duplicate_pairs", "no such movement") == 2
    assert default_least_entrants("duplicate_pairs") >= 2


def test_a_night_can_be_created_with_the_default_minimum_but_not_with_less():
    for settings in (NIGHT, SWISS):
        least = default_least_entrants(settings.format)
        size = PLAYERS if settings is NIGHT else settings.entrants
        checked_format(dataclasses.replace(settings, entrants=dataclasses.replace(size, least=least)))
    with pytest.raises(Refusal):
        checked_format(dataclasses.replace(NIGHT, entrants=dataclasses.replace(PLAYERS, least=3)))
