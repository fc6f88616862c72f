"""Tables that spectators see with a delay."""

from typing import Any, NamedTuple

from tests.support.api import Api, Json, User

BY_TRICK, BY_HAND, BY_MINUTES = {"delay": "trick"}, {"delay": "hand"}, {"delay": "minutes", "minutes": 60}


SHENG_JI, CLIMBING = "si-shi-fen", "zheng-shangyou-4-partners"


ENDS = {"trick": {"trick_won", "round_ended", "secret_published", "match_ended"}}


ENDS["hand"] = {"secret_published", "match_ended"}


class Watched(NamedTuple):
    """A table with full seats, its players, its host, who has no seat, and a stranger."""

    table: str
    players: list[User]
    host: User
    stranger: User

    @property
    def late(self) -> list[User]:
        return [self.host, self.stranger]


def ready(api: Api, spectators: Json | None, profile: str = SHENG_JI, **members: Any) -> Watched:
    """Returns a full table that has not started."""
    host = api.sign_up("host")
    members |= {"spectators": spectators} if spectators else {}
    table = host.open_table(profile=profile, **members)
    players = [api.sign_up(f"player {seat}") for seat in range(4)]
    for seat, player in enumerate(players):
        assert player.command(table, "sit", seat=seat, entropy=f"entropy {seat}").status_code == 200
    return Watched(table, players, host, api.sign_up("stranger"))


def watched(api: Api, spectators: Json | None, profile: str = SHENG_JI, **members: Any) -> Watched:
    table = ready(api, spectators, profile, **members)
    assert table.host.command(table.table, "start").status_code == 200
    return table


def feed(user: User, table: str, limit: int = 1000) -> list[Json]:
    events: list[Json] = []
    after, more = 0, True
    while more:
        page = user.get(f"/v1/tables/{table}/events?after={after}&limit={limit}").json
        events += page["events"]
        after, more = page["next_after"], page["more"]
    return events


def released(at: Watched, delay: str) -> int:
    """Returns the visibility cutoff as a version, computed from the events that a seat sees."""
    types = [event["type"] for event in feed(at.players[0], at.table)]
    ends = [version for version, each in enumerate(types, start=1) if each in ENDS[delay]]
    return max([types.index("table_started") + 1, *ends])


def elsewhere(api: Api, user: User) -> User:
    return User(api, user.id, user.token)
