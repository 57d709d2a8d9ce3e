"""Questions about recordings: drafted by a model, edited by people, filtered for leaks, checked by two reviewers."""
