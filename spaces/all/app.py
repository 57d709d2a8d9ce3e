"""Soundmark, written by `python -m soundmark deploy all`, which replaces what is changed here."""

from soundmark_app import main

from soundmark.settings import read_settings

if __name__ == "__main__":
    raise SystemExit(main(read_settings(modes=[])))
