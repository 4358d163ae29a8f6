"""Hostile files are refused fast and in little memory: each is read by a process whose memory is limited."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import CASES

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's account of memory")

# A process that has the reader at hand already forks for each file, so that a limit is met by one file alone.
_READ_EACH = """
import json, os, resource, sys, time
from engine.dsl import read_bytes

def told(path):
    data = open(path, "rb").read()
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + int(sys.argv[1]) * 2**20,) * 2)
    start = time.process_time()
    parsed = read_bytes(data, "hostile.yaml")
    return [path, time.process_time() - start, [one.id for one in parsed.diagnostics]]

for path in sys.argv[2:]:
    if not os.fork():
        print(json.dumps(told(path)), flush=True)
        os._exit(0)
    os.wait()
"""


def read_each(files: list[Path], megabytes: int = 200) -> dict[str, tuple[float, list[str]]]:
    """For each file that could be read with so much memory to spare: the processor's seconds and the ids told."""
    command = [sys.executable, "-c", _READ_EACH, str(megabytes), *map(str, files)]
    child = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    lines = map(json.loads, child.stdout.splitlines())
    return {Path(path).stem: (spent, ids) for path, spent, ids in lines}


HOSTILE = {
    "brackets": "fsm: " + "[" * 3_000_000,
    "braces": "fsm: " + "{a: " * 500_000,
    "dashes": "fsm:\n" + "- " * 500_000,
    "staircase": "\n".join(" " * depth + "a:" for depth in range(2_000)),
    "laughs": "fsm:\n  a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 200)),
    "cycle": "fsm: &a [*a]",
    "many anchors": "fsm:\n" + "".join(f"  k{n}: &a{n} x\n" for n in range(20_000)) + "  z: *missing\n",
    "scalar": "fsm: 'x" + "y" * 10_000_000,
    "number": "fsm: " + "9" * 5_000_000,
    "comment": "# " + "x" * 15_000_000,
    "blank lines": "\n" * 2_000_000 + "fsm: [",
    "too big": "x" * (16 * 1024 * 1024 + 1),
    "nul": "fsm:\n  name: a\0b\n",
    "surrogate escape": 'fsm: { name: "\\ud83d" }',
    "documents": "--- {}\n" * 100_000,
    "directives": "%TAG ! tag:x,2000:\n" * 10_000 + "---\nfsm: {}",
    "keys": "fsm: { " + ", ".join(f"k{n}: {n}" for n in range(30_000)) + " }",
    "near keys": "fsm:\n  states:\n" + "".join(f"    s{n}: {{ transitionz: [] }}\n" for n in range(3_000)),
    "duplicates": "fsm: { " + ", ".join("name: a" for _ in range(30_000)) + " }",
    "python": "fsm: !!python/object/apply:os.system ['exit 1']",
}


BROKEN = sorted((CASES / "broken").glob("*.yaml"))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[float, list[str]]]:
    folder = tmp_path_factory.mktemp("hostile")
    for name, text in HOSTILE.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return read_each([*BROKEN, *folder.glob("*.yaml")])


@pytest.mark.parametrize("name", [*(file.stem for file in BROKEN), *HOSTILE])
def test_a_hostile_file_is_refused_within_its_limits(name, told):
    assert name in told, "it could not be read in 200 MB"
    spent, ids = told[name]
    assert 0 < len(ids) <= 500
    assert spent < 10


def test_a_file_that_needs_more_is_caught(tmp_path):
    file = tmp_path / "greedy.yaml"
    file.write_text("fsm: [" + "x,\n" * 200_000 + "]", encoding="utf-8")
    assert read_each([file], megabytes=10) == {}
    assert "greedy" in read_each([file])
