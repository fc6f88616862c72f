"""What mails and webhooks tell a player about a table: the game, the tournament, how the match stands, and who plays.

It comes from the read models, which are written together with the account events. A player without a seat learns
what lists tell everybody.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from service.notifications.names import TITLE_LIMIT, Read, names_for, shown_name
from service.platform.documents import Json

Side = Literal["you", "partner", "opponent", "other"]
TWO_SIDES = 2


class SeatAbout(NamedTuple):
    """A seat and who holds it.

    Attributes:
        player: the player; `None` if the seat is free.
        bot: the name of the house bot, or `None`.
        name: the name of the player, if it may be shown.
        side: `you`; `partner` or `opponent` where two fixed teams play; else `other`.
    """

    seat: Seat
    player: PlayerId | None
    bot: str | None
    name: str | None
    side: Side


class MatchAbout(NamedTuple):
    """The tournament match at a table. `name` is the tournament's, or `None` if it cannot be shown."""

    id: str
    name: str | None
    round: int | None
    match: int | None


class TableAbout(NamedTuple):
    """What a player learns about a table.

    Attributes:
        options: the options of its rules that differ from the defaults.
        clock: the rules of its clock, as lists have them.
        expires_at: when the table expires if its match has not begun, or `None`.
        hands: the number of hands of the match; `None` for no limit.
        hand: the number of the current or last hand; 0 before the first; `None` if it is hidden.
        levels, totals: for each seat; empty if there are none, or if they are hidden.
        taken: the points of the declarers' opponents so far in the hand that is played, or `None`.
    """

    table: str
    game: str
    profile: str
    options: Json
    clock: Json
    expires_at: datetime | None
    hands: int | None
    hand: int | None
    levels: tuple[str, ...]
    totals: tuple[int, ...]
    taken: int | None
    match: MatchAbout | None
    seats: tuple[SeatAbout, ...]

    @property
    def own(self) -> Seat | None:
        """The seat of the player, or `None`."""
        return next((each.seat for each in self.seats if each.side == "you"), None)


Names = Callable[[Collection[PlayerId]], Mapping[PlayerId, str]]
"""Returns the names of those players who may be named."""


def about_tables(
    read: Read, player: PlayerId, tables: Collection[str], named: Names | None = None
) -> dict[str, TableAbout]:
    """Returns what a player learns about these tables, by id. Those that the read model does not have are left out.

    Args:
        read: runs a statement.
        player: the player.
        tables: the ids of the tables.
        named: returns names; by default those that mails may show to the player.

    Raises:
        DatabaseUnavailable: the database does not answer.
    """
    rows = read("tables_to_tell", {"tables": sorted(set(tables))}) if tables else []
    seated = {PlayerId(each["player"]) for _, summary, *_ in rows for each in summary["seats"] if each["player"]}
    others = seated - {player}
    names = names_for(read, player, others) if named is None else named(others)
    return {table: _about(table, summary, facts or {}, name, player, names) for table, summary, facts, name in rows}


def _about(
    table: str, summary: Json, facts: Json, tournament: str | None, player: PlayerId, names: Mapping[PlayerId, str]
) -> TableAbout:
    own = next((each["seat"] for each in summary["seats"] if each["player"] == player), None)
    is_told = own is not None or not (summary["sealed"] or summary["spectators"]["delay"] != "none")
    standing = (facts.get("standing") or {}) if is_told else {}
    match = facts.get("tournament")
    return TableAbout(
        table,
        summary["game"],
        summary["rules"]["profile"],
        summary["rules"]["options"],
        summary["clock"],
        _expiry(summary),
        summary["hands"],
        standing.get("hand"),
        tuple(standing.get("levels", ())),
        tuple(standing.get("totals", ())),
        standing.get("taken"),
        match and MatchAbout(match["id"], _title(tournament), match["round"], match["match"]),
        _seats(summary, facts.get("teams", ()), own, names) if own is not None or not summary["sealed"] else (),
    )


def _expiry(summary: Json) -> datetime | None:
    is_open = summary["status"] == "open" and summary["expires_at"] is not None
    return datetime.fromisoformat(summary["expires_at"]) if is_open else None


def _seats(
    summary: Json, teams: Sequence[Sequence[int]], own: int | None, names: Mapping[PlayerId, str]
) -> tuple[SeatAbout, ...]:
    return tuple(
        SeatAbout(
            each["seat"],
            each["player"],
            each["bot"],
            None if each["bot"] else names.get(each["player"]),
            _side(each["seat"], own, teams),
        )
        for each in summary["seats"]
    )


def _side(seat: int, own: int | None, teams: Sequence[Sequence[int]]) -> Side:
    if seat == own:
        return "you"
    if own is None or len(teams) != TWO_SIDES:
        return "other"
    return "partner" if any(seat in team and own in team for team in teams) else "opponent"


def _title(name: str | None) -> str | None:
    return None if name is None else shown_name(name, TITLE_LIMIT)


def tournament_about(read: Read, data: Mapping[str, Any]) -> MatchAbout | None:
    """Returns what the data of an account event say about a tournament, with its name; `None` if about none."""
    tournament = data.get("tournament")
    if tournament is None:
        return None
    rows = read("tournament_names", {"tournaments": [tournament]})
    return MatchAbout(tournament, _title(rows[0][1] if rows else None), data.get("round"), data.get("match"))
