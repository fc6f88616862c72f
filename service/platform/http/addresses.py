"""Where the API is reached, as answers say it: by what the operator has set, or by what cannot be made up."""

import ipaddress
import re
from typing import Any

from flask import request

from service.platform.http.requests import settings

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+))(?::[0-9]{1,5})?")


def own_address() -> str:
    """Where the API is reached, without a slash at the end.

    It is PUBLIC_ADDRESS. Without that it is the `Host` of the request if that is this machine or the address on which
    the API listens, and else the address on which it listens: other values of `Host` are never echoed.
    """
    return settings().public_address or (_from_host() if is_sent_here() else _from_socket())


def is_sent_here() -> bool:
    """Whether the `Host` of the request is this machine, or the address on which the API listens."""
    host = _HOST.fullmatch(request.headers.get("Host", ""))
    if host is None:
        return False
    name = (host[1] or host[2]).lower()
    return name == "localhost" or _is_loopback(name) or name in _bound()


def _from_host() -> str:
    return f"http://{request.headers['Host'].lower()}"


def _from_socket() -> str:
    """The address on which the API listens; this machine's own where it listens on all of them."""
    host, port = settings().host, request.environ["SERVER_PORT"]
    if _is_any(host):
        host = "::1" if ":" in host else "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _bound() -> set[str]:
    """The addresses on which the API listens; where it listens on all, that on which the connection has come in."""
    host = settings().host
    return {_arrived_at()} if _is_any(host) else {host.lower()}


def _arrived_at() -> str:
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
