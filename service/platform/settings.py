"""Settings: typed, read once from the environment, and documented here. The operators' guide has the table."""

import base64
import ipaddress
import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, get_args, get_origin, get_type_hints

from service.platform.keys import KEY_BYTES

LEAST_CONNECTIONS = 2
LEAST_LAG_S = 2.0
"""The least bound for the lag of a read replica, which is measured once a second."""
MOST_LAG_S = 3600.0
"""The highest bound for it."""
WEBHOOK_TIMEOUT_LIMIT_S = 30
SMTP_TIMEOUT_LIMIT_S = 30
LEAST_DAYS_OF_EVENTS = 7
MOST_DAYS_KEPT = 36_500
SignUp = Literal["open", "closed"]
SmtpSecurity = Literal["starttls", "tls", "none"]
Range = ipaddress.IPv4Network | ipaddress.IPv6Network
_FORMER_NAMES = {"LISTENERS_PER_PLAYER": "LISTENERS_PER_TOKEN"}
_MAIL_ADDRESS = re.compile(r"[^\s<>@]+@[A-Za-z0-9.-]+")
_TABLE_LINK = re.compile(r"https?://[^\s{}]*\{table\}[^\s{}]*")
_PUBLIC_ADDRESS = re.compile(
    r"(https://[A-Za-z0-9][A-Za-z0-9.-]*|http://(127\.0\.0\.1|\[::1\]|localhost))(:[0-9]{1,5})?"
)


class InvalidSetting(Exception):
    """A variable of the environment has an invalid value. The message names it and says what is valid."""


class Rate(str):
    """A number of requests in a time, such as `600/minute`. Empty means no limit."""

    __slots__ = ()
    _SECONDS: ClassVar[dict[str, int]] = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
    _FORM = re.compile(rf"[1-9][0-9]{{0,9}}/({'|'.join(_SECONDS)})")

    def __new__(cls, text: str) -> Self:
        """Reads a rate. Raises `ValueError`."""
        if text and not cls._FORM.fullmatch(text):
            raise ValueError("give a number and second, minute, hour or day, such as 600/minute; or leave it empty")
        return super().__new__(cls, text)

    @property
    def quota(self) -> int:
        """The number of requests in a window. The rate must not be empty."""
        return int(self.partition("/")[0])

    @property
    def window_s(self) -> int:
        """The length of a window in seconds. The rate must not be empty."""
        return self._SECONDS[self.partition("/")[2]]


class Origins(str):
    """Origins of web pages (RFC 6454), separated by commas. `*` means any, empty means none."""

    __slots__ = ()
    _FORM = re.compile(r"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")

    def __new__(cls, text: str) -> Self:
        """Reads the origins. Raises `ValueError`."""
        if text not in ("", "*") and not all(map(cls._FORM.fullmatch, text.split(","))):
            raise ValueError("give * or origins such as https://example.org,http://localhost:5173; or leave it empty")
        return super().__new__(cls, text)


class Keys(str):
    """Keys separated by commas, each of 32 bytes in URL-safe base64. Empty means none."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Reads the keys. Raises `ValueError`."""
        if text and not all(map(_is_key, text.split(","))):
            raise ValueError("give keys from `shengji db new-key`, separated by commas")
        return super().__new__(cls, text)

    def __repr__(self) -> str:
        """Returns the number of keys only, because they are secret."""
        return f"<{len(self.each)} keys>"

    @property
    def each(self) -> tuple[str, ...]:
        """Returns the keys."""
        return tuple(self.split(",")) if self else ()


