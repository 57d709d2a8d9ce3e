"""What a run found: counts, histograms, and examples kept and dropped, for people and for programs."""

from soundmark.curation.report.page import text_lines
from soundmark.curation.report.summary import Summary
from soundmark.curation.report.write import ReportError, write_report

__all__ = ["ReportError", "Summary", "text_lines", "write_report"]
