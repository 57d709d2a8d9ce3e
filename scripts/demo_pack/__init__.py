"""Generator of the built-in demo pack: synthetic clips, each hinting at one place on Earth.

Used by `scripts/make_demo_pack.py` only; the product never imports it.
"""