class Listening(str):
    """An address to listen on: a host and a port, or a Unix socket. Empty means none."""

    __slots__ = ()
    _TCP = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+)):([0-9]{1,5})")
    _UNIX = "unix:/"
    _LONGEST_PATH = 100
    """Maximum length of a socket's path in bytes. Linux allows 107, macOS 103."""

    def __new__(cls, text: str) -> Self:
        """Reads an address. Raises `ValueError`."""
        tcp = cls._TCP.fullmatch(text)
        is_path = text.startswith(cls._UNIX) and len(text.encode()) <= cls._LONGEST_PATH + len(cls._UNIX) - 1
        if text and not is_path and not (tcp and int(tcp[3]) <= 65535):
            raise ValueError(
                "give a host and a port like 127.0.0.1:9464 or [::1]:9464, a socket like unix:/run/shengji/metrics"
                f" with a path of at most {cls._LONGEST_PATH} bytes; or leave it empty"
            )
        return super().__new__(cls, text)

    @property
    def family(self) -> socket.AddressFamily:
        """The address family of the socket."""
        if self.startswith(self._UNIX):
            return socket.AF_UNIX
        return socket.AF_INET6 if self.startswith("[") else socket.AF_INET

    @property
    def target(self) -> tuple[str, int] | str:
        """The address to bind the socket to: host and port, or the path."""
        tcp = self._TCP.fullmatch(self)
        return (tcp[1] or tcp[2], int(tcp[3])) if tcp else self.removeprefix("unix:")


