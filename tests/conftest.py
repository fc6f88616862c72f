"""Plugins for all tests, and the profiles of hypothesis.

`gate` draws the same examples in each run, and `quick` fewer of them. `deep` draws many new ones each time.
`deploy/test` selects the profile.
"""

import os

from hypothesis import HealthCheck, Phase, settings

SLOW_ON_PURPOSE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "gate",
    max_examples=40,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=SLOW_ON_PURPOSE,
    # Shrinking a failure takes longer than finding it. Only `deep` shrinks.
    phases=[Phase.explicit, Phase.generate],
)
settings.register_profile("quick", settings.get_profile("gate"), max_examples=10)
settings.register_profile(
    "deep", max_examples=2000, deadline=None, database=None, suppress_health_check=SLOW_ON_PURPOSE
)
pytest_plugins = [
    f"tests.support.{name}"
    for name in ("chance", "children", "clock", "collector", "fixtures", "limits", "measured_run", "post", "work")
]

# Several services run at once on one machine. Tests of metrics set an address of their own.
os.environ["METRICS_ADDRESS"] = ""

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))
