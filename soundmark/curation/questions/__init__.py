"""Questions about recordings: drafted by a model, edited by people, filtered for leaks, and checked by two reviewers."""
