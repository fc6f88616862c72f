"""HTML pages without scripts: their styles, and the frame of forms and messages."""

import hashlib
from base64 import b64encode

from flask import Response

from service.platform.http.language import language, note_language, spoken_html

HTML = "text/html; charset=utf-8"
STYLE_OF_FORMS = """
:root { color-scheme: light dark; --ink: #1d2330; --soft: #5b6475; --paper: #fffdf8; --line: #8a8577; --go: #14604a;
  --on-go: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e3da; --soft: #a3a9b7; --paper: #171a21; --line: #6b7285;
  --go: #7fd6b4; --on-go: #06251a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 26rem; padding: 2rem 1.25rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; line-height: 1.25; }
small { color: var(--soft); }
a { color: inherit; }
label { display: block; margin: .8rem 0; }
input { display: block; width: 100%; padding: .5rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: .3rem; }
button { margin: .5rem .5rem 0 0; padding: .55rem 1.1rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: .5rem; min-height: 2.75rem; font-weight: 600; }
form.way { display: inline; }
button.go { background: var(--go); border-color: var(--go); color: var(--on-go); }
summary { margin: .8rem 0; cursor: pointer; }
.wrong { border-left: .3rem solid var(--go); padding-left: .7rem; }
code { overflow-wrap: anywhere; }
"""
STYLE_OF_TEXTS = """
:root { color-scheme: light dark; --ink: #1d2330; --soft: #5b6475; --paper: #fffdf8; --line: #ddd8cc; --tint: #f4f0e6;
  --link: #9a3412; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e3da; --soft: #a3a9b7; --paper: #171a21; --line: #343a48;
  --tint: #20252f; --link: #fdba74; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 58rem; padding: 1.5rem 1.25rem 5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 Georgia, "Times New Roman", serif; }
h1, h2, h3, nav, table, .id { font-family: system-ui, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 1rem 0 .5rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 1rem; padding-bottom: .3rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1.02rem; margin: 1.6rem 0 .3rem; }
p { margin: .4rem 0; }
a { color: var(--link); }
code { font: .9em ui-monospace, monospace; background: var(--tint); padding: .05em .3em; border-radius: .25em; }
.id { font-size: .78rem; font-weight: 400; color: var(--soft); text-decoration: none; margin-left: .5rem; }
.chosen { color: var(--soft); font-size: .92rem; }
section:target { background: var(--tint); outline: .6rem solid var(--tint); border-radius: .1rem; }
.scroll { overflow-x: auto; margin: .8rem 0; }
table { border-collapse: collapse; font-size: .86rem; line-height: 1.4; }
caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line); }
nav ul { padding: 0; list-style: none; columns: 15rem; font-size: .92rem; }
@media print { body { max-width: none; } nav { display: none; } }
"""


def style_source(style: str) -> str:
    """Returns the source of a style sheet in a page, for its content security policy."""
    return f"'sha256-{b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"


def page(title: str, body: str, status: int = 200, *, sends_to: str = "") -> Response:
    """Returns a page that is not cached, framed, or named in a `Referer`. Forms may go to us and on to `sends_to`.

    `sends_to` is a scheme, such as `https:`. Browsers also check redirects after a form against `form-action`,
    including those of the client. A narrower list would stop the redirect halfway.
    """
    targets = f"'self' {sends_to}".strip()
    html = (
        f'<!DOCTYPE html><html lang="{language()}"><head><meta charset="utf-8">'
        f"<title>{spoken_html(title)} - Sheng Ji</title>"
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE_OF_FORMS}</style></head>'
        f"<body><h1>{spoken_html(title)}</h1>{body}</body></html>"
    )
    response = Response(html.encode(), status, content_type=HTML)
    response.headers.update(
        {
            "Content-Security-Policy": (
                "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
                f"style-src {style_source(STYLE_OF_FORMS)}; form-action {targets}"
            ),
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
        }
    )
    return note_language(response, language())


def message_page(title: str, text: str, status: int = 200) -> Response:
    """Returns a page with a message."""
    return page(title, f"<p>{spoken_html(text)}</p>", status)
