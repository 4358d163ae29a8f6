"""Many runs replayed at once: in this process, in several, or on a cluster; told of as they are done."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing
from functools import lru_cache
from importlib import import_module
from multiprocessing import get_context
from typing import Any, NamedTuple

from engine.dsl import read
from engine.reducer import Definition, link
from engine.runtime.replay import messages
from engine.runtime.replay.replay import Outcome, replay, replay_against
from engine.runtime.replay.source import Source, open_source
from engine.runtime.replay.stored import Unreplayable

FEW = 200
"""So many runs are done before another process would have started."""
LARGEST_CHUNK = 100
PATIENCE = 10.0
"""Seconds a cluster may take to answer."""


class Task(NamedTuple):
    """What one worker does at a time: some runs of a source, perhaps under another version, given by its text."""

    place: str
    runs: Sequence[str]
    against: str | None


def replay_many(
    place: str,
    runs: Sequence[str],
    *,
    against: str | None = None,
    workers: int | None = None,
    cluster: str | None = None,
) -> Iterator[tuple[Outcome, ...]]:
    """The outcomes of many runs, some at a time, in no order.

    ``against`` is the text of another version of their machine. ``workers`` processes work at it, by default one for
    each processor where there are many runs; ``cluster`` is the address of a dask scheduler whose workers see the same
    ``place``. Closing the iterator stops the work. Raises ``Unreplayable`` where the cluster cannot be reached.
    """
    if cluster is not None:
        yield from _on_cluster(cluster, _tasks(place, runs, against, LARGEST_CHUNK))
        return
    if workers is None:
        workers = 1 if len(runs) <= FEW else os.cpu_count() or 1
    size = max(1, min(LARGEST_CHUNK, len(runs) // (4 * workers)))
    tasks = _tasks(place, runs, against, size)
    if workers <= 1:
        with closing(open_source(place)) as source:
            definition = None if against is None else _linked(against)
            for task in tasks:
                yield _outcomes(source, task, definition)
    else:
        yield from _in_processes(workers, tasks)


def _tasks(place: str, runs: Sequence[str], against: str | None, size: int) -> list[Task]:
    return [Task(place, runs[at : at + size], against) for at in range(0, len(runs), size)]


def _in_processes(workers: int, tasks: list[Task]) -> Iterator[tuple[Outcome, ...]]:
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        waiting: set[Future[tuple[Outcome, ...]]] = {pool.submit(work, task) for task in tasks}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _on_cluster(address: str, tasks: list[Task]) -> Iterator[tuple[Outcome, ...]]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise Unreplayable(messages.cluster_missing()) from error
    try:
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise Unreplayable(messages.no_cluster(address, str(error))) from error
    with client:
        futures = client.map(work, tasks, pure=False)
        try:
            for future in distributed.as_completed(futures):
                yield future.result()
        finally:
            client.cancel(futures)


def work(task: Task) -> tuple[Outcome, ...]:
    """What a worker does with a task; its source stays open for the next."""
    return _outcomes(_source(task.place), task, None if task.against is None else _linked(task.against))


@lru_cache(maxsize=1)
def _source(place: str) -> Source:
    return open_source(place)


@lru_cache(maxsize=1)
def _linked(text: str) -> Definition:
    workflow = read(text).workflow
    assert workflow is not None  # whoever asks has run it through the same reader
    return link(workflow)


def _outcomes(source: Source, task: Task, definition: Definition | None) -> tuple[Outcome, ...]:
    return tuple(_outcome(source, run, definition) for run in task.runs)


def _outcome(source: Source, run: str, definition: Definition | None) -> Outcome:
    try:
        stored = source.run(run)
    except Unreplayable as missing:
        return Outcome(run, "unreadable", why=str(missing))
    return replay(stored) if definition is None else replay_against(stored, definition)
