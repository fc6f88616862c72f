"""Checks after the upgrade, run with the modules of the newer release: `python verdict.py FOLDER`.

FOLDER has the records of the tables. The program verifies each record, checks the whole store, and prints one line for
each fault.
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
        sys.stdout.write(f"{file.stem}: the match has not ended\n")
    for each in verify(events_of_record(record)).disagreements:
        sys.stdout.write(f"{file.stem}: {each}\n")
service = wire(read_settings())
for fault in check_store(service.database, lambda _done, _of: None):
    sys.stdout.write(f"{fault}\n")
service.close()
