"""Records the examples of the contract: `python -m tests.contract.recording`.

It writes `service/contract/examples.json`. Names of scenes record only these: `python -m tests.contract.recording
accounts tokens`. Then run `python -m service contract`.
"""

import sys

from service.contract.examples import RECORDED, recorded
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.redis_server import EmbeddedRedis
from tests.contract.recording.recorder import Examples, written
from tests.contract.recording.scenes import SCENES
from tests.contract.recording.stage import Stage
from tests.support.databases import Databases
from tests.support.fixtures import directory_for_servers, tune


def main(names: list[str]) -> None:
    """Starts servers, records, and writes the file. Exits with a message if a scene has another name."""
    if unknown := set(names) - {scene.__name__ for scene in SCENES}:
        known = ", ".join(scene.__name__ for scene in SCENES)
        sys.exit(f"no scene is called {', '.join(sorted(unknown))}; the scenes are {known}")
    with directory_for_servers() as directory:
        postgres, redis = EmbeddedPostgres(directory), EmbeddedRedis(directory)
        try:
            url = postgres.start()
            tune(url)
            stage = Stage(Databases(url), redis.start())
            examples = stage.examples([scene for scene in SCENES if not names or scene.__name__ in names])
        finally:
            redis.stop()
            postgres.stop()
    RECORDED.write_text(written(with_former(examples) if names else examples), "utf-8")


def with_former(examples: Examples) -> Examples:
    """Returns the examples, with those of the file that were not recorded now."""
    made: Examples = recorded()
    for operation, places in examples.items():
        for place, named in places.items():
            made.setdefault(operation, {}).setdefault(place, {}).update(named)
    return made


if __name__ == "__main__":
    main(sys.argv[1:])
