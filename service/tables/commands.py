"""Translates the body of a request into a command, in two steps: first its form, then its meaning in the table's game.

A command type has one schema for all games (`schemas.COMMANDS`). Each game lists the command types that it
takes and the members that it knows. The second step therefore needs the game of the table.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.games.package import Body
from domain.games.registry import PACKAGES
from domain.kernel.messages import message
from domain.kernel.players import PlayerId, house_player
from domain.kernel.seats import Seat
from domain.orders.order import Orders, order_from_document
from domain.table.commands import (
    Act,
    Agree,
    Cancel,
    ChallengePlayer,
    CommandAtTable,
    DeclineChallenge,
    Disagree,
    GiveOrders,
    GiveTime,
    Leave,
    Propose,
    ResumeSeat,
    SeatBot,
    SetEntropy,
    Sit,
    Start,
    UnseatBot,
    WithdrawChallenge,
    WithdrawOrders,
    WithdrawProposal,
)
from service.platform.http.command_bodies import load_command
from service.platform.http.problems import Problem
from service.tables.command_schemas import COMMANDS


def _orders(body: Body) -> Orders:
    return tuple(map(order_from_document, body["orders"]))


OF_TABLES: dict[str, Callable[[PlayerId, Body, str], CommandAtTable]] = {
    "sit": lambda by, body, fresh: Sit(by, Seat(body["seat"]), body.get("entropy", fresh)),
    "leave": lambda by, _, __: Leave(by),
    "seat_bot": lambda by, body, fresh: SeatBot(by, Seat(body["seat"]), body["bot"], house_player(body["bot"]), fresh),
    "unseat_bot": lambda by, body, _: UnseatBot(by, Seat(body["seat"])),
    "set_entropy": lambda by, body, _: SetEntropy(by, body["entropy"]),
    "challenge_player": lambda by, body, _: ChallengePlayer(by, PlayerId(body["player"]), body.get("seat")),
    "decline_challenge": lambda by, body, _: DeclineChallenge(by, body["reason"]),
    "withdraw_challenge": lambda by, body, _: WithdrawChallenge(by, PlayerId(body["player"])),
    "start": lambda by, _, __: Start(by),
    "resume_seat": lambda by, _, __: ResumeSeat(by),
    "cancel": lambda by, _, __: Cancel(by),
    "propose": lambda by, body, _: Propose(by, body["what"]),
    "agree": lambda by, body, _: Agree(by, body["what"]),
    "disagree": lambda by, _, __: Disagree(by),
    "withdraw_proposal": lambda by, _, __: WithdrawProposal(by),
    "give_time": lambda by, body, _: GiveTime(by, Seat(body["seat"]), body["seconds"]),
    "give_orders": lambda by, body, _: GiveOrders(by, _orders(body), body["auto_forced"]),
    "withdraw_orders": lambda by, body, _: WithdrawOrders(by, tuple(body["orders"])),
}
"""Builds the commands that do not depend on the game, from the player, the body, and fresh entropy."""

OF_ALL = frozenset({"type", "expected_version"})
"""Members that every command may have."""


class TableCommandBody(NamedTuple):
    """A well-formed command, not yet checked against the game of the table.

    Attributes:
        by: the player who sends the command.
        members: the members of the body, as its schema loads them.
        fresh_entropy: the entropy to use if a player takes a seat without giving any.
    """

    by: PlayerId
    members: dict[str, Any]
    fresh_entropy: str

    @property
    def expected_version(self) -> int | None:
        """The version that the client expects the table to have, if given."""
        return self.members.get("expected_version")

    @property
    def is_for_any_game(self) -> bool:
        """Whether the command does not depend on the game."""
        return self.members["type"] in OF_TABLES

    def at_table(self, game: str) -> CommandAtTable:
        """Returns the command for a table of this game.

        Raises:
            Problem: the game does not have this command, or the command has a member that this game does not know.
        """
        kind = self.members["type"]
        if kind in OF_TABLES:
            return OF_TABLES[kind](self.by, self.members, self.fresh_entropy)
        moves = PACKAGES[game].moves
        if kind not in moves:
            takes = ", ".join(moves)
            raise Problem(
                "not_in_this_game",
                message("{game} has no command {kind}", game=game, kind=kind),
                hint=message("its commands are {takes}", takes=takes),
            )
        foreign = sorted(set(self.members) - OF_ALL - moves[kind].members)
        if foreign:
            raise Problem(
                "not_in_this_game",
                message("in {game} {kind} has no {foreign}", game=game, kind=kind, foreign=", ".join(foreign)),
                hint=message("leave it out"),
                facts={"fields": dict.fromkeys(foreign, message("unknown in {game}", game=game))},
            )
        return Act(self.by, moves[kind].move(self.members))


def read_command(body: Any, by: PlayerId, fresh_entropy: str) -> TableCommandBody:
    """Returns the command in a request body.

    Raises:
        Problem: the type is missing or unknown, or the body does not match its schema.
    """
    return TableCommandBody(by, load_command(COMMANDS, body), fresh_entropy)
