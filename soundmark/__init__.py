"""Soundmark: people and audio-language models answer the same questions about the same sounds."""

__version__ = "0.1.0"