def _is_key(text: str) -> bool:
    try:
        return len(base64.b64decode(text, altchars=b"-_", validate=True)) == KEY_BYTES
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of every process. The variable of a setting is its name in capitals."""

    database_url: Annotated[str, "PostgreSQL to use; if empty, `shengji run` starts an embedded one"] = ""
    redis_url: Annotated[str, "Redis 7 or later, or Valkey, to use; if empty, `shengji run` starts an embedded one"] = (
        ""
    )
    read_replica_url: Annotated[
        str, "streaming replica of that PostgreSQL, for reads that may be late; empty: none"
    ] = ""
    read_replica_lag_s: Annotated[float, "seconds that READ_REPLICA_URL may be behind; 2 or more"] = 10.0
    data_dir: Annotated[Path, "where the embedded servers keep their data"] = Path(".data")
    host: Annotated[str, "address on which the API listens"] = "127.0.0.1"
    port: Annotated[int, "port on which the API listens; 0 is any free one"] = 8080
    metrics_address: Annotated[Listening, "address of the metrics: host:port, or unix: and a path; empty: none"] = (
        Listening("127.0.0.1:9464")
    )
    public_address: Annotated[str, "where people and programs reach the API, like https://cards.example.org"] = ""
    api_processes: Annotated[int, "processes of the API"] = 1
    connections_per_address: Annotated[
        int, "connections of one address to each process of the API; 0: no limit; not counted behind PROXIES"
    ] = 500
    workers: Annotated[int, "RQ workers that `shengji run` starts"] = 1
    public_reading: Annotated[
        bool, "whether listed tables, tournaments, standings and profiles can be read without a token"
    ] = True
    sign_up: Annotated[SignUp, "who may create accounts: `open` means anyone, `closed` only the operator"] = "open"
    database_connections: Annotated[int, "connections to PostgreSQL that each process may hold"] = 8
    database_role: Annotated[str, "database role of the processes; it may not change or delete events"] = "shengji_app"
    cached_tables: Annotated[int, "number of cached tables of each process"] = 2000
    token_cache_s: Annotated[float, "seconds for which a process caches a token"] = 5.0
    long_poll_s: Annotated[int, "longest time that a request for events may wait, in seconds"] = 30
    listeners_per_player: Annotated[int, "streams and waiting requests of one player in each process"] = 50
    body_limit: Annotated[int, "largest body of a request, in bytes"] = 65536
    record_limit: Annotated[int, "largest record that is verified and replayed, in bytes"] = 4194304
    body_timeout_s: Annotated[float, "seconds that the body of a request may take to arrive"] = 20.0
    feed_poll_s: Annotated[float, "seconds between reads of the log if no notification comes"] = 1.0
    bot_grace_s: Annotated[float, "seconds after which a lost job for a bot's turn or a clock is queued again"] = 5.0
    proxies: Annotated[int, "trusted proxies in front of the API, each of which adds to X-Forwarded-For"] = 0
    cors_origins: Annotated[
        Origins, "origins whose pages may use the API, separated by commas; `*`: any; empty: none"
    ] = Origins("*")
    rate_limit_address: Annotated[Rate, "all requests of one address; empty: no limit"] = Rate("30000/minute")
    rate_limit_read: Annotated[Rate, "reading tables, players and rules, by player; empty: no limit"] = Rate(
        "3000/minute"
    )
    rate_limit_public: Annotated[Rate, "reading without a token, feeds included, by address; empty: no limit"] = Rate(
        "600/minute"
    )
    rate_limit_feed: Annotated[Rate, "starting to listen to a feed, by player; empty: no limit"] = Rate("3000/minute")
    rate_limit_command: Annotated[Rate, "commands to tables, by player; empty: no limit"] = Rate("3000/minute")
    rate_limit_open: Annotated[Rate, "opening tables, by player; empty: no limit"] = Rate("120/minute")
    rate_limit_talk: Annotated[Rate, "messages and reports, by player; empty: no limit"] = Rate("60/minute")
    rate_limit_account: Annotated[Rate, "tokens and other account data, by player; empty: no limit"] = Rate(
        "120/minute"
    )
    rate_limit_login: Annotated[Rate, "giving a password, by player or address; empty: no limit"] = Rate("30/minute")
    rate_limit_oauth: Annotated[Rate, "other requests of OAuth 2, by address; empty: no limit"] = Rate("600/minute")
    rate_limit_sign_up: Annotated[Rate, "creating accounts, by address; empty: no limit"] = Rate("300/hour")
    rate_limit_lab: Annotated[Rate, "questions to the rules lab, by player or address; empty: no limit"] = Rate(
        "1200/minute"
    )
    rate_limit_record: Annotated[Rate, "exports of records, and their verification, by player; empty: no limit"] = Rate(
        "60/minute"
    )
    rate_limit_sandbox: Annotated[Rate, "requests about sandboxes, by player; empty: no limit"] = Rate("1200/minute")
    account_events_kept_days: Annotated[
        int, "days for which the feeds of accounts keep their events, at least WEBHOOK_KEPT_DAYS; 0: for ever"
    ] = 180
    snapshots_kept_days: Annotated[
        int, "days for which stored views of tables are kept; they are computed again when needed; 0: for ever"
    ] = 30
    tokens_kept_days: Annotated[
        int, "days for which a token is listed after it was revoked or has expired; 0: for ever"
    ] = 90
    sandbox_days: Annotated[int, "days after which a sandbox expires"] = 30
    sandboxes_per_account: Annotated[int, "maximum number of sandboxes of a player"] = 5
    sandbox_advances_per_account: Annotated[
        int, "sandboxes of one player whose clocks may be moved at the same time"
    ] = 2
    tournaments_per_owner: Annotated[int, "maximum number of unfinished tournaments of one owner"] = 50
    secrets_keys: Annotated[
        Keys, "keys that encrypt webhook secrets and derive entry codes, newest first, separated by commas"
    ] = Keys("")
    webhook_workers: Annotated[int, "workers for webhooks that `shengji run` starts; 0: table workers send them"] = 1
    webhook_timeout_s: Annotated[float, "seconds for a whole exchange with a webhook receiver"] = 10.0
    webhook_loopback: Annotated[bool, "whether webhooks may lead to this machine, also by http; for development"] = (
        False
    )
    webhook_private_ranges: Annotated[
        str, "private ranges to which webhooks may lead, as CIDRs separated by commas"
    ] = ""
    webhook_kept_days: Annotated[int, "days for which deliveries of webhooks are kept"] = 30
    smtp_host: Annotated[str, "server that sends e-mail; empty: no e-mail is sent"] = ""
    smtp_port: Annotated[int, "port of the mail server: 587 with starttls, 465 with tls"] = 587
    smtp_security: Annotated[SmtpSecurity, "how the connection is secured: starttls, tls or none"] = "starttls"
    smtp_user: Annotated[str, "user of the mail server; empty: none"] = ""
    smtp_password: Annotated[str, "password of that user"] = ""
    smtp_timeout_s: Annotated[float, "seconds for sending one mail"] = 15.0
    mail_from: Annotated[str, "sender of e-mail, like cards@example.org or Sheng Ji <cards@example.org>"] = ""
    mail_table_link: Annotated[
        str, "address of a table in mails, with {table} for its id; empty: its page at PUBLIC_ADDRESS"
    ] = ""
    mail_turn_wait_s: Annotated[float, "seconds that a turn waits before a mail reports it"] = 120.0
    mail_gather_s: Annotated[float, "seconds in which all that happens to a player becomes one mail; 0: never"] = 60.0
    mail_kept_days: Annotated[int, "days for which the list of sent mails is kept"] = 30
    mail_workers: Annotated[int, "workers for e-mail that `shengji run` starts; 0: table workers send it"] = 1
    elo_start: Annotated[int, "initial Elo of a player; rebuild the projections after a change"] = 1500
    elo_scale: Annotated[int, "Elo points that mean odds of ten to one; rebuild after a change"] = 400
    elo_k: Annotated[int, "largest change of an Elo by one of a player's first games; rebuild after a change"] = 32
    elo_games_at_k: Annotated[int, "number of these first games; rebuild after a change"] = 30
    elo_later_k: Annotated[int, "largest change of an Elo by a later game; rebuild after a change"] = 16
    log_level: Annotated[str, "lowest level that is logged"] = "INFO"
    log_requests: Annotated[bool, "whether each request is logged"] = True


def about_settings() -> dict[str, tuple[str, object]]:
    """Returns the description and the default of each variable."""
    defaults = Settings()
    hints = get_type_hints(Settings, include_extras=True)
    return {name.upper(): (hint.__metadata__[0], getattr(defaults, name)) for name, hint in hints.items()}


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Returns the settings of this process.

    Raises:
        InvalidSetting: a variable has an invalid value.
    """
    values: dict[str, Any] = {}
    for name, former in _FORMER_NAMES.items():
        if former in environment:
            raise InvalidSetting(f"{former} is now {name}: rename the variable")
    for name, kind in get_type_hints(Settings).items():
        text = environment.get(name.upper())
        if text is not None:
            values[name] = _read_setting(name.upper(), text, kind)
    settings = Settings(**values)
    _check_processes(settings)
    _check_ages(settings)
    if not 0 < settings.webhook_timeout_s <= WEBHOOK_TIMEOUT_LIMIT_S:
        raise InvalidSetting(
            f"WEBHOOK_TIMEOUT_S={settings.webhook_timeout_s}: give more than 0 and at most {WEBHOOK_TIMEOUT_LIMIT_S},"
            " because a worker waits that long"
        )
    if not settings.elo_scale:
        raise InvalidSetting("ELO_SCALE=0: give 1 or more, because it is a divisor")
    if not settings.long_poll_s:
        raise InvalidSetting("LONG_POLL_S=0: give 1 or more, because clients would poll without a pause")
    read_ranges(settings.webhook_private_ranges)
    if settings.public_address and not _PUBLIC_ADDRESS.fullmatch(settings.public_address):
        raise InvalidSetting(
            f"PUBLIC_ADDRESS={settings.public_address!r}: give https:// and a host, without a path; http:// is only"
            " allowed for this machine, because passwords are sent there"
        )
    if settings.smtp_host:
        _check_mail(settings)
    return settings


