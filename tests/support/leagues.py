"""Leagues in a given state, reached by commands, and an independent computation of divisions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.entrants.commands import AcceptPartner, Register
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.leagues.commands import (
    CreateLeague,
    LeagueCommand,
    LeagueTimePasses,
    RecordDivisionEnded,
    RecordDivisionOpened,
)
from domain.tournaments.leagues.decide import decide_league
from domain.tournaments.leagues.divisions import LeagueRules
from domain.tournaments.leagues.events import FinalPlace
from domain.tournaments.leagues.evolve import evolve_league
from domain.tournaments.leagues.plan import LeaguePlan, SeasonCalendar
from domain.tournaments.leagues.seasons import divisions_in_play, divisions_to_open
from domain.tournaments.leagues.state import League
from domain.tournaments.recorder import Decision
from domain.tournaments.settings import PLAYERS, TableGame, TournamentSettings
from domain.tournaments.terms import EntrantId, Points
from tests.support.tournament import OWNER, PAIRS, hours

DAY_S = 24 * 3600
TEMPLATE = TournamentSettings(
    "City", TableGame("zheng_shangyou", "zheng-shangyou-4"), "round_robin", {}, entrants=PLAYERS
)
OF_PAIRS = replace(TEMPLATE, entrants=PAIRS)
RULES = LeagueRules(least=3, most=4, promoted=1, relegated=1)
CALENDAR = SeasonCalendar(hours(100), length_s=10 * DAY_S, break_s=2 * DAY_S, closes_before_s=DAY_S)
PLAN = LeaguePlan("City league", TEMPLATE, RULES, CALENDAR)
SEASON_H = 12 * 24
SETTLES = hours(76)
STARTS = hours(100)


class Told:
    """A league that gets commands at increasing times. It checks that the events fold to the decided state."""

    def __init__(self, plan: LeaguePlan = PLAN, now: Instant = hours(0)) -> None:  # noqa: B008 - it is a number
        self.now = now
        self.events: list[Any] = []
        self.league: League = self._after(decide_league(None, CreateLeague(OWNER, plan), now), None)

    def _after(self, outcome: Decision[League], before: League | None) -> League:
        folded = before
        for event in outcome.events:
            folded = evolve_league(folded, event)
        assert folded == outcome.state
        self.events += outcome.events
        return outcome.state

    def ask(self, command: LeagueCommand, now: Instant | None = None) -> tuple[Any, ...]:
        """Executes an accepted command and returns its events."""
        self.now = self.now if now is None else now
        outcome = decide_league(self.league, command, self.now)
        self.league = self._after(outcome, self.league)
        return outcome.events

    def refused(self, command: LeagueCommand, now: Instant | None = None) -> str:
        """Checks that a command is refused and changes nothing. Returns the code of the refusal."""
        before = self.league
        with pytest.raises(Refusal) as raised:
            decide_league(self.league, command, self.now if now is None else now)
        assert self.league == before
        assert raised.value.hint
        return raised.value.code()

    def until(self, now: Instant) -> tuple[Any, ...]:
        """Moves the time to `now` and returns the events."""
        return self.ask(LeagueTimePasses(), now)

    def register(self, name: str, rating: int = 0, partners: Sequence[str] = (), *, agree: bool = True) -> EntrantId:
        """Registers a member of that name and returns its id. With `agree`, the partners accept."""
        by = PlayerId(name)
        asked = tuple(map(PlayerId, partners))
        self.ask(Register(by, EntrantId(name), Applicant(by, rating), partners=asked))
        for partner in asked if agree else ():
            self.ask(AcceptPartner(partner, EntrantId(name), Applicant(partner, rating)))
        return EntrantId(name)

    def divisions(self) -> list[list[str]]:
        """Returns the divisions of the last season."""
        assert self.league.season is not None
        return [list(division.members) for division in self.league.season.divisions]

    def open(self) -> None:
        """Records the tournaments of all divisions that are due."""
        for number in divisions_to_open(self.league):
            season = self.league.season
            assert season is not None
            self.ask(RecordDivisionOpened(season.number, number, f"trn_{season.number}_{number}"))

    def play(self, order: Mapping[str, int] | None = None) -> None:
        """Ends all divisions. Members with lower numbers in `order` rank first. Without numbers, the seeds decide."""
        self.open()
        for number, _ in divisions_in_play(self.league):
            season = self.league.season
            assert season is not None
            members = season.divisions[number - 1].members
            ranked = sorted(members, key=lambda each: (order or {}).get(each, members.index(each)))
            self.ask(RecordDivisionEnded(season.number, number, "finished", placed(ranked)))


def placed(entrants: Iterable[EntrantId]) -> tuple[FinalPlace, ...]:
    """Returns final places in that order."""
    ranked = list(entrants)
    return tuple(
        FinalPlace(each, rank, Points(100 * (len(ranked) - rank))) for rank, each in enumerate(ranked, start=1)
    )


def swapped(standings: Sequence[Sequence[str]], figure: int) -> list[set[str]]:
    """Returns the divisions after `figure` members move between neighbours, without newcomers or withdrawals."""
    found = [set(division) for division in standings]
    for place in range(len(standings) - 1):
        down, up = set(standings[place][-figure:]), set(standings[place + 1][:figure])
        found[place] = found[place] - down | up
        found[place + 1] = found[place + 1] - up | down
    return found
