"""Many recordings: a pool of processes or Ray Data, with progress, and results that survive a kill."""

from soundmark.curation.batch.clips import BatchError, ClipFile, list_clips
from soundmark.curation.batch.record import ClipRecord, Fault, Heard
from soundmark.curation.batch.results import RESULTS_NAME, ResultsFile
from soundmark.curation.batch.run import Batch, Engine, run_batch
from soundmark.curation.batch.task import ClipTask

__all__ = [
    "RESULTS_NAME",
    "Batch",
    "BatchError",
    "ClipFile",
    "ClipRecord",
    "ClipTask",
    "Engine",
    "Fault",
    "Heard",
    "ResultsFile",
    "list_clips",
    "run_batch",
]
