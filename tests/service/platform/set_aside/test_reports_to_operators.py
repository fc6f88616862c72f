"""Checks, metrics and rebuilds report unreadable streams."""

from typing import Any

import pytest

from service.cli.database import projections_rebuild
from service.platform.store.checks import check_store, refold
from service.processes.rebuild import rebuild
from service.wiring import Service
from tests.support.api import Api, started_table
from tests.support.poison import hasten, poisoned, set_aside
from tests.support.set_aside import READ_TABLES, follow, stream


def test_the_check_names_streams_set_aside_and_refolding_continues(api: Api, service: Service):
    odd, _ = started_table(api)
    with poisoned(service, stream(odd), 2):
        follow(service, "accounts")
        faults = check_store(service.database, lambda *_: None)
        [folding, aside] = [fault for fault in faults if odd in fault]
        assert "cannot be folded" in folding
        for part in (stream(odd), "accounts", "from event", "since", "tried once", "next at"):
            assert part in aside
        assert refold(service.database, lambda *_: None) == []
    hasten(service)
    follow(service, "accounts")
    assert not [fault for fault in check_store(service.database, lambda *_: None) if odd in fault]


def test_the_metrics_count_the_streams_set_aside_per_follower(api: Api, service: Service):
    odd, _ = started_table(api)
    with poisoned(service, stream(odd), 2):
        follow(service, "accounts")
        follow(service, "dispatch")
        assert 'shengji_streams_set_aside{follower="accounts"} 1.0' in metrics(service)
        assert 'shengji_streams_set_aside{follower="dispatch"} 0.0' in metrics(service)
    hasten(service)
    follow(service, "accounts")
    assert 'shengji_streams_set_aside{follower="accounts"} 0.0' in metrics(service)


def metrics(service: Service) -> str:
    from prometheus_client import CollectorRegistry, generate_latest

    from service.platform.metrics import LagCollector

    registry = CollectorRegistry()
    registry.register(LagCollector(service.database))
    return generate_latest(registry).decode()


@pytest.mark.slow
def test_a_rebuild_reports_unreadable_streams_and_installs_the_rest(
    api: Api, service: Service, monkeypatch: pytest.MonkeyPatch
):
    for name in READ_TABLES:
        follow(service, name)
    odd, _ = started_table(api)
    table, _ = started_table(api)
    url, role = service.settings.database_url, service.settings.database_role
    with poisoned(service, stream(odd), 2):
        rebuilt = rebuild(url, role, lambda *_: None)
        assert {(each.stream, each.follower) for each in rebuilt.lacking} >= {(stream(odd), "tables")}
        assert rebuilt.tables > 0
        assert set(set_aside(service, stream(odd))) >= {"tables"}
        with service.database.session() as session:
            ids = {row[0] for row in session.execute("SELECT id FROM shengji_read.table_summary").fetchall()}
        assert table in ids
        assert odd not in ids
        ended = run_command(service, monkeypatch)
        assert ended.exit_code == 1
        assert odd in ended.output.replace("\n", "")
    hasten(service)
    follow(service, "tables")
    follow(service, "reliability")
    with service.database.session() as session:
        ids = {row[0] for row in session.execute("SELECT id FROM shengji_read.table_summary").fetchall()}
    assert odd in ids
    assert not rebuild(url, role, lambda *_: None).lacking
    assert run_command(service, monkeypatch).exit_code == 0


def run_command(service: Service, monkeypatch: pytest.MonkeyPatch) -> Any:
    from click.testing import CliRunner

    monkeypatch.setenv("DATABASE_URL", service.settings.database_url)
    monkeypatch.setenv("SECRETS_KEYS", str(service.settings.secrets_keys))
    return CliRunner().invoke(projections_rebuild)
