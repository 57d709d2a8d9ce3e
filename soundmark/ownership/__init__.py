"""The page of whoever owns a deployment: what the log, the models, reports and limits are doing, and what to do."""

from __future__ import annotations
