"""Settings: read once from the environment, typed, and each one documented here (README: configuration)."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

LEAST_CONNECTIONS = 2
SignUp = Literal["open", "closed"]


class InvalidSetting(Exception):
    """A variable of the environment cannot be used; the message names it and says what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of every process; the variable of a setting is its name in capitals."""

    database_url: Annotated[str, "PostgreSQL to use; when empty, `shengji run` starts an embedded one"] = ""
    redis_url: Annotated[str, "Redis to use; when empty, `shengji run` starts an embedded one"] = ""
    data_dir: Annotated[Path, "where the embedded servers keep their data"] = Path(".data")
    host: Annotated[str, "address on which the API listens"] = "127.0.0.1"
    port: Annotated[int, "port on which the API listens; 0 is any free one"] = 8080
    api_processes: Annotated[int, "processes of the API"] = 1
    workers: Annotated[int, "RQ workers that `shengji run` starts"] = 1
    sign_up: Annotated[SignUp, "whether anybody may make an account"] = "open"
    database_connections: Annotated[int, "connections to PostgreSQL that each process may hold"] = 8
    database_role: Annotated[str, "role of the processes; it may not change or delete events"] = "shengji_app"
    cached_tables: Annotated[int, "tables that each process keeps at hand"] = 2000
    token_cache_s: Annotated[float, "seconds for which a process trusts a token it has looked up"] = 5.0
    long_poll_s: Annotated[int, "longest time that a request for events may wait, in seconds"] = 30
    listeners_per_token: Annotated[int, "streams of events that a token may have open in each process"] = 50
    body_limit: Annotated[int, "largest body of a request, in bytes"] = 65536
    feed_poll_s: Annotated[float, "seconds after which subscriptions look at the log when no doorbell rings"] = 0.25
    bot_grace_s: Annotated[float, "seconds after which a lost job for a bot's turn or a clock is queued again"] = 5.0
    log_level: Annotated[str, "least level that is logged"] = "INFO"
    log_requests: Annotated[bool, "whether each request is logged"] = True


def about_settings() -> dict[str, tuple[str, object]]:
    """For each variable what it is for, and its default."""
    defaults = Settings()
    hints = get_type_hints(Settings, include_extras=True)
    return {name.upper(): (hint.__metadata__[0], getattr(defaults, name)) for name, hint in hints.items()}


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this process.

    Raises:
        InvalidSetting: a variable has a value that cannot be used.
    """
    values: dict[str, Any] = {}
    for name, kind in get_type_hints(Settings).items():
        text = environment.get(name.upper())
        if text is not None:
            values[name] = _read(name.upper(), text, kind)
    settings = Settings(**values)
    if settings.database_connections < LEAST_CONNECTIONS:
        raise InvalidSetting(
            f"DATABASE_CONNECTIONS={settings.database_connections}: give at least {LEAST_CONNECTIONS}, since the"
            " scheduler keeps one of them for itself"
        )
    return settings


_TRUTH = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}


def _read(name: str, text: str, kind: Any) -> Any:
    if get_origin(kind) is Literal:
        return _one_of(name, text, {word: word for word in get_args(kind)})
    if kind is bool:
        return _one_of(name, text.lower(), _TRUTH)
    try:
        value = kind(text)
    except ValueError:
        raise InvalidSetting(f"{name}={text!r}: give a number") from None
    if kind in (int, float) and value < 0:
        raise InvalidSetting(f"{name}={text!r}: give a number that is not negative")
    return value


def _one_of(name: str, text: str, allowed: Mapping[str, Any]) -> Any:
    if text not in allowed:
        raise InvalidSetting(f"{name}={text!r}: give one of {', '.join(allowed)}")
    return allowed[text]
