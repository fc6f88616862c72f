"""What a table decides: a command becomes events, or is refused. Chance comes in beside the command."""

from contextlib import suppress
from typing import Any, NamedTuple

from domain.kernel import shuffle
from domain.kernel.instants import Instant
from domain.kernel.refusals import NotAllowed, Refusal, Unknown, WrongMoment
from domain.kernel.seats import Seat
from domain.table.absence import (
    check_may_call,
    is_left,
    lapsed,
    recalendared,
    resumed,
    stand_in,
    substituted,
    time_passed,
)
from domain.table.asking import asking, running_clock
from domain.table.challenges import accepted, challenged, declined, withdrawn
from domain.table.commands import (
    Act,
    ActFor,
    Agree,
    CallOff,
    Cancel,
    ChallengeCommand,
    ChallengePlayer,
    CommandAtTable,
    CommandBeforeStart,
    DeclineChallenge,
    Disagree,
    GiveOrders,
    Leave,
    LinkRematch,
    OpenTable,
    OwnCommand,
    ProposalCommand,
    Propose,
    Recalendar,
    ReplacePlayer,
    ResumeSeat,
    SeatBot,
    SetEntropy,
    Sit,
    Start,
    TableCommand,
    Tick,
    TimePasses,
    UnsealTable,
    UnseatBot,
    VacateSeat,
    WithdrawChallenge,
    WithdrawOrders,
    WithdrawProposal,
)
from domain.table.deals import chosen_deals
from domain.table.events import (
    ActedFor,
    CardsDealt,
    EntropyChanged,
    HandOpened,
    MatchEnded,
    MoveUndone,
    PlayerId,
    RematchOpened,
    SeatLeft,
    SeatResumed,
    SeatTaken,
    SecretPublished,
    TableCalledOff,
    TableCancelled,
    TableOpened,
    TableStarted,
)
from domain.table.evolve import BrokenHistory, after_move, evolve
from domain.table.game import Game, Progress
from domain.table.match_table import (
    check_not_of_tournament,
    check_seats_free_to_take,
    clock_of_who_came,
    replaced,
    vacated,
)
from domain.table.proposals import awaited, ending, said
from domain.table.sealing import check_may_command, unsealed
from domain.table.settle import settle
from domain.table.standing_orders import orders_given, orders_withdrawn
from domain.table.state import Occupant, Proposal, Table
from domain.table.turn_clocks import Moment, clocks_set, not_before

ENTROPY_LIMIT = 64
"""The most characters of entropy that a seat may give."""


class Chance(NamedTuple):
    """What chance gives to one decision.

    Attributes:
        secret: 32 fresh bytes, known to nobody: the secret of the hand after the next one to be opened.
        reserve: 32 others, from which the secrets are made where one decision opens several hands; where there are
            none, the table does nothing by itself once it has opened a hand.
    """

    secret: bytes
    reserve: bytes = b""


class Outcome(NamedTuple):
    """What has been decided: the events, and the table after them."""

    events: tuple[Any, ...]
    table: Table


class AlreadyStarted(WrongMoment):
    """The match has begun, so this can no longer be done."""


class NotStarted(WrongMoment):
    """The match has not begun yet."""


class NotOver(WrongMoment):
    """The match is not over yet."""


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


class NothingToResume(WrongMoment):
    """Nobody has stood in at your seat, and no turn was missed."""


class ActInstead(WrongMoment):
    """Who is waited for is back by making the move, since time that is over is not given again."""


class NobodyAway(WrongMoment):
    """No bot stands in at the seat, so nobody acts for it."""


TIMELESS = Moment()
"""Where no time is known: for tables without clocks, and for what was recorded."""


