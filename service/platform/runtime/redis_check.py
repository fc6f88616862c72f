"""Checks the server at `REDIS_URL`: Redis 7 or later, or Valkey."""

from typing import Any

import redis

from service.platform.runtime.redis_version import OLDEST, is_old

ANSWER_S = 2.0


_PLAINLY: dict[str, Any] = {"socket_timeout": ANSWER_S, "socket_connect_timeout": ANSWER_S, "protocol": 2}
"""Every version supports protocol 2."""


class OldRedis(Exception):
    """The server at `REDIS_URL` is too old. The message names the required version."""


def refuse_old(url: str) -> None:
    """Checks the version of the server.

    A server that does not answer or does not report its version is accepted, because processes may start before it.

    Raises:
        OldRedis: the server is older than the oldest supported version.
    """
    try:
        with redis.Redis.from_url(url, **_PLAINLY) as client:
            version = str(client.info("server").get("redis_version", ""))
    except redis.RedisError:
        return
    if is_old(version):
        raise OldRedis(f"the server at REDIS_URL is Redis {version}: use Redis {OLDEST} or later, or Valkey")
