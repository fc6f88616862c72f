"""Statements that may read late only read, and every other read of the read models has a reason to be up to date."""

import ast
import re
from pathlib import Path

import pytest

from service.platform.store.database import Database
from service.platform.store.sql import LATE, QUERIES
from tests.architecture.test_sql import sql_of_areas, statements

SERVICE = Path(__file__).parents[2] / "service"
CHANGES = re.compile(r"\b(?:INSERT|UPDATE|DELETE|MERGE|TRUNCATE|LOCK|NOTIFY|FOR|nextval|set_config|pg_\w+|append\w*)\b")
SCHEMAS = re.compile(r"\b(?:FROM|JOIN)\s+(shengji\.)?([a-z_]+)")
ACCOUNTS = {"player"}
"""Tables outside the read models that a late statement may join. Handlers check again which accounts are closed."""
UP_TO_DATE = {
    "reliability": "tables and tournaments admit players by it",
    "reliability_of_all": "matchmaking admits players to tables by it",
    "leagues_of_player": "an export has everything that the player has written",
    "tournaments_of_player": "an export",
    "grade_changes_of": "an export",
    "rating_changes_of": "an export",
    "waiting_challenges": "an inbox must not show what its player has just answered",
    "waiting_proposals": "an inbox",
    "waiting_tournaments": "an inbox",
    "count_waiting": "an inbox",
    "waiting_at": "an inbox",
    "tables_to_tell": "a mail or a message tells how a table stands after its event",
    "tournament_names": "a mail or a message names a tournament that was just created",
    "list_own_tables": "players must find what they have just opened, and a closed account leaves all its tables",
    "list_tables_in_sandbox": "sandboxes are never read late",
    "league_season": "a late answer would say that a settled season does not exist",
    "league_divisions": "the divisions belong to that season",
    "series_players": "decides who is notified",
    "leagues_of_tournaments": "decides who has work",
    "tournaments_of_tables": "decides who has work",
    "tables_not_over": "decides what a process does",
    "sealed_tables_over": "decides what a process does",
    "grade_session": "ratings of the next games follow from it",
    "sessions_counted_later": "ratings follow from it",
    "grades_behind": "ratings follow from it",
    "sessions_to_grade": "ratings follow from it",
    "grades_in_pool": "ratings follow from it",
    "games_counted_later": "ratings follow from it",
    "uncounted_games": "ratings follow from it",
    "last_game_of_match": "ratings follow from it",
    "ratings_behind": "ratings follow from it",
    "games_to_rate": "ratings follow from it",
    "ratings_in_pool": "ratings follow from it",
    "meetings_of": "ratings follow from it",
    "handicap_skills": "ratings follow from it",
}
"""Reads of the read models that must be up to date, and why."""


def bodies() -> dict[str, str]:
    return {name: body for text in sql_of_areas().values() for name, body in statements(text).items()}


def is_delayed(body: str) -> bool:
    """Returns whether a statement could be read late: it only reads, and only read models and accounts."""
    read = [(bool(schema), table) for schema, table in SCHEMAS.findall(body)]
    return bool(read) and not CHANGES.search(body) and all(not log or table in ACCOUNTS for log, table in read)


def test_late_statements_only_read_the_read_models_and_accounts():
    assert [name for name in LATE if not is_delayed(bodies()[name])] == []


@pytest.mark.parametrize(
    "body",
    ["UPDATE rating SET at = now()", "SELECT 1 FROM shengji.head", "SELECT * FROM rating FOR UPDATE", "SELECT 1"],
)
def test_other_statements_are_found(body: str):
    assert not is_delayed(body)


def test_every_other_read_of_the_read_models_has_a_reason_to_be_up_to_date():
    only_read_models = {
        name for name, body in bodies().items() if is_delayed(body) and not re.search(r"\bshengji\.", body)
    }
    assert only_read_models - LATE == set(UP_TO_DATE)


def test_late_statements_are_read_late():
    """Statements with `is_own` also list what belongs to a player. Those that `read` runs too decide something."""
    called: dict[str, set[str]] = {}
    own: set[str] = set()
    for path in SERVICE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                name = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
                if name in LATE:
                    called.setdefault(node.func.attr, set()).add(str(name))
                    if any(each.arg == "is_own" for each in node.keywords):
                        own.add(str(name))
    by_name = {"leaderboard_by_elo", "leaderboard_by_shown"}
    assert called["read_late"] | by_name == LATE
    assert called["read"] == {"ratings_of_player"}
    assert own == {"leagues", "series", "tournaments"}


def test_a_statement_without_the_mark_is_refused_also_without_a_replica(database_url: str):
    database = Database(database_url, role="shengji_app")
    try:
        with pytest.raises(ValueError, match="head is not marked"):
            database.read_late("head", {"stream": "table-x"}, sandbox=None)
        assert "head" in QUERIES
    finally:
        database.close()
