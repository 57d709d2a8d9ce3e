"""Requests per second of a run with 1 MB clips, beside the openai SDK called bare, and the memory of 1,444 clips.

    .venv/bin/python -m perf.model_runner

The endpoint is a loopback server in a process of its own that answers after 200 ms; 64 requests are under way at once.
The peer is `AsyncOpenAI` with a semaphore around reading the file, base64 and the request, as a careful script would
do it. The run does the same with our adapter and, on top, writes down each question before it is asked and each answer
before it counts, reads the reply, scores it, and logs a row. Both take turns, each in a process of its own, so that a
machine that is busy with other things slows both.

The memory is that of a run that decodes and encodes every recording, as `evaluate` does.
"""

from __future__ import annotations

import asyncio
import base64
import json
import multiprocessing
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import soundfile

from soundmark.benchmarks.clips import LocalClips
from soundmark.evaluation.items import Item, items_of
from soundmark.evaluation.ledger import open_ledger
from soundmark.evaluation.memory import give_back_large_blocks
from soundmark.evaluation.prepare import Asking, task_of
from soundmark.evaluation.rows import Responder
from soundmark.evaluation.runner import Plan, Runner
from soundmark.evaluation.task import Task
from soundmark.evaluation.wish import endpoint_of
from soundmark.models.model_file import ModelFile
from soundmark.models.prompts import find_prompt
from soundmark.models.request import Media, ModelRequest, Setting
from soundmark.models.spec import AdapterKind, AudioForm, Limits, ModelSpec
from soundmark.store.journal import Journal
from soundmark.types import Clip
from tests.support.choices import question

LATENCY_S = 0.2
CONCURRENCY = 64
N_TIMED = 512
N_CLIPS = 1_444
ROUNDS = 6
CLIP_S = 31.25
"""Of 16 kHz mono with 16 bits: 1 MB."""
ANSWER = json.dumps(
    {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "loopback",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "B"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 800, "completion_tokens": 1, "total_tokens": 801},
    }
).encode()


