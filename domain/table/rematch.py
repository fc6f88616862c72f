"""Playing again: after a match those who sat there open another table like theirs, together (see `LinkRematch`).

Whoever asks first opens it, takes a seat, puts the bots of the house back, and challenges the others, each to a seat.
The match begins when all have sat down.
"""

from collections.abc import Callable, Collection
from typing import Literal, NamedTuple

from domain.kernel.seats import Seat
from domain.table.commands import ChallengePlayer, OpenTable, SeatBot, Sit, TableCommand
from domain.table.events import PlayerId
from domain.table.state import Occupant, Table

EXPIRES_AFTER_S = 7 * 24 * 3600
"""After so long it is given up, where not all want to play again."""
Seating = Literal["same", "rotate"]
"""`same`: everybody where they sat. `rotate`: the first seat stays, and all others move on by one, so that in teams of
two everybody gets another partner.
"""


class Asker(NamedTuple):
    """Who asks to play again, and the entropy that they give."""

    player: PlayerId
    entropy: str


def rematch_of(
    table: Table, by: Asker, seating: Seating, absent: Collection[PlayerId], entropy: Callable[[], str]
) -> tuple[OpenTable, list[TableCommand]]:
    """The commands by which a table is opened to play again.

    Args:
        table: where the match is over.
        by: who asks, and sat there.
        seating: who is to sit where.
        absent: players who are not challenged.
        entropy: gives fresh entropy for the seat of a bot.

    Returns:
        How it is opened, and what is said at it then.
    """
    opened = OpenTable(
        by=by.player,
        game=table.game.name,
        profile=table.game.rules_document(table.rules)["profile"],
        overrides=table.game.choices(table.rules),
        listed=table.listed,
        hands=table.hands,
        spectators=table.spectators,
        clock=table.clock,
        pauses=table.pauses,
        ladder=table.ladder,
        expires_after_s=EXPIRES_AFTER_S,
        starts_when_full=True,
        min_reliability=table.min_reliability,
        chat=table.chat,
        world=table.world,
    )
    seated = sorted(
        (_next_seat(seat, len(table.seats), seating), occupant) for seat, occupant in enumerate(table.seats) if occupant
    )
    commands = [command for seat, occupant in seated for command in _commands(by, seat, occupant, absent, entropy)]
    # Challenges come last: only who sits at the table, or hosts it, makes them.
    return opened, sorted(commands, key=lambda command: isinstance(command, ChallengePlayer))


def _next_seat(seat: int, seats: int, seating: Seating) -> Seat:
    return Seat(seat if seating == "same" or seat == 0 else seat % (seats - 1) + 1)


def _commands(
    by: Asker, seat: Seat, occupant: Occupant, absent: Collection[PlayerId], entropy: Callable[[], str]
) -> list[TableCommand]:
    """What has to be said for one who sat at the table before, and is to sit on that seat."""
    if occupant.bot is not None:
        return [SeatBot(by.player, seat, occupant.bot, occupant.player, entropy())]
    if occupant.player == by.player:
        return [Sit(by.player, seat, by.entropy)]
    return [] if occupant.player in absent else [ChallengePlayer(by.player, occupant.player, seat)]
