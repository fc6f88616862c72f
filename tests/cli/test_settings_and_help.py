"""Every command has help, and every setting is listed."""

import click
import pytest

from service.cli.main import main
from service.platform.counting import Counting
from service.platform.rate_limits import RateLimits
from service.platform.settings import InvalidSetting, Settings, read_settings
from tests.support.commands import commands_of
from tests.support.laws import law


def _commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = [path]
    for name, command in commands_of(group).items():
        found += _commands(command, (*path, name)) if isinstance(command, click.Group) else [(*path, name)]
    return found


@law
@pytest.mark.parametrize("path", _commands(main), ids=" ".join)
def test_every_command_has_help(shengji, path: tuple[str, ...]):
    helped = shengji(*path, "--help")

    assert helped.exit_code == 0
    assert len(helped.stdout.splitlines()) >= 5


@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_setting_is_listed_by_its_full_name_in_any_terminal_width(
    shengji, monkeypatch: pytest.MonkeyPatch, width: int
):
    monkeypatch.setattr("service.cli.settings.OUT.width", width)

    listed = shengji("settings").stdout

    for name in Settings.__dataclass_fields__:
        assert name.upper() in listed


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("SIGN_UP", "maybe"),
        ("WORKERS", "-1"),
        ("DATABASE_CONNECTIONS", "1"),
        ("PROXIES", "-1"),
        ("RATE_LIMIT_READ", "600"),
        ("RATE_LIMIT_READ", "0/minute"),
        ("RATE_LIMIT_READ", "5/minute;9/hour"),
        ("CORS_ORIGINS", "cards.example"),
        ("CORS_ORIGINS", "https://*.example"),
        ("CORS_ORIGINS", "*,https://cards.example"),
        ("CORS_ORIGINS", "https://cards.example/"),
        ("PUBLIC_ADDRESS", "cards.example.org"),
        ("PUBLIC_ADDRESS", "http://cards.example.org"),
        ("PUBLIC_ADDRESS", "https://cards.example.org/"),
        ("PUBLIC_ADDRESS", "https://cards.example.org/api"),
        ("READ_REPLICA_URL", "postgresql://replica/shengji"),  # without DATABASE_URL
        ("READ_REPLICA_LAG_S", "1.9"),
        ("READ_REPLICA_LAG_S", "nan"),
        ("READ_REPLICA_LAG_S", "inf"),
    ],
)
def test_an_invalid_setting_is_named(shengji, monkeypatch, name: str, value: str):
    monkeypatch.setenv(name, value)

    refused = shengji("settings")

    assert refused.exit_code == 1
    assert name in refused.stderr


@pytest.mark.parametrize(
    ("value", "quota"),
    [("", None), ("1/second", (1, 1)), ("600/minute", (600, 60)), ("5/hour", (5, 3600)), ("9/day", (9, 86400))],
)
def test_a_rate_limit_is_a_number_and_a_period_or_nothing(value: str, quota: tuple[int, int] | None):
    assert RateLimits(Counting("redis://nowhere"), read_settings({"RATE_LIMIT_READ": value})).quota("read") == quota


def test_feeds_wait_at_least_a_second():
    with pytest.raises(InvalidSetting, match="LONG_POLL_S=0: give 1 or more"):
        read_settings({"LONG_POLL_S": "0"})


def test_a_renamed_variable_is_refused_and_not_ignored():
    with pytest.raises(InvalidSetting, match="LISTENERS_PER_TOKEN is now LISTENERS_PER_PLAYER"):
        read_settings({"LISTENERS_PER_TOKEN": "3"})


@pytest.mark.parametrize("address", ["https://cards.example.org", "https://10.0.0.7:8443", "http://127.0.0.1:8080"])
def test_a_public_address_uses_tls_or_this_host(shengji, monkeypatch, address: str):
    monkeypatch.setenv("PUBLIC_ADDRESS", address)

    assert shengji("settings").exit_code == 0


def test_passwords_are_hidden(shengji, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:swordfish@127.0.0.1/x")

    assert "swordfish" not in shengji("settings").output
