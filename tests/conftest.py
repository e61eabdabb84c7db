"""What all tests share."""

from hypothesis import HealthCheck, settings

# How fast this machine makes examples says nothing about the program.
settings.register_profile("umpire", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("umpire")