class _Story:
    """Events as they are decided, the table as they change it, and who has acted."""

    def __init__(self, games: dict[str, Game], table: Table | None, chance: Chance) -> None:
        self._games = games
        self._table = table
        self._chance = chance
        self._events: list[Any] = []
        self._opened = 0
        self.acted: set[Seat] = set()

    @property
    def table(self) -> Table:
        if self._table is None:
            raise BrokenHistory("no table yet")
        return self._table

    def tell(self, *events: Any) -> None:
        for event in events:
            self._table = evolve(self._games, self._table, event)
            self._events.append(event)
            if isinstance(event, ActedFor):
                self.acted.add(event.seat)

    def told(self, events: tuple[Any, ...], match: Any, table: Table) -> None:
        """Events of the game that the game has already folded into its state."""
        self._events.extend(events)
        self._table = after_move(table, events, match)

    def goes_on(self, progress: Progress) -> None:
        """The game goes on by these events, to the next deal where one is over."""
        self.told(progress.events, progress.state, self.table)
        if self.table.game.deal_is_over(progress.state):
            _close_deal(self)

    def next_secret(self) -> bytes:
        """The secret for the hand after the one that is opened now."""
        self._opened += 1
        if self._opened == 1:
            return self._chance.secret
        return shuffle.further_secret(self._chance.reserve, self._opened)

    @property
    def can_open_hands(self) -> bool:
        """Whether there is a secret left for another hand."""
        return not self._opened or bool(self._chance.reserve)

    def outcome(self) -> Outcome:
        return Outcome(tuple(self._events), self.table)


def decide(
    games: dict[str, Game], table: Table | None, command: TableCommand, chance: Chance, moment: Moment = TIMELESS
) -> Outcome:
    """The events that follow from a command, and the table after them.

    Args:
        games: the games that can be played, by name.
        table: the table as it knows itself; none to open one.
        command: what is asked.
        chance: what chance gives to this decision.
        moment: when it is made, and when the clocks of the seats pause.

    Raises:
        Refusal: the command is refused, and nothing has happened.
    """
    if isinstance(command, OpenTable):
        return _open(games, command, chance, moment)
    if table is None:
        raise BrokenHistory(f"{type(command).__name__} without a table")
    check_asker(table, command)
    story = _Story(games, table, chance)
    _decide(story, table, command, moment)
    _follow(story, table, command)
    settle(story)
    story.tell(*lapsed(story.table))
    clocks = clocks_set(table, story.table, story.acted, moment)
    if clocks is not None:
        story.tell(clocks)
    return story.outcome()


def check(games: dict[str, Game], table: Table, command: CommandAtTable, moment: Moment = TIMELESS) -> None:
    """Whether a command would be accepted, for a dry run.

    What it would bring about is not tried: by how long that takes it could be told what others hold, and which orders
    they have given. So a dry run takes as long wherever the hidden cards lie. Whether a move is legal is asked of the
    state of the match at the table that is given, which can be the seat's own view.

    Raises:
        Refusal: it would be refused, as by `decide`.
    """
    check_asker(table, command)
    if isinstance(command, Act):
        table.game.check(table.match, acting_seat(table, command.by, command.seat), command.move)
        return
    story = _Story(games, table, Chance(b""))
    _decide(story, table, command, moment)
    if isinstance(command, ProposalCommand):
        _check_can_be_done(story.table)


def _decide(story: _Story, table: Table, command: CommandAtTable, moment: Moment) -> None:
    """What is asked for itself, if it can be done."""
    match command:
        case Act(by, move, seat):
            acting = acting_seat(table, by, seat)
            story.tell(*resumed(table, acting))
            _act(story, acting, move)
        case ResumeSeat(by):
            _resume(story, acting_seat(table, by))
        case Propose(by) | Agree(by) | Disagree(by) | WithdrawProposal(by):
            seat = acting_seat(table, by)
            story.tell(said(table, seat, command))
        case GiveOrders(by):
            story.tell(orders_given(table, acting_seat(table, by), command))
        case WithdrawOrders(by):
            story.tell(orders_withdrawn(table, acting_seat(table, by), command))
        case SetEntropy(by, entropy):
            story.tell(EntropyChanged(_own_seat(table, by), entropy))
        case LinkRematch(by, rematch):
            story.tell(RematchOpened(by, rematch))
        case _ if isinstance(command, OwnCommand):
            _decide_own(story, table, command, moment)
        case _ if table.status == "playing":
            _while_playing(story, table, command, moment)
        case _:
            _before_start(story, table, command)


def _follow(story: _Story, table: Table, command: CommandAtTable) -> None:
    """What a command brings about at once, besides what is asked for itself."""
    match command:
        case Propose() | Agree() | Disagree() | WithdrawProposal():
            _done_as_agreed(story)
        case Leave() | VacateSeat() if table.status == "playing":
            _done_if_it_can_be(story)
    if table.status == "open" and story.table.status == "playing":
        _open_hand(story)


