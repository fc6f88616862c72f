"""What a table decides: a command becomes events, or is refused. Chance comes in beside the command."""

from typing import Any, NamedTuple

from domain import shuffle
from domain.refusals import NotAllowed, Unknown, WrongMoment
from domain.seats import Seat
from domain.table.asking import running_clock
from domain.table.challenges import accepted, challenged, declined, withdrawn
from domain.table.commands import (
    Act,
    Cancel,
    ChallengeCommand,
    ChallengePlayer,
    CommandBeforeStart,
    DeclineChallenge,
    Leave,
    OpenTable,
    SeatBot,
    SetEntropy,
    Sit,
    Start,
    TableCommand,
    Tick,
    UnseatBot,
    WithdrawChallenge,
)
from domain.table.events import (
    CardsDealt,
    EntropyChanged,
    HandOpened,
    MatchEnded,
    PlayerId,
    SeatLeft,
    SeatTaken,
    SecretPublished,
    TableCancelled,
    TableOpened,
    TableStarted,
)
from domain.table.evolve import BrokenHistory, evolve
from domain.table.game import Game, Progress
from domain.table.state import Occupant, Table

ENTROPY_LIMIT = 64
"""The most characters of entropy that a seat may give."""


class Chance(NamedTuple):
    """What chance gives to one decision: a fresh secret of 32 bytes, known to nobody."""

    secret: bytes


class Outcome(NamedTuple):
    """What has been decided: the events, and the table after them."""

    events: tuple[Any, ...]
    table: Table


class AlreadyStarted(WrongMoment):
    """The match has begun, so this can no longer be done."""


class NotStarted(WrongMoment):
    """The match has not begun yet."""


class TableOver(WrongMoment):
    """The table is finished or was cancelled."""


class SeatOccupied(WrongMoment):
    """The seat is taken."""


class SeatNotOccupied(WrongMoment):
    """Nobody who could be removed sits there."""


class AlreadySeated(WrongMoment):
    """A player holds one seat at a table."""


class SeatsFree(WrongMoment):
    """The match begins when all seats are taken."""


class ClockStopped(WrongMoment):
    """The clock of the game has nothing to do now."""


class NoSuchSeat(Unknown):
    """The table has no seat of this number."""


class NoSuchGame(Unknown):
    """There is no game of this name."""


class HostOnly(NotAllowed):
    """Only the host of the table may do this."""


class NotSeated(NotAllowed):
    """Only a player who holds a seat may do this."""


class _Story:
    """Events as they are decided, and the table as they change it."""

    def __init__(self, games: dict[str, Game], table: Table | None) -> None:
        self._games = games
        self._table = table
        self._events: list[Any] = []

    @property
    def table(self) -> Table:
        if self._table is None:
            raise BrokenHistory("no table yet")
        return self._table

    def tell(self, *events: Any) -> None:
        for event in events:
            self._table = evolve(self._games, self._table, event)
            self._events.append(event)

    def told(self, events: tuple[Any, ...], match: Any, table: Table) -> None:
        """Events of the game that the game has already folded into its state."""
        self._events.extend(events)
        self._table = table.with_match(match)

    def outcome(self) -> Outcome:
        return Outcome(tuple(self._events), self.table)


def decide(games: dict[str, Game], table: Table | None, command: TableCommand, chance: Chance) -> Outcome:
    """The events that follow from a command, and the table after them.

    Args:
        games: the games that can be played, by name.
        table: the table as it knows itself; none to open one.
        command: what is asked.
        chance: what chance gives to this decision.

    Raises:
        Refusal: the command is refused, and nothing has happened.
    """
    if isinstance(command, OpenTable):
        return _open(games, command, chance)
    if table is None:
        raise BrokenHistory(f"{type(command).__name__} without a table")
    check_asker(table, command)
    story = _Story(games, table)
    match command:
        case Act(by, move, seat):
            _act(story, acting_seat(table, by, seat), move, chance)
        case Tick(what):
            _tick(story, what, chance)
        case SetEntropy(by, entropy):
            story.tell(EntropyChanged(_own_seat(table, by), entropy))
        case _:
            _before_start(story, table, command, chance)
    return story.outcome()


