"""Imports go in one direction. The contracts of pyproject.toml hold, and a planted breach breaks each of them."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
NAMES = [each["name"] for each in CONTRACTS]


def _lint(directory: Path) -> subprocess.CompletedProcess[str]:
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    return subprocess.run([sys.executable, "-c", program], cwd=directory, capture_output=True, text=True, check=False)


def test_imports_go_in_one_direction():
    linted = _lint(ROOT)

    assert linted.returncode == 0, linted.stdout
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in linted.stdout


def copy_of_tree(folder: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", folder)
    for package in ("domain", "service"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))


def broken_by_lint(folder: Path) -> set[str]:
    """Names of the contracts that a tree breaks."""
    linted = _lint(folder)
    assert linted.returncode == 1
    report = " ".join(linted.stdout.split())
    return {name for name in NAMES if f"{name} BROKEN" in report}


BREACHES = {
    "The service uses the domain": ("domain/kernel/cards.py", "import service.platform.version"),
    "Inside the service": ("service/platform/store/codec.py", "import service.tables.documents"),
    "Inside the platform": ("service/platform/store/codec.py", "import service.platform.queue.periodic_work"),
    "Features use each other's": ("service/leagues/handlers.py", "import service.tournaments.reader"),
    "Handlers know neither": ("service/tables/handlers.py", "import service.request_context"),
    "Routes call handlers": ("service/tables/routes.py", "import service.platform.store.database"),
    "Features do not call": ("service/leagues/routes.py", "import service.series.routes"),
    "Features do not run": ("service/leagues/handlers.py", "import service.tournaments.jobs"),
    "Only jobs run the processes": ("service/leagues/handlers.py", "import service.tournaments.process"),
    "Only routes and other schemas": ("service/leagues/handlers.py", "import service.leagues.schemas"),
    "Routes decide nothing": ("service/tables/routes.py", "import domain.table.decide"),
    "Jobs of tournaments": ("service/tournaments/jobs.py", "import domain.tournaments.matches.table_tasks"),
    "Inside the domain": ("domain/table/decide.py", "import domain.games.sheng_ji.follow"),
    "Leagues and series use": ("domain/tournaments/state.py", "import domain.tournaments.leagues.plan"),
    "Games know nothing": ("domain/games/zheng_shangyou/teams.py", "import domain.games.sheng_ji.follow"),
    "Bots see views": ("domain/games/sheng_ji/bots/random_bot.py", "import domain.games.sheng_ji.decide"),
    "Only the store": ("service/tables/lists.py", "import psycopg"),
    "Flask and marshmallow": ("service/leagues/jobs.py", "from flask import g"),
    "The client knows": ("service/clients/python/shengji_client/feed.py", "import service.platform.version"),
    "Only the command line uses": ("service/tables/dispatch.py", "import service.clients.python.shengji_client"),
    "Only the command line composes": ("service/tables/dispatch.py", "import service.contract"),
}


def test_every_import_contract_is_broken_by_a_planted_breach():
    assert len(BREACHES) == len(CONTRACTS)


@pytest.mark.slow
@pytest.mark.parametrize("contract", BREACHES)
def test_a_planted_breach_is_found(contract: str, tmp_path: Path):
    copy_of_tree(tmp_path)
    file, line = BREACHES[contract]
    path = tmp_path / file
    path.write_text(path.read_text().replace('"""\n\n', f'"""\n\n{line}\n', 1))

    assert next(name for name in NAMES if name.startswith(contract)) in broken_by_lint(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "contract"),
    [
        ("domain", "Inside the domain"),
        ("service", "Inside the service"),
        ("service/platform", "Inside the platform"),
    ],
)
def test_a_module_outside_all_layers_is_found(folder: str, contract: str, tmp_path: Path):
    copy_of_tree(tmp_path)
    (tmp_path / folder / "extra.py").write_text("")

    assert {name for name in broken_by_lint(tmp_path) if name.startswith(contract)}
