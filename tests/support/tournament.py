"""Tournaments in a given state, reached by commands, and a minimal format."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pytest

from domain.kernel.instants import HOUR_MS, Instant
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.commands import CreateTournament, TournamentCommand, TournamentTimePasses
from domain.tournaments.decide import decide
from domain.tournaments.entrants.commands import CheckIn, Register
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.evolve import fold
from domain.tournaments.formats.format import Format, Violation
from domain.tournaments.parts import Entry
from domain.tournaments.recorder import TournamentContext
from domain.tournaments.rounds.commands import Link, LinkTables, PairRound, RecordResult
from domain.tournaments.rounds.events import TableId
from domain.tournaments.settings import BY_HAND, EntrantSettings, RoundPlan, Schedule, TableGame, TournamentSettings
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import DRAW, LOSS, WIN, Bye, EntrantId, Match, PairingContext, Result, Round

OWNER, DIRECTOR, ASSISTANT = map(PlayerId, ("owner", "director", "assistant"))
ANN, BEN, CAT, DAN, EVE, FAY = map(PlayerId, ("ann", "ben", "cat", "dan", "eve", "fay"))
SECRET = bytes(range(32))
SEED = b"seed"
WON, LOST, DRAWN = Result(WIN, LOSS), Result(LOSS, WIN), Result(DRAW, DRAW)


def hours(number: float) -> Instant:
    """Returns the instant this many hours after the epoch."""
    return Instant(int(number * HOUR_MS))


FIRST_HOUR = hours(1)
OPENS, CLOSES, STARTS = hours(10), hours(20), hours(30)
PLAY = TableGame("sheng_ji", "zhang-2021")
PLAYERS_PLAN = TournamentSettings("Friday", PLAY, "ladder", schedule=Schedule(OPENS, CLOSES, None, STARTS))
OPEN_NOW = replace(PLAYERS_PLAN, schedule=BY_HAND)
"""Registration is open at once, and staff start the tournament."""
CHECKED_IN = replace(PLAYERS_PLAN, schedule=Schedule(OPENS, CLOSES, 3600, STARTS))
PAIRS = EntrantSettings("pair", 2, 2)
PAIRS_PLAN = replace(OPEN_NOW, entrants=PAIRS)
TEAMS_PLAN = replace(OPEN_NOW, entrants=EntrantSettings("team", 2, 4))
BY_DIRECTOR = RoundPlan(is_automatic=False)
WINDOW = RoundPlan("window", window_s=24 * 3600, interval_s=3600)


def link_table(round_: int, match: int, table: TableId, boards: tuple[str, ...] = (), room: int = 1) -> LinkTables:
    """Returns the command that assigns a table to a match."""
    return LinkTables(round_, (Link(match, table, boards, room),))


class Ladder(NamedTuple):
    """A format in which neighbours in the standings meet: first and second, third and fourth, for `rounds` rounds.

    If the number of entrants is odd, one sits out: of those with the fewest pairing byes, the last in the standings.
    """

    rounds: int = 3
    takes_odd: bool = True
    pairs_everybody: bool = True
    has_rounds_without_matches: bool = False
    needs_winners: bool = False
    fixed_rounds: int | None = None

    def entrants_of(self, side: EntrantId) -> tuple[EntrantId, ...]:
        """Returns the entrants of a side: the side itself is one entrant."""
        return (side,)

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:
        """Returns the next round, or `None` after the last one. The seed orders entrants with equal points."""
        number = len(context.rounds) + 1
        standing = [entrant.id for entrant in context.present()]
        if number > self.rounds or len(standing) < 2:
            return None
        points = context.points()
        standing.sort(key=lambda each: (-points[each], hashlib.sha256(seed + each.encode()).digest()))
        byes = []
        if len(standing) % 2:
            sat_out = _sat_out(context)
            last = min(reversed(standing), key=lambda each: sat_out[each])
            standing.remove(last)
            byes.append(Bye(last, "pairing"))
        pairs = zip(standing[::2], standing[1::2], strict=True)
        return Round(number, tuple(Match(*pair) for pair in pairs), (*byes, *context.granted_byes))

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:
        """Returns a violation for each entrant that sits out although another has sat out less often."""
        sat_out = _sat_out(context)
        fewest = min((sat_out[entrant.id] for entrant in context.present()), default=0)
        return tuple(
            Violation("sits_out_again", message("{entrant} sits out again", entrant=bye.entrant), (bye.entrant,))
            for bye in paired.byes
            if bye.kind == "pairing" and sat_out[bye.entrant] > fewest
        )


THREE_ROUNDS = Ladder()


def _sat_out(context: PairingContext) -> Counter[EntrantId]:
    return Counter(bye.entrant for each in context.rounds for bye in each.round.byes if bye.kind == "pairing")


@dataclass(frozen=True)
class Given:
    """A tournament after accepted commands."""

    events: tuple[Any, ...] = ()
    now: Instant = FIRST_HOUR
    format_: Format = THREE_ROUNDS

    @property
    def tournament(self) -> Tournament:
        return fold(self.events)

    @property
    def moment(self) -> TournamentContext:
        return TournamentContext(self.now, self.format_, SECRET)

    def entry(self, entrant: str) -> Entry:
        entry = self.tournament.entry(EntrantId(entrant))
        assert entry is not None
        return entry

    def statuses(self) -> dict[str, str]:
        return {entry.id: entry.status for entry in self.tournament.entries}

    def results(self, number: int = 1) -> tuple[Result | None, ...]:
        return self.tournament.rounds[number - 1].results

    def when(self, command: TournamentCommand) -> tuple[Any, ...]:
        """Returns the events of a command."""
        outcome = decide(self.tournament, command, self.moment)
        assert outcome.state == fold(outcome.events, self.tournament)
        return outcome.events

    def told(self, command: TournamentCommand) -> tuple[type, ...]:
        """Returns the types of the events of a command."""
        return tuple(type(event) for event in self.when(command))

    def after(self, *commands: TournamentCommand) -> "Given":
        given = self
        for command in commands:
            given = replace(given, events=(*given.events, *given.when(command)))
        return given

    def at(self, now: Instant) -> "Given":
        """Moves the time and carries out what is due."""
        return self.late(now).after(TournamentTimePasses())

    def late(self, now: Instant) -> "Given":
        """Moves the time, but does not carry out what is due."""
        return replace(self, now=now)

    def refusal(self, command: TournamentCommand) -> Refusal:
        """Returns the refusal of a command. Checks that it has a detail and a hint."""
        with pytest.raises(Refusal) as raised:
            decide(self.tournament, command, self.moment)
        assert raised.value.detail
        assert raised.value.hint
        return raised.value

    def refused(self, command: TournamentCommand) -> str:
        """Returns the code of the refusal."""
        return self.refusal(command).code()

    def pair(self, by: PlayerId | None = None, seed: bytes = SEED) -> PairRound:
        """Returns the command for the next round as paired by the format."""
        paired = self.format_.next_round(pairing_context(self.tournament), seed)
        assert paired is not None
        return PairRound(by, paired, seed)

    def played(self, *results: Result, by: PlayerId | None = None) -> "Given":
        """Pairs the next round, links a table to each of these matches, and records these results."""
        given = self.after(self.pair(by))
        number = len(given.tournament.rounds)
        for match, result in enumerate(results, start=1):
            given = given.after(link_table(number, match, table(number, match)))
            given = given.after(RecordResult(number, match, result, (table(number, match),)))
        return given


def created(settings: TournamentSettings, format_: Format | None = None) -> Given:
    """Returns a new tournament. If registration has an opening time, it is not open yet."""
    given = Given(format_=format_ or Ladder())
    return replace(given, events=decide(None, CreateTournament(OWNER, settings), given.moment).events)


def table(number: int, match: int) -> TableId:
    return TableId(f"tbl_{number}_{match}")


def register(player: PlayerId, *partners: PlayerId, rating: int = 0, **more: Any) -> Register:
    """Returns the command that registers an entrant. Its id is the player's id in capitals."""
    entrant = EntrantId(player.upper())
    return Register(player, entrant, Applicant(player, rating), partners=partners, **more)


def registers(players: Iterable[PlayerId]) -> list[Register]:
    """Returns the commands that register these players, each with a lower rating than the one before."""
    return [register(player, rating=2000 - 10 * place) for place, player in enumerate(players)]


def checks_in(*players: PlayerId) -> list[CheckIn]:
    return [CheckIn(player, player) for player in players]
