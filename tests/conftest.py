"""For all tests: the servers, how much hypothesis looks for, and what is drawn by chance.

`gate` looks always for the same and is soon done, `quick` for a part of it. `deep` takes as long as it takes, and draws
otherwise each time. `deploy/test` says which one is used.
"""

import os

from hypothesis import HealthCheck, Phase, settings

SLOW_ON_PURPOSE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "gate",
    max_examples=60,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=SLOW_ON_PURPOSE,
    # Making a failure small takes longer than finding it; `deep` does.
    phases=[Phase.explicit, Phase.generate],
)
settings.register_profile("quick", settings.get_profile("gate"), max_examples=15)
settings.register_profile(
    "deep", max_examples=2000, deadline=None, database=None, suppress_health_check=SLOW_ON_PURPOSE
)
pytest_plugins = [
    f"tests.support.{name}"
    for name in ("chance", "clock", "collector", "fixtures", "limits", "measured_run", "post", "work")
]

# Several services run at once on one machine; tests of metrics name an address of their own.
os.environ["METRICS_ADDRESS"] = ""

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))
