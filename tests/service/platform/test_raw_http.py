"""Malformed and hostile requests over a socket: each is answered with a problem and has no effect."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest

from service.platform.settings import Settings
from tests.support.served import served


class Answer(NamedTuple):
    """An answer as received."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """The code of the problem."""
        assert self.headers["content-type"] == "application/problem+json", self
        document: dict[str, Any] = orjson.loads(self.body)
        assert document["status"] == self.status
        assert document["request_id"] == self.headers["x-request-id"]
        return str(document["code"])


class Server:
    """A served API and its log."""

    def __init__(self, port: int, log: Path) -> None:
        self.port, self.log = port, log

    def send(self, data: bytes, *, half_close: bool = False) -> Answer:
        """Sends bytes on a new connection and returns the first answer."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
            connection.sendall(data)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
            received = b""
            while b"\r\n\r\n" not in received:
                more = connection.recv(1 << 16)
                assert more, f"no answer: {received!r}"
                received += more
            head, _, body = received.partition(b"\r\n\r\n")
            first, *lines = head.decode().split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            while len(body) < int(headers.get("content-length", 0)):
                body += connection.recv(1 << 16)
        return Answer(int(first.split()[1]), headers, body)

    def post(self, body: bytes, *headers: str, path: str = "/v1/players", **more: Any) -> Answer:
        """Posts a body with the given headers."""
        lines = (f"POST {path} HTTP/1.1", "Host: x", "Content-Type: application/json", *headers)
        return self.send("\r\n".join(lines).encode() + b"\r\n\r\n" + body, **more)

    def sized(self, body: bytes, *headers: str, **more: Any) -> Answer:
        """Posts a body with its length."""
        return self.post(body, f"Content-Length: {len(body)}", *headers, **more)


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Server]:
    """`shengji serve` as a process."""
    with served(settings) as process:
        yield Server(process.port, process.log)


@pytest.fixture(autouse=True)
def nobody_signs_up(server: Server, service) -> Iterator[None]:
    """Checks that an answer other than 201 created no player."""

    def players() -> int:
        with service.database.session() as session:
            row = session.execute("SELECT count(*) FROM shengji.player").fetchone()
        assert row is not None
        return int(row[0])

    before = players()
    yield
    assert players() == before


def chunked(*chunks: bytes) -> bytes:
    """Encodes a body in chunks."""
    return b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in (*chunks, b""))


TRUNCATED = b'{"name": "cut"}' + b" " * 65_521 + b"garbage" * 10_000


@pytest.mark.slow
def test_an_oversized_chunked_body_is_not_truncated(server: Server):
    answered = server.post(chunked(TRUNCATED), "Transfer-Encoding: chunked")

    assert (answered.status, answered.code) == (413, "body_too_large")


@pytest.mark.slow
def test_an_oversized_body_with_a_length_is_not_truncated(server: Server):
    assert server.sized(TRUNCATED).code == "body_too_large"


def test_an_incomplete_body_is_not_treated_as_complete(server: Server):
    answered = server.post(b'{"name": "half"}', "Content-Length: 50", half_close=True)

    assert (answered.status, answered.code) == (400, "invalid_request")


@pytest.mark.parametrize("body", [b"zz\r\n{}\r\n0\r\n\r\n", b"-5\r\nabc", b"3\r\nabcdef\r\n0\r\n\r\n"])
def test_malformed_chunks_are_refused(server: Server, body: bytes):
    answered = server.post(body, "Transfer-Encoding: chunked", half_close=True)

    assert (answered.status, answered.code) == (400, "invalid_request")


