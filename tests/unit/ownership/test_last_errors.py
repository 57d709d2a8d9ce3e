"""The newest warnings are kept for the owner: so many and no more, and without a secret."""

from __future__ import annotations

import logging

from soundmark.ownership.last_errors import MAX_CHARS, LastErrors


def logger_to(errors: LastErrors) -> logging.Logger:
    made = logging.Logger("soundmark.test")
    made.addHandler(errors)
    return made


def test_warnings_and_errors_are_kept_the_newest_first() -> None:
    errors = LastErrors(kept=3)
    log = logger_to(errors)
    log.info("all is well")
    for number in range(5):
        log.warning("number %d", number)
    assert [one.text for one in errors.newest()] == [f"warning, soundmark.test: number {n}" for n in (4, 3, 2)]


def test_an_exception_is_named_and_a_long_text_is_cut() -> None:
    errors = LastErrors()
    log = logger_to(errors)
    try:
        raise OSError("disk full")
    except OSError:
        log.exception("Not kept.")
    assert errors.newest()[0].text == "error, soundmark.test: Not kept. (OSError: disk full)"
    log.error("x" * 10_000)
    assert len(errors.newest()[0].text) == MAX_CHARS


def test_a_secret_is_masked_wherever_it_stands() -> None:
    errors = LastErrors(["hf_abcdef", "abc", "hf_abcdef-long"])
    log = logger_to(errors)
    log.warning("401 for %s and %s", "hf_abcdef", "hf_abcdef-long")
    log.warning("%d of abc", "no number")
    assert [one.text for one in errors.newest()] == [
        "warning, soundmark.test: %d of abc",  # values that do not fit; too short a secret stands everywhere
        "warning, soundmark.test: 401 for ********** and **********",
    ]
