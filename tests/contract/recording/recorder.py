"""The API of a recording, which keeps requests and answers as examples of the contract."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl

import orjson
from flask import Flask
from werkzeug.test import TestResponse

from domain.kernel.instants import SECOND_MS, Instant, read_instant
from service.contract.examples import place_of
from service.platform.sources import Randomness
from service.wiring import Service
from tests.contract.recording.frozen_time import DatabaseClock
from tests.support.api import FORM, Api, Json, User
from tests.support.chance import Chance

EVENT_STREAM, NDJSON = "text/event-stream", "application/x-ndjson"
START = read_instant("2026-11-21T15:25:00.000Z")
"""The start of every recording."""
Examples = dict[str, dict[str, dict[str, Any]]]
"""The examples by operation, place and name, see `service/contract/examples.py`."""


class RecordingClock:
    """A clock that stands still between requests. The database follows it."""

    def __init__(self, of_database: DatabaseClock) -> None:
        self._of_database = of_database
        self.now = START
        of_database.show(START)

    def __call__(self) -> Instant:
        """Returns the time."""
        return self.now

    def pass_time(self, seconds: float) -> None:
        """Moves the clock ahead."""
        self.stop_at(Instant(self.now + int(seconds * SECOND_MS)))

    def stop_at(self, moment: Instant) -> None:
        """Sets the clock."""
        self.now = moment
        self._of_database.show(moment)


class RecordedChance(Randomness):
    """Random bytes and ids that are the same in every recording. `name` determines them."""

    def __init__(self, name: str, clock: RecordingClock) -> None:
        super().__init__(Chance(name).draw)
        self._ulids.clock = clock


class Recorder(Api):
    """The API without a socket. Each request comes a second after the one before.

    Answers are not checked here. The tests check all examples of the contract.

    Attributes:
        service: the service that answers.
        clock: the clock of the service.
        kept: the examples so far.
        replaced: texts that are replaced in each answer that is kept, such as the address of a receiver.
    """

    def __init__(self, app: Flask, service: Service, clock: RecordingClock) -> None:
        super().__init__(app)
        self.service = service
        self.clock = clock
        self.kept: Examples = {}
        self.replaced: dict[str, str] = {}

    def call(self, method: str, path: str, body: Any = None, *, token: str | None = None, **more: Any) -> TestResponse:
        """Sends a request and returns the answer."""
        self.clock.pass_time(1)
        return super().call(method, path, body, token=token, **more)

    def check(self, method: str, response: TestResponse) -> None:
        """Checks nothing."""

    def keep(self, name: str, answered: TestResponse, body: str | None = None, **changed: Any) -> Any:
        """Keeps an answer as an example of its operation, and returns its content.

        Args:
            name: name of the example.
            answered: the answer.
            body: name under which the body of the request is kept too.
            changed: members of the answer that the example has otherwise, such as a shorter list.
        """
        if body is not None:
            self.keep_body(body, answered)
        content = _content(answered)
        place = place_of(str(answered.status_code), _media_type(answered))
        self._store(self._operation(answered), place, name, {**content, **changed} if changed else content)
        return content

    def keep_lines(self, name: str, answered: TestResponse, count: int) -> None:
        """Keeps the first lines of an answer that is a text."""
        self.keep_text(name, answered, "".join(answered.text.splitlines(keepends=True)[:count]))

    def keep_text(self, name: str, answered: TestResponse, text: str) -> None:
        """Keeps a shorter form of an answer that is a text."""
        self._store(self._operation(answered), place_of(str(answered.status_code), answered.mimetype), name, text)

    def keep_body(self, name: str, answered: TestResponse) -> None:
        """Keeps the body of an accepted request as an example."""
        assert answered.status_code < 400, answered.text
        media_type = FORM if answered.request.mimetype == FORM else "application/json"
        self._store(self._operation(answered), place_of("body", media_type), name, _sent(answered))

    def keep_streams(self, path: str, user: User, name: str = "stream") -> None:
        """Keeps a feed as server-sent events and as lines: its events, a heartbeat, and the end of the server.

        The service stops hearing of changes, so this is the last request for a stream in a scene.
        """
        streams = [user.get(path, headers={"Accept": form}) for form in (EVENT_STREAM, NDJSON)]
        pieces = [stream.iter_encoded() for stream in streams]
        # These are the opening, the events, and a heartbeat.
        begun = [b"".join(next(each) for _ in range(3)) for each in pieces]
        self.service.notifier.close()
        for stream, beginning, rest in zip(streams, begun, pieces, strict=True):
            text = (beginning + b"".join(rest)).decode()
            self._store(self._operation(stream), place_of("200", stream.mimetype), name, _without_chance(text))

    def keep_common(self, response: str, name: str, answered: TestResponse) -> None:
        """Keeps an answer as an example of a response that many operations have."""
        self._store("responses", place_of(response, _media_type(answered)), name, _content(answered))

    def keep_component(self, name: str, answered: TestResponse) -> None:
        """Keeps an answer as an example that several responses name."""
        self._store("components", "examples", name, _content(answered))

    def _operation(self, answered: TestResponse) -> str:
        """Returns the id of the operation that answered, which is the name of its view."""
        adapter = self.app.url_map.bind("localhost")
        endpoint, _ = adapter.match(answered.request.path, method=answered.request.method)
        return self.app.view_functions[endpoint].__name__

    def _store(self, operation: str, place: str, name: str, content: Any) -> None:
        written = orjson.dumps(content).decode()
        for found, shown in self.replaced.items():
            written = written.replace(found, shown)
        self.kept.setdefault(operation, {}).setdefault(place, {})[name] = orjson.loads(written)


def _without_chance(stream: str) -> str:
    """Returns a stream without repeated heartbeats, and with a fixed pause before the client reconnects.

    A busy machine can send several heartbeats. Threads of connection pools draw from the same random numbers.
    """
    stream = re.sub(r"(:\n\n)+", ":\n\n", re.sub(r"\n{3,}", "\n\n", stream))
    return re.sub(r'(\nretry: |"retry_ms":)\d+', r"\g<1>1500", stream)


def _media_type(answered: TestResponse) -> str:
    """Returns the media type of an answer. Problems count as JSON."""
    return "application/json" if answered.is_json else answered.mimetype


def _content(answered: TestResponse) -> Any:
    return answered.json if answered.is_json else answered.text


def _sent(answered: TestResponse) -> Json:
    """Returns the body of the request."""
    stream = answered.request.environ["wsgi.input"]
    stream.seek(0)
    sent = stream.read()
    return dict(parse_qsl(sent.decode())) if answered.request.mimetype == FORM else dict(orjson.loads(sent))


def merged(recordings: list[Examples]) -> Examples:
    """Returns the examples of several recordings together.

    Raises:
        ValueError: two recordings have the same example.
    """
    made: Examples = {}
    for recording in recordings:
        for operation, places in recording.items():
            for place, examples in places.items():
                there = made.setdefault(operation, {}).setdefault(place, {})
                if twice := set(there) & set(examples):
                    raise ValueError(f"{operation} {place}: {', '.join(sorted(twice))} recorded twice")
                there.update(examples)
    return made


def written(examples: Mapping[str, Json]) -> str:
    """Returns the content of the file, with each example on one line."""
    operations = (f"{json_of(name)}: {{\n{_places(places)}\n}}" for name, places in sorted(examples.items()))
    return "{\n" + ",\n".join(operations) + "\n}\n"


def _places(places: Json) -> str:
    return ",\n".join(f"  {json_of(place)}: {{\n{_named(each)}\n  }}" for place, each in sorted(places.items()))


def _named(examples: Json) -> str:
    return ",\n".join(f"    {json_of(name)}: {json_of(each)}" for name, each in examples.items())


def json_of(value: Any) -> str:
    """Returns a value as JSON on one line."""
    return orjson.dumps(value).decode()


Scene = Callable[[Recorder], None]
"""Plays, and keeps examples."""


def with_settings(**settings: Any) -> Callable[[Scene], Scene]:
    """Gives a scene a service with other settings."""

    def told(scene: Scene) -> Scene:
        scene.settings = settings  # type: ignore[attr-defined]
        return scene

    return told
