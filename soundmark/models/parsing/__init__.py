"""From a model's reply to an answer: pure functions, no network, nothing guessed."""

from soundmark.models.parsing.choice import parse_choice
from soundmark.models.parsing.distance import parse_distance
from soundmark.models.parsing.place import parse_place
from soundmark.models.parsing.version import PARSER_VERSION

__all__ = ["PARSER_VERSION", "parse_choice", "parse_distance", "parse_place"]
