"""Answer and truth to score: pure functions."""
