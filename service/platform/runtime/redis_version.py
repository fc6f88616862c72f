"""Versions of Redis. Valkey reports that it is compatible with Redis 7.2."""

OLDEST = 7
"""The first major version of Redis that is supported."""


def is_old(version: str) -> bool:
    """Returns whether a version such as 6.2.14 is older than the oldest supported one; false if it is no version."""
    major = version.partition(".")[0]
    return major.isdecimal() and int(major) < OLDEST