def check_asker(table: Table, command: TableCommand) -> None:
    """Whether this is somebody who may ask for that at this table, and whether the table still takes commands.

    Raises:
        NotAllowed: they may not; this is said first, whatever else is wrong.
        TableOver: nobody can ask for anything any more.
    """
    match command:
        case Act(by, _, seat):
            _seat_of_asker(table, by, seat)
        case SetEntropy(by) | Leave(by):
            _own_seat(table, by)
        case SeatBot(by) | UnseatBot(by) | Cancel(by):
            _host_only(table, by)
        case Start(by):
            _host_or_seated(table, by, "starts the match")
        case ChallengePlayer(by):
            _host_or_seated(table, by, "challenges others")
    if table.status in ("finished", "cancelled"):
        raise TableOver(f"the table is {table.status}", hint="its events and views can still be read")


def acting_seat(table: Table, by: PlayerId, seat: Seat | None = None) -> Seat:
    """The seat for which a player acts: the one that they hold, or the one that is named.

    Raises:
        NotSeated: it is not theirs.
        NotStarted: the match has not begun.
    """
    acting = _seat_of_asker(table, by, seat)
    if table.status == "open":
        raise NotStarted("the match has not begun", hint="wait for the start")
    return acting


def _open(games: dict[str, Game], command: OpenTable, chance: Chance) -> Outcome:
    game = games.get(command.game)
    if game is None:
        raise NoSuchGame(f"there is no game {command.game!r}", hint=f"play one of {', '.join(sorted(games))}")
    rules = game.rules(command.profile, command.overrides)
    story = _Story(games, None)
    story.tell(
        TableOpened(
            game=game.name,
            rules=game.rules_document(rules),
            rules_revision=game.rules_revision,
            seats=game.seats(rules),
            host=command.by,
            listed=command.listed,
            hands=command.hands,
            spectators=command.spectators,
            commitment=shuffle.commitment(chance.secret),
            secret=chance.secret.hex(),
        )
    )
    return story.outcome()


def _before_start(story: _Story, table: Table, command: CommandBeforeStart, chance: Chance) -> None:
    if table.status != "open":
        raise AlreadyStarted("the match has begun", hint="seats can be taken and left only before the start")
    match command:
        case Sit(by, seat, entropy):
            held = table.seat_of(by)
            if held is not None:
                raise AlreadySeated(f"you hold seat {held}", hint="leave it first to take another")
            story.tell(SeatTaken(_free_seat(table, seat), by, None, entropy), *accepted(table, by, seat))
        case SeatBot(seat=seat, bot=bot, player=player, entropy=entropy):
            story.tell(SeatTaken(_free_seat(table, seat), player, bot, entropy))
        case Leave(by):
            story.tell(SeatLeft(_own_seat(table, by), by))
        case UnseatBot(seat=seat):
            story.tell(SeatLeft(seat, _bot_on(table, seat).player))
        case ChallengePlayer() | DeclineChallenge() | WithdrawChallenge():
            story.tell(_about_a_challenge(table, command))
        case Cancel():
            story.tell(TableCancelled())
        case Start():
            _start(story, table, chance)


def _about_a_challenge(table: Table, command: ChallengeCommand) -> Any:
    match command:
        case ChallengePlayer(player=player, seat=seat):
            _seat_to_take(table, player, seat)
            return challenged(table, command)
        case DeclineChallenge():
            return declined(table, command)
        case WithdrawChallenge():
            return withdrawn(table, command)


def _start(story: _Story, table: Table, chance: Chance) -> None:
    free = [seat for seat, occupant in enumerate(table.seats) if occupant is None]
    if free:
        names = ", ".join(map(str, free))
        raise SeatsFree(f"free seats: {names}", hint="fill them, with bots if you like", facts={"free_seats": free})
    story.tell(TableStarted())
    _open_hand(story, chance)


def _act(story: _Story, seat: Seat, move: Any, chance: Chance) -> None:
    table = story.table
    game = table.game
    _told(story, table, game.decide(table.match, seat, move), chance)


def _tick(story: _Story, what: Any, chance: Chance) -> None:
    table = story.table
    clock = running_clock(table)
    if clock is None or clock.tick != what:
        raise ClockStopped("the clock waits for something else", hint="nothing has to be done")
    _told(story, table, table.game.tick(table.match, what), chance)


def _told(story: _Story, table: Table, progress: Progress, chance: Chance) -> None:
    """The game goes on by these events, to the next deal where one is over."""
    story.told(progress.events, progress.state, table)
    if table.game.deal_is_over(progress.state):
        _close_deal(story, chance)


