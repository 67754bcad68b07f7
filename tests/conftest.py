"""What every test shares: property tests that give the same answer twice."""

import os

from hypothesis import HealthCheck, settings

# A red `make test` must be red again for whoever looks: no randomness, no remembered examples, no clock.
settings.register_profile(
    "repeatable",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
# `make soak` looks where nobody has looked yet, and prints how to come back.
settings.register_profile(
    "soak",
    max_examples=2_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
