"""Writes folders that run as Hugging Face Spaces, and brings them to the Hub."""

from __future__ import annotations
