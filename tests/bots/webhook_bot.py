"""A bot that sleeps until it is its turn: the server wakes it by a webhook, and it plays that turn.

    python tests/bots/webhook_bot.py --server http://127.0.0.1:8080 --token sj_… --secret whsec_… --port 8090

Register its address for `turn_began` and give it the secret that is shown then. It plays at every table at which its
account has a seat. What it plays is chosen by the reference bot beside it.
"""

import argparse
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from reference_bot import act
from standardwebhooks import Webhook, WebhookVerificationError

from service.client import Client, ClientError

LARGEST = 65536


class Bell(BaseHTTPRequestHandler):
    """Answers what the server posts; the class has what belongs to the bot."""

    client: Client
    webhook: Webhook
    playing = threading.Lock()

    def do_POST(self) -> None:  # the name that http.server wants
        """Plays the turn of which it is told, and then says that this is done."""
        self.send_response(self._heard(self.rfile.read(min(int(self.headers.get("Content-Length", 0)), LARGEST))))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _heard(self, body: bytes) -> int:
        """The status to answer with: the server comes again later unless it is one of success."""
        try:
            # The signature covers id, time and body; the library refuses what is older than five minutes.
            told = self.webhook.verify(body, dict(self.headers.items()))
        except (WebhookVerificationError, ValueError):
            return 401
        if told["type"] != "turn_began":
            return 204
        try:
            # The message may come twice, or late. Therefore it is a reason to look, and nothing more: `act` asks what
            # there is to do now, and does nothing when that is nothing.
            with self.playing:
                act(self.client, told["table"])
        except ClientError as error:
            self.log_error("%s", error)
            return 503
        return 204


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Plays Sheng Ji when a webhook says that it is its turn.")
    parser.add_argument("--server", required=True, help="address of the server, without /v1")
    parser.add_argument("--token", required=True, help="with the scopes table:read and table:play")
    parser.add_argument("--secret", required=True, help="of the webhook, whsec_…")
    parser.add_argument("--port", type=int, default=8090, help="where to listen, on this machine; 0 is any free one")
    given = parser.parse_args()
    Bell.client = Client(given.server, given.token)
    Bell.webhook = Webhook(given.secret)
    with ThreadingHTTPServer(("127.0.0.1", given.port), Bell) as server:
        print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()