def _decide_own(story: _Story, table: Table, command: OwnCommand, moment: Moment) -> None:
    """What the service itself asks for."""
    match command:
        case Tick(what):
            _tick(story, what)
        case TimePasses():
            _pass_time(story, table, moment)
            _done_if_it_can_be(story)
        case UnsealTable():
            story.tell(unsealed(table))
        case Recalendar(seat):
            story.tell(recalendared(table, seat, moment))
        case CallOff(why):
            _end_before_its_time(story, TableCalledOff(why))
        case ReplacePlayer():
            story.tell(replaced(table, command))
            story.tell(*clock_of_who_came(story.table, command, moment))
        case VacateSeat():
            story.tell(vacated(table, command))
        case ActFor(seat, move):
            if table.status != "playing" or table.absences[seat].bot is None:
                raise NobodyAway(f"no bot stands in at seat {seat}", hint="nothing has to be done")
            story.tell(ActedFor(seat, "stand_in", None))
            _act(story, seat, move)


def _pass_time(story: _Story, table: Table, moment: Moment) -> None:
    for event in time_passed(table, moment):
        if isinstance(event, MatchEnded):
            _end_before_its_time(story, event)
        else:
            story.tell(event)


def _end_before_its_time(story: _Story, end: MatchEnded | TableCalledOff) -> None:
    """Ends the match in the middle of a hand, whose secret is published, so that what was played can be verified."""
    opened = story.table.hand
    if opened is not None and opened.secret is not None and not story.table.game.deal_is_over(story.table.match):
        story.tell(SecretPublished(opened.number, opened.secret))
    story.tell(end)


def _resume(story: _Story, seat: Seat) -> None:
    table = story.table
    if not is_left(table, seat):
        raise NothingToResume("no bot stays on your seat", hint="make your move, or wait for your turn")
    if any(each.seat == seat for each in asking(table)):
        raise ActInstead("a bot is about to move for you", hint="make the move yourself, or come back when it is made")
    story.tell(SeatResumed(seat))


def _while_playing(story: _Story, table: Table, command: CommandBeforeStart, moment: Moment) -> None:
    """What can be done about seats once the match has begun: they can be left, and taken over when asked."""
    match command:
        case Leave(by) if not is_left(table, _own_seat(table, by)):
            story.tell(stand_in(table, _own_seat(table, by), "left", not_before(table, moment.now)))
        case Sit(by, seat) if table.seat_of(by) is None and _is_called(table, by, seat):
            story.tell(substituted(table, seat, by), *accepted(table, by, seat))
        case ChallengePlayer(by, player, seat) if seat is not None:
            check_may_call(table, by, _in_range(table, seat))
            _seatless(table, player)
            story.tell(challenged(table, command))
        case DeclineChallenge() | WithdrawChallenge():
            story.tell(_about_a_challenge(table, command))
        case _:
            raise AlreadyStarted("the match has begun", hint="seats can be taken and left only before the start")


def _is_called(table: Table, player: PlayerId, seat: Seat) -> bool:
    challenge = table.challenge_of(player)
    return challenge is not None and challenge.seat == _in_range(table, seat)


def check_asker(table: Table, command: TableCommand) -> None:
    """Whether this is somebody who may ask for that at this table, and whether the table still takes commands.

    Raises:
        NotAllowed: they may not; this is said first, whatever else is wrong.
        TableOver: nobody can ask for anything any more.
    """
    if isinstance(command, UnsealTable):
        return
    if not isinstance(command, OpenTable | OwnCommand):
        check_may_command(table, command.by, command)
    check_not_of_tournament(table, command)
    match command:
        case Act(by, _, seat):
            _seat_of_asker(table, by, seat)
        case SetEntropy(by) | Leave(by) | ResumeSeat(by) | GiveOrders(by) | WithdrawOrders(by):
            _own_seat(table, by)
        case Propose(by) | Agree(by) | Disagree(by) | WithdrawProposal(by):
            _own_seat(table, by)
        case LinkRematch(by):
            check_rematch(table, by)
            return
        case SeatBot(by) | UnseatBot(by) | Cancel(by):
            _host_only(table, by)
        case Start(by):
            _host_or_seated(table, by, "starts the match")
        case ChallengePlayer(by):
            _host_or_seated(table, by, "challenges others")
    _check_not_over(table)


