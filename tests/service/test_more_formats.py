"""Formats beyond the four of the beginning run themselves to their ends: individual Swiss, chosen partners, arena."""

import dataclasses
from collections import Counter

import pytest

from domain.tournament.settings import PLAYERS
from service.jobs.queue import JobQueue
from service.jobs.workshop import Workshop
from service.wiring import Service
from tests.support.tournaments import SWISS, by_id, play_to_the_end, started

INDIVIDUALS = dataclasses.replace(
    SWISS, format="individual_swiss", entrants=dataclasses.replace(PLAYERS, least=4), tie_breaks=("wins", "progressive")
)


@pytest.fixture
def at_work(service: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    """What jobs work with; none of them is cut off because the machine is slow."""
    Workshop.service = service
    Workshop.queue = JobQueue(service.settings.redis_url)
    monkeypatch.setattr("service.jobs.workshop.PLAY_FOR_S", 60.0)
    return service


def test_an_individual_swiss_of_nine_plays_three_rounds_by_itself(at_work: Service):
    tournament, field = started(at_work, INDIVIDUALS, 9)

    ended = play_to_the_end(at_work, tournament, by_id)

    assert ended.status == "finished"
    points: Counter[str] = Counter()
    partners: Counter[frozenset[str]] = Counter()
    for played in ended.rounds:
        named = [each for match in played.paired.matches for side in match for each in side.split("+")]
        [bye] = played.paired.byes
        assert sorted([*named, bye.entrant]) == sorted(field)
        points[bye.entrant] += 100
        for match, result in zip(played.paired.matches, played.results, strict=True):
            assert result is not None
            partners.update(frozenset(side.split("+")) for side in match)
            for side, worth in zip(match, (result.first, result.second), strict=True):
                points.update(dict.fromkeys(side.split("+"), worth))
    assert set(partners.values()) == {1}
    assert len({played.paired.byes for played in ended.rounds}) == 3
    assert len({played.seed for played in ended.rounds}) == 3
    standings = at_work.tournaments.standings(tournament)
    assert {each.entrant: each.points for each in standings} == {each: points[each] for each in field}
    assert [each.points for each in standings] == sorted(points[each] for each in field)[::-1]
