"""Security headers on every answer of every route."""

import dataclasses
import re

import pytest

from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api
from tests.support.contract import Operation, operations
from tests.support.laws import law


@law
@pytest.mark.parametrize("one", operations(), ids=str)
def test_every_answer_has_security_headers(api: Api, one: Operation):
    path = re.sub(r"\{[^}]+\}", "x", one.path)
    for asked in (path, f"{path}/not-there"):
        answer = api.app.test_client().open(asked, method=one.method.upper())
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'")
        assert "frame-ancestors 'none'" in policy
        assert "base-uri 'none'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "Strict-Transport-Security" not in answer.headers
        assert "Server" not in answer.headers


def test_answers_over_tls_demand_tls(service: Service):
    settings = dataclasses.replace(service.settings, public_address="https://cards.example.org")
    answer = create_app(dataclasses.replace(service, settings=settings)).test_client().get("/healthz")

    assert answer.headers["Strict-Transport-Security"] == "max-age=63072000"
