"""Runs the command `shengji`, in the same process if possible."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli.main import main
from service.platform.settings import Settings
from tests.support.running import environment

__all__ = ["environment"]

Shengji = Callable[..., Result]


@pytest.fixture
def shengji(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shengji:
    """Runs the command with arguments, and returns its output and exit code."""
    for name in Settings.__dataclass_fields__:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "120")
    return lambda *arguments, **more: CliRunner().invoke(main, [str(each) for each in arguments], **more)
