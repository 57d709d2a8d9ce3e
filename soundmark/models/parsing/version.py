"""Which rules read a reply. It is logged beside each answer, since the parser is part of the result."""

PARSER_VERSION = "1.1"
"""Changes whenever some reply may be read differently than before."""
