"""HTTP routes for ratings: pools, leaderboards, the ratings of players, and their history."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response

from domain.kernel.instants import Instant, write_instant
from domain.ratings.leaderboards import System
from domain.ratings.pools import Pool
from service.accounts.document_types import PlayerName
from service.accounts.names.handlers import names_document
from service.platform.documents import Json
from service.platform.http import requests
from service.platform.http.answers import answer, cursor_of, page_document
from service.platform.http.language import answer_with_texts
from service.platform.http.rate_limits import rate_class
from service.ratings import cursors
from service.ratings.document_types import LeaderboardRow, RatingChange
from service.ratings.document_types import PlayerRating as PlayerRatingDocument
from service.ratings.documents import changes_document, pool_document, row_document, skill_document
from service.ratings.handlers import NOBODY, PlayerRating, PlayerRatingChange, SeasonSpan
from service.request_context import identity, names_of, needs, service, with_names

ratings = Blueprint("ratings", __name__, url_prefix="/v1")

SEASON_LIMIT = 80
NOBODYS: PlayerName = {"name": None, "is_bot": False}
"""The name in a row whose player does not exist here."""
SYSTEMS: tuple[System, ...] = ("elo", "team")


@ratings.get("/ratings")
@rate_class("read")
@needs("table:read", public=True)
def list_rating_pools() -> Response:
    requests.check_parameters()
    pools = service().ratings.pools(identity().sandbox)
    return answer({"pools": [{**pool_document(each.pool), "seasons": list(each.seasons)} for each in pools]})


@ratings.get("/ratings/<pool:pool>")
@rate_class("read")
@needs("table:read", public=True)
def view_leaderboard(pool: Pool) -> Response:
    requests.check_parameters("system", "season", "limit", "cursor")
    system: Any = requests.word_parameter("system", SYSTEMS) or "elo"
    season, count, behind = (
        requests.text_parameter("season", SEASON_LIMIT),
        requests.page_limit(),
        cursors.leaderboard_cursor(),
    )
    found = NOBODY
    # PostgreSQL cannot store such a name, so no tournament has it.
    if "\0" not in (season or ""):
        found = service().ratings.leaderboard(pool, system, season, behind, count, sandbox=identity().sandbox)
    return answer(
        {
            "pool": pool_document(pool),
            "system": system,
            "season": None if season is None else _season(found.season or SeasonSpan(season, None, None)),
            "players": _named_rows(
                [row_document(each.row, system, each.last_at, is_inactive=each.is_inactive) for each in found.rows]
            ),
            "next_cursor": None if found.behind is None else cursor_of(" ".join(map(str, found.behind))),
        }
    )


def _named_rows(rows: Sequence[LeaderboardRow]) -> list[LeaderboardRow]:
    """Returns the rows of a leaderboard with `name` and `is_bot` of their players."""
    names = names_document(names_of(row["player"] for row in rows))
    return [_named(row, names.get(row["player"], NOBODYS)) for row in rows]


def _named(row: LeaderboardRow, name: PlayerName) -> LeaderboardRow:
    return {**row, "name": name["name"], "is_bot": name["is_bot"]}


def _season(season: SeasonSpan) -> Json:
    return {"name": season.name, "first_game_at": _time(season.begins), "last_game_at": _time(season.ends)}


def _time(at: Instant | None) -> str | None:
    return None if at is None else write_instant(at)


@ratings.get("/players/<player_id:player_id>/ratings")
@rate_class("read")
@needs("table:read", public=True)
def player_ratings(player_id: str) -> Response:
    requests.check_parameters()
    who = service().accounts.player(player_id)
    standings = () if who.closed_at else service().ratings.of_player(who.id)
    return answer(with_names({"player": who.id, "ratings": [_standing(each) for each in standings]}))


@ratings.get("/players/<player_id:player_id>/ratings/<pool:pool>/changes")
@rate_class("read")
@needs("table:read")
def rating_changes(player_id: str, pool: Pool) -> Response:
    requests.check_parameters("limit", "cursor")
    who = service().accounts.player(player_id)
    count, before = requests.page_limit(), requests.page_cursor()
    found = [] if who.closed_at else service().ratings.changes(who.id, pool, before, count + 1)
    return answer_with_texts(page_document("changes", [_change(each) for each in found], count))


def _standing(standing: PlayerRating) -> PlayerRatingDocument:
    return {
        "pool": pool_document(standing.pool),
        "elo": {
            "rating": standing.rating,
            "games": standing.games,
            "won": standing.won,
            "provisional": standing.is_provisional,
        },
        "team": {
            **skill_document(standing.team),
            "games": standing.team_games,
            "won": standing.team_won,
            "provisional": standing.team_is_provisional,
        },
        "inactive": standing.is_inactive,
        "last_game_at": _time(standing.last_at),
    }


def _change(change: PlayerRatingChange) -> RatingChange:
    return {
        "id": change.game,
        "at": write_instant(change.at),
        "tournament": change.tournament,
        "round": change.round,
        "match": change.match,
        "season": change.season,
        **changes_document(change.unrated, change.elo, change.team),
    }