def check_invites(table: Table, by: PlayerId, seat: Seat | None) -> None:
    """Whether a player may invite others to the table, to that seat or to any.

    Raises:
        NotSeated: they neither host it nor sit there.
        AlreadyStarted, TableOver: nobody sits down there any more.
        NoSuchSeat: there is no such seat.
        SeatsOfMatch: a tournament says who sits there.
    """
    _host_or_seated(table, by, "invites others")
    check_seats_free_to_take(table)
    _check_not_over(table)
    _check_not_begun(table)
    if seat is not None:
        _in_range(table, seat)


def check_rematch(table: Table, by: PlayerId) -> Seat:
    """The seat of a player who may play again, the match being over.

    Raises:
        NotSeated: they did not sit there.
        NotOver: the match is not over; nor will it be where the table was called off.
    """
    seat = _own_seat(table, by)
    if table.status != "finished":
        raise NotOver(f"the table is {table.status}", hint="play again when the match is over")
    return seat


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


def _open(games: dict[str, Game], command: OpenTable, chance: Chance, moment: Moment) -> Outcome:
    game = games.get(command.game)
    if game is None:
        raise NoSuchGame(f"there is no game {command.game!r}", hint=f"play one of {', '.join(sorted(games))}")
    rules = game.rules(command.profile, command.overrides)
    story = _Story(games, None, chance)
    story.tell(
        TableOpened(
            game=game.name,
            rules=game.rules_document(rules),
            rules_revision=game.rules_revision,
            seats=game.seats(rules),
            host=command.by,
            listed=command.listed and not command.sealed,
            hands=command.hands,
            spectators=command.spectators,
            clock=command.clock,
            pauses=command.pauses,
            ladder=command.ladder,
            expires_at=_later(moment.now, command.expires_after_s),
            starts_when_full=command.starts_when_full,
            min_reliability=command.min_reliability,
            chat=command.chat,
            world=command.world,
            deals=chosen_deals(game.every_deal(rules), game.seats(rules), command.deals),
            sealed=command.sealed,
            match=command.match,
            commitment=shuffle.commitment(chance.secret),
            secret=chance.secret.hex(),
        )
    )
    return story.outcome()


def _later(now: Instant, seconds: int | None) -> Instant | None:
    return None if seconds is None else Instant(now + seconds * 1000)


def _before_start(story: _Story, table: Table, command: CommandBeforeStart) -> None:
    _check_not_begun(table)
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
            _start(story, table)
    if table.starts_when_full and story.table.status == "open" and None not in story.table.seats:
        _start(story, story.table)


def _about_a_challenge(table: Table, command: ChallengeCommand) -> Any:
    match command:
        case ChallengePlayer(player=player, seat=seat):
            _seat_to_take(table, player, seat)
            return challenged(table, command)
        case DeclineChallenge():
            return declined(table, command)
        case WithdrawChallenge():
            return withdrawn(table, command)


def _start(story: _Story, table: Table) -> None:
    free = [seat for seat, occupant in enumerate(table.seats) if occupant is None]
    if free:
        names = ", ".join(map(str, free))
        raise SeatsFree(f"free seats: {names}", hint="fill them, with bots if you like", facts={"free_seats": free})
    story.tell(TableStarted())


def _act(story: _Story, seat: Seat, move: Any) -> None:
    table = story.table
    story.acted.add(seat)
    story.goes_on(table.game.decide(table.match, seat, move))


def _tick(story: _Story, what: Any) -> None:
    table = story.table
    clock = running_clock(table)
    if clock is None or clock.tick != what:
        raise ClockStopped("the clock waits for something else", hint="nothing has to be done")
    story.goes_on(table.game.tick(table.match, what))


def agreed(games: dict[str, Game], table: Table, chance: Chance) -> Outcome:
    """What follows when the last who had a say in what is proposed has none any more; nothing where it cannot be done.

    It happens in the command by which that came about; whoever verifies a record decides it by itself.
    """
    story = _Story(games, table, chance)
    _done_if_it_can_be(story)
    return story.outcome()


