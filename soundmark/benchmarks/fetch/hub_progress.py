"""The Hub library's progress bar, which draws nothing and tells a function instead."""

from __future__ import annotations

from tqdm.auto import tqdm

from soundmark.benchmarks.clips import ByteProgress


def reporting_bar(on_progress: ByteProgress | None) -> type[tqdm]:
    """A class for the library's `tqdm_class`."""

    class ReportingBar(tqdm):  # type: ignore[misc]  # tqdm is not typed
        def __init__(self, *args: object, **options: object) -> None:
            self._done_bytes = int(str(options.get("initial") or 0))
            total = options.get("total")
            self._total_bytes = None if total is None else int(str(total))
            super().__init__(*args, **(options | {"disable": True}))

        def update(self, n: float | None = 1) -> bool | None:
            self._done_bytes += int(n or 0)
            if on_progress is not None:
                on_progress(self._done_bytes, self._total_bytes)
            return None

    return ReportingBar
