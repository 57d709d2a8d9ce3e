"""EfficientAT, the tagger of AGL1K: its authors' code from a checkout, its weights by torch's hub download.

EfficientAT (Schmid, Koutini, Widmer 2023, https://github.com/fschmid56/EfficientAT) is in no package index. Its code is
imported from a checkout that the user makes, for Soundmark runs no code that it fetched itself; the weights are files
of that project's release v0.0.1 and are read as tensors only. Needs torch, torchvision and torchaudio, which are not
among Soundmark's requirements.
"""

from __future__ import annotations

import contextlib
import pickle
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from soundmark.audio.errors import shown
from soundmark.audio.sound import Sound
from soundmark.curation.mono import Channel, mono_at
from soundmark.curation.tags.shares import TagsError, TagShares
from soundmark.curation.tags.windows import Probabilities, WindowSettings, shares_of_windows, windows

if TYPE_CHECKING:
    import torch

REPOSITORY = "https://github.com/fschmid56/EfficientAT"
WEIGHTS = f"{REPOSITORY}/releases/download/v0.0.1/"
RATE_HZ = 32_000
_SHORTEST_FRAMES = RATE_HZ // 2
"""The network halves its input five times in time; less than half a second leaves it nothing."""


@dataclass(frozen=True, slots=True)
class _Weights:
    file_name: str
    width: float


MODELS = {
    "mn04_as": _Weights("mn04_as_mAP_432.pt", 0.4),
    "mn05_as": _Weights("mn05_as_mAP_443.pt", 0.5),
    "mn10_as": _Weights("mn10_as_mAP_471.pt", 1.0),
    "mn20_as": _Weights("mn20_as_mAP_478.pt", 2.0),
    "mn30_as": _Weights("mn30_as_mAP_482.pt", 3.0),
    "mn40_as": _Weights("mn40_as_mAP_484.pt", 4.0),
    "mn40_as_ext": _Weights("mn40_as_ext_mAP_487.pt", 4.0),
}
"""Names and files as in the authors' `models/mn/model.py`; all take 128 mel bands and a hop of 10 ms."""


class EfficientAt:
    """The tagger: give it to whatever takes a `Tagger`.

    Args:
        checkout: folder of the authors' repository.
        model: one of `MODELS`. AGL1K does not say which it used.
        settings: windows and threshold.
        weights_dir: where weights are kept; without it a folder of torch's own.

    Raises:
        TagsError: when there is no such model, or the folder is no checkout.
    """

    def __init__(
        self,
        checkout: Path,
        model: str = "mn10_as",
        settings: WindowSettings | None = None,
        weights_dir: Path | None = None,
    ) -> None:
        if model not in MODELS:
            raise TagsError(f"EfficientAT has no model {shown(model)} here. Take one of {', '.join(MODELS)}.")
        needed = ("models/mn/model.py", "models/preprocess.py", "helpers/utils.py", "metadata/class_labels_indices.csv")
        missing = [each for each in needed if not (checkout / each).is_file()]
        if missing:
            raise TagsError(
                f"{shown(checkout.name)} is no checkout of EfficientAT ({missing[0]} is not there). "
                f"Make one: git clone {REPOSITORY}"
            )
        self._checkout, self._model = checkout.resolve(), model
        self._settings = settings or WindowSettings()
        self._weights_dir = weights_dir
        self._network: _Network | None = None

    def __getstate__(self) -> dict[str, object]:
        # Another process loads its own network.
        return self.__dict__ | {"_network": None}

    @property
    def provenance(self) -> str:
        """Model, windows and threshold."""
        cut = self._settings
        return (
            f"EfficientAT {self._model}, {MODELS[self._model].file_name}, windows of {cut.window_s:g} s every "
            f"{cut.hop_s:g} s, present from {cut.threshold:g}"
        )

    @property
    def needs_sound(self) -> bool:
        """True: it listens."""
        return True

    def tag(self, name: str, sound: Sound | None) -> TagShares | None:
        """The shares of AudioSet's categories in a clip.

        Raises:
            TagsError: when torch is not installed, the weights cannot be had, or they do not fit the checkout.
            AudioError: when the rate has to be changed and PyAV is not installed.
        """
        del name
        if sound is None:
            return None
        if self._network is None:
            self._network = _load(self._checkout, MODELS[self._model], self._weights_dir)
        network = self._network
        parts = windows(mono_at(sound, RATE_HZ), RATE_HZ, self._settings)
        return shares_of_windows(parts, network.probabilities, network.categories, self._settings.threshold)


