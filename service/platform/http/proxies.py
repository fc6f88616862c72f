"""The address of the client behind proxies."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix


def trust_proxies(app: Flask, count: int) -> None:
    """Takes the client's address from the outermost of `count` proxies, and nothing else from them."""
    trusting = ProxyFix(app.wsgi_app, x_for=count, x_proto=0, x_host=0, x_port=0, x_prefix=0)
    app.wsgi_app = trusting  # type: ignore[method-assign]
