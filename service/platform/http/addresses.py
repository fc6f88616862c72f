"""The base address of the API, as responses show it.

It comes from the settings or from the socket. A `Host` header that the client made up is never repeated.
"""

import ipaddress
import re
from typing import Any, cast

from flask import g, request

from service.platform.settings import Settings

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+))(?::[0-9]{1,5})?")


def own_address() -> str:
    """Returns the base address of the API, without a trailing slash.

    This is `PUBLIC_ADDRESS`, if it is set. Otherwise it is the `Host` of the request, if that names this machine or the
    address on which the API listens. Otherwise it is the address on which the API listens. No other `Host` is repeated.
    """
    return _settings().public_address or (_address_from_host() if is_sent_here() else _address_from_socket())


def _settings() -> Settings:
    return cast("Settings", g.service.settings)


def is_sent_here() -> bool:
    """Returns whether the `Host` of the request names this machine or the address on which the API listens."""
    host = _HOST.fullmatch(request.headers.get("Host", ""))
    if host is None:
        return False
    name = (host[1] or host[2]).lower()
    return name == "localhost" or _is_loopback(name) or name in _bound_addresses()


def _address_from_host() -> str:
    return f"http://{request.headers['Host'].lower()}"


def _address_from_socket() -> str:
    """Returns the address on which the API listens, or the loopback address if it listens on all interfaces."""
    host, port = _settings().host, request.environ["SERVER_PORT"]
    if _is_any(host):
        host = "::1" if ":" in host else "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _bound_addresses() -> set[str]:
    """Returns the address on which the API listens, or that of the connection if it listens on all interfaces."""
    host = _settings().host
    return {_address_of_connection()} if _is_any(host) else {host.lower()}


def _address_of_connection() -> str:
    connection: Any = request.environ.get("gunicorn.socket")
    address = connection.getsockname() if connection is not None else ("",)
    return str(address[0]).lower().removeprefix("::ffff:") if isinstance(address, tuple) else ""


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _is_any(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_unspecified
    except ValueError:
        return False
