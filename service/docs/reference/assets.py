"""The style and the script of the pages of the reference, and the policy under which they run."""

import hashlib
from pathlib import Path

from service.platform.http.pages import STYLE_OF_TEXTS, style_source

REFERENCE = "/docs/api"
"""The address of the start page of the reference."""
HERE = Path(__file__).parent
STYLE = STYLE_OF_TEXTS + (HERE / "reference.css").read_text("utf-8")
SCRIPT = (HERE / "search.js").read_bytes()
SCRIPT_ADDRESS = f"{REFERENCE}/search-{hashlib.sha256(SCRIPT).hexdigest()[:12]}.js"
"""The name has a digest: a page never runs the script of another release."""
POLICY = (
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; connect-src 'self'; "
    f"script-src 'self'; style-src {style_source(STYLE)}"
)
"""The content security policy of the pages. They run one script, which is a file, and none in the page."""
