"""The parts of the loopback Hub; `tests.support.loopback_hub` puts them together."""
