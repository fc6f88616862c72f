"""The files of the web client, read and compressed once, and the page that loads them.

All addresses contain a digest of the whole folder. Browsers therefore keep the files for a year, and a page never loads
files of another release.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from service.platform.http.archive import Document, compressed

APP = Path(__file__).parent / "app"
ROOT = "/app"
START = "main.mjs"
STYLE = "app.css"
MEDIA_TYPES: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""The media types of the files that are served, by suffix. Other files, such as licences, are not served."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""The content security policy of the page: no inline code, no other host, and no script made from text."""
PAGE_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}
ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' "
    "rx='6' fill='%23166534'/%3E%3Ctext x='16' y='23' font-size='20' text-anchor='middle' fill='white'%3E"
    "%E5%8D%87%3C/text%3E%3C/svg%3E"
)
_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.{1,2}/[^"']+)["']""")


class Client(NamedTuple):
    """The files by name, with `/` between folders, the digest of all of them, and the page."""

    digest: str
    files: Mapping[str, Document]
    page: bytes


@cache
def client() -> Client:
    """Returns the web client of this release."""
    return read_client(APP)


def read_client(folder: Path) -> Client:
    """Returns the web client in a folder."""
    found = {
        each.relative_to(folder).as_posix(): each.read_bytes()
        for each in sorted(folder.rglob("*"))
        if each.suffix in MEDIA_TYPES
    }
    digest = digest_of(found)
    files = {name: compressed(body, MEDIA_TYPES[Path(name).suffix]) for name, body in found.items()}
    page = _page(digest, modules_from(START, found), languages_among(found))
    return Client(digest, files, page.encode())


def digest_of(files: Mapping[str, bytes]) -> str:
    """Returns a digest of the names and the contents of files."""
    digest = hashlib.sha256()
    for name, body in sorted(files.items()):
        digest.update(f"{name}\0{hashlib.sha256(body).hexdigest()}\0".encode())
    return digest.hexdigest()[:16]


def modules_from(start: str, files: Mapping[str, bytes]) -> list[str]:
    """Returns the names of a module and of all modules that it imports statically, in the order in which they are met.

    Raises:
        KeyError: a module imports a file that does not exist.
    """
    names = [start]
    for name in names:
        for path in _IMPORT.findall(files[name].decode()):
            imported = _joined(name, path)
            if imported not in names:
                names.append(imported)
    return names


def _joined(module: str, path: str) -> str:
    """Returns the name of what a module imports by a relative path."""
    parts = module.split("/")[:-1]
    for step in path.split("/"):
        if step == "..":
            parts.pop()
        elif step != ".":
            parts.append(step)
    return "/".join(parts)


def languages_among(files: Iterable[str]) -> list[str]:
    """Returns the languages that have a catalogue, by their tags."""
    found = (re.fullmatch(r"locales/([\w-]+)\.json", name) for name in files)
    return [each[1] for each in found if each]


def _page(digest: str, modules: Iterable[str], languages: Iterable[str]) -> str:
    here = f"{ROOT}/{digest}"
    preloads = "".join(f'<link rel="modulepreload" href="{here}/{escape(each)}">' for each in modules)
    return (
        f'<!DOCTYPE html><html lang="en" data-languages="{" ".join(languages)}">'
        '<head><meta charset="utf-8"><title>Sheng Ji</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><link rel="icon" href="{ICON}">'
        f'<link rel="stylesheet" href="{here}/{STYLE}">{preloads}'
        f'<script type="module" src="{here}/{START}"></script></head><body><div id="app"></div>'
        '<noscript><p>This page needs JavaScript. <span lang="zh-Hans">此页面需要 JavaScript。</span> '
        '<a href="/docs/">Documents</a></p></noscript></body></html>'
    )
