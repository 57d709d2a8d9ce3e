"""What games of every mode have in common: dealing, links, the order of rounds, and what a browser may send."""
