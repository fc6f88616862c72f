"""What the newer of two releases finds wrong when all is over; run by it, as `python verdict.py FOLDER`.

FOLDER has the records of tables. Each is verified, and the whole store checked. Every fault is a line.
"""

import sys
from pathlib import Path

import orjson

from domain.tools.verification import verify
from service.platform.settings import read_settings
from service.platform.store.checks import check_store
from service.tables.records import events_of_record
from service.wiring import wire

for file in sorted(Path(sys.argv[1]).iterdir()):
    record = orjson.loads(file.read_bytes())
    if not record["complete"]:
        sys.stdout.write(f"{file.stem}: it has not come to its end\n")
    for each in verify(events_of_record(record)).disagreements:
        sys.stdout.write(f"{file.stem}: {each}\n")
service = wire(read_settings())
for fault in check_store(service.database, lambda _done, _of: None):
    sys.stdout.write(f"{fault}\n")
service.close()
