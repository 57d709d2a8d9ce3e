"""Baselines: responders that need no key and no network. Pure: the same questions give the same answers everywhere."""
