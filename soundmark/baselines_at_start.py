"""Once the page is up, baselines go through the questions of all modes, so that whoever comes meets opponents."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from soundmark.benchmarks.entry import AnyPack
from soundmark.evaluation.baseline_features import FeatureShelf, features_of, recordings_of
from soundmark.evaluation.baseline_ids import baseline_run_id
from soundmark.evaluation.baseline_log import BaselineLog
from soundmark.evaluation.baseline_run import blind_baselines, kind_of, listening_baseline, run_baseline
from soundmark.pack_loader import PackKey
from soundmark.services import Services
from soundmark.types import ChoiceTruth, GeoTruth, SoundmarkError, SpatialTruth

log = logging.getLogger(__name__)

START_AFTER_S = 5.0
"""Whoever has waited for the page has the machine to themselves first: opponents are wanted with the first answer."""
LOOK_EVERY_S = 5.0
"""Lists are read in the background, and a published one may take the place of a demo long after the start."""
PUBLISHED_WAIT_S = 60.0
"""How long the published log may take to be read, before runs that it may hold are done again."""

AnyKey = PackKey[GeoTruth | ChoiceTruth | SpatialTruth]


@dataclass(slots=True)
class BaselinesAtStart:
    """Follows the lists of the enabled modes, and lets the baselines answer each list that it has not met yet.

    Attributes:
        services: what the app gives.
        modes: ids of the enabled modes.
        rest: called with seconds between two pieces of work.
    """

    services: Services
    modes: tuple[str, ...]
    rest: Callable[[float], None] = time.sleep
    _met: set[tuple[str, str]] = field(default_factory=set)

    def start(self) -> None:
        """Begin, in a thread that no end of the program waits for."""
        threading.Thread(target=self._follow, name="baselines", daemon=True).start()

    def _follow(self) -> None:
        self.rest(START_AFTER_S)
        self._wait_for_published()
        while True:
            try:
                self.look()
            except (
                SoundmarkError
            ) as error:  # the journal is closed, or cannot be written: players are told by their own
                log.info("Baselines stop for now. %s", error)
                return
            self.rest(LOOK_EVERY_S)

    def _wait_for_published(self) -> None:
        published, ends_at = self.services.published, time.monotonic() + PUBLISHED_WAIT_S
        while published is not None and not published.revision and time.monotonic() < ends_at:
            self.rest(1.0)

    def look(self) -> None:
        """Let the baselines answer the lists that have been read since the last look.

        Those that never listen come first, for all modes: they take a second, the other one minutes for a long list.

        Raises:
            SoundmarkError: when something cannot be logged.
        """
        packs = [pack for mode in self.modes if (pack := self.services.packs.if_ready(AnyKey(mode))) is not None]
        new = [pack for pack in packs if (pack.benchmark, pack.revision) not in self._met]
        for pack in new:
            kind = kind_of(pack)
            for baseline in () if kind is None else blind_baselines(kind):
                run_baseline(baseline, pack, self._log, deployment=self.services.settings.deployment, rest=self.rest)
        for pack in new:
            self._listen(pack)
            self._met.add((pack.benchmark, pack.revision))

    def _listen(self, pack: AnyPack) -> None:
        planned = listening_baseline(pack, {})
        if planned is None or self._log.has_run(baseline_run_id(planned, pack.benchmark, pack.revision)):
            return
        shelf = FeatureShelf(self.services.settings.data_dir / "features")
        features = features_of(recordings_of(pack), shelf)
        baseline = listening_baseline(pack, features)
        if len(features) > 1 and baseline is not None:
            run_baseline(baseline, pack, self._log, deployment=self.services.settings.deployment, rest=self.rest)

    @property
    def _log(self) -> BaselineLog:
        return BaselineLog(self.services.journal, self.services.published)


def start_baselines(modes: Iterable[str], services: Services) -> None:
    """Begin to let baselines answer the questions of these modes, unless that is switched off."""
    if services.settings.runs_baselines:
        BaselinesAtStart(services, tuple(modes)).start()
