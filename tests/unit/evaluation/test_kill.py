"""A run of 500 questions that is killed in the middle goes on, and pays for nothing twice but what was under way."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import ClassVar

from soundmark.types import Status
from tests.conftest import ROOT
from tests.support.model_runs import logged
from tests.support.model_server import Answer, Asked, Handler, model_server
from tests.support.packs import tone

N_QUESTIONS = 500
KILLED_AFTER = 170
CONCURRENCY = 8
TOKENS = {"prompt_tokens": 100, "completion_tokens": 1, "total_tokens": 101}


class Counting(Handler):
    """An OpenAI-compatible endpoint that says B to everything, and counts each question."""

    counts: ClassVar[Counter[int]] = Counter()
    half_way = threading.Event()
    lock = threading.Lock()

    def answer_to(self, asked: Asked) -> Answer:
        found = re.search(r"Question number (\d+)\?", json.dumps(asked.json["messages"]))
        assert found is not None and '"input_audio"' in json.dumps(asked.json["messages"])
        with self.lock:
            self.counts[int(found[1])] += 1
            if len(self.counts) == KILLED_AFTER:
                self.half_way.set()
        choice = {"index": 0, "message": {"role": "assistant", "content": "B"}, "finish_reason": "stop"}
        body = {"id": "1", "object": "chat.completion", "created": 1, "model": "m-1", "choices": [choice]}
        return Answer(body=body | {"usage": TOKENS}, hang_s=0.005)


def a_pack(folder: Path) -> Path:
    """500 questions about one second of sound; B is right in every other one."""
    folder.mkdir()
    tone(folder / "clip.wav", 0.5)
    rows = [
        {
            "file_name": "clip.wav",
            "question": f"Question number {number}?",
            "options": ["a bell", "a horn", "a dog", "rain"],
            "answer": "AB"[number % 2],
        }
        for number in range(N_QUESTIONS)
    ]
    (folder / "metadata.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return folder


def test_kill_9_in_the_middle_of_500_questions(tmp_path: Path) -> None:
    pack, data = a_pack(tmp_path / "pack"), tmp_path / "data"
    Counting.counts.clear()
    Counting.half_way.clear()
    with model_server(Counting) as server:
        models = tmp_path / "models.toml"
        models.write_text(
            f'[[models]]\nname = "m"\nadapter = "openai"\nmodel = "m"\nendpoint = "{server.address}/v1"\n'
            f"limits = {{ concurrency = {CONCURRENCY} }}\n"
            "price = { usd_per_million_input_tokens = 100.0, usd_per_million_output_tokens = 0.0 }\n",
            encoding="utf-8",
        )
        command = [sys.executable, "-m", "soundmark", "evaluate", str(pack), "--model", "m", "--data", str(data)]
        env = {name: value for name, value in os.environ.items() if not name.startswith("HF_")}
        env |= {"MODELS_FILE": str(models)}
        first = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert Counting.half_way.wait(120), first.stderr and first.stderr.read()
        first.send_signal(signal.SIGKILL)
        first.communicate()
        again = subprocess.run(
            [*command, "--resume"], cwd=ROOT, env=env, capture_output=True, text=True, timeout=180, check=False
        )
    assert again.returncode == 0, again.stderr
    asked_twice = [number for number, n in Counting.counts.items() if n > 1]
    assert sorted(Counting.counts) == list(range(N_QUESTIONS)) and max(Counting.counts.values()) <= 2
    assert len(asked_twice) <= CONCURRENCY

    rows = logged(data, "choice")
    assert len(rows) == len({row.question_id for row in rows}) == N_QUESTIONS
    assert {row.status for row in rows} == {Status.OK} and sum(row.correct for row in rows) == N_QUESTIONS / 2
    died, last = logged(data, "runs")
    assert died.answer_count + last.answer_count == N_QUESTIONS and last.continues_run_id == died.run_id
    assert (died.is_complete, last.is_complete) == (False, True) and died.answer_count >= KILLED_AFTER - CONCURRENCY
    # 100 tokens at 100 dollars a million are a cent: of what was under way at the kill nobody knows the price.
    assert "Cost: 5.0000 USD" in again.stdout
