"""Votes between two models become ratings: pure functions over counts of votes. No gradio.

A rating is a Bradley-Terry strength on the scale of Elo: 400 points are odds of ten to one, and the mean of all models
that can be compared is 1000.
"""
