"""The files of the web client: their addresses, types, sizes and headers, and the page that loads them."""

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

from service.web.assets import (
    APP,
    MEDIA_TYPES,
    POLICY,
    client,
    digest_of,
    languages_among,
    modules_from,
    read_client,
)
from service.web.routes import ADDRESSES
from tests.support.api import Api

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PAGES = ["/", *(re.sub("<[a-z]+>", "tbl_01M7ZBC23859AGHGS55KV4DW6Y", each) for each in ADDRESSES)]
HOME_KB, TABLE_KB = 150, 250
PART = re.compile(r"""import\(\s*["']\./([^"']+)""")
"""The name of a module that is loaded later."""
LATER = ("analysis", "desk", "judged", "people", "replay", "shuffle", "tournament", "trainer")
"""The beginnings of the names of modules that few visitors need."""


def page(api: Api, path: str = "/") -> str:
    return api.call("GET", path, headers=HTML).text


@pytest.mark.parametrize("path", PAGES)
def test_each_address_of_the_client_is_the_same_strict_page(api: Api, path: str):
    shown = api.call("GET", path, headers=HTML)
    assert (shown.status_code, shown.mimetype) == (200, "text/html")
    assert shown.text == page(api)
    assert shown.headers["Content-Security-Policy"] == POLICY
    assert "unsafe" not in POLICY
    assert shown.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert shown.headers["Cache-Control"] == "no-cache"


def test_the_page_has_no_code_of_its_own(api: Api):
    text = page(api)
    assert re.findall(r"<script[^>]*>([^<]+)", text) == []
    assert "<style" not in text
    assert not re.search(r"\s(style|on\w+)=", text)
    addresses = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert all(each.startswith(("/", "data:image/")) for each in addresses)


@pytest.mark.parametrize("accept", ["*/*", "application/json", ""])
def test_programs_are_sent_to_the_documents(api: Api, accept: str):
    sent = api.call("GET", "/", headers={"Accept": accept})
    assert (sent.status_code, sent.headers["Location"]) == (302, "/docs/")
    assert sent.headers["Vary"] == "Accept"


def test_the_page_preloads_files_that_browsers_keep(api: Api):
    addresses = re.findall(r'(?:src|href)="(/app/[^"]+)"', page(api))
    assert len(addresses) > 3
    for address in addresses:
        file = api.call("GET", address, headers={"Accept-Encoding": "gzip, br"})
        assert file.status_code == 200
        assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert file.headers["Content-Encoding"] == "gzip"
        assert file.headers["Vary"] == "Accept-Encoding"
        assert file.headers["X-Content-Type-Options"] == "nosniff"
        assert file.content_type == MEDIA_TYPES[Path(address).suffix]
        plain = api.call("GET", address)
        assert plain.data == gzip.decompress(file.data)
        assert api.call("GET", address, headers={"If-None-Match": plain.headers["ETag"]}).status_code == 304


def test_every_file_is_served_except_for_the_licences(api: Api):
    digest = client().digest
    for each in APP.rglob("*"):
        if each.is_file():
            answered = api.call("GET", f"/app/{digest}/{each.relative_to(APP).as_posix()}")
            is_served = each.suffix in MEDIA_TYPES
            assert answered.status_code == (200 if is_served else 404), each
            assert is_served or each.name.startswith("LICENSE"), f"{each} has no media type"


@pytest.mark.parametrize("name", ["main.mjs", "../../routes.py", "nothing.mjs"])
def test_files_of_another_release_are_not_found(api: Api, name: str):
    gone = api.call("GET", f"/app/0123456789abcdef/{name}")
    assert gone.status_code == 404
    assert gone.json["hint"] == "load the page again"
    assert gone.headers["Cache-Control"] == "no-store"
    assert len(gone.data) < 1000


@pytest.mark.parametrize("name", ["nothing.mjs", "../assets.py", "..%2fassets.py", "vendor/LICENSE.htm", ""])
def test_other_files_are_not_found(api: Api, name: str):
    assert api.call("GET", f"/app/{client().digest}/{name}").status_code == 404


def transferred_bytes() -> int:
    """Returns what a first visit transfers: the page, the style, the modules, and the larger catalogue."""
    found = client()
    loaded = modules_from("main.mjs", {name: gzip.decompress(each.zipped) for name, each in found.files.items()})
    texts = max(len(found.files[f"locales/{language}.json"].zipped) for language in languages_among(found.files))
    names = {*loaded, "app.css"}
    return len(found.page) + texts + sum(len(found.files[name].zipped) for name in names)


def test_a_first_visit_of_home_and_of_a_table_is_small():
    assert transferred_bytes() < HOME_KB * 1000 < TABLE_KB * 1000


def test_every_module_is_loaded_with_the_page_or_by_a_part_of_it():
    files = {name: gzip.decompress(each.zipped) for name, each in client().files.items()}
    loaded = {*modules_from("main.mjs", files)}
    parts = {part for text in files.values() for part in PART.findall(text.decode())}
    assert parts
    loaded.update(name for part in parts for name in modules_from(part, files))
    assert {name for name in files if name.endswith(".mjs")} == loaded


def test_what_others_wrote_is_as_they_published_it():
    vendor = APP / "vendor"
    versions = json.loads((vendor / "versions.json").read_text())
    assert {each.name for each in vendor.glob("*.mjs")} == set(versions)
    for name, version in versions.items():
        assert hashlib.sha256((vendor / name).read_bytes()).hexdigest() == version["sha256"], name
        assert (vendor / f"LICENSE.{version['package']}").is_file()


def test_parts_are_loaded_when_they_are_first_shown():
    files = {name: gzip.decompress(each.zipped) for name, each in client().files.items()}
    assert [each for each in modules_from("main.mjs", files) if each.startswith(LATER)] == []


def test_the_digest_depends_on_names_and_contents(tmp_path: Path):
    files = {"main.mjs": b"import './a.mjs'", "a.mjs": b"1"}
    digests = {digest_of(files), digest_of({**files, "a.mjs": b"2"}), digest_of({"main.mjs": b"", "b.mjs": b"1"})}
    assert len(digests) == 3
    for name, body in files.items():
        (tmp_path / name).write_bytes(body)
    assert read_client(tmp_path).digest == digest_of(files)


def test_modules_are_found_in_other_folders_and_a_missing_one_is_an_error():
    files = {
        "main.mjs": b'import { a } from "./deep/a.mjs";\nexport * from "./b.mjs";',
        "deep/a.mjs": b'import "../b.mjs";',
        "b.mjs": b"",
    }
    assert modules_from("main.mjs", files) == ["main.mjs", "deep/a.mjs", "b.mjs"]
    with pytest.raises(KeyError):
        modules_from("main.mjs", {"main.mjs": b'import "./c.mjs"'})
