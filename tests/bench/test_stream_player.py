"""The events that a client takes from the bytes of a stream."""

import orjson

from tests.bench.stream_player import Lines

HEAD = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


def event(version: int) -> bytes:
    return orjson.dumps({"version": version, "type": "declaration_passed"}) + b"\n"


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


STREAM = HEAD + chunk(b"\n") + chunk(event(1) + event(2)) + chunk(b"\n") + chunk(event(3))


def versions(lines: Lines, data: bytes) -> list[int]:
    return [each["version"] for each in lines.events(data)]


def test_the_events_of_whole_chunks_are_found():
    assert versions(Lines(), STREAM) == [1, 2, 3]


def test_the_events_of_a_chunk_come_together_however_its_bytes_arrive():
    lines = Lines()
    found = [versions(lines, STREAM[place : place + 1]) for place in range(len(STREAM))]

    assert [each for each in found if each] == [[1, 2], [3]]


def test_a_reconnect_line_is_no_event():
    assert Lines().events(chunk(orjson.dumps({"type": "reconnect", "after": 3}) + b"\n")) == []
