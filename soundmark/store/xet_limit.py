"""A time limit for what goes over Xet.

`hf_xet` tries an upload again by itself for minutes, and waits for some answers without any limit. Its settings, which
are environment variables, reach only some of these waits; so the whole transfer is given a limit instead.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def xet_time_limit(limit_s: float) -> Iterator[None]:
    """End transfers over Xet that are still running when this has taken so long.

    The only way to end one is to end the library's session in this process: other transfers of that moment end too,
    and the next one opens a new session.

    Raises:
        TimeoutError: when a transfer was ended.
    """
    from huggingface_hub.utils._xet import abort_xet_session  # what the library itself does at a KeyboardInterrupt

    is_over = threading.Event()

    def end() -> None:
        is_over.set()
        abort_xet_session()  # type: ignore[no-untyped-call]

    watch = threading.Timer(limit_s, end)
    watch.daemon = True
    watch.start()
    try:
        yield
    except (RuntimeError, OSError) as error:  # how hf_xet says that its session ended
        if is_over.is_set():
            raise TimeoutError(f"an upload or download was ended after {limit_s:.0f} s") from error
        raise
    finally:
        watch.cancel()