def _close_deal(story: _Story, chance: Chance) -> None:
    """Publishes the secret of the deal, and ends the match or opens the next one."""
    table = story.table
    opened = table.hand
    if opened is None or opened.secret is None:
        raise BrokenHistory("a hand is over that was never opened")
    story.tell(SecretPublished(opened.number, opened.secret))
    winners = table.game.winners(table.match)
    if winners is not None:
        story.tell(MatchEnded("won", winners))
    elif table.hands is not None and table.game.hands_played(table.match) >= table.hands:
        story.tell(MatchEnded("hands_played", table.game.leaders(table.match)))
    else:
        _open_hand(story, chance)


def _open_hand(story: _Story, chance: Chance) -> None:
    """Opens the next hand with the secret that was committed to before, and deals it (design §5)."""
    table = story.table
    if table.secret is None:
        raise BrokenHistory("the secret of the next hand is not known")
    secret = bytes.fromhex(table.secret)
    number = table.hand.number + 1 if table.hand else 1
    entropies = tuple(occupant.entropy if occupant else "" for occupant in table.seats)
    story.tell(HandOpened(number, entropies, table.commitment, shuffle.commitment(chance.secret), chance.secret.hex()))
    seed = shuffle.seed(secret, number, entropies)
    events, plan = table.game.prepare(table.match, shuffle.Dice(seed, b"prepare"))
    story.tell(*events)
    pack = shuffle.shuffled(plan.pack, shuffle.Dice(seed, b"shuffle"))
    cut = shuffle.cut_at(entropies[plan.cutter], number, len(pack))
    story.tell(
        CardsDealt(
            seats=len(table.seats),
            first_drawer=plan.first_drawer,
            hand_size=plan.hand_size,
            drawn=plan.drawn,
            cut=cut,
            order=shuffle.cut(pack, cut),
        )
    )
    table = story.table
    progress = table.game.dealt(table.match)
    story.told(progress.events, progress.state, table)


def _seat_of_asker(table: Table, by: PlayerId, seat: Seat | None) -> Seat:
    if seat is None:
        return _own_seat(table, by)
    occupant = table.seats[_in_range(table, seat)]
    if occupant is None or occupant.player != by:
        raise NotSeated(f"seat {seat} is not yours")
    return seat


def _own_seat(table: Table, by: PlayerId) -> Seat:
    seat = table.seat_of(by)
    if seat is None:
        raise NotSeated("you hold no seat at this table", hint="only the players of a table do this")
    return seat


def _in_range(table: Table, seat: Seat) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise NoSuchSeat(f"there is no seat {seat}", hint=f"seats are numbered 0 to {len(table.seats) - 1}")
    return seat


def _free_seat(table: Table, seat: Seat) -> Seat:
    if table.seats[_in_range(table, seat)] is not None:
        free = [number for number, occupant in enumerate(table.seats) if occupant is None]
        hint = f"free seats: {', '.join(map(str, free))}" if free else "no seat is free"
        raise SeatOccupied(f"seat {seat} is taken", hint=hint, facts={"free_seats": free})
    return seat


def _seat_to_take(table: Table, player: PlayerId, seat: Seat | None) -> None:
    """Whether somebody who is challenged could sit down. Raises `AlreadySeated`, `NoSuchSeat`, `SeatOccupied`."""
    held = table.seat_of(player)
    if held is not None:
        raise AlreadySeated(f"{player} holds seat {held}", hint="challenge somebody who has no seat")
    if seat is not None:
        _free_seat(table, seat)
    elif None not in table.seats:
        raise SeatOccupied("no seat is free", hint="free one first, or start", facts={"free_seats": []})


def _bot_on(table: Table, seat: Seat) -> Occupant:
    occupant = table.seats[_in_range(table, seat)]
    if occupant is None or occupant.bot is None:
        raise SeatNotOccupied(f"no bot sits on seat {seat}")
    return occupant


def _host_or_seated(table: Table, by: PlayerId, does: str) -> None:
    if by != table.host and table.seat_of(by) is None:
        raise NotSeated(f"only the host or a seated player {does}", hint="take a seat")


def _host_only(table: Table, by: PlayerId) -> None:
    if by != table.host:
        raise HostOnly("only the host does this", hint="ask whoever opened the table")
