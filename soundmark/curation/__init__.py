"""From a folder of recordings to a benchmark: filters, tags, localizability, questions without leaks, and a pack."""
