"""The tables of the log, one file each."""
