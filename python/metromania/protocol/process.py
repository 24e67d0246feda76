"""Processes that a host starts for others' programs: limited, and ended with all that they started."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

_ON_LINUX = sys.platform == "linux"
_ROUNDS = 100  # enough for chains of forks; no more, so that one that forks without end holds up nobody
_TO_END = 10.0  # seconds that a host waits for a killed process to be gone
_SET_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36  # of prctl(2)
_libc = ctypes.CDLL(None) if _ON_LINUX else None


def spawn(
    command: Sequence[str], *, memory: int | None, env: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Start a program with pipes for its three streams, in a session of its own, which ends with this thread (Linux).

    ``memory``: bytes that each of its processes may have for data, None for no limit. Raises ``OSError``.
    """
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        preexec_fn=_limits(memory),  # noqa: PLW1509 - what it calls is looked up before the fork, and takes no lock
        env=None if env is None else {**os.environ, **env},
    )


def _limits(memory: int | None) -> Callable[[], None]:
    def limit() -> None:
        die_with_parent()
        if memory is not None and _ON_LINUX:
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))

    return limit


def die_with_parent() -> None:
    """Have the kernel end this process when the thread that started it ends (Linux)."""
    if _libc is not None:
        _libc.prctl(_SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)


def adopt_orphans() -> None:
    """Have processes whose parents have gone become children of this one, for ``end`` to find them (Linux)."""
    if _libc is not None:
        _libc.prctl(_SET_SUBREAPER, 1, 0, 0, 0)


def memory_of(pid: int) -> int:
    """Bytes of real memory that a process and its descendants hold; 0 where that can't be told."""
    total = 0
    for member in (pid, *descendants(pid)):
        with contextlib.suppress(OSError, ValueError, IndexError):
            total += int(Path(f"/proc/{member}/statm").read_text().split()[1]) * resource.getpagesize()
    return total


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have (Linux)."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        children = _children(waiting.pop())
        found += children
        waiting += children
    return found


def end(process: subprocess.Popen[bytes]) -> None:
    """End a program of ``spawn`` and what it started, at once, and take leave of it."""
    members = [process.pid, *descendants(process.pid)]
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    for member in members:  # those too that have left its session
        with contextlib.suppress(OSError):
            os.kill(member, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):  # killed; but the kernel holds one that waits for a dead disk
        process.wait(_TO_END)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


def end_orphans(keep: Sequence[int]) -> None:
    """After ``adopt_orphans``: end the children of this process but for those to keep, and all below them."""
    for _ in range(_ROUNDS):  # again, as what they have started comes to this process when they end
        own = set(_children(os.getpid())) - set(keep)
        if not own:
            return
        for child in own:
            for member in (child, *descendants(child)):
                with contextlib.suppress(OSError):
                    os.kill(member, signal.SIGKILL)
            with contextlib.suppress(OSError):
                os.waitpid(child, 0)


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            children += map(int, (task / "children").read_text().split())
    return children
