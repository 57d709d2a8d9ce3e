"""Who plays is said in the header and to nobody else; whoever sits at the machine finds the owner's page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from soundmark.modes.arena.exhibits import REPORT_NOTE
from soundmark.store.journal import Journal
from tests.support.app_process import AppProcess
from tests.support.browser import open_app, start_game

pytestmark = pytest.mark.browser

NICKNAME = "Wren <b>& Co</b>"
UPLOAD = "0123456789abcdef" * 2 + ".jpg"


def something_to_look_at(app: AppProcess) -> Path:
    """A report, and the upload that was hidden by it."""
    journal = Journal(app.data / "journal.sqlite")
    about = {"why": "<i>rude</i>", "benchmark": "upload", "question_id": UPLOAD, "at": "2026-11-30T04:00:00+00:00"}
    journal.set_note(f"{REPORT_NOTE}a-battle", json.dumps(about))
    journal.set_note(f"{REPORT_NOTE}another", json.dumps(about | {"why": "personal"}))
    journal.close()
    path = app.data / "arena_uploads" / "reported" / UPLOAD
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"no photo, but nobody reads it")
    return path


def test_a_nickname_stays_in_the_browser_and_the_owner_goes_to_the_owners_page(page: Page, app: AppProcess) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(all_of(request)))
    open_app(page, app.url)
    expect(page.locator(".sm-who-name")).to_have_text("Guest")
    page.locator(".sm-who summary").press("Enter")
    page.locator(".sm-who input").fill(NICKNAME)
    page.keyboard.press("Escape")
    expect(page.locator(".sm-who-card")).to_be_hidden()
    start_game(page)
    page.reload()
    expect(page.locator(".sm-who-name")).to_have_text(NICKNAME)  # as text, whatever it looks like
    assert not [one for one in sent if "Wren" in one]

    page.locator(".sm-who summary").click()
    expect(page.locator(".sm-who a")).to_have_count(1)  # no log-in here
    page.get_by_role("link", name="Owner's page").click()
    expect(page.locator(".sm-owner section").first).to_contain_text("Rows that wait")
    expect(page.locator(".sm-owner section", has_text="Reports")).to_have_count(0)  # no arena here
    page.evaluate("document.querySelector('[data-act=fresh]').dataset.old = 'yes'")
    page.locator('[data-act="fresh"]').press("Enter")
    fresh = page.locator('[data-act="fresh"]:not([data-old])')
    expect(fresh).to_be_focused()  # the board is drawn anew, and whoever uses the keyboard stays where they were
    page.locator(".sm-home").click()
    expect(page).to_have_url(app.url)


@pytest.mark.long
def test_the_owner_settles_a_report_and_deletes_an_upload(page: Page, own_app: Callable[..., AppProcess]) -> None:
    app = own_app(MODES="arena", DEMO="all")
    upload = something_to_look_at(app)
    page.goto(f"{app.url}owner")
    reports = page.locator(".sm-owner section", has_text="Reports")
    note, delete = page.locator(".sm-owner .sm-note"), page.locator('[data-act="delete"]')
    reports.get_by_role("button", name="Done with it: <i>rude</i>, Photo 01234567").press("Enter")
    expect(note).to_have_text("The report is gone.")
    expect(note).to_be_focused()
    reports.get_by_role("button", name="Done with it: Shows or names a person").click()
    expect(reports).to_contain_text("Nobody has reported anything.")
    delete.click()
    expect(delete).to_have_text("Really delete?")
    page.get_by_role("button", name="Look at it: Photo 01234567").focus()
    expect(delete).to_have_text("Delete")  # who turns to something else has not agreed
    delete.click()
    assert upload.exists()
    delete.click()
    expect(note).to_have_text("The upload is deleted.")
    assert not upload.exists()


def all_of(request: Request) -> str:
    return f"{request.url} {request.post_data or ''} {request.headers}"
