"""Real browser pages for tests: what they complain about, pictures of them, and checks of accessibility."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

PICTURES = Path(__file__).parents[2] / "build" / "pictures"
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
"""The tags of the rules of axe that pages have to follow: WCAG 2.2, level AA."""
PHONE = {"width": 360, "height": 640}
DESKTOP = {"width": 1280, "height": 800}
LOOKS = [
    pytest.param(PHONE, "light", "en-GB", id="phone-light-en"),
    pytest.param(DESKTOP, "dark", "zh-CN", id="desktop-dark-zh"),
    pytest.param(PHONE, "dark", "zh-CN", id="phone-dark-zh", marks=pytest.mark.slow),
    pytest.param(DESKTOP, "light", "en-GB", id="desktop-light-en", marks=pytest.mark.slow),
]
"""The looks of a screen: window, colour scheme and language. A quick run has one of each."""
SETTLES_MS = 300
_NOBODY = re.compile(r"the server responded with a status of 401 .*")
"""Chromium itself reports the answer to the question who is signed in, if nobody is."""


class Visitor:
    """A person with a browser of their own: cookies and storage are shared with nobody.

    Attributes:
        context: the browser profile.
        page: its page.
        complaints: errors in the console, exceptions, and requests to other hosts.
    """

    def __init__(self, context: "BrowserContext", address: str) -> None:
        self.context = context
        self.address = address
        self.complaints: list[str] = []
        context.set_default_timeout(30_000)
        self.page: Page = context.new_page()
        self.page.on("console", self._note_message)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._note_request)

    def open(self, path: str = "/") -> "Page":
        """Opens an address of the client."""
        self.page.goto(f"{self.address}{path}")
        return self.page

    def picture(self, name: str, *, whole: bool = False) -> None:
        """Keeps a picture of the window, or of the whole page, as `build/pictures/NAME.png`."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png", full_page=whole)

    def looks_right(self, picture: str, *, whole: bool = False) -> None:
        """Keeps a picture, and checks barriers, width and complaints."""
        # The feed of a table or a tournament keeps the network busy, so nothing tells when the page has settled.
        self.page.wait_for_timeout(SETTLES_MS)
        self.picture(picture, whole=whole)
        assert self.barriers() == []
        assert self.sideways_px() == 0
        assert self.complaints == []

    def get(self, path: str) -> Any:
        """Returns what the API answers to this person."""
        answered = self.context.request.get(f"{self.address}/v1{path}")
        assert answered.ok, answered.text()
        return answered.json()

    def send(self, path: str, body: dict[str, Any], method: str = "POST") -> Any:
        """Sends a body to the API as a page of the server does, and returns the answer."""
        headers = {"X-Shengji-Request": "1", "Origin": self.address, "Sec-Fetch-Site": "same-origin"}
        answered = self.context.request.fetch(f"{self.address}/v1{path}", method=method, data=body, headers=headers)
        assert answered.ok, answered.text()
        return answered.json()

    def barriers(self) -> list[str]:
        """Returns what axe finds on the page: the rule and the elements of each violation."""
        from axe_playwright_python.sync_playwright import Axe

        found = Axe().run(self.page, options={"runOnly": {"type": "tag", "values": list(RULES)}})
        return [
            f"{each['id']}: {', '.join(' '.join(node['target']) for node in each['nodes'])}"
            for each in found.response["violations"]
        ]

    def sideways_px(self) -> int:
        """Returns by how many pixels the page is wider than the window."""
        wide = self.page.locator("html").evaluate("each => each.scrollWidth - each.clientWidth")
        return int(wide)

    def _note_message(self, message: Any) -> None:
        if message.type == "error" and not _NOBODY.search(message.text):
            self.complaints.append(message.text)

    def _note_request(self, request: Any) -> None:
        if not request.url.startswith((f"{self.address}/", "data:")):
            self.complaints.append(f"a request to {request.url}")
