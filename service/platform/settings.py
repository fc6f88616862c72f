"""Settings: read once from the environment, typed, and each one documented here (the operators' guide lists them)."""

import base64
import ipaddress
import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args, get_origin, get_type_hints

LEAST_CONNECTIONS = 2
KEY_BYTES = 32
WEBHOOK_TIMEOUT_LIMIT_S = 30
SMTP_TIMEOUT_LIMIT_S = 30
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
    """A variable of the environment cannot be used; the message names it and says what would be right."""


class Rate(str):
    """How many requests in which time, such as `600/minute`; the empty one is no limit."""

    __slots__ = ()
    _FORM = re.compile(r"[1-9][0-9]{0,9}/(second|minute|hour|day)")

    def __new__(cls, text: str) -> Self:
        """Takes a rate as it is written. Raises `ValueError`."""
        if text and not cls._FORM.fullmatch(text):
            raise ValueError("give a number and second, minute, hour or day, such as 600/minute, or nothing")
        return super().__new__(cls, text)


class Origins(str):
    """Origins of web pages (RFC 6454) with commas between them; `*` is any, the empty one none."""

    __slots__ = ()
    _FORM = re.compile(r"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")

    def __new__(cls, text: str) -> Self:
        """Takes origins as they are written. Raises `ValueError`."""
        if text not in ("", "*") and not all(map(cls._FORM.fullmatch, text.split(","))):
            raise ValueError("give *, or origins such as https://example.org,http://localhost:5173, or nothing")
        return super().__new__(cls, text)


class Keys(str):
    """Keys with commas between them, each 32 bytes as base64 for URLs; the empty text is none."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Takes keys as they are written. Raises `ValueError`."""
        if text and not all(map(_is_key, text.split(","))):
            raise ValueError("give keys as `shengji db new-key` prints them, with commas")
        return super().__new__(cls, text)

    def __repr__(self) -> str:
        """How many there are: what they are is nobody's business."""
        return f"<{len(self.each)} keys>"

    @property
    def each(self) -> tuple[str, ...]:
        """The keys one by one."""
        return tuple(self.split(",")) if self else ()


class Listening(str):
    """Where a process listens: a host and a port, or a Unix socket; the empty text is nowhere."""

    __slots__ = ()
    _TCP = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+)):([0-9]{1,5})")
    _UNIX = "unix:/"
    _LONGEST_PATH = 100
    """A Unix socket has a path of at most 107 bytes on Linux and 103 on macOS."""

    def __new__(cls, text: str) -> Self:
        """Takes an address as it is written. Raises `ValueError`."""
        tcp = cls._TCP.fullmatch(text)
        is_path = text.startswith(cls._UNIX) and len(text.encode()) <= cls._LONGEST_PATH + len(cls._UNIX) - 1
        if text and not is_path and not (tcp and int(tcp[3]) <= 65535):
            raise ValueError(
                "give a host and a port like 127.0.0.1:9464 or [::1]:9464, a socket like unix:/run/shengji/metrics"
                f" with a path of at most {cls._LONGEST_PATH} bytes, or nothing"
            )
        return super().__new__(cls, text)

    @property
    def family(self) -> socket.AddressFamily:
        """The family of the socket."""
        if self.startswith(self._UNIX):
            return socket.AF_UNIX
        return socket.AF_INET6 if self.startswith("[") else socket.AF_INET

    @property
    def target(self) -> tuple[str, int] | str:
        """What the socket is bound to: host and port, or the path."""
        tcp = self._TCP.fullmatch(self)
        return (tcp[1] or tcp[2], int(tcp[3])) if tcp else self.removeprefix("unix:")


