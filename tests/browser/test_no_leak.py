"""Before the guess, nothing the browser gets tells the place: no document, event, config, media or header."""

from __future__ import annotations

import csv
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import gradio
import mutagen
import pytest
from playwright.sync_api import BrowserContext, Page

from tests.conftest import ROOT
from tests.support.app_process import AppProcess
from tests.support.browser import click_map, open_app, start_game, submit, wait_for_map
from tests.support.packs import TAGGED_CLIPS, need, small_pack
from tests.support.recording_proxy import Exchange, RecordingProxy

pytestmark = pytest.mark.browser

CASES = ROOT / "tests" / "data" / "cases"
PLACE_OF_CASE = {"latitude": "25.0553", "longitude": "121.5098", "country": "Taiwan", "city": "Taipei"}
GRADIO_FILES = Path(gradio.__file__).parent / "templates" / "frontend"


def tagged_case_pack(folder: Path) -> Path:
    """Files of the project's own whose ID3, MP4 and RIFF tags name a place."""
    folder.mkdir(parents=True)
    names = ["s07_id3_location.mp3", "s07_m4a_location.m4a", "s07_riff_info_location.wav"]
    lines = ["file_name,latitude,longitude,country,city,source"]
    for name in names:
        telling = f"Taipei_Dihua_Street_{name}"
        shutil.copy(CASES / name, folder / telling)
        lines.append(f"{telling},25.0553,121.5098,Taiwan,Taipei,Dihua Street recordings")
    (folder / "metadata.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def agl1k_pack(folder: Path) -> Path:
    """Two published recordings with the tags their authors gave them. The table's header names 19 of its 20 columns."""
    folder.mkdir(parents=True)
    table = need(TAGGED_CLIPS) / "geoLocalization_schema.csv"
    audio = {path.name: path for path in (TAGGED_CLIPS / "audio").glob("*.mp3")}
    with (
        table.open(encoding="utf-8", newline="") as source,
        (folder / "metadata.csv").open("w", encoding="utf-8", newline="") as target,
    ):
        writer = csv.writer(target)
        writer.writerow(["file_name", "latitude", "longitude", "city", "country", "continent", "source"])
        for row in list(csv.reader(source))[1:]:
            longitude, latitude, title, name = row[2], row[3], row[6], row[7]
            if name in audio:
                shutil.copy(audio[name], folder / name)
                writer.writerow([name, latitude, longitude, *row[9:12], title])
    return folder


def words_of_tags(path: Path) -> set[str]:
    """The words in a file's tags that could name something."""
    opened = mutagen.File(path)
    tags = "" if opened is None or opened.tags is None else " ".join(str(value) for value in opened.tags.values())
    return set(re.findall(r"\w{4,}", tags))


def secrets_of(folder: Path, control: str) -> set[str]:
    """What would give a place away: coordinates to two decimals, names, titles, file names and words of tags.

    Single words are left out when an app that plays nothing but tones says them too ("radio", "example").
    """
    found: set[str] = set()
    words: set[str] = set()
    with (folder / "metadata.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for key in ("latitude", "longitude"):
                found.add(re.match(r"-?\d+\.\d\d", row[key])[0])  # type: ignore[index]
            found |= {row[key] for key in ("country", "city", "source") if row.get(key)}
            found.add(Path(row["file_name"]).stem)
            words |= set(re.findall(r"[A-Za-z]{5,}", row["file_name"])) | words_of_tags(folder / row["file_name"])
    assert len(found) > 5, found
    kept = {word for word in words if word.lower() not in control}
    assert len(kept) > 5, kept
    return found | kept


def is_shipped(exchange: Exchange) -> bool:
    """Whether an answer is a file that is the same for everybody: one of Gradio's, Leaflet's or ours, byte for byte."""
    path = unquote(urlsplit(exchange.path).path)
    if path.startswith("/gradio_api/file="):
        file = Path(path.removeprefix("/gradio_api/file="))
        is_ours = ROOT / "components" in file.parents or "js_lib_leaflet" in file.parts
        return is_ours and file.read_bytes() == bytes(exchange.body)
    if path.startswith(("/assets/", "/static/")):
        file = GRADIO_FILES / path.lstrip("/")
        return file.exists() and file.read_bytes() == bytes(exchange.body)
    return False


def text_of(exchange: Exchange) -> str:
    """Headers and body, as text in lower case."""
    return (exchange.headers + b"\n" + bytes(exchange.body)).decode("utf-8", "replace").lower()


def leaks(exchanges: list[Exchange], secrets: set[str]) -> list[tuple[str, str]]:
    """Which secret stands in which answer, in any letter case, as text or escaped as in JSON."""
    found = []
    for exchange in exchanges:
        if is_shipped(exchange):
            continue
        told = text_of(exchange)
        for secret in secrets:
            if any(form in told for form in (secret.lower(), json.dumps(secret)[1:-1].lower())):
                found.append((secret, exchange.path[:80]))
    return found


@pytest.fixture(params=["own tagged files", "AGL1K recordings"])
def tagged_pack(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    make = {"own tagged files": tagged_case_pack, "AGL1K recordings": agl1k_pack}[request.param]
    return make(tmp_path / "pack")


@pytest.fixture
def record(own_app: Callable[..., AppProcess]) -> Iterator[Callable[[Path], RecordingProxy]]:
    """Starts an app on a pack, behind a proxy that records."""
    proxies: list[RecordingProxy] = []

    def start(pack: Path) -> RecordingProxy:
        proxies.append(RecordingProxy(own_app(clips=pack).port))
        return proxies[-1]

    yield start
    for proxy in proxies:
        proxy.close()


def listen_and_point(page: Page, url: str) -> None:
    """All that can be done before the guess: listen, drop a pin, reload, listen and drop a pin again."""
    open_app(page, url)
    start_game(page)
    for x_share in (0.4, 0.45):
        page.wait_for_selector(".sm-player[data-ready='1']")
        page.click(".sm-play")
        page.wait_for_timeout(1200)
        click_map(page, x_share, 0.4)
        if x_share == 0.4:
            page.reload()
            wait_for_map(page)


def test_nothing_tells_the_place_before_the_guess(
    record: Callable[[Path], RecordingProxy], tagged_pack: Path, page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    neutral = record(small_pack(tagged_pack.parent / "tones", [(1.0, 2.0), (3.0, 4.0)]))
    listen_and_point(new_context().new_page(), neutral.url)
    control = "".join(text_of(one) for one in neutral.exchanges if not is_shipped(one))

    recorded = record(tagged_pack)
    listen_and_point(page, recorded.url)
    page.wait_for_timeout(300)
    before = list(recorded.exchanges)
    media = [one for one in before if ".mp3" in one.path]
    assert media, "no clip was fetched"
    assert max(len(one.body) for one in media) > 1000
    assert any("queue/data" in one.path for one in before), "no event was recorded"
    secrets = secrets_of(tagged_pack, control)
    assert leaks(before, secrets) == []
    for one in media:
        copy = tagged_pack.parent / "served.mp3"
        copy.write_bytes(one.body)
        assert not mutagen.File(copy).tags

    submit(page)
    page.wait_for_timeout(300)
    told = {secret for secret, _ in leaks(recorded.exchanges[len(before) :], secrets)}
    assert len(told) >= 3, "the recorder would not have seen a leak"


def test_the_address_of_a_clip_is_new_in_every_round(
    record: Callable[[Path], RecordingProxy], tagged_pack: Path, new_context: Callable[..., BrowserContext]
) -> None:
    recorded = record(tagged_pack)
    for _ in range(3):
        page = new_context().new_page()
        open_app(page, recorded.url + "?seed=same")
        start_game(page)
        page.wait_for_selector(".sm-player[data-ready='1']")
    names = {Path(one.path.split("?")[0]).name for one in recorded.exchanges if ".mp3" in one.path}
    assert len(names) == 3
    for name in names:
        assert re.fullmatch(r"[0-9a-f]{44}\.mp3", name)
