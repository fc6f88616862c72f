"""The contract as it is served: prepared once, compressed on request, and sent once."""

import gzip
import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import orjson
import pytest
import yaml

from service.platform.http.archive import ARCHIVED
from tests.support.api import Api
from tests.support.contract import CONTRACT, contract

PATHS = {"/openapi.yaml": "application/yaml", "/openapi.json": "application/json"}
ROOT = Path(__file__).parents[3]


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
def test_every_format_has_the_content_of_the_contract(api: Api, path: str):
    plain, zipped = (api.call("GET", path, headers={"Accept-Encoding": coding}) for coding in ("identity", "gzip, br"))

    assert plain.content_type == zipped.content_type == PATHS[path]
    assert "Content-Encoding" not in plain.headers
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.data) == plain.data
    assert len(zipped.data) < len(plain.data) / 4
    assert (plain.data == CONTRACT.read_bytes()) if path.endswith("yaml") else (plain.json == contract())


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
def test_every_format_has_its_own_strong_tag_and_is_not_sent_twice(api: Api, path: str):
    tags = set()
    for coding in ("identity", "gzip"):
        first = api.call("GET", path, headers={"Accept-Encoding": coding})
        tag = first.headers["ETag"]
        assert tag == f'"{hashlib.sha256(first.data).hexdigest()[:32]}"'
        again = api.call("GET", path, headers={"Accept-Encoding": coding, "If-None-Match": f'"other", {tag}'})
        head = api.call("HEAD", path, headers={"Accept-Encoding": coding})
        other = api.call("GET", path, headers={"Accept-Encoding": coding, "If-None-Match": '"other"'})
        assert (again.status_code, again.data) == (304, b"")
        assert (head.status_code, head.data, head.headers["Content-Length"]) == (200, b"", str(len(first.data)))
        assert other.status_code == 200
        for each in (first, again, head):
            assert each.headers["ETag"] == tag
            assert each.headers["Cache-Control"] == "public, max-age=300"
            assert each.headers["Vary"] == "Accept-Encoding"
        tags.add(tag)
    assert len(tags) == 2


@pytest.mark.parametrize(
    ("accepted", "is_zipped"),
    [
        (None, False),
        ("", False),
        ("gzip", True),
        ("*", True),
        ("br, gzip;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip;q=0.3, identity;q=0.9", False),
        ("identity", False),
        ("br", False),
    ],
)
def test_the_contract_is_compressed_for_clients_that_accept_it(api: Api, accepted: str | None, *, is_zipped: bool):
    headers = {} if accepted is None else {"Accept-Encoding": accepted}
    answered = api.call("GET", "/openapi.json", headers=headers)

    assert (answered.headers.get("Content-Encoding") == "gzip") is is_zipped
    assert orjson.loads(gzip.decompress(answered.data) if is_zipped else answered.data) == contract()


def test_no_process_that_serves_the_contract_composes_it(api: Api, monkeypatch: pytest.MonkeyPatch):
    """Reading its YAML takes seconds in plain Python, and about a second with libyaml."""
    ARCHIVED.documents()
    monkeypatch.setattr(yaml, "load", None)
    monkeypatch.setattr(gzip, "compress", None)

    for path in PATHS:
        assert api.app.test_client().get(path, headers={"Accept-Encoding": "gzip"}).status_code == 200


@pytest.mark.slow
def test_the_package_contains_the_contract_and_the_guides(tmp_path: Path):
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "openapi.yaml"):
        shutil.copy(ROOT / name, source)
    for name in ("domain", "service"):
        shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    build = "from setuptools.build_meta import build_wheel; print(build_wheel('.'))"
    ran = subprocess.run([sys.executable, "-c", build], cwd=source, capture_output=True, text=True, check=True)

    with zipfile.ZipFile(source / ran.stdout.split()[-1]) as package:
        assert package.read("service/openapi.yaml") == CONTRACT.read_bytes()
        for guide in (ROOT / "service" / "docs").glob("*.*"):
            assert package.read(f"service/docs/{guide.name}") == guide.read_bytes()
        inside = set(package.namelist())
        for source in (ROOT / "service" / "docs" / "reference").rglob("*.*"):
            assert source.suffix == ".pyc" or source.relative_to(ROOT).as_posix() in inside, source