def _check_processes(settings: Settings) -> None:
    """Checks the settings of processes. Raises `InvalidSetting`."""
    if settings.database_connections < LEAST_CONNECTIONS:
        raise InvalidSetting(
            f"DATABASE_CONNECTIONS={settings.database_connections}: give at least {LEAST_CONNECTIONS}, because the"
            " scheduler reserves one of them"
        )
    if settings.api_processes < 1:
        raise InvalidSetting("API_PROCESSES=0: give at least 1")
    if settings.read_replica_url and not settings.database_url:
        raise InvalidSetting("READ_REPLICA_URL: set DATABASE_URL to the primary of this replica, or leave both empty")
    if not LEAST_LAG_S <= settings.read_replica_lag_s <= MOST_LAG_S:
        raise InvalidSetting(
            f"READ_REPLICA_LAG_S={settings.read_replica_lag_s}: give {LEAST_LAG_S:.0f} to {MOST_LAG_S:.0f}, because the"
            " lag is measured once a second"
        )


def _check_ages(settings: Settings) -> None:
    """Checks the ages of what is deleted. Raises `InvalidSetting`."""
    for name in ("account_events_kept_days", "snapshots_kept_days", "tokens_kept_days"):
        if getattr(settings, name) > MOST_DAYS_KEPT:
            raise InvalidSetting(f"{name.upper()}: give at most {MOST_DAYS_KEPT}, or 0 to keep everything")
    if 0 < settings.account_events_kept_days < LEAST_DAYS_OF_EVENTS:
        raise InvalidSetting(
            f"ACCOUNT_EVENTS_KEPT_DAYS={settings.account_events_kept_days}: give 0 or at least"
            f" {LEAST_DAYS_OF_EVENTS}, because webhooks and mails are sent again for days"
        )