class _Network:
    """The loaded network with its front end."""

    def __init__(self, mel: torch.nn.Module, model: torch.nn.Module, categories: tuple[str, ...]) -> None:
        self._mel, self._model = mel.eval(), model.eval()
        self.categories = categories

    def probabilities(self, window: Channel) -> Probabilities:
        import torch

        padded = np.pad(window, (0, max(0, _SHORTEST_FRAMES - len(window))))
        with torch.inference_mode():
            spectrogram = self._mel(torch.from_numpy(padded)[None, :])
            logits, _ = self._model(spectrogram[None, ...])
            found: Probabilities = torch.sigmoid(logits.float()).reshape(-1).numpy().astype(np.float64)
        return found


def _load(checkout: Path, weights: _Weights, weights_dir: Path | None) -> _Network:
    try:
        import torch
        import torchaudio  # noqa: F401  # the authors' front end and network import these two
        import torchvision  # noqa: F401
    except ImportError as error:
        raise TagsError(
            "EfficientAT needs torch, torchvision and torchaudio. Install them (https://pytorch.org/get-started), "
            "or work the tags out elsewhere and give them as a file."
        ) from error
    try:
        state = torch.hub.load_state_dict_from_url(
            WEIGHTS + weights.file_name,
            model_dir=None if weights_dir is None else str(weights_dir),
            map_location="cpu",
            progress=False,
            weights_only=True,
        )
    except OSError as error:
        raise TagsError(
            f"The weights {weights.file_name} cannot be fetched ({error}). Try again with a network, or put the file "
            f"from {WEIGHTS} into the folder of weights yourself."
        ) from error
    except (RuntimeError, EOFError, pickle.UnpicklingError) as error:
        raise TagsError(f"The file of weights {weights.file_name} is damaged. Delete it, and try again.") from error
    with _imports_from(checkout):
        from helpers.utils import labels
        from models.mn.model import get_model
        from models.preprocess import AugmentMelSTFT

        model = get_model(width_mult=weights.width, pretrained_name=None)
        # No masking of bands or times: the front end is used for listening, not for training.
        mel = AugmentMelSTFT(n_mels=128, sr=RATE_HZ, win_length=800, hopsize=320, freqm=0, timem=0)
    try:
        model.load_state_dict(state)
    except RuntimeError as error:
        raise TagsError(
            f"The weights {weights.file_name} do not fit the code of the checkout. Take its newest commit, and delete "
            "the file of weights so that it is fetched again."
        ) from error
    return _Network(mel, model, tuple(map(str, labels)))


@contextlib.contextmanager
def _imports_from(checkout: Path) -> Iterator[None]:
    """Import the authors' modules, which read their list of categories from the working folder.

    Raises:
        TagsError: when other modules of the same names are loaded, or the checkout's cannot be imported.
    """
    for name in ("models", "helpers"):
        loaded = sys.modules.get(name)
        where = list(getattr(loaded, "__path__", []))
        if loaded is not None and str(checkout / name) not in where:
            raise TagsError(f"Another module named {name} is loaded in this process. Tag the clips in one of its own.")
    sys.path.insert(0, str(checkout))
    try:
        with contextlib.chdir(checkout):
            yield
    except ImportError as error:
        raise TagsError(f"The checkout of EfficientAT cannot be imported ({error}). Install what it needs.") from error
    finally:
        sys.path.remove(str(checkout))
