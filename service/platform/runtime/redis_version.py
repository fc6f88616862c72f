"""Which servers `REDIS_URL` may name: Redis 7 or later, and Valkey, which says that it is compatible with Redis 7.2."""

from typing import Any

import redis

OLDEST = 7
"""The first major version of Redis that is supported."""
ANSWER_S = 2.0


_PLAINLY: dict[str, Any] = {"socket_timeout": ANSWER_S, "socket_connect_timeout": ANSWER_S, "protocol": 2}
"""Protocol 2 is the one that every version speaks."""


class OldRedis(Exception):
    """The server at `REDIS_URL` is too old; the message says what is needed."""


def refuse_old(url: str) -> None:
    """Asks the server for its version.

    One that does not answer, or does not say its version, is let pass: processes start while it is away.

    Raises:
        OldRedis: it is older than what is supported.
    """
    try:
        with redis.Redis.from_url(url, **_PLAINLY) as client:
            version = str(client.info("server").get("redis_version", ""))
    except redis.RedisError:
        return
    if is_old(version):
        raise OldRedis(f"the server at REDIS_URL is Redis {version}: use Redis {OLDEST} or later, or Valkey")


def is_old(version: str) -> bool:
    """Whether a version such as 6.2.14 is older than what is supported; not when it is no version."""
    major = version.partition(".")[0]
    return major.isdecimal() and int(major) < OLDEST
