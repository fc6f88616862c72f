"""Distinct matches for a large store: decided by the domain, and written as commits by the code of the service.

House bots choose the moves of all seats, also of those that belong to people. Time is simulated, so a match of weeks
is played in a second.
"""

import hashlib
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.kernel.instants import DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, Instant
from domain.kernel.players import PlayerId, house_player
from domain.kernel.seats import Seat
from domain.table.asking import asking
from domain.table.commands import Act, OpenTable, SeatBot, Sit, Start, TableCommand
from domain.table.decide import decide
from domain.table.evolve import evolve
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.table.state import Table
from domain.table.turn_clocks import DecisionContext
from service.platform.store.event_store import Commit
from service.platform.store.stream_repository import Origin, StreamDecision, StreamRepository

BOT = "steady"
TABLE = f"tbl_{'0' * 26}"
"""The id of the table of every match. A copy replaces it, like the ids of the people and the times."""
BEGINS = Instant(1_767_225_600_000)
"""The time at which the table of every match is opened."""
BOT_MS = SECOND_MS


class Pace(NamedTuple):
    """The shortest and the longest time in milliseconds that a person takes to act, and the clock of the table."""

    shortest_ms: int
    longest_ms: int
    clock: ClockRules


LIVE = Pace(2 * SECOND_MS, 30 * SECOND_MS, NO_CLOCK)
DAYS = Pace(10 * MINUTE_MS, 20 * HOUR_MS, ClockRules("simple", per_move_s=3 * DAY_MS // SECOND_MS))
HOURS = Pace(
    MINUTE_MS, HOUR_MS, ClockRules("time_bank", per_move_s=2 * DAY_MS // SECOND_MS, bank_s=DAY_MS // SECOND_MS)
)


class Setting(NamedTuple):
    """What is played: a profile of a game, the number of hands, the number of seats of people, and their pace."""

    game: str
    profile: str
    hands: int
    people: int
    pace: Pace


SETTINGS = (
    Setting("sheng_ji", "zhang-2021", 1, 4, LIVE),
    Setting("sheng_ji", "wikipedia-bashifen", 2, 2, DAYS),
    Setting("zheng_shangyou", "zheng-shangyou", 4, 4, LIVE),
    Setting("sheng_ji", "zhao-peng-you", 2, 5, LIVE),
    Setting("zheng_shangyou", "zheng-shangyou-4-partners", 2, 3, HOURS),
    Setting("sheng_ji", "six-player-teams", 1, 6, HOURS),
    Setting("sheng_ji", "si-shi-fen", 3, 1, LIVE),
    Setting("zheng_shangyou", "san-jia-xi", 3, 3, DAYS),
    Setting("sheng_ji", "levelup-5", 1, 5, HOURS),
    Setting("sheng_ji", "zhang-2016", 12, 4, LIVE),
)
"""The settings of matches. Match number n has the setting n modulo their number. The last one has long tables.

None has a clock of the game: such tables would not wait for a person.
"""


class PlayedCommand(NamedTuple):
    """A command of a match.

    Attributes:
        at_ms: milliseconds since the table was opened.
        commit: what the service appends.
        waits_for_bot: whether a bot has to act next.
    """

    at_ms: int
    commit: Commit
    waits_for_bot: bool


class PlayedMatch(NamedTuple):
    """A match: its setting, the ids of the people in seat order, and its commands. The first person is the host."""

    setting: Setting
    people: tuple[PlayerId, ...]
    commands: tuple[PlayedCommand, ...]


class _Play:
    """A table in memory, with the view of each seat."""

    def __init__(self, number: int, repository: StreamRepository[Table]) -> None:
        self.setting = SETTINGS[number % len(SETTINGS)]
        self._luck = Random(f"match {number}")
        self._repository = repository
        self.people = tuple(PlayerId(f"ply_{place:026}") for place in range(self.setting.people))
        self._table: Table | None = None
        self._views: dict[Seat, Table] = {}
        self._version = 0
        self._at_ms = 0

    def commands(self) -> Iterator[PlayedCommand]:
        """Yields the commands of the whole match."""
        host = self.people[0]
        setting = self.setting
        yield self._carry_out(
            OpenTable(
                host, setting.game, setting.profile, {}, listed=True, hands=setting.hands, clock=setting.pace.clock
            ),
            host,
        )
        for seat in map(Seat, range(len(self._at.seats))):
            yield self._fill(seat)
        yield self._carry_out(Start(host), host)
        while self._at.status == "playing":
            yield self._next()

    @property
    def _at(self) -> Table:
        assert self._table is not None, "the table is open"
        return self._table

    def _fill(self, seat: Seat) -> PlayedCommand:
        entropy = self._luck.randbytes(16).hex()
        if seat < len(self.people):
            return self._carry_out(Sit(self.people[seat], seat, entropy), self.people[seat])
        bot = house_player(BOT)
        return self._carry_out(SeatBot(self.people[0], seat, BOT, bot, entropy), self.people[0])

    def _next(self) -> PlayedCommand:
        first = self._luck.choice(asking(self._at))
        move = BOTS[self.setting.game][BOT].choose(self._views[first.seat], first.seat, self._luck)
        return self._carry_out(Act(first.player, move, first.seat if first.bot else None), first.player)

    def _carry_out(self, command: TableCommand, by: str) -> PlayedCommand:
        if self._table is not None:
            self._at_ms += self._thought_ms(by)
        now = Instant(BEGINS + self._at_ms)
        chance = Chance(self._secret(), self._secret())
        decided = decide(GAMES, self._table, command, chance, DecisionContext(now))
        origin = Origin(by, None, now)
        commit = self._repository.commit_of(
            TABLE, self._version, StreamDecision(decided.events, decided.table, None), origin
        )
        self._table = decided.table
        self._version += len(decided.events)
        for seat in map(Seat, range(len(decided.table.seats))):
            for event in decided.events:
                before = self._views.get(seat)
                self._views[seat] = evolve(GAMES, before, redact(decided.table.game, event, seat))
        return PlayedCommand(self._at_ms, commit, self._waits_for_bot())

    def _thought_ms(self, by: str) -> int:
        pace = self.setting.pace
        return self._luck.randint(pace.shortest_ms, pace.longest_ms) if by in self.people else BOT_MS

    def _secret(self) -> bytes:
        return hashlib.sha256(self._luck.randbytes(32)).digest()

    def _waits_for_bot(self) -> bool:
        return any(each.bot is not None for each in asking(self._at))


def play_match(number: int, repository: StreamRepository[Table]) -> PlayedMatch:
    """Plays a match. The same number gives the same match."""
    play = _Play(number, repository)
    commands = tuple(play.commands())
    return PlayedMatch(play.setting, play.people, commands)
