"""A PostgreSQL server in a temporary folder, owned by an unprivileged user."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "postgres"


def missing() -> str | None:
    """Why no server can be started here; ``None`` where one can."""
    if not _program("initdb") or not _program("postgres"):
        return "PostgreSQL is not installed: apt-get install postgresql"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed: pip install 'statewright[postgres]'"
    return None


@contextmanager
def server() -> Iterator[str]:
    """The address of a server that runs for as long as the context."""
    folder = Path(tempfile.mkdtemp(prefix="sw-pg-"))
    process: subprocess.Popen[bytes] | None = None
    try:
        os.chmod(folder, 0o777)  # noqa: PTH101
        data = folder / "data"
        _run("initdb", "--pgdata", str(data), "--username", "test", "--auth", "trust", "--no-sync")
        port = _free_port()
        options = (
            "-k",
            str(folder),
            "-p",
            str(port),
            "-c",
            "listen_addresses=",
            "-c",
            "max_connections=40",
            "-c",
            "fsync=off",
        )
        process = subprocess.Popen(
            [*_unprivileged(), _program("postgres") or "", "-D", str(data), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        url = f"postgresql://test@/postgres?host={folder}&port={port}"
        _wait(url)
        yield url
    finally:
        if process is not None:
            process.send_signal(signal.SIGQUIT)
            process.wait(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)


def _program(name: str) -> str | None:
    places = [str(path.parent) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))]
    return shutil.which(name, path=os.pathsep.join((*reversed(places), os.environ.get("PATH", ""))))


def _unprivileged() -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["setpriv", "--reuid", USER, "--regid", USER, "--clear-groups"] if os.getuid() == 0 else []


def _run(program: str, *arguments: str) -> None:
    done = subprocess.run(
        [*_unprivileged(), _program(program) or "", *arguments], capture_output=True, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stderr.decode()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait(url: str) -> None:
    import psycopg

    for _ in range(200):
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise AssertionError("the server did not start")
