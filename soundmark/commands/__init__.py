"""The commands of `python -m soundmark`: one file a group, each with an `add` that declares its commands."""