def _done_if_it_can_be(story: _Story) -> None:
    """Like `_done_as_agreed`, where nobody has asked for it now who could be refused."""
    with suppress(Refusal):
        _done_as_agreed(story)


def _agreed(table: Table) -> Proposal | None:
    """What is proposed, once everybody has agreed; none before, or when nothing is."""
    return None if table.status != "playing" or awaited(table) else table.proposal


def _check_can_be_done(table: Table) -> None:
    """Whether what everybody has agreed to can be done, if they have: only a hand may not be conceded any more."""
    proposal = _agreed(table)
    if proposal is not None and proposal.what == "concede_hand":
        table.game.side_in_hand(table.match, proposal.seats[0])


def _done_as_agreed(story: _Story) -> None:
    """What is proposed is done, once everybody has agreed."""
    table = story.table
    proposal = _agreed(table)
    if proposal is None:
        return
    end = ending(table, proposal)
    if end is not None:
        _end_before_its_time(story, MatchEnded(end.reason, end.winners))
    elif proposal.what == "undo":
        story.tell(MoveUndone(proposal.by))
    else:
        story.goes_on(table.game.concede(table.match, proposal.seats))


def _close_deal(story: _Story) -> None:
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
        _open_hand(story)


def _open_hand(story: _Story) -> None:
    """Opens the next hand with the secret that was committed to before, and deals it.

    Where a deal was chosen for it, that is dealt; all else follows from the secret as in every hand.
    """
    table = story.table
    if table.secret is None:
        raise BrokenHistory("the secret of the next hand is not known")
    secret = bytes.fromhex(table.secret)
    number = table.hand.number + 1 if table.hand else 1
    entropies = tuple(occupant.entropy if occupant else "" for occupant in table.seats)
    next_secret = story.next_secret()
    story.tell(HandOpened(number, entropies, table.commitment, shuffle.commitment(next_secret), next_secret.hex()))
    seed = shuffle.seed(secret, number, entropies)
    chosen = table.deal_of(number)
    dice = shuffle.Dice(seed, b"prepare")
    events, plan = table.game.prepare(table.match, dice, chosen.first_drawer if chosen else None)
    story.tell(*events)
    if chosen is not None and sorted(chosen.order) == sorted(plan.pack):
        cut, order = 0, chosen.drawn_from(plan.first_drawer, len(table.seats), plan.hand_size)
    else:
        pack = shuffle.shuffled(plan.pack, shuffle.Dice(seed, b"shuffle"))
        cut = shuffle.cut_at(entropies[plan.cutter], number, len(pack))
        order = shuffle.cut(pack, cut)
    story.tell(
        CardsDealt(
            seats=len(table.seats),
            first_drawer=plan.first_drawer,
            hand_size=plan.hand_size,
            drawn=plan.drawn,
            cut=cut,
            order=order,
            chosen=cut == 0,
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
    _seatless(table, player)
    if seat is not None:
        _free_seat(table, seat)
    elif None not in table.seats:
        raise SeatOccupied("no seat is free", hint="free one first, or start", facts={"free_seats": []})


def _seatless(table: Table, player: PlayerId) -> None:
    held = table.seat_of(player)
    if held is not None:
        raise AlreadySeated(f"{player} holds seat {held}", hint="challenge somebody who has no seat")


def _bot_on(table: Table, seat: Seat) -> Occupant:
    occupant = table.seats[_in_range(table, seat)]
    if occupant is None or occupant.bot is None:
        raise SeatNotOccupied(f"no bot sits on seat {seat}")
    return occupant


def _check_not_over(table: Table) -> None:
    if table.status in ("finished", "cancelled"):
        raise TableOver(f"the table is {table.status}", hint="its events and views can still be read")


def _check_not_begun(table: Table) -> None:
    if table.status != "open":
        raise AlreadyStarted("the match has begun", hint="seats can be taken and left only before the start")


def _host_or_seated(table: Table, by: PlayerId, does: str) -> None:
    if by != table.host and table.seat_of(by) is None:
        raise NotSeated(f"only the host or a seated player {does}", hint="take a seat")


def _host_only(table: Table, by: PlayerId) -> None:
    if by != table.host:
        raise HostOnly("only the host does this", hint="ask whoever opened the table")
