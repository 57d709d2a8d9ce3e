"""Scoring: an answer and the truth make a score. Pure functions."""
