"""The Flask application of the API, without work of Flask that no request here needs.

| what | here |
|---|---|
| routing | the addresses of tables that were found before are looked up |
| hooks | one before and one after each request; blueprints have none, and nothing is torn down |
| sessions, signals of the end | none |
| headers that depend on nothing in a response | written to the server, past the checks of `Headers` |
"""

import time
from collections.abc import Callable, Iterable
from typing import Any, cast

from flask import Flask, Request, Response, g, request
from flask.ctx import RequestContext
from werkzeug.routing import MapAdapter, Rule

from service.api_wiring import ApiService
from service.platform.http.cors import HEADERS_FOR_ANY_ORIGIN, PATHS
from service.platform.http.deprecation import add_deprecation_headers
from service.platform.http.headers import security_headers
from service.platform.http.rate_limits import check_limits, count_request, limit_headers
from service.platform.metrics import measure_request
from service.request_context import asking_player

REQUEST_ID_LIMIT = 64
KNOWN_ADDRESSES = 4096
"""The most addresses of tables whose routes are remembered."""
KNOWN_LENGTH = 100
"""The longest address whose route is remembered."""
_TABLES = "/v1/tables/"
"""Only addresses of tables are remembered. Others are rarely hot, and some hold secret codes."""
_FURTHER = "shengji.headers"
"""Where `wsgi_app` finds the headers that `process_response` has chosen."""

StartResponse = Callable[..., Any]


class Context(RequestContext):
    """A request, which remembers the route that was found for it."""

    app: "Application"

    def match_request(self) -> None:
        """Finds the route of the request."""
        super().match_request()
        self.app.remember_route(self.request)


class Application(Flask):
    """The Flask application. All its functions are synchronous, so Flask need not examine each before a call."""

    def __init__(self, name: str, service: ApiService, log: Callable[[Any, Request, Response, float], None]) -> None:
        """Creates an application without routes.

        Args:
            name: the name of its module.
            service: the services that answer requests.
            log: called after each request with its context, the request, its response, and the seconds it took.
        """
        super().__init__(name, static_folder=None)
        self._service = service
        self._log = log
        self._is_by_tls = service.settings.public_address.startswith("https:")
        self._allows_any_origin = service.settings.cors_origins == "*"
        self._routes: dict[tuple[str, str], tuple[Rule, dict[str, Any]]] = {}

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the function."""
        return func

    # ------------------------------------------------------------------------------------------------ routing

    def request_context(self, environ: dict[str, Any]) -> RequestContext:
        """Returns the context of a request."""
        return Context(self, environ)

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Returns what finds the route of a request, or `None` if the request has its route already."""
        known = self._routes.get((request.method, request.path)) if request is not None else None
        if request is None or known is None:
            return super().create_url_adapter(request)
        request.url_rule, arguments = known
        request.view_args = dict(arguments)
        return None

    def remember_route(self, request: Request) -> None:
        """Remembers the route of a request to a table. Preflights are left out, because Flask answers them itself."""
        path = request.path
        if not path.startswith(_TABLES) or len(path) > KNOWN_LENGTH or request.method not in ("GET", "POST"):
            return
        if request.url_rule is None or request.view_args is None:
            return
        if len(self._routes) >= KNOWN_ADDRESSES:
            self._routes.clear()
        self._routes[request.method, path] = (request.url_rule, dict(request.view_args))

    # ------------------------------------------------------------------------------------------------ hooks

    def preprocess_request(self) -> None:
        """Prepares the context of a request, and counts the request. Raises `Problem` if a limit is exceeded."""
        here, asked = _context()
        service = self._service
        here.service = service
        here.began = time.perf_counter()
        here.view = self.view_functions.get(asked.endpoint or "")
        given = asked.environ.get("HTTP_X_REQUEST_ID", "")
        usable = 0 < len(given) <= REQUEST_ID_LIMIT and given.isascii() and given.isprintable()
        here.request_id = given if usable else f"req_{service.randomness.token_hex(12)}"
        here.counted = ()
        here.counted = count_request(service.rate_limits, asked, here.view, asking_player)
        check_limits(here.counted)

    def process_response(self, response: Response) -> Response:
        """Chooses the further headers of a response, and measures and logs the request."""
        here, asked = _context()
        if asked.method == "OPTIONS" or not self._allows_any_origin:
            # flask-cors answers preflights, and computes what some origins may read.
            response = super().process_response(response)
        add_deprecation_headers(response, asked, here.view, here.get("deprecations", ()))
        took_s = time.perf_counter() - here.began
        if asked.method == "OPTIONS" and response.content_length == 0:
            response.headers.remove("Content-Type")
        asked.environ[_FURTHER] = self._further_headers(here, asked, response)
        measure_request(here.view, response.status_code, took_s)
        if self._service.settings.log_requests:
            self._log(here, asked, response, took_s)
        return response

    def _further_headers(self, here: Any, asked: Request, response: Response) -> list[tuple[str, str]]:
        further = [
            ("X-Request-Id", here.request_id),
            *security_headers(response, is_by_tls=self._is_by_tls),
            *limit_headers(here.counted),
        ]
        if self._allows_any_origin and asked.method != "OPTIONS" and PATHS.match(asked.path):
            further += HEADERS_FOR_ANY_ORIGIN
        return further

    def wsgi_app(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answers a request."""
        # A server may ignore it (RFC 9110, section 7.8), and Werkzeug would look for a route of WebSockets.
        environ.pop("HTTP_UPGRADE", None)

        def start(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            return start_response(status, headers + environ.get(_FURTHER, []), *failure)

        return super().wsgi_app(environ, start)

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        """Does nothing: this application registers nothing for the end of a request."""

    def do_teardown_appcontext(self, exc: BaseException | None = None) -> None:
        """Does nothing: this application registers nothing for the end of a request."""


def _context() -> tuple[Any, Request]:
    """Returns the context of the request and the request, each looked up once instead of at every attribute."""
    return g._get_current_object(), cast("Request", request._get_current_object())  # type: ignore[attr-defined]  # noqa: SLF001
