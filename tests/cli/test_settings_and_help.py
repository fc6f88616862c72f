"""Every command explains itself, and every setting is listed."""

import click
import pytest

from service.cli.main import main
from service.settings import Settings


def _commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = [path]
    for name, command in group.commands.items():
        found += _commands(command, (*path, name)) if isinstance(command, click.Group) else [(*path, name)]
    return found


@pytest.mark.parametrize("path", _commands(main), ids=" ".join)
def test_every_command_has_help(shengji, path: tuple[str, ...]):
    helped = shengji(*path, "--help")

    assert helped.exit_code == 0
    assert len(helped.stdout.splitlines()) >= 5


def test_every_setting_is_listed(shengji):
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
        ("PUBLIC_ADDRESS", "cards.example.org"),
        ("PUBLIC_ADDRESS", "http://cards.example.org"),
        ("PUBLIC_ADDRESS", "https://cards.example.org/"),
        ("PUBLIC_ADDRESS", "https://cards.example.org/api"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(shengji, monkeypatch, name: str, value: str):
    monkeypatch.setenv(name, value)

    refused = shengji("settings")

    assert refused.exit_code == 1
    assert name in refused.stderr


@pytest.mark.parametrize("address", ["https://cards.example.org", "https://10.0.0.7:8443", "http://127.0.0.1:8080"])
def test_a_public_address_is_one_with_tls_or_this_host(shengji, monkeypatch, address: str):
    monkeypatch.setenv("PUBLIC_ADDRESS", address)

    assert shengji("settings").exit_code == 0


def test_a_password_is_not_shown(shengji, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:swordfish@127.0.0.1/x")

    assert "swordfish" not in shengji("settings").output
