"""A bot that sleeps until a webhook reports its turn, and then plays that turn.

    python tests/bots/webhook_bot.py --server http://127.0.0.1:8080 --token sj_… --secret whsec_… --port 8090

Create a webhook for `turn_began` with the address of the bot, and start it with the secret in the answer. It plays at
every table at which its account has a seat. The reference bot beside it chooses the moves.
"""

import argparse
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from reference_bot import choose, give
from standardwebhooks import Webhook, WebhookVerificationError

from service.clients.python.shengji_client import Client, ClientError

LARGEST = 65536


def act(client: Client, table: str) -> None:
    """Answers if this seat is asked."""
    now = client.table_events(table, after="end", include="all")
    moves, view = now.get("moves"), now.get("view")
    if moves and view and moves["asked"] is not None:
        give(client, table, choose(moves, view), now["next_after"])


class TurnHandler(BaseHTTPRequestHandler):
    """Handles webhook requests. The class has the objects that all requests share."""

    client: Client
    webhook: Webhook
    playing = threading.Lock()

    def do_POST(self) -> None:  # the name that http.server requires
        """Plays the reported turn, and then confirms the message."""
        self.send_response(self._handled(self.rfile.read(min(int(self.headers.get("Content-Length", 0)), LARGEST))))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _handled(self, body: bytes) -> int:
        """Status of the answer. The server sends the message again unless it is 2xx."""
        try:
            # The signature covers id, time and body. The library refuses messages older than five minutes.
            message = self.webhook.verify(body, dict(self.headers.items()))
        except (WebhookVerificationError, ValueError):
            return 401
        if message["type"] != "turn_began":
            return 204
        try:
            # The message may come twice or late, so it only triggers a check. `act` requests the current decision, and
            # does nothing if there is none.
            with self.playing:
                act(self.client, message["table"])
        except ClientError as error:
            self.log_error("%s", error)
            return 503
        return 204


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Plays Sheng Ji when a webhook reports its turn.")
    parser.add_argument("--server", required=True, help="address of the server, without /v1")
    parser.add_argument("--token", required=True, help="token with the scopes table:read and table:play")
    parser.add_argument("--secret", required=True, help="secret of the webhook, whsec_…")
    parser.add_argument("--port", type=int, default=8090, help="port on this machine; 0 for any free one; default 8090")
    given = parser.parse_args()
    TurnHandler.client = Client(given.server, given.token)
    TurnHandler.webhook = Webhook(given.secret)
    with ThreadingHTTPServer(("127.0.0.1", given.port), TurnHandler) as server:
        print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()
