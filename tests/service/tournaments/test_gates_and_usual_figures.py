"""Requirements of a tournament, and defaults where a setting is omitted."""

import dataclasses

import pytest

from domain.tournaments.entrants.gates import Gates
from domain.tournaments.refusals import TooFewGames
from service.wiring import Service
from tests.support.api import Api
from tests.support.rated_games import LIVE, RATED, at_work, catch_up, four, played  # noqa: F401 - a fixture
from tests.support.tournaments import SWISS, created, enters


def test_a_gate_counts_games_rated_in_the_pool_of_the_tournament(at_work: Service):  # noqa: F811
    players = four(at_work)
    gated = dataclasses.replace(RATED, gates=Gates(games=1))
    played(at_work, players[:2], players[2:], SWISS)
    catch_up(at_work)
    tournament, _ = created(at_work, gated)
    with pytest.raises(TooFewGames) as refused:
        enters(at_work, tournament, *players[:2])
    assert refused.value.facts == {"games": 0, "least": 1}, "unrated games do not count"

    played(at_work, players[:2], players[2:])
    catch_up(at_work)
    enters(at_work, tournament, *players[:2])

    live, _ = created(at_work, dataclasses.replace(LIVE, gates=Gates(games=1)))
    with pytest.raises(TooFewGames):
        enters(at_work, live, *players[2:])


def test_a_night_can_be_created_without_the_number_of_players_per_table(api: Api):
    owner = api.sign_up()
    play = {"profile": "zhang-2021", "hands": 1, "clock": {"kind": "simple", "per_move_s": 60}}
    for entrants in ({}, {"entrants": {"kind": "player"}}):
        night = {"name": "Night", "play": play, "format": "night", "figures": {"rounds": 2}, "tie_breaks": []}
        made = owner.post("/v1/tournaments", {**night, **entrants})
        assert made.status_code == 201, made.text
        settings = owner.get(f"/v1/tournaments/{made.json['tournament']}").json["settings"]
        assert settings["entrants"]["least"] == 4
    swiss = {"name": "Pairs", "play": play, "format": "swiss", "entrants": {"kind": "pair"}, "figures": {"rounds": 2}}
    made = owner.post("/v1/tournaments", {**swiss, "tie_breaks": []})
    assert owner.get(f"/v1/tournaments/{made.json['tournament']}").json["settings"]["entrants"]["least"] == 2
