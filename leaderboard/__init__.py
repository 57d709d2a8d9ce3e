"""Logged answers become tables: pure functions, and one tab that shows them."""
