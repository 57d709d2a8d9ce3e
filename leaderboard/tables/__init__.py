"""Tables of figures out of columns of the log: millions of answers at once, with the same rules for every benchmark."""