def serve(port: multiprocessing.Value) -> None:  # type: ignore[valid-type]
    """Answer every request after the latency."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
                while length > 0:
                    length -= len(await reader.read(min(length, 1 << 20)))
                await asyncio.sleep(LATENCY_S)
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
                writer.write(b"Content-Length: %d\r\n\r\n" % len(ANSWER) + ANSWER)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def main() -> None:
        server = await asyncio.start_server(handle, "127.0.0.1", 0, limit=1 << 21)
        port.value = server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
        await server.serve_forever()

    asyncio.run(main())


def bare(address: str, clip: Path, n: int) -> tuple[float, float]:
    """Seconds and CPU seconds for n requests by the SDK alone."""
    from openai import AsyncOpenAI

    async def main() -> tuple[float, float]:
        client = AsyncOpenAI(base_url=address, api_key="none", max_retries=0, timeout=120)
        slots = asyncio.Semaphore(CONCURRENCY)

        async def one(number: int) -> None:
            async with slots:
                data = base64.b64encode(clip.read_bytes()).decode()
                sound = {"type": "input_audio", "input_audio": {"data": data, "format": "wav"}}
                content = [sound, {"type": "text", "text": f"Which sound is number {number}?"}]
                await client.chat.completions.create(
                    model="loopback",
                    messages=[{"role": "user", "content": content}],  # type: ignore[misc,list-item]
                )

        await asyncio.gather(*(one(number) for number in range(CONCURRENCY)))  # connections and imports
        began, cpu = time.perf_counter(), time.process_time()
        await asyncio.gather(*(one(number) for number in range(n)))
        return time.perf_counter() - began, time.process_time() - cpu

    return asyncio.run(main())


def a_run(address: str, clip: Path, n: int, *, with_encoding: bool) -> tuple[float, float]:
    """Seconds and CPU seconds for a run over n questions."""
    spec = ModelSpec(
        name="loopback",
        adapter=AdapterKind.OPENAI,
        model_id="loopback",
        endpoint=address,
        audio=AudioForm(),
        limits=Limits(concurrency=CONCURRENCY),
    )
    asking = Asking(spec=spec, prompt=find_prompt("globeaudio"), setting=Setting.AUDIO, clips=LocalClips())
    task = task_of(asking) if with_encoding else replace(task_of(asking), compose=ready_made(clip, task_of(asking)))
    original = Clip(path=clip, sha256="0" * 64)

    async def one_run(folder: Path, count: int) -> tuple[float, float]:
        items = items_of([question(number, clip=original, language="en") for number in range(count)])
        ledger, journal = open_ledger(folder / "runs"), Journal(folder / "journal.sqlite")
        endpoint = endpoint_of(spec, ModelFile())
        plan = Plan(items=items, task=task, responder=Responder(name="loopback"), endpoint=endpoint)
        began, cpu = time.perf_counter(), time.process_time()
        outcome = await Runner(plan, ledger, journal).run()
        took = time.perf_counter() - began, time.process_time() - cpu
        assert outcome.run.ok_count == count, outcome.stopped_because
        await endpoint.adapter.close()
        ledger.close()
        journal.close()
        return took

    give_back_large_blocks()  # as the command does
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not with_encoding:
            asyncio.run(one_run(folder / "warm", CONCURRENCY))
        return asyncio.run(one_run(folder / "timed", n))


def ready_made(clip: Path, task: Task) -> Callable[[Item], ModelRequest]:
    """Makes requests with the file as it is, as the bare SDK does."""

    def compose(item: Item) -> ModelRequest:
        medium = Media(data=clip.read_bytes(), mime_type="audio/wav", form="wav", duration_s=CLIP_S)
        return ModelRequest(text=task.words(item).text, media=(medium,), setting=Setting.AUDIO)

    return compose


def in_process(work: Callable[[], tuple[float, float]]) -> tuple[float, float, float]:
    """What the work returns, and the peak memory in MB of a process that did nothing else."""
    context = multiprocessing.get_context("fork")
    results = context.SimpleQueue()

    def target() -> None:
        seconds, cpu_s = work()
        results.put((seconds, cpu_s, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))

    process = context.Process(target=target)
    process.start()
    process.join()
    assert process.exitcode == 0
    found: tuple[float, float, float] = results.get()
    return found


def main() -> None:
    """Print the figures."""
    port = multiprocessing.Value("i", 0)
    server = multiprocessing.Process(target=serve, args=(port,), daemon=True)
    server.start()
    while not port.value:
        time.sleep(0.01)
    address = f"http://127.0.0.1:{port.value}/v1"
    with tempfile.TemporaryDirectory() as name:
        clip = Path(name) / "clip.wav"
        noise = np.random.default_rng(1).normal(scale=0.05, size=int(16_000 * CLIP_S))
        soundfile.write(clip, noise, 16_000, subtype="PCM_16")
        print(f"{clip.stat().st_size / 1e6:.2f} MB clips, {LATENCY_S:g} s latency, {CONCURRENCY} at once")
        rates: dict[str, list[float]] = {"SDK bare": [], "run": []}
        cpu_ms: dict[str, list[float]] = {"SDK bare": [], "run": []}
        turns = [
            ("SDK bare", lambda: bare(address, clip, N_TIMED)),
            ("run", lambda: a_run(address, clip, N_TIMED, with_encoding=False)),
        ]
        for _ in range(ROUNDS):
            load = os.getloadavg()[0]
            for label, work in turns:
                seconds, cpu_s, peak_mb = in_process(work)
                rates[label].append(N_TIMED / seconds)
                cpu_ms[label].append(cpu_s / N_TIMED * 1000)
                print(
                    f"{label:>9}: {N_TIMED / seconds:6.1f} requests/s, {cpu_ms[label][-1]:5.1f} ms CPU each, "
                    f"peak {peak_mb:.0f} MB (load {load:.1f})",
                    flush=True,
                )
            turns.reverse()  # a machine that is getting busier slows neither alone
        print(f"run / SDK bare, median of {ROUNDS} rounds (least to most):")
        for what, values in (("requests/s", rates), ("CPU", cpu_ms)):
            ratios = [ours / theirs for ours, theirs in zip(values["run"], values["SDK bare"], strict=True)]
            print(f"    {what}: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
        seconds, cpu_s, peak_mb = in_process(lambda: a_run(address, clip, N_CLIPS, with_encoding=True))
        print(
            f"{N_CLIPS} clips decoded, encoded and asked: {N_CLIPS / seconds:.1f} a second, "
            f"{cpu_s / N_CLIPS * 1000:.1f} ms CPU each, peak {peak_mb:.0f} MB"
        )
    server.terminate()


if __name__ == "__main__":
    main()