def _is_key(text: str) -> bool:
    try:
        return len(base64.b64decode(text, altchars=b"-_", validate=True)) == KEY_BYTES
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of every process; the variable of a setting is its name in capitals."""

    database_url: Annotated[str, "PostgreSQL to use; when empty, `shengji run` starts an embedded one"] = ""
    redis_url: Annotated[
        str, "Valkey, or Redis 7 or later, to use; when empty, `shengji run` starts an embedded Valkey"
    ] = ""
    data_dir: Annotated[Path, "where the embedded servers keep their data"] = Path(".data")
    host: Annotated[str, "address on which the API listens"] = "127.0.0.1"
    port: Annotated[int, "port on which the API listens; 0 is any free one"] = 8080
    metrics_address: Annotated[
        Listening, "where metrics are served: host:port, or unix: and a path; empty is nowhere"
    ] = Listening("127.0.0.1:9464")
    public_address: Annotated[str, "where people and programs reach the API, like https://cards.example.org"] = ""
    api_processes: Annotated[int, "processes of the API"] = 1
    connections_per_address: Annotated[
        int, "connections of one address to each process of the API; 0 is no limit; not counted behind PROXIES"
    ] = 500
    workers: Annotated[int, "RQ workers that `shengji run` starts"] = 1
    sign_up: Annotated[SignUp, "whether anybody may make an account"] = "open"
    database_connections: Annotated[int, "connections to PostgreSQL that each process may hold"] = 8
    database_role: Annotated[str, "role of the processes; it may not change or delete events"] = "shengji_app"
    cached_tables: Annotated[int, "number of cached tables of each process"] = 2000
    token_cache_s: Annotated[float, "seconds for which a process trusts a token it has looked up"] = 5.0
    long_poll_s: Annotated[int, "longest time that a request for events may wait, in seconds"] = 30
    listeners_per_player: Annotated[int, "listeners of one player in each process: streams, and pages that wait"] = 50
    body_limit: Annotated[int, "largest body of a request, in bytes"] = 65536
    body_timeout_s: Annotated[float, "seconds that the body of a request may take to arrive"] = 20.0
    feed_poll_s: Annotated[float, "seconds after which subscriptions read the log when no notification comes"] = 0.25
    bot_grace_s: Annotated[float, "seconds after which a lost job for a bot's turn or a clock is looked for"] = 5.0
    proxies: Annotated[int, "trusted proxies in front of the API, each of which adds to X-Forwarded-For"] = 0
    cors_origins: Annotated[Origins, "origins whose pages may use the API, with commas; `*` is any, empty none"] = (
        Origins("*")
    )
    rate_limit_address: Annotated[Rate, "all requests from one address; empty is no limit"] = Rate("30000/minute")
    rate_limit_read: Annotated[Rate, "looking at tables, players and rules, by player; empty is no limit"] = Rate(
        "3000/minute"
    )
    rate_limit_feed: Annotated[Rate, "beginning to listen to a feed, by player; empty is no limit"] = Rate(
        "3000/minute"
    )
    rate_limit_command: Annotated[Rate, "commands to tables, by player; empty is no limit"] = Rate("3000/minute")
    rate_limit_open: Annotated[Rate, "opening tables, by player; empty is no limit"] = Rate("120/minute")
    rate_limit_talk: Annotated[Rate, "messages and reports, by player; empty is no limit"] = Rate("60/minute")
    rate_limit_account: Annotated[Rate, "tokens and all else of accounts, by player; empty is no limit"] = Rate(
        "120/minute"
    )
    rate_limit_login: Annotated[Rate, "giving a password, by player or address; empty is no limit"] = Rate("30/minute")
    rate_limit_oauth: Annotated[Rate, "all else of OAuth 2, by address; empty is no limit"] = Rate("600/minute")
    rate_limit_sign_up: Annotated[Rate, "making accounts, by address; empty is no limit"] = Rate("300/hour")
    rate_limit_lab: Annotated[Rate, "questions about the rules, by player or address; empty is no limit"] = Rate(
        "1200/minute"
    )
    rate_limit_sandbox: Annotated[Rate, "all about sandboxes, by player; empty is no limit"] = Rate("1200/minute")
    sandbox_days: Annotated[int, "days after which a sandbox ends"] = 30
    sandboxes_per_account: Annotated[int, "sandboxes that a player may have at a time"] = 5
    sandbox_advances_per_account: Annotated[int, "sandboxes of one player whose clocks may be moved at once"] = 2
    tournaments_per_owner: Annotated[int, "tournaments of one owner that may be open at once"] = 50
    secrets_keys: Annotated[
        Keys, "keys that encrypt secrets of webhooks and make entry codes, the newest first, with commas"
    ] = Keys("")
    webhook_workers: Annotated[int, "workers for webhooks that `shengji run` starts; 0: those for tables do it too"] = 1
    webhook_timeout_s: Annotated[float, "seconds that a receiver of a webhook has for a whole exchange"] = 10.0
    webhook_loopback: Annotated[bool, "whether webhooks may lead to this machine, by http too; for development"] = False
    webhook_private_ranges: Annotated[str, "private ranges to which webhooks may lead, as CIDRs with commas"] = ""
    webhook_kept_days: Annotated[int, "days after which deliveries of webhooks are forgotten"] = 30
    smtp_host: Annotated[str, "server that sends e-mail; empty: no e-mail is sent"] = ""
    smtp_port: Annotated[int, "its port: 587 with starttls, 465 with tls"] = 587
    smtp_security: Annotated[SmtpSecurity, "how the connection is secured: starttls, tls or none"] = "starttls"
    smtp_user: Annotated[str, "user of the mail server; empty: none is needed"] = ""
    smtp_password: Annotated[str, "password of that user"] = ""
    smtp_timeout_s: Annotated[float, "seconds that the mail server has for a whole mail"] = 15.0
    mail_from: Annotated[str, "sender of e-mail, like cards@example.org or Sheng Ji <cards@example.org>"] = ""
    mail_table_link: Annotated[str, "where people open a table, with {table} for its id, for links in mails"] = ""
    mail_turn_wait_s: Annotated[float, "seconds that a turn may be answered before a mail tells of it"] = 120.0
    mail_kept_days: Annotated[int, "days after which it is forgotten which mails were sent"] = 30
    mail_workers: Annotated[int, "workers for e-mail that `shengji run` starts; 0: those for tables do it too"] = 1
    elo_start: Annotated[int, "Elo with which a player begins; after a change rebuild the projections"] = 1500
    elo_scale: Annotated[int, "points of Elo that stand for odds of ten to one; likewise"] = 400
    elo_k: Annotated[int, "how far a game moves an Elo at the most in a player's first games; likewise"] = 32
    elo_games_at_k: Annotated[int, "how many first games those are; likewise"] = 30
    elo_later_k: Annotated[int, "how far a game moves an Elo at the most after them; likewise"] = 16
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
    for name, former in _FORMER_NAMES.items():
        if former in environment:
            raise InvalidSetting(f"{former} is now {name}: rename the variable")
    for name, kind in get_type_hints(Settings).items():
        text = environment.get(name.upper())
        if text is not None:
            values[name] = _read(name.upper(), text, kind)
    settings = Settings(**values)
    _check_processes(settings)
    if not 0 < settings.webhook_timeout_s <= WEBHOOK_TIMEOUT_LIMIT_S:
        raise InvalidSetting(
            f"WEBHOOK_TIMEOUT_S={settings.webhook_timeout_s}: give more than 0, and {WEBHOOK_TIMEOUT_LIMIT_S} at most,"
            " since a worker waits for so long"
        )
    if not settings.elo_scale:
        raise InvalidSetting("ELO_SCALE=0: give 1 or more, since expectations are worked out by dividing by it")
    read_ranges(settings.webhook_private_ranges)
    if settings.public_address and not _PUBLIC_ADDRESS.fullmatch(settings.public_address):
        raise InvalidSetting(
            f"PUBLIC_ADDRESS={settings.public_address!r}: give https:// and a host, without a path; http:// only for"
            " this host itself, since passwords are sent there"
        )
    if settings.smtp_host:
        _check_mail(settings)
    return settings


def _check_processes(settings: Settings) -> None:
    """Whether processes can work with these settings. Raises `InvalidSetting`."""
    if settings.database_connections < LEAST_CONNECTIONS:
        raise InvalidSetting(
            f"DATABASE_CONNECTIONS={settings.database_connections}: give at least {LEAST_CONNECTIONS}, since the"
            " scheduler keeps one of them for itself"
        )
    if settings.api_processes < 1:
        raise InvalidSetting("API_PROCESSES=0: give at least 1")


def _check_mail(settings: Settings) -> None:
    """Whether e-mail can be sent by these settings. Raises `InvalidSetting`."""
    if not _MAIL_ADDRESS.fullmatch(parseaddr(settings.mail_from)[1]) or not settings.mail_from.isascii():
        raise InvalidSetting(
            f"MAIL_FROM={settings.mail_from!r}: give the sender of e-mail in ASCII, like cards@example.org, or leave"
            " SMTP_HOST empty"
        )
    if not settings.public_address:
        raise InvalidSetting("PUBLIC_ADDRESS: give it where SMTP_HOST is set, since mails hold links that lead there")
    if not 0 < settings.smtp_timeout_s <= SMTP_TIMEOUT_LIMIT_S:
        raise InvalidSetting(
            f"SMTP_TIMEOUT_S={settings.smtp_timeout_s}: give more than 0, and {SMTP_TIMEOUT_LIMIT_S} at most, since a"
            " worker waits for so long"
        )
    if settings.smtp_password and settings.smtp_security == "none":
        raise InvalidSetting("SMTP_SECURITY=none: give starttls or tls, since SMTP_PASSWORD would be sent in the open")
    if settings.mail_table_link and not _TABLE_LINK.fullmatch(settings.mail_table_link):
        raise InvalidSetting(
            f"MAIL_TABLE_LINK={settings.mail_table_link!r}: give an address with {{table}} in it, like"
            " https://cards.example.org/#/{table}"
        )


def read_ranges(text: str) -> tuple[Range, ...]:
    """The ranges of addresses in WEBHOOK_PRIVATE_RANGES.

    Raises:
        InvalidSetting: one of them is no range.
    """
    try:
        return tuple(ipaddress.ip_network(each.strip()) for each in text.split(",") if each.strip())
    except ValueError as error:
        raise InvalidSetting(
            f"WEBHOOK_PRIVATE_RANGES={text!r}: {error}; write them like 10.1.0.0/16,fd12::/32"
        ) from None


_TRUTH = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}


def _read(name: str, text: str, kind: Any) -> Any:
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