def _check_mail(settings: Settings) -> None:
    """Checks the settings of e-mail. Raises `InvalidSetting`."""
    if not _MAIL_ADDRESS.fullmatch(parseaddr(settings.mail_from)[1]) or not settings.mail_from.isascii():
        raise InvalidSetting(
            f"MAIL_FROM={settings.mail_from!r}: give the sender of e-mail in ASCII, like cards@example.org, or leave"
            " SMTP_HOST empty"
        )
    if not settings.public_address:
        raise InvalidSetting("PUBLIC_ADDRESS: set it together with SMTP_HOST, because mails contain links to it")
    if not 0 < settings.smtp_timeout_s <= SMTP_TIMEOUT_LIMIT_S:
        raise InvalidSetting(
            f"SMTP_TIMEOUT_S={settings.smtp_timeout_s}: give more than 0 and at most {SMTP_TIMEOUT_LIMIT_S}, because a"
            " worker waits that long"
        )
    if settings.smtp_password and settings.smtp_security == "none":
        raise InvalidSetting("SMTP_SECURITY=none: give starttls or tls, or SMTP_PASSWORD would be sent unencrypted")
    if settings.mail_table_link and not _TABLE_LINK.fullmatch(settings.mail_table_link):
        raise InvalidSetting(
            f"MAIL_TABLE_LINK={settings.mail_table_link!r}: give an address with {{table}} in it, like"
            " https://cards.example.org/#/{table}"
        )


def read_ranges(text: str) -> tuple[Range, ...]:
    """Returns the address ranges in WEBHOOK_PRIVATE_RANGES.

    Raises:
        InvalidSetting: one of them is not a valid range.
    """
    try:
        return tuple(ipaddress.ip_network(each.strip()) for each in text.split(",") if each.strip())
    except ValueError as error:
        raise InvalidSetting(
            f"WEBHOOK_PRIVATE_RANGES={text!r}: {error}; write them like 10.1.0.0/16,fd12::/32"
        ) from None


_TRUTH = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}


def _read_setting(name: str, text: str, kind: Any) -> Any:
    if get_origin(kind) is Literal:
        return _one_of(name, text, {word: word for word in get_args(kind)})
    if kind is bool:
        return _one_of(name, text.lower(), _TRUTH)
    try:
        value = kind(text)
    except ValueError as error:
        wanted = str(error) if kind in (Rate, Origins, Keys, Listening) else "give a number"
        shown = "" if kind is Keys else f"={text!r}"
        raise InvalidSetting(f"{name}{shown}: {wanted}") from None
    if kind in (int, float) and value < 0:
        raise InvalidSetting(f"{name}={text!r}: give a number that is not negative")
    return value


def _one_of(name: str, text: str, allowed: Mapping[str, Any]) -> Any:
    if text not in allowed:
        raise InvalidSetting(f"{name}={text!r}: give one of {', '.join(allowed)}")
    return allowed[text]