@pytest.mark.parametrize(
    ("lines", "status", "code"),
    [
        ("GET /" + "x" * 5000 + " HTTP/1.1\r\nHost: x", 414, "uri_too_long"),
        ("GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + "x" * 9000, 431, "headers_too_large"),
        ("GET /healthz HTTP/1.1\r\nHost: x" + "\r\nX: y" * 200, 431, "headers_too_large"),
        ("G{T /healthz HTTP/1.1\r\nHost: x", 400, "invalid_request"),
        ("GET /healthz HTTP/9.9\r\nHost: x", 400, "invalid_request"),
        ("GET /healthz HTTP/1.1\r\nHost: x\r\nbad header", 400, "invalid_request"),
        ("GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2", 400, "invalid_request"),
        (
            "POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked",
            400,
            "invalid_request",
        ),
        ("GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 200-ok", 417, "invalid_request"),
        ("nonsense", 400, "invalid_request"),
        ("GET /healthz HTTP/1.1", 400, "invalid_request"),
        ("GET /healthz HTTP/1.1\r\nHost: x\r\nHost: x", 400, "invalid_request"),
        ("GET /healthz HTTP/1.1\r\nHost: x y", 400, "invalid_request"),
        ("GET /healthz HTTP/1.1\r\nHost: user@x", 400, "invalid_request"),
        ("GET /healthz HTTP/1.1\r\nHost: x/y", 400, "invalid_request"),
        ("GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y", 400, "invalid_request"),
    ],
)
def test_bytes_that_are_not_a_request_are_refused(server: Server, lines: str, status: int, code: str):
    answered = server.send(lines.encode() + b"\r\n\r\n")

    assert (answered.status, answered.code) == (status, code)


@pytest.mark.parametrize(
    "lines",
    ["GET /healthz HTTP/1.0", "GET /healthz HTTP/1.0\r\nHost: x"]
    + [f"GET /healthz HTTP/1.1\r\nHost: {host}" for host in ("", "cards.example.org:8080", "127.0.0.1", "[::1]:80")],
)
def test_requests_with_a_host_or_with_no_need_of_one_are_answered(server: Server, lines: str):
    assert server.send(lines.encode() + b"\r\n\r\n").status == 200


def test_the_refusal_for_a_missing_host_says_what_is_expected(server: Server):
    answered = server.send(b"GET /healthz HTTP/1.1\r\n\r\n")

    assert "one header Host" in orjson.loads(answered.body)["detail"]


@pytest.mark.parametrize("header", ["SCRIPT_NAME: /evil", "SCRIPT_NAME: /v1", "PATH_INFO: /metrics"])
def test_forged_forwarding_headers_cause_no_redirect_or_error(server: Server, header: str):
    answered = server.send(f"GET /healthz HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n".encode())

    assert (answered.status, answered.headers["content-type"]) in [
        (200, "application/json"),
        (400, "application/problem+json"),
    ]


@pytest.mark.parametrize(
    "header", ["Content-Encoding: br", "Content-Encoding: gzip", "Content-Type: application/json; charset=latin-1"]
)
def test_bodies_in_other_encodings_are_refused(server: Server, header: str):
    type_of_body = () if header.startswith("Content-Type") else ("Content-Type: application/json",)
    body = b'{"name": "coded"}'
    head = ("POST /v1/players HTTP/1.1", "Host: x", f"Content-Length: {len(body)}", header, *type_of_body)

    assert server.send("\r\n".join(head).encode() + b"\r\n\r\n" + body).code == "not_json"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"name": "a", "name": "b"}', "malformed_json"),
        (b'{"name": ' + b"[" * 900 + b"]" * 900 + b"}", "invalid_request"),
        (b"[" * 5000 + b"]" * 5000, "malformed_json"),
    ],
)
def test_invalid_json_values_are_refused(server: Server, body: bytes, code: str):
    assert server.sized(body).code == code


def test_deeply_nested_values_are_refused_with_a_short_answer(server: Server):
    deep = b"[" * 900 + b"]" * 900
    body = b'{"setup": {"trump_rank": "8", "options": {"throw_penalty": ' + deep + b'}}, "input": {}}'
    answered = server.sized(body, path="/v1/rules/score")

    assert (answered.status, answered.code) == (422, "invalid_option_value")
    assert len(answered.body) < 2000


def test_a_token_in_the_path_is_neither_repeated_nor_logged(server: Server):
    secret = "sj_thisisasecretthatnobodyshallsee"
    answered = server.send(f"GET /v1/me/tokens/{secret} HTTP/1.1\r\nHost: x\r\n\r\n".encode())

    assert answered.code == "not_found"
    assert secret.encode() not in answered.body
    assert secret not in server.log.read_text()


def test_every_line_of_the_log_is_json(server: Server):
    server.send(b"nonsense\r\n\r\n")

    lines = server.log.read_text().splitlines()
    assert lines
    assert all(isinstance(orjson.loads(line), dict) for line in lines)
